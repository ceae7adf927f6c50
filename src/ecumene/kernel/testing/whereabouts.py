"""A title's name for another process: `module:NAME`, or `module:NAMES.0` in a tuple."""

from __future__ import annotations

import sys
from importlib import import_module

from ecumene.kernel import Title


def whereabouts(title: Title) -> str:
    """In which module, under which name. `LookupError` if it is in none."""
    own = type(title).__module__
    for module in sorted(sys.modules, key=lambda name: (name != own, name == "__main__", name)):
        for name, value in getattr(sys.modules[module], "__dict__", {}).items():
            if value is title and name.isupper():
                return f"{module}:{name}"
            if isinstance(value, tuple) and name.isupper() and any(one is title for one in value):
                return f"{module}:{name}.{[one is title for one in value].index(True)}"
    raise LookupError(f"{title.meta.key} is no constant of a module, so another process cannot find it")


def title_at(where: str) -> Title:
    module, _, name = where.partition(":")
    name, dot, place = name.partition(".")
    found = getattr(import_module(module), name)
    title: Title = found[int(place)] if dot else found
    return title
