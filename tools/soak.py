"""Plays thousands of games by themselves, every law checked after every answer, and says what happened in them.

`make soak` plays for an hour; `make soak ARGS='--minutes 5'`, `ARGS='--games 1000 --bot simple'`. Each game is a
number: title, seats, options and every answer follow from it, so `--again NUMBER` plays one that failed once more.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import suppress
from multiprocessing import get_context
from random import Random
from typing import Any

import msgspec
from happened import ending, occurred

from ecumene import titles
from ecumene.bots import BOTS, Crew, Offer, Policy
from ecumene.kernel import TABLE, Answer, Game, Refusal, Seat, Title, View, dump, load

LEAVES = 0.0005  # how often somebody says that he leaves, by answer
AGREES = 0.98  # how often the others play on then
REPLAYED = 20  # one game in so many is replayed from its record
FEW, SMALL = 9, 12_000  # how many bytes a position of so many players may have, as JSON
encode = msgspec.json.Encoder().encode

Played = tuple[str, int, str, Counter[str], str]
"""What was played, how many answers, how it ended, what occurred in it, and what went wrong."""


def setting(number: int) -> tuple[Title, int, Any, Random]:
    """What the number of a game stands for."""
    rng = Random(number)
    title = titles.find(rng.choice(titles.keys()))
    seats = rng.choice(title.meta.seats)
    fields = {field.name for field in msgspec.structs.fields(title.options_type)}
    while True:
        wishes: dict[str, Any] = {
            "half": rng.choice(["", "west", "east"]),
            "expert": rng.random() < 0.5,
            "scenario": rng.choice(["full", "full", "short", "short", "first"]),
            "turn_limit": rng.choice([0, 10, 20, 30]),
            "wonder_scores": rng.random() < 0.8,
            "open_offers": rng.random() < 0.2,
            "split_areas": rng.random() < 0.2,
            "themes_that_destroy": tuple(theme for theme in themes(title) if rng.random() < 0.1),
        }
        wishes = {name: value for name, value in wishes.items() if name in fields}
        try:
            options = msgspec.convert(wishes, title.options_type)
            Game(title, options, seats, f"{number:064x}")
        except (
            Refusal,
            msgspec.ValidationError,
        ):  # options that do not go together, or that this title has not
            continue
        return title, seats, options, rng


def themes(title: Title) -> list[str]:
    components: Any = getattr(title, "components", None)
    return [theme.key for theme in getattr(components, "themes", ())]


def sort_of(game: Game) -> str:
    """What is played, in words that sort: title, line-up with the number of players, scenario, side."""
    side = "Expert" if game.options.expert else "Basic"
    return f"{game.title.meta.key:18} {game.seats:2} {game.state.lineup:8} {game.options.scenario:5} {side}"


def play(number: int, bot: str, limit: int) -> Played:
    """One game, to its end or to the turn in which it has `limit` answers."""
    title, seats, options, rng = setting(number)
    game = Game(title, options, seats, f"{number:064x}")
    sort = sort_of(game)
    policy = agreeable(BOTS[bot](title))
    crew = Crew(dict.fromkeys(range(seats), policy), number)
    try:
        while not game.ended and len(game.line) < limit:
            crew.step(game)
            broken = title.laws(game.state)
            if broken:
                raise AssertionError("; ".join(broken))
            if seats <= FEW and (size := len(encode(game.state))) > SMALL:
                raise AssertionError(f"the position has {size} bytes")
            if rng.random() < LEAVES and not game.ended:
                _say(game, Seat(rng.randrange(seats)), "leave")
        if not game.ended:
            _say(game, TABLE, "last_turn")
            while not game.ended:
                crew.step(game)
        if number % REPLAYED == 0:
            again = load(dump(game), titles.find)
            if again.digest() != game.digest():
                raise AssertionError("the record replays to another state")
    except Exception:  # noqa: BLE001  # whatever went wrong is what we are here for
        return sort, len(game.line), "", Counter(), f"{options}\n{traceback.format_exc()}"
    return sort, len(game.line), ending(game), Counter(occurred(game)), ""


def _say(game: Game, seat: Seat, what: str) -> None:
    with suppress(Refusal):
        game.call(seat, what)


def agreeable(policy: Policy) -> Policy:
    """The same bot, but it mostly plays on when somebody leaves."""

    def answer(view: View, offer: Offer, rng: Random) -> Answer | None:
        if offer.kind == "play_on" and rng.random() < AGREES:
            return offer.fallback()
        return policy(view, offer, rng)

    return answer


def main() -> int:
    told = _arguments()
    if told.again is not None:
        sort, answers, ending, _, wrong = play(told.again, told.bot, told.limit)
        print(f"{sort.strip()}: {answers} answers, {wrong or ending}")
        return 1 if wrong else 0
    begun = time.monotonic()
    endings: Counter[str] = Counter()
    occurred: Counter[str] = Counter()
    sorts: dict[str, Counter[str]] = {}
    number, failed = told.start, []
    playing: dict[Future[Played], int] = {}
    with ProcessPoolExecutor(told.jobs, get_context("spawn")) as pool:
        while True:
            while len(playing) < 2 * told.jobs and _more(told, number, begun):
                playing[pool.submit(play, number, told.bot, told.limit)] = number
                number += 1
            if not playing:
                break
            for done in wait(playing, return_when=FIRST_COMPLETED).done:
                which = playing.pop(done)
                sort, length, ending, things, wrong = done.result()
                sorts.setdefault(sort, Counter()).update(games=1, answers=length, failed=int(bool(wrong)))
                endings[ending or "failed"] += 1
                occurred += things
                if wrong:
                    failed.append(which)
                    print(f"game {which} failed: {sort}, {wrong}", flush=True)
    _report(sorts, time.monotonic() - begun, endings, occurred)
    if failed:
        print(f"FAILED: {sorted(failed)}; one again with --again {min(failed)} --bot {told.bot}")
    return 1 if failed else 0


def _more(told: argparse.Namespace, number: int, begun: float) -> bool:
    if told.games:
        return bool(number < told.start + told.games)
    return bool(time.monotonic() < begun + 60 * told.minutes)


def _report(
    sorts: dict[str, Counter[str]], seconds: float, endings: Counter[str], occurred: Counter[str]
) -> None:
    answers = sum(counted["answers"] for counted in sorts.values())
    for sort, counted in sorted(sorts.items()):
        print(f"{sort}: {counted['games']} games, {counted['answers']} answers, {counted['failed']} failed")
    print(
        f"{endings.total()} games, {answers} answers in {seconds:.0f} s ({answers / max(seconds, 1):.0f} a second)"
    )
    print("ended: " + ", ".join(f"{name} {number}" for name, number in endings.most_common()))
    for sort in ("calamity", "advance", "ability", "event"):
        named = sorted((name.split()[1], n) for name, n in occurred.items() if name.startswith(f"{sort} "))
        print(f"{sort} ({len(named)}), in how many games: " + ", ".join(f"{name} {n}" for name, n in named))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60, help="how long (default: an hour)")
    parser.add_argument("--games", type=int, default=0, help="how many, instead of how long")
    parser.add_argument("--start", type=int, default=1, help="number of the first game")
    parser.add_argument("--bot", choices=sorted(BOTS), default="random")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--limit", type=int, default=20_000, help="answers after which a game's last turn is called"
    )
    parser.add_argument("--again", type=int, help="play one game once more")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
