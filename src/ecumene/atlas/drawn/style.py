"""Colours of the two themes, from style.json; the client gets them as CSS custom properties."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

THEMES = ("light", "night")


class Theme(msgspec.Struct, frozen=True):
    """Every colour of the sheet, by role."""

    colours: dict[str, str]
    regions: dict[str, str]
    limits: tuple[str, ...]
    """Fill of the limit disc, by limit."""
    tint: float
    """Opacity of the region tint over the relief."""

    def __getitem__(self, role: str) -> str:
        return self.colours[role]

    def region(self, key: str) -> str:
        return self.regions.get(key, self.colours["region"])


@cache
def _themes() -> dict[str, Theme]:
    text = files("ecumene.atlas").joinpath("drawn", "style.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Theme])


def theme(name: str) -> Theme:
    """The theme "light" or "night"."""
    return _themes()[name]


def css() -> str:
    """Both themes as custom properties: `--map-sea`, `--region-hellas`, `--limit-3` …"""
    blocks = []
    for name, selector in (("light", ":root"), ("night", '[data-theme="night"]')):
        style = theme(name)
        rows = [f"--map-{role.replace('_', '-')}: {colour};" for role, colour in style.colours.items()]
        rows += [f"--region-{key.replace('_', '-')}: {colour};" for key, colour in style.regions.items()]
        rows += [f"--limit-{limit}: {colour};" for limit, colour in enumerate(style.limits)]
        rows.append(f"--map-tint: {style.tint};")
        blocks.append(f"{selector} {{\n  " + "\n  ".join(rows) + "\n}\n")
    return "\n".join(blocks)
