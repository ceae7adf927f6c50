"""Conflict situations and token conflicts (4, 4a).

Decisions: D-16: `fight_order`; D-17: `loss`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.game import Antiquity, Owner
from ecumene.antiquity.state import BARBARIANS
from ecumene.kernel import Event, Option, Seat, together

NO_LIMIT = -1
"""Where a fight goes on until one owner is left: beside a city (mega.4a.8)."""

SHIP = "ship"
"""The option of a loss that is a ship."""


class TokensFought(Event, frozen=True, tag="tokens_fought"):
    """A token conflict: who had how many tokens before, and who has how many left."""

    area: int
    before: dict[int, int]
    left: dict[int, int]


class LossElsewhere(Event, frozen=True, tag="loss_elsewhere"):
    """A loss of a fight was a token of a neighbouring area (mega.adv.advanced_military.1)."""

    area: int
    seat: int
    source: int


class LossAtSea(Event, frozen=True, tag="loss_at_sea"):
    """A loss of a fight was a ship (mega.adv.naval_warfare.2)."""

    area: int
    seat: int


EVENTS = (TokensFought, LossElsewhere, LossAtSea)


# -- where there is conflict ---------------------------------------------------------------------------------------


def is_token_conflict(game: Antiquity, area: int) -> bool:
    """Two owners above the limit, or beside a city (mega.4.1, mega.4.2); the printed limit counts (ruling A-34)."""
    owners = game.owners(area)
    if len(owners) < 2:
        return False
    return sum(owners.values()) > game.board.limit[area] or game.city_owner(area) is not None


def is_contested(game: Antiquity, area: int) -> bool:
    """A conflict situation: a token conflict, or tokens beside a foreign city (mega.4.3), however it arose (mega.4.4).

    Cities are attacked, never tokens (mega.3.conflict.3, mega.3.conflict.4); within the limit and without a city tokens
    of several owners live side by side (mega.3.conflict.5); ships do not count, alone or with tokens
    (mega.3.conflict.11, mega.3.ships.move.9, mega.adv.naval_warfare.4).
    """
    return situation(game.owners(area), game.city_owner(area), game.board.limit[area])


def situation(owners: dict[Owner, int], city: Owner | None, limit: int) -> bool:
    """The same of counted tokens and the owner of the city there."""
    if city is not None:
        return len(owners) > 1 or (bool(owners) and city not in owners)
    return len(owners) > 1 and sum(owners.values()) > limit


def conflict_areas(game: Antiquity) -> list[int]:
    """All areas with a token conflict now, ascending (mega.4.1, mega.4.2, ruling A-38)."""
    state = game.state
    crowd = dict(state.barbarians)
    shared = set()
    for realm in state.realms:
        for area, number in realm.tokens.items():
            if area in crowd:
                crowd[area] += number
                shared.add(area)
            else:
                crowd[area] = number
    limit = game.board.limit
    return [area for area in sorted(shared) if crowd[area] > limit[area] or game.city_owner(area) is not None]


# -- one fight -----------------------------------------------------------------------------------------------------


def steadiness(game: Antiquity, owner: Owner) -> int:
    """Owners of a lower rank remove before all those of a higher (mega.4a.11, mega.adv.metalworking.1)."""
    return int(game.holds(owner, Advance.METALWORKING))


def removals(left: dict[Owner, int], ranks: dict[Owner, int], limit: int) -> Iterator[list[Owner]]:
    """The owners who remove a token at the same moment, moment by moment, until the fight is over.

    Whoever iterates takes the losses from `left` before going on. In a round each owner removes one, those of lower
    `ranks` first, then those with fewer tokens (mega.4a.2, mega.4a.11); equal numbers of one rank remove together
    (mega.4a.3, rulings A-39, A-40, mega.adv.metalworking.2); the order is read at the start of the round (mega.4a.4).
    The fight is over as soon as the limit is kept or one owner is left (mega.4a.5).
    """
    while True:
        if len(left) < 2 or sum(left.values()) <= limit:
            return
        strength = {owner: (ranks[owner], number) for owner, number in left.items()}
        for _, equals in groupby(sorted(strength, key=strength.__getitem__), key=strength.__getitem__):
            yield list(equals)
            for owner in [owner for owner, number in left.items() if not number]:
                del left[owner]
            if len(left) < 2 or sum(left.values()) <= limit:
                return


def forecast(game: Antiquity, owners: dict[Owner, int], limit: int) -> dict[Owner, int]:
    """Who would have how many tokens left if everybody lost tokens of the area only (ruling A-90)."""
    left = dict(owners)
    ranks = {owner: steadiness(game, owner) for owner in left}
    for owners_losing in removals(left, ranks, limit):
        for owner in owners_losing:
            left[owner] -= 1
    return left


async def fight(game: Antiquity, area: int, *, until_limit: bool) -> None:
    """The tokens of an area fight; with `until_limit` the limit ends it, else only one owner's victory.

    Ships are not counted (mega.4a.1); the Barbarians fight like anybody, without advances (mega.4a.12, mega.4.6).
    Several who lose at the same moment name their losses in ranking order (ruling A-43). The last owner keeps what is
    above the limit (mega.4a.6); nobody may be left (mega.4a.7). The limit is the printed one while two owners are
    there, and Agriculture is in force again for who is left alone (mega.4a.13, mega.adv.agriculture.4,
    mega.adv.agriculture.7, ruling A-34).
    """
    left = game.owners(area)
    before = dict(left)
    ranks = {owner: steadiness(game, owner) for owner in left}
    limit = game.board.limit[area] if until_limit else NO_LIMIT
    for losing in removals(left, ranks, limit):
        if len(losing) > 1:
            losing.sort(key=lambda owner: game.realms[owner].civ if owner != BARBARIANS else 0)
        for owner in losing:
            if await _lose(game, owner, area, left):
                left[owner] -= 1
    if left != before:
        game.tell(TokensFought(area, before, left))


async def _lose(game: Antiquity, owner: Owner, area: int, left: dict[Owner, int]) -> bool:
    """One loss of one owner; whether it was a token of the area itself, which shifts the balance of the next round.

    mega.adv.advanced_military.1, mega.adv.advanced_military.2, mega.adv.naval_warfare.3.
    """
    source: Option = area
    if owner != BARBARIANS:
        seat = Seat(owner)
        sources = loss_sources(game, seat, area)
        if len(sources) > 1:
            rule = "mega.adv.naval_warfare.2" if sources[1] == SHIP else "mega.adv.advanced_military.1"
            source = await game.choose(
                seat, "loss", sources, rule, about={"area": area, "tokens": dict(left)}
            )
    if isinstance(source, int):
        game.remove(owner, source)
        if source != area:
            game.tell(LossElsewhere(area, owner, source))
        return source == area
    ships = game.realms[owner].ships
    ships[area] -= 1
    if not ships[area]:
        del ships[area]
    game.tell(LossAtSea(area, owner))
    return False


def loss_sources(game: Antiquity, seat: Seat, area: int) -> list[Option]:
    """What may be lost in a fight: a token there, a ship there, a token of a land neighbour.

    Naval Warfare: ships of the area itself only (mega.adv.naval_warfare.2, mega.adv.naval_warfare.7). Advanced
    Military: own tokens of areas adjacent by land, whatever goes on there (mega.adv.advanced_military.1, ruling A-44);
    no city is reduced for it (mega.4.8, mega.adv.advanced_military.5).
    """
    sources: list[Option] = [area]
    realm = game.realms[seat]
    if game.holds(seat, Advance.NAVAL_WARFARE) and area in realm.ships:
        sources.append(SHIP)
    if game.holds(seat, Advance.ADVANCED_MILITARY):
        kept = game.rules.neighbours_keep
        tokens = realm.tokens
        sources.extend(near for near in game.board.land[area] if tokens.get(near, 0) > kept)
    return sources


# -- the phase -----------------------------------------------------------------------------------------------------


async def token_conflicts(game: Antiquity) -> None:
    """4a. All token conflicts, before all city attacks (mega.4.5): the fights of no holder first.

    Holders come in ranking order, each with his fights that are still open, in an order of his choice (D-16), those
    with a lower-ranked holder last (mega.4a.order.1, mega.4a.order.2, mega.adv.advanced_military.3, ruling A-42).
    Surplus stays for now (mega.4.7).
    """
    areas = conflict_areas(game)
    if not areas:
        return
    generals = [seat for seat in game.ranking() if game.holds(seat, Advance.ADVANCED_MILITARY)]
    waiting = [area for area in areas if any(area in game.realms[seat].tokens for seat in generals)]
    await _all_at_once(game, [area for area in areas if area not in waiting])
    for place, seat in enumerate(generals):
        lower = generals[place + 1 :]
        while True:
            mine = [
                area for area in waiting if area in game.realms[seat].tokens and is_token_conflict(game, area)
            ]
            if not mine:
                break
            first = [a for a in mine if not any(a in game.realms[other].tokens for other in lower)] or mine
            area = await game.choose(seat, "fight_order", first, "mega.4a.order.2")
            waiting.remove(area)
            await _settle(game, area)
    for area in waiting:  # fights that every holder has left by losing tokens elsewhere
        if is_token_conflict(game, area):
            await _settle(game, area)


async def _all_at_once(game: Antiquity, areas: list[int]) -> None:
    """Fights that do not touch each other; only those of one and the same chooser come one after the other."""
    groups: list[tuple[set[Seat], list[int]]] = []
    for area in areas:
        seats = {
            Seat(o)
            for o in game.owners(area)
            if o != BARBARIANS and len(loss_sources(game, Seat(o), area)) > 1
        }
        if not seats:
            await _settle(game, area)
            continue
        fights = [area]
        for group in [group for group in groups if group[0] & seats]:
            groups.remove(group)
            seats |= group[0]
            fights = group[1] + fights
        groups.append((seats, sorted(fights)))
    await together({min(seats): _one_by_one(game, fights) for seats, fights in groups})


async def _one_by_one(game: Antiquity, areas: list[int]) -> None:
    for area in areas:
        await _settle(game, area)


async def _settle(game: Antiquity, area: int) -> None:
    """Beside a city to the last, else until the limit is kept (mega.4a.5, mega.4a.8).

    Whoever is left beside a foreign city attacks it in 4b with what he has (mega.4a.9); its owner's tokens stay until
    5b (mega.4a.10); if nobody is left there is no attack (ruling A-41).
    """
    await fight(game, area, until_limit=game.city_owner(area) is None)


STEPS = [("4a", token_conflicts)]
