"""The odds of fire, exact: chances are folded together shot by shot, nothing is sampled (full-thrust-base/5.2, 5.8, 5.9).

A distribution is a mapping from layers of armour left to a vector, entry n being the chance of n points on the hull with
just that armour left; points beyond the last box are destruction. Dice, whole volleys of them and what they do to
a ship are folded once and kept by what they depend on.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from game.core.display import Odds, Pose, percent
from game.core.orders import Id
from game.rules.combat.attack import Attack, Trained, attacks
from game.rules.combat.reflection import reflects, weakened
from game.rules.combat.screened_odds import Shots, Totals, joined, landed, parted
from game.rules.combat.table_odds import after_beams, after_tables, tables_alone
from game.rules.combat.targeting import NOWHERE
from game.rules.combat.weapon import FACES, BeamDice, Table
from game.rules.manoeuvres.cover.eclipsing import Hits, ScreeningShip, totalled
from game.rules.ships.beam_dice import score
from game.rules.ships.damage import soaked
from game.rules.ships.ship import Hit, Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.combat.fire import Fire

Vector = NDArray[np.float64]
Armour = tuple[int, ...]
Chances = dict[Armour, Vector]
Kernel = tuple[tuple[Armour, Vector], ...]  # armour left, and the chance of each number of points through to the hull
Throws = tuple[BeamDice | Table, ...]
Division = tuple[tuple[ScreeningShip, ...], int]  # the ships that screen the target, and which of them it is, -1 none of them
# whether it rakes; chance, and the throws of each gun; how it is divided, if it is
Branches = tuple[bool, tuple[tuple[float, Throws], ...], Division | None]
UNKNOWN_HULL = 60  # points of damage that are told apart at a ship whose hull is not known
Given = tuple[Attack, int]  # an attack, and who of those whom it is divided among is struck, -1 its target
# chances, their mean, what is counted on which track, and the marks and readings of `Odds`
Figures = tuple[tuple[float, ...], float, str, str, tuple[tuple[int, str], ...], tuple[tuple[str, str, str], ...]]

CUT = 1e-13  # re-rolls are followed until what is left of them is less likely than this

RARE = 1e-11  # totals of a volley on a screened ship that are less likely are not followed


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


@lru_cache(maxsize=8192)
def _figures(given: tuple[Branches, ...], before: Armour, boxes: int, row: int) -> Figures:
    """The figures of some attacks on a ship: all they depend on is in the key, so a ghost that moves on finds most of them."""
    chances: Chances = {before: np.ones(1)}
    for branches in given:
        chances = suffered(chances, branches, boxes)
    hull = np.zeros(boxes + 1)
    for vector in chances.values():
        hull[: len(vector)] += vector
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


def _throw(gun: Trained) -> BeamDice | Table:
    """The chances of one gun; a reflex field makes another table of those of a beam."""
    throw = gun.weapon.chances(gun.aim)
    if not reflects(gun.aim):
        return throw
    return weakened(_results(throw) if isinstance(throw, BeamDice) else throw)


def suffered(chances: Chances, given: Branches, hull: int) -> Chances:
    """The distribution after one attack, branch by branch and gun by gun."""
    raking, branches, division = given
    bare = division[0][division[1]].raked if division and division[1] >= 0 else raking  # no armour helps
    layered = any(len(armour) > 1 for armour in chances)
    if (len(branches) > 1 or len(chances) > 1) and not layered and not bare and division is None:
        if (tables := tables_alone(branches)) is not None:
            return _kept(after_tables(chances, tables, hull))
        if (beams := beams_alone(branches)) is not None:
            return _kept(after_beams(chances, beams, hull))
    throws = tuple((share, pooled(guns, layered)) for share, guns in branches)
    mixed: Chances = {}
    for armour, vector in chances.items():
        for left, through in _mixed_kernel(throws, () if bare else armour, raking, division):
            _add(mixed, armour if bare else left, np.convolve(vector, through))
    return _kept({armour: _capped(vector, hull) for armour, vector in mixed.items()})


def beams_alone(branches: Iterable[tuple[float, Throws]]) -> NDArray[np.float64] | None:
    """The chances of ordinary points and points past armour of an attack that in each of its branches throws one throw of beam
    dice, or nothing; None of any other.
    """
    found = np.zeros((1, 1))
    for share, throws in branches:
        beams = [throw for throw in throws if isinstance(throw, BeamDice)]
        if len(beams) < len(throws) or len(beams) > 1:
            return None
        more = beam_chances(beams[0]) if beams else np.ones((1, 1))
        wider = np.zeros([max(pair) for pair in zip(found.shape, more.shape)])
        wider[: found.shape[0], : found.shape[1]] = found
        wider[: more.shape[0], : more.shape[1]] += share * more
        found = wider
    return found


def _kept(chances: Chances) -> Chances:
    """Those that are not less likely than `CUT`."""
    return {armour: vector for armour, vector in chances.items() if vector.sum() > CUT}


@lru_cache(maxsize=4096)
def _mixed_kernel(branches: tuple[tuple[float, Throws], ...], armour: Armour, raking: bool, division: Division | None) -> Kernel:
    """Return the chances of what an attack does behind that armour, summed over its branches."""
    mixed: Chances = {}
    for share, throws in branches:
        for left, through in divided_kernel(throws, armour, raking, division) if division else volley_kernel(throws, armour):
            _add(mixed, left, share * through)
    return tuple(mixed.items())


def pooled(throws: Iterable[BeamDice | Table], layered: bool) -> tuple[BeamDice | Table, ...]:
    """Beam dice read alike and rolled in a row count as one throw, for behind one layer of armour their order is the same."""
    found: list[BeamDice | Table] = []
    for throw in throws:
        last = found[-1] if found else None
        if isinstance(throw, BeamDice) and isinstance(last, BeamDice) and not layered and last[1:] == throw[1:]:
            found[-1] = last._replace(dice=last.dice + throw.dice)
        else:
            found.append(throw)
    return tuple(found)


def _add(chances: Chances, armour: Armour, more: Vector) -> None:
    """Add a vector, which may be kept and changed, to the one that stands there."""
    row = chances.get(armour)
    if row is None or len(row) < len(more):
        row, more = more, row if row is not None else more[:0]
        chances[armour] = row
    row[: len(more)] += more


def _capped(vector: Vector, hull: int) -> Vector:
    """Points through to the hull as boxes lost: more than there are is destruction."""
    if len(vector) > hull + 1:
        vector[hull] = vector[hull:].sum()
    return vector[: hull + 1]


# -- attacks on screened ships -------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def divided_kernel(throws: Throws, armour: Armour, raking: bool, division: Division) -> Kernel:
    """What several throws do to one of the ships they are divided among, behind that armour (manoeuvres/eclipsing/share)."""
    screens, place = division
    chances, parts = shares(throws, raking, screens)
    return tuple(landed(chances, parts[place], armour))


@lru_cache(maxsize=8)  # large, and asked for once for each ship that is struck
def shares(throws: Throws, raking: bool, screens: tuple[ScreeningShip, ...]) -> tuple[Vector, tuple[Shots, ...]]:
    """The chance of every total of an attack, and the hits of it that each screening ship takes, last those of the target."""
    every = totals(throws)
    return every.chances, parted(every, raking, screens)


def totals(throws: Throws) -> Totals:
    """Every total of an attack as its hits, put in order, with its chance; what is less likely than `RARE` is left out."""
    beams = np.ones((1, 1))
    others: dict[Hits, float] = {(): 1.0}
    for throw in throws:
        if isinstance(throw, BeamDice):
            beams = _both(beams, beam_chances(throw))
            continue
        more: dict[Hits, float] = {}
        for before, chance in others.items():
            for part, hits in throw:
                key = totalled((*before, *hits))
                more[key] = more.get(key, 0.0) + chance * part
        others = more
    return joined(beams, others, RARE)


def _both(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    """Two throws of beam dice as one."""
    found = np.zeros((one.shape[0] + other.shape[0] - 1, one.shape[1] + other.shape[1] - 1))
    for row, column in zip(*(places.tolist() for places in np.nonzero(other))):
        found[row : row + one.shape[0], column : column + one.shape[1]] += other[row, column] * one
    return _trimmed(found)


# -- throws of dice ------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def volley_kernel(throws: tuple[BeamDice | Table, ...], armour: Armour) -> Kernel:
    """What several throws, one after the other, do behind that armour."""
    if not throws:
        return ((armour, np.ones(1)),)
    rows: Chances = {}
    for before, points in volley_kernel(throws[:-1], armour):
        for left, through in kernel(throws[-1], before):
            _add(rows, left, np.convolve(points, through))
    return tuple(rows.items())


@lru_cache(maxsize=4096)
def kernel(throw: BeamDice | Table, armour: Armour) -> Kernel:
    """What one throw does behind that armour: each armour it may leave, with the chances of points through to the hull."""
    through: dict[Armour, dict[int, float]] = {}
    if isinstance(throw, BeamDice) and len(armour) <= 1:
        return _on_one_layer(beam_chances(throw), sum(armour), bool(armour))
    for chance, hits in _results(throw) if isinstance(throw, BeamDice) else throw:
        left, points = soaked(armour, hits)
        row = through.setdefault(left, {})
        row[points] = row.get(points, 0.0) + chance
    return tuple((left, _vector(row)) for left, row in through.items())


def _vector(row: Mapping[int, float]) -> Vector:
    vector = np.zeros(max(row) + 1)
    for points, chance in row.items():
        vector[points] = chance
    return vector


def _results(throw: BeamDice) -> Iterable[tuple[float, tuple[Hit, ...]]]:
    """Every result of a throw of beam dice as hits; on layers of armour it matters which came first."""
    table = beam_chances(throw)
    return [
        (float(table[normal, past]), (("normal", normal), ("P", past)))
        for normal, past in zip(*(places.tolist() for places in np.nonzero(table)))
    ]  # fmt: skip


def _on_one_layer(table: NDArray[np.float64], boxes: int, layer: bool) -> Kernel:
    """Ordinary points go to armour while it lasts, the rest of them and those of re-rolls to the hull."""
    most, length = table.shape
    rows = [((boxes - normal,), table[normal]) for normal in range(min(boxes, most))]
    if most > boxes:
        bare = np.zeros(most - 1 - boxes + length)
        for normal in range(boxes, most):
            bare[normal - boxes : normal - boxes + length] += table[normal]
        rows.append(((0,), bare))
    ends = [(left, row, row.nonzero()[0]) for left, row in rows]
    return tuple((left if layer else (), row[: some[-1] + 1]) for left, row, some in ends if len(some))


@lru_cache(maxsize=1024)
def beam_chances(throw: BeamDice) -> NDArray[np.float64]:
    """Chance of n ordinary points and m points past armour, at [n, m], of a throw of beam dice (full-thrust-base/5.8)."""
    if not throw.through:
        return _as_ordinary(beam_chances(throw._replace(through=True)))
    if throw.dice == 0:
        return np.ones((1, 1))
    before = beam_chances(throw._replace(dice=throw.dice - 1))
    again = reroll_chances(throw.rerolls.added(throw.added)) if throw.rerolls else np.ones(1)
    after = np.zeros((before.shape[0] + 2, before.shape[1] + len(again) - 1))
    for face in FACES:
        points = score(face, throw.level, throw.added)
        if face == 6 and throw.rerolls:
            for row in range(before.shape[0]):
                after[row + points] += np.convolve(before[row], again) / 6
        else:
            after[points : points + before.shape[0], : before.shape[1]] += before / 6
    return _trimmed(after)


@lru_cache
def reroll_chances(added: int) -> Vector:
    """Chance of n points from one re-rolled die and all the dice its sixes earn, followed down to `CUT`."""
    plain: Vector = np.zeros(3)
    for face in range(1, 6):
        plain[score(face, 0, added)] += 1 / 6
    six = score(6, 0, added)
    if six == 0:
        only: Vector = plain / plain.sum()
        return only
    rounds = math.ceil(math.log(CUT) / math.log(1 / 6))
    total = np.zeros(six * rounds + 3)
    for turn in range(rounds + 1):
        total[six * turn : six * turn + 3] += plain / 6**turn
    return np.trim_zeros(total / total.sum(), "b")


def _as_ordinary(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same points, those of re-rolls put among the ordinary ones."""
    merged = np.zeros((sum(table.shape) - 1, 1))
    for normal, row in enumerate(table):
        merged[normal : normal + len(row), 0] += row
    return merged


def _trimmed(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """Without the rows and columns that together are less likely than `CUT`."""
    columns = np.cumsum(table.sum(axis=0)[::-1])[::-1] >= CUT
    rows = np.cumsum(table.sum(axis=1)[::-1])[::-1] >= CUT
    return table[: int(rows.sum()), : int(columns.sum())].copy()
