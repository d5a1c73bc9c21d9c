"""The files of Full Thrust and of its games on hexes: one format for designs and one for battles, with the same checks,
prices and editing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from game.core.display import Stat
from game.core.forms import EntryField, Mend, Steps, YardForm
from game.core.game_files import (
    BuildFault,
    CostTable,
    FileReport,
    GameFiles,
    Measure,
    TerrainKind,
    Unsupported,
    off_table,
    pair_of,
)
from game.core.orders import Id
from game.core.values import Data, Entry, House, HouseValue
from game.rules.scenario import by_points, current_start, entry_fields
from game.rules.scenario.battle_file import ATTRIBUTES, FleetEntry, SpaceTable, StarshipEntry, Terrain, ThrustBattleFile
from game.rules.scenario.file_checks import check_parts
from game.rules.scenario.setup import build_initial_state
from game.rules.scenario.validation import in_space, unsupported_fields
from game.rules.ships.design import Design
from game.rules.ships.thrust_state import ThrustState
from game.rules.shipyard import build_rules, mends, pricing, yard_form
from game.rules.shipyard.cost_table import cost_table, figures, measures, price_with_craft
from game.rules.shipyard.design_schema import DesignFile, field_of

TERRAIN = "full-thrust-base/6.20"
CLOUD = 2.5  # MU, the radius of a new cloud


class ThrustFiles(GameFiles[ThrustBattleFile, Design]):
    """The files of Full Thrust in space. A game on hexes overrides its differences and its set-up."""

    battle = ThrustBattleFile
    design = DesignFile
    folder = "full_thrust"
    terrain: tuple[TerrainKind, ...] = (
        TerrainKind("planet", 3.0, f"{TERRAIN}/asteroids"), TerrainKind("asteroid", 1.0, f"{TERRAIN}/asteroids"),
        TerrainKind("dust", CLOUD, f"{TERRAIN}/dust"), TerrainKind("nebula", CLOUD, f"{TERRAIN}/dust"),
        TerrainKind("debris", CLOUD, f"{TERRAIN}/debris"), TerrainKind("meteors", CLOUD, f"{TERRAIN}/meteors"),
    )  # fmt: skip
    price_rule = pricing.BILL
    fleets_rule = "full-thrust-base/9.1"
    start_keys = by_points.KEYS
    start_rules = staticmethod(by_points.start_rules)
    kept = ("hull", "armour", "lost", "killed", "spent", "drive_hits", "drive_gone", "quality")
    rolls = True  # whether ships can roll over and fly inverted

    def set_up(self, data: ThrustBattleFile, designs: Mapping[Id, Design], house: dict[str, HouseValue]) -> ThrustState:
        return build_initial_state(data, designs, house)

    def build_design(self, data: DesignFile, key: str, fleet: str) -> Design:
        return pricing.design_of(data, key, fleet)

    def check(self, report: FileReport) -> None:
        """Report planets and ships in one place, unknown targets, and incomplete terrain and victory conditions."""
        check_parts(report)

    def off_table(self, table: Entry, ship: Entry, at: Sequence[float]) -> str:
        """Return why a place is off the table. A floating table has no edge, and a ship out of play may be anywhere."""
        if table.get("floating") is True or ship.get("fate"):
            return ""
        return off_table(table, at, pair_of(table.get("window")) or (0, 0))

    def unsupported_entries(self, data: ThrustBattleFile, designs: Mapping[Id, Design]) -> Iterator[Unsupported]:
        """Yield systems that ships need but their designs lack, breaches of agreements, and parts that this game
        lacks."""
        yield from unsupported_fields(data, designs)
        yield from by_points.against_agreement(data, designs)
        yield from self.not_in_game(data, designs)

    def not_in_game(self, data: ThrustBattleFile, designs: Mapping[Id, Design]) -> Iterable[Unsupported]:
        """Yield parts that only other games of the family have."""
        return in_space(data, designs)

    def attribute(self, name: str) -> str:
        """Return an attribute by the words of the oldest files."""
        return ATTRIBUTES.get(name, name)

    # -- designs -------------------------------------------------------------------------------------------------------

    def faults(self, design: Design) -> list[BuildFault]:
        return build_rules.refusals(design)

    def notices(self, design: Design) -> list[BuildFault]:
        return build_rules.notices(design)

    def remarks(self, design: Design, house: House) -> list[str]:
        return build_rules.remarks(design, house)

    def field_of(self, data: DesignFile, at: Steps) -> Steps:
        """Return the path in the file of the nth mount, inside one of the lines of systems."""
        return field_of(data, at)

    def cost(self, design: Design) -> CostTable:
        """Return MASS and points of everything aboard."""
        return cost_table(design)

    def figures(self, design: Design) -> tuple[Stat, ...]:
        """Return MASS, points, thrust, hull, armour and crew."""
        return figures(design)

    def measures(self, design: Design) -> tuple[Measure, ...]:
        """Return hull, armour, point defence and thrust."""
        return measures(design)

    def price(self, design: Design) -> int:
        """Return the NPV plus the price of the craft in its hangars (full-thrust-base/9.1)."""
        return price_with_craft(design)

    def carries(self, design: Design) -> bool:
        return bool(design.of("hangar"))

    def rank(self, design: Design) -> float:
        return design.mass

    def yard_rules(self, design: Design) -> Entry:
        """Return the edition of the design."""
        return {"profile": design.profile}

    def new_design(self) -> Data:
        """Return a frigate of 30 MASS."""
        return yard_form.FIRST

    def hull_classes(self) -> Iterator[Data]:
        """Yield a hull of each class with FTL and thrust 4, a tenth of its MASS in boxes."""
        return yard_form.hull_classes()

    def yard_form(self, entry: Entry, data: DesignFile, design: Design) -> YardForm:
        return yard_form.yard_form(entry, data, design)

    def mends(self, entry: Entry, data: DesignFile, design: Design, fault: BuildFault) -> Iterator[Mend]:
        return mends.mends(entry, data, design, fault)

    # -- editing -------------------------------------------------------------------------------------------------------

    def ship_fields(
        self, state: ThrustState, key: Id, entry: StarshipEntry, designs: Mapping[Id, Design]
    ) -> tuple[EntryField, ...]:
        """Return fields for movement, place, attitude and drive."""
        return entry_fields.ship_fields(entry, state.ships[key].heading, designs[entry.design], self.rolls)

    def course_fields(self, entry: StarshipEntry, course: int, facing: int) -> Entry:
        """Return course and facing, and remove a course in degrees."""
        return {"course": course, "facing": facing, **({"heading": None} if entry.heading is not None else {})}

    def system_changes(self, entry: Entry, key: str, kind: str, label: str) -> Iterator[tuple[str, Entry]]:
        return entry_fields.system_changes(entry, key, kind, label)

    def body_fields(self, entry: Terrain) -> tuple[EntryField, ...]:
        return entry_fields.body_fields(entry)

    def table_fields(self, table: SpaceTable) -> tuple[EntryField, ...]:
        return entry_fields.table_fields(table)

    def side_fields(self, side: FleetEntry) -> tuple[EntryField, ...]:
        """Return the edge of a side, and the depth of the zone in which it begins."""
        return (
            entry_fields.edge_field(
                "edge", side.edge, "The edge of the table that is its own: its ships may leave there"
            ),
            *(() if self.on_hexes else entry_fields.zone_fields(side)),
        )

    def victory_fields(self, data: ThrustBattleFile) -> tuple[EntryField, ...]:
        return entry_fields.victory_fields(data)

    def start_of(self, state: ThrustState, data: Entry) -> tuple[Data, list[str]]:
        """Return turn, ships, counters, sides and table; wrecks are lost."""
        return current_start.start_of(state, data)

    def without_ship(self, data: Data, key: Id) -> None:
        """Remove a ship's counters, and its name among those that must survive."""
        counters = data.get("counters", {})
        data["counters"] = {one: value for one, value in counters.items() if one.partition(".")[0] != key}
        victory = data.get("victory", {})
        if key in victory.get("ships", ()):
            victory["ships"] = [one for one in victory["ships"] if one != key]
