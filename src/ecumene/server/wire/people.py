"""Who somebody is, and how to reach them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ecumene.server.wire.common import Asked, Millis, Name, Said

Password = Annotated[str, Meta(min_length=10, max_length=200)]
Mail = Annotated[str, Meta(min_length=3, max_length=254, pattern=r"^[^@\s<>,;\"\x00]+@[^@\s<>,;\"\x00]+$")]
Token = Annotated[str, Meta(min_length=20, max_length=100, pattern=r"^[A-Za-z0-9_-]+$")]
Url = Annotated[str, Meta(min_length=8, max_length=1000, pattern=r"^https?://[^\s\x00]+$")]
NoticeKind = Literal["your_turn", "deadline", "started", "ended", "message", "ballot"]


class House(Said, frozen=True):
    """What this server can do."""

    version: str
    mail: bool
    push: str
    """The public key for web push; empty: none."""
    accounts: bool
    now: Millis


class Me(Said, frozen=True):
    id: str
    name: str
    guest: bool
    mail: str
    webhook: str
    notices: tuple[NoticeKind, ...]
    failing: tuple[str, ...]
    """The channels whose last notice could not be delivered, with why: `mail: refused`."""


class Session(Said, frozen=True):
    """`GET /api/session`. `csrf` goes into the header `x-csrf-token` of everything that is not a GET."""

    me: Me | None
    csrf: str
    house: House


class BeGuest(Asked, frozen=True):
    name: Name


class Register(Asked, frozen=True):
    """A guest keeps his seats when he becomes an account."""

    name: Name
    password: Password
    mail: Mail | None = None


class Login(Asked, frozen=True):
    name: Name
    password: Password


class MailLogin(Asked, frozen=True):
    mail: Mail


class Redeem(Asked, frozen=True):
    """A one-time secret from a URL's fragment, exchanged for what it gives."""

    token: Token


class ChangeMe(Asked, frozen=True):
    """Only what is given is changed. An empty webhook or mail takes it away."""

    name: Name | None = None
    password: Password | None = None
    mail: Mail | Literal[""] | None = None
    webhook: Url | Literal[""] | None = None
    notices: tuple[NoticeKind, ...] | None = None


_BASE64 = r"^[A-Za-z0-9_+/=-]+$"


class PushKeys(Asked, frozen=True):
    p256dh: Annotated[str, Meta(min_length=40, max_length=200, pattern=_BASE64)]
    auth: Annotated[str, Meta(min_length=10, max_length=60, pattern=_BASE64)]


class PushSubscription(Asked, frozen=True):
    """As the browser gives it (`PushSubscription.toJSON()` without `expirationTime`)."""

    endpoint: Annotated[str, Meta(max_length=1000, pattern=r"^https://[^\s\x00]+$")]
    keys: PushKeys
