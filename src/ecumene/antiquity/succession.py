"""13. The A.S.T.: markers, the end of the game, the next turn."""

from __future__ import annotations

from bisect import bisect_right

from ecumene.antiquity import first_game
from ecumene.antiquity.advances import Advance
from ecumene.antiquity.components import Civilization, Components
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.setup import begin_turn
from ecumene.antiquity.stacks import return_discards
from ecumene.kernel import Seat

STONE, EARLY_BRONZE, MIDDLE_BRONZE, LATE_BRONZE, EARLY_IRON, LATE_IRON = range(6)


class MarkerMoved(Event, frozen=True, tag="marker_moved"):
    seat: int
    space: int
    epoch: int


class MarkerStayed(Event, frozen=True, tag="marker_stayed"):
    """`lacking` names the terms that were not met."""

    seat: int
    space: int
    lacking: tuple[str, ...]


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    turn: int


class LastTurnCalled(Event, frozen=True, tag="last_turn_called"):
    turn: int


EVENTS = (MarkerMoved, MarkerStayed, TurnEnded, LastTurnCalled)


def track(game: Antiquity, seat: Seat) -> tuple[int, ...]:
    """Where each epoch after the first begins on the row of a civilization: six epochs (mega.ast.2, mega.ast.3), on one
    of two sides (mega.ast.1).
    """
    civ: Civilization = game.components.civilization(game.realms[seat].civ)
    return civ.expert if game.state.expert else civ.basic


def epoch_of(game: Antiquity, seat: Seat, space: int) -> int:
    """The epoch of a space of the seat's row."""
    return bisect_right(track(game, seat), space)


def final_space(game: Antiquity, seat: Seat) -> int:
    """Basic: the Late Iron Age has one space; Expert: two (mega.13b.1, mega.13b.3)."""
    return track(game, seat)[-1] + game.state.expert


def cities_counted(game: Antiquity, seat: Seat) -> int:
    """Cities in play; Wonder of the World is one more (mega.13a.10, mega.adv.wonder_of_the_world.3, ruling A-115)."""
    wonder = game.holds(seat, Advance.WONDER_OF_THE_WORLD)
    return len(game.realms[seat].cities) + wonder


def lacking(game: Antiquity, seat: Seat, epoch: int) -> tuple[str, ...]:
    """Which terms of an epoch a player does not meet, for entering it and for each move inside it (mega.13a.2).

    None in the Stone Age (mega.13a.3), else those of the title's table (mega.13a.4, mega.13a.5), and only those of that
    epoch (mega.13a.7, ruling A-117), with printed prices (mega.13a.6, ruling A-121).
    """
    terms = game.rules.terms_expert if game.state.expert else game.rules.terms_basic
    have = {"cities": cities_counted(game, seat), **_tally(game.components, game.realms[seat].advances)}
    return tuple(name for name, number in terms[epoch].items() if have[name] < number)


_TALLIES: dict[tuple[int, int], tuple[Components, dict[str, int]]] = {}
"""By components and advances held. They are kept beside it, so that their place in memory stays their own."""

_MOST_TALLIES = 10_000


def _tally(components: Components, advances: int) -> dict[str, int]:
    """What a set of advances counts for; the same sets are asked about turn after turn."""
    found = _TALLIES.get((id(components), advances))
    if found is None:
        if len(_TALLIES) >= _MOST_TALLIES:
            _TALLIES.clear()
        held = [info for info in components.advances if advances >> info.advance & 1]
        counted = {
            "advances": len(held),
            "advances_100": sum(info.cost >= 100 for info in held),
            "advances_200": sum(info.cost >= 200 for info in held),
            "advances_under_100": sum(info.cost < 100 for info in held),
            "points": sum(info.points for info in held),
        }
        found = _TALLIES[id(components), advances] = (components, counted)
    return found[1]


async def move_markers(game: Antiquity) -> None:
    """13a. One space forward if the terms of its epoch are met; not optional, at most one (mega.13a.1, mega.13a.11).

    In A.S.T. order (mega.13a.order.1, ruling A-09). Expert: without a city one space back, unless in the Stone Age
    (mega.13a.8, ruling A-116); basic: the marker stays (mega.13a.9).
    """
    state = game.state
    arrived: list[int] = []
    for seat in game.ranking():
        if seat in state.leaving and not game.rules.leavers_move:
            continue  # mega.leave.2
        realm = game.realms[seat]
        before = epoch_of(game, seat, realm.space)
        if state.expert and not cities_counted(game, seat) and before > STONE:
            realm.space -= 1
            game.tell(MarkerMoved(seat, realm.space, epoch_of(game, seat, realm.space)))
            continue
        ahead = realm.space + 1
        if ahead > final_space(game, seat):
            continue
        epoch = epoch_of(game, seat, ahead)
        missing = lacking(game, seat, epoch)
        if missing:
            game.tell(MarkerStayed(seat, realm.space, missing))
            continue
        realm.space = ahead
        if epoch == LATE_IRON and before < LATE_IRON:
            arrived.append(seat)
        game.tell(MarkerMoved(seat, ahead, epoch))
    _note_arrivals(game, arrived)


def _note_arrivals(game: Antiquity, arrived: list[int]) -> None:
    """The first to enter the Late Iron Age alone in his turn has the bonus, whatever follows (mega.13d.4, mega.13d.5,
    ruling A-120).
    """
    if arrived and not game.state.late_iron_turn:
        game.state.late_iron_turn = game.state.turn
        game.state.late_iron_bonus = arrived[0] if len(arrived) == 1 else -1


async def end_of_turn(game: Antiquity) -> None:
    """13b. The end: Basic when a marker entered its final space (mega.13b.1); Expert one turn after one entered the
    first of the two, whatever the markers do then (mega.13b.3, mega.13b.4, mega.setup.2).

    Or by the table's own limit, when the turn is complete (mega.setup.3, ruling A-14). Otherwise the turn goes on with
    13c (mega.13b.2). Who has said that he leaves is not scored.
    """
    state = game.state
    game.tell(TurnEnded(state.turn))
    if state.turn_limit and state.turn >= state.turn_limit:
        state.over = True
    elif state.late_iron_turn:
        state.over = not state.expert or state.turn > state.late_iron_turn
        if not state.over:
            game.tell(LastTurnCalled(state.turn + 1))
    if state.over:
        for seat in state.leaving:
            game.realms[seat].gone = True


async def next_turn(game: Antiquity) -> None:
    """13c. Discards go under the stacks; the turn marker moves (mega.13a.12, mega.ast.9, mega.13b.2, ruling A-118)."""
    await return_discards(game)
    game.state.turn += 1
    begin_turn(game)
    first_game.announce(game)


STEPS = [("13a", move_markers), ("13b", end_of_turn)]
LAST_STEPS = [("13c", next_turn)]
