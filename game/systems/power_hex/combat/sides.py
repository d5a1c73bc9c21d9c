"""The side of a ship that a shot hits, by the sector it comes from and the d10 (power/1, 8.3)."""

from __future__ import annotations

from collections.abc import Mapping

from game.systems.power_hex.ships.design import AFT, FORE, PORT, SIDES, STARBOARD
from game.systems.power_hex.ships.ship import PowerShip, sector

FACES = 10
# rows: the sector of the fire, in the target's own sides
CHART: Mapping[str, tuple[tuple[str, int, int], ...]] = {
    FORE: ((FORE, 1, 5), (PORT, 6, 7), (STARBOARD, 8, 9), (AFT, 10, 10)),
    PORT: ((PORT, 1, 5), (FORE, 6, 7), (AFT, 8, 9), (STARBOARD, 10, 10)),
    STARBOARD: ((STARBOARD, 1, 5), (FORE, 6, 7), (AFT, 8, 9), (PORT, 10, 10)),
    AFT: ((AFT, 1, 5), (PORT, 6, 7), (STARBOARD, 8, 9), (FORE, 10, 10)),
}


def row_for(target: PowerShip, origin: tuple[float, float], chosen: bool = True) -> str:
    """Return the row of the chart for fire from a place. On an exact boundary, and in its own hex, the target's owner
    chooses the side with most structure left. If the firer chooses (`chosen` false), it is the one with least."""
    bearing = target.bearing(origin)
    open_to = SIDES if bearing is None else sector(bearing)
    return (max if chosen else min)(open_to, key=lambda side: (target.structure(side), -SIDES.index(side)))


def struck(row: str, face: int) -> str:
    """Return the side that a d10 names."""
    return next(side for side, low, high in CHART[row] if low <= face <= high)


def side_chances(row: str) -> dict[str, float]:
    return {side: (high - low + 1) / FACES for side, low, high in CHART[row]}
