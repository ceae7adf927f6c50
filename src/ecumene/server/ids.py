"""Names that nobody can guess, and the time."""

from __future__ import annotations

import hashlib
import secrets
import time

_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no letters that look like others: an id may be read aloud


def new_id(length: int = 12) -> str:
    return "".join(secrets.choice(_ALPHABET) for _ in range(length))


def new_token() -> str:
    """A secret of 256 bits for a cookie or a link; only its hash is kept."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000
