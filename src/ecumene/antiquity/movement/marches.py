"""Tokens by land: one border, with Roadbuilding two (mega.3.move, mega.adv.roadbuilding)."""

from __future__ import annotations

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.movement.bars import barred, passes, room
from ecumene.antiquity.movement.orders import March
from ecumene.antiquity.movement.state import Deed, Movement
from ecumene.kernel import Refusal, Seat


def movement_of(game: Antiquity) -> Movement:
    """The movement under way."""
    movement = game.state.movement
    if movement is None:
        raise ValueError("there is no movement now")
    return movement


def unmoved(game: Antiquity, seat: Seat, area: int) -> int:
    """Own tokens of an area that have not moved yet (ruling A-10)."""
    return game.realms[seat].tokens.get(area, 0) - movement_of(game).movers[seat].moved.get(area, 0)


def check_march(game: Antiquity, seat: Seat, order: March) -> Refusal | None:
    """A token has one move, over one land border (mega.3.move.1, mega.3.move.4); any number may go (mega.3.move.3).

    Out of play areas are no neighbours (mega.out.1, mega.out.4). With Roadbuilding it goes on over a second border,
    both steps at once (mega.adv.roadbuilding.1, mega.adv.roadbuilding.3), if the first is a legal entry by itself and
    leaves the token in no conflict situation (mega.adv.roadbuilding.2, ruling A-33). Each token is tested as it
    enters, with the tokens that are there then (ruling A-32).
    """
    start, to, via, number = order.start, order.to, order.via, order.number
    free = unmoved(game, seat, start)
    if number > free:
        return Refusal("mega.3.move.1", "too_few_unmoved", area=start, most=free, got=number)
    near = game.board.land_mask
    if via is None:
        if not near[start] >> to & 1:
            return _not_adjacent(game, start, to)
    else:
        if not game.holds(seat, Advance.ROADBUILDING):
            return Refusal("mega.adv.roadbuilding.1", "needs_advance", advance=int(Advance.ROADBUILDING))
        if not near[start] >> via & 1:
            return _not_adjacent(game, start, via)
        if not near[via] >> to & 1:
            return _not_adjacent(game, via, to)
        most, rule = room(game, seat, via)
        if not most:
            return barred(rule, via, most)
        if not passes(game, seat, via):
            return Refusal("mega.adv.roadbuilding.2", "stops_in_conflict", area=via)
    most, rule = room(game, seat, to, leaving=int(start == to))
    if number > most and not (start == to and most):  # back to the start: one token is away at a time
        return barred(rule, to, most)
    return None


def _not_adjacent(game: Antiquity, start: int, to: int) -> Refusal:
    board = game.board
    if to < len(board.in_play) and not board.in_play[to]:
        return Refusal("mega.out.1", "out_of_play", area=to)
    return Refusal("mega.3.move.1", "not_adjacent_by_land", start=start, area=to)


def do_march(game: Antiquity, deed: Deed) -> None:
    places, number = deed.places, deed.number
    start, to = places[0], places[-1]
    realm = game.state.realms[deed.seat]
    tokens = realm.tokens
    left = tokens[start] - number
    if left:
        tokens[start] = left
    else:
        del tokens[start]
    tokens[to] = tokens.get(to, 0) + number
    moved = movement_of(game).movers[deed.seat].moved
    moved[to] = moved.get(to, 0) + number


def undo_march(game: Antiquity, deed: Deed) -> None:
    places, number = deed.places, deed.number
    game.shift(deed.seat, places[-1], places[0], number)
    unmark(movement_of(game).movers[deed.seat].moved, places[-1], number)


def unmark(moved: dict[int, int], area: int, number: int) -> None:
    """Tokens of an area count as unmoved again, or are gone."""
    left = moved[area] - number
    if left:
        moved[area] = left
    else:
        del moved[area]
