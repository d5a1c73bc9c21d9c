"""What the sheet and the board have of this game alone."""

from __future__ import annotations

from typing import ClassVar

from game.core.display import OwnLook, OwnOverlay, OwnPanel, Point
from game.core.orders import Id
from game.core.values import frozen


@frozen
class Watch:
    """Who is on watch."""

    title: str
    crew: int
    rule: str = ""

    @property
    def sentences(self) -> tuple[str, ...]:
        return (f"{self.title}: {self.crew}.",)


@frozen
class Pennant(OwnLook):
    """Flown by a ship; one at anchor has no way to tell of."""

    anchored: bool

    @property
    def words(self) -> str:
        """Where it lies."""
        return "in the roads" if self.anchored else ""


@frozen
class Lookout(OwnOverlay):
    """How far a ship sees, in MU; shown with its arcs."""

    tool: ClassVar[str] = "arcs"

    at: Point
    reach: float


@frozen
class Tide(OwnOverlay):
    """The tide over the whole table."""

    height: int

    @property
    def words(self) -> str:
        """Its height."""
        return f"Tide {self.height}"


@frozen
class Chase(OwnPanel):
    """Two ships, one of which is fired at."""

    hunter: Id
    prey: Id

    @property
    def other(self) -> Id:
        """The one that is fired at."""
        return self.prey
