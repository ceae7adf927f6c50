"""What all messages are made of. Times are whole milliseconds since 1970 (UTC), durations whole seconds."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ecumene.kernel import Reason

Millis = int
NO_NUL = r"^[^\x00]*$"  # PostgreSQL takes it in no text
Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=NO_NUL)]
Text = Annotated[str, Meta(min_length=1, max_length=2000, pattern=NO_NUL)]
Key = Annotated[str, Meta(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]
"""Made up by the client, new for each thing it does, the same when it tries again: done twice is done once."""
SeatNumber = Annotated[int, Meta(ge=0, le=17)]
Count = Annotated[int, Meta(ge=0, le=10_000_000)]


class Said(msgspec.Struct, frozen=True):
    """Base of what the server says."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of what a client asks: an unknown field is an error, never ignored."""


class Problem(Said, frozen=True):
    """The body of every HTTP error. `reason` when a rule (of the game or of the table) says no."""

    status: int
    error: str
    detail: str = ""
    reason: Reason | None = None


class Person(Said, frozen=True):
    id: str
    name: str
    guest: bool


class Line(Said, frozen=True):
    """One entry of the log. `at`: after how many answers of the line of play; `private`: not told to everybody."""

    at: int
    step: str
    event: Any
    private: bool
