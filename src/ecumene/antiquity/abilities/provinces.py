"""Provincial Empire: neighbours give a card each.

Decisions: D-69: `provincial_empire`; D-70: `tribute` (the card), then `tribute_face`; D-71: `show_tribute` (givers of
the cards to be shown).
"""

from __future__ import annotations

from collections.abc import Mapping

from ecumene.antiquity.abilities.tributes import Tribute
from ecumene.antiquity.advances import Advance
from ecumene.antiquity.events import Event
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Choose, Option, Pick, Refusal, Seat, together

MOST = 5
LEAST_FACE = 2


class TributeAsked(Event, frozen=True, tag="tribute_asked"):
    seat: int
    others: tuple[int, ...]


class TributeGiven(Event, frozen=True, tag="tribute_given"):
    """`card` is -1 if it is handed over face down; `owed` is false if the giver has no such card (ruling A-104)."""

    giver: int
    taker: int
    card: int = -1
    owed: bool = True


class TributeSeen(Event, frozen=True, tag="tribute_seen"):
    """A card handed over face down: for giver and taker (mega.hid.14)."""

    giver: int
    taker: int
    card: int


class TributeShown(Event, frozen=True, tag="tribute_shown"):
    giver: int
    taker: int
    card: int


EVENTS = (TributeAsked, TributeGiven, TributeSeen, TributeShown)


def neighbours(game: Antiquity, seat: Seat) -> list[Seat]:
    """Who has a unit in an area beside one with an own unit, by land or water (mega.adv.provincial_empire.1,
    ruling A-06).
    """
    realm, adjacent = game.realms[seat], game.board.adjacent_mask
    mask = 0
    for area in (*realm.tokens, *realm.cities):
        mask |= adjacent[area]
    return [
        other
        for other in game.ranking()
        if other != seat
        and any(mask >> area & 1 for area in (*game.realms[other].tokens, *game.realms[other].cities))
    ]


def is_safe(game: Antiquity, seat: Seat) -> bool:
    """mega.adv.provincial_empire.3, mega.adv.public_works.8, mega.10.7."""
    return game.holds(seat, Advance.PROVINCIAL_EMPIRE) or game.holds(seat, Advance.PUBLIC_WORKS)


def can_ask(game: Antiquity, seat: Seat) -> bool:
    return any(not is_safe(game, other) for other in neighbours(game, seat))


def fitting(game: Antiquity, seat: Seat) -> list[int]:
    """Commodity cards of face value 2 or more, the lowest first (mega.adv.provincial_empire.2)."""
    face = game.components.face
    return sorted((i for i in game.realms[seat].hand if face(i) >= LEAST_FACE), key=lambda i: (face(i), i))


async def provincial_empire(game: Antiquity, seat: Seat) -> None:
    """Up to five neighbours of any block (mega.10.8) give one card each; who has none gives nothing, and all learn
    that (ruling A-104). Cards are not discarded: they change hands.
    """
    near = neighbours(game, seat)
    options = [other for other in near if not is_safe(game, other)]
    barred: Mapping[Option, Refusal] = {
        other: Refusal("mega.adv.provincial_empire.3", "safe", seat=other)
        for other in near
        if is_safe(game, other)
    }
    asked = await Pick(
        seat, "provincial_empire", options, 0, min(MOST, len(options)), "mega.adv.provincial_empire.1",
        barred=barred,
    )  # fmt: skip
    if not asked:
        return
    game.tell(TributeAsked(seat, tuple(sorted(int(other) for other in asked))))
    givers = []
    for other in sorted(Seat(int(other)) for other in asked):
        if fitting(game, other):
            givers.append(other)
        else:
            game.tell(TributeGiven(other, seat, owed=False))
    game.learned = True  # who has such a card is known now
    game.state.tributes = [Tribute(other, seat) for other in givers]
    await together({other: _give(game, other) for other in givers})
    await _show(game, seat)
    game.state.tributes = []


def _tribute(game: Antiquity, giver: Seat) -> Tribute:
    return next(tribute for tribute in game.state.tributes if tribute.giver == giver)


async def _give(game: Antiquity, giver: Seat) -> None:
    """The giver chooses card and face (mega.adv.provincial_empire.4). What he chooses from is nobody else's to know,
    so he is asked even if he has no choice.
    """
    taker = Seat(_tribute(game, giver).taker)
    _tribute(game, giver).card = await Choose(
        giver, "tribute", lambda: fitting(game, giver), "mega.adv.provincial_empire.2", about={"to": taker},
        secret=True,
    )  # fmt: skip
    face = await Choose(
        giver,
        "tribute_face",
        ("down", "up"),
        "mega.adv.provincial_empire.4",
        about={"to": taker},
        secret=True,
    )
    tribute = _tribute(game, giver)
    tribute.face = face
    game.lose_card(giver, tribute.card)
    game.gain_card(taker, tribute.card)
    game.learned = True
    if face == "up":
        game.tell(TributeGiven(giver, taker, tribute.card))
    else:
        game.tell(TributeGiven(giver, taker))
        game.tell(TributeSeen(giver, taker, tribute.card), to=sorted((giver, taker)))


async def _show(game: Antiquity, seat: Seat) -> None:
    """The taker may show what was handed over face down (mega.adv.provincial_empire.4, D-71)."""
    hidden = [tribute.giver for tribute in game.state.tributes if tribute.face == "down"]
    if not hidden:
        return
    shown = await Pick(seat, "show_tribute", hidden, 0, len(hidden), "mega.adv.provincial_empire.4")
    for giver in sorted(int(giver) for giver in shown):
        game.tell(TributeShown(giver, seat, _tribute(game, Seat(giver)).card))
        game.learned = True
