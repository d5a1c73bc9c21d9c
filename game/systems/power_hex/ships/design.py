"""A ship as built: four sides and a primary section, each with structure, armour, systems and a chart of hits
(power/8.4, 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from game.core.values import frozen
from game.systems.power_hex.ships.weapons import WEAPONS, ShipWeapon

FORE, PORT, STARBOARD, AFT, PRIMARY = "fore", "port", "starboard", "aft", "primary"
SIDES = (FORE, PORT, STARBOARD, AFT)
STRUCTURE = "structure"
THRUSTER, REACTOR, ENGINE, SENSORS, CNC, SHIELD, HANGAR, JUMP, WEAPON = (
    "thruster", "reactor", "engine", "sensors", "cnc", "shield", "hangar", "jump", "weapon",
)  # fmt: skip
BY_ROWS = frozenset({THRUSTER, SENSORS, CNC, SHIELD})  # systems that lose effect by rows, not by boxes
BERTH = 6  # boxes of a hangar for one flight


@frozen
class ShipMount:
    """A system of a ship: its boxes and armour. A weapon has its kind in `weapon` and its `arc`."""

    key: str
    kind: str
    boxes: int
    armour: int
    weapon: str = ""
    arc: str = ""

    @property
    def gun(self) -> ShipWeapon:
        return WEAPONS[self.weapon]


@frozen
class ShipSection:
    """One side, or the primary section. `chart` has the faces of a d20 that hit each of its systems."""

    name: str
    structure: int
    armour: int
    mounts: tuple[ShipMount, ...]
    chart: tuple[tuple[str, int, int], ...]

    def struck_by(self, face: int) -> str:
        """Return the key of a system, `structure` or `primary` for a face of the d20."""
        return next(key for key, low, high in self.chart if low <= face <= high)

    def chances(self) -> dict[str, int]:
        """Return the number of faces, of twenty, for each entry."""
        return {key: high - low + 1 for key, low, high in self.chart}


@frozen
class FlightType:
    """A type of fighter flight: its number of craft, each with structure and armour, one weapon in one arc."""

    count: int
    structure: int
    armour: int
    weapon: str
    arc: str = "F60"


@dataclass(frozen=True)
class PowerDesign:
    """A ship or a flight as built. `delay` are hexes before a turn at speed 1, 2, 3 …, and `slope` continues them;
    `accn` is the thrust for a hex of speed. A flight has `fighters`, and neither sections nor a reactor."""

    key: str
    name: str
    ship_class: str
    fleet: str
    size: str
    signature: int
    initiative: int
    thrust: int
    accn: int
    delay: tuple[int, ...]
    slope: tuple[int, int]
    sections: tuple[ShipSection, ...] = ()
    agile: bool = False
    gravitic: bool = False
    retro: bool = False
    zig_row: tuple[int, ...] = ()
    sensors: int = 0
    jam: int = 0
    shield: int = 0
    reactor: int = 0
    points: int = 0
    fighters: FlightType | None = None
    glyph: str = "cruiser"
    about: str = ""
    # computed so far
    delays: dict[tuple[int, int, bool], int] = field(default_factory=dict, repr=False, compare=False)
    _mounts: dict[str, ShipMount] = field(default_factory=dict, repr=False, compare=False)
    _where: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    _sections: dict[str, ShipSection] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        for section in self.sections:
            self._sections[section.name] = section
            for mount in section.mounts:
                self._mounts[mount.key] = mount
                self._where[mount.key] = section.name

    @cached_property
    def mounts(self) -> tuple[ShipMount, ...]:
        """All systems, side by side."""
        return tuple(self._mounts.values())

    @cached_property
    def weapons(self) -> tuple[ShipMount, ...]:
        """The systems that fire."""
        if self.fighters:
            return (ShipMount("guns", WEAPON, 0, 0, self.fighters.weapon, self.fighters.arc),)
        return tuple(mount for mount in self._mounts.values() if mount.weapon)

    def section(self, name: str) -> ShipSection:
        """Return a side or the primary section. Raise KeyError for any other name."""
        return self._sections[name]

    def mount(self, key: str) -> ShipMount:
        """Return a system by its key. Raise KeyError for any other key."""
        return self._mounts[key]

    def side_of(self, key: str) -> str:
        """Return the section that a system is in."""
        return self._where[key]

    def of_kind(self, kind: str) -> tuple[ShipMount, ...]:
        return self._kinds.get(kind, ())

    @cached_property
    def _kinds(self) -> Mapping[str, tuple[ShipMount, ...]]:
        kinds = {mount.kind for mount in self.mounts}
        return {kind: tuple(mount for mount in self.mounts if mount.kind == kind) for kind in kinds}
