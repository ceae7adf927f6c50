"""A game as one viewer may know it: seat, spectator or referee."""

from __future__ import annotations

from typing import Any

import msgspec

from ecumene.kernel.decision import Described
from ecumene.kernel.seat import REFEREE, Seat, Viewer
from ecumene.kernel.step import Step
from ecumene.kernel.title import Place


class Pending(msgspec.Struct, frozen=True):
    """Who is asked; what about, unless that is secret."""

    seat: int
    kind: str
    rule: str
    waiting: bool


class View(msgspec.Struct, frozen=True):
    """A game as one viewer may know it."""

    version: int
    step: str
    table: Any
    pending: tuple[Pending, ...]
    decision: Described | None
    undo: bool
    redo: bool
    ended: bool
    result: tuple[Place, ...]
    commitment: str


def told_pending(step: Step, viewer: Viewer, seat: Seat) -> Pending:
    decision = step.pending[seat]
    waiting = step.is_waiting(seat)
    if decision.secret and viewer not in (seat, REFEREE):
        return Pending(seat, "", "", waiting)
    return Pending(seat, decision.kind, decision.rule, waiting)
