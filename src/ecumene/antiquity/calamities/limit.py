"""8. Calamity selection: who holds too many loses some of them at random."""

from __future__ import annotations

from collections.abc import Sequence

from ecumene.antiquity.components import kind_of
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.setup import lineup_of
from ecumene.kernel import Seat


class CalamitiesCounted(Event, frozen=True, tag="calamities_counted"):
    """How many each seat holds, not which (mega.8.1, mega.hid.10)."""

    numbers: tuple[int, ...]


class CalamityDiscarded(Event, frozen=True, tag="calamity_discarded"):
    """Shown, and without effect (mega.8.7)."""

    seat: int
    card: int


EVENTS = (CalamitiesCounted, CalamityDiscarded)


def calamities(game: Antiquity, seat: Seat) -> list[int]:
    """The calamity cards of a hand, in a fixed order. That one will find no target does not matter
    (mega.8.8).
    """
    commodity = game.components.commodity
    return sorted([item for item in game.realms[seat].hand if not commodity[item >> 1]])


def is_major(game: Antiquity, item: int) -> bool:
    return game.components.kinds[kind_of(item)].sort != "minor"


async def select_calamities(game: Antiquity) -> None:
    """8. All show how many they hold; the excess is discarded at random (D-34), if there are any (mega.8.2)."""
    state = game.state
    numbers = [len(calamities(game, Seat(realm.seat))) for realm in game.realms]
    if not any(numbers):
        return
    state.calamities = numbers
    game.tell(CalamitiesCounted(tuple(numbers)))
    minor = lineup_of(game).minor_calamities
    most = game.rules.calamities_kept_with_minor if minor else game.rules.calamities_kept
    for seat in game.ranking():
        keep_within(game, seat, most)


def keep_within(game: Antiquity, seat: Seat, most: int) -> None:
    """First doubles (mega.8.5, ruling A-70), then majors above their limit, then any above the limit of all
    (mega.8.3, mega.8.4, mega.8.6, ruling A-69).
    """
    held = calamities(game, seat)
    for one in held:
        other = one ^ 1
        if one & 1 and other in held:
            drop(game, seat, [other, one])
    while (
        len(majors := [item for item in calamities(game, seat) if is_major(game, item)])
        > game.rules.majors_kept
    ):
        drop(game, seat, majors)
    while len(held := calamities(game, seat)) > most:
        drop(game, seat, held)


def drop(game: Antiquity, seat: Seat, items: Sequence[int]) -> None:
    """A random one of them goes to the discard pile of its stack."""
    item = game.chance.pick("calamities", items)
    game.discard(seat, item)
    game.state.calamities[seat] -= 1
    game.tell(CalamityDiscarded(seat, item))


STEPS = [("8", select_calamities)]
