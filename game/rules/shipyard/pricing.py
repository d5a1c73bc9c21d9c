"""The yard: the weight and price of a design (full-thrust-base/8.1).

The parts must add up to the total MASS exactly. The points (NPV) are the total MASS, for the basic hull, and the prices
of the parts; fighters and other craft aboard are not included. Shares of the total MASS are rounded once, half up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from game.core.forms import Steps
from game.rules.ships.design import SETS, SYSTEM_KINDS, Design, Mount
from game.rules.shipyard.design_schema import DesignFile, mounts_of
from game.rules.shipyard.price_tables import (
    ATTACK_FIGHTER,
    CROSS_DIMENSIONS,
    FIGHTERS,
    GENERATORS,
    MODES,
    RATES,
    REFORMED,
    ROW_POINTS,
    STREAMLINING,
    Rate,
    share,
)

# pages of the rule book
YARD, BILL, WEIGHTS = "full-thrust-base/8", "full-thrust-base/8.1", "full-thrust-base/8.1/weapons"
PARTY = 10  # points of a repair party beyond those of the ship's size (full-thrust-base/5.5/parties)
APART = ("drive", "ftl")  # mounts whose weight is a share of the ship


@dataclass(frozen=True, slots=True)
class BillLine:
    """One line of a bill: number, item, MASS and points of all items together, and the part of the ship they belong to.
    `at` is the field of the design that causes the line, with systems counted from 0."""

    count: int
    item: str
    mass: int
    points: int
    part: str = "systems"
    at: Steps = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.item if self.count == 1 else f"{self.count} × {self.item}"


@dataclass(frozen=True, slots=True)
class Bill:
    """The price of a design, line by line. `room` is the MASS that its lines may fill, `craft` the craft in its
    hangars."""

    lines: tuple[BillLine, ...]
    room: int
    craft: tuple[BillLine, ...] = ()

    @property
    def mass(self) -> int:
        """MASS used by all the lines together."""
        return sum(line.mass for line in self.lines)

    @property
    def points(self) -> int:
        """The NPV: points of the ship without its fighters."""
        return sum(line.points for line in self.lines)

    @property
    def parts(self) -> dict[str, int]:
        """MASS of hull, armour, drives, streamlining and systems, where there is any."""
        sums: Counter[str] = Counter()
        for line in self.lines:
            sums[line.part] += line.mass
        return dict(+sums)

    @property
    def craft_points(self) -> int:
        """Points of the fighters aboard."""
        return sum(line.points for line in self.craft)


def price(design: Design, profile: str = "") -> Bill:
    """Return the bill of a design by its own edition, or by another one (FB, XD, FT2) (full-thrust-base/8.1)."""
    profile = profile or design.profile
    lines = _together(_lines(design, profile))
    return Bill(lines, room(design, profile), _craft(design, profile))


def _lines(design: Design, profile: str) -> Iterator[BillLine]:
    """Yield the lines of a ship one by one: hull and drives, systems, repair parties."""
    yield from _second_edition_ship(design) if profile == "FT2" else _ship(design)
    yield from _systems(design, profile)
    if design.parties:
        points = PARTY * design.parties
        yield BillLine(design.parties, "Repair party", 0, points, "systems", ("repair_parties",))


def figures_by_field(design: Design, lines: Sequence[int]) -> dict[Steps, tuple[str, str]]:
    """Return MASS and points of every field of a design file that has a price. `lines` are the numbers of systems in
    each of its lines."""
    nth = [line for line, count in enumerate(lines) for _ in range(count)]
    sums: dict[Steps, tuple[int, int]] = {}
    for line in _lines(design, design.profile):
        at = ("systems", nth[int(line.at[1])]) if line.at[:1] == ("systems",) else line.at
        mass, points = sums.get(at, (0, 0))
        sums[at] = mass + line.mass, points + line.points
    return {at: (str(mass), str(points)) for at, (mass, points) in sums.items()}


def weigh(mount: Mount, design: Design) -> tuple[int, int]:
    """Return MASS and points of one more mount of a design."""
    return _cost(mount, len(design.of(mount.kind)) + 1, design, design.profile)


def room(design: Design, profile: str = "") -> int:
    """Return the MASS that the lines of the bill may fill. It is all of it or, in the second edition, the part kept for
    systems: half, three quarters without FTL, a tenth for a merchant, but at least 1."""
    if (profile or design.profile) != "FT2":
        return design.mass
    if design.merchant:
        return max(1, design.mass // 10)
    return -(-design.mass // 2) if design.ftl else -(-3 * design.mass // 4)


def design_of(data: DesignFile, key: str, fleet: str) -> Design:
    """Return the priced design that a file describes. `refusals` says whether it may be built."""
    drawn = Design(
        key,
        data.name,
        data.ship_class,
        fleet,
        data.glyph or "box",
        data.mass,
        data.boxes,
        sum(data.shell) or data.armour,
        data.drive.thrust,
        data.drive.advanced,
        data.ftl,
        data.merchant,
        data.streamlining,
        data.row_count,
        mounts_of(data),
        data.about,
        shell=tuple(data.shell),
        profile=data.profile,
        manoeuvre=data.drive.manoeuvre,
        point_defence=data.point_defence,
        attack_fighter_price=data.attack_fighter_price,
        parties=data.repair_parties,
        groups=tuple(data.groups.items()),
    )
    return replace(drawn, points=price(drawn).points)


def rate(kind: str, profile: str) -> Rate | None:
    """Return the rate of a kind of system in an edition. A kind that the edition does not build is priced by the last
    edition."""
    return RATES[profile].get(kind) or CROSS_DIMENSIONS.get(kind)


def _ship(design: Design) -> Iterator[BillLine]:
    """Yield basic hull, hull boxes, armour, drives and streamlining of a Fleet Book ship."""
    mass = design.mass
    yield BillLine(1, "Basic hull", 0, mass, "hull", ("mass",))
    points = (design.hull * ROW_POINTS[design.rows] + 1) // 2
    yield BillLine(1, f"Hull, {design.hull} boxes", design.hull, points, "hull", ("hull",))
    if design.armour:
        yield _armour(design)
    if design.thrust:
        weight = share(mass, 50 * design.thrust)
        name = f"{'Advanced' if design.advanced else 'Main'} drive, thrust {design.thrust}"
        yield BillLine(1, name, weight, weight * (3 if design.advanced else 2), "drives", ("drive",))
    if design.ftl:
        yield _twice("FTL drive", share(mass, 100), "drives", "ftl")
    if towed := sum(mount.size for mount in design.of("ftl")):
        yield _twice(f"FTL drive for {towed} MASS in tow", share(towed, 200), "drives", "tow")
    if part := STREAMLINING[design.streamlining]:
        yield _twice(f"Streamlining, {design.streamlining}", share(mass, part), "streamlining", "streamlining")


def _twice(item: str, weight: int, part: str, at: str) -> BillLine:
    """Return a line for an item that costs 2 points for each MASS."""
    return BillLine(1, item, weight, 2 * weight, part, (at,))


def _armour(design: Design) -> BillLine:
    """Return the points of armour (full-thrust-base/8.1). A box costs 2; in a shell, 2 times the number of its layer,
    counted from inside."""
    layers = design.shell or (design.armour,)
    points = sum(2 * layer * boxes for layer, boxes in enumerate(layers, 1))
    item, at = (f"Shell, {len(layers)} layers", "shell") if design.shell else ("Armour", "armour")
    return BillLine(1, item, sum(layers), points, "armour", (at,))


def _second_edition_ship(design: Design) -> Iterator[BillLine]:
    """Yield hull and drives of a second edition ship: points by the MASS, no weight (full-thrust-base/8.1). Fractions
    are rounded up. A merchant's hull costs three quarters, and its drive as much as a capital ship's."""
    mass = design.mass
    yield BillLine(1, "Hull", 0, -(-3 * mass // 2) if design.merchant else 2 * mass, "hull", ("mass",))
    if design.thrust:
        quarters = 4 if design.merchant else 1 if mass <= 18 else 2 if mass <= 36 else 4 if mass <= 100 else 8
        points = -(-mass * design.thrust * quarters // 4)
        yield BillLine(1, f"Main drive, thrust {design.thrust}", 0, points, "drives", ("drive",))
    if design.ftl:
        yield BillLine(1, "FTL drive", 0, mass, "drives", ("ftl",))


def _systems(design: Design, profile: str) -> Iterator[BillLine]:
    """Yield a line for every mount but the drives, and the core systems, which cost nothing."""
    fitted: Counter[str] = Counter()
    for nth, mount in enumerate(design.mounts):
        if mount.kind in APART or mount.core:
            continue
        fitted[mount.kind] += 1
        weight, points = _cost(mount, fitted[mount.kind], design, profile)
        yield BillLine(1, _label(mount), weight, points, at=("systems", nth))


def _cost(mount: Mount, nth: int, design: Design, profile: str) -> tuple[int, int]:
    """Return MASS and points of a mount, the nth of its kind. Generators and free fire controls depend on that
    number."""
    if profile == "FT2" and mount.kind == "fcs" and nth <= free_controls(design):
        return 0, 0
    if mount.kind in GENERATORS and mount.kind not in RATES[profile]:
        return _generator(mount.kind, nth, design.mass)
    asked = REFORMED.get(mount.kind) if design.point_defence == "pdl" else None
    asked = asked or rate(mount.kind, profile)
    if asked is None:
        return 0, 0
    weight = asked.weight(mount, design.mass)
    return weight, asked.points(mount, weight)


def _generator(kind: str, nth: int, mass: int) -> tuple[int, int]:
    """Return MASS and points of a generator. The second adds the difference to two levels; later ones are spares."""
    (one, two, spare), points = GENERATORS[kind]
    weight = (
        share(mass, *one) if nth == 1 else share(mass, *two) - share(mass, *one) if nth == 2 else share(mass, *spare)
    )
    return weight, weight * points


def free_controls(design: Design) -> int:
    """Return the fire controls that a second edition hull includes: 1, 2 or 3 by size (full-thrust-base/8.1)."""
    if design.merchant or design.mass <= 18:
        return 1
    return 2 if design.mass <= 36 else 3 + max(0, (design.mass - 100) // 50)


def _label(mount: Mount) -> str:
    """Return the words for a mount on the bill: name, class, arcs if there is a choice, mode, and load."""
    words = [SYSTEM_KINDS[mount.kind].title]
    if SYSTEM_KINDS[mount.kind].classed:
        words.append(str(mount.level))
    if mount.arcs and mount.kind not in ("pds", "scattergun"):
        words.append(SETS.get(mount.arcs) or " ".join(mount.arcs))
    if mount.mode and mount.kind in MODES and mount.mode not in ("cargo", MODES[mount.kind][0]):
        words.append(mount.mode)
    if mount.kind in ("cargo", "magazine", "bay"):
        words.append(f"of {mount.size} MASS")
    if mount.kind == "minelayer":
        words.append(f"with {mount.size} mines")
    return " ".join(words)


def _together(lines: Iterator[BillLine]) -> tuple[BillLine, ...]:
    """Return the lines with equal ones merged, in the place of the first."""
    alike: Counter[BillLine] = Counter(lines)
    return tuple(
        replace(line, count=n * line.count, mass=n * line.mass, points=n * line.points) for line, n in alike.items()
    )


def _craft(design: Design, profile: str) -> tuple[BillLine, ...]:
    """Return the fighters of the hangars, six to a group (full-thrust-base/7.1)."""
    costs = craft_prices(design, profile)
    groups = (mount.mode for mount in design.of("hangar") if mount.mode in costs)
    return _together(BillLine(1, f"{mode.capitalize()} fighters, six", 0, costs[mode]) for mode in groups)


def craft_prices(design: Design, profile: str) -> dict[str, int]:
    """Return the price of six craft, by their type, in an edition."""
    dearer = 6 * (design.attack_fighter_price - ATTACK_FIGHTER)
    costs = FIGHTERS["FT2" if profile == "FT2" else "FB"]
    return {mode: points + dearer * ("attack" in mode.split()) for mode, points in costs.items()}
