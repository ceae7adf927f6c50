"""What happened in a game, as its log tells: for the recorded games and for the soak."""

from __future__ import annotations

from typing import Any

from ecumene.kernel import Game

BY_TAG = {"diaspora_moved": "diaspora", "tribute_asked": "provincial_empire"}
"""Events that one special ability alone makes; the others say in `reason` which it was."""


def occurred(game: Game) -> set[str]:
    """`advance …` that were bought or given, `calamity …` that struck, `ability …` that were used, `event …` told."""
    components: Any = getattr(game.title, "components", None)
    kinds = getattr(components, "kinds", ())
    abilities = {info.key for info in getattr(components, "advances", ()) if info.ability}
    found = set()
    for told in game.play.log:
        event: Any = told.event
        tag = event.__struct_config__.tag
        found.add(f"event {tag}")
        if tag == "calamity_called":
            found.add(f"calamity {kinds[event.card >> 1].key}")
        elif tag == "advances_bought":
            found.update(f"advance {advance}" for advance in (*event.advances, event.gift) if advance)
        elif told.step == "10":
            ability = BY_TAG.get(tag, getattr(event, "reason", ""))
            if ability in abilities:
                found.add(f"ability {ability}")
    return found


def ending(game: Game) -> str:
    """How a game came to its end."""
    if any(told.event.__struct_config__.tag == "game_broken_off" for told in game.play.log):
        return "broken off"
    return "late iron age" if getattr(game.state, "late_iron_turn", 0) else "turn limit"
