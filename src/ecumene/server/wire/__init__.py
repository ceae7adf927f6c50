"""Everything that goes over the wire, as Structs. The browser's types are made from these (`tools/types.py`).

`docs/protocol.md` says in words what is here in types.
"""

from __future__ import annotations

from typing import Any

from ecumene.server.wire import catalogue, common, people, play, tables

WIRE_TYPES: tuple[Any, ...] = (
    common.Problem,
    people.Session, people.BeGuest, people.Register, people.Login, people.MailLogin, people.Redeem,
    people.ChangeMe, people.PushSubscription,
    tables.NewTable, tables.ChangeTable, tables.TableInfo, tables.Lobby, tables.TakeSeat, tables.SetSeat,
    tables.NewInvite, tables.Invite, tables.Redeemed, tables.Propose, tables.Vote, tables.Message, tables.Say,
    tables.Notes,
    *play.ClientFrame.__args__, *play.ServerFrame.__args__,
    play.LogPage, play.Timeline, play.Then, play.NewSandbox, play.Sandbox, play.Try, play.Plan, play.Plans,
    catalogue.Titles, catalogue.TitleDetail, catalogue.RuleText,
)  # fmt: skip
"""The roots from which the browser's types are made."""

__all__ = ["WIRE_TYPES", "catalogue", "common", "people", "play", "tables"]
