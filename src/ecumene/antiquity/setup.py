"""Before the first turn: line-up, civilizations, stacks, the first token (chapters 4 and 5)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from ecumene.antiquity.catalog import Catalog, Lineup
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.stacks import build
from ecumene.antiquity.state import Realm, Table
from ecumene.kernel import Chance, Refusal, Seat


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the host sets before the game (D-01)."""

    half: Literal["west", "east", "both", ""] = ""
    """Which half of the map, where the number of players leaves a choice."""
    expert: bool = False
    """The Expert side of the A.S.T. (mega.ast.1)."""
    scenario: Literal["full", "short", "first"] = "full"
    turn_limit: Annotated[int, msgspec.Meta(ge=0, le=60)] = 0
    """End after so many turns (mega.setup.3, ruling A-14); 0: play to the end."""
    wonder_scores: bool = True
    """Wonder of the World counts as a city for the final points (ruling A-115)."""
    themes_that_destroy: tuple[str, ...] = ()
    """Themes of the short game that cost a city (ruling A-128)."""


class CivilizationChosen(Event, frozen=True, tag="civilization_chosen"):
    seat: int
    civ: int


class TurnBegan(Event, frozen=True, tag="turn_began"):
    turn: int


EVENTS = (CivilizationChosen, TurnBegan)


def find_lineup(catalog: Catalog, seats: int, half: str) -> Lineup:
    """The line-up for so many seats (mega.setup.map.1 to .11)."""
    fitting = [lineup for lineup in catalog.lineups if lineup.seats == seats]
    for lineup in fitting:
        if half in ("", lineup.key.split("-")[0]):
            return lineup
    raise Refusal("mega.setup.map.1", "no_such_half", half=half, seats=seats)


def lay_out(catalog: Catalog, options: Options, seats: int, chance: Chance, step: str) -> Table:
    """All pieces in stock, the stacks built, nobody has a civilization yet (mega.setup.4, mega.setup.6)."""
    lineup = find_lineup(catalog, seats, options.half)
    return Table(
        step=step,
        board=lineup.board,
        lineup=lineup.key,
        expert=options.expert,
        scenario=options.scenario,
        turn_limit=options.turn_limit,
        wonder_scores=options.wonder_scores,
        themes_that_destroy=sorted(set(options.themes_that_destroy)),
        realms=[Realm(seat) for seat in range(seats)],
        stacks=build(catalog, lineup, seats, chance),
        discards=[[] for _ in range(9 * len(lineup.decks))],
        census=[0] * seats,
    )


def lineup_of(game: Antiquity) -> Lineup:
    key = game.state.lineup
    return next(lineup for lineup in game.catalog.lineups if lineup.key == key)


async def choose_civilizations(game: Antiquity) -> None:
    """In a random order each chooses one of the civilizations of the set-up (mega.setup.5, D-03, ruling A-15)."""
    lineup = lineup_of(game)
    sequence = [realm.seat for realm in game.realms]
    game.chance.shuffle("sequence", sequence)
    game.state.order = sequence
    blocks = {key: block for block, keys in enumerate(lineup.blocks) for key in keys}
    free = {civ.number: civ for civ in game.catalog.civilizations if civ.key in blocks}
    for seat in sequence:
        chosen = await game.choose(Seat(seat), "civilization", tuple(free), rule="mega.setup.5")
        civ = free.pop(chosen)
        realm = game.realms[seat]
        realm.civ = civ.number
        realm.block = blocks[civ.key]
        game.tell(CivilizationChosen(seat, civ.number))


async def place_first_tokens(game: Antiquity) -> None:
    """One token on each start location, markers on the arrow (mega.setup.6, mega.setup.7, mega.ast.4).

    Starting credits of 5, 6 and 12 players: one token in each colour (mega.setup.credits.1 to .3); they count at once
    (mega.setup.credits.5, ruling A-13), but not in the short game (mega.setup.credits.4).
    """
    lineup = lineup_of(game)
    for seat in game.ranking():
        realm = game.realms[seat]
        game.place(seat, game.board.find(game.catalog.civilization(realm.civ).start))
        realm.credits = [lineup.start_credits] * 5
    game.state.order = list(game.ranking())
    game.tell(TurnBegan(game.state.turn))


OPENING = [("civilizations", choose_civilizations), ("start", place_first_tokens)]
