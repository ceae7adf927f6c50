"""How often somebody may ask: a bucket of tokens for each asker and kind of request."""

from __future__ import annotations

import time
from collections import OrderedDict

_MOST = 20_000

#        burst, a second
GENERAL = (240.0, 40.0)
SECRETS = (10.0, 0.1)  # guessing passwords and links
MAKING = (30.0, 0.5)  # guests, tables, invitations, sandboxes
SAYING = (20.0, 1.0)
FRAMES = (60.0, 20.0)


class Bucket:
    __slots__ = ("full", "left", "rate", "when")

    def __init__(self, full: float, rate: float) -> None:
        self.full = self.left = full
        self.rate = rate
        self.when = time.monotonic()

    def spend(self) -> float:
        """0 if one may go on; otherwise how many seconds to wait."""
        moment = time.monotonic()
        self.left = min(self.full, self.left + (moment - self.when) * self.rate)
        self.when = moment
        if self.left >= 1:
            self.left -= 1
            return 0.0
        return max(1.0, (1 - self.left) / self.rate)


class Limits:
    def __init__(self, *, on: bool) -> None:
        self.on = on
        self._buckets: OrderedDict[tuple[str, tuple[float, float]], Bucket] = OrderedDict()

    def spend(self, who: str, address: str, path: str, method: str) -> float:
        """`who` is asking from `address`. Guests are free to be had: who guesses at secrets counts by his address."""
        if not self.on:
            return 0.0
        kind = _kind(path, method)
        wait = self._spend(who, GENERAL)
        if kind is SECRETS:
            wait = max(wait, self._spend(address, SECRETS))
        elif kind is not GENERAL:
            wait = max(wait, self._spend(who, kind))
        return wait

    def _spend(self, who: str, kind: tuple[float, float]) -> float:
        bucket = self._buckets.get((who, kind))
        if bucket is None:
            bucket = self._buckets[who, kind] = Bucket(*kind)
            if len(self._buckets) > _MOST:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end((who, kind))
        return bucket.spend()


def _kind(path: str, method: str) -> tuple[float, float]:
    if method != "POST":
        return GENERAL
    if path.startswith("/api/session/") and not path.endswith(("/guest", "/logout")):
        return SECRETS
    if (
        path.endswith(("/guest", "/invites", "/sandboxes", "/rematch", "/invites/redeem"))
        or path == "/api/tables"
    ):
        return MAKING
    return SAYING if path.endswith("/chat") else GENERAL
