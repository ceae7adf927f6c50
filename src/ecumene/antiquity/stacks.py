"""The trade card stacks: how they are built, and how a turn's discards go back under them."""

from __future__ import annotations

from ecumene.antiquity.components import Components, Deck, Kind, KindInfo, Lineup, card
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Chance

STACKS = 9


def decks(components: Components, lineup: Lineup) -> list[Deck]:
    """The deck of each block of a line-up."""
    return [components.decks[key] for key in lineup.decks]


def copies(info: KindInfo, deck: Deck) -> int:
    """How many cards of a kind a deck has (mega.setup.select.1, mega.setup.select.3)."""
    return info.copies[deck.column] if info.copies else 0


def in_play(components: Components, lineup: Lineup) -> dict[int, int]:
    """Every card in play, water apart: the law of conservation is measured against it."""
    return {
        card(Kind(info.kind), block): number
        for block, deck in enumerate(decks(components, lineup))
        for info in components.kinds
        if (number := copies(info, deck))
    }


def build(components: Components, lineup: Lineup, seats: int, chance: Chance) -> list[list[int]]:
    """All stacks of all blocks; the top of a stack is its end (mega.setup.select.2, mega.setup.select.5)."""
    return [
        _stack(components, deck, seats, block, number, chance)
        for block, deck in enumerate(decks(components, lineup))
        for number in range(1, STACKS + 1)
    ]


def _stack(
    components: Components, deck: Deck, seats: int, block: int, number: int, chance: Chance
) -> list[int]:
    """One stack: top part, middle part, the calamity that is never traded at the bottom.

    What it consists of (mega.setup.cards.5-8.1, mega.setup.cards.9-11.1, mega.setup.cards.12-14.1,
    mega.setup.cards.15-18.1, ruling A-11) is in the table of cards: there are no minor calamities with 5-8 and 12-14
    players (mega.setup.select.4, mega.setup.cards.12-14.5), and none at all in stack 1 (mega.setup.cards.9-11.5,
    mega.setup.cards.15-18.5). `seats` cards are put aside unseen with 5-8 players (ruling A-12).
    """
    purpose = f"stack {block}.{number}"
    parts: dict[str, list[int]] = {"regular": [], "additional": [], "minor": [], "major": [], "fixed": []}
    for info in components.kinds:
        if info.stack == number and info.kind:
            parts[_part(info, deck)] += [card(Kind(info.kind), block)] * copies(info, deck)
    if not deck.middle:
        goods = parts["regular"]
        chance.shuffle(purpose, goods)  # mega.setup.cards.5-8.2
        # mega.setup.cards.5-8.3, mega.setup.cards.5-8.6, mega.setup.cards.5-8.7
        middle, top = goods[:-seats], goods[-seats:]
    else:  # mega.setup.cards.9-11.2, mega.setup.cards.12-14.2, mega.setup.cards.15-18.2
        middle, top = parts["additional"], parts["regular"] + parts["minor"]
        chance.shuffle(purpose, top)
    # mega.setup.cards.5-8.4, mega.setup.cards.9-11.3, mega.setup.cards.12-14.3, mega.setup.cards.15-18.3
    middle += parts["major"]
    chance.shuffle(purpose, middle)
    # mega.setup.cards.5-8.5, mega.setup.cards.9-11.4, mega.setup.cards.12-14.4, mega.setup.cards.15-18.4
    return parts["fixed"] + middle + top


def _part(info: KindInfo, deck: Deck) -> str:
    """Which part of its stack a card is in; a commodity is of the regular part or of the additional one."""
    if info.sort != "commodity":
        return info.sort
    return "additional" if deck.middle and info.layer == deck.middle else "regular"


async def return_discards(game: Antiquity) -> None:
    """13c. What was discarded this turn goes under its stack (mega.13c.1), in its own block (mega.13c.5).

    All but the fixed calamities shuffled (mega.13c.2), those at the very bottom (mega.13c.3); undrawn cards keep place
    and order (mega.13c.4, ruling A-119); water went back at once (mega.13c.6).
    """
    state, kinds = game.state, game.components.kinds
    for place, pile in enumerate(state.discards):
        if not pile:
            continue
        pile.sort()
        fixed = [item for item in pile if kinds[item >> 1].sort == "fixed"]
        others = [item for item in pile if kinds[item >> 1].sort != "fixed"]
        game.chance.shuffle(f"return {place // STACKS}.{place % STACKS + 1}", others)
        state.stacks[place] = fixed + others + state.stacks[place]
        pile.clear()
