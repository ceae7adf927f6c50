"""The file of a game: written, read, verified, broken in every way."""

from __future__ import annotations

import gzip
import tracemalloc
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.kernel import BadRecord, Game, Title, commitment, dump, load, verify
from ecumene.kernel.testing import mutated_bytes, play_out, start
from tests.kernel.helpers import SEED
from tests.kernel.titles.bazaar import BAZAAR
from tests.kernel.titles.frontier import FRONTIER

TITLES: dict[str, Title] = {"bazaar": BAZAAR, "frontier": FRONTIER}


def find(key: str) -> Title:
    return TITLES[key]


def played(title: Title = BAZAAR, answers: int = 100_000) -> Game:
    game = start(title, seed=SEED)
    rng = Random(1)
    for _ in range(answers):
        if game.ended:
            break
        seat = rng.choice(game.due())
        game.answer(seat, game.pending[seat].sample(rng))
        if rng.random() < 0.2 and game.can_undo(seat):
            game.undo(seat)
    return game


FINISHED = {key: dump(played(title)) for key, title in TITLES.items()}


@pytest.mark.parametrize("key", TITLES)
def test_saved_and_loaded(key: str) -> None:
    game = verify(FINISHED[key], find)
    assert game.ended
    assert dump(game) == FINISHED[key]
    assert any(type(entry).__name__ == "Undone" for entry in game.journal)


def test_a_person_can_read_it() -> None:
    lines = FINISHED["bazaar"].splitlines()
    head = msgspec.json.decode(lines[0])
    assert (head["ecumene"], head["title"], head["seats"], head["options"]) == (1, "bazaar", 2, {"coins": 10})
    assert msgspec.json.decode(lines[-1])["entry"] == "end"
    assert lines[1].startswith(b'{"entry":"answer","seat":')


def test_compressed_it_is_the_same() -> None:
    game = load(FINISHED["bazaar"], find)
    packed = dump(game, compress=True)
    assert len(packed) < len(FINISHED["bazaar"]) / 3
    assert packed == dump(game, compress=True)
    assert dump(load(packed, find)) == FINISHED["bazaar"]


def test_what_is_loaded_is_what_was_saved_types_and_all() -> None:
    game = start(FRONTIER, seed=SEED)
    play_out(game)
    again = load(dump(game), find)
    assert again.journal == again.line == game.line


def test_a_running_game_goes_on_from_its_file() -> None:
    game = played(answers=20)
    again = load(dump(game), find)
    assert again.view(0) == game.view(0)
    with pytest.raises(BadRecord, match="not over"):
        verify(dump(game), find)
    play_out(again)


def test_what_is_shown_while_it_runs_holds_no_secret() -> None:
    shown = dump(played(answers=20), secret=False)
    assert SEED.encode() not in shown
    assert len(shown.splitlines()) == 1
    with pytest.raises(BadRecord, match="line 1: the seed is not in this record"):
        load(shown, find)


def line(number: int, **changes: object) -> bytes:
    lines = FINISHED["bazaar"].splitlines()
    data = {**msgspec.json.decode(lines[number]), **changes}
    lines[number] = msgspec.json.encode({name: value for name, value in data.items() if value is not ...})
    return b"\n".join(lines)


@pytest.mark.parametrize(
    "data, where, what",
    [
        (b"", 0, "empty"),
        (b"\n", 1, "truncated"),
        (b"\n\n{}", 1, ""),
        (b"{}", 1, "ecumene"),
        (b"\x1f\x8b", 0, "gzip"),
        (b"\x1f\x8b" + b"x" * 50, 0, "gzip"),
        (gzip.compress(b"x")[:-3], 0, "gzip"),
        (gzip.compress(b"{}") + b"more", 0, "gzip"),
        (line(0, ecumene=2), 1, "format 2"),
        (line(0, title="chess"), 1, "no such title"),
        (line(0, version=9), 1, "version 9"),
        (line(0, seats=99), 1, "wrong_seats"),
        (line(0, seats="2"), 1, "int"),
        (line(0, options={"coins": 1.5}), 1, "float"),
        (line(0, options={"coins": 99}), 1, "coins"),
        (line(0, options=None), 1, "null"),
        (line(0, seed="00" * 32), 1, "committed"),
        (line(0, seed="zz"), 1, ""),
        (line(0, seed="", commitment=commitment("")), 1, "bad_seed"),
        (line(0, commitment="00"), 1, "committed"),
        (line(1, seat=9), 2, "no_such_seat"),
        (line(1, digest=1), 2, "differs"),
        (line(1, answer={"shape": "choose", "option": 999}), 2, "not_an_option"),
        (line(1, answer={"shape": "pick"}), 2, "malformed"),
        (line(1, answer=None), 2, "malformed"),
        (line(1, entry="what"), 2, "what"),
        (line(1, entry="end", digest="x"), 3, "follows the end"),
        (line(-1, digest="x"), len(FINISHED["bazaar"].splitlines()), "final state"),
        (FINISHED["bazaar"] + b"{}\n", len(FINISHED["bazaar"].splitlines()) + 1, "follows the end"),
        (b"[" * 100_000, 1, ""),
    ],
    ids=range(30),
)
def test_a_bad_record_says_where_and_what(data: bytes, where: int, what: str) -> None:
    with pytest.raises(BadRecord) as caught:
        load(data, find)
    assert caught.value.line == where
    assert what in str(caught.value)


def test_too_long_to_be_true(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ecumene.kernel.record.MAX_RECORD_BYTES", 1000)
    bomb = gzip.compress(b"0" * 1_000_000)
    for data in (b"0" * 1001, bomb):
        with pytest.raises(BadRecord, match="too long"):
            load(data, find)


def test_a_small_file_that_is_large_unpacked_costs_no_more_than_what_is_read_of_it() -> None:
    header = FINISHED["bazaar"].splitlines()[0] + b"\n"
    lines = header + b"\n" * 2_000_000
    tracemalloc.start()
    try:
        with pytest.raises(BadRecord, match="line 2"):
            load(lines, find)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


def read(data: bytes, *, strict: bool = False) -> str:
    """What came of it: a game, or what is wrong. Anything else fails the test."""
    try:
        return repr(load(data, find, strict=strict))
    except BadRecord as wrong:
        return str(wrong)


@pytest.mark.parametrize("key", TITLES)
@given(seed=st.integers(0, 2**32))
def test_any_broken_file_is_bad_or_a_game(key: str, seed: int) -> None:
    data = mutated_bytes(FINISHED[key], Random(seed))
    for strict in (False, True):
        assert read(data, strict=strict)


@given(st.binary(max_size=300))
def test_any_bytes_are_bad(data: bytes) -> None:
    with pytest.raises(BadRecord):
        load(data, find)


@given(seed=st.integers(0, 2**32))
def test_any_broken_packed_file_is_bad_or_a_game(seed: int) -> None:
    packed = dump(load(FINISHED["bazaar"], find), compress=True)
    assert read(mutated_bytes(packed, Random(seed)))


def test_many_undone_answers_do_not_hang() -> None:
    """A file that goes back and forth ten thousand times is read as fast as what is left of it."""
    game = played(FRONTIER, 30)
    header, first = dump(game).splitlines()[:2]
    back = msgspec.json.encode({"entry": "undo", "to": 0, "seat": -1, "by": "table"})
    data = b"\n".join([header, *[first, back] * 10_000])
    again = load(data, find)
    assert again.line == []
    assert len(again.journal) == 20_000
