"""9a. The eight minor calamities. Advances do not change them (mega.9a.2, ruling A-98)."""

from __future__ import annotations

from functools import partial

from ecumene.antiquity.calamities.call import Call
from ecumene.antiquity.calamities.cards import discard
from ecumene.antiquity.calamities.damage import take_damage, units_in
from ecumene.antiquity.calamities.losses import (
    TreasuryLost,
    coastal_cities,
    destroy_city,
    destroy_one,
    lose_treasury,
    reduce_cities,
)
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.own_cards import commodities
from ecumene.kernel import Choose, Option, Seat


async def tempest(game: Antiquity, call: Call) -> None:
    """Damage from coastal areas (mega.9.tempest.1, D-35), then treasury (mega.9.tempest.2, mega.9.minor.t1)."""
    held = units_in(game, call.victim, counts=lambda area: game.board.coastal[area])
    damage = call.effect.amounts["damage"].base
    await take_damage(game, call.victim, damage, call.key, "mega.9.tempest.1", "coastal_damage", held)
    lose_treasury(game, call.victim, call.effect.amounts["treasury"].base, call.key)


async def squandered_wealth(game: Antiquity, call: Call) -> None:
    """Treasury (mega.9.squandered_wealth.1)."""
    lose_treasury(game, call.victim, call.effect.amounts["treasury"].base, call.key)


async def city_riots(game: Antiquity, call: Call) -> None:
    """A city is reduced (mega.9.city_riots.1), then treasury (mega.9.city_riots.2)."""
    number = call.effect.amounts["reduced"].base
    await reduce_cities(game, call.victim, number, call.key, "mega.9.city_riots.1")
    lose_treasury(game, call.victim, call.effect.amounts["treasury"].base, call.key)


async def city_in_flames(game: Antiquity, call: Call) -> None:
    """D-37: a city is destroyed (mega.9.city_in_flames.1), unless he pays the whole price
    (mega.9.city_in_flames.2).

    Paying is voluntary and exact (mega.9.def.15); without a city there is nothing to pay for (ruling A-99).
    """
    seat, price = call.victim, call.effect.amounts["price"].base
    cities = sorted(game.realms[seat].cities)
    if not cities:
        return
    tokens = game.realms[seat].tokens
    cities.sort(key=lambda area: (tokens.get(area, 0), area))
    options: list[Option] = [*cities]
    if game.realms[seat].treasury >= price:
        options.insert(0, "pay")
    about = {"calamity": call.key, "price": price}
    chosen = await game.choose(seat, "city_in_flames", options, "mega.9.city_in_flames.1", about=about)
    if chosen == "pay":
        game.tell(TreasuryLost(seat, game.pay(seat, price), call.key))
    else:
        destroy_city(game, seat, int(chosen), call.key)


async def tribal_conflict(game: Antiquity, call: Call) -> None:
    """Damage (mega.9.tribal_conflict.1)."""
    await take_damage(
        game, call.victim, call.effect.amounts["damage"].base, call.key, "mega.9.tribal_conflict.1"
    )


async def minor_uprising(game: Antiquity, call: Call) -> None:
    """A city is destroyed (mega.9.minor_uprising.1)."""
    cities = sorted(game.realms[call.victim].cities)
    await destroy_one(game, call.victim, cities, call.key, "mega.9.minor_uprising.1")


async def banditry(game: Antiquity, call: Call) -> None:
    """D-40: two commodity cards (mega.9.banditry.1), water too (mega.9.banditry.3); each may be bought off
    (mega.9.banditry.2, mega.9.minor.t2). Whether he is asked depends on what all can see (ruling E-61).
    """
    seat, price = call.victim, call.effect.amounts["price"].base
    number = min(call.effect.amounts["cards"].base, sum(commodities(game, seat).values()))
    for left in range(number, 0, -1):
        about = {"calamity": call.key, "left": left, "price": price}
        spoils = partial(_spoils, game, seat, price)
        chosen = spoils()[0]
        if game.realms[seat].treasury >= price or sum(commodities(game, seat).values()) > left:
            chosen = await Choose(seat, "banditry", spoils, "mega.9.banditry.1", about=about)
        if chosen == "pay":
            game.tell(TreasuryLost(seat, game.pay(seat, price), call.key))
        elif chosen != "none":
            discard(game, seat, [(int(chosen), 1)], call.key)


def _spoils(game: Antiquity, seat: Seat, price: int) -> list[Option]:
    """The commodity cards, and the way out. The hand is looked up when it is asked for: nothing of it is
    kept.
    """
    pay: list[Option] = ["pay"] if game.realms[seat].treasury >= price else []
    return [*commodities(game, seat), *pay] or ["none"]


async def coastal_migration(game: Antiquity, call: Call) -> None:
    """A coastal city is destroyed (mega.9.coastal_migration.1), then treasury (mega.9.coastal_migration.2)."""
    cities = coastal_cities(game, call.victim)
    await destroy_one(game, call.victim, cities, call.key, "mega.9.coastal_migration.1")
    lose_treasury(game, call.victim, call.effect.amounts["treasury"].base, call.key)


MINOR = {
    rule.__name__: rule
    for rule in (
        tempest,
        squandered_wealth,
        city_riots,
        city_in_flames,
        tribal_conflict,
        minor_uprising,
        banditry,
        coastal_migration,
    )
}
