"""The state of a battle of Full Thrust and of its games on hexes: ships, and counters that fly apart from them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.core.display import Pose
from game.core.orders import Id
from game.core.state import State
from game.rules.ships.ship import Ship


@dataclass(frozen=True, slots=True)
class Counter:
    """What flies apart from a ship: place, course and facing (1 to 12), units it moved last, what is left of it.

    `count` of `total` are craft, or points of strength. `age` is in turns, 1 on the turn of its launch; `flown` is the
    distance so far; `wounds` are points it has taken that count later in the turn; `target` is the ship it will hit.
    """

    id: Id
    name: str
    side: Id
    kind: str
    home: Id
    mount: str
    at: tuple[float, float]
    course: int
    facing: int
    velocity: int = 0
    mode: str = ""
    count: int = 1
    total: int = 1
    age: int = 1
    flown: float = 0.0
    wounds: int = 0
    target: Id = ""
    removed_reason: str = ""

    @property
    def in_play(self) -> bool:
        """Is it still on the table?"""
        return not self.removed_reason

    @property
    def heading(self) -> None:
        """None: it keeps to the courses of the board."""

    def copy(self) -> Counter:
        """Itself: it never changes."""
        return self

    def posed(self, pose: Pose) -> Counter:
        """A copy that lies as a pose says."""
        return replace(self, at=pose.at, course=pose.course, facing=pose.facing)


ThrustState = State[Ship, Counter]
