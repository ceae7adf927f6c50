"""4. Whole conflict phases on crowded boards, with any answers, against an account that follows the rule's words."""

from __future__ import annotations

from collections.abc import Generator
from random import Random

import pytest

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.assault import city_attacks
from ecumene.antiquity.conflict import token_conflicts
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import Choose, Option, Seat
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES
from tests.rules.test_turn_at_random import give, pending

HELD = ("advanced_military", "naval_warfare", "metalworking", "engineering")
NEUTRAL = -1

Asking = Generator[tuple[int, list[Option]], Option, None]
Attack = tuple[int, int, int]
"""Area, attacker, defender."""


class Account:
    """The board in plain dicts: what the players of five civilizations have in a few areas next to each other."""

    def __init__(self, title: AntiquityTitle, rng: Random) -> None:
        self.rng = rng
        self.west = title is WESTERN_EMPIRES
        s = self.scene = Scene(title, rng.choice([5, 9] if self.west else [5, 9, 18]))
        game, self.board = s.game, s.game.board
        near = [rng.choice([area for area in self.board.areas if self.board.coastal[area]])]
        while len(near) < 8:
            near.append(rng.choice(self.board.land[rng.choice(near)] or self.board.areas))
        self.areas: list[int] = sorted(set(near))
        self.seats = sorted(rng.sample(range(len(game.realms)), 4), key=lambda seat: game.realms[seat].civ)
        self._set_up()
        self.tokens = {seat: dict(game.realms[seat].tokens) for seat in self.seats}
        self.tokens[NEUTRAL] = dict(game.state.barbarians)
        self.ships = {seat: dict(game.realms[seat].ships) for seat in self.seats}
        self.cities = {area: seat for seat in self.seats for area in game.realms[seat].cities}
        self.cities |= dict.fromkeys(game.state.pirates, NEUTRAL)
        self.stock = {seat: game.realms[seat].stock for seat in self.seats}

    def _set_up(self) -> None:
        """On every other board each area has one owner and many a city is somebody else's."""
        rng, game = self.rng, self.scene.game
        besieged = rng.random() < 0.5
        for place, seat in enumerate(self.seats):
            for name in HELD:
                if rng.random() < 0.35:
                    game.realms[seat].advances |= 1 << Advance[name.upper()]
            reach = (
                self.areas[place::4]
                if besieged
                else rng.sample(self.areas, rng.randint(1, len(self.areas) - 1))
            )
            for area in reach:
                game.place(seat, area, rng.choice((7, 8) if besieged else (1, 1, 2, 3, 5, 6, 7)))
            for area in rng.sample(self.areas, 1):
                game.realms[seat].ships[area] = rng.randint(1, 2)
            if rng.random() < 0.4:
                game.gain_card(Seat(seat), 2 * rng.randint(1, 40))
        for area in self.areas:
            owner = rng.choice(self.seats if besieged else [None, None, NEUTRAL, *self.seats])
            if owner is not None:
                game.found_city(owner, area)
            if rng.random() < 0.15:
                game.place(NEUTRAL, area, rng.choice((2, 7)))
        for seat in self.seats:
            if besieged or rng.random() < 0.5:
                game.earn(Seat(seat), max(0, game.realms[seat].stock - rng.randint(0, 7)))

    def holds(self, owner: int, name: str) -> bool:
        advances = 0 if owner == NEUTRAL else self.scene.game.realms[owner].advances
        return bool(advances >> Advance[name.upper()] & 1)

    def there(self, area: int) -> dict[int, int]:
        return {owner: held[area] for owner, held in self.tokens.items() if held.get(area)}

    def lose(self, owner: int, area: int, number: int = 1) -> None:
        self.tokens[owner][area] -= number
        if owner != NEUTRAL:
            self.stock[owner] += number

    def conflict(self, area: int) -> bool:
        """mega.4.1, mega.4.2."""
        there = self.there(area)
        return len(there) > 1 and (area in self.cities or sum(there.values()) > self.board.limit[area])

    def fight(self, area: int, limit: int) -> Asking:
        """mega.4a.2 to .8, .11; who is asked for a loss, and from where (D-17)."""

        def over() -> bool:
            there = self.there(area)
            return len(there) < 2 or sum(there.values()) <= limit

        while not over():
            start = {owner: (self.holds(owner, "metalworking"), n) for owner, n in self.there(area).items()}
            for group in sorted(set(start.values())):
                for owner in [NEUTRAL, *self.seats]:
                    if start.get(owner) != group:
                        continue
                    options = self.sources(owner, area)
                    source = options[0] if len(options) == 1 else (yield owner, options)
                    if isinstance(source, int):
                        self.lose(owner, source)
                    else:
                        self.ships[owner][area] -= 1
                if over():
                    return

    def sources(self, owner: int, area: int) -> list[Option]:
        found: list[Option] = [area]
        if self.holds(owner, "naval_warfare") and self.ships[owner].get(area):
            found.append("ship")
        if self.holds(owner, "advanced_military"):
            found += [near for near in self.board.land[area] if self.tokens[owner].get(near)]
        return found

    # -- answering what is asked ------------------------------------------------------------------------------------

    def asked(self, seat: int, kind: str, options: list[Option], default: Option) -> Option:
        """The seat is asked just this; the answer is any of the options."""
        decision = pending(self.scene)[Seat(seat)]
        assert isinstance(decision, Choose)
        assert (decision.kind, list(decision.options), decision.default) == (kind, options, default)
        option = self.rng.choice(options)
        give(self.scene, Seat(seat), option)
        return option

    def play(self, *fights: Asking) -> None:
        """Fights that do not touch each other: those who lose in them are asked in any order."""
        wanted: dict[int, tuple[Asking, int, list[Option]]] = {}

        def go_on(fight: Asking, source: Option | None) -> None:
            try:
                seat, options = next(fight) if source is None else fight.send(source)
            except StopIteration:
                return
            assert isinstance(options[0], int)
            wanted[options[0]] = fight, seat, options

        for fight in fights:
            go_on(fight, None)
        while wanted:
            area = self.rng.choice([asked.about["area"] for asked in pending(self.scene).values()])
            fight, seat, options = wanted.pop(area)
            go_on(fight, self.asked(seat, "loss", options, area))

    # -- the phase --------------------------------------------------------------------------------------------------

    def token_conflicts(self) -> None:
        """4a, with the order of Advanced Military (mega.4a.order.2, ruling A-42, D-16)."""
        areas = [area for area in self.areas if self.conflict(area)]
        generals = [seat for seat in self.seats if self.holds(seat, "advanced_military")]
        late = [area for area in areas if any(seat in generals for seat in self.there(area))]
        self.play(*(self.settle(area) for area in areas if area not in late))
        for place, seat in enumerate(generals):
            while mine := [area for area in late if self.conflict(area) and seat in self.there(area)]:
                lower = generals[place + 1 :]
                first: list[Option] = [a for a in mine if not self.there(a).keys() & set(lower)] or [*mine]
                area = first[0] if len(first) == 1 else self.asked(seat, "fight_order", first, first[0])
                assert isinstance(area, int)
                self.play(self.settle(area))
                late.remove(area)
        for area in late:
            self.play(self.settle(area))

    def settle(self, area: int) -> Asking:
        if self.conflict(area):
            yield from self.fight(area, -1 if area in self.cities else self.board.limit[area])

    def city_attacks(self) -> None:
        """4b, with its order and waiting (mega.4b.order; D-18, D-19, D-20)."""
        found: list[Attack] = [
            (area, owner, self.cities[area])
            for area in self.areas
            for owner in self.there(area)
            if area in self.cities and owner != self.cities[area]
        ]
        for seat in self.seats:
            mine = [attack for attack in found if attack[1:] == (seat, NEUTRAL)]
            while mine:
                self.attack(self.next(seat, "pirate_attack_order", mine))
        todo = [attack for attack in found if attack[2] != NEUTRAL]
        waiting: list[Attack] = []
        waited: set[int] = set()
        for seat in self.seats:
            while mine := [attack for attack in todo if attack[2] == seat]:
                attack = self.next(seat, "defence_order", mine)
                todo.remove(attack)
                may_wait = seat not in waited and self.may_wait(attack, todo, waiting)
                if may_wait and self.asked(seat, "await_stock", ["none", "wait"], "none") == "wait":
                    waited.add(seat)
                    waiting.append(attack)
                    continue
                chain = [attack]
                while chain:
                    done = chain.pop(0)
                    self.attack(done)
                    chain += [other for other in waiting if other[2] == done[1]]
                    waiting = [other for other in waiting if other[2] != done[1]]
        assert not waiting

    def next(self, seat: int, kind: str, mine: list[Attack]) -> Attack:
        """The chosen one; an attack whose tokens are gone is over without a choice."""
        gone = [attack for attack in mine if attack[1] not in self.there(attack[0])]
        if gone or len(mine) == 1:
            chosen = (gone or mine)[0]
        else:
            areas: list[Option] = [attack[0] for attack in mine]
            area = self.asked(seat, kind, areas, areas[0])
            chosen = next(attack for attack in mine if attack[0] == area)
        mine.remove(chosen)
        return chosen

    def may_wait(self, attack: Attack, todo: list[Attack], waiting: list[Attack]) -> bool:
        """The city would fall, stock is short, and an attack of his own comes although this one waits (A-47)."""
        area, attacker, defender = attack
        needed, tokens = self.strength(attacker, defender)
        if self.there(area).get(attacker, 0) < needed or self.stock[defender] >= tokens:
            return False
        coming, stuck = list(todo), list(waiting)
        while freed := [other for other in stuck if any(one[1] == other[2] for one in coming)]:
            coming += freed
            stuck = [other for other in stuck if other not in freed]
        return any(other[1] == defender for other in coming)

    def strength(self, attacker: int, defender: int) -> tuple[int, int]:
        ours, theirs = self.holds(attacker, "engineering"), self.holds(defender, "engineering")
        return (7, 6) if ours == theirs else (6, 5) if ours else (8, 7)

    def attack(self, attack: Attack) -> None:
        """mega.4b.1 to .8, and what a failure costs (mega.4b.fail)."""
        area, attacker, defender = attack
        number = self.there(area).get(attacker, 0)
        needed, tokens = self.strength(attacker, defender)
        if not number:
            return
        if number < needed:
            if not self.west:
                self.lose(attacker, area, number)
                if self.holds(attacker, "naval_warfare"):
                    self.ships[attacker].pop(area, None)
            return
        del self.cities[area]
        if defender == NEUTRAL:
            self.tokens[NEUTRAL][area] = self.tokens[NEUTRAL].get(area, 0) + tokens
        else:
            tokens = min(tokens, self.stock[defender])
            self.tokens[defender][area] = self.tokens[defender].get(area, 0) + tokens
            self.stock[defender] -= tokens
        self.play(self.fight(area, self.board.limit[area]))
        if attacker == NEUTRAL:
            return
        game = self.scene.game
        if defender != NEUTRAL and (cards := game.hand_size(Seat(defender))):
            drawn = self.asked(attacker, "draw_card", ["draw", "none"], "draw") == "draw"
            assert game.hand_size(Seat(defender)) == cards - drawn
        if most := min(3, self.stock[attacker]):
            spoils = self.asked(attacker, "plunder", list(range(most + 1)), most)
            assert isinstance(spoils, int)
            self.stock[attacker] -= spoils

    def check(self) -> None:
        game = self.scene.game
        assert self.scene.done
        for seat in self.seats:
            realm = game.realms[seat]
            assert realm.tokens == {area: n for area, n in self.tokens[seat].items() if n}
            assert realm.ships == {area: n for area, n in self.ships[seat].items() if n}
            assert realm.stock == self.stock[seat]
            assert set(realm.cities) == {area for area, owner in self.cities.items() if owner == seat}
        assert game.state.barbarians == {area: n for area, n in self.tokens[NEUTRAL].items() if n}
        assert set(game.state.pirates) == {area for area, owner in self.cities.items() if owner == NEUTRAL}


@pytest.mark.rules(
    "mega.4.1", "mega.4.2", "mega.4.3", "mega.4.5", "mega.4a.2", "mega.4a.3", "mega.4a.8", "mega.4a.11",
    "mega.4a.order.2", "mega.4b.order.2", "mega.4b.order.3", "mega.4b.order.4", "mega.4b.1", "mega.4b.5", "mega.4b.6",
    "mega.4b.8", "mega.4b.fail.1", "mega.4b.fail.2", "A-42", "A-43", "A-44", "A-46", "A-47", "A-49", "A-51", "E-25",
    "D-16", "D-17", "D-18", "D-19", "D-20", "D-21", "D-22",
)  # fmt: skip
@pytest.mark.parametrize("title", [MEGA_CIVILIZATION, WESTERN_EMPIRES], ids=["mega", "west"])
def test_whole_phases_go_by_the_rule(title: AntiquityTitle) -> None:
    for seed in range(150):
        account = Account(title, Random(seed))
        account.scene.run(token_conflicts)
        account.token_conflicts()
        account.check()
        account.scene.run(city_attacks)
        account.city_attacks()
        account.check()
