"""The wind for the screen: the rose, the wheel of points of sail round a ship, and the set of sails (sail/3.4)."""

from __future__ import annotations

from game.core.display import Pose
from game.systems.full_sail.parts import CourseWheel, Rig, WheelSector, WindMark
from game.systems.full_sail.sea.sail_plan import fastest, taken_by_wind
from game.systems.full_sail.ships.grapples import partners
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.wind.rose import Wind, off_wind, point_of_sail, wind_thrust
from game.systems.full_sail.wind.weather import wind_of

STRONGEST = 20  # MU a turn, the most of two dice and 8
BANDS = (0, 2, 5, 5, 5, 4, 6)  # steps of the ramp of colours, by clock points off the wind
COURSES = range(1, 13)


def band(heading: int, wind: Wind | None) -> int:
    """Return the colour band of a heading by its point of sail; -1 without wind."""
    return -1 if wind is None else BANDS[off_wind(heading, wind.source)]


def wind_mark(state: SailState) -> WindMark | None:
    """Return the wind over the table; None without rules of the wind."""
    wind = wind_of(state)
    if wind is None:
        return None
    return WindMark(
        30.0 * (wind.lee % 12),
        min(1.0, wind.speed / STRONGEST),
        f"Wind {wind.speed} from course {wind.source}",
        "holds all battle",
    )


def course_wheel(state: SailState, ship: SailingShip, pose: Pose | None) -> CourseWheel | None:
    """Return the top speed on every course, with the masts lost. None without wind, and for a ship that cannot sail."""
    wind = wind_of(state)
    if wind is None or not ship.commanded or ship.struck or partners(state, ship.id):
        return None
    sectors = tuple(_sector(state, ship, course, wind) for course in COURSES)
    becomes = 30.0 * (pose.course % 12) if pose and pose.course != ship.course else None
    return CourseWheel(ship.at, sectors, 30.0 * (ship.course % 12), becomes)


def _sector(state: SailState, ship: SailingShip, course: int, wind: Wind) -> WheelSector:
    """Return a course with its top speed, its thrust, and the wind's effect on a move that ends on it."""
    top = fastest(state, ship, course)
    gains = wind_thrust(ship.thrust, course, wind) - ship.thrust
    thrust = f"thrust {gains:+d}".replace("-", "−") if gains else "thrust as it is"
    end = taken_by_wind(state, ship, course, wind.speed)
    slows = f"slows to {end.speed}" if end.speed < wind.speed else f"the wind gives {top}"
    becomes = "stops, then adrift" if end.adrift else slows
    return WheelSector(30.0 * (course % 12), str(top), band(course, wind), point_of_sail(course, wind), thrust, becomes)


def rig_of(state: SailState, ship: SailingShip) -> Rig:
    """Return the masts. Sails are furled on a ship that lies still."""
    wind = wind_of(state)
    still = ship.anchored or ship.struck or not ship.velocity or bool(partners(state, ship.id))
    return Rig(ship.masts, 30.0 * (wind.lee % 12) if wind else None, still, ship.anchored, ship.burning)
