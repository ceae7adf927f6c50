"""A game is a function of its answers: title, options, seats, seed and the ordered answers; the rest is derived.

Between steps the state is plain data (a checkpoint). Inside a step, any moment is the checkpoint's clone plus the replay
of the answers since. Save, load, crash recovery, undo, fork and proof are this one mechanism.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from .chance import Chance, commitment, new_seed
from .decision import Answer, Decision, Described
from .event import Told
from .refusal import BadRecord, Refusal
from .seat import REFEREE, Seat, Viewer, is_seat
from .step import Step
from .title import Place, Play, Title

MAX_ANSWER_BYTES = 65_536
_KEPT_CHECKPOINTS = 24
_IDLE_STEPS = 10_000


class Given(msgspec.Struct, frozen=True, tag="answer", tag_field="entry"):
    """A seat answered. `digest` is that of the decision it answered; `by` says who gave it (seat, clock, bot, plan)."""

    seat: int
    answer: Any
    digest: int
    by: str = "seat"


class Waited(msgspec.Struct, frozen=True, tag="wait", tag_field="entry"):
    """A seat insists on waiting for those before it in the order."""

    seat: int


class Called(msgspec.Struct, frozen=True, tag="call", tag_field="entry"):
    """A seat did something outside its decisions (`Title.interject`)."""

    seat: int
    action: str


class Undone(msgspec.Struct, frozen=True, tag="undo", tag_field="entry"):
    """The line of play was cut back to its first `to` entries."""

    to: int
    seat: int
    by: str = "seat"


Entry = Given | Waited | Called | Undone


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


class _Checkpoint:
    __slots__ = ("chance", "length", "logged", "serial", "state")

    def __init__(self, length: int, state: Any, chance: Chance, serial: int, logged: int) -> None:
        self.length = length
        self.state = state
        self.chance = chance
        self.serial = serial
        self.logged = logged


class Game:
    """One game of one title. `journal` only grows (undo is an entry); `line` is the line of play that it leads to."""

    def __init__(
        self,
        title: Title,
        options: Any,
        seats: int,
        seed: str | None = None,
    ) -> None:
        if seats not in title.meta.seats:
            raise Refusal("kernel.start", "wrong_seats", seats=seats, allowed=list(title.meta.seats))
        self.title = title
        self.options = options
        self.seats = seats
        self.seed: str | None = seed or new_seed()
        self.commitment = commitment(self.seed)
        self.journal: list[Entry] = []
        self.line: list[Given | Waited | Called] = []
        self._bounds: list[bool] = []  # for each entry of the line: was something learned by it
        self._undone: dict[Seat, list[Given]] = {}
        chance = Chance(self.seed)
        self.play: Play[Any] = title.play(title.set_up(options, seats, chance), chance)
        self._step: Step | None = None
        self._checkpoints: list[_Checkpoint] = []
        self._serial = 0
        self._first = 0  # a fork begins here: no way back before it
        self._run()

    # -- what is the case -----------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def version(self) -> int:
        """Grows with every entry of the journal."""
        return len(self.journal)

    @property
    def ended(self) -> bool:
        return self._step is None

    @property
    def pending(self) -> dict[Seat, Decision[Any]]:
        return self._step.pending if self._step else {}

    def due(self) -> list[Seat]:
        """The seats that are asked and do not insist on waiting for others."""
        step = self._step
        return [seat for seat in sorted(step.pending) if not step.is_waiting(seat)] if step else []

    def legal(self, seat: Seat) -> Decision[Any] | None:
        """The decision that `seat` is asked, which checks, samples and describes its answers."""
        return self.pending.get(seat)

    def result(self) -> list[Place]:
        return self.title.result(self.state)

    def digest(self) -> str:
        """Of the state; free of the order in which dicts were filled."""
        return hashlib.blake2b(msgspec.json.encode(self.state, order="deterministic"), digest_size=16).hexdigest()

    def events(self, viewer: Viewer, since: int = 0) -> Iterator[Told]:
        """The log from its entry number `since` on, as far as `viewer` may see it."""
        log = self.play.log
        return (log[n] for n in range(since, len(log)) if log[n].seen_by(viewer))

    def view(self, viewer: Viewer) -> View:
        step = self._step
        pending: tuple[Pending, ...] = ()
        decision: Described | None = None
        if step is not None:
            pending = tuple(self._pending_for(viewer, seat) for seat in sorted(step.pending))
            own = step.pending.get(Seat(viewer)) if is_seat(viewer) else None
            if own is not None:
                decision = own.describe(step.can_wait(own.seat), step.is_waiting(own.seat))
        seat = Seat(viewer)
        return View(
            self.version, self.state.step, self.title.view(self.state, viewer), pending, decision,
            is_seat(viewer) and self.can_undo(seat), is_seat(viewer) and bool(self._undone.get(seat)),
            self.ended, tuple(self.result()) if self.ended else (), self.commitment,
        )  # fmt: skip

    def _pending_for(self, viewer: Viewer, seat: Seat) -> Pending:
        assert self._step is not None
        decision = self._step.pending[seat]
        waiting = self._step.is_waiting(seat)
        if decision.secret and viewer not in (seat, REFEREE):
            return Pending(seat, "", "", waiting)
        return Pending(seat, decision.kind, decision.rule, waiting)

    # -- acting -----------------------------------------------------------------------------------------------------

    def answer(self, seat: Seat, raw: object, decision: int | None = None, by: str = "seat") -> None:
        """Answer what `seat` is asked. Raises `Refusal`, and then nothing has changed.

        `decision` is the id of the decision that the answer was meant for: a stale one is refused.
        """
        asked = self._asked(seat, decision)
        if isinstance(raw, (bytes, str)) and len(raw) > MAX_ANSWER_BYTES:
            raise Refusal("kernel.answer", "too_long", limit=MAX_ANSWER_BYTES)
        answer = asked.decode(raw)
        refusal = asked.check(answer)
        if refusal is not None:
            raise refusal
        self._undone.clear()
        self._accept(asked, answer, by)

    def answer_default(self, seat: Seat, by: str = "clock") -> None:
        """Time ran out: the decision's default is answered."""
        self.answer(seat, self._asked(seat, None).fallback(), by=by)

    def wait(self, seat: Seat) -> None:
        """Insist on waiting for those before `seat` in the order; answering withdraws it."""
        self._asked(seat, None)
        step = self._step
        assert step is not None
        if not step.can_wait(seat):
            raise Refusal("kernel.wait", "nobody_before")
        step.wait(seat)
        self._note(Waited(seat), False)

    def call(self, seat: Seat, action: str) -> None:
        """Something outside the decisions, as the title allows it (`Title.interject`)."""
        if self.ended:
            raise Refusal("kernel.answer", "game_over")
        self.title.interject(self.play, seat, action)
        self._note(Called(seat, action), True)

    def _asked(self, seat: Seat, decision: int | None) -> Decision[Any]:
        if self._step is None:
            raise Refusal("kernel.answer", "game_over")
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise Refusal("kernel.answer", "no_such_seat", seat=seat)
        asked = self._step.pending.get(seat)
        if asked is None:
            raise Refusal("kernel.answer", "not_asked", seat=seat)
        if decision is not None and decision != asked.id:
            raise Refusal("kernel.answer", "stale", asked=asked.id, answered=decision)
        return asked

    def _accept(self, asked: Decision[Any], answer: Answer, by: str) -> None:
        entry = Given(asked.seat, answer, asked.digest(), by)
        play = self.play
        drawn = play.chance.drawn
        play.learned = False
        play.at = len(self.line) + 1
        step = self._step
        assert step is not None
        try:
            step.resume(asked.seat, asked.value(answer))
            self._serial = step.serial
            if step.done:
                self._leave_step()
        except BaseException:
            self._restore(len(self.line))  # a bug in the rules costs this answer, not the game
            raise
        self._note(entry, self.play.learned or self.play.chance.drawn != drawn)

    def _note(self, entry: Given | Waited | Called, learned: bool) -> None:
        self.journal.append(entry)
        self.line.append(entry)
        self._bounds.append(learned)

    # -- steps ------------------------------------------------------------------------------------------------------

    def _leave_step(self) -> None:
        self.state.step = self.title.after(self.play)
        self._run()

    def _run(self) -> None:
        """Start the step named by the state, and those after it, until somebody is asked or the game is over."""
        play = self.play
        for _ in range(_IDLE_STEPS):
            name = play.state.step
            if not name:
                self._step = None
                return
            self._keep_checkpoint()
            self._step = step = Step(self.title.steps[name](play), self._serial)  # type: ignore[arg-type]
            self._serial = step.serial
            if not step.done:
                return
            play.state.step = self.title.after(play)
        raise RuntimeError(f"{_IDLE_STEPS} steps in a row asked nobody anything")

    def _keep_checkpoint(self) -> None:
        play = self.play
        kept = self._checkpoints
        here = _Checkpoint(play.at, play.state.clone(), play.chance.clone(), self._serial, len(play.log))
        if kept and kept[-1].length == here.length:
            kept[-1] = here if len(kept) > 1 else kept[-1]
            if len(kept) == 1:
                kept.append(here)
        else:
            kept.append(here)
        if len(kept) > _KEPT_CHECKPOINTS:
            del kept[1]  # the first one always stays: everything can be replayed from there

    def _restore(self, length: int) -> None:
        """Go to the moment after the first `length` entries of the line."""
        kept = self._checkpoints
        while kept[-1].length > length:
            kept.pop()
        base = kept[-1]
        log = self.play.log[: base.logged]
        line = self.line
        bounds = self._bounds[: base.length]
        self.play = self.title.play(base.state.clone(), base.chance.clone())
        self.play.log = log
        self.play.at = base.length
        self._serial = base.serial
        self.line = line[: base.length]
        self._bounds = bounds
        kept.pop()  # _run keeps it again
        if not kept:
            kept.append(base)
        journal, self.journal = self.journal, []
        try:
            self._run()
            for entry in line[base.length : length]:
                self._replay(entry)
        finally:
            self.journal = journal

    def _replay(self, entry: Given | Waited | Called) -> None:
        """Apply a recorded entry; what no longer fits is a `BadRecord`."""
        place = len(self.line) + 1
        try:
            if isinstance(entry, Given):
                asked = self._asked(Seat(entry.seat), None)
                if asked.digest() != entry.digest:
                    raise BadRecord(0, f"answer {place}: the decision differs from the recorded one ({asked!r})")
                answer = asked.decode(entry.answer)
                refusal = asked.check(answer)
                if refusal is not None:
                    raise refusal
                self._accept(asked, answer, entry.by)
            elif isinstance(entry, Waited):
                self.wait(Seat(entry.seat))
            else:
                self.call(Seat(entry.seat), entry.action)
        except Refusal as refusal:
            raise BadRecord(0, f"answer {place}, seat {entry.seat}: {refusal}") from None

    # -- going back -------------------------------------------------------------------------------------------------

    def can_undo(self, seat: Seat) -> bool:
        """The last thing that happened is an answer of this seat, and nobody learned anything by it."""
        if len(self.line) <= self._first:
            return False
        last = self.line[-1]
        return isinstance(last, Given) and last.seat == seat and last.by == "seat" and not self._bounds[-1]

    def undo(self, seat: Seat) -> None:
        """Take back the seat's own last answer."""
        if not self.can_undo(seat):
            raise Refusal("kernel.undo", "nothing_to_undo")
        last = self.line[-1]
        assert isinstance(last, Given)
        undone = self._undone
        self._cut(len(self.line) - 1, seat, "seat")
        undone.setdefault(seat, []).append(last)

    def redo(self, seat: Seat) -> None:
        """Give again what was last undone."""
        undone = self._undone.get(seat)
        if not undone:
            raise Refusal("kernel.undo", "nothing_to_redo")
        rest = self._undone
        last = undone.pop()
        asked = self._asked(seat, None)
        self._accept(asked, asked.decode(last.answer), "seat")
        self._undone = rest

    def rewind(self, length: int, by: str = "table", seat: Seat = Seat(-1)) -> None:
        """Go back further than a seat may by itself, to the first `length` entries: the table agreed."""
        if not self._first <= length < len(self.line):
            raise Refusal("kernel.undo", "no_such_moment", first=self._first, last=len(self.line) - 1, asked=length)
        self._undone.clear()
        self._cut(length, seat, by)

    def _cut(self, length: int, seat: Seat, by: str) -> None:
        self._restore(length)
        self.journal.append(Undone(length, seat, by))

    # -- other lines of play ----------------------------------------------------------------------------------------

    def fork(self, viewer: Viewer | None = None, seed: str | None = None) -> Game:
        """A game that goes on from here by itself, for looking ahead. It never holds the true future chance.

        With `viewer`, what that viewer may not know is replaced by something else that is possible.
        """
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.journal = list(self.journal)
        twin.line = list(self.line)
        twin._bounds = list(self._bounds)
        twin._checkpoints = list(self._checkpoints)
        twin._undone = {}
        if self._step is not None:
            twin._restore(len(self.line))
        else:
            twin.play = self.title.play(self.state.clone(), self.play.chance.clone())
            twin.play.log = list(self.play.log)
            twin.play.at = self.play.at
        twin.seed = None
        twin._first = len(twin.line)
        fresh = Chance(seed or new_seed())
        twin.play.chance = fresh
        if viewer is not None:
            self.title.scramble(twin.play.state, viewer, fresh)
        return twin

    def at(self, length: int) -> Game:
        """The game as it was after the first `length` entries of its line: its own object, same seed, for replay."""
        if not 0 <= length <= len(self.line):
            raise Refusal("kernel.undo", "no_such_moment", first=0, last=len(self.line), asked=length)
        twin = Game(self.title, self.options, self.seats, self._own_seed())
        twin.replay(self.line[:length])
        return twin

    def replay(self, entries: Iterable[Entry]) -> None:
        """Apply the entries of a journal. Raises `BadRecord` (line 0) with the number of the answer that does not fit."""
        for entry in entries:
            if isinstance(entry, Undone):
                if not self._first <= entry.to < len(self.line):
                    raise BadRecord(0, f"undo to {entry.to}, but there are {len(self.line)} answers")
                self._undone.clear()
                self._cut(entry.to, Seat(entry.seat), entry.by)
            else:
                self._replay(entry)

    def _own_seed(self) -> str:
        if self.seed is None:
            raise Refusal("kernel.fork", "no_seed")
        return self.seed

    def __repr__(self) -> str:
        return f"<Game {self.title.meta.key}, {self.seats} seats, {len(self.line)} answers, step {self.state.step!r}>"
