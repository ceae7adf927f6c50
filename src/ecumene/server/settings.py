"""How a server is set up. Nothing here is read from the environment but by the command line."""

from __future__ import annotations

from pathlib import Path

import msgspec

import ecumene

CLIENT = Path(ecumene.__file__).parent / "client"


class Mail(msgspec.Struct, frozen=True, kw_only=True):
    """An SMTP server. `sender` is the From of all mail."""

    host: str
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str
    tls: str = "starttls"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    database: str = "ecumene.sqlite3"
    public: str = ""
    """The address that people type, when it is not the one that is listened on (behind a proxy)."""
    secure: bool = False
    """Cookies only over https; true when `public` begins with https."""
    client: str = str(CLIENT)
    accounts: bool = True
    mail: Mail | None = None
    push: bool = False
    webhooks: bool = False
    """Whether people may have this server call addresses of theirs."""
    proxy: bool = False
    """Whether a proxy in front says who is asking (X-Forwarded-For)."""
    metrics_for_all: bool = False
    single: bool = True
    """One process serves everything."""
    enter: bool = False
    """Whether a one-time address may sign in (`ecumene play` opens the browser at one)."""
    rate: bool = True
    """Limit how often an address or a person may ask."""
    origins: tuple[str, ...] = ()
    """Further origins that may talk to us (a client in development)."""
