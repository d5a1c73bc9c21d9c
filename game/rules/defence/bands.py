"""The seven bands of a ship's point-defence level, with the roll of every attacker in each
(point-defence-and-fighters/3)."""

from __future__ import annotations

from bisect import bisect_right
from functools import cache

from game.core.values import frozen
from game.rules.defence.fighter_types import FighterType
from game.rules.odds.die_columns import DieColumn, Points

RULE = "point-defence-and-fighters"
DAMAGE_DICE = 3  # dice of a heavy missile (full-thrust-base/6.6)


@frozen
class LevelBand:
    """One row of the table of bands. `least` is the lowest level in it. A heavy missile or plasma bolt hits on
    `missile_needs`, with `dice_lost` damage dice fewer. `fighter` gives the hits of each face of a fighter's die,
    `rerolls` how a 6 is rolled again. `salvo_minus` is subtracted from the die of a salvo."""

    least: int
    title: str
    missile_needs: int
    dice_lost: int
    fighter: Points
    rerolls: bool
    salvo_minus: int


BANDS = (
    LevelBand(0,  "0",     2, 0, (0, 0, 1, 1, 2, 2), True,  0),
    LevelBand(1,  "1",     3, 0, (0, 0, 0, 1, 1, 2), True,  1),
    LevelBand(2,  "2–3",   4, 0, (0, 0, 0, 0, 1, 2), True,  2),
    LevelBand(4,  "4–6",   5, 0, (0, 0, 0, 0, 1, 1), True,  3),
    LevelBand(7,  "7–10",  6, 0, (0, 0, 0, 0, 0, 1), True,  4),
    LevelBand(11, "11–15", 6, 1, (0, 0, 0, 0, 0, 1), False, 5),
    LevelBand(16, "16+",   6, 2, (0, 0, 0, 0, 0, 0), False, 6),
)  # fmt: skip
_LEAST = [band.least for band in BANDS]


@frozen
class Screens:
    """The working screens of a ship: their level, and whether they are advanced (full-thrust-base/5.7, 6.14)."""

    level: int = 0
    advanced: bool = False

    @property
    def missile_minus(self) -> int:
        """The points that advanced screens subtract from each damage die of missiles and torpedoes, which never falls
        below 0."""
        return self.level if self.advanced else 0


BARE_SHIP = Screens()


@frozen
class LevelRules:
    """House rules of the level; the defaults are the rule book's (point-defence-and-fighters/12).

    `reroll_unscreened` is the band in which re-rolls at a ship without screens are read: "band0" or "band1".
    `kinetic_reroll`: kinetic fighters roll sixes again. `salvo_pdl`: "reduce" if every salvo after the first lowers the
    level for all, or "none". `advanced_missiles`: heavy missiles are met one band lower. `shifted_rerolls`: type and
    assists shift re-rolls too. `torpedo_reroll`: torpedo fighters roll sixes again. `shift_floor`: no shift leads below
    band 1. `advanced_screens`: advanced screens add to the level against every type of fighter, even types on which
    ordinary screens have no effect. `partial_salvos`: a salvo that has lost missiles lowers the level, too.
    """

    reroll_unscreened: str = "band0"
    kinetic_reroll: bool = False
    salvo_pdl: str = "reduce"
    advanced_missiles: bool = False
    shifted_rerolls: bool = False
    torpedo_reroll: bool = False
    shift_floor: bool = True
    advanced_screens: bool = True
    partial_salvos: bool = True


BY_THE_BOOK = LevelRules()


def band(level: int) -> int:
    """Return the index of a level's band; a negative level counts as 0."""
    return max(0, bisect_right(_LEAST, level) - 1)


def shifted(index: int, down: int, floor: bool = True) -> int:
    """Return a band `down` bands lower: never below band 1 if that is the `floor`, but band 0 stays band 0."""
    return max(int(floor), index - down) if index else 0


def screen_bonus(kind: FighterType, screens: Screens, rules: LevelRules = BY_THE_BOOK) -> int:
    """Return the points that a ship's screens add to its level against a type of fighter."""
    counts = kind.counting_screens == "all" or (screens.advanced and rules.advanced_screens)
    return 2 * screens.level if counts else 0


def fighter_band(
    kind: FighterType, raw: int, screens: Screens, assistants: int = 0, rules: LevelRules = BY_THE_BOOK
) -> int:
    """Return the band in which a group rolls, from the rolled level and the number of groups that assist it."""
    return shifted(band(raw + screen_bonus(kind, screens, rules)), kind.band_shift + assistants, rules.shift_floor)


def fighter_column(
    kind: FighterType, index: int, screens: Screens, rules: LevelRules = BY_THE_BOOK, assistants: int = 0
) -> DieColumn:
    """Return the hits of one die of a group in a band. Re-rolls are read with the bonus of the screens alone, without
    any shift unless the rules say otherwise."""
    row = BANDS[index]
    rerolls = kind.rerolls or (rules.torpedo_reroll if kind.die_of_damage else rules.kinetic_reroll)
    if not (row.rerolls and rerolls):
        return DieColumn(row.fighter)
    bonus = screen_bonus(kind, screens, rules)
    again = band(bonus) if bonus else 1 if rules.reroll_unscreened == "band1" else 0
    if rules.shifted_rerolls:
        again = shifted(again, kind.band_shift + assistants, rules.shift_floor)
    return DieColumn(row.fighter, BANDS[again].fighter)


def missile_band(raw: int, advanced: bool = False) -> int:
    """Return the band for a heavy missile or plasma bolt; `advanced` means an advanced or stealth missile."""
    return shifted(band(raw), 1) if advanced else band(raw)


def missile_hits(index: int) -> DieColumn:
    """Return the column of a heavy missile or plasma bolt in a band: 1 or 0 hits by the face of its die."""
    return DieColumn(tuple(int(face >= BANDS[index].missile_needs) for face in range(1, 7)))


def salvo_level(raw: int, salvos: int, rules: LevelRules = BY_THE_BOOK) -> int:
    """Return the level that salvo missiles meet, by the number of salvos at the ship that count."""
    return max(0, raw - max(0, salvos - 1)) if rules.salvo_pdl == "reduce" else raw


def ceiling(salvos: int) -> int:
    """Return the lowest level above which nothing changes for any attacker, with that number of salvos that count."""
    return BANDS[-1].least + max(0, salvos - 1)


def salvo_column(index: int, missiles: int = 6, lock: int = 0) -> DieColumn:
    """Return the missiles of a salvo that hit, by the face of its die and `lock`, but at most as many as it has."""
    return DieColumn(
        tuple(min(missiles, max(0, min(6, face + lock) - BANDS[index].salvo_minus)) for face in range(1, 7))
    )


@cache
def damage_die(minus: int) -> DieColumn:
    """Return a die of damage less `minus`, not below 0."""
    return DieColumn(tuple(max(0, face - minus) for face in range(1, 7)))
