"""What the people at a table decide together: pause, go on, go back, let a bot sit in, give up."""

from __future__ import annotations

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from ecumene.bots import BOTS
from ecumene.kernel import Game, Refusal
from ecumene.server.ids import now
from ecumene.server.problems import Broken, Busy, NotFound, NotNow
from ecumene.server.store import schema
from ecumene.server.store import tables as rows
from ecumene.server.store.tables import BallotRow
from ecumene.server.tables import setup
from ecumene.server.tables.info import voters
from ecumene.server.tables.keeper import Failed, Unreachable
from ecumene.server.tables.live import LiveTable
from ecumene.server.wire.tables import Propose

_NEEDS = {
    "pause": ("running",),
    "resume": ("paused",),
    "rewind": ("running", "paused"),
    "replace": ("running",),
}


async def propose(table: LiveTable, seat: int, asked: Propose) -> None:
    async with table.changing():
        if table.row.status not in _NEEDS.get(asked.kind, ("running", "paused")):
            raise NotNow(f"not_now_{table.row.status}")
        if any(ballot.kind == asked.kind for ballot in table.ballots):
            raise NotNow("asked_already")
        await _check(table, asked)
        query = select(func.max(schema.ballots.c.n)).where(schema.ballots.c.table_id == table.id)
        try:
            async with table.house.store.write() as connection:
                n = ((await connection.execute(query)).scalar() or 0) + 1
                ballot = BallotRow(n, asked.kind, seat, asked.seat, asked.to, asked.bot, {seat: True})
                _count(table, ballot)
                await rows.add_ballot(connection, table.id, ballot)
        except IntegrityError:
            raise Busy from None  # somebody at another worker took this number
        await _counted(table, ballot)
    table.changed("table")


async def vote(table: LiveTable, seat: int, n: int, *, yes: bool) -> None:
    async with table.changing():
        async with table.house.store.write() as connection:
            ballot = await rows.take_ballot(connection, table.id, n)
            if ballot is None:
                raise NotFound("no_such_ballot")
            ballot.votes[seat] = yes
            if not yes and seat == ballot.by:
                ballot.outcome = "withdrawn"
            _count(table, ballot)
            await rows.set_ballot(connection, table.id, ballot)
        await _counted(table, ballot)
    table.changed("table")


async def _check(table: LiveTable, asked: Propose) -> None:
    if asked.bot is not None and asked.bot not in BOTS:
        raise NotFound("no_such_bot")
    if asked.kind == "replace" and (
        asked.seat is None or asked.seat >= table.row.seats or not table.person_plays(asked.seat)
    ):
        raise NotFound("no_such_seat")
    if asked.kind == "rewind":
        game = await table.game()
        if asked.to is None or asked.to >= len(game.line):
            raise NotFound("no_such_moment")


def _count(table: LiveTable, ballot: BallotRow) -> None:
    """Close the ballot if it is decided."""
    there = set(voters(table))
    yes = sum(1 for seat, vote in ballot.votes.items() if vote and seat in there)
    no = sum(1 for seat, vote in ballot.votes.items() if not vote and seat in there)
    needed = len(there) // 2 + 1
    if ballot.kind == "replace" and ballot.seat in there and len(there) > 1:
        needed = min(needed, len(there) - 1)  # whom it is about is the one who is not there
    if not ballot.outcome:
        if yes >= needed:
            ballot.outcome = "carried"
        elif len(there) - no < needed:
            ballot.outcome = "lost"


async def _counted(table: LiveTable, ballot: BallotRow) -> None:
    """Do what was decided."""
    table.ballots = [each for each in table.ballots if each.n != ballot.n]
    if not ballot.outcome:
        table.ballots.append(ballot)
    if ballot.outcome == "carried":
        await _do(table, ballot)


async def _do(table: LiveTable, ballot: BallotRow) -> None:
    match ballot.kind:
        case "pause":
            table.clocks.stop(now())
            await table.set(status="paused", wake=None, clocks=table.clocks.saved(now()), deadline=None)
        case "resume":
            await table.set(status="running", wake=0)
            table.observe(await table.game())
        case "replace" if ballot.seat is not None:
            await setup.substitute(table, ballot.seat, ballot.bot)
        case "rewind" if ballot.to is not None:
            await _rewind(table, ballot.to)
        case "abandon":
            table.clocks.stop(now())
            await table.set(status="ended", ended=now(), wake=None, deadline=None, due=())
        case _:
            pass


async def _rewind(table: LiveTable, to: int) -> None:
    keeper = table.keeper
    if keeper is None:
        raise NotNow("no_title")

    def back(game: Game) -> None:
        game.rewind(to)

    try:
        await keeper.act(back, None, None, back=to)
        table.observe(await table.game())
    except Refusal:
        raise NotFound("no_such_moment") from None
    except Unreachable:
        raise Busy from None
    except Failed as failed:
        raise Broken("failed", str(failed)) from None
