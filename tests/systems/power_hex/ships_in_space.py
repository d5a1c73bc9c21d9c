"""Ships and flights of the power game for tests of fire."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from game.board import hexes
from game.board.boards import HexBoard
from game.board.hexes import Hex
from game.core.events import Event
from game.core.state import Side, Table
from game.core.umpire import Umpire
from game.systems.power_hex.fighters.flight import FighterFlight
from game.systems.power_hex.gunnery.volley import PowerShot
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from game.systems.power_hex.ships.weapons import WEAPONS
from tests.support.builders import umpire
from tests.systems.power_hex.stub_ships import DESIGNS, FIGHTERS

BOARD = HexBoard(40, 30, floating=True)
CONCORD, LATTICE = "concord", "lattice"


def ship(
    kind: str = "bastion", key: str = "", side: str = "", at: Hex = (0, 0), facing: int = 0, speed: int = 0, **parts: Any
) -> PowerShip:
    """A sound, charged ship that faces one of the directions 0 to 5, but for the `parts` that are given."""
    design = DESIGNS[kind]
    side = side or (CONCORD if kind in ("marlin", "bastion", "citadel") else LATTICE)
    course = hexes.course_of(facing)
    q, r = hexes.STEPS[facing]
    one = PowerShip(key or kind, (key or kind).capitalize(), side, hexes.at(at), course, course, speed, design,
                    vector=(q * speed, r * speed))  # fmt: skip
    one.charge = {mount.key: WEAPONS[mount.weapon].recharge for part in design.sections for mount in part.mounts if mount.weapon}
    for name, value in parts.items():
        setattr(one, name, value)
    return one


def flight(
    kind: str = "mote", key: str = "", side: str = "", at: Hex = (0, 0), facing: int = 0, fighters: int = 6, **parts: Any
) -> FighterFlight:
    """A flight of so many sound fighters."""
    built = FIGHTERS[kind]
    course = hexes.course_of(facing)
    one = FighterFlight(key or kind, (key or kind).capitalize(), side or (CONCORD if kind == "gadfly" else LATTICE), hexes.at(at),
                        course, course, 0, built, (0,) * fighters)  # fmt: skip
    return replace(one, **parts)


def in_space(*pieces: PowerShip | FighterFlight, **rules: Any) -> PowerState:
    """A floating map with two sides."""
    sides = {CONCORD: Side(CONCORD, "Halden Concord", 0), LATTICE: Side(LATTICE, "Oreth Lattice", 1)}
    ships = {one.id: one for one in pieces if isinstance(one, PowerShip)}
    counters = {one.id: one for one in pieces if isinstance(one, FighterFlight)}
    state = PowerState(sides, ships, Table(40, 30, board=BOARD), {**SETTINGS, **rules}, {"kind": "last-side"}, counters=counters)
    state.initiative = tuple(one.id for one in pieces)
    return state


SETTINGS: dict[str, Any] = {}


def lose(one: PowerShip, **boxes: int) -> PowerShip:
    """Cross boxes off systems, or structure off sections."""
    one.damage.update(boxes)
    return one


def shot(
    weapon: str, by: str = "foe", mount: str = "gun", target: str = "bastion", start: Hex = (0, -5), number: int | None = 12
) -> PowerShot:
    """A shot of somebody who need not be there."""
    return PowerShot(by, mount, weapon, target, hexes.at(start), number)


def rolled(deed: Callable[[Umpire], object], *faces: int) -> list[Event]:
    """What an umpire who rolls these faces, and no others, writes down."""
    dice = umpire(*faces)
    deed(dice)
    assert dice.faces == faces
    return dice.log
