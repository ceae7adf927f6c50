"""Trade Routes: commodity cards for treasury.

Decisions: D-72: `trade_routes`.
"""

from __future__ import annotations

from random import Random

from ecumene.antiquity.abilities.creeds import TreasuryGained
from ecumene.antiquity.calamities.cards import discard
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.own_cards import OwnCards, counted, one_by_one
from ecumene.kernel import Refusal, Seat

RATE = 2
_KEY = "trade_routes"


class Wares(OwnCards):
    """D-72: any commodity cards, water too (ruling A-63), as far as stock can pay for them all.

    All are named at once (ruling A-105); one whose full value stock cannot cover cannot go (mega.adv.trade_routes.2).
    """

    __slots__ = ()

    def __init__(self, game: Antiquity, seat: Seat) -> None:
        super().__init__(game, seat, _KEY, "mega.adv.trade_routes.1")

    @property
    def caps(self) -> dict[int, int]:  # type: ignore[override]
        stock, face = self.game.realms[self.seat].stock, self.game.components.face
        found: dict[int, int] = {}
        for item, number in self.hand.items():
            value = RATE * face(item)
            most = min(number, stock // value) if value else number
            if most:
                found[item] = most
        return found

    @property
    def most(self) -> int:  # type: ignore[override]
        return sum(self.caps.values())

    @property
    def default(self) -> dict[int, int]:  # type: ignore[override]
        return {}

    def fault(self, cards: dict[int, int]) -> Refusal | None:
        worth, stock = RATE * self.value_of(cards), self.game.realms[self.seat].stock
        if worth > stock:
            return Refusal("mega.adv.trade_routes.2", "too_dear_for_stock", stock=stock, got=worth)
        return None

    def pick(self, rng: Random) -> dict[int, int]:
        left, face = self.game.realms[self.seat].stock, self.game.components.face
        cards = one_by_one(self.hand)
        rng.shuffle(cards)
        taken = []
        for item in cards[: int(rng.random() * (len(cards) + 1))]:
            if RATE * face(item) <= left:
                left -= RATE * face(item)
                taken.append(item)
        return counted(taken)


def has_cards(game: Antiquity, seat: Seat) -> bool:
    """By their number, which all may know: only commodities are left after phase 9."""
    return game.hand_size(seat) > 0


async def trade_routes(game: Antiquity, seat: Seat) -> None:
    """Cards are discarded openly; twice their face value comes from stock (mega.adv.trade_routes.1)."""
    cards: dict[int, int] = await Wares(game, seat)
    if not cards:
        return
    gained = sum(RATE * game.components.face(item) * number for item, number in cards.items())
    discard(game, seat, list(cards.items()), _KEY)
    game.tell(TreasuryGained(seat, game.earn(seat, gained), _KEY))
