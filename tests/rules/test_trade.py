"""7. Trade: the floor, its offers, what changes hands and what is seen of it."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.antiquity.calamities.call import called
from ecumene.antiquity.secrets import scramble
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.antiquity.trade.acts import DealAnswer, Done, TradeBody
from ecumene.antiquity.trade.dealing import CardsTraded, OfferDeclined, TradeMade
from ecumene.antiquity.trade.phase import Trade, trade
from ecumene.kernel import SPECTATOR, Chance, Game, Seat
from ecumene.kernel.testing import seed_of
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES
from tests.rules.trading import (
    PLENTY,
    accept,
    acceptance,
    act,
    body,
    cards,
    hand,
    kinds,
    no,
    offer,
    open_offers,
    proposal,
    scene,
    seen,
    terms,
)

BOTH = pytest.mark.parametrize("title", [MEGA_CIVILIZATION, WESTERN_EMPIRES], ids=["mega", "west"])

# -- who trades, and how long -----------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules("mega.7.1", "mega.7.3", "A-65", "mega.7.15", "D-33")
def test_all_with_three_cards_are_asked_at_once_until_all_have_finished(title: AntiquityTitle) -> None:
    s = scene(title=title)
    assert s.who() == ["egypt", "hatti", "rome"]
    s.answer("hatti", act("done")).answer("egypt", act("done"))
    assert s.who() == ["egypt", "hatti", "rome"]  # who has finished may still say that he has not
    s.answer("rome", act("done"))
    assert s.done
    assert s.game.state.floor is None


@pytest.mark.rules("mega.7.3", "A-65", "mega.order.7")
def test_nobody_is_asked_where_only_one_has_three_cards() -> None:
    assert scene({"hatti": "3 salt", "rome": "2 ochre"}).done


def idle(s: Scene, civ: str) -> bool:
    """Whether nobody waits for it."""
    decision = s.asked(civ)
    return decision is not None and decision.idle


@pytest.mark.rules("D-33", "mega.7.15", "mega.order.4")
def test_having_finished_is_taken_back_and_keeps_nobody_waiting() -> None:
    s = scene()
    decision = s.asked("hatti")
    assert decision is not None
    assert not idle(s, "hatti")
    s.answer("hatti", act("done"))
    assert s.asked("hatti") is decision
    assert idle(s, "hatti")
    assert no(s, "hatti", proposal(s, "hatti", "3 salt", "salt salt")).key == "finished"
    s.answer("hatti", act("done"))  # once more: it changes nothing
    s.answer("hatti", act("resume"))
    assert not idle(s, "hatti")
    assert no(s, "hatti", act("resume")).rule == "mega.7.15"
    offer(s, "hatti", "3 salt", "salt salt")
    assert len(open_offers(s)) == 1


@pytest.mark.rules("D-33", "A-68", "D-30")
def test_when_time_is_up_one_has_finished_and_open_offers_lapse() -> None:
    s = scene()
    offer(s, "hatti", "3 salt", "salt salt")
    decision = s.asked("hatti")
    assert decision is not None
    assert decision.fallback() == DealAnswer(Done())
    s.answer("hatti", msgspec.to_builtins(decision.fallback()))
    assert not open_offers(s)
    assert seen(s, s.seat("rome")).done[-1] != s.seat("rome")
    assert s.seat("hatti") in seen(s, SPECTATOR).done


@pytest.mark.rules("mega.7.15")
def test_nobody_can_talk_for_ever() -> None:
    s = scene()
    most = s.game.rules.trade_acts
    assert body(s, "hatti").acts_left == most - 1
    s.game.learned = False
    s.answer("hatti", act("withdraw", offer=offer(s, "hatti", "3 salt", "salt salt")))
    assert s.game.learned  # what was said was heard: no undo
    assert body(s, "hatti").acts_left == most - 3
    s.game.state.floor.acts[s.seat("hatti")] = most - 1  # type: ignore[union-attr]
    assert no(s, "hatti", proposal(s, "hatti", "3 salt", "salt salt")).key == "too_many_acts"
    s.answer("hatti", act("done"))
    assert s.who() == ["egypt", "rome"]


# -- offers -----------------------------------------------------------------------------------------------------------


@pytest.mark.rules("D-30", "mega.7.4", "mega.7.5", "mega.7.6", "mega.hid.7")
def test_an_offer_says_number_and_names_and_keeps_its_cards_to_itself() -> None:
    s = scene()
    offer(
        s,
        "hatti",
        "2 salt, iron, treachery",
        "salt salt",
        to="rome",
        claims="iron gold",
        want="ochre wine",
        wishes="tin",
    )
    (there,) = seen(s, s.seat("rome")).offers
    assert (there.seat, there.size, there.wanted) == (s.seat("hatti"), 4, 3)
    assert list(there.names) == kinds(s, "salt salt")
    assert list(there.claims) == kinds(s, "iron gold")
    assert list(there.want) == kinds(s, "ochre wine")
    assert list(there.wishes) == kinds(s, "tin")
    assert there.give == ()
    (own,) = seen(s, s.seat("hatti")).offers
    assert own.give == tuple(map(tuple, sorted(cards(s, "hatti", "2 salt, iron, treachery"))))


@pytest.mark.rules("mega.hid.7", "mega.7.2")
def test_an_offer_is_known_to_those_it_is_made_to() -> None:
    s = scene()
    number = offer(s, "hatti", "3 salt", "salt salt", to="rome")
    for viewer in (s.seat("egypt"), s.seat("celt"), SPECTATOR):
        assert seen(s, viewer).offers == ()
    assert (
        no(s, "egypt", acceptance(s, "egypt", number, "2 salt, ochre", "salt ochre")).key == "no_such_offer"
    )
    assert no(s, "egypt", acceptance(s, "egypt", 99, "2 salt, ochre", "salt ochre")).key == "no_such_offer"
    offer(s, "hatti", "3 salt", "salt salt")
    assert len(seen(s, s.seat("egypt")).offers) == len(seen(s, SPECTATOR).offers) == 1


@pytest.mark.rules("mega.hid.7")
def test_a_table_may_make_all_offers_public() -> None:
    s = scene()
    s.game.state.open_offers = True
    number = offer(s, "hatti", "3 salt", "salt salt", to="rome")
    assert len(seen(s, SPECTATOR).offers) == 1
    assert seen(s, s.seat("egypt")).offers[0].give == ()
    assert (
        no(s, "egypt", acceptance(s, "egypt", number, "2 salt, ochre", "salt ochre")).key == "no_such_offer"
    )


@pytest.mark.rules("D-30", "mega.7.1")
def test_offers_are_changed_and_withdrawn() -> None:
    s = scene()
    first = offer(s, "hatti", "3 salt", "salt salt")
    second = offer(s, "hatti", "3 salt", "salt salt", wanted=4, instead=first)
    assert [one.number for one in open_offers(s)] == [second]
    assert no(s, "rome", act("withdraw", offer=second)).key == "no_such_offer"
    assert no(s, "hatti", proposal(s, "hatti", "3 salt", "salt salt", instead=first)).key == "no_such_offer"
    s.answer("hatti", act("withdraw", offer=second))
    assert not open_offers(s)


@pytest.mark.rules("mega.7.1")
def test_only_so_many_offers_of_one_player_lie_open() -> None:
    s = scene()
    most = s.game.rules.open_offers
    numbers = [offer(s, "hatti", "3 salt", "salt salt") for _ in range(most)]
    assert body(s, "hatti").offers_left == 0
    assert no(s, "hatti", proposal(s, "hatti", "3 salt", "salt salt")).key == "too_many_offers"
    offer(s, "hatti", "3 salt", "salt salt", instead=numbers[0])


@pytest.mark.rules("mega.7.3", "mega.7.2")
@pytest.mark.parametrize(
    "give, names, more, key, rule",
    [
        ("2 salt", "salt salt", {}, "too_few_cards", "mega.7.3"),
        ("4 salt", "salt salt", {}, "not_in_hand", "mega.7.3"),
        ("3 gold", "gold gold", {}, "not_in_hand", "mega.7.3"),
        ("3 salt", "salt salt", {"wanted": 2}, "too_few_wanted", "mega.7.3"),
        ("3 salt", "salt salt", {"to": "celt"}, "no_partner", "mega.7.3"),
        ("3 salt", "salt salt", {"to": "hatti"}, "no_partner", "mega.7.3"),
        ("3 salt", "salt salt", {"to": "rome rome"}, "named_twice", "mega.7.2"),
        ("3 salt, 3 salt", "salt salt", {}, "named_twice", "mega.7.3"),
    ],
)
def test_each_side_gives_three_cards_of_its_own_at_least(
    give: str, names: str, more: dict[str, object], key: str, rule: str
) -> None:
    s = scene()
    refusal = no(s, "hatti", proposal(s, "hatti", give, names, **more))  # type: ignore[arg-type]
    assert (refusal.key, refusal.rule) == (key, rule)


@pytest.mark.rules("mega.7.5", "A-64", "A-66", "D-32")
@pytest.mark.parametrize(
    "give, names, key",
    [
        ("3 salt", "salt", "wrong_number_of_names"),
        ("3 salt", "salt salt salt", "wrong_number_of_names"),
        ("3 salt", "salt iron", "name_not_true"),
        ("salt, 2 iron", "salt salt", "name_not_true"),
        ("2 salt, treachery", "salt treachery", "name_not_true"),
    ],
)
def test_two_names_are_true(give: str, names: str, key: str) -> None:
    s = scene()
    refusal = no(s, "hatti", proposal(s, "hatti", give, names))
    assert (refusal.key, refusal.rule) == (key, "mega.7.5")
    offer(s, "hatti", "2 salt, iron", "salt salt")  # equal names: two cards
    offer(s, "hatti", "2 salt, iron", "iron salt")


@pytest.mark.rules("A-64", "mega.7.8")
def test_without_two_commodities_there_is_no_offer() -> None:
    s = scene({"hatti": "salt, treachery, slave_revolt, superstition", "rome": "3 ochre"})
    for names in ("salt treachery", "salt salt", "salt"):
        assert no(s, "hatti", proposal(s, "hatti", "salt, treachery, slave_revolt", names)).rule == "mega.7.5"
    s = scene({"hatti": "2 salt, treachery, slave_revolt", "rome": "3 ochre"})
    offer(s, "hatti", "2 salt, treachery, slave_revolt", "salt salt")  # at most n - 2 calamities


@pytest.mark.rules("mega.7.6", "mega.7.7", "mega.7.4")
def test_further_names_may_be_false_but_are_no_calamities() -> None:
    s = scene()
    offer(s, "hatti", "2 salt, treachery", "salt salt", claims="gold")
    for claims in ("treachery", "famine", "tempest"):
        refusal = no(s, "hatti", proposal(s, "hatti", "2 salt, treachery", "salt salt", claims=claims))
        assert (refusal.key, refusal.rule) == ("not_a_commodity", "mega.7.7")
    for kind in (len(s.title.components.kinds), 9_999):
        said = terms(s, "hatti", "2 salt, treachery", "salt salt") | {"claims": [kind]}
        assert no(s, "hatti", act("offer", terms=said)).key == "not_a_commodity"
    for words in ({"want": "treachery"}, {"wishes": "treachery"}):
        assert no(s, "hatti", proposal(s, "hatti", "3 salt", "salt salt", **words)).rule == "mega.7.7"
    refusal = no(s, "hatti", proposal(s, "hatti", "3 salt", "salt salt", claims="gold gold"))
    assert (refusal.key, refusal.rule) == ("more_names_than_cards", "mega.7.4")
    refusal = no(s, "hatti", proposal(s, "hatti", "3 salt", "salt salt", want="gold gold gold"))
    assert refusal.key == "too_many_true_names"
    # Five wanted cards, two of them truly named: three more may be wished for.
    offer(s, "hatti", "3 salt", "salt salt", wanted=5, wishes="gold gold wine")
    refusal = no(
        s, "hatti", proposal(s, "hatti", "3 salt", "salt salt", wanted=5, wishes="gold gold wine tin")
    )
    assert (refusal.key, refusal.details) == ("more_names_than_cards", {"most": 3, "got": 4})


@pytest.mark.rules("mega.7.8", "mega.card.2", "D-32", "A-130")
def test_calamities_that_are_not_tradeable_stay_in_the_hand() -> None:
    s = scene()
    refusal = no(s, "hatti", proposal(s, "hatti", "2 salt, famine", "salt salt"))
    assert (refusal.key, refusal.rule) == ("not_tradeable", "mega.7.8")
    named = s.title.components.kinds
    offered = {named[item >> 1].key for item, _ in body(s, "hatti").cards}
    assert offered == {"salt", "iron", "wine", "treachery"}
    number = offer(s, "rome", "3 ochre", "ochre ochre")
    assert (
        no(s, "hatti", acceptance(s, "hatti", number, "2 salt, famine", "salt salt")).key == "not_tradeable"
    )


@pytest.mark.rules("mega.7.5", "A-64", "mega.hid.9")
def test_who_cannot_name_two_commodities_is_told_that_he_cannot_accept() -> None:
    s = scene({"hatti": "3 salt", "rome": "ochre, treachery, slave_revolt", "egypt": "2 ochre, treachery"})
    offer(s, "hatti", "3 salt", "salt salt")
    assert [[there.possible for there in body(s, civ).received] for civ in ("rome", "egypt")] == [
        [False],
        [True],
    ]


@pytest.mark.rules("mega.7.8")
def test_minor_calamities_are_tradeable() -> None:
    s = scene({"hatti": "2 salt, tempest", "rome": "3 ochre"})
    number = offer(s, "hatti", "2 salt, tempest", "salt salt")
    accept(s, "rome", number, "3 ochre", "ochre ochre")
    assert hand(s, "rome") == {"salt": 2, "tempest": 1}


@pytest.mark.rules("mega.7.9")
def test_nothing_but_cards_is_part_of_a_trade() -> None:
    s = scene()
    said = terms(s, "hatti", "3 salt", "salt salt")
    for extra in ({"treasury": 5}, {"promise": "peace"}, {"tokens": 1}):
        assert no(s, "hatti", act("offer", terms=said | extra)).key == "malformed"


@pytest.mark.rules("A-63", "mega.card.8")
def test_water_is_a_commodity_that_may_be_named_and_traded() -> None:
    s = scene({"hatti": "3 water", "rome": "3 ochre"})
    number = offer(s, "hatti", "3 water", "water water", claims="water")
    accept(s, "rome", number, "3 ochre", "ochre ochre")
    assert hand(s, "rome") == {"water": 3}


# -- acceptance -------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules("D-31", "D-32", "mega.7.2", "mega.7.10", "mega.hid.8", "mega.7.14")
def test_the_cards_of_both_change_hands_at_once(title: AntiquityTitle) -> None:
    s = scene(title=title)
    number = offer(
        s,
        "hatti",
        "2 salt, iron, treachery",
        "salt salt",
        to="rome egypt",
        claims="iron wine",
        want="ochre ochre",
    )
    accept(s, "rome", number, "3 ochre", "ochre ochre", claims="gold")
    assert hand(s, "hatti") == {"ochre": 3, "iron": 1, "salt": 1, "wine": 1, "famine": 1}
    assert hand(s, "rome") == {
        "water": 1,
        "ochre": 1,
        "iron": 1,
        "salt": 2,
        "wine": 2,
        "gold": 1,
        "treachery": 1,
    }
    assert not open_offers(s)
    public, private = s.game.log[-2:]
    assert public.to is None
    assert public.event == TradeMade(s.seat("hatti"), s.seat("rome"), 4, 3)
    assert private.to == (s.seat("hatti"), s.seat("rome"))
    assert isinstance(private.event, CardsTraded)
    assert sorted(private.event.taken) == sorted(map(tuple, cards(s, "rome", "3 ochre")))
    assert not (s.game.realms[s.seat("rome")].tokens)
    assert not (s.game.state.calamities)


@pytest.mark.rules("mega.7.12", "mega.7.11", "mega.7.10")
def test_nobody_sees_cards_before_they_are_his_and_nothing_comes_back() -> None:
    s = scene()
    number = offer(s, "hatti", "2 salt, treachery", "salt salt", to="rome")
    assert [one.offer.give for one in body(s, "rome").received] == [()]
    accept(s, "rome", number, "3 ochre", "ochre ochre")
    assert not open_offers(s)
    assert s.game.learned  # so there is no undo
    assert hand(s, "rome")["treachery"] == 1


@pytest.mark.rules("mega.hid.7", "mega.hid.9")
def test_outsiders_learn_that_there_was_a_trade_and_both_numbers() -> None:
    s = scene()
    number = offer(s, "hatti", "3 salt", "salt salt", to="rome")
    accept(s, "rome", number, "3 ochre", "ochre ochre")
    told = [told.event for told in s.game.log if told.seen_by(s.seat("egypt"))]
    assert told == [TradeMade(s.seat("hatti"), s.seat("rome"), 3, 3)]


@pytest.mark.rules("mega.7.4", "mega.7.5", "mega.7.11", "A-66", "D-31")
def test_an_acceptance_gives_what_the_offer_wants() -> None:
    s = scene()
    number = offer(s, "hatti", "3 salt", "salt salt", wanted=4, want="wine ochre")
    wrong = {
        ("2 ochre, wine", "ochre wine"): ("wrong_number", "mega.7.4"),
        ("4 ochre, wine", "ochre wine"): ("wrong_number", "mega.7.4"),
        ("4 ochre", "ochre ochre"): ("wanted_not_named", "mega.7.5"),
        ("3 ochre, wine", "ochre ochre"): ("wanted_not_named", "mega.7.5"),
        ("4 ochre", "ochre wine"): ("name_not_true", "mega.7.5"),
        ("2 ochre", "ochre ochre"): ("too_few_cards", "mega.7.3"),
        ("5 ochre", "ochre ochre"): ("not_in_hand", "mega.7.3"),
    }
    for (give, names), (key, rule) in wrong.items():
        refusal = no(s, "rome", acceptance(s, "rome", number, give, names))
        assert (refusal.key, refusal.rule) == (key, rule), give
    accept(s, "rome", number, "2 ochre, wine, water", "wine ochre")


@pytest.mark.rules("D-31", "mega.hid.9")
def test_whether_one_could_accept_depends_on_the_own_hand() -> None:
    s = scene()
    offer(s, "hatti", "3 salt", "salt salt", want="ochre wine")
    offer(s, "hatti", "3 salt", "salt salt", want="ochre ochre", wanted=9)
    assert [one.possible for one in body(s, "rome").received] == [True, False]
    assert [one.possible for one in body(s, "egypt").received] == [False, False]


@pytest.mark.rules("mega.7.2")
def test_own_offers_are_not_accepted() -> None:
    s = scene()
    number = offer(s, "hatti", "3 salt", "salt salt")
    assert no(s, "hatti", acceptance(s, "hatti", number, "3 salt", "salt salt")).key == "no_such_offer"


@pytest.mark.rules("D-31")
def test_an_offer_may_be_declined() -> None:
    s = scene()
    number = offer(s, "hatti", "3 salt", "salt salt", to="rome egypt")
    s.answer("rome", act("decline", offer=number))
    last = s.game.log[-1]
    assert last.event == OfferDeclined(number, s.seat("hatti"), s.seat("rome"))
    assert not last.seen_by(s.seat("egypt"))
    assert [one.declined for one in body(s, "hatti").own] == [(s.seat("rome"),)]
    assert not body(s, "rome").received
    assert body(s, "egypt").received[0].offer.declined == ()
    assert no(s, "rome", act("decline", offer=number)).key == "no_such_offer"
    assert no(s, "rome", acceptance(s, "rome", number, "3 ochre", "ochre ochre")).key == "no_such_offer"
    s.answer("egypt", act("decline", offer=number))
    assert not open_offers(s)


@pytest.mark.rules("D-30", "D-31")
def test_an_offer_may_be_answered_by_another() -> None:
    s = scene()
    number = offer(s, "hatti", "3 salt", "salt salt")
    wish = terms(s, "rome", "3 ochre", "ochre ochre", want="iron iron")
    s.answer("rome", act("counter", offer=number, terms=wish))
    (received,) = body(s, "hatti").received
    assert (received.offer.seat, received.offer.reply_to) == (s.seat("rome"), number)
    assert received.offer.to == (s.seat("hatti"),)
    assert len(open_offers(s)) == 2
    assert not [one for one in body(s, "egypt").received if one.offer.seat == s.seat("rome")]
    assert no(s, "rome", act("counter", offer=99, terms=wish)).key == "no_such_offer"
    accept(s, "hatti", received.offer.number, "2 iron, treachery", "iron iron")
    assert hand(s, "rome")["treachery"] == 1


# -- no card is dealt twice -------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.7.11", "mega.hid.9", "E-16")
def test_after_a_trade_the_other_offers_of_both_lapse() -> None:
    s = scene()
    first = offer(s, "hatti", "3 salt", "salt salt")
    offer(s, "hatti", "2 iron, wine", "iron iron")
    offer(s, "rome", "3 ochre", "ochre ochre")
    third = offer(s, "egypt", "2 salt, ochre", "salt salt")
    accept(s, "rome", first, "3 ochre", "ochre ochre")
    assert [one.number for one in open_offers(s)] == [third]


@pytest.mark.rules("mega.7.11", "E-16")
def test_an_offer_that_is_to_be_kept_lapses_with_its_cards() -> None:
    s = scene()
    first = offer(s, "hatti", "3 salt", "salt salt")
    stays = offer(s, "hatti", "2 iron, wine", "iron iron", keep=True)
    gone = offer(s, "hatti", "salt, 2 iron", "salt iron", keep=True)
    assert [one.keep for one in seen(s, s.seat("rome")).offers] == [False, False, False]
    accept(s, "rome", first, "3 ochre", "ochre ochre")
    assert [one.number for one in open_offers(s)] == [stays]
    refusal = no(s, "rome", acceptance(s, "rome", gone, "wine, ochre, gold", "wine ochre"))
    assert refusal.key == "no_such_offer"
    accept(s, "egypt", stays, "2 salt, ochre", "salt ochre")


# -- last givers ------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.7.16", "A-67", "mega.hid.8")
def test_the_last_giver_of_a_calamity_is_remembered() -> None:
    s = scene({"hatti": "2 salt, treachery", "rome": "3 ochre", "egypt": "3 papyri"})
    ((treachery, _),) = cards(s, "hatti", "treachery")
    assert not s.realm("hatti").givers  # drawn, not traded
    accept(s, "rome", offer(s, "hatti", "2 salt, treachery", "salt salt"), "3 ochre", "ochre ochre")
    assert s.realm("rome").givers == {treachery: s.seat("hatti")}
    accept(s, "egypt", offer(s, "rome", "2 salt, treachery", "salt salt"), "3 papyri", "papyri papyri")
    assert s.realm("egypt").givers == {treachery: s.seat("rome")}
    assert not s.realm("rome").givers
    accept(s, "hatti", offer(s, "egypt", "2 salt, treachery", "salt salt"), "3 ochre", "ochre ochre")
    assert s.realm("hatti").givers == {
        treachery: s.seat("egypt")
    }  # back with who drew it: traded all the same
    assert called(s.game, treachery, s.seat("hatti")).beneficiary == s.seat("egypt")
    s.game.discard(s.seat("hatti"), treachery)
    assert not s.realm("hatti").givers


@pytest.mark.rules("mega.7.13", "A-136", "mega.card.10", "mega.10.8")
def test_blocks_trade_with_each_other_and_names_are_the_same_in_both() -> None:
    s = scene({"hatti": "2 salt, iron", "saba": "3 bronze, salt"}, seats=18, lineup="both-18")
    assert s.realm("hatti").block != s.realm("saba").block
    accept(s, "saba", offer(s, "hatti", "2 salt, iron", "salt salt"), "3 bronze", "bronze bronze")
    assert sorted(s.realm("saba").hand) == sorted(
        item for item, _ in cards(s, "saba", "salt, 2 salt/hatti, iron/hatti")
    )
    number = offer(s, "saba", "salt, 2 salt/hatti", "salt salt", want="bronze")
    accept(s, "hatti", number, "3 bronze/saba", "bronze bronze")
    assert hand(s, "hatti")["salt"] >= 1


# -- nothing leaks ----------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.hid.9", "A-65", "mega.hid.2")
def test_who_is_asked_does_not_tell_what_is_in_a_hand() -> None:
    """Three cards that cannot be traded are cards as well: only their number decides."""
    s = scene({"hatti": "famine, flood, cyclone", "rome": "3 ochre"})
    assert s.who() == ["hatti", "rome"]
    assert body(s, "hatti").cards == ()
    assert body(s, "rome").partners == (s.seat("hatti"),)
    decision = s.asked("hatti")
    assert decision is not None
    assert all(decision.check(decision.sample(Random(n))) is None for n in range(20))


def _two_worlds() -> tuple[Scene, Scene, list[int]]:
    """They differ in what Hatti has slipped in: an honest card, or a calamity. And the numbers of its offers."""
    worlds, numbers = [], []
    for third in ("iron", "treachery"):
        s = scene(PLENTY | {"hatti": f"3 salt, {third}, oil"})
        numbers = [
            offer(s, "hatti", f"2 salt, {third}", "salt salt", claims="iron"),
            offer(
                s, "hatti", f"2 salt, {third}", "salt salt", to="rome", claims="gold", keep=third == "iron"
            ),
            offer(s, "hatti", f"2 salt, {third}", "salt salt", to="egypt", claims="iron"),
        ]
        worlds.append(s)
    return worlds[0], worlds[1], numbers


def _same_for_others(one: Scene, other: Scene) -> None:
    for viewer in (*(one.seat(civ) for civ in ("rome", "egypt", "celt")), SPECTATOR):
        seat = Seat(viewer)
        looks = [
            (
                s.title.view(s.game.state, viewer),
                [told for told in s.game.log if told.seen_by(viewer)],
                _told(s, seat),
            )
            for s in (one, other)
        ]
        assert msgspec.json.encode(looks[0]) == msgspec.json.encode(looks[1])


@pytest.mark.rules("mega.hid.9", "mega.hid.7", "mega.hid.20")
def test_two_floors_that_differ_in_hidden_cards_look_and_speak_alike() -> None:
    """At any moment, and as long as all say the same, trades of others and with others included."""
    one, other, (to_all, to_rome, to_egypt) = _two_worlds()
    _same_for_others(one, other)
    for civ in ("rome", "egypt"):
        asked, twin = one.asked(civ), other.asked(civ)
        assert asked is not None
        assert twin is not None
        assert asked.digest() == twin.digest()
        assert asked.sample(Random(3)) == twin.sample(Random(3))
    wrong = (
        ("rome", acceptance(one, "rome", to_all, "2 ochre", "ochre ochre")),
        ("rome", acceptance(one, "rome", to_egypt, "3 ochre", "ochre ochre")),
        ("rome", act("withdraw", offer=to_all)),
        ("egypt", act("decline", offer=to_rome)),
    )
    for civ, said in wrong:
        assert one.refused(civ, said).reason == other.refused(civ, said).reason
    for s in (one, other):
        accept(s, "rome", offer(s, "egypt", "2 salt, ochre", "salt salt"), "3 ochre", "ochre ochre")
    _same_for_others(one, other)
    for s in (one, other):
        accept(s, "hatti", offer(s, "rome", "salt, wine, water", "salt wine"), "3 salt", "salt salt")
    _same_for_others(one, other)


@pytest.mark.rules("mega.hid.7", "mega.hid.9", "mega.hid.20")
def test_what_passes_between_two_leaves_no_trace_in_what_a_third_is_offered() -> None:
    """Twice an offer, once one that is withdrawn, once one that is declined: as often something was said, no more."""
    worlds = []
    for second in ("offer", "withdraw", "decline"):
        s = scene()
        number = offer(s, "hatti", "3 salt", "salt salt", to="rome")
        if second == "offer":
            offer(s, "hatti", "2 salt, treachery", "salt salt", to="rome")
        else:
            s.answer("hatti" if second == "withdraw" else "rome", act(second, offer=number))
        offer(s, "egypt", "2 salt, ochre", "salt salt")
        worlds.append(s)
    for viewer in (worlds[0].seat("egypt"), worlds[0].seat("celt"), SPECTATOR):
        looks = {
            msgspec.json.encode((s.title.view(s.game.state, viewer), _told(s, Seat(viewer)))) for s in worlds
        }
        assert len(looks) == 1
        assert not any(told.seen_by(viewer) for s in worlds for told in s.game.log)


@pytest.mark.rules("mega.hid.9", "mega.hid.8", "mega.hid.20")
@given(st.integers(0, 10**6), st.integers(0, 8))
def test_what_is_made_up_for_a_viewer_looks_the_same_and_is_possible(number: int, viewer: int) -> None:
    s = _busy_floor(Random(number))
    seat = Seat(viewer)
    before = msgspec.json.encode((s.title.view(s.game.state, viewer), _told(s, seat)))
    scramble(s.game, viewer, Chance(seed_of(number)))
    assert msgspec.json.encode((s.title.view(s.game.state, viewer), _told(s, seat))) == before
    for one in open_offers(s):
        held = s.game.realms[one.seat].hand
        assert all(held.get(item, 0) >= count for item, count in one.give)
        assert sum(count for _, count in one.give) == one.size
        assert all(s.title.components.kinds[item >> 1].sort != "fixed" for item, _ in one.give)
        faces = Counter({item >> 1: 0 for item, _ in one.give})
        for item, count in one.give:
            faces[item >> 1] += count
        assert not Counter(one.names) - faces


def _told(s: Scene, seat: Seat) -> object:
    decision = s._step.pending.get(seat) if s._step else None
    return decision.describe() if decision else None


FULL = (
    "3 salt, 2 iron, treachery, famine",
    "4 ochre, 2 wine, gold",
    "2 salt, ochre, flood, oil",
    "papyri, wool, slave_revolt",
    "2 gold, 2 ivory, tempest",
    "3 water",
    "5 fish, cyclone",
    "2 tin, lead, piracy",
    "stone, furs",
)
CIVS = ("minoa", "assyria", "celt", "carthage", "hatti", "rome", "iberia", "hellas", "egypt")


def _busy_floor(rng: Random, acts: int = 30) -> Scene:
    """A floor after some lively dealing; everybody's laws hold after every act."""
    s = scene(dict(zip(CIVS, FULL, strict=True)))
    for _ in range(acts):
        talking = [seat for seat, one in sorted(s._step.pending.items()) if not one.idle]  # type: ignore[union-attr]
        if len(talking) < 2:
            break
        seat = rng.choice(talking)
        decision = s._step.pending[seat]  # type: ignore[union-attr]
        answer = decision.sample(rng)
        if answer.act != Done() or rng.random() < 0.2:
            s._step.resume(seat, decision.value(answer))  # type: ignore[union-attr]
    return s


@pytest.mark.rules("mega.7.3", "mega.7.8", "mega.7.10", "mega.7.11", "mega.7.16", "mega.card.9")
@given(st.integers(0, 10**6))
def test_settlement_keeps_all_cards_and_all_bounds(number: int) -> None:
    """However they deal: no card is lost or made, NT calamities stay, each side gave three or more and two as named."""
    rng = Random(number)
    s = scene(dict(zip(CIVS, FULL, strict=True)))
    components = s.title.components

    everything = _all(s)
    fixed = {realm.seat: _fixed(s, realm.seat) for realm in s.game.realms}
    while not s.done:
        step = s._step
        assert step is not None
        talking = [seat for seat, one in sorted(step.pending.items()) if not one.idle]
        seat = rng.choice(talking)
        decision = step.pending[seat]
        answer = decision.sample(rng)
        assert decision.check(decision.decode(msgspec.json.encode(answer))) is None
        sizes = [s.game.hand_size(Seat(realm.seat)) for realm in s.game.realms]
        logged = len(s.game.log)
        step.resume(seat, decision.value(answer))
        assert _all(s) == everything
        assert {realm.seat: _fixed(s, realm.seat) for realm in s.game.realms} == fixed
        for told in s.game.log[logged:]:
            event = told.event
            if isinstance(event, CardsTraded):
                for cards_given, names in ((event.given, event.names), (event.taken, event.answered_names)):
                    assert sum(n for _, n in cards_given) >= 3
                    kinds_given: Counter[int] = Counter()
                    for item, n in cards_given:
                        kinds_given[item >> 1] += n
                    assert not Counter(names) - kinds_given
                    assert all(components.kinds[kind].sort == "commodity" for kind in names)
                more = sum(n for _, n in event.taken) - sum(n for _, n in event.given)
                assert s.game.hand_size(Seat(event.giver)) == sizes[event.giver] + more
                assert s.game.hand_size(Seat(event.taker)) == sizes[event.taker] - more
                for giver, taker, gone in (
                    (event.giver, event.taker, event.given),
                    (event.taker, event.giver, event.taken),
                ):
                    for item, _ in gone:
                        if not components.is_commodity(item):
                            assert s.game.realms[taker].givers[item] == giver
        for realm in s.game.realms:
            assert all(n > 0 for n in realm.hand.values())
        for one in open_offers(s):
            assert all(s.game.realms[one.seat].hand.get(item, 0) >= n for item, n in one.give)


def _all(s: Scene) -> dict[int, int]:
    total: Counter[int] = Counter()
    for realm in s.game.realms:
        total.update(realm.hand)
    return dict(total)


def _fixed(s: Scene, seat: int) -> list[int]:
    return sorted(
        item for item in s.game.realms[seat].hand if s.title.components.kinds[item >> 1].sort == "fixed"
    )


@pytest.mark.rules("mega.7.1", "mega.7.15", "D-30", "D-31")
def test_random_dealing_makes_trades_and_comes_to_an_end() -> None:
    trades = 0
    for seed in range(20):
        rng = Random(seed)
        s = scene(dict(zip(CIVS, FULL, strict=True)))
        acts = 0
        while not s.done:
            acts += 1
            due = [seat for seat, one in sorted(s._step.pending.items()) if not one.idle]  # type: ignore[union-attr]
            seat = rng.choice(due)
            decision = s._step.pending[seat]  # type: ignore[union-attr]
            s._step.resume(seat, decision.value(decision.sample(rng)))  # type: ignore[union-attr]
        assert s.done
        assert acts < 200
        trades += sum(isinstance(told.event, TradeMade) for told in s.game.log)
    assert trades > 40


# -- bad input --------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.7.3")
@pytest.mark.parametrize(
    "raw",
    [
        {"give": [[0, -3]], "names": [1, 1], "wanted": 3},
        {"give": [[0, 1.5]], "names": [1, 1], "wanted": 3},
        {"give": [[0, 3]], "names": [1, 1], "wanted": 0},
        {"give": [[0, 3]], "names": ["salt", "salt"], "wanted": 3},
        {"give": [[0, 3]], "names": [1, 1]},
        {"give": [], "names": [], "wanted": 3},
        {"give": [[9_999, 3]], "names": [9_999, 9_999], "wanted": 3},
    ],
)
def test_nonsense_is_refused(raw: dict[str, object]) -> None:
    assert no(scene(), "hatti", act("offer", terms=raw)).key in ("malformed", "too_few_cards", "not_in_hand")


@pytest.mark.rules("mega.order.1")
def test_the_floor_lies_between_the_cards_and_the_calamities() -> None:
    turn = MEGA_CIVILIZATION.turn
    assert turn[turn.index("6b") + 1] == "7"
    assert turn[turn.index("7") + 1] == "8"
    assert MEGA_CIVILIZATION.steps["7"] is trade


@pytest.mark.rules("D-33")
def test_in_a_game_who_has_finished_is_not_due() -> None:
    game = Game(WESTERN_EMPIRES, WESTERN_EMPIRES.options_type(), 5, seed_of(1))
    rng = Random(1)
    for _ in range(5_000):
        if game.state.step == "7":
            break
        seat = rng.choice(game.due())
        game.answer(seat, game.pending[seat].sample(rng))
    assert game.state.step == "7"
    asked = sorted(game.pending)
    game.answer_default(asked[0])
    if game.state.step == "7":
        assert asked[0] in game.pending
        assert asked[0] not in game.due()
        view = game.view(asked[0])
        assert isinstance(view.decision.body, TradeBody)  # type: ignore[union-attr]
        assert next(one for one in view.pending if one.seat == asked[0]).waiting
        game.answer(asked[0], act("resume"))
        assert asked[0] in game.due()
    assert isinstance(next(iter(game.pending.values())), Trade) or game.state.step != "7"
