"""What a client may know of a title before any game: its components, tracks, prices and steps, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ecumene.antiquity.advances import Group
from ecumene.antiquity.components import (
    AdvanceInfo,
    Civilization,
    Components,
    Deck,
    FirstGame,
    KindInfo,
    Lineup,
    Theme,
)
from ecumene.antiquity.prices import LIBRARY_CREDIT
from ecumene.antiquity.rules import Rules


class StepInfo(msgspec.Struct, frozen=True):
    """A step of a turn and the phase that it belongs to; 0: between two turns, or before the first."""

    name: str
    phase: int


class StackPrice(msgspec.Struct, frozen=True):
    """What a card of a stack costs in phase 6; `advance` is the one that must be held, "" for everybody."""

    stack: int
    price: int
    advance: str


class Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that does not change: advances and prices are open to all (mega.setup.8, mega.setup.select.7)."""

    groups: tuple[str, ...]
    advances: tuple[AdvanceInfo, ...]
    kinds: tuple[KindInfo, ...]
    decks: dict[str, Deck]
    civilizations: tuple[Civilization, ...]
    lineups: tuple[Lineup, ...]
    themes: tuple[Theme, ...]
    theme_sets: dict[int, dict[str, int]]
    first_game: FirstGame
    terms_basic: tuple[dict[str, int], ...]
    terms_expert: tuple[dict[str, int], ...]
    stack_prices: tuple[StackPrice, ...]
    openings: dict[str, tuple[str, ...]]
    steps: tuple[StepInfo, ...]
    tokens: int
    cities: int
    ships: int
    city_points: int
    library: int
    scenarios: tuple[str, ...]
    short_expert: bool


def catalogue(
    components: Components, rules: Rules, openings: Mapping[str, Sequence[str]], turn: Sequence[str]
) -> Catalogue:
    """The catalogue of a title."""
    anyone = [StackPrice(stack, price, "") for stack, price in rules.prices.anyone.items()]
    holders = [
        StackPrice(stack, price, advance)
        for advance, prices in rules.prices.holders.items()
        for stack, price in prices.items()
    ]
    return Catalogue(
        groups=tuple(group.name.lower() for group in Group),
        advances=components.advances,
        kinds=components.kinds,
        decks=components.decks,
        civilizations=components.civilizations,
        lineups=components.lineups,
        themes=components.themes,
        theme_sets=components.theme_sets,
        first_game=components.first_game,
        terms_basic=rules.terms_basic,
        terms_expert=rules.terms_expert,
        stack_prices=(*anyone, *holders),
        openings={scenario: tuple(names) for scenario, names in openings.items()},
        steps=tuple(StepInfo(name, phase_of(name)) for name in turn),
        tokens=rules.tokens,
        cities=rules.cities,
        ships=rules.ships,
        city_points=rules.city_points,
        library=LIBRARY_CREDIT,
        scenarios=tuple(openings),
        short_expert=rules.short_expert,
    )


def phase_of(step: str) -> int:
    """The number of a step's phase: "4a" belongs to 4.

    >>> phase_of("12"), phase_of("9b"), phase_of("leave")
    (12, 9, 0)
    """
    digits = step.rstrip("abcdefgh")
    return int(digits) if digits.isdigit() else 0
