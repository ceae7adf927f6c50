"""What can be compared of a game: all that a refused answer must leave alone, and what a viewer sees."""

from __future__ import annotations

import msgspec

from ecumene.kernel import SPECTATOR, Game, View, Viewer

_encode = msgspec.json.Encoder().encode


def imprint(game: Game) -> bytes:
    """Everything that a refused answer must leave alone."""
    asked = [(seat, decision.digest()) for seat, decision in sorted(game.pending.items())]
    chance = sorted(game.play.chance.counts.items())
    return _encode((game.state, chance, asked, len(game.play.log), len(game.line), len(game.journal)))


def seen(game: Game, viewer: Viewer) -> bytes:
    """A viewer's view and events, but for what tells how the game came here (undone entries count in `version`)."""
    return _encode((bare_view(game, viewer), list(game.events(viewer))))


def bare_view(game: Game, viewer: Viewer) -> View:
    return msgspec.structs.replace(game.view(viewer), version=0, undo=False, redo=False)


def everybody(game: Game) -> list[Viewer]:
    return [*range(game.seats), SPECTATOR]


def difference(game: Game, twin: Game, viewer: Viewer) -> str:
    one, other = seen(game, viewer).decode(), seen(twin, viewer).decode()
    at = next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return f"…{one[max(0, at - 60) : at + 40]}… or …{other[max(0, at - 60) : at + 40]}…"
