"""What can be played here: titles and bots are found, never named."""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any

from ecumene.kernel import Meta, Title

MORE = "ECUMENE_TITLES"
"""Environment variable: further modules that hold titles, separated by commas."""


@cache
def titles() -> dict[str, Title]:
    """Every title in `ecumene.titles` and in the modules that ECUMENE_TITLES names, by key."""
    found: dict[str, Title] = {}
    for module in _modules():
        for title in _held(module):
            found.setdefault(title.meta.key, title)
    return dict(sorted(found.items(), key=lambda pair: (getattr(pair[1], "rank", 100), pair[0])))


def find(key: str) -> Title:
    return titles()[key]


def _modules() -> Iterator[ModuleType]:
    for name in filter(None, os.environ.get(MORE, "").split(",")):
        yield importlib.import_module(name.strip())
    try:
        house = importlib.import_module("ecumene.titles")
    except ModuleNotFoundError:
        return
    for each in pkgutil.iter_modules(house.__path__, "ecumene.titles."):
        yield importlib.import_module(each.name)


def _held(module: ModuleType) -> Iterator[Any]:
    for name, value in vars(module).items():
        if not name.startswith("_") and isinstance(getattr(value, "meta", None), Meta):
            yield value
