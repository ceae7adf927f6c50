"""Western Empires (2019): 5 to 9 players on the western map, the revised text of the rules."""

from __future__ import annotations

from typing import Literal

import msgspec

from ecumene.antiquity import rules
from ecumene.antiquity.components import read
from ecumene.antiquity.setup import Options
from ecumene.antiquity.title import AntiquityTitle
from ecumene.antiquity.turn import OPENINGS, TURN
from ecumene.kernel import Meta
from ecumene.titles.mega_civilization import COMPONENTS
from ecumene.titles.mega_civilization import __name__ as mega_civilization

RULES = rules.of(read(mega_civilization, "rules.toml"), read(__name__, "rules.toml"))
_WEST = tuple(lineup for lineup in COMPONENTS.lineups if lineup.key.startswith("west-") and lineup.seats <= 9)


class WesternOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the host sets; the West is all there is."""

    half: Literal[""] = ""


WESTERN_EMPIRES = AntiquityTitle(
    Meta("western_empires", "Western Empires", 1, tuple(range(5, 10)), "antiquity", first=True),
    msgspec.structs.replace(COMPONENTS, lineups=_WEST),
    RULES,
    OPENINGS,
    TURN,
    WesternOptions,
)

TITLES = (WESTERN_EMPIRES,)
