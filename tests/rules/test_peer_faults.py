"""What a browser game of the family gets wrong, fault by fault, is right here. Numbers are those of its own rulebook
(Advanced Civilization); each test shows the same in Mega Civilization and Western Empires, whose ids it bears.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from ecumene.antiquity import setup
from ecumene.antiquity.advances import Advance
from ecumene.antiquity.basket import BuyAdvances
from ecumene.antiquity.calamities.limit import calamities, is_major, select_calamities
from ecumene.antiquity.components import card
from ecumene.antiquity.growth import expand
from ecumene.antiquity.purchase import buy_advances
from ecumene.antiquity.scoring import ranking
from ecumene.antiquity.stacks import build, return_discards
from ecumene.antiquity.succession import move_markers
from ecumene.antiquity.tax import collect_taxes
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.view import table_view
from ecumene.kernel import SPECTATOR, Chance, Choose, Game, Refusal, Seat
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST
from tests.rules.calamity_scenes import areas, asked, cities, strike
from tests.rules.moving import body, do, march, no, scene
from tests.rules.trading import act, offer
from tests.rules.trading import scene as floor


def first_calamity(stack: list[int]) -> int:
    """As which draw the first calamity of a stack comes."""
    kinds = WEST.components.kinds
    return next(n for n, item in enumerate(reversed(stack), 1) if kinds[item >> 1].sort != "commodity")


@pytest.mark.rules("mega.setup.cards.5-8.4", "mega.setup.cards.5-8.5", "mega.setup.cards.5-8.6")
@pytest.mark.parametrize("seats", [5, 6])
def test_15_2_calamities_do_not_lie_right_under_the_reserve(seats: int) -> None:
    """There: always the draw after the players' own. Here: anywhere from there on, the fixed one last of all."""
    lineup = setup.find_lineup(WEST.components, seats, "")
    draws: Counter[int] = Counter()
    for seed in range(50):
        for stack in build(WEST.components, lineup, seats, Chance(f"{seed:064x}"))[1:]:
            draws[first_calamity(stack)] += 1
            assert WEST.components.kinds[stack[0] >> 1].sort == "fixed"
    assert min(draws) == seats + 1
    assert draws[seats + 1] < 150  # of 400
    assert len(draws) > 5


@pytest.mark.rules("mega.setup.5", "D-03")
def test_15_3_everybody_chooses_where_to_start() -> None:
    """Start areas are those of the civilizations; each seat in a drawn order chooses among those that are left."""
    first = set()
    for seed in range(12):
        game = Game(WEST, WEST.options_type(), 7, f"{seed:064x}")
        (seat,) = game.due()
        first.add(seat)
        left = 7
        while game.state.step == "civilizations":
            (seat,) = game.due()
            decision = game.pending[seat]
            assert isinstance(decision, Choose)
            assert len(decision.options) == left
            game.answer(seat, game.pending[seat].sample(Random(seed)))
            left -= 1
        starts = [next(iter(realm.tokens)) for realm in game.state.realms]
        assert len(set(starts)) == 7
    assert len(first) > 3


@pytest.mark.rules(
    "mega.setup.1", "mega.setup.map.1", "mega.setup.map.4", "mega.setup.map.12", "mega.piece.1"
)
def test_16_the_map_fits_the_number_of_players() -> None:
    sizes = []
    for title in (WEST, MEGA):
        for seats in title.meta.seats:
            game = Game(title, title.options_type(), seats, "01" * 32)
            sizes.append(len(game.play.board.areas))  # type: ignore[attr-defined]
            assert game.title.laws(game.state) == []
            assert {realm.stock for realm in game.state.realms} == {55}
    assert tuple(WEST.meta.seats) == (5, 6, 7, 8, 9)
    assert tuple(MEGA.meta.seats) == tuple(range(5, 19))
    assert sizes[:5] == sorted(sizes[:5])
    assert sizes[0] < sizes[4] < sizes[-1]


@pytest.mark.rules("mega.5.order.1", "mega.7.1", "mega.7.15", "D-33")
def test_18_1_building_in_ranking_order_and_trade_all_at_once() -> None:
    s = Scene(WEST, 9, "aleppo: 6 hatti; rome: 6 rome; memphis: 6 egypt")
    s.game.state.order = [s.seat("egypt"), s.seat("rome"), s.seat("hatti")]  # the census does not matter
    s.run(dict(WEST.steps)["5a"])
    assert s.who() == ["egypt", "hatti", "rome"]
    step = s._step
    assert step is not None
    waits = [step.can_wait(s.seat(civ)) for civ in ("hatti", "rome", "egypt")]
    assert waits == [False, True, True]

    s = floor()
    assert s.who() == ["egypt", "hatti", "rome"]
    for _ in range(20):  # more than twelve things may be said, and "done" is taken back
        s.answer("hatti", act("withdraw", offer=offer(s, "hatti", "3 salt", "salt salt")))
    s.answer("hatti", act("done"))
    assert s.who() == ["egypt", "hatti", "rome"]
    s.answer("hatti", act("resume"))
    offer(s, "hatti", "3 salt", "salt salt")


@pytest.mark.rules("mega.3.move.1", "mega.adv.roadbuilding.1")
def test_23_3_tokens_walk_one_area_and_with_roads_two() -> None:
    s = scene("syria: 4 minoa")
    march(s, "minoa", "syria", "damascus")
    assert no(s, "minoa", "march", start="damascus", to="sidon", number=1).rule == "mega.3.move.1"
    assert no(s, "minoa", "march", start="syria", to="sidon", number=1).key == "not_adjacent_by_land"
    assert (
        no(s, "minoa", "march", start="syria", via="damascus", to="sidon", number=1).rule
        == "mega.adv.roadbuilding.1"
    )
    s = scene("syria: 4 minoa", {"minoa": "roadbuilding"})
    march(s, "minoa", "syria", "sidon", via="damascus")
    assert no(s, "minoa", "march", start="sidon", to="damascus", number=1).key == "too_few_unmoved"
    far = {"shape": "orders", "order": {"order": "march", "start": 1, "via": [2, 3], "to": 4, "number": 1}}
    assert s.refused("minoa", far).key == "malformed"


@pytest.mark.rules(
    "mega.3.ships.move.1", "mega.3.ships.move.2", "mega.3.ships.move.4", "mega.3.ships.move.5", "mega.area.7"
)
def test_23_52_to_57_ships_go_along_the_coast_stop_load_and_land_on_the_way() -> None:
    """Not 13 polygons of sea with two coasts each: every coastal area is water, and steps are counted over all hops."""
    board = WEST.play(Game(WEST, WEST.options_type(), 9, "01" * 32).state, Chance("00" * 32)).board
    coasts = [area for area in board.areas if board.coastal[area]]
    reached = sorted(len(board.reach(area, 4, open_sea=False)) for area in coasts)
    assert reached[len(reached) // 2] >= 10
    assert max(len(board.sailing[area]) for area in coasts) > 2

    s = scene("rhodes: 3 minoa, 1 ship minoa; thera: 3 minoa", treasury={"minoa": 5})
    do(s, "minoa", "maintain", ship=0)
    do(s, "minoa", "embark", ship=0, number=3)
    do(s, "minoa", "sail", ship=0, way="knossos")
    do(s, "minoa", "land", ship=0, number=2)
    do(s, "minoa", "sail", ship=0, way="thera")
    do(s, "minoa", "embark", ship=0, number=3)
    do(s, "minoa", "sail", ship=0, way="knossos phaestos")
    assert no(s, "minoa", "sail", ship=0, way="knossos").key == "too_many_steps"
    assert no(s, "minoa", "sail", ship=0, way="aegean_sea").rule in (
        "mega.3.ships.move.1",
        "mega.3.ships.move.2",
    )
    do(s, "minoa", "finish")
    assert (s.tokens("knossos"), s.tokens("phaestos")) == ({"minoa": 2}, {"minoa": 4})
    sea = scene("rhodes: 1 minoa, 1 ship minoa", {"minoa": "astronavigation"}, treasury={"minoa": 5})
    do(sea, "minoa", "maintain", ship=0)
    do(sea, "minoa", "sail", ship=0, way="aegean_sea")  # a stop at sea
    assert no(sea, "minoa", "finish").key == "ends_in_open_sea"
    do(sea, "minoa", "sail", ship=0, way="thera")
    do(sea, "minoa", "finish")


@pytest.mark.rules("mega.6b.1", "mega.6b.order.1")
def test_27_51_cards_of_the_ninth_stack_are_bought_before_trade_in_the_order_of_drawing() -> None:
    names = list(WEST.turn)
    assert names.index("6a") < names.index("6b") < names.index("7")
    s = Scene(WEST, 9, "rome: city rome", treasury={"rome": 30, "minoa": 15})
    s.run(dict(WEST.steps)["6b"])
    assert s.who() == ["minoa"]  # fewest cities first
    s.choose("minoa", 9)
    assert s.who() == ["rome"]
    assert s.options("rome") == ("none", 9)


@pytest.mark.rules("mega.adv.mining.2", "mega.adv.trade_empire.1", "mega.12.4")
def test_28_53_a_bonus_on_sets_is_one_set_a_turn() -> None:
    """Mining is worth twice the treasury here and adds no card to any set; Trade Empire adds one to one set, once."""
    s = Scene(WEST, 9, advances={"minoa": "mining trade_empire"}, hands={"minoa": "3 oil, 2 ivory, 2 iron"})
    s.run(buy_advances)
    decision = asked(s, "minoa")
    assert isinstance(decision, BuyAdvances)
    oil, ivory, iron = (2 * WEST.components.kind(key) for key in ("oil", "ivory", "iron"))
    # 3 oil and a substitute: 4 x 4 x 4 = 64.
    one: dict[str, Any] = {
        "shape": "basket", "advances": ["pottery"], "cards": [[oil, 3]], "completed": oil >> 1, "substitute": ivory,
    }  # fmt: skip
    assert decision.check(decision.decode(one)) is None
    two = one | {"completed": [oil >> 1, iron >> 1], "substitute": [ivory, ivory]}
    assert s.refused("minoa", two).key == "malformed"
    s.answer("minoa", one)
    assert asked_again(s) == []


def asked_again(s: Scene) -> list[str]:
    """Who still buys, of those who have something to buy with."""
    return [civ for civ in s.who() if s.asked(civ).kind == "advances" and civ == "minoa"]  # type: ignore[union-attr]


@pytest.mark.rules("mega.8.3", "mega.8.4", "A-69")
@pytest.mark.parametrize("seats, most", [(8, 2), (9, 3), (13, 2), (18, 3)])
def test_29_5_no_victim_keeps_more_calamities_than_the_limit(seats: int, most: int) -> None:
    kinds = [kind for kind in MEGA.components.kinds if kind.sort != "commodity"]
    kept = set()
    for seed in range(60):
        rng = Random(seed)
        s = Scene(MEGA, seats)
        usable = [kind for kind in kinds if kind.sort != "minor" or most == 3]
        for kind in rng.sample(usable, rng.randint(0, len(usable))):
            realm = rng.choice(s.game.realms)
            realm.hand[2 * kind.kind + realm.block] = 1
        s.run(select_calamities)
        for realm in s.game.realms:
            held = calamities(s.game, Seat(realm.seat))
            kept.add(len(held))
            assert len(held) <= most
            assert sum(is_major(s.game, item) for item in held) <= 2
    assert max(kept) == most


@pytest.mark.rules("mega.area.17", "mega.area.13", "mega.9.flood.4", "mega.9.flood.t1")
def test_30_513_cities_on_black_sites_are_safe_from_the_flood() -> None:
    board = Scene(WEST, 9).game.board
    plain = [board.key_of(area) for area in board.plains[0]]
    sites = {board.site[area] for areas_ in board.plains for area in areas_}
    assert {"black", "white"} <= sites
    black = next(key for key in plain if board.site[board.find(key)] == "black")
    white = next(key for key in plain if board.site[board.find(key)] == "white")
    s = strike("flood", f"{black}: city hatti; {white}: city hatti", title=WEST)
    assert s.done
    assert cities(s, "hatti") == {black}


@pytest.mark.rules("mega.adv.military.3", "mega.9.civil_war.1", "mega.9.civil_war.3", "D-47")
def test_30_414_the_victim_himself_selects_the_five_points_of_military() -> None:
    pieces = "syria: 5 hatti; damascus: 5 hatti; jericho: 5 hatti; dacia: 32 hatti"
    s = strike("civil_war", pieces, advances={"hatti": "military"}, title=WEST)
    decision = asked(s, "hatti", "civil_war")
    assert decision.about["points"] == 47 - 35 + 5
    assert s.game.unit_points(s.seat("hatti")) == 47  # nothing is taken before he chooses
    plain = strike("civil_war", pieces, title=WEST)
    assert asked(plain, "hatti").about["points"] == 12
    plain.answer("hatti", areas(plain, "syria damascus jericho"))


@pytest.mark.rules("mega.12.10", "mega.12.credit.4", "mega.12.2", "A-111")
def test_31_62_what_is_bought_now_does_not_help_to_buy_now() -> None:
    """No prerequisites here; credits and Mining are the like of them."""
    s = Scene(WEST, 9, treasury={"minoa": 55})
    s.run(buy_advances)
    decision = asked(s, "minoa")
    # Music (80) gives ten off crafts-and-arts neighbours and Drama and Poetry ten less, next turn.
    cost = sum(WEST.components.advance(a).cost for a in (Advance.POTTERY, Advance.MYSTICISM))
    pair = {"shape": "basket", "advances": ["pottery", "mysticism"], "treasury": 55}
    assert cost > 55
    refusal = decision.check(decision.decode(pair))
    assert (refusal.rule, refusal.details["price"]) == ("mega.12.7", cost)
    rich = Scene(WEST, 9, hands={"minoa": "9 ivory"}, treasury={"minoa": 10})
    rich.run(buy_advances)
    with_mining = {"shape": "basket", "advances": ["mining"], "cards": [], "treasury": 10}
    assert rich.refused("minoa", with_mining).details["treasury"] == 10


@pytest.mark.rules("mega.12.6", "mega.12.5", "A-109")
def test_31_58_no_change_is_given_and_none_can_be_had_by_negative_payments() -> None:
    s = Scene(WEST, 9, hands={"minoa": "5 oil"}, treasury={"minoa": 20})
    s.run(buy_advances)
    oil = 2 * WEST.components.kind("oil")
    buy = {"shape": "basket", "advances": ["pottery"], "cards": [[oil, 5]]}
    for treasury in (-40, -140, -1, 0.5, 1, True, "0"):
        assert s.refused("minoa", buy | {"treasury": treasury}).rule in ("mega.12.1", "mega.12.5")
    s.answer("minoa", buy | {"treasury": 0})  # 5 x 5 x 4 = 100 for 60
    assert s.realm("minoa").treasury == 20


@pytest.mark.rules("mega.13c.2", "mega.13c.3", "A-119")
def test_31_81_returned_cards_are_shuffled_and_fixed_calamities_lie_below() -> None:
    back = [
        2 * WEST.components.kind(key)
        for key in ("iron", "wax", "iron", "papyri", "slave_revolt", "famine", "wax")
    ]
    seen = set()
    for seed in range(30):
        s = Scene(WEST, 9)
        s.game.chance = Chance(f"{seed:064x}")
        s.game.state.discards[1] = list(back)
        s.run(return_discards)
        stack = s.game.state.stacks[1]
        assert WEST.components.kinds[stack[0] >> 1].key == "famine"
        seen.add(tuple(stack[1:]))
    assert len(seen) > 15
    places = {stack.index(2 * WEST.components.kind("slave_revolt")) for stack in seen}
    assert len(places) > 3


@pytest.mark.rules("mega.13a.11", "mega.13a.3", "mega.13a.2")
def test_33_4_a_marker_moves_one_space_a_turn_in_the_stone_age_too() -> None:
    s = Scene(WEST, 9)
    for turn in range(1, 4):
        s.run(move_markers)
        assert {realm.space for realm in s.game.realms} <= {turn, turn - 1}
        assert s.realm("minoa").space <= turn
    far = Scene(WEST, 9, space={"minoa": 5}).run(move_markers)  # the Early Bronze Age begins on 6: two cities
    assert far.realm("minoa").space == 5


@pytest.mark.rules("A-14", "mega.setup.3", "mega.13b.1")
def test_34_1_the_last_turn_of_a_limit_is_played_to_its_end() -> None:
    """A holder of Coinage is asked for his rate in the last turn too, and the turn goes on from there."""
    game = Game(WEST, WEST.options_type(turn_limit=4), 5, "05" * 32)
    rng = Random(5)
    steps = []
    while not game.ended:
        if game.state.turn == 3:
            for realm in game.state.realms:
                realm.advances |= 1 << Advance.COINAGE
        seat = game.due()[0]
        if game.state.turn == 4:
            steps.append(game.state.step)
        game.answer(seat, game.pending[seat].sample(rng))
    assert game.state.turn == 4
    assert "3" in steps
    markers = [
        told.event for told in game.play.log if type(told.event).__name__ in ("MarkerMoved", "MarkerStayed")
    ]
    assert len(markers) == 4 * 5

    s = Scene(WEST, 9, "rome: city rome", advances={"rome": "coinage"})
    s.game.state.turn_limit = s.game.state.turn
    s.run(collect_taxes)
    assert asked(s, "rome", "tax_rate").options == (1, 2, 3)
    assert not s.game.state.over


@pytest.mark.rules("mega.13d.tie.8", "mega.13d.6")
def test_35_2_the_last_tie_goes_by_ranking() -> None:
    s = Scene(WEST, 9)
    order = [s._civ[Seat(place.seat)] for place in ranking(s.game)]
    assert order == [s._civ[seat] for seat in s.game.ranking()]
    assert [place.place for place in ranking(s.game)] == list(range(1, 10))


@pytest.mark.rules("mega.hid.1", "mega.6a.6", "mega.hid.2")
def test_14_2_numbers_of_cards_are_open_and_the_cards_are_not() -> None:
    s = Scene(WEST, 9, hands={"minoa": "3 oil, ivory", "rome": "wine"})
    for viewer in (SPECTATOR, s.seat("rome")):
        view = table_view(s.game.state, viewer)
        assert view.realms[s.seat("minoa")].cards == 4
        assert view.realms[s.seat("minoa")].hand is None


@pytest.mark.rules("mega.leave.20", "mega.leave.2", "A-68", "D-81", "D-33")
def test_15_5_15_6_28_41_leaving_and_the_clock() -> None:
    """Nobody comes late (Mega knows no late arrival), who must go may go, and the trade floor ends when time is up."""
    game = Game(WEST, WEST.options_type(turn_limit=3), 6, "09" * 32)
    rng = Random(9)
    while game.state.turn < 2:
        seat = game.due()[0]
        game.answer(seat, game.pending[seat].sample(rng))
    game.call(Seat(3), "leave")
    while not game.ended and not game.state.realms[3].gone:
        game.answer_default(game.due()[0])
    assert game.state.realms[3].gone
    with pytest.raises(Refusal) as refusal:
        game.call(Seat(3), "stay")
    assert refusal.value.rule == "mega.leave.20"

    s = floor()
    offer(s, "hatti", "3 salt", "salt salt")
    s.defaults()
    assert s.done


@pytest.mark.rules("mega.12.credit.7", "mega.adv.gen.5")
def test_card_credits_are_all_there() -> None:
    """17 low advances give 10 to a middle one each, 17 middle ones 20 to a high one; and each has its tokens."""
    given = Counter(info.gift for info in WEST.components.advances)
    assert given == {0: 17, 10: 17, 20: 17}
    assert len({info.gift_to for info in WEST.components.advances if info.gift}) == 34
    for key in ("law", "democracy", "military", "philosophy"):
        assert sum(WEST.components.advance(Advance[key.upper()]).credits) > 0


@pytest.mark.rules("mega.3.move.1", "mega.2a.6", "mega.12.4", "mega.7.3")
def test_minus_six_tokens_half_a_token_and_treasury_of_minus_140_are_refused() -> None:
    s = scene("syria: 4 minoa")
    for number in (-6, 0, 0.5, 0.25, 5, 10**12, True, None, "1"):
        assert no(s, "minoa", "march", start="syria", to="damascus", number=number).rule == "mega.3.move.1"
    assert [standing.unmoved for standing in body(s, "minoa").tokens] == [4]

    g = Scene(WEST, 9, "syria: 4 minoa; damascus: 4 minoa", stock={"minoa": 3}).run(expand)
    syria, damascus = g.area("syria"), g.area("damascus")
    for units in (
        [[syria, 2.75], [damascus, 0.25]],
        [[syria, -1], [damascus, 4]],
        [[syria, 3]],
        [[syria, 1], [syria, 2]],
    ):
        assert g.refused("minoa", {"shape": "spread", "units": units}).rule == "mega.2a.6"
    g.answer("minoa", {"shape": "spread", "units": [[syria, 2], [damascus, 1]]})

    b = Scene(WEST, 9, hands={"minoa": "2 ivory"}, treasury={"minoa": 40}).run(buy_advances)
    ivory = 2 * WEST.components.kind("ivory")
    for cards, treasury in (([[ivory, 1.01]], 42), ([[ivory, 2]], -140), ([[ivory, -1]], 40), ([], 60)):
        refusal = b.refused(
            "minoa", {"shape": "basket", "advances": ["pottery"], "cards": cards, "treasury": treasury}
        )
        assert refusal.rule.startswith("mega.12.")

    f = floor()
    salt = card(MEGA.components.kind("salt"), f.realm("hatti").block)
    for give in ([[salt, -3]], [[salt, 1.5], [salt, 1.5]], [[salt, 2], [salt, 1]], [[salt, 99]]):
        terms = {"give": give, "names": [salt >> 1, salt >> 1], "wanted": 3}
        assert f.refused("hatti", act("offer", terms=terms)).rule in ("mega.7.1", "mega.7.3")


def test_the_rows_are_all_here() -> None:
    """One test a row of the comparison, twenty and the one on wrong input."""
    rows = [name for name in globals() if name.startswith("test_") and name != "test_the_rows_are_all_here"]
    assert len(rows) == 21
