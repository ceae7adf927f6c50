"""The First Game: our own introduction."""

from __future__ import annotations

from random import Random

import pytest

from ecumene.antiquity.first_game import LessonBegan, left_out, lesson_of
from ecumene.antiquity.state import Table
from ecumene.kernel import Game
from ecumene.kernel.testing import random_policy
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST

FIRST = WEST.components.first_game


def first(seed: int = 1, **options: object) -> Game:
    return Game(WEST, WEST.options_type(scenario="first", **options), 5, f"{seed:064x}")


def table(game: Game) -> Table:
    state = game.state
    assert isinstance(state, Table)
    return state


def to_turn_1(game: Game) -> Game:
    while game.state.step == "civilizations":
        game.answer_default(game.due()[0])
    return game


@pytest.mark.rules("mega.first.1", "mega.first.2", "A-131")
def test_it_is_ours_for_five_on_the_western_map() -> None:
    state = table(first())
    assert (state.lineup, state.expert) == ("west-5", False)
    assert MEGA.components.first_game == FIRST
    assert "Ours" in "".join(_texts())


def _texts() -> list[str]:
    from ecumene.titles.rulebook import rulebook

    book = rulebook("western_empires")
    assert book is not None
    return [text for rule, text in book.texts.items() if rule.startswith("mega.first")]


@pytest.mark.rules("mega.first.3")
def test_twelve_tokens_from_the_start_area_outwards() -> None:
    game = to_turn_1(first())
    placed = {}
    for seat in range(5):
        realm = table(game).realms[seat]
        board = game.play.board  # type: ignore[attr-defined]
        civ = WEST.components.civilization(realm.civ).key
        start = board.starts[civ]
        # Turn 1's expansion has added one or two to each area.
        before = {area: number - (1 if number == 2 else 2) for area, number in realm.tokens.items()}
        placed[civ] = sum(before.values())
        assert start in before
        assert all(number <= board.limit[area] for area, number in before.items())
        assert all(board.region[area] == civ for area in before)
        far = max(board.distance(start, area) for area in before)
        left = [a for a in board.regions[civ] if board.limit[a] and a not in before]
        assert all(board.distance(start, area) >= far for area in left)
        assert realm.credits == [10] * 5
    assert set(placed.values()) == {12}


@pytest.mark.rules("mega.first.4")
def test_each_turn_adds_its_lesson() -> None:
    names = {name for lesson in FIRST.lessons for name in lesson.adds}
    assert set(WEST.turn) - names == {"13b", "13c", "leave"} & set(WEST.turn)
    assert [lesson.turn for lesson in FIRST.lessons] == [1, 2, 3, 4, 5, 6]
    state = table(first())
    for turn in range(1, 9):
        state.turn = turn
        played = {name for name in WEST.turn if not left_out(FIRST, state, name)}
        expected = {name for lesson in FIRST.lessons if lesson.turn <= turn for name in lesson.adds}
        assert played - {"13b", "13c", "leave"} == expected & set(WEST.turn)
    full = table(Game(WEST, WEST.options_type(), 5, "11" * 32))
    assert not any(left_out(FIRST, full, name) for name in WEST.turn)
    assert lesson_of(FIRST, full) is None


@pytest.mark.rules("mega.first.4", "mega.first.5")
def test_a_whole_first_game_of_eight_turns() -> None:
    game, rng = first(), Random(1)
    seen: dict[int, set[str]] = {}
    lessons = []
    while not game.ended:
        state = table(game)
        seen.setdefault(state.turn, set()).add(state.step)
        view = WEST.view(state, 0)
        lessons.append((state.turn, view.lesson.key if view.lesson else ""))
        seat = rng.choice(game.due())
        game.answer(seat, random_policy(game, seat, rng))
    assert table(game).turn == 8
    for turn, steps in seen.items():
        late = {name for lesson in FIRST.lessons if lesson.turn > turn for name in lesson.adds}
        assert not steps & late
    told = [t.event for t in game.play.log if isinstance(t.event, LessonBegan)]
    assert [(event.turn, event.key) for event in told] == [
        (lesson.turn, lesson.key) for lesson in FIRST.lessons
    ]
    assert {(2, "cities"), (7, ""), (8, "")} <= set(lessons)
    assert not WEST.laws(game.state)


@pytest.mark.rules("mega.first.5")
def test_the_host_may_set_another_number_of_turns() -> None:
    assert table(first(turn_limit=5)).turn_limit == 5
    assert table(first()).turn_limit == 8


@pytest.mark.rules("mega.first.6")
def test_the_ten_topmost_cards_of_each_stack_are_no_calamities() -> None:
    for seed in range(10):
        for number, stack in enumerate(table(first(seed)).stacks, 1):
            top = [WEST.components.kinds[item >> 1].sort for item in reversed(stack)][:10]
            goods = sum(WEST.components.is_commodity(item) for item in stack)
            assert top[: min(10, goods)] == ["commodity"] * min(10, goods), number
