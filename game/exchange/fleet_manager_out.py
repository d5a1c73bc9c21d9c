"""Designs written for FullThrustFleetManager, and what its files cannot hold of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

from game.core.values import Data
from game.exchange.fleet_manager import (
    CRAFT,
    DESIGN,
    FLEET,
    FLEET_BOOKS,
    HUMAN,
    KRAVAK,
    LETTERS,
    MINES,
    NEWEST,
    PHALON,
    SECOND,
    TUG,
    Term,
)
from game.formats.problems import Steps
from game.formats.user_folders import stem_of
from game.rules.ships.design import Design, Mount
from game.rules.shipyard.price_tables import SALVO

LONGEST_NAME, LONGEST_LABEL = 80, 60  # letters that it keeps
ALIEN = {"kgun": KRAVAK, "mkp": KRAVAK, "scattergun": KRAVAK, "pulser": PHALON, "plasma": PHALON, "shroud": PHALON}
LEFT_OUT = ("drive", "ftl", "bridge", "life_support", "power_core")  # they are no systems there
PEOPLES = {KRAVAK: "the Kra'Vak", PHALON: "the Phalons", HUMAN: "humans"}


@dataclass(frozen=True)
class Loss:
    """A part of a design that a format does not hold: its path, mounts counted from 0, and a sentence. `kept` if it is
    written, but the other program makes less of it."""

    at: Steps
    words: str
    kept: bool = False


def design_text(designs: Sequence[Design]) -> tuple[str, list[tuple[Design, Loss]]]:
    """Return the file of one design, or of several as a fleet with one ship each, which is how the program takes them
    in; and what is lost of each."""
    losses: list[tuple[Design, Loss]] = []
    written: list[Data] = []
    for design in designs:
        data, lost = _design(design)
        again = sum(one.key == design.key for one in designs[: len(written)])
        written.append(data | {"id": f"{data['id']}-{again + 1}"} if again else data)
        losses += [(design, one) for one in lost]
    file: Data = {"schema_version": NEWEST, "kind": DESIGN, "design": written[0], "factions": []}
    if len(written) > 1:
        file = {"schema_version": NEWEST, "kind": FLEET, "fleet": _fleet(written), "designs": written, "factions": []}
    return json.dumps(file, indent=1, ensure_ascii=False) + "\n", losses


def rulesets(designs: Iterable[Design]) -> set[str]:
    """Return the rulesets of designs; a file holds those of one only."""
    return {"ft2" if one.profile == "FT2" else "fb" for one in designs}


def _fleet(designs: Sequence[Data]) -> Data:
    """Return a fleet of one ship of each design. Its id follows from them, so that another fleet does not replace
    it."""
    first, known = designs[0], sha256(json.dumps(designs).encode()).hexdigest()[:12]
    ships = [
        {"uid": f"sh{n}", "design_id": one["id"], "name": one["name"], "table_id": f"S-{n}", "squadron": "sq1"}
        for n, one in enumerate(designs, 1)
    ]
    return {
        "schema_version": NEWEST, "id": known, "ruleset": first["ruleset"], "race": first["race"],
        "allow_race_mixing": len({one["race"] for one in designs}) > 1, "faction": None, "name": "Dead Reckoning",
        "squadrons": [{"id": "sq1", "name": "Main body"}], "ships": ships,
    }  # fmt: skip


def _design(design: Design) -> tuple[Data, list[Loss]]:
    """Return a design as the program keeps it, and what is lost."""
    second = design.profile == "FT2"
    race = _race(design)
    systems, loads, losses = _systems(design, race)
    losses += _fields(design)
    return {
        "schema_version": NEWEST,
        "id": stem_of(design.key),
        "ruleset": "ft2" if second else "fb",
        "race": race,
        "faction": None,
        "name": design.name,
        "type_label": design.ship_class,
        "type_code": "",
        "hull_kind": "merchant" if design.merchant else "warship",
        "tmf": design.mass,
        "hull_boxes": 0 if second else design.hull,
        "armour": design.armour,
        "armour_layers": list(design.shell),
        "thrust": design.thrust,
        "ftl": design.ftl,
        "streamlining": design.streamlining,
        "systems": systems,
        "default_loadout": loads,
        "allow_rule_breaking": False,
        "layout_hints": {},
        "source": {"kind": "custom"},
        "notes": design.about,
        "modified": "",
    }, losses  # fmt: skip


def _race(design: Design) -> str:
    """Return the people whose rules price it best: advanced drives are those of the Kra'Vak there, shells of
    Phalons."""
    if design.advanced:
        return KRAVAK
    peoples = {ALIEN[mount.kind] for mount in design.mounts if mount.kind in ALIEN}
    return PHALON if len(design.shell) > 1 or PHALON in peoples else HUMAN


def _fields(design: Design) -> list[Loss]:
    """Return the parts of hull, drives and crew that are lost."""
    rows = 4 if design.profile != "FT2" else design.rows
    lost = (
        ("glyph", design.glyph != "box", f"its silhouette, {design.glyph}, is not kept"),
        ("profile", design.profile == "XD", "that it is built by Cross Dimensions is not kept"),
        ("rows", design.rows != rows, f"the {design.rows} rows of its hull are not kept"),
        ("drive", bool(design.manoeuvre), f"its manoeuvre drives of rating {design.manoeuvre} are not kept"),
        ("point_defence", design.point_defence != "base", "its area defence is not kept as one of the reformed rules"),
        ("attack_fighter_price", design.attack_fighter_price != 4, "the price of its attack fighters is not kept"),
        ("repair_parties", bool(design.parties), "the repair parties bought for it are not kept"),
        ("groups", bool(design.groups), "the names of its groups of fighters are not kept"),
    )
    losses = [Loss((name,), words) for name, there, words in lost if there]
    for name, text, most in (("name", design.name, LONGEST_NAME), ("class", design.ship_class, LONGEST_LABEL)):
        if len(text) > most:
            losses.append(Loss((name,), f"only {most} letters of its {name} are kept there", kept=True))
    return losses


def _systems(design: Design, race: str) -> tuple[list[Data], Data, list[Loss]]:
    """Return its systems, what they are loaded with, and what is lost of them."""
    systems: list[Data] = []
    losses: list[Loss] = []
    loads: Data = {"fighters": [], "magazines": [], "pulsers": []}
    screens = design.of("screen")
    for nth, mount in enumerate(design.mounts):
        if mount.kind in LEFT_OUT or mount in screens[1:]:
            continue
        at = ("systems", nth)
        word = _term(mount, design.profile)
        if word is None:
            losses.append(Loss(at, f"there is no system like its {mount.title}: left out"))
            continue
        system: Data = {"uid": f"s{nth + 1}", "type": word.theirs} | _numbers(mount, word, design.profile, len(screens))
        if word.arcs:
            system["arcs"] = list(mount.arcs)
        losses += _load(mount, at, system["uid"], loads, design.profile)
        systems.append(system)
    losses += _strangers(design, race)
    if tow := sum(mount.size for mount in design.of("ftl") if design.ftl and mount.size > 1):
        systems.append({"uid": "tug", "type": TUG, "tow_mass": tow})
    _feed_launchers(systems)
    return systems, loads, losses


def _term(mount: Mount, profile: str) -> Term | None:
    """Return the word for a system there; None if it has none. Batteries of the second edition are of four classes."""
    if profile != "FT2":
        return next((one for one in FLEET_BOOKS if one.ours == mount.kind), None)
    level = mount.level if mount.kind == "beam" and mount.level not in LETTERS.values() else 1
    return next((one for one in SECOND if (one.ours, one.level) == (mount.kind, level)), None)


def _numbers(mount: Mount, word: Term, profile: str, screens: int) -> Data:
    """Return class, level, capacity, number and mode of a system by the names they have there."""
    ours = {"class": mount.level, "count": screens if mount.kind == "screen" else 1, "mass": mount.size,
            "mines": mount.size}  # fmt: skip
    found: Data = {theirs: ours[name] for theirs, name in word.numbers.items()}
    if word.ours == "beam" and profile == "FT2" and word.level == 1:
        found["class"] = {level: letter for letter, level in LETTERS.items()}[mount.level]
    name, meant = word.mode
    return found | ({name: next(theirs for theirs, mode in meant.items() if mode == mount.mode)} if name else {})


def _load(mount: Mount, at: Steps, uid: str, loads: Data, profile: str) -> list[Loss]:
    """Add what a system is loaded with or set to; return what is lost of it."""
    here = (*at, "mode")
    if mount.kind == "hangar" and mount.mode == "empty":
        return [Loss(here, "an empty hangar is written as one of standard fighters")] if profile == "FT2" else []
    if mount.kind == "hangar":
        kind = {ours: theirs for theirs, ours in CRAFT.items()}.get(mount.mode)
        near = kind or next((one for one in mount.mode.split() if one in CRAFT), "standard")
        loads["fighters"].append({"hangar": uid, "type": near})
        return [] if kind else [Loss(here, f"its {mount.mode} fighters are written as {near} ones")]
    if mount.kind == "magazine":
        salvo = "er" if mount.mode == "ER" else "std"
        loads["magazines"].append({"magazine": uid, "salvos": [salvo] * (mount.size // SALVO[mount.mode])})
    if mount.kind == "pulser":
        loads["pulsers"].append({"pulser": uid, "mode": mount.mode})
    if mount.kind == "missile" and mount.mode != "standard":
        return [Loss(here, f"{mount.title} is written as a plain missile, without its {mount.mode} warhead")]
    if mount.kind == "minelayer" and profile == "FT2" and mount.size != MINES:
        return [Loss((*at, "mines"), f"a minelayer of the second edition has {MINES} mines there, not {mount.size}")]
    return []


def _strangers(design: Design, race: str) -> list[Loss]:
    """Return the systems that are written but have no price there, since each people has systems of its own."""
    if design.profile == "FT2":
        return []
    plain = {"fcs", "hangar", "bay", "cargo", *LEFT_OUT} | ({"adfc"} if race == PHALON else set())
    own = plain | {kind for kind, people in ALIEN.items() if people == race}
    strange = [mount for mount in design.mounts if (mount.kind in ALIEN if race == HUMAN else mount.kind not in own)]
    written = {one.ours for one in FLEET_BOOKS}
    titles = dict.fromkeys(mount.title for mount in strange if mount.kind in written)
    words = f"written, but without a price among ships of {PEOPLES[race]} there: {', '.join(titles)}"
    return [Loss((), words, True)] if titles else []


def _feed_launchers(systems: Sequence[Data]) -> None:
    """Let every launcher be fed by one magazine, as it wants."""
    launchers = [one["uid"] for one in systems if one["type"] == "sm_launcher"]
    magazines = [one for one in systems if one["type"] == "sm_magazine"]
    for nth, one in enumerate(magazines):
        one["feeds"] = launchers[nth :: len(magazines)]
