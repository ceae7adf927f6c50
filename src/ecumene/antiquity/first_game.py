"""The First Game: our own introduction for five, which adds a few phases in every turn (docs/first-game.md).

The booklet of this name is lost to us (mega.first.1, ruling A-131): what stands here is ours and says so.
"""

from __future__ import annotations

from ecumene.antiquity.components import FirstGame, Lesson
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.setup import begin_turn, choose_civilizations, lineup_of
from ecumene.antiquity.state import Table
from ecumene.kernel import Seat


class LessonBegan(Event, frozen=True, tag="lesson_began"):
    """From this turn on these steps are played too; the client words the key."""

    turn: int
    key: str
    adds: tuple[str, ...]


EVENTS = (LessonBegan,)


def lesson_of(first: FirstGame, state: Table) -> Lesson | None:
    """What this turn of a First Game teaches (mega.first.4); None in the last turns and in every other game."""
    if state.scenario != "first":
        return None
    return next((lesson for lesson in first.lessons if lesson.turn == state.turn), None)


def left_out(first: FirstGame, state: Table, step: str) -> bool:
    """Whether a step is not yet played in this turn (mega.first.4)."""
    if state.scenario != "first":
        return False
    return any(step in lesson.adds for lesson in first.lessons if lesson.turn > state.turn)


def announce(game: Antiquity) -> None:
    """Tell the lesson of the turn (mega.first.4)."""
    lesson = lesson_of(game.components.first_game, game.state)
    if lesson is not None:
        game.tell(LessonBegan(lesson.turn, lesson.key, lesson.adds))


async def settle(game: Antiquity) -> None:
    """Everybody has a small people at once: tokens up to the limit, from the start area outwards in the own region.

    mega.first.3; starting credits as always with five (mega.setup.credits.1).
    """
    lineup = lineup_of(game)
    for seat in game.ranking():
        realm = game.realms[seat]
        civ = game.components.civilization(realm.civ).key
        start = game.board.starts[civ]
        left = game.components.first_game.tokens
        region = [area for area in game.board.regions[civ] if game.board.limit[area]]
        for area in sorted(region, key=lambda area: (game.board.distance(start, area), area)):
            number = min(left, game.board.limit[area])
            game.place(Seat(seat), area, number)
            left -= number
        realm.credits = [lineup.start_credits] * 5
    begin_turn(game)
    announce(game)


OPENING = [("civilizations", choose_civilizations), ("first_start", settle)]
