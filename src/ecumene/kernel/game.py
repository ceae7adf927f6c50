"""A game is a function of its answers: title, options, seats, seed and the ordered answers; the rest is derived.

Between steps the state is plain data (a checkpoint). Inside a step, any moment is the checkpoint's clone plus the
replay of the answers since. Save, load, crash recovery, undo, fork and proof are this one mechanism.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import Any

import msgspec

from ecumene.kernel.chance import Chance, commitment, new_seed
from ecumene.kernel.decision import Answer, Decision, Described
from ecumene.kernel.event import Told
from ecumene.kernel.journal import Acted, Called, Entry, Given, Undone, Waited, cut_down, follow
from ecumene.kernel.plan import Plan, Plans
from ecumene.kernel.refusal import BadRecord, Refusal
from ecumene.kernel.seat import REFEREE, Seat, Viewer, is_seat
from ecumene.kernel.step import Step
from ecumene.kernel.title import Place, Play, Title
from ecumene.kernel.view import Pending, View, told_pending

TABLE = Seat(-1)  # who acts when the players together do, or the clock for them
_KEPT_CHECKPOINTS = 24
_IDLE_STEPS = 10_000
_MAX_ACTION = 200
_LEARNED, _SECRET = 1, 2  # marks of an entry: somebody learned something by it; it answered a secret decision
_encode = msgspec.json.Encoder().encode


class _Checkpoint:
    __slots__ = ("chance", "length", "logged", "serials", "state")

    def __init__(
        self, length: int, state: Any, chance: Chance, serials: dict[Seat, int], logged: int
    ) -> None:
        self.length = length
        self.state = state
        self.chance = chance
        self.serials = serials
        self.logged = logged


class Game:
    """One game of one title. `journal` only grows (undo is an entry); `line` is the line of play it leads to."""

    def __init__(self, title: Title, options: Any, seats: int, seed: str | None = None) -> None:
        if seats not in title.meta.seats:
            raise Refusal("kernel.start", "wrong_seats", seats=seats, allowed=list(title.meta.seats))
        seed = seed or new_seed()
        self._found(title, options, seats, seed)
        chance = Chance(seed)
        self.play: Play[Any] = title.play(title.set_up(options, seats, chance), chance)
        self._run()

    def _found(self, title: Title, options: Any, seats: int, seed: str) -> None:
        self.title = title
        self.options = options
        self.seats = seats
        self.seed: str | None = seed
        self.commitment = _committed(seed)
        self.journal: list[Entry] = []
        self.line: list[Acted] = []
        self._step: Step | None = None
        self._marks: list[int] = []  # of each entry of the line
        self._undone: list[Given] = []  # what redo would give again, last first
        self._plans = Plans()
        self._serials: dict[Seat, int] = {}
        self._checkpoints: list[_Checkpoint] = []
        self._first = 0  # a fork begins here: no way back before it
        self._scrambles: list[tuple[int, Viewer, str]] = []  # of a fork: at which length, for whom, seed

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
        game._marks = [_LEARNED] * len(line)
        game._serials = dict(serials)
        game._first = play.at = len(line)
        game._run()
        return game

    # -- what is the case -------------------------------------------------------------------------------------

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
        """The seats that are asked and do not insist on waiting for others; never empty before the end."""
        step = self._step
        if step is None:
            return []
        asked = sorted(step.pending)
        if len(asked) == 1:
            return asked
        return [seat for seat in asked if not step.is_waiting(seat)] or asked

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

    def _asked(self, seat: Seat, decision: int | None) -> Decision[Any]:
        step = self._step
        if step is None:
            raise Refusal("kernel.answer", "game_over")
        asked = step.pending.get(seat)
        if asked is None or type(seat) is not int:
            if type(seat) is not int or not 0 <= seat < self.seats:
                raise Refusal("kernel.answer", "no_such_seat", seats=self.seats)
            raise Refusal("kernel.answer", "not_asked", seat=seat)
        if decision is not None and decision != asked.id:
            raise Refusal("kernel.answer", "stale", asked=asked.id)
        return asked

    def _accept(self, asked: Decision[Any], answer: Answer, by: str) -> Given:
        entry = Given(asked.seat, answer, asked.digest(), by)
        mark = _SECRET if asked.secret else 0
        play = self.play
        drawn = play.chance.drawn
        play.learned = False
        play.at = len(self.line) + 1
        step = self._step
        try:
            step.resume(asked.seat, asked.value(answer))  # type: ignore[union-attr]  # somebody is asked
            if step.done:  # type: ignore[union-attr]
                self._leave_step()
        except BaseException:
            self._restore(len(self.line))  # a bug in the rules costs this answer, not the game
            raise
        if (
            play.learned or play.chance.drawn != drawn or self._step is None
        ):  # the end brings all into the open
            mark |= _LEARNED
        self._note(entry, mark)
        return entry

    def _wait(self, seat: Seat) -> Waited:
        self._asked(seat, None)
        step = self._step
        if step is None or not step.can_wait(seat):
            raise Refusal("kernel.wait", "nobody_before")
        if step.is_waiting(seat):
            raise Refusal("kernel.wait", "waits_already")
        step.wait(seat)
        entry = Waited(seat)
        self._note(entry, 0)
        return entry

    def _call(self, seat: Seat, action: str) -> Called:
        if self._step is None:
            raise Refusal("kernel.answer", "game_over")
        if type(seat) is not int or not TABLE <= seat < self.seats:
            raise Refusal("kernel.answer", "no_such_seat", seats=self.seats)
        if type(action) is not str or len(action) > _MAX_ACTION:
            raise Refusal("kernel.answer", "no_such_action")
        self.play.at = len(self.line) + 1
        try:
            self.title.interject(self.play, seat, action)
        except BaseException:
            self._restore(len(self.line))
            raise
        entry = Called(seat, action)
        self._note(entry, _LEARNED)
        return entry

    def _note(self, entry: Acted, mark: int) -> None:
        self.line.append(entry)
        self._marks.append(mark)

    # -- answering ahead of time ------------------------------------------------------------------------------

    def plan(self, seat: Seat, kind: str, raw: object, until: str | None = None) -> Plan:
        """Answer decisions of a kind ahead of time: the next one (`until` None), or all until a step begins.

        With `until` "" it holds until it is cancelled. `follow_plans` gives the planned answers when they are due.
        """
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise Refusal("kernel.plan", "no_such_seat", seats=self.seats)
        if until and until not in self.title.steps:
            raise Refusal("kernel.plan", "no_such_step", step=until[:_MAX_ACTION])
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
        while self._plans and given < _IDLE_STEPS:
            for seat in self.due():
                asked = self.pending[seat]
                answer = self._plans.answer_to(asked)
                if answer is not None:
                    self.answer(seat, answer, by="plan")
                    given += 1
                    break
            else:
                break
        return given

    # -- steps ------------------------------------------------------------------------------------------------

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
            self._plans.begin(name)
            if not self._enter(name).done:
                return
            play.state.step = self.title.after(play)
        raise RuntimeError(f"{_IDLE_STEPS} steps in a row asked nobody anything")

    def _enter(self, name: str) -> Step:
        self._step = step = Step(self.title.steps[name](self.play), self._serials)  # type: ignore[arg-type]
        self._serials = step.serials
        if not step.done and not step.pending:
            raise RuntimeError(f"step {name!r} asks nobody and does not end")
        return step

    def _keep_checkpoint(self) -> None:
        play = self.play
        kept = self._checkpoints
        if kept and kept[-1].length == play.at:
            return  # the steps since then asked nobody anything: they run again from that one
        if len(kept) == _KEPT_CHECKPOINTS:
            del kept[1]  # the first one always stays: everything can be replayed from there
        kept.append(
            _Checkpoint(play.at, play.state.clone(), play.chance.clone(), dict(self._serials), len(play.log))
        )

    def _restore(self, length: int) -> None:
        """Go to the moment after the first `length` entries of the line."""
        kept = self._checkpoints
        while kept[-1].length > length:
            kept.pop()
        self._begin(kept[-1])
        line = self.line
        self.line = line[: kept[-1].length]
        for entry in line[len(self.line) : length]:
            self._replay(entry)

    def _begin(self, base: _Checkpoint) -> None:
        """Start a step anew from its checkpoint. The line is the caller's business."""
        log = self.play.log[: base.logged]
        self.play = self.title.play(base.state.clone(), base.chance.clone())
        self.play.log = log
        self.play.at = base.length
        self._marks = self._marks[: base.length]
        self._serials = dict(base.serials)
        if self._enter(base.state.step).done:
            self._leave_step()
        self._scramble(base.length)

    def _replay(self, entry: Acted) -> None:
        """Apply a recorded entry; what no longer fits is a `BadRecord`."""
        try:
            if isinstance(entry, Given):
                asked = self._asked(Seat(entry.seat), None)
                if asked.digest() != entry.digest:
                    raise BadRecord(0, f"the decision differs from the recorded one ({asked!r})")
                answer = entry.answer
                if type(answer) is not asked.answer_type:
                    answer = asked.decode(answer)
                refusal = asked.check(answer)
                if refusal is not None:
                    raise refusal
                self._accept(asked, answer, entry.by)
            elif isinstance(entry, Waited):
                self._wait(Seat(entry.seat))
            else:
                self._call(Seat(entry.seat), entry.action)
        except Refusal as refusal:
            raise BadRecord(0, f"seat {entry.seat}: {refusal}") from None
        self._scramble(len(self.line))

    # -- going back -------------------------------------------------------------------------------------------

    def _last(self) -> int:
        """The place in the line of the last thing done; waiting does nothing."""
        place = len(self.line) - 1
        while place >= self._first and isinstance(self.line[place], Waited):
            place -= 1
        return place

    def can_undo(self, seat: Seat) -> bool:
        """The last thing that happened is an answer of this seat, and nobody learned anything by it."""
        place = self._last()
        if place < self._first:
            return False
        last = self.line[place]
        return (
            isinstance(last, Given)
            and last.seat == seat
            and last.by in ("seat", "plan")
            and not self._marks[place] & _LEARNED
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
        if type(length) is not int or not self._first <= length < len(self.line):
            raise Refusal("kernel.undo", "no_such_moment", first=self._first, last=len(self.line) - 1)
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
        seed = seed or new_seed()
        base = self._checkpoints[-1]
        chance = self.play.chance.branch(base.chance, seed)
        twin = self._twin()
        twin.seed = None
        twin._first = len(self.line)
        twin._checkpoints = [_Checkpoint(base.length, base.state, chance, base.serials, base.logged)]
        twin._scrambles = [one for one in self._scrambles if one[0] >= base.length]
        if viewer is None or viewer == REFEREE:
            twin._restore(len(self.line))
            return twin
        hidden = [
            n for n in range(base.length, len(self.line))
            if self._marks[n] & _SECRET and self.line[n].seat != viewer
        ]  # fmt: skip
        twin._guess(self, viewer, hidden, Random(seed))
        twin._scrambles.append((len(self.line), viewer, seed))
        twin._scramble_for(viewer, seed)
        return twin

    def at(self, length: int) -> Game:
        """The game as it was after the first `length` entries of its line: its own object, same seed, for replay."""
        if type(length) is not int or not self._first <= length <= len(self.line):
            raise Refusal("kernel.undo", "no_such_moment", first=self._first, last=len(self.line))
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

    def _scramble(self, length: int) -> None:
        for at, viewer, seed in self._scrambles:
            if at == length:
                self._scramble_for(viewer, seed)

    def _scramble_for(self, viewer: Viewer, seed: str) -> None:
        secret = hashlib.sha256(f"scramble {viewer} {seed}".encode()).hexdigest()
        self.title.scramble(self.play.state, viewer, Chance(secret))

    def _guess(self, truth: Game, viewer: Viewer, hidden: Sequence[int], rng: Random) -> None:
        """Restore, with other answers in the places `hidden` if the viewer sees no difference; fewer, if he does."""
        length = len(self.line)
        seen = truth._seen(viewer) if hidden else b""
        while hidden:
            line = self.line
            try:
                self._begin(self._checkpoints[-1])
                self.line = line[: self._checkpoints[-1].length]
                for place in range(len(self.line), length):
                    entry = line[place]
                    asked = self.pending.get(Seat(entry.seat)) if place in hidden else None
                    if asked is None:
                        self._replay(entry)
                    else:
                        self._accept(asked, asked.sample(rng), "guess")
                if self._seen(viewer) == seen:
                    return
            except BadRecord:
                pass  # an answer that followed does not fit the guess
            del self._checkpoints[1:]
            self.line = line
            hidden = hidden[(len(hidden) + 1) // 2 :]  # the older ones may be in the open by now
        self._restore(length)

    def _seen(self, viewer: Viewer) -> bytes:
        step = self._step
        asked = [told_pending(step, viewer, seat) for seat in sorted(step.pending)] if step else []
        own = self.pending.get(Seat(viewer))
        told = list(self.events(viewer, self._checkpoints[-1].logged))
        table = self.title.view(self.state, viewer)
        return _encode((self.state.step, table, asked, own.describe() if own else None, told))

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
            line, undone = cut_down(self.line, self._undone, journal, self._first)
            same = next((n for n, (number, _) in enumerate(line) if number), len(line))
            if same < len(self.line):
                self._restore(same)
            for number, entry in line[same:]:
                self._replay(entry)
                journal[number - 1] = self.line[-1]  # typed
        except BadRecord as wrong:
            raise BadRecord(wrong.line or number, wrong.what) from None
        self.journal += journal
        self._undone = undone

    def _replay_strictly(self, entry: Entry) -> None:
        if isinstance(entry, Undone):
            if not self._first <= entry.to < len(self.line):
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


def _committed(seed: str) -> str:
    try:
        chance = Chance(seed)
        chance.below("", 1)
        return commitment(seed)
    except (ValueError, TypeError):
        raise Refusal("kernel.start", "bad_seed") from None
