"""What a person may get wrong on the command line, in words."""

from collections.abc import Iterable
from difflib import get_close_matches

MOST = 12  # names shown to who is far from all of them


class Mistake(Exception):
    """Shown without a traceback; the command ends with exit code 2."""


def suggest(name: str, known: Iterable[str]) -> str:
    """`'paly'. Did you mean 'play'?`, or what there is when nothing is near."""
    names = sorted(known)
    plain = {each.casefold(): each for each in names}
    near = get_close_matches(name.casefold(), plain, n=1, cutoff=0.5) or [
        each for each in plain if name and each.startswith(name.casefold())
    ]
    if near:
        return f"{name!r}. Did you mean {plain[near[0]]!r}?"
    more = f" and {len(names) - MOST} more" if len(names) > MOST else ""
    return f"{name!r}. There are: {', '.join(names[:MOST])}{more}."
