"""From what a person types to a title, and back to a person."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ecumene.cli.mistakes import Mistake, suggest

if TYPE_CHECKING:
    import msgspec

    from ecumene.kernel import Title


def key(name: str) -> str:
    """`Western-Empires` is `western_empires`."""
    return name.casefold().replace("-", "_")


def title(name: str) -> "Title":
    from ecumene import titles

    try:
        return titles.find(key(name))
    except KeyError:
        known = [each.replace("_", "-") for each in titles.keys()]  # noqa: SIM118  # no dict
        raise Mistake(f"no such title: {suggest(name.replace('_', '-'), known)}") from None


def options(made: "Title", written: str) -> "msgspec.Struct":
    """The options a person wrote as JSON, or the usual ones."""
    import msgspec

    if not written:
        return made.options_type()
    known = ", ".join(made.options_type.__struct_fields__) or "none"
    try:
        given = msgspec.json.decode(written, type=dict[str, Any])
        strange = sorted(given.keys() - set(made.options_type.__struct_fields__))
        if strange:
            raise Mistake(f"{made.meta.name} has no option {suggest(strange[0], known.split(', '))}")
        return msgspec.convert(given, made.options_type)
    except (msgspec.DecodeError, msgspec.ValidationError) as wrong:
        raise Mistake(f"these are no options of {made.meta.name}: {wrong}. There are: {known}.") from None


def seats(made: "Title", given: int | None) -> int:
    """The number of players asked for, or the smallest that the title allows."""
    allowed = made.meta.seats
    if given is None:
        return min(allowed)
    if given not in allowed:
        raise Mistake(f"{made.meta.name} is for {min(allowed)} to {max(allowed)} players, not {given}.")
    return given


def record(path: Path) -> bytes:
    """The bytes of a record that somebody named."""
    try:
        return path.read_bytes()
    except OSError as wrong:
        raise Mistake(f"cannot read {path}: {wrong.strerror}.") from None
