"""A set-up of the lab as a battle on the table: its attackers a short flight away, its ship as set by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from game.core.values import Data
from game.formats.yaml_writer import block
from game.lab.files import library, of_design
from game.lab.setup import GROUP, LabSetUp
from game.rules.shipyard.design_schema import DesignFile
from game.rules.shipyard.pricing import design_of, price

TARGET, AT = "target", (44.0, 24.0)  # the ship attacked, and its place
BAYS, TUBES = 6, 4  # hangars of one carrier, launchers of one missile ship
STEP = 5.0  # MU between ships in a line
ABREAST, APART = 6, 3.5  # groups in a line, and MU from one to the next
NEAR, FAR = 12.0, 22.0  # MU from the target: groups in flight, and the ships that launch
WIDE, HIGH = 72, 48  # MU, of the table
LATER = ("heavy_missile", "advanced_screen")  # systems that the Fleet Book does not build
MOST = 2000  # MASS of the largest ship
COURSE, BACK = 3, 9  # the attackers', and that of the side attacked


def as_battle(title: str, setup: LabSetUp) -> str:
    """Return the text of a battle file: under the reformed rules, unless the set-up is of the old ones alone. Groups
    are in flight on both sides, salvos and heavy missiles still in their launchers."""
    ships: dict[str, Data] = {}
    counters: dict[str, Data] = {}
    designs: dict[str, Data] = {}
    _defenders(setup, ships, counters, designs)
    _attackers(setup, ships, counters, designs)
    designs = {key: _smallest_design(design) for key, design in designs.items()}
    high = _high(ships)
    for one in (*ships.values(), *counters.values()):
        x, y = one["at"]
        one["at"] = [x, round(y + high / 2 - AT[1], 3)]
    data: Data = {
        "version": 1, "title": title, "system": "full-thrust", "table": {"width": WIDE, "height": high},
        "house": _house(setup),
        "sides": {"azure": {"name": "Attackers"}, "amber": {"name": "Defenders"}},
        "designs": designs, "ships": ships, "counters": counters, "victory": {"kind": "last-side", "turns": 8},
    }  # fmt: skip
    return block({key: value for key, value in data.items() if value != {}})


def _house(setup: LabSetUp) -> Data:
    """Return the house rules under which the lab has computed it."""
    level = setup.level_rules
    said: dict[str, object] = {
        "pd_rules": "base" if setup.rules == ("old",) else "pdl", "rerolls": setup.rerolls,
        "salvo_pdl": level.salvo_pdl,
        "reroll_unscreened": level.reroll_unscreened, "kinetic_reroll": level.kinetic_reroll,
        "advanced_missiles": level.advanced_missiles, "shifted_rerolls": level.shifted_rerolls,
        "torpedo_reroll": level.torpedo_reroll, "shift_floor": level.shift_floor,
        "advanced_screens": level.advanced_screens,
    }  # fmt: skip
    return said


# -- the side that is attacked -----------------------------------------------------------------------------------------


def _defenders(setup: LabSetUp, ships: dict[str, Data], counters: dict[str, Data], designs: dict[str, Data]) -> None:
    x, y = AT
    design = setup.design if _as_built(setup) else TARGET
    if design == TARGET:
        designs[TARGET] = _target(setup)
    ships[TARGET] = {"side": "amber", "design": design, "at": [x, y], "course": BACK, "velocity": 2}
    if setup.escorts:
        designs["escort"] = _hull("Escort", "frigate", 8, {"pds": setup.lend, "adfc": 1, "fcs": 1})
    for number in range(setup.escorts):
        above = 1.5 * (number // 2 + 1) * (-1 if number % 2 else 1)
        ships[f"escort{number + 1}"] = {
            "side": "amber",
            "design": "escort",
            "name": f"Escort {number + 1}",
            "at": [x + 2, y + above],
            "course": BACK,
            "velocity": 2,
        }
    screens = [(key, craft) for key, count in setup.screening for craft in _full(count)]
    for bay in _carriers("shelter", "Shelter", "amber", screens, x + 14, ships, designs):
        key, (_, craft) = bay
        counters[key] = {"at": [x, y], "course": BACK, "count": craft, "screening": TARGET}


def _as_built(setup: LabSetUp) -> bool:
    """Return whether the ship is one of the library's, with nothing set by hand."""
    if not setup.design:
        return False
    built = of_design(setup.design)
    names = ("screens", "pds", "beams", "kguns", "scatterguns", "adfc", "hull", "armour")
    return all(getattr(setup, name) == getattr(built, name) for name in names)


def _target(setup: LabSetUp) -> Data:
    """Return the design of the ship in the set-up, with the name and silhouette of the design it was made from."""
    known = library().get(setup.design)
    screen = "advanced_screen" if setup.screens.advanced else "screen"
    systems = {
        screen: setup.screens.level, "pds": setup.pds, "beam": setup.beams, "kgun": setup.kguns,
        "scattergun": setup.scatterguns, "adfc": int(setup.adfc), "fcs": 2,
    }  # fmt: skip
    made = _hull(known.name if known else "Target", known.ship_class if known else "ship", setup.hull or 20, systems)
    if known:
        made["glyph"] = known.glyph
    return made | ({"shell": list(setup.armour)} if len(setup.armour) > 1 else {"armour": sum(setup.armour)})


# -- the attackers -----------------------------------------------------------------------------------------------------


def _attackers(setup: LabSetUp, ships: dict[str, Data], counters: dict[str, Data], designs: dict[str, Data]) -> None:
    (x, y), groups = AT, [(key, setup.craft) for key, count in setup.groups for _ in range(count)]
    bays = dict(_carriers("carrier", "Carrier", "azure", groups, x - FAR, ships, designs))
    for number, (key, (_, craft)) in enumerate(bays.items()):
        column, row = divmod(number, ABREAST)
        spread = (row - (min(ABREAST, len(bays) - ABREAST * column) - 1) / 2) * APART
        counters[key] = {"at": [x - NEAR - APART * column, y + spread], "course": COURSE, "count": craft}
    for kind, count, name in (
        ("smr", setup.salvos, "Salvo ship"),
        ("heavy_missile", setup.heavy_missiles, "Missile ship"),
    ):
        stem = name.split()[0].lower()
        for number, tubes in enumerate(_full(count, TUBES), 1):
            design = f"{stem}{tubes}"
            designs.setdefault(design, _hull(name, "destroyer", 10, {kind: tubes, "pds": 2, "fcs": 2}))
            _line_up(ships, f"{stem}-{number}", f"{name} {number}", "azure", design, x - FAR)
    if not any(ship["side"] == "azure" for ship in ships.values()):
        designs.setdefault("watcher", _hull("Watcher", "scout", 4, {"fcs": 1}))
        _line_up(ships, "watcher", "Watcher", "azure", "watcher", x - FAR)


def _carriers(
    stem: str,
    name: str,
    side: str,
    groups: list[tuple[str, int]],
    x: float,
    ships: dict[str, Data],
    designs: dict[str, Data],
) -> Iterator[tuple[str, tuple[str, int]]]:
    """Add carriers for these groups in a line; yield the key of each group, and its type and craft."""
    for number in range(-(-len(groups) // BAYS)):
        own = groups[BAYS * number : BAYS * (number + 1)]
        key = f"{stem}{number + 1}"
        bays = [{"kind": "hangar", "mode": kind} for kind, _ in own]
        designs[key] = _hull(name, "carrier", 24, {"pds": 2, "fcs": 1}, bays)
        _line_up(ships, key, f"{name} {number + 1}", side, key, x)
        letters = "abcdefghijklmnopqrstuvwxyz" if len(own) > 1 else ("",)
        yield from ((f"{key}.HGR{letter}", group) for letter, group in zip(letters, own))


def _line_up(ships: dict[str, Data], key: str, name: str, side: str, design: str, x: float) -> None:
    """Add a ship to the line of its side: the first level with the target, the others alternately above and below."""
    before = sum(ship["side"] == side and ship["at"][0] == x for ship in ships.values())
    off = STEP * ((before + 1) // 2) * (1 if before % 2 else -1)
    course = COURSE if side == "azure" else BACK
    ships[key] = {"side": side, "design": design, "name": name, "at": [x, AT[1] + off], "course": course, "velocity": 2}


def _high(ships: Mapping[str, Data]) -> int:
    """Return the height of the table."""
    off: list[float] = [abs(ship["at"][1] - AT[1]) for ship in ships.values()]
    return max(HIGH, 2 * round(max(off) + 6))


def _full(count: int, most: int = GROUP) -> list[int]:
    """Split a number into full groups and a rest."""
    return [most] * (count // most) + ([count % most] if count % most else [])


def _hull(name: str, ship_class: str, hull: int, systems: Mapping[str, int], bays: list[Data] | None = None) -> Data:
    """Return a ship with such systems, by their number."""
    lines = [{"kind": kind, **({"count": count} if count > 1 else {})} for kind, count in systems.items() if count]
    made: Data = {
        "name": name,
        "class": ship_class,
        "hull": hull,
        "drive": {"thrust": 4},
        "systems": [*lines, *(bays or [])],
    }
    return made | ({"profile": "XD"} if any(systems.get(kind) for kind in LATER) else {})


def _smallest_design(data: Data) -> Data:
    """Return a design of the least MASS that holds its parts, what is left over filled with cargo
    (full-thrust-base/8.1)."""
    for mass in range(int(data["hull"]) + 1, MOST):
        whole = {**data, "mass": mass}
        spare = mass - price(design_of(DesignFile.model_validate(whole), TARGET, "")).mass
        if spare >= 0:
            hold = [{"kind": "cargo", "mass": spare}] if spare else []
            return {**whole, "systems": [*data["systems"], *hold]}
    return {**data, "mass": MOST}  # larger than any ship may be; the file is then refused for that
