"""3. Any orders, legal or not, on any board: what is accepted, and what comes of it, is what a naive account says."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ecumene.antiquity.movement.marches import movement_of
from ecumene.antiquity.movement.phase import movement
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES
from tests.rules.movement_by_hand import ByHand
from tests.rules.moving import raw

ADVANCES = (
    "diplomacy", "military", "cultural_ascendancy", "advanced_military", "roadbuilding", "cloth_making",
    "naval_warfare", "astronavigation",
)  # fmt: skip
ORDERS = (
    "march",
    "march",
    "march",
    "build",
    "maintain",
    "scrap",
    "embark",
    "embark",
    "sail",
    "sail",
    "land",
    "land",
)

Done = tuple[int, str, str, dict[str, Any], int, bool]
"""An order that was carried out: the number of its deed, who, what, how, where the ship was then (-1: none), and
whether it is locked (ruling A-28)."""

_NO_DEED = 99_999


class Given:
    """Three civilizations crowded together somewhere, with ships, cities, neutral pieces and advances."""

    def __init__(self, title: AntiquityTitle, rng: Random) -> None:
        self.rng = rng
        seats, self.civs = rng.choice([(9, ["minoa", "celt", "rome"]), (5, ["minoa", "assyria", "hellas"])])
        board = Scene(title, seats).game.board
        near = [rng.choice([area for area in board.areas if board.coastal[area]])]
        for _ in range(40):
            near.append(rng.choice(board.adjacent[rng.choice(near)]))
        self.near = sorted(set(near))[:10]
        pieces = [f"{board.key_of(area)}: {', '.join(self._pieces())}" for area in self.near]
        self.scene = Scene(
            title, seats, "; ".join(pieces),
            advances={civ: " ".join(key for key in ADVANCES if rng.random() < 0.3) for civ in self.civs},
            treasury={civ: rng.randint(0, 6) for civ in self.civs},
        )  # fmt: skip
        for civ in self.civs:  # a few ships where there is water
            for area in rng.sample(self.near, 2):
                if board.coastal[area]:
                    self.scene.realm(civ).ships[area] = 1
        first = [self.scene.seat(civ) for civ in self.civs]
        self.scene.game.state.order = [*first, *(n for n in self.scene.game.state.order if n not in first)]

    def _pieces(self) -> list[str]:
        found = [f"{self.rng.randint(1, 3)} {civ}" for civ in self.civs if self.rng.random() < 0.45]
        if self.rng.random() < 0.12:
            found.append("2 barbarians")
        if self.rng.random() < 0.3 or not found:
            found.append(f"city {self.rng.choice([*self.civs, 'pirates'])}")
        return found

    def an_order(self, civ: str) -> tuple[str, dict[str, Any]]:
        """Something that might be ordered, mostly near to what is legal."""
        rng, world = self.rng, self.scene.game.board.world
        what = rng.choice(ORDERS)
        stand = list(self.scene.realm(civ).tokens) or self.near
        here = rng.choice(stand if rng.random() < 0.9 else self.near)
        ships = movement_of(self.scene.game).movers[self.scene.seat(civ)].ships
        ship = rng.choice([*ships, 0])
        number = rng.choice([1, 1, 1, 2, 3, 5, 6])
        if what == "march":
            to = rng.choice(world.land[here] or [here])
            if rng.random() < 0.6:
                return what, {"start": here, "to": to, "number": number}
            over = rng.choice(world.land[to] or [here]) if rng.random() < 0.8 else here
            return what, {"start": here, "via": to, "to": over, "number": number}
        if what == "build":
            treasury = rng.choice([0, 1, 2, 2, 3])
            paid = [rng.choice([here, rng.choice(stand)]) for _ in range(2 - treasury)]
            return what, {"at": here, "treasury": treasury, "tokens": paid}
        if what == "maintain":
            return what, {"ship": ship} | ({"token": here} if rng.random() < 0.5 else {})
        if what == "scrap":
            return what, {"ship": ship}
        if what == "sail":
            way = [ships[ship].at if ship in ships else here]
            for _ in range(rng.randint(1, 4)):
                way.append(rng.choice(world.water[way[-1]] or [here]))
            return what, {"ship": ship, "way": way[1:]}
        return what, {"ship": ship, "number": number}

    def number_of(self, what: str) -> dict[str, int]:
        """The number of the ship that would be built now."""
        deed = movement_of(self.scene.game).next
        return {"ship": self.scene.game.rules.ships + deed} if what == "build" else {}

    def done(self, before: ByHand, after: ByHand, civ: str, what: str, fields: dict[str, Any]) -> list[Done]:
        """How an order that is going to be carried out is noted.

        [west] Tokens that cause conflict while somebody before their owner still moves are locked. Those of the same
        order that caused none came first; both parts are deeds of their own.
        """
        deed = _NO_DEED if what == "finish" else movement_of(self.scene.game).next
        vessel = before.sides[civ].vessels.get(fields.get("ship", -1))
        at = vessel.way[-1] if vessel else -1
        earlier = self.civs[: self.civs.index(civ)]
        locks = self.scene.game.rules.conflict_locks_moves and any(
            self.scene.asked(other) for other in earlier
        )
        caused = after.caused if locks and what in ("march", "land") else 0
        if not caused:
            return [(deed, civ, what, fields, at, False)]
        parts = [(fields["number"] - caused, False), (caused, True)]
        found = [(fields | {"number": number}, locked) for number, locked in parts if number]
        return [(deed + n, civ, what, how, at, locked) for n, (how, locked) in enumerate(found)]


def without(start: ByHand, done: list[Done], taken: Done) -> ByHand | None:
    """The account without one order, if all others could be given just so (ruling A-27)."""
    account = start.copy()
    for entry in done:
        _, civ, what, fields, at, _ = entry
        if entry is taken:
            continue
        vessel = account.sides[civ].vessels.get(fields.get("ship", -1))
        elsewhere = what in ("embark", "sail", "land") and vessel is not None and vessel.way[-1] != at
        if elsewhere or not account.order(civ, what, fields):
            return None
    return account


@pytest.mark.rules(
    "mega.3.move.1", "mega.3.move.2", "mega.3.ships.build.3", "mega.3.ships.maintain.1", "mega.3.ships.move.1",
    "mega.3.conflict.2", "mega.3.order.5", "mega.3.order.7", "A-28", "mega.adv.roadbuilding.2", "mega.adv.diplomacy.1",
    "mega.adv.cultural_ascendancy.1", "A-23", "A-27", "A-30", "A-31", "A-32", "A-33", "A-35",
)  # fmt: skip
@pytest.mark.parametrize("title", [MEGA_CIVILIZATION, WESTERN_EMPIRES], ids=["mega", "west"])
def test_orders_are_accepted_exactly_when_a_naive_account_can_follow_them(title: AntiquityTitle) -> None:
    accepted: set[str] = set()
    refused: set[str] = set()
    for seed in range(120):
        given = Given(title, Random(seed))
        scene, rng = given.scene, given.rng
        account = ByHand(scene, given.civs)
        start, done = account.copy(), list[Done]()
        scene.run(movement)
        for _ in range(50):
            civ = rng.choice(given.civs)
            decision = scene.asked(civ)
            if decision is None:
                continue
            taken = rng.choice(done) if done and rng.random() < 0.2 else None
            notes: list[Done] = []
            if taken is not None:
                said, fields = "take_back", {"deed": taken[0]}
                own = taken[1] == civ and taken[2] != "finish" and not taken[-1]
                after = without(start, done, taken) if own else None
            else:
                said, fields = ("finish", {}) if rng.random() < 0.05 else given.an_order(civ)
                how, after = fields | given.number_of(said), account.copy()
                if after.order(civ, said, how):
                    notes = given.done(account, after, civ, said, how)
                else:
                    after = None
            answer = raw(scene, said, **fields)
            refusal = decision.check(decision.decode(answer))
            assert (refusal is None) == (after is not None), (seed, civ, said, fields, refusal)
            (refused if refusal else accepted).add(refusal.key if refusal and taken else said)
            if after is None:
                continue
            scene.answer(civ, answer)
            account = after
            done += notes
            if taken is not None:
                done.remove(taken)
            assert account.agrees(scene), (seed, civ, said, fields)
    orders = set(ORDERS)
    assert accepted == {*orders, "finish", "take_back"}
    assert refused >= {*orders, "no_such_deed", "later_deed_needs_it"}
    assert ("locked" in refused) == title.rules.conflict_locks_moves
