"""FullThrustFleetManager: its words for systems, and its designs taken over, one by one, from a catalogue or a fleet.

It keeps ships of the Fleet Books, aliens among them, and of the second edition. Its files are JSON of schema 1 or 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from game.core.names import brief
from game.core.values import Data, Entry
from game.exchange.foreign_object import ForeignObject
from game.exchange.taken import (
    Imported,
    Line,
    Taken,
    TakenFleet,
    fleet_of,
    gather_designs,
    import_design,
    in_order,
    line,
    remarks,
    silhouette,
    valid_name,
)
from game.formats.yaml_source import Document, mapping
from game.rules.ships.design import SYSTEM_KINDS
from game.rules.shipyard.design_schema import ALL_ROUND
from game.rules.shipyard.price_tables import SALVO

PROGRAM = "FullThrustFleetManager"
NEWEST = 2  # the schema that is known
DESIGN, FLEET = "FTDesign", "FTFleet"  # the kinds of files with one design, and with a fleet and its designs
PROFILES = {"fb": "FB", "ft2": "FT2"}
HUMAN, KRAVAK, PHALON, SAVASKU = "human", "kravak", "phalon", "savasku"
LETTERS = {"A": 3, "B": 2, "C": 1}  # batteries of the second edition
HOLDS = {"cargo": "cargo", "passenger": "passengers", "troop": "troops", "lab": "labs"}
LOADS = {"std": "", "er": "ER"}
CRAFT = {kind: kind.replace("_", " ") for kind in (
    "standard", "interceptor", "fast", "attack", "long_range", "heavy", "torpedo",
)}  # fmt: skip
SETTINGS = {"L": "L", "M": "M", "C": "C"}
MINES = 3  # of every minelayer of the second edition


@dataclass(frozen=True)
class Term:
    """The type of a system there and its kind here. `numbers` are fields that are whole numbers, theirs to ours;
    `mode` is the field that is our mode, and what its words mean."""

    theirs: str
    ours: str
    numbers: Mapping[str, str] = field(default_factory=dict)
    mode: tuple[str, Mapping[str, str]] = ("", {})
    level: int = 1

    @property
    def arcs(self) -> bool:
        """Return whether the system has fire arcs that can be chosen."""
        return SYSTEM_KINDS[self.ours].arcs is not None and self.ours not in ALL_ROUND


CLASS = {"class": "class"}
BOTH = (
    Term("pulse_torpedo", "torpedo"), Term("needle_beam", "needle"), Term("submunition", "submunition"),
    Term("fire_control", "fcs"), Term("screen", "screen", {"level": "count"}), Term("nova_cannon", "nova"),
    Term("wave_gun", "wave_gun"), Term("mt_missile", "missile"), Term("ortillery", "ortillery"),
    Term("minesweeper", "minesweeper"), Term("reflex_field", "reflex"), Term("cloak", "cloak"),
)  # fmt: skip
FLEET_BOOKS = (
    *BOTH, Term("beam", "beam", CLASS), Term("sm_launcher", "sml"), Term("sm_magazine", "magazine",
    {"capacity": "mass"}), Term("sm_rack", "smr", mode=("load", LOADS)), Term("pds", "pds"), Term("adfc", "adfc"),
    Term("hangar", "hangar", {"bays": "count"}), Term("tender_bay", "bay", {"capacity": "mass"}),
    Term("minelayer", "minelayer", {"mines": "mines"}), Term("hold", "cargo", {"mass": "mass"}, ("kind", HOLDS)),
    Term("kgun", "kgun", CLASS), Term("mkp", "mkp"), Term("scattergun", "scattergun"), Term("pulser", "pulser"),
    Term("plasma_bolt_launcher", "plasma", CLASS), Term("vapour_shroud", "shroud"),
)  # fmt: skip
SECOND = (
    *BOTH, Term("beam", "beam"), Term("aa_battery", "beam", level=4), Term("pdaf", "pds"), Term("adaf", "adfc"),
    Term("fighter_group", "hangar"), Term("minelayer", "minelayer"),
)  # fmt: skip
WORDS = {"FB": {one.theirs: one for one in FLEET_BOOKS}, "FT2": {one.theirs: one for one in SECOND}}
TUG = "tug_drive"


def recognised(data: object) -> bool:
    """Return whether this is data of the program: a design, a file of designs, or a fleet."""
    fields = mapping(data)
    listed = fields.get("designs")
    first = mapping(listed[0]) if isinstance(listed, list) and listed else mapping(fields.get("design", data))
    return fields.get("kind") in (DESIGN, FLEET) or ("ruleset" in first and "systems" in first)


def read(doc: Document) -> Imported:
    """Take over every design of a file."""
    whole = ForeignObject(doc)
    if not {"design", "designs", "fleet"} & whole.fields.keys():
        return gather_designs(PROGRAM, (), [whole], _design)
    whole.skip("kind", "schema_version")
    _version(whole)
    parts = [whole.part("design")] if "design" in whole.fields else []
    parts += whole.parts("designs")
    _fleet(whole, {str(part.fields.get("id")) for part in parts})
    if whole.get("factions"):
        whole.note("the names of factions are not taken over", "factions", key=True)
    whole.rest()
    own = [ForeignObject(doc, part.at) for part in parts]  # each with notes of its own
    made: dict[str, Taken] = {}

    def design(part: ForeignObject) -> list[Taken]:
        found = _design(part)
        made.update((str(part.fields.get("id")), one) for one in found)
        return found

    found = gather_designs(PROGRAM, whole.notes, own, design)
    return replace(found, fleet=_ships(mapping(whole.get("fleet")), made))


def _ships(fleet: Entry, made: Mapping[str, Taken]) -> TakenFleet:
    """Return the ships of a fleet whose designs were taken over."""
    listed = fleet.get("ships")
    ships = [mapping(one) for one in listed] if isinstance(listed, list) else []
    known = [(made[str(one.get("design_id"))], one) for one in ships if str(one.get("design_id")) in made]
    return fleet_of(fleet.get("name"), ((design, str(one.get("name", ""))) for design, one in known))


def _fleet(whole: ForeignObject, held: set[str]) -> None:
    """Note the parts of a fleet that are not taken over, and its designs that are not in the file."""
    if not whole.get("fleet"):
        return
    ships = whole.part("fleet").parts("ships")
    for absent in dict.fromkeys(str(ship.fields.get("design_id")) for ship in ships):
        if absent not in held:
            whole.note(f"the design {brief(absent)} is not in this file, so it cannot be taken over", "fleet", key=True)
    whole.note("its ships are taken over by design and name; squadrons and damage are not", "fleet", key=True)


def _version(part: ForeignObject) -> None:
    found = part.get("schema_version")
    if isinstance(found, int) and found > NEWEST:
        part.note(
            f"this is schema {found}; {NEWEST} is the newest that is known, so some of it may be misread",
            "schema_version",
        )


def _design(part: ForeignObject) -> list[Taken]:
    """Return the design of one object. If the yard could not build it, note that and return None."""
    part.skip("id", "modified", "allow_rule_breaking")  # the yard finds for itself what breaks a rule
    _version(part)
    profile, race = part.choice("ruleset", PROFILES, ""), part.words("race", HUMAN)
    if not profile:
        part.note("not taken over: without a known ruleset its figures mean nothing", key=True)
        return []
    if race == SAVASKU:
        part.note("not taken over: the yard builds no living ships of the Sa'Vasku", "race")
        return []
    if race not in (HUMAN, KRAVAK, PHALON):
        part.note(f"the people {brief(race)} is not known: taken as {HUMAN}", "race")
    mass, boxes = part.number("tmf", 1), 0
    if profile == "FB":
        boxes = part.number("hull_boxes", 1) or 0
    elif part.get("hull_boxes"):
        part.note("hull boxes of the second edition follow from the MASS: left out", "hull_boxes")
    if mass is None or (profile == "FB" and not boxes):
        part.note("not taken over: MASS and hull boxes are needed", key=True)
        return []
    merchant = part.choice("hull_kind", {"warship": False, "merchant": True}, False)
    loads = _Loads(part)
    lines, tow = _systems(part, profile, loads)
    armour, shell = _armour(part)
    family = "box" if merchant else "fork" if race == KRAVAK else "needle"
    points, source = _source(part)
    label = part.words("type_label")
    name = valid_name(part, part.words("name"), "Unnamed design")
    entry = {
        "name": name,
        "class": valid_name(part, label, "merchant" if merchant else "warship"),
        "glyph": "box-freighter" if merchant else silhouette(mass, profile, family),
        "about": remarks(part, part.words("notes"), source),
        "profile": "" if profile == "FB" else profile,
        "mass": mass,
        "hull": boxes,
        "armour": armour,
        "shell": shell,
        "drive": _drive(part.number("thrust", 0, 100, 0) or 0, race == KRAVAK),
        "ftl": part.flag("ftl"),
        "tow": tow,
        "merchant": merchant,
        "streamlining": part.choice("streamlining", {"none": "", "partial": "partial", "full": "full"}, ""),
    }
    part.rest()
    return import_design(part, entry, lines, (points, "source.npv_book") if points else None)


def _drive(thrust: int, advanced: bool) -> Data:
    return ({"thrust": thrust} if thrust else {}) | ({"advanced": True} if advanced and thrust else {})


def _armour(part: ForeignObject) -> tuple[int, list[int]]:
    """Return boxes of armour, or the layers of a shell."""
    armour = part.number("armour", usual=0) or 0
    layers = part.boxes("armour_layers")
    if len(layers) < 2:
        return armour or sum(layers), []
    if sum(layers) != armour:
        words = f"the layers of its shell are {sum(layers)} boxes together, not {armour}: the layers are taken over"
        part.note(words, "armour_layers")
    return 0, layers


def _source(part: ForeignObject) -> tuple[int, str]:
    """Return the points that its book prints, and a remark on fleet, code and book."""
    source = part.part("source")
    source.skip("kind", "of")
    book, page = source.words("book"), source.number("page", usual=0)
    points = source.number("npv_book", 0, 100_000, 0) or 0
    source.rest()
    words = [part.words("faction"), part.words("type_code"), f"{book} page {page}" if book and page else book]
    said = ", ".join(filter(None, words))
    return points, f"{PROGRAM}: {said}." if said else ""


class _Loads:
    """The loads and settings of its magazines, hangars and pulsers, by the ids of systems."""

    def __init__(self, part: ForeignObject) -> None:
        self.part = part.part("default_loadout")
        self.craft = self._by("fighters", "hangar")
        self.salvos = self._by("magazines", "magazine")
        self.settings = self._by("pulsers", "pulser")
        self.part.rest()

    def _by(self, name: str, owner: str) -> dict[str, list[ForeignObject]]:
        found: dict[str, list[ForeignObject]] = {}
        for one in self.part.parts(name):
            found.setdefault(one.words(owner), []).append(one)
        return found

    def note_unused(self) -> None:
        """Note loads of systems that the design does not have."""
        for loads in (self.craft, self.salvos, self.settings):
            for uid, parts in loads.items():
                for one in parts:
                    one.note(f"the design has no such system {brief(uid)} to load: left out", key=True)


def _systems(part: ForeignObject, profile: str, loads: _Loads) -> tuple[list[Line], int]:
    """Return the lines of its systems, and the MASS that a tug takes along."""
    lines: list[Line] = []
    systems, tow = part.parts("systems"), 0
    kinds = Counter(str(one.fields.get("type")) for one in systems)
    launchers = {str(one.fields.get("uid")) for one in systems if one.fields.get("type") == "sm_launcher"}
    for one in systems:
        one.skip("uid")
        kind = one.words("type")
        if kind == TUG and profile == "FB":
            tow += one.number("tow_mass", 1, 100_000) or 0
        elif kind == TUG:
            one.note("the yard builds no tugs of the second edition: left out", "type")
            continue
        elif word := WORDS[profile].get(kind):
            lines += _lines(one, word, profile, loads)
        else:
            known = "the yard builds no" if kind in WORDS["FB"] or kind in WORDS["FT2"] else "there is no system"
            one.note(f"{known} {brief(kind)}{' of this edition' if 'yard' in known else ''}: left out", "type")
            continue
        feeds = {*one.texts("feeds")} if kind == "sm_magazine" else launchers
        if strange := sorted(feeds - launchers):
            one.note(f"the design has no such launcher {brief(strange[0])} to feed", "feeds")
        elif kinds["sm_magazine"] > 1 and feeds != launchers:
            one.note("which launchers it feeds is not taken over: here every magazine feeds every launcher", "feeds")
        one.rest()
    loads.note_unused()
    return lines, tow


def _lines(one: ForeignObject, word: Term, profile: str, loads: _Loads) -> list[Line]:
    """Return the lines of one system: a hangar has one for each kind of craft."""
    data: Data = {"kind": word.ours}
    for theirs, ours in word.numbers.items():
        number = one.number(theirs, 1 if ours != "mines" else 0, usual=None if ours == "mass" else 1)
        data |= {ours: number} if number and (number > 1 or ours not in ("class", "count")) else {}
    if word.ours == "beam" and profile == "FT2":
        level = one.choice("class", LETTERS, 1) if word.level == 1 else word.level
        data |= {"class": level} if level > 1 else {}
    if word.ours == "minelayer" and profile == "FT2":
        data["mines"] = MINES
    arcs = one.texts("arcs") if word.arcs else []
    data |= {"arcs": in_order(arcs, profile)} if arcs else {}
    name, meant = word.mode
    mode = one.choice(name, meant, "") if name else ""
    uid = str(one.fields.get("uid"))
    if word.ours == "magazine":
        mode = _salvos(one, loads.salvos.pop(uid, []))
    if word.ours == "pulser":
        mode = next((load.choice("mode", SETTINGS, "") for load in loads.settings.pop(uid, [])), "")
    data |= {"mode": mode} if mode and mode != "cargo" else {}
    return _craft(one, data, profile, loads.craft.pop(uid, [])) if word.ours == "hangar" else line(one, data)


def _salvos(one: ForeignObject, given: list[ForeignObject]) -> str:
    """Return the mode of a magazine: all of its salvos are alike here, and it is full."""
    salvos = [salvo for load in given for salvo in load.texts("salvos")]
    modes = {LOADS.get(salvo, salvo) for salvo in salvos}
    mode = "ER" if modes == {"ER"} else ""
    if modes - {mode}:
        given[0].note(
            f"its salvos are taken as {'ER' if mode else 'standard'} ones: here a magazine has one kind", "salvos"
        )
    capacity = one.fields.get("capacity")
    holds = capacity // SALVO[mode] if isinstance(capacity, int) else 0
    if salvos and len(salvos) != holds:
        given[0].note(f"it is loaded with {len(salvos)} salvos; here it is full, with {holds}", "salvos")
    return mode


def _craft(one: ForeignObject, data: Data, profile: str, groups: list[ForeignObject]) -> list[Line]:
    """Return a line for each kind of craft in a hangar; bays without a group are empty, those of the second edition
    have standard fighters."""
    bays = data.pop("count", 1)
    kinds = [group.choice("type", CRAFT, "standard") for group in groups]
    for group in groups[bays:]:
        group.note(f"the hangar has {bays} bay{'s' if bays > 1 else ''}: this group is left out", key=True)
    kinds = kinds[:bays] + ["standard" if profile == "FT2" else "empty"] * (bays - len(kinds))
    counted = Counter(kinds)
    return [
        made
        for kind, many in counted.items()
        for made in line(
            one, data | ({"count": many} if many > 1 else {}) | ({"mode": kind} if kind != "standard" else {})
        )
    ]
