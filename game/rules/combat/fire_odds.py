"""The exact odds of fire: chances are combined shot by shot, and nothing is sampled (full-thrust-base/5.2, 5.8, 5.9).

The chances of dice, of whole volleys and of their effect on a ship are cached, each by everything it depends on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from game.core.display import Odds, Pose, between, percent
from game.core.orders import Id
from game.rules.combat.attack import Attack, Trained, attacks
from game.rules.combat.reflection import reflects, thrown_back, weakened
from game.rules.combat.targeting import NOWHERE
from game.rules.combat.weapon import AimedShot
from game.rules.combat.weapons import WEAPONS
from game.rules.odds.layered_odds import Armour, Branches, Chances, Vector, after_attack
from game.rules.odds.one_layer import hull_chances, mean_losses
from game.rules.odds.throws import LikelyHits, Throws, results
from game.rules.sensors.contact import ALL, MODEL, SCREENS, level_seen
from game.rules.ships.design import Design, Mount
from game.rules.ships.ship import Ship, most_screens
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.combat.fire import Fire

UNKNOWN_HULL = 60  # boxes assumed for a ship whose hull is unknown
Given = tuple[Attack, int]  # an attack, and the index of the screening ship hit, or -1 for the target
Figures = tuple[tuple[float, ...], float, str, str, tuple[tuple[int, str], ...], tuple[tuple[str, str, str], ...]]


def odds(state: ThrustState, order: Fire, poses: Mapping[Id, Pose] = NOWHERE) -> tuple[Odds, ...]:
    """Return the exact chances of one ship's fire, one entry for each target in the order of first mention. Empty for
    any other order. Shots that do not bear are left out, with a note. `poses` puts ships at planned places."""
    there = state.posed(poses)
    if order.by not in there.ships:
        return ()
    return from_least_to_most(there, lambda state: _every(attacks(state, order.by, order.triples)))


def from_least_to_most(state: ThrustState, ask: Callable[[ThrustState], tuple[Odds, ...]]) -> tuple[Odds, ...]:
    """Return odds as `ask` gives them. Against a target with unknown screens they are the odds behind the best screens
    it may have, with the range down to none (6.19)."""
    found = ask(state)
    ships = (state.ships[one.target] for one in found)
    unread = {ship.id: best for ship in ships if (best := as_screened(state, ship)) is not ship}
    if not unread:
        return found
    behind = {one.target: one for one in ask(replace(state, ships=state.ships | unread))}
    return tuple(
        _between(one, behind[one.target], unread[one.target]) if one.target in unread else one for one in found
    )


def as_screened(state: ThrustState, ship: Ship) -> Ship:
    """Return a ship whose screens nobody knows with the best screens it may have; any other ship unchanged. A bogey may
    be built by any edition in use on the table."""
    if level_seen(ship) >= SCREENS:
        return ship
    found = ship.copy()
    editions = {ship.design.profile}
    if level_seen(ship) < MODEL:
        editions |= {other.design.profile for other in state.ships.values()}
    found.design = _behind_screens(ship.design, max(editions, key=("FB", "XD", "FT2").index))
    return found


@lru_cache(maxsize=256)
def _behind_screens(design: Design, profile: str) -> Design:
    kind = "advanced_screen" if profile == "XD" else "screen"
    screens = tuple(Mount(f"screen {n}", kind) for n in range(most_screens(profile)))
    return replace(design, mounts=(*design.mounts, *screens), profile=profile)


def _between(bare: Odds, behind: Odds, screened: Ship) -> Odds:
    """Return the odds against a ship with unknown screens: those behind the best it may have, with the range down to
    none."""
    if math.isclose(bare.mean, behind.mean):
        return bare  # screens make no difference
    advanced = screened.screen("advanced_screen")
    screens = f"{advanced} advanced screens" if advanced else f"{screened.screen()} screens"
    reading = (f"mean, behind {screens} or none", between(behind.mean, bare.mean), "")
    return replace(behind, most=bare.mean, readings=(reading, *behind.readings[1:]))


def _every(given: Iterable[Attack]) -> tuple[Odds, ...]:
    """Return one entry for each ship that the attacks may hit: their targets, and ships that screen them."""
    on: dict[Id, list[Given]] = {}
    for attack in given:
        on.setdefault(attack.target.id, []).append((attack, -1))
        for place, cover in enumerate(attack.covers):
            on.setdefault(cover.ship.id, []).append((attack, place))
    return tuple(_odds_on(struck[0][0].state.ships[key], struck) for key, struck in on.items())


def _odds_on(target: Ship, given: list[Given]) -> Odds:
    return attack_odds(target, tuple(_branches(attack, place) for attack, place in given), _notes(given))


def attack_odds(target: Ship, given: tuple[Branches, ...], notes: tuple[str, ...] = (), shot_down: str = "") -> Odds:
    """Return the odds of successive attacks on a ship, each given by its branches."""
    if (level := level_seen(target)) < ALL:
        return replace(_of_unread(target, given, notes, level), shot_down=shot_down)
    return Odds(target.id, *_figures(given, target.armour, target.hull, target.row_left), notes, shot_down)


def _of_unread(target: Ship, given: tuple[Branches, ...], notes: tuple[str, ...], level: int) -> Odds:
    """Return the odds against a ship that is not wholly known, as far as they do not depend on the unknown (6.19)."""
    known, (armour, boxes) = bool(target.design.hull), seen_boxes(target)
    chances, mean, words, track, _, readings = _figures(given, armour, boxes, boxes)
    destroyed = (f"to destroy, {boxes} boxes if it has lost none", *readings[2][1:])
    unknown = "screens, and what it has lost, are" if level < SCREENS else "losses are"
    unknown = unknown if known else "hull, armour and screens are"
    shown = (readings[0], destroyed) if known else readings[:1]
    unit = words if known else "points before its armour"
    return Odds(target.id, chances, mean, unit, track, (), shown, (*notes, f"its {unknown} not known"))


def seen_boxes(target: Ship) -> tuple[Armour, int]:
    """Return the ship's layers of armour and its boxes of hull as far as all observers know them. If they do not, there
    is no armour, and the hull has `UNKNOWN_HULL` boxes."""
    known = target.design.hull or level_seen(target) >= ALL
    return (target.armour, target.hull) if known else ((), UNKNOWN_HULL)


def hull_odds(armour: Armour, hull: int, given: Iterable[Branches]) -> Vector:
    """Return the chances that a hull behind layers of armour loses 0, 1, 2 … boxes. The innermost layer is first. The
    last chance is that of losing all boxes."""
    every = tuple(given)
    if len(armour) <= 1 and all(division is None for _, _, division in every):
        return hull_chances(sum(armour), hull, ((raking, branches) for raking, branches, _ in every))
    chances: Chances = {armour: np.ones(1)}
    for branches in every:
        chances = after_attack(chances, branches, hull)
    found = np.zeros(hull + 1)
    for vector in chances.values():
        found[: len(vector)] += vector
    return found


def mean_harm(armour: Armour, hull: int, throws: Throws, raking: bool) -> tuple[float, float]:
    """Return the mean boxes that throws which hit together cost the hull, and the armour in front of it."""
    if len(armour) <= 1:
        return mean_losses(sum(armour), hull, throws, raking)
    left = after_attack({armour: np.ones(1)}, (raking, ((1.0, throws),), None), hull)
    boxes = sum(float(np.arange(len(vector)) @ vector) for vector in left.values())
    return boxes, sum((sum(armour) - sum(rest)) * float(vector.sum()) for rest, vector in left.items())


@lru_cache(maxsize=8192)
def _figures(given: tuple[Branches, ...], before: Armour, boxes: int, row: int) -> Figures:
    """Return the figures of some attacks on a ship. The key holds everything they depend on, so most are cached while
    the ghost is dragged."""
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
            met = [
                (share, thrown_back(results(gun.weapon.throw(gun.aim).likely) for gun in guns if reflects(gun.aim)))
                for share, guns in _bearing(attack)
            ]
            points, chance = (sum(share * back[n] for share, back in met) for n in (0, 1))
            notes.append(
                f"the reflex field of {attack.target.name} throws {points:.1f} points back on average, "
                f"any at all: {percent(chance)}"
            )
        if attack.doubtful:
            notes.append(f"a die decides between arc {attack.arcs[0]} and arc {attack.arcs[1]}")
        picked = [gun.aim.target.design.mount(gun.aim.system) for gun in attack.guns if gun.aim.added >= 0]
        for mount in dict.fromkeys(mount for mount in picked if mount):
            chance = 1 - (5 / 6) ** picked.count(mount)
            notes.append(f"{chance:.0%} to knock out {mount.title}")
    return tuple(dict.fromkeys(notes))


# -- attacks -----------------------------------------------------------------------------------------------------------


def _branches(attack: Attack, place: int = -1) -> Branches:
    """Return the possible results of one attack, each with its chance."""
    throws = tuple((share, tuple(gun_chances(gun.aim) for gun in guns)) for share, guns in _bearing(attack))
    screens = attack.screens
    return attack.raking, throws, (screens, place) if screens else None


def _bearing(attack: Attack) -> list[tuple[float, tuple[Trained, ...]]]:
    """Return the sets of guns that may fire, each with its chance. A lock may fail, and a die may decide between two
    arcs."""
    branches = [(1.0, attack.guns)]
    if attack.doubtful:
        branches = [(0.5, attack.bearing(arc)) for arc in attack.arcs]
    return [(0.5, ()), *((share / 2, guns) for share, guns in branches)] if attack.cloud else branches


def gun_chances(aim: AimedShot) -> LikelyHits:
    """Return the chances of one gun's dice. Behind a reflex field a beam has a table of its own."""
    likely = WEAPONS[aim.mount.kind].throw(aim).likely
    return weakened(results(likely)) if reflects(aim) else likely
