"""A player leaves the game (chapter 7): announced at any time, carried out between two turns.

Decisions: D-81: the call "leave" (and "stay", which withdraws it); D-82: `play_on`; D-83: `resettle`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.cities import check_support, remove_surplus
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.state import BARBARIANS
from ecumene.kernel import Refusal, Seat, Spread, together


class LeaveAnnounced(Event, frozen=True, tag="leave_announced"):
    """A seat will leave after this turn, or stays after all."""

    seat: int
    leaves: bool


class PlayerLeft(Event, frozen=True, tag="player_left"):
    """The seat has left; these areas are out of play now."""

    seat: int
    areas: tuple[int, ...]


class GameBrokenOff(Event, frozen=True, tag="game_broken_off"):
    """The others did not agree to go on (or nobody is left to play with)."""

    against: tuple[int, ...]


class Resettled(Event, frozen=True, tag="resettled"):
    """Tokens of areas that went out of play were placed elsewhere; `lost` found no room."""

    seat: int
    placed: dict[int, int]
    lost: int


EVENTS = (LeaveAnnounced, PlayerLeft, GameBrokenOff, Resettled)


def announce(game: Antiquity, seat: Seat, action: str) -> None:
    """A seat says that it leaves, or takes it back, while a turn is played (mega.leave.1, D-81); nobody comes back
    later (mega.leave.20). The turn is finished first (mega.leave.2); by defaults, if nobody answers for the seat.
    """
    leaving = game.state.leaving
    if seat < 0 or game.realms[seat].gone:
        raise Refusal("mega.leave.20", "not_in_the_game", seat=seat)
    if (action == "leave") == (seat in leaving):
        raise Refusal("mega.leave.1", "said_already", seat=seat)
    if action == "leave":
        leaving.append(seat)
    else:
        leaving.remove(seat)
    game.tell(LeaveAnnounced(seat, action == "leave"))


async def let_go(game: Antiquity) -> None:
    """Between two turns: those who said so leave, if all others want to play on (mega.leave.1, mega.leave.18, D-82).

    Nobody else leaves: who has no unit stays in the game (mega.leave.3).

    After the markers have moved, before the discards go back (mega.leave.2); one after the other in ranking order;
    otherwise the game ends and is scored without them (ruling A-124).
    """
    state = game.state
    leavers = [seat for seat in game.ranking() if seat in state.leaving]
    if not leavers:
        return
    state.leaving.clear()
    others = [seat for seat in game.ranking() if seat not in leavers]
    wishes = await together({seat: _play_on(game, seat, leavers) for seat in others})
    against = [seat for seat in others if wishes[seat] == "no"]
    if against or len(others) < 2:
        for seat in leavers:
            game.realms[seat].gone = True
        state.over = True
        game.tell(GameBrokenOff(tuple(against)))
        return
    while leavers:
        await leave(game, leavers.pop(0), leavers)
    if game.rules.leave_surplus:
        await remove_surplus(game)
    await check_support(game)


async def _play_on(game: Antiquity, seat: Seat, leavers: list[Seat]) -> str:
    about = {"leaving": list(leavers)}
    answer: str = await game.choose(seat, "play_on", ("yes", "no"), "mega.leave.1", about=about)
    return answer


async def leave(game: Antiquity, leaver: Seat, next_ones: Sequence[Seat] = ()) -> None:
    """All that a player's leaving entails, in the order of the chapter. Surplus (mega.leave.16) and support
    (mega.leave.17) are checked when the last one has left; who leaves next is not asked any more (E-03).
    """
    region = game.board.regions.get(game.components.civilization(game.realms[leaver].civ).key, ())
    _clear_off(game, leaver, region)
    game.state.board = game.board.without(region).key  # mega.leave.19
    homeless = {seat: _clear_area(game, seat, region) for seat in game.ranking()}
    game.board = game.board.without(region)
    game.tell(PlayerLeft(leaver, tuple(region)))
    for seat, number in homeless.items():
        if number:
            await _resettle(game, seat, number, asked=seat not in next_ones)


def _clear_off(game: Antiquity, leaver: Seat, region: tuple[int, ...]) -> None:
    """The leaver's things: advances and credits leave the game (mega.leave.4), cards go to the discards (mega.leave.5),
    ships and pieces in his region are removed, with all neutral pieces there (mega.leave.6, mega.leave.7,
    mega.leave.8); outside, his pieces become neutral ones (mega.leave.10). His markers leave the tracks: no rank from
    now on (mega.leave.21).
    """
    realm, state = game.realms[leaver], game.state
    realm.advances = 0
    realm.credits = [0] * 5
    for item, number in sorted(realm.hand.items()):
        for _ in range(number):
            game.discard(leaver, item)
    realm.ships.clear()
    for area, number in sorted(realm.tokens.items()):
        game.remove(leaver, area, number)
        game.place(BARBARIANS, area, number)
    for area in sorted(realm.cities):
        game.annex_city(BARBARIANS, area)
    for area in region:
        state.barbarians.pop(area, None)
        state.pirates.pop(area, None)
    game.pay(leaver, realm.treasury)
    realm.gone = True


def _clear_area(game: Antiquity, seat: Seat, region: tuple[int, ...]) -> int:
    """What another player has there (mega.leave.9): ships are destroyed (mega.leave.11), cities are reduced, or become
    five tokens, as far as stock goes (mega.leave.12), and all tokens are taken away (mega.leave.13); how many.
    """
    realm = game.realms[seat]
    for area in region:
        realm.ships.pop(area, None)
        if area in realm.cities:
            if game.rules.leave_city_tokens:
                game.raze_city(seat, area)
                game.place(seat, area, min(game.rules.leave_city_tokens, realm.stock))
            else:
                game.reduce_city(seat, area)
    number = 0
    for area in region:
        held = realm.tokens.get(area, 0)
        game.remove(seat, area, held)
        number += held
    return number


def room(game: Antiquity, seat: Seat) -> dict[int, int]:
    """Where tokens may go, and how many without exceeding a limit: no conflict situation may arise (mega.leave.14).

    Areas that hold an own token already, in Western Empires those of the own region too (mega.leave.13).
    """
    realm, board = game.realms[seat], game.board
    areas = set(realm.tokens)
    if game.rules.leave_to_region:
        areas.update(board.regions.get(game.components.civilization(realm.civ).key, ()))
    found = {}
    for area in sorted(areas):
        limit = game.limit(area, seat)
        if game.city_owner(area) is not None:  # beside a city tokens are a conflict situation, or surplus
            limit = int(area in realm.cities and game.holds(seat, Advance.PUBLIC_WORKS))
        found[area] = max(0, limit - game.crowd(area))
    return found


async def _resettle(game: Antiquity, seat: Seat, number: int, *, asked: bool) -> None:
    """All of them are placed as long as there is room (mega.leave.13, D-83).

    In Western Empires also above the limit where no tokens of others are, by as few as possible (mega.leave.15); what
    cannot be placed stays in stock (ruling A-126).
    """
    free = room(game, seat)
    number = min(number, game.realms[seat].stock)
    short = max(0, number - sum(free.values()))
    crowded = []
    if game.rules.leave_over_limit:
        crowded = [a for a in free if not game.others_in(seat, a) and a not in game.realms[seat].cities]
    if short and crowded:
        most = number
        caps: dict[int, int] = {area: n + (short if area in crowded else 0) for area, n in free.items()}
    else:
        most = number - short
        caps = dict(free.items())
    caps = {area: cap for area, cap in caps.items() if cap}
    placed: Mapping[int, int] = {}
    filled = free if short else {}
    if most:
        placed = _roomiest(caps, filled, most)
    if most and asked and len(caps) > 1:
        placed = await Spread(
            seat, "resettle", caps, most, most, rule="mega.leave.13", default=placed,
            fits=lambda units: _full_first(filled, units), draw=lambda rng: _anywhere(caps, filled, most, rng),
            about={"tokens": most},
        )  # fmt: skip
    for area, units in placed.items():
        game.place(seat, area, units)
    game.tell(Resettled(seat, dict(sorted(placed.items())), number - most))


def _full_first(filled: Mapping[int, int], units: Mapping[int, int]) -> Refusal | None:
    """With too little room every area is filled up, so that as few as possible are above a limit (mega.leave.15)."""
    for area, least in filled.items():
        if units.get(area, 0) < least:
            return Refusal("mega.leave.15", "room_left", area=area, least=least)
    return None


def _roomiest(caps: Mapping[int, int], filled: Mapping[int, int], number: int) -> dict[int, int]:
    """The areas with most room first, by area (D-83)."""
    placed: dict[int, int] = {area: n for area, n in filled.items() if n}
    left = number - sum(placed.values())
    for area in sorted(caps, key=lambda area: (placed.get(area, 0) - caps[area], area)):
        more = min(left, caps[area] - placed.get(area, 0))
        if more:
            placed[area] = placed.get(area, 0) + more
            left -= more
    return placed


def _anywhere(caps: Mapping[int, int], filled: Mapping[int, int], number: int, rng: Random) -> dict[int, int]:
    placed: dict[int, int] = {area: n for area, n in filled.items() if n}
    places = [area for area, cap in caps.items() for _ in range(cap - placed.get(area, 0))]
    for area in rng.sample(places, number - sum(placed.values())):
        placed[area] = placed.get(area, 0) + 1
    return placed


STEPS = [("leave", let_go)]
