"""The components counted: sums and laws that a slip of the pen in the data would break."""

from __future__ import annotations

import pytest

from ecumene.antiquity.advances import Group
from ecumene.titles.mega_civilization import MEGA_CIVILIZATION as MEGA

COMPONENTS = MEGA.components
TIERS = {tier: [info for info in COMPONENTS.advances if info.tier == tier] for tier in ("low", "mid", "high")}


@pytest.mark.rules("mega.adv.gen.1", "mega.adv.gen.5", "mega.13d.2")
@pytest.mark.parametrize(
    "tier, prices, points, tokens",
    [
        ("low", [50] * 4 + [60] * 6 + [70] + [80] * 4 + [90] * 2, 1, [55, 50, 50, 55, 45]),
        ("mid", [110, 120, 130, 140, 140, 150, 150] + [160] * 6 + [170] + [180] * 3, 3, [50, 60, 65, 55, 55]),
        ("high", [220] * 4 + [230] * 3 + [240] * 2 + [250] * 2 + [260] * 2 + [270] * 2 + [280, 290], 6,
         [95, 100, 100, 105, 100]),
    ],
)  # fmt: skip
def test_prices_points_and_credits_of_a_tier(
    tier: str, prices: list[int], points: int, tokens: list[int]
) -> None:
    infos = TIERS[tier]
    assert [info.cost for info in infos] == prices
    assert {info.points for info in infos} == {points}
    assert [sum(info.credits[group] for info in infos) for group in Group] == tokens
    assert [sum(group in info.groups for info in infos) for group in Group] == [4] * 5


@pytest.mark.rules("mega.adv.gen.5", "mega.12.credit.1")
def test_an_advance_gives_most_to_its_own_groups_and_a_little_to_one_other() -> None:
    """Three of them, which have no attribute, give something to every group."""
    generous = []
    for tier, own in (("low", 10), ("mid", 10), ("high", 20)):
        for info in TIERS[tier]:
            given = {info.credits[group] for group in info.groups}
            others = [
                points for group, points in enumerate(info.credits) if group not in info.groups and points
            ]
            halved = tier == "low" and len(info.groups) == 2
            assert given == {own // 2 if halved else own}, info.key
            if len(others) > 1:
                generous.append(info.key)
            else:
                assert others == ([] if len(info.groups) == 2 else [5]), info.key
    assert generous == ["empiricism", "literacy", "mathematics"]
    free = {info.key: info.free_credits for info in COMPONENTS.advances if info.free_credits}
    assert free == {"written_record": 10, "monument": 20}


@pytest.mark.rules("mega.setup.select.1", "mega.setup.select.2", "mega.setup.select.5", "mega.card.9")
def test_the_decks_are_as_large_as_the_boxes_say() -> None:
    """201 blue cards a half, of which 5 to 8 players leave the additional sets away, and 172 orange ones."""
    sizes = [
        [
            sum(info.copies[column] for info in COMPONENTS.kinds[1:] if (info.sort == "commodity") == goods)
            for goods in (True, False)
        ]
        for column in range(8)
    ]
    assert sizes == [[119, 16]] * 2 + [[177, 24]] * 2 + [[119, 16]] * 2 + [[148, 24]] * 2
    assert (177 + 24, 148 + 24) == (201, 172)
    for info in COMPONENTS.kinds[1:]:
        if info.sort == "commodity":
            assert {sum(info.copies[n : n + 2]) for n in (4, 6)} - {0} == {info.set_size}, info.key
            assert set(info.copies[:4]) <= {0, info.set_size}, info.key
        else:
            assert set(info.copies) <= {0, 1}, info.key


@pytest.mark.rules("mega.ast.2", "mega.ast.3")
def test_the_rows_of_the_track() -> None:
    """Most are alike; some stay longer in an age."""
    basic = {civ.key: civ.basic for civ in COMPONENTS.civilizations}
    expert = {civ.key: civ.expert for civ in COMPONENTS.civilizations}
    assert {key: row for key, row in basic.items() if row != (5, 8, 11, 14, 15)} == (
        dict.fromkeys(("minoa", "saba"), (6, 9, 11, 14, 15))
        | dict.fromkeys(("celt", "carthage", "iberia", "parthia"), (5, 9, 11, 14, 15))
    )
    assert {key: row for key, row in expert.items() if row != (5, 8, 11, 14, 15)} == dict.fromkeys(
        ("minoa", "saba", "kushan", "iberia"), (6, 8, 11, 14, 15)
    )
    assert [civ.number for civ in COMPONENTS.civilizations] == list(range(1, 19))


@pytest.mark.rules("mega.short.9", "mega.short.15")
def test_themes_are_worth_much_the_same() -> None:
    worth = {
        theme.key: sum(COMPONENTS.advance(advance).cost for advance in theme.advances)
        for theme in COMPONENTS.themes
    }
    assert worth == {
        "conquering_the_seas": 410, "sacred_constructors": 460, "coin_and_commerce": 480,
        "exploring_the_deserts": 440, "early_merchants": 470, "spreading_knowledge": 440,
        "emerging_empire": 420, "mystical_palaces": 410, "cultural_heights": 430,
    }  # fmt: skip
    for theme in COMPONENTS.themes:
        tiers = [COMPONENTS.advance(advance).tier for advance in theme.advances]
        assert sorted(tiers) == ["low", "low", "mid", "mid"]


@pytest.mark.rules("mega.12.hand.1", "mega.setup.credits.1", "mega.setup.select.4")
def test_what_hangs_on_the_number_of_players() -> None:
    for laid in COMPONENTS.lineups:
        assert laid.hand_limit == (9 if laid.seats >= 12 else 8)
        assert laid.start_credits == {5: 10, 6: 5, 12: 5}.get(laid.seats, 0)
        assert laid.minor_calamities == (9 <= laid.seats <= 11 or laid.seats >= 15)
        assert len(laid.blocks) == len(laid.decks) == (2 if laid.seats >= 12 else 1)
        assert sum(map(len, laid.blocks)) == laid.seats
