"""Launchers of markers: their ammunition, range and arcs (full-thrust-base/6.5, 6.6, 6.9)."""

from __future__ import annotations

from collections.abc import Iterable

from game.board.boards import board_of
from game.board.geometry import Point, within
from game.board.protocol import beyond_words
from game.core.orders import Illegal
from game.rules.combat.weapon import arc_names, bears_into
from game.rules.manoeuvres.archive import why_not_fire
from game.rules.sensors.contact import aboard
from game.rules.ships.design import Mount
from game.rules.ships.ship import BOOK, LAST_BOLT, SALVOS_FIRED, Ship
from game.rules.ships.thrust_state import ThrustState
from game.rules.shipyard.price_tables import SALVO

RULES = {  # by kind of launcher
    "sml": f"{BOOK}/6.5", "smr": f"{BOOK}/6.5", "heavy_missile": f"{BOOK}/6.6", "plasma": f"{BOOK}/6.9",
    "missile": f"{BOOK}/6.6/steered",
}  # fmt: skip
RANGE = {"": 24.0, "ER": 36.0}  # MU, by mode
BOLT_RANGE = 30.0  # MU
PLACING = frozenset(RULES)
LAUNCHER, MAGAZINE, PLASMA, STEERED = "sml", "magazine", "plasma", "missile"


def launchers(ship: Ship) -> tuple[Mount, ...]:
    """Return the systems of a ship that place markers."""
    return ship.design.among(PLACING)


def ordnance(state: ThrustState) -> bool:
    """Return whether there are salvos, heavy missiles or plasma bolts in this battle."""
    return aboard(state, PLACING)


def salvos_built(magazines: Iterable[Mount]) -> dict[str, int]:
    """Return the salvos that magazines hold when they are full, by mode: `ER`, or empty."""
    found: dict[str, int] = {}
    for mount in magazines:
        found[mount.mode] = found.get(mount.mode, 0) + mount.size // SALVO[mount.mode]
    return found


def salvos_left(state: ThrustState, ship: Ship) -> dict[str, int]:
    """Return the salvos left in a ship's working magazines, by mode: `ER`, or empty."""
    built = salvos_built(ship.working(MAGAZINE))
    return {mode: max(0, count - (ship.timer(SALVOS_FIRED[mode]) or 0)) for mode, count in built.items()}


def record_launch(ship: Ship, mount: Mount, mode: str, turn: int) -> None:
    """Record that a launcher has placed its marker. There is one salvo fewer in the magazines, an empty rack, or a
    launcher that recharges."""
    if mount.one_shot:
        ship.spent |= {mount.key}
    elif mount.kind == LAUNCHER:
        ship.set_timer(SALVOS_FIRED[mode], (ship.timer(SALVOS_FIRED[mode]) or 0) + 1)
    elif mount.kind == PLASMA:
        ship.set_timer(LAST_BOLT + mount.key, turn)


def mode_of(state: ThrustState, ship: Ship, mount: Mount) -> str:
    """Return the mode of a launcher's next marker. It comes from magazines that still have some, the longest range
    first; otherwise it is the launcher's own."""
    if mount.kind != LAUNCHER:
        return mount.mode
    return max((mode for mode, count in salvos_left(state, ship).items() if count), key=RANGE.__getitem__, default="")


def not_ready(state: ThrustState, ship: Ship, mount: Mount) -> Illegal | None:
    """Return why a launcher of a ship cannot place a marker now, or None."""
    rule = RULES[mount.kind]
    if ship.timer("bridge") is not None:
        return Illegal(f"{ship.name} is out of control: its bridge is lost", f"{BOOK}/5.4/bridge")
    if not ship.works(mount.key):
        return Illegal(
            f"{mount.title} has been launched" if mount.key in ship.spent else f"{mount.title} is knocked out", rule
        )
    if mount.kind == LAUNCHER and not any(salvos_left(state, ship).values()):
        return Illegal(f"{ship.name} has no salvo left in a magazine that works", rule)
    last = ship.timer(LAST_BOLT + mount.key)
    if last is not None and state.turn <= last + 1:
        return Illegal(f"{mount.title} fired last turn and charges again; it fires every other turn", rule)
    return why_not_fire(state, ship, mount)


def ready(state: ThrustState, ship: Ship) -> tuple[Mount, ...]:
    """Return the launchers of a ship that can place a marker now. No more of those fed by magazines are ready than
    there are salvos."""
    found = [mount for mount in launchers(ship) if ship.in_play and not not_ready(state, ship, mount)]
    if not found:
        return ()
    fed = [mount for mount in found if mount.kind == LAUNCHER]
    over = fed[sum(salvos_left(state, ship).values()) :]
    return tuple(mount for mount in found if mount not in over)


def reach(state: ThrustState, ship: Ship, mount: Mount) -> float:
    """Return how far from its ship a launcher places a marker, in units of the board."""
    if mount.kind == STEERED:
        return 0.0  # the missile flies from its ship
    far = BOLT_RANGE if mount.kind == PLASMA else RANGE[mode_of(state, ship, mount)]
    return board_of(state.table).to_board_units(far)


def out_of_reach(state: ThrustState, ship: Ship, mount: Mount, place: Point) -> Illegal | None:
    """Return why a launcher cannot place a marker somewhere: too far, outside its arcs, or out of sight; or None."""
    board, rule = board_of(state.table), RULES[mount.kind]
    far, most = board.distance(ship.at, place), reach(state, ship, mount)
    if not board.holds(place):
        return Illegal("a marker lies on the table", rule)
    if mount.kind == STEERED and far:
        return Illegal(f"{mount.title} starts at its ship, and flies from there", rule)
    if not within(far, most):
        said = f"{mount.title} reaches {board.format_distance(most)}, not {beyond_words(board, far, most)}"
        return Illegal(said, rule)
    arcs, open_ = board.arcs(ship.at, ship.facing, place, arc_names(state.house)), bears_into(state.house, ship, mount)
    if place != ship.at and not any(arc in open_ for arc in arcs):
        named = ", ".join(arc for arc in arc_names(state.house) if arc in open_)
        return Illegal(f"that place is in arc {arcs[0]}; {mount.title} bears into {named}", rule)
    if found := board.obstacle_between(ship.at, place, state.table.bodies):
        return Illegal(f"{found.body.name} lies between {ship.name} and that place", rule)
    return None
