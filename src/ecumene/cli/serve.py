"""`ecumene serve`: the table, for whoever can reach this machine."""

import argparse
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import ecumene
from ecumene.cli.mistakes import Mistake

if TYPE_CHECKING:
    from litestar import Litestar

CLIENT = Path(ecumene.__file__).parent / "client"


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = subparsers.add_parser("serve", help="serve the table, without opening a browser")
    made.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    made.add_argument("--port", type=port, default=8000, help="port to listen on (default: 8000)")
    made.set_defaults(run=run)


def run(told: argparse.Namespace) -> int:
    if not is_free(told.host, told.port):
        raise Mistake(f"port {told.port} is taken. Choose another with --port.")
    serve(told.host, told.port)
    return 0


def serve(host: str, port: int) -> None:
    """Serves until interrupted."""
    import uvicorn

    app = application()
    print(f"Ecumene is at {address(host, port)}  (Ctrl-C ends it)", flush=True)
    uvicorn.run(app, host=host, port=port, ws="websockets-sansio", log_level="warning")


def application() -> "Litestar":
    """What is served: as yet the client alone."""
    from litestar import Litestar
    from litestar.static_files import create_static_files_router

    if not (CLIENT / "index.html").is_file():
        raise Mistake("the web client has not been built. Run `make client`, or install the package again.")
    return Litestar([create_static_files_router("/", directories=[CLIENT], html_mode=True)])


def address(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    name = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::1", "::"} else host  # noqa: S104 - only compared
    return f"http://{name}:{port}/"


def is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def port(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: a whole number from 1 to 65535 is wanted")
    return int(text)
