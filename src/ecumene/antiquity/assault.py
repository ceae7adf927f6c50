"""4b. City attacks: which there are, and in what order they come.

Decisions: D-18: `defence_order`; D-19: `await_stock`; D-20: `pirate_attack_order`.
"""

from __future__ import annotations

from ecumene.antiquity.game import Antiquity, Owner
from ecumene.antiquity.siege import Attack, attack_city, stands, strength
from ecumene.antiquity.state import BARBARIANS
from ecumene.kernel import Event, Seat


class AttackDelayed(Event, frozen=True, tag="attack_delayed"):
    """The defender lets his own attack be resolved first (mega.4b.order.4)."""

    area: int
    defender: int


EVENTS = (AttackDelayed,)


def attacks(game: Antiquity) -> list[Attack]:
    """All city attacks now, by area. Two owners beside one city fight each other first (mega.3.conflict.9)."""
    state = game.state
    owner_of: dict[int, Owner] = dict.fromkeys(state.pirates, BARBARIANS)
    for realm in state.realms:
        for area in realm.cities:
            owner_of[area] = realm.seat
    found = {}
    for realm in state.realms:
        for area in realm.tokens:
            defender = owner_of.get(area)
            if defender is not None and defender != realm.seat:
                found[area] = Attack(area, realm.seat, defender)
    for area in state.barbarians:
        defender = owner_of.get(area, BARBARIANS)
        if defender != BARBARIANS:
            found[area] = Attack(area, BARBARIANS, defender)
    return [found[area] for area in sorted(found)]


# -- the phase -----------------------------------------------------------------------------------------------------


async def city_attacks(game: Antiquity) -> None:
    """4b. A defender may let an attack wait once in this phase (mega.4b.order.4)."""
    game.state.delayed.clear()
    await resolve_attacks(game)


async def resolve_attacks(game: Antiquity) -> None:
    """All city attacks, one after the other (mega.4b.order.1, mega.4b.7).

    Attacks on pirate cities first, in ranking order of the attackers (mega.4b.order.2, ruling A-46; D-20), then in
    ranking order of the defenders, each of whom chooses the order of his (mega.4b.order.3, mega.4b.order.5; D-18).
    """
    found = attacks(game)
    if not found:
        return
    ranking = game.ranking()
    for seat in ranking:
        mine = [a for a in found if a.defender == BARBARIANS and a.attacker == seat]
        while mine:
            next_one = await _next(game, seat, "pirate_attack_order", mine, "mega.4b.order.2")
            mine.remove(next_one)
            await attack_city(game, next_one)
    open_ones = [attack for attack in found if attack.defender != BARBARIANS]
    postponed: list[Attack] = []
    for seat in ranking:
        while True:
            mine = [a for a in open_ones if a.defender == seat and a not in postponed]
            if not mine:
                break
            next_one = await _next(game, seat, "defence_order", mine, "mega.4b.order.3")
            if await _waits(game, next_one, open_ones, postponed):
                postponed.append(next_one)
            else:
                await _resolve(game, next_one, open_ones, postponed)


async def _next(game: Antiquity, seat: Seat, kind: str, mine: list[Attack], rule: str) -> Attack:
    """The attack that comes next. One whose last token was lost in a fight elsewhere is over, and nobody's choice."""
    for attack in mine:
        if not stands(game, attack):
            return attack
    area = await game.choose(seat, kind, [attack.area for attack in mine], rule)
    return next(attack for attack in mine if attack.area == area)


async def _resolve(game: Antiquity, attack: Attack, open_ones: list[Attack], postponed: list[Attack]) -> None:
    """One attack, and right after it those that its attacker let wait for it (ruling A-47)."""
    todo = [attack]
    while todo:
        attack = todo.pop(0)
        open_ones.remove(attack)
        await attack_city(game, attack)
        for waiting in [other for other in postponed if other.defender == attack.attacker]:
            postponed.remove(waiting)
            todo.append(waiting)


async def _waits(game: Antiquity, attack: Attack, open_ones: list[Attack], postponed: list[Attack]) -> bool:
    """Whether the defender, too short of stock to replace the city, lets another attack of his come first.

    Once (mega.4b.order.4, ruling A-47; D-19), and only if that other attack does not wait for this one itself.
    """
    area, attacker, defender = attack
    needed, tokens = strength(game, attacker, defender)
    seat = Seat(defender)
    delayed = game.state.delayed
    if game.realms[seat].stock >= tokens or seat in delayed or game.owners(area).get(attacker, 0) < needed:
        return False
    if not _comes_first(attack, open_ones, postponed):
        return False
    about = {"area": area, "tokens": tokens, "stock": game.realms[seat].stock}
    if await game.choose(seat, "await_stock", ("none", "wait"), "mega.4b.order.4", about=about) == "none":
        return False
    delayed.append(seat)
    game.tell(AttackDelayed(area, seat))
    return True


def _comes_first(attack: Attack, open_ones: list[Attack], postponed: list[Attack]) -> bool:
    """Whether some attack of the defender will be resolved although this one waits (ruling A-47: no deadlock)."""
    moving = {other.attacker for other in open_ones if other not in postponed and other != attack}
    waiting = list(postponed)
    while True:
        freed = [other for other in waiting if other.defender in moving]
        if not freed:
            return attack.defender in moving
        for other in freed:
            waiting.remove(other)
            moving.add(other.attacker)


STEPS = [("4b", city_attacks)]
