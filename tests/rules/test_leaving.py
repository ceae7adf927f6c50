"""A player leaves the game (chapter 7)."""

from __future__ import annotations

from random import Random

import pytest

from ecumene.antiquity.basket import hand_limit
from ecumene.antiquity.leaving import GameBrokenOff, LeaveAnnounced, PlayerLeft, announce, leave, let_go, room
from ecumene.antiquity.setup import lineup_of
from ecumene.antiquity.stacks import in_play
from ecumene.antiquity.succession import end_of_turn, move_markers
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import Game, Refusal, Seat
from ecumene.kernel.testing import random_policy
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST

BOTH = pytest.mark.parametrize("title", [MEGA, WEST], ids=["mega", "west"])


def scene(pieces: str = "", title: AntiquityTitle = WEST, **more: object) -> Scene:
    return Scene(title, 9, pieces, lineup="west-9", **more)  # type: ignore[arg-type]


def leaves(s: Scene, civ: str = "hatti") -> Scene:
    """One leaves and all others agree by default; what they are asked then is up to the test."""
    s.game.state.leaving.append(s.seat(civ))
    s.run(let_go)
    for other in s.who():
        s.answer(other, {"shape": "choose", "option": "yes"})
    return s


def full_deck(s: Scene) -> dict[int, int]:
    return in_play(s.game.components, lineup_of(s.game))


# -- saying so -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.leave.1", "D-81", "mega.leave.20")
def test_a_seat_may_say_that_it_leaves_and_take_it_back_while_the_turn_is_played() -> None:
    game = Game(WEST, WEST.options_type(turn_limit=3), 5, "11" * 32)
    seat = Seat(2)
    with pytest.raises(Refusal):
        game.call(seat, "stay")
    game.call(seat, "leave")
    assert WEST.view(game.state, 0).leaving == [2]
    with pytest.raises(Refusal):
        game.call(seat, "leave")
    game.call(seat, "stay")
    assert game.state.leaving == []
    with pytest.raises(Refusal):
        game.call(seat, "dance")
    game.call(seat, "leave")
    while game.state.turn == 1:
        game.answer_default(game.due()[0])
    assert game.state.realms[2].gone
    with pytest.raises(Refusal, match=r"mega\.leave\.20"):
        game.call(seat, "leave")
    assert 2 not in game.pending
    told = [t.event for t in game.play.log if isinstance(t.event, LeaveAnnounced)]
    assert [(event.seat, event.leaves) for event in told] == [(2, True), (2, False), (2, True)]
    game.call(Seat(0), "leave")  # the first seat as well, but nobody who has none
    assert game.state.leaving == [0]
    with pytest.raises(Refusal, match=r"mega\.leave\.20"):
        announce(game.play, Seat(-1), "leave")  # type: ignore[arg-type]


@BOTH
@pytest.mark.rules("D-82", "mega.leave.1", "mega.leave.2", "mega.leave.18", "A-124")
def test_all_others_are_asked_after_the_markers_have_moved(title: AntiquityTitle) -> None:
    assert title.turn[-3:] == ("13b", "leave", "13c")
    s = scene(title=title)
    announce(s.game, s.seat("hatti"), "leave")
    s.run(let_go)
    assert len(s.who()) == 8
    assert "hatti" not in s.who()
    assert all(s.asked(civ).fallback().option == "yes" for civ in s.who())  # type: ignore[union-attr]
    for civ in s.who():
        s.answer(civ, {"shape": "choose", "option": "no" if civ == "rome" else "yes"})
    assert s.done
    assert s.game.state.over
    assert s.game.log[-1].event == GameBrokenOff((s.seat("rome"),))
    places = title.result(s.game.state)
    assert len(places) == 9
    assert (places[-1].seat, places[-1].points) == (s.seat("hatti"), 0)  # scored without the leaver


@pytest.mark.rules("mega.leave.2", "A-124")
def test_the_marker_of_a_leaver_moves_in_western_empires_only() -> None:
    for title, space in ((WEST, 3), (MEGA, 2)):
        s = scene(title=title, space={"hatti": 2, "rome": 2})
        announce(s.game, s.seat("hatti"), "leave")
        s.run(move_markers)
        assert s.realm("hatti").space == space
        assert s.realm("rome").space == 3


@pytest.mark.rules("mega.leave.21", "A-124")
def test_who_leaves_with_the_last_turn_is_not_scored() -> None:
    s = scene(space={"hatti": 9})
    s.game.state.turn_limit = s.game.state.turn
    announce(s.game, s.seat("hatti"), "leave")
    s.run(end_of_turn)
    assert s.game.state.over
    assert WEST.result(s.game.state)[-1].seat == s.seat("hatti")


# -- what the leaver leaves ----------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.leave.4",
    "mega.leave.5",
    "mega.leave.6",
    "mega.leave.8",
    "mega.leave.10",
    "mega.leave.21",
    "mega.adv.gen.6",
)
def test_his_things(title: AntiquityTitle) -> None:
    pieces = (
        "troy: 2 hatti; sardes: city hatti; hattusa: 3 barbarians; kanesh: city pirates; knossos: 2 hatti;"
        "gaza: city hatti; rhodes: 2 ships hatti; alexandria: 1 minoa"
    )
    s = scene(
        pieces,
        title,
        advances={"hatti": "music law"},
        treasury={"hatti": 7},
        hands={"hatti": "2 gold, famine, water"},
    )
    s.realm("hatti").credits = [10] * 5
    leaves(s)
    realm = s.realm("hatti")
    assert realm.gone
    assert (realm.advances, realm.credits, realm.hand, realm.ships) == (0, [0] * 5, {}, {})
    assert (realm.stock, realm.treasury, realm.tokens, realm.cities) == (55, 0, {}, {})
    kinds = title.components.kinds
    assert [kinds[item >> 1].key for item in s.game.state.discards[8]] == ["gold", "gold"]
    assert [kinds[item >> 1].key for item in s.game.state.discards[2]] == ["famine"]
    assert s.tokens("troy") == s.tokens("hattusa") == {}
    assert s.city("sardes") is None
    assert s.city("kanesh") is None
    assert s.tokens("knossos") == {"barbarians": 2}
    assert s.city("gaza") == "barbarians"
    assert s.seat("hatti") not in s.game.ranking()
    assert s.game.beneficiary(exclude=[seat for seat in s.game.ranking() if seat != s.seat("hatti")]) is None


@BOTH
@pytest.mark.rules(
    "mega.leave.7", "mega.leave.19", "mega.out.1", "mega.out.2", "mega.out.3", "mega.out.4", "A-125"
)
def test_his_region_goes_out_of_play(title: AntiquityTitle) -> None:
    s = scene(title=title)
    troy, sardes = s.area("troy"), s.area("sardes")
    region = s.game.board.regions["hatti"]
    leaves(s)
    board = s.game.board
    assert not any(board.in_play[area] for area in region)
    assert board.land[troy] == ()
    assert all(troy not in row for row in board.land)
    assert all(troy not in board.reach(area, 4, False) for area in board.areas)
    assert any(troy in row for row in board.sailing)  # ships sail through
    assert title.play(s.game.state.clone(), s.game.chance).board is board  # the state knows it
    told = [t.event for t in s.game.log if isinstance(t.event, PlayerLeft)]
    assert told == [PlayerLeft(s.seat("hatti"), region)]
    assert sardes in region
    assert not [law for law in title.laws(s.game.state) if "not in play" in law]


@pytest.mark.rules("mega.leave.3")
def test_who_has_no_unit_stays() -> None:
    s = scene("troy: 1 hatti")
    s.run(let_go)
    assert s.done
    assert len(s.game.ranking()) == 9
    assert not s.game.state.over


# -- what the others have there ------------------------------------------------------------------------------------


@pytest.mark.rules("mega.leave.9", "mega.leave.11", "mega.leave.12", "mega.leave.13", "mega.leave.t1", "D-83")
@pytest.mark.parametrize("title, appear", [(MEGA, 2), (WEST, 3)], ids=["mega", "west"])
def test_a_city_becomes_tokens_that_move(title: AntiquityTitle, appear: int) -> None:
    s = scene("troy: city rome, 2 ships rome", title)
    rome = s.seat("rome")
    areas = [s.game.board.key_of(a) for a in s.game.board.regions["rome"] if s.game.board.limit[a] >= 2][:2]
    for key in areas:
        s.game.place(rome, s.area(key), 1)
    s.game.earn(rome, s.realm("rome").stock - 3)
    leaves(s)
    assert s.city("troy") is None
    assert s.realm("rome").ships == {}
    assert s.who() == ["rome"]
    decision = s.asked("rome")
    assert decision is not None
    assert decision.most == appear  # type: ignore[attr-defined]
    assert decision.check(decision.fallback()) is None
    assert all(decision.check(decision.sample(Random(n))) is None for n in range(20))
    s.defaults()
    assert s.done
    assert s.game.population(rome) == 2 + appear
    assert s.realm("rome").stock == 3 - appear
    assert not [law for law in title.laws(s.game.state) if law.startswith("seat")]


@pytest.mark.rules("mega.leave.13", "mega.leave.14", "D-83", "A-126")
def test_where_tokens_may_go() -> None:
    pieces = "knossos: 1 rome; thera: 2 rome, 1 egypt; rhodes: 1 rome, 2 egypt; corinth: city minoa; tyre: city rome"
    mega, west = scene(pieces, MEGA), scene(pieces, WEST)
    rome = mega.seat("rome")
    assert room(mega.game, rome) == {mega.area("knossos"): 2, mega.area("thera"): 0, mega.area("rhodes"): 0}
    found = room(west.game, rome)
    region = west.game.board.regions["rome"]
    assert set(found) == {west.area("knossos"), west.area("thera"), west.area("rhodes"), *region}
    assert all(found[area] == west.game.board.limit[area] for area in region)


@pytest.mark.rules("mega.leave.14", "mega.leave.15", "A-126", "D-83")
def test_above_the_limit_only_in_western_empires_and_only_if_room_is_lacking() -> None:
    def crowd(title: AntiquityTitle) -> Scene:
        s = scene("troy: 9 rome; knossos: 1 rome; thera: 1 rome, 1 egypt", title)
        for area in s.game.board.regions["rome"]:  # no room at home
            if s.game.board.limit[area]:
                s.game.place(s.seat("egypt"), area, 1)
                s.game.place(s.seat("iberia"), area, max(0, s.game.board.limit[area] - 1))
        return leaves(s)

    s = crowd(WEST)
    # Room for 2 in Knossos and 1 on Thera; six too many, which may stand in Knossos only.
    decision = s.asked("rome")
    assert decision is not None
    knossos, thera = s.area("knossos"), s.area("thera")
    assert decision.caps == {knossos: 8, thera: 1}  # type: ignore[attr-defined]
    s.defaults()
    assert s.tokens("knossos") == {"rome": 9}
    assert s.tokens("thera") == {"rome": 2, "egypt": 1}
    m = crowd(MEGA)
    m.defaults()
    assert m.tokens("knossos") == {"rome": 3}
    assert m.tokens("thera") == {"rome": 2, "egypt": 1}
    assert m.realm("rome").stock == 55 - 5


@pytest.mark.rules("mega.leave.15")
def test_areas_are_filled_before_any_limit_is_exceeded() -> None:
    s = scene("troy: 9 rome; knossos: 1 rome; rhodes: 2 rome; corinth: 1 rome")
    for area in s.game.board.regions["rome"]:
        if s.game.board.limit[area]:
            s.game.found_city(-1, area)
    leaves(s)
    knossos, rhodes, corinth = s.area("knossos"), s.area("rhodes"), s.area("corinth")
    # Room for 2, 1 and 1: five of the nine are too many.
    refused = s.refused("rome", {"shape": "spread", "units": [[knossos, 3], [rhodes, 6]]})
    assert (refused.rule, refused.key) == ("mega.leave.15", "room_left")
    s.answer("rome", {"shape": "spread", "units": [[knossos, 3], [rhodes, 5], [corinth, 1]]})
    assert s.tokens("rhodes") == {"rome": 7}


@pytest.mark.rules("mega.leave.16", "mega.leave.17")
def test_support_is_checked_in_both_surplus_in_mega_civilization_only() -> None:
    pieces = "tyre: city rome; sidon: city rome; troy: 4 rome; knossos: 5 egypt"
    for title, left in ((MEGA, 3), (WEST, 5)):
        s = scene(pieces, title)
        for area in s.game.board.regions["rome"]:
            if s.game.board.limit[area]:
                s.game.found_city(-1, area)
        leaves(s).defaults()
        assert s.tokens("knossos") == {"egypt": left}
        assert len(s.realm("rome").cities) == 1  # reducing Tyre gives three tokens for one city


@pytest.mark.rules("A-124", "mega.leave.18")
def test_several_leave_one_after_the_other_and_are_not_asked_any_more() -> None:
    s = scene("troy: 3 rome; rome: 1 rome; knossos: 1 egypt")
    s.game.state.leaving[:] = [s.seat("rome"), s.seat("hatti")]
    s.run(let_go)
    assert len(s.who()) == 7
    for civ in s.who():
        s.answer(civ, {"shape": "choose", "option": "yes"})
    assert s.done
    told = [t.event.seat for t in s.game.log if isinstance(t.event, PlayerLeft)]
    assert told == [s.seat("hatti"), s.seat("rome")]
    assert len(s.game.ranking()) == 7
    assert not s.game.board.in_play[s.area("rome")]


@pytest.mark.rules("mega.leave.1")
def test_a_game_of_one_is_over() -> None:
    s = Scene(WEST, 5)
    s.game.state.leaving[:] = [1, 2, 3, 4]
    s.run(let_go)
    assert s.defaults().game.state.over


def gone(game: Game) -> int:
    return sum(realm.gone for realm in game.state.realms)


@BOTH
@pytest.mark.rules("mega.leave.5", "mega.leave.19", "A-126")
def test_whole_games_with_leavers_lose_no_piece_and_no_card(title: AntiquityTitle) -> None:
    game = Game(title, title.options_type(turn_limit=14), 9, "22" * 32)
    rng = Random(3)
    while not game.ended:
        seat = rng.choice(game.due())
        yes = game.pending[seat].kind == "play_on"
        game.answer(seat, {"shape": "choose", "option": "yes"} if yes else random_policy(game, seat, rng))
        assert not title.laws(game.state)
        turn = game.state.turn
        if turn in (4, 8) and game.due() and len(game.state.leaving) + gone(game) < turn // 4:
            who = rng.choice([realm.seat for realm in game.state.realms if not realm.gone])
            game.call(Seat(who), "leave")
    assert gone(game) == 2


@pytest.mark.rules("A-126", "mega.setup.map.13", "mega.12.hand.1")
def test_hand_limit_decks_and_blocks_stay_as_they_were_set_up() -> None:
    s = Scene(MEGA, 12, "troy: 1 hatti", hands={"hatti": "2 gold, famine"})
    laid, blocks = lineup_of(s.game), [realm.block for realm in s.game.realms]
    leaves(s).defaults()
    assert len(s.game.ranking()) == 11  # for whom it would be 8 cards and one block
    assert hand_limit(s.game, s.seat("saba")) == 9
    assert lineup_of(s.game) == laid
    assert [realm.block for realm in s.game.realms] == blocks
    assert len(s.game.state.stacks) == 18
    assert len(s.game.state.discards[8]) == 2
    assert len(s.game.state.discards[2]) == 1


def test_leave_alone() -> None:
    """`leave` itself asks only who must place tokens."""
    s = scene("troy: 1 rome; knossos: 1 rome")

    async def gone(game: object) -> None:
        await leave(game, s.seat("hatti"))  # type: ignore[arg-type]

    s.run(gone)
    assert s.who() == ["rome"]
    assert full_deck(s)
