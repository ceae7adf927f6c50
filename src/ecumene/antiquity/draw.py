"""6. Trade cards: one from each stack up to the number of cities, then what treasury buys.

Decisions: D-28, D-29: `buy_card`; an option is a stack's number, or `wonder_5` for the free card of the Wonder.
"""

from __future__ import annotations

from collections.abc import Callable

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.components import WATER, card
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Choose, Option, Refusal, Seat

STACK_NUMBERS = range(1, 10)


class CardsDrawn(Event, frozen=True, tag="cards_drawn"):
    """A player drew from stacks 1 to `cities`; those that were `empty` gave water, as all see (mega.hid.5)."""

    seat: int
    cities: int
    empty: tuple[int, ...]


class CardBought(Event, frozen=True, tag="card_bought"):
    """Stack and price are public, the card is not (mega.hid.6); an empty stack gives water, as everybody knows."""

    seat: int
    stack: int
    price: int
    water: bool


class CardsSeen(Event, frozen=True, tag="cards_seen"):
    """What the seat itself drew (mega.6a.5, mega.6b.9)."""

    seat: int
    cards: tuple[int, ...]


class NothingToTrade(Event, frozen=True, tag="nothing_to_trade"):
    """Phases 6 to 12 are left out this turn (mega.6.1)."""


EVENTS = (CardsDrawn, CardBought, CardsSeen, NothingToTrade)


def draw_order(game: Antiquity) -> list[Seat]:
    """Fewest cities first, ties by ranking (mega.6a.order.1)."""
    return sorted(game.ranking(), key=lambda seat: len(game.realms[seat].cities))


def draw(game: Antiquity, seat: Seat, number: int) -> int:
    """The top card of a stack of the own block (mega.6a.4, mega.setup.map.13); water if it is empty (mega.6a.3).

    The other block never helps out, its cards are never mixed with these (mega.card.6).
    """
    block = game.realms[seat].block
    stack = game.stack(block, number)
    item = stack.pop() if stack else card(WATER, block)
    game.gain_card(seat, item)
    game.learned = True
    return item


async def draw_cards(game: Antiquity) -> None:
    """6a. All draw, unless nobody has a city, a card or treasury: then it goes straight on with 13 (mega.6.1, A-60)."""
    idle = game.rules.skip_without_cities and not any(
        realm.cities or realm.hand or realm.treasury for realm in game.realms if not realm.gone
    )
    if idle:
        game.state.goto = "13a"
        game.tell(NothingToTrade())
        return
    draw_all(game)


def draw_all(game: Antiquity) -> None:
    """Each draws from stacks 1 to n, one player after the other; without a city nothing (mega.6a.1, mega.6a.2).

    In this order strictly (mega.order.5); the drawer alone sees what it is (mega.6a.5, mega.6b.9), all see how many
    cards he holds (mega.6a.6).
    """
    for seat in draw_order(game):
        cities = len(game.realms[seat].cities)
        if not cities:
            continue
        cards = [draw(game, seat, number) for number in STACK_NUMBERS[:cities]]
        empty = tuple(n for n, item in enumerate(cards, 1) if item >> 1 == WATER)
        game.tell(CardsDrawn(seat, cities, empty))
        game.tell(CardsSeen(seat, tuple(cards)), to=(seat,))


async def buy_cards(game: Antiquity) -> None:
    """6b. Strictly in the order of 6a each buys until he passes, for good (mega.6b.order.1, rulings A-60, A-133).

    Each purchase and the pass are answers of their own and final (mega.6b.4; D-28, D-29).
    """
    for seat in draw_order(game):
        free = _may_take_wonder_card(game, seat)
        while True:
            offers = _offers(game, seat, free=free)
            if not offers:
                break
            taken = await Choose(
                seat, "buy_card", ("none", *offers), rule="mega.6b.2", default=_default(offers),
                about={"prices": {str(key): price for key, (_, price) in offers.items()}, "wonder": free},
                why=_why(game, seat),
            )  # fmt: skip
            if taken == "none":
                game.learned = True  # a pass is final
                break
            number, price = offers[taken]
            if str(taken).startswith("wonder"):
                free = False
            game.pay(seat, price)
            item = draw(game, seat, number)
            game.tell(CardBought(seat, number, price, item >> 1 == WATER))
            game.tell(CardsSeen(seat, (item,)), to=(seat,))


def _may_take_wonder_card(game: Antiquity, seat: Seat) -> bool:
    """Wonder of the World: one card a turn from a stack above the own number of cities; none with nine cities.

    mega.6b.8, mega.adv.wonder_of_the_world.1, mega.adv.wonder_of_the_world.2, ruling A-61.
    """
    return game.holds(seat, Advance.WONDER_OF_THE_WORLD) and len(game.realms[seat].cities) < game.rules.cities


def _offers(game: Antiquity, seat: Seat, *, free: bool) -> dict[Option, tuple[int, int]]:
    """What may be bought now: option to stack and price. An empty stack too: it gives water (mega.6b.5, ruling A-61).

    Stack 9 for everybody (mega.6b.1), others for holders of Cartography, Mining and Rhetoric (mega.6b.2); any number,
    each card seen before the next is chosen (mega.6b.3); only from the own block (mega.6b.7), and nobody may count a
    stack (mega.6b.6, ruling A-62).
    """
    realm = game.realms[seat]
    offers: dict[Option, tuple[int, int]] = {
        stack: (stack, price) for stack, price in _prices(game, seat).items() if price <= realm.treasury
    }
    if free:
        above = len(realm.cities) + 1
        offers |= {f"wonder_{stack}": (stack, 0) for stack in range(above, 10)}
    return offers


def _prices(game: Antiquity, seat: Seat) -> dict[int, int]:
    """What the stacks cost that sell to a seat, ascending."""
    table = dict(game.rules.prices.anyone)
    for key, prices in game.rules.prices.holders.items():
        if game.holds(seat, Advance[key.upper()]):
            table |= {stack: min(price, table.get(stack, price)) for stack, price in prices.items()}
    return dict(sorted(table.items()))


def _default(offers: dict[Option, tuple[int, int]]) -> Option:
    """Pass, but take the free card from the highest stack (D-28, D-29)."""
    return "wonder_9" if "wonder_9" in offers else "none"


def _why(game: Antiquity, seat: Seat) -> Callable[[Option], Refusal | None]:
    """Why something is not sold now: too dear, or to holders of an advance only; the Wonder's card was taken."""

    def why(option: Option) -> Refusal | None:
        if option in _prices(game, seat):
            return Refusal("mega.6b.4", "too_dear", stack=option, treasury=game.realms[seat].treasury)
        for key, prices in game.rules.prices.holders.items():
            if option in prices:
                return Refusal("mega.6b.2", "needs_advance", advance=int(Advance[key.upper()]))
        if isinstance(option, str) and option.startswith("wonder"):
            return Refusal("mega.6b.8", "not_an_option", option=option)
        return None

    return why


STEPS = [("6a", draw_cards), ("6b", buy_cards)]
