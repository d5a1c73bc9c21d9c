"""How a ship lies after a move over the ground that is known; weed and fog roll dice, and are left out (sail/3)."""

from __future__ import annotations

from game.core.display import Pose
from game.systems.full_sail.sea import terrain
from game.systems.full_sail.sea.sail_plan import Move, SailPlan, ends, sails
from game.systems.full_sail.sea.track import cut
from game.systems.full_sail.ships.ship import SailingShip, SailState

AGROUND = "aground on "  # what the note of a place begins with that lies on the shore
HOLDS_ON = SailPlan()


def pose_after(state: SailState, ship: SailingShip, plan: SailPlan = HOLDS_ON) -> Pose:
    """How a ship lies after a plan; without one it holds on."""
    return pose_of_move(state, ship, plan, sails(state, ship, plan))


def pose_of_move(state: SailState, ship: SailingShip, plan: SailPlan, move: Move) -> Pose:
    """How a ship lies after the move that a plan makes."""
    end, path, note = ends(state, ship, move), move.path, ""
    speed = end.speed
    grounds = terrain.met(path, state.table.bodies, terrain.GROUNDS)
    if grounds:
        path, speed, note = cut(path, grounds[0].far), 0, f"{AGROUND}{grounds[0].body.name}"
    elif end.adrift:
        note = "adrift" if move.drifts else "in irons"
    return Pose(path[-1], end.heading, end.heading, speed, coasted=not (plan.points or plan.change or plan.special), path=path,
                note=note)  # fmt: skip


def speed_mark(move: Move, pose: Pose) -> str:
    """What becomes of the speed at the end of a move: aground, stopped, cut, or nothing."""
    if not pose.velocity and move.speed:
        return "aground" if pose.note.startswith(AGROUND) else "stopped"
    return "cut" if pose.velocity < move.speed else ""
