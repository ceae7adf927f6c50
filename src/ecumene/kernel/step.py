"""The driver: runs a step's coroutines and collects the decisions that they await. No loop, no thread, no clock."""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Generator, Mapping, Sequence
from typing import Any, TypeVar

from ecumene.kernel.decision import Decision
from ecumene.kernel.seat import Seat

T = TypeVar("T")
Rule = Coroutine[Any, Any, T]

_STARTING = Seat(-1)


class _Together:
    __slots__ = ("order", "rules")

    def __init__(self, rules: Mapping[Seat, Rule[Any]], order: Sequence[Seat] | None) -> None:
        self.rules = rules
        self.order = order

    def __await__(self) -> Generator[Any, Any, Any]:
        return (yield self)


class _FirstOf:
    __slots__ = ("decisions",)

    def __init__(self, decisions: Sequence[Decision[Any]]) -> None:
        self.decisions = decisions

    def __await__(self) -> Generator[Any, Any, Any]:
        return (yield self)


async def together(rules: Mapping[Seat, Rule[T]], order: Sequence[Seat] | None = None) -> dict[Seat, T]:
    """Run one coroutine per seat at once; the results when all have finished, by seat in the order of `rules`.

    With `order`, a seat may insist on waiting until all seats before it in `order` have finished.
    """
    if not rules:
        return {}
    result: dict[Seat, T] = await _Together(rules, order)
    return result


async def first_of(decisions: Sequence[Decision[Any]]) -> tuple[Seat, Any]:
    """Offer several decisions (one a seat); the first answer counts, the others are withdrawn.

    A decision that was withdrawn and is offered again keeps its id, so an answer on its way to it is not stale.
    The one that was answered gets a new id: a double click counts once.
    """
    if not decisions or len({decision.seat for decision in decisions}) != len(decisions):
        raise ValueError(f"first_of wants one decision a seat, at least one: {list(decisions)!r}")
    result: tuple[Seat, Any] = await _FirstOf(decisions)
    return result


class _Group:
    """The rules of one `together`."""

    __slots__ = ("left", "order", "results", "seats", "task")

    def __init__(self, task: _Task, seats: Sequence[Seat], order: Sequence[Seat] | None) -> None:
        self.task = task
        self.seats = seats
        self.left = {_STARTING, *seats}
        self.order = order
        self.results: dict[Seat, Any] = {}

    def outcome(self) -> dict[Seat, Any]:
        return {seat: self.results[seat] for seat in self.seats}


class _Task:
    """A running rule; in a group, the one of `seat`."""

    __slots__ = ("group", "rule", "seat")

    def __init__(self, rule: Rule[Any], group: _Group | None, seat: Seat) -> None:
        self.rule = rule
        self.group = group
        self.seat = seat


class Step:
    """One running step: `pending` decisions by seat; `resume` feeds an answer's value to the rule that waits for it.

    A seat may be asked something while it is still asked something else (a reaction to another seat's action, while
    its own move is open): the newest question comes first, the older one returns when it is answered.
    """

    __slots__ = ("_held", "_waiting", "done", "pending", "serials")

    def __init__(self, rule: Rule[None], serials: dict[Seat, int] | None = None) -> None:
        self.pending: dict[Seat, Decision[Any]] = {}
        self.serials: dict[Seat, int] = serials or {}
        self.done = False
        self._held: dict[Seat, list[tuple[Decision[Any], _Task, _FirstOf | None]]] = {}
        self._waiting: dict[Seat, int] = {}
        self._advance(_Task(rule, None, _STARTING), None)

    def resume(self, seat: Seat, value: object) -> None:
        """The pending decision of `seat` is answered: go on from there."""
        decision, task, race = self._held[seat][-1]
        self._withdraw(decision)
        decision.id = 0
        if race is None:
            self._advance(task, value)
        else:
            race.decisions = [other for other in race.decisions if other is not decision]
            self._advance(task, (seat, value), race)

    def _offer(self, decision: Decision[Any], task: _Task, race: _FirstOf | None) -> None:
        seat = decision.seat
        if decision.id == 0:
            decision.id = self.serials[seat] = self.serials.get(seat, 0) + 1
        held = self._held.get(seat)
        if held is None:
            self._held[seat] = [(decision, task, race)]
        else:
            held.append((decision, task, race))
        self.pending[seat] = decision

    def _withdraw(self, decision: Decision[Any]) -> None:
        seat = decision.seat
        held = self._held[seat]
        if len(held) == 1:
            del self._held[seat], self.pending[seat]
            return
        held[:] = [one for one in held if one[0] is not decision]
        self.pending[seat] = held[-1][0]

    def _offer_race(self, race: _FirstOf, task: _Task, before: _FirstOf | None) -> None:
        """What `before` offers still, and no newer question hides, just stays: on a trade floor, all but one."""
        pending, wanted = self.pending, race.decisions
        new = [decision for decision in wanted if pending.get(decision.seat) is not decision]
        if before is not None:
            if len(wanted) - len(new) < len(before.decisions):
                self._withdraw_all(before, set(wanted).difference(new))
            before.decisions, race = wanted, before
        for decision in new:
            self._offer(decision, task, race)

    def _withdraw_all(self, race: _FirstOf, kept: Collection[Decision[Any]] = ()) -> None:
        for decision in race.decisions:
            if decision not in kept:
                self._withdraw(decision)

    # -- who is due, and waiting for those before in the order --------------------------------------------------

    def due(self) -> list[Seat]:
        """The seats that are asked and do not insist on waiting; all that are asked if every one does."""
        pending = self.pending
        asked = sorted(pending)
        if len(asked) == 1:
            return asked
        if self._waiting:
            return [seat for seat in asked if not self.is_waiting(seat)] or asked
        return [seat for seat in asked if not pending[seat].idle] or asked

    def can_wait(self, seat: Seat) -> bool:
        """Whether somebody before `seat` in an order has not finished yet. A reaction cannot wait for its cause."""
        held = self._held.get(seat)
        if held is None:
            return False
        task = held[-1][1]
        while task.group is not None and task.seat == seat:
            group = task.group
            for earlier in group.order or ():
                if earlier == seat:
                    break
                if earlier in group.left:
                    return True
            task = group.task
        return False

    def wait(self, seat: Seat) -> None:
        self._waiting[seat] = self.pending[seat].id

    def is_waiting(self, seat: Seat) -> bool:
        """Whether nobody waits for this seat: it insists on waiting itself, or it may speak and need not (`idle`)."""
        decision = self.pending[seat]
        return decision.idle or (self._waiting.get(seat) == decision.id and self.can_wait(seat))

    # -- the driver -------------------------------------------------------------------------------------------

    def _advance(self, task: _Task, value: object, race: _FirstOf | None = None) -> None:
        """Run a rule until it asks, or finishes with nobody left whom its group waits for.

        `race`: what it still offers since one of its decisions was answered; what it offers again just stays.
        """
        while True:
            try:
                wanted = task.rule.send(value)
            except StopIteration as finished:
                if race is not None:
                    self._withdraw_all(race)
                    race = None
                group = task.group
                if group is None:
                    self.done = True
                    return
                group.left.discard(task.seat)
                group.results[task.seat] = finished.value
                if group.left:
                    return
                task, value = group.task, group.outcome()
                continue
            if isinstance(wanted, _FirstOf):
                self._offer_race(wanted, task, race)
                return
            if race is not None:
                self._withdraw_all(race)
                race = None
            if isinstance(wanted, Decision):
                self._offer(wanted, task, None)
                return
            if not isinstance(wanted, _Together):
                raise TypeError(f"a rule may await decisions, together and first_of, not {wanted!r}")
            group = self._begin(wanted, task)
            if group.left:
                return
            value = group.outcome()

    def _begin(self, wanted: _Together, task: _Task) -> _Group:
        # The group counts itself as unfinished while its rules start: one that asks nothing must not resume us.
        group = _Group(task, tuple(wanted.rules), wanted.order)
        try:
            for seat, rule in wanted.rules.items():
                self._advance(_Task(rule, group, seat), None)
        except BaseException:
            for rule in wanted.rules.values():
                rule.close()
            raise
        group.left.discard(_STARTING)
        return group
