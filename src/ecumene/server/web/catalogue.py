"""What can be played here, how the boards look, what the rules are called."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Response, get

from ecumene.bots import BOTS
from ecumene.kernel import Title
from ecumene.server import catalogue
from ecumene.server.problems import NotFound
from ecumene.server.wire.catalogue import BotInfo, RuleText, TitleDetail, TitleInfo, Titles


@get("/api/titles", sync_to_thread=False)
def titles() -> Titles:
    bots = tuple(BotInfo(key, key.replace("_", " ").capitalize()) for key in BOTS)
    return Titles(tuple(_info(title) for title in catalogue.titles().values()), bots)


@get("/api/titles/{key:str}", sync_to_thread=True)
def title(key: str) -> TitleDetail:
    return _detail(key)


@get("/api/rules/{key:str}", sync_to_thread=True)
def rules(key: str) -> tuple[RuleText, ...]:
    return tuple(RuleText(name, gist) for name, gist in _rules(key).items())


@get("/api/rules/{key:str}/{rule:str}", sync_to_thread=True)
def rule(key: str, rule: str) -> RuleText:
    gist = _rules(key).get(rule)
    if gist is None:
        raise NotFound("no_such_rule")
    return RuleText(rule, gist)


@get("/api/boards/{key:str}", sync_to_thread=True)
def board(key: str) -> Response[bytes]:
    return Response(
        _board(key), media_type="application/json", headers={"cache-control": "public, max-age=3600"}
    )


def _find(key: str) -> Title:
    try:
        return catalogue.find(key)
    except KeyError:
        raise NotFound("no_such_title") from None


def _info(title: Title) -> TitleInfo:
    meta = title.meta
    return TitleInfo(meta.key, meta.name, meta.family, meta.version, meta.seats)


@cache
def _detail(key: str) -> TitleDetail:
    title = _find(key)
    schema = msgspec.json.schema(title.options_type)
    try:
        defaults: Any = msgspec.to_builtins(title.options_type(), str_keys=True)
    except TypeError:
        defaults = None
    described = getattr(title, "catalogue", None)
    data = msgspec.to_builtins(described(), str_keys=True) if callable(described) else None
    return TitleDetail(_info(title), schema, defaults, data)


@cache
def _rules(key: str) -> dict[str, str]:
    """A title may name its rules: id -> gist in our words."""
    title = _find(key)
    known = getattr(title, "rule_texts", None)
    return dict(known()) if callable(known) else {}


@cache
def _board(key: str) -> bytes:
    for title in catalogue.titles().values():
        drawn = getattr(title, "drawn_board", None)
        if callable(drawn) and (made := drawn(key)) is not None:
            return msgspec.json.encode(made)
    raise NotFound("no_such_board")
