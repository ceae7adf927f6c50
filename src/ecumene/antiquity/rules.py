"""The parameters in which titles of the family differ. Data first; what data cannot say is a replaced step or function."""

from __future__ import annotations

from typing import Any

import msgspec


class Prices(msgspec.Struct, frozen=True, kw_only=True):
    """What a further trade card of a stack costs in treasury: for everybody, and for holders of an advance.

    mega.6b.1, mega.6b.2, mega.adv.cartography.1, mega.adv.mining.1, mega.adv.rhetoric.1.
    """

    anyone: dict[int, int] = {}
    holders: dict[str, dict[int, int]] = {}



class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """One title's numbers and readings. A field's comment names the rule that it settles."""

    tokens: int = 55  # mega.piece.1
    cities: int = 9
    ships: int = 4
    city_points: int = 5  # mega.piece.10
    prices: Prices = Prices()  # mega.6b.1, mega.6b.2
    terms_basic: tuple[dict[str, int], ...] = ()  # mega.13a.4: what each epoch asks for
    terms_expert: tuple[dict[str, int], ...] = ()  # mega.13a.5

    attackers_needed: int = 7  # mega.4b.success.1
    city_defenders: int = 6  # mega.4b.1
    failed_attackers_stay: bool = False  # mega.4b.fail.1: until the surplus step
    failed_attack_sinks: bool = True  # mega.4b.fail.2: Naval Warfare ships are lost too
    one_delay_a_turn: bool = False  # mega.4b.order.4: in phases 4 and 11 together
    plunder: int = 3  # mega.4b.5
    may_leave_card: bool = True  # mega.4b.3: the attacker may leave the card
    neighbours_keep: int = 0  # mega.adv.advanced_military.1: tokens that stay in the neighbouring area


def of(entry: dict[str, Any]) -> Rules:
    """The parameters in a title's `rules.toml`."""
    return msgspec.convert(entry, Rules, strict=False)
