"""9. Civil War and Tyranny: which units change hands, exactly (rulings A-86 to A-88)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.antiquity.calamities.connected import Component, Holding, Scale
from ecumene.antiquity.calamities.counting import Land
from ecumene.antiquity.calamities.factions import SelectionBody, holdings
from ecumene.antiquity.calamities.losses import UnitsAnnexed
from ecumene.antiquity.calamities.phase import major_calamity
from ecumene.antiquity.calamities.selection import Selection
from ecumene.antiquity.calamities.splitting import Split
from ecumene.antiquity.testing import Scene
from ecumene.atlas.places import Area
from tests.rules.calamity_scenes import BOTH, MEGA, areas, asked, cities, pay, strike, told

ROW = ("syria", "damascus", "jericho")

# Eight cities for each of the others: one is left to each of them.
SITES = {
    "minoa": "knossos phaestos rhodes thera athens corinth argos sparta",
    "assyria": "tyre sidon gaza jerusalem petra cyrene aleppo carrhae",
    "celt": "alesia londinium upper_rhine germania_superior salonae tarentum caralis syracuse",
    "carthage": "carthage thapsus tripoli cirta panormus cyprus salamis byzantium",
    "rome": "aquae_sextiae rubicon gallaecia cluniensis aquitania belgica lugdunensis iberus",
    "iberia": "lusitania corduba narbo ebusus massilia carthago_nova troy miletus",
    "hellas": "sardes hattusa kanesh trapezus ithaca chalcis eretria thessalonica",
    "egypt": "memphis alexandria fayum tanis odessus tomi lycia apollionia",
}
ONE_CITY_LEFT = "; ".join(f"{site}: city {civ}" for civ, sites in SITES.items() for site in sites.split())


def adjacent(scene: Scene, *names: str) -> list[bool]:
    """Whether each is next to the one before it."""
    numbers = [scene.area(name) for name in names]
    return [b in scene.game.board.adjacent[a] for a, b in pairwise(numbers)]


# -- Civil War --------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.9.civil_war.1", "mega.9.civil_war.2", "mega.9.civil_war.t1", "mega.adv.music.1",
    "mega.adv.drama_and_poetry.1",
    "mega.adv.democracy.3", "mega.adv.philosophy.3", "mega.adv.military.3",
)  # fmt: skip
@pytest.mark.parametrize("points, advances, needed",
    [(62, "music", 22), (50, "music drama_and_poetry democracy", -5), (30, "philosophy military", 5), (35, "", 0),
     (36, "", 1), (50, "drama_and_poetry", 10), (60, "democracy", 15), (50, "military", 20), (50, "philosophy", 20)],
)  # fmt: skip
def test_how_many_points_leave(title: Any, points: int, advances: str, needed: int) -> None:
    names = ("aleppo", "damascus", "nineveh")
    pieces = "; ".join(
        [*(f"{name}: city hatti" for name in names), "syria: 5 hatti", f"assyria: {points - 20} hatti"]
    )
    scene = strike("civil_war", pieces, advances={"hatti": advances}, title=title)
    if needed <= 0:
        assert scene.done
        assert scene.game.unit_points(scene.seat("hatti")) == points
        return
    decision = asked(scene, "hatti", "civil_war")
    assert decision.about["points"] == needed


@BOTH
@pytest.mark.rules(
    "mega.9.civil_war.t2", "mega.9.civil_war.3", "mega.9.civil_war.4", "mega.9.civil_war.5", "mega.9.civil_war.9",
    "A-86", "D-47", "mega.9.def.12", "mega.9.def.18",
)  # fmt: skip
def test_connected_whole_areas(title: Any) -> None:
    far = "moesia: 32 hatti"  # all the rest, far away: with 12 points in the row there are nine too many, or eight
    scene = strike("civil_war", f"syria: 5 hatti; damascus: 4 hatti; jericho: 3 hatti; {far}", title=title)
    assert adjacent(scene, *ROW) == [True, True]
    decision = asked(scene, "hatti")
    body = decision.body()
    assert isinstance(body, SelectionBody)
    assert (body.points, body.groups) == (9, 1)
    assert decision.check(decision.fallback()) is None
    assert scene.refused("hatti", areas(scene, "syria jericho")).rule == "mega.9.civil_war.3"
    assert scene.refused("hatti", areas(scene, "syria damascus jericho")).rule == "mega.9.civil_war.9"
    assert scene.refused("hatti", areas(scene, "syria moesia")).key == "scattered"
    assert scene.refused("hatti", areas(scene, "moesia")).key == "too_many_points"
    scene.answer("hatti", areas(scene, "damascus syria"))
    assert scene.tokens("syria") == {"minoa": 5}
    assert scene.tokens("damascus") == {"minoa": 4}
    assert scene.tokens("jericho") == {"hatti": 3}

    uneven = "syria: 5 hatti; damascus: 4 hatti; jericho: 5 hatti; moesia: 29 hatti"
    scene = strike("civil_war", uneven, title=title)
    decision = asked(scene, "hatti")
    assert decision.about["points"] == 8
    assert decision.body().points == 9
    assert scene.refused("hatti", areas(scene, "syria jericho")).key in ("scattered", "too_many_points")
    scene.answer("hatti", areas(scene, "damascus jericho"))
    assert scene.tokens("jericho") == {"minoa": 5}


@BOTH
@pytest.mark.rules(
    "mega.9.civil_war.7", "mega.9.civil_war.10", "mega.9.civil_war.11", "mega.9.benef.2", "mega.9.benef.3", "A-75",
    "mega.9.benef.4", "A-135", "mega.adv.public_works.3",
)  # fmt: skip
def test_all_selected_units_become_the_beneficiarys(title: Any) -> None:
    """The last trader counts for nothing here, the victim never, though he has most in stock."""
    pieces = "antioch: city hatti, 1 hatti, 2 ships hatti; cilicia: 3 hatti; upper_danube: 35 hatti; rome: city rome"
    others = "; ".join(
        f"{sites.split()[0]}: city {civ}" for civ, sites in SITES.items() if civ not in ("rome", "iberia")
    )
    scene = Scene(
        title, 9, f"{pieces}; {others}; lusitania: city iberia, 1 iberia", hands={"hatti": "civil_war"}
    )
    item = next(iter(scene.realm("hatti").hand))
    scene.realm("hatti").givers[item] = scene.seat("egypt")
    scene.run(major_calamity)
    # All have eight cities in stock, and of those with 55 tokens Minoa ranks highest.
    assert told(scene, UnitsAnnexed) == []
    scene.answer("hatti", areas(scene, "antioch cilicia"))
    assert scene.city("antioch") == "minoa"
    assert scene.tokens("antioch") == {}  # the Public Works token counted, and is destroyed
    assert scene.tokens("cilicia") == {"minoa": 3}
    assert scene.realm("hatti").ships == {scene.area("antioch"): 2}
    assert scene.done


@BOTH
@pytest.mark.rules("mega.9.civil_war.6", "mega.9.civil_war.9", "A-86")
def test_a_selection_that_can_be_annexed_comes_before_one_that_cannot(title: Any) -> None:
    # Ten points: two cities, or a city and five tokens. All others have but one city left.
    own = "nineveh: city hatti; van: city hatti; western_armenia: 5 hatti; dacia: 30 hatti"
    scene = strike("civil_war", f"{ONE_CITY_LEFT}; {own}", title=title)
    decision = asked(scene, "hatti")
    assert decision.about["points"] == 10
    assert decision.body().most_cities == 1
    assert scene.refused("hatti", areas(scene, "nineveh van")).rule == "mega.9.civil_war.6"
    scene.answer("hatti", areas(scene, "van western_armenia"))
    assert cities(scene, "hatti") == {"nineveh"}


@BOTH
@pytest.mark.rules("mega.9.civil_war.8", "mega.9.tyranny.5", "A-87", "D-48", "mega.piece.11")
@pytest.mark.parametrize("card", ["civil_war", "tyranny"])
def test_a_short_beneficiary_takes_what_he_can_and_likes_the_rest_is_neutral(title: Any, card: str) -> None:
    own = "nineveh: city hatti; van: city hatti; western_armenia: 2 hatti; assyria: 3 hatti"
    far = "; dacia: 35 hatti" if card == "civil_war" else ""
    stock = dict.fromkeys(SITES, 4)
    scene = strike(card, f"{ONE_CITY_LEFT}; {own}{far}", title=title, stock=stock)
    if (
        card == "civil_war"
    ):  # fifteen points, of which Minoa could replace nine: no selection has to be annexable
        decision = asked(scene, "hatti")
        assert decision.body().most_cities == -1
        scene.answer("hatti", areas(scene, "nineveh van western_armenia assyria"))
    which = asked(scene, "minoa", "annexed_cities")
    assert which.fallback().options == (min(scene.area("nineveh"), scene.area("van")),)
    assert scene.refused("minoa", areas(scene, "van nineveh")).key == "wrong_number"
    scene.answer("minoa", areas(scene, "van"))
    asked(scene, "minoa", "annexed_tokens")
    some = [[scene.area("assyria"), 3]]
    assert (
        scene.refused("minoa", {"shape": "spread", "units": some}).key == "wrong_total"
    )  # as many as possible
    scene.answer("minoa", {"shape": "spread", "units": [*some, [scene.area("western_armenia"), 1]]})
    assert scene.done
    assert (scene.city("van"), scene.city("nineveh")) == ("minoa", "barbarians")
    assert scene.tokens("western_armenia") == {"minoa": 1, "barbarians": 1}
    assert scene.tokens("assyria") == {"minoa": 3}
    assert scene.realm("minoa").stock == 0


# -- Tyranny ----------------------------------------------------------------------------------------------------------


@BOTH
@pytest.mark.rules(
    "mega.9.tyranny.t1", "mega.9.tyranny.1", "mega.9.tyranny.2", "mega.9.tyranny.7", "A-88", "D-55", "mega.9.benef.3",
    "mega.adv.sculpture.1", "mega.adv.law.1", "mega.adv.monarchy.5", "mega.adv.provincial_empire.6",
)  # fmt: skip
@pytest.mark.parametrize(
    "advances, needed",
    [("", 15), ("sculpture law", 5), ("monarchy provincial_empire", 25), ("law", 10), ("monarchy", 20)],
)
def test_the_beneficiary_of_tyranny_selects(title: Any, advances: str, needed: int) -> None:
    scene = strike("tyranny", "dacia: 20 hatti; paeonia: 20 hatti", advances={"hatti": advances}, title=title)
    assert scene.who() == ["minoa"]
    decision = asked(scene, "minoa", "tyranny")
    assert decision.about["points"] == needed
    scene.defaults()
    assert scene.game.population(scene.seat("minoa")) == (20 if needed <= 20 else 40)


@BOTH
@pytest.mark.rules("mega.9.tyranny.t1", "A-88")
def test_a_victim_with_no_more_loses_all(title: Any) -> None:
    scene = strike("tyranny", "dacia: 7 hatti; nineveh: city hatti", title=title)
    assert scene.done
    assert scene.game.unit_points(scene.seat("hatti")) == 0
    assert scene.tokens("dacia") == {"minoa": 7}
    assert scene.city("nineveh") == "minoa"


@BOTH
@pytest.mark.rules("mega.9.tyranny.3", "mega.9.tyranny.4", "mega.9.tyranny.5", "mega.9.tyranny.6", "A-88")
def test_tyranny_takes_whole_areas_that_hang_together(title: Any) -> None:
    pieces = "syria: 8 hatti; damascus: 8 hatti; jericho: 7 hatti; dacia: 7 hatti"
    scene = strike("tyranny", pieces, title=title)
    assert scene.refused("minoa", areas(scene, "syria dacia")).rule == "mega.9.tyranny.4"
    assert scene.refused("minoa", areas(scene, "syria")).rule == "mega.9.tyranny.2"
    assert scene.refused("minoa", areas(scene, "syria damascus")).rule == "mega.9.tyranny.6"
    scene.answer("minoa", areas(scene, "damascus jericho"))
    assert scene.tokens("damascus") == {"minoa": 8}

    # Two tokens in one area, one of them beside a city, go with it.
    scattered = "syria: 6 hatti; dacia: 5 hatti; caledonia: 6 hatti; libya: 4 hatti"
    scene = strike("tyranny", scattered, title=title)
    decision = asked(scene, "minoa")
    assert (decision.body().groups, decision.body().points) == (3, 15)
    scene.answer("minoa", areas(scene, "dacia caledonia libya"))
    assert scene.done


@pytest.mark.rules("A-75", "mega.9.civil_war.4")
def test_holdings_count_a_token_beside_a_city_but_do_not_replace_it() -> None:
    scene = Scene(MEGA, 9, "aleppo: city hatti, 1 hatti; syria: 3 hatti")
    found = {
        scene.game.board.key_of(Area(one.area)): one for one in holdings(scene.game, scene.seat("hatti"))
    }
    assert (found["aleppo"].points, found["aleppo"].cities, found["aleppo"].tokens) == (6, 1, 0)
    assert (found["syria"].points, found["syria"].cities, found["syria"].tokens) == (3, 0, 3)


# -- the selection itself, against a count of everything --------------------------------------------------------------


@st.composite
def lands(draw: st.DrawFn) -> tuple[list[Holding], list[int]]:
    """A few areas, what is in them, and which of them touch."""
    size = draw(st.integers(1, 8))
    touching = [0] * size
    for one, other in combinations(range(size), 2):
        if draw(st.integers(0, 2)) == 0:
            touching[one] |= 1 << other
            touching[other] |= 1 << one
    held = []
    for place in range(size):
        if draw(st.integers(0, 2)) == 0:
            beside = draw(st.integers(0, 1))
            held.append(Holding(place, 5 + beside, 1, 0))
        else:
            tokens = draw(st.integers(1, 5))
            held.append(Holding(place, tokens, 0, tokens))
    return held, touching


def count_groups(places: Sequence[int], touching: Sequence[int]) -> int:
    rest = set(places)
    groups = 0
    while rest:
        groups += 1
        ring = {rest.pop()}
        while ring:
            ring = {other for other in rest for one in ring if touching[one] >> other & 1}
            rest -= ring
    return groups


@pytest.mark.rules("A-86", "A-88", "mega.9.civil_war.9", "mega.9.tyranny.6")
@given(lands(), st.integers(1, 40), st.tuples(st.integers(0, 4), st.integers(0, 25)), st.integers(0, 2**32))
def test_selections_are_exactly_what_a_count_of_all_says(
    land: tuple[list[Holding], list[int]], needed: int, stock: tuple[int, int], seed: int
) -> None:
    held, touching = land
    needed = min(needed, sum(one.points for one in held))
    every = [
        (count_groups([one.area for one in some], touching), sum(one.points for one in some), some)
        for number in range(1, len(held) + 1)
        for some in combinations(held, number)
    ]
    groups, points = min((g, w) for g, w, _ in every if w >= needed)
    best = [some for g, w, some in every if (g, w) == (groups, points)]
    if stock[1] + 5 * stock[0] >= points:
        fitting = [
            some for some in best
            if sum(one.cities for one in some) <= stock[0] and sum(one.tokens for one in some) <= stock[1]
        ]  # fmt: skip
        best = fitting or best
    allowed = {tuple(one.area for one in some) for some in best}

    selection = Selection(held, touching, needed, stock)
    assert (selection.groups, selection.points) == (groups, points)
    accepted = {
        places
        for number in range(1, len(held) + 1)
        for places in combinations(range(len(held)), number)
        if not selection.fault(places)
    }
    assert accepted == allowed
    assert tuple(selection.find()) in allowed
    rng = Random(seed)
    for _ in range(5):
        assert tuple(selection.find(rng)) in allowed


@pytest.mark.rules("A-86")
@given(lands())
def test_a_component_knows_the_worth_of_each_of_its_connected_parts(
    land: tuple[list[Holding], list[int]],
) -> None:
    held, touching = land
    if count_groups(range(len(held)), touching) > 1:
        return
    scale = Scale(held, cap=60, city_points=5)
    component = Component(held, touching, scale, 5)
    worths = set()
    for number in range(1, len(held) + 1):
        for some in combinations(held, number):
            if count_groups([one.area for one in some], touching) == 1:
                worths.add(sum(scale.of(one, 5) for one in some))
    assert {
        place for place in range(component.worths.bit_length()) if component.worths >> place & 1
    } == worths


def grid(rows: int, columns: int, points: int) -> tuple[list[Holding], list[int]]:
    """Areas in rows, each touching those beside, above, below and on one slant."""
    touching = [0] * (rows * columns)
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1)):
                if row + down < rows and column + right < columns:
                    one, other = row * columns + column, (row + down) * columns + column + right
                    touching[one] |= 1 << other
                    touching[other] |= 1 << one
    return [Holding(place, points, 0, points) for place in range(rows * columns)], touching


@pytest.mark.serial
@pytest.mark.rules("A-86", "A-88")
@pytest.mark.parametrize(
    "rows, columns, points, needed", [(6, 6, 2, 39), (6, 7, 2, 41), (5, 8, 3, 40), (2, 20, 2, 39)]
)
def test_hard_selections_are_fast(rows: int, columns: int, points: int, needed: int) -> None:
    """No selection is exact, which only a count of all can tell: still well under a twentieth of a second."""
    held, touching = grid(rows, columns, points)
    times = []
    selection = Selection(held, touching, needed, (9, 55))
    for _ in range(3):
        begun = process_time()
        selection = Selection(held, touching, needed, (9, 55))
        times.append(process_time() - begun)
    assert selection.points == -(-needed // points) * points
    assert not selection.fault(selection.find())
    assert min(times) < 0.05


@pytest.mark.rules("A-86", "mega.9.civil_war.6", "mega.9.tyranny.5")
@pytest.mark.parametrize(
    "towns, between", [((0, 7, 48, 55), 16), ((3, 24, 31, 52), 10), ((0, 20, 27, 55), 5), ((0, 30, 55), 7)]
)
def test_cities_far_apart_hang_together_by_no_more_tokens_than_the_taker_has(
    towns: tuple[int, ...], between: int
) -> None:
    """Cities among single tokens, too many areas to count all: the way from city to city is found all the same."""
    held, touching = grid(7, 8, 1)
    held = [Holding(one.area, 5, 1, 0) if one.area in towns else one for one in held]
    stock = (len(towns), between)
    selection = Selection(held, touching, 5 * len(towns) + between, stock)
    assert selection.stock == stock
    found = selection.find()
    assert set(towns) <= set(found)
    assert len(found) == len(towns) + between
    assert not selection.fault(found)


@pytest.mark.rules("A-86")
@given(lands(), st.integers(1, 40), st.tuples(st.integers(0, 4), st.integers(0, 25)), st.integers(0, 2**32))
def test_without_time_to_count_whatever_is_as_good_as_the_guess_will_do(
    land: tuple[list[Holding], list[int]], needed: int, stock: tuple[int, int], seed: int
) -> None:
    """Ruling E-60: fewest groups all the same, and nothing better than what was found is refused."""
    held, touching = land
    needed = min(needed, sum(one.points for one in held))
    exact = Selection(held, touching, needed, stock)
    hasty = Selection(held, touching, needed, stock, work=0)
    assert hasty.groups == exact.groups
    assert hasty.points >= exact.points
    assert not hasty.fault(exact.find())
    for rng in (None, Random(seed)):
        assert not hasty.fault(hasty.find(rng))


def realm_at_random(rng: Random) -> tuple[list[Holding], int, tuple[int, int]]:
    """Up to nine cities and 55 tokens in twenty to sixty areas that mostly hang together, on the largest board."""
    board = Scene(MEGA, 18).game.board
    size, taken = rng.randint(20, 60), {rng.choice(board.areas)}
    while len(taken) < size:
        near = sorted({area for one in taken for area in board.adjacent[one]} - taken)
        taken.add(rng.choice(near) if near and rng.random() < 0.98 else rng.choice(board.areas))
    areas_taken = sorted(taken)
    sites = set(rng.sample(areas_taken, rng.randint(0, 9)))
    rest = [area for area in areas_taken if area not in sites][:55]
    tokens = dict.fromkeys(rest, 1)
    for _ in range(rng.randint(0, 55 - len(rest))):
        tokens[rng.choice(rest)] += 1
    held = [Holding(area, 5 + (rng.random() < 0.1), 1, 0) for area in sites]
    held += [Holding(area, number, 0, number) for area, number in tokens.items()]
    held.sort(key=lambda one: one.area)
    total = sum(one.points for one in held)
    needed = max(1, min(total - 1, rng.choice((total - 35, rng.randint(5, 25)))))
    return held, needed, (rng.randint(0, 9), rng.choice((0, 1, 2, 3, 5, 10, 20, 40)))


@pytest.mark.serial
@pytest.mark.rules("A-86", "A-88")
def test_large_realms_are_fast_and_nearly_always_exact() -> None:
    """Beneficiaries with few tokens or few cities in stock, and up to sixty areas: never a twentieth of a second."""
    board = Scene(MEGA, 18).game.board
    for seed in range(120):
        held, needed, stock = realm_at_random(Random(seed))
        begun = process_time()
        selection = Selection(held, board.adjacent_mask, needed, stock)
        took = process_time() - begun
        if took > 0.04:  # something else may have been in the way
            begun = process_time()
            selection = Selection(held, board.adjacent_mask, needed, stock)
            took = process_time() - begun
        assert took < 0.05, seed
        assert selection.points == needed, seed  # there are single tokens everywhere
        for rng in (None, Random(seed)):
            assert not selection.fault(selection.find(rng)), seed


# -- the other reading: areas are split first -------------------------------------------------------------------------


def splitting(key: str, pieces: str, **more: Any) -> Scene:
    """The same with the table's option."""
    scene = Scene(more.pop("title", MEGA), 9, pieces, hands={"hatti": key}, **more)
    scene.game.state.split_areas = True
    return scene.run(major_calamity)


@BOTH
@pytest.mark.rules("A-86", "A-88", "mega.9.civil_war.9", "mega.9.tyranny.6", "D-47", "D-55")
def test_where_the_table_wishes_areas_are_split_before_the_number_gives_way(title: Any) -> None:
    """Ruling E-63. Eight points of 5, 4 and 5 in a row: no whole areas make eight, so part of an area stays."""
    uneven = "syria: 5 hatti; damascus: 4 hatti; jericho: 5 hatti; moesia: 29 hatti"
    scene = splitting("civil_war", uneven, title=title)
    decision = asked(scene, "hatti", "civil_war")
    assert decision.shape == "spread"
    assert (decision.least, decision.most) == (8, 8)
    assert scene.refused("hatti", pay(scene, "4 syria, 4 jericho, 1 damascus")).key == "wrong_total"
    assert scene.refused("hatti", pay(scene, "4 syria, 4 moesia")).key == "scattered"
    scene.answer("hatti", pay(scene, "3 syria, 1 damascus, 4 jericho"))
    assert scene.done
    assert scene.tokens("syria") == {"hatti": 2, "minoa": 3}
    assert scene.tokens("damascus") == {"hatti": 3, "minoa": 1}

    # Where whole areas keep every condition nothing is split.
    scene = splitting("civil_war", "syria: 5 hatti; damascus: 4 hatti; dacia: 35 hatti", title=title)
    assert asked(scene, "hatti").shape == "pick"

    # Whoever has points in stock must be able to replace all: one city, or none, and tokens.
    own = "nineveh: city hatti; van: city hatti; western_armenia: 7 hatti"
    scene = splitting("tyranny", f"{ONE_CITY_LEFT}; {own}", title=title, advances={"hatti": "law"})
    assert asked(scene, "minoa").about["points"] == 10
    assert scene.refused("minoa", pay(scene, "city van, city nineveh")).key == "not_annexable"
    assert (
        scene.refused("minoa", pay(scene, "city van, 2 western_armenia, nineveh to 2")).key == "all_or_none"
    )
    scene.answer("minoa", pay(scene, "city van, 5 western_armenia"))
    assert scene.done
    assert scene.city("van") == "minoa"
    assert scene.tokens("western_armenia") == {"hatti": 2, "minoa": 5}


@pytest.mark.rules("A-86", "A-88")
@given(lands(), st.integers(1, 40), st.tuples(st.integers(0, 4), st.integers(0, 25)), st.integers(0, 2**32))
def test_split_areas_keep_the_other_conditions(
    land: tuple[list[Holding], list[int]], needed: int, stock: tuple[int, int], seed: int
) -> None:
    """Against all cities and numbers of tokens; and every sample is a legal answer."""
    held, touching = land
    total = sum(one.points for one in held)
    needed = min(needed, total)
    split = Split(Land(held, touching, 5), needed, stock)
    sites = [one for one in held if one.cities]
    tokens = sum(one.points for one in held if not one.cities)

    def worths(cities_: int, tokens_: int) -> set[int]:
        return {
            sum(one.points for one in some) + more
            for number in range(min(len(sites), cities_) + 1)
            for some in combinations(sites, number)
            for more in range(min(tokens, tokens_) + 1)
        }

    ample = stock[1] + 5 * stock[0] >= needed
    fitting = {worth for worth in worths(*stock) if worth >= needed} if ample else set()
    assert split.points == min(fitting or {worth for worth in worths(99, 999) if worth >= needed})
    for rng in (None, Random(seed)):
        units = split.find(rng)
        assert sum(units.values()) == split.points
        assert not split.fault(units)
        assert all(0 < number <= split.places()[place] for place, number in units.items())
