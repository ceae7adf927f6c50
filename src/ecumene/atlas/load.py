"""Reads the worlds from their files. A file that contradicts itself or a rulebook is refused by name."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from ecumene.atlas.check import check_world
from ecumene.atlas.places import Area, BadMap, Coast, Group, Notes, Place, World

WORLDS = ("oecumene", "mediterranean")
USUAL = "usual"
"""The arrangement of start areas that holds where a board names no other."""

Words = Callable[[str, str], tuple[Area, ...]]


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """One line of a world's file."""

    name: str = ""
    region: str = ""
    block: str = ""
    sheet: int = 0
    limit: int = 0
    site: str = ""
    start: bool = False
    island: str = ""
    land: str = ""
    water: str = ""
    lake: str = ""
    coasts: dict[str, str] = {}


class Sheets(msgspec.Struct, forbid_unknown_fields=True):
    """A whole file. Lists of keys are written as words with blanks between them."""

    lakes_carry_ships: bool
    areas: dict[str, Line]
    seas: dict[str, Line]
    plains: dict[str, str]
    volcanoes: dict[str, str]
    notes: Notes
    sheets: dict[str, str] = {}
    starts: dict[str, dict[str, str]] = {}
    unsure_names: str = ""
    later_names: dict[str, str] = {}


def world_keys() -> tuple[str, ...]:
    """The worlds there are."""
    return WORLDS


@cache
def world(key: str) -> World:
    """The world of this key, read and checked at the first call."""
    if key not in WORLDS:
        raise KeyError(f"no world {key!r}; there are {', '.join(WORLDS)}")
    file = f"{key}.toml"
    return parse_world(key, files("ecumene.atlas").joinpath("data", file).read_text("utf-8"), file)


def parse_world(key: str, text: str, file: str) -> World:
    """A world from the text of its file; `BadMap` when anything is wrong with it."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadMap(file, "", str(error)) from error
    try:
        sheets = msgspec.convert(raw, Sheets)
    except msgspec.ValidationError as error:
        raise BadMap(file, _misread(raw), str(error)) from error
    result = _build(key, file, sheets)
    check_world(result, file)
    return result


def _misread(raw: Mapping[str, Mapping[str, object]]) -> str:
    """The first line that is not as it should be."""
    for table in ("areas", "seas"):
        for place, line in raw.get(table, {}).items():
            try:
                msgspec.convert(line, Line)
            except msgspec.ValidationError:
                return place
    return ""


def _build(key: str, file: str, sheets: Sheets) -> World:
    lines = {**sheets.areas, **sheets.seas}
    if len(lines) != len(sheets.areas) + len(sheets.seas):
        raise BadMap(file, "", f"both area and sea: {sorted(set(sheets.areas) & set(sheets.seas))}")
    ids = {place: Area(number) for number, place in enumerate(lines)}

    def words(where: str, text: str) -> tuple[Area, ...]:
        found = []
        for word in text.split():
            if word not in ids:
                raise BadMap(file, where, f"no place {word!r}")
            found.append(ids[word])
        if len(set(found)) != len(found):
            raise BadMap(file, where, f"named twice in {text!r}")
        return tuple(sorted(found))

    def groups(table: Mapping[str, str]) -> tuple[Group, ...]:
        return tuple(Group(name, words(name, text)) for name, text in table.items())

    plains = groups(sheets.plains)
    plain_of = {area: number for number, plain in enumerate(plains) for area in plain.areas}
    starts = {
        name: {civilization: words(civilization, text) for civilization, text in table.items()}
        for name, table in sheets.starts.items()
    }
    for place, line in sheets.areas.items():
        if line.start:
            usual = starts.setdefault(USUAL, {})
            if line.region in usual:
                raise BadMap(file, place, f"a second start of {line.region}")
            usual[line.region] = (ids[place],)
    start_of = {area: who for who, areas in starts.get(USUAL, {}).items() for area in areas}
    places = tuple(
        Place(
            id=ids[place],
            key=place,
            name=line.name or " ".join(word.capitalize() for word in place.split("_")),
            sea=place in sheets.seas,
            limit=line.limit,
            site=line.site,
            plain=plain_of.get(ids[place], -1),
            region=line.region,
            start_of=start_of.get(ids[place], ""),
            block=line.block or sheets.sheets.get(str(line.sheet), ""),
            board=line.sheet,
            island=line.island,
        )
        for place, line in lines.items()
    )
    coasts = {
        ids[place]: tuple(Coast(name, frozenset(words(place, coast))) for name, coast in line.coasts.items())
        for place, line in sheets.areas.items()
        if line.coasts
    }
    berths: list[tuple[Area, ...]] = [(place.id,) for place in places]
    area_of = [place.id for place in places]
    coast_of = [""] * len(places)
    for area, waters in coasts.items():
        first = len(area_of)
        berths[area] = (area, *(Area(first + extra) for extra in range(len(waters) - 1)))
        area_of += [area] * (len(waters) - 1)
        coast_of[area] = waters[0].name
        coast_of += [water.name for water in waters[1:]]
    return World(
        key=key,
        places=places,
        land=tuple(words(place, line.land) for place, line in lines.items()),
        water=_with_seas(words, sheets, ids),
        lake=tuple(words(place, line.lake) for place, line in lines.items()),
        lakes_carry_ships=sheets.lakes_carry_ships,
        coasts=coasts,
        berths=tuple(berths),
        area_of=tuple(area_of),
        coast_of=tuple(coast_of),
        plains=plains,
        volcanoes=groups(sheets.volcanoes),
        starts=starts,
        notes=sheets.notes,
        ids=ids,
        unsure_names=frozenset(sheets.unsure_names.split()),
        later_names=sheets.later_names,
    )


def _with_seas(words: Words, sheets: Sheets, ids: Mapping[str, Area]) -> tuple[tuple[Area, ...], ...]:
    """Sea water borders. Those with open seas stand at the sea only, so they are added at the other end."""
    borders = [set(words(place, line.water)) for place, line in sheets.areas.items()]
    borders += [set() for _ in sheets.seas]
    for sea, line in sheets.seas.items():
        for other in words(sea, line.water):
            borders[ids[sea]].add(other)
            if other < len(sheets.areas):
                borders[other].add(ids[sea])
    return tuple(tuple(sorted(border)) for border in borders)
