"""What can be played here, how the boards look, what the rules are called."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from typing import Any

import msgspec
from litestar import Request, Response, get
from litestar.openapi import ResponseSpec
from litestar.params import FromPath

from ecumene.bots import BOTS
from ecumene.kernel import Title
from ecumene.server import boards, catalogue
from ecumene.server.problems import NotFound
from ecumene.server.wire.catalogue import BotInfo, RuleText, TitleDetail, TitleInfo, Titles
from ecumene.titles.rulebook import rulebook

Asked = Request[Any, Any, Any]


@get("/api/titles", sync_to_thread=False)
def titles() -> Titles:
    bots = tuple(BotInfo(key, key.replace("_", " ").capitalize()) for key in BOTS)
    return Titles(tuple(_info(title) for title in catalogue.offered()), bots)


@get("/api/titles/{key:str}", sync_to_thread=True)
def title(key: FromPath[str]) -> TitleDetail:
    return _detail(key)


@get("/api/rules/{key:str}", sync_to_thread=True)
def rules(key: FromPath[str]) -> tuple[RuleText, ...]:
    return tuple(RuleText(name, gist) for name, gist in _rules(key).items())


@get("/api/rules/{key:str}/{rule:str}", sync_to_thread=True)
def rule(key: FromPath[str], rule: FromPath[str]) -> RuleText:
    gist = _rules(key).get(rule)
    if gist is None:
        raise NotFound("no_such_rule")
    return RuleText(rule, gist)


@get(
    "/api/boards/{key:str}",
    sync_to_thread=True,
    responses={200: ResponseSpec(dict[str, Any], description="The board")},
)
def board(key: FromPath[str], request: Asked) -> Response[bytes]:
    """Who touches what, the drawing, and where the pictures under it are."""
    try:
        body, packed, tag = _board(key)
    except KeyError:
        raise NotFound("no_such_board") from None
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers, media_type="application/json")
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(packed, headers=headers, media_type="application/json")
    return Response(body, headers=headers, media_type="application/json")


@get("/api/pictures/{name:str}", sync_to_thread=True)
def picture(name: FromPath[str]) -> Response[bytes]:
    try:
        body = boards.picture(name)
    except KeyError:
        raise NotFound from None
    return Response(body, media_type="image/webp", headers={"cache-control": "public, max-age=86400"})


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
    """The rules of a title in our words, id -> gist."""
    _find(key)
    book = rulebook(key)
    return {} if book is None else book.texts


@cache
def _board(key: str) -> tuple[bytes, bytes, str]:
    body = boards.board_file(key)
    return body, gzip.compress(body, 9, mtime=0), f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
