"""Nothing is made or lost: what must hold in every state (mega.piece.1, mega.card.9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.setup import lineup_of
from ecumene.antiquity.stacks import in_play
from ecumene.antiquity.state import Realm
from ecumene.kernel import Seat


def broken(game: Antiquity) -> list[str]:
    """Every law that the state breaks."""
    found: list[str] = []
    for realm in game.realms:
        found += _pieces(game, realm)
    found += _cities(game)
    found += _cards(game)
    return found


def aboard(game: Antiquity, seat: Seat) -> int:
    """Tokens of a seat that are on ships at sea, in no area (ruling A-26)."""
    movement = game.state.movement
    return sum(ship.cargo for ship in movement.movers[seat].ships.values()) if movement else 0


def _pieces(game: Antiquity, realm: Realm) -> Iterator[str]:
    seat = Seat(realm.seat)
    total = realm.stock + realm.treasury + sum(realm.tokens.values()) + aboard(game, seat)
    if total != game.rules.tokens:
        yield f"seat {seat}: {total} tokens instead of {game.rules.tokens}"
    if min(realm.stock, realm.treasury) < 0:
        yield f"seat {seat}: stock {realm.stock}, treasury {realm.treasury}"
    if game.cities_left(seat) < 0 or game.ships_left(seat) < 0:
        yield f"seat {seat}: {len(realm.cities)} cities, {sum(realm.ships.values())} ships"
    for name, held in (("tokens", realm.tokens), ("ships", realm.ships), ("cards", realm.hand)):
        if any(number <= 0 for number in held.values()):
            yield f"seat {seat}: {name} {held}"
    for area in (*realm.tokens, *realm.cities):
        if not game.board.in_play[area] or game.board.world.places[area].sea:
            yield f"seat {seat}: units in area {area}, which is not in play"


def _cities(game: Antiquity) -> Iterator[str]:
    standing = Counter(area for realm in game.realms for area in realm.cities)
    standing.update(game.state.pirates)
    for area, number in standing.items():
        if number > 1:
            yield f"area {area}: {number} cities"


def _cards(game: Antiquity) -> Iterator[str]:
    """Every card is in exactly one stack, pile or hand; water comes and goes (mega.card.8, mega.piece.14)."""
    where: Counter[int] = Counter()
    for pile in (*game.state.stacks, *game.state.discards):
        where.update(pile)
    for realm in game.realms:
        where.update(realm.hand)
    for item, number in in_play(game.components, lineup_of(game)).items():
        if where[item] != number:
            yield f"card {item}: {where[item]} instead of {number}"
        del where[item]
    for item, number in where.items():
        if number and item >> 1:
            yield f"card {item}: {number}, but it is not in this deck"
