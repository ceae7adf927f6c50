"""The trade floor as data: offers that stand, who has finished; and what a viewer may know (mega.hid.7, mega.hid.9)."""

from __future__ import annotations

import msgspec

from ecumene.kernel import REFEREE, Viewer

Cards = tuple[tuple[int, int], ...]
"""Trade cards and how many of each."""


class Offer(msgspec.Struct, frozen=True, array_like=True):
    """What `seat` gives for what. Names are kinds of commodities; only the first, `names`, are true for certain.

    Written as a list of its fields, in order, to keep a position small: everybody may have a dozen.
    """

    number: int
    seat: int
    to: tuple[int, ...]  # empty: the whole table, onlookers too
    give: Cards  # the giver's secret
    size: int
    names: tuple[int, ...]
    claims: tuple[int, ...]
    wanted: int  # how many cards in return
    want: tuple[int, ...]  # what the other must truly name; fewer than all true names: the rest is his choice
    wishes: tuple[int, ...]  # what else would be welcome; binds nobody
    reply_to: int = -1  # the offer that this one answers
    keep: bool = False  # stands on after another trade while its cards are there; the giver's secret
    declined: tuple[int, ...] = ()  # the giver's to know

    def made_to(self, viewer: Viewer) -> bool:
        """Whether a viewer other than the giver may know it (mega.hid.7)."""
        return not self.to or viewer in self.to


class Floor(msgspec.Struct):
    """One trade phase. `acts` and `done` by seat."""

    acts: list[int]
    done: list[bool]
    offers: dict[int, Offer] = {}  # by number, in the order in which they were made

    @property
    def said(self) -> int:
        """How often anybody has said anything. Offers are numbered by it: how many answers there were is seen by all,
        how many of them were offers to others is not (mega.hid.7).
        """
        return sum(self.acts)

    def clone(self) -> Floor:
        return Floor(self.acts.copy(), self.done.copy(), self.offers.copy())


class OfferView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An offer as a viewer sees it; `give`, `keep` and `declined` only for the giver."""

    number: int
    seat: int
    to: tuple[int, ...]
    size: int
    names: tuple[int, ...]
    claims: tuple[int, ...]
    wanted: int
    want: tuple[int, ...]
    wishes: tuple[int, ...]
    reply_to: int = -1
    give: Cards = ()
    keep: bool = False
    declined: tuple[int, ...] = ()


class FloorView(msgspec.Struct, frozen=True):
    """The offers that a viewer may know, and the seats that have finished (D-33)."""

    offers: tuple[OfferView, ...]
    done: tuple[int, ...]


def offer_view(offer: Offer, *, own: bool) -> OfferView:
    return OfferView(
        offer.number, offer.seat, offer.to, offer.size, offer.names, offer.claims, offer.wanted, offer.want,
        offer.wishes, offer.reply_to,
        offer.give if own else (), offer.keep if own else False, offer.declined if own else (),
    )  # fmt: skip


def floor_view(floor: Floor, viewer: Viewer, *, opened: bool = False) -> FloorView:
    """Others' offers as they were said, own ones with their cards; with `opened` those made to others too."""
    return FloorView(
        tuple(
            offer_view(offer, own=viewer in (offer.seat, REFEREE))
            for offer in floor.offers.values()
            if opened or viewer in (offer.seat, REFEREE) or offer.made_to(viewer)
        ),
        tuple(seat for seat, done in enumerate(floor.done) if done),
    )
