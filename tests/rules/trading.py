"""Scenes on the trade floor, with offers in words."""

from __future__ import annotations

from typing import Any

import msgspec

from ecumene.antiquity.components import card
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.trade.acts import TradeBody
from ecumene.antiquity.trade.floor import FloorView, Offer
from ecumene.antiquity.trade.phase import Trade, trade
from ecumene.kernel import Refusal, Viewer
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION

PLENTY = {
    "hatti": "3 salt, 2 iron, wine, treachery, famine",
    "rome": "4 ochre, 2 wine, gold, water",
    "egypt": "2 salt, ochre",
    "celt": "papyri, wool",
}
"""Hatti: among other cards a calamity that may be traded and one that may not. The Celts: too few to trade."""


def scene(hands: dict[str, str] | None = None, **more: Any) -> Scene:
    s = Scene(more.pop("title", MEGA_CIVILIZATION), more.pop("seats", 9), hands=hands or PLENTY, **more)
    s.game.state.step = "7"
    return s.run(trade)


def cards(s: Scene, civ: str, said: str) -> list[list[int]]:
    """`3 salt, treachery`: cards of that civilization's block (`/saba` after a name: of another's)."""
    found = []
    for entry in filter(None, (part.strip() for part in said.split(","))):
        words = entry.split()
        key, _, owner = words[-1].partition("/")
        block = s.realm(owner or civ).block
        found.append([card(s.title.components.kind(key), block), int(words[0]) if len(words) > 1 else 1])
    return found


def kinds(s: Scene, said: str) -> list[int]:
    return [s.title.components.kind(key) for key in said.split()]


def terms(s: Scene, civ: str, give: str, names: str, wanted: int = 3, **more: Any) -> dict[str, Any]:
    said: dict[str, Any] = {
        name: kinds(s, more.pop(name)) for name in ("claims", "want", "wishes") if name in more
    }
    return {"give": cards(s, civ, give), "names": kinds(s, names), "wanted": wanted, **said, **more}


def act(what: str, **fields: Any) -> dict[str, Any]:
    return {"shape": "deal", "act": {"act": what, **fields}}


def offer(s: Scene, civ: str, give: str, names: str, to: str = "", **more: Any) -> int:
    """An offer is made; its number."""
    s.answer(civ, proposal(s, civ, give, names, to, **more))
    return open_offers(s)[-1].number


def proposal(s: Scene, civ: str, give: str, names: str, to: str = "", **more: Any) -> dict[str, Any]:
    instead = more.pop("instead", None)
    said = terms(s, civ, give, names, **more)
    return act("offer", terms=said, to=[s.seat(other) for other in to.split()], instead=instead)


def acceptance(s: Scene, civ: str, number: int, give: str, names: str, claims: str = "") -> dict[str, Any]:
    return act(
        "accept", offer=number, give=cards(s, civ, give), names=kinds(s, names), claims=kinds(s, claims)
    )


def accept(s: Scene, civ: str, number: int, give: str, names: str, claims: str = "") -> Scene:
    return s.answer(civ, acceptance(s, civ, number, give, names, claims))


def no(s: Scene, civ: str, raw: dict[str, Any]) -> Refusal:
    """The refusal; nothing has changed by asking."""
    before = msgspec.json.encode(s.game.state)
    refusal = s.refused(civ, raw)
    assert msgspec.json.encode(s.game.state) == before
    return refusal


def hand(s: Scene, civ: str) -> dict[str, int]:
    named = s.title.components.kinds
    return {named[item >> 1].key: number for item, number in sorted(s.realm(civ).hand.items())}


def body(s: Scene, civ: str) -> TradeBody:
    decision = s.asked(civ)
    assert isinstance(decision, Trade)
    return decision.body()


def seen(s: Scene, viewer: Viewer) -> FloorView:
    view = s.title.view(s.game.state, viewer).floor
    assert view is not None
    return view


def open_offers(s: Scene) -> list[Offer]:
    floor = s.game.state.floor
    return list(floor.offers.values()) if floor else []
