"""Another game that goes on from here: what is hidden dealt anew, chance to come drawn from another seed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

import msgspec

from ecumene.kernel.line import SECRET, Checkpoint
from ecumene.kernel.refusal import BadRecord
from ecumene.kernel.seat import REFEREE, Seat, Viewer
from ecumene.kernel.view import told_pending

if TYPE_CHECKING:
    from ecumene.kernel.game import Game

_encode = msgspec.json.Encoder().encode


def fork(game: Game, viewer: Viewer | None, seed: str) -> Game:
    """See `Game.fork`."""
    length = len(game.line)
    base = game._checkpoints[-1]
    chance = game.play.chance.branch(base.chance, seed)
    twin = game._twin()
    twin.seed = None
    twin.begins = length
    twin._checkpoints = [Checkpoint(base.length, base.state, chance, base.serials, base.logged)]
    twin._scrambles = [one for one in game._scrambles if one[0] >= base.length]
    if viewer is None or viewer == REFEREE:
        twin._restore(length)
        return twin
    hidden = [
        place
        for place in range(base.length, length)
        if game._marks[place] & SECRET and game.line[place].seat != viewer
    ]
    _guess(twin, game, viewer, hidden, Random(seed))
    twin._scrambles.append((length, viewer, seed))
    twin._scramble_for(viewer, seed)
    return twin


def _guess(twin: Game, truth: Game, viewer: Viewer, hidden: Sequence[int], rng: Random) -> None:
    """Restore, with other answers in the places `hidden` if the viewer sees no difference; fewer, if he does."""
    line = twin.line
    seen = _seen(truth, viewer) if hidden else b""
    while hidden:
        try:
            _replay(twin, hidden, rng)
            if _seen(twin, viewer) == seen:
                return
        except BadRecord:
            pass  # an answer that followed does not fit the guess
        del twin._checkpoints[1:]
        twin.line = line
        hidden = hidden[(len(hidden) + 1) // 2 :]  # the older ones may be in the open by now
    twin._restore(len(line))


def _replay(twin: Game, hidden: Sequence[int], rng: Random) -> None:
    line, base = twin.line, twin._checkpoints[-1]
    twin._begin(base)
    twin.line = line[: base.length]
    for place in range(base.length, len(line)):
        entry = line[place]
        asked = twin.pending.get(Seat(entry.seat)) if place in hidden else None
        if asked is None:
            twin._replay(entry)
        else:
            twin._accept(asked, asked.sample(rng), "guess")


def _seen(game: Game, viewer: Viewer) -> bytes:
    """What a viewer sees of the moment and of this step."""
    step = game._step
    asked = [told_pending(step, viewer, seat) for seat in sorted(step.pending)] if step else []
    own = game.pending.get(Seat(viewer))
    told = list(game.events(viewer, game._checkpoints[-1].logged))
    table = game.title.view(game.state, viewer)
    return _encode((game.state.step, table, asked, own.describe() if own else None, told))
