"""The shapes: what they accept, refuse, list, sample and say."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ecumene.kernel import Choose, Chosen, Decision, Pick, Picked, Placed, Reason, Refusal, Spread
from ecumene.kernel.decision import MAX_ANSWER_BYTES
from tests.kernel.helpers import A, ask


def refused(decision: Decision[Any], raw: object) -> str:
    try:
        refusal = decision.check(decision.decode(raw))
    except Refusal as malformed:
        refusal = malformed
    return refusal.key if refusal else ""


def hand() -> Pick[str]:
    return Pick(A, "discard", ("salt", "iron", "gold"), 1, 2, rule="toy.2")


def settlers() -> Spread[str]:
    return Spread(A, "grow", {"athens": 2, "thebes": 1, "delphi": 0}, 1, 2, rule="toy.3")


# -- choose ---------------------------------------------------------------------------------------------------


def test_choose() -> None:
    decision = Choose(A, "rate", (1, 2, 3), rule="mega.1a.4", default=2)
    assert (len(decision), decision.count()) == (3, 3)
    assert list(decision) == [Chosen(1), Chosen(2), Chosen(3)]
    assert decision.fallback() == Chosen(2)
    assert decision.value(Chosen(3)) == 3
    assert refused(decision, {"shape": "choose", "option": 3}) == ""
    assert refused(decision, b'{"shape":"choose","option":4}') == "not_an_option"
    assert refused(decision, Picked((1,))) == "wrong_shape"


def test_choose_says_why_not() -> None:
    full = Refusal("toy.9", "full", area="thebes")
    decision = Choose(
        A,
        "to",
        ("athens",),
        "toy.1",
        barred={"thebes": full},
        why=lambda option: Refusal("toy.8", "sea", of=option),
    )
    assert decision.check(Chosen("thebes")) is full
    found = decision.check(Chosen("crete"))
    assert found is not None
    assert found.reason == Reason("toy.8", "sea", {"of": "crete"})
    body = msgspec.to_builtins(decision.body())
    assert body == {
        "shape": "choose",
        "options": ("athens",),
        "barred": (("thebes", {"rule": "toy.9", "key": "full", "args": {"area": "thebes"}}),),
    }


def test_nothing_barred_is_not_said() -> None:
    assert msgspec.to_builtins(ask(A).body()) == {"shape": "choose", "options": (1, 2, 3)}


def test_options_that_are_looked_at_when_asked() -> None:
    cards = [1, 2, 3]
    decision = Pick(A, "discard", lambda: cards, 1, 2, "toy.2")
    cards[:] = [7, 8, 9]
    assert refused(decision, Picked((1,))) == "not_an_option"
    assert decision.fallback() == Picked((7,))
    assert Choose(A, "card", lambda: cards, "toy.2").fallback() == Chosen(7)


def test_a_choice_needs_options() -> None:
    with pytest.raises(ValueError, match="without options"):
        Choose(A, "rate", (), rule="toy.1")


# -- pick -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "options, key",
    [
        ((), "wrong_number"),
        (("salt",), ""),
        (("gold", "salt"), ""),
        (("salt", "salt"), "named_twice"),
        (("salt", "iron", "gold"), "wrong_number"),
        (("salt", "silk"), "not_an_option"),
    ],
)
def test_pick(options: tuple[str, ...], key: str) -> None:
    assert refused(hand(), {"shape": "pick", "options": options}) == key


def test_pick_lists_each_set_once() -> None:
    assert hand().count() == 6
    assert len({frozenset(answer.options) for answer in hand().answers()}) == 6


def test_pick_with_a_condition() -> None:
    def fits(picked: tuple[Any, ...]) -> Refusal | None:
        return None if sum(picked) == 10 else Refusal("toy.2", "not_ten", sum=sum(picked))

    decision = Pick(A, "pay", (1, 2, 3, 4, 9), 1, 4, "toy.2", default=(1, 9), fits=fits)
    assert refused(decision, Picked((9, 2))) == "not_ten"
    assert [answer.options for answer in decision.answers()] == [(1, 9), (1, 2, 3, 4)]
    for seed in range(20):
        assert refused(decision, decision.sample(Random(seed))) == ""


# -- spread ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "units, key",
    [
        ([["athens", 2]], ""),
        ([["athens", 1], ["thebes", 1]], ""),
        ([], "wrong_total"),
        ([["athens", 2], ["thebes", 1]], "wrong_total"),
        ([["athens", 3]], "over_cap"),
        ([["athens", 0]], "over_cap"),
        ([["athens", -1]], "over_cap"),
        ([["delphi", 1]], "over_cap"),
        ([["sparta", 1]], "not_an_option"),
        ([["athens", 1], ["athens", 1]], "named_twice"),
        ([["athens", 1.0]], "malformed"),
        ([["athens"]], "malformed"),
    ],
)
def test_spread(units: list[Any], key: str) -> None:
    assert refused(settlers(), {"shape": "spread", "units": units}) == key


def test_spread_lists_and_samples_everything() -> None:
    listed = {frozenset(answer.units) for answer in settlers().answers()}
    assert len(listed) == settlers().count() == 4
    assert {frozenset(settlers().sample(Random(seed)).units) for seed in range(200)} == listed
    assert settlers().fallback() == Placed((("athens", 1),))
    assert settlers().value(Placed((("athens", 2),))) == {"athens": 2}


@given(st.dictionaries(st.integers(0, 9), st.integers(0, 5), max_size=6), st.data())
def test_samples_and_defaults_of_a_spread_pass_its_check(caps: dict[int, int], data: st.DataObject) -> None:
    room = sum(caps.values())
    least = data.draw(st.integers(0, room))
    decision = Spread(A, "grow", caps, least, data.draw(st.integers(least, room)), "toy.3")
    assert refused(decision, decision.fallback()) == ""
    assert refused(decision, decision.sample(Random(data.draw(st.integers())))) == ""


@pytest.mark.parametrize("least, most", [(2, 1), (-1, 1), (0, 4)])
def test_impossible_numbers_are_a_bug_of_the_title(least: int, most: int) -> None:
    with pytest.raises(ValueError, match="discard"):
        Pick(A, "discard", (1, 2, 3), least, most, "toy.2")
    with pytest.raises(ValueError, match="grow"):
        Spread(A, "grow", {1: 3}, least, most, "toy.3")


# -- what comes in --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"{", b"null", b"[]", b'"choose"', b"\xff\xfe", "\ud800", b"[" * 60_000, 7, None, True, [], {}, object(),
        {"shape": "choose"}, {"shape": "choose", "option": 1.0}, {"shape": "choose", "option": True},
        {"shape": "choose", "option": None}, {"shape": "choose", "option": 2**53 + 1}, {"shape": "pick"},
        {"shape": "choose", "option": 1, "extra": 1}, {"shape": "choose", "option": "x" * 201},
        {"shape": "choose", "option": "\ud800"}, {"shape": "choose", "option": 10**5000}, Chosen(True), Chosen([1]),  # type: ignore[arg-type]
    ],
    ids=lambda raw: type(raw).__name__,
)  # fmt: skip
def test_what_is_malformed_is_refused_in_words(raw: object) -> None:
    with pytest.raises(Refusal) as caught:
        ask(A).decode(raw)
    assert caught.value.key == "malformed"
    assert msgspec.json.encode(caught.value.reason)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    "raw", [b" " * (MAX_ANSWER_BYTES + 1), {"shape": "choose", "option": "x" * MAX_ANSWER_BYTES}]
)
def test_what_is_too_long_is_not_read(raw: object) -> None:
    with pytest.raises(Refusal, match="too_long"):
        ask(A).decode(raw)


@given(st.binary(max_size=200))
def test_any_bytes_are_an_answer_or_refused(raw: bytes) -> None:
    for decision in (ask(A), hand(), settlers()):
        refused(decision, raw)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(("shape", "option", "x")), inner)
        ),
        max_leaves=8,
    )
)
def test_any_data_is_an_answer_or_refused(raw: object) -> None:
    for decision in (ask(A), hand(), settlers()):
        refused(decision, raw)


def test_the_digest_tells_offers_apart() -> None:
    assert len({ask(A).digest(), ask(A, most=4).digest(), ask(A, "other").digest(), hand().digest()}) == 4
    assert ask(A).digest() == ask(A).digest()


def test_open_shapes_are_not_counted() -> None:
    class Big(Decision[Chosen]):
        shape = "orders"
        answer_type = Chosen

    big = Big(A, "march", "toy.4")
    assert big.count() is None
    with pytest.raises(NotImplementedError):
        big.sample(Random())
    assert "march" in repr(big)


def test_too_many_to_count() -> None:
    assert Pick(A, "discard", range(30), 0, 30, "toy.2").count(limit=1000) is None


def test_about_is_not_shared() -> None:
    ask(A).about["x"] = 1
    assert ask(A).about == {}
