"""2. Population expansion and census."""

from __future__ import annotations

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Seat, Spread, together


class PopulationGrew(Event, frozen=True, tag="population_grew"):
    seat: int
    amount: int


class CensusTaken(Event, frozen=True, tag="census_taken"):
    """Tokens on the board by seat, and the order of movement that follows."""

    census: tuple[int, ...]
    order: tuple[int, ...]


EVENTS = (PopulationGrew, CensusTaken)


def growth(game: Antiquity, seat: Seat) -> dict[int, int]:
    """What each area may gain: 1 for a single own token, 2 for more, as they stand when the phase begins.

    mega.2a.1, mega.2a.2, ruling A-21; limits do not matter (mega.2a.3), areas with only a city gain nothing, a Public
    Works token grows like any other (mega.2a.4, mega.adv.public_works.2); the Barbarians do not (mega.2a.8).
    """
    return {area: 1 if number == 1 else 2 for area, number in game.realms[seat].tokens.items()}


async def expand(game: Antiquity) -> None:
    """2a. Everybody grows as much as he can (mega.2a.5); order only for those who insist (mega.2a.order.1).

    To grow is not to attack (mega.2a.7).
    """
    order = game.ranking()
    await together({seat: _expand(game, seat) for seat in order}, order=order)


async def _expand(game: Antiquity, seat: Seat) -> None:
    """Short of stock the player says where, until the stock is empty (mega.2a.6, D-07, ruling A-10)."""
    gains = growth(game, seat)
    stock = game.realms[seat].stock
    total = sum(gains.values())
    if total > stock > 0:
        caps: dict[int, int] = dict(sorted(gains.items()))
        gains = await Spread(seat, "growth", caps, stock, stock, rule="mega.2a.6", about={"stock": stock})
        total = stock
    elif total > stock:
        return
    if total:
        game.grow(seat, gains, total)
        game.tell(PopulationGrew(seat, total))


async def take_census(game: Antiquity) -> None:
    """2b. Tokens on the board, most first, ties by ranking; holders of Military after all others.

    mega.2b.1, mega.2b.2, mega.2b.3, mega.adv.military.1, ruling A-29; exact numbers decide and stay for the turn
    (mega.2b.4, mega.2b.5, ruling A-22).
    """
    state = game.state
    state.census = [0 if realm.gone else game.population(Seat(realm.seat)) for realm in state.realms]
    ranked = sorted(game.ranking(), key=lambda seat: -state.census[seat])
    ranked.sort(key=lambda seat: game.holds(seat, Advance.MILITARY))
    state.order = list(ranked)
    game.tell(CensusTaken(tuple(state.census), tuple(state.order)))


STEPS = [("2a", expand), ("2b", take_census)]
