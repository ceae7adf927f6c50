"""Chance from one seed, in a separate stream per purpose, provable afterwards.

The n-th draw for a purpose is a hash of (seed, purpose, n). So a deck's shuffle never shifts because somebody rolled
another die, the whole generator is a handful of counters, and anybody who knows the seed can check any single draw.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_HASH_SPACE = 1 << 512  # values of one hash
_SPARE = 1 << 64  # what must be left of them, so that no order of a deck is visibly likelier than another


def new_seed() -> str:
    """A fresh 256-bit seed, as hex."""
    return secrets.token_hex(SEED_BYTES)


def commitment(seed: str) -> str:
    """What is published at the start: it binds the table to `seed` without telling it."""
    return hashlib.sha256(b"ecumene seed " + bytes.fromhex(seed)).hexdigest()


class Chance:
    """The draws of one game. `drawn` grows with every draw, so the kernel sees that something was learned."""

    __slots__ = ("_key", "_tape", "counts", "drawn")

    def __init__(self, seed: str, counts: dict[str, int] | None = None) -> None:
        self._key = bytes.fromhex(seed)
        self._tape: dict[tuple[str, int], int] | None = None
        self.counts = dict(counts) if counts else {}
        self.drawn = 0

    def clone(self) -> Chance:
        twin = Chance.__new__(Chance)
        twin._key = self._key
        twin._tape = self._tape
        twin.counts = self.counts.copy()
        twin.drawn = self.drawn
        return twin

    def branch(self, since: Chance, seed: str) -> Chance:
        """Stands where `since` (an earlier self) stood, repeats what was drawn from there on, then differs."""
        twin = Chance(seed, since.counts)
        twin.drawn = since.drawn
        twin._tape = {
            (purpose, n): self._draw(purpose, n)
            for purpose, count in self.counts.items()
            for n in range(since.counts.get(purpose, 0), count)
        }
        return twin

    def _draw(self, purpose: str, n: int) -> int:
        if self._tape:
            known = self._tape.get((purpose, n))
            if known is not None:
                return known
        return int.from_bytes(hashlib.blake2b(f"{purpose}\0{n}".encode(), key=self._key).digest(), "big")

    def _bits(self, purpose: str) -> int:
        n = self.counts.get(purpose, 0)
        self.counts[purpose] = n + 1
        self.drawn += 1
        return self._draw(purpose, n)

    def below(self, purpose: str, n: int) -> int:
        """A whole number from 0 to n-1."""
        return self._bits(purpose) % n

    def roll(self, purpose: str, sides: int) -> int:
        """A die: 1 to `sides`."""
        return self.below(purpose, sides) + 1

    def pick(self, purpose: str, items: Sequence[T]) -> T:
        return items[self.below(purpose, len(items))]

    def shuffle(self, purpose: str, items: MutableSequence[T]) -> None:
        """Order `items` in place, every order equally likely."""
        bits = room = 0
        for place in range(len(items) - 1, 0, -1):
            if room < _SPARE:
                bits, room = self._bits(purpose), _HASH_SPACE
            bits, other = divmod(bits, place + 1)
            room //= place + 1
            items[place], items[other] = items[other], items[place]
