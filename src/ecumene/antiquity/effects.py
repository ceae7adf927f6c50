"""What calamities do, as data: amounts by role, and which advances of the one hit raise or lower them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ecumene.antiquity.advances import Advance


class Amount(msgspec.Struct, frozen=True):
    """A base and its changes: the effects of several advances add up (mega.9.def.20, mega.9.def.21, ruling A-73)."""

    base: int
    changes: tuple[tuple[int, int], ...] = ()

    def under(self, advances: int) -> int:
        """The amount for a holder of these advances (a bit each); it may be below zero."""
        total = self.base
        for advance, change in self.changes:
            if advances >> advance & 1:
                total += change
        return total


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """One calamity's entry in a title's `calamities.toml`."""

    key: str
    beneficiary: str = ""
    """"trader": the last one who traded the card; "stock": by stock only; "": it has none (mega.9.benef.5)."""
    amounts: dict[str, Amount] = {}


def effects(table: Mapping[str, Mapping[str, Any]]) -> dict[str, Effect]:
    """The entries of a `calamities.toml` by the key of the card."""
    return {key: _effect(key, entry) for key, entry in table.items()}


def _effect(key: str, entry: Mapping[str, Any]) -> Effect:
    beneficiary = entry.get("beneficiary", "")
    if beneficiary not in ("", "trader", "stock"):
        raise ValueError(f"{key}: no such beneficiary: {beneficiary}")
    amounts = {role: _amount(value) for role, value in entry.items() if role != "beneficiary"}
    return Effect(key=key, beneficiary=beneficiary, amounts=amounts)


def _amount(value: int | Mapping[str, int]) -> Amount:
    if isinstance(value, int):
        return Amount(value)
    changes = [(int(Advance[name.upper()]), change) for name, change in value.items() if name != "base"]
    return Amount(value["base"], tuple(changes))
