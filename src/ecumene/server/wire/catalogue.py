"""What can be played here."""

from __future__ import annotations

from typing import Any

from ecumene.server.wire.common import Said


class TitleInfo(Said, frozen=True):
    key: str
    name: str
    family: str
    version: int
    seats: tuple[int, ...]


class BotInfo(Said, frozen=True):
    key: str
    name: str


class Titles(Said, frozen=True):
    titles: tuple[TitleInfo, ...]
    bots: tuple[BotInfo, ...]


class TitleDetail(Said, frozen=True):
    """`options`: a JSON Schema. `defaults`: options that go together. `catalogue`: what the title says of itself."""

    title: TitleInfo
    options: Any
    defaults: Any
    catalogue: Any


class RuleText(Said, frozen=True):
    id: str
    gist: str
