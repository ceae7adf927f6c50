"""Reload, a dead server, no network: in each kind of question nothing is lost, not even what is half made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.person import Person
from tests.browser.window import Window

NOISE = (
    "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "ERR_INTERNET_DISCONNECTED",
    "WebSocket connection",
)  # fmt: skip
WANTED = ("short_cities", "short_tokens", "movement", "construction", "buy_card", "trade", "advances")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    served = House(tmp_path, seed="come back").start()
    yield served
    served.stop()
    assert served.troubles() == []


def half_made(person: Person, kind: str) -> str:
    """Begin an answer; what can be seen of it."""
    person.page.locator(".board .hits path").first.wait_for(state="attached")
    answer = person.prompt.locator(".answer")
    if kind == "trade":
        assert person.compose()
        return sketch(person, kind)
    if kind == "advances":
        cheap = person.sheet.locator("button.advance:enabled:not(.dear)")
        (cheap.first if cheap.count() else person.sheet.locator("button.advance:enabled").first).click()
    elif answer.locator("ul.options input[type=checkbox]").count():
        for n in (1, 3):
            answer.locator("ul.options input[type=checkbox]").nth(n).check()
    elif answer.locator("ul.places").count():
        answer.get_by_role("button", name="Clear").click()
        answer.get_by_role("button", name="One more").nth(2).click()
    return sketch(person, kind)


def sketch(person: Person, kind: str) -> str:
    """What is half made, as it is shown once the board is there with its names."""
    person.page.locator(".board .hits path").first.wait_for(state="attached")
    if kind == "trade":
        return "|".join(person.sheet.locator("ol.given li b").all_inner_texts())
    if kind == "advances":
        return "|".join(person.sheet.locator(".bought li").all_inner_texts())
    answer = person.prompt.locator(".answer")
    return "|".join(answer.locator("label.on").all_inner_texts() + answer.locator("output").all_inner_texts())


def test_nothing_is_lost(house: House, window: OpenWindow) -> None:
    here = window(house.url, ignore=NOISE)
    line = Line(here)
    here.as_guest("Ada")
    here.new_table(turns=2, scenario="The short game")
    person = here.person()

    def reload() -> None:
        here.page.reload()

    def no_network() -> None:
        line.cut()
        expect(here.page.locator(".lost")).to_be_visible()
        line.mend()
        expect(here.page.locator(".lost")).to_be_hidden(timeout=20_000)

    def power_cut() -> None:
        house.kill()
        expect(here.page.locator(".lost")).to_be_visible()
        house.start()
        expect(here.page.locator(".lost")).to_be_hidden(timeout=20_000)

    ways: list[Callable[[], None]] = [reload, no_network, power_cut]
    seen: list[str] = []
    while kind := person.play(until=lambda asked: asked in WANTED and asked not in seen):
        begun = half_made(person, kind)
        asked = (person.kind, person.decision, person.prompt.locator("h2").inner_text())
        step = here.page.locator(".play").get_attribute("data-step")
        for way in ways if kind in ("trade", "short_tokens") else [ways[len(seen) % 3], reload]:
            way()
            here.page.locator(".prompt[data-decision]").wait_for()
            assert (person.kind, person.decision, person.prompt.locator("h2").inner_text()) == asked
            assert here.page.locator(".play").get_attribute("data-step") == step
            here.page.wait_for_timeout(200)
            assert sketch(person, kind) == begun, (kind, way.__name__)
        seen.append(kind)
        if kind == "trade":
            person.sheet.get_by_role("button", name="Clear").click()
            person.answer()
        elif kind == "advances":
            person.sheet.locator(".bought button").first.click()
            person.answer()
        else:
            person.answer()
    assert {"short_cities", "short_tokens", "movement", "trade", "advances"} <= set(seen)
    assert person.over


def test_a_reload_at_every_question(house: House, window: OpenWindow) -> None:
    """In each phase that asks anything the same question is there again, at the same step of the game."""
    here = window(house.url, ignore=NOISE)
    here.as_guest("Ada")
    here.new_table(turns=8)
    person = here.person()
    seen: dict[str, str] = {}
    while kind := person.play(until=lambda asked: asked not in seen):
        asked = (kind, person.decision, person.prompt.locator("h2").inner_text())
        play = here.page.locator(".play")
        step = play.get_attribute("data-step")
        here.page.reload()
        here.page.locator(".prompt[data-decision]").wait_for()
        assert (person.kind, person.decision, person.prompt.locator("h2").inner_text()) == asked
        assert play.get_attribute("data-step") == step
        seen[kind] = step or ""
        person.answer()
    here.page.reload()
    person.sheet.locator(".end").wait_for()
    phases = {step.rstrip("abcdefgh") for step in seen.values()}
    assert {"3", "5", "7", "12"} <= phases, seen


class Line:
    """The line between a window and the server, which can be cut. (Chromium keeps a socket that is open when it is told
    to be offline.)
    """

    def __init__(self, here: Window) -> None:
        self.here = here
        self.dead = False
        self.open: list[WebSocketRoute] = []
        here.page.route_web_socket("**/ws/tables/*", self._socket)

    def _socket(self, route: WebSocketRoute) -> None:
        if self.dead:
            route.close(code=1001)
            return
        route.connect_to_server()
        self.open.append(route)

    def cut(self) -> None:
        self.dead = True
        self.here.context.set_offline(True)
        for route in self.open:
            route.close(code=1001)
        self.open.clear()

    def mend(self) -> None:
        self.dead = False
        self.here.context.set_offline(False)


def test_an_answer_given_without_a_server_is_done_once(house: House, window: OpenWindow) -> None:
    here = window(house.url, ignore=NOISE)
    here.as_guest("Ada")
    here.new_table(turns=2)
    person = here.person()
    assert person.play(until=lambda kind: kind == "movement") == "movement"
    decision = person.decision
    house.kill()
    expect(here.page.locator(".lost")).to_be_visible()
    person.prompt.get_by_role("button", name="End my movement").click()
    here.page.wait_for_timeout(300)
    assert person.decision == decision
    house.start()
    assert person.gone(decision, seconds=30)
    assert person.await_question() == "movement"
    lines = here.page.evaluate(
        "async (t) => (await (await fetch(`api/tables/${t}/sync`)).json()).log.filter((line) => "
        "line.event.event === 'movement_declared' && line.event.seat === 0).length",
        here.page.url.rsplit("/", 1)[1],
    )
    assert lines == 1


def test_a_server_that_dies_before_the_map_was_there(house: House, window: OpenWindow) -> None:
    """What the page could not fetch, it fetches when the server is back."""
    here = window(house.url, ignore=NOISE)
    here.as_guest("Ada")
    here.page.route("**/api/boards/*", lambda route: route.abort("connectionreset"))
    here.new_table(turns=2)
    expect(here.page.locator(".prompt[data-decision]")).to_be_visible()
    house.kill()
    expect(here.page.locator(".lost")).to_be_visible()
    assert here.page.locator(".board .hits path").count() == 0
    here.page.unroute("**/api/boards/*")
    house.start()
    here.page.locator(".board .hits path").first.wait_for(state="attached")
