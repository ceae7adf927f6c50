"""Fundamentalism, Monotheism and Politics: what happens to all units in one area beside one's own.

Decisions: D-66: `fundamentalism`; D-67: `monotheism`; D-68: `politics` (an area, or "treasury"), `politics_treasury`.
"""

from __future__ import annotations

from collections.abc import Callable

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.calamities.losses import TreasuryLost, UnitsAnnexed, destroy_units
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.atlas.masks import bits
from ecumene.kernel import Choose, Option, Refusal, Seat

SPARES: dict[Advance, tuple[Advance, Advance]] = {
    Advance.FUNDAMENTALISM: (Advance.FUNDAMENTALISM, Advance.PHILOSOPHY),
    Advance.MONOTHEISM: (Advance.MONOTHEISM, Advance.THEOLOGY),
    Advance.POLITICS: (Advance.POLITICS, Advance.CULTURAL_ASCENDANCY),
}
"""Whose holders an ability does not touch (mega.10.7): mega.adv.fundamentalism.2, mega.adv.monotheism.2,
mega.adv.politics.2, mega.adv.philosophy.2, mega.adv.theology.2, mega.adv.cultural_ascendancy.9."""

POLITICS_TREASURY = 5


class TreasuryGained(Event, frozen=True, tag="treasury_gained"):
    seat: int
    number: int
    reason: str


EVENTS = (TreasuryGained,)


def beside(game: Antiquity, seat: Seat) -> int:
    """The areas adjacent by land to own units; no area is its own neighbour (ruling A-06)."""
    realm, land = game.realms[seat], game.board.land_mask
    mask = 0
    for area in realm.tokens:
        mask |= land[area]
    for area in realm.cities:
        mask |= land[area]
    return mask


def spared(game: Antiquity, ability: Advance, seat: Seat) -> bool:
    """Holders of the ability are, so the own units too."""
    return any(game.holds(seat, advance) for advance in SPARES[ability])


def within_reach(game: Antiquity, seat: Seat, ability: Advance) -> dict[int, tuple[int, int]]:
    """Area to affected tokens and cities, where there are any (ruling A-101).

    Units are cities and tokens, no ships (mega.10.4). Neutral ones and those of spared players stay where they are and
    count for nothing, the others in the area do not (ruling A-103).
    """
    found: dict[int, tuple[int, int]] = {}
    mask = beside(game, seat)
    for realm in game.realms:
        if realm.gone or spared(game, ability, Seat(realm.seat)):
            continue
        for area, number in realm.tokens.items():
            if mask >> area & 1:
                tokens, cities = found.get(area, (0, 0))
                found[area] = (tokens + number, cities)
        for area in realm.cities:
            if mask >> area & 1:
                tokens, cities = found.get(area, (0, 0))
                found[area] = (tokens, cities + 1)
    return dict(sorted(found.items()))


def too_many(game: Antiquity, seat: Seat, units: tuple[int, int]) -> bool:
    """Whether stock does not suffice to annex them all."""
    tokens, cities = units
    return tokens > game.realms[seat].stock or cities > game.cities_left(seat)


def price(game: Antiquity, units: tuple[int, int]) -> int:
    """Their unit points."""
    return units[0] + game.rules.city_points * units[1]


def fault(game: Antiquity, seat: Seat, ability: Advance, area: int) -> Refusal | None:
    """Why an area cannot be chosen.

    mega.adv.fundamentalism.1, mega.adv.monotheism.1, mega.adv.politics.1: beside own units, with something to hit.
    mega.adv.monotheism.3, mega.adv.politics.3: stock and treasury must do for all, as they are now (ruling E-17);
    tokens allowed by Public Works or Agriculture are among them (mega.adv.monotheism.4, mega.adv.politics.4,
    mega.adv.public_works.7).
    """
    rule = f"mega.adv.{ability.key}"
    if area not in bits(beside(game, seat)):
        return Refusal(f"{rule}.1", "not_beside_own_units", area=area)
    units = within_reach(game, seat, ability).get(area)
    if units is None:
        return Refusal(f"{rule}.2", "nothing_affected", area=area)
    if ability == Advance.FUNDAMENTALISM:
        return None
    if too_many(game, seat, units):
        return Refusal(f"{rule}.3", "stock_too_small", area=area, tokens=units[0], cities=units[1])
    if ability == Advance.POLITICS and price(game, units) > game.realms[seat].treasury:
        return Refusal(f"{rule}.3", "treasury_too_small", area=area, price=price(game, units))
    return None


def areas_for(game: Antiquity, seat: Seat, ability: Advance) -> list[int]:
    """The areas that can be chosen."""
    found = within_reach(game, seat, ability)
    if ability == Advance.FUNDAMENTALISM:
        return list(found)
    most = game.realms[seat].treasury if ability == Advance.POLITICS else 10**6
    return [
        area
        for area, units in found.items()
        if not too_many(game, seat, units) and price(game, units) <= most
    ]


def _why(game: Antiquity, seat: Seat, ability: Advance) -> Callable[[Option], Refusal | None]:
    def why(option: Option) -> Refusal | None:
        if isinstance(option, int) and 0 <= option < len(game.board.in_play):
            return fault(game, seat, ability, option)
        return None

    return why


async def fundamentalism(game: Antiquity, seat: Seat) -> None:
    """All affected units in an area are destroyed (mega.adv.fundamentalism.1, D-66); no attack (mega.10.5)."""
    ability = Advance.FUNDAMENTALISM
    options: list[Option] = ["none", *areas_for(game, seat, ability)]
    why = _why(game, seat, ability)
    area = await Choose(seat, "fundamentalism", options, "mega.adv.fundamentalism.1", why=why)
    if area == "none":
        return
    for other in game.active():
        if not spared(game, ability, other):
            destroy_units(game, other, int(area), ability.key)


async def monotheism(game: Antiquity, seat: Seat) -> None:
    """All affected units in an area are annexed (mega.adv.monotheism.1, D-67). What then is too many goes at the next
    surplus removal (mega.adv.monotheism.4).
    """
    ability = Advance.MONOTHEISM
    options: list[Option] = ["none", *areas_for(game, seat, ability)]
    why = _why(game, seat, ability)
    area = await Choose(seat, "monotheism", options, "mega.adv.monotheism.1", why=why)
    if area != "none":
        annex_units(game, seat, int(area), ability)


def annex_units(game: Antiquity, by: Seat, area: int, ability: Advance) -> None:
    """All affected units of all owners, from stock (mega.piece.12); ships stay (ruling A-135)."""
    for other in game.active():
        if spared(game, ability, other):
            continue
        realm = game.realms[other]
        tokens, city = realm.tokens.get(area, 0), area in realm.cities
        if not tokens and not city:
            continue
        game.annex_tokens(by, other, area, tokens)
        if city:
            game.annex_city(by, area)
        game.tell(UnitsAnnexed(by, other, area, tokens, city, ability.key))


async def politics(game: Antiquity, seat: Seat) -> None:
    """Treasury from stock, or all affected units in an area for their unit points (mega.adv.politics.1, D-68).

    What is paid goes to the own stock, nobody else's treasury changes (mega.adv.politics.5).
    """
    ability = Advance.POLITICS
    stock = game.realms[seat].stock
    areas = areas_for(game, seat, ability)
    options: list[Option] = ["none", *(["treasury"] if stock else []), *areas]
    units = within_reach(game, seat, ability)
    chosen = await Choose(
        seat, "politics", options, "mega.adv.politics.1", default=options[1] if stock else "none",
        why=_why(game, seat, ability), about={"prices": {str(area): price(game, units[area]) for area in areas}},
    )  # fmt: skip
    if chosen == "treasury":
        amounts = range(1, min(POLITICS_TREASURY, stock) + 1)
        number = await game.choose(
            seat, "politics_treasury", amounts, "mega.adv.politics.1", default=amounts[-1]
        )
        game.tell(TreasuryGained(seat, game.earn(seat, number), ability.key))
    elif chosen != "none":
        cost = price(game, units[int(chosen)])
        annex_units(game, seat, int(chosen), ability)
        game.pay(seat, cost)
        game.tell(TreasuryLost(seat, cost, ability.key))


def has_fundamentalism_target(game: Antiquity, seat: Seat) -> bool:
    return bool(areas_for(game, seat, Advance.FUNDAMENTALISM))


def has_monotheism_target(game: Antiquity, seat: Seat) -> bool:
    return bool(areas_for(game, seat, Advance.MONOTHEISM))


def has_politics_use(game: Antiquity, seat: Seat) -> bool:
    return game.realms[seat].stock > 0 or bool(areas_for(game, seat, Advance.POLITICS))
