"""Frontier, a small complete title: dice, reactions, a map that grows. 2 to 4 players, 3 rounds.

1. Each seat starts with 3 settlers on a home field and a secret charter: the land that counts double for it.
2. Muster, all at once: 2 new settlers on own fields, as many as fit (4 a field) and are in stock (12 in all).
3. March, all at once, waiting for earlier seats on demand. At most 4 orders: move settlers to a neighbouring field,
   explore an unknown field (its land is drawn), or halt.
4. Who enters a field with settlers of another attacks. The other may retreat to a neighbouring own or empty field,
   or stand: both roll a die and add their settlers; the lower loses one, the attacker also when equal, and turns back.
5. Market, one seat after the other: buy a wall (3) or a wagon (5), or both, paid in gold and furs exactly.
6. After three rounds: a point a field (two for the charter's land), a point a wall, two a wagon.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any, ClassVar

import msgspec

from ecumene.kernel import (
    REFEREE,
    Answer,
    Basket,
    Body,
    Chance,
    Choose,
    Event,
    Meta,
    Option,
    Orders,
    Place,
    Play,
    Refusal,
    Seat,
    Spread,
    State,
    Viewer,
    is_seat,
    together,
)

ROUNDS = 3
WIDTH = 9  # fields are numbered row by row
HOMES = (20, 24, 56, 60)
MOUNTAIN, FOREST, PLAIN = range(3)
LANDS = (MOUNTAIN, FOREST, PLAIN)
SETTLERS = 12
ROOM = 4
MOST_ORDERS = 4
PRICES = {"wall": 3, "wagon": 5}


def near(field: int) -> list[int]:
    row, column = divmod(field, WIDTH)
    steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * WIDTH + c for r, c in steps if 0 <= r < WIDTH and 0 <= c < WIDTH]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rounds: int = ROUNDS


class Move(msgspec.Struct, frozen=True, tag="move", tag_field="order", forbid_unknown_fields=True):
    start: int
    end: int
    number: int


class Explore(msgspec.Struct, frozen=True, tag="explore", tag_field="order", forbid_unknown_fields=True):
    start: int
    end: int


class Halt(msgspec.Struct, frozen=True, tag="halt", tag_field="order", forbid_unknown_fields=True):
    pass


Order = Move | Explore | Halt


class Ordered(Answer, frozen=True, tag="orders"):
    order: Order


class Bought(Answer, frozen=True, tag="basket"):
    goods: tuple[str, ...]
    gold: int
    furs: int


# -- what there is --------------------------------------------------------------------------------------------


class Clash(msgspec.Struct, frozen=True):
    """Settlers on their way into somebody else's field."""

    start: int
    end: int
    number: int
    foe: int


class Frontier(State):
    round: int
    rounds: int
    lands: dict[int, int]  # the known fields
    settlers: list[dict[int, int]]  # by seat: field → number
    lost: list[int]
    charters: list[int]
    gold: list[int]
    furs: list[int]
    goods: list[list[str]]
    clashes: dict[int, Clash]  # by attacker
    gone: list[int]

    def clone(self) -> Frontier:
        return Frontier(
            step=self.step,
            round=self.round,
            rounds=self.rounds,
            lands=self.lands.copy(),
            settlers=[settled.copy() for settled in self.settlers],
            lost=self.lost.copy(),
            charters=self.charters.copy(),
            gold=self.gold.copy(),
            furs=self.furs.copy(),
            goods=[goods.copy() for goods in self.goods],
            clashes=self.clashes.copy(),
            gone=self.gone.copy(),
        )


class Land(msgspec.Struct, frozen=True):
    """What everybody may know, and one's own charter."""

    round: int
    lands: dict[int, int]
    settlers: tuple[dict[int, int], ...]
    gold: tuple[int, ...]
    furs: tuple[int, ...]
    goods: tuple[tuple[str, ...], ...]
    clashes: dict[int, Clash]
    charter: int | None


class Found(Event, frozen=True, tag="found"):
    seat: int
    field: int
    land: int


class Fought(Event, frozen=True, tag="fought"):
    seat: int
    foe: int
    field: int
    dice: tuple[int, int]


class Told(Event, frozen=True, tag="charter"):
    land: int


class Country(Play[Frontier]):
    __slots__ = ()

    def seats(self) -> list[Seat]:
        return [Seat(seat) for seat in range(len(self.state.settlers)) if seat not in self.state.gone]

    def owner(self, field: int) -> Seat | None:
        for seat, settled in enumerate(self.state.settlers):
            if field in settled:
                return Seat(seat)
        return None

    def fought_over(self, field: int) -> bool:
        return any(clash.end == field for clash in self.state.clashes.values())

    def stock(self, seat: Seat) -> int:
        clash = self.state.clashes.get(seat)
        under_way = clash.number if clash else 0
        return SETTLERS - self.state.lost[seat] - sum(self.state.settlers[seat].values()) - under_way

    def add(self, seat: Seat, field: int, number: int) -> None:
        settled = self.state.settlers[seat]
        settled[field] = settled.get(field, 0) + number
        if not settled[field]:
            del settled[field]


# -- the rules ------------------------------------------------------------------------------------------------


async def muster(game: Country) -> None:
    """frontier.2: all at once, each on his own fields."""
    await together({seat: settle(game, seat) for seat in game.seats()})


async def settle(game: Country, seat: Seat) -> None:
    settled = game.state.settlers[seat]
    caps = {field: ROOM - number for field, number in settled.items() if number < ROOM}
    number = min(2, sum(caps.values()), game.stock(seat))
    if number:
        for field, more in (await Spread(seat, "muster", caps, number, number, "frontier.2")).items():
            game.add(seat, field, more)


class March(Orders[Ordered]):
    """frontier.3: one order after the other."""

    answer_type = Ordered
    __slots__ = ("game", "left")

    def __init__(self, game: Country, seat: Seat, left: int) -> None:
        super().__init__(seat, "march", "frontier.3", ahead=True)
        self.game = game
        self.left = left

    def check(self, answer: Ordered) -> Refusal | None:
        order, state = answer.order, self.game.state
        if isinstance(order, Halt):
            return None
        held = state.settlers[self.seat].get(order.start, 0)
        if not held or self.game.fought_over(order.start):
            return Refusal(self.rule, "no_settlers_free", field=order.start)
        if order.end not in near(order.start):
            return Refusal(self.rule, "not_next_to", start=order.start, end=order.end)
        known = order.end in state.lands
        if isinstance(order, Explore):
            return Refusal(self.rule, "known", field=order.end) if known else None
        if not known:
            return Refusal(self.rule, "unknown", field=order.end)
        if not 1 <= order.number <= held:
            return Refusal(self.rule, "wrong_number", least=1, most=held, got=order.number)
        if self.game.fought_over(order.end):
            return Refusal("frontier.4", "fight_first", field=order.end)
        mine = state.settlers[self.seat].get(order.end, 0)
        if self.game.owner(order.end) in (None, self.seat) and mine + order.number > ROOM:
            return Refusal(self.rule, "no_room", field=order.end, most=ROOM)
        return None

    def every(self) -> Iterator[Order]:
        yield Halt()
        for start, held in self.game.state.settlers[self.seat].items():
            for end in near(start):
                yield Explore(start, end)
                yield from (Move(start, end, number) for number in range(1, held + 1))

    def answers(self) -> Iterator[Ordered]:
        return (answer for answer in map(Ordered, self.every()) if self.check(answer) is None)

    def sample(self, rng: Random) -> Ordered:
        return rng.choice(list(self.answers()))

    def fallback(self) -> Ordered:
        return Ordered(Halt())

    def body(self) -> MarchBody:
        return MarchBody(self.left)

    def fingerprint(self) -> Any:
        return self.left


class MarchBody(Body, frozen=True, tag="orders"):
    left: int


async def marches(game: Country) -> None:
    """frontier.3: all at once, waiting for earlier seats on demand."""
    seats = game.seats()
    await together({seat: march(game, seat) for seat in seats}, order=seats)


async def march(game: Country, seat: Seat) -> None:
    """frontier.3: at most four orders."""
    for left in range(MOST_ORDERS, 0, -1):
        match (await March(game, seat, left)).order:
            case Explore(_, field):
                land = game.chance.pick("land", LANDS)
                game.state.lands[field] = land
                game.tell(Found(seat, field, land))
            case Move(start, end, number):
                foe = game.owner(end)
                game.add(seat, start, -number)
                if foe is None or foe == seat:
                    game.add(seat, end, number)
                else:
                    game.state.clashes[seat] = Clash(start, end, number, foe)
                    await attack(game, seat)
            case _:
                return


async def attack(game: Country, seat: Seat) -> None:
    """frontier.4: the foe retreats or stands, whatever he is doing himself."""
    clash = game.state.clashes[seat]
    foe, field = Seat(clash.foe), clash.end
    refuges = [
        other for other in near(field)
        if other in game.state.lands and game.owner(other) in (None, foe) and not game.fought_over(other)
        and game.state.settlers[foe].get(other, 0) + game.state.settlers[foe][field] <= ROOM
    ]  # fmt: skip
    about = {"field": field, "number": clash.number, "by": seat}
    options: list[Option] = ["stand", *refuges]
    refuge = await Choose(foe, "react", options, "frontier.4", about=about, ahead=True)
    del game.state.clashes[seat]
    if refuge != "stand" and game.owner(int(refuge)) in (None, foe):
        game.add(foe, int(refuge), game.state.settlers[foe].pop(field))
        game.add(seat, field, clash.number)
        return
    dice = (game.chance.roll("fight", 6), game.chance.roll("fight", 6))
    game.tell(Fought(seat, foe, field, dice))
    if dice[0] + clash.number > dice[1] + game.state.settlers[foe][field]:
        game.add(foe, field, -1)
        game.state.lost[foe] += 1
        goal = field if game.owner(field) is None else clash.start
    else:
        clash = Clash(clash.start, clash.end, clash.number - 1, foe)
        game.state.lost[seat] += 1
        goal = clash.start
    if clash.number:
        arrive(game, seat, clash, goal)


def arrive(game: Country, seat: Seat, clash: Clash, field: int) -> None:
    """As many as find room, and no stranger there; the others go to stock (frontier.4)."""
    if game.owner(field) in (None, seat):
        room = ROOM - game.state.settlers[seat].get(field, 0)
        if room > 0:
            game.add(seat, field, min(room, clash.number))


class Shop(Basket[Bought]):
    """frontier.5: what is bought, and exactly how it is paid."""

    answer_type = Bought
    __slots__ = ("furs", "gold")

    def __init__(self, game: Country, seat: Seat) -> None:
        super().__init__(seat, "market", "frontier.5", ahead=True)
        self.gold = game.state.gold[seat]
        self.furs = game.state.furs[seat]

    def check(self, answer: Bought) -> Refusal | None:
        goods = answer.goods
        for good in goods:
            if good not in PRICES:
                return Refusal(self.rule, "not_for_sale", good=good)
        if len(set(goods)) != len(goods):
            return Refusal(self.rule, "one_of_each")
        if not (0 <= answer.gold <= self.gold and 0 <= answer.furs <= self.furs):
            return Refusal(self.rule, "not_yours", gold=self.gold, furs=self.furs)
        price = sum(PRICES[good] for good in goods)
        if answer.gold + answer.furs != price:
            return Refusal(self.rule, "wrong_price", price=price, paid=answer.gold + answer.furs)
        return None

    def answers(self) -> Iterator[Bought]:
        for number in range(len(PRICES) + 1):
            for goods in combinations(PRICES, number):
                price = sum(PRICES[good] for good in goods)
                for gold in range(max(0, price - self.furs), min(self.gold, price) + 1):
                    yield Bought(goods, gold, price - gold)

    def sample(self, rng: Random) -> Bought:
        return rng.choice(list(self.answers()))

    def fallback(self) -> Bought:
        return Bought((), 0, 0)

    def body(self) -> ShopBody:
        return ShopBody(PRICES, self.gold, self.furs)

    def fingerprint(self) -> Any:
        return (self.gold, self.furs)


class ShopBody(Body, frozen=True, tag="basket"):
    prices: dict[str, int]
    gold: int
    furs: int


async def market(game: Country) -> None:
    """frontier.5: income from mountains (gold) and forests (furs), then one buys after the other."""
    state = game.state
    for seat in game.seats():
        lands = [state.lands[field] for field in state.settlers[seat]]
        state.gold[seat] += lands.count(MOUNTAIN)
        state.furs[seat] += lands.count(FOREST)
    for seat in game.seats():
        bought = await Shop(game, seat)
        state.gold[seat] -= bought.gold
        state.furs[seat] -= bought.furs
        state.goods[seat] += bought.goods


# -- the title ------------------------------------------------------------------------------------------------


class FrontierTitle:
    meta = Meta("frontier", "Frontier", 1, (2, 3, 4), "example")
    state_type = Frontier
    options_type = Options
    steps: ClassVar = {"muster": muster, "march": marches, "market": market}

    def set_up(self, options: Options, seats: int, chance: Chance) -> Frontier:
        if not 1 <= options.rounds <= 9:
            raise Refusal("frontier.0", "rounds", least=1, most=9)
        homes = HOMES[:seats]
        known = {field: chance.pick("land", LANDS) for home in homes for field in (home, *near(home))}
        charters = list(LANDS) + list(LANDS)
        chance.shuffle("charters", charters)
        return Frontier(
            step="muster",
            round=1,
            rounds=options.rounds,
            lands=known,
            settlers=[{home: 3} for home in homes],
            lost=[0] * seats,
            charters=charters[:seats],
            gold=[2] * seats,
            furs=[2] * seats,
            goods=[[] for _ in range(seats)],
            clashes={},
            gone=[],
        )

    def play(self, state: Frontier, chance: Chance) -> Country:
        return Country(state, chance)

    def after(self, play: Country) -> str:
        state = play.state
        if not play.seats():
            return ""
        if state.step != "market":
            return {"muster": "march", "march": "market"}[state.step]
        state.round += 1
        return "muster" if state.round <= state.rounds else ""

    def view(self, state: Frontier, viewer: Viewer) -> Land:
        return Land(
            state.round,
            state.lands,
            tuple(state.settlers),
            tuple(state.gold),
            tuple(state.furs),
            tuple(map(tuple, state.goods)),
            state.clashes,
            state.charters[viewer] if is_seat(viewer) else None,
        )

    def scramble(self, state: Frontier, viewer: Viewer, chance: Chance) -> None:
        """The charters of the others may be any; at the end they are in the open."""
        if viewer == REFEREE or not state.step:
            return
        for seat in range(len(state.charters)):
            if seat != viewer:
                state.charters[seat] = chance.pick("scramble", LANDS)

    def laws(self, state: Frontier) -> list[str]:
        play = Country(state, Chance("00"))
        broken = [
            f"seat {seat} has {play.stock(seat)} in stock" for seat in play.seats() if play.stock(seat) < 0
        ]
        fields = [field for settled in state.settlers for field in settled]
        if len(set(fields)) != len(fields):
            broken.append(f"two owners of a field: {state.settlers}")
        if any(not 1 <= number <= ROOM for settled in state.settlers for number in settled.values()):
            broken.append(f"too many settlers in a field: {state.settlers}")
        if any(field not in state.lands for field in fields):
            broken.append(f"settlers in an unknown field: {state.settlers}")
        return broken

    def result(self, state: Frontier) -> list[Place]:
        points = {seat: self._points(state, seat) for seat in range(len(state.settlers))}
        totals = {seat: sum(parts.values()) for seat, parts in points.items()}
        order = sorted(totals, key=lambda seat: -totals[seat])
        return [
            Place(s, 1 + sum(t > totals[s] for t in totals.values()), totals[s], points[s]) for s in order
        ]

    def _points(self, state: Frontier, seat: int) -> dict[str, int]:
        lands = [state.lands[field] for field in state.settlers[seat]]
        goods = state.goods[seat]
        charter = lands.count(state.charters[seat])
        return {
            "fields": len(lands),
            "charter": charter,
            "goods": goods.count("wall") + 2 * goods.count("wagon"),
        }

    def interject(self, play: Country, seat: Seat, action: str) -> None:
        """Leave: from the next step on nobody asks him (he still answers what he is asked, or the table does)."""
        if action != "leave" or seat not in play.seats():
            raise Refusal("frontier.0", "no_such_action", action=action)
        play.state.gone.append(seat)


FRONTIER = FrontierTitle()
