"""Small boards in words, and one rule run on them: how a test of the family reads like an example of the rulebook.

```python
scene = Scene(title, 5, "athens: 3 hellas, 2 minoa; tanis: city egypt", advances={"hellas": "metalworking"})
scene.run(token_conflicts)
scene.answer("minoa", {"shape": "choose", "option": 3})
assert scene.tokens("athens") == {"hellas": 2}
```
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.components import Lineup, card
from ecumene.antiquity.game import Antiquity
from ecumene.antiquity.state import BARBARIANS, Realm, Table
from ecumene.antiquity.title import AntiquityTitle
from ecumene.kernel import Chance, Choose, Decision, Option, Refusal, Seat, Step

SEED = "00" * 32
NEUTRAL = ("barbarians", "pirates")


class Scene:
    """A position, and the one rule that runs on it. Civilizations are named by their keys, areas by theirs."""

    def __init__(  # noqa: PLR0913  # everything a position may have, each by its name
        self,
        title: AntiquityTitle,
        seats: int,
        pieces: str = "",
        *,
        lineup: str = "",
        advances: Mapping[str, str] | None = None,
        treasury: Mapping[str, int] | None = None,
        stock: Mapping[str, int] | None = None,
        hands: Mapping[str, str] | None = None,
        space: Mapping[str, int] | None = None,
        expert: bool = False,
        turn: int = 5,
    ) -> None:
        """`stock` sets what is left in stock by putting the rest into the treasury (unless that is given too)."""
        self.title = title
        laid = _lineup(title, seats, lineup)
        civs = [key for block in laid.blocks for key in block]
        state = Table(
            step="test",
            turn=turn,
            board=laid.board,
            lineup=laid.key,
            expert=expert,
            realms=[Realm(seat) for seat in range(len(civs))],
            stacks=[[] for _ in range(9 * len(laid.blocks))],
            discards=[[] for _ in range(9 * len(laid.blocks))],
        )
        self._seat = {key: Seat(place) for place, key in enumerate(civs)}
        self._civ = {place: key for key, place in self._seat.items()} | {Seat(BARBARIANS): "barbarians"}
        numbers = {civilization.key: civilization.number for civilization in title.components.civilizations}
        for key, seat in self._seat.items():
            state.realms[seat].civ = numbers[key]
            state.realms[seat].block = next(n for n, block in enumerate(laid.blocks) if key in block)
        state.census = [0] * len(civs)
        state.order = list(range(len(civs)))
        self.game: Antiquity = title.play(state, Chance(SEED))
        for entry in filter(None, (part.strip() for part in pieces.split(";"))):
            area, _, what = entry.partition(":")
            for piece in what.split(","):
                self._put(self.area(area.strip()), piece.split())
        for key, names in (advances or {}).items():
            for name in names.split():
                self.realm(key).advances |= 1 << Advance[name.upper()]
        for key, number in (treasury or {}).items():
            self.game.earn(self.seat(key), number)
        for key, number in (stock or {}).items():
            realm = self.realm(key)
            spare = realm.stock - number
            if spare < 0:
                raise ValueError(f"{key} has only {realm.stock} tokens in stock")
            realm.stock = number
            realm.treasury += spare
        for key, cards in (hands or {}).items():
            for entry in cards.split(","):
                words = entry.split()
                number = int(words[0]) if len(words) > 1 else 1
                kind = title.components.kind(words[-1])
                self.realm(key).hand[card(kind, self.realm(key).block)] = number
        for key, place in (space or {}).items():
            self.realm(key).space = place
        self._step: Step | None = None

    def _put(self, area: int, words: list[str]) -> None:
        owner = BARBARIANS if words[-1] in NEUTRAL else self.seat(words[-1])
        what = words[0]
        if what == "city":
            self.game.found_city(owner, area)
        elif "ship" in words[-2]:
            number = int(what) if what.isdigit() else 1
            ships = self.game.realms[owner].ships
            ships[area] = ships.get(area, 0) + number
        else:
            self.game.place(owner, area, int(what))

    # -- names ------------------------------------------------------------------------------------------------------

    def area(self, key: str) -> int:
        return self.game.board.find(key)

    def seat(self, civ: str) -> Seat:
        return self._seat[civ]

    def realm(self, civ: str) -> Realm:
        return self.game.realms[self._seat[civ]]

    # -- running a rule ---------------------------------------------------------------------------------------------

    def run(self, rule: Callable[[Any], Coroutine[Any, Any, None]]) -> Scene:
        """Start a rule; it runs until somebody is asked."""
        self._step = Step(rule(self.game))
        return self

    @property
    def done(self) -> bool:
        return self._step is not None and self._step.done

    def asked(self, civ: str) -> Decision[Any] | None:
        """What a civilization is asked now."""
        return self._step.pending.get(self.seat(civ)) if self._step else None

    def who(self) -> list[str]:
        """The civilizations that are asked, in alphabetical order."""
        return sorted(self._civ[seat] for seat in self._step.pending) if self._step else []

    def answer(self, civ: str, raw: object) -> Scene:
        """Give an answer; a refusal is raised."""
        decision = self.asked(civ)
        assert decision is not None, f"{civ} is not asked; asked are {self.who()}"
        answer = decision.decode(raw)
        refusal = decision.check(answer)
        if refusal is not None:
            raise refusal
        assert self._step is not None
        self._step.resume(decision.seat, decision.value(answer))
        return self

    def options(self, civ: str) -> tuple[Option, ...]:
        """Among what a civilization must choose now."""
        decision = self.asked(civ)
        assert isinstance(decision, Choose), f"{civ} is asked {decision}"
        return decision.options

    def choose(self, civ: str, option: Option) -> Scene:
        """Choose one; an area by its key."""
        if isinstance(option, str) and option in self.game.board.world.ids:
            option = self.area(option)
        return self.answer(civ, {"shape": "choose", "option": option})

    def refused(self, civ: str, raw: object) -> Refusal:
        """The refusal of an answer that must be refused."""
        try:
            decision = self.asked(civ)
            assert decision is not None, f"{civ} is not asked"
            refusal = decision.check(decision.decode(raw))
        except Refusal as malformed:
            return malformed
        assert refusal is not None, f"accepted: {raw}"
        return refusal

    def defaults(self, steps: int = 1000) -> Scene:
        """Answer everything by its default until nobody is asked."""
        for _ in range(steps):
            if self._step is None or not self._step.pending:
                return self
            seat, decision = min(self._step.pending.items())
            self._step.resume(seat, decision.value(decision.fallback()))
        raise AssertionError("still asking")

    # -- looking ----------------------------------------------------------------------------------------------------

    def tokens(self, area: str) -> dict[str, int]:
        """Who has how many tokens in an area."""
        return {self._civ[Seat(owner)]: number for owner, number in self.game.owners(self.area(area)).items()}

    def city(self, area: str) -> str | None:
        """Whose city stands in an area ("barbarians": a pirate city)."""
        owner = self.game.city_owner(self.area(area))
        return None if owner is None else self._civ[Seat(owner)]


def _lineup(title: AntiquityTitle, seats: int, key: str) -> Lineup:
    for laid in title.components.lineups:
        if laid.seats == seats and key in ("", laid.key):
            return laid
    raise ValueError(f"no line-up for {seats} seats {key}")
