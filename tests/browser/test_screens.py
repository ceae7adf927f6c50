"""Pictures of every screen, wide and on a phone. `ECUMENE_PICTURES=1` keeps them in docs/pictures/screens.

Always: nothing hangs over the edge, nothing that is tapped on a phone is too small.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page

from tests.browser.conftest import RESULTS, OpenWindow
from tests.browser.house import House
from tests.browser.person import Person
from tests.browser.window import PHONE, WIDE

KEPT = Path(__file__).parents[2] / "docs/pictures/screens"
KEEP = bool(os.environ.get("ECUMENE_PICTURES"))

HANGING = """() => [...document.querySelectorAll('body *')].filter((each) => {
    if (each.closest('.board, .scroll, nav ol, .shelf, .wide, svg, .for-readers')) return false;
    const box = each.getBoundingClientRect();
    return box.width && (box.right > innerWidth + 1 || box.left < -1);
}).map((each) => each.outerHTML.slice(0, 120)).slice(0, 5)"""

TAPPED = ".dock button:not(.rule), .sheet .button, .bar button, .shelf button"
SMALL = f"""() => [...document.querySelectorAll('{TAPPED}')].filter((each) => {{
    const box = each.getBoundingClientRect();
    const elsewhere = each.closest('.log, .summary, .players, .bought, .given, table');
    return box.width && box.height && box.height < 43.5 && !elsewhere;
}}).map((each) => `${{each.outerHTML.slice(0, 110)}} ${{each.getBoundingClientRect().height}}`).slice(0, 5)"""


class Agreeable(Person):
    """Takes what is suggested."""

    def _pick(self, answer: Locator, attempt: int) -> None:
        suggest = answer.get_by_role("button", name="Suggest")
        if attempt == 0 and suggest.count():
            suggest.click()
            answer.locator("div.row button.primary").click()
        else:
            super()._pick(answer, attempt)


def shoot(page: Page, name: str, size: tuple[int, int]) -> None:
    page.wait_for_timeout(500)
    folder = KEPT if KEEP else RESULTS / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    page.screenshot(
        path=folder / f"{name}-{'phone' if size == PHONE else 'wide'}.jpg", type="jpeg", quality=80
    )
    assert page.evaluate(HANGING) == [], name
    if size == PHONE:
        assert page.evaluate(SMALL) == [], name


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_house(house: House, window: OpenWindow, size: tuple[int, int]) -> None:
    here = window(house.url, size=size, touch=size == PHONE)
    for path, name in (("", "home"), ("learn", "learn"), ("me", "me"), ("new", "new-table")):
        here.go(path)
        here.page.locator("h1").first.wait_for()
        shoot(here.page, name, size)
    here.as_guest("Ada")
    here.new_table(friends=True)
    here.page.get_by_role("button", name="Start").wait_for()
    shoot(here.page, "room", size)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_table(house: House, window: OpenWindow, size: tuple[int, int]) -> None:
    here = window(house.url, size=size, touch=size == PHONE)
    here.as_guest("Ada")
    here.new_table(turns=2, scenario="The short game")
    page = here.page
    me = Agreeable(page)
    page.locator(".board .hits path").first.wait_for(state="attached")
    shoot(page, "choice", size)
    shown: set[str] = set()
    wanted = ("movement", "construction", "trade", "advances", "buy_card", "reduce_for_support", "damage")
    for _ in range(120):
        kind = me.play(until=lambda asked: asked in wanted and asked not in shown)
        if not kind:
            break
        shown.add(kind)
        shoot(page, kind.replace("_", "-"), size)
        if kind == "trade":
            me.compose()
            shoot(page, "trade-offer", size)
        me.answer()
    assert {"movement", "trade"} <= shown
    me.sheet.locator(".end").wait_for()
    shoot(page, "end", size)
    if size == WIDE:
        for name in ("Succession", "This turn"):
            page.locator(".sheets button", has_text=name).click()
            shoot(page, name.lower().replace(" ", "-"), size)
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Timeline").first.click()
        page.get_by_role("button", name="Previous step").click()
        page.locator(".prompt h2", has_text="earlier").wait_for()
        shoot(page, "timeline", size)


def test_the_table_by_night(house: House, window: OpenWindow) -> None:
    here = window(house.url, night=True)
    here.as_guest("Ada")
    here.new_table(scenario="The First Game: learn by playing")
    here.person().play(until=lambda kind: kind == "movement")
    here.page.locator(".board .piece").first.wait_for(state="attached")
    shoot(here.page, "night-first-game", WIDE)
