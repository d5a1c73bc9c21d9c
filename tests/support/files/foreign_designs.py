"""Small files as other programs write them, with ships of our own."""

from __future__ import annotations

import json
from typing import Any

from game.core.values import Data
from game.exchange.files import FORMATS
from game.exchange.json_source import json_document
from game.exchange.taken import Imported

ROUND = ["F", "FS", "AS", "A", "AP", "FP"]
HERON: Data = {  # a ship of the Fleet Books, for FullThrustFleetManager
    "schema_version": 2, "id": "heron", "ruleset": "fb", "race": "human", "faction": "OWN", "name": "Heron",
    "type_label": "Escort Carrier", "type_code": "CVE", "hull_kind": "warship", "tmf": 60, "hull_boxes": 13,
    "armour": 2, "armour_layers": [], "thrust": 4, "ftl": True, "streamlining": "none",
    "systems": [
        {"uid": "s1", "type": "beam", "class": 2, "arcs": ["F", "FS", "FP"]},
        {"uid": "s2", "type": "beam", "class": 1, "arcs": ROUND},
        {"uid": "s3", "type": "hangar", "bays": 1},
        {"uid": "s4", "type": "sm_launcher", "arcs": ["FP", "F", "FS"]},
        {"uid": "s5", "type": "sm_magazine", "capacity": 6, "feeds": ["s4"]},
        {"uid": "s6", "type": "screen", "level": 1}, {"uid": "s7", "type": "pds"}, {"uid": "s8", "type": "pds"},
        {"uid": "s9", "type": "fire_control"},
    ],
    "default_loadout": {
        "fighters": [{"hangar": "s3", "type": "long_range"}],
        "magazines": [{"magazine": "s5", "salvos": ["er", "er"]}], "pulsers": [],
    },
    "allow_rule_breaking": False, "layout_hints": {}, "notes": "Two years late.", "modified": "2026-01-01",
    "source": {"kind": "catalog", "book": "OB", "page": 7, "npv_book": 208},
}  # fmt: skip
TURNSTONE: Data = {  # one of the second edition
    "ruleset": "ft2", "race": "human", "name": "Turnstone", "type_label": "Patrol Carrier", "tmf": 40, "thrust": 2,
    "ftl": True, "hull_boxes": 0, "id": "turnstone",
    "systems": [
        {"uid": "s1", "type": "beam", "class": "A", "arcs": ["P", "F", "S"]},
        {"uid": "s2", "type": "aa_battery", "arcs": ["F"]}, {"uid": "s3", "type": "pdaf"},
        {"uid": "s4", "type": "fighter_group"}, {"uid": "s5", "type": "fire_control"},
        {"uid": "s6", "type": "minelayer"},
    ],
    "default_loadout": {"fighters": [{"hangar": "s4", "type": "torpedo"}]},
}  # fmt: skip
CATALOGUE: Data = {"schema_version": 1, "designs": [HERON, TURNSTONE]}
YARD: Data = {  # a design of Full-Thrust-Multiplayer
    "id": "own-sanderling", "name": "Sanderling-class Frigate", "faction": "Own", "group": "escort", "mass": 40,
    "hullClass": "average", "hullRows": 5, "hullBoxes": 12, "drive": {"thrust": 4, "advanced": False},
    "ftl": "standard", "streamlining": "none", "armour": {"layers": [3, 2], "regenerative": False},
    "screens": {"level": 1, "generators": 1, "advanced": False},
    "weapons": [
        {"id": "w1", "label": "Beam-2", "weaponClass": "beam", "rating": 2, "variant": "standard",
         "arcs": ["FP", "F", "FS"], "mass": 2, "points": 6},
        {"id": "w2", "label": "ER Missile", "weaponClass": "heavy-missile", "rating": 1, "variant": "extended",
         "arcs": ["F"], "mass": 3, "points": 9, "ammo": 1},
    ],
    "turrets": [],
    "systems": [
        {"id": "f", "kind": "firecon", "label": "FireCon", "mass": 1, "points": 4},
        {"id": "c", "kind": "cargo", "label": "Cargo", "mass": 2, "points": 0},
        {"id": "g", "kind": "screen-generator", "label": "Screen Gen", "mass": 0, "points": 0},
    ],
    "fighterBays": [], "gunboats": [], "additionalDamageControlParties": 0, "marineParties": 0, "points": 124,
}  # fmt: skip
CLASS: Data = {  # a class of ftDamage
    "classKey": "LIGHT_CRUISER", "name": "Light Cruiser", "thrust": 6,
    "damage": {"total": 12, "tracks": [[1, 1, 1, 1]] * 3}, "firecons": [1, 1],
    "weapons": [
        {"type": "BEAM", "class": "A", "arcs": ["F", "P", "S"]}, {"type": "NEEDLE", "class": "A", "arcs": ["F"]},
        {"type": "PULSE", "class": "A", "arcs": ["F"]}, {"type": "BEAM", "class": "C", "arcs": ["S", "A"]},
    ],
    "fighters": {"capacity": 6},
}  # fmt: skip


def instance(name: str, **fields: Any) -> Data:
    """Return a ship of ftDamage of that class."""
    ship = {key: value for key, value in CLASS.items() if key != "thrust"}
    return ship | {
        "name": name, "position": {"x": 500, "y": 500}, "heading": 3, "speed": 0, "status": 1,
        "drive": {"thrust": 6, "status": 1}, "firecons": [{"status": 1}] * 2,
        "weapons": [one | {"status": 1} for one in CLASS["weapons"]], "fighters": [{"count": 6, "status": 1}],
    } | fields  # fmt: skip


FLEET: Data = {"name": "OWN", "sourceFleetFile": "./own.json", "ships": [instance("Curlew"), instance("Skua")]}


def imported(data: object, name: str = "own.json") -> Imported:
    """Return what is taken over of data, by the program that they are of."""

    doc = json_document(json.dumps(data, indent=1), name)
    return next(one for one in FORMATS if one.recognised(doc.data)).read(doc)
