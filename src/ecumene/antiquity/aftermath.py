"""11. Conflict, surplus and support once more, after the special abilities."""

from __future__ import annotations

from ecumene.antiquity.assault import attacks, resolve_attacks
from ecumene.antiquity.cities import check_support, remove_surplus
from ecumene.antiquity.conflict import conflict_areas, token_conflicts
from ecumene.antiquity.game import Antiquity


async def conflict_again(game: Antiquity) -> None:
    """Conflict situations of now are resolved as in phase 4, gains included (mega.11.1, ruling A-107)."""
    if not game.rules.one_delay_a_turn:
        game.state.delayed.clear()
    if conflict_areas(game):
        await token_conflicts(game)
    if attacks(game):
        await resolve_attacks(game)


async def surplus_and_support(game: Antiquity) -> None:
    """11. All at once (mega.11.order.1): conflict, then surplus (mega.11.2), then support (mega.11.3)."""
    await conflict_again(game)
    await remove_surplus(game)
    await check_support(game)


STEPS = [("11", surplus_and_support)]
