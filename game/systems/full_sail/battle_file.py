"""What battle and design files of Full Sail say: ships with masts and crews, the wind, terrain with outlines (sail/2,
3)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from game.core.names import Key, Name, Text, Unnamed
from game.formats.battle_schema import (
    MOST,
    BattleFile,
    Count,
    Course,
    Names,
    Point,
    ShipEntry,
    TableEntry,
    TerrainEntry,
    Turn,
    VictoryEntry,
)
from game.formats.validation import Strict, Versioned

Guns = Annotated[str, Field(pattern=r"^[LMHC]{0,20}$")]  # a letter for each gun: light, medium, heavy, carronade
Boxes = Annotated[int, Field(ge=0, le=25)]
Failures = Annotated[int, Field(ge=0, le=2)]


class GunsEntry(Strict):
    """The guns of each side, a letter for each: L, M, H or C; starboard has what port has unless it is given."""

    port: Guns = ""
    starboard: Guns | None = None
    bow: Guns = ""
    stern: Guns = ""


class SailingDesignFile(Versioned):
    """The file of a design (sail/2, 9)."""

    name: Name
    ship_class: Name = Field(alias="class")
    about: Text = ""
    glyph: Unnamed = ""
    rated_masts: int = Field(ge=1, le=5, description="the size of the model, by which honour and lines of sight go")
    hull: int = Field(ge=4, le=100)
    thrust: int = Field(ge=1, le=10)
    crew: int = Field(ge=1, le=20)
    marines: int = Field(default=1, ge=0, le=10)
    guns: GunsEntry = GunsEntry()
    merchant: bool = False


class SeaTerrain(TerrainEntry):
    """Land, reef, shoal, weed or fog: a disc, or an `outline` of corners in MU from its middle (sail/3.5)."""

    kind: Literal["island", "reef", "shoal", "sargasso", "fog"]
    outline: list[Point] = Field(default=[], max_length=200)


class SeaTable(TableEntry):
    """The sea and its wind; what is not said of the wind is rolled as the battle begins (sail/3.4)."""

    terrain: list[SeaTerrain] = Field(default=[], max_length=MOST)
    wind_speed: Annotated[int, Field(ge=2, le=40)] | None = Field(
        default=None, description="MU a turn; default: diced, 2D6 + 8"
    )
    wind_from: Course | None = Field(
        default=None, description="the course the wind comes from; default: diced, a die of twelve"
    )


class SailingEntry(ShipEntry):
    """A ship as the battle begins, with what it has suffered before (sail/2)."""

    row1: Boxes | None = Field(default=None, description="boxes left in the first row; default: undamaged")
    row2: Boxes | None = None
    row3: Boxes | None = None
    row4: Boxes | None = None
    fore: Failures = Field(default=0, description="failures of the fore mast: 1 crippled, 2 gone")
    main: Failures = 0
    mizzen: Failures = 0
    lost: Names = Field(default=[], description="keys of the guns that are out of order, such as port1")
    anchor: bool = True
    anchored: bool = False
    adrift: bool = False
    struck: bool = False
    marines: Annotated[int, Field(ge=0, le=10)] | None = Field(default=None, description="default: as built")
    prize_crew: Annotated[int, Field(ge=0, le=20)] = Field(default=0, description="units aboard that have no box")
    away: list[Count] = Field(
        default=[], max_length=20, description="crew boxes, from 1, whose unit is dead or has left"
    )
    worst_row: Annotated[int, Field(ge=0, le=4)] = Field(default=0, description="the lowest row that has been emptied")
    burning: Annotated[int, Field(ge=0, le=20)] | None = Field(
        default=None, description="turns it has burnt; default: no fire"
    )
    fire_cause: Unnamed = ""
    doused: Annotated[int, Field(ge=0, le=1)] = 0
    losses: Count = Field(default=0, description="rolls it has made on the loss table (sail/7)")
    overkill: Count = 0
    summoned: Annotated[int, Field(ge=0, le=1000)] = Field(
        default=0, description="turn in which it was called on to strike"
    )
    fired_at: Names = Field(default=[], description="ships it has fired at in this battle (sail/8)")
    fate: Literal["foundered", "sunk", "exploded", "scuttled", "left"] | None = None
    built_for: Key | None = Field(default=None, description="the side it began with; default: its side")


class GrappleEntry(Strict):
    """Two ships that are grappled (sail/5)."""

    ships: Annotated[tuple[Key, Key], Field(strict=False)]
    fouled: bool = False
    fought: bool = False
    winner: Key | None = None


class SailVictory(VictoryEntry):
    """How the battle ends. `turns` is the last turn; for a convoy, `enough` of its `ships` must leave the table."""

    kind: Literal["last-side", "points", "convoy"] = "last-side"
    ships: list[Key] = Field(default=[], max_length=MOST)
    enough: Annotated[int, Field(ge=1, le=100)] = 1
    turns: Turn | None = None


class SailBattleFile(BattleFile):
    """A battle of Full Sail."""

    table: SeaTable = SeaTable()
    ships: Annotated[dict[Key, SailingEntry], Field(min_length=1, max_length=MOST)]
    grapples: list[GrappleEntry] = Field(default=[], max_length=MOST)
    victory: SailVictory = SailVictory()
