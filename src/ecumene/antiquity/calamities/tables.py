"""Which function resolves which calamity, and which of them draw others in. A title replaces entries of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.calamities import factions, nature, society
from ecumene.antiquity.calamities.call import Call, Target, has_city, has_units
from ecumene.antiquity.calamities.losses import coastal_cities
from ecumene.antiquity.calamities.minor import MINOR
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Seat

Strike = Callable[[Antiquity, Call], Awaitable[None]]

MAJOR: dict[str, Strike] = {
    rule.__name__: rule
    for rule in (
        nature.volcano,
        society.treachery,
        nature.famine,
        society.slave_revolt,
        nature.flood,
        society.superstition,
        factions.civil_war,
        society.barbarian_hordes,
        nature.cyclone,
        nature.epidemic,
        factions.tyranny,
        society.civil_disorder,
        society.corruption,
        society.iconoclasm_and_heresy,
        society.regression,
        society.piracy,
    )
}


class Naming(msgspec.Struct, frozen=True):
    """Whom the victim of a calamity names, and what he must have himself, or it is cancelled."""

    kind: str
    rule: str
    target: Target
    most_first: Callable[[Antiquity, Seat], int]
    own: Target


def has_coastal_city(game: Antiquity, seat: Seat) -> bool:
    return bool(coastal_cities(game, seat))


def open_to_pirates(game: Antiquity, seat: Seat) -> bool:
    """A coastal city, and no Naval Warfare (mega.9.piracy.4, mega.adv.naval_warfare.8)."""
    return has_coastal_city(game, seat) and not game.holds(seat, Advance.NAVAL_WARFARE)


def number_of_cities(game: Antiquity, seat: Seat) -> int:
    return len(game.realms[seat].cities)


def unit_points(game: Antiquity, seat: Seat) -> int:
    return game.unit_points(seat)


def anybody(game: Antiquity, seat: Seat) -> bool:
    return True


# Famine: three others (mega.9.famine.2, mega.9.famine.8, D-44).
# Epidemic: two, not the beneficiary (mega.9.epidemic.2, mega.9.epidemic.3, D-54).
# Iconoclasm: two, not the beneficiary (mega.9.iconoclasm.2, mega.9.iconoclasm.3, D-57); cancelled if the victim has no
# city (mega.9.iconoclasm.7).
# Piracy: two, not the beneficiary (mega.9.piracy.3, mega.9.piracy.4, D-61); cancelled if the victim has no coastal city
# (mega.9.piracy.6).
NAMING = {
    "famine": Naming("famine_victims", "mega.9.famine.2", has_units, unit_points, anybody),
    "epidemic": Naming("epidemic_victims", "mega.9.epidemic.2", has_units, unit_points, anybody),
    "iconoclasm_and_heresy": Naming(
        "iconoclasm_victims", "mega.9.iconoclasm.2", has_city, number_of_cities, has_city
    ),
    "piracy": Naming(
        "piracy_victims", "mega.9.piracy.3", open_to_pirates, number_of_cities, has_coastal_city
    ),
}


class Calamities(msgspec.Struct, frozen=True):
    """The calamities of a title: the function of each card by its key."""

    minor: Mapping[str, Strike]
    major: Mapping[str, Strike]
    naming: Mapping[str, Naming]


CALAMITIES = Calamities(MINOR, MAJOR, NAMING)
