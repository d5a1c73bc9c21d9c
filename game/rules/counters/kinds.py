"""Kinds of counters: groups of fighters, missiles, plasma and mines, a class each (hex/3.1, 3.4, 3.5).

A new kind needs a class here, and a line in `LAUNCHED` for the system that launches it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from game.board.boards import board_of
from game.board.geometry import within
from game.core.orders import Id
from game.rules.defence.fighter_types import FIGHTER_TYPES, FighterType
from game.rules.ships.design import Mount
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState, by_level

SALVO_MISSILES = 6  # in a salvo (full-thrust-base/6.5)
STRENGTH = 4  # of nova plasma at launch (hex/3.5)


@dataclass(frozen=True)
class Flight(Counter):
    """A group of fighters: `count` of `total` craft. Its mode is their type, such as interceptor (hex/3.1). In open
    space it has used `endurance_used` points of its combat endurance, and it screens the ship `screening`. A group of
    torpedo fighters may have `fired` (full-thrust-base/7)."""

    endurance_used: int = 0
    screening: Id = ""
    fired: bool = False

    kind: ClassVar[str] = "fighters"
    priced_as: ClassVar[str] = "hangar"
    word: ClassVar[str] = "flight"
    shape: ClassVar[str] = "disc"
    unit: ClassVar[str] = "craft"
    section: ClassVar[str] = "hex/3.1"
    lasting: ClassVar[bool] = True

    @classmethod
    def size(cls, mount: Mount) -> int:
        return mount.size

    @property
    def type(self) -> FighterType:
        return FIGHTER_TYPES[self.mode or "standard"]

    @property
    def endurance(self) -> int:
        """The points of combat endurance that are left."""
        return max(0, self.type.endurance - self.endurance_used)

    def attacks_ships(self, state: ThrustState) -> bool:
        """Return whether the group attacks ships. Interceptors do so only under the reform, by a house rule
        (point-defence-and-fighters/6)."""
        return self.type.attacks_ships or (by_level(state) and bool(state.house["interceptors_attack"]))

    def harms(self, state: ThrustState, ships: Sequence[Ship]) -> bool:
        """Return whether the group can attack ships: by its type, with craft and endurance left."""
        return super().harms(state, ships) and self.endurance > 0 and self.attacks_ships(state)


@dataclass(frozen=True)
class Ordnance(Counter):
    """A marker that flies until it hits or expires."""


@dataclass(frozen=True)
class Plasma(Ordnance):
    """Nova plasma: `count` of `total` points of strength (hex/3.5)."""

    kind: ClassVar[str] = "plasma"
    priced_as: ClassVar[str] = "nova"
    word: ClassVar[str] = "plasma"

    @classmethod
    def size(cls, mount: Mount) -> int:
        return STRENGTH

    def after_hits(self, points: int) -> Self:
        """Return a copy with more wounds. The plasma degrades later in the turn."""
        return replace(self, wounds=self.wounds + points)


@dataclass(frozen=True)
class StrikingOrdnance(Ordnance):
    """A marker that attacks ships near it after they have moved, from where it was placed (full-thrust-base/6.5, 6.6,
    6.9)."""


@dataclass(frozen=True)
class Missile(StrikingOrdnance):
    """A missile steered by its owner; its mode is its warhead (hex/3.4, full-thrust-base/6.6/steered)."""

    kind: ClassVar[str] = "missile"
    priced_as: ClassVar[str] = "missile"
    word: ClassVar[str] = "missile"


@dataclass(frozen=True)
class Salvo(StrikingOrdnance):
    """A salvo of six missiles: a marker that stays where it was placed. `wounds` are missiles shot down
    (full-thrust-base/6.5)."""

    kind: ClassVar[str] = "salvo"
    priced_as: ClassVar[str] = "magazine"
    word: ClassVar[str] = "salvo"
    unit: ClassVar[str] = "missiles"
    section: ClassVar[str] = "full-thrust-base/6.5"

    @classmethod
    def size(cls, mount: Mount) -> int:
        return SALVO_MISSILES

    def after_hits(self, points: int) -> Self:
        """Return a copy with more missiles shot down. They are subtracted from those that lock on."""
        return replace(self, wounds=min(self.count, self.wounds + points))


@dataclass(frozen=True)
class HeavyMissile(StrikingOrdnance):
    """A heavy missile: a marker that stays where it was placed (full-thrust-base/6.6)."""

    kind: ClassVar[str] = "heavy missile"
    priced_as: ClassVar[str] = "heavy_missile"
    word: ClassVar[str] = "heavy missile"
    section: ClassVar[str] = "full-thrust-base/6.6"


@dataclass(frozen=True)
class Bolt(StrikingOrdnance):
    """A plasma bolt: `count` of `total` points of strength, which hit everything within 6 MU (full-thrust-base/6.9)."""

    kind: ClassVar[str] = "plasma bolt"
    priced_as: ClassVar[str] = "plasma"
    word: ClassVar[str] = "plasma bolt"
    section: ClassVar[str] = "full-thrust-base/6.9"

    @classmethod
    def size(cls, mount: Mount) -> int:
        """Return the strength of the bolt, which is the class of its launcher."""
        return mount.level


@dataclass(frozen=True)
class Mine(Counter):
    """A mine, which stays where it was laid (full-thrust-base/6.18). Ships within its range in MU set it off, or sweep
    it."""

    reach: ClassVar[float] = 3.0
    lasting: ClassVar[bool] = True
    kind: ClassVar[str] = "mine"
    priced_as: ClassVar[str] = "minelayer"
    word: ClassVar[str] = "mine"
    section: ClassVar[str] = "full-thrust-base/6.18"

    def harms(self, state: ThrustState, ships: Sequence[Ship]) -> bool:
        """Return whether the next move of one of these ships could come near the mine."""
        board = board_of(state.table)
        near = board.to_board_units(self.reach)
        return any(within(board.distance(ship.at, self.at), ship.velocity + ship.thrust + near) for ship in ships)


LAUNCHED: dict[str, type[Counter]] = {  # by kind of system
    "hangar": Flight, "missile": Missile, "nova": Plasma, "minelayer": Mine,
    "sml": Salvo, "smr": Salvo, "heavy_missile": HeavyMissile, "plasma": Bolt,
}  # fmt: skip
