"""What must hold at any moment of a game. Each check plays on a copy and leaves the game as it was."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import msgspec

from ecumene.kernel import Answer, Chance, Decision, Game, Refusal, Seat
from ecumene.kernel.testing.mutate import mutated
from ecumene.kernel.testing.report import BrokenPromise, Report
from ecumene.kernel.testing.sight import difference, everybody, imprint, seen

_encode = msgspec.json.Encoder().encode
_LISTED = 40


def check_laws(game: Game) -> None:
    broken = game.title.laws(game.state)
    if broken:
        raise BrokenPromise("5 nothing is made or lost", "; ".join(broken), game)


def check_asked(game: Game, rng: Random, report: Report) -> None:
    """Somebody is asked until the end; every sample, default and listed answer passes the check."""
    if game.ended:
        _check_result(game)
        return
    if not game.due():
        raise BrokenPromise("1 the game goes on", "nobody is asked", game)
    for seat, decision in game.pending.items():
        if not decision.kind or not decision.rule:
            raise BrokenPromise("7 rules are named", f"{decision!r} has no kind or no rule", game)
        if decision.seat != seat or not 0 <= seat < game.seats:
            raise BrokenPromise("3 the offer is the validator", f"{decision!r} is for nobody", game)
        _encode(decision.describe())
        _check_legal(game, decision, decision.fallback(), "default")
        for _ in range(2):
            draw = rng.random()
            sample = decision.sample(Random(draw))
            _check_legal(game, decision, sample, "sample")
            if _encode(decision.sample(Random(draw))) != _encode(sample):
                raise BrokenPromise(
                    "1 deterministic", f"a sample of {decision!r} cannot be drawn again", game
                )
            report.sampled += 1
        if type(decision).answers is not Decision.answers:
            for answer in islice(decision.answers(), _LISTED):
                _check_legal(game, decision, answer, "listed answer")
                report.listed += 1


def _check_legal(game: Game, decision: Decision[Any], answer: Answer, what: str) -> None:
    try:
        refusal = decision.check(decision.decode(answer))
        same = decision.decode(_encode(answer)) == answer
    except Refusal as malformed:
        refusal, same = malformed, True
    if refusal is not None:
        raise BrokenPromise(
            "3 the offer is the validator", f"{what} {answer!r} of {decision!r}: {refusal}", game
        )
    if not same:
        raise BrokenPromise("3 the offer is the validator", f"{what} {answer!r} changes on its way", game)


def _check_result(game: Game) -> None:
    places = game.result()
    if sorted(place.seat for place in places) != list(range(game.seats)):
        raise BrokenPromise("1 the game goes on", f"not every seat has a place: {places}", game)
    numbers = [place.place for place in places]
    if numbers != sorted(numbers) or numbers[0] != 1:
        raise BrokenPromise("1 the game goes on", f"places out of order: {numbers}", game)


def check_data(game: Game) -> None:
    """The state is plain data: it survives encode and decode, and a clone shares nothing that can change."""
    state = game.state
    written = _encode(state)
    back = msgspec.json.decode(written, type=game.title.state_type)
    if _encode(back) != written:
        raise BrokenPromise("1 deterministic", "the state changes by encode and decode", game)
    twin = state.clone()
    if _encode(twin) != written:
        raise BrokenPromise("1 deterministic", "a clone differs from its state", game)
    mine: dict[int, str] = {}
    _contents(state, "state", mine, game)
    other: dict[int, str] = {}
    _contents(twin, "state", other, game)
    shared = [name for key, name in mine.items() if key in other]
    if shared:
        raise BrokenPromise("1 deterministic", f"a clone shares {shared[0]} with its state", game)


def _contents(data: object, name: str, found: dict[int, str], game: Game) -> None:
    """Everything in the state that can be changed in place."""
    if isinstance(data, float):
        raise BrokenPromise("1 deterministic", f"{name} is no whole number: {data}", game)
    if isinstance(data, msgspec.Struct):
        if not data.__struct_config__.frozen:
            found[id(data)] = name
        for field in data.__struct_fields__:
            _contents(getattr(data, field), f"{name}.{field}", found, game)
    elif isinstance(data, dict):
        found[id(data)] = name
        for key, value in data.items():
            _contents(value, f"{name}[{key!r}]", found, game)
    elif isinstance(data, (list, set, tuple, frozenset)):
        if isinstance(data, (list, set)):
            found[id(data)] = name
        for place, value in enumerate(data):
            _contents(value, f"{name}[{place}]", found, game)


def check_refusals(game: Game, rng: Random, report: Report, number: int) -> None:
    """Wrong answers are refused with a reason and change nothing; strange but legal ones do no harm."""
    before = imprint(game)
    seat = rng.choice(sorted(game.pending))
    asked = game.pending[seat]
    nobody = [other for other in range(game.seats) if other not in game.pending]
    for other in [*nobody[:1], game.seats, -1]:
        _must_refuse(game, Seat(other), asked.fallback(), None)
    _must_refuse(game, seat, asked.fallback(), asked.id - 1)
    for wrong in (
        b"",
        b"{",
        b"[" * 100_000,
        None,
        7,
        {"shape": "no"},
    ):
        _must_refuse(game, seat, wrong, None)
    strange: Answer | None = None
    for raw in mutated(asked.sample(rng), rng, number):
        try:
            answer = asked.decode(raw)
            if not _heard(raw, msgspec.to_builtins(answer)):
                what = f"{raw!r} of seat {seat} is heard as {answer!r}"
                raise BrokenPromise("3 the offer is the validator", what, game)
            if asked.check(answer) is None:
                strange = answer
                report.strange += 1
                continue
        except Refusal:
            pass
        _must_refuse(game, seat, raw, asked.id)
        report.refused += 1
    try:
        game.call(seat, "no such action")
    except Refusal:
        pass
    else:
        raise BrokenPromise("3 the offer is the validator", "any action may be called", game)
    if imprint(game) != before:
        raise BrokenPromise("3 the offer is the validator", "a refused answer changed the game", game)
    if strange is not None:
        game.at(len(game.line)).answer(seat, strange)


def _heard(raw: object, answer: object) -> bool:
    """Whether all that was said has come through as it was said: no unknown field passed over, nothing converted."""
    if isinstance(raw, dict):
        return isinstance(answer, dict) and all(
            name in answer and _heard(value, answer[name]) for name, value in raw.items()
        )
    if isinstance(raw, (list, tuple)):
        return isinstance(answer, (list, tuple)) and len(raw) == len(answer) and all(map(_heard, raw, answer))
    return type(raw) is type(answer) and raw == answer


def _must_refuse(game: Game, seat: Seat, raw: object, decision: int | None) -> None:
    try:
        game.answer(seat, raw, decision)
    except Refusal as refusal:
        _encode(refusal.reason)
        if not refusal.rule or not refusal.key:
            raise BrokenPromise(
                "7 rules are named", f"a refusal without rule or key: {refusal!r}", game
            ) from None
        return
    raise BrokenPromise("3 the offer is the validator", f"{raw!r} of seat {seat} is accepted", game)


def check_undo(game: Game, seat: Seat, answer: Answer, rng: Random, report: Report) -> None:
    """The last answer (of `seat`) is taken back and given again without a trace, or it cannot be taken back."""
    length = len(game.line)
    if not game.can_undo(seat):
        before = imprint(game)
        try:
            game.undo(seat)
        except Refusal:
            report.bound += 1
        else:
            raise BrokenPromise("undo", "what cannot be undone was undone", game)
        if imprint(game) != before:
            raise BrokenPromise("undo", "an undo that was refused changed the game", game)
        return
    twin, back = game.at(length), game.at(length - 1)
    before = seen(back, seat)
    twin.undo(seat)
    if seen(twin, seat) != before or twin.digest() != back.digest():
        raise BrokenPromise("undo", "undone is not as before", game)
    twin.redo(seat)
    if [seen(twin, viewer) for viewer in everybody(game)] != [
        seen(game, viewer) for viewer in everybody(game)
    ]:
        raise BrokenPromise("undo", "redone is not as before", game)
    game.title.scramble(back.state, seat, Chance(f"{rng.getrandbits(128):032x}"))
    try:
        back.answer(seat, answer)
    except Exception as wrong:
        raise BrokenPromise("4 secrets", f"what seat {seat} may not know decides: {wrong!r}", game) from wrong
    if seen(back, seat) != seen(game, seat):
        what = difference(game, back, seat)
        raise BrokenPromise("undo", f"seat {seat} learned something and may still undo: {what}", game)
    report.undone += 1
