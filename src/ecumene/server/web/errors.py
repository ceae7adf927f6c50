"""Every error becomes a `Problem`: a status, a key for the client's strings, and the rule that says no."""

from __future__ import annotations

import logging
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException
from litestar.types import ExceptionHandlersMap

from ecumene.kernel import Refusal
from ecumene.server.problems import Wrong
from ecumene.server.store.engine import is_lost
from ecumene.server.tables.deeds import is_stale
from ecumene.server.tables.keeper import Unreachable, Unreadable
from ecumene.server.tables.workshop import TookTooLong
from ecumene.server.wire.common import Problem

log = logging.getLogger("ecumene.web")

_ERRORS = {
    400: "malformed", 401: "not_signed_in", 403: "forbidden", 404: "not_found", 405: "not_found",
    413: "too_large", 429: "too_many",
}  # fmt: skip
Asked = Request[Any, Any, Any]


def _answer(problem: Problem) -> Response[Problem]:
    return Response(problem, status_code=problem.status, media_type="application/json")


def wrong(_: Asked, error: Wrong) -> Response[Problem]:
    return _answer(Problem(error.status, error.error, error.detail, error.reason))


def refused(_: Asked, refusal: Refusal) -> Response[Problem]:
    stale = is_stale(refusal)
    return _answer(Problem(409 if stale else 422, "stale" if stale else "refused", "", refusal.reason))


def framework(_: Asked, error: HTTPException) -> Response[Problem]:
    extra = "; ".join(
        f"{each.get('key', '')}: {each.get('message', '')}"
        for each in error.extra or []
        if isinstance(each, dict)
    )
    name = _ERRORS.get(error.status_code, "malformed" if error.status_code < 500 else "broken")
    return _answer(
        Problem(error.status_code, name, extra or (error.detail if error.status_code < 500 else ""))
    )


def bug(request: Asked, error: Exception) -> Response[Problem]:
    if is_lost(error) or isinstance(error, Unreachable | TookTooLong):
        return _answer(Problem(503, "busy"))
    if isinstance(error, Unreadable):
        return _answer(Problem(500, "broken", str(error)))
    log.error("%s %s", request.method, request.url.path, exc_info=error)
    return _answer(Problem(500, "broken"))


HANDLERS: ExceptionHandlersMap = {Wrong: wrong, Refusal: refused, HTTPException: framework, Exception: bug}
