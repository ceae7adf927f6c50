"""12. Advances: sets, prices, payment, what they bring, and the hand limit. Trade cards (mega.card)."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.antiquity.advances import Advance, Group
from ecumene.antiquity.basket import BuyAdvances, Purchase, basket, hand_limit
from ecumene.antiquity.components import card, kind_of
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.prices import credit, price, price_of, prices, sets_for, worth
from ecumene.antiquity.purchase import AdvancesBought, CardsDiscarded, buy_advances
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import Game, Refusal, Seat
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST

ME = "minoa"
COMPONENTS = WEST.components
IN_USE = [info.key for info in COMPONENTS.kinds if info.sort == "commodity" and any(info.copies[2:3])]


def scene(
    hand: str = "", advances: str = "", treasury: int = 0, title: object = WEST, **more: object
) -> Scene:
    """Minoa alone buys."""
    s = Scene(
        title, 9, advances={ME: advances}, hands={ME: hand} if hand else None,  # type: ignore[arg-type]
        treasury={ME: treasury}, lineup="west-9", **more,  # type: ignore[arg-type]
    )  # fmt: skip
    for name in advances.split():
        for group, points in enumerate(COMPONENTS.advance(Advance[name.upper()]).credits):
            s.realm(ME).credits[group] += points
    return s


def code(key: str, block: int = 0) -> int:
    return card(COMPONENTS.kind(key), block)


def cards(text: str) -> list[list[int]]:
    return [[code(words[-1]), int(words[0])] for words in (part.split() for part in text.split(",")) if words]


def bid(advances: str = "", hand: str = "", treasury: int = 0, **more: object) -> dict[str, object]:
    return {
        "shape": "basket",
        "advances": advances.split(),
        "cards": cards(hand),
        "treasury": treasury,
        **more,
    }


def cost(s: Scene, name: str) -> int:
    return price(s.game, s.seat(ME), Advance[name.upper()])


def buys(s: Scene, **answer: object) -> Scene:
    return s.run(buy_advances).answer(ME, bid(**answer))  # type: ignore[arg-type]


def refused(s: Scene, **answer: object) -> Refusal:
    return s.run(buy_advances).refused(ME, bid(**answer))  # type: ignore[arg-type]


# -- the value of cards --------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.card.5", "mega.card.1", "mega.card.3", "mega.card.4")
@pytest.mark.parametrize(
    "hand, value",
    [
        ("1 fruit", 3),
        ("2 fruit", 12),
        ("3 iron", 18),
        ("1 iron, 1 wax, 1 papyri", 6),
        ("8 oil", 256),
        ("3 water", 0),
    ],
)
def test_the_value_of_sets(hand: str, value: int) -> None:
    assert worth(COMPONENTS, {pair[0]: pair[1] for pair in cards(hand)}) == value


@pytest.mark.rules("mega.card.8", "A-63")
def test_water_is_a_commodity_of_value_0() -> None:
    assert COMPONENTS.is_commodity(code("water"))
    assert COMPONENTS.face(code("water")) == 0


@pytest.mark.rules("mega.card.10", "A-136")
def test_cards_of_both_blocks_form_one_set() -> None:
    assert worth(MEGA.components, {code("gold", 0): 2, code("gold", 1): 1}) == 9 * 9
    s = Scene(MEGA, 12, hands={"minoa": "2 gold"})
    s.game.gain_card(s.seat("minoa"), code("gold", 1))
    s.run(buy_advances).answer(
        "minoa",
        {"shape": "basket", "advances": ["mythology"], "cards": [[code("gold"), 2], [code("gold", 1), 1]]},
    )
    assert Advance.MYTHOLOGY.key in {a.key for a in Advance if s.game.holds(s.seat("minoa"), a)}
    assert s.game.state.discards[8] == [code("gold"), code("gold")]
    assert s.game.state.discards[17] == [code("gold", 1)]


# -- prices --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.12.ex1", "mega.12.credit.1", "mega.12.credit.2", "mega.12.credit.3", "A-114")
def test_music_makes_two_arts_cheaper_in_one_transaction() -> None:
    s = scene(advances="music", treasury=52)
    assert cost(s, "drama_and_poetry") == 70
    assert cost(s, "mysticism") == 40  # arts 10 or religion 5, never both
    s = scene(advances="music", hand="2 gold, 3 iron", treasury=55)  # 36 + 18
    assert (
        refused(s, advances="drama_and_poetry mysticism", hand="2 gold, 3 iron", treasury=55).details["price"]
        == 110
    )


@pytest.mark.rules("mega.12.ex2", "mega.12.credit.5", "mega.12.7", "mega.12.credit.4")
def test_pottery_and_masonry_make_agriculture_30_cheaper() -> None:
    s = scene(advances="pottery masonry", hand="3 gold", treasury=30)
    assert cost(s, "agriculture") == 90
    metal = cost(s, "metalworking")
    buys(s, advances="agriculture", hand="3 gold", treasury=9)
    assert cost(s, "metalworking") == metal - 10  # next turn crafts are 30 cheaper in all
    assert COMPONENTS.advance(Advance.METALWORKING).cost - cost(s, "metalworking") == 30


@pytest.mark.rules("mega.12.ex3")
def test_agriculture_gives_20_to_democracy() -> None:
    s = scene(advances="pottery")
    assert cost(s, "agriculture") == 100
    s = scene(advances="agriculture")
    assert cost(s, "democracy") == 200


@pytest.mark.rules("mega.12.8", "mega.12.9", "mega.12.7", "mega.setup.credits.5", "mega.12.credit.6", "A-13")
def test_a_price_may_be_0_and_credits_are_always_applied() -> None:
    s = scene(treasury=1)
    s.realm(ME).credits = [60, 10, 10, 10, 10]
    assert cost(s, "mysticism") == cost(s, "sculpture") == 0
    assert cost(s, "cloth_making") == 40
    buys(s, advances="mysticism sculpture")
    assert s.game.holds(s.seat(ME), Advance.SCULPTURE)
    assert s.realm(ME).treasury == 1


@pytest.mark.rules("mega.12.10", "mega.12.credit.4", "A-111", "mega.adv.mining.2")
def test_what_is_bought_does_not_help_in_the_same_transaction() -> None:
    s = scene(hand="3 gold", treasury=55)
    s.realm(ME).hand = {code("gold"): 5}  # 225
    # Pottery's credits do not make Agriculture cheaper: 60 + 120 = 180.
    assert refused(s, advances="pottery agriculture", treasury=55).rule == "mega.12.7"
    s = scene(treasury=50)
    s.realm(ME).hand = {code("gold"): 5}
    # Mining costs 230: 225 and 5 treasury, at 1 each.
    assert refused(s, advances="mining", hand="5 gold", treasury=3).key == "too_little"
    s.answer(ME, bid(advances="mining", hand="5 gold", treasury=5))
    assert s.realm(ME).treasury == 45


@pytest.mark.rules("mega.12.credit.6", "mega.setup.credits.5", "A-13")
@pytest.mark.parametrize("title, seats, credit", [(WEST, 5, 10), (WEST, 6, 5), (WEST, 7, 0), (MEGA, 12, 5)])
def test_starting_credits_make_the_first_purchase_cheaper(
    title: AntiquityTitle, seats: int, credit: int
) -> None:
    made = Game(title, title.options_type(), seats, "11" * 32)
    while made.state.step in title.openings["full"]:
        made.answer_default(made.due()[0])
    play = made.play
    assert isinstance(play, Antiquity)
    assert play.state.turn == 1
    for realm in play.realms:
        seat = Seat(realm.seat)
        assert price(play, seat, Advance.POTTERY) == 60 - credit
        assert price(play, seat, Advance.WRITTEN_RECORD) == 60 - credit  # of two groups, and yet only once


def test_prices_leave_out_what_is_held() -> None:
    s = scene(advances="music literacy")
    assert len(prices(s.game, s.seat(ME))) == 49
    assert credit(s.game, s.seat(ME), Advance.MATHEMATICS) == 20 + max(20, 5)


# -- what may be bought --------------------------------------------------------------------------------------------


@pytest.mark.rules("D-74", "mega.12.1", "mega.12.2", "mega.12.3", "mega.adv.gen.7")
def test_any_number_of_different_advances_none_twice() -> None:
    s = scene(advances="pottery", treasury=50)
    s.realm(ME).hand = {code("gold"): 5, code("ivory"): 4}
    assert refused(s, advances="pottery", treasury=50).rule == "mega.12.3"
    assert s.refused(ME, bid(advances="music music")).key == "named_twice"
    assert s.refused(ME, bid(advances="alchemy")).key == "no_such_advance"
    assert s.refused(ME, bid(hand="1 gold")).key == "nothing_bought"
    s.answer(
        ME, bid(advances="theology music", hand="5 gold, 3 ivory", treasury=19)
    )  # 250 + 75 = 225 + 81 + 19
    assert s.game.holds(s.seat(ME), Advance.THEOLOGY)  # no prerequisites
    assert s.done


@pytest.mark.rules("D-74", "mega.12.1")
def test_nobody_must_buy_and_who_shows_nothing_to_pay_with_is_not_asked() -> None:
    s = scene(treasury=55).run(buy_advances)
    assert s.who() == [ME]
    assert s.asked(ME).fallback() == Purchase()  # type: ignore[union-attr]
    assert s.answer(ME, bid()).done
    assert scene(treasury=49).run(buy_advances).done
    assert scene(treasury=50).run(buy_advances).who() == [ME]
    for treasury, asked in ((24, []), (25, [ME])):  # with Mining they count twice
        s = scene(treasury=treasury)
        s.realm(ME).advances |= 1 << Advance.MINING
        assert s.run(buy_advances).who() == asked
    s = scene(treasury=55)
    s.realm(ME).advances = (1 << 51) - 1  # nothing is left to buy
    assert s.run(buy_advances).done
    assert scene(hand="water").run(buy_advances).who() == [ME]  # a hand is secret


@pytest.mark.rules("mega.12.order.1", "A-133", "mega.ast.6")
def test_all_buy_at_once_position_order_for_whoever_insists() -> None:
    s = Scene(
        WEST, 9, treasury={"minoa": 55, "rome": 55, "egypt": 55}, space={"egypt": 3, "rome": 3, "minoa": 2}
    )
    s.run(buy_advances)
    assert s.who() == ["egypt", "minoa", "rome"]
    step = s._step
    assert step is not None
    assert not step.can_wait(s.seat("rome"))
    assert step.can_wait(s.seat("egypt"))
    s.answer("rome", bid())
    assert not step.can_wait(s.seat("egypt"))
    assert step.can_wait(s.seat("minoa"))


# -- payment -------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.12.t1", "mega.12.4", "mega.12.5", "A-108", "D-75", "mega.adv.mining.2")
def test_no_more_treasury_than_needed() -> None:
    hand = "3 textiles"  # 45
    s = scene(hand=hand, treasury=50)
    assert refused(s, advances="coinage", hand=hand, treasury=46).rule == "mega.12.5"
    assert s.refused(ME, bid("coinage", hand, 44)).rule == "mega.12.7"
    s.answer(ME, bid("coinage", hand, 45))
    assert s.realm(ME).treasury == 5
    s = scene(hand=hand, treasury=50)
    s.realm(ME).advances |= 1 << Advance.MINING
    assert refused(s, advances="coinage", hand=hand, treasury=22).key == "too_little"
    assert s.refused(ME, bid("coinage", hand, 24)).key == "too_much_treasury"
    s.answer(ME, bid("coinage", hand, 23))
    assert s.realm(ME).treasury == 27


@pytest.mark.rules("mega.12.t2", "mega.12.6", "A-109")
def test_too_much_in_cards_gives_no_change() -> None:
    s = scene(hand="4 iron, 1 gold", treasury=10)
    s.realm(ME).credits[Group.CRAFTS] = 20
    assert cost(s, "cloth_making") == 30
    assert refused(s, advances="cloth_making", hand="4 iron", treasury=1).rule == "mega.12.5"
    s.answer(ME, bid("cloth_making", "4 iron, 1 gold"))  # even needless cards
    assert s.realm(ME).hand == {}
    assert s.realm(ME).treasury == 10


@pytest.mark.rules("mega.12.4")
def test_only_commodities_that_are_held_pay() -> None:
    s = scene(hand="2 iron, famine", treasury=10)
    assert refused(s, advances="music", hand="3 iron").key == "not_in_hand"
    assert s.refused(ME, bid("music", "1 famine")).key == "not_in_hand"
    assert s.refused(ME, bid("music", "1 gold")).key == "not_in_hand"
    assert s.refused(ME, bid(treasury=5)).key == "nothing_bought"
    assert s.refused(ME, bid("music", "1 iron, 1 iron")).key == "named_twice"
    assert s.refused(ME, bid("music", "2 iron", 11)).key == "not_in_treasury"
    assert s.refused(ME, bid("music", "2 iron", -140)).key == "malformed"
    negative = {"shape": "basket", "advances": ["music"], "cards": [[code("iron"), -140]]}
    assert s.refused(ME, negative).key == "malformed"
    assert s.refused(ME, bid("music", more=1)).key == "malformed"


@pytest.mark.rules("mega.12.11", "mega.hid.15", "mega.hid.1", "A-79", "mega.13c.1")
def test_what_is_paid_is_open_and_goes_to_the_discards() -> None:
    s = buys(
        scene(hand="3 textiles, 1 water, 1 gold", treasury=50),
        advances="coinage",
        hand="3 textiles, 1 water",
        treasury=45,
    )
    told = [t for t in s.game.log if isinstance(t.event, AdvancesBought)]
    assert told[0].to is None
    assert told[0].event == AdvancesBought(
        s.seat(ME), ("coinage",), ((code("textiles"), 3), (0, 1)), 45, "", (0, 0, 0, 0, 0)
    )
    assert s.game.state.discards[4] == [code("textiles")] * 3
    assert sum(map(len, s.game.state.discards)) == 3
    assert s.game.learned


@given(
    hand=st.dictionaries(st.sampled_from(IN_USE), st.integers(1, 4), max_size=6),
    treasury=st.integers(0, 55),
    mining=st.booleans(),
    empire=st.booleans(),
    library=st.integers(0, 60),
    seed=st.integers(0, 2**32),
)  # fmt: skip
@pytest.mark.rules("D-75", "D-76", "mega.12.4", "mega.12.5", "A-108")
def test_every_sample_is_legal_and_pays_exactly(
    hand: dict[str, int], treasury: int, *, mining: bool, empire: bool, library: int, seed: int
) -> None:
    s = scene(hand=", ".join(f"{n} {key}" for key, n in hand.items()), treasury=treasury)
    s.realm(ME).credits = [library % 25] * 5
    s.realm(ME).advances |= mining << Advance.MINING | empire << Advance.TRADE_EMPIRE
    decision = BuyAdvances(s.game, s.seat(ME))
    answer = decision.sample(Random(seed))
    assert decision.check(answer) is None
    assert decision.check(decision.decode(answer)) is None
    if answer.advances:
        prices_now = {key: price(s.game, s.seat(ME), Advance[key.upper()]) for key in answer.advances}
        total = sum(max(0, cost - 40 * (key == answer.library)) for key, cost in prices_now.items())
        each = 1 + mining
        paid = worth(COMPONENTS, dict(answer.cards), answer.completed)
        assert paid + each * answer.treasury >= total
        assert answer.treasury == 0 or paid + each * (answer.treasury - 1) < total


@given(
    hand=st.dictionaries(st.sampled_from(IN_USE[::7]), st.integers(1, 4), max_size=6),
    treasury=st.integers(0, 20),
    total=st.integers(0, 300),
)  # fmt: skip
@pytest.mark.rules("D-75")
def test_the_default_payment_overpays_least(hand: dict[str, int], treasury: int, total: int) -> None:
    from itertools import combinations

    s = scene(hand=", ".join(f"{n} {key}" for key, n in hand.items()), treasury=treasury)
    found = sets_for(s.game, s.seat(ME), total)
    values = [worth(COMPONENTS, {code(key): n}) for key, n in hand.items()]
    enough = [
        sum(some)
        for number in range(len(values) + 1)
        for some in combinations(values, number)
        if sum(some) + treasury >= total
    ]
    if found is None:
        assert not enough
    else:
        assert worth(COMPONENTS, found[0]) == min(enough)
        assert worth(COMPONENTS, found[0]) + found[1] >= total


# -- Trade Empire --------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.adv.trade_empire.t1", "mega.adv.trade_empire.1", "A-110", "D-76")
def test_three_of_face_5_and_a_substitute_count_as_four() -> None:
    def offer(
        completed: str, substitute: str, hand: str = "3 textiles", treasury: int = 0
    ) -> dict[str, object]:
        return bid(
            "music", hand, treasury, completed=COMPONENTS.kind(completed), substitute=code(substitute)
        )  # Music: 80

    def empire(hand: str) -> Scene:
        s = scene(hand=hand, treasury=9)
        s.realm(ME).advances |= 1 << Advance.TRADE_EMPIRE
        return s.run(buy_advances)

    s = empire("3 textiles, 1 copper, 1 iron, 1 water")
    assert s.refused(ME, offer("textiles", "iron")).key == "substitute_too_low"
    assert s.refused(ME, offer("textiles", "water")).key == "substitute_too_low"
    assert s.refused(ME, offer("textiles", "textiles")).key in ("no_such_set", "not_in_hand")
    assert s.refused(ME, offer("textiles", "gold")).key == "not_in_hand"
    assert s.refused(ME, offer("wine", "copper")).key == "set_not_open"
    assert s.refused(ME, offer("water", "copper", "1 water")).key == "no_such_set"
    assert s.refused(ME, offer("textiles", "copper", "3 textiles, 1 copper")).key == "not_in_hand"
    assert (
        s.refused(ME, bid("music", "3 textiles", 9, completed=COMPONENTS.kind("textiles"))).key
        == "not_in_hand"
    )
    s.answer(ME, offer("textiles", "copper"))
    assert s.game.holds(s.seat(ME), Advance.MUSIC)
    assert s.realm(ME).hand == {code("iron"): 1, code("water"): 1}
    assert s.game.state.discards[5] == [code("copper")]
    full = empire("5 tin, 1 copper")
    assert full.refused(ME, offer("tin", "copper", "5 tin")).key == "set_not_open"
    same = empire("4 textiles, 1 wine, famine")
    assert same.refused(ME, offer("textiles", "textiles")).key == "no_such_set"
    assert same.refused(ME, offer("famine", "wine")).key == "no_such_set"
    assert same.refused(ME, offer("textiles", "famine")).key == "not_in_hand"
    assert same.refused(ME, bid("music", "3 textiles", 9, substitute=code("wine"))).key == "no_such_set"
    assert same.refused(ME, bid(substitute=code("wine"))).key == "nothing_bought"
    same.answer(ME, offer("textiles", "wine"))  # an equal face value is enough
    assert same.realm(ME).treasury == 9
    without = scene(hand="3 textiles, 1 copper", treasury=9).run(buy_advances)
    assert without.refused(ME, offer("textiles", "copper")).key == "not_held"


@pytest.mark.rules("A-111", "mega.12.10")
def test_trade_empire_does_not_help_to_buy_itself() -> None:
    s = scene(hand="5 gold, 1 ivory, 3 iron", treasury=30).run(buy_advances)
    answer = bid("trade_empire", "4 gold", 30, completed=COMPONENTS.kind("gold"), substitute=code("ivory"))
    assert s.refused(ME, answer).key == "not_held"


# -- what comes with an advance ------------------------------------------------------------------------------------


@pytest.mark.rules("mega.adv.gen.5", "mega.adv.gen.6")
def test_credit_tokens_come_at_once() -> None:
    s = buys(scene(hand="3 gold"), advances="music", hand="3 gold")
    assert s.realm(ME).credits == [10, 0, 0, 5, 0]


@pytest.mark.rules("mega.adv.library.1", "D-77", "A-113")
def test_library_makes_one_other_advance_40_cheaper() -> None:
    s = scene(hand="5 gold, 4 ivory", treasury=50)
    library = cost(s, "library")
    assert library == 220
    total = 220 + 60 - 40
    assert (
        refused(s, advances="monarchy", hand="2 gold", treasury=50, library="monarchy").rule
        == "mega.adv.library.1"
    )
    assert s.refused(ME, bid("library monarchy", "5 gold", 15, library="library")).key == "not_another_bought"
    assert s.refused(ME, bid("library monarchy", "5 gold", 15, library="music")).key == "not_another_bought"
    s.answer(ME, bid("library monarchy", "5 gold", total - 225, library="monarchy"))
    assert s.realm(ME).treasury == 50 - (total - 225)
    # Not below 0.
    s = scene(hand="5 gold", treasury=50)
    s.realm(ME).credits[Group.CIVICS] = 30
    assert price_of(s.game, s.seat(ME), [Advance.MONARCHY], Advance.MONARCHY) == 0
    made = basket(
        scene(hand="5 gold, 4 ivory").game, s.seat(ME), [Advance.LIBRARY, Advance.MUSIC, Advance.COINAGE]
    )
    assert made is not None
    assert made.library == "coinage"  # the dearest


@pytest.mark.rules("mega.adv.anatomy.1", "D-78", "A-113")
def test_anatomy_gives_a_cheap_science() -> None:
    hand = "5 gold, 4 ivory"
    s = scene(hand=hand, treasury=45)
    seat = s.seat(ME)
    paid = {"advances": "anatomy", "hand": "5 gold", "treasury": 45}
    assert refused(s, **paid, anatomy="music").rule == "mega.adv.anatomy.1"
    assert s.refused(ME, bid(**paid, anatomy="medicine")).key == "no_such_gift"  # type: ignore[arg-type]
    assert s.refused(ME, bid("music", "3 gold", anatomy="coinage")).key == "not_bought"
    both = bid("anatomy coinage", "5 gold, 4 ivory", anatomy="coinage")  # what is bought is no gift
    assert s.refused(ME, both).key == "no_such_gift"
    assert s.refused(ME, bid(**paid, anatomy="written_record")).key == "wrong_credits"  # type: ignore[arg-type]
    s.answer(ME, bid(**paid, anatomy="written_record", credits=[0, 5, 0, 0, 5]))  # type: ignore[arg-type]
    assert s.game.holds(seat, Advance.WRITTEN_RECORD)  # a two-group one counts
    by = {info.key: info for info in COMPONENTS.advances}
    gained = [a + b for a, b in zip(by["anatomy"].credits, by["written_record"].credits, strict=True)]
    assert s.realm(ME).credits == [a + b for a, b in zip(gained, [0, 5, 0, 0, 5], strict=True)]
    made = basket(scene(hand=hand, treasury=55, advances="coinage").game, seat, [Advance.ANATOMY])
    assert made is not None
    assert made.anatomy == "astronavigation"  # the dearest not held
    s = scene(hand=hand, treasury=45)
    s.run(buy_advances).answer(ME, bid(**paid))  # type: ignore[arg-type]  # it may be left
    assert s.realm(ME).advances == 1 << Advance.ANATOMY


@pytest.mark.rules("A-113")
def test_library_does_not_help_a_free_advance() -> None:
    s = scene(treasury=55)
    s.realm(ME).hand = {code("gold"): 5, code("ivory"): 4, code("pearls"): 5}
    answer = {"anatomy": "coinage", "library": "coinage"}
    assert (
        refused(s, advances="anatomy library", hand="5 gold", treasury=55, **answer).key
        == "not_another_bought"
    )


@pytest.mark.rules("mega.adv.monument.1", "mega.adv.written_record.1", "D-79", "A-112")
@pytest.mark.parametrize(
    "name, points, rule", [("monument", 20, "monument"), ("written_record", 10, "written_record")]
)
def test_credits_of_choice(name: str, points: int, rule: str) -> None:
    s = scene(hand="5 gold")
    for wrong in ([points - 5, 0, 0, 0, 0], [points + 5, 0, 0, 0, 0], [points - 3, 3, 0, 0, 0], [0] * 5):
        assert refused(s, advances=name, hand="5 gold", credits=wrong).rule == f"mega.adv.{rule}.1"
    assert s.refused(ME, bid("music", "5 gold", credits=[5, 5, 0, 0, 0])).key == "wrong_credits"
    s.answer(ME, bid(name, "5 gold", credits=[0, points - 5, 0, 5, 0]))
    printed = COMPONENTS.advance(Advance[name.upper()]).credits
    assert s.realm(ME).credits[1] == printed[1] + points - 5
    assert s.realm(ME).credits[3] == printed[3] + 5
    made = basket(scene(hand="5 gold").game, s.seat(ME), [Advance[name.upper()]])
    assert made is not None
    assert made.credits == ((5, 5, 0, 0, 0) if points == 10 else (5, 5, 5, 5, 0))  # even, from the first on


# -- the hand limit ------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.12.hand.1", "mega.12.hand.2", "mega.adv.roadbuilding.5")
def test_eight_nine_in_two_blocks_one_more_with_roadbuilding() -> None:
    assert hand_limit(scene().game, scene().seat(ME)) == 8
    assert hand_limit(scene(advances="roadbuilding").game, scene().seat(ME)) == 9
    for seats in range(12, 19):
        big = Scene(MEGA, seats, advances={"minoa": "roadbuilding"})
        assert hand_limit(big.game, big.seat("minoa")) == 10
        assert hand_limit(big.game, big.seat("saba")) == 9


@pytest.mark.rules("mega.12.hand.3", "mega.12.hand.4", "mega.12.hand.5", "D-80", "A-63", "mega.hid.15")
def test_the_excess_is_discarded_by_choice_whether_he_bought_or_not() -> None:
    s = scene(hand="5 iron, 3 gold, 2 water, famine").run(buy_advances)
    s.answer(ME, bid())
    decision = s.asked(ME)
    assert decision is not None
    assert decision.kind == "hand_limit"
    assert decision.fallback().units == ((0, 2),)  # the lowest
    assert s.refused(ME, {"shape": "spread", "units": [[code("iron"), 1]]}).rule == "mega.12.hand.3"
    assert s.refused(ME, {"shape": "spread", "units": [[code("famine"), 2]]}).key == "not_an_option"
    s.answer(ME, {"shape": "spread", "units": [[code("iron"), 1], [code("water"), 1]]})
    assert s.done
    assert s.realm(ME).hand == {0: 1, code("iron"): 4, code("gold"): 3, code("famine"): 1}
    assert s.game.state.discards[1] == [code("iron")]
    told = [t for t in s.game.log if isinstance(t.event, CardsDiscarded)]
    assert [(t.event, t.to) for t in told] == [
        (CardsDiscarded(s.seat(ME), ((code("water"), 1), (code("iron"), 1)), "hand_limit"), None)
    ]
    fine = scene(hand="5 iron, 3 gold").run(buy_advances).answer(ME, bid())
    assert fine.done
    assert kind_of(code("gold", 1)) == COMPONENTS.kind("gold")


@pytest.mark.rules("mega.12.order.1", "mega.12.hand.3", "D-02", "D-80")
def test_who_holds_too_many_may_wait_for_those_ahead() -> None:
    hands = {"minoa": "5 iron, 4 gold", "rome": "5 iron, 4 gold"}
    s = Scene(WEST, 9, hands=hands, space={"rome": 3}, lineup="west-9").run(buy_advances)
    for civ in ("minoa", "rome"):
        s.answer(civ, bid())
    assert s.who() == ["minoa", "rome"]
    step = s._step
    assert step is not None
    assert step.can_wait(s.seat("minoa"))
    assert not step.can_wait(s.seat("rome"))


@pytest.mark.rules("A-111", "mega.adv.roadbuilding.5")
def test_roadbuilding_raises_the_limit_at_once() -> None:
    s = scene(hand="5 gold, 5 iron, 4 tin", treasury=0).run(buy_advances)
    s.answer(ME, bid("roadbuilding", "5 gold"))
    assert s.realm(ME).hand == {code("iron"): 5, code("tin"): 4}
    assert s.done
