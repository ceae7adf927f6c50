"""What a viewer may know of a state, built from an allow-list: what is not named here is not seen (mega.hid.20)."""

from __future__ import annotations

import msgspec

from ecumene.antiquity.components import Lesson
from ecumene.antiquity.movement.state import Movement
from ecumene.antiquity.state import Realm, Table
from ecumene.antiquity.trade.floor import FloorView, floor_view
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
    discards: list[list[int]]  # what will go under which stack (mega.hid.16)
    calamities: list[int]  # how many each seat holds, while that is known (mega.hid.10)
    movement: Movement | None  # all of it is public (mega.hid.18)
    themes: tuple[int, ...]  # short game: by seat, -1 for one that is secret (mega.hid.17)
    lesson: Lesson | None  # First Game: what this turn adds
    leaving: list[int]
    turn_limit: int
    late_iron_turn: int
    late_iron_bonus: int
    floor: FloorView | None  # the offers that the viewer may know (mega.hid.7, mega.hid.9)
    over: bool


def realm_view(realm: Realm, viewer: Viewer, *, opened: bool) -> RealmView:
    """Everything on the table is open (mega.hid.1), a hand to its owner only (mega.hid.2): of others their number.

    A spectator to whom the table grants all hands looks as the referee.
    """
    own = opened or viewer in (realm.seat, REFEREE)
    return RealmView(
        realm.seat, realm.civ, realm.block, realm.tokens, realm.cities, realm.ships, realm.stock, realm.treasury,
        sum(realm.hand.values()), realm.advances, realm.credits, realm.space, realm.gone,
        dict(sorted(realm.hand.items())) if own else None,
        dict(sorted(realm.givers.items())) if own else None,
    )  # fmt: skip


def table_view(state: Table, viewer: Viewer, lesson: Lesson | None = None) -> TableView:
    """The state as `viewer` may know it; after the end everything may be opened (mega.hid.21).

    Nothing of the stacks but whether they are empty: no order, no number, and nothing set aside (mega.hid.3,
    mega.hid.4).
    """
    return TableView(
        turn=state.turn,
        board=state.board,
        lineup=state.lineup,
        expert=state.expert,
        scenario=state.scenario,
        realms=tuple([realm_view(realm, viewer, opened=state.over) for realm in state.realms]),
        barbarians=state.barbarians,
        pirates=state.pirates,
        empty=tuple([not stack for stack in state.stacks]),
        census=state.census,
        order=state.order,
        discards=state.discards,
        calamities=state.calamities,
        movement=state.movement,
        themes=_themes(state, viewer),
        lesson=lesson,
        leaving=state.leaving,
        turn_limit=state.turn_limit,
        late_iron_turn=state.late_iron_turn,
        late_iron_bonus=state.late_iron_bonus,
        floor=floor_view(state.floor, viewer, opened=state.open_offers) if state.floor else None,
        over=state.over,
    )


def _themes(state: Table, viewer: Viewer) -> tuple[int, ...]:
    """A theme is secret to its owner until all are shown together (mega.hid.17)."""
    shown = state.themes_shown or state.over or viewer == REFEREE
    return tuple([theme if shown or seat == viewer else -1 for seat, theme in enumerate(state.themes)])
