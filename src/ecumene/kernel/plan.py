"""Answers given ahead of time: "pass until …". Wishes of a seat, no part of the record until they are given."""

from __future__ import annotations

from typing import Any

import msgspec

from ecumene.kernel.decision import MAX_ANSWER_BYTES, Answer, Decision
from ecumene.kernel.refusal import Refusal
from ecumene.kernel.seat import Seat

MAX_PLANS = 64  # of one seat
_MAX_KIND = 200


class Plan(msgspec.Struct, frozen=True):
    """A seat's answer to decisions of a kind: to the next one (`until` None), or to all until a step begins.

    With `until` "" it holds until it is cancelled.
    """

    seat: int
    kind: str
    answer: Any
    until: str | None = None


class Plans:
    """The plans of one game, by seat and kind of decision."""

    __slots__ = ("_plans",)

    def __init__(self) -> None:
        self._plans: dict[tuple[Seat, str], Plan] = {}

    def __bool__(self) -> bool:
        return bool(self._plans)

    def of(self, seat: Seat | None) -> list[Plan]:
        return [plan for plan in self._plans.values() if seat is None or plan.seat == seat]

    def add(self, seat: Seat, kind: str, raw: object, until: str | None) -> Plan:
        if type(kind) is not str or len(kind) > _MAX_KIND:
            raise Refusal("kernel.plan", "no_such_kind")
        if (seat, kind) not in self._plans and len(self.of(seat)) >= MAX_PLANS:
            raise Refusal("kernel.plan", "too_many", limit=MAX_PLANS)
        plan = Plan(seat, kind, _plain(raw), until)
        self._plans[seat, kind] = plan
        return plan

    def cancel(self, seat: Seat, kind: str | None) -> None:
        for key in [key for key in self._plans if key[0] == seat and kind in (None, key[1])]:
            del self._plans[key]

    def begin(self, step: str) -> None:
        """A step begins: what was planned until then lapses."""
        if self._plans:
            for key in [key for key, plan in self._plans.items() if plan.until == step]:
                del self._plans[key]

    def answer_to(self, asked: Decision[Any]) -> Answer | None:
        """The planned answer, if one fits. A plan for one decision is used up by it, fit or not."""
        plan = self._plans.get((asked.seat, asked.kind))
        if plan is None or not asked.ahead:
            return None
        if plan.until is None:
            del self._plans[asked.seat, asked.kind]
        try:
            answer: Answer = asked.decode(plan.answer)
        except Refusal:
            return None
        return answer if asked.check(answer) is None else None


def _plain(raw: object) -> object:
    """An answer as plain data, so that plans can be stored before anybody knows which decision they meet."""
    try:
        written = raw if isinstance(raw, (bytes, str)) else msgspec.json.encode(raw)
        if len(written) > MAX_ANSWER_BYTES:
            raise Refusal("kernel.answer", "too_long", limit=MAX_ANSWER_BYTES)
        plain: object = msgspec.json.decode(written)
    except (msgspec.MsgspecError, TypeError, ValueError, OverflowError, RecursionError) as wrong:
        raise Refusal("kernel.plan", "malformed", what=str(wrong)[:_MAX_KIND]) from None
    return plain
