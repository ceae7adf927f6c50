"""What must hold at any moment of a game. Each check plays on a copy and leaves the game as it was."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import msgspec

from ecumene.kernel import SPECTATOR, Answer, Chance, Decision, Game, Refusal, Seat, View, Viewer
from ecumene.kernel.snapshot import boundary, go_on, newest
from ecumene.kernel.testing.mutate import mutated
from ecumene.kernel.testing.play import play_out
from ecumene.kernel.testing.report import BrokenPromise, Report

_encode = msgspec.json.Encoder().encode
_LISTED = 40
_LOOK_AHEAD = 8
_SCRAMBLE = "5c" * 32


def imprint(game: Game) -> bytes:
    """Everything that a refused answer must leave alone."""
    asked = [(seat, decision.digest()) for seat, decision in sorted(game.pending.items())]
    chance = sorted(game.play.chance.counts.items())
    return _encode((game.state, chance, asked, len(game.play.log), len(game.line), len(game.journal)))


def seen(game: Game, viewer: Viewer) -> bytes:
    """A viewer's view and events, but for what tells how the game came here (undone entries count in `version`)."""
    return _encode((_view(game, viewer), list(game.events(viewer))))


def _view(game: Game, viewer: Viewer) -> View:
    return msgspec.structs.replace(game.view(viewer), version=0, undo=False, redo=False)


def everybody(game: Game) -> list[Viewer]:
    return [*range(game.seats), SPECTATOR]


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
            _check_legal(game, decision, decision.sample(rng), "sample")
            report.sampled += 1
        if decision.shape in ("choose", "pick", "spread"):
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


def check_secrets(game: Game, viewer: Viewer, rng: Random, report: Report) -> None:
    """Two states that differ only in what a viewer may not know look the same to him, legality and refusals too."""
    twin = game.at(len(game.line))
    before = _encode(twin.state)
    game.title.scramble(twin.state, viewer, Chance(f"{rng.getrandbits(128):032x}"))
    report.compared += 1
    report.scrambled += _encode(twin.state) != before
    broken = game.title.laws(twin.state)
    if broken:
        raise BrokenPromise("4 secrets", f"scrambled for {viewer}, laws break: {'; '.join(broken)}", game)
    if seen(twin, viewer) != seen(game, viewer):
        raise BrokenPromise(
            "4 secrets", f"viewer {viewer} sees what he may not know: {_difference(game, twin, viewer)}", game
        )
    _check_held(game, twin, viewer)
    asked, other = game.pending.get(Seat(viewer)), twin.pending.get(Seat(viewer))
    if asked is None or other is None:
        return
    sample = asked.sample(rng)
    for raw in (sample, other.sample(rng), *mutated(sample, rng, 4)):
        if _said(asked, raw) != _said(other, raw):
            what = f"{_said(asked, raw)!r} or {_said(other, raw)!r} to {raw!r}"
            raise BrokenPromise("4 secrets", f"what viewer {viewer} may not know decides: {what}", game)


def _check_held(game: Game, twin: Game, viewer: Viewer) -> None:
    """Decisions of others look at hidden things when they are asked: none holds what has been scrambled since.

    At a step's boundary that shows: begun anew from the scrambled state, the step must ask the same.
    """
    if boundary(game) != len(game.line):
        return
    kept = newest(twin, len(twin.journal))
    title = game.title
    title.scramble(kept.state, viewer, Chance(_SCRAMBLE))
    anew = go_on(title, game.options, game.seats, game.seed or "", kept)
    after = game.at(len(game.line))
    title.scramble(after.state, viewer, Chance(_SCRAMBLE))
    told = [list(one.events(viewer, kept.logged)) for one in (anew, game)]
    if _view(anew, viewer) != _view(game, viewer) or told[0] != told[1]:
        return  # the step began with something that came into the open
    for seat, decision in after.pending.items():
        if anew.pending[seat].digest() != decision.digest():
            what = f"{decision!r} holds what seat {seat} alone may know; give it a function"
            raise BrokenPromise("4 secrets", what, game)


def _said(asked: Decision[Any], raw: object) -> bytes:
    try:
        refusal = asked.check(asked.decode(raw))
    except Refusal as malformed:
        refusal = malformed
    return b"accepted" if refusal is None else _encode(refusal.reason)


def _difference(game: Game, twin: Game, viewer: Viewer) -> str:
    one, other = seen(game, viewer).decode(), seen(twin, viewer).decode()
    at = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return f"…{one[max(0, at - 60) : at + 40]}… or …{other[max(0, at - 60) : at + 40]}…"


def check_fork(game: Game, viewer: Viewer, rng: Random, report: Report) -> None:
    """A fork looks the same to its viewer, can be forked again, and can be played on."""
    fork = game.fork(viewer, f"{rng.getrandbits(128):032x}")
    for one in (fork, fork.fork(viewer, "01")):
        if seen(one, viewer) != seen(game, viewer):
            raise BrokenPromise(
                "4 secrets", f"viewer {viewer} sees a fork: {_difference(game, one, viewer)}", game
            )
    try:
        play_out(fork, limit=_LOOK_AHEAD, rng=rng)
    except RuntimeError as unfinished:
        if "no end after" not in str(unfinished):
            raise BrokenPromise(
                "4 secrets", f"a fork cannot be played on: {unfinished!r}", game
            ) from unfinished
    except Exception as wrong:
        raise BrokenPromise("4 secrets", f"a fork cannot be played on: {wrong!r}", game) from wrong
    broken = game.title.laws(fork.state)
    if broken:
        raise BrokenPromise("5 nothing is made or lost", f"in a fork: {'; '.join(broken)}", game)
    report.forked += 1


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
        what = _difference(game, back, seat)
        raise BrokenPromise("undo", f"seat {seat} learned something and may still undo: {what}", game)
    report.undone += 1
