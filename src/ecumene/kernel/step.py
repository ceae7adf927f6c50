"""The driver: runs a step's coroutines and collects the decisions that they await. No loop, no thread, no clock."""

from __future__ import annotations

from collections.abc import Coroutine, Generator, Mapping, Sequence
from typing import Any, TypeVar

from .decision import Decision
from .seat import Seat

T = TypeVar("T")
Rule = Coroutine[Any, Any, T]


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
    """Run one coroutine per seat at once; the results by seat when all have finished.

    With `order`, a seat may insist on waiting until all seats before it in `order` have finished.
    """
    if not rules:
        return {}
    result: dict[Seat, T] = await _Together(rules, order)
    return result


async def first_of(decisions: Sequence[Decision[Any]]) -> tuple[Seat, Any]:
    """Offer several decisions (one a seat); the first answer counts, the others are withdrawn.

    A decision that is offered again keeps its identity, so an answer on its way to it is not stale.
    """
    result: tuple[Seat, Any] = await _FirstOf(decisions)
    return result


class _Group:
    __slots__ = ("left", "order", "results", "task")

    def __init__(self, task: _Task, seats: set[Seat], order: Sequence[Seat] | None) -> None:
        self.task = task
        self.left = seats
        self.order = order
        self.results: dict[Seat, Any] = {}


class _Task:
    __slots__ = ("group", "rule", "seat")

    def __init__(self, rule: Rule[Any], group: _Group | None, seat: Seat) -> None:
        self.rule = rule
        self.group = group
        self.seat = seat


class Step:
    """One running step: `pending` decisions by seat; `resume` feeds an answer's value to the rule that waits for it."""

    __slots__ = ("_awaiting", "_waiting", "done", "pending", "serial")

    def __init__(self, rule: Rule[None], serial: int) -> None:
        self.pending: dict[Seat, Decision[Any]] = {}
        self.serial = serial
        self.done = False
        self._awaiting: dict[Seat, tuple[_Task, _FirstOf | None]] = {}
        self._waiting: set[Seat] = set()
        self._advance(_Task(rule, None, Seat(-1)), None)

    def resume(self, seat: Seat, value: Any) -> None:
        """The pending decision of `seat` is answered: go on from there."""
        task, race = self._awaiting.pop(seat)
        del self.pending[seat]
        self._waiting.discard(seat)
        if race is None:
            self._advance(task, value)
            return
        for other in race.decisions:
            if other.seat != seat:
                del self.pending[other.seat]
                del self._awaiting[other.seat]
        self._advance(task, (seat, value))

    # -- waiting for those before in the order ------------------------------------------------------------------

    def can_wait(self, seat: Seat) -> bool:
        """Whether somebody before `seat` in an order has not finished yet."""
        held = self._awaiting.get(seat)
        group = held[0].group if held else None
        while group is not None:
            if group.order is not None:
                for earlier in group.order:
                    if earlier == seat:
                        break
                    if earlier in group.left:
                        return True
            group = group.task.group
        return False

    def wait(self, seat: Seat) -> None:
        self._waiting.add(seat)

    def is_waiting(self, seat: Seat) -> bool:
        return seat in self._waiting and self.can_wait(seat)

    # -- the driver -----------------------------------------------------------------------------------------------

    def _offer(self, decision: Decision[Any], task: _Task, race: _FirstOf | None) -> None:
        seat = decision.seat
        if seat in self.pending:
            raise RuntimeError(f"seat {seat} is asked twice at once: {self.pending[seat]} and {decision}")
        if decision.id == 0:
            self.serial += 1
            decision.id = self.serial
        self.pending[seat] = decision
        self._awaiting[seat] = (task, race)

    def _advance(self, task: _Task, value: Any) -> None:
        while True:
            try:
                wanted = task.rule.send(value)
            except StopIteration as finished:
                group = task.group
                if group is None:
                    self.done = True
                    return
                group.left.discard(task.seat)
                group.results[task.seat] = finished.value
                if group.left:
                    return
                task, value = group.task, group.results
                continue
            if isinstance(wanted, Decision):
                self._offer(wanted, task, None)
                return
            if isinstance(wanted, _FirstOf):
                for decision in wanted.decisions:
                    self._offer(decision, task, wanted)
                return
            if not isinstance(wanted, _Together):
                raise TypeError(f"a rule may await decisions, together and first_of, not {wanted!r}")
            group = _Group(task, set(wanted.rules), wanted.order)
            # The group counts itself as unfinished while its rules start: one that asks nothing must not resume us.
            group.left.add(_STARTING)
            for seat, rule in wanted.rules.items():
                self._advance(_Task(rule, group, seat), None)
            group.left.discard(_STARTING)
            if group.left:
                return
            value = group.results


_STARTING = Seat(-1)
