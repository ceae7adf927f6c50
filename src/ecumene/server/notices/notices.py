"""Who is to be told what, and when: once, only when he is needed and not here, and failures can be seen (`Me.failing`).

A notice waits a little: who answers at once, or opens the table, need not be told. That each is sent once, whatever
worker sends it, is the primary key of the table `notices`: who writes the row may send.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from ecumene.server.ids import now
from ecumene.server.notices import channels, webpush
from ecumene.server.notices.channels import Text, Undelivered
from ecumene.server.problems import Forbidden, Wrong
from ecumene.server.store import schema
from ecumene.server.store.engine import is_lost
from ecumene.server.wire.people import PushSubscription

if TYPE_CHECKING:
    from ecumene.server.people.people import People
    from ecumene.server.settings import Settings
    from ecumene.server.store.engine import Store
    from ecumene.server.tables.live import LiveTable
    from ecumene.server.wire.tables import Message

log = logging.getLogger("ecumene.notices")

PATIENCE = {"live": 8.0, "mail": 30.0, "free": 30.0}
"""Seconds before somebody who is needed is told, by the pace of the table."""
_KEY = "vapid"
_MOST_AT_ONCE = 4
_SOON = 60.0
_ATTEMPTS = (0.0, 30.0, 300.0)

WORDS = {
    "your_turn": ("{name}: it is your turn", "You are asked at the table {name}."),
    "deadline": (
        "{name}: your time is running out",
        "Four fifths of your time at the table {name} are gone.",
    ),
    "started": ("{name} has begun", "The game at the table {name} has begun."),
    "ended": ("{name} is over", "The game at the table {name} is over."),
    "ballot": ("{name}: a vote", "Somebody at the table {name} asks all to vote."),
    "message": ("{name}: a message", "Somebody at the table {name} has written to you."),
}


class Notices:
    def __init__(
        self, settings: Settings, store: Store, people: People, find: Callable[[str], Awaitable[LiveTable]]
    ) -> None:
        """`find` gives a table by its id."""
        self.find = find
        self.settings = settings
        self.store = store
        self.people = people
        self.vapid: webpush.Vapid | None = None
        self.patience = dict(PATIENCE)
        self._gate = asyncio.Semaphore(_MOST_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: set[tuple[str, str, str, int]] = set()
        self._began = now() // 1000
        self._read: dict[tuple[str, str | None], int] = {}
        """Of each table and person: the last message when he was last here."""

    @property
    def push_key(self) -> str:
        return "" if self.vapid is None else self.vapid.public

    @property
    def any(self) -> bool:
        settings = self.settings
        return settings.mail is not None or settings.webhooks or self.vapid is not None

    async def start(self) -> None:
        if not self.settings.push:
            return
        if not webpush.available():
            log.warning("no web push: install ecumene[push]")
            return
        keys = schema.settings
        query = select(keys.c.value).where(keys.c.key == _KEY)
        with contextlib.suppress(IntegrityError):  # another worker was quicker: its key counts
            async with self.store.write() as connection:
                if (await connection.execute(query)).scalar_one_or_none() is None:
                    await connection.execute(insert(keys).values(key=_KEY, value=webpush.Vapid.new()))
        async with self.store.read() as connection:
            self.vapid = webpush.Vapid(str((await connection.execute(query)).scalar_one()))

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- when ---------------------------------------------------------------------------------------------------

    def consider(self, table: LiveTable) -> None:
        """Something has changed at a table: see whether somebody has to be told."""
        if not self.any:
            return
        if table.row.status == "running":
            for seat, since in table.due_since.items():
                if table.person_plays(seat):
                    self._later(table, "your_turn", seat, since, self.patience[table.row.pace.kind])
                    self._before_the_end(table, seat, since)
            for ballot in table.ballots:
                for chair in table.chairs:
                    if chair.seat not in ballot.votes and table.person_plays(chair.seat):
                        self._later(table, "ballot", chair.seat, ballot.n, self.patience[table.row.pace.kind])
            if table.row.version == 0:
                self._everybody(table, "started")
        elif table.row.status == "ended":
            self._everybody(table, "ended")

    def whispered(self, table: LiveTable, message: Message) -> None:
        """Something was said to a few: whoever of them is not here is told of the first until he is here again."""
        if not self.any:
            return
        for chair in table.chairs:
            if chair.seat in message.to and chair.user_id not in (None, message.by.id):
                occasion = self._read.get((table.id, chair.user_id), -self._began)
                self._later(table, "message", chair.seat, occasion, self.patience[table.row.pace.kind])

    def left(self, table: LiveTable, user_id: str) -> None:
        """Somebody goes: what is said from now on is news to him."""
        if table.chair_of(user_id) is not None:
            self._read[table.id, user_id] = table.heard

    def _everybody(self, table: LiveTable, kind: str) -> None:
        for chair in table.chairs:
            if chair.user_id is not None:
                self._later(table, kind, chair.seat, 0, 1.0)

    def _before_the_end(self, table: LiveTable, seat: int, since: int) -> None:
        """By mail one is told once more when four fifths of the time are gone."""
        end = table.clocks.end_of(seat)
        if table.row.pace.kind == "mail" and end is not None:
            self._later(table, "deadline", seat, since, max(_SOON, (end - now()) / 1000 * 0.8))

    def _later(self, table: LiveTable, kind: str, seat: int, occasion: int, seconds: float) -> None:
        user_id = table.chairs[seat].user_id
        if user_id is None:
            return
        mark = (table.id, user_id, kind, occasion)
        if mark in self._waiting:
            return
        self._waiting.add(mark)
        task = asyncio.get_running_loop().create_task(self._wait(table, kind, seat, occasion, seconds, mark))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wait(
        self, table: LiveTable, kind: str, seat: int, occasion: int, seconds: float, mark: tuple[str, str, str, int]
    ) -> None:  # fmt: skip
        try:
            wait = seconds
            while wait > 0:
                await asyncio.sleep(wait)
                table = await self.find(
                    table.id
                )  # it may have left the memory meanwhile, and come back as another
                async with table.lock:
                    if table.row.status == "running":
                        await table.game()
                wait = _too_early(table, seat, seconds / 4) if kind == "deadline" else 0.0
            user_id = mark[1]
            if user_id not in table.online() and self._still(table, kind, seat, occasion):
                await self.tell(user_id, table.id, table.row.name, kind, occasion)
        except Wrong:
            pass  # the table is gone
        except Exception as error:
            if not is_lost(error):
                log.exception("a notice about table %s", table.id)
        finally:
            self._waiting.discard(mark)

    @staticmethod
    def _still(table: LiveTable, kind: str, seat: int, occasion: int) -> bool:
        """Whether what was to be told is still so."""
        if kind in ("your_turn", "deadline"):
            return table.row.status == "running" and seat in table.due and table.person_plays(seat)
        if kind == "ballot":
            return any(ballot.n == occasion and seat not in ballot.votes for ballot in table.ballots)
        return True

    # -- telling ------------------------------------------------------------------------------------------------

    async def tell(self, user_id: str, table_id: str, name: str, kind: str, occasion: int) -> None:
        """Tell somebody something by every channel he has; each once."""
        users, pushes = schema.users, schema.pushes
        async with self.store.read() as connection:
            user = (await connection.execute(select(users).where(users.c.id == user_id))).first()
            subscriptions = (
                await connection.execute(select(pushes).where(pushes.c.user_id == user_id))
            ).all()
        if user is None or kind not in user.notices.split():
            return
        if kind in ("your_turn", "deadline"):
            turn = await self._turn(user_id, table_id, kind)
            if turn is None:
                return
            occasion = max(occasion, turn)
        title, body = (each.format(name=name) for each in WORDS[kind])
        text = Text(kind, table_id, title, body, f"{self.settings.public}/#/table/{table_id}")
        settings = self.settings
        if settings.mail is not None and user.mail:
            mail = settings.mail
            await self._once(
                user_id, table_id, kind, occasion, "mail", lambda: channels.by_mail(mail, user.mail, text)
            )
        if settings.webhooks and user.webhook:
            send = lambda: channels.by_webhook(user.webhook, text)  # noqa: E731 - one of three alike
            await self._once(user_id, table_id, kind, occasion, "webhook", send)
        for n, each in enumerate(subscriptions):
            if self.vapid is not None:
                await self._push(
                    user_id, occasion, f"push{n or ''}", text, each.endpoint, each.p256dh, each.auth
                )

    async def _turn(self, user_id: str, table_id: str, kind: str) -> int | None:
        """After which entry his turn began, by his own last one; None if he has been told since.

        When a decision came up is known to the worker in whose memory the table is, and only as long as it is there.
        """
        entries, notices = schema.entries, schema.notices
        own = select(func.max(entries.c.seq)).where(
            entries.c.table_id == table_id, entries.c.user_id == user_id
        )
        told = select(func.max(notices.c.occasion)).where(
            notices.c.table_id == table_id, notices.c.user_id == user_id, notices.c.kind == kind
        )
        async with self.store.read() as connection:
            last: int = (await connection.execute(own)).scalar() or 0
            known: int | None = (await connection.execute(told)).scalar()
        return None if known is not None and known >= last else last

    async def _push(
        self, user_id: str, occasion: int, channel: str, text: Text, endpoint: str, p256dh: str, auth: str
    ) -> None:  # fmt: skip
        vapid = self.vapid
        if vapid is None:
            return
        contact = self.settings.public or "mailto:nobody@localhost"

        async def send() -> None:
            try:
                await channels.by_push(vapid, contact, endpoint, p256dh, auth, text)
            except Undelivered as why:
                if why.gone:
                    await self.unsubscribe(user_id, endpoint)
                raise

        await self._once(user_id, text.table, text.kind, occasion, channel, send)

    async def _once(
        self, user_id: str, table_id: str, kind: str, occasion: int, channel: str, send: object
    ) -> None:  # fmt: skip
        notices = schema.notices
        row = {
            "user_id": user_id, "table_id": table_id, "kind": kind, "occasion": occasion, "channel": channel,
            "at": now(),
        }  # fmt: skip
        try:
            async with self.store.write() as connection:
                await connection.execute(insert(notices).values(row))
        except IntegrityError:
            return
        trouble = await self._try(send)
        if trouble is not None:
            log.warning("notice %s to %s by %s: %s", kind, user_id, channel, trouble)
            this = [
                notices.c[name] == row[name]
                for name in ("user_id", "table_id", "kind", "occasion", "channel")
            ]
            async with self.store.write() as connection:
                await connection.execute(update(notices).where(*this).values(trouble=trouble))

    async def _try(self, send: object) -> str | None:
        """Send, again after a while if need be; answers why it was not delivered."""
        trouble: str | None = None
        for seconds in _ATTEMPTS:
            await asyncio.sleep(seconds)
            try:
                async with self._gate:
                    await send()  # type: ignore[operator]
                return None
            except Undelivered as why:
                trouble = why.why
                if why.gone:
                    break
        return trouble

    # -- by mail without a notice, and subscriptions --------------------------------------------------------------

    def send_link(self, address: str) -> None:
        """Send a link that signs in, if somebody has this address. Seen from outside it takes as long if nobody has."""
        task = asyncio.get_running_loop().create_task(self._send_link(address))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_link(self, address: str) -> None:
        token = await self.people.link_for(address)
        if token is None or self.settings.mail is None:
            return
        # Never an address that came with the request: whoever asks could have the link lead to himself.
        url = f"{self.settings.public}/#/login/{token}"
        text = Text(
            "login",
            "",
            "Your way in",
            "This link signs you in. It works once, for a quarter of an hour.",
            url,
        )
        mail = self.settings.mail
        trouble = await self._try(lambda: channels.by_mail(mail, address, text))
        if trouble is not None:
            log.warning("the sign-in link could not be sent: %s", trouble)

    async def subscribe(self, user_id: str, subscription: PushSubscription) -> None:
        if self.vapid is None:
            raise Forbidden("no_push")
        pushes = schema.pushes
        async with self.store.write() as connection:
            keys = subscription.keys
            row = {
                "endpoint": subscription.endpoint, "user_id": user_id, "p256dh": keys.p256dh, "auth": keys.auth,
            }  # fmt: skip
            await connection.execute(self.store.put(pushes, row))

    async def unsubscribe(self, user_id: str, endpoint: str | None = None) -> None:
        pushes = schema.pushes
        gone = delete(pushes).where(pushes.c.user_id == user_id)
        if endpoint is not None:
            gone = gone.where(pushes.c.endpoint == endpoint)
        async with self.store.write() as connection:
            await connection.execute(gone)


def _too_early(table: LiveTable, seat: int, left: float) -> float:
    """How many seconds until no more than `left` are left to a seat: its clock may have stood, or begun anew."""
    end = table.clocks.end_of(seat)
    more = 0.0 if end is None else (end - now()) / 1000 - left
    return more if more > _SOON else 0.0
