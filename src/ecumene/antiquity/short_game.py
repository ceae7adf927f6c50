"""The short game: themes, five cities, cards, tokens and a marker far ahead before the first turn (mega.short).

Decisions: D-84: `short_cities`; D-85: `theme_city`; D-86: `short_tokens`; for a Written Record of a theme D-79:
`free_credits`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from ecumene.antiquity.advances import Group
from ecumene.antiquity.basket import STEP_OF_CREDIT
from ecumene.antiquity.components import Theme
from ecumene.antiquity.draw import draw_all
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.purchase import gain_advances
from ecumene.antiquity.setup import begin_turn, choose_civilizations
from ecumene.kernel import Pick, Refusal, Seat, Spread, together

CITIES, ON_SITES, TOKENS, TREASURY = 5, 4, 14, 10


class ThemeDrawn(Event, frozen=True, tag="theme_drawn"):
    """For the seat alone (mega.hid.17)."""

    seat: int
    theme: str


class CitiesPlaced(Event, frozen=True, tag="cities_placed"):
    seat: int
    areas: tuple[int, ...]


class ThemesShown(Event, frozen=True, tag="themes_shown"):
    """The theme of each seat (mega.short.9)."""

    themes: tuple[str, ...]


class ThemeCityDestroyed(Event, frozen=True, tag="theme_city_destroyed"):
    seat: int
    area: int


class ShortGameSupplied(Event, frozen=True, tag="short_game_supplied"):
    """Tokens put on the board and moved to treasury."""

    seat: int
    tokens: int
    treasury: int


EVENTS = (ThemeDrawn, CitiesPlaced, ThemesShown, ThemeCityDestroyed, ShortGameSupplied)


async def draw_themes(game: Antiquity) -> None:
    """Step 1: each draws one of the themes for this number of players, in secret (mega.short.2, mega.short.5).

    As many as players, none is left over (mega.hid.17); some are there twice from ten on (mega.short.3, mega.short.4).
    """
    chosen = game.components.theme_sets[len(game.realms)]
    cards = [n for n, theme in enumerate(game.components.themes) for _ in range(chosen.get(theme.key, 0))]
    game.chance.shuffle("themes", cards)
    game.state.themes = tuple(cards)
    for realm in game.realms:
        game.tell(ThemeDrawn(realm.seat, theme_of(game, Seat(realm.seat)).key), to=(Seat(realm.seat),))


def theme_of(game: Antiquity, seat: Seat) -> Theme:
    return game.components.themes[game.state.themes[seat]]


def region(game: Antiquity, seat: Seat) -> tuple[int, ...]:
    """The areas in play of a seat's region (mega.area.20)."""
    return game.board.regions.get(game.components.civilization(game.realms[seat].civ).key, ())


async def place_cities(game: Antiquity) -> None:
    """Step 3: in ranking order five cities in the own region, at least four on sites, none where the limit is 0.

    mega.short.7, mega.short.8, ruling A-127, D-84. No token starts on the board (mega.short.15).
    """
    for seat in game.ranking():
        areas = [area for area in region(game, seat) if game.board.limit[area]]
        sites = [area for area in areas if game.board.site[area]]
        wild = [area for area in areas if not game.board.site[area]]
        placed = await Pick(
            seat, "short_cities", areas, CITIES, CITIES, rule="mega.short.7", default=(sites + wild)[:CITIES],
            fits=partial(_enough_sites, game), draw=partial(_any_five, sites, wild),
            about={"sites": ON_SITES},
        )  # fmt: skip
        for area in placed:
            game.found_city(seat, area)
        game.tell(CitiesPlaced(seat, placed))


def _enough_sites(game: Antiquity, picked: Sequence[int]) -> Refusal | None:
    got = sum(bool(game.board.site[area]) for area in picked)
    return Refusal("mega.short.7", "too_few_sites", least=ON_SITES, got=got) if got < ON_SITES else None


def _any_five(sites: Sequence[int], wild: Sequence[int], rng: Random) -> list[int]:
    four = rng.sample(sites, ON_SITES)
    return [*four, rng.choice([area for area in (*sites, *wild) if area not in four])]


async def show_themes(game: Antiquity) -> None:
    """Step 4: all show their themes at once and take the advances with their credits (mega.short.9).

    The credits of choice of a Written Record are taken too: it is gained, and its credit tokens with it.
    """
    game.state.themes_shown = True
    game.learned = True
    themes = {seat: theme_of(game, seat) for seat in game.ranking()}
    game.tell(ThemesShown(tuple(game.components.themes[n].key for n in game.state.themes)))
    for seat, theme in themes.items():
        gain_advances(game, seat, theme.advances)
    chosen = {
        seat: sum(game.components.advance(a).free_credits for a in theme.advances)
        for seat, theme in themes.items()
    }
    await together(
        {s: _free_credits(game, s, points) for s, points in chosen.items() if points}, order=game.ranking()
    )


async def _free_credits(game: Antiquity, seat: Seat, points: int) -> None:
    """Ten points in steps of five (mega.adv.written_record.1, ruling A-112, D-79)."""
    steps = points // STEP_OF_CREDIT
    caps: dict[str, int] = {group.name.lower(): steps for group in Group}
    even: dict[str, int] = {group.name.lower(): 1 for group in list(Group)[:steps]}
    split = await Spread(
        seat, "free_credits", caps, steps, steps, rule="mega.adv.written_record.1", default=even,
        about={"step": STEP_OF_CREDIT},
    )  # fmt: skip
    for group, number in split.items():
        game.realms[seat].credits[Group[group.upper()]] += STEP_OF_CREDIT * number


async def destroy_cities(game: Antiquity) -> None:
    """Step 5: who has a theme that orders it destroys one own city (mega.short.10, ruling A-128, D-85).

    Which themes do is not public: none by default, the host may name some (docs/rulings.md, E-01).
    """
    named = game.state.themes_that_destroy
    losers = [s for s in game.ranking() if theme_of(game, s).destroys_city or theme_of(game, s).key in named]
    await together({seat: _destroy_city(game, seat) for seat in losers})


async def _destroy_city(game: Antiquity, seat: Seat) -> None:
    area = await game.choose(seat, "theme_city", sorted(game.realms[seat].cities), "mega.short.10")
    game.raze_city(seat, area)
    game.tell(ThemeCityDestroyed(seat, area))


async def deal_cards(game: Antiquity) -> None:
    """Step 6: trade cards as in 6a, four cities before five, no purchases, calamities stay hidden (mega.short.11).

    They strike in the first phase 9 as all others do; those that can be traded may be in the first phase 7
    (mega.short.18, ruling A-130).
    """
    draw_all(game)


async def supply(game: Antiquity) -> None:
    """Step 7: up to 14 tokens into the own region, one after the other, and 10 into treasury (mega.short.12).

    Treasury before tokens in Western Empires. With five cities 31 stay in stock (mega.short.21).
    """
    first = game.rules.short_treasury_first
    earned = {seat: game.earn(seat, TREASURY) if first else 0 for seat in game.ranking()}
    put = {seat: await _place_tokens(game, seat) for seat in game.ranking()}
    for seat in game.ranking():
        amount = earned[seat] if first else game.earn(seat, TREASURY)
        game.tell(ShortGameSupplied(seat, put[seat], amount))


async def _place_tokens(game: Antiquity, seat: Seat) -> int:
    """No limit exceeded, Agriculture counts, not beside a city; as many as the player wants (mega.short.13, ruling
    A-129, D-86).
    """
    realm = game.realms[seat]
    caps: dict[int, int] = {
        area: room
        for area in region(game, seat)
        if area not in realm.cities and (room := game.limit(area, seat))
    }
    most = min(TOKENS, realm.stock, sum(caps.values()))
    full: dict[int, int] = {}
    left = most
    for area, room in caps.items():
        if left:
            full[area] = min(room, left)
            left -= full[area]
    placed = await Spread(seat, "short_tokens", caps, 0, most, rule="mega.short.13", default=full)
    for area, number in placed.items():
        game.place(seat, area, number)
    return sum(placed.values())


async def begin(game: Antiquity) -> None:
    """Step 8: markers to column 11 of the board, before the Late Bronze Age; Expert to column 9 (mega.short.14).

    No starting credits (mega.short.16, mega.setup.credits.4). Then phase 1 (mega.short.17), for five turns or six
    (mega.short.20), to the end of the full game (mega.short.19).
    """
    space = game.rules.short_space_expert if game.state.expert else game.rules.short_space
    for seat in game.ranking():
        game.realms[seat].space = space
    begin_turn(game)


OPENING = [
    ("short_themes", draw_themes),
    ("civilizations", choose_civilizations),  # step 2, knowing the own theme (mega.short.6)
    ("short_cities", place_cities),
    ("short_reveal", show_themes),
    ("short_losses", destroy_cities),
    ("short_cards", deal_cards),
    ("short_supply", supply),
    ("short_begin", begin),
]
