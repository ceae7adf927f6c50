"""The boards there are, by key: "oecumene-west-9" is the western half of the large world for nine."""

from __future__ import annotations

import copyreg
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

import msgspec

from ecumene.atlas.boards import Board
from ecumene.atlas.load import USUAL, world
from ecumene.atlas.masks import bits
from ecumene.atlas.places import Area, BadMap

FILE = "boards.toml"


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the boards' file."""

    world: str
    sheets: tuple[int, ...]
    regions: str = ""
    """The civilizations whose regions are in play; "" where the world has no regions: everything is."""
    civilizations: str = ""
    """Who may take part; "" is everybody whose region is in play, or who has a start area on the table."""
    half: str = ""
    """Only areas of this half are on the table ("": both)."""
    starts: str = USUAL
    """Which of the world's arrangements of start areas holds."""
    bare_islands: bool = False
    """City sites on islands do not count (adv.16.8)."""


@cache
def layouts() -> Mapping[str, Layout]:
    """All boards of the boards' file."""
    text = files("ecumene.atlas").joinpath("data", FILE).read_text("utf-8")
    try:
        return msgspec.convert(tomllib.loads(text), dict[str, Layout])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadMap(FILE, "", str(error)) from error


def board_keys() -> tuple[str, ...]:
    """The keys of all boards, in the order of their file."""
    return tuple(layouts())


@cache
def board(key: str) -> Board:
    """The board of this key, made at the first call and then shared: boards never change.

    Boards with areas taken away (`Board.without`) and line-ups of one's own (`compose`) have keys as well.
    """
    base, _, gone = key.partition("-less-")
    if gone:
        return board(base).without(bits(int(gone, 16)))
    if "+" in key:
        world_key, sheets, *civilizations = key.split("+")
        return compose(world_key, tuple(map(int, sheets)), tuple(civilizations))
    if key not in layouts():
        raise KeyError(f"no board {key!r}; there are {', '.join(layouts())}")
    return lay_out(key, layouts()[key])


@cache
def compose(world_key: str, sheets: tuple[int, ...], civilizations: tuple[str, ...]) -> Board:
    """A line-up of one's own (doh.9.1.3): the sheets on the table, whose regions are in play."""
    key = "+".join((world_key, "".join(map(str, sheets)), *civilizations))
    return lay_out(key, Layout(world_key, sheets, " ".join(civilizations)))


def lay_out(key: str, layout: Layout) -> Board:
    """Puts a board together from its line."""
    whole = world(layout.world)
    regions = frozenset(layout.regions.split())
    starts = whole.starts[layout.starts]
    unknown = regions.difference(place.region for place in whole.places)
    unknown |= set(layout.civilizations.split()).difference(starts)
    if unknown:
        raise BadMap(FILE, key, f"no region or start of {', '.join(sorted(unknown))}")
    lands = frozenset(
        place.id
        for place in whole.places
        if not place.sea and place.board in layout.sheets and layout.half in ("", place.block)
    )
    playing = frozenset(a for a in lands if not regions or whole.places[a].region in regions)
    takers = frozenset(layout.civilizations.split()) or regions or frozenset(starts)
    bare = frozenset(a for a in lands if layout.bare_islands and whole.places[a].island)
    return Board.lay(
        key,
        whole,
        lands | _seas_of(lands, whole.water, whole.seas),
        playing,
        {who: areas for who, areas in starts.items() if who in takers},
        bare,
    )


def _seas_of(
    lands: Iterable[Area], water: tuple[tuple[Area, ...], ...], seas: tuple[Area, ...]
) -> frozenset[Area]:
    """The open seas that lie at these areas, and those between them (mega.area.6)."""
    touched = {sea for sea in seas if not set(water[sea]).isdisjoint(lands)}
    between = {sea for sea in seas if len(touched.intersection(water[sea])) > 1}
    return frozenset(touched | between)


copyreg.pickle(Board, lambda shared: (board, (shared.key,)))  # a board travels as its key
