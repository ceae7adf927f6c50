"""Every colour of words stands out from every ground that words are set on, by day and by night."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

TOKENS = (Path(__file__).parents[2] / "web/src/styles/tokens.css").read_text()
WORDS = ("ink", "ink-2", "ink-3", "lapis", "rubric", "leaf", "gold")
GROUNDS = ("paper", "paper-2", "lapis-2", "leaf-2", "rubric-2", "gold-2")
ENOUGH = 4.5  # WCAG 2 AA


def colours(theme: str) -> dict[str, str]:
    block = TOKENS.split(theme, 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", block))


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [":root {", ":root[data-theme='night'] {"])
def test_words_can_be_read(theme: str) -> None:
    palette = colours(theme)
    pale = {
        (word, ground): round(contrast(palette[word], palette[ground]), 2)
        for word, ground in product(WORDS, GROUNDS)
    }
    assert {pair: ratio for pair, ratio in pale.items() if ratio < ENOUGH} == {}
