"""A ship's sheet on hexes, where it differs from that in space (hex/2).

The differences are heading and facing, the cost of a hex side, crew and control.
"""

from __future__ import annotations

from dataclasses import replace

from game.board.hexes import NAMES, direction
from game.core.display import Badge, Sheet, Stat, Strip
from game.core.orders import Id, Order
from game.rules.counters.sheet import counter_sheet
from game.rules.display.ship_sheet import sheet, spare_fire_controls
from game.rules.hex.helm import EXCESS, H, base, limit, side_cost
from game.rules.outcome.victory import AWAY
from game.rules.ships.ship import OUT, Ship
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.bases import TURNS
from game.systems.hexcess.movement.order import HexMove
from game.systems.hexcess.movement.reach import pose

FASTEST = 10  # velocities for which the cost of a hex side is shown


def ship_sheet(state: ThrustState, key: Id, draft: Order | None = None) -> Sheet:
    """Return the sheet of one ship; `draft` is the order in hand, whose effect stands beside the figures."""
    if key in state.counters:
        return counter_sheet(state, key)
    ship = state.ships[key]
    found = sheet(state, key)
    crew = "" if ship.quality == "regular" else f", {ship.quality} crew"
    helm = f", {OUT}" if OUT in ship.status_flags and ship.removed_reason != AWAY else ""
    strips = () if base(ship) else (costs(ship),)
    return replace(
        found,
        stats=stats(state, ship, draft),
        note=found.note + crew + helm,
        strips=strips,
        spare=spare_fire_controls(found.icons, draft),
        badges=(*found.badges, *_badges(ship)),
    )


def _badges(ship: Ship) -> tuple[Badge, ...]:
    """Return badges for Excess Thrust, and for a ship out of control."""
    said = (
        (EXCESS, Badge("X", "Excess: all its thrust may turn it", f"{H}/2.2", "note")),
        (OUT, Badge("!", "out of control: nobody steers it", f"{H}/2.4", "bad")),
    )
    return tuple(badge for mark, badge in said if ship.in_play and mark in ship.status_flags)


def costs(ship: Ship) -> Strip:
    """Return the cost of one hex side of heading by velocity, with the present one highlighted (hex/2.3). At rest, a
    side on the spot costs one."""
    last = max(FASTEST, ship.velocity)
    cells = tuple((str(v), str(side_cost(v))) for v in range(last - FASTEST + 1, last + 1))
    lit = FASTEST - 1 - last + ship.velocity
    return Strip("Cost of one hex side", "in TP, by velocity", cells, lit if ship.velocity else -1, f"{H}/2.3")


def stats(state: ThrustState, ship: Ship, draft: Order | None) -> tuple[Stat, ...]:
    """Return velocity, heading, thrust, the cost of a hex side and the limit for turning. The facing is added if it
    differs from the heading."""
    if base(ship):
        return _station(ship)
    velocity = course = facing = ""
    if isinstance(draft, HexMove) and ship.in_play:
        going = pose(state, draft)
        velocity = str(going.velocity) if going.velocity != ship.velocity else ""
        course = NAMES[direction(going.course)] if going.course != ship.course else ""
        facing = NAMES[direction(going.facing)] if going.facing != going.course else ""
    full, turns = ship.design.thrust, f"of {limit(ship)}" + (" by Excess" if EXCESS in ship.status_flags else "")
    apart = ship.facing != ship.course or facing
    found = [
        Stat("Velocity", str(ship.velocity), velocity, f"{H}/2.1", flown=True),
        Stat("Heading", NAMES[direction(ship.course)], course, f"{H}/2.1", flown=True),
        Stat("Thrust", str(ship.thrust), f"of {full}" if ship.thrust != full else "", f"{H}/2.1"),
        Stat("Turn cost", f"{side_cost(ship.velocity)} TP", turns, f"{H}/2.3", flown=True),
    ]
    return (
        *found,
        *((Stat("Facing", NAMES[direction(ship.facing)], facing, f"{H}/2.3", flown=True),) if apart else ()),
    )


def _station(ship: Ship) -> tuple[Stat, ...]:
    """Return a base's movement, which never changes, and its rotation."""
    rule, rotates = f"{H}/2.7/starbases", next((f"rotates {way}" for way in TURNS if way in ship.status_flags), "")
    return (
        Stat("Velocity", str(ship.velocity), "for good", rule),
        Stat("Heading", NAMES[direction(ship.course)], "for good", rule),
        Stat("Facing", NAMES[direction(ship.facing)], rotates, rule),
    )
