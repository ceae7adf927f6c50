"""9. Volcanic Eruption and Earthquake, Famine, Flood, Cyclone, Epidemic."""

from __future__ import annotations

from collections.abc import Sequence

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.calamities.call import Call, amount
from ecumene.antiquity.calamities.damage import Held, take_damage, units_in
from ecumene.antiquity.calamities.losses import (
    cheapest_first,
    destroy_city,
    destroy_units,
    reduce_cities,
    reduce_city,
)
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Pick, Seat, together

# -- Volcanic Eruption or Earthquake ----------------------------------------------------------------------------------


def points_in(game: Antiquity, seat: Seat, areas: Sequence[int]) -> int:
    """Unit points of a seat in some areas."""
    realm = game.realms[seat]
    cities = sum(area in realm.cities for area in areas)
    return sum(realm.tokens.get(area, 0) for area in areas) + game.rules.city_points * cities


async def volcano(game: Antiquity, call: Call) -> None:
    """A city of the victim at a volcano makes it an eruption, else it is an earthquake (mega.9.volcano.1)."""
    cities = game.realms[call.victim].cities
    near = [n for n, areas in enumerate(game.board.volcanoes) if any(area in cities for area in areas)]
    if near:
        await eruption(game, call, near)
    else:
        await earthquake(game, call)


async def eruption(game: Antiquity, call: Call, near: Sequence[int]) -> None:
    """The volcano that hits most of the victim (mega.9.volcano.3, ruling A-81; D-41 if several do, ruling
    A-80) destroys the units of all players in its areas (mega.9.volcano.2), of any block and twice if need be
    (mega.9.volcano.10, mega.9.dup.9). Neutral pieces and ships survive (mega.9.volcano.4, ruling A-82).
    """
    volcanoes, cities = game.board.volcanoes, game.realms[call.victim].cities
    worst = max(points_in(game, call.victim, volcanoes[n]) for n in near)
    # Named by the first of its areas with a city of the victim.
    options: dict[int, int] = {
        min(area for area in volcanoes[n] if area in cities): n
        for n in near
        if points_in(game, call.victim, volcanoes[n]) == worst
    }
    about = {"calamity": call.key}
    chosen = await game.choose(call.victim, "volcano", sorted(options), "mega.9.volcano.3", about=about)
    for area in volcanoes[options[chosen]]:
        for seat in game.ranking():
            destroy_units(game, seat, area, call.key)


async def earthquake(game: Antiquity, call: Call) -> None:
    """D-42: he destroys one of his cities (mega.9.volcano.5, ruling A-83), with Engineering it is reduced
    (mega.9.volcano.6, mega.adv.engineering.4); without a city nothing happens (mega.9.volcano.9).
    """
    seat = call.victim
    cities = sorted(game.realms[seat].cities)
    if not cities:
        return
    milder = game.holds(seat, Advance.ENGINEERING)
    tokens = game.realms[seat].tokens
    spared = min(cities, key=lambda area: (tokens.get(area, 0), area))
    default = cheapest_first(game, seat, cities)[0] if milder else spared
    about = {"calamity": call.key, "reduce": milder}
    area = await game.choose(seat, "earthquake", cities, "mega.9.volcano.5", default=default, about=about)
    if milder:
        reduce_city(game, seat, area, call.key)
    else:
        destroy_city(game, seat, area, call.key)
    await aftershock(game, call, area)


async def aftershock(game: Antiquity, call: Call, area: int) -> None:
    """One city adjacent to the first, anybody's, is reduced (mega.9.volcano.7); his own if no other is there
    (mega.9.volcano.8). Pirate cities are none (ruling A-82).
    """
    owners = {near: game.city_owner(near) for near in game.board.adjacent[area]}
    found: dict[int, Seat] = {
        near: Seat(owner) for near, owner in owners.items() if owner is not None and owner >= 0
    }
    if not found:
        return
    options = sorted(found)
    default = min(options, key=lambda near: (found[near] == call.victim, near))
    about = {"calamity": call.key, "from": area}
    near = await game.choose(
        call.victim, "earthquake_beside", options, "mega.9.volcano.7", default=default, about=about
    )
    reduce_city(game, found[near], near, call.key)


# -- Famine and Epidemic ----------------------------------------------------------------------------------------------


async def damage_all(game: Antiquity, call: Call, rule: str) -> None:
    """The victim and whom he named take damage at once, each as his own advances make it; A.S.T. order for
    whoever insists (mega.9.order.2, mega.9.def.13, rulings A-71 and A-74; D-39).
    """
    hit = {call.victim: amount(game, call.effect, "victim", call.victim)}
    hit |= {seat: amount(game, call.effect, "secondary", seat) for seat in call.others}
    order = game.ranking()
    losses = {seat: take_damage(game, seat, hit[seat], call.key, rule) for seat in order if hit.get(seat)}
    await together(losses, order=order)


async def famine(game: Antiquity, call: Call) -> None:
    """The victim (mega.9.famine.1, mega.9.famine.3), three others of his choice (mega.9.famine.2,
    mega.9.famine.7), less with Pottery and Calendar (mega.9.famine.4, mega.9.famine.5). Nothing the victim
    prevents helps the others (mega.9.famine.6).

    Advances: mega.adv.agriculture.6, mega.adv.pottery.1, mega.adv.calendar.1.
    """
    await damage_all(game, call, "mega.9.famine.1")


async def epidemic(game: Antiquity, call: Call) -> None:
    """The victim (mega.9.epidemic.1, mega.9.epidemic.5, mega.9.epidemic.6, mega.9.epidemic.7) and two others
    (mega.9.epidemic.2, mega.9.epidemic.8); Medicine helps both (mega.9.epidemic.4).

    Advances: mega.adv.medicine.1, mega.adv.enlightenment.3, mega.adv.roadbuilding.6, mega.adv.trade_empire.3,
    mega.adv.anatomy.2.
    """
    await damage_all(game, call, "mega.9.epidemic.1")


# -- Flood ------------------------------------------------------------------------------------------------------------


def on_plain(game: Antiquity, seat: Seat, plain: int) -> Held:
    """A seat's units on a flood plain: not cities on black sites (mega.area.16, mega.area.17,
    mega.9.flood.4).
    """
    areas = set(game.board.plains[plain])
    tokens, cities = units_in(game, seat, counts=areas.__contains__)
    return tokens, [area for area in cities if game.board.site[area] != "black"]


def worth(game: Antiquity, held: Held) -> int:
    return sum(held[0].values()) + game.rules.city_points * len(held[1])


async def flood(game: Antiquity, call: Call) -> None:
    """The plain with most of the victim's units (mega.9.flood.2, ruling A-84; D-45 if there are several)."""
    plains = [on_plain(game, call.victim, n) for n in range(len(game.board.plains))]
    most = max((worth(game, held) for held in plains), default=0)
    if not most:
        await coastal_flood(game, call)
        return
    # Named by the first of its areas with units of the victim.
    options = {min([*held[0], *held[1]]): n for n, held in enumerate(plains) if worth(game, held) == most}
    about = {"calamity": call.key}
    area = await game.choose(call.victim, "flood_plain", sorted(options), "mega.9.flood.2", about=about)
    await inundation(game, call, options[area])


async def inundation(game: Antiquity, call: Call, plain: int) -> None:
    """All with units on the plain lose from it alone (mega.9.flood.1, mega.9.flood.3, mega.9.flood.7), of any
    block and twice if need be (mega.9.flood.8, mega.9.dup.9), less with Engineering (mega.9.flood.6,
    mega.adv.engineering.5); D-46.
    """
    order = game.ranking()
    losses = {}
    for seat in order:
        held = on_plain(game, seat, plain)
        if held[0] or held[1]:
            role = "victim" if seat == call.victim else "secondary"
            number = amount(game, call.effect, role, seat)
            losses[seat] = take_damage(game, seat, number, call.key, "mega.9.flood.1", "flood_damage", held)
    await together(losses, order=order)


async def coastal_flood(game: Antiquity, call: Call) -> None:
    """Without units on any plain he loses from coastal areas, nobody else is hit (mega.9.flood.5, D-35)."""
    held = units_in(game, call.victim, counts=lambda area: game.board.coastal[area])
    number = amount(game, call.effect, "coast", call.victim)
    await take_damage(game, call.victim, number, call.key, "mega.9.flood.5", "coastal_damage", held)


# -- Cyclone ----------------------------------------------------------------------------------------------------------


def cities_by(game: Antiquity, seat: Seat, sea: int) -> list[int]:
    """A seat's cities directly adjacent to an open sea."""
    shores = game.board.shores[sea]
    return [area for area in sorted(game.realms[seat].cities) if area in shores]


async def cyclone(game: Antiquity, call: Call) -> None:
    """The open sea with most of the victim's cities beside it (mega.9.cyclone.1; D-51 if there are several);
    without any it is cancelled (mega.9.cyclone.8). All with cities there suffer (mega.9.cyclone.3,
    mega.9.cyclone.9, mega.9.dup.9).
    """
    beside = {sea: len(cities_by(game, call.victim, sea)) for sea in game.board.seas}
    most = max(beside.values(), default=0)
    if not most:
        return
    options = [sea for sea, number in beside.items() if number == most]
    sea = await game.choose(
        call.victim, "cyclone_sea", options, "mega.9.cyclone.1", about={"calamity": call.key}
    )
    order = game.ranking()
    losses = {seat: storm(game, call, seat, cities_by(game, seat, sea)) for seat in order}
    await together(losses, order=order)


async def storm(game: Antiquity, call: Call, seat: Seat, cities: Sequence[int]) -> None:
    """D-52: he selects some of his cities there (mega.9.cyclone.2, mega.9.cyclone.3, mega.9.cyclone.4,
    mega.9.cyclone.5, ruling A-93); D-53: of these Masonry and Calendar unselect some (mega.9.cyclone.6);
    those still selected are reduced (mega.9.cyclone.7), in an order of his choice.

    Advances: mega.adv.trade_empire.2, mega.adv.masonry.1, mega.adv.calendar.2.
    """
    role = "victim" if seat == call.victim else "secondary"
    number = min(len(cities), amount(game, call.effect, role, seat))
    spared = min(number, amount(game, call.effect, "spared", seat))
    about = {"calamity": call.key}
    if spared == number:
        return  # whatever is selected is unselected
    selects = number < len(cities)
    if selects:
        cities = await Pick(seat, "cyclone_cities", cities, number, number, "mega.9.cyclone.2", about=about)
    if spared:
        default = cheapest_first(game, seat, cities)[::-1][:spared]
        kept = await Pick(
            seat, "cyclone_spared", cities, spared, spared, "mega.9.cyclone.6", default=default, about=about
        )
        cities = [area for area in cities if area not in kept]
    if selects:
        for area in cities:
            reduce_city(game, seat, area, call.key)
    else:
        await reduce_cities(game, seat, len(cities), call.key, "mega.9.cyclone.7", cities)
