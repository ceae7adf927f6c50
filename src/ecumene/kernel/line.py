"""The line of play: drives the steps, keeps checkpoints, replays. `Game` is made of this, and is what others use."""

from __future__ import annotations

import hashlib
from typing import Any

from ecumene.kernel.chance import Chance, commitment
from ecumene.kernel.decision import Answer, Decision
from ecumene.kernel.journal import Acted, Called, Entry, Given, Waited
from ecumene.kernel.plan import Plans
from ecumene.kernel.refusal import BadRecord, Refusal
from ecumene.kernel.seat import Seat, Viewer
from ecumene.kernel.step import Step
from ecumene.kernel.title import Play, Title

TABLE = Seat(-1)  # who acts when the players together do, or the clock for them
LEARNED, SECRET = 1, 2  # marks of an entry: somebody learned something by it; it answered a secret decision
_KEPT_CHECKPOINTS = 24
_IDLE_STEPS = 10_000
_MAX_ACTION = 200


class Checkpoint:
    __slots__ = ("chance", "length", "logged", "serials", "state")

    def __init__(
        self, length: int, state: Any, chance: Chance, serials: dict[Seat, int], logged: int
    ) -> None:
        self.length = length
        self.state = state
        self.chance = chance
        self.serials = serials
        self.logged = logged


class Line:
    """One line of play of one title. What begins with an underscore is for the kernel only."""

    def _found(self, title: Title, options: Any, seats: int, seed: str) -> None:
        self.title = title
        self.options = options
        self.seats = seats
        self.seed: str | None = seed
        self.commitment = _committed(seed)
        self.journal: list[Entry] = []
        self.line: list[Acted] = []
        self.play: Play[Any]
        self._step: Step | None = None
        self._marks: list[int] = []  # of each entry of the line
        self._undone: list[Given] = []  # what redo would give again, last first
        self._plans = Plans()
        self._serials: dict[Seat, int] = {}
        self._checkpoints: list[Checkpoint] = []
        self.begins = 0  # no way back before so many entries: in a fork, or gone on from a snapshot
        self._scrambles: list[tuple[int, Viewer, str]] = []  # of a fork: at which length, for whom, seed

    # -- what is the case -----------------------------------------------------------------------------------------

    @property
    def state(self) -> Any:
        return self.play.state

    @property
    def ended(self) -> bool:
        return self._step is None

    @property
    def pending(self) -> dict[Seat, Decision[Any]]:
        return self._step.pending if self._step else {}

    def _last(self) -> int:
        """The place in the line of the last thing done; waiting does nothing."""
        place = len(self.line) - 1
        while place >= self.begins and isinstance(self.line[place], Waited):
            place -= 1
        return place

    # -- one entry more ---------------------------------------------------------------------------------------

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
        mark = SECRET if asked.secret else 0
        play = self.play
        drawn = play.chance.drawn
        play.learned = False
        play.at = len(self.line) + 1
        step = self._step
        try:
            step.resume(asked.seat, asked.value(answer))  # type: ignore[union-attr]  # somebody is asked, so it runs
            if step.done:  # type: ignore[union-attr]  # the same
                self._leave_step()
        except BaseException:
            self._restore(len(self.line))  # a bug in the rules costs this answer, not the game
            raise
        if (
            play.learned or play.chance.drawn != drawn or self._step is None
        ):  # the end brings all into the open
            mark |= LEARNED
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
        self._note(entry, LEARNED)
        return entry

    def _note(self, entry: Acted, mark: int) -> None:
        self.line.append(entry)
        self._marks.append(mark)

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
        self._step = step = Step(self.title.steps[name](self.play), self._serials)
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
            Checkpoint(play.at, play.state.clone(), play.chance.clone(), dict(self._serials), len(play.log))
        )

    # -- any moment again --------------------------------------------------------------------------------------

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

    def _begin(self, base: Checkpoint) -> None:
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

    def _scramble(self, length: int) -> None:
        for at, viewer, seed in self._scrambles:
            if at == length:
                self._scramble_for(viewer, seed)

    def _scramble_for(self, viewer: Viewer, seed: str) -> None:
        secret = hashlib.sha256(f"scramble {viewer} {seed}".encode()).hexdigest()
        self.title.scramble(self.play.state, viewer, Chance(secret))


def _committed(seed: str) -> str:
    """What binds the table to a seed; a `Refusal` if it is none: hex, no longer than the key of a hash may be."""
    try:
        key = bytes.fromhex(seed)
    except (ValueError, TypeError):
        key = b""
    if not 0 < len(key) <= hashlib.blake2b.MAX_KEY_SIZE or key.hex() != seed.lower():
        raise Refusal("kernel.start", "bad_seed")
    return commitment(seed)
