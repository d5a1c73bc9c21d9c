"""A ship under sail: where it is and what is left of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.core.display import Pose
from game.core.state import State

if TYPE_CHECKING:
    from tests.systems.probe.files import SailDesign


@dataclass(slots=True)
class SailShip:
    """Boxes of hull and masts that are left, crew, and how it is rigged: furled, fighting or full sails."""

    id: str
    name: str
    side: str
    at: tuple[float, float]
    course: int
    facing: int
    velocity: int
    design: SailDesign
    hull: int
    masts: int
    crew: int
    sails: str = "fighting"
    anchored: bool = False
    heading: float | None = None

    @property
    def in_play(self) -> bool:
        """Return whether the ship has not sunk."""
        return self.hull > 0

    def copy(self) -> SailShip:
        """Return a copy that shares nothing that can change."""
        return replace(self)

    def posed(self, pose: Pose) -> SailShip:
        """Return a copy that stands as a pose says."""
        return replace(self, at=pose.at, course=pose.course, facing=pose.facing, velocity=pose.velocity)


SailState = State[SailShip, SailShip]
