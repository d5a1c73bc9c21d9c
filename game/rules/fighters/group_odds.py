"""The exact effect of a group of fighters on a ship, after that ship's point defence (full-thrust-base/6.12, 7.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from game.board.boards import board_of
from game.core.display import Odds, Pose, Prospects, Shot
from game.core.orders import Id
from game.rules.combat import targeting
from game.rules.combat.fire_odds import attack_odds, from_least_to_most
from game.rules.combat.targeting import NOWHERE
from game.rules.counters.counter import flying, near
from game.rules.counters.groups import attacks_ships, endurance, type_of
from game.rules.counters.kinds import Flight
from game.rules.counters.point_defence import REACH
from game.rules.defence.old_split import best_split, best_split_notes
from game.rules.odds.die_columns import Vector, outcomes
from game.rules.point_defence.attackers import attackers, branches_after, target_of
from game.rules.point_defence.best_defence import best_pool, best_systems, defences_in_words, help_in_words, unmet
from game.rules.point_defence.level import level_odds
from game.rules.ships.ship import BOOK
from game.rules.ships.thrust_state import ThrustState, by_level

RULE = f"{BOOK}/7.4"


def why_not_attack(state: ThrustState, one: Flight) -> str:
    """Return why a group can attack no ship, in a sentence; empty if it can."""
    kind = type_of(one)
    if not attacks_ships(state, one):
        return f"{one.name} has interceptors, which attack no ships"
    if one.fired and kind.fires_once:
        return f"{one.name} has fired its torpedoes"
    return "" if endurance(one) else f"{one.name} has no endurance left"


def group_odds(
    state: ThrustState, key: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE, beside: Sequence[Id] = ()
) -> Odds | None:
    """Return the exact odds of a group's attack on a ship in reach, which divides its defence in the best way. Other
    groups with the same target, and the groups `beside` it that reach the ship, share the ship's defence."""
    if not strikes(state, key, target, poses):
        return None
    (found,) = from_least_to_most(state.posed(poses), lambda there: (_group_odds(there, key, target, beside),))
    return found


def _group_odds(there: ThrustState, key: Id, target: Id, beside: Sequence[Id]) -> Odds:
    one, ship = there.counters[key], there.ships[target]
    assert isinstance(one, Flight)
    with_it = [other for other in flying(there, Flight, one.side) if other.id in beside and other.id != key]
    ours = [
        replace(each, target=target)
        for each in (one, *(other for other in with_it if strikes(there, other.id, target)))
    ]
    keys = {each.id for each in ours}
    others = [other for other in attackers(there, ship) if other.id not in keys]
    helped = help_in_words(there, ship)
    if by_level(there):
        return level_odds(there, ship, [(each, ()) for each in ours], best_pool(there, ship), helped)
    targets, guns = [target_of(there, other, ship) for other in (*ours, *others)], best_systems(there, ship)
    split = list(zip(ours, targets, best_split(targets, guns)))
    branches = tuple(branches_after(met, dice) for _, met, dice in split)
    gone = _shot_down(ours, [met.kill_chances(dice) for _, met, dice in split])
    return attack_odds(ship, branches, (*best_split_notes(gone), *helped), gone)


def strikes(state: ThrustState, key: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> bool:
    """Return whether a group could attack an enemy ship, both at their present or planned places. No state is copied
    for this."""
    one, ship = state.counters.get(key), state.ships.get(target)
    if not isinstance(one, Flight) or ship is None or ship.side == one.side or not ship.in_play:
        return False
    a, b = (poses.get(piece.id, piece).at for piece in (one, ship))
    return one.in_play and not why_not_attack(state, one) and near(state, a, b, REACH)


def _shot_down(groups: Sequence[Flight], kills: Sequence[Vector]) -> str:
    mean = sum(lost * float(chance) for each in kills for lost, chance in outcomes(each))
    return f"{mean:.1f} of {sum(one.count for one in groups)}" if mean else ""


def reach_told(
    state: ThrustState, key: Id, target: Id, poses: Mapping[Id, Pose], moved: bool = False
) -> Prospects | None:
    """Return whether a group reaches an enemy ship, directly or after a secondary move; None if it attacks no ships. A
    group that has `moved` has no secondary move left."""
    there = state.posed(poses)
    one, ship = there.counters.get(key), there.ships.get(target)
    if (
        not isinstance(one, Flight)
        or ship is None
        or not ship.in_play
        or ship.side == one.side
        or why_not_attack(state, one)
    ):
        return None
    board, kind = board_of(state.table), type_of(one)
    if near(state, one.at, ship.at, REACH) and (screens := unmet(there, ship)):
        names = (
            f"its screen {screens[0].name} is" if len(screens) == 1 else f"the {len(screens)} groups that screen it are"
        )
        found = f"in reach, once {names} met", 1, "note"
    elif near(state, one.at, ship.at, REACH):
        found = "in reach, for 2 endurance with the move" if moved else "in reach, for 1 endurance", 1, "good"
    elif not moved and near(state, one.at, ship.at, REACH + kind.secondary) and endurance(one) > 1:
        again = board.format_distance(board.to_board_units(kind.secondary))
        found = f"after a second move of {again}, for 2 endurance", 1, "note"
    else:
        found = "out of reach this turn", 1, "bad"
    return Prospects(besides=(found,), apart=board.distance(one.at, ship.at), meets=defences_in_words(there, ship))


# -- questions of the screen -------------------------------------------------------------------------------------------


def shots(state: ThrustState, firer: Id, target: Id, poses: Mapping[Id, Pose] = NOWHERE) -> tuple[Shot, ...]:
    """Return every gun of a ship against another; for a group its one attack, if it could make it."""
    if firer not in state.counters or target not in state.ships:
        return targeting.shots(state, firer, target, poses)
    if not strikes(state, firer, target, poses):
        return ()
    there = state.posed(poses)
    one, ship = there.counters[firer], there.ships[target]
    far = board_of(there.table).distance(one.at, ship.at)
    words = "1 die" if one.count == 1 else f"{one.count} dice"
    return (Shot(one.mount, one.word, target, far, (), words, rule=RULE, line=(one.at, ship.at)),)
