"""Titles for the server's tests, found through ECUMENE_TITLES: a long quiet one, and one that misbehaves."""

from __future__ import annotations

from typing import Any

import msgspec

from ecumene.kernel import Chance, Choose, Event, Meta, Place, Play, Seat, State, Viewer, together
from tests.kernel.titles import bazaar, frontier


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns: int = 20


class Road(State):
    turn: int
    turns: int
    miles: list[int]
    purses: list[int]

    def clone(self) -> Road:
        return Road(
            step=self.step, turn=self.turn, turns=self.turns, miles=list(self.miles), purses=list(self.purses)
        )


class RoadView(msgspec.Struct, frozen=True):
    turn: int
    miles: tuple[int, ...]
    purse: int | None


class Walked(Event, frozen=True, tag="walked"):
    seat: int
    miles: int


class Found(Event, frozen=True, tag="found"):
    coins: int


async def walk(game: Play[Road]) -> None:
    """march.1: one after the other says how far to walk."""
    state = game.state
    for n in range(len(state.miles)):
        seat = Seat(n)
        miles: int = await Choose(seat, "walk", (1, 2, 3, 99, 98), rule="march.1")
        if miles == 99:
            while True:  # a bug for the tests: it never ends
                pass
        if miles == 98:
            raise ZeroDivisionError("a bug for the tests")
        state.miles[seat] += miles
        game.tell(Walked(seat, miles))


async def search(game: Play[Road]) -> None:
    """march.2: all search at once, in secret; what they find only they know."""
    seats = [Seat(n) for n in range(len(game.state.miles))]
    await together({seat: look(game, seat) for seat in seats})


async def look(game: Play[Road], seat: Seat) -> None:
    where: int = await Choose(seat, "search", (1, 2, 3), rule="march.2", secret=True, ahead=True)
    coins = game.chance.roll(f"search {seat}", 6) if where != 3 else 0
    game.state.purses[seat] += coins
    game.tell(Found(coins), to=[seat])


class March:
    """A title of any length."""

    meta = Meta("march", "The long march", 1, (1, 2, 3, 4, 5))
    state_type = Road
    options_type = Options
    steps = {"walk": walk, "search": search}  # noqa: RUF012
    wire_types = (RoadView, Walked, Found, Options)

    def set_up(self, options: Options, seats: int, chance: Chance) -> Road:
        return Road(step="walk", turn=1, turns=options.turns, miles=[0] * seats, purses=[0] * seats)

    def play(self, state: Road, chance: Chance) -> Play[Road]:
        return Play(state, chance)

    def after(self, play: Play[Road]) -> str:
        state = play.state
        if state.step == "walk":
            return "search"
        state.turn += 1
        return "" if state.turn > state.turns else "walk"

    def view(self, state: Road, viewer: Viewer) -> RoadView:
        return RoadView(state.turn, tuple(state.miles), state.purses[viewer] if viewer >= 0 else None)

    def scramble(self, state: Road, viewer: Viewer, chance: Chance) -> None:
        for seat in range(len(state.purses)):
            if seat != viewer:
                state.purses[seat] = chance.roll("scramble", 6)

    def laws(self, state: Road) -> list[str]:
        return []

    def result(self, state: Road) -> list[Place]:
        best = sorted(range(len(state.miles)), key=lambda seat: -state.miles[seat] - state.purses[seat])
        return [Place(seat, n + 1, state.miles[seat] + state.purses[seat]) for n, seat in enumerate(best)]

    def interject(self, play: Any, seat: Seat, action: str) -> None:
        pass


TITLES: tuple[Any, ...] = (March(), bazaar.BAZAAR, frontier.FRONTIER)
