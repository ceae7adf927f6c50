"""9. Civil War and Tyranny: whole areas that hang together change hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from ecumene.antiquity.calamities.call import Call, amount
from ecumene.antiquity.calamities.connected import Holding
from ecumene.antiquity.calamities.losses import annex_city, annex_tokens
from ecumene.antiquity.calamities.selection import Selection
from ecumene.antiquity.calamities.splitting import Split, SplitUnits, area_of, place_of
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.state import BARBARIANS
from ecumene.kernel import Pick, Refusal, Seat, Spread
from ecumene.kernel.decision import PickBody


class SelectionBody(PickBody, frozen=True, tag="pick", kw_only=True):
    """What each area is worth, and what a selection must be: how many points, in how many groups, and with
    how many cities and tokens at most (none said: any).
    """

    worth: tuple[int, ...]
    points: int
    groups: int
    most_cities: int = -1
    most_tokens: int = -1


class SelectUnits(Pick[int]):
    """D-47 and D-55: whole areas (mega.9.civil_war.4, mega.9.tyranny.3), as the selection says."""

    __slots__ = ("rules", "selection")

    def __init__(
        self, seat: Seat, kind: str, selection: Selection, rules: dict[str, str], about: dict[str, int | str]
    ) -> None:
        self.selection = selection
        self.rules = rules
        areas = sorted(selection.holdings)
        super().__init__(
            seat, kind, areas, 1, len(areas), rules[""], default=selection.find(), fits=self._fault,
            draw=self._draw, about=about,
        )  # fmt: skip

    def _fault(self, picked: tuple[int, ...]) -> Refusal | None:
        fault = self.selection.fault(picked)
        if not fault:
            return None
        selection = self.selection
        return Refusal(self.rules[fault], fault, points=selection.points, groups=selection.groups)

    def _draw(self, rng: Random) -> Sequence[int]:
        return self.selection.find(rng)

    def body(self) -> SelectionBody:
        plain, selection = super().body(), self.selection
        cities, tokens = selection.stock or (-1, -1)
        worth = tuple(selection.holdings[area].points for area in self.options)
        return SelectionBody(
            plain.options, plain.least, plain.most, worth=worth, points=selection.points, groups=selection.groups,
            most_cities=cities, most_tokens=tokens,
        )  # fmt: skip


def holdings(game: Antiquity, seat: Seat) -> list[Holding]:
    """All units of a seat by area. A token beside a city counts, but is destroyed and not replaced (ruling
    A-75).
    """
    realm, worth = game.realms[seat], game.rules.city_points
    found = []
    for area in sorted({*realm.tokens, *realm.cities}):
        tokens = realm.tokens.get(area, 0)
        city = area in realm.cities
        found.append(Holding(area, tokens + worth * city, int(city), 0 if city else tokens))
    return found


async def civil_war(game: Antiquity, call: Call) -> None:
    """D-47: the victim selects the units beyond those that stay loyal (mega.9.civil_war.1,
    mega.9.civil_war.3), if any (mega.9.civil_war.2, .t1); they become the beneficiary's (mega.9.civil_war.7,
    mega.9.civil_war.10), ships stay (mega.9.civil_war.11).

    Advances: mega.adv.music.1, mega.adv.drama_and_poetry.1, mega.adv.democracy.3, mega.adv.philosophy.3,
    mega.adv.military.3.
    """
    loyal = call.effect.amounts["loyal"].under(game.realms[call.victim].advances)
    rules = {
        "": "mega.9.civil_war.3",
        "too_few_points": "mega.9.civil_war.3",
        "scattered": "mega.9.civil_war.5",
        "too_many_points": "mega.9.civil_war.9",
        "not_annexable": "mega.9.civil_war.6",
    }
    await secession(game, call, game.unit_points(call.victim) - loyal, call.victim, rules)


async def tyranny(game: Antiquity, call: Call) -> None:
    """D-55: the beneficiary selects units (mega.9.tyranny.1, mega.9.tyranny.2, mega.9.tyranny.7), all if they
    are not worth more (ruling A-88).

    Advances: mega.adv.sculpture.1, mega.adv.law.1, mega.adv.monarchy.5, mega.adv.provincial_empire.6.
    """
    rules = {
        "": "mega.9.tyranny.2",
        "too_few_points": "mega.9.tyranny.2",
        "scattered": "mega.9.tyranny.4",
        "too_many_points": "mega.9.tyranny.6",
        "not_annexable": "mega.9.tyranny.6",
    }
    needed = amount(game, call.effect, "taken", call.victim)
    await secession(game, call, needed, call.beneficiary, rules)


async def secession(
    game: Antiquity, call: Call, needed: int, selector: Seat | None, rules: dict[str, str]
) -> None:
    """Select and annex. Without a beneficiary nothing happens."""
    held = holdings(game, call.victim)
    if call.beneficiary is None or selector is None or needed <= 0 or not held:
        return
    units: Mapping[int, int] = {place_of(one): one.points for one in held}
    if needed < sum(units.values()):
        stock = (game.cities_left(call.beneficiary), game.realms[call.beneficiary].stock)
        selection = Selection(held, game.board.adjacent_mask, needed, stock, game.rules.city_points)
        about: dict[str, int | str] = {"calamity": call.key, "points": needed, "victim": call.victim}
        if game.state.split_areas and not selection.keeps_all(stock):
            split = Split(selection.land, needed, stock)
            units = await SplitUnits(selector, call.key, split, rules["too_many_points"], about)
        else:
            picked = await SelectUnits(selector, call.key, selection, rules, about)
            units = {place_of(one): one.points for one in held if one.area in picked}
    await annex_selected(game, call, call.beneficiary, units)


async def annex_selected(game: Antiquity, call: Call, taker: Seat, units: Mapping[int, int]) -> None:
    """As many cities and tokens as the taker has in stock, of his choice; the rest become neutral pieces
    (mega.9.civil_war.8, mega.9.tyranny.5, ruling A-87).

    To annex is to replace piece for piece (mega.9.def.12).
    """
    cities = sorted(area_of(place) for place in units if place < 0)
    tokens = {place: number for place, number in sorted(units.items()) if place >= 0}
    taken_cities = await which_cities(game, call, taker, cities)
    taken_tokens = await which_tokens(game, call, taker, tokens)
    for area in cities:
        annex_city(game, taker if area in taken_cities else BARBARIANS, call.victim, area, call.key)
    for area, number in tokens.items():
        taken = taken_tokens.get(area, 0)
        annex_tokens(game, taker, call.victim, area, taken, call.key)
        annex_tokens(game, BARBARIANS, call.victim, area, number - taken, call.key)


async def which_cities(game: Antiquity, call: Call, taker: Seat, cities: Sequence[int]) -> Sequence[int]:
    """D-48."""
    number = min(len(cities), game.cities_left(taker))
    if number in (0, len(cities)):
        return cities[:number]
    about = {"calamity": call.key, "victim": call.victim}
    return await Pick(taker, "annexed_cities", cities, number, number, "mega.9.civil_war.8", about=about)


async def which_tokens(game: Antiquity, call: Call, taker: Seat, tokens: dict[int, int]) -> dict[int, int]:
    """D-48."""
    total = sum(tokens.values())
    number = min(total, game.realms[taker].stock)
    if number == 0 or len(tokens) == 1:
        return dict.fromkeys(tokens, number) if number else {}
    if number == total:
        return dict(tokens.items())
    about = {"calamity": call.key, "victim": call.victim}
    return await Spread(taker, "annexed_tokens", tokens, number, number, "mega.9.civil_war.8", about=about)
