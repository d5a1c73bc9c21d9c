"""What attacks a ship this turn, and how its point defence meets it: groups and markers (full-thrust-base/6.12)."""

from __future__ import annotations

from game.core.values import frozen
from game.rules.combat.fire_odds import Branches
from game.rules.counters.kinds import Flight, HeavyMissile, Salvo
from game.rules.defence.bands import Screens
from game.rules.defence.die_columns import DieColumn, outcomes
from game.rules.defence.fighter_types import FIGHTER_TYPES
from game.rules.defence.old_defence import DefenceTarget, GroupTarget, MissileTarget, SalvoTarget
from game.rules.ships.beam_dice import rerolled
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

Attacker = Flight | Salvo | HeavyMissile


@frozen
class AttackingGroup(GroupTarget):
    """A group that attacks a ship; where sixes are not rolled again, those of point defence are not either."""

    def column(self, system: str) -> DieColumn:
        """What a die of a system kills of it."""
        return once(GroupTarget.column(self, system), self.rerolls)


@frozen
class AttackingSalvo(SalvoTarget):
    """A salvo that attacks a ship, with the same exception."""

    rerolls: bool = True

    def column(self, system: str) -> DieColumn:
        """What a die of a system kills of it."""
        return once(SalvoTarget.column(self, system), self.rerolls)


def once(column: DieColumn, rerolls: bool) -> DieColumn:
    """A column, of which sixes are rolled again only where they are in this battle."""
    return column if rerolls else DieColumn(column.points)


def screens_on(ship: Ship) -> Screens:
    """The screens of a ship as its attackers meet them."""
    plain, advanced = ship.screen(), ship.screen("advanced_screen")
    return Screens(max(plain, advanced), advanced > plain)


def attackers(state: ThrustState, ship: Ship) -> tuple[Attacker, ...]:
    """What attacks a ship this turn."""
    there = (one for one in state.counters.values() if isinstance(one, Attacker))
    return tuple(one for one in there if one.in_play and one.target == ship.id)


def target_of(state: ThrustState, one: Attacker, ship: Ship) -> DefenceTarget:
    """An attacker as the point defence of its ship meets it."""
    screens, again = screens_on(ship), rerolled(state.house)
    if isinstance(one, Flight):
        return AttackingGroup(FIGHTER_TYPES[one.mode or "standard"], one.count, screens, again)
    return AttackingSalvo(one.count, screens, again) if isinstance(one, Salvo) else MissileTarget(screens)


def branches_after(target: DefenceTarget, dice: tuple[int, ...]) -> Branches:
    """What an attacker throws at its ship after so many dice of each system of point defence, with the chance of each."""
    kills = target.kill_chances(dice)
    return False, tuple(
        (chance * odds, tuple(throws)) for lost, chance in outcomes(kills) for odds, throws in target.throws_after(lost)
    ), None  # fmt: skip
