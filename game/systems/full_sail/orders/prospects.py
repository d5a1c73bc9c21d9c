"""A ship's prospects against another: the area from which the other is raked, and the results of its destinations
(sail/4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.board.geometry import arcs_from, span, within
from game.board.zones import rings
from game.core.display import Destination, Pose, Prospects
from game.core.display import Zone as Area
from game.core.orders import Id
from game.systems.full_sail.boarding.grappling import FASTER, REACH
from game.systems.full_sail.gunnery.broadside import gun_range, refusal, silent
from game.systems.full_sail.gunnery.fouling import NEAR
from game.systems.full_sail.gunnery.guns import BANDS, rakes, raking_wedge
from game.systems.full_sail.ships.design import SIDES
from game.systems.full_sail.ships.ship import SailingShip, SailState

WEDGE = 6.0  # MU to which the area of a rake is drawn, which shows directions and not range


def prospects(
    state: SailState, firer: Id, target: Id, poses: Mapping[Id, Pose], ends: Iterable[Destination] = ()
) -> Prospects | None:
    """Return a ship's prospects against another, with ships at `poses`. `ends` are the target's destinations. They are
    rated only where ranges are measured first."""
    there = state.posed(poses)
    ship, other = there.ships.get(firer), there.ships.get(target)
    if ship is None or other is None or not other.in_play or ship.side == other.side:
        return None
    weak = raked_from(there, other, "bad")
    if not state.house["premeasure"]:
        return Prospects(weak)
    return _count_prospects(there, ship, other, weak, ends)


def raked_from(state: SailState, ship: SailingShip, tone: str) -> tuple[Area, ...]:
    """Return the area from which a ship is raked."""
    outlines = rings(raking_wedge(ship, state.house, WEDGE))
    return tuple(Area(outline, "raked from here", tone, True, tool="arcs") for outline in outlines)


def _count_prospects(
    state: SailState, ship: SailingShip, other: SailingShip, weak: tuple[Area, ...], ends: Iterable[Destination]
) -> Prospects:
    """Count the destinations that are raked, fired at, or neither, and those that threaten this ship. The latter rake
    it, may foul it, or could be grappled."""
    raked = fired = none = suffers = fouls = grapples = 0
    there = state.posed({other.id: Pose(other.at, other.course, other.facing, other.velocity)})
    moved, own, others = there.ships[other.id], manned_sides(ship), manned_sides(other)
    for end in ends:
        moved.at, moved.course, moved.facing, moved.velocity = end.at, end.course, end.facing, end.velocity
        may = fires_at(there, ship, own, moved)
        raking = may and rakes(ship, moved, state.house)
        raked, fired, none = raked + raking, fired + (may and not raking), none + (not may)
        away = span(ship.at, end.at)
        suffers += rakes(moved, ship, state.house) and fires_at(there, moved, others, ship)
        fouls += within(away, NEAR)
        grapples += within(away, REACH) and abs(ship.velocity - end.velocity) <= FASTER
    shares = (("raked", raked, "good"), ("only fired at", fired, "note"), ("not fired at", none, "muted"))
    besides = (
        ("raking you", suffers, "bad"),
        ("near enough to grapple", grapples, ""),
        ("near enough to foul", fouls, ""),
    )
    kept = besides if state.house["fouling"] else besides[:2]
    return Prospects(weak, shares, kept) if raked + fired + none else Prospects(weak)


def manned_sides(ship: SailingShip) -> tuple[str, ...]:
    """Return the sides of a ship that can fire, wherever it is."""
    return () if silent(ship) else tuple(side for side in SIDES if ship.guns(side))


def fires_at(state: SailState, ship: SailingShip, sides: tuple[str, ...], other: SailingShip) -> bool:
    """Return whether any of these sides may fire at another ship."""
    if not sides or not within(gun_range(state, ship, other), BANDS[-1]):
        return False
    seen = set(arcs_from(ship.at, ship.facing, other.at))
    return any(refusal(state, ship, side, other) is None for side in sides if seen & set(SIDES[side]))
