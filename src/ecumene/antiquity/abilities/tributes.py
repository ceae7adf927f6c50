"""What a Provincial Empire has asked for and got so far, while it is on the way."""

from __future__ import annotations

import msgspec


class Tribute(msgspec.Struct):
    """`card`: the giver's choice, -1 until it is made; `face`: "" until it has gone over, then "up" or "down"."""

    giver: int
    taker: int
    card: int = -1
    face: str = ""

    def clone(self) -> Tribute:
        return Tribute(self.giver, self.taker, self.card, self.face)
