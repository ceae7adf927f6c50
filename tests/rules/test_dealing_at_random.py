"""7 to 10 on crowded boards, through the kernel's kit: trade, calamities, special abilities."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ecumene.antiquity.abilities import phase as abilities
from ecumene.antiquity.calamities import limit
from ecumene.antiquity.calamities import phase as calamities
from ecumene.antiquity.state import Table
from ecumene.antiquity.title import AntiquityTitle
from ecumene.antiquity.trade import phase as trade
from ecumene.kernel import Chance, Game, Meta, Seat
from ecumene.kernel.testing import check_title, random_policy
from tests.rules.calamity_scenes import MEGA
from tests.rules.test_calamities_at_random import close, crowded

KINDS: set[str] = set()


class DealingOnly(AntiquityTitle):
    """Phases 7 to 10, everybody with half of the abilities."""

    def set_up(self, options: Any, seats: int, chance: Chance) -> Table:
        state = crowded(MEGA, seats, Random(chance.below("crowd", 1 << 60)))
        state.step = "7"
        return state


ONLY = DealingOnly(
    Meta("dealing", "Dealing", 1, (5, 9, 12), "antiquity"),
    MEGA.components,
    MEGA.rules,
    {"full": []},
    [*trade.STEPS, *limit.STEPS, *calamities.STEPS, *abilities.STEPS, ("close", close)],
    MEGA.options_type,
)


def policy(game: Game, seat: Seat, rng: Random) -> Any:
    KINDS.add(game.pending[seat].kind)
    return random_policy(game, seat, rng)


@pytest.mark.rules("mega.hid.7", "mega.hid.8", "mega.hid.9", "mega.hid.14", "mega.hid.20", "mega.card.9")
@pytest.mark.parametrize("seats", [5, 9, 12])
def test_the_promises_of_the_kernel_hold_in_trade_and_abilities(seats: int) -> None:
    """Nothing is lost, told, or accepted that was not offered; replayed, taken back and forked at any moment."""
    report = check_title(ONLY, range(2), seats, policy, every=4, process=False)
    assert report.ended == report.games == 2
    assert {"trade", "ability"} <= KINDS
    assert report.compared > 10
    assert report.forked > 2
