"""One city attack: when it succeeds, what it costs, what it yields (mega.4b).

Decisions: D-21: `draw_card`; D-22: `plunder`.
"""

from __future__ import annotations

from typing import NamedTuple

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.conflict import fight
from ecumene.antiquity.game import Antiquity, Owner
from ecumene.antiquity.state import BARBARIANS
from ecumene.kernel import Event, Seat


class CityTaken(Event, frozen=True, tag="city_taken"):
    """A city fell and `replaced` tokens of its owner took its place (mega.4b.1)."""

    area: int
    attacker: int
    defender: int
    attackers: int
    replaced: int


class AttackFailed(Event, frozen=True, tag="attack_failed"):
    """Fewer attackers than `needed`: the city stands (mega.4b.success.1)."""

    area: int
    attacker: int
    defender: int
    attackers: int
    needed: int


class AttackersLost(Event, frozen=True, tag="attackers_lost"):
    """What a failed attack cost (mega.4b.fail.1, mega.4b.fail.2)."""

    area: int
    attacker: int
    tokens: int
    ships: int


class CardSeized(Event, frozen=True, tag="card_seized"):
    """The attacker drew a card from the defender's hand (mega.4b.3)."""

    attacker: int
    defender: int


class CardSeizedFace(Event, frozen=True, tag="card_seized_face"):
    """The same with the card, for the two of them (mega.4b.4, mega.hid.13)."""

    attacker: int
    defender: int
    card: int


class Plundered(Event, frozen=True, tag="plundered"):
    """The attacker moved tokens from his stock to his treasury (mega.4b.5)."""

    seat: int
    amount: int


EVENTS = (CityTaken, AttackFailed, AttackersLost, CardSeized, CardSeizedFace, Plundered)


class Attack(NamedTuple):
    """Tokens of `attacker` stand in an area with a city of `defender` (mega.4.3)."""

    area: int
    attacker: Owner
    defender: Owner


def strength(game: Antiquity, attacker: Owner, defender: Owner) -> tuple[int, int]:
    """How many tokens an attack needs, and how many replace the city (mega.4b.success.1, mega.4b.1).

    7 and 6; Engineering of the defender only: 8 and 7 (mega.4b.success.2, mega.adv.engineering.1); of the attacker
    only: 6 and 5 (mega.4b.success.3, mega.adv.engineering.2); of both: 7 and 6 (mega.4b.success.4,
    mega.adv.engineering.3).
    """
    rules = game.rules
    shift = game.holds(defender, Advance.ENGINEERING) - game.holds(attacker, Advance.ENGINEERING)
    return rules.attackers_needed + shift, rules.city_defenders + shift


def stands(game: Antiquity, attack: Attack) -> bool:
    """Whether the attack still is there: fights elsewhere may have cost the attacker his last token."""
    return attack.attacker in game.owners(attack.area) and game.city_owner(attack.area) == attack.defender


async def attack_city(game: Antiquity, attack: Attack, *, spoils: bool = True) -> bool:
    """One city attack to its end; whether it succeeded.

    The city becomes tokens of its owner, as many as he has (mega.4b.1; pirate cities mega.4b.8), these fight like any
    tokens, with the limit as the end (mega.4b.2, ruling A-48), and the attacker gains, however that fight ended
    (mega.4b.6, ruling A-49). Ships do not count, but may be losses (mega.4b.success.5, mega.adv.naval_warfare.5). The
    Barbarians gain nothing (ruling A-51).
    """
    area, attacker, defender = attack
    if not stands(game, attack):
        return False
    attackers = game.owners(area)[attacker]
    needed, tokens = strength(game, attacker, defender)
    if attackers < needed:
        game.tell(AttackFailed(area, attacker, defender, attackers, needed))
        if game.rules.failed_attackers_stay and spoils:
            game.state.failed[area] = attacker
        else:
            lose_attackers(game, area, attacker)
        return False
    game.raze_city(defender, area)
    if defender != BARBARIANS:
        tokens = min(tokens, game.realms[defender].stock)
    game.place(defender, area, tokens)
    game.tell(CityTaken(area, attacker, defender, attackers, tokens))
    await fight(game, area, until_limit=True)
    if spoils and attacker != BARBARIANS:
        await gain(game, Seat(attacker), defender)
    return True


def lose_attackers(game: Antiquity, area: int, attacker: Owner) -> None:
    """All tokens of a failed attack go, with Naval Warfare the ships there too (mega.4b.fail.1, mega.4b.fail.2).

    Neighbouring areas cannot pay for it (mega.4b.fail.3, mega.adv.advanced_military.6, mega.adv.naval_warfare.6).
    """
    tokens = game.owners(area).get(attacker, 0)
    game.remove(attacker, area, tokens)
    ships = 0
    if game.holds(attacker, Advance.NAVAL_WARFARE) and game.rules.failed_attack_sinks:
        ships = game.realms[attacker].ships.pop(area, 0)
    if tokens or ships:
        game.tell(AttackersLost(area, attacker, tokens, ships))


def clear_failed_attacks(game: Antiquity) -> None:
    """[west] Failed attackers and their Naval Warfare ships go with the surplus (mega.5b.5, ruling A-45)."""
    failed = game.state.failed
    for area, attacker in sorted(failed.items()):
        lose_attackers(game, area, attacker)
    failed.clear()


async def gain(game: Antiquity, attacker: Seat, defender: Owner) -> None:
    """What a taken city yields: a card from the defender's hand (mega.4b.3; D-21) and treasury (mega.4b.5; D-22)."""
    if defender != BARBARIANS:
        await _seize_card(game, attacker, Seat(defender))
    most = min(game.rules.plunder, game.realms[attacker].stock)
    if most:
        amounts = range(most + 1)
        amount = await game.choose(attacker, "plunder", amounts, "mega.4b.5", default=most)
        if amount:
            game.earn(attacker, amount)
            game.tell(Plundered(attacker, amount))


async def _seize_card(game: Antiquity, attacker: Seat, defender: Seat) -> None:
    """One random card, a calamity too (ruling A-50); it counts as not traded (ruling A-67)."""
    size = game.hand_size(defender)
    if not size:
        return
    options = ("draw", "none") if game.rules.may_leave_card else ("draw",)
    about = {"seat": defender, "cards": size}
    if await game.choose(attacker, "draw_card", options, "mega.4b.3", about=about) == "none":
        return
    place = game.chance.below("seize", size)
    for item, number in sorted(game.realms[defender].hand.items()):
        if place < number:
            game.lose_card(defender, item)
            game.gain_card(attacker, item)
            game.tell(CardSeized(attacker, defender))
            game.tell(CardSeizedFace(attacker, defender, item), to=(attacker, defender))
            return
        place -= number
