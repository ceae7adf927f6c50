"""Sets of areas as bit masks of whole numbers: bit n is area n."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ecumene.atlas.places import Area


def bits(mask: int) -> tuple[Area, ...]:
    """The areas of a bit mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(Area(low.bit_length() - 1))
        mask ^= low
    return tuple(found)


def mask_of(areas: Iterable[int]) -> int:
    """The bit mask of some areas: bit n is area n."""
    mask = 0
    for area in areas:
        mask |= 1 << area
    return mask


def rings(start: int, neighbours: Sequence[int], allowed: int) -> tuple[int, ...]:
    """Masks of what lies 0, 1, 2 … steps from `start` (a mask), walking only through `allowed`."""
    found = [start]
    seen = ring = start
    while True:
        ahead = 0
        while ring:
            low = ring & -ring
            ahead |= neighbours[low.bit_length() - 1]
            ring ^= low
        ring = ahead & allowed & ~seen
        if not ring:
            return tuple(found)
        seen |= ring
        found.append(ring)
