"""The files of a small game under sail, which the program does not know: designs, ships with masts and crews, islands,
wind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from game.board.boards import OpenBoard
from game.board.terrain import Body, Nature
from game.core.display import Stat
from game.core.game_files import BuildFault, CostLine, CostTable, GameFiles, TerrainKind, Unsupported
from game.core.names import Key, Name, Text, Unnamed
from game.core.orders import Id
from game.core.state import Side, Table
from game.formats.battle_schema import MOST, BattleFile, Course, ShipEntry, TableEntry, TerrainEntry
from game.formats.validation import Versioned
from tests.systems.probe.ship import SailShip, SailState

ISLAND = Nature(blocks=True, solid=True, hazard=False)
SAILS = ("furled", "fighting", "full")
Masts = list[Annotated[int, Field(ge=1, le=9)]]


@dataclass(frozen=True)
class SailDesign:
    """A ship as built: boxes of hull and of each mast, guns a side, crew."""

    key: str
    name: str
    ship_class: str
    fleet: str
    glyph: str
    about: str
    hull: int
    masts: tuple[int, ...]
    guns: int
    crew: int

    @property
    def points(self) -> int:
        """Two a box of hull, one a box of mast, three a gun, one a head of crew."""
        return 2 * self.hull + sum(self.masts) + 3 * self.guns + self.crew


class SailDesignFile(Versioned):
    """The file of a design."""

    name: Name
    ship_class: Name = Field(alias="class")
    about: Text = ""
    glyph: Unnamed = "sailing-ship"
    hull: int = Field(ge=1, le=100)
    masts: Masts = Field(max_length=4)
    guns: int = Field(ge=0, le=60)
    crew: int = Field(ge=1, le=60)


class IslandEntry(TerrainEntry):
    """Land: nobody sails or fires through it."""

    kind: Literal["island"]


class SeaTable(TableEntry):
    """The sea, its islands, and where the wind blows to."""

    terrain: list[IslandEntry] = Field(default=[], max_length=MOST)
    wind: Course = 3


class SailEntry(ShipEntry):
    """A ship as the battle begins."""

    hull: Annotated[int, Field(ge=0, le=100)] | None = None
    masts: Annotated[int, Field(ge=0, le=36)] | None = None
    crew: Annotated[int, Field(ge=0, le=60)] | None = None
    sails: Literal["furled", "fighting", "full"] = "fighting"
    anchored: bool = False


class SailBattleFile(BattleFile):
    """A battle under sail."""

    table: SeaTable = SeaTable()
    ships: Annotated[dict[Key, SailEntry], Field(min_length=1, max_length=MOST)]


class SailFiles(GameFiles[SailBattleFile, SailDesign]):
    """What the files of the game say."""

    battle = SailBattleFile
    design = SailDesignFile
    folder = str(Path(__file__).parent / "designs")
    terrain = (TerrainKind("island", 4.0, ""),)
    price_rule = "table/yours"

    def set_up(self, data: SailBattleFile, designs: Mapping[Id, SailDesign], house: dict[str, Any]) -> SailState:
        """Return the state before the first phase; the wind is kept with the house rules."""
        sides = {key: Side(key, side.name, seat, side.player) for seat, (key, side) in enumerate(data.sides.items())}
        ships = {key: _ship(key, entry, designs[entry.design]) for key, entry in data.ships.items()}
        bodies = tuple(
            Body(f"island{n}", "island", one.name or "Island", one.at or (0, 0), one.radius or 1, nature=ISLAND)
            for n, one in enumerate(data.table.terrain, 1)
        )
        board = OpenBoard(data.table.width, data.table.height)
        table = Table(data.table.width, data.table.height, bodies, board)
        return SailState(sides, ships, table, {**house, "wind": data.table.wind}, data.victory.model_dump(), data.turn)

    def build_design(self, data: SailDesignFile, key: str, fleet: str) -> SailDesign:
        """Return the design that a file describes."""
        return SailDesign(
            key,
            data.name,
            data.ship_class,
            fleet,
            data.glyph,
            data.about,
            data.hull,
            tuple(data.masts),
            data.guns,
            data.crew,
        )

    def unsupported_entries(self, data: SailBattleFile, designs: Mapping[Id, SailDesign]) -> Iterator[Unsupported]:
        """More hull than was built."""
        for key, entry in data.ships.items():
            design = designs.get(entry.design)
            if design and entry.hull is not None and entry.hull > design.hull:
                yield ("ships", key, "hull"), f"{design.name} has {design.hull} boxes of hull", ""

    def faults(self, design: SailDesign) -> list[BuildFault]:
        """A ship needs half as many hands as guns."""
        few = 2 * design.crew < design.guns
        return [
            BuildFault(f"{design.guns} guns need a crew of {-(-design.guns // 2)}.", "table/yours", ("crew",))
        ] * few

    def cost(self, design: SailDesign) -> CostTable:
        """Return points line by line."""
        parts = (
            ("Hull", 2 * design.hull),
            ("Masts", sum(design.masts)),
            ("Guns", 3 * design.guns),
            ("Crew", design.crew),
        )
        rows = tuple(CostLine(label, (str(points),)) for label, points in parts)
        return CostTable(f"{design.points} points", ("points",), rows, CostLine("Together", (str(design.points),)))

    def figures(self, design: SailDesign) -> tuple[Stat, ...]:
        """Return guns first: they tell a frigate from a sloop."""
        return Stat("Guns", str(design.guns)), Stat("Points", str(design.points)), Stat("Crew", str(design.crew))


def _ship(key: Id, entry: SailEntry, design: SailDesign) -> SailShip:
    """Return a ship as its entry has it."""
    hull, masts, crew = design.hull, sum(design.masts), design.crew
    return SailShip(
        key,
        entry.name,
        entry.side,
        entry.at,
        entry.course,
        entry.facing or entry.course,
        entry.velocity,
        design,
        hull if entry.hull is None else entry.hull,
        masts if entry.masts is None else entry.masts,
        crew if entry.crew is None else entry.crew,
        entry.sails,
        entry.anchored,
    )
