"""Trade cards that calamities take; all that is discarded is open (ruling A-79, mega.hid.15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.purchase import CardsDiscarded
from ecumene.kernel import Decision, Option, Refusal, Seat, Spread


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


class OwnCards(Spread):
    """Some of the own commodity cards. The hand is looked up when it is asked for: nothing of it is kept."""

    __slots__ = ("game",)

    def __init__(
        self, game: Antiquity, seat: Seat, kind: str, rule: str, about: dict[str, int | str] | None = None
    ) -> None:
        Decision.__init__(self, seat, kind, rule, about)
        self.game = game
        self.fits = self.fault
        self.draw = self.pick
        self.barred = {}

    def fault(self, cards: dict[Option, int]) -> Refusal | None:
        raise NotImplementedError

    def pick(self, rng: Random) -> dict[Option, int]:
        raise NotImplementedError

    @property
    def hand(self) -> dict[int, int]:
        return commodities(self.game, self.seat)

    @property
    def caps(self) -> dict[Option, int]:  # type: ignore[override]
        return dict(self.hand.items())

    @property
    def least(self) -> int:  # type: ignore[override]
        return 0

    @property
    def most(self) -> int:  # type: ignore[override]
        return sum(self.hand.values())

    def value_of(self, cards: Mapping[Option, int]) -> int:
        """Face values together."""
        return sum(self.game.catalog.face(int(item)) * number for item, number in cards.items())

    def fingerprint(self) -> Any:  # noqa: ANN401  # as in the kernel
        return tuple(self.hand.items())


def one_by_one(cards: Mapping[int, int]) -> list[int]:
    """Each card for itself."""
    return [item for item, number in cards.items() for _ in range(number)]


def counted(cards: Iterable[int]) -> dict[Option, int]:
    found: dict[Option, int] = {}
    for item in cards:
        found[item] = found.get(item, 0) + 1
    return found


class FaceValue(OwnCards):
    """D-56: commodity cards that reach a face value, none of which could be left out (mega.9.corruption.1,
    mega.9.corruption.3, ruling A-94). The default: fewest points above, then fewest cards.
    """

    __slots__ = ("needed",)

    def __init__(self, game: Antiquity, seat: Seat, needed: int, reason: str, rule: str) -> None:
        super().__init__(game, seat, "corruption", rule, {"calamity": reason, "face": needed})
        self.needed = needed

    def fault(self, cards: dict[Option, int]) -> Refusal | None:
        value = self.value_of(cards)
        if value < self.needed:
            return Refusal("mega.9.corruption.1", "too_low", needed=self.needed, got=value)
        if value - min(self.game.catalog.face(int(item)) for item in cards) >= self.needed:
            return Refusal("mega.9.corruption.3", "needless_card", needed=self.needed, got=value)
        return None

    @property
    def default(self) -> dict[Option, int]:  # type: ignore[override]
        """For each value the fewest cards that make it, card by card."""
        best: dict[int, tuple[int, ...]] = {0: ()}
        for item in one_by_one(self.hand):
            face = self.game.catalog.face(item)
            for value, cards in sorted(best.items(), reverse=True):
                more = value + face
                if face and value < self.needed and (more not in best or len(cards) + 1 < len(best[more])):
                    best[more] = (*cards, item)
        enough = [value for value in best if value >= self.needed]
        return counted(best[min(enough)] if enough else self.hand)

    def pick(self, rng: Random) -> dict[Option, int]:
        face = self.game.catalog.face
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
    """Face values that add up to the amount; all commodity cards if they do not (mega.9.corruption.4)."""
    cards = commodities(game, seat)
    faces = {item: game.catalog.face(item) for item in cards if game.catalog.face(item)}
    total = sum(face * cards[item] for item, face in faces.items())
    if needed <= 0 or not cards:
        return
    if total < needed:
        discard(game, seat, cards.items(), reason)
        return
    decision = FaceValue(game, seat, needed, reason, rule)
    forced = len(faces) == 1 or total - min(faces.values()) < needed
    chosen = decision.default if forced else await decision
    discard(game, seat, [(int(item), number) for item, number in chosen.items()], reason)


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
    def default(self) -> dict[Option, int]:  # type: ignore[override]
        cards = one_by_one(self.hand)
        return counted(cards[: self.number] if len(cards) >= self.number else ())

    def fault(self, cards: dict[Option, int]) -> Refusal | None:
        got = sum(cards.values())
        return (
            None
            if got in (0, self.number)
            else Refusal(self.rule, "all_or_none", number=self.number, got=got)
        )

    def pick(self, rng: Random) -> dict[Option, int]:
        cards = one_by_one(self.hand)
        if len(cards) < self.number or rng.random() < 0.5:
            return {}
        return counted(rng.sample(cards, self.number))
