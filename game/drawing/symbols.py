"""The symbol of a system on a sheet, and its short name: the same in the window and on paper."""

from __future__ import annotations

import re

from game.core.display import Icon
from game.drawing.signs import SIGNS

SMALL = {"needle": 0.66, "submunition": 0.62, "kgun": 0.66, "mkp": 0.66}  # share of the ring filled by the sign
NUMBERED = ("beam", "drive", "advanced-drive", "kgun", "plasma", "broadside")
RINGED = ("beam", "torpedo", "pulser", "plasma", "broadside", "turret", *SMALL)
SIGN_OF = {  # symbols whose names differ from the systems'
    "fcs": "firecon", "advanced_screen": "advanced-screen", "life_support": "life", "power_core": "core",
    "sml": "launcher", "smr": "launcher", "missile": "launcher", "heavy_missile": "launcher", "bay": "hangar",
}  # fmt: skip
SHORT = {  # names that fit under a symbol
    "beam": "Beam", "torpedo": "Torpedo", "fcs": "FireCon", "pds": "PDS", "adfc": "ADFC", "screen": "Screen",
    "ftl": "FTL",
    "drive": "Drive", "needle": "Needle", "submunition": "SMP", "kgun": "K-gun", "mkp": "MKP", "pulser": "Pulser",
    "advanced_screen": "Screen +", "bridge": "Bridge", "life_support": "Life", "power_core": "Core", "cargo": "Hold",
    "nova": "Nova", "sml": "SML", "smr": "SMR", "plasma": "Plasma", "light_gun": "Light", "medium_gun": "Medium",
    "heavy_gun": "Heavy",
    "carronade": "Carr.", "missile": "Missile", "ecm": "ECM", "heavy_missile": "HM",
}  # fmt: skip
CLASSED = ("beam", "kgun", "plasma")  # told apart by their classes
MARK = re.compile(r" ([a-z]|[PSFA]?\d*)$")  # tells a system from others of its kind
SIDES = {"port": "P", "starboard": "S", "forward": "F"}


def short_name(system: Icon) -> str:
    """Return a name that fits under a symbol and tells it from others of the ship: `Beam 2 starboard` is Beam 2 S."""
    stem = SHORT.get(system.kind, system.label)
    if system.kind == "broadside":
        return stem.removesuffix(" guns").capitalize()
    if system.kind not in SHORT:
        return stem
    if system.kind in CLASSED:
        return " ".join((stem, str(system.level), *(SIDES.get(word, word) for word in system.label.split()[2:])))
    last = system.label.split()[-1]
    if last in SIDES:
        return f"{stem} {SIDES[last]}"
    return f"{stem} {last}" if len(last) == 1 and last.isalpha() and last.islower() else stem


def kind_name(system: Icon) -> str:
    """Return the name of all systems alike: `Beam 2 starboard` and `Beam 2 b` are Beam 2, `Lance P` is Lance."""
    stem = SHORT.get(system.kind) or MARK.sub("", short_name(system))
    return f"{stem} {system.level}" if system.kind in CLASSED else stem


def symbol_of(system: Icon) -> tuple[str, tuple[str, ...], str]:
    """Return the sign of a system, the arcs of the ring round it, and the letter written in it."""
    sign = SIGN_OF.get(system.kind, system.kind)
    letter = system.mode[:1] if system.kind == "pulser" else "" if sign in SIGNS else system.kind[:1].upper()
    return sign, () if system.kind == "pds" else system.arcs, letter
