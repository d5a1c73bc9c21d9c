"""What is drawn on the board for a ship: fire arcs with their bands, and what planets hide (full-thrust-base/4.1, 4.5)."""

from __future__ import annotations

from game.board.table import mirrored
from game.board.zones import shadow
from game.core.orders import Id
from game.core.show import Fan, Overlay, Pose, Zone
from game.core.state import State
from game.rules.hull import Ship
from game.rules.weapons import WEAPONS


def overlays(state: State, key: Id, pose: Pose | None = None, guns: tuple[str, ...] = ()) -> tuple[Overlay, ...]:
    """Arcs and bands of the guns named (by default, of every gun that works; one fan for guns that agree), then shadows.

    `pose` is where the ship would be; her inverted arcs are already mirrored in the fans.
    """
    ship: Ship = state.ships[key]
    at, facing = (pose.at, pose.facing) if pose else (ship.at, ship.facing)
    over = pose.inverted if pose else ship.inverted
    fans: dict[tuple[object, ...], Fan] = {}
    for mount in ship.design.mounts:
        if mount.kind not in WEAPONS or not ship.works(mount.key) or (guns and mount.key not in guns):
            continue
        arcs = tuple(mirrored(arc) for arc in mount.arcs) if over else mount.arcs
        weapon = WEAPONS[mount.kind]
        bands = weapon.bands(mount, state.house)
        fan = Fan(at, facing, arcs, bands[-1][0], bands)
        fans.setdefault((frozenset(arcs), bands), fan)
    reach = max((fan.reach for fan in fans.values()), default=48.0)
    found: list[Overlay] = sorted(fans.values(), key=lambda fan: -fan.reach)
    for body in state.table.bodies:
        if body.blocks and not (zone := shadow(at, body, max(reach, 60.0))).is_empty:
            found.append(Zone(tuple(zone.exterior.coords), f"hidden by {body.name}", "muted", True))
    return tuple(found)
