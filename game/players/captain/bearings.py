"""Distances and angles from many destinations of a ship to one place, for the preferences of rungs."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

import numpy as np

from game.board.mean_table import Array
from game.core.orders import Id
from game.core.state import Piece
from game.players.captain.lookout import Lookout

AROUND = np.arange(0.0, 360.0, 15.0)  # bearings at which a ship's guns are tried
ASIDE = 15.0  # degrees off its best bearing at which an enemy is still in a ship's sights
HUNTED = 0.5  # the factor on the distance of an enemy that must be stopped
REAR = 45.0  # degrees off its stern at which an enemy is behind
BEST = 0.9  # share of the guns' best effect from which a bearing is as good as any


def away(places: Array, point: Array) -> Array:
    """Return the distance in MU of each of these places from a point."""
    found: Array = np.hypot(point[0] - places[:, 0], point[1] - places[:, 1])
    return found


def angle_between(one: Array, other: Array | float) -> Array:
    """Return the angle between directions in degrees, 0 to 180."""
    found: Array = np.abs((one - other + 180) % 360 - 180)
    return found


def turn_angles(places: Array, piece: Piece, lookout: Lookout) -> Array:
    """Return the degrees by which each destination turns a ship's motion; to starboard is positive."""
    start = lookout.board.direction(piece.course, piece.heading)
    found: Array = (places[:, 4] - start + 180) % 360 - 180
    return found


def bearing(places: Array, point: Array) -> Array:
    """Return the bearing of a point in degrees clockwise from the bow."""
    found: Array = (np.degrees(np.arctan2(point[0] - places[:, 0], point[1] - places[:, 1])) - places[:, 2]) % 360
    return found


def off_best(lookout: Lookout, piece: Piece, foe: Piece, places: Array) -> Array:
    """Return the angle in degrees between an enemy that goes straight on and the best bearing of a ship's guns. The bow
    counts as the best bearing if it is as good as any."""
    there = lookout.straight_on(foe.id)[0]
    seen = bearing(places, there)
    off: Array = np.min([angle_between(seen, good) for good in best_bearings(lookout, piece, foe)], axis=0)
    return off


def out_of_sights(lookout: Lookout, piece: Piece, foe: Piece, places: Array) -> Array:
    """Return how badly a ship's guns bear on an enemy that goes straight on. It is 1 for each 6 units beyond their
    preferred range, and 1 for each 30 degrees off their best bearing."""
    _, good = lookout.ranges(piece.id, foe.id)
    beyond = np.maximum(0.0, away(places, lookout.straight_on(foe.id)[0]) - max(good, 3.0))
    found: Array = beyond / 6 + np.maximum(0.0, off_best(lookout, piece, foe, places) - ASIDE) / 30
    return found


def astern(places: Array, others: Sequence[Array]) -> Array:
    """Return the share of the other places that lie behind each of these."""
    found: Array = np.mean([angle_between(bearing(places, one), 180.0) < REAR for one in others], axis=0)
    return found


def best_bearings(lookout: Lookout, piece: Piece, foe: Piece) -> tuple[float, ...]:
    """Return the best bearings of a ship's guns at their preferred range. It is the bow alone if they do as much there
    as anywhere."""
    _, good = lookout.ranges(piece.id, foe.id)
    x, y = lookout.straight_on(piece.id)[0, :2]
    ours = np.array([[x, y, 0.0, 0.0, 0.0]])
    angles = np.radians(AROUND)
    theirs = np.stack([x + good * np.sin(angles), y + good * np.cos(angles), *np.zeros((3, len(AROUND)))], axis=1)
    boxes = lookout.boxes(piece.id, foe.id, ours, theirs)[0]
    liked = AROUND[boxes >= BEST * boxes.max()]
    return (0.0,) if 0.0 in liked else tuple(liked.tolist())


def enemy_to_pursue(lookout: Lookout, piece: Piece, others: Sequence[Piece], stop: Collection[Id]) -> Piece | None:
    """Return the enemy to pursue: the nearest, with damaged ships and those in `stop` counted as nearer."""
    at = lookout.straight_on(piece.id)[0, :2]

    def seems(foe: Piece) -> float:
        worth = lookout.view.worth(foe.id)
        share = (1 + min(1.0, worth.boxes / max(1.0, worth.of))) / 2
        return math.dist(at, lookout.straight_on(foe.id)[0, :2]) * share * (HUNTED if foe.id in stop else 1.0)

    return min(others, key=seems, default=None)


def nearest(lookout: Lookout, piece: Piece) -> Piece | None:
    """Return the nearest enemy; None without one."""
    return min(lookout.foes, key=lambda foe: math.dist(foe.at, piece.at), default=None)


def inside_edges(lookout: Lookout, places: Array) -> dict[str, Array]:
    """Return the distance of these places inside each edge of the table, by its name; below 0 beyond it."""
    west, south, wide, high = lookout.board.extent
    x, y = places[:, 0], places[:, 1]
    return {"left": x - west, "right": west + wide - x, "bottom": y - south, "top": south + high - y}
