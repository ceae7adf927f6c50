"""The games on the table: every folder here that names its `TITLES`. Nothing else knows a title by name."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from ecumene.kernel import Title

__all__ = ["find", "folders", "keys"]


def find(key: str) -> Title:
    """The title with a key. A title in the folder of its name is found without loading the others."""
    here = folders()
    for folder in sorted(here, key=lambda name: name != key):
        for title in _titles(folder):
            if title.meta.key == key:
                return title
    raise KeyError(key)


def keys() -> tuple[str, ...]:
    """The keys of all titles, in alphabetical order."""
    return tuple(sorted(title.meta.key for folder in folders() for title in _titles(folder)))


@cache
def folders() -> tuple[str, ...]:
    """The folders that may hold titles, none of them loaded yet."""
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))


@cache
def _titles(folder: str) -> tuple[Title, ...]:
    titles: tuple[Title, ...] = importlib.import_module(f"{__name__}.{folder}").TITLES
    return titles
