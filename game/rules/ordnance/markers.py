"""Markers of salvos and heavy missiles: the ship each takes, and their attack (full-thrust-base/6.5, 6.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.board.boards import board_of
from game.board.geometry import Point, within
from game.core.display import Odds, Pose
from game.core.events import Die, Event
from game.core.orders import Id
from game.core.turn_order import sides_in_order
from game.core.umpire import Umpire
from game.rules.combat.damage_allocation import Harm, inflict
from game.rules.combat.fire_odds import reckoned
from game.rules.counters.counter import changed, flying, lose
from game.rules.counters.kinds import HeavyMissile, Salvo
from game.rules.counters.point_defence import REACH
from game.rules.defence.old_defence import MissileTarget, SalvoTarget, roll_missile_attack, roll_salvo_attack
from game.rules.defence.old_split import best_split
from game.rules.movement.movement_kinds import fresh
from game.rules.point_defence.attackers import attackers, branches_after, target_of
from game.rules.point_defence.level import by_level, level_odds, likely_pool
from game.rules.point_defence.pool import pool
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

Marker = Salvo | HeavyMissile
NEAR = 1e-6  # MU within which two ships are equally far


def markers(state: ThrustState, side: Id = "") -> tuple[Marker, ...]:
    """The markers on the table, of one side or of all."""
    return (*flying(state, Salvo, side), *flying(state, HeavyMissile, side))


def nearest(state: ThrustState, side: Id, place: Point, poses: Mapping[Id, Pose] | None = None) -> tuple[Ship, ...]:
    """The enemies that a marker at a place takes: the closest within 6 MU, or several that are equally far."""
    board = board_of(state.table)
    far = {ship.id: board.distance(place, poses[ship.id].at if poses else ship.at) for ship in state.enemies(side)}
    least = min(far.values(), default=REACH + 1)
    if not within(least, board.to_board_units(REACH)):
        return ()
    return tuple(ship for ship in state.enemies(side) if far[ship.id] <= least + NEAR)


def take_targets(state: ThrustState, umpire: Umpire) -> None:
    """Each marker takes the closest enemy ship; one that has none in reach is wasted (full-thrust-base/6.5)."""
    for side in sides_in_order(state, loser_first=True):
        for one in markers(state, side):
            found = nearest(state, side, one.at)
            if not found:
                lose(state, umpire, one, "wasted", one.section)
                continue
            face = umpire.die(f"target/{one.id}", sides=len(found)) if len(found) > 1 else 1
            ship = found[face - 1]
            changed(state, one, target=ship.id)
            dice = (Die(face, True, sides=len(found)),) if len(found) > 1 else ()
            umpire.tell(
                Event("note", one.section, f"{{{one.id}}} goes for {{{ship.id}}}", one.id, ship.id, dice,
                      "two are equally far" if dice else "", at=one.at, line=(one.at, ship.at))
            )  # fmt: skip


def attack(state: ThrustState, umpire: Umpire) -> None:
    """What point defence left of each marker strikes its ship; then the marker is gone."""
    for side in sides_in_order(state, loser_first=True):
        for one in markers(state, side):
            ship = state.ships.get(one.target)
            if ship is not None and ship.in_play:
                _strike(state, umpire, one, ship)
            if state.counters[one.id].in_play:
                state.counters[one.id] = replace(state.counters[one.id], removed_reason="spent")


def _strike(state: ThrustState, umpire: Umpire, one: Marker, ship: Ship) -> None:
    target, before = target_of(state, one, ship), len(umpire.rolls)
    if isinstance(one, Salvo):
        assert isinstance(target, SalvoTarget)
        locked = umpire.die(f"lock/{one.id}")
        hits = roll_salvo_attack(umpire, target, locked, one.wounds, f"attack/{one.id}")
        left = max(0, locked - one.wounds)
        said = f"{locked} lock on" + (f", {one.wounds} shot down" if one.wounds else "")
        did = f"{left} {'hits' if left == 1 else 'hit'}" if left else "none hits"
    else:
        assert isinstance(target, MissileTarget)
        hits, said, did = roll_missile_attack(umpire, target, f"attack/{one.id}"), "", "hits"
    points = sum(amount for _, amount in hits)
    dice = tuple(Die(face) for roll in umpire.rolls[before:] for face in roll.faces)
    umpire.tell(
        Event("fire", one.section, f"{{{one.id}}} attacks {{{ship.id}}}", one.id, ship.id, dice, said,
              f"{did}: {points} damage" if points else did, "good" if points else "plain", line=(one.at, ship.at))
    )  # fmt: skip
    if points:
        inflict(state, umpire, Harm(one.id, ship.id, hits, f"attack/{one.id}"))


# -- chances -------------------------------------------------------------------------------------------------------------


def expected_poses(state: ThrustState, side: Id, poses: Mapping[Id, Pose]) -> dict[Id, Pose]:
    """Where enemies would be: where they are planned to be, else where they go straight on."""
    return {ship.id: poses.get(ship.id) or fresh(ship).pose(state) for ship in state.enemies(side)}


def marker_odds(state: ThrustState, one: Marker, ship: Ship, others: tuple[Marker, ...] = ()) -> Odds:
    """Exact odds of what a marker does to a ship that divides its defence as is best for it.

    `others` are markers placed with it that take the same ship.
    """
    mine = [replace(marker, target=ship.id) for marker in (one, *others)]
    if by_level(state):
        return level_odds(state, ship, [(marker, ()) for marker in mine], likely_pool(state, ship))
    targets = [target_of(state, marker, ship) for marker in (*mine, *attackers(state, ship))]
    dice = best_split(targets, pool(state, ship))
    return reckoned(ship, tuple(branches_after(target, given) for target, given in zip(targets, dice)))
