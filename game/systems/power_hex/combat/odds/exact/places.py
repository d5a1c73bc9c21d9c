"""Places that packets hit, by the charts of a damaged ship (power/8.4, 8.5)."""

from __future__ import annotations

from functools import lru_cache

from game.core.values import frozen
from game.systems.power_hex.combat.damage import lost_armour
from game.systems.power_hex.ships.design import PRIMARY, STRUCTURE
from game.systems.power_hex.ships.ship import PowerShip

D20 = 20  # faces of the die for places
Place = tuple[float, int, int]  # chance on the chart of its section, armour, boxes left of a system or -1 for structure


class HurtShip:
    """A ship as a key: equal keys have the same design and losses, and their shields in the same state."""

    __slots__ = ("_hash", "harm", "ship")

    def __init__(self, ship: PowerShip) -> None:
        self.ship, self.harm = ship.copy(), (tuple(sorted(ship.lost.items())), ship.shield())
        self._hash = hash((id(ship.design), self.harm))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HurtShip) and self.ship.design is other.ship.design and self.harm == other.harm

    def __hash__(self) -> int:
        return self._hash


@frozen
class PlaceChance:
    """A place of a chart: its section, its chance, its armour, and the boxes left of a system (-1: structure)."""

    key: str
    section: str
    chance: float
    armour: int
    left: int


@frozen
class SideTarget:
    """A side and the primary section as packets find them: their places, and the structure left. Equal targets have
    equal results, whatever ship they belong to. `lost_armour` is the armour that a lost side still has, and `share` the
    chance that a packet on a standing side goes on to the chart of the primary section."""

    side: tuple[Place, ...]
    side_left: int
    lost_armour: int
    share: float
    primary: tuple[Place, ...]
    primary_left: int


@lru_cache(maxsize=512)
def target_of(key: HurtShip, side: str) -> SideTarget:
    """Return a side and the primary section of a ship."""
    ship = key.ship
    aside, inside = (
        tuple((one.chance, one.armour, one.left) for one in section_places(key, name)) for name in (side, PRIMARY)
    )
    left = ship.structure(side), ship.structure(PRIMARY)
    return SideTarget(
        aside, left[0], lost_armour(ship.design.section(side)), primary_share(ship, side), inside, left[1]
    )


@lru_cache(maxsize=512)
def section_places(key: HurtShip, section: str) -> tuple[PlaceChance, ...]:
    """Return every place on a section's chart but the primary section. The chances of a side sum to less than 1."""
    ship = key.ship
    part, found = ship.design.section(section), list[PlaceChance]()
    for name, faces in part.chances().items():
        if name == PRIMARY:
            continue
        mount = None if name == STRUCTURE else ship.design.mount(name)
        armour, left = (mount.armour, ship.boxes_left(mount)) if mount else (part.armour, -1)
        found.append(PlaceChance(mount.key if mount else section, section, faces / D20, armour, left))
    return tuple(found)


def inside_faces(ship: PowerShip) -> dict[str, int]:
    """Return the faces of the primary section by place, for points that go on to it (power/8.4). Destroyed places are
    rolled again."""
    chances = ship.design.section(PRIMARY).chances()
    return {key: faces for key, faces in chances.items() if key == STRUCTURE or ship.boxes_left(ship.design.mount(key))}


def primary_share(ship: PowerShip, side: str) -> float:
    """Return the chance that a packet on a side goes on to the chart of the primary section."""
    return ship.design.section(side).chances().get(PRIMARY, 0) / D20


def places(key: HurtShip, side: str) -> tuple[PlaceChance, ...]:
    """Return every place that a packet on a side can hit first."""
    share = primary_share(key.ship, side)
    inside = (
        PlaceChance(one.key, one.section, share * one.chance, one.armour, one.left)
        for one in section_places(key, PRIMARY)
    )
    return (*section_places(key, side), *inside)
