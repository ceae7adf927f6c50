"""What a viewer may not know, replaced by something else that is possible, for look-ahead and to prove views.

Other hands and the stacks are dealt anew among themselves (mega.hid.2, mega.hid.3, mega.hid.20). Kept: every hand's
size, what the viewer himself gave away (mega.hid.8), and the fixed calamities at the bottom of their stacks.
"""

from __future__ import annotations

from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.state import Realm
from ecumene.kernel import REFEREE, Chance, Viewer

_WHAT = "scramble"


def scramble(game: Antiquity, viewer: Viewer, chance: Chance) -> None:
    """Replace in place what `viewer` may not know; the referee knows all, and at the end all is open."""
    if viewer == REFEREE or game.state.over:
        return
    _exchange_with_stacks(game, viewer, chance)
    _exchange_hands(game, viewer, chance)
    if not game.state.themes_shown:
        _exchange_themes(game, viewer, chance)


def _hidden(game: Antiquity, viewer: Viewer) -> list[Realm]:
    return [realm for realm in game.realms if realm.seat != viewer]


def _free(realm: Realm, viewer: Viewer) -> list[int]:
    """The cards of a hand that the viewer has not himself given to it."""
    hand = sorted(realm.hand.items())
    return [item for item, number in hand for _ in range(number) if realm.givers.get(item) != viewer]


def _deal(realm: Realm, viewer: Viewer, cards: list[int]) -> None:
    kept = {item: number for item, number in realm.hand.items() if realm.givers.get(item) == viewer}
    givers = {item: giver for item, giver in realm.givers.items() if item in kept}
    for item in cards:
        kept[item] = kept.get(item, 0) + 1
    realm.hand = kept
    realm.givers = givers


def _exchange_with_stacks(game: Antiquity, viewer: Viewer, chance: Chance) -> None:
    kinds = game.catalog.kinds
    for place, stack in enumerate(game.state.stacks):
        block, number = divmod(place, 9)
        pool = [item for item in stack if kinds[item >> 1].sort != "fixed"]
        held: list[tuple[Realm, int]] = []
        for realm in _hidden(game, viewer):
            for item in _free(realm, viewer):
                if (
                    item & 1 == block
                    and kinds[item >> 1].stack == number + 1
                    and kinds[item >> 1].sort != "fixed"
                ):
                    held.append((realm, item))
                    pool.append(item)
        chance.shuffle(_WHAT, pool)
        stack[:] = [item if kinds[item >> 1].sort == "fixed" else pool.pop() for item in stack]
        for realm, item in held:
            game.lose_card(realm.seat, item)  # type: ignore[arg-type]
            realm.hand[pool[-1]] = realm.hand.get(pool[-1], 0) + 1
            pool.pop()


def _exchange_hands(game: Antiquity, viewer: Viewer, chance: Chance) -> None:
    realms = _hidden(game, viewer)
    free = {realm.seat: _free(realm, viewer) for realm in realms}
    pool = [item for cards in free.values() for item in cards]
    chance.shuffle(_WHAT, pool)
    for realm in realms:
        number = len(free[realm.seat])
        _deal(realm, viewer, pool[:number])
        del pool[:number]


def _exchange_themes(game: Antiquity, viewer: Viewer, chance: Chance) -> None:
    """Short game: the themes of the others among themselves (mega.hid.17)."""
    themes = list(game.state.themes)
    others = [seat for seat in range(len(themes)) if seat != viewer]
    pool = [themes[seat] for seat in others]
    chance.shuffle(_WHAT, pool)
    for seat, theme in zip(others, pool, strict=True):
        themes[seat] = theme
    game.state.themes = tuple(themes)
