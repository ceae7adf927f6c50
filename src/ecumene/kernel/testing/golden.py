"""Golden playthroughs: a game as a readable text, kept beside the tests, so that every change of play is seen.

Regenerate with `python -m ecumene.kernel.testing golden FILE...`; what changed is then in the diff of the commit.
"""

from __future__ import annotations

from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from ecumene.kernel import REFEREE, Game, Title
from ecumene.kernel.testing.play import Policy, default_policy, random_policy, seed_of
from ecumene.kernel.testing.whereabouts import title_at, whereabouts

_POLICIES: dict[str, Policy] = {"random": random_policy, "default": default_policy}
_encode = msgspec.json.Encoder(order="deterministic").encode
_HEAD = ("title", "seats", "options", "seed", "policy", "answers")


def golden(
    title: Title, options: Any, seats: int, seed: int | str = 0, policy: str = "random", answers: int = 60
) -> str:
    """The text of a playthrough: a head that says how to make it again, then answer by answer what happened."""
    rng = Random(seed_of(seed))
    game = Game(title, options, seats, seed_of(seed))
    head = (whereabouts(title), seats, _said(options), game.seed, policy, answers)
    out = [f"{name}: {value}" for name, value in zip(_HEAD, head, strict=True)]
    told = 0
    for number in range(answers + 1):
        out += [
            f"    {'all' if one.to is None else ','.join(map(str, one.to))}: {_said(one.event)}"
            for one in game.events(REFEREE, told)
        ]
        told = len(game.play.log)
        asked = ", ".join(f"{seat} {decision.kind}" for seat, decision in sorted(game.pending.items()))
        out.append(f"    step {game.state.step or '-'}; asked {asked or 'nobody'}; state {game.digest()}")
        if game.ended or number == answers:
            break
        seat = rng.choice(game.due())
        answer = _POLICIES[policy](game, seat, rng)
        rule = game.pending[seat].rule
        game.answer(seat, answer)
        out.append(f"{number + 1} seat {seat} [{rule}] {_said(answer)}")
    out += [f"place {one.place}: seat {one.seat}, {one.points} {_said(one.parts)}" for one in game.result()]
    return "\n".join(out) + "\n"


def again(text: str) -> str:
    """The playthrough that the head of a text asks for, as it is now."""
    head = dict(line.split(": ", 1) for line in text.splitlines()[: len(_HEAD)])
    if tuple(head) != _HEAD:
        raise ValueError(f"not a playthrough: it begins with {', '.join(head)}")
    title = title_at(head["title"])
    options = msgspec.json.decode(head["options"], type=title.options_type)
    new = golden(title, options, int(head["seats"]), head["seed"], head["policy"], int(head["answers"]))
    return f"title: {head['title']}\n{new.partition(chr(10))[2]}"


def write_golden(path: Path, text: str | None = None) -> bool:
    """Write a playthrough, or bring the one that is there up to date; whether anything changed."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    new = again(old) if text is None else text
    if new != old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(new, encoding="utf-8")
    return new != old


def check_golden(path: Path) -> None:
    """`AssertionError` with the difference if the game does not go as it is written."""
    old = path.read_text(encoding="utf-8")
    new = again(old)
    if new != old:
        lines = unified_diff(old.splitlines(), new.splitlines(), "as written", "as played", lineterm="", n=1)
        shown = "\n".join(list(lines)[:40])
        raise AssertionError(
            f"{path}\n{shown}\n\nIf that is right: python -m ecumene.kernel.testing golden {path}"
        )


def _said(data: object) -> str:
    return _encode(msgspec.to_builtins(data, str_keys=True)).decode()
