"""The two ways in which the outside can be wrong: an answer (`Refusal`) or a file (`BadRecord`)."""

from __future__ import annotations

from typing import Any

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """A refusal as data: which rule says so, what is wrong (a key of the client's catalogue), with what."""

    rule: str
    key: str
    args: dict[str, Any] = {}


class Refusal(Exception):
    """Why an answer is not accepted. `check` returns one, `Game.answer` raises it; nothing has changed then."""

    def __init__(self, rule: str, key: str, **args: Any) -> None:
        super().__init__(rule, key)
        self.rule = rule
        self.key = key
        self.details = args

    @property
    def reason(self) -> Reason:
        return Reason(self.rule, self.key, self.details)

    def __str__(self) -> str:
        said = ", ".join(f"{name}={value!r}" for name, value in self.details.items())
        return f"{self.key} [{self.rule}]" + (f" ({said})" if said else "")


class BadRecord(Exception):
    """A record that cannot be read or replayed: the line (1-based, 0 = the whole file) and what is wrong there."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(line, what)
        self.line = line
        self.what = what

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}" if self.line else self.what
