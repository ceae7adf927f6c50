"""The tables of the database, the same for SQLite and PostgreSQL.

`entries` is the truth; `snapshots`, and the columns of `tables` under "what the lobby shows", are caches that can be
thrown away. Times are milliseconds since 1970.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
LITE: Any = {"sqlite_with_rowid": False}


def _user(name: str = "user_id", *, optional: bool = False, key: bool = False) -> Column[str]:
    return Column(name, Text, ForeignKey("users.id"), nullable=optional, primary_key=key)


def _table(*, key: bool = True) -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id"), nullable=False, primary_key=key)


users = Table(
    "users",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True, doc="the folded name of an account; guests have none"),
    Column("password", Text),
    Column("mail", Text),
    Column("mail_login", Text, unique=True, doc="the folded mail address of an account"),
    Column("webhook", Text, nullable=False, server_default=""),
    Column("notices", Text, nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    _user(),
    Column("csrf", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("ix_sessions_user_id", "user_id"),
    **LITE,
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    _user(),
    Column("expires", BigInteger, nullable=False),
    **LITE,
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("title", Text, nullable=False),
    Column("title_version", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("visibility", Text, nullable=False),
    Column("watching", Text, nullable=False),
    Column("delay", Integer, nullable=False),
    Column("autostart", Boolean, nullable=False),
    Column("bot_delay", Integer, nullable=False),
    _user("host"),
    Column("seed", Text, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("started", BigInteger),
    Column("ended", BigInteger),
    Column("rematch", Text),
    Column("trouble", Text),
    # what the lobby shows
    Column("version", Integer, nullable=False, server_default="0"),
    Column("step", Text, nullable=False, server_default=""),
    Column("due", Text, nullable=False, server_default="[]"),
    Column("deadline", BigInteger),
    Column("clocks", Text, nullable=False, server_default="[]"),
    Column("result", Text, nullable=False, server_default="[]"),
    Column("updated", BigInteger, nullable=False),
    # which worker drives its bots and clocks, and by when somebody must
    Column("driver", Text),
    Column("driver_until", BigInteger, nullable=False, server_default="0"),
    Column("wake", BigInteger),
    Index("ix_tables_status_updated", "status", "updated"),
    Index("ix_tables_wake", "wake"),
)

chairs = Table(
    "chairs",
    metadata,
    _table(),
    Column("seat", Integer, primary_key=True),
    _user(optional=True),
    Column("bot", Text),
    Column("away", Boolean, nullable=False, server_default=false()),
    Column("owner", Text, doc="whose seat it is, while somebody else sits there for him"),
    Index("ix_chairs_user_id", "user_id"),
    # one person, one seat
    Index(
        "uq_chairs_person", "table_id", "user_id", unique=True,
        sqlite_where=text("user_id is not null"), postgresql_where=text("user_id is not null"),
    ),
    **LITE,
)  # fmt: skip

watchers = Table("watchers", metadata, _table(), _user(key=True), **LITE)
admitted = Table("admitted", metadata, _table(), _user(key=True), Column("seat", Integer), **LITE)

invites = Table(
    "invites",
    metadata,
    Column("id", Text, primary_key=True),
    _table(key=False),
    Column("hash", LargeBinary, nullable=False, unique=True),
    Column("role", Text, nullable=False),
    Column("seat", Integer),
    Column("uses", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("ix_invites_table_id", "table_id"),
)

entries = Table(
    "entries",
    metadata,
    _table(),
    Column("seq", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("user_id", Text),
    Column("key", Text),
    Column("body", LargeBinary, nullable=False),
    UniqueConstraint("table_id", "key"),
    **LITE,
)

snapshots = Table(
    "snapshots",
    metadata,
    _table(),
    Column("length", Integer, primary_key=True, doc="of the line of play"),
    Column("seq", Integer, nullable=False, doc="the entry after which the game is as it says"),
    Column("title_version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    **LITE,
)

ballots = Table(
    "ballots",
    metadata,
    _table(),
    Column("n", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("by", Integer, nullable=False),
    Column("seat", Integer),
    Column("to", Integer),
    Column("bot", Text),
    Column("votes", Text, nullable=False),
    Column("outcome", Text, nullable=False, server_default=""),
    **LITE,
)

messages = Table(
    "messages",
    metadata,
    _table(),
    Column("n", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    _user(),
    Column("seat", Integer),
    Column("to", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("key", Text, nullable=False),
    UniqueConstraint("table_id", "key"),
    **LITE,
)

notes = Table("notes", metadata, _table(), _user(key=True), Column("text", Text, nullable=False), **LITE)
visits = Table(
    "visits", metadata, _table(), _user(key=True), Column("version", Integer, nullable=False), **LITE
)
plans = Table(
    "plans",
    metadata,
    _table(),
    Column("seat", Integer, primary_key=True),
    Column("body", Text, nullable=False),
    **LITE,
)

pushes = Table(
    "pushes",
    metadata,
    Column("endpoint", Text, primary_key=True),
    _user(),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Index("ix_pushes_user_id", "user_id"),
)

notices = Table(
    "notices",
    metadata,
    _user(key=True),
    _table(),
    Column("kind", Text, primary_key=True),
    Column("occasion", Integer, primary_key=True, doc="which time: the version at which it became due"),
    Column("channel", Text, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("trouble", Text, doc="why it could not be delivered"),
    **LITE,
)

settings = Table(
    "settings", metadata, Column("key", Text, primary_key=True), Column("value", Text, nullable=False)
)
