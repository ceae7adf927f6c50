"""From what a person types to a title, and back to a person."""

from ecumene.cli.mistakes import Mistake, suggest
from ecumene.kernel import Title


def key(name: str) -> str:
    """`Western-Empires` is `western_empires`."""
    return name.casefold().replace("-", "_")


def title(name: str) -> Title:
    from ecumene import titles

    try:
        return titles.find(key(name))
    except KeyError:
        known = [each.replace("_", "-") for each in titles.keys()]  # noqa: SIM118  # no dict
        raise Mistake(f"no such title: {suggest(name.replace('_', '-'), known)}") from None


def seats(made: Title, given: int | None) -> int:
    """The number of players asked for, or the smallest that the title allows."""
    allowed = made.meta.seats
    if given is None:
        return min(allowed)
    if given not in allowed:
        raise Mistake(f"{made.meta.name} is for {min(allowed)} to {max(allowed)} players, not {given}.")
    return given
