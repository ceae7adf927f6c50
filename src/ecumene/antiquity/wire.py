"""The types of the family that go over the wire, found where they are defined."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from types import ModuleType

import ecumene.antiquity
from ecumene.kernel import Answer, Body, Event

_NOT_RULES = "ecumene.antiquity.testing"


@cache
def wire_types() -> tuple[type, ...]:
    """Every event, answer and body that a module of the family defines."""
    return tuple(found for module in _modules() for found in _defined(module))


@cache
def events() -> tuple[type[Event], ...]:
    """Every event of the family."""
    return tuple(found for found in wire_types() if issubclass(found, Event))


def _modules() -> Iterator[ModuleType]:
    package = ecumene.antiquity
    names = sorted(info.name for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."))
    return (importlib.import_module(name) for name in names if name != _NOT_RULES)


def _defined(module: ModuleType) -> Iterator[type]:
    for value in vars(module).values():
        if (
            isinstance(value, type)
            and value.__module__ == module.__name__
            and issubclass(value, (Event, Answer, Body))
        ):
            yield value
