"""A title of the family: its catalogue, parameters and list of steps, joined to the kernel's contract."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import msgspec

from ecumene.antiquity.catalog import Catalog
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.laws import broken
from ecumene.antiquity.rules import Rules
from ecumene.antiquity.scoring import ranking
from ecumene.antiquity.secrets import scramble
from ecumene.antiquity.setup import lay_out
from ecumene.antiquity.state import Table
from ecumene.antiquity.view import TableView, table_view
from ecumene.atlas import board
from ecumene.kernel import Chance, Meta, Place, Refusal, Seat, Viewer

Step = Callable[[Any], Awaitable[None]]
Steps = Sequence[tuple[str, Step]]

_NO_CHANCE = Chance("00" * 32)  # where nothing is drawn


def replaced(steps: Steps, **others: Step) -> Steps:
    """The same list with some named steps replaced (`_4b=...` for step "4b": names may begin with a digit)."""
    given = {name.lstrip("_"): step for name, step in others.items()}
    unknown = given.keys() - {name for name, _ in steps}
    if unknown:
        raise KeyError(f"no such steps: {', '.join(sorted(unknown))}")
    return [(name, given.get(name, step)) for name, step in steps]


class AntiquityTitle:
    """The kernel's `Title` for this family. `turn` is the list of steps of a turn, `opening` what comes before turn 1."""

    play_type: type[Antiquity] = Antiquity
    state_type: type[Table] = Table

    def __init__(
        self,
        meta: Meta,
        catalog: Catalog,
        rules: Rules,
        opening: Steps,
        turn: Steps,
        options_type: type[msgspec.Struct],
    ) -> None:
        self.meta = meta
        self.catalog = catalog
        self.rules = rules
        self.options_type = options_type
        self.opening = [name for name, _ in opening]
        self.turn = [name for name, _ in turn]
        self.steps: Mapping[str, Step] = dict([*opening, *turn])
        order = [*self.opening, *self.turn]
        self._next = dict(zip(order, [*order[1:], self.turn[0]], strict=True))

    def set_up(self, options: Any, seats: int, chance: Chance) -> Table:
        return lay_out(self.catalog, options, seats, chance, self.opening[0])

    def play(self, state: Table, chance: Chance) -> Antiquity:
        return self.play_type(state, chance, self.catalog, self.rules, board(state.board))

    def after(self, play: Antiquity) -> str:
        """The next step of the list, unless the rules named another or the game is over."""
        state = play.state
        if state.over:
            return ""
        if state.goto:
            name, state.goto = state.goto, ""
            return name
        return self._next[state.step]

    def view(self, state: Table, viewer: Viewer) -> TableView:
        return table_view(state, viewer)

    def scramble(self, state: Table, viewer: Viewer, chance: Chance) -> None:
        scramble(self.play(state, chance), viewer, chance)

    def laws(self, state: Table) -> list[str]:
        return broken(self.play(state, _NO_CHANCE))

    def result(self, state: Table) -> list[Place]:
        return ranking(self.play(state, _NO_CHANCE))

    def interject(self, play: Antiquity, seat: Seat, action: str) -> None:
        raise Refusal("kernel.answer", "no_such_action", action=action)
