"""Mega Civilization (2016): 5 to 18 players on the west, the east or both."""

from __future__ import annotations

from ecumene.antiquity import rules
from ecumene.antiquity.components import load, read
from ecumene.antiquity.setup import Options
from ecumene.antiquity.title import AntiquityTitle
from ecumene.antiquity.turn import OPENINGS, TURN
from ecumene.kernel import Meta

COMPONENTS = load(__name__)
RULES = rules.of(read(__name__, "rules.toml"))

MEGA_CIVILIZATION = AntiquityTitle(
    Meta("mega_civilization", "Mega Civilization", 1, tuple(range(5, 19)), "antiquity"),
    COMPONENTS,
    RULES,
    OPENINGS,
    TURN,
    Options,
)

TITLES = (MEGA_CIVILIZATION,)
