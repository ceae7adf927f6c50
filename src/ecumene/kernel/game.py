"""A game is a function of its answers: title, options, seats, seed and the ordered answers; the rest is derived.

Between steps the state is plain data (a checkpoint). Inside a step, any moment is the checkpoint's clone plus the
replay of the answers since. Save, load, crash recovery, undo, fork and proof are this one mechanism.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from ecumene.kernel.chance import Chance, new_seed
from ecumene.kernel.decision import Answer, Decision, Described
from ecumene.kernel.event import Told
from ecumene.kernel.fork import fork
from ecumene.kernel.journal import Acted, Entry, Given, Undone, follow, shorten
from ecumene.kernel.line import LEARNED, TABLE, Line
from ecumene.kernel.plan import Plan, Plans
from ecumene.kernel.refusal import BadRecord, Refusal
from ecumene.kernel.seat import Seat, Viewer, is_seat
from ecumene.kernel.title import Place, Play, Title
from ecumene.kernel.view import Pending, View, told_pending

_encode = msgspec.json.Encoder().encode
_MOST_PLANNED = 10_000


class Game(Line):
    """One game of one title. `journal` only grows (undo is an entry); `line` is the line of play it leads to."""

    def __init__(self, title: Title, options: Any, seats: int, seed: str | None = None) -> None:
        if seats not in title.meta.seats:
            raise Refusal("kernel.start", "wrong_seats", seats=seats, allowed=list(title.meta.seats))
        seed = new_seed() if seed is None else seed
        self._found(title, options, seats, seed)
        chance = Chance(seed)
        self.play = title.play(title.set_up(options, seats, chance), chance)
        self._run()

    @classmethod
    def _go_on(
        cls,
        title: Title,
        options: Any,
        seats: int,
        seed: str,
        play: Play[Any],
        journal: list[Entry],
        line: list[Acted],
        log: list[Told],
        serials: dict[Seat, int],
    ) -> Game:
        """A game that goes on from a step's boundary (see `snapshot`)."""
        game = object.__new__(cls)
        game._found(title, options, seats, seed)
        game.play = play
        game.journal, game.line, play.log = journal, line, log
        game._marks = [LEARNED] * len(line)
        game._serials = dict(serials)
        game.begins = play.at = len(line)
        game._run()
        return game

    # -- what is the case -------------------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """Grows with every entry of the journal."""
        return len(self.journal)

    def due(self) -> list[Seat]:
        """The seats that are asked and do not insist on waiting for others; never empty before the end."""
        step = self._step
        return [] if step is None else step.due()

    def legal(self, seat: Seat) -> Decision[Any] | None:
        """The decision that `seat` is asked, which checks, samples and describes its answers."""
        return self.pending.get(seat)

    def result(self) -> list[Place]:
        return self.title.result(self.state)

    def digest(self) -> str:
        """Of the state; free of the order in which dicts were filled."""
        data = msgspec.to_builtins(self.state, str_keys=True, order="deterministic")
        return hashlib.blake2b(_encode(data), digest_size=16).hexdigest()

    def events(self, viewer: Viewer, since: int = 0) -> Iterator[Told]:
        """The log from its entry number `since` on, as far as `viewer` may see it."""
        log = self.play.log
        return (log[n] for n in range(since, len(log)) if log[n].seen_by(viewer))

    def view(self, viewer: Viewer) -> View:
        step = self._step
        pending: tuple[Pending, ...] = ()
        decision: Described | None = None
        if step is not None:
            pending = tuple(told_pending(step, viewer, seat) for seat in sorted(step.pending))
            own = step.pending.get(Seat(viewer)) if is_seat(viewer) else None
            if own is not None:
                decision = own.describe(step.can_wait(own.seat), step.is_waiting(own.seat))
        seat = Seat(viewer)
        return View(
            self.version, self.state.step, self.title.view(self.state, viewer), pending, decision,
            is_seat(viewer) and self.can_undo(seat), is_seat(viewer) and self.can_redo(seat),
            self.ended, tuple(self.result()) if self.ended else (), self.commitment,
        )  # fmt: skip

    # -- acting -----------------------------------------------------------------------------------------------

    def answer(self, seat: Seat, raw: object, decision: int | None = None, by: str = "seat") -> None:
        """Answer what `seat` is asked. Raises `Refusal`, and then nothing has changed.

        `decision` is the id of the decision that the answer was meant for: a stale one is refused.
        """
        asked = self._asked(seat, decision)
        answer = asked.decode(raw)
        refusal = asked.check(answer)
        if refusal is not None:
            raise refusal
        entry = self._accept(asked, answer, by)
        self.journal.append(entry)
        follow(self._undone, entry)

    def answer_default(self, seat: Seat, by: str = "clock") -> None:
        """Time ran out: the decision's default is answered."""
        self.answer(seat, self._asked(seat, None).fallback(), by=by)

    def wait(self, seat: Seat) -> None:
        """Insist on waiting for those before `seat` in the order; answering withdraws it."""
        self.journal.append(self._wait(seat))

    def call(self, seat: Seat, action: str) -> None:
        """Something outside the decisions, as the title allows it (`Title.interject`); TABLE may call too."""
        entry = self._call(seat, action)
        self.journal.append(entry)
        follow(self._undone, entry)

    # -- answering ahead of time ------------------------------------------------------------------------------

    def plan(self, seat: Seat, kind: str, raw: object, until: str | None = None) -> Plan:
        """Answer decisions of a kind ahead of time: the next one (`until` None), or all until a step begins.

        With `until` "" it holds until it is cancelled. `follow_plans` gives the planned answers when they are due.
        """
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise Refusal("kernel.plan", "no_such_seat", seats=self.seats)
        if until and until not in self.title.steps:
            raise Refusal("kernel.plan", "no_such_step", step=until[:200])
        return self._plans.add(seat, kind, raw, until)

    def cancel_plan(self, seat: Seat, kind: str | None = None) -> None:
        """Drop the seat's plan for a kind of decision, or all its plans."""
        self._plans.cancel(seat, kind)

    def plans(self, seat: Seat | None = None) -> list[Plan]:
        """What is planned, as data: whoever keeps the game keeps it too (it is no part of the record)."""
        return self._plans.of(seat)

    def follow_plans(self) -> int:
        """Give the planned answers that fit what is asked now, and what is asked then; how many they were."""
        given = 0
        while self._plans and given < _MOST_PLANNED:
            for seat in self.due():
                asked = self.pending[seat]
                answer = self._plans.answer_to(asked)
                if answer is not None:
                    self._answer_planned(asked, answer)
                    given += 1
                    break
            else:
                break
        return given

    def _answer_planned(self, asked: Decision[Any], answer: Answer) -> None:
        try:
            self.answer(asked.seat, answer, by="plan")
        except BaseException:
            self._plans.cancel(asked.seat, asked.kind)  # what breaks once must not break after every answer
            raise

    # -- going back -------------------------------------------------------------------------------------------

    def can_undo(self, seat: Seat) -> bool:
        """The last thing that happened is an answer of this seat, and nobody learned anything by it."""
        place = self._last()
        if place < self.begins:
            return False
        last = self.line[place]
        return (
            isinstance(last, Given)
            and last.seat == seat
            and last.by in ("seat", "plan")
            and not self._marks[place] & LEARNED
        )

    def undo(self, seat: Seat) -> None:
        """Take back the seat's own last answer (and the plan that gave it)."""
        if not self.can_undo(seat):
            raise Refusal("kernel.undo", "nothing_to_undo")
        place = self._last()
        last = self.line[place]
        waited = self.line[place + 1 :]
        self._cut(place, seat, "seat")
        if isinstance(last, Given) and last.by == "plan":
            self._plans.cancel(seat, self.pending[seat].kind)
        for entry in waited:
            step = self._step
            if step is not None and step.can_wait(Seat(entry.seat)):
                self.wait(Seat(entry.seat))

    def can_redo(self, seat: Seat) -> bool:
        """The last thing that was undone is an answer of this seat, and nothing happened since."""
        return bool(self._undone) and self._undone[-1].seat == seat

    def redo(self, seat: Seat) -> None:
        """Give again what was last undone."""
        if not self.can_redo(seat):
            raise Refusal("kernel.undo", "nothing_to_redo")
        self.answer(seat, self._undone[-1].answer)

    def rewind(self, length: int, by: str = "table", seat: Seat = TABLE) -> None:
        """Go back further than a seat may by itself, to the first `length` entries: the table agreed."""
        if type(length) is not int or not self.begins <= length < len(self.line):
            raise Refusal("kernel.undo", "no_such_moment", first=self.begins, last=len(self.line) - 1)
        self._cut(length, seat, by)

    def _cut(self, length: int, seat: Seat, by: str) -> None:
        cut = self.line[length:]
        self._restore(length)
        entry = Undone(length, seat, by)
        self.journal.append(entry)
        follow(self._undone, entry, cut)

    # -- other lines of play ----------------------------------------------------------------------------------

    def fork(self, viewer: Viewer | None = None, seed: str | None = None) -> Game:
        """A game that goes on from here by itself, for looking ahead. It never holds the true future chance.

        With `viewer`, what that viewer may not know is replaced by something else that is possible: the title
        scrambles the state, and secret answers of others in this step are guessed anew as long as the viewer
        cannot tell the difference.
        """
        return fork(self, viewer, new_seed() if seed is None else seed)

    def at(self, length: int) -> Game:
        """The game as it was after the first `length` entries of its line: its own object, same seed, for replay."""
        if type(length) is not int or not self.begins <= length <= len(self.line):
            raise Refusal("kernel.undo", "no_such_moment", first=self.begins, last=len(self.line))
        twin = self._twin()
        twin._restore(length)
        twin.journal = list(twin.line)
        return twin

    def _twin(self) -> Game:
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.journal = list(self.journal)
        twin.line = list(self.line)
        twin._marks = list(self._marks)
        twin._checkpoints = list(self._checkpoints)
        twin._undone = []
        twin._plans = Plans()
        return twin

    def replay(self, entries: Iterable[Entry], strict: bool = False) -> None:
        """Go on with the entries of a journal. `BadRecord` names the entry (1-based) that does not fit.

        What was undone is left out, unless `strict`: then it is replayed too, and undoing must have been allowed.
        """
        number = 0
        try:
            if strict:
                for number, entry in enumerate(entries, 1):  # noqa: B007  # said when it does not fit
                    self._replay_strictly(entry)
                return
            journal = list(entries)
            same, rest, undone = shorten(self.line, self._undone, journal, self.begins)
            if same < len(self.line):
                self._restore(same)
            for number, entry in rest:
                self._replay(entry)
                journal[number - 1] = self.line[-1]  # typed
        except BadRecord as wrong:
            raise BadRecord(wrong.line or number, wrong.what) from None
        self.journal += journal
        self._undone = undone

    def _replay_strictly(self, entry: Entry) -> None:
        if isinstance(entry, Undone):
            if not self.begins <= entry.to < len(self.line):
                raise BadRecord(0, f"undo to {entry.to}, but there are {len(self.line)} answers")
            own = entry.to == self._last() and self.can_undo(Seat(entry.seat))
            if entry.by == "seat" and not own:
                raise BadRecord(0, f"seat {entry.seat} could not undo to {entry.to}")
            self._cut(entry.to, Seat(entry.seat), entry.by)
        else:
            self._replay(entry)
            self.journal.append(self.line[-1])
            follow(self._undone, self.line[-1])

    def __repr__(self) -> str:
        return (
            f"<Game {self.title.meta.key}, {self.seats} seats, {len(self.line)} answers, "
            f"step {self.state.step!r}>"
        )
