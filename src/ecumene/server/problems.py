"""What can be wrong with a request, apart from what the rules of a game refuse."""

from __future__ import annotations

from typing import Any

from ecumene.kernel import Reason


class Wrong(Exception):
    """Becomes an HTTP error or a `refused` frame; `error` is a key for the client's catalogue of strings."""

    status = 400
    error = "malformed"

    def __init__(self, key: str = "", detail: str = "", **args: Any) -> None:  # noqa: ANN401 - JSON
        super().__init__(key or self.error)
        self.key = key or self.error
        self.detail = detail
        self.reason = Reason("table", self.key, args)


class NotSignedIn(Wrong):
    status = 401
    error = "not_signed_in"


class Forbidden(Wrong):
    status = 403
    error = "forbidden"


class NotFound(Wrong):
    status = 404
    error = "not_found"


class NotNow(Wrong):
    """The table is not in a state for this."""

    status = 409
    error = "conflict"


class TooMany(Wrong):
    status = 429
    error = "too_many"


class Busy(Wrong):
    status = 503
    error = "busy"


class Broken(Wrong):
    status = 500
    error = "broken"
