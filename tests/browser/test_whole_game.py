"""A whole game through the browser: from the lobby to the final ranking, its proof and its record."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import ROOT, House, PlayHouse
from tests.browser.person import Person


def test_a_game_to_its_end(house: House, window: OpenWindow, tmp_path: Path) -> None:  # noqa: PLR0915 - one story, in its order
    here = window(house.url)
    page = here.go("new")
    here.choose_title("Western Empires")
    expect(page.get_by_label("Civilizations")).to_have_value("5")
    page.get_by_label("Scenario").select_option("The short game")
    page.get_by_label("End after so many turns").fill("3")
    page.get_by_label("Bots answer").select_option("at once")
    page.get_by_role("textbox", name="Your name").fill("Ada")
    page.get_by_role("button", name="Start the game").click()
    me = here.person()

    # a civilization, from the list
    assert me.await_question() == "civilization"
    mine = me.prompt.locator(".answer button").nth(1)
    name = mine.inner_text()
    mine.click()
    me.last, me.answered["civilization"] = "1", 1

    # movement on the map: tap where they stand, tap where they go, see the arrow, take it back, do it again
    assert me.play(until=lambda kind: kind == "movement") == "movement"
    expect(page.locator("[role=tabpanel]").get_by_text(name).first).to_be_visible()
    march_by_taps(me)
    deeds = me.prompt.locator("ol.deeds li")
    expect(deeds).to_have_count(1)
    expect(page.locator(".board .arrows path").first).to_be_attached()
    me.prompt.get_by_role("button", name="Take back").click()
    expect(deeds).to_have_count(0)
    march_by_taps(me)
    expect(deeds).to_have_count(1)

    # all the rest, as it comes
    me.play()
    assert {"civilization", "movement", "trade", "advances"} <= set(me.answered)
    assert me.offers
    assert me.bought

    # the end: a ranking of five, with its parts
    end = me.sheet.locator(".end")
    rows = end.locator("tbody tr")
    expect(rows).to_have_count(5)
    table = [row.locator("td.number, td.points").all_inner_texts() for row in rows.all()]
    for points, *parts in table:
        assert sum(map(int, parts)) == int(points)
    assert [int(row[0]) for row in table] == sorted((int(row[0]) for row in table), reverse=True)
    expect(end.locator("tr.me")).to_contain_text("Ada")
    expect(end.locator("tr.me")).to_contain_text(name)
    expect(end.locator(".charts svg").first).to_be_visible()

    # the proof of the shuffles, and the record that proves it
    end.get_by_role("button", name="Proof of the shuffles").click()
    seed, mark = end.locator(".proof code").all_inner_texts()
    assert re.fullmatch("[0-9a-f]{32,}", seed)
    assert re.fullmatch("[0-9a-f]{64}", mark)
    with page.expect_download() as saving:
        end.get_by_role("link", name="Save the record").click()
    record = tmp_path / saving.value.suggested_filename
    saving.value.save_as(record)
    assert record.suffix == ".ecu"
    command = [sys.executable, "-m", "ecumene", "verify", str(record)]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert told.returncode == 0, told.stderr
    assert ": true. Western Empires, 5 players" in told.stdout
    assert mark[:16] in told.stdout
    assert seed in gzip.decompress(record.read_bytes()).decode()

    # and another one like it
    old = page.url
    end.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != old)
    page.get_by_role("button", name="Start").click()
    me.last = ""
    assert me.await_question() == "civilization"


def march_by_taps(me: Person) -> None:
    """Move somebody with two taps on the map."""
    before = me.decision
    for start in me.marked():
        if me.where(start) is None:
            continue
        me.tap(start)
        me.page.locator(".board .marks path.picked").wait_for(state="attached")
        for goal in me.marked():
            if goal != start and me.where(goal) is not None:
                me.tap(goal)
                if me.gone(before):
                    other = me.prompt.get_by_role("button", name="Something else")
                    if other.count():
                        other.click()
                    return
        me.tap(start)
    raise AssertionError("nobody can be moved on the map")


def test_two_words_to_a_game(window: OpenWindow, tmp_path: Path) -> None:
    """`ecumene play` says an address; behind it a game waits that asks one to begin. Later it is still there."""
    house = PlayHouse(tmp_path)
    house.start()
    try:
        here = window(house.way_in.split("/enter/")[0], ignore=("ERR_CONNECTION_REFUSED",))
        page = here.page
        page.goto(house.way_in)
        me = here.person()
        assert me.await_question() == "civilization"
        me.answer()
        assert me.await_question() == "movement"
        table = page.url
        assert "enter" not in table
        house.stop()
        house.start()
        page.goto("about:blank")
        page.goto(house.way_in)
        me.last = ""
        assert me.await_question() == "movement"
        assert page.url == table
    finally:
        house.stop()
