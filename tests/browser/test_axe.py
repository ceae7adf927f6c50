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


def faults(page: Page) -> list[str]:
    """What axe finds, in a line each."""
    page.wait_for_timeout(400)
    told = Axe().run(page, options=RULES).response
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
    found = {"choice": faults(page)}
    until_asked(here, "movement")
    found["movement"] = faults(page)
    for name, open_it in _sheets(page, phone=size == PHONE).items():
        open_it()
        found[name] = faults(page)
    page.keyboard.press("Escape")
    for tab in ("Log", "Talk", "Table"):
        page.locator("[role=tab]:visible", has_text=tab).first.click()
        found[tab] = faults(page)
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    found["help"] = faults(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Timeline").first.click()
    found["timeline"] = faults(page)
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
