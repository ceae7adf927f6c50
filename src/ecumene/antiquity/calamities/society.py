"""9. Calamities of society: Treachery to Piracy, without Civil War and Tyranny."""

from __future__ import annotations

from collections.abc import Sequence

from ecumene.antiquity import hordes
from ecumene.antiquity.advances import Advance
from ecumene.antiquity.calamities.call import Call, amount
from ecumene.antiquity.calamities.cards import AllOrNone, discard, discard_face_value
from ecumene.antiquity.calamities.losses import (
    annex_city,
    coastal_cities,
    destroy_city,
    reduce_cities,
)
from ecumene.antiquity.cities import support
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.own_cards import commodities
from ecumene.antiquity.state import BARBARIANS
from ecumene.kernel import Pick, Refusal, Seat, together


class MarkerMovedBack(Event, frozen=True, tag="marker_moved_back"):
    seat: int
    space: int
    reason: str


EVENTS = (MarkerMovedBack,)


# -- Treachery --------------------------------------------------------------------------------------------------------


async def treachery(game: Antiquity, call: Call) -> None:
    """D-43: the beneficiary selects a city of the victim (mega.9.treachery.1, mega.9.treachery.4), two if he
    has Diplomacy (mega.9.treachery.2, mega.adv.diplomacy.7); each is annexed, or destroyed if the beneficiary
    has no city left (mega.9.treachery.3).
    """
    if call.beneficiary is None:
        return
    for _ in range(amount(game, call.effect, "cities", call.victim)):
        cities = sorted(game.realms[call.victim].cities)
        if not cities:
            return
        annexes = game.cities_left(call.beneficiary) > 0
        about = {"calamity": call.key, "victim": call.victim, "annex": annexes}
        area = await game.choose(call.beneficiary, "treachery", cities, "mega.9.treachery.1", about=about)
        if annexes:
            annex_city(game, call.beneficiary, call.victim, area, call.key)
        else:
            destroy_city(game, call.victim, area, call.key)


# -- Slave Revolt, Superstition, Barbarian Hordes, Civil Disorder, Corruption -----------------------------------------


async def slave_revolt(game: Antiquity, call: Call) -> None:
    """Support is checked at a raised rate (mega.9.slave_revolt.1, mega.9.slave_revolt.2,
    mega.9.slave_revolt.3, mega.9.slave_revolt.4), as in 5c (mega.9.slave_revolt.5, mega.9.slave_revolt.6,
    ruling A-85).

    Advances: mega.adv.mythology.1, mega.adv.enlightenment.2, mega.adv.mining.3,
    mega.adv.cultural_ascendancy.10.
    """
    await support(game, {call.victim: amount(game, call.effect, "rate", call.victim)}, call.key)


async def superstition(game: Antiquity, call: Call) -> None:
    """Cities are reduced (mega.9.superstition.1, mega.9.superstition.2, mega.9.superstition.3).

    Advances: mega.adv.mysticism.1, mega.adv.deism.1, mega.adv.enlightenment.1, mega.adv.universal_doctrine.3.
    """
    number = amount(game, call.effect, "reduced", call.victim)
    await reduce_cities(game, call.victim, number, call.key, "mega.9.superstition.1")


async def barbarian_hordes(game: Antiquity, call: Call) -> None:
    """See `ecumene.antiquity.hordes`."""
    await hordes.hordes(game, call.victim, call.beneficiary)


async def civil_disorder(game: Antiquity, call: Call) -> None:
    """All cities but a few are reduced (mega.9.civil_disorder.1, mega.9.civil_disorder.2,
    mega.9.civil_disorder.3), none if there are not more (mega.9.civil_disorder.4).

    Advances: mega.adv.music.2, mega.adv.drama_and_poetry.2, mega.adv.law.2, mega.adv.democracy.4,
    mega.adv.advanced_military.7, mega.adv.naval_warfare.9.
    """
    kept = amount(game, call.effect, "kept", call.victim)
    number = len(game.realms[call.victim].cities) - kept
    await reduce_cities(game, call.victim, number, call.key, "mega.9.civil_disorder.1")


async def corruption(game: Antiquity, call: Call) -> None:
    """Commodity cards of a face value (mega.9.corruption.1, mega.9.corruption.2) of the victim's choice
    (mega.9.corruption.3).

    Advances: mega.adv.law.3, mega.adv.coinage.5, mega.adv.wonder_of_the_world.4.
    """
    needed = amount(game, call.effect, "face", call.victim)
    await discard_face_value(game, call.victim, needed, call.key, "mega.9.corruption.1")


# -- Iconoclasm and Heresy --------------------------------------------------------------------------------------------


async def iconoclasm_and_heresy(game: Antiquity, call: Call) -> None:
    """The victim (mega.9.iconoclasm.1) and the two he named (mega.9.iconoclasm.2) reduce cities at once; what
    the victim prevents does not help them (mega.9.iconoclasm.8). Philosophy, Theology (mega.9.iconoclasm.4)
    and Monotheism (mega.9.iconoclasm.5) count for each of them (ruling A-95).

    Advances: mega.adv.philosophy.1, mega.adv.theology.1, mega.adv.monotheism.5.
    """
    order = game.ranking()
    hit = {call.victim: amount(game, call.effect, "victim", call.victim)}
    hit |= {seat: amount(game, call.effect, "secondary", seat) for seat in call.others}
    await together(
        {seat: heresy(game, call, seat, hit[seat]) for seat in order if hit.get(seat)}, order=order
    )


async def heresy(game: Antiquity, call: Call, seat: Seat, number: int) -> None:
    """Theocracy: two commodity cards instead, if the holder has them and likes (mega.9.iconoclasm.6, ruling
    A-78).

    The advance: mega.adv.theocracy.1.
    """
    cards = commodities(game, seat)
    price = call.effect.amounts["cards"].base
    if game.holds(seat, Advance.THEOCRACY) and sum(cards.values()) >= price:
        given = await AllOrNone(game, seat, price, call.key, "mega.9.iconoclasm.6")
        if given:
            discard(game, seat, given.items(), call.key)
            return
    await reduce_cities(game, seat, number, call.key, "mega.9.iconoclasm.1")


# -- Regression -------------------------------------------------------------------------------------------------------


async def regression(game: Antiquity, call: Call) -> None:
    """The marker goes back (mega.9.regression.1, mega.9.regression.2, mega.9.regression.3), never below the
    start (mega.9.regression.5); it may advance again in 13a (mega.9.regression.6).

    Advances: mega.adv.fundamentalism.3, mega.adv.library.2.
    """
    seat, realm = call.victim, game.realms[call.victim]
    for _ in range(min(amount(game, call.effect, "steps", seat), realm.space)):
        if not await sacrifice(game, call):
            realm.space -= 1
            game.tell(MarkerMovedBack(seat, realm.space, call.key))


async def sacrifice(game: Antiquity, call: Call) -> bool:
    """D-59: Enlightenment saves a step for two cities, those not on the coast first (mega.9.regression.4,
    ruling A-96, mega.adv.enlightenment.4).
    """
    seat, price = call.victim, call.effect.amounts["cities"].base
    cities = sorted(game.realms[seat].cities)
    if not game.holds(seat, Advance.ENLIGHTENMENT) or len(cities) < price:
        return False
    coastal = set(coastal_cities(game, seat))
    inland = [area for area in cities if area not in coastal]
    allowed = max(0, price - len(inland))
    options = cities if allowed else inland

    def fits(picked: tuple[int, ...]) -> Refusal | None:
        if len(picked) not in (0, price):
            return Refusal("mega.9.regression.4", "all_or_none", number=price, got=len(picked))
        by_sea = sum(area in coastal for area in picked)
        if by_sea > allowed:
            return Refusal("mega.9.regression.4", "inland_first", most=allowed, got=by_sea)
        return None

    given = await Pick(
        seat, "regression", options, 0, price, "mega.9.regression.4", default=(), fits=fits,
        about={"calamity": call.key, "cities": price},
    )  # fmt: skip
    for area in given:
        destroy_city(game, seat, area, call.key)
    return bool(given)


# -- Piracy -----------------------------------------------------------------------------------------------------------


async def piracy(game: Antiquity, call: Call) -> None:
    """All cities selected become pirate cities at once (mega.9.piracy.5, mega.9.piracy.7); the victim has
    named the two others before, now the beneficiary picks of the victim's, then the victim one of each of the
    others (ruling A-97).
    """
    if call.beneficiary is None:
        return
    cities = coastal_cities(game, call.victim)
    number = min(len(cities), amount(game, call.effect, "victim", call.victim))
    selected = [(call.victim, area) for area in await raided(game, call, cities, number)]
    for seat in call.others:
        about = {"calamity": call.key, "victim": seat}
        area = await game.choose(
            call.victim, "piracy_of_others", coastal_cities(game, seat), "mega.9.piracy.3", about=about
        )
        selected.append((seat, area))
    for seat, area in selected:
        annex_city(game, BARBARIANS, seat, area, call.key)


async def raided(game: Antiquity, call: Call, cities: Sequence[int], number: int) -> Sequence[int]:
    """D-60: coastal cities of the victim, more with Cartography, fewer with Naval Warfare (mega.9.piracy.1,
    mega.9.piracy.2).

    Advances: mega.adv.cartography.2, mega.adv.naval_warfare.8.
    """
    if number in (0, len(cities)) or call.beneficiary is None:
        return cities[:number]
    about = {"calamity": call.key, "victim": call.victim}
    picked: Sequence[int] = await Pick(
        call.beneficiary, "piracy", cities, number, number, "mega.9.piracy.1", about=about
    )
    return picked
