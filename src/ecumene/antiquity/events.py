"""Base of the family's events. Each chapter defines its own small Structs beside its rules and lists them in EVENTS."""

from __future__ import annotations

from ecumene.kernel import Event

__all__ = ["Event"]
