"""10. One after the other by position on the A.S.T., each with all abilities that he has.

Decisions: D-64: `ability` (which one next; "none": the end of his turn).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from ecumene.antiquity.abilities import creeds, diaspora, doctrine, provinces, routes
from ecumene.antiquity.advances import Advance
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Choose, Option, Refusal, Seat


class Ability(msgspec.Struct, frozen=True):
    """Whether it can do anything now, and what it does."""

    usable: Callable[[Antiquity, Seat], bool]
    use: Callable[[Antiquity, Seat], Awaitable[None]]


ABILITIES: Mapping[Advance, Ability] = {
    Advance.DIASPORA: Ability(diaspora.can_move, diaspora.diaspora),
    Advance.FUNDAMENTALISM: Ability(creeds.has_fundamentalism_target, creeds.fundamentalism),
    Advance.MONOTHEISM: Ability(creeds.has_monotheism_target, creeds.monotheism),
    Advance.POLITICS: Ability(creeds.has_politics_use, creeds.politics),
    Advance.PROVINCIAL_EMPIRE: Ability(provinces.can_ask, provinces.provincial_empire),
    Advance.TRADE_ROUTES: Ability(routes.has_cards, routes.trade_routes),
    Advance.UNIVERSAL_DOCTRINE: Ability(doctrine.can_annex, doctrine.universal_doctrine),
}
"""mega.10.1; each works in this phase only (mega.adv.gen.4)."""

_MASK = sum(1 << advance for advance in ABILITIES)


async def special_abilities(game: Antiquity, table: Mapping[Advance, Ability] = ABILITIES) -> None:
    """10. Strictly in position order (mega.10.order.1), as the markers stand now (mega.ast.7).

    Between abilities nobody checks surplus, support or conflict (mega.10.6), and none of them causes any (mega.10.5).
    """
    for seat in game.by_position():
        if game.realms[seat].advances & _MASK:
            await _turn(game, seat, table)


async def _turn(game: Antiquity, seat: Seat, table: Mapping[Advance, Ability]) -> None:
    """Any of his abilities, each once, in any order (mega.10.2). One that was named and then not used is over: nothing
    is used in part (mega.10.3, ruling A-100).
    """
    left = [ability for ability in table if game.holds(seat, ability)]
    while left:
        usable = [ability for ability in left if table[ability].usable(game, seat)]
        if not usable:
            return
        barred: dict[Option, Refusal] = {
            ability.key: Refusal(f"mega.adv.{ability.key}.1", "nothing_to_do", advance=ability.key)
            for ability in left
            if ability not in usable
        }
        chosen = await Choose(
            seat, "ability", ("none", *(ability.key for ability in usable)), "mega.10.2", barred=barred
        )
        if chosen == "none":
            return
        ability = next(ability for ability in usable if ability.key == chosen)
        left.remove(ability)
        await table[ability].use(game, seat)


EVENTS = (*creeds.EVENTS, *diaspora.EVENTS, *provinces.EVENTS)
STEPS = [("10", special_abilities)]
