"""One worker process of several: its settings come from the process that started it."""

from __future__ import annotations

import gc
import os
import sys
from typing import Any

import msgspec

from ecumene.server import logs
from ecumene.server.settings import Settings
from ecumene.server.web.app import application
from ecumene.server.web.gate import Gate

LISTENING: dict[str, Any] = {
    "ws": "websockets-sansio",
    "ws_max_size": 70_000,
    "ws_per_message_deflate": False,  # deltas are short: packing them cost more than all else about sending them
    "log_level": "warning",
    "log_config": None,  # its words go where ours go, and in our form
    "access_log": False,
    "server_header": False,
    "proxy_headers": False,  # the gate reads them, where it was told to
    "backlog": 2048,
}
"""How uvicorn serves us."""

SETTINGS = "ECUMENE_SETTINGS"
LOG = "ECUMENE_LOG"


def quicken() -> None:
    """What Python does for small programs, and what costs a server with a thousand sockets its evenness."""
    # Rules and bots think in threads: the event loop must not wait 5 ms for each.
    sys.setswitchinterval(0.001)
    # A look through everything that lives takes a third of a second then. What is here now stays; of what comes, the
    # young is looked through less often, and the old when the house says so (`House._tidy`).
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 1_000_000)


def app() -> Gate:
    """The application of this process (uvicorn calls it in each worker)."""
    logs.set_up(os.environ.get(LOG, "text"))
    made = application(msgspec.json.decode(os.environ[SETTINGS], type=Settings))
    quicken()
    return made
