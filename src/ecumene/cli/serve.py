"""`ecumene serve`: the table, for whoever can reach this machine."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

import ecumene
from ecumene.cli import addresses, files
from ecumene.cli.mistakes import Mistake, whole

if TYPE_CHECKING:
    from ecumene.server.settings import Mail, Settings
    from ecumene.server.web.app import Ready

CLIENT = Path(ecumene.__file__).parent / "client"
MAIL_PASSWORD = "ECUMENE_MAIL_PASSWORD"  # noqa: S105 - the name of a variable

HELP = """\
Serves tables to browsers. Without options: on this machine only, with a SQLite file in the present folder.

Where others reach it
  Put a web server that speaks https in front (caddy, nginx) and pass everything on, web sockets included:
      ecumene serve --public https://games.example --proxy
  --public says by which address people come: it makes the links in notices, and cookies https only. --proxy believes
  the X-Forwarded-For of the web server in front; leave it out if there is none.

How it stores
  --database games.sqlite3            one file; one process; some hundreds of moves a second
  --database postgresql://user@host/name --workers 4   where one process is not enough (pip install ecumene[postgres])
  The tables of the database are made, and brought up to date, when the server starts.

What it tells people
  Nothing leaves the machine unless you say so: --mail for notices and sign-in links by mail (its password in the
  variable ECUMENE_MAIL_PASSWORD), --push for notices in browsers, --webhooks to let players name addresses of their
  own. All three need --public, because what is told leads back here.

Looking after it
  /api/health answers 200 while the database does; /api/metrics has counters (from this machine only).
  `ecumene backup FILE` may be run at any time; `ecumene restore FILE` fills an empty database.
  docs/hosting.md has it all at length, with ready files for systemd, caddy and nginx.
"""


def add(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    made = subparsers.add_parser(
        "serve", help="serve the table, without opening a browser", description=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    made.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    made.add_argument("--port", type=addresses.port, default=8000, help="port to listen on (default: 8000)")
    made.add_argument("--database", default="ecumene.sqlite3", help="a file, or postgresql://…")
    made.add_argument("--workers", type=whole(1), default=1, help="processes (with PostgreSQL; default: 1)")
    made.add_argument("--public", type=addresses.origin, metavar="URL", help="the address that people type")
    made.add_argument("--proxy", action="store_true", help="a proxy in front says who is asking")
    made.add_argument(
        "--mail", default="", metavar="URL", help="smtp://user@host:587 or smtps://user@host:465"
    )
    made.add_argument("--mail-from", default="", metavar="ADDRESS", help="who the mail is from")
    made.add_argument("--push", action="store_true", help="notices in browsers (web push)")
    made.add_argument(
        "--webhooks", action="store_true", help="let players have notices sent to addresses of theirs"
    )
    made.add_argument("--no-accounts", action="store_true", help="guests only")
    made.add_argument(
        "--origin",
        type=addresses.origin,
        metavar="URL",
        action="append",
        default=[],
        help="a further origin that may talk to the server",
    )
    made.add_argument("--log", choices=("text", "json"), default="text", help="how to write the log")
    made.set_defaults(run=run)


def run(told: argparse.Namespace) -> int:
    if said := addresses.hindrance(told.host, told.port):
        raise Mistake(said)
    if told.workers > 1 and not told.database.startswith("postgres"):
        raise Mistake("several workers need PostgreSQL: --database postgresql://…")
    chosen = settings(told)
    if (chosen.mail or chosen.push or chosen.webhooks) and not chosen.public:
        raise Mistake("notices hold links: say by which address people come, --public https://…")
    files.database(told.database)
    serve(told.host, told.port, chosen, workers=told.workers, log=told.log)
    return 0


def settings(told: argparse.Namespace) -> "Settings":
    from ecumene.server.settings import Settings

    return Settings(
        database=told.database,
        public=told.public or "",
        secure=(told.public or "").startswith("https://"),
        accounts=not told.no_accounts,
        mail=_mail(told.mail, told.mail_from),
        push=told.push,
        webhooks=told.webhooks,
        proxy=told.proxy,
        single=not told.database.startswith("postgres"),  # there another machine may serve beside this one
        origins=tuple(told.origin),
    )


def serve(
    host: str, port: int, chosen: "Settings", *, workers: int = 1, log: str = "text", ready: "Ready | None" = None
) -> None:  # fmt: skip
    """Serves until interrupted."""
    import msgspec
    import uvicorn

    from ecumene.server import logs, worker

    if not (CLIENT / "index.html").is_file():
        raise Mistake("the web client has not been built. Run `make client`, or install the package again.")
    common = worker.LISTENING | {"host": host, "port": port, "timeout_graceful_shutdown": 5}
    if ready is None:
        print(f"Ecumene is at {chosen.public or addresses.shown(host, port)}  (Ctrl-C ends it)", flush=True)
    os.environ[worker.SETTINGS] = msgspec.json.encode(chosen).decode()
    os.environ[worker.LOG] = log
    if workers > 1:
        uvicorn.run("ecumene.server.worker:app", factory=True, workers=workers, **common)
        return
    if ready is None:
        uvicorn.run(worker.app(), **common)
        return
    from ecumene.server.web.app import application

    logs.set_up(log, level=30)
    made = application(chosen, ready)
    worker.quicken()
    uvicorn.run(made, **common)


def _mail(url: str, sender: str) -> "Mail | None":
    from urllib.parse import unquote, urlsplit

    from ecumene.server.settings import Mail

    if not url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port or (465 if parts.scheme == "smtps" else 587)
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise Mistake("--mail wants smtp://user@host:587 or smtps://user@host:465.")
    if not sender:
        raise Mistake("--mail needs --mail-from: who the mail is from.")
    return Mail(
        host=parts.hostname,
        port=port,
        user=unquote(parts.username or ""),
        password=os.environ.get(MAIL_PASSWORD, ""),
        sender=sender,
        tls="tls" if parts.scheme == "smtps" else "starttls",
    )
