"""A view with the questions that habits ask of it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.components import Components
from ecumene.antiquity.rules import Rules
from ecumene.antiquity.view import RealmView, TableView
from ecumene.atlas import Board, board
from ecumene.kernel import View

CITIES = 9
YOUNG, SETTLED = 6, 5
"""Tokens below which a people is young, and the turn from which it counts as settled all the same."""


class Sight:
    """What one seat sees, and what follows from it."""

    def __init__(self, view: View, seat: int, components: Components, rules: Rules) -> None:
        self.table: TableView = view.table
        self.body: Any = view.decision.body if view.decision else None
        self.about: dict[str, Any] = view.decision.about if view.decision else {}
        self.seat = seat
        self.components = components
        self.rules = rules
        self.me: RealmView = self.table.realms[seat]

    @cached_property
    def board(self) -> Board:
        return board(self.table.board)

    def holds(self, advance: Advance, seat: int | None = None) -> bool:
        realm = self.me if seat is None else self.table.realms[seat]
        return bool(realm.advances >> advance & 1)

    @cached_property
    def population(self) -> int:
        return sum(self.me.tokens.values())

    def lasting(self, without: int) -> int:
        """Tokens that will still stand when surplus has been removed, those in one area apart."""
        mine = self.me.tokens.items()
        return sum(
            min(number, self.room(area))
            for area, number in mine
            if area != without and area not in self.me.cities and area not in self.foreign_cities
        )

    @cached_property
    def people_first(self) -> int:
        """Tokens that a young people must have left before it builds: without them it would hardly grow."""
        return YOUNG if self.table.turn < SETTLED else 0

    @cached_property
    def rate(self) -> int:
        """Tokens that each city needs."""
        return 3 if self.holds(Advance.CULTURAL_ASCENDANCY) else 2

    @cached_property
    def taken(self) -> dict[int, int]:
        """Foreign tokens by area, neutral ones too."""
        found = dict(self.table.barbarians)
        for realm in self.table.realms:
            if realm.seat != self.seat:
                for area, number in realm.tokens.items():
                    found[area] = found.get(area, 0) + number
        return found

    @cached_property
    def foreign_cities(self) -> dict[int, int]:
        """Area to the owner of the city there, -1 for pirates."""
        found = dict.fromkeys(self.table.pirates, -1)
        for realm in self.table.realms:
            if realm.seat != self.seat:
                found |= dict.fromkeys(realm.cities, realm.seat)
        return found

    def room(self, area: int) -> int:
        """The limit of an area for this seat, if nobody else comes."""
        printed = self.board.limit[area]
        alone = area not in self.taken and area not in self.foreign_cities
        return printed + 1 if printed <= 2 and alone and self.holds(Advance.AGRICULTURE) else printed

    @cached_property
    def terms(self) -> dict[str, int]:
        """What the next space of the succession track asks for."""
        civ = self.components.civilization(self.me.civ)
        track = civ.expert if self.table.expert else civ.basic
        epoch = sum(self.me.space + 1 >= begin for begin in track)
        terms = self.rules.terms_expert if self.table.expert else self.rules.terms_basic
        return terms[min(epoch, len(terms) - 1)]
