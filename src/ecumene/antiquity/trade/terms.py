"""What makes an offer or an acceptance a proper one. Only the own hand and what was said decide (mega.hid.9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.state import Realm
from ecumene.antiquity.trade.acts import Accept, Counter, Propose, Terms
from ecumene.antiquity.trade.floor import Floor, Offer
from ecumene.kernel import Refusal, Seat


def floor_of(game: Antiquity) -> Floor:
    """The floor; there is one while phase 7 lasts."""
    floor = game.state.floor
    if floor is None:
        raise ValueError("no trade phase")
    return floor


def traders(game: Antiquity) -> list[Seat]:
    """Who holds as many cards as a side of a trade needs (mega.7.3, ruling A-65). What they are does not matter here:
    who is asked is seen by all (mega.hid.9). Nobody's hand grows or shrinks below that by trade.
    """
    return [seat for seat in game.active() if trades(game, seat)]


def trades(game: Antiquity, seat: Seat) -> bool:
    """Whether one seat is among them."""
    return not game.realms[seat].gone and game.hand_size(seat) >= game.rules.cards_a_trade


def tradeable(game: Antiquity, realm: Realm) -> dict[int, int]:
    """The cards of a hand without NT calamities, which are never traded (mega.7.8)."""
    kinds = game.components.kinds
    return {item: number for item, number in realm.hand.items() if kinds[item >> 1].sort != "fixed"}


def total(cards: Iterable[tuple[int, int]]) -> int:
    return sum(number for _, number in cards)


def kinds_in(game: Antiquity, cards: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Commodities among cards: kind to number, the same in both blocks (mega.card.10, ruling A-136)."""
    commodity = game.components.commodity
    found: dict[int, int] = {}
    for item, number in cards:
        if commodity[item >> 1]:
            found[item >> 1] = found.get(item >> 1, 0) + number
    return found


def covers(held: dict[int, int], names: Sequence[int]) -> bool:
    """Whether every name stands for a card of its own; two may be equal (ruling A-64)."""
    return all(held.get(kind, 0) >= names.count(kind) for kind in names)


def check_cards(
    game: Antiquity, seat: Seat, give: Sequence[tuple[int, int]], names: Sequence[int], claims: Sequence[int]
) -> Refusal | None:
    """Cards of the own hand, at least three, no NT calamity, two of them truly named (mega.7.3, mega.7.5, mega.7.8).

    Nothing but trade cards changes hands (mega.7.9).
    """
    hand, rules, kinds = game.realms[seat].hand, game.rules, game.components.kinds
    seen = set()
    size = 0
    for item, number in give:
        if item in seen:
            return Refusal("mega.7.3", "named_twice", option=item)
        seen.add(item)
        held = hand.get(item, 0)
        if number > held:
            return Refusal("mega.7.3", "not_in_hand", card=item, held=held, got=number)
        if kinds[item >> 1].sort == "fixed":
            return Refusal("mega.7.8", "not_tradeable", card=item)
        size += number
    if size < rules.cards_a_trade:
        return Refusal("mega.7.3", "too_few_cards", least=rules.cards_a_trade, got=size)
    if len(names) != rules.true_names:
        return Refusal("mega.7.5", "wrong_number_of_names", needed=rules.true_names, got=len(names))
    if not covers(kinds_in(game, give), names):
        return Refusal("mega.7.5", "name_not_true", names=list(names))
    return _check_claims(game, claims, size - len(names))


def _check_claims(game: Antiquity, claims: Sequence[int], most: int) -> Refusal | None:
    """Further names, true or false, one a card; calamities are never mentioned (mega.7.6, mega.7.7)."""
    if len(claims) > most:
        return Refusal("mega.7.4", "more_names_than_cards", most=most, got=len(claims))
    kinds = game.components.kinds
    for kind in claims:
        if kind >= len(kinds) or kinds[kind].sort != "commodity":
            return Refusal("mega.7.7", "not_a_commodity", kind=kind)
    return None


def check_terms(game: Antiquity, seat: Seat, terms: Terms) -> Refusal | None:
    """An offer in itself (mega.7.3 to mega.7.8). What is wanted binds the other side to as much as this one."""
    rules = game.rules
    refusal = check_cards(game, seat, terms.give, terms.names, terms.claims)
    if refusal is not None:
        return refusal
    if terms.wanted < rules.cards_a_trade:
        return Refusal("mega.7.3", "too_few_wanted", least=rules.cards_a_trade, got=terms.wanted)
    if len(terms.want) > rules.true_names:
        return Refusal("mega.7.5", "too_many_true_names", most=rules.true_names, got=len(terms.want))
    return _check_claims(game, terms.want, terms.wanted) or _check_claims(
        game, terms.wishes, terms.wanted - rules.true_names
    )


def check_number_of_offers(game: Antiquity, seat: Seat, *, replaced: bool) -> Refusal | None:
    most = game.rules.open_offers
    if len(own_offers(game, seat)) - replaced >= most:
        return Refusal("mega.7.1", "too_many_offers", most=most)
    return None


def find_own(game: Antiquity, seat: Seat, number: int) -> Offer | None:
    offer = floor_of(game).offers.get(number)
    return offer if offer is not None and offer.seat == seat else None


def own_offers(game: Antiquity, seat: Seat) -> list[Offer]:
    return [offer for offer in floor_of(game).offers.values() if offer.seat == seat]


def received(game: Antiquity, seat: Seat) -> list[Offer]:
    """The offers of others that a seat may accept."""
    return [
        offer
        for offer in floor_of(game).offers.values()
        if offer.seat != seat and offer.made_to(seat) and seat not in offer.declined
    ]


def find_received(game: Antiquity, seat: Seat, number: int) -> Offer | None:
    """One that was made to the seat; of any other it does not learn whether it exists."""
    offer = floor_of(game).offers.get(number)
    if offer is None or offer.seat == seat or not offer.made_to(seat) or seat in offer.declined:
        return None
    return offer


def no_such_offer(number: int) -> Refusal:
    return Refusal("mega.7.2", "no_such_offer", offer=number)


def check_propose(game: Antiquity, seat: Seat, act: Propose) -> Refusal | None:
    """To other seats that trade; each trade is then between two (mega.7.2). Blocks do not matter (mega.7.13)."""
    if act.to:
        if len(set(act.to)) != len(act.to):
            return Refusal("mega.7.2", "named_twice")
        for other in act.to:
            if other == seat or other >= len(game.realms) or not trades(game, Seat(other)):
                return Refusal("mega.7.3", "no_partner", seat=other)
    if act.instead is not None and find_own(game, seat, act.instead) is None:
        return no_such_offer(act.instead)
    return check_number_of_offers(game, seat, replaced=act.instead is not None) or check_terms(
        game, seat, act.terms
    )


def check_counter(game: Antiquity, seat: Seat, act: Counter) -> Refusal | None:
    if find_received(game, seat, act.offer) is None:
        return no_such_offer(act.offer)
    return check_number_of_offers(game, seat, replaced=False) or check_terms(game, seat, act.terms)


def check_accept(game: Antiquity, seat: Seat, act: Accept) -> Refusal | None:
    """Number and true names must be what the offer wants, so that nothing has to go back (mega.7.11, ruling A-66)."""
    offer = find_received(game, seat, act.offer)
    if offer is None:
        return no_such_offer(act.offer)
    refusal = check_cards(game, seat, act.give, act.names, act.claims)
    if refusal is not None:
        return refusal
    if total(act.give) != offer.wanted:
        return Refusal("mega.7.4", "wrong_number", least=offer.wanted, most=offer.wanted, got=total(act.give))
    if any(act.names.count(kind) < offer.want.count(kind) for kind in offer.want):
        return Refusal("mega.7.5", "wanted_not_named", want=list(offer.want))
    return None


def can_fulfil(game: Antiquity, seat: Seat, offer: Offer) -> bool:
    """Whether the own hand has what an offer wants."""
    cards = tradeable(game, game.realms[seat]).items()
    held = kinds_in(game, cards)
    enough = total(cards) >= offer.wanted and sum(held.values()) >= game.rules.true_names
    return enough and covers(held, offer.want)
