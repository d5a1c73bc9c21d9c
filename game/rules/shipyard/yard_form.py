"""The form of a ship design in the yard: its fields, its systems, and those that its edition builds
(full-thrust-base/8.1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from game.board.geometry import ARCS, QUARTERS
from game.core.display import Icon
from game.core.forms import Arcs, EntryField, FormField, PartAboard, PartOffer, Room, RoomPart, Steps, YardForm
from game.core.values import Data, Entry, Value
from game.rules.ships.design import F3, SYSTEM_KINDS, Design, Mount
from game.rules.shipyard.build_rules import ARC_RULE, EDITIONS, impossible_arcs, is_built
from game.rules.shipyard.design_schema import ALL_ROUND, LOADED, WORDS, DesignFile, SystemFile, mount_of, mounts_of
from game.rules.shipyard.hull_fields import EDITION_NAMES, edition, hull_fields
from game.rules.shipyard.price_tables import LARGEST, MODES, share
from game.rules.shipyard.pricing import WEIGHTS, Bill, figures_by_field, price, weigh
from game.rules.shipyard.system_lines import (
    add_system,
    change_line,
    mode_said,
    move_line,
    new_line,
    one_turned,
    remove_lines,
    set_line_arcs,
    turned_about,
)

GROUPS: Mapping[str, tuple[tuple[str, int], ...]] = {  # kinds by group, a gun with its class
    "Guns": (
        ("beam", 1), ("beam", 2), ("beam", 3), ("beam", 4), ("torpedo", 1), ("kgun", 2), ("needle", 1),
        ("submunition", 1), ("pulser", 1), ("mkp", 1), ("plasma", 1), ("nova", 1), ("wave_gun", 1), ("ortillery", 1),
    ),
    "Defence and control": (
        ("fcs", 1), ("pds", 1), ("adfc", 1), ("scattergun", 1), ("screen", 1), ("advanced_screen", 1), ("reflex", 1),
        ("cloak", 1), ("shroud", 1), ("sensors", 1), ("ecm", 1),
    ),
    "Ordnance and craft": (
        ("sml", 1), ("magazine", 1), ("smr", 1), ("missile", 1), ("heavy_missile", 1), ("hangar", 1), ("bay", 1),
        ("minelayer", 1), ("minesweeper", 1), ("cargo", 1),
    ),
}  # fmt: skip
BANDS = ((0.0, 12.0), (12.0, 24.0), (24.0, 36.0))  # MU
TARGETS = ("bare", "screen 1", "screen 2")
SLIDERS = frozenset({"hull", "armour", "thrust"})
MOST_CLASS, MOST_ALIKE, LARGEST_LOAD = 9, 60, 2000
SIX: tuple[tuple[str, Arcs], ...] = (("port", WORDS["P3"]), ("fore", F3), ("starboard", WORDS["S3"]), ("all", ARCS))
FOUR: tuple[tuple[str, Arcs], ...] = (
    ("port", ("P",)),
    ("fore", ("F",)),
    ("starboard", ("S",)),
    ("all", ("F", "S", "P")),
)
FIRST: Data = {  # the contents of a new design
    "name": "New ship", "class": "frigate", "glyph": "needle-frigate", "mass": 30, "hull": 11, "armour": 2,
    "drive": {"thrust": 4}, "ftl": True,
    "systems": [{"kind": "beam", "class": 2, "arcs": ["FP", "F", "FS"]}, {"kind": "beam", "class": 1, "count": 2},
                {"kind": "pds", "count": 3}, {"kind": "fcs"}],
}  # fmt: skip

HULL_CLASSES: Mapping[str, tuple[str, int]] = {  # silhouette and MASS
    "corvette": ("needle-corvette", 14), "frigate": ("needle-frigate", 24), "destroyer": ("needle-destroyer", 36),
    "light cruiser": ("needle-light-cruiser", 58), "heavy cruiser": ("needle-heavy-cruiser", 84),
    "battlecruiser": ("needle-battlecruiser", 106), "battleship": ("needle-battleship", 134),
    "dreadnought": ("needle-dreadnought", 172), "freighter": ("box-freighter", 100), "liner": ("box-liner", 120),
}  # fmt: skip


def hull_classes() -> Iterator[Data]:
    """Yield the file of a bare hull of each class."""
    for name, (glyph, mass) in HULL_CLASSES.items():
        least = {"hull": share(mass, 100), "drive": {"thrust": 4}, "ftl": True}
        yield {"name": FIRST["name"], "class": name, "glyph": glyph, "mass": mass, **least}


def yard_form(entry: Entry, data: DesignFile, design: Design) -> YardForm:
    """Return the form of a design, given as the plain data and the model of its file."""
    bill, costs = price(design), figures_by_field(design, [line.count for line in data.systems])
    four = data.profile == "FT2"
    fields = tuple(
        FormField(field, at, costs.get(at, ()), field.name in SLIDERS) for field, at in hull_fields(entry, data, design)
    )
    aboard = tuple(_part_aboard(entry, data, nth, costs) for nth in range(len(data.systems)))
    return YardForm(
        fields,
        aboard,
        tuple(_offers(entry, data, design)),
        ("MASS", "points"),
        Room("MASS", bill.room, tuple(_room_parts(bill, data, costs)), exact=not four),
        QUARTERS if four else ARCS,
        90.0 if four else 60.0,
        FOUR if four else SIX,
        bands=BANDS,
        far=BANDS[-1][1],
        targets=tuple((words, _target(data.profile, level)) for level, words in enumerate(TARGETS)),
    )


def _room_parts(bill: Bill, data: DesignFile, costs: Mapping[Steps, tuple[str, ...]]) -> Iterator[RoomPart]:
    """Yield the parts that use the MASS: hull, armour and drives, then the systems group by group. Each has one colour,
    whatever else is aboard."""
    group_of = {kind: group.split()[0].lower() for group, kinds in GROUPS.items() for kind, _ in kinds}
    taken: dict[str, dict[Steps, int]] = {
        name: {} for name in ("hull", "armour", "drives", *group_of.values(), "other")
    }
    for line in bill.lines:
        if line.at[:1] != ("systems",):
            taken.setdefault(line.part, {})[line.at] = line.mass
    for nth, one in enumerate(data.systems):
        mass, _ = costs.get(("systems", nth), ("0", ""))
        taken[group_of.get(one.kind, "other")]["systems", nth] = int(mass)
    for shade, (name, masses) in enumerate(taken.items()):
        if amount := sum(masses.values()):
            yield RoomPart(name, amount, tuple(at for at, mass in masses.items() if mass), shade)


def _target(profile: str, screens: int) -> Data:
    """Return a hull to count volleys at, so large that no row ends."""
    screen = [{"kind": "screen", "count": screens}] if screens else []
    hull: Data = {"mass": 200} if profile == "FT2" else {"mass": 200, "hull": 100}
    return {"name": "Hull", "class": "target", "profile": profile, **hull, "systems": screen}


def _part_aboard(entry: Entry, data: DesignFile, nth: int, costs: Mapping[Steps, tuple[str, ...]]) -> PartAboard:
    """Return the nth line of systems."""
    line, at = data.systems[nth], ("systems", nth)
    mount = mount_of(line, data.profile)
    kind = SYSTEM_KINDS[line.kind]
    choosable = kind.arcs is not None and line.kind not in ALL_ROUND
    words = [kind.title, str(line.level) if kind.classed else ""]
    count = EntryField(
        "count",
        "How many",
        line.count,
        lambda n: (
            change_line(entry, data, nth, count=int(n) if n > 1 else None) if n >= 1 else remove_lines(entry, data, nth)
        ),
        low=1,
        high=MOST_ALIKE,
        rule=WEIGHTS,
    )
    return PartAboard(
        at,
        " ".join(word for word in words if word),
        _icon(mount),
        remove_lines(entry, data, nth),
        partial(move_line, entry, data, nth),
        costs.get(at, ()),
        tuple(_part_fields(entry, data, nth)),
        count,
        partial(set_line_arcs, entry, data, nth) if choosable else None,
        one_turned=partial(one_turned, entry, data, nth) if choosable and line.count > 1 else None,
        legal=partial(_legal, mount, data.profile) if choosable else None,
        rule=ARC_RULE if choosable else WEIGHTS,
    )


def _legal(mount: Mount, profile: str, arcs: Arcs) -> bool:
    return not impossible_arcs(replace(mount, arcs=arcs), profile)


def _icon(mount: Mount) -> Icon:
    kind = SYSTEM_KINDS[mount.kind]
    level = mount.level if kind.classed else 0
    return Icon(kind.stem, mount.kind, kind.title, level, mount.arcs, mount.mode, rule=WEIGHTS)


def _part_fields(entry: Entry, data: DesignFile, nth: int) -> Iterator[EntryField]:
    """Yield class, mode, load and names of a line, as far as its kind has them."""
    line = data.systems[nth]

    def writes(name: str) -> Value:
        return lambda n: change_line(entry, data, nth, **{name: int(n) or None})

    if SYSTEM_KINDS[line.kind].classed:
        high = LARGEST.get(line.kind, 4 if data.profile == "FT2" else MOST_CLASS)
        yield EntryField("class", "Class", line.level, writes("class"), low=1, high=high, rule=WEIGHTS)
    if modes := MODES.get(line.kind):
        named = [mode or "standard" for mode in modes]
        now = modes.index(line.mode) if line.mode in modes else 0
        yield EntryField(
            "mode",
            "Kind",
            now,
            lambda i: change_line(entry, data, nth, mode=mode_said(line.kind, modes[int(i)])),
            "choice",
            choices=tuple((one, one) for one in named),
            rule=WEIGHTS,
        )
    if line.kind in LOADED:
        label = "Craft MASS" if line.kind == "bay" else "MASS"
        yield EntryField("load", label, line.mass, writes("mass"), low=1, high=LARGEST_LOAD, rule=WEIGHTS)
    if line.kind == "minelayer":
        yield EntryField("mines", "Mines", line.mines, writes("mines"), high=LARGEST_LOAD, rule=WEIGHTS)
    if line.kind == "hangar":
        yield from _group_names(data, nth)


def _group_names(data: DesignFile, nth: int) -> Iterator[EntryField]:
    """Yield the name of each group of a line of hangars."""
    keys = [mount.key for mount in mounts_of(data) if mount.kind == "hangar"]
    before = sum(line.count for line in data.systems[:nth] if line.kind == "hangar")
    for n, key in enumerate(keys[before : before + data.systems[nth].count], 1):
        yield EntryField(
            f"group {n}",
            "Name",
            data.groups.get(key, ""),
            partial(_name_group, data, key),
            "text",
            hint="The name of this group of fighters",
            rule="table/files",
        )


def _name_group(data: DesignFile, key: str, name: str) -> Data:
    rest = {one: words for one, words in data.groups.items() if one != key}
    return {"groups": (rest | ({key: " ".join(name.split())} if name.strip() else {})) or None}


def _offers(entry: Entry, data: DesignFile, design: Design) -> Iterator[PartOffer]:
    """Yield every kind of system. Those of other editions name the edition that builds them."""
    for group, kinds in GROUPS.items():
        for kind, level in kinds:
            yield _offer(entry, data, design, group, kind, level)


def _offer(entry: Entry, data: DesignFile, design: Design, group: str, kind: str, level: int) -> PartOffer:
    known = SYSTEM_KINDS[kind]
    label = f"{known.title} {level}" if kind == "beam" else known.title
    mount = mount_of(SystemFile.model_validate(new_line(kind, level, data.profile)), data.profile)
    builders = [one for one in EDITIONS if is_built(kind, one)]
    refused, instead = "", None
    if data.profile not in builders:
        refused = f"in {' and '.join(EDITION_NAMES[one] for one in builders)} only"
        instead = edition(entry, data, builders[0]) if builders else None
    return PartOffer(
        f"{kind} {level}" if known.classed else kind,
        label,
        group,
        _icon(mount),
        partial(add_system, entry, data, kind, level),
        () if refused else _prices(mount, design),
        refused,
        instead,
        WEIGHTS,
    )


def _prices(mount: Mount, design: Design) -> tuple[str, ...]:
    """Return MASS and points of a mount, as a range where arcs decide."""
    mounts = [mount]
    if mount.arcs and mount.kind not in ALL_ROUND:
        mounts = [*turned_about(mount, design.profile)] or mounts
    found = sorted({weigh(one, design) for one in mounts})
    (least, points), (most, dearest) = found[0], found[-1]
    return f"{least}–{most}" if most > least else str(least), f"{points}+" if dearest > points else str(points)
