"""Records whole games of the simple bot, one for each number of players and each way to end: `python tools/records.py`.

`tests/games/test_records.py` replays them, so every change of play is noticed. When a rule was wrong and is right now,
record anew and say so in the commit; `--missing` says which advances and calamities occur in none of them.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ecumene import titles
from ecumene.bots import BOTS, Crew, Offer, Policy
from ecumene.kernel import Answer, Chosen, Game, Seat, View, dump

FOLDER = Path(__file__).parents[1] / "tests/games/records"
WEST, MEGA = "western_empires", "mega_civilization"


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
        Recording("east-7", MEGA, 7, {"half": "east", "expert": True}),
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
        policy = whimsical(policy, {info.key: info.cost for info in title.catalog.advances})  # type: ignore[attr-defined]
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
    """The same bot, but it buys dear advances as they come to its mind, and uses every ability."""

    def dearest(answer: Answer) -> int:
        return max((costs[name] for name in getattr(answer, "advances", ())), default=0)

    def answer(view: View, offer: Offer, rng: Random) -> Answer | None:
        if offer.kind == "advances":
            return max((offer.sample(rng) for _ in range(10)), key=dearest)
        if view.step == "10" and rng.random() < 0.9:
            return offer.sample(rng)
        return policy(view, offer, rng)

    return answer


def occurred(game: Game) -> set[str]:
    """Which calamities struck, which advances were bought, which special abilities were used."""
    kinds = game.title.catalog.kinds  # type: ignore[attr-defined]
    found = set()
    for told in game.play.log:
        event: Any = told.event
        name = type(event).__name__
        if name == "CalamityCalled":
            found.add(kinds[event.card >> 1].key)
        elif name == "AdvancesBought":
            found.update(filter(None, (*event.advances, event.gift)))
        elif told.step == "10":
            found.add(f"10 {event.__struct_config__.tag}")
    return found


def everything() -> set[str]:
    """All calamities and advances."""
    catalog = titles.find(MEGA).catalog  # type: ignore[attr-defined]
    return {info.key for info in catalog.advances} | {k.key for k in catalog.kinds if k.sort != "commodity"}


def main() -> int:
    names = [name for name in sys.argv[1:] if not name.startswith("-")]
    found: set[str] = set()
    for wanted in recordings():
        if names and wanted.name not in names:
            continue
        game = record(wanted)
        found |= occurred(game)
        print(f"{wanted.name}: turn {game.state.turn}, {len(game.line)} answers", flush=True)
        if "--missing" not in sys.argv:
            FOLDER.mkdir(parents=True, exist_ok=True)
            FOLDER.joinpath(f"{wanted.name}.ecu").write_bytes(dump(game, compress=True))
    print("never: " + ", ".join(sorted(everything() - found)))
    print("in phase 10: " + ", ".join(sorted(name[3:] for name in found if name.startswith("10 "))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
