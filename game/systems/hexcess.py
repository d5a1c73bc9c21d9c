"""Hexcess Thrust: the sequence of play on hexes (hex/2.2). Ships move one after the other; nothing is written but who drives
her engines beyond what they are made for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from game.board.board import Board, HexBoard
from game.core.orders import Id, Order, Prompt
from game.core.schema import BattleFile, TableEntry
from game.core.show import Forced, Gauge, Landing, Overlay, Pose, Risk, Token
from game.core.state import State
from game.core.system import Phase, RuleSystem
from game.core.umpire import Umpire
from game.rules import counter_odds, repair, victory
from game.rules.asking import writing
from game.rules.bearing import ready_again
from game.rules.charts import overlays
from game.rules.counter_orders import Fly, Launch, fly_gauge, fly_landings, fly_pose
from game.rules.design import Design
from game.rules.fighters import Strike
from game.rules.fire import Fire
from game.rules.flights import (
    fighters,
    fighters_are_prey,
    forget,
    in_turn,
    passes,
    shot_at,
    who_attacks,
    who_flies,
    who_launches,
    who_shoots,
)
from game.rules.hexcess import chances, clouds, control, drifting, edges, reach, stacking, terrain, turns, ways, wings
from game.rules.hexcess.control import Declare
from game.rules.hexcess.drive import EXCESS, H, plotted
from game.rules.hexcess.edges import OffTable
from game.rules.hexcess.house import GIVEN, HOUSE, PROFILES
from game.rules.hexcess.misfits import begins, misfits
from game.rules.hexcess.order import HexMove
from game.rules.hexcess.papers import papers
from game.rules.hexcess.stacking import GiveWay
from game.rules.hexcess.wings import by_turns
from game.rules.hull import batched_checks
from game.rules.muster import muster
from game.rules.point_defence import Shoot
from game.rules.repair import Repair
from game.systems.full_thrust import Lock, Withdraw, hold_fire, lock, next_to_fire, roll_initiative, settle_losses

COLUMNS, ROWS = 30, 24  # of a map whose file names no size (hex/5)


def map_of(table: TableEntry, house: Mapping[str, Any]) -> Board:
    """The map: a hex is 2 MU of a weapon's range, rounded up, and arcs are rows of hexes (hex/2.6, 2.7)."""
    columns, rows = table.hexes or (COLUMNS, ROWS)
    floating = table.floating or house["map"] == "floating"
    west, north = table.window or (0, 0)
    return HexBoard(columns, rows, west, north, mu=2, rounded_up=True, sides=True, floating=floating, only_rows=True,
                    planet=table.planet_edge or "")  # fmt: skip


def set_out(data: BattleFile, library: Mapping[str, Design], house: dict[str, Any]) -> State:
    """The state before the first phase; of ships that are off the map it is noted how they left (hex/2.9)."""
    state = muster(data, library, house, map_of)
    for key, entry in data.ships.items():
        if entry.away:
            edges.note(state, state.ships[key], entry.away.course, entry.away.turned)
    return state


# -- the turn ------------------------------------------------------------------------------------------------------------


def open_turn(state: State, umpire: Umpire) -> None:
    """A new turn: nothing declared, nobody has moved; then initiative (hex/2.2)."""
    state.sealed.clear()
    state.ready.clear()
    forget(state)
    for mark in [mark for mark in state.marks if mark.startswith("began/")]:
        del state.marks[mark]
    for ship in state.ships.values():
        ready_again(ship)
        ship.marks -= {EXCESS}
        ship.path = ()
    if umpire.turn > 1 or any(ship.lost for ship in state.ships.values()):
        repair.start_of_turn(state, umpire)
    roll_initiative(state, umpire, *(() if plotted(state) else ("to move last and to fire first",)))


def undeclared(state: State) -> tuple[Prompt, ...]:
    """Both sides name ships in secret, until each has locked; a side none of whose ships could is not asked (hex/2.2)."""
    return writing(state, {side: tuple(ship.id for ship in control.declarable(state, side)) for side in state.sides})


def unwritten(state: State) -> tuple[Prompt, ...]:
    """By option, both sides write the moves of their ships in secret (hex/7)."""
    return writing(state, {side: turns.movers(state, side) for side in state.sides}) if plotted(state) else ()


def shown(state: State, umpire: Umpire) -> None:
    """Declarations are shown and rolled for; ships that have turned right round off the table come back to move (hex/2.9)."""
    control.declared(state, umpire)
    edges.come_back(state, umpire)


def end_phase(state: State, umpire: Umpire) -> None:
    """First of all it is checked who has won; whatever bodies and bases do after that counts next turn (hex/2.2)."""
    victory.end_of_turn(state, umpire)
    if victory.judge(state) is None:
        drifting.drift(state, umpire)


def recover(state: State, umpire: Umpire) -> None:
    """Clouds, then control, then what damage control needs to know (hex/2.2, full-thrust-base/5.3)."""
    clouds.live(state, umpire)
    control.recover(state, umpire)
    batched_checks(state, umpire)


def edged(state: State) -> bool:
    """Can ships leave this map?"""
    return not edges.window(state).floating


# -- what the screen asks ------------------------------------------------------------------------------------------------


def wanted(state: State, row: Phase, key: Id) -> type[Order]:
    """What a phase wants from a ship: of one that must leave her hex, where to."""
    return GiveWay if GiveWay in row.accepts and stacking.waiting(state) else row.accepts[0]


def landings(state: State, draft: Order) -> tuple[Landing, ...]:
    """Every end of a move, or every hex a ship may be displaced to."""
    if isinstance(draft, GiveWay):
        return stacking.landings(state, draft)
    if isinstance(draft, Fly):
        return fly_landings(state, draft)
    return reach.landings(state, draft) if isinstance(draft, HexMove) else ()


def walked(state: State, draft: Order) -> tuple[Landing, ...]:
    """Every way of a move, hex by hex."""
    return ways.ways(state, draft) if isinstance(draft, HexMove) else ()


def pose(state: State, order: Order) -> Pose:
    """Where an order would put its ship."""
    if isinstance(order, GiveWay):
        return stacking.pose(state, order)
    if isinstance(order, Fly):
        return fly_pose(state, order)
    return reach.pose(state, order if isinstance(order, HexMove) else HexMove(order.by))


def gauge(state: State, order: Order) -> Gauge:
    """Thrust of a move, on the map or off it; parties of a repair."""
    if isinstance(order, OffTable):
        return edges.gauge(state, order)
    if isinstance(order, Declare):
        return control.gauge(state, order)
    if isinstance(order, GiveWay):
        return Gauge(0, ())
    if isinstance(order, Repair):
        return repair.gauge(state, order)
    if isinstance(order, Fly):
        return fly_gauge(state, order)
    return reach.gauge(state, order) if isinstance(order, HexMove) else Gauge(0, ())


def risks(state: State, order: Order) -> tuple[Risk, ...]:
    """What an order may lead to, in exact chances."""
    if isinstance(order, Declare):
        return control.risks(state, order)
    return chances.risks(state, order) if isinstance(order, HexMove) else counter_odds.risks(state, order)


def drawn(state: State, key: Id, pose: Pose | None = None, mounts: tuple[str, ...] = ()) -> tuple[Overlay, ...]:
    """Arcs, bands and what is hidden; where rocks and bases will be, and the planet at the edge of the map."""
    own = () if mounts else (*drifting.forecast(state), *terrain.air(edges.window(state)))
    return (*overlays(state, key, pose, mounts), *own)


def lying(state: State) -> tuple[Token | Forced, ...]:
    """Fighters, and the ways of ships that nobody steers."""
    return (*wings.tokens(state), *reach.forced(state))


HEXCESS = RuleSystem(
    key="hexcess",
    title="Hexcess Thrust",
    about="Ship by ship from hex to hex, no orders.",
    phases=(
        Phase(1, "Initiative", begin=open_turn, rule=f"{H}/2.2"),
        Phase(2, "Declare Excess Thrust", (Declare, Lock, Withdraw), undeclared, end=shown, idle=lock, secret=True,
              rule=f"{H}/2.4"),
        Phase(3, "Write moves", (HexMove, Lock, Withdraw), unwritten, idle=lock, present=plotted, secret=True, rule=f"{H}/7"),
        Phase(3, "Launch first", (Launch,), by_turns(wings.early, who_launches), wings.launch_begins, idle=passes(Launch),
              present=wings.early, rule=f"{H}/2.2/fighters", covered=True),
        Phase(3, "Fighters first", (Fly,), by_turns(wings.early, who_flies), wings.flight_begins, idle=wings.stays,
              present=wings.early, rule=f"{H}/2.2/fighters", covered=True),
        Phase(3, "Move", (HexMove, GiveWay, Withdraw), turns.next_to_move, turns.together, idle=turns.nothing_more,
              rule=f"{H}/2.3"),
        Phase(4, "Launch", (Launch,), by_turns(wings.late, who_launches), wings.launch_begins, idle=passes(Launch),
              present=wings.late, rule=f"{H}/2.2/fighters"),
        Phase(4, "Fighters", (Fly,), by_turns(wings.late, who_flies), wings.flight_begins, idle=wings.stays,
              present=wings.late, rule=f"{H}/2.2/fighters"),
        Phase(5, "Point defence", (Shoot,), in_turn(fighters, who_shoots), fighters_are_prey, shot_at, passes(Shoot),
              fighters, rule=f"{H}/2.2/fighters"),
        Phase(5, "Fighters attack", (Strike,), in_turn(fighters, who_attacks), idle=passes(Strike), present=fighters,
              rule=f"{H}/2.2/fighters"),
        Phase(5, "Fire", (Fire,), next_to_fire, end=settle_losses, idle=hold_fire, rule=f"{H}/2.6"),
        Phase(6, "Off-table ships", (OffTable,), edges.off_table, idle=edges.turn_back, present=edged, rule=f"{H}/2.9"),
        Phase(7, "End phase", (GiveWay,), stacking.waiting, end_phase, idle=turns.nothing_more, rule=f"{H}/2.7"),
        Phase(7, "Damage control", (Repair,), repair.next_to_repair, recover, repair.end_of_turn, idle=repair.none,
              rule="full-thrust-base/5.5"),
    ),
    setup=set_out,
    board=map_of,
    misfits=misfits,
    begins=begins,
    house=HOUSE,
    given=GIVEN,
    emblem="hex",
    designs="hexes",
    profiles=PROFILES,
    outcome=victory.judged,
    kind=wanted,
    sheet=papers,
    landings=landings,
    ways=walked,
    pose=pose,
    gauge=gauge,
    shots=partial(counter_odds.shots, wings.STRIKES),
    odds=partial(counter_odds.odds, wings.STRIKES),
    volley=partial(counter_odds.volley, wings.STRIKES),
    overlays=drawn,
    tokens=lying,
    risks=risks,
    suggestion=repair.suggestion,
    objective=victory.objective,
)
