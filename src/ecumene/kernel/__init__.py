"""What every title needs, and knows no title."""

from __future__ import annotations

from ecumene.kernel.chance import Chance, commitment, new_seed
from ecumene.kernel.decision import (
    Answer,
    Body,
    Chosen,
    Decision,
    Described,
    Option,
    Picked,
    Placed,
    Whole,
)
from ecumene.kernel.event import Event, Told
from ecumene.kernel.game import Game
from ecumene.kernel.journal import Called, Entry, Given, Undone, Waited
from ecumene.kernel.line import TABLE
from ecumene.kernel.plan import Plan
from ecumene.kernel.record import dump, load, verify
from ecumene.kernel.refusal import BadRecord, Reason, Refusal
from ecumene.kernel.seat import REFEREE, SPECTATOR, Seat, Viewer, is_seat
from ecumene.kernel.shapes import Basket, Choose, Deal, Orders, Pick
from ecumene.kernel.spread import Spread
from ecumene.kernel.step import Step, first_of, together
from ecumene.kernel.title import Meta, Place, Play, State, Title
from ecumene.kernel.view import Pending, View

__all__ = [
    "REFEREE",
    "SPECTATOR",
    "TABLE",
    "Answer",
    "BadRecord",
    "Basket",
    "Body",
    "Called",
    "Chance",
    "Choose",
    "Chosen",
    "Deal",
    "Decision",
    "Described",
    "Entry",
    "Event",
    "Game",
    "Given",
    "Meta",
    "Option",
    "Orders",
    "Pending",
    "Pick",
    "Picked",
    "Place",
    "Placed",
    "Plan",
    "Play",
    "Reason",
    "Refusal",
    "Seat",
    "Spread",
    "State",
    "Step",
    "Title",
    "Told",
    "Undone",
    "View",
    "Viewer",
    "Waited",
    "Whole",
    "commitment",
    "dump",
    "first_of",
    "is_seat",
    "load",
    "new_seed",
    "together",
    "verify",
]
