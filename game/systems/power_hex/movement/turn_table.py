"""The delay of turns in hexes: the table and the zig-zag through it (power/4.2).

D(s, z) is the largest of the cells 0 to z. Cell k is in row A at speed s + k if k is even, else in row B.
"""

from __future__ import annotations

from game.systems.power_hex.ships.design import PowerDesign


def row_a(design: PowerDesign, speed: int) -> int:
    """Return the delay at a steady speed. Beyond the printed table its slope goes on."""
    if speed < 1:
        return 1
    if speed <= len(design.delay):
        return design.delay[speed - 1]
    rise, run = design.slope
    return max(1, -(-speed * rise // run))


def row_b(design: PowerDesign, speed: int) -> int:
    """Return the entry of row B, for odd zigs."""
    if 1 <= speed <= len(design.zig_row):
        return design.zig_row[speed - 1]
    return row_a(design, speed - 1) + 1


def cells(design: PowerDesign, speed: int, zigs: int) -> tuple[int, ...]:
    return tuple((row_b if k % 2 else row_a)(design, speed + k) for k in range(zigs + 1))


def delay(design: PowerDesign, speed: int, zigs: int, monotone: bool = True) -> int:
    """Return the delay of a turn in hexes. By option it is only the last cell's, which may be less than one before
    it."""
    kept = design.delays
    if (found := kept.get((speed, zigs, monotone))) is None:
        through = cells(design, speed, zigs)
        found = kept[speed, zigs, monotone] = max(through) if monotone else through[-1]
    return found
