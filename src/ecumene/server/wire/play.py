"""Playing: the frames of the socket, the same things over HTTP, history and sandboxes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ecumene.kernel import Reason, View
from ecumene.server.wire.common import Asked, Count, Key, Line, Millis, Said, Text
from ecumene.server.wire.tables import Clock, Message, TableInfo

Path = tuple[str | int, ...]


# --- what a client says ------------------------------------------------------------------------------------------


class Heard(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    """Base of the frames that a client sends. Everything with a `key` is answered by `done` or `refused`."""


class SendAnswer(Heard, frozen=True, tag="answer"):
    """`decision` is the id of the decision that is answered, `version` that of the view it was seen in."""

    key: Key
    version: Count
    decision: Count
    answer: Any


class SendUndo(Heard, frozen=True, tag="undo"):
    key: Key
    version: Count


class SendRedo(Heard, frozen=True, tag="redo"):
    key: Key
    version: Count


class SendWait(Heard, frozen=True, tag="wait"):
    """Insist on waiting for those before me in the order."""

    key: Key
    version: Count


class SendCall(Heard, frozen=True, tag="call"):
    """Something outside the decisions that the title allows (leave the game)."""

    key: Key
    action: Annotated[str, Meta(max_length=60)]


class SendChat(Heard, frozen=True, tag="say"):
    key: Key
    text: Text
    to: tuple[int, ...] = ()


class SendSeen(Heard, frozen=True, tag="seen"):
    """The person has looked at the table as of this version (what is new since then is marked when he comes back)."""

    version: Count


class SendResync(Heard, frozen=True, tag="resync"):
    """Send everything again."""


class SendPing(Heard, frozen=True, tag="ping"):
    pass


Deed = SendAnswer | SendUndo | SendRedo | SendWait | SendCall
ClientFrame = Deed | SendChat | SendSeen | SendResync | SendPing


# --- what the server says ----------------------------------------------------------------------------------------


class Frame(msgspec.Struct, frozen=True, tag_field="t"):
    """Base of the frames that the server sends."""


class SyncFrame(Frame, frozen=True, tag="sync"):
    """Everything: first frame of a socket, and whenever a delta would not do. `log` is the latest part of the log."""

    version: int
    seen: int
    """The version that this person had last looked at."""
    now: Millis
    table: TableInfo
    view: View | None
    """None while the table has not started."""
    log: tuple[Line, ...]
    log_from: int
    """The log is complete for `at` >= this; earlier pages: `GET /api/tables/{id}/log?before=`."""
    chat: tuple[Message, ...]


class DeltaFrame(Frame, frozen=True, tag="delta"):
    """From the view of version `since` to that of `version`. Does not fit: ask for `resync`.

    First `gone`: take the key at each path away, or cut the list off there. Then `changes`: set each value; a place
    one past the end of a list appends. If `cut` is not None, throw away log lines with `at` > `cut`; append `log`.
    """

    since: int
    version: int
    gone: tuple[Path, ...]
    changes: tuple[tuple[Path, Any], ...]
    cut: int | None
    log: tuple[Line, ...]


class TableFrame(Frame, frozen=True, tag="table"):
    """Something about the table, not the game: people, presence, clocks, ballots, pace, status."""

    now: Millis
    table: TableInfo


class ClocksFrame(Frame, frozen=True, tag="clocks"):
    """The clocks alone, after an answer at a table that has them: take the place of `table.clocks`."""

    now: Millis
    clocks: tuple[Clock, ...]


class ChatFrame(Frame, frozen=True, tag="chat"):
    message: Message


class DoneFrame(Frame, frozen=True, tag="done"):
    """It is committed; `version` is the table's version (for chat: the message's number) that contains it."""

    key: str
    version: int


class RefusedFrame(Frame, frozen=True, tag="refused"):
    """Nothing has changed. `stale`: the view was old; the newer one is on its way, ask the person again."""

    key: str
    reason: Reason
    stale: bool


class PongFrame(Frame, frozen=True, tag="pong"):
    now: Millis


class ByeFrame(Frame, frozen=True, tag="bye"):
    """The last frame before the server closes; `again`: connect again at once, else there is no use."""

    why: Literal["slow", "signed_out", "not_allowed", "too_fast", "malformed", "closing", "gone"]
    again: bool


ServerFrame = (
    SyncFrame
    | DeltaFrame
    | TableFrame
    | ClocksFrame
    | ChatFrame
    | DoneFrame
    | RefusedFrame
    | PongFrame
    | ByeFrame
)


# --- looking back, trying things ---------------------------------------------------------------------------------


class LogPage(Said, frozen=True):
    """Complete for `first` <= at < `before`. `first` = 0: there is nothing earlier."""

    first: int
    before: int
    lines: tuple[Line, ...]


class Moment(Said, frozen=True):
    """A place to jump to on the timeline: answer `at` was the first after which something was told in the step."""

    at: int
    step: str


class Timeline(Said, frozen=True):
    length: int
    moments: tuple[Moment, ...]


class Then(Said, frozen=True):
    """The game as of `at` answers, for the same viewer; `lines` is what that answer made happen."""

    at: int
    length: int
    view: View
    lines: tuple[Line, ...]


class NewSandbox(Asked, frozen=True):
    """`at` None: from now."""

    at: Count | None = None


class Sandbox(Said, frozen=True):
    """A private copy to try things in. What its maker may not know is made up; he plays all the seats."""

    id: str
    table: str
    asked: tuple[int, ...]
    seat: int
    view: View
    lines: tuple[Line, ...]


class Try(Asked, frozen=True):
    """In a sandbox: answer for a seat (`answer` None: its default), or, with `undo`, take back."""

    seat: int
    answer: Any = None
    undo: bool = False


class Plan(Asked, frozen=True):
    """Answer this to decisions of a kind: to the next one (`until` None), or all until a step begins ("": always)."""

    kind: Annotated[str, Meta(max_length=60)]
    answer: Any
    until: Annotated[str, Meta(max_length=60)] | None = None


class Plans(Said, frozen=True):
    plans: tuple[Plan, ...]
