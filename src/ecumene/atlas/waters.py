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
    """One step of a ship from each place on the table; nothing for the rest (ruling A-07)."""
    table: list[tuple[Area, ...]] = []
    for place in world.places:
        here = place.id
        steps: set[Area] = set()
        if here in salt:
            steps.update(area for area in world.water[here] if area in salt)
        if world.lakes_carry_ships and here in present:
            steps.update(area for area in world.lake[here] if area in present)
        table.append(tuple(sorted(steps)))
    return tuple(table)
