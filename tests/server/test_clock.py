"""Clocks, with time made by hand."""

from __future__ import annotations

from datetime import UTC, datetime

from ecumene.server.tables.clock import Clocks, Hours
from ecumene.server.wire.tables import Pace

S = 1000
HOUR = 3600 * S


def asked(*seats: int, name: str = "1", shape: str = "choose") -> dict[int, tuple[str, str]]:
    return dict.fromkeys(seats, (name, shape))


def test_free_tables_have_no_clocks() -> None:
    clocks = Clocks(Pace(), 2)
    assert not clocks.observe(asked(0), "a", 0)
    assert clocks.next_end() is None
    assert clocks.shown() == ()


def test_first_the_time_for_the_decision_then_the_bank() -> None:
    clocks = Clocks(Pace("live", each=30, bank=60), 2)
    assert clocks.observe(asked(0), "a", 0)
    assert clocks.end_of(0) == 90 * S
    assert not clocks.observe(asked(0), "a", 20 * S), "still the same question"
    clocks.observe({}, "a", 50 * S)
    assert clocks.faces[0].bank == 40 * S
    clocks.observe(asked(0, name="2"), "a", 60 * S)
    assert clocks.end_of(0) == (60 + 30 + 40) * S
    assert clocks.seats_out_of_time(129 * S) == []
    assert clocks.seats_out_of_time(130 * S) == [0]


def test_the_floor_closes_for_all_at_its_time_whatever_is_said_meanwhile() -> None:
    clocks = Clocks(Pace("live", each=5, floor=120, bank=600), 2)
    for n in range(10):
        clocks.observe(asked(0, 1, name=str(n), shape="deal"), "trade", n * 10 * S)
    assert clocks.end_of(0) == clocks.end_of(1) == 120 * S
    clocks.observe(asked(0), "calamities", 100 * S)
    assert clocks.faces[0].bank == 600 * S
    clocks.observe(asked(0, shape="deal"), "trade", 200 * S)
    assert clocks.end_of(0) == 320 * S, "the next floor has its own time"


def test_credit_comes_once_a_step_and_is_capped() -> None:
    clocks = Clocks(Pace("mail", bank=10, credit=5, cap=12), 1)
    clocks.observe(asked(0, name="1"), "a", 0)
    assert clocks.faces[0].bank == 12 * S
    clocks.observe(asked(0, name="2"), "a", 4 * S)
    assert clocks.faces[0].bank == 8 * S
    clocks.observe(asked(0, name="3"), "b", 5 * S)
    assert clocks.faces[0].bank == 12 * S


def test_saved_and_read_again() -> None:
    clocks = Clocks(Pace("live", each=10, bank=60), 2)
    clocks.observe(asked(0), "a", 0)
    saved = clocks.saved(30 * S)
    again = Clocks(clocks.pace, 2, saved)
    assert again.next_end() is None, "it stands while nobody serves the table"
    again.observe(asked(0), "a", 1000 * S)
    assert again.end_of(0) == 1040 * S


def at(day: int, hour: int, zone: str = "UTC") -> int:
    from zoneinfo import ZoneInfo

    return int(
        datetime(2026, 3, day, hour, tzinfo=UTC if zone == "UTC" else ZoneInfo(zone)).timestamp() * 1000
    )


def test_time_passes_only_within_the_hours() -> None:
    hours = Hours((18 * 60, 22 * 60), "UTC")
    assert hours.spent(at(2, 12), at(2, 20)) == 2 * HOUR
    assert hours.spent(at(2, 12), at(5, 12)) == 12 * HOUR
    assert hours.after(at(2, 12), 3 * HOUR) == at(2, 21)
    assert hours.after(at(2, 21), 3 * HOUR) == at(3, 20)


def test_hours_may_cross_midnight_and_follow_the_zone() -> None:
    hours = Hours((22 * 60, 2 * 60), "Europe/Berlin")
    zone = "Europe/Berlin"
    assert hours.after(at(2, 12, zone), 3 * HOUR) == at(3, 1, zone)
    assert hours.spent(at(2, 23, zone), at(3, 23, zone)) == 4 * HOUR
    summer = Hours((10 * 60, 11 * 60), zone)  # the clock goes forward on the 29th
    assert summer.after(at(28, 10, zone), 2 * HOUR) == at(29, 11, zone)
