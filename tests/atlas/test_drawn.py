"""The drawing agrees with the rules, and everything on it has its place."""

from __future__ import annotations

import pytest

from ecumene.atlas import world, world_keys
from ecumene.atlas.drawn import Drawing, drawing, drawn_worlds

WORLDS = sorted(set(drawn_worlds()) & set(world_keys()))


@pytest.fixture(params=WORLDS)
def sheet(request: pytest.FixtureRequest) -> Drawing:
    return drawing(request.param)


def borders_of_the_rules(key: str, medium: str) -> set[frozenset[str]]:
    facts = world(key)
    tables = [facts.land] if medium == "land" else [facts.water, facts.lake]
    return {
        frozenset((facts.places[a].key, facts.places[b].key))
        for table in tables
        for a, others in enumerate(table)
        for b in others
    }


@pytest.mark.parametrize("medium", ["land", "water"])
def test_drawn_borders_are_the_borders_of_the_rules(sheet: Drawing, medium: str) -> None:
    drawn, wanted = set(sheet.borders(medium)), borders_of_the_rules(sheet.world, medium)
    assert sorted(map(sorted, wanted - drawn)) == [], "missing"
    assert sorted(map(sorted, drawn - wanted)) == [], "too many"


def test_borders_are_long_enough_to_be_seen(sheet: Drawing) -> None:
    short = {tuple(sorted(p)): n for m in ("land", "water") for p, n in sheet.borders(m).items() if n < 40}
    assert short == {}
