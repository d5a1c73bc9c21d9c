"""Kinds of ordnance, a class each: point defence against one, and its attack, by either set of rules
(full-thrust-base/6.5, 6.6, 6.9; point-defence-and-fighters/4, 8).

A new kind needs a class here, and a line in `ORDNANCE` for its counter.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.counters.kinds import Bolt, HeavyMissile, Missile, Salvo, StrikingOrdnance
from game.rules.defence.bands import LevelRules, Screens, band, missile_band, salvo_level
from game.rules.defence.bolts_and_missiles import BoltTarget, SteeredTarget
from game.rules.defence.level_attacks import LevelAttack, bolt_attack, missile_attack, salvo_attack, steered_attack
from game.rules.defence.old_defence import (
    Covers,
    DefenceTarget,
    MissileTarget,
    SalvoTarget,
    Shares,
    hits_of,
    left_over,
    locked_on,
    once,
    rest,
)
from game.rules.odds.die_columns import DieColumn
from game.rules.odds.throws import LikelyHits, Rolled
from game.rules.ships.beam_dice import Rerolls
from game.rules.ships.ship import BOOK, Hit

WARHEADS = {"standard": 2, "EMP": 0, "needle": 1}  # dice of damage of a steered missile, by its mode
SPECIAL_WARHEADS = {"EMP": "pulse", "needle": "needle"}  # labels of the die for a warhead's other effect, by its mode


@frozen
class Met:
    """A marker's conditions at a ship. They are the ship's screens, how sixes are rolled again, the modifier of the die
    for missiles that lock on, and the ships that screen the target, each with its share and its boxes."""

    screens: Screens
    again: Rerolls = Rerolls.MODIFIED
    lock: int = 0
    covers: Covers = ()

    @property
    def shares(self) -> Shares:
        """The share of each screening ship, in per cent."""
        return tuple(cover.share for cover in self.covers)


class Warhead(NamedTuple):
    """A warhead's effects besides damage. Every system checks on `pulse` or more, unless it is 0; `needled` means that
    one system is burnt out."""

    pulse: int = 0
    needled: bool = False
    face: int = 0

    @property
    def works(self) -> bool:
        """Return whether it has any effect."""
        return self.pulse > 0 or self.needled


class OrdnanceKind(ABC):
    """One kind of ordnance: point defence against it, and its attack on a ship."""

    rule: ClassVar[str]  # rule page of its attack in the base rules
    section: ClassVar[str]  # its section of the reformed rules
    area: ClassVar[bool] = False  # whether it attacks everything near
    turns: ClassVar[int] = 1  # turns for which it looks for a target, before it is wasted

    @abstractmethod
    def target(self, one: StrikingOrdnance, met: Met) -> DefenceTarget:
        """Return a marker as a target of point defence in the base rules."""

    def describe(self, one: StrikingOrdnance, met: Met, rolled: Rolled) -> tuple[str, str]:
        """Return the reason and the result of its attack by the base rules, without points."""
        return "", "hits"

    @abstractmethod
    def at_level(self, one: StrikingOrdnance, met: Met, raw: int, salvos: int, rules: LevelRules) -> LevelAttack:
        """Return the attack of a marker at a level, with that many salvos at the ship."""

    def likely(self, attack: LevelAttack, met: Met) -> LikelyHits:
        """Return the chances of an attack's hits behind the ships that screen the target."""
        return left_over(attack.points, attack.mode, met.covers)

    @abstractmethod
    def band_of(self, raw: int, salvos: int, rules: LevelRules) -> int:
        """Return the band of a level for the marker, which has the same effect at all levels of a band."""

    def warhead(self, umpire: Umpire, one: StrikingOrdnance, screens: Screens) -> Warhead:
        """Roll for its warhead's effect besides damage."""
        return Warhead()

    def warhead_chance(self, one: StrikingOrdnance, screens: Screens) -> float:
        """Return the chance of that effect."""
        return 0.0

    def divide(self, hits: tuple[Hit, ...], shares: Shares) -> tuple[tuple[Hit, ...], ...] | None:
        """Return the hits that each screening ship takes, and last those of the target; None if they are divided like
        fire."""
        return None


class SalvoKind(OrdnanceKind):
    """A salvo: a die for missiles that lock on, less those shot down, then a die of damage for each left."""

    rule, section = f"{BOOK}/6.5", "8"

    def target(self, one: StrikingOrdnance, met: Met) -> DefenceTarget:
        """Return a target whose kills are subtracted from the missiles that lock on."""
        return AttackingSalvo(one.count, met.screens, met.lock, met.shares, met.again)

    def describe(self, one: StrikingOrdnance, met: Met, rolled: Rolled) -> tuple[str, str]:
        """Return how many missiles lock on, and how many hit."""
        locked = locked_on(rolled.dice[0].face, one.count, met.lock)
        left = max(0, locked - one.wounds)
        added = f", {met.lock:+d} to the die" if met.lock else ""
        said = f"{locked} lock{'s' * (locked == 1)} on{added}" + (f", {one.wounds} shot down" if one.wounds else "")
        return said, f"{left or 'none'} hit"

    def band_of(self, raw: int, salvos: int, rules: LevelRules) -> int:
        """Return the band of the level, reduced for several salvos if the rules say so."""
        return band(salvo_level(raw, salvos, rules))

    def at_level(self, one: StrikingOrdnance, met: Met, raw: int, salvos: int, rules: LevelRules) -> LevelAttack:
        """Return the attack: missiles that hit, then their damage."""
        return salvo_attack(raw, salvos, met.screens, one.intact, rules, met.lock)

    def likely(self, attack: LevelAttack, met: Met) -> LikelyHits:
        """Return the hits with shares counted in missiles."""
        left = np.bincount([rest(count, met.shares) for count in range(len(attack.hits))], attack.hits)
        return hits_of(left.astype(float), attack.of_one, attack.mode)

    def divide(self, hits: tuple[Hit, ...], shares: Shares) -> tuple[tuple[Hit, ...], ...] | None:
        """Return the hits shared out missile by missile (manoeuvres/eclipsing/share)."""
        found: list[tuple[Hit, ...]] = []
        for share in shares:
            taken = len(hits) * share // 100
            found.append(hits[:taken])
            hits = hits[taken:]
        return (*found, hits)


class HeavyMissileKind(OrdnanceKind):
    """A heavy missile: it always hits unless it is shot down."""

    rule, section = f"{BOOK}/6.6", "4"

    def target(self, one: StrikingOrdnance, met: Met) -> DefenceTarget:
        return MissileTarget(met.screens, met.covers)

    def band_of(self, raw: int, salvos: int, rules: LevelRules) -> int:
        """Return the band, lower by option for an advanced missile."""
        return missile_band(raw, rules.advanced_missiles)

    def at_level(self, one: StrikingOrdnance, met: Met, raw: int, salvos: int, rules: LevelRules) -> LevelAttack:
        """Return the attack: a hit by the band, then its dice."""
        return missile_attack(raw, met.screens, rules)


class BoltKind(OrdnanceKind):
    """A plasma bolt: as many dice as it has strength left, at every ship near it."""

    rule, section, area = f"{BOOK}/6.9", "4", True

    def target(self, one: StrikingOrdnance, met: Met) -> DefenceTarget:
        """Return a target whose kills are points of strength."""
        return BoltTarget(one.count, met.screens, met.covers)

    def describe(self, one: StrikingOrdnance, met: Met, rolled: Rolled) -> tuple[str, str]:
        return f"strength {one.count}", "hits" if rolled.hits else "does nothing"

    def band_of(self, raw: int, salvos: int, rules: LevelRules) -> int:
        return missile_band(raw)

    def at_level(self, one: StrikingOrdnance, met: Met, raw: int, salvos: int, rules: LevelRules) -> LevelAttack:
        """Return the attack of the bolt on a ship with that level."""
        return bolt_attack(one.count, raw, met.screens)


class SteeredKind(OrdnanceKind):
    """A steered missile of the base rules. Its mode is its warhead: two dice of damage, a pulse, or a needle with one
    die."""

    rule, section, turns = f"{BOOK}/6.6/steered", "4", 3

    def target(self, one: StrikingOrdnance, met: Met) -> DefenceTarget:
        return SteeredTarget(met.screens, met.covers, WARHEADS[one.mode])

    def describe(self, one: StrikingOrdnance, met: Met, rolled: Rolled) -> tuple[str, str]:
        return one.mode, "hits"

    def band_of(self, raw: int, salvos: int, rules: LevelRules) -> int:
        return missile_band(raw, rules.advanced_missiles)

    def at_level(self, one: StrikingOrdnance, met: Met, raw: int, salvos: int, rules: LevelRules) -> LevelAttack:
        """Return the attack: it hits, and loses dice, like a heavy missile."""
        return steered_attack(WARHEADS[one.mode], raw, rules)

    def warhead(self, umpire: Umpire, one: StrikingOrdnance, screens: Screens) -> Warhead:
        if one.mode not in SPECIAL_WARHEADS:
            return Warhead()
        return self._effect(one, umpire.die(f"{SPECIAL_WARHEADS[one.mode]}/{one.id}"), screens)

    def warhead_chance(self, one: StrikingOrdnance, screens: Screens) -> float:
        effects = [self._effect(one, face, screens) for face in range(1, 7)] if one.mode in SPECIAL_WARHEADS else []
        return sum(effect.works for effect in effects) / 6

    def _effect(self, one: StrikingOrdnance, face: int, screens: Screens) -> Warhead:
        """Return the effect of a face. A pulse, less the screens, makes every system check on 5 (from a face of 3 or 4)
        or on 4 (from 5 up). A needle needs 4 or more."""
        if one.mode == "EMP":
            strength = face - screens.level
            return Warhead(0 if strength < 3 else 5 if strength < 5 else 4, face=face)
        return Warhead(needled=face >= 4, face=face)


@frozen
class AttackingSalvo(SalvoTarget):
    """A salvo on the table. Where its sixes are not rolled again, those of point defence are not either."""

    rerolls: Rerolls = Rerolls.MODIFIED

    def plain_column(self, system: str) -> DieColumn:
        return once(SalvoTarget.plain_column(self, system), self.rerolls)


ORDNANCE: dict[type[StrikingOrdnance], OrdnanceKind] = {  # in the order in which they attack
    Bolt: BoltKind(), Salvo: SalvoKind(), HeavyMissile: HeavyMissileKind(), Missile: SteeredKind(),
}  # fmt: skip


def kind_of(one: StrikingOrdnance) -> OrdnanceKind:
    return ORDNANCE[type(one)]


def salvos_among(there: Sequence[object], rules: LevelRules) -> int:
    """Return the number of salvos at a ship that count: those with missiles left or, by house rule, those that have
    lost none."""
    salvos = (one for one in there if isinstance(one, Salvo))
    return sum(one.intact >= (1 if rules.partial_salvos else one.total) for one in salvos)
