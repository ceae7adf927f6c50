"""The smallest title there is: one step, whose rule a test brings along."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

import msgspec

from ecumene.kernel import (
    Chance,
    Choose,
    Chosen,
    Event,
    Game,
    Meta,
    Place,
    Play,
    Refusal,
    Seat,
    State,
    Viewer,
)

SEED = "11" * 32
A, B, C = Seat(0), Seat(1), Seat(2)


class Note(Event, frozen=True, tag="note"):
    text: str


class Sheet(State):
    """Anything a rule wants to write down; `secret` belongs to one seat each."""

    notes: list[str] = msgspec.field(default_factory=list)
    secret: dict[int, int] = msgspec.field(default_factory=dict)
    turns: int = 1

    def clone(self) -> Sheet:
        return Sheet(step=self.step, notes=self.notes.copy(), secret=self.secret.copy(), turns=self.turns)


class Seen(msgspec.Struct, frozen=True):
    notes: list[str]
    secret: int | None


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns: int = 1


Rule = Callable[[Any], Coroutine[Any, Any, None]]


class Toy:
    """`rule` is the step "play", done `turns` times."""

    meta: ClassVar = Meta("toy", "Toy", 1, (1, 2, 3))
    state_type: ClassVar = Sheet
    options_type: ClassVar = Options

    def __init__(self, rule: Rule, idle: Rule | None = None) -> None:
        self.steps = {"play": rule, "idle": idle or rule}
        self.idle = idle is not None

    def set_up(self, options: Options, seats: int, chance: Chance) -> Sheet:
        return Sheet(step="play", turns=options.turns, secret={seat: seat + 10 for seat in range(seats)})

    def play(self, state: Sheet, chance: Chance) -> Play[Sheet]:
        return Play(state, chance)

    def after(self, play: Play[Sheet]) -> str:
        if play.state.step == "play" and self.idle:
            return "idle"
        play.state.turns -= 1
        return "play" if play.state.turns else ""

    def view(self, state: Sheet, viewer: Viewer) -> Seen:
        return Seen(state.notes, state.secret.get(viewer))

    def scramble(self, state: Sheet, viewer: Viewer, chance: Chance) -> None:
        for seat in state.secret:
            if seat != viewer:
                state.secret[seat] = chance.below("secret", 100)

    def laws(self, state: Sheet) -> list[str]:
        return []

    def result(self, state: Sheet) -> list[Place]:
        return [Place(seat, 1, 0) for seat in state.secret]

    def interject(self, play: Play[Sheet], seat: Seat, action: str) -> None:
        play.state.notes.append(action)
        if action == "half done":
            raise Refusal("toy.1", "no")


def toy(rule: Rule, seats: int = 2, turns: int = 1, idle: Rule | None = None) -> Game:
    return Game(Toy(rule, idle), Options(turns), seats, SEED)


def ask(seat: Seat, kind: str = "pick_one", most: int = 3, **more: Any) -> Choose[int]:
    """A number from 1 to `most`."""
    return Choose(seat, kind, range(1, most + 1), rule="toy.1", **more)


def say(number: int) -> Chosen:
    return Chosen(number)


async def turns(game: Play[Sheet]) -> None:
    """A and B in turn, three times each; 3 rolls a die, 2 tells the one who answers something."""
    for seat in (A, B) * 3:
        number = await ask(seat)
        game.state.notes.append(f"{seat}:{number}")
        if number == 3:
            game.state.notes.append(f"rolled {game.chance.roll('die', 6)}")
        if number == 2:
            game.tell(Note("psst"), to=[seat])


async def alone(game: Play[Sheet]) -> None:
    """A answers four times."""
    for _ in range(4):
        game.state.notes.append(str(await ask(A)))
