"""Plans side by side: the ends of ghosts, their effects on each other, and the dice to come.

All figures are the rules' own, from views; nothing is computed here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.battle.battle import View
from game.battle.view import BARS
from game.core.display import Pose, Shot
from game.core.orders import Id, Order
from game.sandbox.branch_replay import ReplayedRoll
from game.sandbox.sandbox import Sandbox

Point = tuple[float, float]
HEADS = {"hex": "Hex taken"}  # words for the first part of a label that is too short
SHOOTING = "fire"  # prefixes of fire labels: the rest already names firer and target


@dataclass(frozen=True, slots=True)
class Ghost:
    """A ship of a plan after the movement of a turn; with `place` it is at the start instead."""

    branch: str
    turn: int
    ship: Id


@dataclass(frozen=True, slots=True)
class PlannedAttack:
    """Everything that bears from one ghost on another: the order, its guns, and the mean of boxes lost; `why_not` if
    nothing does."""

    firer: Id
    target: Id
    volley: Order | None
    shots: tuple[Shot, ...]
    mean: float
    why_not: str = ""
    rule: str = ""
    stop: Point | None = None  # where an obstacle stops the line of fire


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One plan in the table of comparison: the distance to the target, mean damage dealt and taken, and the
    difference."""

    branch: str
    end: Point | None
    distance: float
    deals: float
    takes: float
    why_not: str = ""
    rule: str = ""

    @property
    def margin(self) -> float:
        """The mean dealt minus the mean taken, both as shown, so that the sum is right."""
        return round(self.deals, 1) - round(self.takes, 1)


def pose_of(view: View, key: Id) -> Pose:
    """Return a ship's pose in a view, to compare others with."""
    ship = view.state.ships[key]
    drifted = not getattr(ship, "thrust_used", False)
    return Pose(ship.at, ship.course, ship.facing, ship.velocity, bool(getattr(ship, "inverted", False)), drifted)


def ghost_view(sandbox: Sandbox, ghost: Ghost) -> View | None:
    """Return the view that contains a ghost; None if the plan does not come so far or it is out of play."""
    if ghost.turn < sandbox.first:
        view: View | None = sandbox.start
    else:
        view = sandbox.course(ghost.branch, ghost.turn).view(ghost.turn)
    if view is None or ghost.ship not in view.state.ships or not view.state.ships[ghost.ship].in_play:
        return None
    return view


def blow(sandbox: Sandbox, firer: Ghost, target: Ghost) -> PlannedAttack:
    """Return one ghost's exact effect on another, of the same plan or of two."""
    here, there = ghost_view(sandbox, firer), ghost_view(sandbox, target)
    if here is None or there is None:
        gone = firer if here is None else target
        why = f"{sandbox.name(gone.ship)} is out of play by then"
        return PlannedAttack(firer.ship, target.ship, None, (), 0.0, why, "table/odds")
    return planned_attack(here, firer.ship, target.ship, ghost_poses(sandbox, firer, target))


def planned_attack(view: View, firer: Id, target: Id, poses: Mapping[Id, Pose]) -> PlannedAttack:
    """Return the volley of everything that bears and its mean, or the first reason why nothing does."""
    given = dict(poses)
    shots, volley = view.shots(firer, target, given), view.volley(firer, target, given)
    chances = view.odds(volley, given) if volley else ()
    if volley is None or not chances:
        telling = [shot for shot in shots if shot.cause in BARS] or [s for s in shots if s.why_not]
        why, rule = (telling[0].why_not, telling[0].rule) if telling else ("nothing to fire with", "table/odds")
        return PlannedAttack(
            firer, target, None, (), 0.0, why, rule, next((shot.stop for shot in telling if shot.stop), None)
        )
    fired = {shot.mount for shot in getattr(volley, "shots", ())}
    bearing = tuple(shot for shot in shots if shot.mount in fired)
    return PlannedAttack(firer, target, volley, bearing, sum(one.mean for one in chances))


@dataclass(frozen=True, slots=True)
class GunShare:
    """One gun of a volley by itself: its mean of boxes lost, or why it does not bear."""

    shot: Shot
    mean: float


def gun_by_gun(sandbox: Sandbox, firer: Ghost, target: Ghost) -> list[GunShare]:
    """Return every gun of one ghost against another, each alone; those that bear first."""
    one, view, poses = blow(sandbox, firer, target), ghost_view(sandbox, firer), ghost_poses(sandbox, firer, target)
    if view is None or ghost_view(sandbox, target) is None:
        return []
    found = []
    for shot in view.shots(firer.ship, target.ship, dict(poses)):
        alone: Any = one.volley
        for other in getattr(one.volley, "shots", ()):
            alone = alone.without(other.mount) if other.mount != shot.mount else alone
        fires = shot.mount in {each.mount for each in getattr(one.volley, "shots", ())}
        mean = sum(each.mean for each in view.odds(alone, dict(poses))) if fires else 0.0
        found.append(GunShare(shot, mean))
    return sorted(found, key=lambda gun: not gun.shot.bears)


def ghost_poses(sandbox: Sandbox, firer: Ghost, target: Ghost) -> Mapping[Id, Pose]:
    """Return the poses of two ghosts for the firer's view; empty if both are so in that very view."""
    here, there = ghost_view(sandbox, firer), ghost_view(sandbox, target)
    if here is None or there is None or (firer.branch, firer.turn) == (target.branch, target.turn):
        return {}
    return {firer.ship: pose_of(here, firer.ship), target.ship: pose_of(there, target.ship)}


def comparison_rows(sandbox: Sandbox, ship: Id, target: Id, turn: int = 0) -> list[ComparisonRow]:
    """Return every plan's figures for a ship against a target after a turn."""
    turn = turn or sandbox.turn
    return [_row(sandbox, branch.key, ship, target, turn) for branch in sandbox.branches]


def _row(sandbox: Sandbox, key: str, ship: Id, target: Id, turn: int) -> ComparisonRow:
    mine, other = Ghost(key, turn, ship), Ghost(key, turn, target)
    view = ghost_view(sandbox, mine)
    if view is None or ghost_view(sandbox, other) is None:
        gone = mine if view is None else other
        return ComparisonRow(key, None, 0, 0, 0, f"{sandbox.name(gone.ship)} is out of play by then", "table/odds")
    at, there = view.state.ships[ship].at, view.state.ships[target].at
    out, back = blow(sandbox, mine, other), blow(sandbox, other, mine)
    why, rule = (out.why_not, out.rule) if out.volley is None and back.volley is None else ("", "")
    return ComparisonRow(key, at, sandbox.board.distance(at, there), out.mean, back.mean, why, rule)


# -- dice to come ------------------------------------------------------------------------------------------------------


def roll_words(sandbox: Sandbox, label: str) -> str:
    """Return a roll's label in words: `T3.9/fire/lancet/B2a>vesper` is “Lancet, Beam 2 at Vesper”."""
    names, view = sandbox.start.state.names, sandbox.start
    bodies = {
        key: body.name or body.kind for body in view.state.table.bodies for key in (body.key, body.part_of) if key
    }
    titles = {icon.key: icon.label for key in view.state.ships if f"/{key}" in label for icon in view.sheet(key).icons}
    parts = label.split("/")[1:]
    again = f", throw {parts.pop()}" if len(parts) > 1 and parts[-1].isdigit() and int(parts[-1]) > 1 else ""

    def word(part: str) -> str:
        return names.get(part) or bodies.get(part) or titles.get(part) or re.sub(r"[-_]", " ", part)

    rest = ", ".join(" at ".join(map(word, part.split(">"))) for part in parts[1:])
    head = HEADS.get(parts[0]) or re.sub(r"[-_]", " ", parts[0]).capitalize()
    said = rest if parts[0] == SHOOTING and rest else f"{head}, {rest}" if rest else head
    return said + again


def dice_to_come(sandbox: Sandbox, key: str = "", turn: int = 0) -> list[ReplayedRoll]:
    """Return every roll of a plan from the planned turn on (or of one turn), as its dry run made it."""
    turn = turn or sandbox.turn
    return [one for one in sandbox.course(key).throws() if one.turn >= turn]
