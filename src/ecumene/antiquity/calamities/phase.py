"""9. Calamity resolution: the minor ones together, then the major ones call by call (mega.9.order.1).

Nobody checks surplus, support or conflict in between (mega.9.order.4). Each call is a step of its own. The
quick chart of the rulebook is no rule (mega.9.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from ecumene.antiquity.calamities.call import CalamityCalled, Call, called, name_victims, targets
from ecumene.antiquity.calamities.limit import calamities, is_major
from ecumene.antiquity.calamities.tables import CALAMITIES, Calamities
from ecumene.antiquity.components import kind_of
from ecumene.antiquity.game import Antiquity
from ecumene.kernel import Choose, Seat, together

# -- 9a ---------------------------------------------------------------------------------------------------------------


async def minor_calamities(game: Antiquity, table: Calamities = CALAMITIES) -> None:
    """9a. All show all their minor calamities (mega.hid.11) and resolve them together, a player's own in the
    order of the stacks; one may wait for higher ranks (mega.9a.order.1, mega.9a.1, D-63).
    """
    order = game.ranking()
    held = {seat: [item for item in calamities(game, seat) if not is_major(game, item)] for seat in order}
    for seat, items in held.items():
        items.sort(key=lambda item: game.components.kinds[kind_of(item)].stack)
        for item in items:
            game.tell(CalamityCalled(seat, item))
    await together(
        {seat: _minors(game, seat, items, table) for seat, items in held.items() if items}, order=order
    )


async def _minors(game: Antiquity, seat: Seat, items: Sequence[int], table: Calamities) -> None:
    for item in items:
        call = called(game, item, seat)
        await table.minor[call.key](game, call)
        finish(game, call)


def finish(game: Antiquity, call: Call) -> None:
    """The card goes to its discard pile, from which nothing is drawn before the end of the turn (mega.9.3)."""
    game.discard(call.victim, call.card)
    if game.state.calamities:
        game.state.calamities[call.victim] -= 1


# -- 9b ---------------------------------------------------------------------------------------------------------------


def next_calls(game: Antiquity) -> list[Call]:
    """The calamity that is called next, stack by stack, the fixed one first (mega.9b.order.1); both copies of
    it, by the ranking of their victims (mega.9.dup.1).
    """
    kinds = game.components.kinds
    held = [
        (item, seat) for seat in game.ranking() for item in calamities(game, seat) if is_major(game, item)
    ]
    if not held:
        return []
    first = min(held, key=lambda one: _calling_order(game, one[0]))[0]
    return [called(game, item, seat) for item, seat in held if kinds[kind_of(item)] is kinds[kind_of(first)]]


def _calling_order(game: Antiquity, item: int) -> tuple[int, bool]:
    info = game.components.kinds[kind_of(item)]
    return info.stack, info.sort != "fixed"


async def major_calamity(game: Antiquity, table: Calamities = CALAMITIES) -> None:
    """9b. One calamity is called, shown (mega.9b.1) and finished before the next (mega.9b.2): a step for
    each.
    """
    calls = next_calls(game)
    if not calls:
        game.state.calamities = []
        return
    for call in calls:
        game.tell(
            CalamityCalled(call.victim, call.card, -1 if call.beneficiary is None else call.beneficiary)
        )
    bar_each_other(calls)
    if len(calls) > 1 and calls[0].key in table.naming and not await one_by_one(game, calls):
        for call in calls:
            await name(game, call, calls, table)
        for call in calls:
            await strike(game, call, table)
    else:
        for call in calls:
            if call is not calls[0]:
                direct_anew(game, call, calls)
            await name(game, call, calls, table)
            await strike(game, call, table)
    if any(is_major(game, item) for seat in game.active() for item in calamities(game, seat)):
        game.state.goto = "9b"
    else:
        game.state.calamities = []


def bar_each_other(calls: Sequence[Call]) -> None:
    """No victim or beneficiary of a copy is a secondary victim of any (mega.9.dup.5, mega.9.dup.7, ruling
    A-76).
    """
    barred = {call.victim for call in calls} | {
        call.beneficiary for call in calls if call.beneficiary is not None
    }
    for call in calls:
        call.barred |= barred


def direct_anew(game: Antiquity, call: Call, calls: Sequence[Call]) -> None:
    """The beneficiary of a copy that is resolved after another, determined when its turn comes (mega.9.benef.1):
    the first may have emptied a stock. Who it is now is told, and is no secondary victim (mega.9.dup.7).
    """
    now = called(game, call.card, call.victim).beneficiary
    if now == call.beneficiary:
        return
    call.beneficiary = now
    game.tell(CalamityCalled(call.victim, call.card, -1 if now is None else now))
    bar_each_other(calls)


async def one_by_one(game: Antiquity, calls: Sequence[Call]) -> bool:
    """D-62: whether a victim of two copies wants the first resolved completely before the second
    (mega.9.dup.3).
    """

    async def ask(call: Call) -> bool:
        wish = await Choose(
            call.victim, "copies", ("together", "one_by_one"), "mega.9.dup.3", about={"calamity": call.key}
        )
        return bool(wish == "one_by_one")

    wishes = await together({call.victim: ask(call) for call in calls})
    return any(wishes.values())


async def name(game: Antiquity, call: Call, calls: Sequence[Call], table: Calamities) -> None:
    """The victim names all secondary victims before anybody decides on losses (mega.9.order.3), those of both
    copies if they are resolved together (mega.9.dup.2); nobody is named twice (mega.9.dup.6).
    """
    naming = table.naming.get(call.key)
    if naming is None or not naming.own(game, call.victim):
        return
    legal = targets(game, call, naming.target)
    await name_victims(
        game, call, legal, naming.kind, naming.rule, lambda seat: naming.most_first(game, seat)
    )
    for other in calls:
        other.barred |= set(call.others)


async def strike(game: Antiquity, call: Call, table: Calamities) -> None:
    """What the card says; cancelled if its victim has nothing it could hit (mega.9.def.22, mega.9.dup.12).
    The second of two copies waits for the first, so a secondary victim of the second need not ask for it
    (mega.9.dup.4).
    """
    naming = table.naming.get(call.key)
    if naming is None or naming.own(game, call.victim):
        await table.major[call.key](game, call)
    finish(game, call)


STEPS = [("9a", minor_calamities), ("9b", major_calamity)]
