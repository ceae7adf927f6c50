"""7. Any dealing, proper or not, against a naive account of the floor: who may say what, and what becomes of it."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.antiquity.components import card
from ecumene.antiquity.testing import Scene
from ecumene.antiquity.trade.phase import trade
from ecumene.kernel import Refusal
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA

CIVS = ("minoa", "hatti", "saba", "rome", "persia")  # of both blocks
KINDS = {info.key: info for info in MEGA.components.kinds}
GOODS = ("water", "ochre", "clay", "iron", "papyri", "salt", "wine", "gold")
OTHERS = ("treachery", "piracy", "tempest", "famine", "flood")
Card = tuple[str, int]  # a kind and the block it comes from
Hand = Counter[Card]


class Said(msgspec.Struct):
    """An offer of the naive floor."""

    seat: str
    to: tuple[str, ...]
    give: Hand
    wanted: int
    want: list[str]
    keep: bool
    declined: set[str] = msgspec.field(default_factory=set)


class Account:
    """Hands as counters of cards, offers as they were said."""

    def __init__(self, hands: dict[str, Hand]) -> None:
        self.hands = hands
        self.offers: dict[int, Said] = {}
        self.done: set[str] = set()
        self.traders = {civ for civ, hand in hands.items() if hand.total() >= 3}

    def proper(self, civ: str, give: list[tuple[Card, int]], names: list[str], claims: list[str]) -> bool:
        """Three or more own cards that can be traded, two true names, further ones of any commodity, one a card."""
        hand, size = self.hands[civ], sum(number for _, number in give)
        goods: Counter[str] = Counter()
        for (kind, _), number in give:
            goods[kind] += number if kind in GOODS else 0
        return (
            len({what for what, _ in give}) == len(give)
            and all(hand[what] >= number and KINDS[what[0]].sort != "fixed" for what, number in give)
            and size >= 3
            and len(names) == 2
            and Counter(names) <= goods
            and len(claims) <= size - 2
            and all(kind in GOODS for kind in claims)
        )

    def open_to(self, civ: str, number: int) -> Said | None:
        """An offer that somebody else has made to this one."""
        said = self.offers.get(number)
        mine = said is not None and said.seat != civ and (not said.to or civ in said.to)
        return said if mine and said is not None and civ not in said.declined else None

    def settle(self, number: int, taker: str, give: Hand) -> None:
        """Cards change hands; what then cannot stand lapses."""
        said = self.offers.pop(number)
        for civ, gone, came in ((said.seat, said.give, give), (taker, give, said.give)):
            self.hands[civ] = self.hands[civ] - gone + came
        for other, one in list(self.offers.items()):
            if one.seat in (said.seat, taker) and not (one.keep and one.give <= self.hands[one.seat]):
                del self.offers[other]


def deal(rng: Random) -> Hand:
    hand: Hand = Counter()
    for _ in range(rng.randint(1, 5)):
        kind = rng.choice(GOODS + OTHERS)
        hand[kind, rng.randint(0, 1)] = rng.randint(1, 3) if kind in GOODS else 1
    return hand


def choice(
    hand: Hand, rng: Random, asked: Said | None = None
) -> tuple[list[tuple[Card, int]], list[str], list[str]]:
    """Cards of a hand with names and claims, mostly what is asked; now and then something is wrong with them."""
    pool = list(hand.elements())
    rng.shuffle(pool)
    size = asked.wanted if asked and rng.random() < 0.9 else rng.choice([2, 3, 3, 3, 4, 5])
    if asked:
        pool.sort(key=lambda what: (what[0] not in asked.want, what[0] not in GOODS))
    give = list(Counter(pool[:size]).items())
    if rng.random() < 0.05:
        give[0] = (give[0][0], give[0][1] + 3)
    names = [kind for (kind, _), number in give for _ in range(number) if kind in GOODS]
    rng.shuffle(names)
    names.sort(key=lambda kind: not asked or kind not in asked.want)
    if rng.random() < 0.1:
        names = [rng.choice(GOODS + OTHERS) for _ in range(rng.randint(1, 3))]
    claims = [rng.choice(GOODS if rng.random() < 0.9 else OTHERS) for _ in range(rng.choice([0, 0, 1, 2]))]
    return give, names[:3] if rng.random() < 0.05 else names[:2], claims


def opened(rng: Random) -> tuple[Scene, Account]:
    """The floor, if two can trade, and the account of it."""
    account = Account({civ: deal(rng) for civ in CIVS})
    s = Scene(MEGA, 12)
    for civ, hand in account.hands.items():
        s.realm(civ).hand = {code(what): count for what, count in hand.items()}
    s.game.state.step = "7"
    return s.run(trade), account


def code(what: Card) -> int:
    return card(MEGA.components.kind(what[0]), what[1])


def kinds(keys: list[str]) -> list[int]:
    return [MEGA.components.kind(key) for key in keys]


def accepted(s: Scene, civ: str, **act: Any) -> bool:
    try:
        s.answer(civ, {"shape": "deal", "act": act})
    except Refusal:
        return False
    return True


def offers(s: Scene, account: Account, civ: str, rng: Random) -> None:
    """An offer to all, to some, or in answer to another."""
    give, names, claims = choice(account.hands[civ], rng)
    wanted = rng.choice([2, 3, 3, 4])
    want = [rng.choice(GOODS) for _ in range(rng.choice([0, 0, 0, 1, 2, 3]))]
    keep = rng.random() < 0.3
    terms = {
        "give": [[code(what), number] for what, number in give], "names": kinds(names), "claims": kinds(claims),
        "wanted": wanted, "want": kinds(want), "keep": keep,
    }  # fmt: skip
    fine = account.proper(civ, give, names, claims) and wanted >= 3 and len(want) <= 2
    fine = fine and civ not in account.done
    if account.offers and rng.random() < 0.2:
        number = rng.choice(list(account.offers))
        asked = account.open_to(civ, number)
        to: tuple[str, ...] = (asked.seat,) if asked else ()
        assert accepted(s, civ, act="counter", offer=number, terms=terms) == (fine and asked is not None)
        fine = fine and asked is not None
    else:
        to = tuple(rng.sample(CIVS, rng.choice([0, 1, 1, 2])))
        fine = fine and all(other in account.traders and other != civ for other in to)
        assert accepted(s, civ, act="offer", terms=terms, to=[s.seat(other) for other in to]) == fine
    if fine:
        floor = s.game.state.floor
        assert floor is not None
        account.offers[max(floor.offers)] = Said(civ, to, Counter(dict(give)), wanted, want, keep)


def answers(s: Scene, account: Account, civ: str, rng: Random) -> bool:
    """An offer is accepted, if it can be; whether it was."""
    number = rng.choice(list(account.offers) or [99])
    asked = account.open_to(civ, number)
    give, names, claims = choice(account.hands[civ], rng, asked)
    fine = (
        asked is not None
        and civ not in account.done
        and account.proper(civ, give, names, claims)
        and sum(count for _, count in give) == asked.wanted
        and Counter(asked.want) <= Counter(names)
    )
    said = [[code(what), count] for what, count in give]
    took = accepted(s, civ, act="accept", offer=number, give=said, names=kinds(names), claims=kinds(claims))
    assert took == fine
    if fine:
        account.settle(number, civ, Counter(dict(give)))
    return fine


def dismisses(s: Scene, account: Account, civ: str, rng: Random) -> None:
    """An offer is declined, or an own one withdrawn."""
    number = rng.choice(list(account.offers) or [99])
    if rng.random() < 0.5:
        asked = account.open_to(civ, number)
        fine = asked is not None and civ not in account.done
        assert accepted(s, civ, act="decline", offer=number) == fine
        if asked is not None and fine:
            asked.declined.add(civ)
            if asked.declined == set(asked.to):
                del account.offers[number]
    else:
        said = account.offers.get(number)
        fine = said is not None and said.seat == civ and civ not in account.done
        assert accepted(s, civ, act="withdraw", offer=number) == fine
        if fine:
            del account.offers[number]


def stops(s: Scene, account: Account, civ: str, rng: Random) -> None:
    """Done, or not done after all."""
    if rng.random() < 0.4:
        assert accepted(s, civ, act="done")
        account.done.add(civ)
        account.offers = {number: one for number, one in account.offers.items() if one.seat != civ}
    else:
        assert accepted(s, civ, act="resume") == (civ in account.done)
        account.done.discard(civ)


@pytest.mark.rules(
    "mega.7.2", "mega.7.3", "mega.7.4", "mega.7.5", "mega.7.6", "mega.7.7", "mega.7.8", "mega.7.10", "mega.7.13",
    "mega.7.15", "A-64", "A-65", "A-66", "A-68", "E-16", "D-30", "D-31", "D-32", "D-33",
)  # fmt: skip
@given(st.integers(0, 10**9))
def test_the_floor_agrees_with_a_naive_account_of_it(number: int) -> None:
    rng = Random(number)
    s, account = opened(rng)
    assert set(s.who()) == (account.traders if len(account.traders) > 1 else set())
    for _ in range(30):
        if s.done:
            break
        civ = rng.choice(sorted(account.traders))
        what = rng.choice([offers, offers, answers, answers, answers, dismisses, stops])
        what(s, account, civ, rng)
        floor = s.game.state.floor
        finished = account.done == account.traders
        assert s.done == finished == (floor is None)
        assert set(floor.offers if floor else ()) == set(account.offers)
        for one, hand in account.hands.items():
            assert s.realm(one).hand == {code(what): count for what, count in hand.items()}


def test_there_is_something_to_compare() -> None:
    """The dealing of the test above is lively enough: trades are made in it."""
    made = 0
    for number in range(60):
        rng = Random(number)
        s, account = opened(rng)
        for _ in range(0 if s.done else 30):
            civ = rng.choice(sorted(account.traders))
            if rng.random() < 0.5:
                offers(s, account, civ, rng)
            else:
                made += answers(s, account, civ, rng)
    assert made > 25
