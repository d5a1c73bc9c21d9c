"""The battle file of Full Thrust, in space and on hexes: terrain, ships with their damage, counters and victory
conditions."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from game.core.names import Key, Name, Piece
from game.core.values import Data
from game.formats.battle_schema import (
    MOST,
    Axial,
    BattleFile,
    Count,
    CounterEntry,
    Course,
    Degrees,
    Names,
    ShipEntry,
    SideEntry,
    TableEntry,
    TerrainEntry,
    Turn,
    VictoryEntry,
)
from game.formats.validation import Strict

ATTRIBUTES = {  # of a ship, by their words in files and scripts, where these differ
    "doomed": "dies_after_phase", "doing": "active_manoeuvres", "fate": "removed_reason", "clocks": "timers",
    "marks": "status_flags",
}  # fmt: skip


Knowledge = Annotated[int, Field(ge=0, le=6)]  # levels as in the table of scans (full-thrust-base/6.19)


class Terrain(TerrainEntry):
    """Terrain on the table. Only an asteroid may move, by `velocity` a turn along its course (full-thrust-base/6.20).
    On an open table it is a disc round `at` with a `radius` in MU; on hexes it fills the `hexes` named, each `[q,
    r]`."""

    kind: Literal["planet", "asteroid", "dust", "nebula", "debris", "meteors"]
    velocity: Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)] = 0
    course: Course = 12
    port: bool = Field(default=False, description="on hexes its zig-zag along a spine goes on to port (hex/4/spines)")


class SpaceTable(TableEntry):
    """The playing area in MU or, in games on hexes, `hexes` [columns, rows], where places are [q, r]. A floating table
    has no edges: it follows the ships (full-thrust-base/9.5)."""

    window: Annotated[tuple[Axial, Axial], Field(strict=False)] | None = Field(
        default=None,
        description="columns and rows by which a map of hexes has scrolled to the right and down (hex/2.8)",
    )
    terrain: list[Terrain] = Field(default=[], max_length=MOST)
    floating: bool = False
    planet_edge: Literal["top", "right", "bottom", "left"] | None = Field(
        default=None, description="where a planet begins beyond a map of hexes (hex/2.7/planets)"
    )


class FleetEntry(SideEntry):
    """One side of the battle, in the order of the file. `edge` is the side's own edge of the table."""

    edge: Literal["top", "right", "bottom", "left"] | None = None
    zone: Annotated[float, Field(gt=0, le=1000, allow_inf_nan=False)] | None = Field(
        default=None, description="MU that its zone along its edge is deep (house rule Starting zones); default: 6"
    )
    losses: Count = Field(default=0, description="ships it had lost when its fleet last looked whether to go on (9.2)")


class AwayEntry(Strict):
    """A ship off a map of hexes that may return: the course on which it left, and sides turned since (hex/2.9)."""

    course: Course
    turned: Annotated[int, Field(ge=0, le=3)] = 0


class OrdnanceEntry(CounterEntry):
    """Fighters, a missile or plasma in flight at the start; its key is its ship, a point, and its launcher. `count` is
    what is left of it, `age` its turns since the launch, `flown` the distance it has come, `wounds` damage that still
    counts, and `target` the ship it will hit (hex/3). The other fields are those of fighters in open space."""

    count: Annotated[int, Field(ge=1, le=100)] | None = Field(default=None, description="default: as launched")
    age: Annotated[int, Field(ge=1, le=100)] = 1
    flown: Annotated[float, Field(ge=0, le=10_000, allow_inf_nan=False)] = 0
    wounds: Count = 0
    target: Key | None = None
    endurance_used: Annotated[int, Field(ge=0, le=100)] = Field(
        default=0, description="of fighters (full-thrust-base/7.3)"
    )
    screening: Key | None = Field(
        default=None, description="the ship that fighters screen (full-thrust-base/7.5/screens)"
    )
    fired: bool = Field(default=False, description="torpedo fighters that have fired (full-thrust-base/7.1)")
    aboard: bool = Field(default=False, description="fighters that have come back (full-thrust-base/7.2)")
    ready_on: Annotated[int, Field(ge=0, le=1000)] = Field(
        default=0, description="turn from which these may be launched again"
    )


class StarshipEntry(ShipEntry):
    """A ship at the start: place, movement, and earlier damage. One that `arrives` on a turn is held back until then;
    its place and movement are those of its arrival (full-thrust-base/6.21). In a battle that starts in the middle it
    may have a `fate`: then it is out of play."""

    movement: Literal["cinematic", "vector"] | None = Field(
        default=None, description="default: as the house rules have it"
    )
    heading: Degrees | None = Field(default=None, description="degrees of the course of a ship that moves by vectors")
    hull: Count | None = Field(default=None, description="boxes left; default: undamaged")
    armour: Count | None = Field(default=None, description="boxes left; default: undamaged")
    lost: Names = Field(default=[], description="keys of the systems that are out of order")
    killed: Names = Field(default=[], description="keys of the systems that are beyond repair in this battle")
    spent: Names = Field(default=[], description="keys of the systems that fire once and have fired")
    drive_hits: Annotated[int, Field(ge=0, le=9)] = 0
    drive_gone: Annotated[int, Field(ge=0, le=9)] = Field(
        default=0, description="of the drive hits, those beyond repair"
    )
    inverted: bool = False
    turned: bool = Field(
        default=False, description="it changed course on the turn before (full-thrust-base/2.1, hex/3.2)"
    )
    marks: Names = Field(default=[], description='what else is remembered of it, such as "out of control"')
    clocks: dict[Name, Count] = Field(
        default={}, description="turns that run down, such as {bridge: 2} (full-thrust-base/5.4)"
    )
    fate: Literal["destroyed", "struck", "abandoned", "captured", "dummy", "left", "away"] | None = None
    away: AwayEntry | None = Field(
        default=None, description="how it left a map of hexes, if it may come back (hex/2.9)"
    )
    quality: Literal["green", "regular", "veteran", "elite"] | None = Field(
        default=None, description="of its crew; default: as the house rules have it, or regular"
    )
    rotates: Literal["clockwise", "anticlockwise"] | None = Field(
        default=None, description="a starbase on hexes, by a side at the end of every turn (hex/2.7/starbases)"
    )
    flotilla: Key | None = Field(default=None, description="ships of one share their plots (hex/3.2)")
    arrives: Turn | None = Field(default=None, description="turn in which it comes by FTL drive")
    dummy: bool = Field(default=False, description="a bogey that is no ship (full-thrust-base/6.19)")
    groups: dict[Name, Name] = Field(
        default={}, max_length=60, description="names of its groups of fighters, by hangar: HGRa"
    )
    known: dict[Key, Knowledge] = Field(
        default={}, description="sides that know something of it, 0 to 6 (full-thrust-base/6.19)"
    )


class Victory(VictoryEntry):
    """The victory conditions (full-thrust-base/9). `turns` is the last turn. `ships` must leave by `edge` (convoy) or
    survive to the end (survive, or all of `side`). `limit` is the score that wins immediately. A side that has lost
    `loser_at` of its MASS withdraws."""

    kind: Literal["last-side", "points", "convoy", "survive"] = "last-side"
    edge: Literal["top", "right", "bottom", "left"] | None = None
    ships: list[Key] = Field(default=[], max_length=MOST)
    side: Key | None = None
    limit: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    loser_at: Annotated[float, Field(gt=0, le=1, allow_inf_nan=False)] | None = None


class ThrustBattleFile(BattleFile):
    """A battle file of Full Thrust or of one of its games on hexes."""

    table: SpaceTable = SpaceTable()
    sides: Annotated[dict[Key, FleetEntry], Field(min_length=1, max_length=26)]
    ships: Annotated[dict[Key, StarshipEntry], Field(min_length=1, max_length=MOST)]
    counters: dict[Piece, OrdnanceEntry] = Field(default={}, max_length=MOST)
    victory: Victory = Victory()

    def header(self) -> Data:
        """Return the battle without its script as plain data for writing, without defaults."""
        plain = super().header()
        for body, given in zip(plain.get("table", {}).get("terrain", ()), self.table.terrain):
            if given.velocity:
                body["course"] = given.course  # even the default course must be written for a body that moves
        return plain
