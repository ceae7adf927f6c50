"""Logs: a line of JSON for each event, or plain words for a person at a terminal."""

from __future__ import annotations

import logging
import sys

import msgspec

_encode = msgspec.json.Encoder().encode


class Line(msgspec.Struct, omit_defaults=True):
    at: str
    level: str
    where: str
    what: str
    bug: str = ""


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = Line(
            self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            record.levelname.lower(),
            record.name,
            record.getMessage(),
        )
        if record.exc_info:
            line.bug = self.formatException(record.exc_info)
        return _encode(line).decode()


def set_up(kind: str, *, level: int = logging.INFO) -> None:
    handler = logging.StreamHandler(sys.stderr)
    words = logging.Formatter("%(asctime)s %(levelname)-7s %(name)s: %(message)s", "%H:%M:%S")
    handler.setFormatter(JsonFormatter() if kind == "json" else words)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.access").setLevel(logging.WARNING)
