"""The parameters in which titles of the family differ; what data cannot say is a replaced step or function."""

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

    conflict_locks_moves: bool = False  # mega.3.order.7: early moves that cause conflict stay
    ship_price: int = 2  # mega.3.ships.build.3
    ship_builds: int = 4  # mega.3.ships.build.4
    ship_upkeep: int = 1  # mega.3.ships.maintain.1
    ship_steps: int = 4  # mega.3.ships.move.1
    ship_capacity: int = 5  # mega.3.ships.move.3

    attackers_needed: int = 7  # mega.4b.success.1
    city_defenders: int = 6  # mega.4b.1
    failed_attackers_stay: bool = False  # mega.4b.fail.1: until the surplus step
    failed_attack_sinks: bool = True  # mega.4b.fail.2: Naval Warfare ships are lost too
    one_delay_a_turn: bool = False  # mega.4b.order.4: in phases 4 and 11 together
    plunder: int = 3  # mega.4b.5
    may_leave_card: bool = True  # mega.4b.3: the attacker may leave the card
    skip_without_cities: bool = False  # mega.6.1: from 6a to 13a while nobody has what to trade or buy with
    short_expert: bool = False  # mega.short.1: the short game on the Expert side too
    short_space: int = 10  # mega.short.14: board column 11
    short_space_expert: int = 8  # mega.short.14: board column 9
    short_treasury_first: bool = False  # mega.short.12: treasury before tokens
    leavers_move: bool = False  # mega.leave.2: the marker of a leaving player still moves in 13a
    leave_city_tokens: int = 0  # mega.leave.12: tokens for a city that goes out of play; 0: it is reduced
    leave_to_region: bool = False  # mega.leave.13: tokens may go into the own region too
    leave_over_limit: bool = False  # mega.leave.15: above the limit, if room is lacking
    leave_surplus: bool = True  # mega.leave.16: a surplus check follows

    neighbours_keep: int = 0  # mega.adv.advanced_military.1: tokens that stay in the neighbouring area

    trade_acts: int = 400  # mega.7.1: what one player may say in a phase; no rule, but there must be an end
    open_offers: int = 12  # mega.7.1: how many offers of one player may lie open at once
    cards_a_trade: int = 3  # mega.7.3
    true_names: int = 2  # mega.7.5
    calamities_kept: int = 2  # mega.8.3
    calamities_kept_with_minor: int = 3  # mega.8.4
    majors_kept: int = 2  # mega.8.4
    free_reduction: bool = False  # mega.9.def.7: a city pays down to any number of tokens up to the limit


def of(*entries: dict[str, Any]) -> Rules:
    """The parameters in a title's `rules.toml`; those of a later edition replace those of the one it revises."""
    merged: dict[str, Any] = {}
    for entry in entries:
        merged |= entry
    return msgspec.convert(merged, Rules, strict=False)
