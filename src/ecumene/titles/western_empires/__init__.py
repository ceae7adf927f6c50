"""Western Empires (2019): 5 to 9 players on the western map, the revised text of the rules."""

from __future__ import annotations

import msgspec

from ecumene.antiquity.setup import Options
from ecumene.antiquity.title import AntiquityTitle
from ecumene.antiquity.turn import OPENING, TURN
from ecumene.kernel import Meta
from ecumene.titles.mega_civilization import CATALOG, RULES

_WEST = tuple(lineup for lineup in CATALOG.lineups if lineup.key.startswith("west-") and lineup.seats <= 9)

WESTERN_EMPIRES = AntiquityTitle(
    Meta("western_empires", "Western Empires", 1, tuple(range(5, 10)), "antiquity"),
    msgspec.structs.replace(CATALOG, lineups=_WEST),
    RULES,
    OPENING,
    TURN,
    Options,
)

TITLES = (WESTERN_EMPIRES,)
