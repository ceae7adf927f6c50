"""What a game title gives to the kernel, and what its rules get from it."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from ecumene.kernel.chance import Chance
from ecumene.kernel.event import Event, Told
from ecumene.kernel.seat import Seat, Viewer


class State(msgspec.Struct, kw_only=True):
    """Base of a title's state: plain data of whole numbers; `step` names the step to come ("" when the game is over).

    Nothing static is in it (map, cards), no log, no prose, and it survives encode and decode.
    """

    step: str

    def clone(self) -> Any:
        """An independent copy. Written by hand in each title, one line a field: this is on the fast path."""
        raise NotImplementedError


S = TypeVar("S", bound=State)


class Play(Generic[S]):
    """What a rule works with: the state, chance, and a way to tell what happened. Titles subclass it with accessors."""

    __slots__ = ("at", "chance", "learned", "log", "state")

    def __init__(self, state: S, chance: Chance) -> None:
        self.state = state
        self.chance = chance
        self.log: list[Told] = []
        self.at = 0  # how many answers the game has
        self.learned = False  # somebody saw something new since the last answer: no undo beyond it

    def tell(self, event: Event, to: Iterable[Seat] | None = None) -> None:
        """Log an event for everybody, or for some seats only (who then have learned something)."""
        if to is None:
            self.log.append(Told(self.at, self.state.step, event))
        else:
            self.learned = True
            self.log.append(Told(self.at, self.state.step, event, tuple(to)))


class Place(msgspec.Struct, frozen=True):
    """A seat's final place (1 = first; equal places are shared), its points and how they came about."""

    seat: int
    place: int
    points: int
    parts: dict[str, int] = {}


class Meta(msgspec.Struct, frozen=True):
    """A title's card in the catalogue."""

    key: str
    name: str
    version: int
    seats: tuple[int, ...]
    family: str = ""
    first: bool = False  # the one to begin with, for who knows none of them


StepRule = Callable[[Any], Coroutine[Any, Any, None]]


class Title(Protocol):
    """The contract of a title. Everything else (save, undo, views over the wire, clocks, chat) is not its business."""

    @property
    def meta(self) -> Meta: ...

    @property
    def state_type(self) -> type[Any]: ...

    @property
    def options_type(self) -> type[msgspec.Struct]: ...

    @property
    def steps(self) -> Mapping[str, StepRule]: ...

    def set_up(self, options: Any, seats: int, chance: Chance) -> Any:
        """The state before the first step. Raises `Refusal` for options that do not go together."""

    def play(self, state: Any, chance: Chance) -> Play[Any]:
        """The object that the step rules get."""

    def after(self, play: Any) -> str:
        """The step that follows the one just finished ("": the game is over)."""

    def view(self, state: Any, viewer: Viewer) -> msgspec.Struct:
        """What `viewer` may know, built from an allow-list."""

    def scramble(self, state: Any, viewer: Viewer, chance: Chance) -> None:
        """Replace, in place, what `viewer` may not know by something else that is possible."""

    def laws(self, state: Any) -> list[str]:
        """Which laws of conservation the state breaks (none, unless there is a bug)."""

    def result(self, state: Any) -> list[Place]:
        """The ranking if the game ended now, best first."""

    def interject(self, play: Any, seat: Seat, action: str) -> None:
        """Something a seat or the table does outside its decisions (leave the game). Raises `Refusal` if it cannot."""
