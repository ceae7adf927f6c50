"""8 and 9 on crowded boards at random: nothing is made or lost, whatever is answered."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from ecumene.antiquity.calamities import limit, phase
from ecumene.antiquity.calamities.limit import select_calamities
from ecumene.antiquity.calamities.phase import major_calamity, minor_calamities
from ecumene.antiquity.state import Table
from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import Chance, Meta, Seat, Step
from ecumene.kernel.testing import check_title
from tests.rules.calamity_scenes import MEGA, WEST


def crowded(title: Any, seats: int, rng: Random) -> Table:
    """A game in which everybody has cities, tokens, advances and calamities."""
    seed = f"{rng.getrandbits(256):064x}"
    state: Table = title.set_up(title.options_type(), seats, Chance(seed))
    lineup = next(one for one in title.components.lineups if one.key == state.lineup)
    numbers = {civ.key: civ.number for civ in title.components.civilizations}
    civs = [(numbers[key], block) for block, keys in enumerate(lineup.blocks) for key in keys]
    for realm, (civ, block) in zip(state.realms, civs, strict=True):
        realm.civ, realm.block, realm.space = civ, block, rng.randrange(6)
        realm.advances = rng.getrandbits(51)
    game = title.play(state, Chance(seed))
    free = list(game.board.areas)
    rng.shuffle(free)
    for realm in state.realms:
        seat = Seat(realm.seat)
        for _ in range(rng.randrange(10)):
            game.found_city(seat, free.pop(), turn=rng.choice([0, 1]))
        for area in rng.sample(game.board.areas, 12):
            if game.city_owner(area) in (None, seat):
                game.place(seat, area, min(rng.randrange(1, 5), realm.stock))
        game.earn(seat, rng.randrange(20))
    for area in rng.sample(free, 4):
        game.place(-1, area, 2)
    deal(title, state, rng)
    return state


def deal(title: Any, state: Table, rng: Random) -> None:
    """All calamities, and some commodities, to hands; those that may be traded have a giver now and then."""
    kinds = title.components.kinds
    for stack in state.stacks:
        for item in list(stack):
            if kinds[item >> 1].sort == "commodity" and rng.random() < 0.7:
                continue
            stack.remove(item)
            block = [realm for realm in state.realms if realm.block == item & 1]
            anybody = block if kinds[item >> 1].sort == "fixed" else state.realms
            realm = rng.choice(anybody)
            realm.hand[item] = realm.hand.get(item, 0) + 1
            if kinds[item >> 1].sort not in ("commodity", "fixed") and rng.random() < 0.5:
                realm.givers[item] = rng.choice([one.seat for one in state.realms if one is not realm])


@pytest.mark.rules("mega.piece.1", "mega.piece.2", "mega.piece.5", "mega.9.def.17", "mega.9.3", "mega.9b.2")
@pytest.mark.parametrize(
    "title, seats",
    [(WEST, 5), (WEST, 9), (MEGA, 7), (MEGA, 10), (MEGA, 12), (MEGA, 18)],
    ids=["west 5", "west 9", "mega 7", "mega 10", "mega 12", "mega 18"],
)
def test_calamities_keep_the_laws(title: Any, seats: int) -> None:
    kinds = Counter[str]()
    for seed in range(6):
        rng = Random(1000 * seats + seed)
        state = crowded(title, seats, rng)
        game = title.play(state, Chance(f"{seed:064x}"))
        assert title.laws(state) == []
        steps = [select_calamities, minor_calamities, major_calamity]
        while steps:
            rule = steps.pop(0)
            state.goto = ""
            step = Step(rule(game))
            while not step.done:
                seat = rng.choice(sorted(step.pending))
                decision = step.pending[seat]
                kinds[decision.kind] += 1
                assert decision.check(decision.fallback()) is None, decision
                answer = decision.sample(rng)
                assert decision.check(answer) is None, (decision, answer)
                assert decision.decode(answer) == answer
                decision.describe()
                decision.digest()
                step.resume(seat, decision.value(answer))
                assert title.laws(state) == [], decision
            if state.goto:
                steps.insert(0, major_calamity)
        assert not any(
            title.components.kinds[item >> 1].sort != "commodity"
            for realm in state.realms
            for item in realm.hand
        )
        assert state.calamities == []
    assert len(kinds) >= 12


# -- the same as a game of its own, for the kernel's kit --------------------------------------------------------------


async def close(game: Any) -> None:
    """The end of this small game."""
    game.state.over = True


class CalamitiesOnly(AntiquityTitle):
    """Phases 8 and 9 on a crowded board."""

    def set_up(self, options: Any, seats: int, chance: Chance) -> Table:
        state = crowded(MEGA, seats, Random(chance.below("crowd", 1 << 60)))
        state.step = "8"
        return state


ONLY = CalamitiesOnly(
    Meta("calamities", "Calamities", 1, (5, 9, 12), "antiquity"),
    MEGA.components,
    MEGA.rules,
    {"full": []},
    [*limit.STEPS, *phase.STEPS, ("close", close)],
    MEGA.options_type,
)


@pytest.mark.rules("mega.hid.10", "mega.hid.11", "mega.hid.12", "mega.hid.15", "mega.hid.20", "mega.9b.1")
@pytest.mark.parametrize("seats", [5, 9, 12])
def test_the_promises_of_the_kernel_hold_in_calamities(seats: int) -> None:
    """No secrets told, nothing accepted that was not offered, taken back and replayed at any moment."""
    report = check_title(ONLY, range(2), seats, process=False)
    assert report.ended == report.games == 2
    assert report.compared > 10
