"""The odds of fire, exact: chances are folded together shot by shot, nothing is sampled (full-thrust-base/5.2, 5.8, 5.9).

Dice, whole volleys of them and what they do to a ship are folded once and kept by what they depend on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from game.core.display import Odds, Pose, percent
from game.core.orders import Id
from game.rules.combat.attack import Attack, Trained, attacks
from game.rules.combat.reflection import reflects, weakened
from game.rules.combat.targeting import NOWHERE
from game.rules.odds.layered_odds import Armour, Branches, Chances, Vector, results, suffered
from game.rules.odds.one_layer import hull_chances
from game.rules.odds.throws import Throw
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.combat.fire import Fire

UNKNOWN_HULL = 60  # points of damage that are told apart at a ship whose hull is not known
Given = tuple[Attack, int]  # an attack, and who of those whom it is divided among is struck, -1 its target
# chances, their mean, what is counted on which track, and the marks and readings of `Odds`
Figures = tuple[tuple[float, ...], float, str, str, tuple[tuple[int, str], ...], tuple[tuple[str, str, str], ...]]


def odds(state: ThrustState, order: Fire, poses: Mapping[Id, Pose] = NOWHERE) -> tuple[Odds, ...]:
    """Exact chances of one ship's fire, one entry a target in the order of their first mention; none of any other order.

    Shots that do not bear are left out, and said so. `poses` puts ships where a plan would have them.
    """
    there = state.posed(poses)
    if order.by not in there.ships:
        return ()
    return _every(attacks(there, order.by, order.triples))


def fleet_odds(state: ThrustState, orders: Iterable[Fire], poses: Mapping[Id, Pose] = NOWHERE) -> tuple[Odds, ...]:
    """Exact chances of several ships' fire one after the other, one entry a target.

    Systems lost to threshold checks between the attackers, and so a screen that fails, are not reckoned with.
    """
    there = state.posed(poses)
    return _every([attack for order in orders if order.by in there.ships for attack in attacks(there, order.by, order.triples)])


def _every(given: Iterable[Attack]) -> tuple[Odds, ...]:
    """One entry for each ship that some attacks may strike: their targets, and those that screen them."""
    on: dict[Id, list[Given]] = {}
    for attack in given:
        on.setdefault(attack.target.id, []).append((attack, -1))
        for place, cover in enumerate(attack.covers):
            on.setdefault(cover.ship.id, []).append((attack, place))
    return tuple(_summed(struck[0][0].state.ships[key], struck) for key, struck in on.items())


def _summed(target: Ship, given: list[Given]) -> Odds:
    return reckoned(target, tuple(_branches(attack, place) for attack, place in given), _notes(given))


def reckoned(target: Ship, given: tuple[Branches, ...], notes: tuple[str, ...] = ()) -> Odds:
    """The odds of attacks on a ship, one after the other, each by its branches."""
    if not target.design.hull:  # a ship of which too little is known (6.19)
        chances, mean, words, track, _, readings = _figures(given, (), UNKNOWN_HULL, UNKNOWN_HULL)
        return Odds(target.id, chances, mean, words, track, (), readings[:1], (*notes, "its hull and screens are not known"))
    return Odds(target.id, *_figures(given, target.armour, target.hull, target.row_left), notes)


def hull_odds(armour: Armour, hull: int, given: Iterable[Branches]) -> Vector:
    """The chances of 0, 1, 2 … boxes lost by a hull behind layers of armour, inner first; the last is that all of them are."""
    every = tuple(given)
    if len(armour) <= 1 and all(division is None for _, _, division in every):
        return hull_chances(sum(armour), hull, ((raking, branches) for raking, branches, _ in every))
    chances: Chances = {armour: np.ones(1)}
    for branches in every:
        chances = suffered(chances, branches, hull)
    found = np.zeros(hull + 1)
    for vector in chances.values():
        found[: len(vector)] += vector
    return found


@lru_cache(maxsize=8192)
def _figures(given: tuple[Branches, ...], before: Armour, boxes: int, row: int) -> Figures:
    """The figures of some attacks on a ship: all they depend on is in the key, so a ghost that moves on finds most of them."""
    hull = hull_odds(before, boxes, given)
    places = np.arange(len(hull))
    mean = float(hull @ places)
    spread = math.sqrt(max(0.0, float(hull @ (places - mean) ** 2)))
    behind = f", behind {sum(before)} armour" if any(before) else ""
    readings = (
        (f"mean ± {spread:.1f}{behind}", f"{mean:.1f}", ""),
        (f"to end this row, {row} {'box' if row == 1 else 'boxes'}", percent(float(hull[row:].sum())), "note"),
        (f"to destroy, {boxes} boxes", (killed := percent(float(hull[-1]))), "muted" if killed == "none" else ""),
    )
    return tuple(hull.tolist()), mean, "hull points", "hull", ((row, "row ends"),), readings


def _notes(given: list[Given]) -> tuple[str, ...]:
    notes: list[str] = []
    if len({attack.ship.id for attack, _ in given}) > 1:
        notes.append("systems lost to threshold checks between the attackers are not reckoned with")
    for attack, place in given:
        covers = attack.covers
        if place >= 0:
            notes.append(f"takes {covers[place].share} per cent of what is fired at {attack.target.name}")
            continue
        notes += [f"{cover.ship.name} takes {cover.share} per cent of it" for cover in covers]
        notes += [f"{shot.label} does not count: {shot.why_not}" for shot in attack.silent]
        if attack.cloud:
            notes.append(f"a die of 4 or more is needed to lock on through {attack.cloud.name}")
        if any(reflects(gun.aim) for gun in attack.guns):
            notes.append(f"the reflex field of {attack.target.name} may throw beams back")
        if attack.doubtful:
            notes.append(f"a die decides between arc {attack.arcs[0]} and arc {attack.arcs[1]}")
        picked = [gun.aim.target.design.mount(gun.aim.system) for gun in attack.guns if gun.aim.added >= 0]
        for mount in dict.fromkeys(mount for mount in picked if mount):
            chance = 1 - (5 / 6) ** picked.count(mount)
            notes.append(f"{chance:.0%} to knock out {mount.title}")
    return tuple(dict.fromkeys(notes))


# -- attacks -------------------------------------------------------------------------------------------------------------


def _branches(attack: Attack, place: int = -1) -> Branches:
    """What one attack may come to, each with its chance: a lock that may fail, an arc that a die may decide."""
    branches = [(1.0, attack.guns)]
    if attack.doubtful:
        branches = [(0.5, attack.bearing(arc)) for arc in attack.arcs]
    if attack.cloud:
        branches = [(0.5, ()), *((share / 2, guns) for share, guns in branches)]
    throws = tuple((share, tuple(map(_throw, guns))) for share, guns in branches)
    screens = attack.screens
    return attack.raking, throws, (screens, place) if screens else None


def _throw(gun: Trained) -> Throw:
    """The chances of one gun; a reflex field makes another table of those of a beam."""
    throw = gun.weapon.chances(gun.aim)
    return weakened(results(throw)) if reflects(gun.aim) else throw
