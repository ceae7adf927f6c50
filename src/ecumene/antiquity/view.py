"""What a viewer may know of a state, built from an allow-list (mega.hid.1-21)."""

from __future__ import annotations

import msgspec

from ecumene.antiquity.movement.state import Movement
from ecumene.antiquity.state import Realm, Table
from ecumene.kernel import REFEREE, Viewer


class RealmView(msgspec.Struct, frozen=True):
    """One civilization as all see it. `hand` and `givers` only for its own seat, or when all is open."""

    seat: int
    civ: int
    block: int
    tokens: dict[int, int]
    cities: dict[int, int]
    ships: dict[int, int]
    stock: int
    treasury: int
    cards: int
    advances: int
    credits: list[int]
    space: int
    gone: bool
    hand: dict[int, int] | None = None
    givers: dict[int, int] | None = None


class TableView(msgspec.Struct, frozen=True, kw_only=True):
    """The table as one viewer sees it."""

    turn: int
    board: str
    lineup: str
    expert: bool
    scenario: str
    realms: tuple[RealmView, ...]
    barbarians: dict[int, int]
    pirates: dict[int, int]
    empty: tuple[bool, ...]  # which stacks are empty: their sizes are nobody's to know (mega.hid.3)
    census: list[int]
    order: list[int]
    movement: Movement | None  # all of it is public (mega.hid.18)
    over: bool


def realm_view(realm: Realm, viewer: Viewer, opened: bool) -> RealmView:
    """mega.hid.1, mega.hid.2."""
    own = opened or viewer in (realm.seat, REFEREE)
    return RealmView(
        realm.seat, realm.civ, realm.block, realm.tokens, realm.cities, realm.ships, realm.stock, realm.treasury,
        sum(realm.hand.values()), realm.advances, realm.credits, realm.space, realm.gone,
        dict(sorted(realm.hand.items())) if own else None,
        dict(sorted(realm.givers.items())) if own else None,
    )  # fmt: skip


def table_view(state: Table, viewer: Viewer) -> TableView:
    """The state as `viewer` may know it; after the end everything may be opened (mega.hid.21)."""
    return TableView(
        turn=state.turn,
        board=state.board,
        lineup=state.lineup,
        expert=state.expert,
        scenario=state.scenario,
        realms=tuple([realm_view(realm, viewer, state.over) for realm in state.realms]),
        barbarians=state.barbarians,
        pirates=state.pirates,
        empty=tuple([not stack for stack in state.stacks]),
        census=state.census,
        order=state.order,
        movement=state.movement,
        over=state.over,
    )
