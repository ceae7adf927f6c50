"""A title of the family: its components, parameters and list of steps, joined to the kernel's contract."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import msgspec

from ecumene.antiquity.catalogue import Catalogue, catalogue
from ecumene.antiquity.components import Components
from ecumene.antiquity.first_game import left_out, lesson_of
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.laws import broken
from ecumene.antiquity.leaving import announce
from ecumene.antiquity.rules import Rules
from ecumene.antiquity.scoring import ranking
from ecumene.antiquity.secrets import scramble
from ecumene.antiquity.setup import Options, lay_out
from ecumene.antiquity.state import Table
from ecumene.antiquity.succession import LastTurnCalled
from ecumene.antiquity.view import TableView, table_view
from ecumene.antiquity.wire import wire_types
from ecumene.atlas import board
from ecumene.kernel import Chance, Meta, Place, Refusal, Seat, Viewer

Step = Callable[[Any], Coroutine[Any, Any, None]]
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
    """The kernel's `Title` for this family: the steps of a turn, and for each scenario what comes before turn 1."""

    play_type: type[Antiquity] = Antiquity
    state_type: type[Table] = Table

    def __init__(
        self,
        meta: Meta,
        components: Components,
        rules: Rules,
        openings: Mapping[str, Steps],
        turn: Steps,
        options_type: type[msgspec.Struct],
    ) -> None:
        self.meta = meta
        self.components = components
        self.rules = rules
        self.options_type = options_type
        self.turn = tuple(name for name, _ in turn)
        self.openings = {scenario: tuple(name for name, _ in steps) for scenario, steps in openings.items()}
        self.steps: Mapping[str, Step] = dict([*(one for steps in openings.values() for one in steps), *turn])
        self._next = {scenario: _successors(names, self.turn) for scenario, names in self.openings.items()}

    def set_up(self, options: Options, seats: int, chance: Chance) -> Table:
        opening = self.openings[options.scenario]
        return lay_out(self.components, self.rules, options, seats, chance, opening[0])

    def play(self, state: Table, chance: Chance) -> Antiquity:
        return self.play_type(state, chance, self.components, self.rules, board(state.board))

    def after(self, play: Antiquity) -> str:
        """The next step of the list, unless the rules named another or the game is over.

        The thirteen phases in order, each for all at once (mega.order.1, mega.order.6, ruling A-02); a step that asks
        nobody is over at once (mega.order.7); what a lesson of the First Game will bring is left out (mega.first.4).
        Inside a step the kernel's `together` lets all act when they like (mega.order.2, mega.hid.19), and whoever
        insists wait for those before him (mega.order.3, D-02), who are not hurried by that (mega.order.4).
        """
        state = play.state
        if state.over:
            return ""
        following = self._next[state.scenario]
        name = state.goto or following[state.step]
        state.goto = ""
        while left_out(self.components.first_game, state, name):
            name = following[name]
        return name

    def view(self, state: Table, viewer: Viewer) -> TableView:
        return table_view(state, viewer, lesson_of(self.components.first_game, state))

    def catalogue(self) -> Catalogue:
        """What a client shows of the title itself; it never changes."""
        return catalogue(self.components, self.rules, self.openings, self.turn)

    @property
    def wire_types(self) -> tuple[type, ...]:
        """All that goes over the wire: view, catalogue, options, events, answers, bodies."""
        return (TableView, Catalogue, self.options_type, *wire_types())

    def scramble(self, state: Table, viewer: Viewer, chance: Chance) -> None:
        scramble(self.play(state, chance), viewer, chance)

    def laws(self, state: Table) -> list[str]:
        return broken(self.play(state, _NO_CHANCE))

    def result(self, state: Table) -> list[Place]:
        return ranking(self.play(state, _NO_CHANCE))

    def interject(self, play: Antiquity, seat: Seat, action: str) -> None:
        """What is said outside the decisions: "leave" and "stay" by a seat (mega.leave.1), "last_turn" by the table.

        Its time is up then: this turn is completed and is the last one (mega.setup.3, ruling A-14).
        """
        if action in ("leave", "stay"):
            announce(play, seat, action)
        elif action == "last_turn" and seat < 0:
            play.state.turn_limit = play.state.turn
            play.tell(LastTurnCalled(play.state.turn))
        else:
            raise Refusal("kernel.answer", "no_such_action", action=action)


def _successors(opening: Sequence[str], turn: Sequence[str]) -> dict[str, str]:
    order = (*opening, *turn)
    return dict(zip(order, (*order[1:], turn[0]), strict=True))
