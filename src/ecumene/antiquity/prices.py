"""What an advance costs a player, and what cards and treasury are worth when they pay for it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.components import Components
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.state import Realm
from ecumene.kernel import Seat

LIBRARY_CREDIT = 40


def credit(game: Antiquity, seat: Seat, advance: int) -> int:
    """The higher of its colours, never the sum, and every credit given to it by name (mega.12.credit.1,
    mega.12.credit.2, mega.12.credit.5, mega.12.credit.7, ruling A-114). Credits are not used up (mega.12.credit.3).
    """
    realm = game.realms[seat]
    components = game.components
    given = max([realm.credits[group] for group in components.advance(advance).groups])
    for giver, gift in components.gifts[advance]:
        if realm.advances >> giver & 1:
            given += gift
    return given


def price(game: Antiquity, seat: Seat, advance: int) -> int:
    """Printed price less credits, at least 0; always applied (mega.12.7, mega.12.8, mega.12.9)."""
    return max(0, game.components.advance(advance).cost - credit(game, seat, advance))


_PRICES: dict[tuple[int, int, tuple[int, ...]], tuple[Components, dict[int, int]]] = {}
"""Prices by components, advances held and credits: they change only when somebody buys. The components are kept beside
them, so that their place in memory stays their own."""

_MOST_PRICES = 4_096


def prices(game: Antiquity, seat: Seat) -> Mapping[int, int]:
    """The price of every advance the player does not hold (mega.12.3, mega.adv.gen.7)."""
    realm = game.realms[seat]
    held = realm.advances
    question = (id(game.components), held, tuple(realm.credits))
    found = _PRICES.get(question)
    if found is None:
        if len(_PRICES) >= _MOST_PRICES:
            _PRICES.clear()
        all_prices = {
            info.advance: price(game, seat, info.advance)
            for info in game.components.advances
            if not held >> info.advance & 1
        }
        found = _PRICES[question] = (game.components, all_prices)
    return found[1]


def price_of(game: Antiquity, seat: Seat, advances: Iterable[int], library: int = -1) -> int:
    """What advances that the player does not hold cost together, `library` less by that card's own credit
    (mega.adv.library.1).
    """
    costs = prices(game, seat)
    return sum([max(0, costs[a] - LIBRARY_CREDIT) if a == library else costs[a] for a in advances])


def by_kind(cards: Mapping[int, int]) -> dict[int, int]:
    """Cards counted by kind: both blocks make one set (mega.card.10)."""
    kinds: dict[int, int] = {}
    for item, number in cards.items():
        kind = item >> 1
        kinds[kind] = kinds.get(kind, 0) + number
    return kinds


def set_value(components: Components, kind: int, number: int) -> int:
    """N equal cards are worth n x n x face value (mega.card.3, mega.card.4, mega.card.5)."""
    return number * number * components.faces[kind]


def worth(components: Components, cards: Mapping[int, int], completed: int = -1) -> int:
    """The set value of cards; with Trade Empire the set `completed` counts one card more (mega.adv.trade_empire.1)."""
    held = by_kind(cards)
    if completed in held:
        held[completed] += 1
    return sum([set_value(components, kind, number) for kind, number in held.items()])


def treasury_worth(game: Antiquity, seat: Seat) -> int:
    """Treasury counts 1 each, 2 with Mining (mega.12.4, mega.adv.mining.2)."""
    return 2 if game.holds(seat, Advance.MINING) else 1


def treasury_needed(price_left: int, each: int) -> int:
    """The smallest number of treasury tokens that covers what is left (mega.12.5, ruling A-108)."""
    return max(0, -(-price_left // each))


def commodities(components: Components, realm: Realm) -> dict[int, int]:
    """The commodity cards of a hand."""
    commodity = components.commodity
    return {item: number for item, number in realm.hand.items() if commodity[item >> 1]}


def sets_for(game: Antiquity, seat: Seat, total: int) -> tuple[dict[int, int], int] | None:
    """Whole sets and treasury that cover a price with the least card value; None if all is not enough."""
    realm = game.realms[seat]
    return cover(game.components, realm.hand, realm.treasury, treasury_worth(game, seat), total)


def cover(
    components: Components, cards: Mapping[int, int], treasury: int, each: int, total: int
) -> tuple[dict[int, int], int] | None:
    """The same from a hand and a treasury whose tokens count `each`: what a bot works with."""
    hand = {item: number for item, number in cards.items() if components.is_commodity(item)}
    kinds = [(set_value(components, kind, number), kind) for kind, number in by_kind(hand).items()]
    kinds = sorted((value, kind) for value, kind in kinds if value)
    chosen = _cover(kinds, max(0, total - treasury * each))
    if chosen is None:
        return None
    paid = {item: number for item, number in hand.items() if item >> 1 in chosen}
    return paid, treasury_needed(total - worth(components, paid), each)


def _cover(kinds: list[tuple[int, int]], needed: int) -> set[int] | None:
    """The cheapest subset of sets that reaches `needed`: bit n of `reached[i]` is set if some of the first i make n."""
    if needed <= 0:
        return set()
    reached = [1]
    for value, _ in kinds:
        reached.append(reached[-1] | reached[-1] << value)
    enough = reached[-1] >> needed
    if not enough:
        return None
    left = needed + (enough & -enough).bit_length() - 1
    chosen = set()
    for (value, kind), without in zip(reversed(kinds), reversed(reached[:-1]), strict=True):
        if not without >> left & 1:
            chosen.add(kind)
            left -= value
    return chosen


def names(advances: Iterable[int]) -> tuple[str, ...]:
    return tuple(Advance(advance).key for advance in advances)
