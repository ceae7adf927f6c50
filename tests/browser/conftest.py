"""One browser for all tests; a server for each file; for each person a window that remembers what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser import find as find_browser
from playwright.sync_api import Browser, sync_playwright

from tests.browser.house import House
from tests.browser.window import Window

FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
]  # fmt: skip
RESULTS = Path(__file__).parents[2] / "test-results"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser() or "chromium", args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A server for the tests of one file."""
    served = House(tmp_path_factory.mktemp("house"))
    served.start()
    yield served
    served.stop()
    assert served.troubles() == []


OpenWindow = Callable[..., Window]


@pytest.fixture
def window(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[OpenWindow]:
    """Opens windows, each with its own cookies. What the page complained about fails the test."""
    windows: list[Window] = []

    def make(url: str, **how: object) -> Window:
        made = Window(chromium, url, **how)  # type: ignore[arg-type]
        windows.append(made)
        return made

    failed_before = request.session.testsfailed
    yield make
    failed = request.session.testsfailed > failed_before or any(each.troubles for each in windows)
    RESULTS.mkdir(exist_ok=True)
    for n, each in enumerate(windows):
        if failed:
            each.page.screenshot(path=RESULTS / f"{request.node.name}-{n}.png")
        each.close()
    assert [trouble for each in windows for trouble in each.troubles] == []
