"""Making a table, sitting down, starting, leaving, coming back, playing again."""

from __future__ import annotations

import logging
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from sqlalchemy import delete

from ecumene.bots import BOTS
from ecumene.kernel import Game, Refusal, Title, commitment, new_seed
from ecumene.server import catalogue
from ecumene.server.ids import new_id, now
from ecumene.server.problems import Forbidden, NotFound, NotNow, Wrong
from ecumene.server.store import schema
from ecumene.server.store import tables as rows
from ecumene.server.store.tables import Chair, TableRow
from ecumene.server.tables.house import House
from ecumene.server.tables.info import is_for, may_join
from ecumene.server.tables.live import LiveTable
from ecumene.server.wire.tables import ChangeTable, NewTable, Pace

log = logging.getLogger("ecumene.tables")


async def create(house: House, user_id: str, asked: NewTable) -> LiveTable:
    title = _title(asked.title)
    options = await _checked(house, title, asked.options, asked.seats)
    _check_pace(asked.pace)
    for bot in asked.bots:
        _check_bot(bot)
    chairs = [
        Chair(seat, bot=asked.bots[seat] if seat < len(asked.bots) else None) for seat in range(asked.seats)
    ]
    if asked.sit:
        free = next((chair for chair in chairs if chair.bot is None), None)
        if free is None:
            raise NotNow("no_free_seat")
        free.user_id = user_id
    seed, moment = new_seed(), now()
    row = TableRow(
        id=new_id(), title=title.meta.key, title_version=title.meta.version, name=asked.name, seats=asked.seats,
        options=options, pace=asked.pace, status="open", visibility=asked.visibility, watching=asked.watching,
        delay=asked.delay, autostart=asked.autostart, bot_delay=asked.bot_delay, host=user_id,
        seed=seed, commitment=commitment(seed), created=moment, updated=moment,
    )  # fmt: skip
    async with house.store.write() as connection:
        await rows.add_table(connection, row, chairs)
    table = await house.table(row.id)
    async with table.changing():
        await _start_if_full(table)
    table.changed("table")
    return table


async def change(table: LiveTable, asked: ChangeTable) -> None:
    """By the host. What the game depends on only before the start."""
    given = {
        name: value for name in ChangeTable.__struct_fields__ if (value := getattr(asked, name)) is not None
    }
    async with table.changing():
        before = {"name", "visibility", "watching", "delay", "bot_delay"}
        if table.row.status != "open" and not given.keys() <= before:
            raise NotNow("started")
        if asked.pace is not None:
            _check_pace(asked.pace)
        if asked.seats is not None or asked.options is not None:
            seats = asked.seats or table.row.seats
            title = _title(table.row.title)
            wanted = table.row.options if asked.options is None else asked.options
            given["options"] = await _checked(table.house, title, wanted, seats)
            await _resize(table, seats)
        if given:
            await table.set(**given)
            table.audience.begin_late()
        await _start_if_full(table)
    table.changed("table")


async def _resize(table: LiveTable, seats: int) -> None:
    chairs = list(table.chairs)
    if any(chair.user_id is not None for chair in chairs[seats:]):
        raise NotNow("seats_taken")
    await table.seat_people(chairs[:seats] + [Chair(seat) for seat in range(len(chairs), seats)])


async def join(table: LiveTable, user_id: str, seat: int | None) -> None:
    """Sit down: before the start on a free chair, later in the place of a bot, or of one who is away; or take back
    one's own chair from who sat in.
    """
    async with table.changing():
        if not may_join(table, user_id):
            raise NotNow("cannot_join")
        wanted = seat if seat is not None else table.admitted.get(user_id)
        own = next((chair for chair in table.chairs if chair.owner == user_id), None)
        free = [chair for chair in table.chairs if is_for(table, chair, user_id)]
        chosen = own or next((chair for chair in free if wanted in (None, chair.seat)), None)
        if chosen is None:
            raise NotNow("seat_taken")
        owner = None if chosen is own else chosen.user_id if chosen.owner is None else chosen.owner
        await table.seat_people(
            [Chair(each.seat, user_id, owner=owner) if each is chosen else each for each in table.chairs]
        )
        await table.house.people.meet([user_id])
        await _start_if_full(table)
        await _look_again(table)
    table.changed("table")


async def leave(table: LiveTable, user_id: str) -> None:
    """Get up. While the game runs a bot takes over; the seat may be taken by somebody else."""
    async with table.changing():
        chair = _own(table, user_id)
        if table.row.status == "ended":
            raise NotNow("ended")
        bot = None if table.row.status == "open" else chair.bot or catalogue.default_bot()
        left = Chair(chair.seat, bot=bot)
        if chair.owner is not None:  # the bot sits in again for him whose seat it is
            left = Chair(chair.seat, chair.owner, bot, away=True)
        await table.seat_people([left if each is chair else each for each in table.chairs])
        await _look_again(table)
    table.changed("table")


async def sit_in(table: LiveTable, seat: int, bot: str | None) -> None:
    """A bot plays in the place of the seat's person until he returns."""
    _check_bot(bot)
    async with table.changing():
        await substitute(table, seat, bot)
    table.changed("table")


async def substitute(table: LiveTable, seat: int, bot: str | None) -> None:
    """Hold the lock."""
    chair = _chair(table, seat)
    if chair.user_id is None or table.row.status not in ("running", "paused"):
        raise NotNow("not_running")
    playing = bot or chair.bot or catalogue.default_bot()
    changed = Chair(chair.seat, chair.user_id, playing, away=True, owner=chair.owner)
    await table.seat_people([changed if each is chair else each for each in table.chairs])
    await _look_again(table)


async def come_back(table: LiveTable, user_id: str) -> None:
    async with table.changing():
        chair = next((each for each in table.chairs if each.owner == user_id), None) or _own(table, user_id)
        back = Chair(chair.seat, user_id, owner=None if chair.owner == user_id else chair.owner)
        await table.seat_people([back if each is chair else each for each in table.chairs])
        await _look_again(table)
    table.changed("table")


async def put_bot(table: LiveTable, seat: int, bot: str | None) -> None:
    """By the host: a bot on a free chair, another bot, or none (before the start)."""
    _check_bot(bot)
    async with table.changing():
        chair = _chair(table, seat)
        if chair.user_id is not None and not chair.away:
            raise NotNow("seat_taken")
        if bot is None and table.row.status != "open":
            raise NotNow("started")
        changed = Chair(chair.seat, chair.user_id, bot, away=chair.away, owner=chair.owner)
        await table.seat_people([changed if each is chair else each for each in table.chairs])
        await _start_if_full(table)
        await _look_again(table)
    table.changed("table")


async def clear_seat(table: LiveTable, seat: int) -> None:
    async with table.changing():
        chair = _chair(table, seat)
        if table.row.status != "open":
            raise NotNow("started")
        await table.seat_people([Chair(each.seat) if each is chair else each for each in table.chairs])
    table.changed("table")


async def start(table: LiveTable) -> None:
    """By the host: free chairs get bots."""
    async with table.changing():
        if table.row.status != "open":
            raise NotNow("started")
        bot = catalogue.default_bot()
        await table.seat_people(
            [
                Chair(each.seat, bot=bot) if each.user_id is None and each.bot is None else each
                for each in table.chairs
            ]
        )
        await _begin(table)
    table.changed("table")


async def remove(table: LiveTable) -> None:
    """Before the start, the host may take the table away."""
    async with table.changing():
        if table.row.status != "open":
            raise NotNow("started")
        async with table.house.store.write() as connection:
            for each in (
                "chairs",
                "watchers",
                "admitted",
                "invites",
                "messages",
                "notes",
                "visits",
                "plans",
                "notices",
            ):
                of = schema.metadata.tables[each]
                await connection.execute(delete(of).where(of.c.table_id == table.id))
            await connection.execute(delete(schema.tables).where(schema.tables.c.id == table.id))
        table.house.tables.pop(table.id, None)
        await table.audience.close()


async def rematch(table: LiveTable, user_id: str) -> LiveTable:
    """The same people, bots and options once more. Whoever asks first makes the table, the others find it."""
    house = table.house
    async with table.changing():
        if table.row.status != "ended":
            raise NotNow("not_ended")
        _own(table, user_id)
        if table.row.rematch is not None:
            return await house.table(table.row.rematch)
        seed, moment = new_seed(), now()
        row = msgspec.structs.replace(
            table.row, id=new_id(), title_version=_title(table.row.title).meta.version, status="open", host=user_id,
            seed=seed, commitment=commitment(seed), created=moment, updated=moment, started=None, ended=None,
            rematch=None, trouble=None, version=0, step="", due=(), deadline=None, clocks=(), result=(),
            driver=None, driver_until=0, wake=None,
        )  # fmt: skip
        chairs = [
            Chair(
                chair.seat,
                user_id if chair.user_id == user_id else None,
                None if chair.user_id else chair.bot,
            )
            for chair in table.chairs
        ]
        others = [chair for chair in table.chairs if chair.user_id not in (None, user_id)]
        try:
            async with house.store.write() as connection:
                await rows.set_rematch(connection, table.id, row.id)
                await rows.add_table(connection, row, chairs)
                for chair in others:
                    await connection.execute(
                        schema.admitted.insert().values(
                            table_id=row.id, user_id=chair.user_id, seat=chair.seat
                        )
                    )
        except rows.Changed:
            await house.refresh(table)
            return await house.table(str(table.row.rematch))
        await table.set(rematch=row.id)
    table.changed("table")
    made = await house.table(row.id)
    async with made.changing():
        await _start_if_full(made)
    made.changed("table")
    return made


# -- beginning ----------------------------------------------------------------------------------------------------


async def _start_if_full(table: LiveTable) -> None:
    row = table.row
    full = all(chair.user_id is not None or chair.bot is not None for chair in table.chairs)
    if row.status == "open" and row.autostart and full and any(chair.user_id for chair in table.chairs):
        await _begin(table)


async def _begin(table: LiveTable) -> None:
    title = _title(table.row.title)
    await table.set(status="running", started=now(), wake=0, title_version=title.meta.version)
    log.info("table %s: begun, %s for %s", table.id, table.row.title, table.row.seats)
    await _look_again(table)


async def _look_again(table: LiveTable) -> None:
    """Who must act is asked anew: chairs have changed."""
    if table.row.status == "running":
        table.observe(await table.game())


# -- checks -------------------------------------------------------------------------------------------------------


def _title(key: str) -> Title:
    try:
        return catalogue.find(key)
    except KeyError:
        raise NotFound("no_such_title", key) from None


async def _checked(house: House, title: Title, options: object, seats: int) -> object:
    """The options, complete, if a game can be set up with them."""

    def attempt() -> object:
        made = msgspec.convert(options, title.options_type)
        Game(title, made, seats)
        return msgspec.to_builtins(made, str_keys=True)

    try:
        return await house.workshop.run(attempt, 20.0)
    except msgspec.ValidationError as wrong:
        raise Wrong("bad_options", str(wrong)) from None
    except Refusal as refusal:
        raise Wrong("bad_options", str(refusal), rule=refusal.rule, why=refusal.key) from None


def _check_pace(pace: Pace) -> None:
    try:
        ZoneInfo(pace.zone)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise Wrong("no_such_zone", pace.zone) from None
    if pace.kind != "free" and pace.each + pace.bank + pace.credit == 0:
        raise Wrong("no_time")


def _check_bot(bot: str | None) -> None:
    if bot is not None and bot not in BOTS:
        raise NotFound("no_such_bot", bot)


def _chair(table: LiveTable, seat: int) -> Chair:
    if not 0 <= seat < len(table.chairs):
        raise NotFound("no_such_seat")
    return table.chairs[seat]


def _own(table: LiveTable, user_id: str) -> Chair:
    chair = table.chair_of(user_id)
    if chair is None:
        raise Forbidden("no_seat")
    return chair
