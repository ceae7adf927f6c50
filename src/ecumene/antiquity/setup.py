"""Before the first turn: line-up, civilizations, stacks, the first token (chapters 4 and 5).

Decisions: D-01: `Options`; D-03: `civilization`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ecumene.antiquity.components import Components, Lineup
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.rules import Rules
from ecumene.antiquity.stacks import build
from ecumene.antiquity.state import Realm, Table
from ecumene.kernel import Chance, Refusal, Seat


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the host sets before the game (D-01, ruling A-15): Basic, full and without limit if he says nothing."""

    half: Literal["west", "east", "both", ""] = ""
    """Which half of the map, where the number of players leaves a choice (mega.setup.map.1)."""
    expert: bool = False
    """The Expert side of the A.S.T. (mega.ast.1, mega.setup.2)."""
    scenario: Literal["full", "short", "first"] = "full"
    """The full game, the short game (mega.short.1), or our introduction (mega.first.2)."""
    turn_limit: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """End after so many turns (mega.setup.3, ruling A-14); 0: play to the end."""
    wonder_scores: bool = True
    """Wonder of the World counts as a city for the final points (ruling A-115)."""
    open_offers: bool = False
    """Every offer of the trade floor is public (mega.hid.7)."""
    split_areas: bool = False
    """In Civil War and under Tyranny areas are split before any other condition gives way (ruling A-86)."""
    themes_that_destroy: tuple[str, ...] = ()
    """Themes of the short game that cost a city (ruling A-128)."""


class SequenceDealt(Event, frozen=True, tag="sequence_dealt"):
    """In this order the seats choose (mega.setup.5)."""

    seats: tuple[int, ...]


class CivilizationChosen(Event, frozen=True, tag="civilization_chosen"):
    seat: int
    civ: int


class TurnBegan(Event, frozen=True, tag="turn_began"):
    turn: int


EVENTS = (SequenceDealt, CivilizationChosen, TurnBegan)


def find_lineup(components: Components, seats: int, half: str) -> Lineup:
    """The line-up for so many seats; its own areas only are in play (mega.setup.map.12), and its civilizations only
    take part, with the neutral pieces (mega.setup.4).

    5 to 9 players have the choice of West and East, in Western Empires it is the West (mega.setup.1, mega.setup.map.1);
    10 play as West (mega.setup.map.2), 11 as East (mega.setup.map.3), from 12 on both halves are two blocks
    (mega.setup.map.4) with those who count as East (mega.setup.map.5, mega.setup.map.6, mega.setup.map.7,
    mega.setup.map.8, mega.setup.map.9) or by the printed letters (mega.setup.map.10, mega.setup.map.11).
    """
    fitting = [lineup for lineup in components.lineups if lineup.seats == seats]
    for lineup in fitting:
        if half in ("", lineup.key.split("-")[0]):
            return lineup
    raise Refusal("mega.setup.map.1", "no_such_half", half=half, seats=seats)


def check_options(components: Components, rules: Rules, options: Options, seats: int) -> None:
    """What cannot go together is refused; the rest is the host's (D-01)."""
    if options.scenario == "short" and options.expert and not rules.short_expert:
        raise Refusal("mega.short.1", "short_game_is_basic")
    for name in options.themes_that_destroy:
        if all(theme.key != name for theme in components.themes):
            raise Refusal("mega.short.10", "no_such_theme", theme=name)
    if options.scenario == "first":
        if seats != components.first_game.seats:
            raise Refusal("mega.first.2", "wrong_seats", seats=seats, allowed=[components.first_game.seats])
        if options.expert or options.half == "east":
            raise Refusal("mega.first.2", "first_game_is_basic_west")


def lay_out(
    components: Components, rules: Rules, options: Options, seats: int, chance: Chance, step: str
) -> Table:
    """All pieces in stock, the stacks built, nobody has a civilization yet.

    mega.piece.4, mega.setup.4, mega.setup.6; no treasury, cities, ships, cards or advances (mega.setup.12); markers on
    the arrow, the turn marker on 1 (mega.setup.7, mega.ast.4, mega.ast.9); the count of cities is what stands on the
    board (mega.setup.10); each stack has a discard pile, also by block (mega.setup.select.6).
    """
    check_options(components, rules, options, seats)
    lineup = find_lineup(components, seats, options.half)
    first = options.scenario == "first"
    return Table(
        step=step,
        board=lineup.board,
        lineup=lineup.key,
        expert=options.expert,
        scenario=options.scenario,
        turn_limit=options.turn_limit or (components.first_game.turns if first else 0),
        wonder_scores=options.wonder_scores,
        open_offers=options.open_offers,
        split_areas=options.split_areas,
        themes_that_destroy=tuple(sorted(set(options.themes_that_destroy))),
        realms=[Realm(seat) for seat in range(seats)],
        stacks=build(components, lineup, components.first_game.safe_cards if first else seats, chance),
        discards=[[] for _ in range(9 * len(lineup.decks))],
        census=[0] * seats,
    )


def lineup_of(game: Antiquity) -> Lineup:
    return game.components.by_lineup[game.state.lineup]


async def choose_civilizations(game: Antiquity) -> None:
    """In a random order each chooses one of the civilizations of the set-up (mega.setup.5, D-03, ruling A-15).

    With it comes the trade block, for the whole game (mega.setup.map.13).
    """
    lineup = lineup_of(game)
    sequence = [realm.seat for realm in game.realms]
    game.chance.shuffle("sequence", sequence)
    game.state.order = sequence
    game.tell(SequenceDealt(tuple(sequence)))
    blocks = {key: block for block, keys in enumerate(lineup.blocks) for key in keys}
    free = {civ.number: civ for civ in game.components.civilizations if civ.key in blocks}
    for seat in sequence:
        chosen = await game.choose(Seat(seat), "civilization", tuple(free), rule="mega.setup.5")
        civ = free.pop(chosen)
        realm = game.realms[seat]
        realm.civ = civ.number
        realm.block = blocks[civ.key]
        game.tell(CivilizationChosen(seat, civ.number))


async def place_first_tokens(game: Antiquity) -> None:
    """One token on each start location (mega.setup.6, mega.area.19); units may go anywhere from there (mega.setup.11).

    Starting credits of 5, 6 and 12 players: one token in each colour (mega.setup.credits.1, mega.setup.credits.2,
    mega.setup.credits.3); they count at once (mega.setup.credits.5, mega.12.credit.6, ruling A-13), but not in the
    short game (mega.setup.credits.4), which begins otherwise.
    """
    lineup = lineup_of(game)
    for seat in game.ranking():
        realm = game.realms[seat]
        game.place(seat, game.board.find(game.components.civilization(realm.civ).start))
        realm.credits = [lineup.start_credits] * 5
    begin_turn(game)


def begin_turn(game: Antiquity) -> None:
    """The turn of the turn marker begins; until the census the order is the ranking (mega.setup.7, mega.ast.5)."""
    game.state.order = list(game.ranking())
    game.tell(TurnBegan(game.state.turn))


OPENING = [("civilizations", choose_civilizations), ("start", place_first_tokens)]
