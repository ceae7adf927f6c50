"""Sessions: a random cookie, of which the database knows the hash. The last ones used are kept in memory."""

from __future__ import annotations

from collections import OrderedDict

import msgspec
from sqlalchemy import delete, insert, select

from ecumene.server.ids import hashed, new_token, now
from ecumene.server.store.engine import Store
from ecumene.server.store.schema import sessions

COOKIE = "ecumene"
DAYS = 180
_FRESH = 30_000  # a session ended on another worker may be believed here for so long
_MOST = 20_000


class Login(msgspec.Struct, frozen=True):
    """Who is asking. `csrf` must come with whatever changes something."""

    user_id: str
    csrf: str
    hash: bytes


class Sessions:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[bytes, tuple[int, Login | None]] = OrderedDict()

    async def begin(self, user_id: str) -> tuple[str, Login]:
        """A new session: the cookie's contents, and what we keep."""
        token, moment = new_token(), now()
        login = Login(user_id, new_token(), hashed(token))
        async with self.store.write() as connection:
            await connection.execute(
                insert(sessions).values(
                    hash=login.hash, user_id=user_id, csrf=login.csrf,
                    created=moment, expires=moment + DAYS * 86_400_000,
                )
            )  # fmt: skip
        self._remember(login.hash, login)
        return token, login

    async def find(self, token: str) -> Login | None:
        key = hashed(token)
        known = self._known.get(key)
        if known is not None and known[0] > now():
            return known[1]
        query = select(sessions).where(sessions.c.hash == key, sessions.c.expires > now())
        async with self.store.read() as connection:
            row = (await connection.execute(query)).first()
        login = None if row is None else Login(row.user_id, row.csrf, key)
        self._remember(key, login)
        return login

    async def end(self, login: Login) -> None:
        async with self.store.write() as connection:
            await connection.execute(delete(sessions).where(sessions.c.hash == login.hash))
        self._known.pop(login.hash, None)

    async def end_others(self, login: Login) -> None:
        """A new password ends all other sessions of the account."""
        async with self.store.write() as connection:
            await connection.execute(
                delete(sessions).where(sessions.c.user_id == login.user_id, sessions.c.hash != login.hash)
            )
        self._known.clear()

    async def sweep(self) -> None:
        async with self.store.write() as connection:
            await connection.execute(delete(sessions).where(sessions.c.expires < now()))

    def _remember(self, key: bytes, login: Login | None) -> None:
        self._known[key] = (now() + _FRESH, login)
        self._known.move_to_end(key)
        while len(self._known) > _MOST:
            self._known.popitem(last=False)
