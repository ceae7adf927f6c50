"""Whole games: random play of a title beside random play of Catanatron, the closest relative, in one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from random import Random

import msgspec
from catanatron import Color, RandomPlayer
from catanatron import Game as CatanGame

from bench.case import Case
from ecumene.bots import BOTS, Crew
from ecumene.kernel import Game, Seat
from ecumene.titles import find

WESTERN, LARGEST = "western_empires", "mega_civilization"
TURNS = 15


def start(title: str, seats: int, seed: int, **options: object) -> Game:
    found = find(title)
    return Game(found, found.options_type(**options), seats, f"{seed:064x}")


def at_random(game: Game, rng: Random, until: int = 10_000) -> Iterator[bool]:
    """Play by chance, as the fuzzers do, until the end or a turn; a lap is one answer, from who is asked until the
    next ones are. The game itself is there before the first.
    """
    yield False
    while not game.ended and game.state.turn <= until:
        seat = game.due()[0]
        game.answer(seat, game.pending[seat].sample(rng))
        yield True


def random_games() -> Iterator[bool]:
    for seed in range(3):
        yield from at_random(start(WESTERN, 9, seed, turn_limit=TURNS), Random(seed))


def random_answers() -> int:
    return sum(random_games())


def catan_actions(games: int = 2) -> int:
    """In whole rounds: its games differ each time, so there are no laps to compare."""
    actions = 0
    for seed in range(games):
        game = CatanGame([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        actions += len(game.state.actions)
    return actions


@cache
def by_chance(seed: int, turn: int) -> Game:
    """A nine-player game that was played at random up to the beginning of a turn."""
    game = start(WESTERN, 9, seed)
    for _ in at_random(game, Random(seed), turn - 1):
        pass
    return game


@cache
def by_bots(seed: int, turn: int) -> Game:
    """The same, played by simple bots."""
    game = start(WESTERN, 9, seed)
    crew = Crew(dict.fromkeys(range(9), BOTS["simple"](game.title)), 0)
    while game.state.turn < turn:
        crew.step(game)
    return game


def through_turn(reached: Callable[[int, int], Game], turn: int) -> Iterator[bool]:
    """One turn played at random, from forks of several games."""
    for seed in range(2, 8):
        yield from at_random(reached(seed, turn).fork(seed="22" * 32), Random(turn), turn)


def whole_game(seats: int) -> None:
    game = start(LARGEST, seats, 2)
    Crew(dict.fromkeys(range(seats), BOTS["simple"](game.title)), 0).play(game)


def cases() -> Iterator[Case]:
    catan = "titles: a random action, Catanatron, 4 seats"
    yield Case(catan, catan_actions, None, catan_actions())
    yield Case("titles: a random decision, Western Empires, 9 seats", random_games, 40e-6)
    yield Case("titles: the same, beside Catanatron's", random_answers, (catan, 2.0), random_answers())
    for played, reached in (("at random", by_chance), ("by bots", by_bots)):
        early, late = (
            f"titles: a random decision in turn {turn} of a game played {played}" for turn in (5, 15)
        )
        yield Case(early, partial(through_turn, reached, 5))
        yield Case(late, partial(through_turn, reached, 15), (early, 1.2))
    game = by_bots(2, 15)
    state = game.state
    yield Case("titles: clone of a state, 9 seats", state.clone, 30e-6)
    encode = msgspec.json.Encoder().encode
    yield Case("titles: a seat's view, built and encoded", lambda: encode(game.view(Seat(3))), 300e-6)
    yield Case(f"titles: encode a position ({len(encode(state)) / 1000:.1f} kB)", lambda: encode(state))
    yield Case("titles: a whole game of 18 simple bots", lambda: whole_game(18), 20.0)
