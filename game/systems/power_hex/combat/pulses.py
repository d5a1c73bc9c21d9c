"""Volleys of pulses: the number of pulses of a shot that hit (power/8.2)."""

from __future__ import annotations

from collections import Counter

from game.systems.power_hex.ships.weapons import ShipWeapon

BETTER = 4  # points below the number to hit for each pulse that they add


def pulse_die(sides: int, face: int) -> int:
    """Return a d5 or a d3 read from a d10 or a d6, by pairs of faces."""
    return -(-face // 2)


def die_sides(weapon: ShipWeapon) -> int:
    """Return the sides of the die that is rolled for the pulse die."""
    return 2 * weapon.pulse_sides


def pulses(weapon: ShipWeapon, needed: int, to_hit: int, face: int) -> int:
    """Return the pulses of a volley that hit with `to_hit`, with the face of its pulse die."""
    return min(weapon.pulse_most, pulse_die(weapon.pulse_sides, face) + max(0, (needed - to_hit) // BETTER))


def pulse_chances(weapon: ShipWeapon, needed: int, to_hit: int) -> tuple[float, ...]:
    """Return the chance of each number of pulses of a volley that hit with `to_hit`."""
    sides = die_sides(weapon)
    counts = Counter(pulses(weapon, needed, to_hit, face) for face in range(1, sides + 1))
    return tuple(counts[n] / sides for n in range(max(counts) + 1))
