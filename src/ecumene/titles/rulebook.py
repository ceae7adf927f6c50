"""The rules in our own words, by id: `data/rulebook.toml` beside each title.

A title that follows another's rulebook says so in it: `same_as = "mega_civilization"`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

import msgspec


class Section(msgspec.Struct, frozen=True):
    """A chapter: its title and its rules, in the order of the book."""

    title: str
    rules: dict[str, str]


class Rulebook(msgspec.Struct, frozen=True):
    """All rules of a title. Rulings and decisions may be named by their short ids (`A-17`, `D-02`)."""

    folder: str
    section: tuple[Section, ...]

    @property
    def texts(self) -> dict[str, str]:
        return {rule: text for section in self.section for rule, text in section.rules.items()}

    @property
    def stem(self) -> str:
        """What all ids begin with."""
        return next(iter(self.texts)).split(".")[0]

    def under(self, stem: str) -> dict[str, str]:
        """The rules whose id is `stem`, or begins with `stem.`, or whose short id it is."""
        return {
            rule: text
            for rule, text in self.texts.items()
            if rule == stem or rule.startswith(f"{stem}.") or rule.endswith(f".{stem}")
        }


class _File(msgspec.Struct, forbid_unknown_fields=True):
    section: tuple[Section, ...] = ()
    same_as: str = ""


@cache
def rulebook(folder: str) -> Rulebook | None:
    """The rulebook of the title in a folder; None if it has none, `ValueError` if it is not as it must be."""
    path = files(__package__) / folder / "data" / "rulebook.toml"
    if not path.is_file():
        return None
    found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), _File)
    return rulebook(found.same_as) if found.same_as else Rulebook(folder, found.section)
