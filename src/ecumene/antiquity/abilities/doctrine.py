"""Universal Doctrine: neutral units become one's own, wherever they are.

Decisions: D-73: `universal_doctrine` (the area of a pirate city, or "tokens"), then `doctrine_tokens`.
"""

from __future__ import annotations

from ecumene.antiquity.calamities.losses import UnitsAnnexed
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.state import BARBARIANS
from ecumene.kernel import Choose, Option, Seat, Spread

MOST = 5
_KEY = "universal_doctrine"


def targets(game: Antiquity, seat: Seat) -> list[Option]:
    """Pirate cities with a city in stock, barbarian tokens with a token in stock (rulings A-106 and A-134)."""
    state = game.state
    found: list[Option] = ["tokens"] if state.barbarians and game.realms[seat].stock else []
    return found + (sorted(state.pirates) if game.cities_left(seat) > 0 else [])


def can_annex(game: Antiquity, seat: Seat) -> bool:
    return bool(targets(game, seat))


async def universal_doctrine(game: Antiquity, seat: Seat) -> None:
    """One pirate city, or up to five barbarian tokens, from several areas too (mega.adv.universal_doctrine.1,
    mega.adv.universal_doctrine.2).
    """
    rule = "mega.adv.universal_doctrine.1"
    chosen = await Choose(seat, _KEY, ("none", *targets(game, seat)), rule)
    if chosen == "none":
        return
    if chosen != "tokens":
        game.annex_city(seat, int(chosen))
        game.tell(UnitsAnnexed(seat, BARBARIANS, int(chosen), city=True, reason=_KEY))
        return
    caps: dict[int, int] = dict(sorted(game.state.barbarians.items()))
    most = min(MOST, game.realms[seat].stock, sum(caps.values()))
    picked = await Spread(seat, "doctrine_tokens", caps, 1, most, rule)
    for area, number in sorted(picked.items()):
        game.annex_tokens(seat, BARBARIANS, area, number)
        game.tell(UnitsAnnexed(seat, BARBARIANS, area, tokens=number, reason=_KEY))
