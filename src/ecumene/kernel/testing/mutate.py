"""Wrong answers and broken files, made out of right ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

_ODD: tuple[Any, ...] = (
    0, -1, 1, 2, 99, 10**6, -(2**53), 2**53, 2**63, 2**64, 10**30, 1.5, 1e300, True, False, None,
    "", "x", "\u0000", "choose", "é" * 300, [], [[]], {}, {"shape": "choose"},
)  # fmt: skip


def mutated(answer: object, rng: Random, number: int) -> Iterator[object]:
    """So many wrong or strange relatives of an answer, as plain data. Some may be legal by accident."""
    for _ in range(number):
        yield _change(msgspec.to_builtins(answer), rng)


def _change(data: Any, rng: Random) -> Any:
    """Go down at random and change one thing."""
    if isinstance(data, dict) and data:
        key = rng.choice(list(data))
        chance = rng.random()
        if chance < 0.1:
            return {**data, rng.choice(("extra", "shape", "seat", "")): rng.choice(_ODD)}
        if chance < 0.2:
            return {name: value for name, value in data.items() if name != key}
        return {**data, key: _change(data[key], rng)}
    if isinstance(data, (list, tuple)) and data and rng.random() < 0.9:
        items = list(data)
        place = rng.randrange(len(items))
        chance = rng.random()
        if chance < 0.15:
            items.pop(place)
        elif chance < 0.3:
            items.append(items[place])
        elif chance < 0.35:
            return items * 1000
        else:
            items[place] = _change(items[place], rng)
        return items
    if isinstance(data, int) and rng.random() < 0.5:
        return data + rng.choice((-1, 1, -2, 2, 10))
    return rng.choice(_ODD)


def mutated_bytes(data: bytes, rng: Random, changes: int = 3) -> bytes:
    """The same bytes with a few of them changed, cut out, doubled, or swapped with others."""
    out = bytearray(data)
    for _ in range(rng.randint(1, changes)):
        if not out:
            break
        at = rng.randrange(len(out))
        end = min(len(out), at + rng.choice((1, 1, 1, 4, 40, 400)))
        match rng.randrange(6):
            case 0:
                out[at] = rng.randrange(256)
            case 1:
                del out[at:end]
            case 2:
                out[at:at] = out[at:end]
            case 3:
                del out[at:]
            case 4:
                out[at:at] = rng.choice(
                    (b"\x00", b"\xff", b'"', b"{", b"[" * 2000, b"9" * 40, b"\n", b"-1", b"1e9")
                )
            case _:
                other = rng.randrange(len(out))
                out[at], out[other] = out[other], out[at]
    return bytes(out)
