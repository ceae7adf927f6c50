"""What holds for every test."""

import gc
import sys
import warnings
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

BROWSER_TESTS = Path(__file__).parent / "browser"

# The same examples on every machine and run: a failure here is a failure there. Hunt for new ones with
# `pytest --hypothesis-profile=hunt`.
settings.register_profile(
    "house", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("hunt", deadline=None, max_examples=2_000)
settings.load_profile("house")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker("browser")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """What a failed test leaves open goes with it: the next test must not be told of it, nor stumble over it."""
    failed = item.session.testsfailed
    done = yield
    if item.session.testsfailed > failed:
        for name in ("last_type", "last_value", "last_traceback", "last_exc"):  # they hold its frames
            vars(sys).pop(name, None)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ResourceWarning)  # that it failed has been said
            gc.collect()
    return done
