"""Who plays and who looks on."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", int)
Viewer = int  # a seat, or one of the two below
SPECTATOR: Viewer = -1
REFEREE: Viewer = -2  # sees everything a state holds; never the seed


def is_seat(viewer: Viewer) -> bool:
    return viewer >= 0
