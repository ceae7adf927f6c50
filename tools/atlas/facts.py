"""The facts a drawing must obey, read from the package's own tables (src/ecumene/atlas/data)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
DATA = HERE.parents[1] / "src" / "ecumene" / "atlas" / "data"


@dataclass
class Facts:
    """One world: areas with their rows, seas, and the borders as sets of frozen pairs."""

    areas: dict[str, dict]
    seas: dict[str, str]
    land: set[frozenset[str]] = field(default_factory=set)
    water: set[frozenset[str]] = field(default_factory=set)
    lake: set[frozenset[str]] = field(default_factory=set)
    plains: dict[str, list[str]] = field(default_factory=dict)
    volcanoes: dict[str, list[str]] = field(default_factory=dict)


def title(key: str, row: dict) -> str:
    return row.get("name") or key.replace("_", " ").title()


def load(world: str) -> Facts:
    raw = tomllib.loads((DATA / f"{world}.toml").read_text("utf-8"))
    areas = {key: row | {"name": title(key, row)} for key, row in raw["areas"].items()}
    seas = {key: title(key, row) for key, row in raw["seas"].items()}
    facts = Facts(areas, seas)
    for key, row in (raw["areas"] | raw["seas"]).items():
        for medium in ("land", "water", "lake"):
            for other in str(row.get(medium, "")).split():
                getattr(facts, medium).add(frozenset((key, other)))
    facts.plains = {key: names.split() for key, names in raw.get("plains", {}).items()}
    facts.volcanoes = {key: names.split() for key, names in raw.get("volcanoes", {}).items()}
    return facts
