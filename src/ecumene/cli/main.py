"""Finds the command, runs it, and turns what a person did wrong into words and exit code 2.

A command is a module beside this one with `add(subparsers)`: it adds its parser and sets `run`, a function
from the parsed arguments to an exit code. A traceback always means a bug of ours.
"""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from ecumene import __version__
from ecumene.cli import atlas, backup, bench, play, replay, rules, serve, simulate, verify
from ecumene.cli.mistakes import Mistake, suggest

# What a machine may refuse us, without a bug of ours.
REFUSED = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO}
COMMANDS = (play, serve, backup, atlas, rules, simulate, replay, verify, bench)


class Parser(argparse.ArgumentParser):
    """argparse, but it says what was probably meant."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\nTry `{self.prog} --help`.\n")

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """The command itself complains of what it does not know, not whoever called it."""
        told, strange = super().parse_known_args(args, namespace)
        if strange:
            option = strange[0].partition("=")[0]
            known = [each for each in self._option_string_actions if each.startswith("--")]
            self.error(
                f"no such option: {suggest(option, known)}"
                if option.startswith("-")
                else f"nothing more is wanted after what is there: {' '.join(strange)!r}"
            )
        return told, strange

    def _check_value(self, action: argparse.Action, value: object) -> None:
        if action.choices is not None and value not in action.choices:
            kind = "command" if isinstance(action, argparse._SubParsersAction) else "value"  # noqa: SLF001
            raise argparse.ArgumentError(
                None, f"no such {kind}: {suggest(str(value), map(str, action.choices))}"
            )
        super()._check_value(action, value)


def parser() -> Parser:
    made = Parser(prog="ecumene", description="One table for the great civilization board games.")
    made.add_argument("--version", action="version", version=f"ecumene {__version__}")
    subparsers = made.add_subparsers(
        title="commands", metavar="<command>", parser_class=Parser, required=True
    )
    for command in COMMANDS:
        command.add(subparsers)
    return made


def main(arguments: Sequence[str] | None = None) -> int:
    made = parser()
    given = sys.argv[1:] if arguments is None else list(arguments)
    if not given:
        made.print_help()
        return 0
    told = made.parse_args(given)
    try:
        code: int = told.run(told)
        sys.stdout.flush()  # what cannot be written is said below, not at exit
    except Mistake as mistake:
        print(f"ecumene: {mistake}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # whoever reads our output has seen enough
        _say_no_more()
        return 141
    except OSError as wrong:
        if wrong.errno not in REFUSED:
            raise
        _say_no_more()
        print(
            f"ecumene: {wrong.filename or 'the output'} cannot be written: {wrong.strerror}.", file=sys.stderr
        )
        return 2
    return code


def _say_no_more() -> None:
    """Nothing more is written, not even at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
