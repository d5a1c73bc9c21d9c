"""The price list of the yard, one table for each edition (full-thrust-base/8.1, 7.1).

A rate is the weight of one mount in a ship of a given total MASS, and its points by that weight. Main drive, FTL, hull
and screens are shares of the whole ship, and are in `pricing`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.rules.ships.design import CORE_KINDS, Mount

Weight = Callable[[Mount, int], int]  # a mount, and the total MASS of its ship
Points = Callable[[Mount, int], int]  # a mount, and its own weight

STREAMLINING = {"none": 0, "partial": 100, "full": 200}  # share of the total MASS, in thousandths
ROW_POINTS = {3: 6, 4: 4, 5: 3, 6: 2}  # half points for each hull box, by hull rows

# Points of six craft by edition; where the hangar already pays for its six, what the better kinds cost on top. No book
# gives a price for kinetic fighters: it is that of the types with one trait above standard. Nor does any for craft with
# the traits of two types, such as heavy attack: these pay for both.
_PLAIN = {
    "FB":  {"standard": 18, "interceptor": 18, "attack": 24, "torpedo": 36, "heavy": 30, "fast": 24, "long range": 24,
            "kinetic": 24},
    "FT2": {"standard": 0, "interceptor": 0, "attack": 6, "torpedo": 18, "heavy": 12, "fast": 12, "long range": 12,
            "kinetic": 12},
}  # fmt: skip
# a craft has one of the latter, at most
FRAMES, ARMS = ("heavy", "fast", "long range"), ("attack", "torpedo", "kinetic", "interceptor")
PAIRS = tuple((one, other) for n, one in enumerate(FRAMES) for other in (*ARMS, *FRAMES[n + 1 :]))
FIGHTERS = {
    edition: plain | {f"{one} {other}": plain[one] + plain[other] - plain["standard"] for one, other in PAIRS}
    for edition, plain in _PLAIN.items()
}

ATTACK_FIGHTER = 4  # points of one attack fighter in the books; by option 5 (point-defence-and-fighters/6)

# What may be chosen for a mount; the first is taken where the file says nothing.
MODES: dict[str, tuple[str, ...]] = {
    "pulser": ("M", "L", "C"),
    "smr": ("", "ER"),
    "magazine": ("", "ER"),
    "heavy_missile": ("", "ER"),
    "missile": ("standard", "EMP", "needle"),
    "hangar": ("standard", *list(FIGHTERS["FB"])[1:], "empty"),
    "cargo": ("cargo", "passengers", "troops", "labs"),
    "sensors": ("enhanced", "superior"),
    "ecm": ("", "area"),
}


LARGEST = {"kgun": 6}  # the highest class of a kind, where it is lower than that of beams
MINE = 2  # points of one mine, in addition to its minelayer
SALVO = {"": 2, "ER": 3}  # MASS of one salvo in a magazine, by its mode


class Rate(NamedTuple):
    """The MASS of one mount, and its points by that MASS."""

    weight: Weight
    points: Points


def share(mass: int, thousandths: int, least: int = 1) -> int:
    """Return a share of the total MASS, rounded half up, but at least `least` (full-thrust-base/8.1)."""
    return max(least, (2 * mass * thousandths + 1000) // 2000)


def _flat(weight: int) -> Weight:
    return lambda mount, ship: weight


def _share(thousandths: int, least: int = 1) -> Weight:
    return lambda mount, ship: share(ship, thousandths, least)


def _each(points: int) -> Points:
    return lambda mount, weight: points


def _per(points: int) -> Points:
    return lambda mount, weight: points * weight


def _load_mass(mount: Mount, ship: int) -> int:
    """Return the weight of a hold or magazine, which is that of its load."""
    return mount.size


def _beam(mount: Mount, ship: int) -> int:
    """Return the weight of a beam: doubled for each class, and a quarter more for each arc after the first. Small beams
    have weights of their own."""
    if mount.level == 1:
        return 1
    if mount.level == 2:
        return 2 if len(mount.arcs) <= 3 else 3
    return int(2 ** (mount.level - 3) * (3 + max(1, len(mount.arcs))))


def _kgun(mount: Mount, ship: int) -> int:
    """Return the weight of a K-gun: from class 3 on, 3 MASS a class."""
    if mount.level == 1:
        return 2
    if mount.level == 2:
        return 3 if len(mount.arcs) <= 1 else 4
    return 3 * mount.level - 4


def _pulser(mount: Mount, ship: int) -> int:
    return 2 if len(mount.arcs) <= 1 else 3 if len(mount.arcs) <= 3 else 4


def _torpedo(mount: Mount, ship: int) -> int:
    return 3 + max(1, len(mount.arcs))


def _missile(plain: int) -> Weight:
    return lambda mount, ship: plain + (mount.mode == "ER")


def _bay(mount: Mount, ship: int) -> int:
    return (3 * mount.size + 1) // 2


_CORE = {kind: Rate(_flat(0), _each(0)) for kind in CORE_KINDS}

# differences of the reformed rules (point-defence-and-fighters/9)
REFORMED = {"adfc": Rate(_share(25, 2), _per(4))}

FLEET_BOOK: dict[str, Rate] = {
    "beam": Rate(_beam, _per(3)),
    "torpedo": Rate(_torpedo, _per(3)),
    "needle": Rate(_flat(2), _per(3)),
    "submunition": Rate(_flat(1), _per(3)),
    "kgun": Rate(_kgun, _per(4)),
    "mkp": Rate(_flat(1), _per(4)),
    "pulser": Rate(_pulser, _per(5)),
    "pds": Rate(_flat(1), _per(3)),
    "adfc": Rate(_flat(2), _per(4)),
    "fcs": Rate(_flat(1), _per(4)),
    "scattergun": Rate(_flat(1), _per(5)),
    "sml": Rate(_flat(3), _per(3)),
    "magazine": Rate(_load_mass, _per(3)),
    "smr": Rate(_missile(4), _per(3)),
    "missile": Rate(_flat(2), _per(3)),
    "plasma": Rate(lambda mount, ship: 5 * mount.level, _per(3)),
    "shroud": Rate(_share(50), _per(3)),
    "nova": Rate(_flat(20), _per(3)),
    "wave_gun": Rate(_flat(12), _per(3)),
    "ortillery": Rate(_flat(3), _per(3)),
    "minelayer": Rate(lambda mount, ship: 2 + mount.size, lambda mount, weight: 6 + MINE * mount.size),
    "minesweeper": Rate(_flat(5), _per(3)),
    "reflex": Rate(_share(100, 10), _per(6)),
    "cloak": Rate(_share(100, 2), _per(10)),
    "hangar": Rate(_flat(9), _per(3)),
    "bay": Rate(_bay, _per(3)),
    "cargo": Rate(_load_mass, _each(0)),
    **_CORE,
}

CROSS_DIMENSIONS: dict[str, Rate] = {
    **FLEET_BOOK,
    "scattergun": Rate(_flat(1), _per(4)),
    "heavy_missile": Rate(_missile(2), _per(3)),
    "sensors": Rate(lambda mount, ship: 4 if mount.mode == "superior" else 2, _per(4)),
    "ecm": Rate(lambda mount, ship: 6 if mount.mode == "area" else 4, _per(4)),
}

# class of battery: (MASS, points, points an arc); C, B, A and the AA megabattery
_BATTERIES = {1: (1, 2, 1), 2: (2, 3, 2), 3: (3, 4, 3), 4: (5, 15, 0)}


def _battery(mount: Mount, weight: int) -> int:
    _, points, arc = _BATTERIES.get(mount.level, _BATTERIES[4])
    return points + arc * len(mount.arcs)


SECOND_EDITION: dict[str, Rate] = {
    "beam": Rate(lambda mount, ship: _BATTERIES.get(mount.level, _BATTERIES[4])[0], _battery),
    "torpedo": Rate(_flat(5), _each(15)),
    "needle": Rate(_flat(2), _each(6)),
    "submunition": Rate(_flat(1), _each(3)),
    "screen": Rate(_flat(3), _each(25)),
    "pds": Rate(_flat(1), _each(3)),
    "adfc": Rate(_flat(3), _each(10)),
    "fcs": Rate(_flat(3), _each(10)),
    "hangar": Rate(_flat(6), _each(20)),
    "nova": Rate(_flat(16), _each(50)),
    "minelayer": Rate(_flat(3), _each(10)),
    "minesweeper": Rate(_flat(5), _each(20)),
    "missile": Rate(_flat(2), _each(6)),
    "cargo": Rate(_flat(0), _each(0)),
    **_CORE,
}

RATES = {"FB": FLEET_BOOK, "XD": CROSS_DIMENSIONS, "FT2": SECOND_EDITION}

# kind of generator: (one level, two levels, a spare: thousandths of the MASS and the least MASS of each; points a MASS)
GENERATORS = {"screen": (((50, 3), (100, 6), (50, 1)), 3), "advanced_screen": (((75, 4), (150, 8), (75, 4)), 4)}
