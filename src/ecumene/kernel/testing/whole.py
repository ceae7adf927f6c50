"""What must hold for the record of a game: the same answers give the same game, from anywhere, in any process."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from ecumene.kernel import REFEREE, Game, Title, Undone, dump, load
from ecumene.kernel.snapshot import Snapshot, go_on
from ecumene.kernel.testing.report import BrokenPromise, Report
from ecumene.kernel.testing.sight import everybody, seen
from ecumene.kernel.testing.whereabouts import title_at, whereabouts

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Snapshot).decode
_TIME = 600
_TRACED = 5


def check_record(game: Game) -> None:
    """Saved and loaded, quickly or step by step, it is the same game; saved again, the same file."""
    data = dump(game)
    for strict in (False, True):
        again = load(data, lambda _: game.title, strict=strict)
        _same(game, again, "a loaded game differs")
        if dump(again) != data:
            raise BrokenPromise("1 deterministic", "a loaded game is saved differently", game)
    seed = (game.seed or "").encode()
    if seed in dump(game, secret=False):
        raise BrokenPromise("4 secrets", "the seed is in the export", game)
    for viewer in (*everybody(game), REFEREE):
        if seed in seen(game, viewer):
            raise BrokenPromise("4 secrets", f"viewer {viewer} sees the seed", game)


def check_resumed(game: Game, snapshots: Sequence[bytes], rng: Random, report: Report) -> None:
    """Gone on from a snapshot that was data in between, or from any other moment, it comes to the same end."""
    for data in snapshots:
        snapshot = _decode(data)
        rest = game.journal[snapshot.entries :]
        if any(isinstance(entry, Undone) and entry.to < snapshot.length for entry in rest):
            continue
        twin = go_on(game.title, game.options, game.seats, game.seed or "", snapshot)
        twin.replay(rest)
        if twin.digest() != game.digest() or twin.view(0) != game.view(0):
            raise BrokenPromise("1 deterministic", f"gone on from {snapshot.length} answers it differs", game)
        report.resumed += 1
    for _ in range(2):
        twin = game.at(rng.randint(0, len(game.line)))
        twin.replay(game.line[len(twin.line) :])
        _same(game, twin, "gone on from a moment it differs")
        report.resumed += 1


def check_interleaved(games: Sequence[Game]) -> None:
    """All games at once in one process, an answer each in turn: none disturbs another."""
    twins = [game.at(0) for game in games]
    for number in range(max((len(game.line) for game in games), default=0)):
        for game, twin in zip(games, twins, strict=True):
            if number < len(game.line):
                twin._replay(game.line[number])
    for game, twin in zip(games, twins, strict=True):
        _same(game, twin, "played among others it differs")


def _same(game: Game, other: Game, what: str) -> None:
    if other.digest() != game.digest():
        raise BrokenPromise("1 deterministic", f"{what}: state", game)
    for viewer in everybody(game):
        if seen(game, viewer) != seen(other, viewer):
            raise BrokenPromise("1 deterministic", f"{what}: view of {viewer}", game)


def check_process(title: Title, games: Sequence[Game], report: Report) -> None:
    """Another process, with another order of sets and hashes, comes to the same states by the same way."""
    try:
        where = whereabouts(title)
    except LookupError:
        return
    records = _encode([dump(game).decode() for game in games])
    path = os.pathsep.join(filter(None, sys.path))
    hashes = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    done = subprocess.run(  # noqa: S603  # ourselves
        [sys.executable, "-m", "ecumene.kernel.testing", "replay", where],
        input=records, capture_output=True, timeout=_TIME, check=False,
        env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hashes},
    )  # fmt: skip
    there = done.stdout.decode().splitlines()
    here = [trace(game) for game in games]
    if there != here:
        wrong = next((n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), len(there))
        what = done.stderr.decode()[-2000:] or "other states"
        raise BrokenPromise(
            "1 deterministic", f"in another process: {what}", games[min(wrong, len(games) - 1)]
        )
    report.processes += 1


def traces(where: str, records: bytes) -> Iterator[str]:
    """One trace for each of the records, a JSON list."""
    title = title_at(where)
    for record in msgspec.json.decode(records, type=list[str]):
        yield trace(load(record.encode(), lambda _: title))


def trace(game: Game) -> str:
    """A digest of states on the way, and of what everybody sees at the end."""
    twin = game.at(0)
    way = hashlib.blake2b(twin.digest().encode(), digest_size=16)
    for number, entry in enumerate(game.line):
        twin._replay(entry)
        if number % _TRACED == 0:
            way.update(twin.digest().encode())
    way.update(twin.digest().encode())
    for viewer in everybody(twin):
        way.update(seen(twin, viewer))
    return way.hexdigest()
