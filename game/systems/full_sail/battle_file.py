"""The models of Full Sail's battle and design files: ships with masts and crews, the wind, and terrain (sail/2, 3)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from game.core.forms import FieldWords
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
from game.systems.full_sail.ships.design import MAST_COSTS

Guns = Annotated[str, Field(pattern=r"^[LMHC]{0,20}$")]  # a letter for each gun: light, medium, heavy, carronade
Boxes = Annotated[int, Field(ge=0, le=25)]
Failures = Annotated[int, Field(ge=0, le=2)]
MASTS = ("whole", "crippled", "gone")


class GunsEntry(Strict):
    """The guns of each side, a letter for each: L, M, H or C. Starboard is the same as port by default."""

    port: Guns = ""
    starboard: Guns | None = None
    bow: Guns = ""
    stern: Guns = ""


class SailingDesignFile(Versioned):
    """The file of a design (sail/2, 9)."""

    name: Name
    ship_class: Name = Field(alias="class")
    about: Text = ""
    pattern: Unnamed = Field(default="", description="key of the design it was begun from")
    glyph: Unnamed = ""
    rated_masts: int = Field(ge=1, le=5, description="the size of the model, by which honour and lines of sight go")
    hull: int = Field(ge=4, le=100)
    thrust: int = Field(ge=1, le=10)
    crew: int = Field(ge=1, le=20)
    marines: int = Field(default=1, ge=0, le=10)
    guns: GunsEntry = GunsEntry()
    merchant: bool = False


class SeaTerrain(TerrainEntry):
    """Land, reef, shoal, weed or fog: a disc, or an `outline` of corners in MU from its centre (sail/3.5)."""

    kind: Literal["island", "reef", "shoal", "sargasso", "fog"]
    outline: list[Point] = Field(default=[], max_length=200)


class SeaTable(TableEntry):
    """The sea and its wind. Values of the wind that are left out are rolled at the start (sail/3.4)."""

    terrain: list[SeaTerrain] = Field(default=[], max_length=MOST)
    wind_speed: Annotated[
        Annotated[int, Field(ge=2, le=40)] | None,
        FieldWords("Wind speed", "How hard it blows: most ships sail no faster than the wind", "sail/3.4"),
    ] = Field(default=None, description="MU a turn; default: diced, 2D6 + 8")
    wind_from: Annotated[
        Course | None,
        FieldWords("Wind from", "Where it blows from, as a course: a bow that points there is in irons", "sail/3.4"),
    ] = Field(default=None, description="the course the wind comes from; default: diced, a die of twelve")


class SailingEntry(ShipEntry):
    """A ship at the start, with earlier damage (sail/2)."""

    row1: Boxes | None = Field(default=None, description="boxes left in the first row; default: undamaged")
    row2: Boxes | None = None
    row3: Boxes | None = None
    row4: Boxes | None = None
    fore: Annotated[Failures, FieldWords("Fore mast", MAST_COSTS, "sail/2", MASTS)] = Field(
        default=0, description="failures of the fore mast: 1 crippled, 2 gone"
    )
    main: Annotated[Failures, FieldWords("Main mast", MAST_COSTS, "sail/2", MASTS)] = 0
    mizzen: Annotated[Failures, FieldWords("Mizzen", f"The mast abaft the others. {MAST_COSTS}", "sail/2", MASTS)] = 0
    lost: Names = Field(default=[], description="keys of the guns that are out of order, such as port1")
    anchor: Annotated[
        bool,
        FieldWords(
            "Has anchor", "Is its anchor still there? A check can cost it, and without it none is dropped", "sail/3.2"
        ),
    ] = True
    anchored: Annotated[
        bool,
        FieldWords("Anchored", "Does it lie at anchor? It neither moves nor drifts until it weighs it", "sail/3.2"),
    ] = False
    adrift: Annotated[
        bool, FieldWords("Adrift", "Does it lie without way, at nobody's helm? The wind carries it off", "sail/3.3")
    ] = False
    struck: Annotated[
        bool,
        FieldWords("Struck", "Has it surrendered? It fires no more, and an enemy that grapples it takes it", "sail/8"),
    ] = False
    marines: Annotated[
        Annotated[int, Field(ge=0, le=10)] | None,
        FieldWords(
            "Marines",
            "Soldiers aboard: in a boarding fight each hits on 3 or more, a unit of crew on 5 or more",
            "sail/5.2",
        ),
    ] = Field(default=None, description="default: as built")
    prize_crew: Annotated[
        Annotated[int, Field(ge=0, le=20)],
        FieldWords(
            "Prize crew", "Units of crew that came over from another ship and have no box of its own hull", "sail/5.2"
        ),
    ] = Field(default=0, description="units aboard that have no box")
    away: list[Count] = Field(
        default=[], max_length=20, description="crew boxes, from 1, whose unit is dead or has left"
    )
    worst_row: Annotated[
        Annotated[int, Field(ge=0, le=4)],
        FieldWords(
            "Worst row",
            "The lowest row of the hull that has been emptied, by raking also out of turn: checks go by it",
            "sail/4.2",
            ("none", "1", "2", "3", "4"),
        ),
    ] = Field(default=0, description="the lowest row that has been emptied")
    burning: Annotated[
        Annotated[int, Field(ge=0, le=20)] | None,
        FieldWords(
            "Burning", "Turns it has burnt before this one: each adds 1 to its die, and 6 or more is its end", "sail/6"
        ),
    ] = Field(default=None, description="turns it has burnt; default: no fire")
    fire_cause: Unnamed = ""
    doused: Annotated[
        Annotated[int, Field(ge=0, le=1)],
        FieldWords(
            "Fire doused",
            "Damage control has succeeded once against its fire; two successes put it out",
            "sail/6/repairs",
            ("not yet", "once"),
        ),
    ] = 0
    losses: Annotated[
        Count,
        FieldWords(
            "Loss rolls", "Rolls it has made as a wreck: each adds 1 to the next one, which may sink it", "sail/7"
        ),
    ] = Field(default=0, description="rolls it has made on the loss table (sail/7)")
    overkill: Annotated[
        Count,
        FieldWords(
            "Overkill", "Points scored on the wreck since its last loss roll: every ten bring another", "sail/7"
        ),
    ] = 0
    summoned: Annotated[
        Annotated[int, Field(ge=0, le=1000)],
        FieldWords(
            "Summoned",
            "The turn in which an enemy called on it to strike, 0 for never: if it does not, it may be fired at",
            "sail/8",
        ),
    ] = Field(default=0, description="turn in which it was called on to strike")
    fired_at: Names = Field(default=[], description="ships it has fired at in this battle (sail/8)")
    fate: Annotated[
        Literal["foundered", "sunk", "exploded", "scuttled", "left"] | None,
        FieldWords("Fate", "How it left the battle before it began", "sail/7", unsaid="in play"),
    ] = None
    built_for: Key | None = Field(default=None, description="the side it began with; default: its side")


class GrappleEntry(Strict):
    """Two ships that are grappled (sail/5)."""

    ships: Annotated[tuple[Key, Key], Field(strict=False)]
    fouled: bool = False
    fought: bool = False
    winner: Key | None = None


class SailVictory(VictoryEntry):
    """The victory conditions. `turns` is the last turn. For a convoy, `enough` of its `ships` must leave the table by
    one of these `edges`."""

    kind: Annotated[
        Literal["last-side", "points", "convoy"],
        FieldWords(
            "Won by", "The last side with a ship that fights, more points, or a convoy that gets away", "sail/9"
        ),
    ] = "last-side"
    ships: list[Key] = Field(default=[], max_length=MOST)
    edges: list[Literal["top", "right", "bottom", "left"]] = Field(default=[], description="default: any edge")
    enough: Annotated[
        Annotated[int, Field(ge=1, le=100)],
        FieldWords("Must escape", "How many ships of the convoy must leave the table for their side to win", "sail/9"),
    ] = 1
    turns: Annotated[Turn | None, FieldWords("Last turn", "The turn after which the battle ends", "sail/9")] = Field(
        default=None, description="default: none, to the end"
    )


class SailBattleFile(BattleFile):
    """A battle file of Full Sail."""

    table: SeaTable = SeaTable()
    ships: Annotated[dict[Key, SailingEntry], Field(min_length=1, max_length=MOST)]
    grapples: list[GrappleEntry] = Field(default=[], max_length=MOST)
    victory: SailVictory = SailVictory()
