"""A set-up of the odds lab as a value: attackers, the ship attacked, and the rules in force."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Literal

from game.core.values import Data
from game.rules.defence.bands import BARE_SHIP, BY_THE_BOOK, LevelRules, Screens
from game.rules.defence.fighter_types import FIGHTER_TYPES
from game.rules.defence.level import DefencePool

Rules = Literal["old", "reformed"]
BOTH: tuple[Rules, ...] = ("reformed", "old")
GROUP = 6  # craft in a full group


@dataclass(frozen=True)
class LabSetUp:
    """One set-up. `groups` and `screening` are numbers by the key of a type of fighter: groups that attack, craft that
    screen.

    `craft` are those of each attacking group, `lend` the PDS that each of the `escorts` lends. `beams` and `kguns` are
    of class
    1. `adfc`: the ship has an area-defence control of its own. Without `hull` nothing is said of destruction. `armour`
       are its layers, inner first. The groups attack `attacks` times; missiles come with the first attack. `precision`
       is the share of the mean damage by which that may be uncertain where battles are played.
    """

    groups: tuple[tuple[str, int], ...] = ()
    craft: int = GROUP
    salvos: int = 0
    heavy_missiles: int = 0
    assist: str = "none"
    screens: Screens = BARE_SHIP
    pds: int = 0
    beams: int = 0
    kguns: int = 0
    scatterguns: int = 0
    adfc: bool = False
    escorts: int = 0
    lend: int = 0
    screening: tuple[tuple[str, int], ...] = ()
    hull: int = 0
    armour: tuple[int, ...] = ()
    rules: tuple[Rules, ...] = BOTH
    attacks: int = 1
    level_rules: LevelRules = BY_THE_BOOK
    rerolls: bool = True
    precision: float = 0.01
    design: str = ""

    @property
    def group_count(self) -> int:
        """All attacking groups."""
        return sum(count for _, count in self.groups)

    @property
    def lent(self) -> int:
        """PDS that escorts lend."""
        return self.escorts * self.lend

    @property
    def pool(self) -> DefencePool:
        """The dice for its level: scatterguns or everything else, whichever is more on average."""
        guns = DefencePool(scatterguns=self.scatterguns, screening=self.screening)
        dice = DefencePool(self.beams, self.pds, self.lent, screening=self.screening)
        return guns if guns.mean > dice.mean else dice

    @property
    def better_casualties(self) -> bool:
        """Return whether casualties are read in the better column. This takes the ship's own area-defence control, or
        firing scatterguns."""
        return self.adfc or self.pool.scatterguns > 0

    @property
    def systems(self) -> dict[str, int]:
        """Dice of point defence by system, as the base rules give them out."""
        return {"pds": self.pds + self.lent, "beam": self.beams, "kgun": self.kguns, "scattergun": self.scatterguns}

    @property
    def screening_groups(self) -> int:
        """Groups that screen the ship."""
        return sum(-(-count // GROUP) for _, count in self.screening)

    def as_data(self) -> Data:
        """Return the whole set-up as plain data, for exports."""
        data = asdict(self)
        data["groups"], data["screening"] = dict(self.groups), dict(self.screening)
        return data

    def words(self) -> str:
        """Return the set-up in one sentence."""
        parts = [f"{count} {FIGHTER_TYPES[key].title.lower()}" for key, count in self.groups if count]
        groups = (
            f"{' and '.join(parts)} {'group' if self.group_count == 1 else 'groups'} of {self.craft}" if parts else ""
        )
        attackers = [groups, _some(self.salvos, "salvo"), _some(self.heavy_missiles, "heavy missile")]
        defences = [
            _some(self.beams, "class-1 beam"), f"{self.pds} PDS" if self.pds else "",
            f"{self.lent} lent PDS" if self.lent else "",
            _some(self.kguns, "class-1 K-gun"), _some(self.scatterguns, "scattergun"),
            " and ".join(f"{count} screening {key} craft" for key, count in self.screening),
        ]  # fmt: skip
        level = (
            f"{'advanced ' if self.screens.advanced else ''}screens {self.screens.level}"
            if self.screens.level
            else "no screens"
        )
        times = f", {self.attacks} attacks" if self.attacks > 1 else ""
        return f"{_join_parts(attackers) or 'nothing'} at {_join_parts(defences) or 'no point defence'}, {level}{times}"


def _some(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}" if count else ""


def _join_parts(parts: list[str]) -> str:
    return ", ".join(part for part in parts if part)
