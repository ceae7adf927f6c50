"""What every title needs, and knows no title."""

from __future__ import annotations

from .chance import Chance, commitment, new_seed
from .decision import (
    Answer, Basket, Body, Choose, Chosen, Deal, Decision, Described, Option, Orders, Pick, Picked, Placed, Spread,
)  # fmt: skip
from .event import Event, Told
from .game import Called, Entry, Game, Given, Pending, Undone, View, Waited
from .record import dump, load, verify
from .refusal import BadRecord, Reason, Refusal
from .seat import REFEREE, SPECTATOR, Seat, Viewer, is_seat
from .step import Step, first_of, together
from .title import Meta, Place, Play, State, Title

__all__ = [
    "REFEREE",
    "SPECTATOR",
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
    "commitment",
    "dump",
    "first_of",
    "is_seat",
    "load",
    "new_seed",
    "together",
    "verify",
]
