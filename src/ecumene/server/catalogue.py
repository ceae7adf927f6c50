"""What can be played here: titles and bots are found, never named."""

from __future__ import annotations

import importlib
import os
from functools import cache

from ecumene import titles as house
from ecumene.bots import BOTS, Policy
from ecumene.kernel import Title

MORE = "ECUMENE_TITLES"
"""Environment variable: further modules that hold titles, separated by commas."""


@cache
def titles() -> dict[str, Title]:
    """Every title of the house, and of the modules that ECUMENE_TITLES names, by key."""
    found: dict[str, Title] = {}
    for name in filter(None, os.environ.get(MORE, "").split(",")):
        for title in importlib.import_module(name.strip()).TITLES:
            found[title.meta.key] = title
    for key in house.keys():  # noqa: SIM118 - no dict
        found.setdefault(key, house.find(key))
    return found


def find(key: str) -> Title:
    """The title with a key; KeyError if there is none."""
    return titles()[key]


def first() -> Title:
    """The one to begin with."""
    return offered()[0]


def offered() -> list[Title]:
    """All titles in the order in which they are shown: the one to begin with, then those for fewer people first."""
    return sorted(titles().values(), key=lambda title: (not title.meta.first, title.meta.seats[-1]))


@cache
def policy(bot: str, title: str) -> Policy:
    """The bot of a name, made for a title. KeyError if there is none."""
    return BOTS[bot](find(title))


def default_bot() -> str:
    return next(iter(BOTS))
