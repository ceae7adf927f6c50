"""What happened, as typed entries with an audience. No prose: a client words them."""

from __future__ import annotations

import msgspec

from ecumene.kernel.seat import REFEREE, Seat, Viewer


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Base of a title's events: one small Struct per kind of event, its fields the arguments."""


class Told(msgspec.Struct, frozen=True):
    """One entry of the log: after how many answers, in which step, to whom (None: everybody), what."""

    at: int
    step: str
    event: Event
    to: tuple[Seat, ...] | None = None

    def seen_by(self, viewer: Viewer) -> bool:
        return self.to is None or viewer == REFEREE or viewer in self.to
