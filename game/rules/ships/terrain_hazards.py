"""Dangerous terrain: planets and asteroids to avoid, dust, nebulae, meteors and debris (full-thrust-base/6.20).

Asteroids move first, then ships. Everything a ship met on its way is settled in order of time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from game.board.boards import board_of
from game.board.geometry import Point, rounded_point
from game.board.line_of_sight import place, sweep
from game.board.terrain import Body
from game.core.events import Die, Event
from game.core.state import PhaseData, PieceData
from game.core.umpire import Umpire, at_least
from game.rules.ships.beam_dice import beam_volley, reroll_rule
from game.rules.ships.damage import cross_off, ruin, strike
from game.rules.ships.ship import Hit, Ship
from game.rules.ships.thrust_state import ThrustState, partly_known

SOLID, DUST, METEORS, DEBRIS = (f"full-thrust-base/6.20/{name}" for name in ("asteroids", "dust", "meteors", "debris"))
DUSTY = ("dust", "nebula")
CLOUDS = {"escort": 2.0, "cruiser": 4.0, "capital": 6.0}  # MU, radius of the debris of a ship that exploded
SAFE, LOST = 0, 7  # the numbers at which no die is rolled
DUST_SPEED = 12  # MU a turn above which dust damages a ship
# the paths of bodies that moved this turn, by key
DRIFT = PhaseData[tuple[tuple[str, tuple[Point, ...]], ...]]("drift", ())
WRECKED = PieceData[int]("wreck", 0)  # by the key of a cloud of debris: the turn in which the ship exploded


class Meeting(NamedTuple):
    """A meeting of a ship and a body: the time, as a share 0..1 of the movement, and the place (MU)."""

    time: float
    ship: Ship
    body: Body
    at: Point


def avoid_number(velocity: int, thrust: int, advanced: bool) -> int:
    """Return the number a ship needs on one die to miss a solid body (full-thrust-base/6.20/asteroids). It is 2 to 6,
    or 0 if safe, or 7 if impossible. It is the velocity less the thrust, which counts double for an advanced drive."""
    number = velocity - thrust * (2 if advanced else 1)
    return SAFE if number <= 1 else min(number, LOST)


def or_more(number: int) -> str:
    """Return the faces of a die that avoid a body, in words: `4 or more`."""
    return "6" if number == 6 else f"{number} or more"


def avoids(umpire: Umpire, ship: Ship, body: Body, needed: int) -> tuple[bool, tuple[Die, ...]]:
    """Roll for a ship to miss a solid body, by the number it needs; return whether it does, and the die if one was
    needed."""
    face = umpire.die(f"avoid/{ship.id}/{body.key}", worth=at_least(needed)) if SAFE < needed < LOST else 0
    missed = needed == SAFE or needed <= face
    return missed, (Die(face, missed),) if face else ()


def move_bodies(state: ThrustState, umpire: Umpire) -> None:
    """Move asteroids and clouds before the ships (full-thrust-base/1.4, phase 5)."""
    drifting = tuple(body for body in state.table.bodies if body.velocity)
    board = board_of(state.table)
    ways = {body.key: board.drift(body) for body in drifting}
    DRIFT.set(state, tuple((key, path) for key, (path, _) in ways.items()))
    if not drifting:
        return
    for body in drifting:
        rule = SOLID if body.solid else DEBRIS
        where = f"course {board.format_course(body.course, body.heading)}"
        umpire.tell(
            Event(
                "move",
                rule,
                f"{body.name} drifts {board.format_distance(body.velocity)}",
                who=body.key,
                result=where,
                path=ways[body.key][0],
                facings=(body.course,),
                at=ways[body.key][1].at,
            )
        )
    bodies = tuple(ways[body.key][1] if body.key in ways else body for body in state.table.bodies)
    state.table = replace(state.table, bodies=bodies)


def collide(state: ThrustState, umpire: Umpire) -> None:
    """Settle every ship's meetings on this turn's path, by time, then ship, then body (full-thrust-base/6.20)."""
    for meeting in meetings(state):
        if not meeting.ship.in_play:
            continue
        if meeting.body.solid:
            _avoid(state, umpire, meeting)
        elif meeting.body.kind in DUSTY:
            _wear(state, umpire, meeting)
        else:
            _pelt(state, umpire, meeting)


def meetings(state: ThrustState) -> tuple[Meeting, ...]:
    """Return the meetings of every ship in play on this turn's path, in the order they are settled."""
    if not state.table.bodies:
        return ()
    drift = dict(DRIFT.of(state))
    crossing = [body for body in state.table.bodies if body.solid and body.key in drift]
    resting, board = tuple(body for body in state.table.bodies if body not in crossing), board_of(state.table)
    found = []
    for ship in state.ships.values():
        if ship.in_play:
            path = ship.path or (ship.at,)
            found += [
                Meeting(contact.time, ship, contact.body, contact.at) for contact in board.contacts(path, resting)
            ]
            found += [met for body in crossing if (met := _run_over(ship, path, body, drift[body.key]))]
    return tuple(sorted(found, key=lambda met: (round(met.time, 9), met.ship.id, met.body.key)))


def _run_over(ship: Ship, path: tuple[Point, ...], body: Body, way: tuple[Point, ...]) -> Meeting | None:
    """Return the meeting of a moving asteroid with a ship that was in its path before it moved, or that ends inside it;
    or None."""
    if sweep(path[:1], 0.0, body, way):
        return Meeting(0.0, ship, body, path[0])
    return Meeting(1.0, ship, body, path[-1]) if body.holds(path[-1]) else None


def _avoid(state: ThrustState, umpire: Umpire, met: Meeting) -> None:
    """Roll to miss a solid body, if a die is needed. A ship that fails is lost there."""
    ship, body = met.ship, met.body
    needed = SAFE if partly_known(ship) else avoid_number(abs(ship.velocity), ship.thrust, ship.design.advanced)
    missed, dice = avoids(umpire, ship, body, needed)
    sum_of = f"velocity {ship.velocity}, thrust {ship.thrust}{' advanced' if ship.design.advanced else ''}"
    words = {SAFE: "slow enough to steer clear", LOST: "too fast to steer clear"}.get(
        needed, f"needs {or_more(needed)}"
    )
    path = _path_until(ship.path, met.time)
    umpire.tell(
        Event(
            "contact",
            SOLID,
            f"{{{ship.id}}} meets {body.name}",
            who=ship.id,
            whom=body.key,
            reason=f"{sum_of}: {words}",
            dice=dice,
            needs=or_more(needed),
            result="avoids it" if missed else "flies into it",
            tone="good" if missed else "bad",
            at=met.at,
            time=met.time,
            path=() if missed else path,
        )
    )
    if not missed:
        ship.at, ship.path = rounded_point(met.at), path
        ruin(state, umpire, ship, SOLID)


def _path_until(path: tuple[Point, ...], time: float) -> tuple[Point, ...]:
    """Return the part of a path flown by a share of the move."""
    legs = len(path) - 1
    if legs < 1:
        return path
    corners = tuple(corner for index, corner in enumerate(path) if index == 0 or index / legs < time)
    return (*corners, rounded_point(place(path, time)))


def _wear(state: ThrustState, umpire: Umpire, met: Meeting) -> None:
    """Damage a ship in dust at more than velocity 12: one beam die that ignores screens but not armour
    (full-thrust-base/6.20/dust)."""
    ship, body = met.ship, met.body
    if ship.velocity <= DUST_SPEED:
        return
    hits, dice = beam_volley(umpire, 1, 0, f"hazard/{ship.id}/{body.key}", reroll_rule(state.house))
    hurt(state, umpire, met, hits, dice, f"velocity {ship.velocity}, over {DUST_SPEED}", DUST)


def _pelt(state: ThrustState, umpire: Umpire, met: Meeting) -> None:
    """Damage a ship among meteors or debris: one die for each full 6 of velocity, straight to the hull
    (full-thrust-base/6.20/meteors)."""
    ship, body = met.ship, met.body
    faces = umpire.roll(pelting(abs(ship.velocity)), f"hazard/{ship.id}/{body.key}")
    if faces:
        dice = tuple(Die(face) for face in faces)
        rule = DEBRIS if body.kind == "debris" else METEORS
        hurt(state, umpire, met, [("hull", sum(faces))], dice, f"velocity {ship.velocity}, one die for each 6", rule)


def pelting(velocity: int) -> int:
    """Return the dice of damage by meteors or debris at a velocity (full-thrust-base/6.20/meteors)."""
    return velocity // 6


def wrecks(state: ThrustState, umpire: Umpire) -> None:
    """Turn destroyed ships into debris, by option, if a die is no higher than the points beyond the last box
    (6.20/debris). The debris drifts through the next turn's movement."""
    for ship in state.ships.values():
        surplus, ship.overkill = ship.overkill, 0 if ship.removed_reason else ship.overkill
        if not surplus or not ship.removed_reason or not state.house["battle_debris"]:
            continue
        face = umpire.die(f"wreck/{ship.id}", worth=at_least(surplus + 1))
        bursts, radius = face <= surplus, CLOUDS[ship.design.size]
        about = f"debris, {board_of(state.table).format_distance(radius)} around it"
        umpire.tell(
            Event(
                "hazard",
                DEBRIS,
                f"{{{ship.id}}} breaks up",
                whom=ship.id,
                dice=(Die(face, bursts),),
                reason=f"{surplus} more than its hull could take",
                tone="bad" if bursts else "plain",
                at=ship.at,
                result=about if bursts else "nothing that could hurt anybody",
                figure=bursts,
            )
        )
        if bursts:
            cloud = Body(
                f"wreck-{ship.id}",
                "debris",
                f"the wreck of {ship.name}",
                ship.at,
                radius,
                ship.course,
                ship.velocity,
                ship.heading,
            )
            state.table = replace(state.table, bodies=(*state.table.bodies, cloud))
            WRECKED.set(state, cloud.key, state.turn)


def clear_wrecks(state: ThrustState) -> None:
    """Remove a ship's debris at the end of the turn after the explosion (full-thrust-base/6.20/debris)."""
    old = {key for key, turn in WRECKED.all(state).items() if turn < state.turn}
    if old:
        state.table = replace(state.table, bodies=tuple(body for body in state.table.bodies if body.key not in old))
        for key in old:
            WRECKED.clear(state, key)


def hurt(
    state: ThrustState, umpire: Umpire, met: Meeting, hits: list[Hit], dice: tuple[Die, ...], why: str, rule: str
) -> None:
    """Log a cloud's damage to a ship, and apply it (full-thrust-base/6.20, hex/2.7)."""
    points, wound = sum(hit[1] for hit in hits), cross_off(met.ship.copy(), hits)
    umpire.tell(
        Event(
            "hazard",
            rule,
            f"{{{met.ship.id}}} flies through {met.body.name}",
            who=met.ship.id,
            whom=met.body.key,
            dice=dice,
            reason=why,
            result=f"{points} damage",
            tone="bad" if points else "good",
            at=met.at,
            time=met.time,
            harm=wound.harm,
        )
    )
    strike(state, umpire, met.ship, hits, f"hazard/{met.body.key}", rule)
