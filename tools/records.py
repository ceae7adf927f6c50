"""Records whole games of the simple bot, one for each number of players and each way to end: `python tools/records.py`.

`tests/games/test_records.py` replays them, so every change of play is noticed. When a rule was wrong and is right now,
record anew and say so in the commit; `--missing` only says which advances, calamities and abilities would not occur.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from happened import ending, occurred

from ecumene import titles
from ecumene.bots import BOTS, Crew, Offer, Policy
from ecumene.kernel import Answer, Chosen, Game, Seat, View, dump, verify

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests/games/records"
PAGE = ROOT / "docs/recorded-games.md"
HEAD = """# Recorded games

Whole games of the simple bot, {games} with {answers} answers: one for each number of players, each scenario and each
way to end. `tests/games/test_records.py` replays them answer by answer, and holds this page to them;
`python tools/records.py` records them anew and writes it.

| record | title | players | game | turns | answers | ended |
| --- | --- | --- | --- | --- | --- | --- |"""
SORTS = {
    "calamity": "Calamities that struck",
    "advance": "Advances that were bought",
    "ability": "Special abilities that were used",
}
WEST, MEGA = "western_empires", "mega_civilization"
MANY, DEAR = 40, 220  # purchases that come to mind; the price from which an advance is dear


class Recording(NamedTuple):
    """A game to record. `leaves`: in which turn which seat leaves; `against`: who does not want to play on then;
    `whims`: advances and abilities are taken as they come, so that the rare ones occur too.
    """

    name: str
    title: str
    seats: int
    options: dict[str, Any]
    seed: int = 1
    leaves: tuple[tuple[int, int], ...] = ()
    against: tuple[int, ...] = ()
    whims: bool = False


def recordings() -> list[Recording]:
    """Basic and Expert in turn for the numbers of players, then scenarios and ways to end."""
    west = [Recording(f"west-{n}", WEST, n, {"expert": n % 2 == 0}) for n in range(5, 10)]
    large = [Recording(f"mega-{n}", MEGA, n, {"expert": n % 2 == 0}) for n in range(10, 19)]
    return [
        *west, *large,
        Recording("mega-5", MEGA, 5, {"half": "west"}, seed=2),
        Recording("east-6", MEGA, 6, {"half": "east"}),
        Recording("east-7", MEGA, 7, {"half": "east", "expert": True}),
        Recording("mega-8", MEGA, 8, {"half": "west", "expert": True}, seed=2),
        Recording("west-7-short", WEST, 7, {"scenario": "short"}),
        Recording("west-9-short-expert", WEST, 9, {"scenario": "short", "expert": True}),
        Recording("mega-12-short", MEGA, 12, {"scenario": "short", "themes_that_destroy": ("early_merchants",)}),
        Recording("first", WEST, 5, {"scenario": "first"}),
        Recording("west-6-limit", WEST, 6, {"turn_limit": 12}),
        Recording("west-8-leaves", WEST, 8, {}, leaves=((9, 2), (12, 5))),
        Recording("mega-9-leaves", MEGA, 9, {"half": "west"}, leaves=((10, 7),)),
        *(Recording(f"west-9-whims-{seed}", WEST, 9, {}, seed=seed, whims=True) for seed in (3, 19)),
        *(Recording(f"west-6-whims-{seed}", WEST, 6, {"expert": True}, seed=seed, whims=True) for seed in (4, 12)),
        Recording("west-5-broken-off", WEST, 5, {}, leaves=((7, 1),), against=(3,)),
    ]  # fmt: skip


def record(wanted: Recording) -> Game:
    """The game, played to its end."""
    title = titles.find(wanted.title)
    game = Game(title, title.options_type(**wanted.options), wanted.seats, f"{wanted.seed:064x}")
    policy = BOTS["simple"](title)
    if wanted.whims:
        policy = whimsical(policy, {info.key: info.cost for info in title.components.advances})  # type: ignore[attr-defined]
    crew = Crew(dict.fromkeys(range(wanted.seats), policy), wanted.seed)
    leaves = sorted(wanted.leaves)
    while not game.ended:
        if leaves and game.state.turn >= leaves[0][0]:
            game.call(Seat(leaves.pop(0)[1]), "leave")
        asked = next((seat for seat in wanted.against if seat in game.pending), None)
        if asked is not None and game.pending[Seat(asked)].kind == "play_on":
            game.answer(Seat(asked), Chosen("no"), by="bot")
        else:
            crew.step(game)
    return game


def whimsical(policy: Policy, costs: dict[str, int]) -> Policy:
    """The same bot, but it buys dear advances as they come to its mind, saves for them as often as not, and uses every
    ability.
    """

    def dearest(answer: Answer) -> int:
        return max((costs[name] for name in getattr(answer, "advances", ())), default=0)

    def answer(view: View, offer: Offer, rng: Random) -> Answer | None:
        if offer.kind == "advances":
            best = max((offer.sample(rng) for _ in range(MANY)), key=dearest)
            return best if dearest(best) >= DEAR or rng.random() < 0.5 else offer.fallback()
        if view.step == "10" and rng.random() < 0.9:
            return offer.sample(rng)
        return policy(view, offer, rng)

    return answer


def everything() -> dict[str, dict[str, str]]:
    """What must occur, by sort: keys and names in the order of the components."""
    title: Any = titles.find(MEGA)
    kinds, advances = title.components.kinds, title.components.advances
    return {
        "calamity": {kind.key: kind.name for kind in kinds if kind.sort != "commodity"},
        "advance": {info.key: info.name for info in advances},
        "ability": {info.key: info.name for info in advances if info.ability},
    }


def page(games: Mapping[str, Game]) -> str:
    """The coverage table: the recordings, and in how many of them each calamity, advance and ability occurred."""
    lines = [HEAD.format(games=len(games), answers=sum(len(game.line) for game in games.values()))]
    for wanted in recordings():
        game = games[wanted.name]
        how = ending(game) + (f", {len(wanted.leaves)} left" if wanted.leaves else "")
        cells = (
            wanted.name, game.title.meta.name, wanted.seats, _kind(wanted.options), game.state.turn, len(game.line), how
        )  # fmt: skip
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    found = [occurred(game) for game in games.values()]
    for sort, names in everything().items():
        lines.append(f"\n## {SORTS[sort]}\n\n| {sort} | games |\n| --- | --- |")
        lines += [
            f"| {name} | {sum(f'{sort} {key}' in one for one in found)} |" for key, name in names.items()
        ]
    return "\n".join(lines) + "\n"


def _kind(options: Mapping[str, Any]) -> str:
    words = [f"{options.get('scenario', 'full')} game", "Expert" if options.get("expert") else "Basic"]
    return ", ".join(words + ([f"{options['half']}ern half"] if "half" in options else []))


def main() -> int:
    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    games: dict[str, Game] = {}
    for wanted in recordings():
        file = FOLDER / f"{wanted.name}.ecu"
        if names and wanted.name not in names:
            games[wanted.name] = verify(file.read_bytes(), titles.find)
            continue
        games[wanted.name] = game = record(wanted)
        print(f"{wanted.name}: turn {game.state.turn}, {len(game.line)} answers", flush=True)
        if "--missing" not in sys.argv:
            FOLDER.mkdir(parents=True, exist_ok=True)
            file.write_bytes(dump(game, compress=True))
    found = set().union(*map(occurred, games.values()))
    wanted_all = {f"{sort} {key}" for sort, keys in everything().items() for key in keys}
    print("never: " + ", ".join(sorted(wanted_all - found)))
    if "--missing" not in sys.argv:
        PAGE.write_text(page(games), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
