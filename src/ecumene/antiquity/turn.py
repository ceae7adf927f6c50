"""The thirteen phases in order (mega.order.1). Each chapter exports its steps; a title may replace one by name."""

from __future__ import annotations

from ecumene.antiquity import (
    aftermath,
    assault,
    building,
    cities,
    conflict,
    draw,
    first_game,
    growth,
    leaving,
    purchase,
    setup,
    short_game,
    succession,
    tax,
)
from ecumene.antiquity.abilities import phase as abilities
from ecumene.antiquity.calamities import limit as calamity_selection
from ecumene.antiquity.calamities import phase as calamities
from ecumene.antiquity.movement import phase as movement
from ecumene.antiquity.title import Steps
from ecumene.antiquity.trade import phase as trade

OPENINGS: dict[str, Steps] = {
    "full": setup.OPENING,
    "short": short_game.OPENING,
    "first": first_game.OPENING,
}
"""What comes before the first turn, by scenario."""

TURN: Steps = [
    *tax.STEPS,
    *growth.STEPS,
    *movement.STEPS,
    *conflict.STEPS,
    *assault.STEPS,
    *building.STEPS,
    *cities.STEPS,
    *draw.STEPS,
    *trade.STEPS,
    *calamity_selection.STEPS,
    *calamities.STEPS,
    *abilities.STEPS,
    *aftermath.STEPS,
    *purchase.STEPS,
    *succession.STEPS,
    *leaving.STEPS,
    *succession.LAST_STEPS,
]
