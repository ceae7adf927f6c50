"""`ecumene verify`: prove that finished games were played by the rules and with the chance they committed to."""

import argparse
import sys
from pathlib import Path

from ecumene.cli import titles


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = subparsers.add_parser("verify", help="prove finished games: the rules, every draw, the end")
    made.add_argument("records", type=Path, nargs="+", metavar="record", help="a .ecu file")
    made.set_defaults(run=run)


def run(told: argparse.Namespace) -> int:
    from ecumene import titles as found
    from ecumene.kernel import BadRecord, verify

    bad = 0
    for path in told.records:
        try:
            game = verify(titles.record(path), found.find)
        except BadRecord as wrong:
            bad += 1
            print(f"{path}: {wrong}", file=sys.stderr)
        else:
            draws = sum(game.play.chance.counts.values())
            name = game.title.meta.name
            print(f"{path}: true. {name}, {game.seats} players, {len(game.line)} answers, {draws} draws.")
            print(f"    The mark told at the start must have been {game.commitment}.")
    return 1 if bad else 0
