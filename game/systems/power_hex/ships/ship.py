"""A ship or flight in battle: its place and movement, its boxes left, and the charge of its guns (power/1, 3, 10)."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache

from game.board import hexes
from game.board.hexes import STEPS, Hex
from game.core.display import Pose
from game.core.orders import Id
from game.core.state import State
from game.systems.power_hex.ships.design import (
    AFT,
    BY_ROWS,
    CNC,
    ENGINE,
    PORT,
    REACTOR,
    SENSORS,
    SHIELD,
    SIDES,
    STARBOARD,
    THRUSTER,
    PowerDesign,
    ShipMount,
)

INITIATIVE_OF_A_SIDE, SIGNATURE_OF_A_SIDE, ZIGS_OF_A_SIDE = 6, 2, 2  # the cost of a lost side (power/9)


@dataclass(slots=True)
class PowerShip:
    """A ship on the map, or a flight of fighters in one hex.

    `vector` is its movement in a round (axial), `facing` its direction. `lost` are boxes crossed off by key of a system
    or name of a section (its structure). `charge` is that of each weapon, `ammunition` what its magazine has left,
    `streak` in how many rounds in a row a weapon has fired. `off` are weapons without power this round, `drained` those
    that gave theirs away; `out` broke for good, `hurt` were damaged this round. `fired` and `kept` have fired, and met
    a shot, this round. `carried` is a turn begun in an earlier round: hexes made, and its direction. `snaps` counts
    snap manoeuvres this round. A flight has the structure left of each of its `craft`, and those hit this round in
    `shaken`.
    """

    id: Id
    name: str
    side: Id
    at: tuple[float, float]
    facing: int
    vector: Hex
    design: PowerDesign
    lost: dict[str, int] = field(default_factory=dict)
    charge: dict[str, int] = field(default_factory=dict)
    ammunition: dict[str, int] = field(default_factory=dict)
    streak: dict[str, int] = field(default_factory=dict)
    off: frozenset[str] = frozenset()
    drained: frozenset[str] = frozenset()
    fed: frozenset[str] = frozenset()  # weapons that got an extra charge this round
    gained: frozenset[str] = frozenset()  # weapons that gained a charge of their own this round
    out: frozenset[str] = frozenset()
    hurt: frozenset[str] = frozenset()
    fired: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    rolled: bool = False
    rolling: bool = False
    carried: tuple[int, int] = (0, 0)
    snaps: int = 0
    has_rolled: bool = False  # it has rolled this round, or begun to
    craft: tuple[int, ...] = ()
    shaken: frozenset[int] = frozenset()
    carrier: Id = ""
    total: int = 0  # total of initiative this round
    path: tuple[tuple[float, float], ...] = ()
    removed_reason: str = ""

    @property
    def in_play(self) -> bool:
        """Return whether it is on the map."""
        return not self.removed_reason

    def copy(self) -> PowerShip:
        return replace(
            self,
            lost=dict(self.lost),
            charge=dict(self.charge),
            ammunition=dict(self.ammunition),
            streak=dict(self.streak),
        )

    def posed(self, pose: Pose) -> PowerShip:
        ship = self.copy()
        ship.at, ship.facing = pose.at, pose.facing
        if ship.velocity != pose.velocity or ship.course != pose.course:
            ship.vector = hexes.step((0, 0), hexes.direction(pose.course), pose.velocity)
        return ship

    # -- its place -----------------------------------------------------------------------------------------------------

    @property
    def hex(self) -> Hex:
        return hexes.hex_at(self.at)

    @property
    def towards(self) -> int:
        """The direction of the bow, 0 to 5."""
        return hexes.direction(self.facing)

    @property
    def velocity(self) -> int:
        """The speed in hexes a round."""
        return hexes.length(self.vector)

    @property
    def straight(self) -> int | None:
        """The direction 0 to 5 in which it moves; None at rest and between two rows."""
        speed = self.velocity
        return next((d for d, (q, r) in enumerate(STEPS) if speed and self.vector == (speed * q, speed * r)), None)

    @property
    def course(self) -> int:
        """The row along which it moves, or the nearest; at rest its facing."""
        if not self.velocity:
            return self.facing
        return hexes.course_of(nearest_rows(self.vector)[0])

    @property
    def heading(self) -> float | None:
        """The degrees of the vector between two rows, else None."""
        return degrees_of(self.vector) if self.velocity and self.straight is None else None

    # -- the rest ------------------------------------------------------------------------------------------------------

    @property
    def flight(self) -> bool:
        return self.design.fighters is not None

    def boxes_left(self, mount: ShipMount) -> int:
        """Return the boxes left of a system; 0 on a lost side."""
        lost = self.lost
        if not lost:
            return mount.boxes
        section = self.design.side_of(mount.key)
        if section in lost and section in SIDES and not self.structure(section):
            return 0
        return max(0, mount.boxes - lost.get(mount.key, 0))

    def structure(self, section: str) -> int:
        """Return the structure left of a section."""
        return max(0, self.design.section(section).structure - self.lost.get(section, 0))

    @property
    def lost_sides(self) -> tuple[str, ...]:
        """Sides without structure."""
        if self.flight or not self.lost:
            return ()
        return tuple([side for side in SIDES if self.structure(side) == 0])

    def works(self, key: str) -> bool:
        """Return whether a system has a box left and is not broken."""
        if self.design.fighters is not None:
            return self.in_play
        return key not in self.out and (not self.lost or self.boxes_left(self.design.mount(key)) > 0)

    def broken_word(self, key: str) -> str:
        """Return the word for a system that does not work: lost with its last box, or out of action by a critical
        (power/11)."""
        return "out of action" if self.boxes_left(self.design.mount(key)) else "lost"

    def rows_lost(self, kind: str, row: int = 4) -> int:
        """Return the rows of `row` boxes that systems of a kind have lost; the last of each may be short. For systems
        that count by boxes, return boxes."""
        total = 0
        for mount in self.design.of_kind(kind) if self.lost else ():
            gone = mount.boxes - self.boxes_left(mount)
            total += (gone // row + (gone == mount.boxes and gone % row > 0)) if kind in BY_ROWS else gone
        return total

    @property
    def hull(self) -> int:
        """The structure left of all sections, or of all fighters."""
        return sum(self.craft) if self.flight else sum(self.structure(one.name) for one in self.design.sections)

    @property
    def craft_left(self) -> int:
        """Fighters of a flight."""
        return sum(one > 0 for one in self.craft)

    # -- abilities -----------------------------------------------------------------------------------------------------

    def thrust(self, row: int = 4) -> int:
        """Return the thrust that engines and thrusters still give (power/4.1)."""
        return max(0, self.design.thrust - self.rows_lost(ENGINE) - self.rows_lost(THRUSTER, row))

    @property
    def signature(self) -> int:
        """The signature: the higher, the easier it is to hit (power/9)."""
        return self.design.signature + SIGNATURE_OF_A_SIDE * len(self.lost_sides)

    @property
    def jam(self) -> int:
        """The jamming. Each lost side takes half of the original value (power/6)."""
        return max(0, math.floor(self.design.jam - 0.5 * self.design.jam * len(self.lost_sides)))

    def sensor_loss(self, row: int = 4) -> int:
        """Return the modifier to hit for damaged sensors (power/6). Without a box of them their rating is gone, with
        BLIND as well."""
        rating, systems = self.design.sensors, self.design.of_kind(SENSORS)
        blind = bool(rating and systems) and not any(self.boxes_left(one) for one in systems)
        gone = rating if blind else min(rating, self.rows_lost(SENSORS, row))
        return gone + (BLIND if rating and gone == rating else 0)

    def shield(self, row: int = 4) -> int:
        """Return the points that shields take off each packet of damage (power/6); 0 while they are switched off
        (power/3)."""
        if any(one.key in self.off for one in self.design.of_kind(SHIELD)):
            return 0
        return max(0, self.design.shield - self.rows_lost(SHIELD, row))

    def bonus(self, row: int = 4) -> int:
        """Return the modifier of the initiative die (power/2.1)."""
        return self.design.initiative - 2 * self.rows_lost(CNC, row) - INITIATIVE_OF_A_SIDE * len(self.lost_sides)

    @property
    def output(self) -> int:
        """Power of the reactor."""
        return max(0, self.design.reactor - self.rows_lost(REACTOR))

    @property
    def agile(self) -> bool:
        """Return whether it may snap, which it may not with a lost side (power/4.7)."""
        return self.design.agile and not self.lost_sides

    @property
    def commanded(self) -> bool:
        """Return whether there is a command. Without C&C a ship neither changes speed nor turns nor launches
        (power/10)."""
        return self.in_play and self.led

    @property
    def led(self) -> bool:
        """Return whether any of its C&C is left, whether or not it is still on the map."""
        bridges = self.design.of_kind(CNC)
        return not bridges or any(self.boxes_left(one) for one in bridges)

    def bearing(self, other: tuple[float, float]) -> float | None:
        """Return degrees clockwise from the bow to a place, in the ship's own sides; None in its own hex. A roll
        exchanges port and starboard (power/4.6)."""
        offset = hexes.minus(hexes.hex_at(other), self.hex)
        if offset == (0, 0):
            return None
        seen = (degrees_of(offset) - 30.0 * self.facing) % 360.0
        return (-seen) % 360.0 if self.rolled else seen


@dataclass(slots=True)
class SteadyShip(PowerShip):
    """A ship that loses nothing while many moves are tried, so that everything that depends on its losses is computed
    once."""

    given: int = 0  # thrust points
    gone: tuple[str, ...] = ()  # lost sides
    under_command: bool = True
    points_to: int = 0  # a direction, 0 to 5
    speed: int = 0
    lies_in: Hex = (0, 0)

    @classmethod
    def of(cls, ship: PowerShip, row: int) -> SteadyShip:
        """Return the steady copy of a ship; `row` is the number of boxes in a row."""
        same = {one.name: getattr(ship, one.name) for one in fields(PowerShip)}
        return cls(
            **same,
            given=ship.thrust(row),
            gone=ship.lost_sides,
            under_command=ship.led,
            points_to=ship.towards,
            speed=ship.velocity,
            lies_in=ship.hex,
        )

    @property
    def hex(self) -> Hex:
        return self.lies_in

    @property
    def towards(self) -> int:
        return self.points_to

    @property
    def velocity(self) -> int:
        return self.speed

    def thrust(self, row: int = 4) -> int:
        return self.given

    @property
    def lost_sides(self) -> tuple[str, ...]:
        return self.gone

    @property
    def led(self) -> bool:
        return self.under_command


HOT = 2  # rounds in a row in which a gun may fire (power/3)
BLIND = 8  # subtracted to hit without sensors
PowerState = State[PowerShip, PowerShip]


@lru_cache(maxsize=4096)
def degrees_of(offset: Hex) -> float:
    """Return the direction of an offset in degrees clockwise from straight up."""
    x, y = hexes.centre(offset)
    return math.degrees(math.atan2(x, y)) % 360.0


@lru_cache(maxsize=1024)
def nearest_rows(vector: Hex) -> tuple[int, ...]:
    """Return the directions 0 to 5 nearest to a vector: one, or two if it is exactly between them; none at rest."""
    if vector == (0, 0):
        return ()
    q, r = vector
    along = [2 * (q * x + r * y) + q * y + r * x for x, y in STEPS]
    return tuple(d for d, n in enumerate(along) if n == max(along))


def sector(bearing: float) -> tuple[str, ...]:
    """Return the side that a bearing is on, or two on an exact boundary (power/1)."""
    turn = round(bearing % 360.0, 6) % 360.0
    away, hand = min(turn, 360.0 - turn), STARBOARD if turn < 180.0 else PORT
    if away < 30.0 - 1e-6:
        return ("fore",)
    if away < 30.0 + 1e-6:
        return ("fore", hand)
    if away < 150.0 - 1e-6:
        return (hand,)
    return (hand, AFT) if away < 150.0 + 1e-6 else (AFT,)
