"""1. Taxes and tax revolts.

Decisions: D-04: `tax_rate`; D-05: `revolt_annexed`; D-06: `revolt_lost`.
"""

from __future__ import annotations

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Pick, Seat, together


class TaxCollected(Event, frozen=True, tag="tax_collected"):
    seat: int
    rate: int
    amount: int
    revolting: int


class CityRevolted(Event, frozen=True, tag="city_revolted"):
    """A city went over to `by`, or was destroyed (`by` is -1)."""

    seat: int
    area: int
    by: int


EVENTS = (TaxCollected, CityRevolted)


def rates(game: Antiquity, seat: Seat) -> tuple[int, ...]:
    """The rates a player may choose from; 2 for all without Coinage or Monarchy (mega.1a.2, mega.1a.4, mega.1a.5).

    mega.adv.coinage.1, mega.adv.coinage.3, mega.adv.monarchy.1, mega.adv.monarchy.2.
    """
    coinage = game.holds(seat, Advance.COINAGE)
    monarchy = game.holds(seat, Advance.MONARCHY)
    return tuple(range(2 - coinage, 2 + coinage + monarchy + 1))


async def collect_taxes(game: Antiquity) -> None:
    """1a. Everybody moves rate x cities tokens from stock to treasury, all at once (mega.1a.order.1, mega.1a.1).

    Nobody can refuse (mega.1a.3). A rate that leads to revolt may be chosen (mega.1a.6, mega.adv.coinage.4,
    mega.adv.monarchy.3); one rate serves for all cities (mega.adv.coinage.2). Openly, in A.S.T. order for whoever
    insists (ruling A-16, D-04).
    """
    order = game.ranking()
    game.state.revolts = [0] * len(game.realms)
    await together({seat: _collect(game, seat) for seat in order if game.realms[seat].cities}, order=order)


async def _collect(game: Antiquity, seat: Seat) -> None:
    """Short of stock: all of it goes, and the cities not paid for revolt (mega.1a.8, mega.1b.2), but not under
    Democracy (mega.1b.12, mega.adv.democracy.1).
    """
    options = rates(game, seat)
    rate = await game.choose(seat, "tax_rate", options, rule="mega.1a.5", default=2, ahead=True)
    realm = game.realms[seat]
    due = rate * len(realm.cities)
    unpaid = max(0, len(realm.cities) - realm.stock // rate)
    amount = game.earn(seat, due)
    if unpaid and not game.holds(seat, Advance.DEMOCRACY):
        game.state.revolts[seat] = unpaid
    game.tell(TaxCollected(seat, rate, amount, game.state.revolts[seat]))


async def tax_revolts(game: Antiquity) -> None:
    """1b. Unpaid cities go over to the beneficiary, victim after victim in A.S.T. order (mega.1b.1, mega.1b.7).

    Skipped when all could pay (mega.1a.7). No tax for cities gained so (mega.1b.9), no support check (mega.1b.10).
    """
    victims = [seat for seat in game.ranking() if game.state.revolts[seat]]
    for victim in victims:
        while game.state.revolts[victim]:
            left = game.state.revolts[victim]
            rival = _beneficiary(game, victims)
            if rival is None:
                areas = await _name(game, victim, victim, left, "revolt_lost", "mega.1b.8")
            else:
                number = min(left, game.cities_left(rival))
                areas = await _name(game, rival, victim, number, "revolt_annexed", "mega.1b.3")
            for area in areas:
                _leave(game, victim, area, rival)
            game.state.revolts[victim] = left - len(areas)


def _beneficiary(game: Antiquity, victims: list[Seat]) -> Seat | None:
    """Most cities in stock among those who are no victims of a revolt this turn, evaluated at this moment; anew when
    his cities run out (mega.1b.4, mega.1b.5, mega.1b.6, mega.1b.12, rulings A-17, A-19, A-20, mega.adv.democracy.2).
    """
    free = [seat for seat in game.ranking() if game.cities_left(seat) and seat not in victims]
    return game.beneficiary(among=free)


async def _name(
    game: Antiquity, chooser: Seat, victim: Seat, number: int, kind: str, rule: str
) -> tuple[int, ...]:
    """The beneficiary names the cities he gets and cannot decline (mega.1b.3, D-05); without one the victim names those
    that are destroyed (mega.1b.8, D-06, ruling A-18).
    """
    cities = sorted(game.realms[victim].cities)
    if number >= len(cities):
        return tuple(cities)
    if chooser == victim:  # a token beside the city would be lost too
        cities.sort(key=lambda area: (game.realms[victim].tokens.get(area, 0), area))
    about = {"victim": victim, "number": number}
    picked: tuple[int, ...] = await Pick(chooser, kind, cities, number, number, rule=rule, about=about)
    return picked


def _leave(game: Antiquity, victim: Seat, area: int, rival: Seat | None) -> None:
    """A Public Works token beside the city is destroyed (mega.1b.11, mega.adv.public_works.3)."""
    game.remove(victim, area, game.realms[victim].tokens.get(area, 0))
    if rival is None:
        game.raze_city(victim, area)
    else:
        game.annex_city(rival, area)
    game.tell(CityRevolted(victim, area, -1 if rival is None else rival))


STEPS = [("1a", collect_taxes), ("1b", tax_revolts)]
