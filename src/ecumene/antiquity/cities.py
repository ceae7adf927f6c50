"""5. Surplus and support. They serve phases 9 and 11 and leaving as well.

Decisions: D-27: `reduce_for_support`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity, Owner
from ecumene.antiquity.siege import clear_failed_attacks
from ecumene.antiquity.state import BARBARIANS
from ecumene.kernel import Option, Refusal, Seat, together


class SurplusRemoved(Event, frozen=True, tag="surplus_removed"):
    """Tokens removed from an area above its limit; seat -1: the Barbarians."""

    seat: int
    area: int
    number: int


class CityReduced(Event, frozen=True, tag="city_reduced"):
    seat: int
    area: int
    tokens: int
    reason: str


EVENTS = (SurplusRemoved, CityReduced)


# -- 5b. surplus ------------------------------------------------------------------------------------------------------


async def remove_surplus(game: Antiquity) -> None:
    """5b. Tokens above the limit go, in every area (mega.5b.1), neutral ones as well (mega.5b.6, ruling A-52).

    Beside a city none may stay (mega.5b.2), but one of its owner with Public Works, Agriculture or not
    (mega.adv.public_works.1, mega.adv.public_works.6, mega.adv.agriculture.5); elsewhere Agriculture helps (mega.5b.3);
    ships do not count (mega.5b.4); failed attackers go now in Western Empires (mega.5b.5, ruling A-45). Where several
    owners stand without a city, conflict has settled the numbers before. Nobody chooses: tokens of one owner in one
    area are all the same (ruling A-10).
    """
    clear_failed_attacks(game)
    city_of = {area: realm.seat for realm in game.realms for area in realm.cities}
    city_of.update(dict.fromkeys(game.state.pirates, BARBARIANS))
    limit = game.board.limit
    for seat in game.ranking():
        realm = game.realms[seat]
        over = [area for area, number in realm.tokens.items() if number > limit[area] or area in city_of]
        for area in sorted(over):
            if area in city_of:
                allowed = int(city_of[area] == seat and game.holds(seat, Advance.PUBLIC_WORKS))
            else:
                allowed = game.limit(area, seat)
            _cut_down(game, seat, area, realm.tokens[area] - allowed)
    for area, number in sorted(game.state.barbarians.items()):
        _cut_down(game, BARBARIANS, area, number - (0 if area in city_of else limit[area]))


def _cut_down(game: Antiquity, owner: Owner, area: int, number: int) -> None:
    if number > 0:
        game.remove(owner, area, number)
        game.tell(SurplusRemoved(owner, area, number))


# -- 5c. support ------------------------------------------------------------------------------------------------------


async def check_support(game: Antiquity) -> None:
    """5c. Everybody reduces cities until the rest is supported, at once (mega.5.order.1, mega.5c.1)."""
    await support(game)


async def support(game: Antiquity, extra: Mapping[int, int] | None = None, reason: str = "support") -> None:
    """Reduce cities until there are rate x cities tokens on the board (mega.5c.1), the rate being 2 or 3 (mega.5c.2).

    `extra` raises the rate of some seats only, who alone are then checked (Slave Revolt). A new rate is checked for the
    first time here (mega.adv.cultural_ascendancy.10, mega.adv.cultural_ascendancy.11).
    """
    order = game.ranking()
    seats = order if extra is None else [seat for seat in order if seat in extra]
    await together({s: _support(game, s, (extra or {}).get(s, 0), reason) for s in seats}, order=order)


async def _support(game: Antiquity, seat: Seat, extra: int, reason: str) -> None:
    """Until it fits, a city becomes tokens up to the limit (mega.5c.3, mega.5c.6), as far as stock goes (mega.5c.7).

    Cities built this turn first (mega.5c.4, ruling A-58, mega.11.3), otherwise free choice (D-27); the tokens gained
    support at once (mega.5c.5).
    """
    realm = game.realms[seat]
    rate = game.support_rate(seat) + extra
    while realm.cities and game.population(seat) < rate * len(realm.cities):
        new = [area for area, turn in sorted(realm.cities.items()) if turn == game.state.turn]
        options = new or sorted(realm.cities)
        default = max(options, key=lambda area: (game.reduced_tokens(seat, area), -area))
        area = options[0]
        if len(options) > 1:
            about = {
                "rate": rate,
                "cities": len(realm.cities),
                "tokens": game.population(seat),
                "reason": reason,
            }
            area = await game.choose(
                seat,
                "reduce_for_support",
                options,
                "mega.5c.3",
                default,
                partial(_built_first, game, seat),
                about,
            )
        tokens = game.reduce_city(seat, area)
        game.tell(CityReduced(seat, area, tokens, reason))


def _built_first(game: Antiquity, seat: Seat, option: Option) -> Refusal | None:
    if option in game.realms[seat].cities:
        return Refusal("mega.5c.4", "built_cities_first", area=option)
    return None


STEPS = [("5b", remove_surplus), ("5c", check_support)]
