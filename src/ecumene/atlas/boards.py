"""A board: the part of a world that one game uses. Every question of the rules is a look into a table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from ecumene.atlas.masks import bits, mask_of, rings
from ecumene.atlas.places import Area, Group, World
from ecumene.atlas.waters import salt_waters, ship_waters

FAR = 255
"""The distance between areas that no chain of borders joins."""

Table = tuple[tuple[Area, ...], ...]

# Questions about ships say whether the open sea is allowed in the same breath: `reach(area, 4, open_sea)`.
# ruff: noqa: FBT001


class Board(msgspec.Struct, frozen=True, eq=False, kw_only=True):
    """One world for one title and line-up. All tables are indexed by the number of the area.

    An area is *on the table* when its sheet is laid out, and *in play* when it is not greyed out as well.
    Areas that are not in play have no neighbours and are nobody's (mega.out.4, ruling A-125), but ships sail
    through those that are on the table (mega.out.2). Open seas are always in play (mega.area.6).
    """

    key: str
    world: World
    base: Board | None
    """The board that was laid out, where players have left since (`without`)."""
    on_table: frozenset[Area]
    areas: tuple[Area, ...]
    """Land areas in play, ascending."""
    seas: tuple[Area, ...]
    """Open seas, ascending."""
    in_play: tuple[bool, ...]

    limit: tuple[int, ...]
    site: tuple[str, ...]
    region: tuple[str, ...]
    plain: tuple[int, ...]
    """The flood plain of an area in play, as an index of `plains`; -1 for none."""
    coastal: tuple[bool, ...]
    """In play, with water that is connected to an open sea (mega.area.7)."""
    has_water: tuple[bool, ...]
    """In play, with water on which ships can be: the same as `coastal`, unless lakes carry ships."""

    land: Table
    """Neighbours by land (mega.area.2)."""
    water: Table
    """Neighbours by water, lakes included, open seas not (mega.area.3, mega.area.4)."""
    adjacent: Table
    """Neighbours by any border (mega.area.1)."""
    berths: Table
    """Where ships lie: in the area itself, or where its waters do not meet, on each of them (adv.23.57)."""
    area_of: tuple[Area, ...]
    """The area of a berth."""
    sailing: Table
    """One step of a ship from a berth, areas out of play and open seas included (mega.out.2, ruling A-07)."""
    open_seas_of: Table
    """The open seas that an area in play touches."""
    shores: Table
    """Of an open sea: the areas in play that touch it."""

    land_mask: tuple[int, ...]
    water_mask: tuple[int, ...]
    adjacent_mask: tuple[int, ...]
    sailing_mask: tuple[int, ...]
    """The same four as bit masks: bit n is area n."""
    in_play_mask: int
    sea_mask: int
    anchorage_mask: int
    """Where a ship may end its movement."""

    volcanoes: Table
    """As in the world, less what is out of play: one that is wholly so is an empty entry (mega.area.15)."""
    plains: Table
    """The same for the flood plains (mega.area.16)."""
    start_areas: Mapping[str, tuple[Area, ...]]
    """Where each civilization may start."""
    starts: Mapping[str, Area]
    """The start area of each civilization; the first one where it has a choice (mega.area.19)."""
    regions: Mapping[str, tuple[Area, ...]]
    """The areas in play of each region (mega.area.20)."""

    rings: dict[tuple[Area, bool], tuple[int, ...]] = {}
    reaches: dict[tuple[Area, int, bool], tuple[Area, ...]] = {}
    distances: dict[Area, bytes] = {}
    lesser: dict[frozenset[Area], Board] = {}
    """Answers given before; they never change."""

    @classmethod
    def lay(
        cls,
        key: str,
        world: World,
        on_table: frozenset[Area],
        playing: frozenset[Area],
        starts: Mapping[str, tuple[Area, ...]],
        bare: frozenset[Area] = frozenset(),
        base: Board | None = None,
    ) -> Board:
        """A board of a world: the land areas `playing` are in play, sites in `bare` do not count."""
        places, numbers = world.places, range(len(world.places))
        lands = tuple(area for area in world.lands if area in playing)
        seas = tuple(sea for sea in world.seas if sea in on_table)
        here = frozenset(lands)
        salt = salt_waters(world, on_table)
        sailing = ship_waters(world, on_table, salt)
        sailing_mask = tuple(map(mask_of, sailing))
        touched = tuple(
            mask_of({world.area_of[to] for b in berths for to in sailing[b]}) for berths in world.berths
        )
        lands_mask, sea_mask = mask_of(lands), mask_of(seas)
        land_mask = tuple(mask_of(world.land[a]) & lands_mask if a in here else 0 for a in numbers)
        water_mask = tuple(
            mask_of(world.water[a] + world.lake[a]) & lands_mask if a in here else 0 for a in numbers
        )
        adjacent_mask = tuple(land | water for land, water in zip(land_mask, water_mask, strict=True))
        start_areas = {who: tuple(a for a in areas if a in here) for who, areas in starts.items()}
        regions: dict[str, list[Area]] = {}
        for area in lands:
            regions.setdefault(places[area].region, []).append(area)
        return cls(
            key=key,
            world=world,
            base=base,
            on_table=on_table,
            areas=lands,
            seas=seas,
            in_play=tuple(a in here or a in seas for a in numbers),
            limit=tuple(place.limit for place in places),
            site=tuple("" if place.id in bare else place.site for place in places),
            region=tuple(place.region for place in places),
            plain=tuple(place.plain if place.id in here else -1 for place in places),
            coastal=tuple(a in here and a in salt for a in numbers),
            has_water=tuple(a in here and bool(touched[a]) for a in numbers),
            land=tuple(map(bits, land_mask)),
            water=tuple(map(bits, water_mask)),
            adjacent=tuple(map(bits, adjacent_mask)),
            berths=world.berths,
            area_of=world.area_of,
            sailing=sailing,
            open_seas_of=tuple(bits(mask & sea_mask) if a in here else () for a, mask in enumerate(touched)),
            shores=tuple(bits(mask & lands_mask) if a in seas else () for a, mask in enumerate(touched)),
            land_mask=land_mask,
            water_mask=water_mask,
            adjacent_mask=adjacent_mask,
            sailing_mask=sailing_mask,
            in_play_mask=lands_mask,
            sea_mask=sea_mask,
            anchorage_mask=mask_of(
                [berth for berth, a in enumerate(world.area_of) if a in here and sailing[berth]]
            ),
            volcanoes=_in_play(world.volcanoes, here),
            plains=_in_play(world.plains, here),
            start_areas={who: areas for who, areas in start_areas.items() if areas},
            starts={who: areas[0] for who, areas in start_areas.items() if areas},
            regions={region: tuple(areas) for region, areas in regions.items() if region},
        )

    def __repr__(self) -> str:
        return f"<Board {self.key}: {len(self.areas)} areas, {len(self.seas)} seas>"

    def __copy__(self) -> Board:
        return self

    def __deepcopy__(self, memo: object) -> Board:
        return self

    # names

    def find(self, key: str) -> Area:
        """The area or sea of this key; `KeyError` if there is none in the world."""
        return self.world.find(key)

    def key_of(self, area: Area) -> str:
        """The key of an area: the word by which records and views name it."""
        return self.world.places[area].key

    def name_of(self, area: Area) -> str:
        """The printed name of an area."""
        return self.world.places[area].name

    # ships

    def reach(self, berth: Area, steps: int, open_sea: bool) -> tuple[Area, ...]:
        """Where a ship may end its movement: berths in play that few steps reach (mega.3.ships.move.1).

        Its own is among them. Open sea is crossed with `open_sea` only and is never an end
        (mega.3.ships.move.2); areas out of play are crossed but are no end either (mega.out.2, mega.out.3).
        """
        question = (berth, steps, open_sea)
        answer = self.reaches.get(question)
        if answer is None:
            mask = 0
            for ring in self._water_rings(berth, open_sea)[: max(steps, 0) + 1]:
                mask |= ring
            answer = self.reaches[question] = bits(mask & self.anchorage_mask)
        return answer

    def voyage_length(self, start: Area, end: Area, open_sea: bool) -> int:
        """The fewest steps of a ship from one area to another, `FAR` if there is no way."""
        for steps, ring in enumerate(self._water_rings(start, open_sea)):
            if ring >> end & 1:
                return steps
        return FAR

    def voyage(self, start: Area, end: Area, open_sea: bool) -> tuple[Area, ...]:
        """A shortest way for a ship, start and end included; () if there is none. Of several, the lowest."""
        steps = self.voyage_length(start, end, open_sea)
        if steps == FAR:
            return ()
        back = self._water_rings(end, open_sea)
        way = [start]
        for left in range(steps - 1, -1, -1):
            way.append(bits(self.sailing_mask[way[-1]] & back[left])[0])
        return tuple(way)

    def sails(self, way: Iterable[Area], open_sea: bool) -> bool:
        """Whether a ship may go this way, area by area, and end there. How far is the rules' business."""
        here: Area | None = None
        for area in way:
            if here is not None and not self.sailing_mask[here] >> area & 1:
                return False
            if self.sea_mask >> area & 1 and not open_sea:
                return False
            here = area
        return here is not None and bool(self.anchorage_mask >> here & 1)

    def _water_rings(self, area: Area, open_sea: bool) -> tuple[int, ...]:
        question = (area, open_sea)
        found = self.rings.get(question)
        if found is None:
            start = 1 << area if self.sailing_mask[area] else 0
            found = rings(start, self.sailing_mask, -1 if open_sea else ~self.sea_mask)
            self.rings[question] = found
        return found

    # land and neighbourhood

    def distance(self, start: Area, end: Area) -> int:
        """How many borders of any kind lie between two areas in play; `FAR` if only open sea joins them."""
        row = self.distances.get(start)
        if row is None:
            line = bytearray([FAR]) * len(self.in_play)
            for steps, ring in enumerate(rings(1 << start & self.in_play_mask, self.adjacent_mask, -1)):
                for area in bits(ring):
                    line[area] = min(steps, FAR)
            row = self.distances[start] = bytes(line)
        return row[end]

    def is_connected(self, areas: Iterable[Area] | int) -> bool:
        """Whether areas, or those of a mask, hang together by borders of any kind. None and one do."""
        rest = areas if isinstance(areas, int) else mask_of(areas)
        reached = rest & -rest
        ring = reached
        while ring:
            ahead = 0
            while ring:
                low = ring & -ring
                ahead |= self.adjacent_mask[low.bit_length() - 1]
                ring ^= low
            ring = ahead & rest & ~reached
            reached |= ring
        return reached == rest

    def neighbours(self, areas: Iterable[Area] | int) -> tuple[Area, ...]:
        """The areas next to a set of areas and not in it."""
        mask = areas if isinstance(areas, int) else mask_of(areas)
        return bits(self._around(mask) & ~mask)

    def _around(self, mask: int) -> int:
        ahead = 0
        for area in bits(mask):
            ahead |= self.adjacent_mask[area]
        return ahead

    # leaving players

    def without(self, areas: Iterable[Area]) -> Board:
        """The same board with more areas out of play, as when a player leaves (mega.leave.7)."""
        if self.base is not None:
            gone = frozenset(self.base.areas).difference(self.areas).union(areas)
            return self.base.without(gone)
        gone = frozenset(areas).intersection(self.areas)
        if not gone:
            return self
        board = self.lesser.get(gone)
        if board is None:
            board = self.lesser[gone] = Board.lay(
                f"{self.key}-less-{mask_of(gone):x}",
                self.world,
                self.on_table,
                frozenset(self.areas) - gone,
                self.start_areas,
                frozenset(place.id for place in self.world.places if not self.site[place.id]),
                self,
            )
        return board


def _in_play(groups: Iterable[Group], here: frozenset[Area]) -> Table:
    return tuple(tuple(area for area in group.areas if area in here) for group in groups)
