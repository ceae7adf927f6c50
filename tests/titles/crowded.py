"""Games in the middle of things: full boards, many advances, big hands, so that the rare decisions are common."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.purchase import gain_advances
from ecumene.antiquity.title import AntiquityTitle
from ecumene.atlas.places import Area
from ecumene.kernel import Chance, Game, Seat


def crowded(title: AntiquityTitle, seats: int, rng: Random, step: str = "1a", **options: Any) -> Game:
    """A game that goes on from the beginning of `step`, every piece and card accounted for."""
    chosen: Any = title.options_type(**options)
    seed = f"{rng.getrandbits(256):064x}"
    begun = Game(title, chosen, seats, seed)
    while begun.state.step in title.openings[chosen.scenario]:
        seat = begun.due()[0]
        begun.answer(seat, begun.pending[seat].sample(rng))
    play = title.play(begun.state.clone(), Chance(seed))
    state = play.state
    state.step, state.turn = step, 9
    state.movement = state.floor = None
    lands = list(play.board.areas)
    rng.shuffle(lands)
    centre = rng.choice(lands)
    lands.sort(key=lambda area: play.board.distance(centre, area) + rng.random() * 3)
    lands = lands[: rng.choice((20, 40, 60, 100)) + 8 * seats]
    for realm in state.realms:
        _people(play, Seat(realm.seat), lands, rng)
    for area in rng.sample(lands, 6):
        if play.city_owner(area) is None and rng.random() < 0.5:
            state.pirates[area] = 1
        elif rng.random() < 0.5:
            state.barbarians[area] = rng.randint(1, 7)
    state.order = list(play.ranking())
    return Game._go_on(title, chosen, seats, seed, play, [], [], [], {})


def _people(play: Antiquity, seat: Seat, lands: Sequence[Area], rng: Random) -> None:
    realm, board = play.realms[seat], play.board
    for area in rng.sample(lands, rng.randint(0, 9)):
        if play.city_owner(area) is None and board.limit[area]:
            play.found_city(seat, area, rng.choice((0, 8, 9)))
    play.earn(seat, rng.choice((0, 0, 3, 10, 25)))
    for area in rng.sample(lands, rng.randint(3, 16)):
        if rng.random() < 0.8 or area not in realm.cities:
            play.place(seat, area, min(rng.choice((1, 1, 2, 3, 7, 8)), realm.stock))
    for port in rng.sample(sorted({*realm.tokens, *realm.cities}), min(3, len(realm.tokens))):
        if board.coastal[port] and play.ships_left(seat):
            realm.ships[port] = realm.ships.get(port, 0) + 1
    often = rng.choice((0.1, 0.3, 0.6))
    gain_advances(play, seat, [advance for advance in Advance if rng.random() < often])
    realm.space = rng.randint(0, 12)
    _cards(play, seat, rng)


def _cards(play: Antiquity, seat: Seat, rng: Random) -> None:
    realm = play.realms[seat]
    for number, stack in enumerate(play.state.stacks):
        if number // 9 == realm.block:
            for _ in range(min(len(stack), rng.choice((0, 0, 1, 2)))):
                play.gain_card(seat, stack.pop(rng.randrange(len(stack))))
    if rng.random() < 0.3:
        play.gain_card(seat, realm.block)  # water
    evils = [
        (stack, item)
        for stack in play.state.stacks
        for item in stack
        if not play.components.is_commodity(item)
    ]
    for pile, item in rng.sample(evils, min(len(evils), rng.choice((0, 0, 1, 2)))):
        if item ^ 1 in realm.hand:
            continue  # two copies in one hand do not outlive phase 8
        pile.remove(item)
        play.gain_card(seat, item, rng.choice((None, Seat(rng.randrange(len(play.realms))))))
