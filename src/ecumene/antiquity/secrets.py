"""What a viewer may not know, replaced by something else that is possible, for look-ahead and to prove views.

Other hands and the stacks are dealt anew among themselves (mega.hid.2, mega.hid.3, mega.hid.20). Kept is what the
viewer knows of them: every hand's size, what he himself gave away (mega.hid.8), the true names of offers made to
him (mega.hid.7), how many calamities each holds once that is open (mega.hid.10) and which of them have been shown
(mega.hid.11), cards given openly to a Provincial Empire (mega.hid.14), fixed calamities at the bottom of their stacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from ecumene.antiquity.abilities.provinces import LEAST_FACE
from ecumene.antiquity.abilities.tributes import Tribute
from ecumene.antiquity.calamities.phase import next_calls
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.state import Realm
from ecumene.antiquity.trade.floor import Offer
from ecumene.kernel import REFEREE, Chance, Viewer

_WHAT = "scramble"
_TRIES = 20
_UNCOUNTED = ("6a", "6b", "7")
"""Nobody knows yet how many calamities another holds: later all are told, and after phase 9 there are none."""

Fits = Callable[[int], bool]


def scramble(game: Antiquity, viewer: Viewer, chance: Chance) -> None:
    """Replace in place what `viewer` may not know; the referee knows all, and at the end all is open."""
    state = game.state
    if viewer == REFEREE or state.over:
        return
    known = _Known(game, viewer)
    _exchange_with_stacks(game, known, chance)
    _exchange_hands(game, known, chance)
    _refill_offers(game, known, chance)
    _refill_tributes(game, known, chance)
    if not state.themes_shown:
        _exchange_themes(game, viewer, chance)


class _Known:
    """What the viewer knows of the hands of others: cards that stay in them, and what must be among the rest."""

    def __init__(self, game: Antiquity, viewer: Viewer) -> None:
        self.game = game
        self.viewer = viewer
        self.realms = [realm for realm in game.realms if realm.seat != viewer]
        self.counted = game.state.step not in _UNCOUNTED
        self.kept: dict[int, dict[int, int]] = {realm.seat: {} for realm in self.realms}
        self.needs: list[tuple[int, Fits, int]] = []
        for realm in self.realms:
            for item, giver in realm.givers.items():
                if giver == viewer:
                    self._keep(realm.seat, item, 1)
        self._from_offers()
        if game.state.calamities:
            self._from_calamities()
        self._from_tributes()

    def _keep(self, seat: int, item: int, number: int) -> None:
        """At least so many of a card, as far as the hand holds them."""
        kept = self.kept.get(seat)
        if kept is not None:
            kept[item] = max(kept.get(item, 0), min(number, self.game.realms[seat].hand.get(item, 0)))

    def sees(self, offer: Offer) -> bool:
        return self.game.state.open_offers or offer.made_to(self.viewer)

    def _from_offers(self) -> None:
        """Two cards of each are what their names say, if they were said to the viewer; all can be traded."""
        floor = self.game.state.floor
        offers = [offer for offer in floor.offers.values() if offer.seat != self.viewer] if floor else []
        for offer in offers:
            if self.sees(offer):
                for item, number in true_cards(offer):
                    self._keep(offer.seat, item, number)
        self.needs += [(offer.seat, self.game.components.is_commodity, len(offer.names)) for offer in offers]
        self.needs += [(offer.seat, self.tradeable, offer.size) for offer in offers]

    def _from_calamities(self) -> None:
        """Minor ones are shown at once, major ones when they are called."""
        game = self.game
        shown = {call.card for call in next_calls(game)} if game.state.step == "9b" else set()
        for realm in self.realms:
            for item in realm.hand:
                if game.components.kinds[item >> 1].sort == "minor" or item in shown:
                    self._keep(realm.seat, item, 1)

    def _from_tributes(self) -> None:
        """Open cards; and whoever is asked has one that fits."""
        seen: dict[int, int] = {}
        tributes = self.game.state.tributes
        for tribute in tributes:
            if not tribute.face:
                self.needs.append((tribute.giver, self.is_tribute, 1))
            elif tribute.face == "up" or tribute.giver == self.viewer:
                seen[tribute.card] = seen.get(tribute.card, 0) + 1
                self._keep(tribute.taker, tribute.card, seen[tribute.card])
        given = [tribute for tribute in tributes if tribute.face]
        if given:
            self.needs.append((given[0].taker, self.is_tribute, len(given)))

    def tradeable(self, item: int) -> bool:
        return self.game.components.kinds[item >> 1].sort != "fixed"

    def is_tribute(self, item: int) -> bool:
        return self.game.components.face(item) >= LEAST_FACE

    def free(self, realm: Realm) -> list[int]:
        """The cards of a hand of which the viewer knows nothing."""
        kept = self.kept[realm.seat]
        return [item for item, n in sorted(realm.hand.items()) for _ in range(n - kept.get(item, 0))]

    def group(self, item: int) -> int:
        """Cards are exchanged within a group: once calamities are counted, they are not mixed with commodities."""
        return int(self.counted and not self.game.components.is_commodity(item))


def true_cards(offer: Offer) -> list[tuple[int, int]]:
    """Cards of an offer that bear its true names, and how many of each."""
    left = list(offer.names)
    found: list[tuple[int, int]] = []
    for item, number in offer.give:
        true = min(number, left.count(item >> 1))
        if true:
            found.append((item, true))
            for _ in range(true):
                left.remove(item >> 1)
    return found


def _exchange_with_stacks(game: Antiquity, known: _Known, chance: Chance) -> None:
    """What lies in a stack and what others drew from it, fixed calamities apart: unless their number is known, when
    calamities in hands stay what they are.
    """
    kinds = game.components.kinds
    for place, stack in enumerate(game.state.stacks):
        block, number = divmod(place, 9)
        pool = [item for item in stack if kinds[item >> 1].sort != "fixed"]
        chance.shuffle(_WHAT, pool)
        held: list[tuple[Realm, int]] = []
        for realm in known.realms:
            for item in known.free(realm):
                info = kinds[item >> 1]
                if (
                    item & 1 == block
                    and info.stack == number + 1
                    and info.sort != "fixed"
                    and not known.group(item)
                ):
                    held.append((realm, item))
        mixed = [item for item in pool if not known.group(item)] + [item for _, item in held]
        chance.shuffle(_WHAT, mixed)
        pool = [item if known.group(item) else mixed.pop() for item in pool]
        stack[:] = [item if kinds[item >> 1].sort == "fixed" else pool.pop() for item in stack]
        for realm, item in held:
            _take(realm, item)
            new = mixed.pop()
            realm.hand[new] = realm.hand.get(new, 0) + 1


def _take(realm: Realm, item: int) -> None:
    left = realm.hand[item] - 1
    if left:
        realm.hand[item] = left
    else:
        del realm.hand[item]
        realm.givers.pop(item, None)


def _exchange_hands(game: Antiquity, known: _Known, chance: Chance) -> None:
    """All that is not known goes round, within its group. No hand gets two copies of one calamity that did not have
    them (mega.8.5): such a deal is dealt again, and in the end left as it was.
    """
    free = {realm.seat: known.free(realm) for realm in known.realms}
    for _ in range(_TRIES):
        dealt = _deal(known, free, chance)
        hands = {
            realm.seat: _gathered([*dealt[realm.seat], *_listed(known.kept[realm.seat])])
            for realm in known.realms
        }
        if known.counted and any(_has_double(game, hand) for hand in hands.values()):
            continue
        for realm in known.realms:
            realm.givers = {
                item: giver for item, giver in realm.givers.items() if known.kept[realm.seat].get(item)
            }
            realm.hand = hands[realm.seat]
        return


def _deal(known: _Known, free: dict[int, list[int]], chance: Chance) -> dict[int, list[int]]:
    """First what must be among them, then the rest, until every hand has as many of each group as it had."""
    dealt: dict[int, list[int]] = {seat: [] for seat in free}
    pool = [item for cards in free.values() for item in cards]
    chance.shuffle(_WHAT, pool)
    room = {
        seat: [sum(known.group(item) == group for item in cards) for group in (0, 1)]
        for seat, cards in free.items()
    }
    for seat, fits, number in known.needs:
        if seat not in free:
            continue
        missing = number - sum(fits(item) for item in [*_listed(known.kept[seat]), *dealt[seat]])
        for item in [item for item in pool if fits(item) and not known.group(item)][: max(0, missing)]:
            pool.remove(item)
            dealt[seat].append(item)
            room[seat][0] -= 1
    for seat in free:
        for group in (0, 1):
            for item in [item for item in pool if known.group(item) == group][: room[seat][group]]:
                pool.remove(item)
                dealt[seat].append(item)
    return dealt


def _has_double(game: Antiquity, hand: dict[int, int]) -> bool:
    return any(item & 1 and item ^ 1 in hand and not game.components.is_commodity(item) for item in hand)


def _refill_offers(game: Antiquity, known: _Known, chance: Chance) -> None:
    """Offers of others hold cards of their new hands: what they named truly to the viewer, and anything tradeable."""
    floor = game.state.floor
    for offer in list(floor.offers.values()) if floor else ():
        if floor is None or offer.seat == known.viewer:
            continue
        hand = game.realms[offer.seat].hand
        give = dict(true_cards(offer)) if known.sees(offer) else {}
        spare = [
            item
            for item in _listed({item: n - give.get(item, 0) for item, n in sorted(hand.items())})
            if known.tradeable(item)
        ]
        chance.shuffle(_WHAT, spare)
        names = offer.names
        if not known.sees(offer):
            spare.sort(key=game.components.is_commodity)  # so that the last ones can be named
            names = tuple(item >> 1 for item in spare[-len(offer.names) :])
        for _ in range(offer.size - sum(give.values())):
            item = spare.pop()
            give[item] = give.get(item, 0) + 1
        changed = msgspec.structs.replace(offer, give=tuple(sorted(give.items())), names=names)
        floor.offers[offer.number] = changed


def _refill_tributes(game: Antiquity, known: _Known, chance: Chance) -> None:
    """A card that is chosen and not known is any that fits, of the new hand."""
    used: dict[int, list[int]] = {}
    for tribute in game.state.tributes:
        if tribute.card < 0 or _knows(known, tribute):
            continue
        owner = tribute.taker if tribute.face else tribute.giver
        taken = used.setdefault(owner, [])
        kept = known.kept.get(owner, {})
        spare = [
            item
            for item in _listed(
                {item: n - kept.get(item, 0) for item, n in sorted(game.realms[owner].hand.items())}
            )
            if known.is_tribute(item)
        ]
        for item in taken:
            spare.remove(item)
        tribute.card = chance.pick(_WHAT, spare)
        taken.append(tribute.card)


def _knows(known: _Known, tribute: Tribute) -> bool:
    return (
        tribute.face == "up"
        or known.viewer == tribute.giver
        or (bool(tribute.face) and known.viewer == tribute.taker)
    )


def _listed(cards: dict[int, int]) -> list[int]:
    return [item for item, number in cards.items() for _ in range(number)]


def _gathered(cards: Iterable[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for item in sorted(cards):
        found[item] = found.get(item, 0) + 1
    return found


def _exchange_themes(game: Antiquity, viewer: Viewer, chance: Chance) -> None:
    """Short game: the themes of the others among themselves (mega.hid.17)."""
    themes = list(game.state.themes)
    others = [seat for seat in range(len(themes)) if seat != viewer]
    pool = [themes[seat] for seat in others]
    chance.shuffle(_WHAT, pool)
    for seat, theme in zip(others, pool, strict=True):
        themes[seat] = theme
    game.state.themes = tuple(themes)
