"""What a person may get wrong on the command line, in words."""

from collections.abc import Iterable
from difflib import get_close_matches


class Mistake(Exception):
    """Shown without a traceback; the command ends with exit code 2."""


def suggest(name: str, known: Iterable[str]) -> str:
    """`'paly'. Did you mean 'play'?`, or all that there is when nothing is near."""
    names = sorted(known)
    near = get_close_matches(name.casefold(), [each.casefold() for each in names], n=1, cutoff=0.5)
    if near:
        meant = next(each for each in names if each.casefold() == near[0])
        return f"{name!r}. Did you mean {meant!r}?"
    return f"{name!r}. There are: {', '.join(names)}."
