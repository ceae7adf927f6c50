"""Bazaar, a small complete title: hidden bids all at once, a trade floor, a deck. 2 to 5 players, 4 rounds.

1. A round puts two goods from the deck on the table.
2. All bid in secret at once; the highest bid pays and takes the goods, the earlier seat of equal ones.
3. The trade floor: offer one of your goods for a kind of good, withdraw, accept, until all are done.
4. In the order of seats, but all at once if nobody insists, everybody may sell goods of one kind: n bring n x n coins.
5. After four rounds most coins win.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, ClassVar

import msgspec

from ecumene.kernel import (
    REFEREE,
    Answer,
    Body,
    Chance,
    Choose,
    Deal,
    Event,
    Meta,
    Pick,
    Place,
    Play,
    Refusal,
    Seat,
    State,
    Viewer,
    first_of,
    together,
)

ROUNDS = 4
KINDS = 5
GOODS = range(40)  # the kind of a good is its number modulo KINDS
COINS = 30
BANK = -1
MOST_OFFERS = 3


def kind(good: int) -> int:
    return good % KINDS


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    coins: int = 10


class Offer(msgspec.Struct, frozen=True, tag="offer", tag_field="act", forbid_unknown_fields=True):
    give: int
    want: int


class Withdraw(msgspec.Struct, frozen=True, tag="withdraw", tag_field="act", forbid_unknown_fields=True):
    pass


class Accept(msgspec.Struct, frozen=True, tag="accept", tag_field="act", forbid_unknown_fields=True):
    whose: int


class Done(msgspec.Struct, frozen=True, tag="done", tag_field="act", forbid_unknown_fields=True):
    pass


Act = Offer | Withdraw | Accept | Done


class Haggled(Answer, frozen=True, tag="deal"):
    act: Act


# -- what there is --------------------------------------------------------------------------------------------


class Bazaar(State):
    round: int
    coins: dict[int, int]  # by seat, and the bank's
    hands: list[list[int]]
    deck: list[int]
    lot: list[int]
    sold: list[int]
    offers: dict[int, Offer]  # by seat, while the floor is open
    made: list[int]  # how many offers each seat has made this round

    def clone(self) -> Bazaar:
        return Bazaar(
            step=self.step,
            round=self.round,
            coins=self.coins.copy(),
            hands=[hand.copy() for hand in self.hands],
            deck=self.deck.copy(),
            lot=self.lot.copy(),
            sold=self.sold.copy(),
            offers=self.offers.copy(),
            made=self.made.copy(),
        )


class Table(msgspec.Struct, frozen=True):
    """What everybody may know, and one's own hand."""

    round: int
    coins: dict[int, int]
    lot: tuple[int, ...]
    sold: tuple[int, ...]
    held: tuple[int, ...]
    offers: dict[int, Offer]
    hand: tuple[int, ...]


class Opened(Event, frozen=True, tag="bids_opened"):
    bids: dict[int, int]
    winner: int


class Traded(Event, frozen=True, tag="traded"):
    seat: int
    other: int
    gave: int
    got: int


class Sold(Event, frozen=True, tag="sold"):
    seat: int
    goods: tuple[int, ...]
    coins: int


class Market(Play[Bazaar]):
    __slots__ = ()

    def seats(self) -> list[Seat]:
        return [Seat(seat) for seat in range(len(self.state.hands))]

    def kinds(self, seat: Seat) -> set[int]:
        return {kind(good) for good in self.state.hands[seat]}

    def pay(self, payer: int, payee: int, coins: int) -> None:
        self.state.coins[payer] -= coins
        self.state.coins[payee] += coins

    def hand_over(self, seat: Seat, other: Seat, what: int) -> None:
        good = min(good for good in self.state.hands[seat] if kind(good) == what)
        self.state.hands[seat].remove(good)
        self.state.hands[other].append(good)


# -- the rules ------------------------------------------------------------------------------------------------


async def auction(game: Market) -> None:
    """bazaar.1, bazaar.2: the goods go to the highest of the hidden bids."""
    state = game.state
    state.lot = [state.deck.pop(), state.deck.pop()]
    game.learned = True  # what was hidden lies on the table
    bids = await together({seat: bid(game, seat) for seat in game.seats()})
    winner = max(game.seats(), key=lambda seat: (bids[seat], -seat))
    game.pay(winner, BANK, bids[winner])
    state.hands[winner] += state.lot
    state.lot = []
    game.learned = True
    game.tell(Opened(dict(bids.items()), winner))


async def bid(game: Market, seat: Seat) -> int:
    coins = range(game.state.coins[seat] + 1)
    coin = await Choose(seat, "bid", coins, rule="bazaar.2", secret=True)
    return coin  # noqa: RET504  # mypy takes it for Any in one line


class Floor(Deal[Haggled]):
    """bazaar.3: what a seat may do on the floor. It reads the table as it is when the answer comes."""

    answer_type = Haggled
    __slots__ = ("game",)

    def __init__(self, game: Market, seat: Seat) -> None:
        super().__init__(seat, "haggle", "bazaar.3", ahead=True)
        self.game = game

    def check(self, answer: Haggled) -> Refusal | None:
        state, kinds = self.game.state, self.game.kinds(self.seat)
        match answer.act:
            case Offer(give, want):
                if not (0 <= give < KINDS and 0 <= want < KINDS) or give == want:
                    return Refusal(self.rule, "not_two_kinds", give=give, want=want)
                if give not in kinds:
                    return Refusal(self.rule, "not_yours", kind=give)
                if state.made[self.seat] == MOST_OFFERS:
                    return Refusal(self.rule, "too_many_offers", most=MOST_OFFERS)
            case Withdraw():
                if self.seat not in state.offers:
                    return Refusal(self.rule, "no_offer", seat=self.seat)
            case Accept(whose):
                offer = state.offers.get(whose)
                if offer is None or whose == self.seat:
                    return Refusal(self.rule, "no_offer", seat=whose)
                if offer.want not in kinds:
                    return Refusal(self.rule, "not_yours", kind=offer.want)
        return None

    def every(self) -> Iterator[Act]:
        yield Done()
        if self.seat in self.game.state.offers:
            yield Withdraw()
        yield from (Accept(whose) for whose in self.game.state.offers)
        yield from (Offer(give, want) for give in sorted(self.game.kinds(self.seat)) for want in range(KINDS))

    def answers(self) -> Iterator[Haggled]:
        return (answer for answer in map(Haggled, self.every()) if self.check(answer) is None)

    def sample(self, rng: Random) -> Haggled:
        return rng.choice(list(self.answers()))

    def fallback(self) -> Haggled:
        return Haggled(Done())

    def body(self) -> FloorBody:
        return FloorBody(self.game.state.offers, MOST_OFFERS - self.game.state.made[self.seat])

    def fingerprint(self) -> Any:
        return self.body()


class FloorBody(Body, frozen=True, tag="deal"):
    offers: dict[int, Offer]
    left: int


async def trade(game: Market) -> None:
    """bazaar.3: the floor is open until all are done."""
    state = game.state
    state.offers, state.made = {}, [0] * len(state.hands)
    floor = {seat: Floor(game, seat) for seat in game.seats()}
    while floor:
        seat, answer = await first_of(list(floor.values()))
        match answer.act:
            case Offer() as offer:
                state.offers[seat] = offer
                state.made[seat] += 1
            case Withdraw():
                del state.offers[seat]
            case Accept(whose):
                swap(game, Seat(whose), seat)
            case _:
                state.offers.pop(seat, None)
                del floor[seat]


def swap(game: Market, seat: Seat, other: Seat) -> None:
    """The goods change hands; offers that cannot be kept any more are gone (bazaar.3)."""
    offers = game.state.offers
    offer = offers.pop(seat)
    game.hand_over(seat, other, offer.give)
    game.hand_over(other, seat, offer.want)
    game.learned = True  # of equal goods, which one
    game.tell(Traded(seat, other, offer.give, offer.want))
    for one in [one for one, kept in offers.items() if kept.give not in game.kinds(Seat(one))]:
        del offers[one]


async def sales(game: Market) -> None:
    """bazaar.4: all sell, in the order of seats if somebody insists."""
    game.state.offers = {}
    await together({seat: sell(game, seat) for seat in game.seats()}, order=game.seats())


async def sell(game: Market, seat: Seat) -> None:
    """bazaar.4: goods of one kind, n of them for n x n coins, as far as the bank can pay."""
    state = game.state

    def fits(goods: tuple[Any, ...]) -> Refusal | None:
        if len({kind(good) for good in goods}) > 1:
            return Refusal("bazaar.4", "one_kind")
        if len(goods) ** 2 > state.coins[BANK]:
            return Refusal("bazaar.4", "bank_is_short", coins=state.coins[BANK])
        return None

    def hand() -> list[int]:
        return state.hands[seat]  # looked at when asked: it is hidden from others, and a fork deals it anew

    goods = await Pick(seat, "sell", hand, 0, len(hand()), "bazaar.4", fits=fits, ahead=True)
    for good in goods:
        state.hands[seat].remove(good)
        state.sold.append(good)
    game.pay(BANK, seat, len(goods) ** 2)
    game.tell(Sold(seat, goods, len(goods) ** 2))


# -- the title ------------------------------------------------------------------------------------------------


class BazaarTitle:
    meta = Meta("bazaar", "Bazaar", 1, (2, 3, 4, 5), "example")
    state_type = Bazaar
    options_type = Options
    steps: ClassVar = {"auction": auction, "trade": trade, "sales": sales}

    def set_up(self, options: Options, seats: int, chance: Chance) -> Bazaar:
        if not 0 <= options.coins <= COINS:
            raise Refusal("bazaar.0", "coins", least=0, most=COINS)
        deck = list(GOODS)
        chance.shuffle("deck", deck)
        return Bazaar(
            step="auction",
            round=1,
            coins={BANK: 5 * COINS - seats * options.coins, **dict.fromkeys(range(seats), options.coins)},
            hands=[[deck.pop() for _ in range(4)] for _ in range(seats)],
            deck=deck,
            lot=[],
            sold=[],
            offers={},
            made=[0] * seats,
        )

    def play(self, state: Bazaar, chance: Chance) -> Market:
        return Market(state, chance)

    def after(self, play: Market) -> str:
        """bazaar.5: rounds of auction, trade, sales."""
        if play.state.step != "sales":
            return {"auction": "trade", "trade": "sales"}[play.state.step]
        play.state.round += 1
        return "auction" if play.state.round <= ROUNDS else ""

    def view(self, state: Bazaar, viewer: Viewer) -> Table:
        hand = state.hands[viewer] if viewer >= 0 else []
        return Table(
            state.round,
            state.coins,
            tuple(state.lot),
            tuple(state.sold),
            tuple(len(hand) for hand in state.hands),
            state.offers,
            tuple(hand),
        )

    def scramble(self, state: Bazaar, viewer: Viewer, chance: Chance) -> None:
        """Other hands and the deck are dealt anew, so that offers stay possible."""
        if viewer == REFEREE:
            return
        kept = {seat: self._offered(state, seat) for seat in range(len(state.hands)) if seat != viewer}
        pool = state.deck + [good for seat in kept for good in state.hands[seat] if good not in kept[seat]]
        chance.shuffle("scramble", pool)
        for seat, goods in kept.items():
            state.hands[seat] = goods + [pool.pop() for _ in range(len(state.hands[seat]) - len(goods))]
        state.deck = pool

    def _offered(self, state: Bazaar, seat: int) -> list[int]:
        offer = state.offers.get(seat)
        return [good for good in state.hands[seat] if offer and kind(good) == offer.give][:1]

    def laws(self, state: Bazaar) -> list[str]:
        goods = [*state.deck, *state.lot, *state.sold, *(good for hand in state.hands for good in hand)]
        broken = []
        if sorted(goods) != list(GOODS):
            broken.append(f"{len(goods)} goods, not {len(GOODS)} different ones")
        if sum(state.coins.values()) != 5 * COINS or min(state.coins.values()) < 0:
            broken.append(f"coins {state.coins}")
        return broken

    def result(self, state: Bazaar) -> list[Place]:
        coins = {seat: state.coins[seat] for seat in range(len(state.hands))}
        order = sorted(coins, key=lambda seat: -coins[seat])
        return [Place(s, 1 + sum(c > coins[s] for c in coins.values()), coins[s]) for s in order]

    def interject(self, play: Market, seat: Seat, action: str) -> None:
        raise Refusal("bazaar.0", "no_such_action")


BAZAAR = BazaarTitle()
TITLES = (BAZAAR,)
