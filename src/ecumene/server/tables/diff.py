"""The difference of two JSON values, as a few paths: what `DeltaFrame` carries.

>>> gone: list[Path] = []; changes: list[Change] = []
>>> difference({"a": [1, 2, 3], "b": 1}, {"a": [1, 2], "c": {}}, (), gone, changes)
>>> gone, changes
([('b',), ('a', 2)], [(('c',), {})])
"""

from __future__ import annotations

from typing import Any

Path = tuple[str | int, ...]
Change = tuple[Path, Any]

_SCALARS = (int, str, bool, float, type(None))


def difference(old: Any, new: Any, path: Path, gone: list[Path], changes: list[Change]) -> None:  # noqa: ANN401 - JSON
    """Add to `gone` and `changes` what makes `new` of `old`, which differ."""
    if type(old) is dict and type(new) is dict:
        gone.extend((*path, key) for key in old if key not in new)
        for key, value in new.items():
            if key not in old:
                changes.append(((*path, key), value))
            elif (before := old[key]) != value or type(before) is not type(value):
                difference(before, value, (*path, key), gone, changes)
    elif type(old) is list and type(new) is list and not _rather_whole(old, new):
        shared = min(len(old), len(new))
        if len(old) > shared:
            gone.append((*path, shared))
        for place in range(shared):
            if old[place] != new[place]:
                difference(old[place], new[place], (*path, place), gone, changes)
        changes.extend(((*path, place), new[place]) for place in range(shared, len(new)))
    else:
        changes.append((path, new))


def _rather_whole(old: list[Any], new: list[Any]) -> bool:
    """Short lists of plain values, and lists of which most has changed, are shorter said whole."""
    if not old or not new:
        return True
    same = sum(1 for a, b in zip(old, new, strict=False) if a == b)
    if isinstance(new[0], _SCALARS):
        return same * 2 < max(len(old), len(new))
    return same == 0 and len(old) != len(new)


def apply(value: Any, gone: list[Any], changes: list[Any]) -> Any:  # noqa: ANN401 - JSON
    """What a client does with a delta (here for the tests and the tools)."""
    for path in gone:
        parent = _at(value, path[:-1])
        if isinstance(parent, list):
            del parent[path[-1] :]
        else:
            del parent[path[-1]]
    for path, new in changes:
        if not path:
            value = new
            continue
        parent = _at(value, path[:-1])
        if isinstance(parent, list) and path[-1] == len(parent):
            parent.append(new)
        else:
            parent[path[-1]] = new
    return value


def _at(value: Any, path: Path) -> Any:  # noqa: ANN401 - JSON
    for key in path:
        value = value[key]
    return value
