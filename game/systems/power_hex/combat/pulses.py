"""Pulse volleys: how many pulses of a shot strike, and the exact chances (power/8.2)."""

from __future__ import annotations

from collections.abc import Mapping

from game.systems.power_hex.combat.to_hit import hitting_faces

STEP = 4  # points by which the d20 lies below the number to hit, for one pulse more


def die_sides(sides: int) -> int:
    """The sides of the die that is rolled for a d5 or a d3: it is read as half its face, rounded up."""
    return 2 * sides


def halved(face: int) -> int:
    """A face of that die as it is read."""
    return (face + 1) // 2


def pulse_count(face: int, number: int, roll: int, most: int) -> int:
    """Pulses that strike: the face of the d5 or d3, and one for every 4 points the d20 lies below the number to hit."""
    return min(most, face + max(0, number - roll) // STEP)


def pulse_chances(number: int, sides: int, most: int, naturals: bool = False) -> Mapping[int, float]:
    """The chance of each number of pulses from one shot, those that miss at 0."""
    faces = hitting_faces(number, naturals)
    found = {0: 1 - len(faces) / 20}
    for roll in faces:
        for face in range(1, sides + 1):
            count = pulse_count(face, number, roll, most)
            found[count] = found.get(count, 0.0) + 1 / 20 / sides
    return found
