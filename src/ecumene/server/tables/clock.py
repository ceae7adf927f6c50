"""Clocks of one table: how long each seat may think. Time comes in as an argument, so that tests make it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import msgspec

from ecumene.server.wire.tables import Clock, Pace

_DAY = 24 * 60


class Hours:
    """The hours of the day in which clocks run; None: always."""

    def __init__(self, window: tuple[int, int] | None, zone: str) -> None:
        self.window = None if window is None or window[0] == window[1] else window
        self.zone = ZoneInfo(zone) if self.window else UTC

    def spent(self, start: int, end: int) -> int:
        """How much of the time from start to end lies within the hours."""
        if self.window is None:
            return max(0, end - start)
        total = 0
        for opens, closes in self._days(start, (end - start) // 86_400_000 + 3):
            total += max(0, min(end, closes) - max(start, opens))
            if opens > end:
                break
        return total

    def after(self, start: int, length: int) -> int:
        """When `length` will have been spent."""
        if self.window is None:
            return start + length
        left = length
        days = length // max(1, self._longest()) + 4
        for opens, closes in self._days(start, days):
            room = closes - max(start, opens)
            if room >= left and room > 0:
                return max(start, opens) + left
            left -= max(0, room)
        return start + days * 86_400_000

    def _longest(self) -> int:
        first, last = self.window or (0, _DAY)
        return ((last - first) % _DAY) * 60_000

    def _days(self, start: int, count: int) -> list[tuple[int, int]]:
        first, last = self.window or (0, _DAY)
        day = datetime.fromtimestamp(start / 1000, self.zone).date() - timedelta(days=1)
        found: list[tuple[int, int]] = []
        for n in range(count):
            midnight = datetime.combine(day + timedelta(days=n), datetime.min.time(), self.zone)
            opens = midnight + timedelta(minutes=first)
            closes = midnight + timedelta(minutes=last if last > first else last + _DAY)
            found.append((int(opens.timestamp() * 1000), int(closes.timestamp() * 1000)))
        return found


class Face(msgspec.Struct):
    """One seat's clock. It runs since `since`; `soft` ms are free, then `bank` runs."""

    seat: int
    bank: int
    soft: int = 0
    since: int | None = None
    asked: str = ""
    credited: str = ""


class Clocks:
    def __init__(self, pace: Pace, seats: int, saved: object = ()) -> None:
        self.pace = pace
        self.hours = Hours(pace.window, pace.zone)
        self.runs = pace.kind != "free"
        faces = msgspec.convert(saved, list[Face]) if saved else []
        self.faces = faces if len(faces) == seats else [Face(n, pace.bank * 1000) for n in range(seats)]

    def observe(self, asked: dict[int, tuple[str, str]], step: str, now: int) -> bool:
        """`asked`: which seats must answer what (id, shape) now. Whether any clock was started or stopped."""
        if not self.runs:
            return False
        changed = False
        for face in self.faces:
            wanted = asked.get(face.seat)
            name = "" if wanted is None else f"{step}/floor" if wanted[1] == "deal" else f"{step}/{wanted[0]}"
            if name == face.asked and (face.since is not None) == (wanted is not None):
                continue
            changed = True
            self._stop(face, now)
            if wanted is None:
                if not face.asked.endswith("/floor"):
                    face.asked = ""
                continue
            if name != face.asked:
                self._ask(face, name, step, floor=wanted[1] == "deal")
            face.since = now
        return changed

    def _ask(self, face: Face, name: str, step: str, *, floor: bool) -> None:
        pace = self.pace
        if pace.credit and face.credited != step:
            face.credited = step
            most = pace.cap * 1000 or face.bank + pace.credit * 1000
            face.bank = max(face.bank, min(most, face.bank + pace.credit * 1000))
        face.asked = name
        face.soft = (pace.floor if floor and pace.floor else pace.each) * 1000

    def _stop(self, face: Face, now: int) -> None:
        if face.since is not None:
            used = self.hours.spent(face.since, now)
            face.bank = max(0, face.bank - max(0, used - face.soft))
            face.soft = max(0, face.soft - used)
            face.since = None

    def stop(self, now: int) -> None:
        """All stand still: the table pauses, or nobody serves it any more."""
        for face in self.faces:
            self._stop(face, now)

    def seats_out_of_time(self, now: int) -> list[int]:
        return [face.seat for face in self.faces if (end := self._end(face)) is not None and end <= now]

    def next_end(self) -> int | None:
        return min((end for face in self.faces if (end := self._end(face)) is not None), default=None)

    def end_of(self, seat: int) -> int | None:
        return self._end(self.faces[seat])

    def _end(self, face: Face) -> int | None:
        if face.since is None:
            return None
        bank = 0 if face.asked.endswith("/floor") else face.bank  # a floor closes for all at the same time
        return self.hours.after(face.since, face.soft + bank)

    def shown(self) -> tuple[Clock, ...]:
        if not self.runs:
            return ()
        return tuple(
            Clock(
                face.seat, face.bank // 1000,
                None if face.since is None else self.hours.after(face.since, face.soft), self._end(face),
            )
            for face in self.faces
        )  # fmt: skip

    def saved(self, now: int) -> list[dict[str, object]]:
        """As data; what has run until now is taken off, because nobody knows when it goes on."""
        if not self.runs:
            return []
        stopped = Clocks(self.pace, len(self.faces), msgspec.to_builtins(self.faces))
        stopped.stop(now)
        return [msgspec.to_builtins(face) for face in stopped.faces]
