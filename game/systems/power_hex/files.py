"""The conversion of the game's files to states, designs and prices (power/1, 16)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.board.boards import HexBoard
from game.board.hexes import course_of, direction, step
from game.core.display import Stat
from game.core.forms import EntryField, Mend, YardForm, simple_fields
from game.core.game_files import BuildFault, CostLine, CostTable, FileReport, GameFiles, Measure, Unsupported, off_table
from game.core.orders import Id
from game.core.state import Side, Table
from game.core.values import Data, Entry, House
from game.systems.power_hex import yard_form
from game.systems.power_hex.battle_file import DriftingTable, PowerBattleFile, PowerDesignFile, PowerEntry, SectionEntry
from game.systems.power_hex.movement.hangars import ABOARD
from game.systems.power_hex.ships.design import (
    BERTH,
    HANGAR,
    STRUCTURE,
    WEAPON,
    FlightType,
    PowerDesign,
    ShipMount,
    ShipSection,
)
from game.systems.power_hex.ships.ship import PowerShip, PowerState
from game.systems.power_hex.ships.weapons import WEAPONS
from game.systems.power_hex.ships.worth import parts_of, worth

RULE = "power/16"
COLUMNS, ROWS = 40, 30
FACES = 20


def map_of(table: DriftingTable, house: House) -> HexBoard:
    """Return the map. Ships move along rows, and ranges are in hexes."""
    columns, rows = table.hexes or (COLUMNS, ROWS)
    return HexBoard(columns, rows, floating=table.floating, only_rows=True)


class PowerFiles(GameFiles[PowerBattleFile, PowerDesign]):
    """The files of the game."""

    battle = PowerBattleFile
    design = PowerDesignFile
    folder = "power"
    on_hexes = True
    price_rule = RULE
    ranges = (2, 5, 8)
    fleet_points = 2000
    kept = ("lost", "ammunition", "out", "craft")
    start_speed = 6

    def set_up(self, data: PowerBattleFile, designs: Mapping[Id, PowerDesign], house: dict[str, Any]) -> PowerState:
        board = map_of(data.table, house)
        sides = {key: Side(key, side.name, seat, side.player) for seat, (key, side) in enumerate(data.sides.items())}
        full = bool(house["start_charged"])
        ships = {key: _ship(key, entry, designs[entry.design], board, full) for key, entry in data.ships.items()}
        table = Table(data.table.width, data.table.height, (), board)
        return PowerState(sides, ships, table, house, data.victory.model_dump(), data.turn)

    def check(self, report: FileReport) -> None:
        """Report flights aboard unknown ships."""
        ships = report.at(("ships",))
        for key, entry in ships.items() if isinstance(ships, dict) else ():
            carrier = entry.get("carrier") if isinstance(entry, dict) else None
            if isinstance(carrier, str) and carrier not in ships:
                report.complain(("ships", key, "carrier"), f"there is no ship “{carrier}”")

    def off_table(self, table: Entry, ship: Entry, at: Sequence[float]) -> str:
        """Return why a place is off the map. A floating map has no edge."""
        return "" if ship.get("fate") or table.get("floating", True) else off_table(table, at)

    def unsupported_entries(self, data: PowerBattleFile, designs: Mapping[Id, PowerDesign]) -> Iterator[Unsupported]:
        """Yield systems that a ship lacks, courses through corners, and fighters outside flights. Also yield more
        flights than hangars hold."""
        for key, entry in data.ships.items():
            design, here = designs.get(entry.design), ("ships", key)
            for name in ("course", "facing"):
                if getattr(entry, name) % 2:
                    words = f"course {getattr(entry, name)} runs through a corner of the hexes"
                    yield (*here, name), words, "Use an even course."
            if design is None:
                continue
            known = {one.key for one in design.mounts} | {one.name for one in design.sections}
            for name in ("lost", "charge", "ammunition", "streak"):
                for system in getattr(entry, name):
                    if system not in known:
                        yield (*here, name, system), f"{design.name} has no system “{system}”", ""
            room, aboard = berths(design), sum(one.carrier == key and one.fate == ABOARD for one in data.ships.values())
            if aboard > room:
                words = f"{design.name} has room for {room} flight{'s' * (room != 1)}; {aboard} are aboard"
                yield (*here, "design"), words, "Let some of them begin on the map."
            if entry.craft and (design.fighters is None or len(entry.craft) > design.fighters.count):
                yield (*here, "craft"), f"{design.name} is no flight of so many fighters", ""

    # -- designs -------------------------------------------------------------------------------------------------------

    def build_design(self, data: PowerDesignFile, key: str, fleet: str) -> PowerDesign:
        sections = () if data.sections is None else tuple(_section(name, one) for name, one in data.sections)
        fighters = FlightType(**data.fighters.model_dump()) if data.fighters else None
        made = PowerDesign(
            key,
            data.name,
            data.ship_class,
            fleet,
            data.size,
            data.signature,
            data.initiative,
            data.thrust,
            data.accn,
            tuple(data.delay.table),
            data.delay.slope,
            sections,
            data.agile,
            data.drive == "gravitic",
            data.retro,
            tuple(data.delay.zig_row),
            data.sensors,
            data.jam,
            data.shield,
            data.reactor,
            0,
            fighters,
            data.glyph or "needle-frigate",
            data.about,
        )
        return worth(made)

    def faults(self, design: PowerDesign) -> list[BuildFault]:
        """Yield the faults of a design. It needs sections or fighters, charts that cover a d20 and name existing
        systems, and power for every gun."""
        if design.fighters:
            return [] if not design.sections else [BuildFault("A flight has no sections.", RULE, ("sections",))]
        if not design.sections:
            return [BuildFault("A ship has sections, a flight has fighters.", RULE, ("sections",))]
        found = [fault for section in design.sections for fault in _chart_faults(section)]
        drawn = sum(one.gun.power for one in design.weapons) + 2 * design.shield
        if drawn > design.reactor:
            found.append(
                BuildFault(
                    f"Guns and shields draw {drawn} power; the reactor gives {design.reactor}.", "power/3", ("reactor",)
                )
            )
        keys = [mount.key for section in design.sections for mount in section.mounts]
        twice = sorted({key for key in keys if keys.count(key) > 1})
        return [*found, *(BuildFault(f"Two systems are called “{key}”.", RULE, ("sections",)) for key in twice)]

    def cost(self, design: PowerDesign) -> CostTable:
        lines = tuple(CostLine(label, (str(points),), RULE) for label, points in parts_of(design) if points)
        return CostTable(f"{design.points} points", ("points",), lines, CostLine("Together", (str(design.points),)))

    def figures(self, design: PowerDesign) -> tuple[Stat, ...]:
        if design.fighters:
            one = design.fighters
            return (Stat("Fighters", str(one.count)), Stat("Structure", str(one.structure)),
                    Stat("Armour", str(one.armour)),
                    Stat("Points", str(design.points)), Stat("Thrust", str(design.thrust)),
                    Stat("Initiative", f"{design.initiative:+d}"))  # fmt: skip
        return (
            Stat("Guns", str(len(design.weapons))), Stat("Points", str(design.points)),
            Stat("Structure", str(sum(one.structure for one in design.sections))), Stat("Thrust", str(design.thrust)),
            Stat("Power", str(design.reactor)), Stat("Initiative", f"{design.initiative:+d}"),
        )  # fmt: skip

    def measures(self, design: PowerDesign) -> tuple[Measure, ...]:
        craft = design.fighters
        structure = craft.count * craft.structure if craft else sum(one.structure for one in design.sections)
        armour = craft.count * craft.armour if craft else sum(one.armour for one in design.sections)
        return (
            Measure("structure", structure), Measure("armour", armour),
            Measure("power", design.reactor), Measure("thrust", design.thrust, weighed=True),
        )  # fmt: skip

    def new_design(self) -> Data:
        """Return a corvette."""
        return yard_form.FIRST

    def hull_classes(self) -> Iterator[Data]:
        """Yield a ship of each class without guns."""
        return yard_form.hull_classes()

    def yard_form(self, entry: Entry, data: PowerDesignFile, design: PowerDesign) -> YardForm:
        return yard_form.yard_form(entry, data, design)

    def mends(self, entry: Entry, data: PowerDesignFile, design: PowerDesign, fault: BuildFault) -> Iterator[Mend]:
        return yard_form.mends(data, design, fault)

    # -- editing -------------------------------------------------------------------------------------------------------

    def victory_fields(self, data: PowerBattleFile) -> tuple[EntryField, ...]:
        return simple_fields(data.victory, ())

    def entry_of(self, ship: Any, before: Entry, state: PowerState) -> Data:
        """Return a ship's entry of a battle file."""
        entry = super().entry_of(ship, before, state)
        slips = ship.heading is not None
        entry |= {
            "slip": list(ship.vector) if slips else None,
            "lost": {key: n for key, n in ship.lost.items() if n},
            "charge": dict(ship.charge),
            "ammunition": dict(ship.ammunition),
            "streak": {key: n for key, n in ship.streak.items() if n},
            "out": sorted(ship.out),
            "carried": list(ship.carried),
            "craft": list(ship.craft),
            "carrier": ship.carrier or None,
            "fate": ship.removed_reason or None,
        }
        return entry

    def without_ship(self, data: Data, key: Id) -> None:
        """Remove the ship as a carrier of flights."""
        for entry in data.get("ships", {}).values():
            if entry.get("carrier") == key:
                entry["carrier"] = None


def berths(design: PowerDesign) -> int:
    """Return the number of flights that its hangars hold (power/10)."""
    return sum(one.boxes // BERTH for one in design.of_kind(HANGAR))


def _chart_faults(section: ShipSection) -> Iterator[BuildFault]:
    """Yield the faults of a chart, which must cover every face of the d20 once, and name existing systems."""
    here = ("sections", section.name, "chart")
    faces = sorted(face for _, low, high in section.chart for face in range(low, high + 1))
    if faces != list(range(1, FACES + 1)):
        yield BuildFault(
            f"The chart of the {section.name} section does not cover every face of a d20 once.", "power/8.4", here
        )
    known = {STRUCTURE, *(mount.key for mount in section.mounts)} | (
        {"primary"} if section.name != "primary" else set()
    )
    for key, _, _ in section.chart:
        if key not in known:
            yield BuildFault(f"The {section.name} section has no “{key}”.", "power/8.4", here)


def _section(name: str, entry: SectionEntry) -> ShipSection:
    mounts = tuple(
        ShipMount(key, WEAPON, WEAPONS[one.weapon].boxes, one.armour, one.weapon, one.arc)
        if one.weapon
        else ShipMount(key, one.kind or "hangar", one.boxes, one.armour)
        for key, one in entry.mounts.items()
    )
    chart = tuple((key, low, high) for key, (low, high) in entry.chart.items())
    return ShipSection(name, entry.structure, entry.armour, mounts, chart)


def _ship(key: Id, entry: PowerEntry, design: PowerDesign, board: HexBoard, full: bool) -> PowerShip:
    """Return a ship by its entry."""
    course, facing = (one - one % 2 or 12 for one in (entry.course, entry.facing or entry.course))
    vector = (entry.slip[0], entry.slip[1]) if entry.slip else step((0, 0), direction(course), entry.velocity)
    charge = {one.key: entry.charge.get(one.key, one.gun.recharge if full else 0) for one in design.weapons}
    loaded = {
        one.key: entry.ammunition.get(one.key, one.gun.ammunition) for one in design.weapons if one.gun.ammunition
    }
    craft = tuple(entry.craft) or ((design.fighters.structure,) * design.fighters.count if design.fighters else ())
    return PowerShip(
        key,
        entry.name,
        entry.side,
        board.place(entry.at),
        course_of(direction(facing)),
        vector,
        design,
        dict(entry.lost),
        charge,
        loaded,
        dict(entry.streak),
        out=frozenset(entry.out),
        rolled=entry.rolled,
        carried=(entry.carried[0], entry.carried[1]),
        craft=craft,
        carrier=entry.carrier or "",
        removed_reason=entry.fate or "",
    )
