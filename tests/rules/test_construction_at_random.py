"""5a. Every answer that could be given on small boards: accepted are exactly those that the rule's own words allow."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from ecumene.antiquity.advances import Advance
from ecumene.antiquity.building import ConstructCities, construct
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.title import AntiquityTitle
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION
from ecumene.titles.western_empires import WESTERN_EMPIRES

ADVANCES = (Advance.ARCHITECTURE, Advance.URBANISM, Advance.PUBLIC_WORKS, Advance.AGRICULTURE)

Near = tuple[tuple[int, int], ...]
"""Tokens of areas beside the site."""


class Given:
    """Minoa with a crowd in one area and tokens beside it; perhaps others, a city there, no city left in stock."""

    def __init__(self, title: AntiquityTitle, rng: Random) -> None:
        board = Scene(title, 9).game.board
        self.area = rng.choice([area for area in board.areas if board.land[area]])
        self.beside = board.land[self.area][:2]
        self.held = {advance for advance in ADVANCES if rng.random() < 0.6}
        crowd = rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13])
        there = [f"{crowd} minoa", *rng.choice([[], [], ["2 celt"], ["1 barbarians"]])]
        if rng.random() < 0.1:
            there.append(f"city {rng.choice(['minoa', 'celt', 'pirates'])}")
        pieces = [f"{board.key_of(self.area)}: {', '.join(there)}"]
        pieces += [f"{board.key_of(near)}: {rng.randint(1, 5)} minoa, 1 celt" for near in self.beside]
        self.scene = Scene(
            title, 9, "; ".join(pieces),
            advances={"minoa": " ".join(advance.name.lower() for advance in self.held)},
            treasury={"minoa": rng.randint(0, 8)},
        )  # fmt: skip
        self.seat = self.scene.seat("minoa")
        if rng.random() < 0.1:
            far = [area for area in board.areas if area not in (self.area, *self.beside)]
            for area in far[: self.scene.game.cities_left(self.seat)]:
                self.scene.game.found_city(self.seat, area)

    def allows(self, treasury: int, near: Near, *, stay: bool | None) -> bool:
        """mega.5a and the advances that it names, from top to bottom."""
        game, realm = self.scene.game, self.scene.realm("minoa")
        needed = 6 if game.board.site[self.area] else 12
        from_beside = sum(number for _, number in near)
        if (
            game.board.limit[self.area] == 0
            or game.city_owner(self.area) is not None
            or len(realm.cities) == 9
        ):
            return False
        if treasury and (
            Advance.ARCHITECTURE not in self.held or treasury > min(needed // 2, realm.treasury)
        ):
            return False
        if near and (needed == 6 or Advance.URBANISM not in self.held or from_beside > 4):
            return False
        if any(number > realm.tokens[area] for area, number in near):
            return False
        paid = realm.tokens[self.area] + treasury + from_beside
        return paid >= needed and not (stay and (Advance.PUBLIC_WORKS not in self.held or paid == needed))

    def answers(self) -> list[tuple[int, Near, bool | None]]:
        found = []
        for treasury, first, second, stay in product(range(7), range(5), range(5), (None, True, False)):
            near = tuple((area, n) for area, n in zip(self.beside, (first, second), strict=False) if n)
            found.append((treasury, near, stay))
        return sorted(set(found), key=repr)


def raw(area: int, treasury: int, near: Near, *, stay: bool | None) -> dict[str, object]:
    order = {"order": "build", "area": area, "treasury": treasury, "near": near, "stay": stay}
    return {"shape": "orders", "order": order}


@pytest.mark.rules(
    "mega.5a.2", "mega.5a.3", "mega.5a.4", "mega.5a.5", "mega.5a.6", "mega.5a.7", "mega.adv.architecture.1",
    "mega.adv.urbanism.1", "mega.adv.public_works.4", "A-54", "A-55", "A-56", "D-23", "D-24", "D-25", "D-26",
)  # fmt: skip
@pytest.mark.parametrize("title", [MEGA_CIVILIZATION, WESTERN_EMPIRES], ids=["mega", "west"])
def test_exactly_these_payments_are_accepted_and_do_what_they_say(title: AntiquityTitle) -> None:
    built = 0
    for seed in range(80):
        given = Given(title, Random(seed))
        scene, area = given.scene, given.area
        legal = [answer for answer in given.answers() if given.allows(answer[0], answer[1], stay=answer[2])]
        scene.run(construct)
        decision = scene.asked("minoa")
        sites = decision.body().sites if isinstance(decision, ConstructCities) else ()
        assert (area in {site.area for site in sites}) == bool(legal), seed
        if decision is None:
            continue
        for treasury, near, stay in given.answers():
            asked = decision.decode(raw(area, treasury, near, stay=stay))
            accepted = decision.check(asked) is None
            assert accepted == ((treasury, near, stay) in legal), (seed, treasury, near, stay)
        if not legal:
            continue
        treasury, near, stay = Random(seed).choice(legal)
        realm, needed = scene.realm("minoa"), 6 if scene.game.board.site[area] else 12
        paid = realm.tokens[area] + treasury + sum(number for _, number in near)
        spare = Advance.PUBLIC_WORKS in given.held and paid > needed and stay is not False
        beside = {n: realm.tokens[n] - dict(near).get(n, 0) for n in given.beside}
        purse = realm.treasury
        scene.answer("minoa", raw(area, treasury, near, stay=stay))
        assert scene.city(scene.game.board.key_of(area)) == "minoa"
        assert scene.game.owners(area) == ({given.seat: 1} if spare else {})
        assert {n: realm.tokens.get(n, 0) for n in given.beside} == beside
        assert realm.treasury == purse - treasury
        assert realm.stock + realm.treasury + sum(realm.tokens.values()) == 55
        built += 1
    assert built > 20
