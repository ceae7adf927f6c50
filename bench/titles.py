"""Whole games: random play of a title beside random play of Catanatron, the closest relative, in one run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
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


def at_random(game: Game, rng: Random, until: int = 10_000) -> int:
    """Play by chance, as the fuzzers do, until the end or a turn; how many answers it took."""
    answers = 0
    pending = game.due
    while not game.ended and game.state.turn <= until:
        seat = pending()[0]
        game.answer(seat, game.pending[seat].sample(rng))
        answers += 1
    return answers


def random_games(games: int = 3) -> int:
    return sum(at_random(start(WESTERN, 9, seed, turn_limit=TURNS), Random(seed)) for seed in range(games))


def catan_games(games: int = 2) -> int:
    actions = 0
    for seed in range(games):
        game = CatanGame([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        actions += len(game.state.actions)
    return actions


@cache
def reached(turn: int) -> Game:
    """A nine-player game of simple bots at the beginning of a turn."""
    game = start(WESTERN, 9, 2)
    crew = Crew(dict.fromkeys(range(9), BOTS["simple"](game.title)), 0)
    while game.state.turn < turn:
        crew.step(game)
    return game


def through_turn(turn: int) -> tuple[Callable[[], int], int]:
    """Play one turn at random from a fork of a bots' game, and how many answers that takes."""

    def run() -> int:
        return at_random(reached(turn).fork(seed="22" * 32), Random(turn), turn)

    return run, run()


def whole_game(seats: int) -> None:
    game = start(LARGEST, seats, 2)
    Crew(dict.fromkeys(range(seats), BOTS["simple"](game.title)), 0).play(game)


def cases() -> Iterator[Case]:
    yield Case("titles: a random decision, Western Empires, 9 seats", random_games, 40e-6, random_games())
    yield Case("titles: a random action, Catanatron, 4 seats", catan_games, None, catan_games())
    for turn in (5, 15):
        run, answers = through_turn(turn)
        yield Case(f"titles: a random decision in turn {turn} of a bots' game", run, None, answers)
    game = reached(15)
    state = game.state
    yield Case("titles: clone of a state, 9 seats", state.clone, 30e-6)
    encode = msgspec.json.Encoder().encode
    yield Case("titles: a seat's view, built and encoded", lambda: encode(game.view(Seat(3))), 300e-6)
    yield Case(f"titles: encode a position ({len(encode(state)) / 1000:.1f} kB)", lambda: encode(state))
    yield Case("titles: a whole game of 18 simple bots", lambda: whole_game(18), 20.0)
