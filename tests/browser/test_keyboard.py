"""A turn with the keyboard alone: no mouse is moved, nothing is tapped."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House

_HERE = """() => {
    const it = document.activeElement;
    const box = it.getBoundingClientRect();
    const style = getComputedStyle(it);
    return [it.ariaLabel || it.textContent.trim() || it.id, it.tagName, box.width > 0 && box.height > 0,
        style.outlineStyle !== 'none' || style.boxShadow !== 'none' || style.strokeWidth !== '0px'];
}"""


def walk_to(page: Page, what: str, key: str = "Tab", most: int = 150) -> None:
    """Press a key until something is reached; whatever is passed can be seen, and that it is reached can be seen."""
    for _ in range(most):
        page.keyboard.press(key)
        name, tag, visible, marked = page.evaluate(_HERE)
        if tag != "BODY":
            assert visible, f"the focus is on something that is not shown: {name}"
            assert marked, f"nothing shows that {name} has the focus"
        if re.fullmatch(what, name):
            return
    raise AssertionError(f"{what} cannot be reached with {key}")


def test_one_turn(house: House, window: OpenWindow) -> None:  # noqa: PLR0915 - one story, in its order
    here = window(house.url)
    page = here.go()
    page.locator("h1").wait_for()
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.tagName") == "INPUT":
            break
    page.keyboard.type("Ada")
    page.keyboard.press("Enter")
    me = here.person()

    # a civilization: `a` goes to what is asked
    assert me.await_question() == "civilization"
    page.locator(".board .hits path").first.wait_for(state="attached")
    page.keyboard.press("a")
    decision = me.decision
    page.keyboard.press("Enter")
    assert me.gone(decision)

    # movement on the map: find an area by its name, choose it, walk to a neighbour, go there
    assert me.await_question() == "movement"
    pending = page.get_by_role("list", name="Still to act").locator("li")
    expect(pending).to_have_count(1, timeout=30_000)  # what somebody acted after cannot be undone
    page.keyboard.press("a")
    walk_to(
        page,
        "Areas with tokens that can move",
        "Shift+Tab" if page.evaluate(_HERE)[0].startswith("End") else "Tab",
    )
    page.keyboard.press("Enter")
    start = re.sub(r"\s*\d+$", "", me.prompt.locator("details.froms button").first.inner_text())
    page.keyboard.press("/")
    page.get_by_role("combobox", name="Find an area").wait_for()
    page.keyboard.type(start)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(me.prompt.locator(".panel b").first).to_have_text(start)
    goals = me.prompt.locator("ul.to > li > button:enabled").all_inner_texts()
    decision = me.decision
    for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
        if page.evaluate(_HERE)[0].split(".")[0] in [goal.split("\n")[0] for goal in goals]:
            page.keyboard.press("Enter")
            break
    else:
        walk_to(page, re.escape(goals[0]))
        page.keyboard.press("Enter")
    assert me.gone(decision)
    expect(me.prompt.locator("ol.deeds li")).to_have_count(1)

    # take it back with a key, and do it again
    page.keyboard.press("u")
    expect(me.prompt.locator("ol.deeds li")).to_have_count(0)
    page.keyboard.press("r")
    expect(me.prompt.locator("ol.deeds li")).to_have_count(1)

    # look around: the screens by their numbers, the log, the help; Escape closes
    for key, name in (("1", "Trade"), ("2", "Advances"), ("3", "Succession")):
        page.keyboard.press(key)
        expect(page.get_by_role("heading", name=name, level=2)).to_be_visible()
    page.keyboard.press("Escape")  # the card of the area
    page.keyboard.press("Escape")
    expect(page.locator("section.sheet")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.get_by_role("tab", name="Log")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("?")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)

    # done
    page.keyboard.press("a")
    walk_to(page, "End my movement")
    page.keyboard.press("Enter")
    expect(page.locator("header.top")).to_contain_text("Turn 2", timeout=30_000)
