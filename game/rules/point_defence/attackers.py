"""The attackers of a ship this turn: groups and markers, as its point defence meets them (full-thrust-base/6.12)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from game.core.orders import Id
from game.core.state import PieceData
from game.core.values import frozen
from game.rules.counters.kinds import Flight, StrikingOrdnance
from game.rules.defence.bands import Screens
from game.rules.defence.fighter_types import FIGHTER_TYPES
from game.rules.defence.old_defence import Covers, DefenceTarget, GroupTarget, once
from game.rules.manoeuvres.archive import modifiers
from game.rules.manoeuvres.cover.eclipsing import Cover, ScreeningShip, covers
from game.rules.odds.die_columns import DieColumn, outcomes
from game.rules.odds.layered_odds import Branches
from game.rules.odds.throws import Throws
from game.rules.point_defence.ordnance_kinds import Met, kind_of
from game.rules.ships.beam_dice import reroll_rule, shift
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

Attacker = Flight | StrikingOrdnance
MEETS_NOTHING = Met(Screens())
# the ships attacked this turn, by marker with an area effect
BLASTS = PieceData[tuple[Id, ...]]("blast", ())


@frozen
class AttackingGroup(GroupTarget):
    """A group that attacks a ship. Where its sixes are not rolled again, those of point defence are not either."""

    def plain_column(self, system: str) -> DieColumn:
        return once(GroupTarget.plain_column(self, system), self.rerolls)


def screens_on(ship: Ship) -> Screens:
    """Return the screens of a ship that count against its attackers."""
    plain, advanced = ship.screen(), ship.screen("advanced_screen")
    return Screens(max(plain, advanced), advanced > plain)


def struck(state: ThrustState, one: Attacker) -> tuple[Ship, ...]:
    """Return the ships that an attacker attacks this turn: one, or all near it."""
    keys = BLASTS.of(state, one.id) or (one.target,)
    return tuple(ship for key in keys if (ship := state.ships.get(key)) and ship.in_play)


def attackers(state: ThrustState, ship: Ship) -> tuple[Attacker, ...]:
    if not state.counters:
        return ()
    there = (one for one in state.counters.values() if isinstance(one, Attacker) and one.in_play)
    return tuple(one for one in there if one.target == ship.id or ship.id in BLASTS.of(state, one.id))


def own_first(state: ThrustState, ship: Ship) -> list[Ship]:
    """Return the ships of a side in play, this one first, in the order of point-defence odds."""
    return sorted(state.fleet(ship.side), key=lambda one: one is not ship)


class SideAttackers(NamedTuple):
    """The attackers of a side's ships this turn: once all of them, ship by ship in the order of the file, and once by
    ship."""

    all: tuple[Attacker, ...]
    by_ship: Mapping[Id, Sequence[Attacker]]


NO_ATTACKERS = SideAttackers((), {})


def attackers_of_side(state: ThrustState, side: Id) -> SideAttackers:
    """Return the attackers of a side's ships, found in one pass over the counters."""
    targets = {
        one.id: (one.target, *BLASTS.of(state, one.id))
        for one in state.counters.values()
        if isinstance(one, Attacker) and one.in_play
    }
    if not targets:
        return NO_ATTACKERS
    by_ship: dict[Id, list[Id]] = {}
    for key, struck_ids in targets.items():
        for ship_id in struck_ids:
            by_ship.setdefault(ship_id, []).append(key)
    order = dict.fromkeys(key for ship in state.fleet(side) for key in by_ship.get(ship.id, ()))
    there: dict[Id, list[Attacker]] = {}
    found: list[Attacker] = []
    for key in order:
        one = state.counters[key]
        assert isinstance(one, Attacker)
        found.append(one)
        for ship_id in dict.fromkeys(targets[key]):
            there.setdefault(ship_id, []).append(one)
    return SideAttackers(tuple(found), there)


def screening(state: ThrustState, one: StrikingOrdnance, ship: Ship) -> tuple[Cover, ...]:
    """Return the ships that screen a ship from a marker, the nearest to the marker first (manoeuvres/eclipsing)."""
    return covers(state, one.at, ship, kind_of(one).area)


def conditions_at(state: ThrustState, one: StrikingOrdnance, ship: Ship) -> Met:
    """Return a marker's conditions at a ship. The ship's own corkscrew spoils its aim (manoeuvres/corkscrew)."""
    found, home = screening(state, one, ship), state.ships.get(one.home)
    aim = shift(modifiers(home, state.house)) if home else 0
    return Met(screens_on(ship), reroll_rule(state.house), aim + len(found), boxes_of(found))


def boxes_of(found: Iterable[Cover]) -> Covers:
    """Return the ships that screen a target, in the form used for dividing an attack among them."""
    return tuple(ScreeningShip(cover.ship.armour, cover.ship.hull, cover.share) for cover in found)


def target_of(state: ThrustState, one: Attacker, ship: Ship) -> DefenceTarget:
    """Return an attacker as its target's point defence meets it."""
    if isinstance(one, StrikingOrdnance):
        return kind_of(one).target(one, conditions_at(state, one, ship))
    return AttackingGroup(FIGHTER_TYPES[one.mode or "standard"], one.count, screens_on(ship), reroll_rule(state.house))


def hittable(one: Attacker, system: str) -> bool:
    """Return whether a die of a system can harm an attacker, whatever the ship's screens."""
    if isinstance(one, StrikingOrdnance):
        return any(kind_of(one).target(one, MEETS_NOTHING).column(system).points)
    return any(AttackingGroup(FIGHTER_TYPES[one.mode or "standard"], one.count).column(system).points)


def branches_after(target: DefenceTarget, dice: tuple[int, ...]) -> Branches:
    """Return the throws of an attacker after that many dice of each system of point defence, each with its chance."""
    found: dict[Throws, float] = {}
    for lost, chance in outcomes(target.kill_chances(dice)):
        for share, throws in target.throws_after(lost):
            found[throws] = found.get(throws, 0.0) + chance * share
    return False, tuple((chance, throws) for throws, chance in found.items()), None
