"""Trade cards that calamities take; all that is discarded is open (ruling A-79, mega.hid.15)."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.own_cards import OwnCards, commodities, counted, one_by_one
from ecumene.antiquity.purchase import CardsDiscarded
from ecumene.kernel import Refusal, Seat


def discard(game: Antiquity, seat: Seat, cards: Iterable[tuple[int, int]], reason: str) -> None:
    """Onto the discard piles of their stacks (mega.9.3), openly."""
    gone = tuple(sorted(cards))
    for item, number in gone:
        for _ in range(number):
            game.discard(seat, item)
    if gone:
        game.tell(CardsDiscarded(seat, gone, reason))


class FaceValue(OwnCards):
    """D-56: commodity cards that reach a face value, none of which could be left out (mega.9.corruption.1,
    mega.9.corruption.3, ruling A-94). The default: fewest points above, then fewest cards.
    """

    __slots__ = ("needed",)

    def __init__(self, game: Antiquity, seat: Seat, needed: int, reason: str, rule: str) -> None:
        super().__init__(game, seat, "corruption", rule, {"calamity": reason, "face": needed})
        self.needed = needed

    def fault(self, cards: dict[int, int]) -> Refusal | None:
        value = self.value_of(cards)
        if value < self.needed:
            return Refusal("mega.9.corruption.1", "too_low", needed=self.needed, got=value)
        if value - min(self.game.components.face(item) for item in cards) >= self.needed:
            return Refusal("mega.9.corruption.3", "needless_card", needed=self.needed, got=value)
        return None

    @property
    def default(self) -> dict[int, int]:  # type: ignore[override]
        """For each value the fewest cards that make it, card by card."""
        best: dict[int, tuple[int, ...]] = {0: ()}
        for item in one_by_one(self.hand):
            face = self.game.components.face(item)
            for value, cards in sorted(best.items(), reverse=True):
                more = value + face
                if face and value < self.needed and (more not in best or len(cards) + 1 < len(best[more])):
                    best[more] = (*cards, item)
        enough = [value for value in best if value >= self.needed]
        return counted(best[min(enough)] if enough else self.hand)

    def pick(self, rng: Random) -> dict[int, int]:
        face = self.game.components.face
        cards = one_by_one(self.hand)
        rng.shuffle(cards)
        taken: list[int] = []
        while cards and sum(map(face, taken)) < self.needed:
            taken.append(cards.pop())
        value = sum(map(face, taken))
        kept = []
        for item in sorted(taken, key=face):
            if value - face(item) >= self.needed:
                value -= face(item)
            else:
                kept.append(item)
        return counted(kept)


async def discard_face_value(game: Antiquity, seat: Seat, needed: int, reason: str, rule: str) -> None:
    """Face values that add up to the amount; all commodity cards if they do not (mega.9.corruption.4). Nobody is asked
    when every card goes: else all would learn what kinds of cards are left (ruling E-61).
    """
    cards = commodities(game, seat)
    if needed <= 0 or not cards:
        return
    faces = {item: game.components.face(item) for item in cards}
    total = sum(face * cards[item] for item, face in faces.items())
    if total - min(faces.values()) < needed:
        discard(game, seat, cards.items(), reason)
        return
    chosen: dict[int, int] = await FaceValue(game, seat, needed, reason, rule)
    discard(game, seat, list(chosen.items()), reason)


class AllOrNone(OwnCards):
    """D-58: so many commodity cards, or none; the default is the lowest ones (mega.9.iconoclasm.6)."""

    __slots__ = ("number",)

    def __init__(self, game: Antiquity, seat: Seat, number: int, reason: str, rule: str) -> None:
        super().__init__(game, seat, "theocracy", rule, {"calamity": reason, "cards": number})
        self.number = number

    @property
    def most(self) -> int:  # type: ignore[override]
        return self.number

    @property
    def default(self) -> dict[int, int]:  # type: ignore[override]
        cards = one_by_one(self.hand)
        return counted(cards[: self.number] if len(cards) >= self.number else ())

    def fault(self, cards: dict[int, int]) -> Refusal | None:
        got = sum(cards.values())
        return (
            None
            if got in (0, self.number)
            else Refusal(self.rule, "all_or_none", number=self.number, got=got)
        )

    def pick(self, rng: Random) -> dict[int, int]:
        cards = one_by_one(self.hand)
        if len(cards) < self.number or rng.random() < 0.5:
            return {}
        return counted(rng.sample(cards, self.number))
