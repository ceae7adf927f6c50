"""Terms, pieces, orders and the set-up (parts 1 and 2)."""

from __future__ import annotations

import msgspec
import pytest

from ecumene.antiquity.setup import Options, check_options, find_lineup
from ecumene.antiquity.stacks import in_play
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import TABLE, Game, Place, Refusal, Seat
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST

BOTH = pytest.mark.parametrize("title", [MEGA, WEST], ids=["mega", "west"])
NINE = ["minoa", "assyria", "celt", "carthage", "hatti", "rome", "iberia", "hellas", "egypt"]


def game(title: AntiquityTitle, seats: int, **options: object) -> Game:
    return Game(title, title.options_type(**options), seats, "5e" * 32)


def set_up(title: AntiquityTitle, seats: int, **options: object) -> Game:
    """A game whose civilizations are chosen by default."""
    made = game(title, seats, **options)
    while made.pending and next(iter(made.pending.values())).kind == "civilization":
        made.answer_default(made.due()[0])
    return made


def civs(made: Game) -> set[str]:
    return {made.title.components.civilization(realm.civ).key for realm in made.state.realms}  # type: ignore[attr-defined]


# -- options -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("D-01", "mega.setup.2", "mega.ast.1", "A-15")
def test_the_host_sets_up_by_default_the_full_basic_game_without_limit() -> None:
    state = game(WEST, 5).state
    assert (state.expert, state.scenario, state.turn_limit) == (False, "full", 0)
    assert game(WEST, 5, expert=True, turn_limit=12).state.expert
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"turn_limit": -1}, Options)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"turn_limits": 3}, Options)


@pytest.mark.rules("mega.setup.1")
def test_numbers_of_players() -> None:
    assert MEGA.meta.seats == tuple(range(5, 19))
    assert WEST.meta.seats == tuple(range(5, 10))
    with pytest.raises(Refusal):
        game(WEST, 10)


@pytest.mark.rules("mega.setup.map.1", "mega.setup.map.2", "mega.setup.map.3", "mega.setup.map.4", "A-15")
def test_halves_of_the_map() -> None:
    for seats in range(5, 10):
        assert game(MEGA, seats, half="west").state.lineup == f"west-{seats}"
        assert game(MEGA, seats, half="east").state.lineup == f"east-{seats}"
        assert game(WEST, seats).state.lineup == f"west-{seats}"
        with pytest.raises(Refusal, match=r"mega\.setup\.map\.1"):
            game(WEST, seats, half="east")
    assert game(MEGA, 10).state.lineup == "west-10"
    assert game(MEGA, 11).state.lineup == "east-11"
    for seats in range(12, 19):
        assert len(find_lineup(MEGA.components, seats, "").blocks) == 2


@pytest.mark.rules(
    "mega.setup.map.5", "mega.setup.map.6", "mega.setup.map.7", "mega.setup.map.8", "mega.setup.map.9",
    "mega.setup.map.10", "mega.setup.map.11", "mega.setup.map.13",
)  # fmt: skip
@pytest.mark.parametrize(
    "seats, west, east, as_east",
    [
        (12, 6, 6, {"assyria"}), (13, 6, 7, {"assyria", "egypt"}), (14, 7, 7, {"assyria", "egypt"}),
        (15, 7, 8, {"assyria"}), (16, 8, 8, {"assyria"}), (17, 8, 9, set()), (18, 9, 9, set()),
    ],
)  # fmt: skip
def test_blocks(seats: int, west: int, east: int, as_east: set[str]) -> None:
    blocks = find_lineup(MEGA.components, seats, "").blocks
    assert (len(blocks[0]), len(blocks[1])) == (west, east)
    printed = {civ.key: civ.block for civ in MEGA.components.civilizations}
    assert {civ for civ in blocks[1] if printed[civ] == "west"} == as_east
    assert not {civ for civ in blocks[0] if printed[civ] == "east"}
    made = set_up(MEGA, seats)
    for realm in made.state.realms:
        assert MEGA.components.civilization(realm.civ).key in blocks[realm.block]


# -- civilizations and start ---------------------------------------------------------------------------------------


@pytest.mark.rules("mega.setup.5", "D-03", "mega.setup.4")
@BOTH
def test_civilizations_are_chosen_one_by_one_in_a_random_order(title: AntiquityTitle) -> None:
    made = game(title, 6)
    order = list(made.state.order)
    assert sorted(order) == list(range(6))
    free = set(made.legal(Seat(order[0])).options)  # type: ignore[union-attr]
    assert len(free) == 6
    for seat in order[:-1]:
        assert list(made.pending) == [seat]
        decision = made.legal(Seat(seat))
        assert decision is not None
        assert set(decision.options) == free  # type: ignore[attr-defined]
        assert decision.fallback().option == min(free)
        made.answer(Seat(seat), {"shape": "choose", "option": max(free)})
        free.discard(max(free))
    assert civs(made) == set(find_lineup(title.components, 6, "").blocks[0])
    orders = {tuple(Game(title, Options(), 6, f"{n:064x}").state.order) for n in range(9)}
    assert len(orders) > 4


@pytest.mark.rules(
    "mega.setup.6", "mega.piece.4", "mega.setup.12", "mega.setup.7", "mega.ast.4", "mega.ast.9"
)
@pytest.mark.rules("mega.area.19", "mega.setup.10")
def test_one_token_on_the_start_area_all_else_in_stock() -> None:
    made = set_up(WEST, 9)
    play = made.play
    assert made.state.turn == 1
    for realm in made.state.realms:
        start = play.board.find(play.components.civilization(realm.civ).start)  # type: ignore[attr-defined]
        assert play.board.starts[play.components.civilization(realm.civ).key] == start  # type: ignore[attr-defined]
        # The first expansion has been played: it asks nobody.
        assert realm.tokens == {start: 2}
        assert (realm.stock, realm.treasury) == (53, 0)
        assert not any((realm.cities, realm.ships, realm.hand, realm.advances, realm.space))
        assert realm.credits == [0] * 5


@pytest.mark.rules(
    "mega.setup.credits.1",
    "mega.setup.credits.2",
    "mega.setup.credits.3",
    "mega.setup.credits.4",
    "mega.short.16",
)
def test_starting_credits() -> None:
    for title, seats, credit in (
        (WEST, 5, 10),
        (WEST, 6, 5),
        (WEST, 7, 0),
        (MEGA, 12, 5),
        (MEGA, 13, 0),
        (MEGA, 5, 10),
    ):
        made = set_up(title, seats)
        assert all(realm.credits == [credit] * 5 for realm in made.state.realms), seats
    short = game(WEST, 5, scenario="short")
    while not short.state.realms[0].space:
        short.answer_default(short.due()[0])
    written = short.title.components.theme_sets  # type: ignore[attr-defined]
    assert written
    for realm in short.state.realms:
        printed = [0] * 5
        for info in WEST.components.advances:
            if realm.advances >> info.advance & 1:
                printed = [a + b for a, b in zip(printed, info.credits, strict=True)]
        extra = sum(realm.credits) - sum(printed)
        assert extra in (0, 10)  # ten points of a Written Record, no starting credits


@pytest.mark.rules("mega.setup.map.12", "mega.out.1", "mega.out.4", "A-125")
def test_only_the_areas_of_the_line_up_are_in_play() -> None:
    board = set_up(WEST, 5).play.board  # type: ignore[attr-defined]
    assert set(board.regions) == {"minoa", "assyria", "hatti", "hellas", "egypt"}
    rome = board.find("rome")
    assert not board.in_play[rome]
    assert not board.land[rome]
    assert all(rome not in row for row in board.land)


@pytest.mark.rules("mega.setup.11", "mega.area.20")
def test_regions_bind_nobody() -> None:
    made = set_up(WEST, 9)
    assert made.state.step == "3"
    realm = made.state.realms[0]
    egypt = made.play.board.find("memphis")  # type: ignore[attr-defined]
    made.play.place(0, egypt, 1)  # type: ignore[attr-defined]
    assert realm.tokens[egypt] == 1
    assert not made.title.laws(made.state)


# -- pieces --------------------------------------------------------------------------------------------------------


@pytest.mark.rules(
    "mega.piece.1", "mega.piece.2", "mega.piece.3", "mega.piece.5", "mega.piece.6", "mega.piece.7"
)
@pytest.mark.rules("A-134")
def test_pieces_are_hard_limits_and_always_in_one_place() -> None:
    s = Scene(WEST, 9, "knossos: 3 minoa", treasury={"minoa": 10})
    realm, seat, g = s.realm("minoa"), s.seat("minoa"), s.game
    assert (g.rules.tokens, g.rules.cities, g.rules.ships) == (55, 9, 4)
    assert realm.stock == 42
    g.remove(seat, s.area("knossos"), 2)
    assert realm.stock == 44
    assert g.pay(seat, 4) == 4
    assert (realm.stock, realm.treasury) == (48, 6)
    assert g.pay(seat, 100) == 6
    assert g.earn(seat, 100) == 54
    assert (realm.stock, realm.treasury) == (0, 54)
    with pytest.raises(ValueError, match="in stock"):
        g.place(seat, s.area("knossos"))
    for area in g.board.areas[:9]:
        g.found_city(seat, area)
    with pytest.raises(ValueError, match="no city"):
        g.found_city(seat, g.board.areas[10])
    assert not [law for law in WEST.laws(g.state) if law.startswith("seat 0")]


@pytest.mark.rules("mega.piece.8", "mega.piece.9", "mega.piece.10", "A-135")
def test_unit_points() -> None:
    s = Scene(WEST, 9, "knossos: 3 minoa, 2 ships minoa; argos: city minoa", treasury={"minoa": 10})
    assert s.game.unit_points(s.seat("minoa")) == 8
    assert s.game.population(s.seat("minoa")) == 3
    assert s.game.stock_points(s.seat("minoa")) == 42 + 5 * 8
    ships = Scene(WEST, 9, "knossos: 2 ships minoa")
    assert not ships.game.others_in(ships.seat("rome"), ships.area("knossos"))


@pytest.mark.rules("mega.piece.11", "mega.piece.14", "A-03")
def test_neutral_pieces_never_run_out() -> None:
    s = Scene(WEST, 9, "knossos: 200 barbarians")
    for area in s.game.board.areas[20:60]:
        s.game.found_city(-1, area)
    assert s.tokens("knossos") == {"barbarians": 200}
    assert len(s.game.state.pirates) == 40
    fresh = set_up(WEST, 9).state
    assert not fresh.barbarians
    assert not fresh.pirates


@pytest.mark.rules("mega.piece.12", "mega.piece.13", "mega.piece.5")
def test_annexing_replaces_destroying_leaves_nothing() -> None:
    s = Scene(WEST, 9, "knossos: city minoa; argos: 2 minoa; rhodes: city minoa")
    rome, minoa = s.seat("rome"), s.seat("minoa")
    s.game.annex_city(rome, s.area("knossos"))
    s.game.annex_tokens(rome, minoa, s.area("argos"), 2)
    assert s.city("knossos") == "rome"
    assert s.tokens("argos") == {"rome": 2}
    assert (s.realm("rome").stock, s.realm("minoa").stock) == (53, 55)
    assert s.game.cities_left(minoa) == 8
    s.game.raze_city(minoa, s.area("rhodes"))
    assert s.city("rhodes") is None
    assert s.tokens("rhodes") == {}


# -- the A.S.T. and orders -----------------------------------------------------------------------------------------


@pytest.mark.rules("mega.ast.5", "mega.ast.6", "mega.ast.7", "mega.ast.8")
def test_ranking_is_fixed_position_order_is_read_when_it_is_needed() -> None:
    s = Scene(WEST, 9, space={"egypt": 4, "minoa": 4, "rome": 6})
    assert [s._civ[seat] for seat in s.game.ranking()] == NINE
    assert [s._civ[seat] for seat in s.game.by_position()][:3] == ["rome", "minoa", "egypt"]
    # With twelve players the seats are not in the order of the civilizations: Saba is no. 2, Assyria no. 3.
    twelve = Scene(MEGA, 12, space={"hatti": 4, "saba": 4})
    assert [twelve._civ[seat] for seat in twelve.game.ranking()][:4] == [
        "minoa",
        "saba",
        "assyria",
        "babylon",
    ]
    assert [twelve._civ[seat] for seat in twelve.game.by_position()][:3] == ["saba", "hatti", "minoa"]
    s.realm("rome").space = 3
    assert [s._civ[seat] for seat in s.game.by_position()][:3] == ["minoa", "egypt", "rome"]


@pytest.mark.rules("mega.ast.2", "mega.ast.3")
def test_each_row_has_its_own_six_epochs() -> None:
    from ecumene.antiquity.succession import epoch_of, final_space

    s = Scene(WEST, 9)
    epochs = {civ: [epoch_of(s.game, s.seat(civ), n) for n in range(16)] for civ in ("minoa", "hatti")}
    assert set(epochs["minoa"]) == set(range(6))
    assert epochs["minoa"].index(1) == 6
    assert epochs["hatti"].index(1) == 5
    assert final_space(s.game, s.seat("minoa")) == 15
    s.game.state.expert = True
    assert final_space(s.game, s.seat("minoa")) == 16


@pytest.mark.rules("mega.order.1", "A-01")
@BOTH
def test_thirteen_phases_in_order(title: AntiquityTitle) -> None:
    phases = [step.phase for step in title.catalogue().steps if step.phase]
    assert phases == sorted(phases)
    assert set(phases) == set(range(1, 14))
    names = [step.name for step in title.catalogue().steps if step.phase]
    assert names == [
        "1a", "1b", "2a", "2b", "3", "4a", "4b", "5a", "5b", "5c", "6a", "6b", "7", "8", "9a", "9b", "10", "11", "12",
        "13a", "13b", "13c",
    ]  # fmt: skip


@pytest.mark.rules("mega.order.2", "mega.order.3", "mega.order.4", "mega.order.6", "A-02", "D-02")
def test_who_may_wait_waits_nobody_is_hurried_and_the_phase_is_closed_for_all() -> None:
    made = set_up(WEST, 5)
    assert made.state.step == "3"
    first, *others = [Seat(seat) for seat in made.state.order]
    with pytest.raises(Refusal):
        made.wait(first)  # nobody is before him
    made.wait(others[0])
    assert others[0] not in made.due()
    assert others[1] in made.due()
    made.answer_default(others[1])  # acts before his turn
    assert others[0] not in made.due()
    while made.state.step == "3" and first in made.pending:
        made.answer_default(first)
    assert others[0] in made.due()
    assert made.state.step == "3"  # until all have finished
    made.wait(others[2])
    made.answer_default(others[2])  # and an answer withdraws the wish


@pytest.mark.rules("mega.order.7")
def test_steps_without_anything_to_do_are_passed_over() -> None:
    made = set_up(WEST, 5)
    assert [told.step for told in made.play.log][-1] == "2b"
    assert made.state.step == "3"  # 1a, 1b, 2a and 2b asked nobody


# -- the end by the table's own limit ------------------------------------------------------------------------------


@pytest.mark.rules("mega.setup.3", "A-14")
def test_the_table_may_limit_the_game_the_turn_is_completed() -> None:
    made = set_up(WEST, 5, turn_limit=2)
    while not made.ended:
        made.answer_default(made.due()[0])
    assert made.state.turn == 2
    assert all(isinstance(place, Place) for place in made.result())
    made = set_up(WEST, 5)
    made.call(TABLE, "last_turn")
    assert made.pending
    while not made.ended:
        made.answer_default(made.due()[0])
    assert made.state.turn == 1
    with pytest.raises(Refusal):
        set_up(WEST, 5).call(Seat(0), "last_turn")


# -- advances ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.adv.gen.1", "mega.adv.gen.7", "mega.setup.8", "mega.13d.2", "A-121")
def test_fifty_one_advances_in_five_groups() -> None:
    advances = WEST.components.advances
    assert len(advances) == len({info.advance for info in advances}) == 51
    assert {group for info in advances for group in info.groups} == set(range(5))
    assert any(len(info.groups) == 2 for info in advances)
    for info in advances:
        assert info.cost not in (100, 200)
        assert info.points == (1 if info.cost < 100 else 3 if info.cost <= 200 else 6)


@pytest.mark.rules("mega.12.credit.7")
def test_named_credits() -> None:
    tiers = {tier: [i for i in WEST.components.advances if i.tier == tier] for tier in ("low", "mid", "high")}
    assert [len(tiers[tier]) for tier in tiers] == [17, 17, 17]
    by = {info.advance: info for info in WEST.components.advances}
    for tier, to, amount in (("low", "mid", 10), ("mid", "high", 20)):
        assert all(info.gift == amount and by[info.gift_to].tier == to for info in tiers[tier])
        assert len({info.gift_to for info in tiers[tier]}) == 17
    assert not any(info.gift for info in tiers["high"])


@pytest.mark.rules("mega.adv.gen.2", "mega.adv.empiricism.1", "mega.adv.literacy.1", "mega.adv.mathematics.1")
def test_advances_work_for_their_holder_and_three_of_them_give_credits_only() -> None:
    from ecumene.antiquity.advances import Advance

    s = Scene(WEST, 9, advances={"minoa": "agriculture"})
    assert s.game.holds(s.seat("minoa"), Advance.AGRICULTURE)
    assert not s.game.holds(s.seat("rome"), Advance.AGRICULTURE)
    by = {info.key: info for info in WEST.components.advances}
    for key in ("empiricism", "literacy", "mathematics"):
        assert sum(by[key].credits) >= 30
        assert not by[key].ability


# -- cards in play -------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.card.9", "mega.setup.select.1", "mega.setup.select.3")
@pytest.mark.parametrize("seats", range(5, 19))
def test_one_full_set_of_each_commodity_in_use(seats: int) -> None:
    for half in ("west", "east") if seats <= 9 else ("",):
        lineup = find_lineup(MEGA.components, seats, half)
        number: dict[int, int] = {}
        for item, count in in_play(MEGA.components, lineup).items():
            number[item >> 1] = number.get(item >> 1, 0) + count
        for kind, count in number.items():
            info = MEGA.components.kinds[kind]
            if info.sort == "commodity":
                assert count == info.set_size, info.key


@pytest.mark.rules("mega.short.1", "mega.first.2", "mega.short.10")
def test_options_that_do_not_go_together() -> None:
    def refused(title: AntiquityTitle, seats: int, **options: object) -> str:
        with pytest.raises(Refusal) as caught:
            check_options(title.components, title.rules, Options(**options), seats)  # type: ignore[arg-type]
        return caught.value.rule

    assert refused(MEGA, 5, scenario="short", expert=True) == "mega.short.1"
    check_options(WEST.components, WEST.rules, Options(scenario="short", expert=True), 5)
    assert refused(WEST, 5, scenario="short", themes_that_destroy=("atlantis",)) == "mega.short.10"
    assert refused(WEST, 6, scenario="first") == "mega.first.2"
    assert refused(MEGA, 5, scenario="first", half="east") == "mega.first.2"
    assert refused(WEST, 5, scenario="first", expert=True) == "mega.first.2"
