"""What is hidden (part 9), as far as set-up, cards and the end go; and what a client may know at all."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from ecumene.antiquity.catalogue import phase_of
from ecumene.antiquity.state import Table
from ecumene.antiquity.title import AntiquityTitle
from ecumene.antiquity.view import RealmView, TableView
from ecumene.antiquity.wire import events
from ecumene.kernel import REFEREE, SPECTATOR, Chance, Game, Viewer
from ecumene.kernel.testing import random_policy
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA
from ecumene.titles.western_empires import WESTERN_EMPIRES as WEST

BOTH = pytest.mark.parametrize("title", [MEGA, WEST], ids=["mega", "west"])


def later(title: AntiquityTitle = WEST, seats: int = 7, answers: int = 400, **options: object) -> Game:
    """Some way into a random short game: everybody holds cards."""
    game = Game(title, title.options_type(scenario="short", **options), seats, "33" * 32)
    rng = Random(1)
    for _ in range(answers):
        if game.ended or game.state.turn > 1:
            break
        seat = rng.choice(game.due())
        game.answer(seat, random_policy(game, seat, rng))
    assert not game.ended
    return game


def table(game: Game) -> Table:
    state = game.state
    assert isinstance(state, Table)
    return state


@pytest.mark.rules("mega.hid.1", "mega.hid.2", "mega.hid.3", "mega.hid.4", "mega.hid.20", "mega.6b.6", "A-62")
def test_a_view_is_an_allow_list() -> None:
    assert not {"stacks", "revolts", "goto", "chance", "seed"} & set(TableView.__struct_fields__)
    assert {
        "tokens",
        "cities",
        "ships",
        "stock",
        "treasury",
        "advances",
        "credits",
        "space",
        "cards",
        "block",
    } <= set(RealmView.__struct_fields__)
    game = later()
    for viewer in [Viewer(seat) for seat in range(7)] + [SPECTATOR, REFEREE]:
        view = WEST.view(game.state, viewer)
        for realm in view.realms:
            assert (realm.hand is not None) == (viewer in (realm.seat, REFEREE))
            assert (realm.givers is not None) == (viewer in (realm.seat, REFEREE))
            assert realm.cards == sum(table(game).realms[realm.seat].hand.values())
        assert set(view.empty) <= {True, False}


@BOTH
@pytest.mark.rules("mega.hid.2", "mega.hid.3", "mega.hid.4", "mega.hid.20", "mega.13c.5")
def test_what_a_seat_may_not_know_can_be_replaced_without_its_noticing(title: AntiquityTitle) -> None:
    game = later(title, 9)
    changed = 0
    for seed in range(6):
        for viewer in (Viewer(0), Viewer(5), SPECTATOR):
            other = table(game).clone()
            title.scramble(other, viewer, Chance(f"{seed:064x}"))
            assert msgspec.json.encode(title.view(other, viewer)) == msgspec.json.encode(
                title.view(game.state, viewer)
            )
            assert not title.laws(other)
            changed += other.stacks != table(game).stacks
    assert changed > 10
    same = table(game).clone()
    title.scramble(same, REFEREE, Chance("00" * 32))
    assert msgspec.json.encode(same) == msgspec.json.encode(game.state)


@pytest.mark.rules("mega.hid.16", "mega.hid.15")
def test_discards_are_open() -> None:
    game = later()
    game.play.discard(0, next(iter(table(game).realms[0].hand)))  # type: ignore[attr-defined]
    assert WEST.view(game.state, SPECTATOR).discards == table(game).discards
    assert any(table(game).discards)


@pytest.mark.rules("mega.setup.select.7", "mega.setup.8", "mega.setup.9", "mega.adv.gen.7")
@BOTH
def test_the_catalogue_tells_all_that_is_open_to_all(title: AntiquityTitle) -> None:
    shown = title.catalogue()
    assert len(shown.advances) == 51
    assert shown.kinds[0].key == "water"
    assert shown.lineups == title.components.lineups
    assert all(len(kind.copies) == 8 for kind in shown.kinds[1:])  # how many of each in each deck
    assert [step.name for step in shown.steps] == list(title.turn)
    assert phase_of("9b") == 9
    assert len(shown.terms_basic) == len(shown.terms_expert) == 6
    assert {price.stack for price in shown.stack_prices} == {2, 3, 6, 7, 8, 9}
    assert msgspec.json.decode(msgspec.json.encode(shown), type=type(shown)) == shown


def test_every_event_goes_over_the_wire_and_has_a_word_of_its_own() -> None:
    tags = [event.__struct_config__.tag for event in events()]
    assert len(set(tags)) == len(tags)
    assert set(events()) <= set(WEST.wire_types)
    msgspec.json.schema_components(WEST.wire_types)


def test_a_position_is_small_and_a_state_survives_json() -> None:
    game = later(WEST, 9)
    data = msgspec.json.encode(game.state)
    assert len(data) < 12_000
    assert msgspec.json.decode(data, type=Table) == game.state
