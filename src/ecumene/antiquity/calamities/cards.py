"""Trade cards that calamities take; all that is discarded is open (ruling A-79, mega.hid.15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.purchase import CardsDiscarded
from ecumene.kernel import Option, Refusal, Seat, Spread


def commodities(game: Antiquity, seat: Seat) -> dict[int, int]:
    """The commodity cards of a hand, the lowest face values first; water is one (mega.card.8, ruling A-63)."""
    catalog = game.catalog
    hand = game.realms[seat].hand
    held = [(catalog.face(item), item) for item in hand if catalog.is_commodity(item)]
    return {item: hand[item] for _, item in sorted(held)}


def discard(game: Antiquity, seat: Seat, cards: Iterable[tuple[int, int]], reason: str) -> None:
    """Onto the discard piles of their stacks (mega.9.3), openly."""
    gone = tuple(sorted(cards))
    for item, number in gone:
        for _ in range(number):
            game.discard(seat, item)
    if gone:
        game.tell(CardsDiscarded(seat, gone, reason))


def lowest(cards: Mapping[int, int], number: int) -> dict[Option, int]:
    """So many cards from the front of a hand that is sorted by face value."""
    found: dict[Option, int] = {}
    for item, held in cards.items():
        put = min(held, number)
        if put:
            found[item] = put
            number -= put
    return found


class FaceValue(Spread):
    """D-56: commodity cards that reach a face value, none of which could be left out (mega.9.corruption.1,
    A-94).
    """

    __slots__ = ("cards", "faces", "needed")

    def __init__(self, game: Antiquity, seat: Seat, needed: int, reason: str, rule: str) -> None:
        self.cards = commodities(game, seat)
        self.faces = {item: game.catalog.face(item) for item in self.cards}
        self.needed = needed
        caps: dict[Option, int] = {item: number for item, number in self.cards.items() if self.faces[item]}
        super().__init__(
            seat, "corruption", caps, 1, sum(caps.values()), rule, default=self._thriftiest(),
            fits=self._fault, draw=self._draw, about={"calamity": reason, "face": needed},
        )  # fmt: skip

    def _value(self, cards: Mapping[Option, int]) -> int:
        return sum(self.faces[int(item)] * number for item, number in cards.items())

    def _fault(self, cards: dict[Option, int]) -> Refusal | None:
        value = self._value(cards)
        if value < self.needed:
            return Refusal("mega.9.corruption.1", "too_low", needed=self.needed, got=value)
        least = min(self.faces[int(item)] for item in cards)
        if value - least >= self.needed:
            return Refusal("mega.9.corruption.3", "needless_card", needed=self.needed, got=value)
        return None

    def _thriftiest(self) -> dict[Option, int]:
        """Fewest points above, then fewest cards: for each sum the fewest cards that make it."""
        best: dict[int, tuple[int, ...]] = {0: ()}
        single = [item for item, number in self.cards.items() for _ in range(number) if self.faces[item]]
        for item in single:
            for value, cards in sorted(best.items(), reverse=True):
                more = value + self.faces[item]
                if value < self.needed and (more not in best or len(cards) + 1 < len(best[more])):
                    best[more] = (*cards, item)
        value = min(value for value in best if value >= self.needed)
        found: dict[Option, int] = {}
        for item in best[value]:
            found[item] = found.get(item, 0) + 1
        return found

    def _draw(self, rng: Random) -> dict[Option, int]:
        single = [item for item, number in self.cards.items() for _ in range(number) if self.faces[item]]
        rng.shuffle(single)
        taken: list[int] = []
        value = 0
        while value < self.needed:
            taken.append(single.pop())
            value += self.faces[taken[-1]]
        found: dict[Option, int] = {}
        for item in sorted(taken, key=lambda item: self.faces[item]):
            if value - self.faces[item] >= self.needed:
                value -= self.faces[item]
            else:
                found[item] = found.get(item, 0) + 1
        return found


async def discard_face_value(game: Antiquity, seat: Seat, needed: int, reason: str, rule: str) -> None:
    """Face values that add up to the amount; all commodity cards if they do not (mega.9.corruption.4)."""
    cards = commodities(game, seat)
    total = sum(game.catalog.face(item) * number for item, number in cards.items())
    if needed <= 0 or not cards:
        return
    if total < needed:
        discard(game, seat, cards.items(), reason)
        return
    decision = FaceValue(game, seat, needed, reason, rule)
    forced = (
        len(decision.caps) == 1 or total - min(decision.faces[int(item)] for item in decision.caps) < needed
    )
    chosen = decision.default if forced else await decision
    discard(game, seat, [(int(item), number) for item, number in chosen.items()], reason)


class TwoOrNone(Spread):
    """D-58: so many commodity cards, or none; the default is the lowest ones (mega.9.iconoclasm.6)."""

    __slots__ = ("cards", "number")

    def __init__(self, seat: Seat, cards: dict[int, int], number: int, reason: str, rule: str) -> None:
        self.cards = cards
        self.number = number
        super().__init__(
            seat, "theocracy", cards, 0, number, rule, default=lowest(cards, number), fits=self._fault,
            draw=self._draw, about={"calamity": reason, "cards": number},
        )  # fmt: skip

    def _fault(self, cards: dict[Option, int]) -> Refusal | None:
        got = sum(cards.values())
        return (
            None
            if got in (0, self.number)
            else Refusal(self.rule, "all_or_none", number=self.number, got=got)
        )

    def _draw(self, rng: Random) -> dict[Option, int]:
        if rng.random() < 0.5:
            return {}
        single = [item for item, held in self.cards.items() for _ in range(held)]
        found: dict[Option, int] = {}
        for item in rng.sample(single, self.number):
            found[item] = found.get(item, 0) + 1
        return found
