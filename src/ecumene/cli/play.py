"""`ecumene play`: serve on this machine and open the browser. Two words to a game."""

import argparse
import os
import threading
import time
import webbrowser

from ecumene.cli import serve
from ecumene.cli.mistakes import Mistake

HOST = "127.0.0.1"
FIRST, LAST = 8000, 8099


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = subparsers.add_parser("play", help="serve on this machine and open the browser")
    made.add_argument(
        "--port", type=serve.port, help=f"port to listen on (default: the first free from {FIRST})"
    )
    made.add_argument(
        "--no-browser", action="store_true", help="only say the address (also: set ECUMENE_NO_BROWSER)"
    )
    made.set_defaults(run=run)


def run(told: argparse.Namespace) -> int:
    port = choose(told.port)
    if not (told.no_browser or os.environ.get("ECUMENE_NO_BROWSER")):
        threading.Thread(target=open_when_ready, args=(port,), daemon=True).start()
    serve.serve(HOST, port)
    return 0


def choose(wanted: int | None) -> int:
    """The port asked for, else the first free one: a second table must not fail because of the first."""
    if wanted is not None:
        if not serve.is_free(HOST, wanted):
            raise Mistake(f"port {wanted} is taken. Choose another with --port, or leave it out.")
        return wanted
    found = next((port for port in range(FIRST, LAST + 1) if serve.is_free(HOST, port)), None)
    if found is None:
        raise Mistake(f"all ports from {FIRST} to {LAST} are taken. Choose one with --port.")
    return found


def open_when_ready(port: int) -> None:
    """Opens the browser as soon as somebody answers; a server that never starts has said why itself."""
    for _ in range(200):
        if not serve.is_free(HOST, port):
            webbrowser.open(serve.address(HOST, port))
            return
        time.sleep(0.05)
