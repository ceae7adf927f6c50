"""`/api/session` and `/api/me`: coming in, going out, what others know of me."""

from __future__ import annotations

from litestar import Controller, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import FromPath, JSONBody
from litestar.response import Redirect

import ecumene
from ecumene.server.ids import now
from ecumene.server.people.sessions import COOKIE, DAYS, Login
from ecumene.server.problems import Forbidden, NotFound, NotNow
from ecumene.server.web.given import Asker, House, Sessions
from ecumene.server.wire.people import (
    BeGuest,
    ChangeMe,
    MailLogin,
    Me,
    PushSubscription,
    Redeem,
    Register,
    Session,
)
from ecumene.server.wire.people import (
    House as HouseInfo,
)
from ecumene.server.wire.people import (
    Login as LoginWith,
)

Answer = Response[Session]


class Sessioned(Controller):
    path = "/api/session"

    @get("/")
    async def session(self, house: House, who: Asker) -> Session:
        return await _session(house, who.login)

    @post("/guest", status_code=200)
    async def guest(self, data: JSONBody[BeGuest], house: House, sessions: Sessions, who: Asker) -> Answer:
        if who.login is not None:
            raise NotNow("signed_in")
        return await _begin(house, sessions, await house.people.guest(data.name), None)

    @post("/register", status_code=200)
    async def register(
        self, data: JSONBody[Register], house: House, sessions: Sessions, who: Asker
    ) -> Answer:
        if not house.settings.accounts:
            raise Forbidden("no_accounts")
        return await _begin(house, sessions, await house.people.register(data, who.maybe), who.login)

    @post("/login", status_code=200)
    async def login(self, data: JSONBody[LoginWith], house: House, sessions: Sessions, who: Asker) -> Answer:
        return await _begin(house, sessions, await house.people.login(data.name, data.password), who.login)

    @post("/mail", status_code=202)
    async def mail(self, data: JSONBody[MailLogin], house: House) -> None:
        """Answers the same whether there is such an account or not."""
        if house.settings.mail is not None:
            house.notices.send_link(data.mail)

    @post("/redeem", status_code=200)
    async def redeem(self, data: JSONBody[Redeem], house: House, sessions: Sessions, who: Asker) -> Answer:
        return await _begin(house, sessions, await house.people.redeem(data.token), who.login)

    @post("/logout", status_code=200)
    async def logout(self, house: House, sessions: Sessions, who: Asker) -> Answer:
        if who.login is not None:
            await sessions.end(who.login)
            house.sign_out(who.login.user_id)
        answer = Response(await _session(house, None))
        answer.delete_cookie(COOKIE)
        return answer


class Myself(Controller):
    path = "/api/me"

    @patch("/")
    async def change(self, data: JSONBody[ChangeMe], house: House, sessions: Sessions, who: Asker) -> Me:
        if data.webhook and not house.settings.webhooks:
            raise Forbidden("no_webhooks")
        me = await house.people.change(who.id, data)
        if data.password is not None and who.login is not None:
            await sessions.end_others(who.login)
        return me

    @post("/push", status_code=200)
    async def push(self, data: JSONBody[PushSubscription], house: House, who: Asker) -> Me:
        await house.notices.subscribe(who.id, data)
        return await house.people.me(who.id)

    @delete("/push", status_code=200)
    async def no_push(self, data: JSONBody[PushSubscription], house: House, who: Asker) -> Me:
        """One device only; those that are gone for good are forgotten when they refuse a notice."""
        await house.notices.unsubscribe(who.id, data.endpoint)
        return await house.people.me(who.id)


@get("/enter/{token:str}/{table_id:str}", include_in_schema=False)
async def enter(token: FromPath[str], table_id: FromPath[str], house: House, sessions: Sessions) -> Redirect:
    """The way in that `ecumene play` opens the browser at: once, on this machine, and then the address is worthless."""
    if not house.settings.enter or not table_id.isalnum():
        raise NotFound
    cookie, _ = await sessions.begin(await house.people.redeem(token))
    return Redirect(f"/#/table/{table_id}", cookies=[_cookie(house, cookie)])


def _cookie(house: House, token: str) -> Cookie:
    return Cookie(
        COOKIE, path="/", value=token, max_age=DAYS * 86_400, httponly=True, samesite="lax",
        secure=house.settings.secure,
    )  # fmt: skip


async def _begin(house: House, sessions: Sessions, user_id: str, old: Login | None) -> Answer:
    """A fresh session (never the one from before signing in), with its cookie."""
    if old is not None:
        await sessions.end(old)
    token, login = await sessions.begin(user_id)
    return Response(await _session(house, login), cookies=[_cookie(house, token)])


async def _session(house: House, login: Login | None) -> Session:
    settings = house.settings
    about = HouseInfo(
        ecumene.__version__, settings.mail is not None, house.notices.push_key, settings.accounts, now()
    )
    me = None if login is None else await house.people.me(login.user_id)
    return Session(me, "" if login is None else login.csrf, about)
