"""A table: its title, line-up, pace, people, and what the table itself decides."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from ecumene.kernel import Place
from ecumene.server.wire.common import (
    NO_NUL,
    Asked,
    Count,
    Key,
    Millis,
    Name,
    Person,
    Said,
    SeatNumber,
    Text,
)

Status = Literal["open", "running", "paused", "ended", "broken"]
Role = Literal["host", "player", "spectator", "none"]
Watching = Literal["none", "live", "delayed"]
Visibility = Literal["private", "listed"]
BallotKind = Literal["pause", "resume", "rewind", "replace", "abandon"]
Bot = Annotated[str, Meta(min_length=1, max_length=40)]
Minute = Annotated[int, Meta(ge=0, le=1439)]


class Pace(Asked, frozen=True):
    """How long a seat may think, in seconds.

    `free`: no clock. `live` and `mail`: each decision has `each` seconds (the trade floor `floor`), then the seat's
    `bank` runs; when that is empty too, the decision's default is answered. `credit` is added to the bank at each new
    turn, up to `cap`. With `window` (minutes of the day in `zone`) the clocks stand still outside of it.
    """

    kind: Literal["free", "live", "mail"] = "free"
    each: Count = 0
    floor: Count = 0
    bank: Count = 0
    credit: Count = 0
    cap: Count = 0
    window: tuple[Minute, Minute] | None = None
    zone: Annotated[str, Meta(max_length=60)] = "UTC"


class NewTable(Asked, frozen=True):
    title: Annotated[str, Meta(max_length=60)]
    seats: Annotated[int, Meta(ge=1, le=18)]
    name: Name = "A table"
    options: dict[str, Any] = {}  # noqa: RUF012 - msgspec copies it
    pace: Pace = Pace()
    visibility: Visibility = "private"
    watching: Watching = "live"
    delay: Annotated[int, Meta(ge=0, le=1440)] = 30
    """Minutes by which watchers lag when `watching` is `delayed`."""
    autostart: bool = True
    """Start as soon as every seat is taken; otherwise when the host says so."""
    bots: tuple[Bot | None, ...] = ()
    """Who sits where from the start: a bot's key, or None. The host gets the first free seat with `sit`."""
    sit: bool = True
    bot_delay: Annotated[int, Meta(ge=0, le=10_000)] = 400
    """Milliseconds that a bot waits before each answer, so that it can be watched."""


class ChangeTable(Asked, frozen=True):
    """By the host; everything but name, bot_delay, visibility and watching only before the start."""

    name: Name | None = None
    options: dict[str, Any] | None = None
    seats: Annotated[int, Meta(ge=1, le=18)] | None = None
    pace: Pace | None = None
    visibility: Visibility | None = None
    watching: Watching | None = None
    delay: Annotated[int, Meta(ge=0, le=1440)] | None = None
    autostart: bool | None = None
    bot_delay: Annotated[int, Meta(ge=0, le=10_000)] | None = None


class SeatInfo(Said, frozen=True):
    """`person` owns the seat. `bot` plays it now (in the owner's place when `away`)."""

    seat: int
    person: Person | None
    bot: str | None
    away: bool
    online: bool


class Clock(Said, frozen=True):
    """`deadline` (None: not running) is when the bank, too, will be empty; `soft` when the bank begins to run."""

    seat: int
    bank: int
    soft: Millis | None
    deadline: Millis | None


class Ballot(Said, frozen=True):
    """Something the table decides together. `seat` for replace, `to` (a place in the line of play) for rewind."""

    id: int
    kind: BallotKind
    by: int
    seat: int | None
    to: int | None
    bot: str | None
    yes: tuple[int, ...]
    no: tuple[int, ...]
    needed: int


class You(Said, frozen=True):
    """What the reader is at this table. `seat` is None for watchers and strangers."""

    role: Role
    seat: int | None
    may_join: bool
    may_watch: bool


class TableInfo(Said, frozen=True):
    id: str
    title: str
    title_version: int
    name: str
    options: Any
    seats: tuple[SeatInfo, ...]
    pace: Pace
    status: Status
    visibility: Visibility
    watching: Watching
    delay: int
    autostart: bool
    bot_delay: int
    host: Person
    you: You
    version: int
    commitment: str
    seed: str | None
    """Told when the game is over, so that everybody can check the shuffles."""
    clocks: tuple[Clock, ...]
    ballots: tuple[Ballot, ...]
    result: tuple[Place, ...]
    watchers: int
    created: Millis
    started: Millis | None
    ended: Millis | None
    rematch: str | None
    trouble: str | None
    """Why the table is `broken`, in words."""


class Summary(Said, frozen=True):
    """One row of the lobby."""

    id: str
    title: str
    name: str
    status: Status
    pace: Pace
    seats: int
    people: tuple[Person, ...]
    bots: int
    free: int
    host: Person
    you: Role
    seat: int | None
    needs_me: bool
    deadline: Millis | None
    step: str
    version: int
    unseen: int
    updated: Millis


class Lobby(Said, frozen=True):
    """`mine`: those that need me first, then the latest; `open`: with a free seat; `watch`: to look on."""

    mine: tuple[Summary, ...]
    open: tuple[Summary, ...]
    watch: tuple[Summary, ...]


class TakeSeat(Asked, frozen=True):
    """`seat` None: the first free one."""

    seat: SeatNumber | None = None


class SetSeat(Asked, frozen=True):
    """By the host: put a bot there, empty it (bot None), or, for an absent player, let a bot sit in."""

    bot: Bot | None = None


class NewInvite(Asked, frozen=True):
    role: Literal["player", "spectator"] = "player"
    seat: SeatNumber | None = None
    uses: Annotated[int, Meta(ge=1, le=100)] = 18
    days: Annotated[int, Meta(ge=1, le=365)] = 30


class Invite(Said, frozen=True):
    """`path` holds the secret in its fragment and is told only once, to who made it."""

    id: str
    role: Literal["player", "spectator"]
    seat: int | None
    uses: int
    expires: Millis
    path: str | None = None


class Redeemed(Said, frozen=True):
    table: str
    role: Role
    seat: int | None


class Propose(Asked, frozen=True):
    kind: BallotKind
    seat: SeatNumber | None = None
    to: Count | None = None
    bot: Bot | None = None


class Vote(Asked, frozen=True):
    yes: bool


class Message(Said, frozen=True):
    """`to` empty: said to the whole table, watchers included."""

    n: int
    at: Millis
    by: Person
    seat: int | None
    to: tuple[int, ...]
    text: str


class Say(Asked, frozen=True):
    key: Key
    text: Text
    to: tuple[SeatNumber, ...] = ()


class Notes(Asked, frozen=True):
    text: Annotated[str, Meta(max_length=20_000, pattern=NO_NUL)]
