"""Going on from a step's boundary that was data in between."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from ecumene.kernel import BadRecord, Refusal
from ecumene.kernel.snapshot import Snapshot, boundary, go_on, newest
from ecumene.kernel.testing import start
from tests.kernel.helpers import SEED
from tests.kernel.titles.bazaar import BAZAAR
from tests.kernel.titles.frontier import FRONTIER


def test_going_on_comes_to_the_same_end() -> None:
    game = start(FRONTIER, seats=3, seed=SEED)
    rng = Random(3)
    kept: list[bytes] = []
    while not game.ended:
        seat = rng.choice(game.due())
        game.answer(seat, game.pending[seat].sample(rng))
        if boundary(game) == len(game.line) and not game.ended:
            kept.append(msgspec.json.encode(newest(game, len(game.journal))))
    assert len(kept) == 8
    for data in kept:
        snapshot = msgspec.json.decode(data, type=Snapshot)
        twin = go_on(FRONTIER, game.options, 3, SEED, snapshot)
        assert twin.version == snapshot.entries
        with pytest.raises(Refusal):
            twin.rewind(snapshot.length - 1)
        twin.replay(game.journal[snapshot.entries :])
        assert twin.digest() == game.digest()
        assert twin.view(0) == game.view(0)
        assert list(twin.events(0, snapshot.logged)) == list(game.events(0, snapshot.logged))
        assert len(list(twin.events(0))) == len(list(game.events(0, snapshot.logged)))


def test_a_snapshot_of_other_rules_is_not_taken() -> None:
    game = start(FRONTIER, seed=SEED)
    snapshot = newest(game, 0)
    with pytest.raises(BadRecord):
        go_on(BAZAAR, BAZAAR.options_type(), 2, SEED, snapshot)
    broken = msgspec.structs.replace(snapshot, state={"step": 7})
    with pytest.raises(BadRecord):
        go_on(FRONTIER, game.options, 2, SEED, broken)


def test_a_snapshot_is_not_changed_by_what_follows() -> None:
    game = start(FRONTIER, seed=SEED)
    snapshot = newest(game, 0)
    before = msgspec.json.encode(snapshot)
    seat = game.due()[0]
    game.answer_default(seat)
    assert msgspec.json.encode(snapshot) == before
