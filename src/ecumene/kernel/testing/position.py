"""Small boards in words, for tests that read like an example of a rulebook."""

from __future__ import annotations


def position(text: str) -> dict[str, list[tuple[str, ...]]]:
    """What stands where, in words; a title's own builder puts it on its board.

    >>> position("athens: 3 hellas, 2 minoa; thebes: city egypt")
    {'athens': [('3', 'hellas'), ('2', 'minoa')], 'thebes': [('city', 'egypt')]}
    """
    found: dict[str, list[tuple[str, ...]]] = {}
    for entry in filter(None, (part.strip() for part in text.split(";"))):
        place, colon, what = entry.partition(":")
        if not colon or not what.strip() or place.strip() in found:
            raise ValueError(f"not a place with what stands there, or twice the same: {entry!r}")
        found[place.strip()] = [tuple(piece.split()) for piece in what.split(",")]
    return found
