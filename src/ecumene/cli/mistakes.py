"""What a person may get wrong on the command line, in words."""

import argparse
import re
from collections.abc import Callable, Iterable
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


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """For arguments that are whole numbers, from the least to the most of them."""

    def number(text: str) -> int:
        said = int(text) if re.fullmatch("-?[0-9]{1,100}", text) else None
        if said is None or said < least or (most is not None and said > most):
            upto = "on" if most is None else f"to {most}"
            raise argparse.ArgumentTypeError(f"{text[:100]!r}: a whole number from {least} {upto} is wanted")
        return said

    return number
