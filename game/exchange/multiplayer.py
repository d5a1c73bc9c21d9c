"""Full-Thrust-Multiplayer: its ship designs taken over, from a design's file, a list of them or a saved battle.

It plays Project Continuum, so a design is taken over as one of Cross Dimensions, which builds most of the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.core.names import brief
from game.core.values import Data
from game.exchange.foreign_object import ForeignObject
from game.exchange.taken import (
    Imported,
    Line,
    Taken,
    gather_designs,
    import_design,
    in_order,
    line,
    remarks,
    silhouette,
    valid_name,
)
from game.formats.validation import value_text
from game.formats.yaml_source import Document, mapping

PROGRAM = "Full-Thrust-Multiplayer"
ARMS: Mapping[str, str] = {  # weapons by their class there
    "beam": "beam", "pulse-torpedo": "torpedo", "needle-beam": "needle", "submunition-pack": "submunition",
    "k-gun": "kgun", "mkp": "mkp", "pulser": "pulser", "nova-cannon": "nova", "wave-gun": "wave_gun",
    "heavy-missile": "heavy_missile", "salvo-missile-rack": "smr", "salvo-missile-launcher": "sml",
    "plasma-bolt-launcher": "plasma",
}  # fmt: skip
CLASSED = ("beam", "kgun", "plasma")
EXTENDED = ("heavy_missile", "smr")  # weapons that may have an extended range
SYSTEMS: Mapping[str, tuple[str, str]] = {  # other systems, with their mode here
    "firecon": ("fcs", ""), "pds": ("pds", ""), "adfc": ("adfc", ""), "scattergun": ("scattergun", ""),
    "ecm": ("ecm", ""), "area-ecm": ("ecm", "area"), "enhanced-sensors": ("sensors", "enhanced"),
    "superior-sensors": ("sensors", "superior"), "minesweeper": ("minesweeper", ""), "ortillery": ("ortillery", ""),
    "reflex-field": ("reflex", ""), "tuffley-cloak": ("cloak", ""), "cargo": ("cargo", ""),
    "passenger-berthing": ("cargo", "passengers"), "troop-berthing": ("cargo", "troops"), "tender": ("bay", ""),
    "boat-bay": ("bay", ""), "hangar-bay": ("hangar", ""), "fighter-rack": ("hangar", ""),
}  # fmt: skip
NO_SYSTEM = ("screen-generator", "ftl-drive")  # what `screens` and `ftl` say already
CRAFT = ("standard", "interceptor", "attack", "torpedo")
FRAMES = ("heavy", "fast", "long-range")


def recognised(data: object) -> bool:
    """Return whether this is data of the program: a design, a list of them, or a saved battle."""
    first = mapping(data[0] if isinstance(data, list) and data else data)
    return "hullClass" in first or {"weapons", "turrets"} <= first.keys() or {"setup", "actions"} <= first.keys()


def read(doc: Document) -> Imported:
    """Take over every design of a file."""
    whole = ForeignObject(doc)
    if isinstance(doc.data, list):
        parts = [ForeignObject(doc, (n,)) for n, one in enumerate(doc.data) if isinstance(one, dict)]
        strange = [n for n, one in enumerate(doc.data) if not isinstance(one, dict)]
        for n in strange:
            whole.note(f"a design belongs here, not {value_text(doc.data[n])}: left out", n)
    elif "setup" in whole.fields:
        setup = whole.part("setup")
        parts = [ForeignObject(doc, part.at) for part in setup.parts("customDesigns")]
        whole.note("only the designs of its own are taken over, not the battle", key=True)
    else:
        parts = [ForeignObject(doc)]
    return gather_designs(PROGRAM, whole.notes, parts, _design)


def _design(part: ForeignObject) -> list[Taken]:
    """Return the design of one object; none, with a note, if the yard cannot read it."""
    part.skip("id", "hullClass", "coreSystems")  # told by its boxes, and true of every ship here
    mass, boxes = part.number("mass", 1), part.number("hullBoxes", 1)
    if mass is None or boxes is None:
        part.note("not taken over: MASS and hull boxes are needed", key=True)
        return []
    called, group = part.words("name"), part.words("group")
    name, _, kind = called.partition("-class ")
    drive = part.part("drive")
    thrust, advanced = drive.number("thrust", 0, 100, 0) or 0, drive.flag("advanced")
    drive.rest()
    rows = part.number("hullRows", 3, 6, 4)
    craft = _craft(part)
    lines = [*_weapons(part), *_systems(part, craft), *_magazines(part), *_screens(part)]
    faction = part.words("faction")
    armour, shell = _armour(part)
    tug = part.get("ftl") == "tug"
    entry = {
        "name": valid_name(part, name, "Unnamed design"),
        "class": valid_name(part, kind, group or "warship"),
        "glyph": silhouette(mass, "XD", "fork" if advanced else "needle"),
        "about": remarks(part, part.words("notes"), f"{PROGRAM}: {faction}." if faction else ""),
        "profile": "XD",
        "mass": mass,
        "hull": boxes,
        "rows": rows if rows != 4 else None,
        "armour": armour,
        "shell": shell,
        "drive": ({"thrust": thrust} if thrust else {}) | ({"advanced": True} if advanced else {}),
        "ftl": part.choice("ftl", {"none": False, "standard": True, "advanced": True, "tug": True}, False),
        "tow": part.number("ftlTransferMass", 0, 100_000, 0) if tug else 0,
        "streamlining": part.choice("streamlining", {"none": "", "partial": "partial", "full": "full"}, ""),
        "repair_parties": part.number("additionalDamageControlParties", 0, 3, 0),
    }
    _not_here(part)
    points = part.number("points", 0, 1_000_000, 0)
    part.rest()
    return import_design(part, entry, lines, (points, "points") if points else None)


def _not_here(part: ForeignObject) -> None:
    """Note every feature that the yard cannot build as it is."""
    if part.get("ftl") == "advanced":
        part.note("an advanced FTL drive is taken over as a plain one", "ftl")
    if part.get("marineParties"):
        part.note("marines are not bought here, so its marine parties are left out", "marineParties")
    if part.get("flawed"):
        part.note("no ship here is of a flawed design: taken over as a sound one", "flawed")
    for one in part.parts("turrets"):
        one.note("the yard builds no turrets: left out; its weapons are taken over with their own arcs", key=True)
    for one in part.parts("gunboats"):
        one.note("there are no gunboats: left out", key=True)


def _armour(part: ForeignObject) -> tuple[int, list[int]]:
    """Return boxes of armour, or the layers of a shell, the inner first."""
    armour = part.part("armour")
    layers = armour.boxes("layers")
    if armour.flag("regenerative"):
        armour.note("armour that grows back is taken over as plain armour", "regenerative")
    armour.rest()
    return (0, layers) if len(layers) > 1 else (sum(layers), [])


def _screens(part: ForeignObject) -> list[Line]:
    """Return the generators of its screens, those in reserve too."""
    screens = part.part("screens")
    level, spare = screens.number("level", 0, 60, 0) or 0, screens.number("generators", 0, 60, 0) or 0
    kind = "advanced_screen" if screens.flag("advanced") else "screen"
    if screens.get("area"):
        screens.note("the yard builds no area screens: left out", "area", key=True)
    screens.rest()
    many = max(level, spare)
    return line(screens, {"kind": kind} | ({"count": many} if many > 1 else {})) if many else []


def _stated_cost(one: ForeignObject) -> tuple[object, object] | None:
    """Return the MASS and points that a system has there; None if they are no numbers."""
    found = one.get("mass"), one.get("points")
    return found if all(isinstance(each, int | float) and not isinstance(each, bool) for each in found) else None


def _weapons(part: ForeignObject) -> list[Line]:
    """Return the lines of its weapons."""
    lines: list[Line] = []
    for one in part.parts("weapons"):
        one.skip("id", "label")
        kind, variant = one.words("weaponClass"), one.words("variant", "standard")
        ours = ARMS.get(kind)
        extended = variant == "extended" and ours in EXTENDED
        if ours is None or not (variant == "standard" or extended):
            range_ = "" if variant == "standard" else f" of the {variant} kind"
            one.note(f"the yard builds no {brief(kind)}{range_}: left out", "weaponClass")
            continue
        level = one.number("rating", 1, 9, 1) or 1
        if level > 1 and ours not in CLASSED:
            one.note(f"the yard builds no {brief(kind)} of class {level}: left out", "rating")
            continue
        data: Data = {"kind": ours} | ({"class": level} if level > 1 else {}) | ({"mode": "ER"} if extended else {})
        arcs = in_order(one.texts("arcs"), "XD")
        data |= {"arcs": arcs} if arcs else {}
        if one.get("flak"):
            one.note("no gun here fires flak: it is taken over without", "flak")
        if one.get("ammo") not in (None, 1):
            one.note(
                f"ammunition of {value_text(one.get('ammo'))} is not taken over: a weapon here has its own", "ammo"
            )
        one.skip("broadside", "turretId")  # its arcs say the same; turrets are noted
        lines += line(one, data, _stated_cost(one))
        one.rest()
    return lines


def _systems(part: ForeignObject, craft: Sequence[str]) -> list[Line]:
    """Return the lines of its other systems; hangars take the craft in their order."""
    lines: list[Line] = []
    groups = iter(craft)
    for one in part.parts("systems"):
        one.skip("id", "label", "rating")
        kind = one.words("kind")
        if kind in NO_SYSTEM:
            continue
        said = _stated_cost(one)
        if kind not in SYSTEMS:
            one.note(f"the yard builds no {brief(kind)}: left out", "kind")
            continue
        ours, mode = SYSTEMS[kind]
        data: Data = {"kind": ours}
        if ours in ("cargo", "bay"):
            data["mass"] = _load(one, 1.5 if ours == "bay" else 1)
        if ours == "hangar":
            mode = next(groups, "empty")
            mode = "" if mode == "standard" else mode
        data |= {"mode": mode} if mode and mode != "enhanced" else {}
        one.skip("arcs")
        lines += line(one, data, said)
        one.rest()
    for left in groups:
        part.note(f"no hangar is left for a group of {left} fighters: left out", "fighterBays")
    return lines


def _load(one: ForeignObject, share: float) -> int:
    """Return the MASS that a hold or bay carries, of its own MASS; at least 1."""
    mass = one.get("mass")
    mass = mass if isinstance(mass, int | float) and not isinstance(mass, bool) else 0
    load = max(1, min(2000, int(mass / share)))
    if load * share != mass:
        one.note(f"it is taken over with a load of {load} MASS: here MASS is whole", "mass")
    return load


def _craft(part: ForeignObject) -> list[str]:
    """Return the craft of its groups as they are called here."""
    found = []
    for one in part.parts("fighterBays"):
        one.skip("label")
        kind, modifiers = one.words("typeId", "standard"), one.texts("modifiers")
        frames = [each.replace("-", " ") for each in modifiers if each in FRAMES]
        strange = [each for each in modifiers if each not in FRAMES]
        if kind not in CRAFT:
            strange.insert(0, kind)
        traits = (frames + [kind] * (kind in CRAFT and kind != "standard"))[:2]
        if strange or len(frames) + (kind != "standard") > 2:
            words = " ".join(traits) or "standard"
            one.note(f"no fighters here are {', '.join(strange) or 'of three kinds'}: taken over as {words} ones")
        found.append(" ".join(traits) or "standard")
        one.rest()
    return found


def _magazines(part: ForeignObject) -> list[Line]:
    """Return the lines of its magazines, with the kind of salvo that most are of."""
    lines: list[Line] = []
    for one in part.parts("magazines"):
        one.skip("id", "launcherIds")
        loads = [(load, load.words("grade", "standard"), load.flag("multiStage")) for load in one.parts("loads")]
        extended = sum(grade == "extended" for _, grade, _ in loads)
        mode = "ER" if 2 * extended > len(loads) else ""
        for load, grade, staged in loads:
            if staged or (grade == "extended") != bool(mode):
                kind = f"{'multi-stage ' if staged else ''}{grade}"
                load.note(f"a {kind} salvo is taken over as one more {mode or 'standard'} salvo", key=True)
            load.rest()
        said = _stated_cost(one)
        mass = one.number("mass", 1)
        if mass is not None:
            lines += line(one, {"kind": "magazine"} | ({"mode": mode} if mode else {}) | {"mass": mass}, said)
        one.rest()
    return lines
