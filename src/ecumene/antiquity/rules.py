"""The parameters in which titles of the family differ. Data first; what data cannot say is a replaced step or function."""

from __future__ import annotations

from typing import Any

import msgspec


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """One title's numbers and readings. A field's comment names the rule that it settles."""

    tokens: int = 55  # mega.piece.1
    cities: int = 9
    ships: int = 4
    city_points: int = 5  # mega.piece.10


def of(entry: dict[str, Any]) -> Rules:
    """The parameters in a title's `rules.toml`."""
    return msgspec.convert(entry, Rules)
