"""The price of a ship: a sum over structure, drive, guns and electronics (power/16)."""

from __future__ import annotations

from dataclasses import replace

from game.systems.power_hex.ships.design import HANGAR, PowerDesign
from game.systems.power_hex.ships.weapons import ShipWeapon

STRUCTURE_WORTH, BOX_WORTH, THRUST_WORTH, JAM_WORTH, SHIELD_WORTH, BERTH_WORTH = 1.2, 0.15, 6.0, 12.0, 30.0, 4.0
AGILE_WORTH, INITIATIVE_WORTH, STEALTH_WORTH, GRAVITIC_SHARE = 20.0, 2.0, 6.0, 1.3
COMMON_SIGNATURE = 10


def gun_worth(gun: ShipWeapon) -> float:
    """Return the mean damage a round of a gun, and the value of its interception. The gun always fires when it can, and
    hits at medium range."""
    volley = (gun.pulse_sides + 1) / 2 + 0.5 if gun.pulses else 1.0
    middle = gun.mods[len(gun.mods) // 2]
    hits = min(20, max(1, 8 + middle)) / 20
    return gun.guns * volley * gun.damage.mean * hits / gun.recharge * (1 + 0.12 * gun.reach) + 3.0 * gun.intercept


def parts_of(design: PowerDesign) -> tuple[tuple[str, int], ...]:
    """Return the lines of the sum: item and points."""
    if design.fighters:
        one = design.fighters
        return (
            ("Fighters", round(one.count * (one.structure + 1.5 * one.armour) / 2)),
            ("Guns", round(_guns(design))),
            ("Drive", round(design.thrust)),
        )
    structure = sum(one.structure * (1 + 0.05 * one.armour) for one in design.sections)
    boxes = sum(one.boxes for one in design.mounts)
    drive = THRUST_WORTH * design.thrust / design.accn * (GRAVITIC_SHARE if design.gravitic else 1.0)
    berths = sum(one.boxes for one in design.of_kind(HANGAR))
    quick = INITIATIVE_WORTH * max(0, design.initiative) + (AGILE_WORTH if design.agile else 0.0)
    hidden = STEALTH_WORTH * max(0, COMMON_SIGNATURE - design.signature)
    return (
        ("Structure", round(STRUCTURE_WORTH * structure)), ("Systems", round(BOX_WORTH * boxes)),
        ("Drive", round(drive)), ("Guns", round(_guns(design))), ("Jammers", round(JAM_WORTH * design.jam)),
        ("Shields", round(SHIELD_WORTH * design.shield)),
        ("Hangars", round(BERTH_WORTH * berths)), ("Quickness", round(quick)), ("Small outline", round(hidden)),
    )  # fmt: skip


def _guns(design: PowerDesign) -> float:
    return sum(gun_worth(one.gun) for one in design.weapons) * (design.fighters.count if design.fighters else 1)


def worth(design: PowerDesign) -> PowerDesign:
    """Return the design with its points."""
    return replace(design, points=sum(points for _, points in parts_of(design)), _mounts={}, _where={})
