"""The trade floor: collect what there is most of, give away what stands alone, and a calamity with it if one can.

What a hand is worth here is what its sets are worth (mega.card.3), and a calamity costs about what it will destroy.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ecumene.antiquity.components import Components
from ecumene.antiquity.trade.acts import Accept, DealAnswer, Propose, Terms, TradeBody
from ecumene.antiquity.trade.floor import OfferView
from ecumene.bots.antiquity.sight import Sight
from ecumene.bots.offer import PASS, Offer
from ecumene.kernel import Answer

CALAMITY = 30
"""What it is worth to be rid of a calamity."""
DOUBT = 4
"""What an unnamed card may cost."""
PROPOSALS = 3
"""Offers that a bot has open at once."""
ENOUGH_SAID = 16
"""Acts in a phase after which a bot only listens."""

Hand = dict[int, int]


def worth(components: Components, hand: Mapping[int, int]) -> int:
    """Set values of commodities by kind, less the calamities that may be passed on."""
    kinds: dict[int, int] = {}
    total = 0
    for item, number in hand.items():
        info = components.kinds[item >> 1]
        if info.sort == "commodity":
            kinds[item >> 1] = kinds.get(item >> 1, 0) + number
        elif info.sort != "fixed":
            total -= CALAMITY * number
    return total + sum(n * n * components.kinds[kind].stack for kind, n in kinds.items())


def trade(see: Sight, offer: Offer, rng: Random) -> Answer | None:
    """The best offer on the floor if it is a gain; else an offer of one's own; else wait for others."""
    body: TradeBody = see.body
    best = _best_acceptance(see, body)
    if best is not None:
        return DealAnswer(best)
    if len(body.own) < PROPOSALS and body.offers_left and see.rules.trade_acts - body.acts_left < ENOUGH_SAID:
        proposal = _proposal(see, body, rng, skip=len(body.own))
        if proposal is not None:
            return DealAnswer(proposal)
    return PASS


def _best_acceptance(see: Sight, body: TradeBody) -> Accept | None:
    best: tuple[int, Accept] | None = None
    for received in body.received:
        if received.possible:
            found = _acceptance(see, body, received.offer)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    return best[1] if best else None


def _acceptance(see: Sight, body: TradeBody, made: OfferView) -> tuple[int, Accept] | None:
    """What taking an offer would gain, and with which cards; None if it does not pay."""
    components = see.components
    hand = dict(body.cards)
    chosen = _pay(see, hand, made.want, made.wanted, body.true_names)
    if chosen is None:
        return None
    given, names = chosen
    after = _less(see.me.hand or {}, given)
    for kind in made.names:
        after[2 * kind] = after.get(2 * kind, 0) + 1
    for kind in made.claims[:1]:
        after[2 * kind] = after.get(2 * kind, 0) + 1
    unknown = made.size - len(made.names)
    gain = worth(components, after) - worth(components, see.me.hand or {}) - DOUBT * unknown
    if gain <= 0:
        return None
    return gain, Accept(made.number, tuple(sorted(given.items())), names)


def _pay(
    see: Sight, hand: Hand, want: tuple[int, ...], number: int, true_names: int
) -> tuple[Hand, tuple[int, ...]] | None:
    """Cards that meet what is wanted and cost least, and the true names among them."""
    rest = dict(hand)
    given: Hand = {}
    names: list[int] = []
    for kind in want:
        item = next((one for one in sorted(rest) if one >> 1 == kind and rest[one]), None)
        if item is None:
            return None
        _move(rest, given, item)
        names.append(kind)
    while sum(given.values()) < number:
        only_goods = len(names) < true_names
        item = _cheapest(see, rest, only_goods=only_goods)
        if item is None:
            return None
        _move(rest, given, item)
        if only_goods:
            names.append(item >> 1)
    return (given, tuple(names)) if len(names) == true_names else None


def _cheapest(see: Sight, rest: Hand, *, only_goods: bool) -> int | None:
    """The card whose loss costs least: a calamity before anything, then what stands alone and low."""
    components = see.components
    kinds: dict[int, int] = {}
    for item, number in rest.items():
        kinds[item >> 1] = kinds.get(item >> 1, 0) + number

    def cost(item: int) -> int:
        info = components.kinds[item >> 1]
        if info.sort != "commodity":
            return -CALAMITY
        return (2 * kinds[item >> 1] - 1) * info.stack

    fitting = [i for i, n in rest.items() if n and (not only_goods or components.is_commodity(i))]
    # Water says nothing for an offer: it is named only where there is nothing else.
    return min(
        fitting, key=lambda item: (only_goods and not components.face(item), cost(item), item), default=None
    )


def _proposal(see: Sight, body: TradeBody, rng: Random, skip: int) -> Propose | None:
    """Three cards that cost little for three with two of what is collected; each further offer wants another kind."""
    components = see.components
    hand = dict(body.cards)
    kinds: dict[int, int] = {}
    for item, number in hand.items():
        if components.is_commodity(item) and components.face(item):
            kinds[item >> 1] = kinds.get(item >> 1, 0) + number
    open_sets = [kind for kind, n in kinds.items() if n < components.kinds[kind].set_size]
    open_sets.sort(key=lambda kind: (-(2 * kinds[kind] + 1) * components.kinds[kind].stack, kind))
    if skip >= len(open_sets):
        return None
    wanted = open_sets[skip]
    keep = {item: n for item, n in hand.items() if item >> 1 != wanted}
    chosen = _pay(see, keep, (), body.least, body.true_names)
    if chosen is None:
        return None
    given, names = chosen
    loss = worth(components, see.me.hand or {}) - worth(components, _less(see.me.hand or {}, given))
    want = (wanted,) if rng.random() < 0.5 else (wanted, wanted)
    if components.kinds[wanted].set_size < kinds[wanted] + len(want):
        want = (wanted,)
    gain = ((kinds[wanted] + len(want)) ** 2 - kinds[wanted] ** 2) * components.kinds[wanted].stack
    if gain <= loss:
        return None
    return Propose(Terms(tuple(sorted(given.items())), names, body.least, want=want))


def _move(rest: Hand, given: Hand, item: int) -> None:
    rest[item] -= 1
    given[item] = given.get(item, 0) + 1


def _less(hand: Mapping[int, int], given: Mapping[int, int]) -> Hand:
    left = dict(hand)
    for item, number in given.items():
        left[item] = left.get(item, 0) - number
    return {item: number for item, number in left.items() if number > 0}


HABITS = {"trade": trade}
