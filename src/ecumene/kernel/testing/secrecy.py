"""What nobody may know: a view does not tell it, a refusal does not, no decision holds it, and a fork deals it anew."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from ecumene.kernel import Answer, Chance, Decision, Game, Refusal, Seat, Viewer
from ecumene.kernel.snapshot import boundary, go_on, newest
from ecumene.kernel.testing.mutate import mutated
from ecumene.kernel.testing.play import play_out
from ecumene.kernel.testing.report import BrokenPromise, Report
from ecumene.kernel.testing.sight import bare_view, difference, everybody, seen

_encode = msgspec.json.Encoder().encode
_LOOK_AHEAD = 8
_SCRAMBLE = "5c" * 32


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
            "4 secrets", f"viewer {viewer} sees what he may not know: {difference(game, twin, viewer)}", game
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
    if bare_view(anew, viewer) != bare_view(game, viewer) or told[0] != told[1]:
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


def check_secret_answer(game: Game, seat: Seat, answer: Answer, rng: Random, report: Report) -> None:
    """The last answer, to a secret decision, may be taken back: then nobody else can tell which one it was."""
    if not game.can_undo(seat):
        return  # it came into the open, and the title says so
    twin = game.at(len(game.line) - 1)
    other = twin.pending[seat].sample(rng)
    if other == answer:
        return
    twin.answer(seat, other)
    if not twin.can_undo(seat):
        return
    for viewer in everybody(game):
        if viewer != seat and _table(game, viewer) != _table(twin, viewer):
            what = f"viewer {viewer} can tell {answer!r} from {other!r}, which seat {seat} answers in secret"
            raise BrokenPromise("4 secrets", what, game)
    report.untold += 1


def _table(game: Game, viewer: Viewer) -> bytes:
    """What is on the table and was told; not who is asked, for that a seat is done may be seen."""
    return _encode((game.title.view(game.state, viewer), list(game.events(viewer))))


def check_fork(game: Game, viewer: Viewer, rng: Random, report: Report) -> None:
    """A fork looks the same to its viewer, can be forked again, and can be played on."""
    fork = game.fork(viewer, f"{rng.getrandbits(128):032x}")
    for one in (fork, fork.fork(viewer, "01")):
        if seen(one, viewer) != seen(game, viewer):
            raise BrokenPromise(
                "4 secrets", f"viewer {viewer} sees a fork: {difference(game, one, viewer)}", game
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
