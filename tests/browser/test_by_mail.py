"""A table by mail: who is needed and not there is told once, by mail and in the lobby; a clock that runs out
answers for its owner.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.letterbox import Letterbox

NEW_TABLE = """async (asked) => {
    const session = await (await fetch('api/session')).json();
    const headers = {'content-type': 'application/json', 'x-csrf-token': session.csrf};
    const post = async (path, body) =>
        (await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)})).json();
    const table = await post('api/tables', asked);
    const invite = await post(`api/tables/${table.id}/invites`, {role: 'player'});
    return [table.id, invite.path];
}"""
SECONDS = 12  # for a decision, in a table that is otherwise by mail
PACE = {"kind": "mail", "each": SECONDS, "floor": SECONDS, "bank": 0, "credit": 0, "cap": 0}


@pytest.fixture
def post() -> Iterator[Letterbox]:
    with Letterbox() as letterbox:
        yield letterbox


@pytest.fixture
def house(tmp_path: Path, post: Letterbox) -> Iterator[House]:
    served = House(tmp_path, "--mail", post.address, "--mail-from", "table@example.org", patience=1.0).start()
    yield served
    served.stop()
    assert served.troubles() == []


def test_a_round_by_mail(house: House, post: Letterbox, window: OpenWindow) -> None:
    ada, bo = window(house.url), window(house.url)
    page = ada.go("me")
    card = page.locator("section.card", has_text="Password")
    card.get_by_role("textbox", name="Your name").fill("Ada")
    card.get_by_label("Password").fill("a long password")
    card.get_by_label("Mail address").fill("ada@example.org")
    card.get_by_role("button", name="Make an account").click()
    expect(page.get_by_role("heading", name="Ada", level=1)).to_be_visible()
    expect(page.get_by_role("checkbox", name="when I am needed")).to_be_checked()

    asked = {
        "title": "western_empires", "seats": 5, "name": "Slow table", "pace": PACE, "bot_delay": 0, "autostart": True,
        "bots": [None, None, "simple", "simple", "simple"],
    }  # fmt: skip
    table, way = page.evaluate(NEW_TABLE, asked)
    bo.page.goto(house.url + way)
    bo.page.get_by_role("textbox", name="Your name").fill("Bo")
    bo.page.get_by_role("button", name="Sit down").click()
    bo.page.wait_for_url("**/#/table/*")

    # it begins while Ada is elsewhere: one letter, with the way to the table, and her lobby says so too
    ada.page.goto("about:blank")
    friend = bo.person(2)
    bo.page.locator(".prompt").wait_for()
    while not post.about("it is your turn"):  # the order of choice is drawn
        if friend.is_asked():
            friend.answer("civilization")
        bo.page.wait_for_timeout(100)
    (letter,) = post.wait("it is your turn")
    assert letter["To"] == "ada@example.org"
    assert "Slow table" in letter["Subject"]
    time.sleep(1.5)  # once, however long the question stands
    assert post.about("it is your turn") == [letter]
    link = re.search(rf"\S*/#/table/{table}", letter.get_content())
    assert link, letter.get_content()
    home = ada.go()
    row = home.locator("li", has_text="Slow table")
    expect(row).to_contain_text("Your move")
    row.get_by_role("link").first.click()
    me = ada.person()
    me.await_question()
    expect(home.locator(".prompt .clock")).to_be_visible()
    assert home.title().startswith("●")
    while me.await_question() != "movement":
        me.answer()
    me.prompt.get_by_role("button", name="End my movement").click()

    # Bo does nothing: when his time is up, the usual is answered for him and the game goes on
    if friend.is_asked():
        assert friend.kind == "movement"
    begun = time.monotonic()
    expect(home.locator(".play")).to_have_attribute("data-step", re.compile("."))
    home.locator("header.top", has_text="Turn 2").wait_for(timeout=(SECONDS + 15) * 1000)
    assert time.monotonic() - begun < SECONDS + 12
    log = home.get_by_role("tab", name="Log")
    log.click()
    expect(home.locator("[role=tabpanel]")).to_contain_text("Turn 2")
