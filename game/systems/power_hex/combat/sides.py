"""Which side of a ship a shot comes from, and which it strikes; arcs of weapons, rolled ships included (power/1, 8.3)."""

from __future__ import annotations

from collections.abc import Mapping

from game.board import hexes
from game.board.geometry import Point, bearing
from game.board.hexes import Hex

DIE = 10  # sides of the die for the side
SAME = 1e-6  # degrees
BOW, STERN = 30.0, 150.0  # bearings that part fore and aft from the sides
FACING_CHART: Mapping[str, Mapping[str, tuple[int, int]]] = {  # by where a shot comes from: faces of the d10
    "fore": {"fore": (1, 5), "port": (6, 7), "starboard": (8, 9), "aft": (10, 10)},
    "port": {"port": (1, 5), "fore": (6, 7), "aft": (8, 9), "starboard": (10, 10)},
    "starboard": {"starboard": (1, 5), "fore": (6, 7), "aft": (8, 9), "port": (10, 10)},
    "aft": {"aft": (1, 5), "port": (6, 7), "starboard": (8, 9), "fore": (10, 10)},
}
ACROSS = {"port": "starboard", "starboard": "port"}
ROWS = tuple(FACING_CHART)


def hex_bearing(start: Hex, facing: int, end: Hex) -> float | None:
    """The bearing of a hex in degrees clockwise from the bow of a ship that faces a course 1 to 12; None in its own hex."""
    if start == end:
        return None
    return (bearing(hexes.centre(start), hexes.centre(end)) - 30.0 * facing) % 360.0


def seen_from(start: Point, facing: int, end: Point) -> float | None:
    """The same for places on the plane that lie in hexes."""
    return hex_bearing(hexes.hex_at(start), facing, hexes.hex_at(end))


def in_arc(arc: tuple[int, int], seen: float | None, rolled: bool = False) -> bool:
    """Does an arc, from one bearing clockwise to another, hold a bearing? In its own hex every arc does (power/1).

    The arcs of a ship that has rolled over are mirrored (power/4.6).
    """
    if seen is None:
        return True
    low, high = (-arc[1], -arc[0]) if rolled else arc
    wide = high - low if high - low == 360 else (high - low) % 360
    turned = (seen - low) % 360.0
    return turned <= wide + SAME or turned >= 360.0 - SAME


def rows(seen: float | None, rolled: bool = False) -> tuple[str, ...]:
    """The rows of the facing chart for fire from a bearing: two on an exact edge, and all in the same hex (power/1)."""
    if seen is None:
        return ROWS
    folded = min(seen, 360.0 - seen)
    beam = "starboard" if seen < 180.0 else "port"
    beam = ACROSS[beam] if rolled else beam
    found = [name for name, there in (
        ("fore", folded <= BOW + SAME), (beam, BOW - SAME <= folded <= STERN + SAME), ("aft", folded >= STERN - SAME),
    ) if there]  # fmt: skip
    return tuple(found)


def struck_side(row: str, face: int) -> str:
    """The side that a d10 names for fire from a row."""
    return next(side for side, (low, high) in FACING_CHART[row].items() if low <= face <= high)


def side_chances(row: str) -> Mapping[str, float]:
    """The chance of each side."""
    return {side: (high - low + 1) / DIE for side, (low, high) in FACING_CHART[row].items()}
