"""5a. City construction.

Decisions, all in the one shape `construction`: D-23 (where), D-24 (Architecture), D-25 (Urbanism), D-26 (Public Works).
"""

from __future__ import annotations

from random import Random
from typing import Annotated

import msgspec

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Answer, Body, Orders, Refusal, Seat, together

ON_SITE, IN_WILDERNESS = 6, 12


class CityBuilt(Event, frozen=True, tag="city_built"):
    seat: int
    area: int
    treasury: int


EVENTS = (CityBuilt,)


class Build(msgspec.Struct, frozen=True, tag="build", tag_field="order", forbid_unknown_fields=True):
    """Build in `area`: `treasury` instead of tokens (Architecture), `near` tokens of neighbours (Urbanism), and whether
    one token stays beside the city (Public Works); None: if it may (D-26).
    """

    area: int
    treasury: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0
    near: tuple[tuple[int, Annotated[int, msgspec.Meta(ge=1, le=4)]], ...] = ()
    stay: bool | None = None


class Finish(msgspec.Struct, frozen=True, tag="finish", tag_field="order", forbid_unknown_fields=True):
    """No more cities this turn."""


class Construction(Answer, frozen=True, tag="orders"):
    order: Build | Finish


class Site(msgspec.Struct, frozen=True):
    """An area in which the seat could build now: what it costs, and what may replace tokens of the area."""

    area: int
    price: int
    own: int
    treasury: int
    near: tuple[tuple[int, int], ...]
    stay: bool


class ConstructionBody(Body, frozen=True, tag="orders"):
    sites: tuple[Site, ...]


def price(game: Antiquity, area: int) -> int:
    """6 tokens on a site, black or white, 12 in the wilderness (mega.5a.2, mega.5a.3, mega.area.13, mega.area.14).

    Tested now, not while moving (mega.3.city.1, ruling A-57).
    """
    return ON_SITE if game.board.site[area] else IN_WILDERNESS


def site(game: Antiquity, seat: Seat, area: int) -> Site | Refusal:
    """What building in an area would take, or why it cannot be done.

    Only own tokens count (ruling A-54), at least one stands there (ruling A-56), the limit is not 0, with Agriculture
    either (mega.5a.4, mega.adv.agriculture.2), no city is there (mega.5a.5), one is in stock (mega.5a.6). Advances
    change the price (mega.5a.8): Architecture pays up to half from the treasury, once a turn (mega.adv.architecture.1,
    mega.adv.architecture.2, D-24); Urbanism takes up to 4 from areas adjacent by land, for one wilderness city a turn
    (mega.adv.urbanism.1, D-25).
    """
    realm = game.realms[seat]
    own = realm.tokens.get(area, 0)
    if not 0 <= area < len(game.board.limit) or not game.board.in_play[area] or not own:
        return Refusal("mega.5a.2", "no_own_token", area=area)
    if game.board.limit[area] == 0:
        return Refusal("mega.5a.4", "limit_zero", area=area)
    if game.city_owner(area) is not None:
        return Refusal("mega.5a.5", "city_there", area=area)
    if game.cities_left(seat) == 0:
        return Refusal("mega.5a.6", "no_city_left", cities=game.rules.cities)
    needed = price(game, area)
    treasury = _treasury(game, seat, needed)
    near: tuple[tuple[int, int], ...] = ()
    if needed == IN_WILDERNESS and _takes_from_beside(game, seat):
        near = tuple((n, min(4, realm.tokens[n])) for n in game.board.land[area] if n in realm.tokens)
    beside = min(4, sum(number for _, number in near))
    if own + treasury + beside < needed:
        rule = "mega.5a.2" if needed == ON_SITE else "mega.5a.3"
        return Refusal(rule, "too_few_tokens", area=area, needed=needed, own=own)
    stay = game.holds(seat, Advance.PUBLIC_WORKS) and own + treasury + beside > needed
    return Site(area, needed, own, treasury, near, stay)


def _treasury(game: Antiquity, seat: Seat, needed: int) -> int:
    """What the treasury may pay of a price: up to half with Architecture, if it has not paid yet this turn."""
    if not game.holds(seat, Advance.ARCHITECTURE) or game.state.building.get(seat, 0) & 1:
        return 0
    return min(needed // 2, game.state.realms[seat].treasury)


def _takes_from_beside(game: Antiquity, seat: Seat) -> bool:
    """Whether neighbours may still pay for a wilderness city this turn: with Urbanism."""
    return game.holds(seat, Advance.URBANISM) and not game.state.building.get(seat, 0) & 2


class ConstructCities(Orders[Construction]):
    """D-23 to D-26: build city after city, then finish. Each city is an answer of its own."""

    answer_type = Construction
    __slots__ = ("game",)

    def __init__(self, game: Antiquity, seat: Seat) -> None:
        super().__init__(seat, "construction", "mega.5a.1", ahead=True)
        self.game = game

    def sites(self) -> list[Site]:
        """Where the seat can build now, in area order."""
        game, seat = self.game, self.seat
        if not game.cities_left(seat):
            return []
        least = ON_SITE - _treasury(game, seat, ON_SITE)
        least_wild = IN_WILDERNESS - _treasury(game, seat, IN_WILDERNESS) - 4 * _takes_from_beside(game, seat)
        printed, limit = game.board.site, game.board.limit
        tokens = game.state.realms[seat].tokens
        enough = [
            area
            for area, own in tokens.items()
            if own >= (least if printed[area] else least_wild) and limit[area]
        ]
        found = [site(game, seat, area) for area in sorted(enough)]
        return [there for there in found if isinstance(there, Site)]

    def check(self, answer: Construction) -> Refusal | None:
        order = answer.order
        if isinstance(order, Finish):
            return None
        there = site(self.game, self.seat, order.area)
        if isinstance(there, Refusal):
            return there
        return _check_payment(there, order)

    def sample(self, rng: Random) -> Construction:
        sites = self.sites()
        if not sites or rng.random() < 0.15:
            return Construction(Finish())
        there = sites[int(rng.random() * len(sites))]
        return Construction(cheapest(there))

    def fallback(self) -> Construction:
        return Construction(Finish())

    def body(self) -> ConstructionBody:
        return ConstructionBody(tuple(self.sites()))

    def fingerprint(self) -> int:
        return self.game.state.turn

    def value(self, answer: Construction) -> Build | Finish:
        return answer.order


def _check_payment(there: Site, order: Build) -> Refusal | None:
    """Whether tokens of the area, the treasury and the neighbours make the price. All tokens of the area go anyway."""
    if order.treasury > there.treasury:
        return Refusal(
            "mega.adv.architecture.1", "too_much_treasury", most=there.treasury, got=order.treasury
        )
    at_hand = dict(there.near)
    beside = 0
    seen = set()
    for area, number in order.near:
        if number > at_hand.get(area, 0):
            return Refusal(
                "mega.adv.urbanism.1", "not_beside", area=area, most=at_hand.get(area, 0), got=number
            )
        if area in seen:
            return Refusal("mega.adv.urbanism.1", "named_twice", area=area)
        seen.add(area)
        beside += number
    if beside > 4:
        return Refusal("mega.adv.urbanism.1", "too_many_beside", most=4, got=beside)
    paid = there.own + order.treasury + beside
    if paid < there.price:
        rule = "mega.5a.2" if there.price == ON_SITE else "mega.5a.3"
        return Refusal(rule, "too_few_tokens", area=there.area, needed=there.price, own=paid)
    if order.stay and not stays(there, order):
        return Refusal("mega.adv.public_works.4", "none_to_spare", needed=there.price + 1, got=paid)
    return None


def stays(there: Site, order: Build) -> bool:
    """Whether one token stays beside the city (mega.adv.public_works.4, ruling A-55, D-26)."""
    paid = there.own + order.treasury + sum(number for _, number in order.near)
    return there.stay and order.stay is not False and paid > there.price


def cheapest(there: Site) -> Build:
    """A way to pay that uses the area's own tokens first, then neighbours, then treasury."""
    short = max(0, there.price - there.own)
    near = []
    room = 4
    for area, number in there.near:
        take = min(number, short, room)
        if take:
            near.append((area, take))
            short -= take
            room -= take
    order = Build(there.area, min(short, there.treasury), tuple(near))
    return msgspec.structs.replace(order, stay=stays(there, order))


async def construct(game: Antiquity) -> None:
    """5a. Any number of cities, all at once; A.S.T. order for whoever insists (mega.5.order.1, mega.5a.1, ruling A-53).

    Three barriers: all have built before surplus goes, that before support is checked.
    """
    order = game.ranking()
    game.state.building = {}
    await together({seat: _construct(game, seat) for seat in order}, order=order)


async def _construct(game: Antiquity, seat: Seat) -> None:
    """City after city, while there is where to build."""
    while (decision := ConstructCities(game, seat)).sites():
        order = await decision
        if isinstance(order, Finish):
            return
        build(game, seat, order)


def build(game: Antiquity, seat: Seat, order: Build) -> None:
    """All tokens leave the area, whoever owns them, ships stay (mega.5a.7, mega.5a.9); a city from stock is placed."""
    there = site(game, seat, order.area)
    stay = isinstance(there, Site) and stays(there, order)
    used = game.state.building.get(seat, 0)
    game.state.building[seat] = used | (1 if order.treasury else 0) | (2 if order.near else 0)
    for owner, number in game.owners(order.area).items():
        game.remove(owner, order.area, number)
    for area, number in order.near:
        game.remove(seat, area, number)
    game.pay(seat, order.treasury)
    game.found_city(seat, order.area, turn=game.state.turn)
    if stay:
        game.place(seat, order.area, 1)
    game.tell(CityBuilt(seat, order.area, order.treasury))


STEPS = [("5a", construct)]
