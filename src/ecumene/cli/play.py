"""`ecumene play`: serve on this machine and open the browser. Two words to a game."""

import argparse
import getpass
import os
import sys
import threading
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from ecumene.cli import addresses, files, serve
from ecumene.cli.mistakes import Mistake

if TYPE_CHECKING:
    from ecumene.server.tables.house import House

HOST = "127.0.0.1"
FIRST, LAST = 8000, 8099


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = subparsers.add_parser("play", help="serve on this machine and open the browser")
    made.add_argument(
        "title", nargs="?", help="which game (default: the one you left, else the one to begin with)"
    )
    made.add_argument(
        "--port", type=addresses.port, help=f"port to listen on (default: the first free from {FIRST})"
    )
    made.add_argument(
        "--new", action="store_true", help="begin a new game even if there is an unfinished one"
    )
    made.add_argument("--data", type=Path, help="where the games are kept (default: your data folder)")
    made.add_argument(
        "--no-browser", action="store_true", help="only say the address (also: set ECUMENE_NO_BROWSER)"
    )
    made.set_defaults(run=run)


def run(told: argparse.Namespace) -> int:
    from ecumene.cli.titles import title as titled
    from ecumene.server.settings import Settings
    from ecumene.server.start import way_in

    key = titled(told.title).meta.key if told.title else None
    port = choose(told.port)
    folder = files.folder(told.data or data_folder())
    chosen = Settings(database=files.database(str(folder / "games.sqlite3")), enter=True)
    quiet = told.no_browser or bool(os.environ.get("ECUMENE_NO_BROWSER"))

    async def ready(house: "House") -> None:
        path = await way_in(house, player(), key, new=told.new)
        url = addresses.shown(HOST, port).rstrip("/") + path
        shown = url if quiet else addresses.shown(HOST, port)
        print(f"Ecumene is at {shown}  (Ctrl-C ends it; your games are kept in {folder})", flush=True)
        if not quiet:
            # Half a second later: the server answers only after we have returned.
            threading.Timer(0.5, webbrowser.open, args=(url,)).start()

    serve.serve(HOST, port, chosen, ready=ready)
    return 0


def player() -> str:
    try:
        return getpass.getuser().capitalize()[:40] or "You"
    except (OSError, KeyError, ImportError):
        return "You"


def data_folder() -> Path:
    """Where programs keep a person's things on this system."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "ecumene"


def choose(wanted: int | None) -> int:
    """The port asked for, else the first free one: a second table must not fail because of the first."""
    if wanted is not None:
        if said := addresses.hindrance(HOST, wanted):
            raise Mistake(said)
        return wanted
    found = next((port for port in range(FIRST, LAST + 1) if not addresses.hindrance(HOST, port)), None)
    if found is None:
        raise Mistake(f"all ports from {FIRST} to {LAST} are taken. Choose one with --port.")
    return found
