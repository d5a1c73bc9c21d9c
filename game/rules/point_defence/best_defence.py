"""The best point defence that a side can give a ship before it is allotted: its own, lent systems, and groups that
join.

The odds of a planned attack count it, and their notes say so (full-thrust-base/6.12, point-defence-and-fighters/2, 9).
"""

from __future__ import annotations

from collections import Counter

from game.core.names import join_words
from game.rules.counters.groups import SHOT_AT_MISSILES, endurance, opponents, screens_of, type_of
from game.rules.counters.kinds import Flight
from game.rules.defence.level import DefencePool, screening_refusal
from game.rules.point_defence.attackers import screens_on
from game.rules.point_defence.defend import cannot_lend
from game.rules.point_defence.level import COMMITTED
from game.rules.point_defence.pool import dice_of, not_ready, pool, ready, spoils
from game.rules.sensors.contact import SCREENS, SYSTEMS, level_seen
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState, by_level

Lender = tuple[Ship, int]  # a ship, and the number of PDS it could lend


def lenders(state: ThrustState, ship: Ship) -> tuple[Lender, ...]:
    """Return the ships that could lend PDS to another now, each as if it lent to no other."""
    found = []
    for other in state.fleet(ship.side):
        mounts = other.design.of("pds") if other is not ship else ()
        if mounts and not cannot_lend(state, other, ship, mounts[0]):
            count = sum(not not_ready(state, other, mount) for mount in mounts)
            found += [(other, count)] if count else []
    return tuple(found)


def absent(state: ThrustState, ship: Ship, one: Flight) -> str:
    """Return why a group adds no dice to a ship, in a sentence; empty if it may (point-defence-and-fighters/2)."""
    if not one.in_play or one.screening != ship.id:
        return f"{one.name} does not screen {ship.name}"
    if opponents(state, one):
        return f"{one.name} is in a dogfight"
    if one.id in SHOT_AT_MISSILES.of(state):
        return f"{one.name} has shot at missiles this turn"
    if not endurance(one) and screens_tire(state):
        return f"{one.name} has no endurance left"
    kind = type_of(one)
    if not kind.screening_named and not state.house["unnamed_screens"]:
        return f"{kind.title.lower()} fighters add nothing to a level by a house rule"
    return screening_refusal(kind)


def screens_tire(state: ThrustState) -> bool:
    """Return whether a group that adds dice to the ship it screens uses endurance (point-defence-and-fighters/12,
    A7)."""
    return bool(state.house["screening_endurance"])


def joining(state: ThrustState, ship: Ship) -> tuple[Flight, ...]:
    """Return the groups that may add dice to the ship they screen; empty where each die has its own target."""
    return tuple(one for one in screens_of(state, ship) if not absent(state, ship, one)) if by_level(state) else ()


def unmet(state: ThrustState, ship: Ship) -> tuple[Flight, ...]:
    """Return the groups that screen a ship and must be met before it is attacked (full-thrust-base/7.5). Empty if they
    may join its dice."""
    return () if by_level(state) else tuple(one for one in screens_of(state, ship) if not opponents(state, one))


def best_pool(state: ThrustState, ship: Ship, lending: bool = True) -> DefencePool:
    """Return a ship's pool with everything committed, or its scatterguns if they do more. It has all groups that may
    join, lent systems and, with `lending`, those that could still be lent."""
    found, spoiled = Counter(mount.kind for mount in ready(state, ship)), spoils(state, ship)
    lent = sum(
        into == ship.id for giver, parts in COMMITTED.all(state).items() if giver != ship.id for _, into in parts
    )
    lent += sum(count for _, count in lenders(state, ship)) if lending else 0
    craft: Counter[str] = Counter()
    for one in joining(state, ship):
        craft[one.mode or "standard"] += one.count
    screening = tuple(craft.items())
    plain = DefencePool(found["beam"] + found["kgun"], found["pds"], lent, 0, screening, spoiled)
    scattered = DefencePool(scatterguns=found["scattergun"], screening=screening, spoiled=spoiled)
    return max(plain, scattered, key=lambda one: one.mean)


def best_systems(state: ThrustState, ship: Ship) -> Counter[str]:
    """Return the number of systems that could defend a ship where each die has its own target. They count by the name
    under which their dice are read. Included are PDS that others could lend."""
    found = pool(state, ship)
    for other, count in lenders(state, ship):
        found[dice_of(state, other, other.design.of("pds")[0])] += count
    return found


def help_in_words(state: ThrustState, ship: Ship, lending: bool = True) -> tuple[str, ...]:
    """Return words for the help that a ship's best defence counts besides its own systems, or that these are unknown.
    Empty if there is no help."""
    unread = ("point defence not known",) if level_seen(ship) < SYSTEMS else ()
    lent = lenders(state, ship) if lending else ()
    said = [f"{other.name} lends {count} PDS" for other, count in lent] + [
        f"{one.name} joins" for one in joining(state, ship)
    ]
    return (*unread, f"the best defence: {join_words(said)}") if said else unread


def defences_in_words(state: ThrustState, ship: Ship) -> str:
    """Return words for the strongest defence that a ship's attackers may meet, as far as it is known. It is the ship's
    screens, systems that are ready or may be lent, and craft that may join."""
    if level_seen(ship) < SCREENS:
        return "nobody knows what defends it"
    screens, found = screens_on(ship), Counter(mount.kind for mount in ready(state, ship))
    level = f"{'advanced ' if screens.advanced else ''}screen {screens.level}" if screens.level else "no screen"
    if level_seen(ship) < SYSTEMS:
        return f"{level} · nobody knows its point defence"
    scattered = "scattergun" if found["scattergun"] == 1 else "scatterguns"
    lent, craft = sum(count for _, count in lenders(state, ship)), sum(one.count for one in joining(state, ship))
    kinds = (
        (found["beam"] + found["kgun"], "class-1"), (found["pds"], "PDS"), (found["scattergun"], scattered),
        (lent, "lent"), (craft, "craft join"),
    )  # fmt: skip
    guns = ", ".join(f"{count} {word}" for count, word in kinds if count)
    return f"{level} · {guns or 'no point defence'}"
