"""Which ships markers are expected to attack, and the exact odds of their attacks, before anything is rolled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.board.boards import board_of
from game.board.geometry import Point
from game.core.display import Odds, Pose, Prospects
from game.core.orders import Id
from game.rules.combat.fire_odds import attack_odds, from_least_to_most
from game.rules.counters.kinds import StrikingOrdnance
from game.rules.defence.old_split import best_split, best_split_notes
from game.rules.manoeuvres.framework.movement_order import MovementOrder
from game.rules.movement.movement_kinds import current_order, fresh
from game.rules.odds.die_columns import mean
from game.rules.ordnance.markers import caught, nearest
from game.rules.point_defence.attackers import attackers, branches_after, target_of
from game.rules.point_defence.best_defence import best_pool, best_systems, defences_in_words, help_in_words
from game.rules.point_defence.level import level_odds
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState, by_level


def after_moves(state: ThrustState) -> bool:
    """Return whether markers are placed after ships have moved, as on rows of hexes (hex/2.2/ordnance)."""
    return bool(state.house.get("markers_after_moves"))


def expected_poses(state: ThrustState, side: Id, poses: Mapping[Id, Pose]) -> dict[Id, Pose]:
    """Return the expected poses of enemies: those in `poses`, else straight ahead, or their places if they have
    moved."""
    return {ship.id: poses.get(ship.id) or _there(state, ship, fresh(ship)) for ship in state.enemies(side)}


def friendly_poses(state: ThrustState, side: Id, poses: Mapping[Id, Pose]) -> dict[Id, Pose]:
    """Return the poses of a side's ships by their orders, or their present ones if they have moved."""
    return {
        ship.id: poses.get(ship.id) or _there(state, ship, current_order(state, ship)) for ship in state.fleet(side)
    }


def _there(state: ThrustState, ship: Ship, order: MovementOrder) -> Pose:
    return Pose(ship.at, ship.course, ship.facing, ship.velocity) if after_moves(state) else order.pose(state)


def taking(
    state: ThrustState, side: Id, at: Point, target: Id, poses: Mapping[Id, Pose], area: bool
) -> Prospects | None:
    """Return whether a side's marker at a place attacks an enemy ship; None for any other ship. With `area` it attacks
    everything near. All ships go straight on, or are at `poses`."""
    ship = state.ships.get(target)
    there = expected_poses(state, side, poses)
    if ship is None or target not in there:
        return None
    found = caught(state, at, there | friendly_poses(state, side, poses)) if area else nearest(state, side, at, there)
    if any(one.id == target for one in found):
        told = (
            "strikes it, with all within 6 MU" if area else "takes it" if len(found) == 1 else "takes it or another",
            "good",
        )
    elif found:
        told = f"takes {found[0].name} instead", "note"
    else:
        told = "no ship comes near enough", "bad"
    apart = board_of(state.table).distance(at, there[target].at)
    return Prospects(besides=((told[0], 1, told[1]),), apart=apart, meets=defences_in_words(state, ship))


def marker_odds(
    state: ThrustState, one: StrikingOrdnance, ship: Ship, others: tuple[StrikingOrdnance, ...] = ()
) -> Odds:
    """Return the exact odds of a marker's effect on a ship that divides its defence in the best way. `others` are
    markers placed with it that attack the same ship."""
    (found,) = from_least_to_most(state, lambda state: (_marker_odds(state, state.ships[ship.id], (one, *others)),))
    return found


def _marker_odds(state: ThrustState, ship: Ship, markers: tuple[StrikingOrdnance, ...]) -> Odds:
    mine = [replace(marker, target=ship.id) for marker in markers]
    if by_level(state):
        return level_odds(
            state, ship, [(marker, ()) for marker in mine], best_pool(state, ship), help_in_words(state, ship)
        )
    targets = [target_of(state, marker, ship) for marker in (*mine, *attackers(state, ship))]
    dice = best_split(targets, best_systems(state, ship))
    shot = [mean(target.kill_chances(given)) for target, given in zip(targets, dice)][: len(mine)]
    size = sum(target.size for target in targets[: len(mine)])
    gone = f"{sum(shot):.1f} of {size}" if any(map(any, dice)) else ""
    notes = (*best_split_notes(gone), *help_in_words(state, ship))
    return attack_odds(ship, tuple(branches_after(target, given) for target, given in zip(targets, dice)), notes, gone)
