"""6. Trade cards."""

from __future__ import annotations

import pytest

from ecumene.antiquity.components import card
from ecumene.antiquity.draw import CardBought, CardsDrawn, CardsSeen, buy_cards, draw_cards, draw_order
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.view import table_view
from ecumene.kernel import SPECTATOR, Viewer
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST

KEYS = ["clay", "iron", "fruit", "oil", "textiles", "copper", "incense", "gemstones", "gold"]
CITIES = {
    "minoa": ["knossos", "phaestos", "rhodes", "argos", "corinth"],
    "hellas": ["athens", "byzantium", "odessus", "tomi", "apollionia"],
    "egypt": ["tanis", "memphis", "fayum", "gaza", "petra"],
}


def scene(
    title: object = WEST, cities: dict[str, int] | None = None, cards: int = 9, **more: object
) -> Scene:
    numbers = {"minoa": 3, "hellas": 5, "egypt": 5} if cities is None else cities
    pieces = "; ".join(
        f"{area}: city {civ}" for civ, number in numbers.items() for area in CITIES[civ][:number]
    )
    s = Scene(title, 9, pieces, lineup="west-9", **more)  # type: ignore[arg-type]
    for number, key in enumerate(KEYS):
        s.game.state.stacks[number] = [card(WEST.components.kind(key))] * cards
    return s


def held(s: Scene, civ: str) -> list[str]:
    kinds = WEST.components.kinds
    return [kinds[item >> 1].key for item, n in sorted(s.realm(civ).hand.items()) for _ in range(n)]


def choose(option: int | str) -> dict[str, object]:
    return {"shape": "choose", "option": option}


# -- 6a ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules("mega.6a.ex1", "mega.6a.order.1", "mega.6a.1", "mega.6a.2", "mega.6a.3", "mega.card.8")
def test_minoa_first_hellas_before_egypt_and_an_empty_stack_gives_water() -> None:
    s = scene()
    s.game.state.stacks[1] = s.game.state.stacks[1][:2]
    assert [s._civ[seat] for seat in draw_order(s.game)][-3:] == ["minoa", "hellas", "egypt"]
    s.run(draw_cards)
    assert s.done
    assert held(s, "minoa") == KEYS[:3]
    assert held(s, "hellas") == KEYS[:5]
    assert held(s, "egypt") == ["water", "clay", "fruit", "oil", "textiles"]
    assert held(s, "rome") == []
    assert len(s.game.state.stacks[2]) == 6


@pytest.mark.rules(
    "mega.6a.5", "mega.6a.6", "mega.hid.1", "mega.hid.2", "mega.hid.5", "mega.hid.3", "mega.hid.20", "A-62"
)
def test_what_is_drawn_only_the_drawer_knows() -> None:
    s = scene()
    s.game.state.stacks[1] = []
    s.run(draw_cards)
    minoa, rome = s.seat("minoa"), s.seat("rome")
    drawn = [told for told in s.game.log if isinstance(told.event, CardsDrawn)]
    seen = [told for told in s.game.log if isinstance(told.event, CardsSeen)]
    assert drawn[0].event == CardsDrawn(minoa, 3, (2,))
    assert drawn[0].to is None
    assert [told.to for told in seen] == [(minoa,), (s.seat("hellas"),), (s.seat("egypt"),)]
    assert s.game.learned

    def hand(viewer: Viewer) -> object:
        return table_view(s.game.state, viewer).realms[minoa].hand

    assert hand(Viewer(minoa)) == dict(sorted(s.realm("minoa").hand.items()))
    assert hand(Viewer(rome)) is None
    assert hand(SPECTATOR) is None
    view = table_view(s.game.state, Viewer(rome))
    assert view.realms[minoa].cards == 3
    assert view.empty[:3] == (False, True, False)
    assert "stacks" not in view.__struct_fields__


@pytest.mark.rules("mega.6a.4", "mega.setup.map.13", "mega.6b.7")
def test_the_other_block_never_helps_out() -> None:
    s = Scene(MEGA, 12, "knossos: city minoa; saba: city saba", treasury={"minoa": 15})
    iron = MEGA.components.kind("clay")
    s.game.state.stacks[9] = [card(iron, 1)] * 3
    s.game.state.stacks[17] = [card(MEGA.components.kind("gold"), 1)]
    s.run(draw_cards)
    assert s.realm("minoa").hand == {card(MEGA.components.kind("water"), 0): 1}
    assert s.realm("saba").hand == {card(iron, 1): 1}
    s.run(buy_cards).answer("minoa", choose(9))
    assert s.realm("minoa").hand == {0: 2}


@pytest.mark.rules("mega.6.1", "A-60")
def test_without_any_city_western_empires_goes_straight_to_phase_13() -> None:
    s = scene(cities={}).run(draw_cards)
    assert s.game.state.goto == "13a"
    assert scene(MEGA, cities={}).run(draw_cards).game.state.goto == ""
    assert scene(cities={"minoa": 1}).run(draw_cards).game.state.goto == ""
    assert scene(cities={}, treasury={"egypt": 1}).run(draw_cards).game.state.goto == ""
    assert scene(cities={}, hands={"egypt": "gold"}).run(draw_cards).game.state.goto == ""


@pytest.mark.rules("mega.6a.order.1", "mega.6b.order.1", "mega.ast.5")
def test_ties_in_the_draw_go_by_ranking_not_by_seat() -> None:
    s = Scene(MEGA, 12, "rome: city rome; saba: city saba; assyria: city assyria")
    assert [s._civ[seat] for seat in draw_order(s.game)] == [
        "minoa", "babylon", "carthage", "hatti", "persia", "nubia", "hellas", "egypt", "parthia",
        "saba", "assyria", "rome",
    ]  # fmt: skip


# -- 6b ------------------------------------------------------------------------------------------------------------


@pytest.mark.rules(
    "mega.6b.order.1", "mega.order.5", "mega.6b.1", "mega.6b.3", "mega.6b.4", "D-28", "A-60", "A-133"
)
def test_one_after_the_other_buys_card_by_card_and_passes() -> None:
    s = scene(treasury={"minoa": 40, "hellas": 14, "egypt": 15, "rome": 15}).run(buy_cards)
    assert s.who() == ["rome"]  # no city: first in the order
    assert s.asked("rome").fallback().option == "none"  # type: ignore[union-attr]
    s.answer("rome", choose("none"))
    assert s.game.learned  # final
    assert s.who() == ["minoa"]
    s.answer("minoa", choose(9))
    assert s.realm("minoa").treasury == 25
    assert held(s, "minoa") == ["gold"]
    s.answer("minoa", choose(9))
    assert s.realm("minoa").treasury == 10
    assert s.who() == ["egypt"]  # Minoa cannot pay any more, Hellas cannot either
    s.answer("egypt", choose("none"))
    assert s.done


@pytest.mark.rules("mega.hid.6", "mega.6b.9", "mega.6a.5")
def test_stack_and_price_are_public_the_card_is_not() -> None:
    s = scene(treasury={"egypt": 15}).run(buy_cards).answer("egypt", choose(9))
    told = [t for t in s.game.log if isinstance(t.event, (CardBought, CardsSeen))]
    assert told[0].event == CardBought(s.seat("egypt"), 9, 15, water=False)
    assert told[0].to is None
    assert told[1].to == (s.seat("egypt"),)


@pytest.mark.rules("mega.6b.2", "mega.adv.cartography.1", "mega.adv.mining.1", "mega.adv.rhetoric.1")
@pytest.mark.parametrize(
    "advances, stacks",
    [
        ("", {9: 15}), ("cartography", {2: 5, 7: 13, 9: 15}), ("mining", {6: 13, 8: 13, 9: 15}),
        ("rhetoric", {3: 9, 9: 15}), ("rhetoric mining", {3: 9, 6: 13, 8: 13, 9: 15}),
    ],
)  # fmt: skip
def test_which_stacks_sell_at_what_price(advances: str, stacks: dict[int, int]) -> None:
    s = scene(advances={"egypt": advances}, treasury={"egypt": 50}).run(buy_cards)
    assert s.options("egypt") == ("none", *stacks)
    for stack, price in stacks.items():
        before = s.realm("egypt").treasury
        if before >= 15:
            s.answer("egypt", choose(stack))
            assert s.realm("egypt").treasury == before - price
    poor = scene(advances={"egypt": advances}, treasury={"egypt": 12}).run(buy_cards)
    cheap = [stack for stack, price in stacks.items() if price <= 12]
    assert poor.done if not cheap else poor.options("egypt") == ("none", *cheap)
    if cheap:
        assert poor.refused("egypt", choose(9)).key == "too_dear"
    for stack in range(1, 9):
        if stack not in stacks:  # not too dear, but not for sale to Egypt
            refused = s.refused("egypt", choose(stack)) if not s.done else None
            sold = stack in (2, 3, 6, 7, 8)
            assert refused is None or refused.key == ("needs_advance" if sold else "not_an_option")


@pytest.mark.rules("mega.6b.5", "mega.6b.6", "A-61", "A-62")
def test_an_empty_stack_may_be_chosen_and_gives_water() -> None:
    s = scene(treasury={"egypt": 15})
    s.game.state.stacks[8] = []
    s.run(buy_cards).answer("egypt", choose(9))
    assert held(s, "egypt") == ["water"]
    assert s.realm("egypt").treasury == 0


@pytest.mark.rules(
    "mega.6b.8", "mega.adv.wonder_of_the_world.1", "mega.adv.wonder_of_the_world.t1", "D-29", "A-61"
)
def test_the_wonder_takes_one_free_card_from_a_stack_above_the_number_of_cities() -> None:
    s = scene(cities={"egypt": 4}, advances={"egypt": "wonder_of_the_world"}, treasury={"egypt": 30}).run(
        buy_cards
    )
    assert s.options("egypt") == ("none", 9, *(f"wonder_{n}" for n in range(5, 10)))
    assert s.asked("egypt").fallback().option == "wonder_9"  # type: ignore[union-attr]
    assert s.refused("egypt", choose("wonder_4")).rule == "mega.6b.8"
    s.answer("egypt", choose(9))
    s.answer("egypt", choose("wonder_6"))  # at any moment of the own turn
    assert held(s, "egypt") == ["copper", "gold"]
    assert s.realm("egypt").treasury == 15
    assert s.options("egypt") == ("none", 9)  # once
    none = scene(cities={}, advances={"egypt": "wonder_of_the_world"}).run(buy_cards)
    assert none.options("egypt") == ("none", *(f"wonder_{n}" for n in range(1, 10)))
    none.answer("egypt", choose("none"))  # not compulsory
    assert none.done


@pytest.mark.rules("mega.adv.wonder_of_the_world.2")
def test_with_nine_cities_there_is_no_free_card() -> None:
    s = scene(cities={"egypt": 5}, advances={"egypt": "wonder_of_the_world"})
    for area in ("athens", "tyre", "troy"):
        s.game.found_city(s.seat("egypt"), s.area(area))
    assert s.run(buy_cards).options("egypt") == ("none", "wonder_9")
    s.answer("egypt", choose("none"))
    s.game.found_city(s.seat("egypt"), s.area("sardes"))
    assert s.run(buy_cards).done
