"""12. What a player puts into the basket: advances, what pays for them, and what they bring at once.

Decisions, all in the one shape `advances`: D-74 (which advances, D-75 payment, D-76 Trade Empire, D-77 Library,
D-78 Anatomy, D-79 credits of choice).
"""

from __future__ import annotations

from random import Random
from typing import Annotated

import msgspec

from ecumene.antiquity.advances import Advance, Group
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.prices import (
    by_kind,
    commodities,
    price_of,
    prices,
    sets_for,
    treasury_needed,
    treasury_worth,
    worth,
)
from ecumene.antiquity.setup import lineup_of
from ecumene.kernel import Answer, Basket, Body, Refusal, Seat

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
STEP_OF_CREDIT = 5
_MOST_AT_RANDOM = 6


class Purchase(Answer, frozen=True, tag="basket"):
    """Advances bought in one transaction, and what pays for them; nothing at all is a purchase too."""

    advances: tuple[str, ...] = ()
    cards: tuple[tuple[int, Annotated[int, msgspec.Meta(ge=1, le=99)]], ...] = ()
    treasury: Count = 0
    completed: int = -1
    """Trade Empire: the kind of the set that the substitute completes by one."""
    substitute: int = -1
    """Trade Empire: the card that stands for a missing one."""
    library: str = ""
    """The advance that Library makes cheaper."""
    anatomy: str = ""
    """The advance that Anatomy gives."""
    credits: tuple[Count, Count, Count, Count, Count] = (0, 0, 0, 0, 0)
    """Free credit points of Written Record and Monument by group."""


class PurchaseBody(Body, frozen=True, tag="basket"):
    """Prices for this seat now, what its treasury is worth, and what Anatomy could give (mega.adv.anatomy.1)."""

    prices: tuple[tuple[str, int], ...]
    treasury: int
    treasury_worth: int
    trade_empire: bool
    hand_limit: int
    gifts: tuple[str, ...]


class BuyAdvances(Basket[Purchase]):
    """D-74, D-75, D-76, D-77, D-78, D-79."""

    answer_type = Purchase
    __slots__ = ("game",)

    def __init__(self, game: Antiquity, seat: Seat) -> None:
        super().__init__(seat, "advances", "mega.12.1", ahead=True)
        self.game = game

    def check(self, answer: Purchase) -> Refusal | None:
        return (
            _check_items(self.game, self.seat, answer)
            or _check_extras(self.game, self.seat, answer)
            or _check_payment(self.game, self.seat, answer)
        )

    def fallback(self) -> Purchase:
        return Purchase()

    def sample(self, rng: Random) -> Purchase:
        """Advances at random as long as the purse lasts."""
        game, seat = self.game, self.seat
        realm = game.realms[seat]
        cards = worth(game.components, commodities(game.components, realm))
        purse = cards + realm.treasury * treasury_worth(game, seat)
        costs = prices(game, seat)
        wanted = [advance for advance, cost in costs.items() if cost <= purse]
        chosen: list[int] = []
        total = 0
        for _ in range(min(len(wanted), _MOST_AT_RANDOM)):
            advance = wanted.pop(int(rng.random() * len(wanted)))
            if total + costs[advance] <= purse:
                chosen.append(advance)
                total += costs[advance]
        bought = basket(game, seat, chosen, rng) or Purchase()
        if chosen and game.holds(seat, Advance.TRADE_EMPIRE):
            other = with_substitute(game, seat, bought, rng)
            if self.check(other) is None:
                return other
        return bought

    def body(self) -> PurchaseBody:
        game, seat = self.game, self.seat
        info = game.components.advance
        return PurchaseBody(
            tuple((info(advance).key, cost) for advance, cost in prices(game, seat).items()),
            game.realms[seat].treasury,
            treasury_worth(game, seat),
            game.holds(seat, Advance.TRADE_EMPIRE),
            hand_limit(game, seat),
            tuple(Advance(advance).key for advance in _gifts(game, seat)),
        )

    def fingerprint(self) -> tuple[int, int]:
        return (self.game.state.turn, self.game.realms[self.seat].advances)


def basket(game: Antiquity, seat: Seat, chosen: list[int], rng: Random | None = None) -> Purchase | None:
    """A purchase of these advances, paid with the least card value; None if it cannot be paid.

    Free credits go where `rng` says, evenly from the first group on without it (D-79); Library helps the dearest
    (D-77), Anatomy gives the dearest (D-78).
    """
    library = -1
    if Advance.LIBRARY in chosen and len(chosen) > 1:
        costs = prices(game, seat)
        library = max((a for a in chosen if a != Advance.LIBRARY), key=lambda a: (costs[a], -a))
    paid = sets_for(game, seat, price_of(game, seat, chosen, library))
    if paid is None or not chosen:
        return None
    info = game.components.advance
    gift = ""
    gained = list(chosen)
    if Advance.ANATOMY in chosen:
        gifts = [a for a in _gifts(game, seat) if a not in chosen]
        if gifts:
            given = max(gifts, key=lambda a: (info(a).cost, -a))
            gift = info(given).key
            gained.append(given)
    points = sum([info(a).free_credits for a in gained])
    split = [0] * len(Group)
    for n in range(points // STEP_OF_CREDIT):
        split[n % len(Group) if rng is None else int(rng.random() * len(Group))] += STEP_OF_CREDIT
    cards, treasury = paid
    return Purchase(
        advances=tuple([info(a).key for a in chosen]),
        cards=tuple(sorted(cards.items())),
        treasury=treasury,
        library=info(library).key if library >= 0 else "",
        anatomy=gift,
        credits=(split[0], split[1], split[2], split[3], split[4]),
    )


def with_substitute(game: Antiquity, seat: Seat, bought: Purchase, rng: Random) -> Purchase:
    """The same purchase, with an open set completed by one card of another kind; it may be refused (D-76)."""
    components = game.components
    hand = commodities(components, game.realms[seat])
    held = by_kind(hand)
    pairs = [
        (kind, item)
        for kind, number in held.items()
        if kind and number < components.kinds[kind].set_size
        for item in hand
        if item >> 1 != kind and components.face(item) >= components.face(2 * kind)
    ]
    if not pairs:
        return bought
    kind, item = pairs[int(rng.random() * len(pairs))]
    cards = dict(bought.cards) | {code: number for code, number in hand.items() if code >> 1 == kind}
    if cards.get(item, 0) == hand[item]:
        cards[item] -= 1
    cards = {code: number for code, number in sorted(cards.items()) if number}
    library = _BY_KEY[bought.library] if bought.library else -1
    total = price_of(game, seat, [_BY_KEY[key] for key in bought.advances], library)
    needed = treasury_needed(total - worth(components, cards, kind), treasury_worth(game, seat))
    return msgspec.structs.replace(
        bought, cards=tuple(cards.items()), treasury=needed, completed=kind, substitute=item
    )


def _gifts(game: Antiquity, seat: Seat) -> list[int]:
    """What Anatomy may give: a science advance under 100, new to the player (mega.adv.anatomy.1, ruling A-113)."""
    held = game.realms[seat].advances
    return [
        info.advance
        for info in game.components.advances
        if info.cost < 100 and Group.SCIENCE in info.groups and not held >> info.advance & 1
    ]


_BY_KEY = {advance.key: advance for advance in Advance}


def _check_items(game: Antiquity, seat: Seat, answer: Purchase) -> Refusal | None:
    """Different advances (mega.12.1), none held already (mega.12.3), no prerequisites (mega.12.2); all 51 are always
    there for everybody (mega.setup.8, mega.adv.gen.7).
    """
    seen = set()
    for key in answer.advances:
        advance = _BY_KEY.get(key)
        if advance is None or advance not in game.components.by_number:
            return Refusal("mega.12.1", "no_such_advance", advance=key)
        if game.holds(seat, advance):
            return Refusal("mega.12.3", "held_already", advance=key)
        if key in seen:
            return Refusal("mega.12.3", "named_twice", option=key)
        seen.add(key)
    return None


def _check_extras(game: Antiquity, seat: Seat, answer: Purchase) -> Refusal | None:
    """Library, Anatomy, Written Record and Monument (mega.adv.library.1, mega.adv.anatomy.1, mega.adv.monument.1,
    mega.adv.written_record.1, rulings A-112, A-113).
    """
    if answer.library:
        if "library" not in answer.advances:
            return Refusal("mega.adv.library.1", "not_bought", advance="library")
        if answer.library == "library" or answer.library not in answer.advances:
            return Refusal("mega.adv.library.1", "not_another_bought", advance=answer.library)
    if answer.anatomy:
        if "anatomy" not in answer.advances:
            return Refusal("mega.adv.anatomy.1", "not_bought", advance="anatomy")
        gift = _BY_KEY.get(answer.anatomy, -1)
        if gift not in _gifts(game, seat) or answer.anatomy in answer.advances:
            return Refusal("mega.adv.anatomy.1", "no_such_gift", advance=answer.anatomy)
    due = sum(game.components.advance(a).free_credits for a in gained(answer))
    if sum(answer.credits) != due or any(points % STEP_OF_CREDIT for points in answer.credits):
        rule = "mega.adv.monument.1" if "monument" in answer.advances else "mega.adv.written_record.1"
        return Refusal(rule, "wrong_credits", due=due, got=sum(answer.credits), step=STEP_OF_CREDIT)
    return None


def gained(answer: Purchase) -> list[Advance]:
    gift = [_BY_KEY[answer.anatomy]] if answer.anatomy else []
    return [_BY_KEY[key] for key in answer.advances] + gift


def _check_payment(game: Antiquity, seat: Seat, answer: Purchase) -> Refusal | None:
    """Sets at set value and treasury in any mix, no more treasury than needed (mega.12.4, mega.12.5, ruling A-108);
    cards may be worth more, without change (mega.12.6, ruling A-109). A hand never holds more of a kind than its set.
    """
    realm = game.realms[seat]
    cards: dict[int, int] = {}
    for item, number in answer.cards:
        if item in cards:
            return Refusal("mega.12.4", "named_twice", option=item)
        if number > realm.hand.get(item, 0) or not game.components.is_commodity(item):
            return Refusal("mega.12.4", "not_in_hand", card=item, held=realm.hand.get(item, 0), got=number)
        cards[item] = number
    if answer.treasury > realm.treasury:
        return Refusal("mega.12.4", "not_in_treasury", held=realm.treasury, got=answer.treasury)
    if not answer.advances and (cards or answer.treasury or answer.substitute >= 0):
        return Refusal("mega.12.1", "nothing_bought")
    refusal = _check_substitute(game, seat, answer, cards)
    if refusal is not None:
        return refusal
    library = _BY_KEY[answer.library] if answer.library else -1
    total = price_of(game, seat, [_BY_KEY[key] for key in answer.advances], library)
    left = total - worth(game.components, cards, answer.completed)
    needed = treasury_needed(left, treasury_worth(game, seat))
    if answer.treasury < needed:
        return Refusal("mega.12.7", "too_little", price=total, needed=needed, treasury=answer.treasury)
    if answer.treasury > needed:
        return Refusal("mega.12.5", "too_much_treasury", most=needed, got=answer.treasury)
    return None


def _check_substitute(game: Antiquity, seat: Seat, answer: Purchase, cards: dict[int, int]) -> Refusal | None:
    """Trade Empire: one missing card of a set replaced by another commodity of equal or higher face value, once a turn.

    mega.adv.trade_empire.1, ruling A-110; water cannot serve; the substitute counts nothing else. It must be held
    before this transaction (mega.12.10, ruling A-111).
    """
    rule = "mega.adv.trade_empire.1"
    if answer.substitute < 0 and answer.completed < 0:
        return None
    if not game.holds(seat, Advance.TRADE_EMPIRE):
        return Refusal(rule, "not_held", advance="trade_empire")
    components = game.components
    kind, item = answer.completed, answer.substitute
    held = game.realms[seat].hand.get(item, 0) - cards.get(item, 0)
    if item < 0 or held < 1 or not components.is_commodity(item):
        return Refusal(rule, "not_in_hand", card=item, held=held, got=1)
    if (
        not 0 < kind < len(components.kinds)
        or components.kinds[kind].sort != "commodity"
        or item >> 1 == kind
    ):
        return Refusal(rule, "no_such_set", kind=kind)
    number = sum(count for code, count in cards.items() if code >> 1 == kind)
    if not 1 <= number < components.kinds[kind].set_size:
        return Refusal(rule, "set_not_open", kind=kind, number=number, size=components.kinds[kind].set_size)
    if components.face(item) < components.face(2 * kind):
        return Refusal(rule, "substitute_too_low", card=item, face=components.face(2 * kind))
    return None


def hand_limit(game: Antiquity, seat: Seat) -> int:
    """8 commodity cards, 9 in the two-block games, one more with Roadbuilding, bought just now too (mega.12.hand.1,
    mega.12.hand.2, mega.adv.roadbuilding.5, ruling A-111).
    """
    return lineup_of(game).hand_limit + game.holds(seat, Advance.ROADBUILDING)
