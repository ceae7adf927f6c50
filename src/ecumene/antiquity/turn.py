"""The thirteen phases in order (mega.order.1). Each chapter exports its steps; a title may replace one by name."""

from __future__ import annotations

from ecumene.antiquity import (
    aftermath,
    assault,
    cities,
    conflict,
    draw,
    growth,
    purchase,
    setup,
    succession,
    tax,
)
from ecumene.antiquity.movement import phase as movement
from ecumene.antiquity.title import Steps

OPENING: Steps = setup.OPENING

TURN: Steps = [
    *tax.STEPS,
    *growth.STEPS,
    *movement.STEPS,
    *conflict.STEPS,
    *assault.STEPS,
    *cities.STEPS,
    *draw.STEPS,
    *aftermath.STEPS,
    *purchase.STEPS,
    *succession.STEPS,
]
