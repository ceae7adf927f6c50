"""What must be true of every world: the borders agree with each other, and the map with the rulebooks."""

from __future__ import annotations

from ecumene.atlas.places import Area, BadMap, World
from ecumene.atlas.waters import meet, salt_waters

SITES = ("", "black", "white")


def check_world(world: World, file: str) -> None:
    """Raises `BadMap` at the first thing that is wrong."""
    _check_borders(world, file)
    _check_places(world, file)
    _check_counts(world, file)
    _check_notes(world, file)
    _check_connected(world, file)


def _check_borders(world: World, file: str) -> None:
    for kind, table in (("land", world.land), ("water", world.water), ("lake", world.lake)):
        for place, neighbours in zip(world.places, table, strict=True):
            for other in neighbours:
                there = world.places[other]
                if other == place.id:
                    raise BadMap(file, place.key, f"borders itself by {kind}")
                if place.id not in table[other]:
                    raise BadMap(file, place.key, f"a {kind} border with {there.key}, which has none with it")
                if kind != "water" and (place.sea or there.sea):
                    raise BadMap(file, place.key, f"an open sea has no {kind} border: {there.key}")
                if kind == "lake" and other in world.water[place.id]:
                    raise BadMap(file, place.key, f"both sea and lake between it and {there.key}")
    for area, coasts in world.coasts.items():
        touched = frozenset[Area]().union(*(coast.neighbours for coast in coasts))
        if touched != {*world.water[area], *world.lake[area]}:
            raise BadMap(file, world.places[area].key, "its coasts together are not its water borders")
        for other in touched:
            if not any(meet(world, one, two) for one in world.berths[area] for two in world.berths[other]):
                raise BadMap(
                    file, world.places[area].key, f"no coast in common with {world.places[other].key}"
                )


def _check_places(world: World, file: str) -> None:
    on_plain = [area for plain in world.plains for area in plain.areas]
    for place in world.places:
        if not 0 <= place.limit <= world.notes.highest_limit:
            raise BadMap(file, place.key, f"no limit {place.limit} is printed (mega.area.5)")
        if place.site not in SITES:
            raise BadMap(file, place.key, f"site {place.site!r} is not black or white (mega.area.13)")
        if place.site == "white" and place.plain < 0:
            raise BadMap(file, place.key, "a white site off every flood plain (mega.area.16)")
        if place.sea and (place.limit or place.site or place.plain >= 0 or place.start_of):
            raise BadMap(file, place.key, "an open sea holds nothing (mega.area.6)")
        if on_plain.count(place.id) > 1:
            raise BadMap(file, place.key, "on two flood plains")
        if not place.sea and place.block not in ("west", "east"):
            raise BadMap(file, place.key, f"block {place.block!r} is neither west nor east")
    names = [place.name for place in world.places]
    for name in names:
        if names.count(name) > 1:
            raise BadMap(file, name, "two places of this name")


def _check_counts(world: World, file: str) -> None:
    counted = {
        "areas": len(world.lands),
        "seas": len(world.seas),
        "land_borders": sum(map(len, world.land)) // 2,
        "water_borders": (sum(map(len, world.water)) + sum(map(len, world.lake))) // 2,
        "volcanoes": len(world.volcanoes),
        "black_sites": sum(place.site == "black" for place in world.places),
        "white_sites": sum(place.site == "white" for place in world.places),
    }
    for what, count in counted.items():
        if count != getattr(world.notes, what):
            raise BadMap(file, "notes", f"{count} {what}, not {getattr(world.notes, what)}")


def _check_notes(world: World, file: str) -> None:
    notes = world.notes
    for pair in notes.not_adjacent:
        one, other = _named(world, file, pair)
        if other in {*world.land[one], *world.water[one], *world.lake[one]}:
            raise BadMap(file, pair, "adjacent, against the rulebook (mega.area.10)")
    west = frozenset(place.id for place in world.places if place.sea or place.block == "west")
    salt, west_salt = salt_waters(world), salt_waters(world, west)
    for words, wrong, what in (
        (notes.inland, salt, "coastal, against the rulebook (mega.area.8)"),
        (notes.west_inland, west_salt, "coastal without the eastern sheets (mega.area.9)"),
        (f"{notes.west_inland} {notes.coastal}", {*world.lands} - salt, "not coastal, against the rulebook"),
    ):
        for area in _named(world, file, words):
            if area in wrong:
                raise BadMap(file, world.places[area].key, what)
    for half in ("west", "east") if notes.volcanoes_per_half else ():
        count = sum(world.places[volcano.areas[0]].block == half for volcano in world.volcanoes)
        if count != notes.volcanoes_per_half:
            raise BadMap(file, "volcanoes", f"{count} in the {half}, against the rulebook (mega.area.15)")


def _named(world: World, file: str, words: str) -> tuple[Area, ...]:
    for word in words.split():
        if word not in world.ids:
            raise BadMap(file, "notes", f"no place {word!r}")
    return tuple(world.ids[word] for word in words.split())


def _check_connected(world: World, file: str) -> None:
    todo, reached = [Area(0)], {Area(0)}
    while todo:
        here = todo.pop()
        for other in (*world.land[here], *world.water[here], *world.lake[here]):
            if other not in reached:
                reached.add(other)
                todo.append(other)
    for place in world.places:
        if place.id not in reached:
            raise BadMap(file, place.key, "cannot be reached from the rest of the map")
