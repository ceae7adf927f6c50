"""Offers made, withdrawn and declined; cards that change hands."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ecumene.antiquity.events import Event
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
from ecumene.antiquity.trade.terms import floor_of, own_offers, total
from ecumene.kernel import Seat


class TradeMade(Event, frozen=True, tag="trade_made"):
    """What outsiders learn: who traded with whom, and how many cards each gave (mega.hid.7)."""

    giver: int
    taker: int
    given: int
    taken: int


class CardsTraded(Event, frozen=True, tag="cards_traded"):
    """What the two parties know: the cards, and what was said of them (mega.hid.8). `giver` had made the offer."""

    giver: int
    taker: int
    given: Cards
    taken: Cards
    names: tuple[int, ...]
    claims: tuple[int, ...]
    answered_names: tuple[int, ...]
    answered_claims: tuple[int, ...]


class OfferDeclined(Event, frozen=True, tag="offer_declined"):
    offer: int
    giver: int
    seat: int


EVENTS = (TradeMade, CardsTraded, OfferDeclined)


def propose(game: Antiquity, seat: Seat, act: Propose) -> None:
    if act.instead is not None:
        del floor_of(game).offers[act.instead]
    _open(game, seat, act.to, act.terms)


def counter(game: Antiquity, seat: Seat, act: Counter) -> None:
    offer = floor_of(game).offers[act.offer]
    _open(game, seat, (offer.seat,), act.terms, reply_to=act.offer)


def _open(game: Antiquity, seat: Seat, to: tuple[int, ...], terms: Terms, reply_to: int = -1) -> None:
    floor = floor_of(game)
    number = floor.said
    floor.offers[number] = Offer(
        number, seat, tuple(sorted(to)), tuple(sorted(terms.give)), total(terms.give), terms.names, terms.claims,
        terms.wanted, terms.want, terms.wishes, reply_to, terms.keep,
    )  # fmt: skip


def withdraw(game: Antiquity, seat: Seat, act: Withdraw) -> None:
    del floor_of(game).offers[act.offer]


def decline(game: Antiquity, seat: Seat, act: Decline) -> None:
    """The giver learns it; an offer that nobody is left for is gone."""
    offers = floor_of(game).offers
    offer = offers[act.offer]
    declined = tuple(sorted((*offer.declined, seat)))
    if offer.to and len(declined) == len(offer.to):
        del offers[act.offer]
    else:
        offers[act.offer] = msgspec.structs.replace(offer, declined=declined)
    game.tell(OfferDeclined(offer.number, offer.seat, seat), to=(Seat(offer.seat), seat))


def accept(game: Antiquity, seat: Seat, act: Accept) -> None:
    """Between these two (mega.7.2) both sides' cards change hands at once and for good (mega.7.10, mega.7.11).

    Nothing is seen before that, so nobody can trade only to look (mega.7.12). Of each calamity the last giver is
    remembered (mega.7.16, ruling A-67). Calamities do nothing yet (mega.7.14).
    """
    offer = floor_of(game).offers.pop(act.offer)
    giver = Seat(offer.seat)
    taken = tuple(sorted(act.give))
    for owner, cards in ((giver, offer.give), (seat, taken)):
        for item, number in cards:
            for _ in range(number):
                game.lose_card(owner, item)
    for owner, other, cards in ((seat, giver, offer.give), (giver, seat, taken)):
        for item, number in cards:
            for _ in range(number):
                game.gain_card(owner, item, other)
    _lapse(game, giver)
    _lapse(game, seat)
    game.tell(TradeMade(giver, seat, offer.size, total(taken)))
    game.tell(
        CardsTraded(giver, seat, offer.give, taken, offer.names, offer.claims, act.names, act.claims),
        to=(giver, seat),
    )


def _lapse(game: Antiquity, seat: Seat) -> None:
    """After a trade the other offers of its parties lapse, so that no card is dealt twice and nobody can read from what
    stays which cards have gone (mega.hid.9, ruling E-16). Who said `keep` wants to keep it while its cards are there.
    """
    floor, hand = floor_of(game), game.realms[seat].hand
    for offer in own_offers(game, seat):
        if not offer.keep or any(hand.get(item, 0) < number for item, number in offer.give):
            del floor.offers[offer.number]


def finish(game: Antiquity, seat: Seat, act: Done) -> None:
    """D-33. Open offers lapse (ruling A-68)."""
    floor = floor_of(game)
    floor.done[seat] = True
    for offer in own_offers(game, seat):
        del floor.offers[offer.number]


def resume(game: Antiquity, seat: Seat, act: Resume) -> None:
    """D-33: taken back while the phase runs."""
    floor_of(game).done[seat] = False


_DEEDS: dict[type[AnyAct], Callable[..., None]] = {
    Propose: propose,
    Counter: counter,
    Withdraw: withdraw,
    Accept: accept,
    Decline: decline,
    Done: finish,
    Resume: resume,
}


def carry_out(game: Antiquity, seat: Seat, act: AnyAct) -> None:
    """Whatever is said is heard at once: it is not undone, but withdrawn or resumed."""
    floor_of(game).acts[seat] += 1
    _DEEDS[type(act)](game, seat, act)
    game.learned = True
