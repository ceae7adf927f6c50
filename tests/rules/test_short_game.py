"""The short game."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.short_game import ShortGameSupplied, ThemeDrawn, ThemesShown, supply
from ecumene.antiquity.state import Table
from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import REFEREE, SPECTATOR, Game, Seat, Step, Viewer
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST

BOTH = pytest.mark.parametrize("title", [MEGA, WEST], ids=["mega", "west"])
THEMES = [theme.key for theme in MEGA.components.themes]


def short(title: AntiquityTitle = WEST, seats: int = 5, seed: int = 1, **options: object) -> Game:
    return Game(title, title.options_type(scenario="short", **options), seats, f"{seed:064x}")


def until(game: Game, *kinds: str) -> Game:
    """Defaults until one of these is asked."""
    while not any(decision.kind in kinds for decision in game.pending.values()):
        game.answer_default(game.due()[0])
    return game


def table(game: Game) -> Table:
    state = game.state
    assert isinstance(state, Table)
    return state


def calamities_held(game: Game) -> list[int]:
    """Those in all hands together."""
    return [
        item for realm in table(game).realms for item in realm.hand if not MEGA.components.is_commodity(item)
    ]


def begun(game: Game) -> Game:
    """Up to the first decision of turn 1."""
    while not any(told.event.__class__.__name__ == "TurnBegan" for told in game.play.log):
        game.answer_default(game.due()[0])
    return game


@pytest.mark.rules("mega.short.2", "mega.short.3", "mega.short.4", "mega.short.5", "mega.hid.17")
def test_which_themes_for_how_many() -> None:
    five = {
        "conquering_the_seas",
        "sacred_constructors",
        "coin_and_commerce",
        "exploring_the_deserts",
        "mystical_palaces",
    }
    sets = MEGA.components.theme_sets
    assert set(sets[5]) == five
    assert set(sets[8]) == set(THEMES) - {"coin_and_commerce"}
    assert set(sets[9]) == set(THEMES)
    added = [
        "sacred_constructors", "conquering_the_seas", "coin_and_commerce", "exploring_the_deserts", "early_merchants",
        "cultural_heights", "spreading_knowledge", "emerging_empire", "mystical_palaces",
    ]  # fmt: skip
    for number, seats in enumerate(range(10, 19), 1):
        assert {key for key, copies in sets[seats].items() if copies == 2} == set(added[:number])
        assert set(sets[seats]) == set(THEMES)
    for seats in range(5, 19):
        game = short(MEGA, seats)
        drawn = [MEGA.components.themes[n].key for n in table(game).themes]
        assert sorted(drawn) == sorted(key for key, copies in sets[seats].items() for _ in range(copies))
    assert len({table(short(seed=seed)).themes for seed in range(9)}) > 3


@pytest.mark.rules("mega.short.5", "mega.short.6", "mega.hid.17", "mega.setup.5")
def test_a_theme_is_secret_to_its_owner_until_all_are_shown() -> None:
    game = short()
    assert next(iter(game.pending.values())).kind == "civilization"
    themes = table(game).themes
    for seat in range(5):
        told = [t.event for t in game.events(Viewer(seat)) if isinstance(t.event, ThemeDrawn)]
        assert told == [ThemeDrawn(seat, WEST.components.themes[themes[seat]].key)]
        seen = WEST.view(game.state, Viewer(seat)).themes
        assert [theme for theme in seen if theme >= 0] == [themes[seat]]
        other = table(game).clone()
        WEST.scramble(other, Viewer(seat), game.play.chance.clone())
        assert msgspec.json.encode(WEST.view(other, Viewer(seat))) == msgspec.json.encode(
            WEST.view(game.state, Viewer(seat))
        )
        assert sorted(other.themes) == sorted(themes)
    assert WEST.view(game.state, SPECTATOR).themes == (-1,) * 5
    assert WEST.view(game.state, REFEREE).themes == themes
    until(game, "free_credits", "tax_rate", "short_tokens")
    assert WEST.view(game.state, SPECTATOR).themes == themes
    assert any(isinstance(t.event, ThemesShown) for t in game.events(SPECTATOR))


@BOTH
@pytest.mark.rules("mega.short.7", "mega.short.8", "D-84", "A-127", "mega.area.20")
def test_five_cities_in_the_own_region_four_of_them_on_sites(title: AntiquityTitle) -> None:
    game = until(short(title, 5), "short_cities")
    order = [realm.seat for realm in sorted(table(game).realms, key=lambda realm: realm.civ)]
    for seat in order:
        assert list(game.pending) == [seat]  # in ranking order
        board = game.play.board  # type: ignore[attr-defined]
        decision = game.legal(Seat(seat))
        assert decision is not None
        region = board.regions[title.components.civilization(table(game).realms[seat].civ).key]
        assert set(decision.options) == {a for a in region if board.limit[a]}  # type: ignore[attr-defined]
        wild = [a for a in region if board.limit[a] and not board.site[a]]
        sites = [a for a in region if board.site[a]]
        refused = decision.check(decision.decode({"shape": "pick", "options": [*sites[:3], *wild[:2]]}))
        assert refused is not None
        assert (refused.rule, refused.key) == ("mega.short.7", "too_few_sites")
        for some in (sites[:4], sites[:6]):
            refused = decision.check(decision.decode({"shape": "pick", "options": some}))
            assert refused is not None
            assert refused.key == "wrong_number"
        assert all(decision.check(decision.sample(Random(n))) is None for n in range(20))
        assert decision.fallback().options == tuple(sites[:5])
        game.answer(Seat(seat), {"shape": "pick", "options": [*sites[:4], wild[0]]})
        assert set(table(game).realms[seat].cities) == {*sites[:4], wild[0]}


@BOTH
@pytest.mark.rules("mega.short.9", "mega.adv.written_record.1", "D-79")
def test_themes_bring_four_advances_with_their_credits(title: AntiquityTitle) -> None:
    game = until(short(title, 5), "free_credits")
    (seat,) = game.pending  # Conquering the Seas has the Written Record
    before = list(table(game).realms[seat].credits)
    for realm in table(game).realms:
        theme = title.components.themes[table(game).themes[realm.seat]]
        assert realm.advances == sum(1 << advance for advance in theme.advances)
        assert realm.advances.bit_count() == 4
        printed = [sum(title.components.advance(a).credits[g] for a in theme.advances) for g in range(5)]
        assert realm.credits == printed
    decision = game.legal(seat)
    assert decision is not None
    assert decision.fallback().units == (("arts", 1), ("civics", 1))
    game.answer(seat, {"shape": "spread", "units": [["science", 2]]})
    assert table(game).realms[seat].credits == [*before[:4], before[4] + 10]


@pytest.mark.rules("mega.short.10", "A-128", "D-85")
def test_no_theme_destroys_a_city_unless_the_host_names_it() -> None:
    assert not any(theme.destroys_city for theme in WEST.components.themes)
    assert all(len(realm.cities) == 5 for realm in table(begun(short())).realms)
    game = until(short(themes_that_destroy=("coin_and_commerce", "mystical_palaces")), "theme_city")
    named = {
        n
        for n, theme in enumerate(WEST.components.themes)
        if theme.key in ("coin_and_commerce", "mystical_palaces")
    }
    assert set(game.pending) == {seat for seat, theme in enumerate(table(game).themes) if theme in named}
    seat = next(iter(game.pending))
    cities = set(table(game).realms[seat].cities)
    game.answer(seat, {"shape": "choose", "option": max(cities)})
    assert set(table(game).realms[seat].cities) == cities - {max(cities)}
    begun(game)
    counts = sorted(len(realm.cities) for realm in table(game).realms)
    assert counts == [4, 4, 5, 5, 5]


@BOTH
@pytest.mark.rules("mega.short.11", "mega.short.18", "A-130", "A-50")
def test_cards_are_drawn_as_in_6a_and_nothing_is_bought(title: AntiquityTitle) -> None:
    game = begun(short(title, 9, themes_that_destroy=("early_merchants",)))
    drawn = [told for told in game.play.log if told.event.__class__.__name__ == "CardsDrawn"]
    numbers = [told.event.cities for told in drawn]  # type: ignore[attr-defined]
    assert numbers == [4, 5, 5, 5, 5, 5, 5, 5, 5]
    civs = [table(game).realms[told.event.seat].civ for told in drawn]  # type: ignore[attr-defined]
    assert civs[1:] == sorted(civs[1:])
    assert not any(told.event.__class__.__name__ == "CardBought" for told in game.play.log)
    for realm in table(game).realms:
        assert sum(realm.hand.values()) == len(realm.cities)
        assert not realm.givers


@pytest.mark.rules("mega.short.12")
def test_treasury_before_tokens_in_western_empires_after_them_in_mega_civilization() -> None:
    for title, treasury in ((WEST, 10), (MEGA, 0)):
        game = until(short(title, 5), "short_tokens")
        assert {realm.treasury for realm in table(game).realms} == {treasury}
        begun(game)
        told = [told.event for told in game.play.log if isinstance(told.event, ShortGameSupplied)]
        assert [(event.tokens, event.treasury) for event in told] == [(14, 10)] * 5


@pytest.mark.rules("mega.short.13", "A-129", "D-86")
def test_up_to_14_tokens_in_the_own_region_beside_no_city() -> None:
    game = until(short(), "short_tokens")
    order = [realm.seat for realm in sorted(table(game).realms, key=lambda realm: realm.civ)]
    assert list(game.pending) == order[:1]
    seat = Seat(order[0])
    decision = game.legal(seat)
    realm = table(game).realms[seat]
    board = game.play.board  # type: ignore[attr-defined]
    assert decision is not None
    caps = decision.caps  # type: ignore[attr-defined]
    assert (decision.least, decision.most) == (0, 14)  # type: ignore[attr-defined]
    assert not set(caps) & set(realm.cities)
    assert all(cap == board.limit[area] for area, cap in caps.items())
    assert all(decision.check(decision.sample(Random(n))) is None for n in range(20))
    area = next(area for area, cap in caps.items() if cap == 2)
    refused = decision.check(decision.decode({"shape": "spread", "units": [[area, 3]]}))
    assert refused is not None
    city = next(iter(realm.cities))
    refused = decision.check(decision.decode({"shape": "spread", "units": [[city, 1]]}))
    assert refused is not None
    full = dict(decision.fallback().units)
    assert sum(full.values()) == 14
    assert list(full) == list(caps)[: len(full)]
    game.answer(seat, {"shape": "spread", "units": [[area, 2]]})  # fewer are allowed
    assert realm.tokens == {area: 2}


@BOTH
@pytest.mark.rules(
    "mega.short.14", "mega.short.15", "mega.short.16", "mega.short.17", "mega.short.21", "mega.piece.2"
)
@pytest.mark.parametrize("expert", [False, True])
def test_the_result(title: AntiquityTitle, *, expert: bool) -> None:
    if expert and title is MEGA:
        return
    game = begun(short(title, 5, expert=expert))
    assert table(game).turn == 1
    coin = next(r.seat for r in table(game).realms if r.advances >> Advance.COINAGE & 1)
    assert game.state.step == "1a"
    assert game.pending[Seat(coin)].kind == "tax_rate"
    for realm in table(game).realms:
        taxes = 0 if realm.seat == coin else 10  # who cannot choose a rate has paid already
        assert (sum(realm.tokens.values()), realm.treasury, realm.stock) == (14, 10 + taxes, 31 - taxes)
        assert len(realm.cities) == 5
        assert realm.space == (8 if expert else 10)
    assert not title.laws(game.state)


@pytest.mark.rules("mega.short.14", "mega.13a.4", "mega.short.19", "mega.short.20")
def test_the_marker_stands_before_the_late_bronze_age_five_or_six_turns_from_the_end() -> None:
    for civ in MEGA.components.civilizations:
        assert civ.basic[2] == 11
        assert civ.basic[-1] - 10 == 5
        assert civ.expert[-1] - 8 == 7


@pytest.mark.rules("mega.short.1", "mega.short.19", "mega.13b.3")
@pytest.mark.parametrize("expert", [False, True])
def test_it_ends_as_the_full_game_does(*, expert: bool) -> None:
    """With the turn of the first arrival; on the Expert side one turn later."""
    game = begun(short(expert=expert))
    realm = table(game).realms[0]
    realm.advances = (1 << 51) - 1
    realm.space = 14
    if expert:  # which asks for a sixth city
        play = game.play
        assert isinstance(play, Antiquity)
        play.found_city(0, next(area for area in play.board.areas if play.city_owner(area) is None))
    while not game.ended and table(game).turn < 4:
        game.answer_default(game.due()[0])
    assert game.ended
    assert table(game).turn == 1 + expert
    assert table(game).late_iron_turn == 1
    assert table(game).realms[0].space >= 15


@BOTH
@pytest.mark.rules("mega.short.18", "mega.short.11", "A-130", "mega.8.2")
def test_calamities_of_the_set_up_stay_in_hand_may_be_traded_and_strike_in_the_first_phase_9(
    title: AntiquityTitle,
) -> None:
    """They lie in hands on the first trade floor, and none is left after the first phase 9."""
    held = 0
    for seed in range(4):
        game = begun(short(title, 9, seed))
        dealt = calamities_held(game)
        assert not any(type(told.event).__name__ == "CalamityDiscarded" for told in game.play.log)
        while game.state.step != "7":
            game.answer_default(game.due()[0])
        assert len(calamities_held(game)) >= len(dealt)  # more may have been drawn
        for seat, decision in game.pending.items():
            offered = {item for item, _ in decision.body().cards}  # type: ignore[attr-defined]
            mine = table(game).realms[seat].hand
            assert offered == {item for item in mine if title.components.kinds[item >> 1].sort != "fixed"}
        held += len(dealt)
        while game.state.step not in ("10", "11", "12", "13a") and table(game).turn == 1:
            game.answer_default(game.due()[0])
        assert calamities_held(game) == []
    assert held


@pytest.mark.rules("mega.short.13", "mega.adv.agriculture.1", "A-129")
def test_agriculture_counts_for_the_tokens_of_the_set_up() -> None:
    """No theme of today has it; a title may say otherwise."""
    game = until(short(), "short_tokens")
    seat = next(iter(game.pending))
    play = game.play
    assert isinstance(play, Antiquity)
    table(game).realms[seat].advances |= 1 << Advance.AGRICULTURE
    step = Step(supply(play), 0)  # type: ignore[arg-type]
    limit = play.board.limit
    caps = step.pending[seat].caps  # type: ignore[attr-defined]
    assert {limit[area] for area in caps} >= {1, 2, 3}
    assert all(room == limit[area] + (limit[area] <= 2) for area, room in caps.items())
