"""The state of a game of the family: plain whole numbers, sparse where the board is empty."""

# ruff: noqa: RUF012  # msgspec copies the default of a field; ruff knows that of Struct itself only
from __future__ import annotations

import msgspec

from ecumene.antiquity.abilities.tributes import Tribute
from ecumene.antiquity.movement.state import Movement
from ecumene.antiquity.trade.floor import Floor
from ecumene.kernel import State as KernelState

BARBARIANS = -1
"""The owner of neutral pieces, wherever an owner is named."""


class Realm(msgspec.Struct):
    """What one civilization has (mega.piece.2, mega.piece.3); tokens and cities are units, ships not (mega.piece.9).
    Neutral pieces belong to nobody (mega.piece.11). `cities`: area to the turn it was built in (0: annexed, or placed
    at set-up).
    """

    seat: int
    civ: int = 0  # A.S.T. number; 0 until it is chosen
    block: int = 0
    tokens: dict[int, int] = {}
    cities: dict[int, int] = {}
    ships: dict[int, int] = {}
    stock: int = 55
    treasury: int = 0
    hand: dict[int, int] = {}
    givers: dict[int, int] = {}  # calamity card in hand -> seat that last traded it here
    advances: int = 0  # one bit each
    credits: list[int] = msgspec.field(default_factory=lambda: [0, 0, 0, 0, 0])
    space: int = 0
    gone: bool = False  # left the game

    def clone(self) -> Realm:
        return Realm(
            self.seat, self.civ, self.block, self.tokens.copy(), self.cities.copy(), self.ships.copy(), self.stock,
            self.treasury, self.hand.copy(), self.givers.copy(), self.advances, self.credits.copy(), self.space,
            self.gone,
        )  # fmt: skip


class Table(KernelState, kw_only=True):
    """The whole state. Lists of stacks are indexed `block * 9 + stack - 1`; the top of a stack is its end."""

    turn: int = 1
    board: str
    lineup: str
    expert: bool = False
    scenario: str = "full"
    realms: list[Realm]
    barbarians: dict[int, int] = {}  # area -> neutral tokens
    pirates: dict[int, int] = {}  # area -> 1
    stacks: list[list[int]] = []
    discards: list[list[int]] = []
    census: list[int] = []  # tokens on the board by seat, as counted in the census step
    order: list[int] = []  # seats in movement order this turn
    turn_limit: int = 0
    wonder_scores: bool = True
    open_offers: bool = False  # all see every offer (mega.hid.7)
    split_areas: bool = False  # the other reading of A-86 (ruling E-63)
    themes_that_destroy: tuple[str, ...] = ()
    revolts: list[int] = []  # cities in tax revolt by seat
    building: dict[int, int] = {}  # seat -> 1: Architecture used this turn, 2: Urbanism used
    themes: tuple[int, ...] = ()  # short game: theme by seat; secret until they are shown
    themes_shown: bool = False
    leaving: list[int] = []  # seats that have said that they leave the game
    late_iron_turn: int = 0  # the turn in which the first marker entered the Late Iron Age
    late_iron_bonus: int = -1  # who entered it alone in that turn
    movement: Movement | None = None  # while phase 3 lasts
    failed: dict[int, int] = {}  # area -> attacker whose pieces there go with the surplus (ruling A-45)
    delayed: list[int] = []  # seats that have let an attack on their city wait this turn (mega.4b.order.4)
    calamities: list[int] = []  # by seat, from phase 8 until they are resolved (mega.hid.10)
    floor: Floor | None = None  # while phase 7 lasts
    tributes: list[Tribute] = []  # while a Provincial Empire collects in phase 10
    over: bool = False
    goto: str = ""  # the step to go to instead of the next one

    def clone(self) -> Table:
        return Table(
            step=self.step,
            turn=self.turn,
            board=self.board,
            lineup=self.lineup,
            expert=self.expert,
            scenario=self.scenario,
            realms=[realm.clone() for realm in self.realms],
            barbarians=self.barbarians.copy(),
            pirates=self.pirates.copy(),
            stacks=[stack.copy() for stack in self.stacks],
            discards=[pile.copy() for pile in self.discards],
            census=self.census.copy(),
            order=self.order.copy(),
            turn_limit=self.turn_limit,
            wonder_scores=self.wonder_scores,
            open_offers=self.open_offers,
            split_areas=self.split_areas,
            themes_that_destroy=self.themes_that_destroy,
            revolts=self.revolts.copy(),
            building=self.building.copy(),
            themes=self.themes,
            themes_shown=self.themes_shown,
            leaving=self.leaving.copy(),
            late_iron_turn=self.late_iron_turn,
            late_iron_bonus=self.late_iron_bonus,
            movement=self.movement.clone() if self.movement else None,
            failed=self.failed.copy(),
            delayed=self.delayed.copy(),
            calamities=self.calamities.copy(),
            floor=self.floor.clone() if self.floor else None,
            tributes=[tribute.clone() for tribute in self.tributes],
            over=self.over,
            goto=self.goto,
        )
