"""A flight of fighters: up to six in one hex, each with its own structure and armour (power/12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from game.board.hexes import Hex
from game.core.display import Pose
from game.core.orders import Id
from game.systems.power_hex.ships.design import FighterKind

FULL = 6  # fighters of a flight


@dataclass(frozen=True)
class FighterFlight:
    """Fighters that move as one: place, course, facing and speed as of a ship, and the vector they have.

    `wounds` are points lost by each fighter that it began with; those in `left` have left the battle. `hurt` were damaged this
    round, `fired` have shot this round. `home` is the ship they came from; they may still be `aboard`.
    """

    id: Id
    name: str
    side: Id
    at: tuple[float, float]
    course: int
    facing: int
    velocity: int
    design: FighterKind
    wounds: tuple[int, ...] = (0,) * FULL
    left: frozenset[int] = frozenset()
    hurt: frozenset[int] = frozenset()
    fired: frozenset[int] = frozenset()
    vector: Hex = (0, 0)
    home: Id = ""
    aboard: bool = False
    removed_reason: str = ""

    @property
    def in_play(self) -> bool:
        """Does it fly, and is a fighter left?"""
        return not self.removed_reason and not self.aboard

    @property
    def heading(self) -> None:
        """None: it keeps to the courses of the hexes."""

    @property
    def alive(self) -> tuple[int, ...]:
        """The fighters that are still there, by their number from 0."""
        return tuple(n for n in range(len(self.wounds)) if n not in self.left and self.structure_left(n) > 0)

    @property
    def count(self) -> int:
        """How many are left."""
        return len(self.alive)

    @property
    def ready(self) -> tuple[int, ...]:
        """Those that have not shot this round, the most damaged first."""
        return tuple(sorted((n for n in self.alive if n not in self.fired), key=lambda n: (self.structure_left(n), n)))

    def structure_left(self, n: int) -> int:
        """Structure that a fighter has left."""
        return max(0, self.design.structure - self.wounds[n])

    def hit(self, n: int, points: int) -> Self:
        """A copy of which a fighter has taken points behind its armour."""
        if points <= 0:
            return self
        wounds = tuple(min(self.design.structure, lost + points * (index == n)) for index, lost in enumerate(self.wounds))
        return replace(self, wounds=wounds, hurt=self.hurt | {n})

    def new_round(self) -> Self:
        """A copy that has not shot and was not damaged this round."""
        return replace(self, hurt=frozenset(), fired=frozenset())

    def copy(self) -> Self:
        """Itself: it never changes."""
        return self

    def posed(self, pose: Pose) -> Self:
        """A copy that lies as a pose says."""
        return replace(self, at=pose.at, course=pose.course, facing=pose.facing, velocity=pose.velocity)


def leave_chance(structure: int) -> float:
    """The chance that a damaged fighter with so much structure left leaves the battle: a d6 above it (power/12)."""
    return max(0, FULL - structure) / FULL
