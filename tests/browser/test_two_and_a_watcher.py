"""Friends at one table: an invite, a trade with a bluff and a calamity in it, somebody who watches. Who is told what is
read from all that came over the network.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.person import Person
from tests.browser.window import Window

Json = Any


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """With shuffles that put calamities into the first hands."""
    served = House(tmp_path, seed="market 109").start()
    yield served
    served.stop()
    assert served.troubles() == []


def test_trade_with_bluff_and_calamity(house: House, window: OpenWindow) -> None:  # noqa: PLR0915 - one story, in its order
    ada = window(house.url, listen=True)
    ada.as_guest("Ada")
    table = ada.new_table(turns=6, scenario="The short game", friends=True)
    bo, eve = window(house.url, listen=True), window(house.url, listen=True)

    # by a link each: no account, no mail address, a name
    come_in(bo, link(ada.page, "Copy a link to play"), "Bo")
    come_in(eve, link(ada.page, "A link to watch"), "Eve")
    expect(ada.page.locator(".room b", has_text="Bo")).to_be_visible()
    assert "invite" not in bo.page.url
    ada.page.get_by_role("button", name=re.compile("^Start")).click()

    people = {0: ada.person(), 1: bo.person(2)}
    to_trade(people)
    eve.page.locator(".board").wait_for()
    expect(eve.page.locator(".prompt")).to_contain_text("Waiting for")
    while not any(calamities(person) for person in people.values()):
        for person in people.values():
            person.offers = 9
            person.answer("trade")
        to_trade(people)

    # somebody has a calamity that can be traded: it goes into an offer of three, the third said to be something else
    giver = next(seat for seat, person in people.items() if calamities(person))
    taker = 1 - giver
    names = {seat: seat_name(person) for seat, person in people.items()}
    mine, theirs = people[giver], people[taker]
    evil = calamities(mine)[0]
    slip_in(mine, names[taker])
    offer = theirs.sheet.locator(".offer", has_text=names[giver]).filter(has_text="to you")
    expect(offer).to_be_visible()
    expect(offer).not_to_contain_text(evil)
    assert evil not in "".join(calamities(theirs))
    hand_before = hand(theirs)
    offer.get_by_role("button", name="Accept").click()
    trade = theirs.sheet.locator(".compose").get_by_role("button", name="Trade", exact=True)
    expect(trade).to_be_enabled()
    trade.click()
    expect(theirs.sheet.locator(".mine .set.bad")).to_contain_text([evil])
    assert hand(theirs) != hand_before
    assert evil not in calamities(mine)

    for person in people.values():
        person.offers = 9
        person.last = ""
    together(people, lambda: step(people[0]) not in ("7", "8"), deal=True)

    # who was told what, so far
    with closing(sqlite3.connect(house.folder / "games.sqlite3")) as database:
        (seed,) = database.execute("select seed from tables where id = ?", (table,)).fetchone()
    assert re.fullmatch("[0-9a-f]{64}", seed)
    for watcher, seat in ((ada, 0), (bo, 1), (eve, None)):
        told = watcher.bodies() + watcher.heard
        assert len(told) > 20
        for text in told:
            assert seed not in text
            assert '"stacks":' not in text
            check_hands(text, seat)
    # the sieve catches what it looks for: each has seen a hand and an offer of his own
    for watcher in (ada, bo):
        changed = [path for text in watcher.heard for path, _ in json.loads(text).get("changes", ())]
        assert any("hand" in path for path in changed)
    giving = (ada, bo)[giver]
    assert any(nodes(json.loads(text), "give", "number") for text in giving.heard)
    private = [line for text in eve.bodies() + eve.heard for line in lines(text) if line.get("private")]
    assert private == [], "the spectator was told something that is not for all"


# -- what people do -------------------------------------------------------------------------------------------------


def link(page: Page, button: str) -> str:
    field = page.get_by_role("textbox", name="The link")
    old = field.input_value() if field.count() else ""
    page.get_by_role("button", name=button).click()
    expect(field).not_to_have_value(old)
    url = field.input_value()
    page.wait_for_function("async (url) => await navigator.clipboard.readText() === url", arg=url)
    assert "/#/invite/" in url
    return url


def come_in(here: Window, url: str, name: str) -> None:
    here.page.goto(url)
    here.page.get_by_role("textbox", name="Your name").fill(name)
    here.page.get_by_role("button", name="Sit down").click()
    here.page.wait_for_url("**/#/table/*")


def to_trade(people: dict[int, Person]) -> None:
    """Until both stand on the trade floor."""
    together(people, lambda: all(person.is_asked() and person.kind == "trade" for person in people.values()))


def together(people: dict[int, Person], there: Callable[[], bool], *, deal: bool = False) -> None:
    """Both answer what they are asked, whoever is asked first. On the trade floor they stay until `deal`."""
    for _ in range(400):
        if there():
            return
        for person in people.values():
            if person.is_asked() and (deal or person.kind != "trade"):
                person.answer()
        people[0].page.wait_for_timeout(50)
    raise AssertionError(f"they never came there: {[step(person) for person in people.values()]}")


def step(person: Person) -> str:
    return person.page.locator(".play").get_attribute("data-step") or ""


def calamities(person: Person) -> list[str]:
    return person.sheet.locator(".mine button.set.bad:enabled .name").all_inner_texts()


def hand(person: Person) -> list[str]:
    return person.sheet.locator(".mine .set").all_inner_texts()


def seat_name(person: Person) -> str:
    return person.page.locator(".players li.me .who b").inner_text()


def slip_in(person: Person, to: str) -> None:
    """Two true cards and a calamity that is said to be something good, to one only."""
    assert person.compose(2)
    person.sheet.locator(".mine button.set.bad:enabled").first.click()
    given = person.sheet.locator("ol.given li")
    expect(given).to_have_count(3)
    said = given.last.locator("select")
    said.select_option(
        label=next(each for each in said.locator("option").all_inner_texts() if "(bluff)" in each)
    )
    person.sheet.locator(".compose .to").get_by_role("button", name=to).click()
    make = person.sheet.get_by_role("button", name="Make the offer")
    expect(make).to_be_enabled()
    decision = person.decision
    make.click()
    assert person.gone(decision)


# -- what they were told --------------------------------------------------------------------------------------------


def check_hands(text: str, seat: int | None) -> None:
    """No hand but one's own, wherever it may hide: in a view, a change of it, a line of the log."""
    if not text.startswith(("{", "[")):
        return
    frame = json.loads(text)
    for realm in realms(frame):
        if realm["seat"] != seat:
            assert realm.get("hand") is None, realm
            assert realm.get("givers") is None, realm
    for offer in nodes(frame, "give", "number", "size"):
        assert offer["seat"] == seat, offer
    for decision in nodes(frame, "shape", "cards", "partners"):
        assert seat is not None, decision
    if isinstance(frame, dict) and frame.get("t") == "delta":
        for path, value in frame["changes"]:
            if len(path) > 3 and path[:2] == ["table", "realms"] and path[3] in ("hand", "givers"):
                assert path[2] == seat or value is None, (path, value)
    for line in lines(text):
        event = line["event"]
        if event["event"] in ("cards_seen", "cards_traded", "theme_seen"):
            assert line["private"]
            assert seat in (event.get("seat"), event.get("giver"), event.get("taker"))


def realms(node: Json) -> list[Json]:
    """Everything that looks like a realm, at any depth."""
    return nodes(node, "treasury", "stock", "seat")


def nodes(node: Json, *keys: str) -> list[Json]:
    """The objects that have these keys, at any depth."""
    if isinstance(node, list):
        return [found for each in node for found in nodes(each, *keys)]
    if isinstance(node, dict):
        own = [node] if all(key in node for key in keys) else []
        return own + [found for each in node.values() for found in nodes(each, *keys)]
    return []


def lines(text: str) -> list[Json]:
    """The lines of the log in a frame."""
    if not text.startswith("{"):
        return []
    told = json.loads(text)
    return (
        [line for line in told.get("log", ()) or () if isinstance(line, dict)]
        if isinstance(told, dict)
        else []
    )
