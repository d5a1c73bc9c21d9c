"""Tables of means say what the odds of the volley say from the same places: random ships, hurt and whole, of every
game, by house rules drawn at random.

Left out are places where something else on the board changes the fire, which tables do not know: a body or a ship in
the line, dust, ships that screen the target. SOAK=1 compares dozens of times as many.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random

import numpy as np
import pytest

from game.battle.loader import open_battle
from game.board.boards import board_of
from game.board.geometry import along
from game.board.mean_table import Array, MeanTable
from game.core.display import Pose
from game.core.forecast import MeanLosses, ProbedMeans
from game.core.orders import Id
from game.core.state import AnyState, pose_of
from game.core.system import RuleSystem
from game.rules.combat.attack import attacks
from game.rules.combat.fire import Fire
from game.rules.combat.fire_odds import seen_boxes
from game.rules.combat.weapon import cloud
from game.rules.manoeuvres.cover.eclipsing import covers
from game.rules.movement.plot import Plot
from game.rules.odds.layered_odds import after_attack
from game.rules.sensors.contact import MODEL, SCREENS, TYPE, SensorContact
from game.rules.ships.ship import AHEAD_DOWN, REFLECTING, Ship
from game.systems import SYSTEMS
from game.systems.full_sail.gunnery.broadside import hidden_by
from game.systems.full_sail.gunnery.fire_odds import odds_of
from game.systems.full_sail.orders.fire_order import FireBroadsides
from game.systems.full_sail.ships.ship import SailingShip
from tests.property.test_random_battles import drawn
from tests.support import fighter_battles
from tests.support.battles import SCENARIOS, idle
from tests.support.random_moments import moments

PAIRS = 1000 if os.environ.get("SOAK") else 60  # of places, a game
EACH = 5  # pairs of places for two ships at one moment
TINY = 1e-9
JINKING = Plot.parse("", "EM1").uses
TABLED = [key for key, system in SYSTEMS.items() if system.means is not RuleSystem.means]
RANGES = (0.0, 0.9, 3.0, 6.0, 8.0, 11.0, 12.0, 15.0, 18.0, 24.0, 33.0)


def firing(system: RuleSystem, seeds: Iterator[int]) -> Iterator[tuple[AnyState, Id, Id, Random]]:
    """Yield two ships of two sides at one moment after another of random battles, as the firer's side sees them."""
    paths = [path for path in SCENARIOS if path.parent.name == system.key.replace("-", "_")]
    for seed in seeds:
        opened = drawn(paths[seed % len(paths)], seed)
        for rng in moments(opened, seed):
            own = rng.choice([*opened.battle.state.sides])
            state = opened.battle.view(own).state
            if rng.random() < 0.2 and state.fleet(own) and state.enemies(own):
                firer, target = rng.choice(state.fleet(own)).id, rng.choice(state.enemies(own)).id
                yield varied(state, firer, target, rng=rng), firer, target, rng


def varied(state: AnyState, *keys: Id, rng: Random) -> AnyState:
    """Return the state with some of these ships changed: rolled, jinking, behind layers of armour, or seen in part."""
    state = state.posed({key: pose for key in keys if (pose := pose_of(state, key))})
    for ship in [state.ships[key] for key in keys]:
        if isinstance(ship, Ship):
            ship.inverted, ship.thrust_used = rng.random() < 0.2, rng.random() < 0.3
            if rng.random() < 0.2:
                ship.armour = tuple(rng.randrange(5) for _ in range(rng.choice((0, 2, 3))))
            if rng.random() < 0.2:
                ship.active_manoeuvres = JINKING
            if rng.random() < 0.1:
                ship.status_flags |= {rng.choice((AHEAD_DOWN, REFLECTING))}
            if rng.random() < 0.1:
                contact = SensorContact(1, (("others", rng.choice((MODEL, TYPE, SCREENS))),))
                state.ships[ship.id] = contact.concealed(ship, "others")
    return state


def places(state: AnyState, firer: Id, target: Id, rng: Random) -> tuple[Array, Array]:
    """Return some places of each, the target's round the firer's: often on a line between arcs or at the end of a
    band."""
    board, (x, y), rows = board_of(state.table), state.ships[firer].at, list[list[tuple[float, ...]]]()
    for _ in range(EACH):
        turn = rng.choice((rng.uniform(0, 360), 30.0 * rng.randrange(12), 15.0 + 30 * rng.randrange(12)))
        far = rng.choice((rng.uniform(0, 40), rng.uniform(0, 12), rng.choice(RANGES)))
        one, other = board.nearest((x + rng.uniform(-3, 3), y + rng.uniform(-3, 3))), (0.0, 0.0)
        other = along(one, turn, far)
        spots = [board.place(board.file_coordinates(spot)) if board.cells else spot for spot in (one, other)]
        rows.append([(*spot, board.direction(rng.choice(board.courses)), 4.0) for spot in spots])
    found = np.array(rows)
    return found[:, 0], found[:, 1]


def pose(state: AnyState, key: Id, row: Array) -> Pose:
    """Return a ship as it is, in another place."""
    now, course = pose_of(state, key), board_of(state.table).course_at(row[2])
    assert now is not None
    return replace(now, at=(float(row[0]), float(row[1])), course=course, facing=course, velocity=round(row[3]))


def alone(there: AnyState, firer: Id, target: Id) -> bool:
    """Return whether nothing else on the board changes the fire of one ship at another."""
    ship, other = there.ships[firer], there.ships[target]
    if board_of(there.table).obstacle_between(ship.at, other.at, there.table.bodies):
        return False
    if isinstance(ship, SailingShip):
        return hidden_by(there, ship, other) is None
    return not (isinstance(ship, Ship) and (cloud(there, ship, other) or covers(there, ship.at, other)))


def told(system: RuleSystem, state: AnyState, firer: Id, target: Id, poses: dict[Id, Pose]) -> tuple[float, float]:
    """Return the means of hull by the odds of the volley, and of armour by following its layers."""
    order = system.volley(state, firer, target, poses)
    if order is None:
        return 0.0, 0.0
    if isinstance(order, FireBroadsides):  # as measured, where nothing is measured before it is fired
        return sum(one.mean for one in odds_of(state.posed(poses), firer, order.shots)), 0.0
    hull = sum(one.mean for one in order.odds(state, poses) if one.target == target)
    return hull, lost_armour(state.posed(poses), order) if isinstance(order, Fire) else 0.0


def lost_armour(there: AnyState, order: Fire) -> float:
    """Return the mean of boxes of armour that the fire costs its target, layer by layer."""
    from game.rules.combat.fire_odds import _branches, as_screened

    ships = {key: as_screened(there, ship) for key, ship in there.ships.items()}
    (attack,) = attacks(replace(there, ships=ships), order.by, order.triples)
    armour, hull = seen_boxes(attack.target)
    left = after_attack({armour: np.ones(1)}, _branches(attack), hull)
    return sum(float((sum(armour) - sum(rest)) * vector.sum()) for rest, vector in left.items())


def agreed(table: MeanLosses, system: RuleSystem, state: AnyState, firer: Id, target: Id, rng: Random) -> list[float]:
    """Hold a table to the odds at some places; return the means of hull there."""
    firers, targets = places(state, firer, target, rng)
    hull, armour = table.means(firers, targets)
    assert hull.shape == armour.shape == (EACH, EACH)
    found = []
    for n, (here, there) in enumerate(zip(firers, targets)):
        poses = {firer: pose(state, firer, here), target: pose(state, target, there)}
        if alone(state.posed(poses), firer, target):
            expected = told(system, state, firer, target, poses)
            assert (hull[n, n], armour[n, n]) == pytest.approx(expected, abs=TINY, rel=0), (firer, target, poses)
            found.append(expected[0])
    return found


@pytest.mark.parametrize("key", TABLED)
def test_tables_say_what_the_odds_say(key: str) -> None:
    system, compared, bore, tables = SYSTEMS[key], 0, 0, 0
    for state, firer, target, rng in firing(system, count()):
        table = system.mean_table(state, firer, target)
        means = agreed(table, system, state, firer, target, rng)
        compared, bore = compared + len(means), bore + sum(mean > 0 for mean in means)
        tables += isinstance(table, MeanTable) * len(means)
        if compared >= PAIRS:
            break
    assert bore > PAIRS / 6 and tables > PAIRS / 2


@pytest.mark.parametrize(("firer", "target"), [("gadfly", "helix"), ("bastion", "mote"), ("mote", "gadfly")])
def test_flights_fire_and_are_fired_at(firer: Id, target: Id) -> None:
    (path,) = [path for path in SCENARIOS if path.stem == "karun_light"]
    battle = open_battle(path, seed=1).battle
    battle.prompts()
    for key in ("gadfly", "mote"):
        battle.state.ships[key].removed_reason = ""
    table, rng = battle.system.mean_table(battle.state, firer, target), Random(firer)
    means = [one for _ in range(20) for one in agreed(table, battle.system, battle.state, firer, target, rng)]
    assert sum(mean > 0 for mean in means) > 3


@pytest.mark.parametrize("key", TABLED)
def test_what_is_asked_place_by_place_is_the_same(key: str) -> None:
    """The way of games without tables, in those that have them; not where nothing may be measured before one fires."""
    system, found = SYSTEMS[key], list[tuple[float, float]]()
    for state, firer, target, rng in firing(system, count()):
        if not state.house.get("premeasure", True):
            continue
        places_of_both = places(state, firer, target, rng)
        quick, asked = (
            one.means(*places_of_both)[0]
            for one in (system.mean_table(state, firer, target), ProbedMeans(system.volley, state, firer, target))
        )
        for n, (here, there) in enumerate(zip(*places_of_both)):
            poses = {firer: pose(state, firer, here), target: pose(state, target, there)}
            if alone(state.posed(poses), firer, target):
                found.append((quick[n, n], asked[n, n]))
        if sum(one > 0 for one, _ in found) >= EACH:
            break
    assert [one for one, _ in found] == pytest.approx([one for _, one in found], abs=TINY, rel=0)


@pytest.mark.parametrize("key", SYSTEMS)
def test_rows_of_ends_are_the_destinations(key: str) -> None:
    path = next(path for path in SCENARIOS if path.parent.name == key.replace("-", "_"))
    opened = open_battle(path, seed=1)
    idle(opened, next(row.name for row in SYSTEMS[key].phases if row.name in ("Write orders", "Plot", "Move")))
    view = opened.battle.view(None)
    drafts = [view.draft(key) for prompt in opened.battle.prompts() for key in prompt.waiting]
    draft = max(drafts, key=lambda draft: len(view.destinations(draft)))
    ends, rows, board = view.destinations(draft), view.ends_array(draft), board_of(view.state.table)
    assert len(ends) > 5 and rows.shape == (len(ends), 4)
    for end, (x, y, degrees, speed) in zip(ends, rows.tolist()):
        assert (x, y, board.course_at(degrees), speed) == (*end.at, end.facing, end.velocity)


def test_what_flies_is_asked_place_by_place() -> None:
    battle = fighter_battles.table(fighter_battles.carrier(), fighter_battles.carrier("kiln", "amber", (30.0, 20.0)))
    group = fighter_battles.flight(battle, "rook", "HGRa", (10.0, 10.0)).id
    places = np.array([[31.0, 20.0, 0.0, 0.0], [70.0, 20.0, 0.0, 0.0]])
    table = SYSTEMS["full-thrust"].mean_table(battle, group, "kiln")
    hull, armour = table.means(places, np.array([[30.0, 20.0, 0.0, 6.0]]))
    assert hull[0, 0] > 0 and hull[1, 0] == 0 and not armour.any()
