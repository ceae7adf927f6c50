"""What a seat may say on the trade floor, and what a client needs to know to offer it.

Decisions: D-30: `offer`, `counter`, `withdraw`; D-31: `accept`, `decline`; D-32: the cards, `give`, are part of each
offer and each acceptance; D-33: `done`, `resume`. All are answers to one standing decision, `trade`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from ecumene.antiquity.trade.floor import Cards, OfferView
from ecumene.kernel import Answer, Body

Card = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
Count = Annotated[int, msgspec.Meta(ge=1, le=999)]
Kind = Annotated[int, msgspec.Meta(ge=0, le=9_999)]
Number = Annotated[int, msgspec.Meta(ge=0, le=999_999)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=99)]
Given = Annotated[tuple[tuple[Card, Count], ...], msgspec.Meta(max_length=99)]
Names = Annotated[tuple[Kind, ...], msgspec.Meta(max_length=99)]


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is given for what. How many cards and the `names` are told truly, `claims` may be false (mega.7.4 to .6).

    In return `wanted` cards, among them `want` for certain; `wishes` are only said. `keep`: the offer stands on after
    other trades of its giver, as long as its cards are in his hand.
    """

    give: Given
    names: Names
    wanted: Count
    claims: Names = ()
    want: Names = ()
    wishes: Names = ()
    keep: bool = False


class Act(msgspec.Struct, frozen=True, tag_field="act", forbid_unknown_fields=True):
    """One thing said on the floor."""


class Propose(Act, frozen=True, tag="offer"):
    """An offer to some seats; to none in particular: to the whole table. `instead`: an own offer that it replaces."""

    terms: Terms
    to: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=99)] = ()
    instead: Number | None = None


class Counter(Act, frozen=True, tag="counter"):
    """Another offer, to the giver of one that was made to oneself."""

    offer: Number
    terms: Terms


class Withdraw(Act, frozen=True, tag="withdraw"):
    """An own offer is taken back."""

    offer: Number


class Accept(Act, frozen=True, tag="accept"):
    """The trade is done: these cards for those of the offer."""

    offer: Number
    give: Given
    names: Names
    claims: Names = ()


class Decline(Act, frozen=True, tag="decline"):
    """No, thank you: the offer is not open to oneself any more."""

    offer: Number


class Done(Act, frozen=True, tag="done"):
    """Trading is finished; own offers are withdrawn."""


class Resume(Act, frozen=True, tag="resume"):
    """Not finished after all."""


AnyAct = Propose | Counter | Withdraw | Accept | Decline | Done | Resume


class DealAnswer(Answer, frozen=True, tag="deal"):
    act: AnyAct


class Received(msgspec.Struct, frozen=True):
    """An offer made to oneself; `possible`: whether the own hand can fulfil what it wants."""

    offer: OfferView
    possible: bool


class TradeBody(Body, frozen=True, tag="deal"):
    """Everything that a client needs to offer and preview dealing. `cards`: what the own hand can give."""

    cards: Cards
    partners: tuple[int, ...]
    least: int  # cards that each side gives at least
    true_names: int
    received: tuple[Received, ...]
    own: tuple[OfferView, ...]
    done: bool
    acts_left: int
    offers_left: int
