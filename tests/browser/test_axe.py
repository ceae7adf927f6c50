"""Every screen without an accessibility violation that axe can find, by day and by night, wide and on a phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.window import PHONE, WIDE, Window

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}


def faults(page: Page, *, board: bool = True) -> list[str]:
    """What axe finds, in a line each. The board with its hundreds of areas is the same whatever lies on it."""
    page.wait_for_timeout(300)
    told = Axe().run(page, context=None if board else {"exclude": [[".board"]]}, options=RULES).response
    return [
        f"{fault['id']}: {fault['help']} – {node['html'][:160]} – {node.get('failureSummary', '')[:200]}"
        for fault in told["violations"]
        for node in fault["nodes"][:3]
    ]


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("night", [False, True], ids=["day", "night"])
@pytest.mark.parametrize("page", ["", "new", "me", "learn", "learn/glossary"])
def test_pages(house: House, window: OpenWindow, size: tuple[int, int], page: str, *, night: bool) -> None:
    here = window(house.url, size=size, touch=size == PHONE, night=night)
    here.go(page)
    here.page.locator("h1").first.wait_for()
    assert faults(here.page) == []


def until_asked(here: Window, kind: str) -> None:
    here.person().play(until=lambda asked: asked == kind)


@pytest.mark.parametrize(
    "size, night", [(WIDE, False), (WIDE, True), (PHONE, False)], ids=["wide", "night", "phone"]
)
def test_the_table(house: House, window: OpenWindow, size: tuple[int, int], *, night: bool) -> None:
    here = window(house.url, size=size, touch=size == PHONE, night=night)
    here.as_guest("Ada")
    here.new_table(turns=2)
    page = here.page
    page.locator(".board .hits path").first.wait_for(state="attached")
    found = {"choice": faults(page, board=not night)}
    until_asked(here, "movement")
    found["movement"] = faults(page, board=not night)
    if size == WIDE:  # what is opened and shut with a key
        page.locator(".prompt button.rule").first.click()
        page.get_by_role("dialog").wait_for()
        found["a rule"] = faults(page, board=False)
        page.keyboard.press("Escape")
        page.keyboard.press("/")
        page.get_by_role("combobox", name="Find an area").wait_for()
        found["find"] = faults(page, board=False)
        page.keyboard.type("Athens")
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
        found["an area"] = faults(page, board=False)
        page.keyboard.press("Escape")
    for name, open_it in _sheets(page, phone=size == PHONE).items():
        open_it()
        found[name] = faults(page, board=False)
    page.keyboard.press("Escape")
    for tab in ("Log", "Talk", "Table"):
        page.locator("[role=tab]:visible", has_text=tab).first.click()
        found[tab] = faults(page, board=False)
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    found["help"] = faults(page, board=False)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Timeline").first.click()
    found["timeline"] = faults(page, board=False)
    if size == WIDE:  # on a phone the prompt waits behind its tab
        page.get_by_role("button", name="Previous step").click()
        page.locator(".prompt h2", has_text="earlier").wait_for()
        found["an earlier moment"] = faults(page, board=False)
        page.get_by_role("button", name="Try from here").first.click()
        page.locator(".prompt .sandbox").wait_for()
        found["sandbox"] = faults(page, board=False)
    here.go("")
    page.locator(".rows").wait_for()
    found["my tables"] = faults(page)
    here.go("me")
    page.locator("h1").first.wait_for()
    found["my page"] = faults(page)
    assert [f"{name}: {fault}" for name, each in found.items() for fault in each] == []


def _sheets(page: Page, *, phone: bool) -> dict[str, Callable[[], None]]:
    names = ("Trade", "Advances", "Succession", "This turn")

    def opener(name: str) -> Callable[[], None]:
        def open_it() -> None:
            if phone:
                page.locator(".bar button", has_text="Act").click()
                page.locator(".shelf button", has_text=name).click()
            else:
                page.locator(".sheets button", has_text=name).click()
            page.locator("section.sheet").wait_for()

        return open_it

    return {name: opener(name) for name in names}


def test_what_is_asked_on_the_sheets(house: House, window: OpenWindow) -> None:
    """Trade with an offer half made, the market with something in the basket, the end; by day and by night."""
    here = window(house.url, ignore=("403",))
    page = here.page
    here.as_guest("Ada")
    here.new_table(friends=True)
    page.get_by_role("button", name="Start").wait_for()
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        for light in ("light", "dark"):
            page.emulate_media(color_scheme="light" if light == "light" else "dark")
            found[f"{name}, {light}"] = faults(page, board=False)
        page.emulate_media(color_scheme="light")

    page.get_by_role("button", name="Copy a link to play").click()
    page.get_by_role("textbox", name="The link").wait_for()
    look("room")
    here.go(f"invite/{'x' * 43}")
    page.get_by_role("link", name="Lobby").wait_for()
    look("a dead invitation")
    here.new_table(turns=1, scenario="The short game")
    person = here.person()
    wanted = ("short_cities", "short_tokens", "trade", "damage", "advances")
    while kind := person.play(until=lambda asked: asked in wanted and f"{asked}, light" not in found):
        if kind == "trade":
            person.compose()
        if kind == "advances":
            page.locator("button.advance:enabled").first.click()
        look(kind)
        if kind == "trade":
            person.sheet.get_by_role("button", name="Clear").click()
        if kind == "advances":
            page.locator(".bought button").first.click()
        person.answer()
    look("the end")
    assert {"trade, dark", "advances, dark", "the end, dark"} <= set(found)
    assert [f"{name}: {fault}" for name, each in found.items() for fault in each] == []
