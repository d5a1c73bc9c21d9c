"""The weapons of the game as a table: number to hit, power, and damage (power/7, 16)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from game.core.values import frozen

LASER, MATTER, PARTICLE, BALLISTIC, PLASMA, PULSE = "laser", "matter", "particle", "ballistic", "plasma", "pulse"
RAKING = "raking"
INTERCEPTED = frozenset({BALLISTIC, PLASMA, MATTER, PULSE})  # kinds of fire that can be intercepted (power/8.1)
_ROLL = re.compile(r"(?:(\d+)d(\d+))?(?:\+?(\d+))?\Z")


@frozen
class DamageRoll:
    """Dice of damage: `count` of `sides`, and a number added."""

    count: int = 0
    sides: int = 10
    plus: int = 0

    def __str__(self) -> str:
        dice = f"{self.count}d{self.sides}" if self.count else ""
        return f"{dice}+{self.plus}" if dice and self.plus else dice or str(self.plus)

    @property
    def mean(self) -> float:
        return self.count * (self.sides + 1) / 2 + self.plus

    @classmethod
    def read(cls, text: str) -> DamageRoll:
        """Parse `4d10+8`, `1d6` or `20`. Raise ValueError for anything else."""
        found = _ROLL.match(text.strip())
        if found is None or not text.strip():
            raise ValueError(f"“{text}” is no damage such as 2d10+4")
        return cls(int(found[1] or 0), int(found[2] or 10), int(found[3] or 0))


@frozen
class ShipWeapon:
    """One kind of weapon. `mods` are its modifiers to hit at 0, 1, 2 … hexes; the last is at its greatest range.

    `recharge` rounds of `power` load it. `intercept` is the highest die that stops a shot, 0 if it stops none. A pulse
    weapon throws a die of `pulse_sides` for the number of pulses, at most `pulse_most`, each of fixed damage. `guns` is
    the number that fire separately.
    """

    key: str
    name: str
    kind: str
    mods: tuple[int, ...]
    damage: DamageRoll
    recharge: int = 1
    power: int = 1
    intercept: int = 0
    boxes: int = 4
    mode: str = "standard"
    pulse_sides: int = 0
    pulse_most: int = 0
    ammunition: int = 0
    guns: int = 1

    @property
    def reach(self) -> int:
        """The farthest hex that it can hit."""
        return len(self.mods) - 1

    @property
    def pulses(self) -> bool:
        """Return whether it fires a volley of pulses."""
        return self.pulse_sides > 0


def _weapon(key: str, name: str, kind: str, mods: tuple[int, ...], damage: str, **more: int | str) -> ShipWeapon:
    return ShipWeapon(key, name, kind, mods, DamageRoll.read(damage), **more)  # type: ignore[arg-type]


WEAPONS: Mapping[str, ShipWeapon] = {one.key: one for one in (
    _weapon("lance_heavy", "heavy lance", LASER, (7, 10, 10, 9, 8, 7, 5, 4, 2, 1, -1), "4d10+8", recharge=3, power=6,
            boxes=8, mode=RAKING),
    _weapon("lance_medium", "medium lance", LASER, (9, 11, 9, 7, 5, 3, 1, -1), "3d10+4", recharge=2, power=4, boxes=6,
            mode=RAKING),
    _weapon("railgun", "railgun", MATTER, (6, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), "2d10+2", recharge=2, power=2,
            boxes=6),
    _weapon("bolt_array", "bolt array", PARTICLE, (12, 12, 10, 8, 6, 4, 2, 0), "1d10+4", intercept=2),
    _weapon("guard_array", "guard array", PARTICLE, (12, 11, 8, 5, 2, -1), "1d6+2", intercept=4),
    _weapon("torpedo", "torpedo", BALLISTIC, (5, *[8] * 12), "20", recharge=2, power=2, boxes=6, ammunition=8),
    _weapon("pulse_medium", "medium pulse", PULSE, (10, 12, 10, 8, 6, 4, 2, 0), "9", recharge=2, power=3, intercept=1,
            boxes=6, mode=PULSE, pulse_sides=5, pulse_most=6),
    _weapon("pulse_heavy", "heavy pulse", PULSE, (8, 11, 10, 9, 7, 6, 4, 3, 1), "13", recharge=3, power=5, boxes=7,
            mode=PULSE, pulse_sides=5, pulse_most=6),
    _weapon("pulse_light", "light pulse", PULSE, (12, 12, 9, 6, 3, 0), "6", power=2, intercept=3, mode=PULSE,
            pulse_sides=5, pulse_most=5),
    _weapon("plasma_cannon", "plasma cannon", PLASMA, (11, 13, 9, 5, 1, -3), "3d10+10", recharge=3, power=5, boxes=7),
    _weapon("fighter_bolt", "fighter bolts", PARTICLE, (12, 9, 5, 1), "1d6+3", power=0, boxes=0, guns=2),
    _weapon("fighter_pulse", "fighter pulse", PULSE, (11, 9, 6, 3), "5", power=0, boxes=0, mode=PULSE, pulse_sides=3,
            pulse_most=3),
)}  # fmt: skip

ARCS: Mapping[str, tuple[int, int]] = {  # degrees clockwise from the bow, both ends included
    "F60": (330, 30), "F120": (300, 60), "F180": (270, 90), "PF": (240, 60), "SF": (300, 120), "P180": (180, 360),
    "S180": (0, 180), "A120": (120, 240), "ALL": (0, 360),
}  # fmt: skip


def in_arc(arc: str, bearing: float) -> bool:
    """Return whether an arc covers a bearing, in degrees clockwise from the bow. Callers allow for a roll."""
    low, high = ARCS[arc]
    turn = round(bearing % 360, 6) % 360
    if high - low >= 360 or (turn == 0 and high == 360):
        return True
    return low <= turn <= high if low <= high else turn >= low or turn <= high
