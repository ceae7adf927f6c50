"""A title of a family that the client has never heard of: it is offered, seen and played, in words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.test_axe import faults


@pytest.fixture(scope="module")
def bazaars(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ECUMENE_TITLES", "tests.kernel.titles.bazaar")
        served = House(tmp_path_factory.mktemp("bazaars")).start()
    yield served
    served.stop()
    assert served.troubles() == []


def test_a_title_without_a_drawing_is_played_to_its_end(bazaars: House, window: OpenWindow) -> None:
    here = window(bazaars.url)
    here.as_guest("Ada")
    here.new_table(title="Bazaar")
    page = here.page
    expect(page.locator("dt", has_text="Coins")).to_be_visible()
    assert faults(page) == []
    kinds: set[str | None] = set()
    prompt, end = page.locator(".prompt[data-decision]"), page.locator("section.sheet .end")
    for _ in range(60):
        prompt.or_(end).first.wait_for()
        if end.count():
            break
        kinds.add(prompt.get_attribute("data-kind"))
        asked = prompt.get_attribute("data-decision")
        prompt.locator(".button:enabled").first.click()
        page.wait_for_function(
            "asked => document.querySelector('.prompt')?.dataset.decision !== asked", arg=asked
        )
    assert kinds == {"bid", "haggle", "sell"}
    expect(end.get_by_role("row", name="Ada")).to_be_visible()
    assert faults(page) == []
