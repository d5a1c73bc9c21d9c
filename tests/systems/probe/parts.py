"""What the sheet and the board have of this game alone."""

from __future__ import annotations

from game.core.display import OwnOverlay, Point
from game.core.values import frozen


@frozen
class Watch:
    """Who is on watch."""

    title: str
    crew: int
    rule: str = ""


@frozen
class Lookout(OwnOverlay):
    """How far a ship sees, in MU."""

    at: Point
    reach: float
