"""The effects of the reform's house rules: the mean of a die, the endurance of screening groups, craft lost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from game.core.orders import Illegal, Order
from game.rules.counters.groups import engage
from game.rules.counters.kinds import Flight
from game.rules.defence.bands import Screens, fighter_band, fighter_column
from game.rules.defence.fighter_types import FIGHTER_TYPES
from game.rules.defence_level.actions import resolve, roll_levels
from game.rules.defence_level.commit import Commit
from game.rules.defence_level.level_card import RECORDS, entries
from game.rules.defence_level.spread_losses import LOSSES
from game.rules.fighters.assign_attack import AssignAttack
from game.rules.fighters.group_odds import group_odds
from game.rules.fighters.group_overlays import piece_overlays
from game.rules.fighters.phases import begin_defence
from game.rules.ordnance import markers
from game.rules.ordnance.place_markers import PlaceMarkers
from game.rules.point_defence.level import LEVELS, rules_of
from game.rules.ships.design import Mount
from game.rules.ships.thrust_state import ThrustState
from tests.support.builders import house, told
from tests.support.fighter_battles import BEAM_ONE, PDS, SCATTERGUN, carrier, flight, give, hangar, table

Rules = Mapping[str, Any]


def level_mean(kind: str, raw: int, rules: Rules, screens: int = 0, advanced: bool = False) -> float:
    """Return the mean points of a die of fighters at a level."""
    craft, on, by = FIGHTER_TYPES[kind], Screens(screens, advanced), rules_of(house(**rules))
    return round(float(fighter_column(craft, fighter_band(craft, raw, on, 0, by), on, by).mean), 3)


def screened(rules: Rules, *faces: int) -> ThrustState:
    """Return the state after a group attacks a ship with a screening group that joins its level, with these faces."""
    battle = table(carrier(), carrier("prey", "crimson", (36.0, 24.0), hangar()), pd_rules="pdl", **rules)
    flight(battle, "rook", "HGRa", (34.0, 24.0), target="prey")
    flight(battle, "prey", "HGR", (36.0, 24.0), screening="prey")
    give(battle, Commit.parse("prey", "commit prey.HGR"))
    told(partial(roll_levels, battle), *faces[:6])
    told(partial(resolve, battle), *faces[6:])
    return battle


def commits(rules: Rules) -> list[bool]:
    """Return whether a ship may commit a PDS without its beams, with one of two, with both, nothing, and its scattergun
    alone."""
    mounts = PDS, BEAM_ONE, BEAM_ONE, SCATTERGUN
    battle = table(carrier(), carrier("prey", "crimson", (36.0, 24.0), *mounts), pd_rules="pdl", **rules)
    flight(battle, "rook", "HGRa", (34.0, 24.0), target="prey")
    best = Commit("prey").suggestion(battle)
    assert best is not None and allowed(battle, best)
    return [
        allowed(battle, Commit.parse("prey", f"commit {text}"))
        for text in ("PDS", "PDS B1a", "PDS B1a B1b", "none", "SG")
    ]


def interceptors(rules: Rules) -> tuple[bool, float, int, int]:
    """Return for six interceptors beside an undefended ship: may they attack, their mean, the damage of six 5s, and the
    number of rings around them."""
    rook = carrier("rook", "azure", (0.0, 24.0), hangar("interceptor"))
    battle = table(rook, carrier("prey", "crimson", (36.0, 24.0), hull=60), **rules)
    one = flight(battle, "rook", "HGR", (34.0, 24.0))
    odds, rings = group_odds(battle, one.id, "prey"), piece_overlays(battle, one.id)
    order = AssignAttack(one.id, "prey")
    if not allowed(battle, order):
        return False, odds.mean if odds else 0.0, 0, len(rings)
    give(battle, order)
    told(partial(roll_levels, battle))
    told(partial(resolve, battle), *(5,) * 6)
    return True, round(odds.mean if odds else 0.0, 3), 60 - battle.ships["prey"].hull, len(rings)


def blasts(rules: Rules) -> list[int]:
    """Return the hull boxes that two undefended ships in one blast lose to a 2 and three 4s, then to a 1 that misses or
    is a damage die."""
    mates = [carrier(key, "crimson", (36.0, y), hull=60) for key, y in (("prey", 24.0), ("mate", 25.0))]
    battle = table(
        carrier("bow", "azure", (36.0, 6.0), Mount("", "plasma", 3, ("F",))), *mates, pd_rules="pdl", **rules
    )
    give(battle, PlaceMarkers.parse("bow", "place PB3 36,24"))
    told(partial(markers.take_targets, battle))
    told(partial(resolve, battle), 2, 4, 4, 4, 1, *((1, 1) if rules["level_bolts"] == "one" else ()))
    return [60 - battle.ships[one.id].hull for one in mates]


def allowed(battle: ThrustState, order: Order) -> bool:
    try:
        order.check(battle)
    except Illegal:
        return False
    return True


def craft_lost(rules: Rules) -> int:
    """Return the craft that a group loses at a level of 1 that comes only from a screening group."""
    casualty = (6, 1) if rules["screening_casualties"] else ()
    record = RECORDS.of(screened(rules, 5, 1, 1, 1, 1, 1, *(1,) * 6, *casualty), "prey")
    return sum(one.lost for one in record.casualties) if record else -1


def barred(rules: Rules) -> tuple[int, int]:
    """Return the endurance and craft lost by a group that attacked a level of 16, where nothing gets through."""
    battle = table(carrier(), carrier("prey", "crimson", (36.0, 24.0)), pd_rules="pdl", **rules)
    flight(battle, "rook", "HGRa", (34.0, 24.0), target="prey")
    LEVELS.set(battle, "prey", 16)
    told(partial(resolve, battle), *((5,) * (7 if rules["barred_attack"] else 6)))
    group = battle.counters["rook.HGRa"]
    assert isinstance(group, Flight)
    return group.endurance_used, sum(pool.lost for pool in LOSSES.of(battle))


def salvos_at(rules: Rules, *wounds: int) -> ThrustState:
    """Return the state in which salvos that have lost so many missiles each attack a ship with a level of 5."""
    bow = carrier(
        "bow", "crimson", (12.0, 24.0), *(Mount("", "sml", arcs=("F",)) for _ in wounds), Mount("", "magazine", size=8)
    )
    bow.course = bow.facing = 3
    battle = table(bow, carrier("prey", "azure", (36.0, 24.0), hull=60), pd_rules="pdl", **rules)
    launchers = [mount.key for mount in bow.design.of("sml")]
    give(battle, PlaceMarkers.parse("bow", "place " + " ".join(f"{key} 32,24" for key in launchers)))
    for key, lost in zip(launchers, wounds):
        battle.counters[f"bow.{key}"] = replace(battle.counters[f"bow.{key}"], wounds=lost)
    told(partial(markers.take_targets, battle))
    LEVELS.set(battle, "prey", 5)
    return battle


def salvos_meet(rules: Rules, *wounds: int) -> list[int]:
    """Return the level that each of these salvos meets."""
    battle = salvos_at(rules, *wounds)
    return [one.meets for one in entries(battle, battle.ships["prey"], {})]


def comes_through(rules: Rules) -> str:
    """Return the target of a group that has shot down the single craft that met it on its way to a ship."""
    battle = table(carrier(), carrier("prey", "crimson", (36.0, 24.0), hangar()), pd_rules="pdl", **rules)
    group = flight(battle, "rook", "HGRa", (34.0, 24.0), target="prey")
    met = flight(battle, "prey", "HGR", (34.5, 24.0), count=1)
    engage(battle, group, (met,))
    told(partial(begin_defence, battle), 5, 1, 1, 1, 1, 1, 1)
    return battle.counters["rook.HGRa"].target


def joins(rules: Rules) -> dict[str, bool]:
    """Return for each type whether it adds its dice to the ship that it screens."""
    found = {}
    for kind in ("kinetic", "heavy kinetic", "heavy", "torpedo"):
        battle = table(carrier(), carrier("prey", "crimson", (36.0, 24.0), hangar(kind)), pd_rules="pdl", **rules)
        flight(battle, "rook", "HGRa", (34.0, 24.0), target="prey")
        flight(battle, "prey", "HGR", (36.0, 24.0), screening="prey")
        found[kind] = allowed(battle, Commit.parse("prey", "commit prey.HGR"))
    return found
