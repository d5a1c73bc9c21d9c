"""The moves of all ships in all plans of a sandbox, turn by turn. Nothing here draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from game.core.display import Pose
from game.core.orders import Id
from game.sandbox.comparison import Ghost, PlannedAttack, blow, ghost_view, pose_of
from game.sandbox.sandbox import Sandbox

Point = tuple[float, float]
# the letter of a plan, places of both ghosts, and the attack
End = tuple[str, Point, Point, PlannedAttack]


@dataclass(frozen=True, slots=True)
class Leg:
    """A ship's move in one turn of a plan: its path and end. `branch` is empty where all plans agree."""

    branch: str
    ship: Id
    turn: int
    path: tuple[Point, ...]
    pose: Pose
    last: bool
    lost: bool = False  # true if it is out of play by then


def legs_of(sandbox: Sandbox) -> tuple[Leg, ...]:
    """Return all moves to draw: every shown plan turn by turn, ship by ship. The present plan comes last, to lie on
    top."""
    shown = [branch for branch in sandbox.branches if not branch.hidden and branch.key != sandbox.branch.key]
    shown += [sandbox.branch] if not sandbox.branch.hidden else []
    found: dict[str, dict[Id, list[Leg]]] = {branch.key: _legs(sandbox, branch.key) for branch in shown}
    out: list[Leg] = []
    for key, ships in found.items():
        for ship, legs in ships.items():
            others = [found[other].get(ship, []) for other in found if other != key]
            planned = any(step.by == ship for step in sandbox.branch_named(key).steps)
            alike = all(_ways(legs) == _ways(other) for other in others)
            if alike and (len(found) > 1 or not planned):
                if key == shown[-1].key:
                    out = [*(replace(one, branch="") for one in legs), *out]
            elif planned or key == sandbox.branch.key or not alike:
                out += legs
    return tuple(out)


def _ways(legs: Sequence[Leg]) -> list[tuple[tuple[Point, ...], Point]]:
    return [(one.path, one.pose.at) for one in legs]


def _legs(sandbox: Sandbox, key: str) -> dict[Id, list[Leg]]:
    course = sandbox.course(key)
    found: dict[Id, list[Leg]] = {}
    before = sandbox.start.state.ships
    for turn in range(sandbox.first, sandbox.turn + 1):
        view = course.view(turn)
        if view is None:
            break
        for ship, now in view.state.ships.items():
            if ship in before and before[ship].in_play:
                path = tuple(getattr(now, "path", ())) or (before[ship].at, now.at)
                leg = Leg(key, ship, turn, path, pose_of(view, ship), turn == sandbox.turn, not now.in_play)
                found.setdefault(ship, []).append(leg)
        before = view.state.ships
    return found


def ends_of(sandbox: Sandbox, mine: Ghost, other: Ghost, only: bool) -> list[End]:
    """Return lines from each shown plan's ghost of the chosen ship to that of its target, with the attack. With `only`,
    return just the line between those two."""
    pairs = [(mine, other)]
    if not only:
        shown = [branch.key for branch in sandbox.branches if not branch.hidden]
        pairs = [(Ghost(key, mine.turn, mine.ship), Ghost(key, other.turn, other.ship)) for key in shown]
    found = []
    for here, there in pairs:
        one, two = ghost_view(sandbox, here), ghost_view(sandbox, there)
        if one and two:
            ends = one.state.ships[here.ship].at, two.state.ships[there.ship].at
            found.append((here.branch, *ends, blow(sandbox, here, there)))
    return found
