"""What a person may do to the game, applied. Runs in the workshop; `Refusal` leaves everything as it was."""

from __future__ import annotations

from ecumene.kernel import Game, Refusal, Seat
from ecumene.server.wire.play import Deed, SendAnswer, SendCall, SendRedo, SendUndo, SendWait

STALE = {"stale", "not_asked", "game_over"}


def perform(game: Game, seat: int, deed: Deed, cut: int) -> None:
    """`cut`: views from before that entry are of a line of play that was undone."""
    here = Seat(seat)
    if not isinstance(deed, SendCall) and deed.version < cut:
        # Ids of decisions are given again after an undo, so the id alone would not tell.
        raise Refusal("kernel.answer", "stale", version=deed.version)
    match deed:
        case SendAnswer():
            game.answer(here, deed.answer, deed.decision)
        case SendUndo():
            game.undo(here)
            return  # a plan must not at once do again what was undone
        case SendRedo():
            game.redo(here)
        case SendWait():
            game.wait(here)
            return
        case SendCall():
            game.call(here, deed.action)
    game.follow_plans()


def is_stale(refusal: Refusal) -> bool:
    return refusal.key in STALE and refusal.rule == "kernel.answer"


def asked_now(game: Game) -> dict[int, tuple[str, str]]:
    """The seats that must answer, with the id and shape of what they are asked."""
    pending = game.pending
    return {int(seat): (str(pending[seat].id), pending[seat].shape) for seat in game.due()}
