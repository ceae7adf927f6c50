"""Trade cards in one's own hand, and decisions about them: nobody else may know what there is to choose from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Decision, Refusal, Seat, Spread


def commodities(game: Antiquity, seat: Seat) -> dict[int, int]:
    """The commodity cards of a hand, the lowest face values first; water is one (mega.card.8, ruling A-63)."""
    components = game.components
    hand = game.realms[seat].hand
    held = [(components.face(item), item) for item in hand if components.is_commodity(item)]
    return {item: hand[item] for _, item in sorted(held)}


class OwnCards(Spread[int]):
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

    def fault(self, cards: dict[int, int]) -> Refusal | None:
        raise NotImplementedError

    def pick(self, rng: Random) -> dict[int, int]:
        raise NotImplementedError

    @property
    def hand(self) -> dict[int, int]:
        return commodities(self.game, self.seat)

    @property
    def caps(self) -> dict[int, int]:  # type: ignore[override]
        return dict(self.hand.items())

    @property
    def least(self) -> int:  # type: ignore[override]
        return 0

    @property
    def most(self) -> int:  # type: ignore[override]
        return sum(self.hand.values())

    def value_of(self, cards: Mapping[int, int]) -> int:
        """Face values together."""
        return sum(self.game.components.face(item) * number for item, number in cards.items())

    def fingerprint(self) -> Any:  # noqa: ANN401  # as in the kernel
        return tuple(self.hand.items())


def one_by_one(cards: Mapping[int, int]) -> list[int]:
    """Each card for itself."""
    return [item for item, number in cards.items() for _ in range(number)]


def counted(cards: Iterable[int]) -> dict[int, int]:
    found: dict[int, int] = {}
    for item in cards:
        found[item] = found.get(item, 0) + 1
    return found
