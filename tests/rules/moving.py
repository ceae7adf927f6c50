"""Scenes in the movement phase, with orders in words."""

from __future__ import annotations

from typing import Any

import msgspec

from ecumene.antiquity.movement.decision import Move
from ecumene.antiquity.movement.orders import MoveBody
from ecumene.antiquity.movement.phase import movement
from ecumene.antiquity.testing import Scene
from ecumene.kernel import Refusal
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION


def scene(pieces: str, advances: dict[str, str] | None = None, order: str = "", **more: object) -> Scene:
    """A scene in the movement phase; `order` names who comes first in census order."""
    s = Scene(more.pop("title", MEGA_CIVILIZATION), 9, pieces, advances=advances, **more)  # type: ignore[arg-type]
    if order:
        first = [int(s.seat(civ)) for civ in order.split()]
        s.game.state.order = first + [seat for seat in s.game.state.order if seat not in first]
    return s.run(movement)


def raw(s: Scene, order: str, **fields: Any) -> dict[str, Any]:
    """An answer: areas by their keys."""
    for name in ("start", "to", "via", "at", "token"):
        if isinstance(fields.get(name), str):
            fields[name] = s.area(fields[name])
    for name in ("way", "tokens"):
        if isinstance(fields.get(name), str):
            fields[name] = [s.area(key) for key in fields[name].split()]
    return {"shape": "orders", "order": {"order": order, **fields}}


def do(s: Scene, civ: str, order: str, **fields: Any) -> Scene:
    return s.answer(civ, raw(s, order, **fields))


def no(s: Scene, civ: str, order: str, **fields: Any) -> Refusal:
    """The refusal; and nothing has changed by asking."""
    before = msgspec.json.encode(s.game.state)
    refusal = s.refused(civ, raw(s, order, **fields))
    assert msgspec.json.encode(s.game.state) == before
    return refusal


def march(s: Scene, civ: str, start: str, to: str, number: int = 1, **more: Any) -> Scene:
    return do(s, civ, "march", start=start, to=to, number=number, **more)


def body(s: Scene, civ: str) -> MoveBody:
    decision = s.asked(civ)
    assert isinstance(decision, Move)
    return decision.body()
