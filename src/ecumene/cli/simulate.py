"""`ecumene simulate`: many games by themselves, and what came of them. Any error ends it and says how to get there."""

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from ecumene.cli import files, titles
from ecumene.cli.mistakes import Mistake, suggest, whole

if TYPE_CHECKING:
    import msgspec

    from ecumene.bots import Crew
    from ecumene.kernel import Game, Title

PLAIN = ("random", "default")
"""Ways to play that need no view of the table, so they are quick."""

LAST_SEED = 2**64 - 1


@dataclass(frozen=True)
class Job:
    title: str
    players: int
    options: str
    policy: str
    limit: int
    check: bool
    keep: Path | None


@dataclass(frozen=True)
class Outcome:
    """One game: its seed, how long it took, and for each seat its place, points and how they came about."""

    seed: int
    answers: int
    seconds: float
    ended: bool
    places: tuple[tuple[int, int, int, dict[str, int]], ...]
    wrong: str = ""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = subparsers.add_parser("simulate", help="play many games by themselves and show the results")
    made.add_argument("title", help="for example western-empires")
    made.add_argument("--players", type=whole(1), help="how many (default: as few as the title allows)")
    made.add_argument("--games", type=whole(1), default=10, help="how many (default: %(default)s)")
    made.add_argument(
        "--seed",
        type=whole(0, LAST_SEED),
        default=0,
        help="of the first game; the next ones follow (default: %(default)s)",
    )
    made.add_argument(
        "--policy",
        default="random",
        help="how the seats play: random, default or a bot such as simple; several with commas between, "
        "seat after seat and round again (default: %(default)s)",
    )
    made.add_argument("--options", default="", metavar="JSON", help="of the title")
    made.add_argument(
        "--limit", type=whole(1), default=100_000, help="answers in one game (default: %(default)s)"
    )
    made.add_argument("--jobs", type=whole(1), default=1, help="processes at once (default: %(default)s)")
    made.add_argument(
        "--check", action="store_true", help="check after every answer that nothing is made or lost"
    )
    made.add_argument("--keep", type=Path, metavar="FOLDER", help="write the record of each game there")
    made.add_argument("--quiet", action="store_true", help="no progress")
    made.set_defaults(run=run)


def run(told: argparse.Namespace) -> int:
    title = titles.title(told.title)
    players = titles.seats(title, told.players)
    _check_policies(told.policy)
    _check_table(title, players, titles.options(title, told.options))
    if told.keep:
        files.folder(told.keep)
    job = Job(title.meta.key, players, told.options, told.policy, told.limit, told.check, told.keep)
    begun = time.monotonic()
    outcomes: list[Outcome] = []
    for outcome in _outcomes(job, range(told.seed, told.seed + told.games), told.jobs):
        outcomes.append(outcome)
        if not told.quiet and sys.stderr.isatty():
            print(f"\r{len(outcomes)} of {told.games} games", end="", file=sys.stderr, flush=True)
        if outcome.wrong:
            break
    if not told.quiet and sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return _show(title.meta.name, job, outcomes, time.monotonic() - begun)


def _check_table(title: "Title", players: int, options: "msgspec.Struct") -> None:
    from ecumene.kernel import Game, Refusal

    try:
        Game(title, options, players)
    except Refusal as refusal:
        raise Mistake(f"{title.meta.name} cannot be set up like that: {refusal}.") from None


def _check_policies(policy: str) -> None:
    from ecumene.bots import BOTS

    for name in policy.split(","):
        if name not in PLAIN and name not in BOTS:
            raise Mistake(f"no such policy: {suggest(name, {*PLAIN, *BOTS})}")


def _outcomes(job: Job, seeds: Iterable[int], jobs: int) -> Iterator[Outcome]:
    if jobs == 1:
        yield from (play(job, seed) for seed in seeds)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, os.cpu_count() or 1)) as pool:
        pending = [pool.submit(play, job, seed) for seed in seeds]
        try:
            for one in pending:
                yield one.result()
        finally:
            pool.shutdown(cancel_futures=True)


def play(job: Job, seed: int) -> Outcome:
    """One game; whatever goes wrong in it is part of the outcome."""
    from ecumene.kernel import Game, dump

    title = titles.title(job.title)
    game = Game(title, titles.options(title, job.options), job.players, f"{seed:064x}")
    begun = time.perf_counter()
    wrong = ""
    try:
        _answer_all(game, job, Random(seed))
    except Exception as error:  # noqa: BLE001  # the table shows which game it was
        import traceback

        wrong = "".join(traceback.format_exception(error)).rstrip()
    seconds = time.perf_counter() - begun
    if job.keep:
        (job.keep / f"{job.title}-{job.players}-{seed}.ecu").write_bytes(dump(game))
    places = tuple(
        (place.seat, place.place, place.points, place.parts) for place in game.result() if not wrong
    )
    return Outcome(seed, len(game.line), seconds, game.ended, places, wrong)


def _answer_all(game: "Game", job: Job, rng: Random) -> None:
    crew = None if job.policy in PLAIN else _crew(game, job, rng)
    for _ in range(job.limit):
        if job.check and (broken := game.title.laws(game.state)):
            raise AssertionError("; ".join(broken))
        if game.ended:
            return
        if crew is not None:
            crew.step(game)
            continue
        due = game.due()
        seat = due[int(rng.random() * len(due))]
        asked: Any = game.pending[seat]
        game.answer(seat, asked.sample(rng) if job.policy == "random" else asked.fallback(), by=job.policy)


def _crew(game: "Game", job: Job, rng: Random) -> "Crew":
    from ecumene.bots import BOTS, Crew, default_policy

    names = job.policy.split(",")
    policies = {
        name: default_policy if name == "default" else BOTS[name](game.title) for name in dict.fromkeys(names)
    }
    return Crew(
        {seat: policies[names[seat % len(names)]] for seat in range(job.players)}, rng.getrandbits(32)
    )


# -- the table ------------------------------------------------------------------------------------------------


def _show(name: str, job: Job, outcomes: list[Outcome], seconds: float) -> int:
    whole = [outcome for outcome in outcomes if outcome.ended]
    games = "1 game" if len(outcomes) == 1 else f"{len(outcomes)} games"
    print(f"{name}, {job.players} players, policy {job.policy}: {games} in {seconds:.1f} s")
    if whole:
        answers = sum(outcome.answers for outcome in outcomes)
        busy = sum(outcome.seconds for outcome in outcomes)
        print(
            f"{_interval([outcome.answers for outcome in whole])} answers a game, "
            f"{busy / answers * 1e6:.0f} µs an answer, {len(outcomes) / seconds:.2f} games a second\n"
        )
        print(f"{'seat':>4}  {'won':>11}  {'place':>12}  points")
        for seat in range(job.players):
            print(_seat(seat, whole))
    unfinished = [outcome for outcome in outcomes if not outcome.ended and not outcome.wrong]
    if unfinished:
        print(f"\nwithout an end after {job.limit} answers: {len(unfinished)}, seeds {_seeds(unfinished)}")
    broken = [outcome for outcome in outcomes if outcome.wrong]
    for outcome in broken:
        print(f"\nseed {outcome.seed}, after {outcome.answers} answers:\n{outcome.wrong}", file=sys.stderr)
    return 1 if broken or unfinished else 0


def _seat(seat: int, outcomes: list[Outcome]) -> str:
    mine = [next(place for place in outcome.places if place[0] == seat) for outcome in outcomes]
    won = sum(place[1] == 1 for place in mine)
    parts: Counter[str] = Counter()
    for place in mine:
        parts.update(place[3])
    said = ", ".join(f"{name} {total / len(mine):.1f}" for name, total in parts.items())
    places = _interval([place[1] for place in mine])
    points = _interval([place[2] for place in mine])
    return f"{seat:>4}  {won:>4} ({won / len(mine):>4.0%})  {places:>12}  {points}{f'  ({said})' if said else ''}"


def _interval(numbers: list[int]) -> str:
    """The mean, and how far it may be off (95 %)."""
    from statistics import mean, stdev

    if len(numbers) < 2:
        return f"{mean(numbers):.1f}"
    return f"{mean(numbers):.1f} ± {1.96 * stdev(numbers) / len(numbers) ** 0.5:.1f}"


def _seeds(outcomes: list[Outcome]) -> str:
    return ", ".join(str(outcome.seed) for outcome in outcomes[:10])
