"""ftDamage: classes and ships of the first edition taken over, one by one or from a fleet.

The first edition has damage points where the second has MASS: a hull of the second has one box for two MASS, so the
MASS of a design is twice its damage points.
"""

from __future__ import annotations

from game.core.names import brief
from game.core.values import Data
from game.exchange.foreign_object import ForeignObject
from game.exchange.taken import (
    Imported,
    Line,
    Taken,
    fleet_of,
    gather_designs,
    import_design,
    in_order,
    line,
    silhouette,
    valid_name,
)
from game.formats.yaml_source import Document, mapping
from game.formats.yaml_writer import block
from game.rules.ships.design import hull_rows, row_count

PROGRAM = "ftDamage"
BATTERIES = {"A": 3, "B": 2, "C": 1}
KINDS = {"BEAM": "beam", "NEEDLE": "needle", "PULSE": "torpedo"}
CONTROLS = 60  # most fire controls
GROUP = 6  # craft of one hangar
OF_THE_SHIP = ("position", "heading", "speed", "status")


def recognised(data: object) -> bool:
    """Return whether this is data of the program: a class, a ship, or a fleet of them."""
    ships = mapping(data).get("ships")
    first = mapping(ships[0]) if isinstance(ships, list) and ships else mapping(data)
    return "classKey" in first


def read(doc: Document) -> Imported:
    """Take over every design of a file; ships of one class that are alike are one design."""
    whole = ForeignObject(doc)
    if "ships" not in whole.fields:
        return gather_designs(PROGRAM, (), [whole], _design)
    whole.skip("$schema", "side", "sourceFleetFile")
    whole.note("its ships are taken over by design and name, not with their damage", "ships", key=True)
    name = whole.words("name") or _titled(whole.words("fleetId"))
    found: dict[str, Taken] = {}  # by what the files of the designs would say
    ships: list[tuple[Taken | str, str]] = []
    for ship in whole.parts("ships"):
        part = ForeignObject(doc, ship.at)
        if "weapons" not in ship.fields:
            called = _titled(str(ship.fields.get("classKey")))
            words = f"the design is in a file of its own: {brief(called)} is looked for among your own designs"
            part.note(words, "classKey")
            ships.append((called, str(ship.fields.get("name", ""))))
        designs = _design(part) if "weapons" in ship.fields else []
        whole.notes += part.notes if not designs else ()
        for one in designs:
            same = found.setdefault(block(one.drawn.entry), one)
            ships.append((same, str(ship.fields.get("name", ""))))
            if same is not one:
                whole.note(f"its design is that of {one.design.name} before it", *ship.at, key=True)
    whole.rest()
    return Imported(PROGRAM, tuple(found.values()), tuple(whole.notes), fleet_of(name, ships))


def _titled(key: str) -> str:
    """Return the name that a key stands for: `HEAVY_CRUISER` is Heavy Cruiser."""
    return key.replace("_", " ").title()


def _design(part: ForeignObject) -> list[Taken]:
    """Return the design of a class, or of a ship without its name and damage."""
    part.skip("systems")  # of the state of a ship
    ship = [name for name in OF_THE_SHIP if part.get(name) is not None]
    damage = part.part("damage")
    boxes = damage.number("total", 1, 1000)
    if boxes is None:
        part.note("not taken over: its damage points are needed", key=True)
        return []
    words = "the first edition has neither MASS nor FTL drives: its MASS is twice the damage, and it has no FTL drive"
    damage.note(words, "total")
    if ship:
        part.note(f"{', '.join(ship)} are of the ship, not of its design: left out", ship[0], key=True)
    _track(damage, boxes)
    called = _titled(part.words("classKey"))
    name, kind = part.words("name"), called or "warship"
    if ship and name and name != called:
        part.note(f"{brief(name)} is the name of the ship; its design is called after its class", "name")
    lines = [*_weapons(part), *_controls(part), *_hangars(part)]
    thrust = part.part("drive").number("thrust", 0, 100, 0) if "drive" in part.fields else part.number("thrust", 0, 100)
    entry = {
        "name": valid_name(part, called if ship else name, "Unnamed class"),
        "class": valid_name(part, kind, "warship"),
        "glyph": silhouette(2 * boxes, "FT2", "needle"),
        "profile": "FT2",
        "mass": 2 * boxes,
        "drive": {"thrust": thrust} if thrust else {},
    }
    part.rest()
    return import_design(part, entry, lines)


def _track(damage: ForeignObject, boxes: int) -> None:
    """Note boxes in other rows than here, and boxes that are lost."""
    rows = damage.rows("tracks")
    there, mass = tuple(map(len, rows)), 2 * boxes
    here = hull_rows(boxes, row_count(mass, "FT2"), "FT2")
    if there and there != here:
        words = f"its rows are {', '.join(map(str, there))} there and {', '.join(map(str, here))} here"
        damage.note(words, "tracks", key=True)
    if damage.get("hits") or any(cell == 0 for row in rows for cell in row):
        damage.note("a design is whole: the damage is left out", "tracks" if rows else "hits", key=True)
    damage.rest()


def _weapons(part: ForeignObject) -> list[Line]:
    """Return the lines of its weapons. None fires aft in the second edition."""
    lines: list[Line] = []
    for one in part.parts("weapons"):
        one.skip("status")
        kind = KINDS.get(one.words("type"))
        if kind is None:
            one.note(f"the yard builds no {brief(one.words('type'))}: left out", "type")
            continue
        level = one.choice("class", BATTERIES, 1)
        given = one.texts("arcs")
        arcs = in_order([arc for arc in given if arc != "A"], "FT2")
        if "A" in given:
            after = "its arc aft is left out" if arcs else "left out"
            one.note(f"no weapon of the second edition fires aft: {after}", "arcs")
        elif not arcs:
            one.note("a weapon without arcs is left out", key=True)
        if not arcs:
            continue
        data: Data = {"kind": kind} | ({"class": level} if kind == "beam" and level > 1 else {}) | {"arcs": arcs}
        lines += line(one, data)
        one.rest()
    return lines


def _controls(part: ForeignObject) -> list[Line]:
    """Return the line of its fire controls."""
    given = len(part.listed("firecons"))
    many = min(given, CONTROLS)
    if given > many:
        part.note(f"of its {given} fire controls {many} are taken over", "firecons", key=True)
    return line(part, {"kind": "fcs"} | ({"count": many} if many > 1 else {})) if many else []


def _hangars(part: ForeignObject) -> list[Line]:
    """Return the line of its hangars, six craft to each."""
    given = part.get("fighters")
    if isinstance(given, list):
        groups = part.parts("fighters")
        craft = [group.number("count", 1, 60, GROUP) or GROUP for group in groups]
        for group in groups:
            group.skip("status", "position")
            group.rest()
        capacity = sum(craft)
    else:
        carried = part.part("fighters")
        capacity = carried.number("capacity", 1, 360) or 0 if carried.fields else 0
        carried.rest()
    many = -(-capacity // GROUP)
    if capacity % GROUP:
        part.note(f"its {capacity} fighters are taken over as {many} groups of six", "fighters", key=True)
    return line(part, {"kind": "hangar"} | ({"count": many} if many > 1 else {})) if many else []
