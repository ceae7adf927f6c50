"""A world: every area and open sea there is, whatever part of it a game uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType

import msgspec

Area = NewType("Area", int)
"""The number of a place in its world: stable, the order of the world's file, areas before open seas."""


class BadMap(ValueError):
    """A map file is wrong: says which file, which place and what."""

    def __init__(self, file: str, place: str, what: str) -> None:
        super().__init__(f"{file}: {place}: {what}" if place else f"{file}: {what}")
        self.file, self.place, self.what = file, place, what


class Place(msgspec.Struct, frozen=True):
    """One area or open sea, as printed."""

    id: Area
    key: str
    name: str
    sea: bool = False
    """An open sea: water only, no limit, never holds units (mega.area.6)."""
    limit: int = 0
    """Population limit (mega.area.5)."""
    site: str = ""
    """City site: "black", "white" (on the flood plain) or "" for wilderness (mega.area.13)."""
    plain: int = -1
    """The flood plain that covers the area, as an index of `World.plains` (mega.area.16)."""
    region: str = ""
    """The civilization to whose region the area belongs (mega.area.20)."""
    start_of: str = ""
    """The civilization that starts here (mega.area.19)."""
    block: str = ""
    """"west" or "east": the half of the map that holds the area."""
    board: int = 0
    """The sheet of the map that holds the area, counted from west to east."""
    island: str = ""
    """The island of which the area is a part, where a rule asks for it (adv.16.8)."""


class Group(msgspec.Struct, frozen=True):
    """A named set of areas: a flood plain or a volcano."""

    key: str
    areas: tuple[Area, ...]


class Coast(msgspec.Struct, frozen=True):
    """One of several waters of an area that do not meet, with the places it touches (adv.23.57)."""

    name: str
    neighbours: frozenset[Area]


class Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the rulebooks say about the map; checked whenever the world is loaded."""

    areas: int
    seas: int
    land_borders: int
    water_borders: int
    highest_limit: int
    volcanoes: int
    black_sites: int
    white_sites: int
    volcanoes_per_half: int = 0
    """0: the halves are not counted."""
    not_adjacent: tuple[str, ...] = ()
    inland: str = ""
    west_inland: str = ""
    coastal: str = ""


class World(msgspec.Struct, frozen=True, kw_only=True):
    """All places and borders. The three kinds of border are kept apart: land, sea water, lake water.

    A place is what has a name of its own: none without one (mega.area.12), and one sea is one place, on however many
    sheets its name stands (mega.area.11).
    """

    key: str
    places: tuple[Place, ...]
    land: tuple[tuple[Area, ...], ...]
    water: tuple[tuple[Area, ...], ...]
    """Borders on sea water, open seas included at both ends."""
    lake: tuple[tuple[Area, ...], ...]
    """Borders on inland water: adjacent by water, but neither coast nor (ruling A-07) ship water."""
    lakes_carry_ships: bool
    coasts: Mapping[Area, tuple[Coast, ...]]
    """The areas whose waters do not meet."""
    berths: tuple[tuple[Area, ...], ...]
    """Where ships lie: in the area, whose number is that of its (first) coast. Further coasts have numbers of
    their own, after all places."""
    area_of: tuple[Area, ...]
    """The area of a berth."""
    coast_of: tuple[str, ...]
    """The name of the coast at a berth, "" where there is only one."""
    plains: tuple[Group, ...]
    volcanoes: tuple[Group, ...]
    starts: Mapping[str, Mapping[str, tuple[Area, ...]]]
    """Start areas of each civilization, by the name of the arrangement."""
    notes: Notes
    ids: Mapping[str, Area]
    unsure_names: frozenset[str] = frozenset()
    later_names: Mapping[str, str] = {}

    def find(self, key: str) -> Area:
        """The place of this key; `KeyError` if there is none."""
        return self.ids[key]

    def place(self, key: str) -> Place:
        """Like `find`, but the place itself."""
        return self.places[self.ids[key]]

    @property
    def lands(self) -> tuple[Area, ...]:
        """All areas that are not open sea."""
        return tuple(place.id for place in self.places if not place.sea)

    @property
    def seas(self) -> tuple[Area, ...]:
        """All open seas."""
        return tuple(place.id for place in self.places if place.sea)
