"""1, 2, 5b, 5c, 6: whole steps on any board, with any answers, against accounts that follow the rule's words."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.cities import check_support, remove_surplus
from ecumene.antiquity.draw import buy_cards, draw_cards
from ecumene.antiquity.growth import expand, take_census
from ecumene.antiquity.tax import collect_taxes, tax_revolts
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import Seat
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES

BOTH = pytest.mark.parametrize("title", [MEGA_CIVILIZATION, WESTERN_EMPIRES], ids=["mega", "west"])
HELD = (
    "coinage", "monarchy", "democracy", "public_works", "agriculture", "military", "cultural_ascendancy",
    "cartography", "mining", "rhetoric", "wonder_of_the_world",
)  # fmt: skip


def pending(s: Scene) -> dict[int, Any]:
    """Who is asked what."""
    assert s._step is not None
    return {int(seat): decision for seat, decision in s._step.pending.items()}


def give(s: Scene, seat: int, value: object) -> None:
    """An answer, as the rule that asks receives it."""
    assert s._step is not None
    s._step.resume(Seat(seat), value)


def any_board(title: AntiquityTitle, rng: Random) -> Scene:
    """Any number of players, cities and tokens anywhere, some with empty stock, some with all their cities built."""
    s = Scene(title, rng.choice(title.meta.seats), turn=5)
    game, board = s.game, s.game.board
    areas = list(board.areas)
    rng.shuffle(areas)
    free = iter(areas)
    for realm in game.realms:
        seat = Seat(realm.seat)
        for name in HELD:
            if rng.random() < 0.25:
                realm.advances |= 1 << Advance[name.upper()]
        for area in [next(free) for _ in range(rng.choice((0, 1, 3, 4, 5, 9)))][
            : len(areas) // len(game.realms)
        ]:
            game.found_city(seat, area, rng.choice((0, 4, 5)))
            if rng.random() < 0.2:
                game.place(seat, area, 1)
        for area in rng.sample(areas[-60:], rng.randint(0, 12)):
            game.place(seat, area, min(realm.stock, rng.choice((1, 1, 2, 3, 6))))
        game.earn(seat, rng.choice((0, 0, 20, 55)))
        if rng.random() < 0.5:
            far = next(area for area in areas if area not in realm.cities)
            game.place(seat, far, max(0, realm.stock - rng.randint(0, 12)))
    return s


def owner_of(s: Scene) -> dict[int, int]:
    return {area: realm.seat for realm in s.game.realms for area in realm.cities}


@BOTH
@pytest.mark.rules(
    "mega.1a.1", "mega.1a.5", "mega.1a.8", "mega.1b.2", "mega.1b.3", "mega.1b.4", "mega.1b.5", "mega.1b.6",
    "mega.1b.7", "mega.1b.8", "mega.1b.11", "mega.1b.12", "A-17", "A-18", "A-19", "A-20", "D-04", "D-05", "D-06",
)  # fmt: skip
def test_taxes_and_revolts(title: AntiquityTitle) -> None:
    lost = annexed = 0
    for seed in range(80):
        rng = Random(seed)
        s = any_board(title, rng)
        game = s.game
        holds = {r.seat: {a.key for a in Advance if r.advances >> a & 1} for r in game.realms}
        stock = {realm.seat: realm.stock for realm in game.realms}
        treasury = {realm.seat: realm.treasury for realm in game.realms}
        cities = {realm.seat: set(realm.cities) for realm in game.realms}
        rate = dict.fromkeys(stock, 2)
        s.run(collect_taxes)
        while not s.done:
            seat, asked = rng.choice(sorted(pending(s).items()))
            names = holds[seat]
            expected = range(1 if "coinage" in names else 2, 3 + len(names & {"coinage", "monarchy"}))
            assert asked.kind == "tax_rate"
            assert list(asked.options) == list(expected)
            rate[seat] = rng.choice(expected)
            give(s, seat, rate[seat])
        revolts: dict[int, int] = {}
        for seat, number in stock.items():
            due = rate[seat] * len(cities[seat])
            paid = min(due, number)
            if paid < due and "democracy" not in holds[seat]:
                revolts[seat] = len(cities[seat]) - number // rate[seat]
            stock[seat] -= paid
            treasury[seat] += paid
        assert {r.seat: (r.stock, r.treasury) for r in game.realms} == {
            seat: (stock[seat], treasury[seat]) for seat in stock
        }
        lost_now, annexed_now = follow_revolts(s, rng, revolts, cities)
        lost += lost_now
        annexed += annexed_now
        assert {r.seat: set(r.cities) for r in game.realms} == cities, seed
        assert not [law for law in title.laws(game.state) if "card" not in law]
    assert lost
    assert annexed


def follow_revolts(
    s: Scene, rng: Random, revolts: dict[int, int], cities: dict[int, set[int]]
) -> tuple[int, int]:
    """1b beside an account of who has which cities: how many were destroyed, and how many annexed."""
    game = s.game
    by_number = sorted(game.realms, key=lambda realm: realm.civ)
    stock = {realm.seat: realm.stock for realm in game.realms}
    lost = annexed = 0
    s.run(tax_revolts)
    for victim in [realm.seat for realm in by_number if realm.seat in revolts]:
        left = revolts[victim]
        while left:
            rivals = [r.seat for r in by_number if r.seat not in revolts and len(cities[r.seat]) < 9]
            rivals.sort(key=lambda seat: (len(cities[seat]), -stock[seat]))
            rival = rivals[0] if rivals else None
            number = left if rival is None else min(left, 9 - len(cities[rival]))
            gone = sorted(cities[victim])
            if number < len(gone):
                chooser = victim if rival is None else rival
                ((seat, asked),) = pending(s).items()
                assert (seat, asked.kind) == (
                    chooser,
                    "revolt_lost" if rival is None else "revolt_annexed",
                )
                assert asked.least == asked.most == number
                assert sorted(asked.options) == gone
                gone = rng.sample(gone, number)
                give(s, seat, tuple(gone))
            for area in gone:
                cities[victim].discard(area)
                if rival is None:
                    lost += 1
                else:
                    annexed += 1
                    cities[rival].add(area)
                assert area not in game.realms[victim].tokens
            for seat in stock:
                stock[seat] = game.realms[seat].stock  # Public Works tokens have come home
            left -= len(gone)
    assert s.done
    return lost, annexed


@BOTH
@pytest.mark.rules(
    "mega.2a.1", "mega.2a.2", "mega.2a.3", "mega.2a.4", "mega.2a.5", "mega.2a.6", "mega.2a.8", "mega.2b.1",
    "mega.2b.2", "mega.2b.3", "A-21", "A-22", "A-29", "D-07",
)  # fmt: skip
def test_growth_and_census(title: AntiquityTitle) -> None:
    short = 0
    for seed in range(60):
        rng = Random(seed)
        s = any_board(title, rng)
        game = s.game
        before = {realm.seat: (dict(realm.tokens), realm.stock) for realm in game.realms}
        placed: dict[int, dict[int, int]] = {}
        s.run(expand)
        while not s.done:
            seat, asked = rng.choice(sorted(pending(s).items()))
            tokens, stock = before[seat]
            assert sum(min(number, 2) for number in tokens.values()) > stock > 0
            assert dict(asked.caps) == {area: min(number, 2) for area, number in tokens.items()}
            assert asked.least == asked.most == stock
            answer = asked.sample(rng)
            placed[seat] = dict(answer.units)
            short += 1
            give(s, seat, asked.value(answer))
        for seat, (tokens, stock) in before.items():
            most = {area: min(number, 2) for area, number in tokens.items()}
            grown = placed.get(seat, most if sum(most.values()) <= stock else {})
            assert game.realms[seat].tokens == {area: n + grown.get(area, 0) for area, n in tokens.items()}
            assert game.realms[seat].stock == stock - sum(grown.values())
        s.run(take_census)
        order = sorted(
            game.realms,
            key=lambda r: (bool(r.advances >> Advance.MILITARY & 1), -sum(r.tokens.values()), r.civ),
        )
        assert game.state.order == [realm.seat for realm in order]
    assert short > 20


@BOTH
@pytest.mark.rules(
    "mega.5b.1", "mega.5b.2", "mega.5b.3", "mega.5c.1", "mega.5c.2", "mega.5c.3", "mega.5c.4", "mega.5c.5", "mega.5c.6",
    "mega.5c.7", "mega.adv.public_works.5", "A-58", "A-59", "D-27",
)  # fmt: skip
def test_surplus_and_support(title: AntiquityTitle) -> None:
    reduced = 0
    for seed in range(60):
        rng = Random(seed)
        s = any_board(title, rng)
        game, limit = s.game, s.game.board.limit
        owner = owner_of(s)
        for realm in (
            game.realms
        ):  # phase 4 has left nobody beside a foreign city and no crowd of several above a limit
            for area in list(realm.tokens):
                alone = all(area not in other.tokens for other in game.realms if other is not realm)
                if owner.get(area, realm.seat) != realm.seat or not (
                    alone or game.crowd(area) <= limit[area]
                ):
                    game.remove(Seat(realm.seat), area, realm.tokens[area])

        def room(seat: int, area: int, s: Scene = s) -> int:
            """The limit of an area for an owner who may be alone there."""
            realms, printed = s.game.realms, s.game.board.limit[area]
            alone = not any(area in r.tokens or area in r.cities for r in realms if r.seat != seat)
            return printed + (
                alone and printed <= 2 and bool(realms[seat].advances >> Advance.AGRICULTURE & 1)
            )

        left = {}
        for realm in game.realms:
            works = bool(realm.advances >> Advance.PUBLIC_WORKS & 1)
            most = {a: int(works) if a in realm.cities else room(realm.seat, a) for a in realm.tokens}
            left[realm.seat] = {a: min(n, most[a]) for a, n in realm.tokens.items() if min(n, most[a])}
        s.run(remove_surplus)
        assert {realm.seat: realm.tokens for realm in game.realms} == left
        assert not pending(s)
        s.run(check_support)
        while not s.done:
            seat, asked = rng.choice(sorted(pending(s).items()))
            realm = game.realms[seat]
            rate = 3 if realm.advances >> Advance.CULTURAL_ASCENDANCY & 1 else 2
            assert sum(realm.tokens.values()) < rate * len(realm.cities)
            new = sorted(area for area, turn in realm.cities.items() if turn == 5)
            assert list(asked.options) == (new or sorted(realm.cities))
            gains = {
                a: min(max(0, room(seat, a) - realm.tokens.get(a, 0)), realm.stock) for a in asked.options
            }
            assert asked.fallback().option == min(gains, key=lambda a: (-gains[a], a))
            area = rng.choice(list(gains))
            tokens = realm.tokens.get(area, 0) + gains[area]
            give(s, seat, area)
            assert area not in realm.cities
            assert realm.tokens.get(area, 0) == tokens
            reduced += 1
        for realm in game.realms:
            rate = 3 if realm.advances >> Advance.CULTURAL_ASCENDANCY & 1 else 2
            assert sum(realm.tokens.values()) >= rate * len(realm.cities)
    assert reduced > 50


@BOTH
@pytest.mark.rules(
    "mega.6a.order.1", "mega.6a.1", "mega.6a.2", "mega.6a.3", "mega.6a.4", "mega.6b.order.1", "mega.6b.1", "mega.6b.2",
    "mega.6b.3", "mega.6b.5", "mega.6b.7", "mega.6b.8", "A-60", "A-61", "D-28", "D-29",
)  # fmt: skip
def test_cards_are_drawn_and_bought(title: AntiquityTitle) -> None:
    sold = {"cartography": {2: 5, 7: 13}, "mining": {6: 13, 8: 13}, "rhetoric": {3: 9}}
    bought = water = 0
    for seed in range(60):
        rng = Random(seed)
        s = any_board(title, rng)
        game = s.game
        goods = {
            info.stack: info.kind for info in game.components.kinds if info.sort == "commodity" and info.stack
        }
        for place in range(len(game.state.stacks)):
            kind = goods[place % 9 + 1]
            game.state.stacks[place] = [2 * kind + place // 9] * rng.choice((0, 1, 3, 9))
        stacks = [list(stack) for stack in game.state.stacks]
        hands: dict[int, list[int]] = {realm.seat: [] for realm in game.realms}

        def taken(block: int, number: int, stacks: list[list[int]] = stacks) -> int:
            stack = stacks[9 * block + number - 1]
            return stack.pop() if stack else block

        order = sorted(game.realms, key=lambda realm: (len(realm.cities), realm.civ))
        s.run(draw_cards)
        assert s.done
        for realm in order:
            hands[realm.seat] += [taken(realm.block, number + 1) for number in range(len(realm.cities))]
        s.run(buy_cards)
        for realm in order:
            names = {a.key for a in Advance if realm.advances >> a & 1}
            free = "wonder_of_the_world" in names and len(realm.cities) < 9
            while True:
                prices = {9: 15}
                for name in names & sold.keys():
                    prices |= sold[name]
                options: list[int | str] = [n for n in sorted(prices) if prices[n] <= realm.treasury]
                if free:
                    options += [f"wonder_{number}" for number in range(len(realm.cities) + 1, 10)]
                if not options:
                    break
                ((seat, asked),) = pending(s).items()
                assert seat == realm.seat
                assert list(asked.options) == ["none", *options]
                assert asked.fallback().option == ("wonder_9" if free else "none")
                option, purse = rng.choice(["none", *options]), realm.treasury
                give(s, seat, option)
                if option == "none":
                    break
                number = int(str(option)[-1])
                hands[seat].append(taken(realm.block, number))
                free = free and not str(option).startswith("wonder")
                assert realm.treasury == purse - (0 if str(option).startswith("wonder") else prices[number])
                bought += 1
                water += hands[seat][-1] == realm.block
        assert s.done
        assert stacks == game.state.stacks
        for realm in game.realms:
            assert sorted(card for card, n in realm.hand.items() for _ in range(n)) == sorted(
                hands[realm.seat]
            )
    assert bought > 50
    assert water > 5
