"""Guests and accounts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from ecumene.server.ids import hashed, new_id, new_token, now
from ecumene.server.people.passwords import Passwords
from ecumene.server.problems import Forbidden, NotNow, Wrong
from ecumene.server.store.engine import Store
from ecumene.server.store.schema import notices, tokens, users
from ecumene.server.wire.common import Person
from ecumene.server.wire.people import ChangeMe, Me, NoticeKind, Register

_LINK_MINUTES = 15
_ALL: tuple[NoticeKind, ...] = ("your_turn", "deadline", "started", "ended", "ballot")


def folded(name: str) -> str:
    """Names that look the same are the same."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def tidy(name: str) -> str:
    """A name as it is shown: one line, no invisible characters."""
    made = "".join(
        each for each in unicodedata.normalize("NFC", name) if unicodedata.category(each)[0] != "C"
    )
    made = " ".join(made.split())
    if not made:
        raise Wrong("empty_name")
    return made


class People:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.passwords = Passwords()
        self._persons: dict[str, Person] = {}

    # -- names --------------------------------------------------------------------------------------------------

    def person(self, user_id: str) -> Person:
        """Somebody as others see him. Whoever sits at a table has been met (`meet`) when it was opened."""
        return self._persons.get(user_id) or Person(user_id, "…", guest=True)

    async def meet(self, ids: Iterable[str | None]) -> None:
        unknown = [each for each in set(ids) if each is not None and each not in self._persons]
        if not unknown:
            return
        query = select(users.c.id, users.c.name, users.c.login, users.c.mail_login).where(
            users.c.id.in_(unknown)
        )
        async with self.store.read() as connection:
            for row in await connection.execute(query):
                self._persons[row.id] = Person(row.id, row.name, row.login is None and row.mail_login is None)

    async def me(self, user_id: str) -> Me:
        async with self.store.read() as connection:
            row = (await connection.execute(select(users).where(users.c.id == user_id))).one()
            latest = select(notices.c.channel, notices.c.trouble).where(notices.c.user_id == user_id)
            told = (await connection.execute(latest.order_by(notices.c.at.desc()).limit(20))).all()
        last: dict[str, str | None] = {}
        for each in told:
            last.setdefault(each.channel, each.trouble)
        failing = tuple(f"{channel}: {trouble}" for channel, trouble in last.items() if trouble)
        wanted: tuple[NoticeKind, ...] = tuple(row.notices.split())
        guest = row.login is None and row.mail_login is None
        return Me(row.id, row.name, guest, row.mail or "", row.webhook, wanted, failing)

    # -- coming in ----------------------------------------------------------------------------------------------

    async def guest(self, name: str) -> str:
        user_id = "u" + new_id()
        async with self.store.write() as connection:
            await connection.execute(
                insert(users).values(id=user_id, name=tidy(name), notices=" ".join(_ALL), created=now())
            )
        return user_id

    async def register(self, asked: Register, user_id: str | None) -> str:
        """An account; a guest who registers keeps his seats."""
        name, password = tidy(asked.name), await self.passwords.hash(asked.password)
        if user_id is not None and not (await self.me(user_id)).guest:
            raise NotNow("has_account")
        values = {
            "name": name, "login": folded(name), "password": password, "mail": asked.mail,
            "mail_login": folded(asked.mail) if asked.mail else None,
        }  # fmt: skip
        made = user_id or "u" + new_id()
        try:
            async with self.store.write() as connection:
                if user_id is None:
                    row = values | {"id": made, "notices": " ".join(_ALL), "created": now()}
                    await connection.execute(insert(users).values(row))
                else:
                    await connection.execute(update(users).where(users.c.id == user_id).values(values))
        except IntegrityError:
            raise NotNow("name_taken") from None
        self._persons.pop(made, None)
        return made

    async def login(self, name: str, password: str) -> str:
        query = select(users.c.id, users.c.password).where(
            (users.c.login == folded(name)) | (users.c.mail_login == folded(name))
        )
        async with self.store.read() as connection:
            row = (await connection.execute(query)).first()
        if not await self.passwords.fits(row.password if row else None, password) or row is None:
            raise Forbidden("wrong_password")
        return str(row.id)

    # -- links by mail ------------------------------------------------------------------------------------------

    async def link_for(self, mail: str) -> str | None:
        """A secret that signs in once, within a quarter of an hour; None if nobody has this address."""
        query = select(users.c.id).where(users.c.mail_login == folded(mail))
        async with self.store.read() as connection:
            user_id = (await connection.execute(query)).scalar_one_or_none()
        return None if user_id is None else await self.link(str(user_id))

    async def link(self, user_id: str) -> str:
        """A secret that signs somebody in, once and soon."""
        token, moment = new_token(), now()
        async with self.store.write() as connection:
            await connection.execute(delete(tokens).where(tokens.c.expires < moment))
            await connection.execute(
                insert(tokens).values(
                    hash=hashed(token), user_id=user_id, expires=moment + _LINK_MINUTES * 60_000
                )
            )
        return token

    async def redeem(self, token: str) -> str:
        async with self.store.write() as connection:
            used = delete(tokens).where(tokens.c.hash == hashed(token), tokens.c.expires > now())
            user_id = (await connection.execute(used.returning(tokens.c.user_id))).scalar_one_or_none()
        if user_id is None:
            raise Forbidden("link_dead")
        return str(user_id)

    # -- changing -----------------------------------------------------------------------------------------------

    async def change(self, user_id: str, asked: ChangeMe) -> Me:
        me = await self.me(user_id)
        values: dict[str, str | None] = {}
        if asked.name is not None:
            values["name"] = tidy(asked.name)
            if not me.guest:
                values["login"] = folded(values["name"] or "")
        if asked.password is not None:
            if me.guest:
                raise NotNow("no_account")
            values["password"] = await self.passwords.hash(asked.password)
        if asked.mail is not None:
            values["mail"] = asked.mail
            values["mail_login"] = folded(asked.mail) if asked.mail and not me.guest else None
        if asked.webhook is not None:
            values["webhook"] = asked.webhook
        if asked.notices is not None:
            values["notices"] = " ".join(dict.fromkeys(asked.notices))
        if values:
            try:
                async with self.store.write() as connection:
                    await connection.execute(update(users).where(users.c.id == user_id).values(values))
            except IntegrityError:
                raise NotNow("name_taken") from None
            self._persons.pop(user_id, None)
            await self.meet([user_id])
        return await self.me(user_id)
