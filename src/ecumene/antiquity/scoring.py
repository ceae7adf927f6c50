"""13d. Points, ties and the ranking."""

from __future__ import annotations

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Place, Seat

SPACE_POINTS, BONUS = 5, 5


def points(game: Antiquity, seat: Seat) -> dict[str, int]:
    """How a player's points come about: cities with the Wonder (mega.13d.1, ruling A-115), advances by price
    (mega.13d.2, ruling A-121), spaces as they are at the end (mega.13d.3, ruling A-132), the bonus (mega.13d.4).
    """
    realm = game.realms[seat]
    state = game.state
    wonder = state.wonder_scores and game.holds(seat, Advance.WONDER_OF_THE_WORLD)
    return {
        "cities": len(realm.cities) + wonder,
        "advances": sum(game.components.advance(a).points for a in Advance if game.holds(seat, a)),
        "succession": SPACE_POINTS * realm.space,
        "late_iron": BONUS if state.late_iron_bonus == seat else 0,
    }


def tie_break(game: Antiquity, seat: Seat) -> tuple[int, ...]:
    """I to VII, the better the greater; I is the space alone (mega.13d.tie.1), the Wonder is not on the board."""
    realm = game.realms[seat]
    held = [game.components.advance(a) for a in Advance if game.holds(seat, a)]
    return (
        realm.space,
        sum(info.points == 6 for info in held),  # mega.13d.tie.2, ruling A-122
        sum(info.points == 3 for info in held),
        sum(info.cost for info in held),  # mega.13d.tie.3
        max(realm.credits),  # mega.13d.tie.4
        sum(realm.credits),  # mega.13d.tie.5, ruling A-123
        len(realm.cities),  # mega.13d.tie.6
        game.population(seat),  # mega.13d.tie.7
    )


def ranking(game: Antiquity) -> list[Place]:
    """Most points first (mega.13d.6); the last tie goes by ranking (mega.13d.tie.8). Who left has no place."""
    parts = {seat: points(game, seat) for seat in game.ranking()}
    order = sorted(
        game.ranking(),
        key=lambda seat: (sum(parts[seat].values()), tie_break(game, seat), -game.realms[seat].civ),
        reverse=True,
    )
    places = [
        Place(seat, place, sum(parts[seat].values()), parts[seat]) for place, seat in enumerate(order, 1)
    ]
    gone = [Place(realm.seat, len(places) + 1, 0) for realm in game.realms if realm.gone]
    return places + gone
