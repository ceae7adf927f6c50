"""A table as one person may know it, apart from the game itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from ecumene.kernel import SPECTATOR, Place, Viewer
from ecumene.server.wire.tables import Ballot, Role, SeatInfo, Summary, TableInfo, You

if TYPE_CHECKING:
    from ecumene.server.store.tables import BallotRow, Chair, TableRow
    from ecumene.server.tables.live import LiveTable
    from ecumene.server.wire.common import Person


def role(table: LiveTable, user_id: str | None) -> Role:
    if user_id is None:
        return "none"
    if table.row.host == user_id:
        return "host"
    if table.chair_of(user_id) is not None:
        return "player"
    return "spectator" if user_id in table.watchers else "none"


def may_see(table: LiveTable, user_id: str | None) -> bool:
    """Whether somebody may know of the table at all."""
    known = user_id in table.admitted or any(chair.owner == user_id for chair in table.chairs if user_id)
    return known or table.row.visibility == "listed" or role(table, user_id) != "none"


def may_watch(table: LiveTable, user_id: str | None) -> bool:
    """Whether somebody may see the game: from his seat, or as a watcher if the host lets people watch."""
    if table.chair_of(user_id) is not None:
        return True
    if table.row.status == "ended" or role(table, user_id) in ("host", "spectator"):
        return may_see(table, user_id)
    return table.row.watching != "none" and table.row.visibility == "listed"


def may_listen(table: LiveTable, user_id: str | None) -> bool:
    """Whether somebody may hear what is said to the whole table."""
    return table.row.status == "open" or user_id in table.admitted or may_watch(table, user_id)


def is_late(table: LiveTable, viewer: Viewer) -> bool:
    """Whether a viewer sees the game only some minutes later."""
    delayed = table.row.watching == "delayed" and table.row.delay > 0
    return delayed and viewer == SPECTATOR and table.row.status in ("running", "paused")


def may_join(table: LiveTable, user_id: str | None) -> bool:
    if user_id is None or table.chair_of(user_id) is not None:
        return False
    if table.row.status not in ("open", "running", "paused"):
        return False
    return any(is_for(table, chair, user_id) for chair in table.chairs)


def is_for(table: LiveTable, chair: Chair, user_id: str) -> bool:
    """Whether somebody may sit down on a chair: free, his own, or of one who is away."""
    if chair.owner == user_id:
        return True
    wanted = table.admitted.get(user_id)
    if chair.user_id is not None:
        # Only who was asked to this very chair may play another's hand.
        return chair.away and wanted == chair.seat
    invited = user_id in table.admitted or table.row.host == user_id or table.row.visibility == "listed"
    free = chair.bot is None or table.row.status != "open"
    return invited and free and wanted in (None, chair.seat)


def info(table: LiveTable, user_id: str | None) -> TableInfo:
    row = table.row
    online = table.online()
    person = table.house.people.person
    chair = table.chair_of(user_id)
    return TableInfo(
        id=row.id, title=row.title, title_version=row.title_version, name=row.name, options=row.options,
        seats=tuple(_seat(each, person, online) for each in table.chairs),
        pace=row.pace, status=row.status, visibility=row.visibility, watching=row.watching,  # type: ignore[arg-type]
        delay=row.delay, autostart=row.autostart, bot_delay=row.bot_delay, host=person(row.host),
        you=You(
            role(table, user_id), None if chair is None else chair.seat,
            may_join(table, user_id), may_watch(table, user_id),
        ),
        version=row.version, commitment=row.commitment, seed=row.seed if row.status == "ended" else None,
        clocks=table.clocks.shown(), ballots=tuple(_ballot(each, table) for each in table.ballots),
        result=tuple(msgspec.convert(row.result, list[Place])),
        watchers=sum(1 for each in online if table.chair_of(each) is None),
        created=row.created, started=row.started, ended=row.ended, rematch=row.rematch, trouble=row.trouble,
    )  # fmt: skip


def _seat(chair: Chair, person: Any, online: set[str]) -> SeatInfo:  # noqa: ANN401 - the house's own method
    who = None if chair.user_id is None else person(chair.user_id)
    return SeatInfo(chair.seat, who, chair.bot, chair.away, chair.user_id in online)


def voters(table: LiveTable) -> list[int]:
    """The seats that vote: those of people who are there."""
    return [chair.seat for chair in table.chairs if chair.user_id is not None and chair.bot is None]


def _ballot(ballot: BallotRow, table: LiveTable) -> Ballot:
    yes = tuple(seat for seat, vote in sorted(ballot.votes.items()) if vote)
    no = tuple(seat for seat, vote in sorted(ballot.votes.items()) if not vote)
    needed = len(voters(table)) // 2 + 1
    return Ballot(ballot.n, ballot.kind, ballot.by, ballot.seat, ballot.to, ballot.bot, yes, no, needed)  # type: ignore[arg-type]


def summary(
    row: TableRow, chairs: list[Chair], user_id: str | None, person: Any, seen: int  # noqa: ANN401
) -> Summary:  # fmt: skip
    own = next((chair for chair in chairs if user_id and chair.user_id == user_id), None)
    you: Role = "host" if row.host == user_id else "player" if own is not None else "none"
    people: list[Person] = [person(chair.user_id) for chair in chairs if chair.user_id is not None]
    mine = own is not None and own.bot is None
    return Summary(
        id=row.id, title=row.title, name=row.name, status=row.status, pace=row.pace, seats=row.seats,
        people=tuple(people), bots=sum(1 for chair in chairs if chair.bot is not None and not chair.away),
        free=sum(1 for chair in chairs if chair.user_id is None and chair.bot is None), host=person(row.host),
        you=you, seat=None if own is None else own.seat,
        needs_me=mine and row.status == "running" and own is not None and own.seat in row.due,
        deadline=row.deadline, step=row.step, version=row.version, unseen=max(0, row.version - seen) if mine else 0,
        updated=row.updated,
    )  # fmt: skip
