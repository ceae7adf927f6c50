"""What the rules of the family work with: the state through small accessors, and every way a piece can move.

Rule functions take it as their first argument: `async def collect(game: Antiquity) -> None`. Titles subclass it only to
replace a method; a difference that a number can say is a field of `Rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.components import Components
from ecumene.antiquity.rules import Rules
from ecumene.antiquity.state import BARBARIANS, Realm, Table
from ecumene.atlas import Board
from ecumene.kernel import Chance, Choose, Option, Play, Refusal, Seat

Chosen = TypeVar("Chosen", int, str, Option)

Owner = int
"""A seat, or BARBARIANS."""

_number = attrgetter("civ")


class Antiquity(Play[Table]):
    """A game of the family in play."""

    __slots__ = ("board", "components", "rules")

    def __init__(
        self, state: Table, chance: Chance, components: Components, rules: Rules, board: Board
    ) -> None:
        super().__init__(state, chance)
        self.components = components
        self.rules = rules
        self.board = board

    # -- who --------------------------------------------------------------------------------------------------------

    @property
    def realms(self) -> list[Realm]:
        """By seat, those who left included."""
        return self.state.realms

    def active(self) -> list[Seat]:
        """The seats still in the game, in seat order."""
        return [Seat(realm.seat) for realm in self.state.realms if not realm.gone]

    def ranking(self) -> list[Seat]:
        """A.S.T.-ranking: by civilization number (mega.ast.5). Every tie goes by it (mega.ast.8)."""
        return [Seat(realm.seat) for realm in sorted(self.state.realms, key=_number) if not realm.gone]

    def by_position(self) -> list[Seat]:
        """A.S.T.-position order: furthest marker first, then ranking (mega.ast.6)."""
        return sorted(self.ranking(), key=lambda seat: -self.realms[seat].space)

    def beneficiary(self, exclude: Iterable[Seat] = (), among: Iterable[Seat] | None = None) -> Seat | None:
        """Most cities in stock, then most tokens in stock, treasury not counted, then ranking (mega.benef.1,
        mega.benef.2). He directs an event (mega.benef.3); who cannot be one is the event's business (mega.benef.4).
        """
        out = set(exclude)
        free = [seat for seat in (self.ranking() if among is None else among) if seat not in out]
        if not free:
            return None
        numbers = {seat: place for place, seat in enumerate(self.ranking())}
        return min(free, key=lambda s: (-self.cities_left(s), -self.realms[s].stock, numbers[s]))

    def holds(self, owner: Owner, advance: Advance) -> bool:
        """Whether a seat has an advance, which works for its holder only (mega.adv.gen.2); the Barbarians have none
        (mega.4.6). Empiricism, Literacy and Mathematics are asked for nowhere: they give credits only
        (mega.adv.empiricism.1, mega.adv.literacy.1, mega.adv.mathematics.1).
        """
        return owner >= 0 and bool(self.state.realms[owner].advances >> advance & 1)

    # -- counts -----------------------------------------------------------------------------------------------------

    def cities_left(self, seat: Seat) -> int:
        """City pieces in stock."""
        return self.rules.cities - len(self.realms[seat].cities)

    def ships_left(self, seat: Seat) -> int:
        return self.rules.ships - sum(self.realms[seat].ships.values())

    def population(self, seat: Seat) -> int:
        """Tokens on the board (mega.piece.8)."""
        return sum(self.realms[seat].tokens.values())

    def unit_points(self, seat: Seat) -> int:
        """A token is worth 1, a city 5, a ship nothing (mega.piece.10)."""
        return self.population(seat) + self.rules.city_points * len(self.realms[seat].cities)

    def stock_points(self, seat: Seat) -> int:
        """Unit points in stock."""
        return self.realms[seat].stock + self.rules.city_points * self.cities_left(seat)

    # -- the board --------------------------------------------------------------------------------------------------

    def owners(self, area: int) -> dict[Owner, int]:
        """Who has tokens in an area, and how many: seats in seat order, the Barbarians last."""
        found: dict[Owner, int] = {}
        for realm in self.state.realms:
            number = realm.tokens.get(area)
            if number:
                found[realm.seat] = number
        neutral = self.state.barbarians.get(area)
        if neutral:
            found[BARBARIANS] = neutral
        return found

    def crowd(self, area: int) -> int:
        """Tokens of all owners together."""
        number = self.state.barbarians.get(area, 0)
        for realm in self.state.realms:
            number += realm.tokens.get(area, 0)
        return number

    def city_owner(self, area: int) -> Owner | None:
        """Whose city stands in an area: a seat, BARBARIANS (a pirate city), or nobody's."""
        for realm in self.state.realms:
            if area in realm.cities:
                return realm.seat
        return BARBARIANS if area in self.state.pirates else None

    def others_in(self, owner: Owner, area: int) -> bool:
        """Whether units of anybody else are in an area (cities, tokens, neutral ones too; ships are no units)."""
        state = self.state
        for realm in state.realms:
            if realm.seat != owner and (area in realm.tokens or area in realm.cities):
                return True
        return owner != BARBARIANS and (area in state.barbarians or area in state.pirates)

    def limit(self, area: int, owner: Owner) -> int:
        """The limit for an owner: printed, and alone there one more with Agriculture (mega.adv.agriculture.1)."""
        printed = self.board.limit[area]
        if printed <= 2 and self.holds(owner, Advance.AGRICULTURE) and not self.others_in(owner, area):
            return printed + 1
        return printed

    def support_rate(self, seat: Seat) -> int:
        """Tokens needed for each city (mega.5c.2, mega.adv.cultural_ascendancy.10)."""
        return 3 if self.holds(seat, Advance.CULTURAL_ASCENDANCY) else 2

    # -- tokens -----------------------------------------------------------------------------------------------------

    def place(self, owner: Owner, area: int, number: int = 1) -> None:
        """From stock to the board (mega.piece.6); the supply of neutral tokens never ends (mega.piece.14)."""
        if number <= 0:
            return
        if owner == BARBARIANS:
            neutral = self.state.barbarians
            neutral[area] = neutral.get(area, 0) + number
            return
        realm = self.state.realms[owner]
        if number > realm.stock:
            raise ValueError(f"seat {owner} has {realm.stock} tokens in stock, not {number}")
        realm.stock -= number
        realm.tokens[area] = realm.tokens.get(area, 0) + number

    def grow(self, seat: Seat, gains: Mapping[int, int], total: int) -> None:
        """From stock to areas that have tokens of the seat already, `total` in all."""
        realm = self.state.realms[seat]
        if total > realm.stock:
            raise ValueError(f"seat {seat} has {realm.stock} tokens in stock, not {total}")
        realm.stock -= total
        tokens = realm.tokens
        for area, number in gains.items():
            tokens[area] += number

    def remove(self, owner: Owner, area: int, number: int = 1) -> None:
        """From the board to stock (mega.piece.5)."""
        if number <= 0:
            return
        self._take(owner, area, number)
        if owner != BARBARIANS:
            self.state.realms[owner].stock += number

    def shift(self, owner: Owner, start: int, end: int, number: int = 1) -> None:
        """From one area to another."""
        self._take(owner, start, number)
        held = self.state.barbarians if owner == BARBARIANS else self.state.realms[owner].tokens
        held[end] = held.get(end, 0) + number

    def _take(self, owner: Owner, area: int, number: int) -> None:
        held = self.state.barbarians if owner == BARBARIANS else self.state.realms[owner].tokens
        left = held.get(area, 0) - number
        if left < 0 or number < 0:
            raise ValueError(f"owner {owner} has {held.get(area, 0)} tokens in area {area}, not {number}")
        if left:
            held[area] = left
        else:
            held.pop(area, None)

    # -- treasury ---------------------------------------------------------------------------------------------------

    def earn(self, seat: Seat, number: int) -> int:
        """From stock to treasury, as far as stock goes; how many it were."""
        realm = self.realms[seat]
        moved = min(number, realm.stock)
        realm.stock -= moved
        realm.treasury += moved
        return moved

    def pay(self, seat: Seat, number: int) -> int:
        """From treasury to the payer's own stock, as far as it goes (mega.piece.7); how many it were."""
        realm = self.realms[seat]
        moved = min(number, realm.treasury)
        realm.treasury -= moved
        realm.stock += moved
        return moved

    # -- cities and ships -------------------------------------------------------------------------------------------

    def found_city(self, owner: Owner, area: int, turn: int = 0) -> None:
        """A city from stock on the board; `turn` when it is built (mega.5c.4), 0 when it is gained otherwise."""
        if owner == BARBARIANS:
            self.state.pirates[area] = 1
            return
        if self.cities_left(Seat(owner)) <= 0:
            raise ValueError(f"seat {owner} has no city in stock")
        self.state.realms[owner].cities[area] = turn

    def raze_city(self, owner: Owner, area: int) -> None:
        """A city from the board to stock, nothing in its place (mega.piece.13)."""
        if owner == BARBARIANS:
            del self.state.pirates[area]
        else:
            del self.state.realms[owner].cities[area]

    def reduced_tokens(self, seat: Seat, area: int) -> int:
        """How many tokens replace a city that is reduced (ruling A-59)."""
        realm = self.realms[seat]
        room = self.limit(area, seat) - realm.tokens.get(area, 0)
        return min(max(0, room), realm.stock)

    def reduce_city(self, seat: Seat, area: int) -> int:
        """Replace a city by tokens up to the limit (mega.5c.3, mega.9.def.10); how many they are.

        With Agriculture one more (mega.adv.agriculture.3); a token beside the city counts (mega.adv.public_works.5).
        """
        number = self.reduced_tokens(seat, area)
        self.raze_city(seat, area)
        self.place(seat, area, number)
        return number

    def annex_city(self, by: Owner, area: int) -> None:
        """Replace the city there by one of `by` (mega.piece.12); neutral pieces annex without end."""
        owner = self.city_owner(area)
        if owner is None:
            raise ValueError(f"no city in area {area}")
        self.raze_city(owner, area)
        self.found_city(by, area)

    def annex_tokens(self, by: Owner, owner: Owner, area: int, number: int) -> None:
        """Replace tokens of `owner` there by tokens of `by` from stock (mega.piece.12)."""
        self.remove(owner, area, number)
        self.place(by, area, number)

    # -- trade cards ------------------------------------------------------------------------------------------------

    def stack(self, block: int, number: int) -> list[int]:
        """Stack 1 to 9 of a block; its top is its end."""
        return self.state.stacks[block * 9 + number - 1]

    def gain_card(self, seat: Seat, item: int, giver: Seat | None = None) -> None:
        """Into the hand. Only a trade has a giver (mega.7.16, ruling A-67)."""
        realm = self.realms[seat]
        realm.hand[item] = realm.hand.get(item, 0) + 1
        if giver is not None and not self.components.is_commodity(item):
            realm.givers[item] = giver

    def lose_card(self, seat: Seat, item: int) -> None:
        """Out of the hand; where it goes is the caller's business."""
        realm = self.realms[seat]
        left = realm.hand[item] - 1
        if left:
            realm.hand[item] = left
        else:
            del realm.hand[item]
            realm.givers.pop(item, None)

    def discard(self, seat: Seat, item: int) -> None:
        """Out of the hand onto the discard pile of its stack; water returns to the open water (mega.8.7, mega.13c.6).

        Discards are open (mega.hid.15, ruling A-79): no undo beyond this.
        """
        self.learned = True
        self.lose_card(seat, item)
        stack = self.components.kinds[item >> 1].stack
        if stack:
            self.state.discards[(item & 1) * 9 + stack - 1].append(item)

    def hand_size(self, seat: Seat) -> int:
        return sum(self.realms[seat].hand.values())

    # -- asking -----------------------------------------------------------------------------------------------------

    async def choose(  # noqa: PLR0913  # the properties of a decision, as in the kernel
        self,
        seat: Seat,
        kind: str,
        options: Sequence[Chosen],
        rule: str,
        default: Chosen | None = None,
        why: Callable[[Option], Refusal | None] | None = None,
        about: dict[str, Any] | None = None,
        *,
        secret: bool = False,
        ahead: bool = False,
    ) -> Chosen:
        """One of the options; a single one is taken without asking."""
        if len(options) == 1:
            return options[0]
        chosen = await Choose(seat, kind, options, rule, default, why, about, secret, ahead)
        return chosen  # noqa: RET504  # mypy takes it for Any in one line
