"""The level of a ship on the table: its committed dice, its roll, and the exact odds of the attacks behind it.

By the reformed rules a ship rolls its point defence once for all attackers (point-defence-and-fighters/1 to 9).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from game.core.display import Odds
from game.core.orders import Id
from game.core.state import PieceData
from game.core.values import House
from game.rules.combat.fire_odds import attack_odds
from game.rules.counters.kinds import Flight
from game.rules.defence.bands import LevelRules, Screens, ceiling, fighter_band
from game.rules.defence.fighter_types import FIGHTER_TYPES, FighterType
from game.rules.defence.level import DefencePool, level_chances
from game.rules.defence.level_attacks import fighter_attack
from game.rules.defence.old_defence import one_hit
from game.rules.odds.die_columns import capped, certain, mean, outcomes
from game.rules.odds.throws import Throws
from game.rules.point_defence.attackers import Attacker, conditions_at, screens_on
from game.rules.point_defence.ordnance_kinds import kind_of, salvos_among
from game.rules.point_defence.pool import spoils
from game.rules.sensors.contact import SYSTEMS, level_seen
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

Cluster = tuple[Attacker, tuple[int, ...]]  # an attacker, and the craft of each group that assists it
Part = tuple[str, Id]  # a system or a screening group, and the ship in whose pool it rolls
COMMITTED = PieceData[tuple[Part, ...]]("committed", ())  # by ship: the parts it commits to each pool this turn
LEVELS = PieceData[int]("level", 0)  # by ship: its rolled level of this turn


FIGHTERS = 5  # the section of the reform on attacks by groups


def step_of(one: Attacker) -> int:
    """Return the section for an attacker's attack. Attacks are resolved in the order of sections."""
    return FIGHTERS if isinstance(one, Flight) else int(kind_of(one).section)


def rules_of(house: House) -> LevelRules:
    kinetic, advanced = bool(house["kinetic_reroll"]), bool(house["advanced_missiles"])
    shifts, torpedoes, floor = bool(house["shifted_rerolls"]), bool(house["torpedo_reroll"]), bool(house["shift_floor"])
    unscreened, salvos = str(house["reroll_unscreened"]), str(house["salvo_pdl"])
    screens, partial = bool(house["advanced_screens"]), bool(house["partial_salvos"])
    return LevelRules(unscreened, kinetic, salvos, advanced, shifts, torpedoes, floor, screens, partial)


def pool_of(state: ThrustState, ship: Ship, also: Mapping[Id, tuple[Part, ...]] | None = None) -> DefencePool:
    """Return everything that a side has committed to the pool of a ship. `also` replaces the parts that some ships have
    committed."""
    counted: dict[str, int] = {}
    screening: dict[str, int] = {}
    for giver, parts in {**COMMITTED.all(state), **(also or {})}.items():
        for key, into in parts:
            if into != ship.id:
                continue
            group, mount = state.counters.get(key), state.ships[giver].design.mount(key)
            if isinstance(group, Flight):
                screening[group.mode or "standard"] = screening.get(group.mode or "standard", 0) + group.count
            elif mount is not None:
                kind = "lent" if giver != ship.id else mount.kind
                counted[kind] = counted.get(kind, 0) + 1
    return DefencePool(
        counted.get("beam", 0) + counted.get("kgun", 0),
        counted.get("pds", 0),
        counted.get("lent", 0),
        counted.get("scattergun", 0),
        tuple(screening.items()),
        spoils(state, ship),
    )


def level_odds(
    state: ThrustState, ship: Ship, attackers: Iterable[Cluster], pool: DefencePool | None, said: tuple[str, ...] = ()
) -> Odds:
    """Return the exact odds of attackers, each with its assistants, on a ship with a pool; with None, at its rolled
    level. `said` are notes on the pool."""
    given = sorted(attackers, key=lambda cluster: step_of(cluster[0]))
    salvos = salvos_among([one for one, _ in given], rules_of(state.house))
    chances = level_chances(pool) if pool else certain(LEVELS.of(state, ship.id))
    levels = list(outcomes(capped(chances, ceiling(salvos))))
    throws: dict[Throws, float] = {}  # levels with the same effects are merged
    for (_, chance), same in zip(levels, _throws(state, ship, given, tuple(raw for raw, _ in levels))):
        throws[same] = throws.get(same, 0.0) + chance
    branches = tuple((chance, same) for same, chance in throws.items())
    notes = (f"level {mean(chances):.1f} on average" if pool else f"level {mean(chances):.0f}",)
    unread = pool and level_seen(ship) < SYSTEMS  # its pool is not known
    return attack_odds(ship, ((False, branches, None),), said if unread else (*notes, *said))


def _throws(state: ThrustState, ship: Ship, attackers: list[Cluster], levels: tuple[int, ...]) -> Iterable[Throws]:
    """Return the throws of all attackers at each of some levels."""
    screens, rules = screens_on(ship), rules_of(state.house)
    salvos = salvos_among([one for one, _ in attackers], rules)
    found, made = list[Throws](), dict[tuple[object, ...], Throws]()
    for one, helpers in attackers:
        if isinstance(one, Flight):
            kind = FIGHTER_TYPES[one.mode or "standard"]
            dice = min((one.count, *helpers))  # as many dice as the smallest group has craft
            found.append(fighter_throws(kind, dice, levels, screens, len(helpers), rules))
            continue
        meets, ordnance = conditions_at(state, one, ship), kind_of(one)
        key = type(one), one.mode, one.intact, meets
        if key not in made:
            bands = [ordnance.band_of(raw, salvos, rules) for raw in levels]
            each = {
                index: ordnance.likely(ordnance.at_level(one, meets, raw, salvos, rules), meets)
                for index, raw in dict(zip(bands, levels)).items()
            }
            made[key] = tuple(each[index] for index in bands)
        found.append(made[key])
    return zip(*found) if found else ((),) * len(levels)


@lru_cache(maxsize=512)
def fighter_throws(
    kind: FighterType, dice: int, levels: tuple[int, ...], screens: Screens, helpers: int, rules: LevelRules
) -> Throws:
    """Return the throws of a group with that many dice, at each of some levels, with its points as one hit."""
    bands = [fighter_band(kind, raw, screens, helpers, rules) for raw in levels]
    made = {
        index: one_hit(fighter_attack(kind, dice, raw, screens, helpers, rules).points, "normal")
        for index, raw in dict(zip(bands, levels)).items()
    }
    return tuple(made[index] for index in bands)
