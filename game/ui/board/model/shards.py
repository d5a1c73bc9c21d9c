"""Pieces of a destroyed ship, thrown by pymunk; no part of the rules.

They fly once, in steps of a fixed length, and are then read by time, so that a film may stop or run again.
"""

from __future__ import annotations

import math
import random
import zlib
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pymunk

STEP = 1 / 60  # seconds
FLIGHT = 1.7  # seconds
PIECES = 13
Place = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Shards:
    """Outlines of shards, and their flight: for each step, x, y and turn (degrees) of each shard. Lengths are shares of
    the hull's reach, measured from its middle, with the bow up."""

    outlines: tuple[tuple[Place, ...], ...]
    flight: np.ndarray  # steps x shards x 3

    def at(self, seconds: float) -> np.ndarray:
        """Return x, y and turn of each shard at a time in seconds."""
        return np.asarray(self.flight[min(len(self.flight) - 1, max(0, round(seconds / STEP)))])


@lru_cache(32)
def throw_shards(piece: str, turn: int, under_sail: bool = False) -> Shards:
    """Throw the shards of a ship, the same for equal arguments. With `under_sail` they float and soon come to rest."""
    dice = random.Random(zlib.crc32(f"{piece}/{turn}".encode()))
    space = pymunk.Space()
    space.damping = 0.04 if under_sail else 0.5
    bodies, outlines = [], []
    for number in range(PIECES):
        outline = _outline(dice, 0.3 if number % 3 == 0 else 0.18, under_sail)
        body = pymunk.Body(1.0, pymunk.moment_for_poly(1.0, outline))
        # spread along the hull, to either side in turn
        along, aside = 1.6 * number / (PIECES - 1) - 0.8, dice.uniform(0.05, 0.3) * (1 if number % 2 else -1)
        out = math.atan2(aside * 2, along) + dice.uniform(-0.7, 0.7)
        speed = dice.uniform(0.8, 2.4) * (2.0 if under_sail else 1.0)
        body.position = aside, along
        body.velocity = speed * math.sin(out), speed * math.cos(out)
        body.angular_velocity = dice.uniform(-7, 7)
        shape = pymunk.Poly(body, outline)
        shape.elasticity = 0.6
        space.add(body, shape)
        bodies.append(body)
        outlines.append(tuple(outline))
    flight = np.empty((round(FLIGHT / STEP) + 1, PIECES, 3))
    for frame in flight:
        frame[:] = [(*body.position, math.degrees(body.angle)) for body in bodies]
        space.step(STEP)
    return Shards(tuple(outlines), flight)


def _outline(dice: random.Random, r: float, under_sail: bool) -> list[Place]:
    """Return a convex splinter, or a thin spar."""
    corners, thin = dice.randint(3, 5), 0.22 if under_sail else 0.6
    turns = [(n + dice.uniform(-0.3, 0.3)) * 2 * math.pi / corners for n in range(corners)]
    return [(r * math.cos(turn), thin * r * math.sin(turn)) for turn in turns]
