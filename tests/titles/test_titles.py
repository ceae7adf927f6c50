"""Titles are found by looking; every one that is found can be started and keeps its contract."""

from collections.abc import Callable

import pytest

from ecumene import titles
from ecumene.kernel import REFEREE, SPECTATOR, Game


def test_a_title_is_found_by_its_key() -> None:
    for key in titles.keys():  # noqa: SIM118  # no dict
        assert titles.find(key).meta.key == key


@pytest.mark.parametrize("key", ["", "chess", "titles", "rulebook", "mega-civilization", "../kernel"])
def test_what_is_no_title(key: str) -> None:
    with pytest.raises(KeyError):
        titles.find(key)


@pytest.mark.parametrize("key", titles.keys())
@pytest.mark.parametrize("number", [min, max])
def test_every_title_starts(key: str, number: Callable[[tuple[int, ...]], int]) -> None:
    title = titles.find(key)
    assert title.meta.name
    assert title.meta.version >= 1
    game = Game(title, title.options_type(), number(title.meta.seats), "11" * 32)
    assert game.due()
    assert title.laws(game.state) == []
    for viewer in (0, SPECTATOR, REFEREE):
        assert game.view(viewer).step == game.state.step
