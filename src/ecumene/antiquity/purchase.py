"""12. Advances are bought, then the hands are cut down to the limit.

Decisions: D-74 to D-79: `advances` (see `basket`); D-80: `hand_limit`.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ecumene.antiquity.basket import BuyAdvances, Purchase, gained, hand_limit
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.own_cards import OwnCards, counted, one_by_one
from ecumene.antiquity.prices import prices, treasury_worth
from ecumene.kernel import Refusal, Seat, together


class AdvancesBought(Event, frozen=True, tag="advances_bought"):
    """Cards and treasury paid are public (mega.hid.15, ruling A-79)."""

    seat: int
    advances: tuple[str, ...]
    cards: tuple[tuple[int, int], ...]
    treasury: int
    gift: str
    credits: tuple[int, ...]


class CardsDiscarded(Event, frozen=True, tag="cards_discarded"):
    seat: int
    cards: tuple[tuple[int, int], ...]
    reason: str


EVENTS = (AdvancesBought, CardsDiscarded)


class OverTheLimit(OwnCards):
    """D-80: as many commodity cards as are too many, by default those of the lowest face values."""

    __slots__ = ("limit",)

    def __init__(self, game: Antiquity, seat: Seat) -> None:
        self.limit = hand_limit(game, seat)
        super().__init__(game, seat, "hand_limit", "mega.12.hand.3", {"limit": self.limit})

    @property
    def least(self) -> int:  # type: ignore[override]
        return sum(self.hand.values()) - self.limit

    @property
    def most(self) -> int:  # type: ignore[override]
        return self.least

    @property
    def default(self) -> dict[int, int]:  # type: ignore[override]
        return self._fill(self.least)

    def fault(self, cards: dict[int, int]) -> Refusal | None:
        return None

    def pick(self, rng: Random) -> dict[int, int]:
        cards = one_by_one(self.hand)
        rng.shuffle(cards)
        return counted(cards[: self.least])


async def buy_advances(game: Antiquity) -> None:
    """12. Everybody buys; position order, as it is now, for whoever insists (mega.12.order.1, mega.ast.6, mega.ast.7,
    ruling A-133). When all have bought, the hands (mega.12.hand.3).
    """
    order = game.by_position()
    await together({seat: _buy(game, seat) for seat in order}, order=order)
    await together({seat: _keep_to_limit(game, seat) for seat in order}, order=order)


async def _buy(game: Antiquity, seat: Seat) -> None:
    """Skipped where all can see that nothing can be bought; what is in a hand nobody can see (mega.order.7)."""
    realm = game.realms[seat]
    purse = realm.treasury * treasury_worth(game, seat)
    if not realm.hand and min(prices(game, seat).values(), default=purse + 1) > purse:
        return
    answer: Purchase = await BuyAdvances(game, seat)
    if answer.advances:
        buy(game, seat, answer)


def buy(game: Antiquity, seat: Seat, answer: Purchase) -> None:
    """Pay, then gain: advances work and credits are there from the end of the transaction on (mega.12.10,
    mega.12.credit.4, ruling A-111); all of it is open (mega.12.11, mega.hid.15, ruling A-79).
    """
    realm = game.realms[seat]
    cards = list(answer.cards)
    if answer.substitute >= 0:
        cards.append((answer.substitute, 1))
    for item, number in cards:
        for _ in range(number):
            game.discard(seat, item)
    game.pay(seat, answer.treasury)
    gain_advances(game, seat, gained(answer))
    for group, points in enumerate(answer.credits):
        realm.credits[group] += points
    game.tell(
        AdvancesBought(seat, answer.advances, tuple(cards), answer.treasury, answer.anatomy, answer.credits)
    )


def gain_advances(game: Antiquity, seat: Seat, advances: Iterable[int]) -> None:
    """Each with its printed credit tokens, at once (mega.adv.gen.5); neither is ever lost (mega.adv.gen.6)."""
    realm = game.realms[seat]
    for advance in advances:
        realm.advances |= 1 << advance
        for group, points in enumerate(game.components.advance(advance).credits):
            realm.credits[group] += points


async def _keep_to_limit(game: Antiquity, seat: Seat) -> None:
    """The excess is discarded, owner's choice, bought or not; the rest is kept; water counts (mega.12.hand.3,
    mega.12.hand.4, mega.12.hand.5, D-80, rulings A-63, A-79).
    """
    decision = OverTheLimit(game, seat)
    if decision.most <= 0:
        return
    away: dict[int, int] = await decision
    gone = tuple(sorted(away.items()))
    for item, number in gone:
        for _ in range(number):
            game.discard(seat, item)
    game.tell(CardsDiscarded(seat, gone, "hand_limit"))


STEPS = [("12", buy_advances)]
