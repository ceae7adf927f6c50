"""One worker process of several: its settings come from the process that started it."""

from __future__ import annotations

import os
import sys

import msgspec

from ecumene.server import logs
from ecumene.server.settings import Settings
from ecumene.server.web.app import application
from ecumene.server.web.gate import Gate

SETTINGS = "ECUMENE_SETTINGS"
LOG = "ECUMENE_LOG"


def app() -> Gate:
    """The application of this process (uvicorn calls it in each worker)."""
    logs.set_up(os.environ.get(LOG, "text"))
    sys.setswitchinterval(
        0.001
    )  # rules and bots think in threads: the event loop must not wait 5 ms for each
    return application(msgspec.json.decode(os.environ[SETTINGS], type=Settings))
