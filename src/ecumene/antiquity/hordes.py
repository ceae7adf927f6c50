"""Barbarian Hordes (stack 5): neutral tokens fall upon one city of the victim, and then on its neighbours.

Decisions: D-49: `horde_city`; D-50: `horde_march`. The losses of those attacked are D-17.
"""

from __future__ import annotations

from ecumene.antiquity.conflict import NO_LIMIT, fight, forecast, is_token_conflict
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.siege import Attack, attack_city, strength
from ecumene.antiquity.state import BARBARIANS
from ecumene.kernel import Event, Seat


class HordesLanded(Event, frozen=True, tag="hordes_landed"):
    """Neutral tokens attack a city (mega.9.barbarians.1, mega.9.barbarians.2)."""

    seat: int
    area: int
    tokens: int


class HordesMoved(Event, frozen=True, tag="hordes_moved"):
    """Those above the limit go on together (mega.9.barbarians.6)."""

    start: int
    to: int
    tokens: int


class HordesGone(Event, frozen=True, tag="hordes_gone"):
    """Those above the limit find nowhere to go and are destroyed (mega.9.barbarians.10)."""

    area: int
    tokens: int


EVENTS = (HordesLanded, HordesMoved, HordesGone)


async def hordes(game: Antiquity, victim: Seat, beneficiary: Seat | None) -> None:
    """9b. Barbarian Hordes against `victim`, directed by `beneficiary` (mega.9.barbarians.14 says who that is).

    Their number: mega.9.barbarians.1, mega.adv.monarchy.4, mega.adv.politics.6, mega.adv.provincial_empire.5. The
    beneficiary's advances do not help them, and no advance keeps them out (mega.9.barbarians.11,
    mega.adv.diplomacy.4, mega.adv.cultural_ascendancy.8). They stay on the board (mega.9.barbarians.13), and may
    come twice (mega.9.barbarians.15); with which black pieces is no matter (mega.9.barbarians.16). A victim
    without a city is spared (ruling A-89).
    """
    cities = sorted(game.realms[victim].cities)
    number = game.components.effects["barbarian_hordes"].amounts["tokens"].under(game.realms[victim].advances)
    if not cities or number <= 0:
        return
    wild = [area for area in cities if not game.board.site[area]]
    area = await _direct(game, beneficiary, victim, "horde_city", wild or cities, "mega.9.barbarians.2")
    game.place(BARBARIANS, area, number)
    game.tell(HordesLanded(victim, area, number))
    while True:
        await _attack(game, area)
        excess = _excess(game, area)
        if not excess:
            return
        targets = targets_of(game, victim, area, excess)
        if not targets:
            game.remove(BARBARIANS, area, excess)
            game.tell(HordesGone(area, excess))
            return
        there = await _direct(
            game, beneficiary, victim, "horde_march", targets, "mega.9.barbarians.6", excess
        )
        game.shift(BARBARIANS, area, there, excess)
        game.tell(HordesMoved(area, there, excess))
        area = there


async def _direct(
    game: Antiquity,
    beneficiary: Seat | None,
    victim: Seat,
    kind: str,
    options: list[int],
    rule: str,
    tokens: int = 0,
) -> int:
    """The beneficiary must choose while there is something to choose (ruling A-91); without one the first counts."""
    if beneficiary is None:
        return options[0]
    about = {"victim": victim, "tokens": tokens}
    area: int = await game.choose(beneficiary, kind, options, rule, about=about)
    return area


async def _attack(game: Antiquity, area: int) -> None:
    """The fight is resolved at once as in 4a and 4b, all tokens there take part (mega.9.barbarians.3,
    mega.9.barbarians.5).

    Then the city falls to the Barbarians, if enough of them are left (mega.9.barbarians.4), else they are destroyed
    (ruling A-92). They take no card and no treasury (mega.9.barbarians.12).
    """
    city = game.city_owner(area)
    if is_token_conflict(game, area):
        await fight(game, area, until_limit=city is None)
    if city is not None and city != BARBARIANS and BARBARIANS in game.owners(area):
        await attack_city(game, Attack(area, BARBARIANS, city), spoils=False)


def _excess(game: Antiquity, area: int) -> int:
    """Neutral tokens above the limit; those that were there before count (ruling A-89)."""
    owners = game.owners(area)
    if owners.get(BARBARIANS) is None or len(owners) > 1:
        return 0
    return max(0, owners[BARBARIANS] - game.board.limit[area])


def targets_of(game: Antiquity, victim: Seat, area: int, excess: int) -> list[int]:
    """Where they may go on: next to where they are, with units of the victim (mega.9.barbarians.6, ruling A-91).

    Over land or water borders, but not over open sea, and only into areas in play (mega.9.barbarians.9). Where a city
    is only if the attack would succeed with forced losses (mega.9.barbarians.7, mega.9.barbarians.8, ruling A-90).
    """
    realm = game.realms[victim]
    return [
        near
        for near in game.board.adjacent[area]
        if (near in realm.tokens or near in realm.cities) and _would_succeed(game, near, excess)
    ]


def _would_succeed(game: Antiquity, area: int, number: int) -> bool:
    city = game.city_owner(area)
    if city is None or city == BARBARIANS:
        return True
    owners = game.owners(area)
    owners[BARBARIANS] = owners.get(BARBARIANS, 0) + number
    return forecast(game, owners, NO_LIMIT).get(BARBARIANS, 0) >= strength(game, BARBARIANS, city)[0]
