"""Lively and always legal dealing at random, quickly: for random play and for fuzzing. It looks at nothing secret."""

from __future__ import annotations

from random import Random

from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.trade.acts import (
    Accept,
    AnyAct,
    Counter,
    Decline,
    Done,
    Propose,
    Resume,
    Terms,
    Withdraw,
)
from ecumene.antiquity.trade.floor import Cards, Offer
from ecumene.antiquity.trade.terms import can_fulfil, floor_of, own_offers, received, trades
from ecumene.kernel import Seat

_DONE = Done()
_RESUME = Resume()
_PATIENCE = 8


def act(game: Antiquity, seat: Seat, rng: Random) -> AnyAct:
    """Mostly takes what it can or offers something; the more it has said, the sooner it is done."""
    floor = floor_of(game)
    said = floor.acts[seat]
    if floor.done[seat]:
        return _RESUME if said < _PATIENCE else _DONE
    chance = rng.random()
    if said >= game.rules.trade_acts - 1 or chance * _PATIENCE < said:
        return _DONE
    chance = rng.random()
    offers = received(game, seat)
    if offers and chance < 0.7:
        offer = offers[int(rng.random() * len(offers))]
        if can_fulfil(game, seat, offer):
            taken = _accept(game, seat, offer, rng) if chance < 0.6 else _counter(game, seat, offer, rng)
            if taken is not None:
                return taken
        if chance < 0.1:
            return Decline(offer.number)
    own = own_offers(game, seat)
    if own and (chance > 0.95 or len(own) >= game.rules.open_offers):
        return Withdraw(own[int(rng.random() * len(own))].number)
    return _propose(game, seat, rng) or _DONE


def _drawn(items: list[int], rng: Random) -> int:
    """One of them at random, taken out."""
    place = int(rng.random() * len(items))
    item = items[place]
    items[place] = items[-1]
    items.pop()
    return item


def _gathered(items: list[int]) -> Cards:
    found: dict[int, int] = {}
    for item in items:
        found[item] = found.get(item, 0) + 1
    return tuple(sorted(found.items()))


def _hand_over(
    game: Antiquity, seat: Seat, number: int, want: tuple[int, ...], rng: Random
) -> tuple[Cards, tuple[int, ...]] | None:
    """Cards and true names: what is wanted, then commodities for the names, then anything."""
    commodity, kinds = game.components.commodity, game.components.kinds
    goods: list[int] = []
    others: list[int] = []
    for item, count in sorted(game.state.realms[seat].hand.items()):
        if commodity[item >> 1]:
            goods += [item] * count
        elif kinds[item >> 1].sort != "fixed":
            others.append(item)
    chosen: list[int] = []
    for kind in want:
        item = next((item for item in goods if item >> 1 == kind), -1)
        if item < 0:
            return None
        goods.remove(item)
        chosen.append(item)
    true_names = game.rules.true_names
    if len(chosen) + len(goods) < true_names or len(chosen) + len(goods) + len(others) < number:
        return None
    while len(chosen) < true_names:
        chosen.append(_drawn(goods, rng))
    names = tuple([item >> 1 for item in chosen])
    goods += others
    while len(chosen) < number:
        chosen.append(_drawn(goods, rng))
    return _gathered(chosen), names


def _terms(game: Antiquity, seat: Seat, rng: Random) -> Terms | None:
    least, random = game.rules.cards_a_trade, rng.random
    size = least if random() < 0.7 else least + 1
    given = _hand_over(game, seat, size, (), rng)
    if given is None:
        return None
    cards, names = given
    commodities = game.components.kinds
    claims = (names[0],) if random() < 0.3 and size > len(names) else ()
    wanted = least + (random() < 0.2)
    want: tuple[int, ...] = ()
    if random() < 0.3:
        kind = commodities[1 + int(random() * 20)]
        want = (kind.kind,) if kind.sort == "commodity" else ()
    return Terms(cards, names, wanted, claims, want, keep=random() < 0.3)


def _propose(game: Antiquity, seat: Seat, rng: Random) -> Propose | None:
    terms = _terms(game, seat, rng)
    if terms is None:
        return None
    if rng.random() < 0.5:
        return Propose(terms)
    other = int(rng.random() * len(game.realms))
    return Propose(terms, (other,) if other != seat and trades(game, Seat(other)) else ())


def _counter(game: Antiquity, seat: Seat, offer: Offer, rng: Random) -> Counter | None:
    if len(own_offers(game, seat)) >= game.rules.open_offers:
        return None
    terms = _terms(game, seat, rng)
    return Counter(offer.number, terms) if terms else None


def _accept(game: Antiquity, seat: Seat, offer: Offer, rng: Random) -> Accept | None:
    given = _hand_over(game, seat, offer.wanted, offer.want, rng)
    return Accept(offer.number, *given) if given else None
