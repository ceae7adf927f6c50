"""A board as a browser wants it: who touches what, the drawing of its world, and the pictures under it."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from ecumene.atlas import Board, board, board_keys
from ecumene.atlas.drawn import drawing, drawn_worlds
from ecumene.atlas.drawn.picture import view_of

_PICTURES = files("ecumene.atlas").joinpath("drawn")


class PlaceInfo(msgspec.Struct, frozen=True, rename="camel"):
    """`sailing`: one step of a ship from here, areas out of play and open seas included."""

    id: int
    key: str
    name: str
    sea: bool
    on_table: bool
    in_play: bool
    limit: int
    site: str
    region: str
    plain: str
    volcano: str
    coastal: bool
    start_of: str
    land: tuple[int, ...]
    sailing: tuple[int, ...]
    water: tuple[int, ...]


class BoardInfo(msgspec.Struct, frozen=True):
    key: str
    world: str
    view: str
    places: tuple[PlaceInfo, ...]


class Relief(msgspec.Struct, frozen=True):
    """Addresses of the pictures under the map; empty: none."""

    day: str
    night: str


class BoardFile(msgspec.Struct, frozen=True):
    """`drawing` is the world's geometry as `docs/atlas-drawing.md` describes it; null: not drawn yet."""

    board: BoardInfo
    drawing: msgspec.Raw
    relief: Relief


@cache
def board_file(key: str) -> bytes:
    """The file of a board, as JSON. KeyError if there is none."""
    if key not in board_keys():
        raise KeyError(key)
    laid = board(key)
    world = laid.world.key
    drawn = world in drawn_worlds()
    raw = msgspec.Raw(_PICTURES.joinpath(f"{world}.json").read_bytes() if drawn else b"null")
    view = view_of(laid, drawing(world)) if drawn else "whole"
    places = tuple(_place(laid, number) for number in range(len(laid.world.places)))
    relief = Relief(_picture(f"{world}-relief-light.webp"), _picture(f"{world}-relief-night.webp"))
    return msgspec.json.encode(BoardFile(BoardInfo(key, world, view, places), raw, relief))


def _place(laid: Board, number: int) -> PlaceInfo:
    world, place = laid.world, laid.world.places[number]
    in_play = laid.in_play[number]
    plain = laid.plain[number] if in_play and not place.sea else -1
    volcano = next((group.key for group in world.volcanoes if number in group.areas), "")
    return PlaceInfo(
        number, place.key, place.name, place.sea, place.id in laid.on_table, in_play,
        laid.limit[number], laid.site[number], place.region, world.plains[plain].key if plain >= 0 else "",
        volcano if in_play else "", laid.coastal[number], _start_of(laid, number),
        tuple(laid.land[number]), tuple(laid.sailing[number]), tuple(laid.water[number]),
    )  # fmt: skip


def _start_of(laid: Board, number: int) -> str:
    return next((who for who, areas in laid.start_areas.items() if number in areas), "")


def _picture(name: str) -> str:
    return f"api/pictures/{name}" if _PICTURES.joinpath(name).is_file() else ""


@cache
def picture(name: str) -> bytes:
    """A picture beside the drawings. KeyError if there is none."""
    if not name.endswith(".webp") or "/" in name or "\\" in name:
        raise KeyError(name)
    file = _PICTURES.joinpath(name)
    if not file.is_file():
        raise KeyError(name)
    return file.read_bytes()
