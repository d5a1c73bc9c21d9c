"""The names of guns, systems and places of a ship, the same on its sheet, in orders and in the log."""

from __future__ import annotations

from game.systems.power_hex.ships.design import PRIMARY, SHIELD, SIDES, STRUCTURE, ShipMount
from game.systems.power_hex.ships.ship import PowerShip

SYSTEMS = {"cnc": "C&C", "jump": "jump engine", "shield": "shields"}  # names of kinds, if not the kind itself
SHORT = {"cnc": "C&C", "jump": "jump", "thruster": "thrusters"}  # the same on the plate of a side
SUFFIX = 2  # most characters that distinguish guns of a kind: P, 1, P2


def gun_label(key: str) -> str:
    """Return a gun's name by its key: `Lance 1`, `Railgun P` or `Railgun P2`. Only the first of several words has a
    capital."""
    stem, _, last = key.rpartition("_")
    told = bool(stem) and len(last) <= SUFFIX
    words = (stem if told else key).replace("_", " ")
    return f"{words[:1].upper()}{words[1:]}" + (f" {last.upper()}" if told else "")


def gun_name(ship: PowerShip, key: str) -> str:
    """Return a gun's name as `gun_label` does; for a flight its kind, `fighter bolts`, and for shields that word."""
    if ship.flight:
        return next(one.gun.name for one in ship.design.weapons if one.key == key)
    return "Shields" if any(one.key == key for one in ship.design.of_kind(SHIELD)) else gun_label(key)


def part_name(mount: ShipMount, side: str) -> str:
    """Return a system's name on the plate of its side, without that side. For example `Lance 1`, `Railgun` on the port
    side, or `thrusters`."""
    if not mount.weapon:
        return SHORT.get(mount.kind, mount.kind)
    stem, _, last = gun_label(mount.key).rpartition(" ")
    own = stem and last[:1] == side[:1].upper() and last[:1].isalpha()
    return f"{stem} {last[1:]}".strip() if own else gun_label(mount.key)


def system_name(ship: PowerShip, key: str) -> str:
    """Return a system's name in a sentence: a gun by its label, others by their kind. The side is added if there are
    several."""
    mount = ship.design.mount(key)
    if mount.weapon:
        return gun_label(key)
    name = SYSTEMS.get(mount.kind, mount.kind)
    return name if len(ship.design.of_kind(mount.kind)) < 2 else f"{ship.design.side_of(key)} {name}"


def place_name(ship: PowerShip, place: str) -> str:
    """Return the name of a place that is hit: a side, the structure, or a system."""
    if place in (*SIDES, PRIMARY):
        return f"{place} section"
    return place if place == STRUCTURE else system_name(ship, place)


def arc_names(arc: str, rolled: bool) -> tuple[str, ...]:
    """Return the arcs of 60 degrees that an arc mostly covers. A roll exchanges port and starboard."""
    names = {
        "F60": ("F",), "F120": ("F", "FS", "FP"), "F180": ("F", "FS", "FP"), "PF": ("AP", "FP", "F"),
        "SF": ("F", "FS", "AS"),
        "P180": ("FP", "AP"), "S180": ("FS", "AS"), "A120": ("AS", "A", "AP"),
        "ALL": ("F", "FS", "AS", "A", "AP", "FP"),
    }[arc]  # fmt: skip
    swapped = {"FS": "FP", "FP": "FS", "AS": "AP", "AP": "AS"}
    return tuple(swapped.get(one, one) for one in names) if rolled else names
