"""Small boards on which a calamity strikes, and answers in short."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from ecumene.antiquity.calamities.phase import major_calamity, minor_calamities
from ecumene.antiquity.components import card
from ecumene.antiquity.testing import Scene
from ecumene.atlas.places import Area
from ecumene.kernel import Event
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES

MEGA, WEST = MEGA_CIVILIZATION, WESTERN_EMPIRES
BOTH = pytest.mark.parametrize("title", [MEGA, WEST], ids=["mega", "west"])

# The west with nine. By ranking: minoa, assyria, celt, carthage, hatti, rome, iberia, hellas, egypt.
# Cities far from each other and from water: aleppo, damascus, nineveh (limit 2), jericho (1), carrhae (3).


def strike(key: str, pieces: str = "", victim: str = "hatti", title: Any = MEGA, **more: Any) -> Scene:
    """`victim` holds the card alone, and it is called."""
    hands = dict(more.pop("hands", {}))
    hands[victim] = f"{hands[victim]}, {key}" if victim in hands else key
    scene = Scene(title, more.pop("seats", 9), pieces, hands=hands, **more)
    minor = title.components.kinds[title.components.kind(key)].sort == "minor"
    return scene.run(minor_calamities if minor else major_calamity)


def asked(scene: Scene, civ: str, kind: str = "") -> Any:
    """What a civilization is asked, which must be of this kind."""
    decision = scene.asked(civ)
    assert decision is not None, f"{civ} is not asked; asked are {scene.who()}"
    assert kind in ("", decision.kind)
    return decision


def option(chosen: Any) -> dict[str, Any]:
    return {"shape": "choose", "option": chosen}


def pick(*options: Any) -> dict[str, Any]:
    return {"shape": "pick", "options": list(options)}


def areas(scene: Scene, names: str) -> dict[str, Any]:
    """A pick of areas by their names."""
    return pick(*(scene.area(name) for name in names.split()))


def area(scene: Scene, name: str) -> dict[str, Any]:
    return option(scene.area(name))


def seats(scene: Scene, names: str) -> dict[str, Any]:
    return pick(*(scene.seat(name) for name in names.split()))


def pay(scene: Scene, said: str) -> dict[str, Any]:
    """`3 syria, city aleppo, aleppo to 2`: tokens, a city destroyed, a city reduced to so many tokens."""
    units = []
    for words in (part.split() for part in said.split(",")):
        if words[0] == "city":
            units.append([~scene.area(words[1]), 5])
        elif len(words) == 3:
            units.append([~scene.area(words[0]), 5 - int(words[2])])
        else:
            units.append([scene.area(words[1]), int(words[0])])
    return {"shape": "spread", "units": units}


def spread(scene: Scene, civ: str, said: str) -> dict[str, Any]:
    """Cards of a hand: `2 wine, salt`."""
    units = []
    for words in (part.split() for part in said.split(",") if part.strip()):
        kind = scene.title.components.kind(words[-1])
        units.append([card(kind, scene.realm(civ).block), int(words[0]) if len(words) > 1 else 1])
    return {"shape": "spread", "units": units}


def item(scene: Scene, key: str, civ: str = "hatti") -> int:
    return card(scene.title.components.kind(key), scene.realm(civ).block)


def hand(scene: Scene, civ: str) -> dict[str, int]:
    """A hand by the keys of its cards."""
    kinds = scene.title.components.kinds
    return {kinds[one >> 1].key: number for one, number in sorted(scene.realm(civ).hand.items())}


def cities(scene: Scene, civ: str) -> set[str]:
    return {scene.game.board.key_of(Area(one)) for one in scene.realm(civ).cities}


def told(scene: Scene, kind: type[Event]) -> list[Any]:
    """The events of a kind so far."""
    return [entry.event for entry in scene.game.log if isinstance(entry.event, kind)]


def named(scene: Scene, seats_: Iterable[int]) -> list[str]:
    return sorted(scene._civ[seat] for seat in seats_)  # type: ignore[index]
