"""Where a server listens, and by which address people come."""

import argparse
import errno
import re
import socket

from ecumene.cli.mistakes import whole

port = whole(1, 65535)
_ORIGIN = re.compile(r"(https?://(?:[\w.-]+|\[[\da-fA-F:]+\])(?::\d{1,5})?)/?")


def origin(text: str) -> str:
    """`https://games.example`, as browsers name where a page is from: nothing follows the host and its port."""
    found = _ORIGIN.fullmatch(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r}: an address like https://games.example is wanted")
    return found[1]


def shown(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    name = "localhost" if host in {"127.0.0.1", "0.0.0.0", "::1", "::"} else host  # noqa: S104 - only compared
    return f"http://{name}:{port}/"


def hindrance(host: str, port: int) -> str:
    """Why nobody can listen there, in words; "" if one can."""
    try:
        family, kind, protocol, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(where)
    except (socket.gaierror, UnicodeError):
        return f"there is no host {host!r}. --host wants an address of this machine."
    except OSError as wrong:
        return {
            errno.EADDRINUSE: f"port {port} is taken. Choose another with --port.",
            errno.EACCES: f"port {port} may not be used by everybody. Choose one from 1024 on with --port.",
            errno.EADDRNOTAVAIL: f"{host} is no address of this machine. Choose another with --host.",
        }.get(wrong.errno or 0, f"nobody can listen at {host}, port {port}: {wrong.strerror}.")
    return ""
