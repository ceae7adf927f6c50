"""Ships: what they can do, and building, keeping and scrapping them."""

from __future__ import annotations

from collections.abc import Sequence

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.movement.marches import movement_of, unmark
from ecumene.antiquity.movement.orders import Build, Maintain, Scrap
from ecumene.antiquity.movement.state import Deed, Mover, Ship
from ecumene.kernel import Refusal, Seat


def capacity(game: Antiquity, seat: Seat) -> int:
    """Tokens at a time (mega.3.ships.move.3, mega.adv.naval_warfare.1)."""
    return game.rules.ship_capacity + game.holds(seat, Advance.NAVAL_WARFARE)


def range_of(game: Antiquity, seat: Seat) -> int:
    """Steps a turn (mega.3.ships.move.1, mega.adv.cloth_making.1)."""
    return game.rules.ship_steps + game.holds(seat, Advance.CLOTH_MAKING)


def mover_of(game: Antiquity, seat: int) -> Mover:
    return movement_of(game).movers[seat]


def used(game: Antiquity, seat: Seat, number: int) -> Ship | Refusal:
    """A ship that may be used: it was built or maintained this turn (mega.3.ships.maintain.1)."""
    ship = mover_of(game, seat).ships.get(number)
    if ship is None:
        return Refusal("mega.3.ships.maintain.1", "no_such_ship", ship=number)
    if not ship.paid:
        return Refusal("mega.3.ships.maintain.1", "not_maintained", ship=number)
    return ship


# -- building, keeping, giving up ----------------------------------------------------------------------------------


def check_build(game: Antiquity, seat: Seat, order: Build) -> Refusal | None:
    """In a coastal area with an own token (mega.3.ships.build.2), at any time until the declaration.

    mega.3.ships.build.1. The token may be the only one and may pay (ruling A-25). At most four a turn, from stock
    (mega.3.ships.build.4, mega.3.ships.build.5). For 2 treasury, 1 and a token from there, or 2 tokens, one of them
    from there (mega.3.ships.build.3).
    """
    board, rules, realm = game.board, game.rules, game.realms[seat]
    at = order.at
    if at >= len(board.area_of) or not board.anchorage_mask >> at & 1 or not board.coastal[board.area_of[at]]:
        return Refusal("mega.3.ships.build.2", "not_coastal", area=at)
    area = board.area_of[at]
    if area not in realm.tokens:
        return Refusal("mega.3.ships.build.2", "no_own_token", area=area)
    if mover_of(game, seat).built >= rules.ship_builds:
        return Refusal("mega.3.ships.build.4", "too_many_builds", most=rules.ship_builds)
    if game.ships_left(seat) <= 0:
        return Refusal("mega.3.ships.build.5", "no_ship_left", ships=rules.ships)
    if order.treasury + len(order.tokens) != rules.ship_price:
        return Refusal(
            "mega.3.ships.build.3",
            "wrong_price",
            price=rules.ship_price,
            got=order.treasury + len(order.tokens),
        )
    if order.tokens and area not in order.tokens:
        return Refusal("mega.3.ships.build.3", "token_from_there", area=area)
    if order.treasury > realm.treasury:
        return Refusal("mega.3.ships.build.3", "too_little_treasury", most=realm.treasury, got=order.treasury)
    return _check_tokens(game, seat, order.tokens, "mega.3.ships.build.3")


def _check_tokens(game: Antiquity, seat: Seat, areas: Sequence[int], rule: str) -> Refusal | None:
    """Any own token that stands in an area may pay, moved or not; those aboard may not (ruling A-24)."""
    tokens = game.realms[seat].tokens
    for area in areas:
        if areas.count(area) > tokens.get(area, 0):
            return Refusal(
                rule, "too_few_tokens_there", area=area, most=tokens.get(area, 0), got=areas.count(area)
            )
    return None


def _spend(game: Antiquity, seat: int, areas: Sequence[int], spent: int) -> None:
    """Tokens paid go to stock (mega.3.ships.build.7); bit n of `spent`: the n-th is one that has moved."""
    moved = mover_of(game, seat).moved
    for place, area in enumerate(areas):
        game.remove(seat, area)
        if spent >> place & 1:
            unmark(moved, area, 1)


def _unspend(game: Antiquity, seat: int, areas: Sequence[int], spent: int) -> None:
    moved = mover_of(game, seat).moved
    for place, area in enumerate(areas):
        game.place(seat, area)
        if spent >> place & 1:
            moved[area] = moved.get(area, 0) + 1


def spent_bits(game: Antiquity, seat: Seat, areas: Sequence[int]) -> int:
    """Of the tokens paid, those that have moved go first, for they can do nothing else (ruling E-20)."""
    moved = mover_of(game, seat).moved
    bits = 0
    for place, area in enumerate(areas):
        if moved.get(area, 0) > areas[:place].count(area):
            bits |= 1 << place
    return bits


def do_build(game: Antiquity, deed: Deed) -> None:
    """It owes no maintenance this turn and can be used at once (mega.3.ships.build.6)."""
    seat, at = Seat(deed.seat), deed.places[0]
    _spend(game, seat, deed.places[1:], deed.spent)
    game.pay(seat, deed.number)
    ships = game.realms[seat].ships
    ships[at] = ships.get(at, 0) + 1
    mover = mover_of(game, seat)
    mover.built += 1
    mover.ships[deed.ship] = Ship([at], paid=True)


def undo_build(game: Antiquity, deed: Deed) -> None:
    seat = Seat(deed.seat)
    mover = mover_of(game, seat)
    del mover.ships[deed.ship]
    mover.built -= 1
    take_ship(game, seat, deed.places[0])
    game.earn(seat, deed.number)
    _unspend(game, seat, deed.places[1:], deed.spent)


def take_ship(game: Antiquity, seat: int, at: int) -> None:
    """A ship leaves its place."""
    ships = game.realms[seat].ships
    left = ships[at] - 1
    if left:
        ships[at] = left
    else:
        del ships[at]


def check_maintain(game: Antiquity, seat: Seat, order: Maintain) -> Refusal | None:
    """1 treasury or a token of anywhere, for each ship of an earlier turn by itself (mega.3.ships.maintain.1).

    At any moment before it is used (mega.3.ships.maintain.2), once a turn (mega.3.ships.maintain.4), whether it is then
    moved or not (mega.3.ships.maintain.3).
    """
    ship = mover_of(game, seat).ships.get(order.ship)
    if ship is None:
        return Refusal("mega.3.ships.maintain.1", "no_such_ship", ship=order.ship)
    if ship.paid:
        return Refusal("mega.3.ships.maintain.4", "maintained_already", ship=order.ship)
    if order.token is not None:
        return _check_tokens(game, seat, (order.token,), "mega.3.ships.maintain.1")
    if game.realms[seat].treasury < game.rules.ship_upkeep:
        return Refusal("mega.3.ships.maintain.1", "too_little_treasury", most=0, got=game.rules.ship_upkeep)
    return None


def do_maintain(game: Antiquity, deed: Deed) -> None:
    _spend(game, deed.seat, deed.places, deed.spent)
    game.pay(Seat(deed.seat), deed.number)
    mover_of(game, deed.seat).ships[deed.ship].paid = True


def undo_maintain(game: Antiquity, deed: Deed) -> None:
    mover_of(game, deed.seat).ships[deed.ship].paid = False
    game.earn(Seat(deed.seat), deed.number)
    _unspend(game, deed.seat, deed.places, deed.spent)


def check_scrap(game: Antiquity, seat: Seat, order: Scrap) -> Refusal | None:
    """Any time, to build it anew, but not what was built or maintained this turn.

    mega.3.ships.maintain.5, mega.3.ships.maintain.6, ruling A-36.
    """
    ship = mover_of(game, seat).ships.get(order.ship)
    if ship is None:
        return Refusal("mega.3.ships.maintain.5", "no_such_ship", ship=order.ship)
    if ship.paid:
        return Refusal("mega.3.ships.maintain.6", "maintained_already", ship=order.ship)
    return None


def do_scrap(game: Antiquity, deed: Deed) -> None:
    del mover_of(game, deed.seat).ships[deed.ship]
    take_ship(game, deed.seat, deed.places[0])


def undo_scrap(game: Antiquity, deed: Deed) -> None:
    at = deed.places[0]
    mover_of(game, deed.seat).ships[deed.ship] = Ship([at])
    ships = game.realms[deed.seat].ships
    ships[at] = ships.get(at, 0) + 1
