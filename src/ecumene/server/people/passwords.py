"""Passwords, hashed with argon2 beside the event loop, two at a time: each takes 19 MiB and some 20 ms."""

from __future__ import annotations

import asyncio

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

_hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_NOBODY = _hasher.hash("nobody has this password")


class Passwords:
    def __init__(self) -> None:
        self._two = asyncio.Semaphore(2)

    async def hash(self, password: str) -> str:
        async with self._two:
            return await asyncio.to_thread(_hasher.hash, password)

    async def fits(self, hashed: str | None, password: str) -> bool:
        """Takes as long when there is no such account: how long it takes must not tell."""
        async with self._two:
            return await asyncio.to_thread(_check, hashed or _NOBODY, password) and hashed is not None


def _check(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False
