"""A called calamity: whose it is, who directs it, and whom its victim draws in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from ecumene.antiquity.components import kind_of
from ecumene.antiquity.effects import Effect
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Pick, Seat


class CalamityCalled(Event, frozen=True, tag="calamity_called"):
    """A calamity is shown (mega.9b.1); with its beneficiary, if it has one, the last trader comes out
    (mega.hid.12).
    """

    seat: int
    card: int
    beneficiary: int = -1


class VictimsNamed(Event, frozen=True, tag="victims_named"):
    seat: int
    card: int
    others: tuple[int, ...]


EVENTS = (CalamityCalled, VictimsNamed)


class Call(msgspec.Struct):
    """One copy of a calamity while it is resolved. `others`: the secondary victims once they are named."""

    card: int
    effect: Effect
    victim: Seat
    beneficiary: Seat | None
    barred: set[Seat]
    """Whom the other copy of the same name keeps from being a secondary victim of this one (mega.9.dup.5,
    mega.9.dup.6, mega.9.dup.7).
    """
    others: list[Seat] = []

    @property
    def key(self) -> str:
        return self.effect.key


def amount(game: Antiquity, effect: Effect, role: str, seat: Seat) -> int:
    """An amount as the advances of the one hit make it, never below zero.

    Effects apply by themselves, good and bad, for the holder only (mega.9.1, mega.9.def.19, mega.9.def.23,
    ruling A-74).

    What the holder may choose is a decision instead (mega.adv.gen.3).
    """
    return max(0, effect.amounts[role].under(game.realms[seat].advances))


def is_fixed(game: Antiquity, item: int) -> bool:
    """Whether a card is a calamity that cannot be traded."""
    return game.components.kinds[kind_of(item)].sort == "fixed"


def same_block(game: Antiquity, seat: Seat) -> list[Seat]:
    """The players of a seat's trade block, by ranking; all of them where there is one block."""
    block = game.realms[seat].block
    return [other for other in game.ranking() if game.realms[other].block == block]


def in_reach(game: Antiquity, item: int, victim: Seat) -> list[Seat]:
    """Who can be beneficiary or secondary victim: one's own block for a fixed calamity, all for others
    (mega.9.dup.8, mega.9.dup.10, mega.9.benef.6, ruling A-77).
    """
    seats = same_block(game, victim) if is_fixed(game, item) else game.ranking()
    return [seat for seat in seats if seat != victim]


def beneficiary(game: Antiquity, item: int, effect: Effect, victim: Seat) -> Seat | None:
    """The last trader, else by stock; Civil War and Tyranny always by stock; never the victim
    (mega.9.benef.1, mega.9.benef.2, mega.9.benef.3, mega.9.benef.4, mega.9.benef.5).

    It may be the victim of the other copy of a tradeable one (mega.9.dup.11).
    """
    if not effect.beneficiary:
        return None
    if effect.beneficiary == "trader":
        giver = game.realms[victim].givers.get(item)
        if giver is not None and not game.realms[giver].gone and giver != victim:
            return Seat(giver)
    return game.beneficiary(among=in_reach(game, item, victim))


def called(game: Antiquity, item: int, victim: Seat) -> Call:
    """The call of a card, its beneficiary determined at this moment (mega.9.benef.1)."""
    effect = game.components.effects[game.components.kinds[kind_of(item)].key]
    return Call(item, effect, victim, beneficiary(game, item, effect, victim), set())


# -- secondary victims ------------------------------------------------------------------------------------------------

Target = Callable[[Antiquity, Seat], bool]


def targets(game: Antiquity, call: Call, can_be_hit: Target) -> list[Seat]:
    """Legal secondary victims: not the victim himself (mega.9.def.3), not whom a copy bars, somebody whom the
    effect can hit; prevention is no bar (ruling A-72). Barbarians are no players and never among them
    (mega.9.def.4).
    """
    return [
        seat
        for seat in in_reach(game, call.card, call.victim)
        if seat not in call.barred and can_be_hit(game, seat)
    ]


async def name_victims(
    game: Antiquity,
    call: Call,
    legal: Sequence[Seat],
    kind: str,
    rule: str,
    most_first: Callable[[Seat], int],
) -> None:
    """The victim names as many as the calamity asks for, as far as there are legal targets (mega.9.def.2)."""
    number = min(len(legal), call.effect.amounts["others"].base)
    picked: Iterable[int | str] = legal[:number]
    if number < len(legal):
        default = sorted(legal, key=lambda seat: -most_first(seat))[:number]
        picked = await Pick(
            call.victim, kind, legal, number, number, rule, default=default, about={"calamity": call.key}
        )
    call.others = [Seat(int(seat)) for seat in picked]
    game.tell(VictimsNamed(call.victim, call.card, tuple(call.others)))


# -- who may be hit ---------------------------------------------------------------------------------------------------


def has_units(game: Antiquity, seat: Seat) -> bool:
    realm = game.realms[seat]
    return bool(realm.tokens or realm.cities)


def has_city(game: Antiquity, seat: Seat) -> bool:
    return bool(game.realms[seat].cities)
