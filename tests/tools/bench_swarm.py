"""Battles with fighters and missiles for `make bench`: three groups for every two ships, and markers on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import cycle

from game.battle.loader import Opened, load_start_text
from game.core.display import Pose
from game.core.state import AnyState, State
from game.formats.yaml_writer import block
from game.rules.combat import fire_odds
from game.rules.counters.counter import fresh, store_counter
from game.rules.counters.kinds import LAUNCHED, Flight, StrikingOrdnance
from game.rules.defence import level, level_attacks, old_defence, old_split
from game.rules.fighters.assign_attack import AssignAttack
from game.rules.fighters.group_odds import group_odds
from game.rules.odds import beam_chances, die_columns, layered_odds, one_layer
from game.rules.ordnance.marker_odds import marker_odds
from game.rules.point_defence import level as pool_level
from game.rules.point_defence.attackers import attackers
from game.rules.point_defence.best_defence import best_pool
from game.rules.point_defence.level import level_odds
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter
from tests.support.battles import idle
from tests.support.narrowing import narrow

GROUPS, RACKS, SALVOS = (
    ("HGRa", "HGRb", "HGRc"),
    ("SMRa", "SMRb", "SMRa-2", "SMRb-2"),
    ("SMLa", "SMLb", "SMLa-2", "SMLb-2"),
)


def swarm(ships: int, rules: str = "base") -> Opened:
    """Return two fleets, every second ship a carrier with three groups out, the others with all their salvos on the
    table."""
    side, entries, counters = ships // 2, dict[str, object](), dict[str, object]()
    fleets = (("azure", ("rookery", "fletcher"), 30.0, 3, RACKS), ("amber", ("bellows", "ballista"), 54.0, 9, SALVOS))
    for owner, designs, x, course, loaded in fleets:
        for number in range(side):
            key, y = f"{owner}{number}", 4.0 + 4 * number
            at = [x + 3 * (number % 3), y]
            entries[key] = {"side": owner, "design": designs[number % 2], "at": at, "course": course, "velocity": 4}
            ahead = 1 if course == 3 else -1
            for n, mount in enumerate(loaded if number % 2 else GROUPS):
                counters[f"{key}.{mount}"] = {"at": [x + ahead * (6 + 2 * n), y], "course": course}
    plain = {
        "title": "Bench", "system": "full-thrust", "seed": 1, "table": {"width": 90, "height": max(48, 4 * side + 8)},
        "sides": {"azure": {"name": "Azure League"}, "amber": {"name": "Amber Pact"}}, "victory": {"turns": 20},
        "house": {"pd_rules": rules},
    }  # fmt: skip
    return load_start_text(block(plain | {"ships": entries, "counters": counters}), "bench.yaml")


def flying(ships: int, rules: str = "base") -> Opened:
    """Return those fleets at the first group's move."""
    opened = swarm(ships, rules)
    idle(opened, "Move fighters")
    return opened


def attack_odds(ships: int, rules: str = "base") -> Callable[[], object]:
    """Return the exact odds of one group's attack on an enemy with its best defence, without the cache."""
    state: AnyState = flying(ships, rules).battle.view(None).state
    pairs = cycle(
        [
            (one.id, ship)
            for one in state.counters.values()
            if isinstance(one, Flight)
            for ship in state.ships.values()
            if ship.side != one.side
        ]
    )

    def one() -> object:
        forget()
        group, foe = next(pairs)
        found = AssignAttack(group, foe.id).odds(state, {group: Pose(foe.at, 3, 3, 0)})
        assert found
        return found

    return one


def siege(rules: str = "base") -> State[Ship, Counter]:
    """Return an attack of twelve groups of all types, some with two traits, four salvos, four heavy missiles and two
    plasma bolts on a dreadnought with armour and two screens, to which two escorts lend ten PDS."""
    ships: dict[str, object] = {
        "prey": {"side": "amber", "design": "athanor", "at": [40, 24], "course": 9, "velocity": 0}
    }
    for key, y in (("tongs", 23), ("nippers", 25)):
        ships[key] = {"side": "amber", "design": "tongs", "at": [41, y], "course": 9, "velocity": 0}
    fleet = ("rookery", "eyrie", "rookery", "fletcher", "fletcher", "quarrel", "ladle")
    for number, name in enumerate(fleet):
        ships[f"azure{number}"] = {
            "side": "azure",
            "design": name,
            "at": [10, 6 + 6 * number],
            "course": 3,
            "velocity": 0,
        }
    plain = {
        "title": "Bench", "system": "full-thrust", "seed": 1, "table": {"width": 90, "height": 60},
        "sides": {"azure": {"name": "Azure League"}, "amber": {"name": "Amber Pact"}}, "victory": {"turns": 20},
        "house": {"pd_rules": rules},
    }  # fmt: skip
    state: State[Ship, Counter] = load_start_text(block(plain | {"ships": ships}), "bench.yaml").battle.state
    kinds = cycle(("standard", "heavy", "attack", "torpedo", "heavy attack", "kinetic", "fast torpedo", "fast"))
    for ship in state.fleet("azure"):
        for mount in ship.design.mounts:
            if mount.kind in LAUNCHED:
                made = store_counter(state, fresh(state, ship, mount))
                mode = next(kinds) if isinstance(made, Flight) else made.mode
                store_counter(state, replace(made, at=(36.0, 24.0), mode=mode, target="prey"))
    return state


def siege_odds(rules: str = "base") -> Callable[[], object]:
    """Return the exact odds of the heaviest attack without the cache: by the old rules of all groups together, by the
    reformed rules of everything."""
    state = siege(rules)
    groups = [one.id for one in state.counters.values() if isinstance(one, Flight)]

    def one() -> object:
        forget()
        if rules == "base":
            found = group_odds(state, groups[0], "prey", {}, groups)
        else:
            ship = state.ships["prey"]
            found = level_odds(state, ship, [(each, ()) for each in attackers(state, ship)], best_pool(state, ship))
        assert found
        return found

    return one


def ordnance_odds() -> Callable[[], object]:
    """Return the exact odds of all salvos, heavy missiles and bolts at that ship, without the cache."""
    state = siege()
    markers = [each for each in state.counters.values() if isinstance(each, StrikingOrdnance)]
    state.counters.clear()

    def one() -> object:
        forget()
        return marker_odds(state, markers[0], state.ships["prey"], tuple(markers[1:]))

    return one


def forget() -> None:
    """Empty the caches of odds of attacks."""
    odds = beam_chances, fire_odds, layered_odds, one_layer
    for module in (*odds, level, level_attacks, old_defence, old_split, die_columns, pool_level):
        for found in vars(module).values():
            if hasattr(found, "cache_clear"):
                found.cache_clear()


def launch_odds(ships: int) -> Callable[[], object]:
    """Return the exact odds of both salvos of a ship against enemies that go straight on, with all other attackers
    present."""
    opened = swarm(ships)
    idle(opened, "Launch ordnance")
    view, place = opened.battle.view(None), cycle([(x, y) for x in (40.0, 44.0, 48.0) for y in range(6, 30, 2)])
    key = next(ship.id for ship in view.state.ships.values() if narrow(ship, Ship).design.of("sml"))

    def one() -> object:
        (x, y), (to, up) = next(place), next(place)
        order = view.read(key, f"place SMLa {x},{y} SMLb {to},{up}")
        return order.odds(view.state, {})

    return one
