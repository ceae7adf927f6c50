"""Wrong answers to every decision: each is refused by a rule's id, and nothing has changed.

Mutated, foreign, chained, doubled, negative, fractional, huge, of another shape, from another seat, too late. The peer
took moves of minus six tokens and payments of minus 140. `ECUMENE_HOSTILE=50` makes it fifty times as long.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import REFEREE, TABLE, Decision, Game, Refusal, Seat
from ecumene.kernel.testing import mutated
from ecumene.titles import find
from ecumene.titles.rulebook import rulebook
from tests.titles.crowded import crowded

LONGER = int(os.environ.get("ECUMENE_HOSTILE", "1"))
VISITS = 4 * LONGER  # how often a kind of decision is attacked
MUTATIONS = 40
ANSWERS = 100
STEPS = ("1a", "3", "4a", "5a", "6b", "7", "8", "9a", "9b", "10", "11", "12", "13a")
WEST, MEGA = find("western_empires"), find("mega_civilization")

BOOK = rulebook("mega_civilization")
RULES = set(BOOK.texts) if BOOK else set()

NONSENSE: tuple[Any, ...] = (
    None, True, 0, -1, 1.5, "", "none", [], {}, [[[]]], {"shape": "choose"}, {"shape": "choose", "option": None},
    {"shape": "choose", "option": True}, {"shape": "choose", "option": 0.5}, {"shape": "choose", "option": []},
    {"shape": "pick", "options": [0, 0]}, {"shape": "pick", "options": [1, -1]}, {"shape": "pick", "options": 3},
    {"shape": "spread", "units": [[0, -6], [1, 6]]}, {"shape": "spread", "units": [[0, 0.5], [1, 0.5]]},
    {"shape": "spread", "units": [[0, 10**30]]}, {"shape": "spread", "units": [[0]]},
    {"shape": "orders", "order": {"order": "march", "start": 0, "to": 1, "number": -6}},
    {"shape": "orders", "order": {"order": "march", "start": 0, "to": 1, "number": 0.5}},
    {"shape": "orders", "order": [{"order": "finish"}, {"order": "finish"}]},
    {"shape": "orders", "order": {"order": "build", "area": 10**30, "treasury": -1}},
    {"shape": "basket", "advances": ["mining", "mining"], "treasury": 0},
    {"shape": "basket", "advances": ["pottery"], "treasury": -140},
    {"shape": "basket", "advances": [], "cards": [[2, 1.01]]},
    {"shape": "basket", "advances": [], "credits": [-5, 5, 0, 0, 0]},
    {"shape": "deal", "act": {"act": "accept", "offer": 10**5, "give": [[2, -1]], "names": [1, 1]}},
    b"", b"{", b"nul", b"[" * 4000, b"\xff\xfe", b'{"shape":"choose","option":NaN}',
    b'{"shape":"choose","option":1,"option":2,"x":3}', b" " * 70_000,
)  # fmt: skip


def foreign(data: Any, rng: Random) -> Any:
    """The same answer with one of its whole numbers replaced by something that may be an area, a card, a seat."""
    data = msgspec.to_builtins(data)
    places: list[tuple[Any, Any]] = []

    def collect(here: Any) -> None:
        pairs = here.items() if isinstance(here, dict) else enumerate(here) if isinstance(here, list) else ()
        for key, value in pairs:
            if type(value) is int:
                places.append((here, key))
            else:
                collect(value)

    data = msgspec.json.decode(msgspec.json.encode(data))
    collect(data)
    if places:
        holder, key = rng.choice(places)
        holder[key] = rng.choice((rng.randrange(340), ~rng.randrange(340), holder[key] * 1000, -holder[key]))
    return data


def wrong(game: Game, asked: Decision[Any], rng: Random, number: int) -> Iterator[object]:
    """Relatives of right answers, answers of others, and nonsense; some may be right by accident."""
    right = [asked.fallback(), *(asked.sample(rng) for _ in range(3))]
    yield from NONSENSE
    for other in game.pending.values():
        if other is not asked:
            yield other.fallback()
            yield msgspec.to_builtins(other.sample(rng))
    for answer in right:
        yield [msgspec.to_builtins(answer)] * 2
        yield msgspec.to_builtins(answer) | {"seat": 1}
        yield foreign(answer, rng)
        yield foreign(foreign(answer, rng), rng)
        yield from mutated(answer, rng, number // len(right))


def attack(game: Game, seat: Seat, rng: Random, number: int = MUTATIONS) -> int:
    """How many wrong answers were refused; one that is right by accident is tried out on a fork."""
    asked = game.pending[seat]
    before, version = game.digest(), game.version
    refused = 0
    lawful: list[object] = []
    for raw in wrong(game, asked, rng, number):
        try:
            refusal = asked.check(asked.decode(raw))
        except Refusal as malformed:
            refusal = malformed
        if refusal is None:
            lawful.append(raw)
            continue
        assert refusal.rule in RULES or refusal.rule.startswith("kernel."), refusal
        msgspec.json.encode(refusal.reason)
        with pytest.raises(Refusal) as said:
            game.answer(seat, raw)
        assert said.value.rule == refusal.rule
        refused += 1
    fit = asked.fallback()
    for nobody in (-1, -2, game.seats, True, 1.0, None, "0", *({0, 1} - game.pending.keys())):
        with pytest.raises(Refusal):
            game.answer(nobody, fit)  # type: ignore[arg-type]
    for stale in (asked.id - 1, asked.id + 1, -1, 10**9):
        with pytest.raises(Refusal):
            game.answer(seat, fit, decision=stale)
    for action in ("", "leave now", "last_turn", "x" * 1000):
        with pytest.raises(Refusal):
            game.call(seat, action)
    with pytest.raises(Refusal):
        game.call(TABLE, "leave")
    assert (game.digest(), game.version) == (before, version), asked
    if lawful:
        fork = game.fork(REFEREE, f"{rng.getrandbits(256):064x}")
        fork.answer(seat, rng.choice(lawful))
        assert game.title.laws(fork.state) == []
        assert (game.digest(), game.version) == (before, version), asked
    return refused


@pytest.mark.serial
@pytest.mark.timeout(180 * LONGER)
@pytest.mark.rules("mega.order.5", "mega.piece.1", "mega.piece.2", "mega.hid.20")
def test_wrong_answers_are_refused_and_change_nothing() -> None:
    """Crowded boards, on which nearly every kind of decision comes up."""
    visits: Counter[str] = Counter()
    refused = 0
    for number in range(150 * LONGER):
        rng = Random(number)
        title: AntiquityTitle = rng.choice((WEST, MEGA))  # type: ignore[assignment]
        game = crowded(title, rng.choice(title.meta.seats), rng, STEPS[number % len(STEPS)], turn_limit=10)
        if not game.ended and number % 3 == 0:
            game.call(Seat(rng.randrange(game.seats)), "leave")
        for _ in range(ANSWERS):
            if game.ended:
                break
            seat = rng.choice(game.due())
            asked = game.pending[seat]
            if visits[asked.kind] < VISITS and rng.random() < 0.6:
                visits[asked.kind] += 1
                refused += attack(game, seat, rng)
            hurry = asked.kind in ("trade", "movement") and rng.random() < 0.8
            game.answer(seat, asked.fallback() if hurry else asked.sample(rng))
        assert title.laws(game.state) == []
    assert len(visits) >= 60, sorted(visits)
    assert refused > 5_000


@pytest.mark.parametrize("options", [{"scenario": "short"}, {"scenario": "full"}], ids=["short", "full"])
def test_wrong_answers_before_the_first_turn(options: dict[str, Any]) -> None:
    rng = Random(1)
    game = Game(MEGA, MEGA.options_type(**options), 12, "77" * 32)
    kinds = set()
    while game.state.turn == 1 and game.state.step not in ("3", "13a"):
        seat = rng.choice(game.due())
        asked = game.pending[seat]
        if asked.kind not in kinds:
            kinds.add(asked.kind)
            attack(game, seat, rng)
        game.answer(seat, asked.sample(rng))
    assert "civilization" in kinds


def test_wrong_tables_are_refused() -> None:
    for options, seats in (
        ({}, 4),
        ({}, 10),
        ({}, 0),
        ({}, -5),
        ({"half": "east"}, 5),
        ({"scenario": "first"}, 6),
    ):
        with pytest.raises(Refusal):
            Game(WEST, WEST.options_type(**options), seats, "11" * 32)
    for raw in (
        {"turn_limit": -1},
        {"turn_limit": 1.5},
        {"turn_limit": 10**9},
        {"half": "north"},
        {"expert": 1},
        {"x": 1},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(raw, WEST.options_type)
