"""Fields of a ship's hull, drives and crew in the yard (full-thrust-base/8.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from game.board.geometry import ARCS, QUARTERS
from game.core.forms import EntryField, Steps
from game.core.values import Data, Entry, Value
from game.rules.ships.design import SYSTEM_KINDS, Design
from game.rules.shipyard.design_schema import ALL_ROUND, DesignFile, SystemFile, mount_of
from game.rules.shipyard.pricing import BILL
from game.rules.shipyard.system_lines import clockwise, lines_of, systems

SCREENS = ("none", "level 1", "level 2", "level 3")
FTL = ("none", "fitted", "tug")
STREAMLINING = ("none", "partial", "full")
EDITION_NAMES = {"FB": "Fleet Book", "FT2": "second", "XD": "XD"}
FASTEST, FASTEST_SECOND = 12, 8  # the highest thrust on the slider
SAME: Mapping[str, frozenset[str]] = {  # arcs of one edition that look the same way as one of the other
    "F": frozenset({"F"}), "A": frozenset({"A"}), "P": frozenset({"FP", "AP"}), "S": frozenset({"FS", "AS"}),
    "FP": frozenset({"P"}), "AP": frozenset({"P"}), "FS": frozenset({"S"}), "AS": frozenset({"S"}),
}  # fmt: skip
TOWED = 100  # MASS that a new tug tows
MOST_LAYERS, MOST_PARTIES, MOST_TOWED = 20, 3, 2000
CREW, MANOEUVRE = "full-thrust-base/5.5/parties", "manoeuvres/redlined-engines"
SCREEN, REFORM = "full-thrust-base/5.7", "point-defence-and-fighters"

Writes = Callable[[Value], Entry]
Placed = tuple[EntryField, Steps]


def hull_fields(entry: Entry, data: DesignFile, design: Design) -> Iterator[Placed]:
    """Yield every field with its path in the design file."""
    writes = partial(edition, entry, data)
    yield _choice("profile", "Edition", tuple(EDITION_NAMES), data.profile, writes, EDITION_NAMES.values())
    yield _number("mass", "MASS", data.mass, 2000, 1)
    if data.profile != "FT2":
        yield from _hull(data, design)
    yield from _drives(entry, data)
    yield from _protection(entry, data, design)
    yield _number("repair_parties", "Repair parties", data.repair_parties, MOST_PARTIES, rule=CREW)
    yield _choice("merchant", "Merchant", (False, True), data.merchant, _unless("merchant", False), ("no", "yes"))
    words = ("as in the book", "reformed")
    choice = _unless("point_defence", "base")
    yield _choice("point_defence", "Area defence", ("base", "pdl"), data.point_defence, choice, words, f"{REFORM}/9")
    price = _unless("attack_fighter_price", 4)
    words = ("4 points", "5 points")
    yield _choice(
        "attack_fighter_price", "Attack craft", (4, 5), data.attack_fighter_price, price, words, f"{REFORM}/6"
    )


def _hull(data: DesignFile, design: Design) -> Iterator[Placed]:
    """Yield hull boxes, their rows, and armour or the layers of a shell."""
    yield _number("hull", "Hull boxes", design.hull, data.mass, 1)
    if data.profile == "XD":
        yield _number("rows", "Hull rows", data.row_count, 6, 3)
    if not data.shell:
        yield _number("armour", "Armour", data.armour, data.mass)
    hint = "A shell is armour in layers: the outer one is shot away first"
    writes = partial(_layers, data)
    yield (
        EntryField("shell", "Shell layers", len(data.shell), writes, high=MOST_LAYERS, hint=hint, rule=BILL),
        ("shell",),
    )
    for n, boxes in enumerate(data.shell):
        field = EntryField(f"layer {n + 1}", f"Layer {n + 1}", boxes, partial(_layer, data, n), low=1, high=data.mass)
        yield field, ("shell", n)


def _drives(entry: Entry, data: DesignFile) -> Iterator[Placed]:
    """Yield thrust, kind of drive, and FTL."""
    drive, second = dict(entry.get("drive") or {}), data.profile == "FT2"
    most = max(data.drive.thrust, FASTEST_SECOND if second else FASTEST)
    yield EntryField("thrust", "Thrust", data.drive.thrust, partial(_thrust, drive), high=most, rule=BILL), ("drive",)
    if not second:
        advanced, words = partial(_with_advanced, drive), ("main", "advanced")
        field, _ = _choice("advanced", "Drive", (False, True), data.drive.advanced, advanced, words)
        yield field, ("drive", "advanced")
        hint = "Manoeuvre drives built apart from the main drive; 0 for none"
        rating, writes, most = data.drive.manoeuvre, partial(_manoeuvre, drive), data.drive.thrust
        field = EntryField("manoeuvre", "Manoeuvre", rating, writes, high=most, hint=hint, rule=MANOEUVRE)
        yield field, ("drive", "manoeuvre")
    fitted = FTL[(1 + bool(data.tow)) * data.ftl]
    yield _choice("ftl", "FTL drive", FTL[: 2 if second else 3], fitted, _ftl)
    if data.tow:
        yield _number("tow", "MASS in tow", data.tow, MOST_TOWED, 1)


def _protection(entry: Entry, data: DesignFile, design: Design) -> Iterator[Placed]:
    """Yield screens and streamlining."""
    levels = SCREENS if data.profile == "FT2" else SCREENS[:3]
    level = levels[min(len(design.of("screen")), len(levels) - 1)]
    yield _choice("screen", "Screen", levels, level, partial(_screens, entry, data, levels), rule=SCREEN)
    if data.profile != "FT2":
        none = _unless("streamlining", "none")
        yield _choice("streamlining", "Streamlining", STREAMLINING, data.streamlining, none)


def _number(name: str, label: str, value: int, high: float, low: float = 0, rule: str = BILL) -> Placed:
    """Return a number; 0 leaves it out of the file."""
    return EntryField(
        name, label, value, lambda n: {name: int(n) or None}, low=low, high=max(high, value), rule=rule
    ), (name,)


def _choice(
    name: str,
    label: str,
    values: Sequence[Value],
    value: Value,
    writes: Writes,
    words: Iterable[str] = (),
    rule: str = BILL,
) -> Placed:
    """Return a choice among values. `writes` returns the change that one of them makes."""
    named = tuple((word, word) for word in (tuple(words) or values))
    field = EntryField(
        name, label, values.index(value), lambda i: writes(values[int(i)]), "choice", choices=named, rule=rule
    )
    return field, (name,)


def _unless(name: str, usual: Value) -> Writes:
    """Return a function for the change to a value, which leaves the usual one out of the file."""
    return lambda value: {name: None if value == usual else value}


def edition(entry: Entry, data: DesignFile, profile: str) -> Data:
    """Return the change that builds a design to another edition. In the second, hull and rows follow from the MASS, and
    arcs are quarters."""
    change: Data = {"profile": None if profile == "FB" else profile}
    if (profile == "FT2") == (data.profile == "FT2"):
        return change
    change |= {"hull": None, "rows": None} if profile == "FT2" else {"hull": data.boxes}
    lines = [{**line, **_other_arcs(one, profile)} for line, one in zip(lines_of(entry), data.systems)]
    return change | ({"systems": lines} if lines else {})


def _other_arcs(line: SystemFile, profile: str) -> Data:
    """Return the arcs of a line that bear the same way in the arcs of another edition."""
    second = profile == "FT2"
    before = mount_of(line, "FB" if second else "FT2").arcs
    if not before or SYSTEM_KINDS[line.kind].arcs is None or line.kind in ALL_ROUND:
        return {}
    arcs = [arc for arc in (QUARTERS if second else ARCS) if SAME[arc] & {*before}]
    wanted = [arc for arc in arcs if arc != "A"]
    return {"arcs": wanted if second else "all" if len(wanted) == len(ARCS) - 1 else clockwise(wanted, ARCS)}


def _thrust(drive: Data, thrust: float) -> Data:
    """Return the change of thrust. Manoeuvre drives are rated no higher."""
    manoeuvre = min(int(drive.get("manoeuvre") or 0), int(thrust))
    return _drive(drive, thrust=int(thrust) or None, manoeuvre=manoeuvre or None)


def _drive(drive: Data, **changes: Value) -> Data:
    made = {name: value for name, value in {**drive, **changes}.items() if value is not None}
    return {"drive": made or None}


def _ftl(one: str) -> Data:
    return {"ftl": None if one == "none" else True, "tow": TOWED if one == "tug" else None}


def _layers(data: DesignFile, count: float) -> Data:
    """Return the change to that many layers. The boxes of armour become the first layer, and the other way round."""
    if not count:
        return {"shell": None, "armour": data.armour or sum(data.shell) or None}
    layers = list(data.shell) or [data.armour or 1]
    layers += [layers[-1]] * (int(count) - len(layers))
    return {"shell": layers[: int(count)], "armour": None}


def _layer(data: DesignFile, nth: int, boxes: float) -> Data:
    return {"shell": [int(boxes) if n == nth else one for n, one in enumerate(data.shell)]}


def _screens(entry: Entry, data: DesignFile, levels: Sequence[str], level: str) -> Data:
    """Return the change to a level of screen, which is that many generators, in the place of the first."""
    lines, wanted = lines_of(entry), levels.index(level)
    where = [n for n, line in enumerate(data.systems) if line.kind == "screen"]
    line: list[Data] = [{"kind": "screen"} | ({"count": wanted} if wanted > 1 else {})] if wanted else []
    first = where[0] if where else len(lines)
    kept = [n for n in range(len(lines)) if n not in where]
    before = [n for n in kept if n < first]
    made = [*(lines[n] for n in before), *line, *(lines[n] for n in kept[len(before) :])]
    return systems(data, made, [*before, *(None for _ in line), *kept[len(before) :]])


def _with_advanced(drive: Data, advanced: bool) -> Data:
    return _drive(drive, advanced=advanced or None)


def _manoeuvre(drive: Data, rating: float) -> Data:
    return _drive(drive, manoeuvre=int(rating) or None)
