"""A ship's sheet on paper, and the quick reference: the numbers to hit of the guns aboard (power/7, 8.4, 10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from game.core.display import Sheet, Stat, Track
from game.core.orders import Id
from game.core.paper import Block, ChargedGun, GunTable, PaperSheet, Plate, PlatePart, Reference, blocks_of, paper_of
from game.systems.power_hex.combat.to_hit import FACES, LEADERLESS
from game.systems.power_hex.section_sheet import plate_label, struck_word
from game.systems.power_hex.ships.design import ShipSection
from game.systems.power_hex.ships.naming import arc_names, gun_name, part_name
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from game.systems.power_hex.ships.weapons import INTERCEPTED, WEAPONS

LINES = ("speed", "power")
HEADS = ("gun", "arc", "range", "damage", "meets", "shots", "charged")


def power_paper(state: PowerState, key: Id, sheet: Sheet) -> PaperSheet:
    """Return each side with the boxes of its parts and the faces that hit them, and each gun with its charge."""
    ship = state.ships[key]
    design = ship.design
    figures = (
        Stat("Points", str(design.points)),
        Stat("Signature", str(design.signature)),
        Stat("Initiative", f"{design.initiative:+d}"),
        Stat("Thrust", str(design.thrust)),
    )
    sides: tuple[Block, ...] = tuple(_side(ship, one) for one in design.sections)
    guns = (_gun_table(ship),) if design.weapons else ()
    return paper_of(sheet, figures, (*(sides or blocks_of(sheet)[:1]), *guns), LINES)


def _side(ship: PowerShip, section: ShipSection) -> Plate:
    parts = tuple(PlatePart(part_name(one, section.name), one.boxes, ship.boxes_left(one)) for one in section.mounts)
    structure = Track(section.name, (section.structure,), ship.structure(section.name))
    strip = tuple((struck_word(ship, section.name, key), low, high) for key, low, high in section.chart)
    return Plate(plate_label(section), section.armour, structure, parts, FACES, strip)


def _gun_table(ship: PowerShip) -> GunTable:
    """Return its guns, with a column of shots if some of them need ammunition."""
    guns = _guns(ship)
    if any(mount.gun.ammunition for mount in ship.design.weapons):
        return GunTable(HEADS, tuple(guns))
    heads = tuple(one for one in HEADS if one != "shots")
    return GunTable(heads, tuple(replace(one, figures=one.figures[:-1]) for one in guns))


def _guns(ship: PowerShip) -> list[ChargedGun]:
    found = []
    for mount in ship.design.weapons:
        gun, key = mount.gun, mount.key
        name = gun_name(ship, key)
        figures = (
            str(gun.reach),
            f"{gun.damage}" + (" each" if gun.pulses else ""),
            str(gun.intercept or "–"),
            _shots(ship.ammunition.get(key, 0), gun.ammunition),
        )
        charges = gun.recharge if gun.power else 0
        held, arcs = min(charges, ship.charge.get(key, 0)), arc_names(mount.arc, False)
        lost = not (ship.craft_left if ship.design.fighters else ship.works(key))  # a flight aboard has its guns
        found.append(ChargedGun(name, arcs, mount.arc, figures, charges, held, lost))
    return found


def _shots(left: int, full: int) -> str:
    """Return the shots of a gun: 8, or 5 of 8; a dash if it needs no ammunition."""
    return "–" if not full else str(full) if left == full else f"{left} of {full}"


def power_reference(state: PowerState, sheets: Sequence[Sheet]) -> tuple[Reference, ...]:
    """Return the number to hit of each kind of gun aboard by range, with its modifiers and interception."""
    told = {words for sheet in sheets for one in sheet.icons for words in one.hint.split(", ")}
    guns = [gun for gun in WEAPONS.values() if gun.name in told]
    most = max((gun.reach for gun in guns), default=0)
    rows = tuple((gun.name, *(f"{n:+d}".replace("-", "−").replace("+", "") for n in gun.mods)) for gun in guns)
    notes = (
        ("To hit", "signature, and the number at that range, less the jam and lost sensors: a d20 of that or less"),
        ("Without C&C", f"{LEADERLESS} less, but not for ballistic weapons"),
        ("Meets", f"stops a shot on that number or less: {', '.join(sorted(INTERCEPTED))}"),
    )
    return (Reference("To hit, by hexes", rows, ("", *map(str, range(most + 1)))), Reference("Hits", notes=notes))
