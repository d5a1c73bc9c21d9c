"""The models of the game's battle and design files: ships with four sides, charges and vectors, and flights (power/1,
16)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from game.core.forms import FieldWords
from game.core.names import Key, Name, Text, Unnamed
from game.formats.battle_schema import MOST, BattleFile, Count, Names, ShipEntry, TableEntry, Turn, VictoryEntry
from game.formats.validation import Strict, Versioned
from game.systems.power_hex.ships.weapons import ARCS, WEAPONS

Boxes = Annotated[int, Field(ge=0, le=200)]
Face = Annotated[int, Field(ge=1, le=20)]
WeaponKey = Literal[
    "lance_heavy",
    "lance_medium",
    "railgun",
    "bolt_array",
    "guard_array",
    "torpedo",
    "pulse_medium",
    "pulse_heavy",
    "pulse_light",
    "plasma_cannon",
    "fighter_bolt",
    "fighter_pulse",
]
ArcKey = Literal["F60", "F120", "F180", "PF", "SF", "P180", "S180", "A120", "ALL"]
SystemKind = Literal["thruster", "reactor", "engine", "sensors", "cnc", "shield", "hangar", "jump"]
assert set(WeaponKey.__args__) == set(WEAPONS) and set(ArcKey.__args__) == set(ARCS)  # type: ignore[attr-defined]


class MountEntry(Strict):
    """A weapon with its arc, or a system with its boxes; and its armour."""

    weapon: WeaponKey | None = None
    arc: ArcKey = "ALL"
    kind: SystemKind | None = None
    boxes: Boxes = 0
    armour: Annotated[int, Field(ge=0, le=20)] = 0


class SectionEntry(Strict):
    """A side, or the primary section. `chart` has the faces of the d20 that hit each system, `structure` and
    `primary`."""

    structure: Annotated[int, Field(ge=1, le=200)]
    armour: Annotated[int, Field(ge=0, le=20)] = 0
    mounts: dict[Key, MountEntry] = Field(default={}, max_length=20)
    chart: dict[Key, Annotated[tuple[Face, Face], Field(strict=False)]]


class SectionsEntry(Strict):
    """The four sides and the primary section."""

    fore: SectionEntry
    port: SectionEntry
    starboard: SectionEntry
    aft: SectionEntry
    primary: SectionEntry


class FightersEntry(Strict):
    """The fields of a flight."""

    count: Annotated[int, Field(ge=1, le=12)] = 6
    structure: Annotated[int, Field(ge=1, le=40)]
    armour: Annotated[int, Field(ge=0, le=20)] = 0
    weapon: WeaponKey
    arc: ArcKey = "F60"


class DelayEntry(Strict):
    """The delay of turns: hexes before a turn at speed 1, 2, 3 …, and the slope beyond them."""

    table: list[Annotated[int, Field(ge=1, le=60)]] = Field(min_length=1, max_length=40)
    slope: Annotated[tuple[Annotated[int, Field(ge=1, le=20)], Annotated[int, Field(ge=1, le=20)]], Field(strict=False)]
    zig_row: list[Annotated[int, Field(ge=1, le=60)]] = Field(default=[], max_length=40)


class PowerDesignFile(Versioned):
    """The file of a design (power/16)."""

    name: Name
    ship_class: Name = Field(alias="class")
    about: Text = ""
    pattern: Unnamed = Field(default="", description="key of the design it was begun from")
    glyph: Unnamed = ""
    size: Literal["small", "medium", "large", "flight"] = "medium"
    signature: Annotated[int, Field(ge=-10, le=30)]
    initiative: Annotated[int, Field(ge=-30, le=40)]
    agile: bool = False
    drive: Literal["standard", "gravitic"] = "standard"
    retro: bool = False
    thrust: Annotated[int, Field(ge=0, le=40)]
    accn: Annotated[int, Field(ge=1, le=20)]
    delay: DelayEntry
    sensors: Annotated[int, Field(ge=0, le=20)] = 0
    jam: Annotated[int, Field(ge=0, le=20)] = 0
    shield: Annotated[int, Field(ge=0, le=20)] = 0
    reactor: Annotated[int, Field(ge=0, le=200)] = 0
    sections: SectionsEntry | None = None
    fighters: FightersEntry | None = None


class PowerEntry(ShipEntry):
    """A ship at the start, with earlier damage."""

    slip: Annotated[list[Annotated[int, Field(ge=-60, le=60)]], Field(min_length=2, max_length=2)] | None = Field(
        default=None,
        description="the vector, axial, of a ship that slips between two rows; default: velocity along its course",
    )
    lost: dict[Key, Count] = Field(
        default={}, max_length=60, description="boxes lost of a system, or structure of a side"
    )
    charge: dict[Key, Count] = Field(default={}, max_length=60, description="charge of a weapon; default: full")
    ammunition: dict[Key, Count] = Field(default={}, max_length=60, description="shots left; default: full")
    streak: dict[Key, Count] = Field(default={}, max_length=60, description="rounds on end in which a weapon has fired")
    out: Names = Field(default=[], description="weapons that broke for good")
    rolled: Annotated[
        bool,
        FieldWords(
            "Rolled",
            "Does it lie on its back? Port and starboard have changed places, for guns and for hits",
            "power/4.6",
        ),
    ] = False
    carried: Annotated[list[int], Field(min_length=2, max_length=2)] = Field(
        default=[0, 0], description="a turn under way: hexes made, and 1 to starboard or -1 to port"
    )
    craft: list[Annotated[int, Field(ge=0, le=40)]] = Field(
        default=[], max_length=12, description="structure of each fighter"
    )
    carrier: Key | None = Field(default=None, description="the ship that a flight is aboard of")
    fate: Annotated[
        Literal["destroyed", "left", "aboard", "scattered"] | None,
        FieldWords("Fate", "Why it is not on the map as the battle begins", "table/sandbox", unsaid="in play"),
    ] = None


class PowerVictory(VictoryEntry):
    """The victory conditions. `turns` is the last round."""

    kind: Annotated[
        Literal["last-side", "points"],
        FieldWords("Won by", "The last side that is left, or more points in the end", "table/sandbox"),
    ] = "last-side"
    turns: Annotated[
        Turn | None, FieldWords("Last round", "The round after which the battle ends", "table/sandbox")
    ] = Field(default=None, description="default: none, to the end")


class DriftingTable(TableEntry):
    """A map of `hexes` [columns, rows], 40 by 30 by default. A floating map has no edge."""

    floating: Annotated[
        bool,
        FieldWords(
            "Floating",
            "Does the map go on with the ships, or does a ship that crosses its edge leave?",
            "table/sandbox",
        ),
    ] = True


class PowerBattleFile(BattleFile):
    """A battle file of power and initiative."""

    table: DriftingTable = DriftingTable()
    ships: Annotated[dict[Key, PowerEntry], Field(min_length=1, max_length=MOST)]
    victory: PowerVictory = PowerVictory()
