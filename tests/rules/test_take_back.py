"""3. Taking back what was moved: when it may be, what comes with it, and [west] what stays."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecumene.antiquity.movement import deeds
from ecumene.antiquity.movement.marches import movement_of
from ecumene.antiquity.movement.orders import Finish, MoveAnswer, TakeBack
from ecumene.antiquity.movement.phase import movement
from ecumene.antiquity.state import Table
from ecumene.antiquity.testing import Scene
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES
from tests.rules.moving import body, do, march, no, raw, scene

BOTH = pytest.mark.parametrize("title", [MEGA_CIVILIZATION, WESTERN_EMPIRES], ids=["mega", "west"])


def last(s: Scene, civ: str) -> int:
    return body(s, civ).deeds[-1].deed


@BOTH
@pytest.mark.rules("mega.3.order.5", "D-14")
def test_moves_may_be_taken_back_until_the_declaration(title: object) -> None:
    s = scene("gaza: 3 minoa; tyre: 2 celt", title=title)
    march(s, "minoa", "gaza", "jerusalem", 2)
    march(s, "celt", "tyre", "sidon")
    do(s, "minoa", "take_back", deed=0)
    assert s.tokens("gaza") == {"minoa": 3}
    march(s, "minoa", "gaza", "sinai", 3)
    do(s, "minoa", "finish")
    assert s.asked("minoa") is None
    assert no(s, "celt", "take_back", deed=2).key == "no_such_deed"  # not of others
    assert no(s, "celt", "take_back", deed=0).key == "no_such_deed"  # not twice
    do(s, "celt", "take_back", deed=1)
    assert s.tokens("tyre") == {"celt": 2}


@pytest.mark.rules("A-27", "mega.3.order.5")
def test_payments_come_back() -> None:
    s = scene("rhodes: 2 minoa, 1 ship minoa; knossos: 1 minoa", treasury={"minoa": 3})
    before = [realm.clone() for realm in s.game.realms]
    do(s, "minoa", "build", at="rhodes", treasury=1, tokens="rhodes")
    do(s, "minoa", "maintain", ship=0, token="knossos")
    do(s, "minoa", "take_back", deed=1).answer("minoa", raw(s, "take_back", deed=0))
    assert s.game.realms == before
    assert body(s, "minoa").deeds == ()


@pytest.mark.rules("A-27")
def test_only_if_all_later_moves_of_all_stay_legal() -> None:
    s = scene("rhodes: 5 minoa, 1 ship minoa", treasury={"minoa": 3})
    do(s, "minoa", "maintain", ship=0).answer("minoa", raw(s, "embark", ship=0, number=2))
    do(s, "minoa", "sail", ship=0, way=[s.area("knossos")])
    do(s, "minoa", "land", ship=0, number=2)
    # Without maintenance nobody boards; without boarding or sailing nobody lands there.
    for deed, later in ((0, 1), (1, 3), (2, 3)):
        refusal = no(s, "minoa", "take_back", deed=deed)
        assert (refusal.rule, refusal.key) == ("mega.3.order.5", "later_deed_needs_it")
        assert refusal.details["later"] == later
    for deed in (3, 2, 1, 0):
        do(s, "minoa", "take_back", deed=deed)
    assert s.tokens("rhodes") == {"minoa": 5}
    # Others: Celt could pass Jerusalem by road only while Minoa's tokens were within the limit there.
    s = scene(
        "gaza: 3 minoa; jerusalem: 2 minoa; tyre: 1 celt; tanis: 1 rome",
        {"celt": "roadbuilding", "rome": "roadbuilding"},
    )
    march(s, "minoa", "jerusalem", "gaza", 2)
    march(s, "celt", "tyre", "gaza", via="jerusalem")
    assert no(s, "minoa", "take_back", deed=0).details["seat"] == s.seat("celt")
    do(s, "celt", "take_back", deed=1)
    do(s, "minoa", "take_back", deed=0)
    assert s.tokens("jerusalem") == {"minoa": 2}


@pytest.mark.rules("A-24", "A-27")
def test_paying_is_not_taking_back() -> None:
    s = scene("rhodes: 1 minoa; gaza: 1 minoa; knossos: 1 minoa")
    march(s, "minoa", "gaza", "jerusalem")
    do(s, "minoa", "build", at="rhodes", tokens="rhodes jerusalem")
    assert no(s, "minoa", "take_back", deed=0).key == "later_deed_needs_it"
    # A token paid that had moved is replaced by one that has not when the move is taken back.
    s = scene("rhodes: 1 minoa; jerusalem: 1 minoa; gaza: 1 minoa")
    march(s, "minoa", "gaza", "jerusalem")
    do(s, "minoa", "build", at="rhodes", tokens="rhodes jerusalem")
    assert [(t.unmoved, t.moved) for t in body(s, "minoa").tokens] == [(1, 0)]
    do(s, "minoa", "take_back", deed=0)
    assert s.tokens("jerusalem") == {}
    assert s.tokens("gaza") == {"minoa": 1}
    march(s, "minoa", "gaza", "sinai")


@pytest.mark.rules("mega.3.order.7", "A-28")
def test_west_a_token_that_caused_conflict_ahead_of_its_turn_stays() -> None:
    pieces = "gaza: 3 minoa; jerusalem: 1 celt; tyre: 5 rome"
    for title, locked in ((MEGA_CIVILIZATION, False), (WESTERN_EMPIRES, True)):
        s = scene(pieces, title=title, order="rome minoa celt")
        march(s, "minoa", "gaza", "jerusalem", 3)  # limit 2: the first causes nothing
        march(s, "celt", "jerusalem", "tyre")  # and the situation is gone
        shown = [(deed.number, deed.locked) for deed in body(s, "minoa").deeds]
        if not locked:
            assert shown == [(3, False)]
            do(s, "minoa", "take_back", deed=0)
            assert s.tokens("gaza") == {"minoa": 3}
            continue
        assert shown == [(1, False), (2, True)]
        free, stuck = (deed.deed for deed in body(s, "minoa").deeds)
        refusal = no(s, "minoa", "take_back", deed=stuck)
        assert (refusal.rule, refusal.key) == ("mega.3.order.7", "locked")
        do(s, "minoa", "take_back", deed=free)
        assert s.tokens("jerusalem") == {"minoa": 2}


@pytest.mark.rules("mega.3.order.7", "A-28")
def test_west_in_its_own_turn_nothing_is_locked() -> None:
    s = scene(
        "gaza: 3 minoa; jerusalem: 2 celt; tyre: 5 rome", title=WESTERN_EMPIRES, order="rome minoa celt"
    )
    do(s, "rome", "finish")
    march(s, "minoa", "gaza", "jerusalem", 3)
    assert [deed.locked for deed in body(s, "minoa").deeds] == [False]
    do(s, "minoa", "take_back", deed=last(s, "minoa"))
    # Enlarging counts like creating, landing like marching, a city like a limit.
    s = scene(
        "gaza: 1 minoa; jerusalem: 2 celt, 2 rome; ionia: 1 minoa, 1 ship minoa; rhodes: city celt; tyre: 5 rome",
        title=WESTERN_EMPIRES, order="rome minoa celt", treasury={"minoa": 4},
    )  # fmt: skip
    s.game.learned = False
    march(s, "minoa", "gaza", "jerusalem")
    assert s.game.learned  # nor can the kernel undo it
    do(s, "minoa", "maintain", ship=0).answer("minoa", raw(s, "embark", ship=0, number=1))
    do(s, "minoa", "sail", ship=0, way=[s.area("rhodes")])
    do(s, "minoa", "land", ship=0, number=1)
    assert [deed.locked for deed in body(s, "minoa").deeds] == [True, False, False, False, True]
    assert no(s, "minoa", "take_back", deed=1).key == "later_deed_needs_it"


# -- any run of orders ----------------------------------------------------------------------------------------------

PIECES = (
    "gaza: 4 minoa; jerusalem: 3 celt; tanis: 5 minoa, 2 ships minoa; rhodes: 6 celt, 2 ships celt; "
    "knossos: 3 rome, city celt; thera: 6 rome, 1 ship rome; phaestos: city rome, 1 rome; alexandria: 4 egypt"
)
ADVANCES = {
    "minoa": "roadbuilding cultural_ascendancy", "celt": "diplomacy cloth_making astronavigation", "rome": "military",
}  # fmt: skip


def fresh(title: object = MEGA_CIVILIZATION) -> Scene:
    money = {"minoa": 6, "celt": 4, "rome": 1}
    return scene(PIECES, ADVANCES, title=title, treasury=money)


def board_of(s: Scene) -> object:
    """All that movement changes, but for the count of orders given and the numbers of deeds."""
    twin = s.game.state.clone()
    assert twin.movement is not None
    return twin.realms, [(mover.moved, mover.ships, mover.built) for mover in twin.movement.movers]


@pytest.mark.rules("A-27", "mega.3.order.5", "mega.piece.1", "mega.piece.2")
@settings(max_examples=60)
@given(seed=st.integers(0, 10**9), west=st.booleans())
def test_taking_back_is_as_if_it_had_never_been_done(seed: int, *, west: bool) -> None:
    rng = Random(seed)
    s = fresh(WESTERN_EMPIRES if west else MEGA_CIVILIZATION)
    civs = ["minoa", "celt", "rome", "egypt"]
    start = s.game.state.clone()
    for _ in range(40):
        asked = [civ for civ in civs if s.asked(civ) is not None]
        if not asked:
            break
        civ = rng.choice(asked)
        decision = s.asked(civ)
        assert decision is not None
        answer = decision.sample(rng)
        if isinstance(answer.order, Finish) and rng.random() < 0.8:
            answer = MoveAnswer(TakeBack(rng.randrange(movement_of(s.game).next + 1)))
        if decision.check(answer) is not None:
            assert isinstance(answer.order, TakeBack)  # samples are legal always
            continue
        s.answer(civ, answer)
        check_conserved(s)
        if s.game.state.movement is None:
            return
        if isinstance(
            answer.order, Finish
        ):  # the first deeds may be forgotten, for nobody can take them back any more
            start = unwound(s)
        again = replayed(s, start)
        assert board_of(again) == board_of(s)


def check_conserved(s: Scene) -> None:
    for realm in s.game.realms:
        seat = s.seat(next(civ for civ in s._seat if s.seat(civ) == realm.seat))
        under_way = s.game.state.movement
        carried = sum(ship.cargo for ship in under_way.movers[seat].ships.values()) if under_way else 0
        assert realm.stock + realm.treasury + sum(realm.tokens.values()) + carried == 55
        assert s.game.ships_left(seat) >= 0
        assert all(number > 0 for held in (realm.tokens, realm.ships) for number in held.values())
        if under_way:
            mover = under_way.movers[seat]
            assert sum(realm.ships.values()) == len(mover.ships)
            assert all(0 < number <= realm.tokens.get(area, 0) for area, number in mover.moved.items())


def replayed(s: Scene, start: Table) -> Scene:
    """The deeds that are left, done once more from the start."""
    again = fresh()
    again.game.state = start.clone()
    for deed in movement_of(s.game).deeds:
        deeds._DO[deed.what](again.game, deed)
    return again


def unwound(s: Scene) -> Table:
    """The state with all deeds undone that are left."""
    again = fresh()
    again.game.state = s.game.state.clone()
    for deed in reversed(movement_of(s.game).deeds):
        deeds._UNDO[deed.what](again.game, deed)
    return again.game.state


@settings(max_examples=40)
@given(seed=st.integers(0, 10**9))
def test_undoing_everything_leads_back_to_the_start(seed: int) -> None:
    rng = Random(seed)
    s = fresh()
    start = board_of(s)
    for _ in range(30):
        civ = rng.choice(["minoa", "celt", "rome", "egypt"])
        decision = s.asked(civ)
        assert decision is not None
        answer = decision.sample(rng)
        if not isinstance(answer.order, Finish):
            s.answer(civ, answer)
    for deed in reversed(movement_of(s.game).deeds):
        deeds._UNDO[deed.what](s.game, deed)
    assert board_of(s) == start


def test_the_state_survives_the_wire_in_the_middle_of_the_phase() -> None:
    rng = Random(7)
    s = fresh()
    for _ in range(12):
        decision = s.asked("celt")
        assert decision is not None
        answer = decision.sample(rng)
        if not isinstance(answer.order, Finish):
            s.answer("celt", answer)
    state = s.game.state
    assert movement_of(s.game).deeds
    assert msgspec.json.decode(msgspec.json.encode(state), type=type(state)) == state
    assert state.clone() == state
    assert state.clone().movement is not state.movement


def test_a_phase_without_anybody_on_the_board_asks_nobody() -> None:
    s = Scene(MEGA_CIVILIZATION, 9).run(movement)
    assert s.done
