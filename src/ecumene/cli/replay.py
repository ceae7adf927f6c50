"""`ecumene replay`: a recorded game up to any answer: what happened, what is asked, the digest of the state."""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ecumene.cli import titles
from ecumene.cli.mistakes import Mistake, whole

if TYPE_CHECKING:
    from ecumene.kernel import Game


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = subparsers.add_parser("replay", help="show a recorded game, up to any answer")
    made.add_argument("record", type=Path, help="a .ecu file")
    made.add_argument(
        "--to", type=whole(0), metavar="N", help="stop after so many answers (default: at the end)"
    )
    made.add_argument(
        "--since", type=whole(0), default=0, metavar="N", help="show what happened after so many answers"
    )
    made.add_argument("--state", action="store_true", help="print the whole state as JSON at the end")
    made.set_defaults(run=run)


def run(told: argparse.Namespace) -> int:
    import msgspec

    game = load(told.record)
    to = len(game.line) if told.to is None else told.to
    if to > len(game.line):
        raise Mistake(f"there are {len(game.line)} answers, so --to goes from 0 to {len(game.line)}.")
    if told.since > to:
        raise Mistake(f"--since goes from 0 to {to}.")
    here = game.at(to)
    print(
        f"{game.title.meta.name}, {game.seats} players; {len(game.line)} answers, {len(game.journal)} entries"
    )
    for line in story(here, told.since):
        print(line)
    print(f"after {to} answers: step {here.state.step or '-'}, state {here.digest()}")
    for seat, asked in sorted(here.pending.items()):
        print(f"  seat {seat} is asked {asked.kind} [{asked.rule}]")
    for place in here.result() if here.ended else []:
        print(f"  place {place.place}: seat {place.seat}, {place.points} points {place.parts or ''}")
    if told.state:
        print(msgspec.json.format(msgspec.json.encode(here.state), indent=1).decode())
    return 0


def load(path: Path) -> "Game":
    """The game of a record; what is wrong with the file is said in words."""
    from ecumene import titles as found
    from ecumene.kernel import BadRecord
    from ecumene.kernel import load as loaded

    try:
        return loaded(titles.record(path), found.find)
    except BadRecord as wrong:
        raise Mistake(f"{path}: {wrong}.") from None


def story(game: "Game", since: int) -> Iterator[str]:
    """Answer by answer, with what was told after each."""
    import msgspec

    from ecumene.kernel import REFEREE

    def said(data: object) -> str:
        return msgspec.json.encode(data).decode()

    told: dict[int, list[str]] = {}
    for one in game.events(REFEREE):
        to = "" if one.to is None else f" (to {', '.join(map(str, one.to))})"
        told.setdefault(one.at, []).append(f"    {one.step}: {said(one.event)}{to}")
    for number in range(since, len(game.line) + 1):
        if number:
            yield f"{number} {said(game.line[number - 1])}"
        yield from told.get(number, ())
