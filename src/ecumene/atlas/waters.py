"""Which water is sea, and where ships go on it."""

from __future__ import annotations

from ecumene.atlas.places import Area, World


def salt_waters(world: World, present: frozenset[Area] | None = None) -> frozenset[Area]:
    """Places whose water is connected, directly or through others, to an open sea (mega.area.7).

    With `present`, only through water that is on the table: so Sinai has no coast without the eastern sheets.
    """
    todo = [sea for sea in world.seas if present is None or sea in present]
    reached = set(todo)
    while todo:
        for area in world.water[todo.pop()]:
            if area not in reached and (present is None or area in present):
                reached.add(area)
                todo.append(area)
    return frozenset(reached)


def ship_waters(
    world: World, present: frozenset[Area], salt: frozenset[Area]
) -> tuple[tuple[Area, ...], ...]:
    """One step of a ship from each berth on the table; nothing for the rest (ruling A-07)."""
    table: list[tuple[Area, ...]] = []
    for berth, here in enumerate(world.area_of):
        steps: list[Area] = []
        if here in salt:
            steps += [area for area in world.water[here] if area in salt]
        if world.lakes_carry_ships and here in present:
            steps += [area for area in world.lake[here] if area in present]
        table.append(
            tuple(sorted(to for a in steps for to in world.berths[a] if meet(world, Area(berth), to)))
        )
    return tuple(table)


def meet(world: World, berth: Area, other: Area) -> bool:
    """Whether the coasts of two berths in neighbouring areas touch each other (adv.23.57).

    Where two areas meet on more than one coast of both, as around two lakes, coasts of one name meet.
    """
    one, two = _coasts(world, berth, other), _coasts(world, other, berth)
    name, other_name = world.coast_of[berth], world.coast_of[other]
    if name not in one or other_name not in two:
        return False
    return name == other_name or len(one) == 1 or len(two) == 1


def _coasts(world: World, berth: Area, other: Area) -> list[str]:
    """The coasts of a berth's area that touch another berth's area."""
    there = world.area_of[other]
    coasts = world.coasts.get(world.area_of[berth])
    return [""] if coasts is None else [coast.name for coast in coasts if there in coast.neighbours]
