"""Notices on this device: asked for by a person, shown by the worker, taken back.

There is no push service in here: what it would do, the tests do. The subscription is made up; a message is put into the
worker as the browser would.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.test_axe import faults
from tests.browser.window import Window

pytest.importorskip("cryptography")

NAME = "Tell me on this device when I am needed"
SERVICE = """
{
  const key = new Uint8Array(65).fill(4), auth = new Uint8Array(16).fill(2);
  const text = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('=', '');
  let there = null;
  const make = (asked) => ({
    endpoint: 'https://push.example/ada', options: { applicationServerKey: asked.applicationServerKey.buffer },
    toJSON: () => ({
      endpoint: 'https://push.example/ada', expirationTime: null, keys: { p256dh: text(key), auth: text(auth) },
    }),
    unsubscribe: async () => { there = null; return true; },
  });
  PushManager.prototype.getSubscription = async () => there;
  PushManager.prototype.subscribe = async (asked) => {
    window.wanted = { visible: asked.userVisibleOnly, key: asked.applicationServerKey.length };
    return (there = make(asked));
  };
}
"""
SHOWN = """
(async () => {
  const worker = await navigator.serviceWorker.ready;
  for (let tries = 0; tries < 200; tries++) {
    const all = await worker.getNotifications();
    if (all.length) return all.map((each) => [each.title, each.body, each.tag, each.data.table]);
    await new Promise((done) => setTimeout(done, 50));
  }
  return [];
})()
"""


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    served = House(tmp_path_factory.mktemp("telling"), "--push")
    served.start()
    yield served
    served.stop()
    assert served.troubles() == []


def come(
    house: House, window: OpenWindow, *, allowed: bool = True, service: str = SERVICE
) -> tuple[Window, Page]:
    here = window(house.url)
    page = here.page
    page.add_init_script(service)
    here.as_guest("Ada")
    if allowed:
        here.context.grant_permissions(["notifications"], origin=house.url)
    here.go("me")
    page.get_by_text("Tell me", exact=True).wait_for()
    return here, page


def test_without_keys_nothing_is_offered(house: House, window: OpenWindow) -> None:
    _, page = come(house, window)
    expect(page.get_by_label(NAME)).to_have_count(0)
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0


def test_on_and_off(telling: House, window: OpenWindow) -> None:
    here, page = come(telling, window)
    box = page.get_by_label(NAME)
    expect(box).not_to_be_checked()
    assert not [each for each in here.asked if each.endswith("sw.js")], "nobody has asked for it"
    with page.expect_request("**/api/me/push") as told:
        box.click()
    assert json.loads(told.value.post_data or "").keys() == {"endpoint", "keys"}
    response = told.value.response()
    assert response is not None
    assert response.status == 200
    expect(box).to_be_checked()
    expect(page.get_by_text("even when no table is open here")).to_be_visible()
    assert page.evaluate("window.wanted") == {"visible": True, "key": 65}
    scope = page.evaluate("navigator.serviceWorker.ready.then((ready) => ready.scope)")
    assert scope == f"{telling.url}/"
    assert faults(page) == []
    with page.expect_request("**/api/me/push") as untold:
        box.click()
    assert untold.value.method == "DELETE"
    response = untold.value.response()
    assert response is not None
    assert response.status == 200
    expect(box).not_to_be_checked()


def test_a_message_becomes_a_notice(telling: House, window: OpenWindow) -> None:
    here, page = come(telling, window)
    page.get_by_label(NAME).click()
    expect(page.get_by_text("even when no table is open here")).to_be_visible()  # the worker is there
    wire = here.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []
    wire.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    wire.send("ServiceWorker.enable")
    page.wait_for_timeout(300)
    told = {
        "kind": "your_turn",
        "table": "t1",
        "title": "March: it is your turn",
        "body": "You are asked.",
        "url": "",
    }
    wire.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": telling.url, "registrationId": found[-1]["registrationId"], "data": json.dumps(told)},
    )
    shown = page.evaluate(SHOWN)
    assert shown == [["March: it is your turn", "You are asked.", "t1", "t1"]]


@pytest.mark.parametrize(
    "hinder, said",
    [
        ("Object.defineProperty(Notification, 'permission', { get: () => 'denied' });", "blocks notices"),
        ("delete window.PushManager;", "cannot take notices"),
    ],
)
def test_why_not(telling: House, window: OpenWindow, hinder: str, said: str) -> None:
    _, page = come(telling, window, service=hinder)
    expect(page.get_by_label(NAME)).to_be_disabled()
    expect(page.get_by_text(said)).to_be_visible()


def test_no_push_service(telling: House, window: OpenWindow) -> None:
    """As it is in this browser: it has none."""
    refusing = (
        "PushManager.prototype.subscribe = async () => { throw new DOMException('no', 'AbortError'); };"
    )
    _, page = come(telling, window, service=refusing)
    page.get_by_label(NAME).click()
    expect(page.get_by_text("could not reach its service")).to_be_visible()
    expect(page.get_by_label(NAME)).not_to_be_checked()


def test_leaving_takes_it_back(telling: House, window: OpenWindow) -> None:
    """Even from whoever signs out before the service has answered."""
    slow = SERVICE.replace("(asked) => {", "(asked) => { await new Promise((done) => setTimeout(done, 400));")
    _, page = come(telling, window, service=slow)
    page.get_by_label(NAME).click()
    with page.expect_request(lambda request: request.method == "DELETE"):
        page.get_by_role("button", name="Sign out").click()
    page.get_by_role("heading", name="As a guest").wait_for()


def test_the_worker_as_it_is_served(telling: House, window: OpenWindow) -> None:
    here = window(telling.url)
    answer = here.context.request.get(f"{telling.url}/sw.js")
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["content-security-policy"]
