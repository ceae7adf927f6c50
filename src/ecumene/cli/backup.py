"""`ecumene backup` and `ecumene restore`: everything a server knows, as one file."""

import argparse
import asyncio
from pathlib import Path

from ecumene.cli import files
from ecumene.cli.mistakes import Mistake


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    save = subparsers.add_parser("backup", help="write all that a server knows into one file")
    save.add_argument("file", type=Path)
    save.add_argument("--database", default="ecumene.sqlite3", help="a file, or postgresql://…")
    save.set_defaults(run=back_up)
    load = subparsers.add_parser("restore", help="fill an empty database from a backup")
    load.add_argument("file", type=Path)
    load.add_argument("--database", default="ecumene.sqlite3", help="a file, or postgresql://…")
    load.set_defaults(run=restore)


def back_up(told: argparse.Namespace) -> int:
    from ecumene.server import backup

    if "://" not in told.database and not Path(told.database).is_file():
        raise Mistake(f"there is no database {told.database}.")
    files.database(told.database)
    try:
        rows = asyncio.run(backup.back_up(told.database, told.file))
    except OSError as wrong:
        raise Mistake(f"{told.file} cannot be written: {wrong.strerror}.") from None
    print(f"{rows} rows in {told.file}")
    return 0


def restore(told: argparse.Namespace) -> int:
    from ecumene.server import backup

    if not told.file.is_file():
        raise Mistake(f"there is no file {told.file}.")
    files.database(told.database)
    try:
        rows = asyncio.run(backup.restore(told.database, told.file))
    except backup.BadBackup as wrong:
        raise Mistake(f"{told.file}: {wrong}") from None
    print(f"{rows} rows from {told.file}")
    return 0
