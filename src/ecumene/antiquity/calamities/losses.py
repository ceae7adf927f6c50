"""What calamities do to cities, tokens and treasury: reduce, destroy, annex, lose."""

from __future__ import annotations

from collections.abc import Sequence

from ecumene.antiquity.cities import CityReduced
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity, Owner
from ecumene.kernel import Pick, Seat


class CityDestroyed(Event, frozen=True, tag="city_destroyed"):
    seat: int
    area: int
    reason: str


class UnitsDestroyed(Event, frozen=True, tag="units_destroyed"):
    """All units of a seat in an area."""

    seat: int
    area: int
    tokens: int
    city: bool
    reason: str


class UnitsAnnexed(Event, frozen=True, tag="units_annexed"):
    """Units of `seat` in an area became those of `by`; -1: neutral ones."""

    by: int
    seat: int
    area: int
    tokens: int = 0
    city: bool = False
    reason: str = ""


class TreasuryLost(Event, frozen=True, tag="treasury_lost"):
    seat: int
    number: int
    reason: str


EVENTS = (CityDestroyed, UnitsDestroyed, UnitsAnnexed, TreasuryLost)


# -- one thing at a time ----------------------------------------------------------------------------------------------


def lose_treasury(game: Antiquity, seat: Seat, number: int, reason: str) -> None:
    """Forced: the amount, or all there is (mega.9.def.16, mega.9.def.17)."""
    lost = game.pay(seat, number)
    if lost:
        game.tell(TreasuryLost(seat, lost, reason))


def reduce_city(game: Antiquity, seat: Seat, area: int, reason: str) -> None:
    """Replaced by tokens up to the limit, as far as stock goes (mega.9.def.10, mega.9.def.17)."""
    game.tell(CityReduced(seat, area, game.reduce_city(seat, area), reason))


def destroy_city(game: Antiquity, seat: Seat, area: int, reason: str) -> None:
    """Nothing in its place (mega.9.def.11); a Public Works token goes too (mega.adv.public_works.3)."""
    drop_tokens(game, seat, area)
    game.raze_city(seat, area)
    game.tell(CityDestroyed(seat, area, reason))


def annex_city(game: Antiquity, by: Owner, seat: Seat, area: int, reason: str) -> None:
    """A city changes hands; a Public Works token beside it is destroyed (mega.adv.public_works.3, ruling
    A-75).
    """
    drop_tokens(game, seat, area)
    game.annex_city(by, area)
    game.tell(UnitsAnnexed(by, seat, area, city=True, reason=reason))


def drop_tokens(game: Antiquity, seat: Seat, area: int) -> None:
    """All tokens of a seat in an area go to its stock."""
    game.remove(seat, area, game.realms[seat].tokens.get(area, 0))


def annex_tokens(game: Antiquity, by: Owner, seat: Owner, area: int, number: int, reason: str) -> None:
    if number:
        game.annex_tokens(by, seat, area, number)
        game.tell(UnitsAnnexed(by, seat, area, tokens=number, reason=reason))


# -- choices of cities ------------------------------------------------------------------------------------------------


def cheapest_first(game: Antiquity, seat: Seat, areas: Sequence[int]) -> list[int]:
    """Cities by what their reduction costs in unit points, then by area: the general default G."""
    return sorted(areas, key=lambda area: (-game.reduced_tokens(seat, area), area))


async def reduce_cities(  # what is reduced, and what is said of it
    game: Antiquity,
    seat: Seat,
    number: int,
    reason: str,
    rule: str,
    among: Sequence[int] | None = None,
) -> None:
    """D-36: the owner picks (mega.9.def.10); they are reduced in the order picked, all if there are not more
    (mega.9.def.17).
    """
    cities = sorted(game.realms[seat].cities) if among is None else among
    number = min(number, len(cities))
    if number <= 0:
        return
    picked: Sequence[int] = cities
    if number < len(cities) or _short(game, seat, cities):
        picked = await Pick(
            seat, "reduce_cities", cities, number, number, rule,
            default=cheapest_first(game, seat, cities)[:number], about={"calamity": reason},
        )  # fmt: skip
    for area in picked:
        reduce_city(game, seat, area, reason)


def _short(game: Antiquity, seat: Seat, cities: Sequence[int]) -> bool:
    """Whether stock is too small for all of them, so that their order matters."""
    if len(cities) == 1:
        return False
    return sum(room_for_tokens(game, seat, area) for area in cities) > game.realms[seat].stock


def room_for_tokens(game: Antiquity, seat: Seat, area: int) -> int:
    """Tokens that may replace a city there, if stock has them (ruling A-59)."""
    return max(0, game.limit(area, seat) - game.realms[seat].tokens.get(area, 0))


async def destroy_one(game: Antiquity, seat: Seat, areas: Sequence[int], reason: str, rule: str) -> None:
    """D-38: the owner picks one of his cities."""
    if not areas:
        return
    tokens = game.realms[seat].tokens
    default = min(areas, key=lambda area: (tokens.get(area, 0), area))
    area = await game.choose(seat, "destroy_city", areas, rule, default=default, about={"calamity": reason})
    destroy_city(game, seat, area, reason)


def coastal_cities(game: Antiquity, seat: Seat) -> list[int]:
    """mega.area.18."""
    coastal = game.board.coastal
    return [area for area in sorted(game.realms[seat].cities) if coastal[area]]


def destroy_units(game: Antiquity, seat: Seat, area: int, reason: str) -> None:
    """Everything a seat has in an area, ships excepted (mega.9.def.1, ruling A-135)."""
    realm = game.realms[seat]
    tokens, city = realm.tokens.get(area, 0), area in realm.cities
    if not tokens and not city:
        return
    game.remove(seat, area, tokens)
    if city:
        game.raze_city(seat, area)
    game.tell(UnitsDestroyed(seat, area, tokens, city, reason))
