"""The pose of a ship after a move over known ground. Weed and fog need dice, and are ignored (sail/3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.board.geometry import Point
from game.board.terrain import Body
from game.core.display import Pose
from game.systems.full_sail.sea import terrain
from game.systems.full_sail.sea.sail_plan import Move, SailPlan, SeaMove, sails
from game.systems.full_sail.sea.track import Path, cut
from game.systems.full_sail.ships.ship import SailingShip, SailState

AGROUND = "aground on "  # the start of a pose's note on the shore
HOLDS_ON = SailPlan()


def pose_after(state: SailState, ship: SailingShip, plan: SailPlan = HOLDS_ON) -> Pose:
    """Return the pose of a ship after a plan. By default it holds on."""
    return next(poses_after(state, ship, (sails(state, ship, plan),)))


def poses_after(state: SailState, ship: SailingShip, moves: Sequence[SeaMove]) -> Iterator[Pose]:
    """Yield the pose of a ship after each of several moves, in order."""
    for one, way, speed, ground in _ways_after(state, ship, moves):
        plan, end, note = one.plan, one.end, ""
        if ground:
            note = f"{AGROUND}{ground.name}"
        elif end.adrift:
            note = "adrift" if one.move.drifts else "in irons"
        yield Pose(
            way[-1],
            end.heading,
            end.heading,
            speed,
            coasted=not (plan.points or plan.change or plan.special),
            path=way,
            note=note,
        )


def ends_after(state: SailState, ship: SailingShip, moves: Sequence[SeaMove]) -> list[tuple[Point, int]]:
    """Return the place and the speed at the end of each of several moves, as `poses_after` does, but without the
    paths."""
    far = max((one.move.speed for one in moves), default=0)
    if terrain.clear_of(ship.at, far, state.table.bodies, terrain.GROUNDS):
        return [(one.move.end_from(ship.at), one.end.speed) for one in moves]
    return [(way[-1], speed) for _, way, speed, _ in _ways_after(state, ship, moves)]


def _ways_after(
    state: SailState, ship: SailingShip, moves: Sequence[SeaMove]
) -> Iterator[tuple[SeaMove, Path, int, Body | None]]:
    """Yield each of several moves with its path up to any ground, the speed at its end, and the ground that stops
    it."""
    paths = [one.move.path(ship.at) for one in moves]
    for one, path, met in zip(moves, paths, terrain.met_by(paths, state.table.bodies, terrain.GROUNDS)):
        if met:
            yield one, cut(path, met[0].far), 0, met[0].body
        else:
            yield one, path, one.end.speed, None


def speed_mark(move: Move, pose: Pose) -> str:
    """Return a word for the speed at the end of a move: aground, stopped or cut; empty if it is kept."""
    if not pose.velocity and move.speed:
        return "aground" if pose.note.startswith(AGROUND) else "stopped"
    return "cut" if pose.velocity < move.speed else ""
