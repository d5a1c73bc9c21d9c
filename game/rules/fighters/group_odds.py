"""What a group of fighters would do to a ship, exact, after the point defence of that ship (full-thrust-base/6.12, 7.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from game.board.boards import board_of
from game.core.display import Odds, Pose, Shot
from game.core.orders import Id
from game.rules.combat import fire_odds, targeting
from game.rules.combat.targeting import NOWHERE
from game.rules.counters.counter import near
from game.rules.counters.kinds import Flight
from game.rules.counters.point_defence import REACH
from game.rules.defence.die_columns import Vector, outcomes
from game.rules.defence.old_split import best_split
from game.rules.fighters.groups import endurance, type_of
from game.rules.point_defence.attackers import attackers, branches_after, target_of
from game.rules.point_defence.level import level_odds, likely_pool
from game.rules.point_defence.pool import pool
from game.rules.ships.ship import B
from game.rules.ships.thrust_state import ThrustState, by_level

RULE = f"{B}/7.4"


def may_attack(one: Flight) -> str:
    """Why a group can attack no ship, in a sentence; empty if it can."""
    kind = type_of(one)
    if not kind.attacks_ships:
        return f"{one.name} has interceptors, which attack no ships"
    if one.fired and kind.fires_once:
        return f"{one.name} has fired its torpedoes"
    return "" if endurance(one) else f"{one.name} has no endurance left"


def group_odds(state: ThrustState, key: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> Odds | None:
    """Exact odds of the attack of a group on a ship in reach, if that ship divides its defence as is best for it.

    The other groups that have been given the same target are met by it too.
    """
    there = state.posed(poses)
    one, ship = there.counters.get(key), there.ships.get(target)
    if not isinstance(one, Flight) or ship is None or ship.side == one.side or not (ship.in_play and one.in_play):
        return None
    if may_attack(one) or not near(there, one.at, ship.at, REACH):
        return None
    one = replace(one, target=target)
    others = [other for other in attackers(there, ship) if other.id != key]
    if by_level(there):
        return level_odds(there, ship, [(one, ())], likely_pool(there, ship))
    targets = [target_of(there, other, ship) for other in (one, *others)]
    dice = best_split(targets, pool(there, ship))[0]
    return fire_odds.reckoned(ship, (branches_after(targets[0], dice),), _notes(one, targets[0].kill_chances(dice)))


def _notes(one: Flight, kills: Vector) -> tuple[str, ...]:
    mean = sum(lost * float(chance) for lost, chance in outcomes(kills))
    return (f"{mean:.1f} of {one.count} shot down first, on average",) if mean else ()


# -- what the screen asks ------------------------------------------------------------------------------------------------


def shots(state: ThrustState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> tuple[Shot, ...]:
    """Every gun of a ship against another; of a group, its one attack, if it could make it."""
    if firer not in state.counters or target not in state.ships:
        return targeting.shots(state, firer, target, poses)
    if group_odds(state, firer, target, poses) is None:
        return ()
    there = state.posed(poses)
    one, ship = there.counters[firer], there.ships[target]
    far = board_of(there.table).distance(one.at, ship.at)
    words = "1 die" if one.count == 1 else f"{one.count} dice"
    return (Shot(one.mount, one.word, target, far, (), words, rule=RULE, line=(one.at, ship.at)),)
