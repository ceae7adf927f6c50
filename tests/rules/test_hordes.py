"""9b. Barbarian Hordes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.antiquity.assault import city_attacks
from ecumene.antiquity.cities import remove_surplus
from ecumene.antiquity.conflict import token_conflicts
from ecumene.antiquity.hordes import HordesGone, HordesLanded, HordesMoved, hordes, targets_of
from ecumene.antiquity.testing import Scene
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES

# Jerusalem (limit 2) - Jericho (1) - Damascus (2); Moesia (4, wilderness) - Odessus (1); Rhodes (3) - Knossos (3), by
# water.


def scene(pieces: str, advances: str = "", title: Any = MEGA_CIVILIZATION, **more: Any) -> Scene:
    """Celt is the victim, Minoa directs."""
    held = {"celt": advances, **more.pop("others", {})}
    return Scene(title, 9, pieces, advances=held, **more).run(fall_upon("celt", "minoa"))


def fall_upon(victim: str, beneficiary: str) -> Callable[[Any], Coroutine[Any, Any, None]]:
    async def rule(game: Any) -> None:
        civs = {"minoa": 0, "celt": 2, "rome": 5}
        await hordes(game, civs[victim], civs[beneficiary])  # type: ignore[arg-type]

    return rule


def moves(s: Scene) -> list[tuple[str, int]]:
    key = s.game.board.key_of
    return [(key(e.event.to), e.event.tokens) for e in s.game.log if isinstance(e.event, HordesMoved)]  # type: ignore[arg-type]


@pytest.mark.rules(
    "mega.9.barbarians.t1", "mega.9.barbarians.1", "mega.9.barbarians.2", "mega.9.barbarians.3", "mega.9.barbarians.6",
    "mega.9.barbarians.10", "D-49",
)  # fmt: skip
def test_they_go_from_city_to_city_until_nothing_is_left_over() -> None:
    s = scene("jerusalem: city celt; jericho: city celt; damascus: 3 celt; rome: city celt")
    asked = s.asked("minoa")
    assert asked is not None
    assert asked.kind == "horde_city"
    assert asked.fallback().option == min(s.options("minoa"))
    assert set(s.options("minoa")) == {s.area(name) for name in ("jerusalem", "jericho", "rome")}
    s.choose("minoa", "jerusalem")
    assert s.done
    assert s.tokens("jerusalem") == {"barbarians": 2}
    assert s.tokens("jericho") == {"barbarians": 1}
    assert s.tokens("damascus") == {"celt": 2}
    assert moves(s) == [("jericho", 8), ("damascus", 2)]
    assert s.city("rome") == "celt"


@pytest.mark.rules("mega.9.barbarians.t2", "mega.9.barbarians.7", "mega.9.barbarians.10", "A-90")
def test_those_who_cannot_go_on_are_destroyed() -> None:
    s = scene("moesia: city celt; odessus: city celt; paeonia: 2 rome")
    assert s.done  # 15 against 6, limit 4: 10 are left, 6 are too many, and 6 cannot take a city
    assert s.tokens("moesia") == {"barbarians": 4}
    assert s.city("odessus") == "celt"
    gone = [entry.event for entry in s.game.log if isinstance(entry.event, HordesGone)]
    assert [(event.area, event.tokens) for event in gone] == [(s.area("moesia"), 6)]


@pytest.mark.rules("mega.9.barbarians.t3", "mega.9.barbarians.1", "mega.adv.monarchy.4")
def test_metalworking_and_monarchy() -> None:
    def left(advances: str) -> int:
        s = scene("jerusalem: city celt", advances)
        gone = sum(entry.event.tokens for entry in s.game.log if isinstance(entry.event, HordesGone))
        return gone + s.tokens("jerusalem")["barbarians"]

    assert left("") == 10
    assert left("metalworking") == 9
    assert left("monarchy") == 5


@pytest.mark.rules("mega.9.barbarians.1", "mega.adv.politics.6", "mega.adv.provincial_empire.5")
def test_how_many_they_are() -> None:
    def number(advances: str) -> int:
        s = scene("jerusalem: city celt", advances)
        return next(entry.event.tokens for entry in s.game.log if isinstance(entry.event, HordesLanded))

    assert number("") == 15
    assert number("politics") == number("provincial_empire") == 20
    assert number("politics provincial_empire monarchy") == 20
    assert number("politics provincial_empire") == 25


@pytest.mark.rules("mega.9.barbarians.2", "D-49", "A-89")
def test_a_wilderness_city_first_and_no_city_no_effect() -> None:
    s = scene("jerusalem: city celt; moesia: city celt; sinai: city rome")
    assert s.done
    assert s.city("moesia") is None
    assert s.city("jerusalem") == "celt"
    nothing = scene("jerusalem: 9 celt")
    assert nothing.done
    assert not nothing.game.log


@pytest.mark.rules("mega.9.barbarians.4", "mega.adv.engineering.1")
def test_engineering_of_the_owner() -> None:
    s = scene("jerusalem: city celt", "engineering")
    assert s.tokens("jerusalem") == {"barbarians": 2}
    gone = next(entry.event for entry in s.game.log if isinstance(entry.event, HordesGone))
    assert gone.tokens == 15 - 6 - 2  # 15 against 7, limit 2: 9 are left


@pytest.mark.rules("mega.9.barbarians.5", "A-89", "A-92", "mega.11.1")
def test_whoever_is_there_takes_part() -> None:
    # Rome's six and the Barbarians there before fight as well: 17 against 6, then 12 against the city.
    s = scene("jerusalem: city celt, 6 rome, 2 barbarians")
    assert s.done
    assert s.city("jerusalem") is None
    assert s.tokens("jerusalem") == {"barbarians": 2}
    # Too many others: the first attack fails, and what is left is destroyed.
    s = scene("jerusalem: city celt, 11 rome", title=WESTERN_EMPIRES)
    assert s.city("jerusalem") == "celt"
    assert s.tokens("jerusalem") == {}
    # Rome wins: it attacks in phase 11, not now (ruling E-22).
    s = scene("jerusalem: city celt, 30 rome")
    assert s.done
    assert s.city("jerusalem") == "celt"
    assert s.tokens("jerusalem") == {"rome": 16}
    s.run(city_attacks).defaults()
    assert s.city("jerusalem") is None


@pytest.mark.rules("mega.9.barbarians.6", "D-50", "A-91")
def test_the_beneficiary_must_move_them_on_and_chooses_where() -> None:
    s = scene(
        "jerusalem: city celt; jericho: city celt; gaza: 3 celt; tyre: 2 rome; petra: city rome"
    ).choose("minoa", "jerusalem")
    asked = s.asked("minoa")
    assert asked is not None
    assert asked.kind == "horde_march"
    assert asked.about == {"victim": s.seat("celt"), "tokens": 8}
    assert s.options("minoa") == tuple(sorted([s.area("jericho"), s.area("gaza")]))
    assert asked.fallback().option == min(s.area("jericho"), s.area("gaza"))
    s.choose("minoa", "gaza")
    assert s.tokens("gaza") == {
        "barbarians": 1
    }  # 8 against 3, limit 1: 5 are left... and the rest find no way on
    assert moves(s) == [("gaza", 8)]


@pytest.mark.rules("mega.9.barbarians.9", "mega.out.4", "mega.adv.naval_warfare.4")
def test_over_water_but_not_over_open_sea() -> None:
    s = scene("rhodes: city celt; knossos: 2 celt; thera: 2 celt; salamis: 2 celt")
    assert s.done
    assert moves(s) == [("knossos", 7), ("thera", 3)]
    assert s.tokens("salamis") == {"celt": 2}
    # Salamis touches the same open sea as Rhodes; ships are no units.
    ships = scene("rhodes: city celt; knossos: 3 ships celt; salamis: 2 celt")
    assert moves(ships) == []


@pytest.mark.rules("mega.9.barbarians.7", "mega.9.barbarians.8", "A-90")
def test_the_forecast() -> None:
    def may_take(pieces: str, excess: int, advances: str = "") -> bool:
        s = Scene(MEGA_CIVILIZATION, 9, f"jerusalem: 1 barbarians; {pieces}", advances={"celt": advances})
        return s.area("tyre") in targets_of(s.game, s.seat("celt"), s.area("jerusalem"), excess)

    assert may_take("tyre: city celt", 7)
    assert not may_take("tyre: city celt", 6)
    assert not may_take("tyre: city celt", 7, "engineering")
    assert may_take("tyre: city celt", 8, "engineering")
    # Tokens beside the city fight first: 8 against 2 leaves 7, 7 against 2 leaves 6; with Metalworking one less.
    assert may_take("tyre: city celt, 2 celt", 8)
    assert not may_take("tyre: city celt, 2 celt", 7)
    assert not may_take("tyre: city celt, 2 celt", 8, "metalworking")
    assert may_take("tyre: city celt, 2 celt", 9, "metalworking")
    assert may_take("tyre: city celt, 2 celt, 1 barbarians", 7)
    # Choices of the victim are not foreseen: losses from elsewhere, ships.
    assert may_take(
        "tyre: city celt, 2 celt, 2 ships celt; sidon: 9 celt", 8, "advanced_military naval_warfare"
    )
    # Without a city there is no forecast, nor beside a pirate city (ruling E-23); units of the victim must be there.
    assert may_take("tyre: 9 celt", 1)
    assert may_take("tyre: city pirates, 1 celt", 1)
    assert not may_take("tyre: city rome", 9)
    assert may_take("tyre: city rome, 1 celt", 8)


@pytest.mark.rules("mega.9.barbarians.8", "D-17", "A-90")
def test_a_victim_may_then_prove_the_forecast_wrong() -> None:
    s = scene(
        "jerusalem: city celt; tyre: city celt, 2 celt; sidon: 9 celt", "advanced_military public_works"
    ).choose("minoa", "jerusalem")
    while s.asked("celt") is not None:
        s.choose("celt", "sidon" if s.area("sidon") in s.options("celt") else s.options("celt")[0])
    assert s.done
    assert s.city("tyre") == "celt"
    assert "barbarians" not in s.tokens("tyre")


@pytest.mark.rules(
    "mega.9.barbarians.11", "mega.9.barbarians.12", "mega.adv.diplomacy.4", "mega.adv.cultural_ascendancy.8"
)
def test_no_advance_of_the_beneficiary_helps_none_of_the_victim_keeps_them_out_and_they_take_nothing() -> (
    None
):
    s = scene(
        "jerusalem: city celt; tyre: 1 celt",
        "diplomacy cultural_ascendancy",
        others={"minoa": "engineering metalworking"},
        hands={"celt": "3 salt"},
    )
    assert s.done
    assert s.tokens("jerusalem") == {"barbarians": 2}  # against 6, not 5
    assert moves(s) == [("tyre", 8)]
    assert s.game.hand_size(s.seat("celt")) == 3
    assert s.realm("minoa").treasury == 0


@pytest.mark.rules("mega.9.barbarians.13", "mega.9.barbarians.16", "mega.9.barbarians.15")
def test_they_stay_until_a_fight_takes_them_and_may_come_twice() -> None:
    s = scene("jerusalem: city celt; damascus: city celt").choose("minoa", "jerusalem")
    s.run(remove_surplus)
    assert s.tokens("jerusalem") == {"barbarians": 2}
    s.run(fall_upon("celt", "rome"))  # the copy of the other block
    assert s.city("damascus") is None
    s.game.place(s.seat("celt"), s.area("jerusalem"), 4)
    s.run(token_conflicts)
    assert s.tokens("jerusalem") == {"celt": 3}
    # A turned pirate city instead of six tokens is a matter of pieces: the state knows numbers only.
    assert isinstance(s.game.state.barbarians[s.area("damascus")], int)


@pytest.mark.rules("mega.9.barbarians.14")
def test_the_last_trader_directs_them() -> None:
    assert MEGA_CIVILIZATION.components.effects["barbarian_hordes"].beneficiary == "trader"


@pytest.mark.rules("A-92", "A-91")
@given(
    cities=st.sets(
        st.sampled_from(["jerusalem", "jericho", "gaza", "tyre", "sidon", "damascus"]), min_size=1
    ),
    tokens=st.dictionaries(
        st.sampled_from(["petra", "sinai", "tanis", "syria", "phoenicia"]), st.integers(1, 6)
    ),
    advances=st.sets(st.sampled_from(["engineering", "metalworking", "politics", "monarchy", "agriculture"])),
)
def test_they_always_come_to_an_end(cities: set[str], tokens: dict[str, int], advances: set[str]) -> None:
    pieces = [f"{area}: city celt" for area in sorted(cities)]
    pieces += [f"{area}: {number} celt" for area, number in sorted(tokens.items())]
    s = scene("; ".join(pieces), " ".join(sorted(advances))).defaults()
    assert s.done
    for area, number in s.game.state.barbarians.items():
        assert number <= s.game.board.limit[area]
        assert s.game.city_owner(area) is None
    realm = s.realm("celt")
    assert realm.stock + sum(realm.tokens.values()) == 55
    visited = [area for area, _ in moves(s)]
    assert len(set(visited)) == len(visited)
