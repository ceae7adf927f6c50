"""The kit itself: titles with one flaw each are found out, golden playthroughs and counts are held."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from ecumene.kernel import Answer, Chance, Choose, Place, Play, Refusal, Seat, Title, Viewer, together
from ecumene.kernel.testing import (
    BrokenPromise,
    Count,
    check_counts,
    check_golden,
    check_title,
    count,
    default_policy,
    distinct,
    golden,
    mutated,
    mutated_bytes,
    play_out,
    position,
    start,
    write_golden,
)
from ecumene.kernel.testing.golden import again
from ecumene.kernel.testing.whole import check_interleaved, check_record
from tests.kernel.helpers import A, B, Sheet, Toy, ask, say, toy
from tests.kernel.titles import bazaar
from tests.kernel.titles.bazaar import BAZAAR, KINDS, Bazaar, BazaarTitle, Haggled, Market, Options, Table
from tests.kernel.titles.frontier import FRONTIER

GOLDEN = Path(__file__).parent / "golden"

# -- flaws ----------------------------------------------------------------------------------------------------


class ShowsHands(BazaarTitle):
    def view(self, state: Bazaar, viewer: Viewer) -> Table:
        return super().view(state, 0)


class ShowsNextGood(BazaarTitle):
    def view(self, state: Bazaar, viewer: Viewer) -> Table:
        return msgspec.structs.replace(super().view(state, viewer), round=state.deck[-1])


class MakesCoins(BazaarTitle):
    def after(self, play: Market) -> str:
        play.state.coins[0] += 1
        return super().after(play)


class SharesItsDeck(BazaarTitle):
    class Sharing(Bazaar):
        def clone(self) -> Bazaar:
            twin = super().clone()
            twin.deck = self.deck
            return twin

    state_type = Sharing

    def set_up(self, options: Options, seats: int, chance: Chance) -> Bazaar:
        made = super().set_up(options, seats, chance)
        return self.Sharing(**{name: getattr(made, name) for name in made.__struct_fields__})


class Careless(bazaar.Floor):
    """Refuses, but has written it down already."""

    def check(self, answer: Haggled) -> Refusal | None:
        self.game.state.round += 1
        return super().check(answer)


class Tells(bazaar.Floor):
    """Says in a refusal what others hold."""

    def check(self, answer: Haggled) -> Refusal | None:
        refusal = super().check(answer)
        if refusal:
            return Refusal(refusal.rule, refusal.key, held=[sorted(hand) for hand in self.game.state.hands])
        return None


class Knows(bazaar.Floor):
    """May offer only what the next seat does not hold."""

    def check(self, answer: Haggled) -> Refusal | None:
        other = Seat((self.seat + 1) % len(self.game.state.hands))
        if isinstance(answer.act, bazaar.Offer) and answer.act.want not in self.game.kinds(other):
            return Refusal(self.rule, "nobody_has_it")
        return super().check(answer)


class WrongDefault(bazaar.Floor):
    def fallback(self) -> Haggled:
        return Haggled(bazaar.Withdraw())


class WrongSample(bazaar.Floor):
    def sample(self, rng: Random) -> Haggled:
        return Haggled(bazaar.Accept(rng.randrange(9)))


class WrongList(bazaar.Floor):
    """Lists what cannot be accepted; draws its samples otherwise."""

    def answers(self) -> Iterator[Haggled]:
        return map(Haggled, [*self.every(), bazaar.Accept(self.seat)])

    def sample(self, rng: Random) -> Haggled:
        return rng.choice([answer for answer in self.answers() if self.check(answer) is None])


class Nod(msgspec.Struct, frozen=True, tag="nod", tag_field="act"):
    pass


class Nodded(Answer, frozen=True, tag="deal"):
    act: Nod


class Deaf(bazaar.Floor):
    """Passes over what it does not know instead of refusing it."""

    answer_type: Any = Nodded

    def check(self, answer: Any) -> Refusal | None:
        return None

    def sample(self, rng: Random) -> Any:
        return Nodded(Nod())

    def fallback(self) -> Any:
        return Nodded(Nod())

    def answers(self) -> Iterator[Any]:
        return iter([Nodded(Nod())])


class NoRule(bazaar.Floor):
    def __init__(self, game: Market, seat: Seat) -> None:
        super().__init__(game, seat)
        self.rule = ""


def floored(floor: type[bazaar.Floor]) -> BazaarTitle:
    async def trade(game: Market) -> None:
        state = game.state
        state.offers, state.made = {}, [0] * len(state.hands)
        for seat in game.seats():
            await floor(game, seat)

    class Floored(BazaarTitle):
        steps: ClassVar = {**BazaarTitle.steps, "trade": trade}

    return Floored()


async def eager(game: Market) -> None:
    for seat in game.seats():
        await Choose(seat, "show", tuple(game.state.hands[seat]), "bazaar.4", secret=True)


async def peek(game: Market) -> None:
    """Turns the top of the deck face up and does not say that something was learned."""
    for seat in game.seats():
        if await Choose(seat, "peek", ("yes", "no"), "bazaar.4") == "yes":
            game.state.lot.append(game.state.deck.pop())
    await Choose(Seat(0), "go_on", (1,), "bazaar.4")
    game.state.deck += game.state.lot
    game.state.lot = []


async def careless_dice(game: Market) -> None:
    for seat in game.seats():
        await Choose(seat, "roll", range(1, 2 + random.randrange(5)), "bazaar.4")


async def by_hash(game: Market) -> None:
    words = [f"word {number}" for number in range(12)]  # so many that two processes never order them alike
    await Choose(Seat(0), "word", sorted(words, key=hash), "bazaar.4")


async def holds_on(game: Market) -> None:
    """Keeps a hidden good in a local variable while others are asked."""
    top = game.state.deck[-1]
    await Choose(Seat(0), "go_on", (1, 2), "bazaar.4")
    if game.state.deck[-1] != top:
        raise RuntimeError("somebody touched the deck")


def stepped(step: Any) -> BazaarTitle:
    class Stepped(BazaarTitle):
        steps: ClassVar = {**BazaarTitle.steps, "sales": step}

    return Stepped()


async def loud_bids(game: Market) -> None:
    """All bid in secret, and each bid is told to everybody as soon as it is made."""
    game.state.lot = [game.state.deck.pop(), game.state.deck.pop()]
    game.learned = True

    async def bid(seat: Seat) -> None:
        coins = await bazaar.bid(game, seat)
        game.tell(bazaar.Sold(seat, (), coins))

    await together({seat: bid(seat) for seat in game.seats()})
    game.state.deck += game.state.lot
    game.state.lot = []


class Unrepeatable(bazaar.Floor):
    """Draws samples from the chance of the whole process."""

    def sample(self, rng: Random) -> Haggled:
        return random.choice(list(self.answers()))


class Falls(bazaar.Floor):
    def check(self, answer: Haggled) -> Refusal | None:
        if isinstance(answer.act, bazaar.Offer):
            range(KINDS)[answer.act.give]
        return super().check(answer)


class Loser(BazaarTitle):
    def result(self, state: Bazaar) -> list[Place]:
        return super().result(state)[1:]


class AnyAction(BazaarTitle):
    def interject(self, play: Market, seat: Seat, action: str) -> None:
        play.state.round += 0


class Unlawful(BazaarTitle):
    def scramble(self, state: Bazaar, viewer: Viewer, chance: Chance) -> None:
        state.deck.pop()


BY_HASH = stepped(by_hash)


@pytest.mark.parametrize(
    "title, promise, what",
    [
        (ShowsHands(), "4 secrets", "may not know"),
        (ShowsNextGood(), "4 secrets", "may not know"),
        (Unlawful(), "4 secrets", "laws break"),
        (floored(Tells), "4 secrets", "decides"),
        (floored(Knows), "4 secrets", "decides"),
        (stepped(eager), "4 secrets", "give it a function"),
        (stepped(holds_on), "4 secrets", "touched the deck"),
        (MakesCoins(), "5 nothing is made or lost", "coins"),
        (SharesItsDeck(), "1 deterministic", "shares state.deck"),
        (stepped(careless_dice), "", "after .. answers"),
        (BY_HASH, "1 deterministic", "another process"),
        (Loser(), "1 the game goes on", "not every seat"),
        (floored(Careless), "", "decides|not as before|changed|is as"),
        (floored(WrongDefault), "3 the offer is the validator", "default"),
        (floored(WrongSample), "", "sample|no_offer"),
        (floored(WrongList), "3 the offer is the validator", "listed answer"),
        (floored(Deaf), "3 the offer is the validator", "is heard as"),
        (AnyAction(), "3 the offer is the validator", "any action"),
        (floored(NoRule), "7 rules are named", "no rule"),
        (stepped(peek), "undo", "learned something"),
        (stepped(loud_bids), "4 secrets", "answers in secret"),
        (floored(Unrepeatable), "1 deterministic", "drawn again"),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, BazaarTitle) else "",
)
def test_a_flaw_is_found(title: Title, promise: str, what: str) -> None:
    with pytest.raises(BrokenPromise, match=what) as caught:
        check_title(title, seeds=range(4), seats=3, process=title is BY_HASH)
    assert promise in caught.value.promise
    assert "seed 00" in str(caught.value)


def test_a_bug_of_the_title_says_where_it_was() -> None:
    with pytest.raises(IndexError) as caught:
        check_title(floored(Falls), seeds=[1], seats=3, process=False)
    assert "in bazaar, 3 seats, seed 00" in caught.value.__notes__[0]


def test_numbers_that_are_not_whole_are_found() -> None:
    class Half(Sheet):
        share: float = 0.5

        def clone(self) -> Half:
            return Half(step=self.step, notes=self.notes.copy(), secret=self.secret.copy(), turns=self.turns)

    class Halves(Toy):
        state_type: ClassVar = Half

        def set_up(self, options: Any, seats: int, chance: Chance) -> Half:
            return Half(step="play", secret={0: 1})

    async def rule(game: Play[Sheet]) -> None:
        await ask(A)

    with pytest.raises(BrokenPromise, match="no whole number"):
        check_title(Halves(rule), seats=1, process=False)


def test_games_that_disturb_each_other_are_found() -> None:
    memory = [0]

    async def rule(game: Play[Sheet]) -> None:
        memory[0] = game.chance.below("x", 1_000_000)
        await ask(A)
        game.state.notes.append(str(memory[0]))

    games = []
    for seed in range(2):
        games.append(start(Toy(rule), seed=seed))
        games[-1].answer(A, say(1))
    for game in games:
        check_interleaved([game])
    with pytest.raises(BrokenPromise, match="played among others it differs"):
        check_interleaved(games)


def test_a_seed_in_sight_is_found() -> None:
    class Shows(Toy):
        def set_up(self, options: Any, seats: int, chance: Chance) -> Sheet:
            made = super().set_up(options, seats, chance)
            made.notes.append(chance._key.hex())
            return made

    async def rule(game: Play[Sheet]) -> None:
        await ask(A)

    with pytest.raises(BrokenPromise, match="viewer 0 sees the seed"):
        check_record(start(Shows(rule)))


def test_seeds_may_come_one_by_one() -> None:
    report = check_title(FRONTIER, seeds=iter(range(2)), seats=(2, 3), every=9, limit=20, process=False)
    assert report.games == 4


# -- playing --------------------------------------------------------------------------------------------------


def test_a_game_that_does_not_end_in_time() -> None:
    with pytest.raises(RuntimeError, match="no end after 5"):
        play_out(start(BAZAAR), limit=5)


def test_defaults_end_a_game_too() -> None:
    game = start(FRONTIER, seats=4)
    assert play_out(game, default_policy) == len(game.line)


def test_a_long_title_can_be_looked_at_in_part() -> None:
    report = check_title(FRONTIER, seeds=[1], seats=2, every=7, limit=20, process=False)
    assert (report.games, report.ended) == (1, 0)


def test_mutations_differ_from_the_answer_most_of_the_time() -> None:
    rng = Random(1)
    answer = {"shape": "spread", "units": [["athens", 1], ["thebes", 2]]}
    assert sum(one != answer for one in mutated(answer, rng, 200)) > 190
    assert sum(mutated_bytes(b"abcdef", rng) != b"abcdef" for _ in range(200)) > 150
    assert mutated_bytes(b"", rng) == b""


@pytest.mark.parametrize("text", ["athens", "athens:", "a: 1 x; a: 2 y"])
def test_a_position_must_be_readable(text: str) -> None:
    with pytest.raises(ValueError, match="not a place"):
        position(text)


# -- golden playthroughs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_golden(path: Path) -> None:
    check_golden(path)


def test_a_change_is_shown_and_regenerated(tmp_path: Path) -> None:
    path = tmp_path / "one.txt"
    text = golden(BAZAAR, Options(), 2, seed=7, answers=12)
    assert write_golden(path, text)
    assert not write_golden(path)
    path.write_text(text.replace("seat 1", "seat 7"), encoding="utf-8")
    with pytest.raises(AssertionError, match=r"python -m ecumene\.kernel\.testing golden"):
        check_golden(path)
    done = subprocess.run(
        [sys.executable, "-m", "ecumene.kernel.testing", "golden", str(path)],
        capture_output=True, text=True, check=True, env={"PYTHONPATH": ":".join(filter(None, sys.path))},
    )  # fmt: skip
    assert done.stdout == f"changed {path}\n"
    assert path.read_text(encoding="utf-8") == text


def test_a_text_that_is_none() -> None:
    with pytest.raises(ValueError, match="not a playthrough"):
        again("a: b\n")


# -- counts -----------------------------------------------------------------------------------------------------


def test_counts_of_a_small_position() -> None:
    async def rule(game: Play[Sheet]) -> None:
        total = await ask(A) + await ask(B)
        game.state.notes.append(str(total))

    assert count(toy(rule), depth=1) == Count(3, 1)
    assert count(toy(rule), depth=9) == Count(9, 5)


def test_counts_of_the_examples_do_not_move(tmp_path: Path) -> None:
    check_counts(GOLDEN / "counts")
    path = tmp_path / "counts"
    path.write_text((GOLDEN / "counts").read_text(encoding="utf-8").replace(": 17", ": 18"), encoding="utf-8")
    with pytest.raises(AssertionError, match=r": 17 17\n\nIf that is right: python -m ecumene"):
        check_counts(path)


def test_count_whatever_can_be_begun_again() -> None:
    found = distinct(
        begin=lambda: [0],
        moves=lambda here: [(A, say(1)), (A, say(2))] if here[0] < 3 else [],
        make=lambda here, _, answer: here.__setitem__(0, here[0] + msgspec.to_builtins(answer)["option"]),
        outcome=lambda here: here[0],
        depth=10,
    )
    assert found == Count(5, 2)
