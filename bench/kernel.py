"""What the kernel itself costs, without the rules of any title, in the middle of a long game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import ClassVar

import msgspec

from bench.case import Case
from ecumene.kernel import (
    Chance,
    Choose,
    Chosen,
    Game,
    Meta,
    Place,
    Play,
    Refusal,
    Seat,
    State,
    Viewer,
    dump,
    load,
)
from ecumene.kernel.snapshot import go_on, newest

AREAS, PLAYERS = 200, 9
STEP = 25  # answers
SEED = "11" * 32


class Realm(msgspec.Struct):
    stock: int
    treasury: int
    tokens: dict[int, int]
    cities: dict[int, int]
    ships: dict[int, int]
    hand: dict[int, int]
    advances: int

    def clone(self) -> Realm:
        return Realm(
            self.stock, self.treasury, self.tokens.copy(), self.cities.copy(), self.ships.copy(), self.hand.copy(),
            self.advances,
        )  # fmt: skip


class World(State):
    """A mid-game: 9 players with some 14 areas, 5 cities, 2 ships, 6 kinds of cards each."""

    realms: list[Realm]
    left: int

    def clone(self) -> World:
        return World(step=self.step, realms=[realm.clone() for realm in self.realms], left=self.left)


def world() -> World:
    rng = Random(1)
    return World(
        step="play",
        left=10**9,
        realms=[
            Realm(
                rng.randint(5, 20), rng.randint(0, 15),
                {area: rng.randint(1, 4) for area in rng.sample(range(AREAS), 14)},
                dict.fromkeys(rng.sample(range(AREAS), 5), 0), dict.fromkeys(rng.sample(range(AREAS), 2), 1),
                {card: rng.randint(1, 3) for card in rng.sample(range(60), 6)}, rng.getrandbits(51),
            )
            for _ in range(PLAYERS)
        ],
    )  # fmt: skip


class Nothing(msgspec.Struct, frozen=True):
    step: int = STEP


class Trivial:
    """A step asks one seat a number of times and does nothing with the answers."""

    meta: ClassVar = Meta("trivial", "Trivial", 1, (PLAYERS,))
    state_type: ClassVar = World
    options_type: ClassVar = Nothing

    def __init__(self, length: int = STEP) -> None:
        async def step(play: Play[World]) -> None:
            seat = Seat(0)
            for _ in range(length):
                await Choose(seat, "rate", (1, 2, 3), "trivial.1")

        self.steps = {"play": step}

    def set_up(self, options: Nothing, seats: int, chance: Chance) -> World:
        return world()

    def play(self, state: World, chance: Chance) -> Play[World]:
        return Play(state, chance)

    def after(self, play: Play[World]) -> str:
        play.state.left -= 1
        return "play" if play.state.left else ""

    def view(self, state: World, viewer: Viewer) -> World:
        return state

    def scramble(self, state: World, viewer: Viewer, chance: Chance) -> None:
        pass

    def laws(self, state: World) -> list[str]:
        return []

    def result(self, state: World) -> list[Place]:
        return []

    def interject(self, play: Play[World], seat: Seat, action: str) -> None:
        raise Refusal("trivial.1", "no_such_action")


def game(length: int = STEP) -> Game:
    return Game(Trivial(length), Nothing(), PLAYERS, SEED)


def answers(here: Game, number: int, raw: object = Chosen(2)) -> Game:
    for _ in range(number):
        here.answer(Seat(0), raw)
    return here


def back_and_forth(here: Game) -> None:
    here.undo(Seat(0))
    here.redo(Seat(0))


def cases() -> Iterator[Case]:
    here, there, old, long, short = (
        game(),
        game(),
        answers(game(), 5000),
        answers(game(400), 200),
        answers(game(), 5),
    )
    raw = b'{"shape":"choose","option":2}'
    yield Case("kernel: a decision, trivially ruled", lambda: answers(here, STEP), 15e-6, STEP)
    yield Case("kernel: the same from JSON", lambda: answers(there, STEP, raw), 15e-6, STEP)
    yield Case("kernel: the same after 5,000 answers", lambda: answers(old, STEP), 15e-6, STEP)
    yield Case("kernel: clone, 200 areas × 9 players, sparse", world().clone, 10e-6)
    yield Case("kernel: restore of a step with 200 answers", lambda: long.at(200), 10e-3)
    yield Case("kernel: fork there", lambda: long.fork(seed="22" * 32))
    yield Case("kernel: fork after 5 answers of a step", lambda: short.fork(seed="22" * 32))
    yield Case("kernel: undo and redo there", lambda: back_and_forth(short))

    rows = {"rows": [{"area": n, "tokens": [n % 5, n % 3], "name": f"area {n}"} for n in range(420)]}
    view = msgspec.structs.replace(here.view(0), table=rows)
    size = len(msgspec.json.encode(view)) // 1000
    yield Case(f"kernel: encode of a view of {size} kB", lambda: msgspec.json.encode(view), 50e-6)

    record, title = dump(answers(game(), 2000)), Trivial()
    yield Case("kernel: load of a record, one answer", lambda: load(record, lambda _: title), per=2000)
    snapshot = newest(old, len(old.journal))
    yield Case("kernel: going on from a snapshot", lambda: go_on(title, Nothing(), PLAYERS, SEED, snapshot))
