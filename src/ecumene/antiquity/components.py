"""What a title is made of, read once from its toml files: advances, civilizations, cards, line-ups."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NewType

import msgspec

from ecumene.antiquity.advances import Advance, Group
from ecumene.antiquity.effects import Effect, effects

Kind = NewType("Kind", int)
"""A kind of trade card: its place in `Components.kinds`."""

Card = NewType("Card", int)
"""A trade card: its kind and the block (half of the deck) that it belongs to, `2 * kind + block`."""

WATER = Kind(0)
"""Lies open beside the stacks in every game and never runs out (mega.setup.9, mega.card.8, ruling A-03)."""


def card(kind: Kind, block: int = 0) -> Card:
    return Card(2 * kind + block)


def kind_of(item: int) -> Kind:
    return Kind(item >> 1)


class AdvanceInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One advance as printed (mega.adv.gen.1)."""

    advance: int
    key: str
    name: str
    tier: str
    groups: tuple[int, ...]
    cost: int
    points: int
    credits: tuple[int, ...]
    gift_to: int = -1
    gift: int = 0
    free_credits: int = 0
    ability: bool = False


class KindInfo(msgspec.Struct, frozen=True, kw_only=True):
    """One kind of trade card (mega.card.1). `sort` is commodity, minor, major or fixed, which means never traded
    (mega.card.2). Letters on cards mean nothing beyond the deck that they are in (mega.card.7).
    """

    kind: int
    key: str
    name: str
    sort: str
    stack: int
    set_size: int = 1
    layer: str = ""
    copies: tuple[int, ...] = ()


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """The trade cards of one block: a column of all cards' copies, and the layer in the middle of each stack."""

    column: int
    middle: str = ""


class Civilization(msgspec.Struct, frozen=True, kw_only=True):
    """One civilization; `basic` and `expert` say on which space of its track each epoch after the first begins."""

    key: str
    name: str
    number: int
    block: str
    start: str
    basic: tuple[int, ...]
    expert: tuple[int, ...]


class Lineup(msgspec.Struct, frozen=True, kw_only=True):
    """Who plays with how many, where, and each block with which deck. Two lists of civilizations are two blocks."""

    key: str
    seats: int
    board: str
    blocks: tuple[tuple[str, ...], ...]
    decks: tuple[str, ...]
    hand_limit: int
    start_credits: int
    minor_calamities: bool


class Theme(msgspec.Struct, frozen=True, kw_only=True):
    """A theme of the short game: four advances, and perhaps a city to destroy."""

    key: str
    name: str
    advances: tuple[int, ...]
    destroys_city: bool


class Lesson(msgspec.Struct, frozen=True, kw_only=True):
    """What a turn of the First Game adds: steps that were left out until then."""

    turn: int
    key: str
    adds: tuple[str, ...]


class FirstGame(msgspec.Struct, frozen=True, kw_only=True):
    """Our introduction: with how many, how long, with how many tokens, and turn by turn what is added (mega.first.2).

    `safe_cards` of each stack, at the top, are no calamities.
    """

    seats: int
    turns: int
    tokens: int
    safe_cards: int
    lessons: tuple[Lesson, ...]


class Components(msgspec.Struct, frozen=True, kw_only=True):
    """All of a title's components. `advances` in the order of the printed prices; look one up with `advance`."""

    advances: tuple[AdvanceInfo, ...]
    kinds: tuple[KindInfo, ...]
    decks: dict[str, Deck]
    civilizations: tuple[Civilization, ...]
    lineups: tuple[Lineup, ...]
    themes: tuple[Theme, ...] = ()
    theme_sets: dict[int, dict[str, int]] = {}
    first_game: FirstGame = FirstGame(seats=0, turns=0, tokens=0, safe_cards=0, lessons=())
    effects: dict[str, Effect] = {}
    """What each calamity does, by the key of its card."""
    by_number: dict[int, AdvanceInfo] = {}
    by_key: dict[str, int] = {}
    gifts: dict[int, tuple[tuple[int, int], ...]] = {}
    """Of an advance: those that give it a credit by name, and how much."""
    by_lineup: dict[str, Lineup] = {}
    commodity: tuple[bool, ...] = ()
    faces: tuple[int, ...] = ()
    """Of a kind of trade card: whether it is a commodity, and its face value; the others have none."""

    def advance(self, advance: int) -> AdvanceInfo:
        return self.by_number[advance]

    def kind(self, key: str) -> Kind:
        """The kind of trade card called so; `KeyError` if there is none."""
        return Kind(self.by_key[key])

    def civilization(self, number: int) -> Civilization:
        return self.civilizations[number - 1]

    def is_commodity(self, item: int) -> bool:
        return self.commodity[item >> 1]

    def face(self, item: int) -> int:
        """The face value of a commodity card: its stack; water has none (mega.card.1)."""
        return self.faces[item >> 1]


def read(package: str, name: str) -> dict[str, Any]:
    """A toml file of a title's data folder."""
    return tomllib.loads(files(package).joinpath("data", name).read_text("utf-8"))


def load(package: str) -> Components:
    """What a title's data folder holds."""
    advances = tuple(_advance(key, entry) for key, entry in read(package, "advances.toml").items())
    civilizations = tuple(
        msgspec.convert({"key": key, **entry}, Civilization)
        for key, entry in read(package, "civilizations.toml").items()
    )
    lineups = tuple(
        msgspec.convert({"key": key, **entry}, Lineup) for key, entry in read(package, "lineups.toml").items()
    )
    short = read(package, "short_game.toml")
    themes = tuple(
        Theme(
            key=key,
            name=entry["name"],
            advances=tuple(Advance[name.upper()] for name in entry["advances"]),
            destroys_city=entry["destroys_city"],
        )
        for key, entry in short["themes"].items()
    )
    cards = read(package, "cards.toml")
    kinds = _kinds(cards)
    return Components(
        advances=advances,
        kinds=kinds,
        decks=msgspec.convert(cards["decks"], dict[str, Deck]),
        civilizations=tuple(sorted(civilizations, key=lambda civilization: civilization.number)),
        lineups=lineups,
        themes=themes,
        theme_sets={int(seats): chosen for seats, chosen in short["selection"].items()},
        first_game=msgspec.convert(read(package, "first_game.toml"), FirstGame),
        effects=effects(read(package, "calamities.toml")),
        by_number={info.advance: info for info in advances},
        by_key={info.key: info.kind for info in kinds},
        gifts={
            info.advance: tuple(
                (giver.advance, giver.gift) for giver in advances if giver.gift_to == info.advance
            )
            for info in advances
        },
        by_lineup={lineup.key: lineup for lineup in lineups},
        commodity=tuple(info.sort == "commodity" for info in kinds),
        faces=tuple(info.stack if info.sort == "commodity" else 0 for info in kinds),
    )


def _advance(key: str, entry: Mapping[str, Any]) -> AdvanceInfo:
    gift = entry.get("gift")
    return AdvanceInfo(
        advance=Advance[key.upper()],
        key=key,
        name=entry["name"],
        tier=entry["tier"],
        groups=tuple(sorted(Group[group.upper()] for group in entry["groups"])),
        cost=entry["cost"],
        points=entry["points"],
        credits=tuple(entry["credits"].get(group.name.lower(), 0) for group in Group),
        gift_to=Advance[gift["to"].upper()] if gift else -1,
        gift=gift["amount"] if gift else 0,
        free_credits=entry.get("free_credits", 0),
        ability=entry.get("ability", False),
    )


def _kinds(cards: Mapping[str, Any]) -> tuple[KindInfo, ...]:
    """Water first, then commodities, then calamities, in the order of the file."""
    kinds = [KindInfo(kind=0, key="water", name="Water", sort="commodity", stack=0)]
    for key, entry in cards["commodities"].items():
        kinds.append(
            msgspec.convert({"kind": len(kinds), "key": key, "sort": "commodity", **entry}, KindInfo)
        )
    for key, entry in cards["calamities"].items():
        plain = {name: value for name, value in entry.items() if name != "kind"}
        kinds.append(
            msgspec.convert({"kind": len(kinds), "key": key, "sort": entry["kind"], **plain}, KindInfo)
        )
    return tuple(kinds)
