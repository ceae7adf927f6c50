"""Recorded whole games: every number of players, every scenario, every way to end. Made by `tools/records.py`."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random

import msgspec
import pytest
from happened import occurred
from records import FOLDER, PAGE, everything, page, recordings

from ecumene.kernel import REFEREE, Game, Refusal, verify
from ecumene.titles import find

RECORDINGS = {wanted.name: wanted for wanted in recordings()}


@cache
def played(name: str) -> Game:
    return verify(FOLDER.joinpath(f"{name}.ecu").read_bytes(), find)


def happened(game: Game) -> set[str]:
    return {type(told.event).__name__ for told in game.play.log}


@pytest.mark.parametrize("name", sorted(RECORDINGS))
def test_a_recorded_game_goes_as_it_went(name: str) -> None:
    """Each answer fits the decision that it answered then, and the last state is the same."""
    game = played(name)
    wanted = RECORDINGS[name]
    assert (game.title.meta.key, game.seats) == (wanted.title, wanted.seats)
    assert game.title.laws(game.state) == []


def test_each_number_of_players_is_there() -> None:
    counts = {(wanted.title, wanted.seats) for wanted in RECORDINGS.values()}
    titles = {find(wanted.title) for wanted in RECORDINGS.values()}
    assert counts == {(title.meta.key, seats) for title in titles for seats in title.meta.seats}
    assert {path.stem for path in FOLDER.glob("*.ecu")} == set(RECORDINGS)


@pytest.mark.rules("mega.13b.1")
def test_basic_games_end_in_the_turn_of_the_first_arrival() -> None:
    for name, wanted in RECORDINGS.items():
        state = played(name).state
        if not state.expert and not state.turn_limit and not wanted.against:
            assert state.turn == state.late_iron_turn, name


@pytest.mark.rules("mega.13b.3", "mega.short.19")
def test_expert_games_end_one_turn_later() -> None:
    names = [name for name in RECORDINGS if played(name).state.expert]
    assert any(played(name).state.scenario == "short" for name in names)
    for name in names:
        assert played(name).state.turn == played(name).state.late_iron_turn + 1, name


@pytest.mark.rules("A-14", "mega.leave.1", "mega.leave.21")
def test_other_ways_to_end() -> None:
    assert played("west-6-limit").state.turn == 12
    assert played("first").state.turn == 8
    assert "GameBrokenOff" in happened(played("west-5-broken-off"))
    for name in ("west-8-leaves", "mega-9-leaves"):
        game = played(name)
        assert "PlayerLeft" in happened(game)
        gone = sum(realm.gone for realm in game.state.realms)
        assert gone == len(RECORDINGS[name].leaves)
        assert sorted(place.points for place in game.result())[:gone] == [0] * gone


@pytest.mark.rules("mega.adv.gen.6", "mega.leave.4", "mega.12.credit.3")
def test_advances_and_credits_are_never_lost_but_by_leaving() -> None:
    """Answer by answer through a whole game with all its calamities."""
    whole = played("west-8-leaves")
    game = Game(whole.title, whole.options, whole.seats, whole.seed)
    before = [(realm.advances, realm.credits.copy()) for realm in game.state.realms]
    for entry in whole.journal:
        game.replay([entry])
        for realm, (advances, points) in zip(game.state.realms, before, strict=True):
            if realm.gone:
                assert (realm.advances, realm.credits) == (0, [0] * 5)
            else:
                assert realm.advances & advances == advances
                assert all(now >= then for now, then in zip(realm.credits, points, strict=True))
        before = [(realm.advances, realm.credits.copy()) for realm in game.state.realms]
    assert any(advances.bit_count() > 10 for advances, _ in before)


@pytest.mark.parametrize("name", sorted(name for name, wanted in RECORDINGS.items() if wanted.seats == 9))
def test_a_position_of_nine_players_stays_small(name: str) -> None:
    """Without the log under 12 kB after every answer, in the middle of movement and on a trade floor on which
    everybody says all he may.
    """
    whole = played(name)
    game = Game(whole.title, whole.options, whole.seats, whole.seed)
    largest = crowded = 0
    for entry in whole.journal:
        game.replay([entry])
        largest = max(largest, size(game))
        if game.state.step == "7" and game.version % 50 == 0:
            crowded = max(crowded, size(talkative(game)))
    assert largest < 12_000
    assert largest < crowded < 12_000


def size(game: Game) -> int:
    return len(msgspec.json.encode(game.state))


def talkative(game: Game) -> Game:
    """A game that went on from there by as many offers of everybody as there may be."""
    fork = game.fork(REFEREE, "55" * 32)
    rng = Random(game.version)
    for seat in fork.due():
        for _ in range(100):
            act = fork.pending[seat].sample(rng)
            if act.act.__struct_config__.tag == "offer":
                with suppress(Refusal):
                    fork.answer(seat, act)
    return fork


def test_every_advance_every_calamity_and_every_special_ability_occurs() -> None:
    found = set().union(*(occurred(played(name)) for name in RECORDINGS))
    wanted = {f"{sort} {key}" for sort, keys in everything().items() for key in keys}
    assert len(wanted) == 24 + 51 + 7
    assert wanted - found == set()


def test_the_page_of_recorded_games_tells_what_is_in_them() -> None:
    assert PAGE.read_text("utf-8") == page({name: played(name) for name in RECORDINGS})
