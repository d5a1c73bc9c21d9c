"""The file of a ship design: its fields, and the mounts they describe (full-thrust-base/4.2, 8.1)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from game.board.geometry import ARCS, QUARTERS
from game.core.names import Name, Text, Unnamed, brief
from game.formats.validation import Strict, Unknown, Versioned, at_field
from game.formats.yaml_source import Steps
from game.rules.ships.design import CORE_KINDS, F3, SYSTEM_KINDS, Mount, keyed_mounts, row_count
from game.rules.shipyard.price_tables import LARGEST, MODES

KINDS = tuple(kind for kind in SYSTEM_KINDS if kind not in {"drive", "ftl", *CORE_KINDS})
WORDS: dict[str, tuple[str, ...]] = {  # sets of arcs with a short name, clockwise
    "all": ARCS,
    "F3": F3,
    "S3": ("F", "FS", "AS"),
    "A3": ("AS", "A", "AP"),
    "P3": ("AP", "FP", "F"),
}
LOADED = {"magazine", "cargo", "bay"}  # kinds of systems whose load is written in the file
ALL_ROUND = ("pds", "scattergun")  # kinds whose arcs cannot be chosen (4.2)
Layer = Annotated[int, Field(ge=1, le=2000)]  # boxes of one layer of armour


def known_kind(kind: str) -> str:
    """Return a kind of system. Raise ValueError, with the nearest name, if the yard builds no such kind."""
    if kind in KINDS:
        return kind
    raise Unknown(f"the yard builds no {brief(kind)}", (kind,), KINDS)


def arcs_named(given: object) -> tuple[str, ...]:
    """Return the arcs of a list, of a text such as "FP F FS", or of one word: all, F3, P3, S3, A3. Raise ValueError for
    anything else."""
    names = given.split() if isinstance(given, str) else given
    if not isinstance(names, list | tuple) or not names or not all(isinstance(name, str) for name in names):
        raise ValueError("arcs are a list such as [FP, F, FS], or one of the words all, F3, P3, S3, A3")
    for name in names:
        if name not in WORDS and name not in ARCS + QUARTERS:
            raise ValueError(f"there is no fire arc {brief(name)}: the arcs are {', '.join(ARCS)}")
    if len(set(names)) < len(names):
        raise ValueError("the same arc is named twice")
    if len(names) > 1 and set(names) & WORDS.keys():
        raise ValueError("a word such as F3 stands alone, not in a list of arcs")
    return tuple(names)


class DriveFile(Strict):
    """The main drive: its thrust rating, and whether it is an advanced drive (full-thrust-base/2.1). `manoeuvre` is the
    rating of manoeuvre drives that are built apart from it, 0 for none (manoeuvres/redlined-engines)."""

    thrust: int = Field(default=0, ge=0, le=100)
    advanced: bool = False
    manoeuvre: int = Field(default=0, ge=0, le=100)

    @model_validator(mode="after")
    def _no_nimbler_than_strong(self) -> DriveFile:
        if self.manoeuvre > self.thrust:
            raise at_field("manoeuvre", "manoeuvre drives are rated no higher than the main drive")
        return self


class SystemFile(Strict):
    """One line of systems: `count` mounts of one kind that are alike. `class` is only for guns. `mass` is the weight of
    a hold or magazine, or of the craft of a bay together; `mines` belongs to a minelayer. `mode` is the choice that the
    kind offers."""

    kind: Annotated[str, AfterValidator(known_kind), Field(json_schema_extra={"enum": list(KINDS)})]
    count: int = Field(default=1, ge=1, le=60)
    level: int = Field(default=1, alias="class", ge=1, le=9)
    arcs: Annotated[tuple[str, ...], BeforeValidator(arcs_named, json_schema_input_type=list[str] | str)] = ()
    mode: Unnamed = ""
    mass: int = Field(default=0, ge=0, le=2000)
    mines: int = Field(default=0, ge=0, le=2000)

    @model_validator(mode="after")
    def _fields_of_the_kind(self) -> SystemFile:
        """Check that every field of the line means something for its kind, as one that does not is more likely a
        mistake."""
        kind = SYSTEM_KINDS[self.kind]
        name = kind.title.lower()
        if self.level > 1 and not kind.classed:
            raise at_field("class", f"a {name} has no class")
        if self.level > LARGEST.get(self.kind, self.level):
            raise at_field("class", f"{kind.title}s end at class {LARGEST[self.kind]}")
        if self.arcs and self.kind in ALL_ROUND:
            raise at_field("arcs", f"a {name} always bears all round: leave its arcs out")
        if self.arcs and kind.arcs is None:
            raise at_field("arcs", f"a {name} has no fire arcs")
        if self.mines and self.kind != "minelayer":
            raise at_field("mines", f"a {name} carries no mines")
        if bool(self.mass) != (self.kind in LOADED):
            loaded = self.kind in LOADED
            raise at_field("mass", f"a {name} says its mass" if loaded else f"the mass of a {name} is not chosen")
        if self.mode and self.mode not in MODES.get(self.kind, ()):
            choices = " or ".join(mode for mode in MODES.get(self.kind, ()) if mode)
            raise at_field(
                "mode", f"a {name} has no mode '{self.mode}'" + (f": it may be {choices}" if choices else "")
            )
        return self


class DesignFile(Versioned):
    """A ship design as its author writes it. In the second edition (FT2) hull and rows follow from the MASS."""

    name: Name
    ship_class: Name = Field(alias="class")
    glyph: Unnamed = ""
    about: Text = ""
    pattern: Unnamed = Field(default="", description="key of the design it was begun from")
    profile: Literal["FB", "FT2", "XD"] = "FB"
    point_defence: Literal["base", "pdl"] = Field(default="base", description="pdl: a larger area defence control")
    attack_fighter_price: Literal[4, 5] = Field(default=4, description="points of one attack fighter")
    repair_parties: int = Field(
        default=0, ge=0, le=3, description="repair parties beside those of its size; 10 points each"
    )
    mass: int = Field(ge=1, le=2000)
    hull: int | None = Field(default=None, ge=1, le=2000)
    rows: int | None = Field(default=None, ge=3, le=6)
    armour: int = Field(default=0, ge=0, le=2000)
    shell: list[Layer] = Field(default=[], max_length=20, description="layers of armour, inner first")
    drive: DriveFile = DriveFile()
    ftl: bool = False
    tow: int = Field(default=0, ge=0, le=100_000, description="MASS a tug takes along through FTL")
    merchant: bool = False
    streamlining: Literal["none", "partial", "full"] = "none"
    systems: list[SystemFile] = Field(default=[], max_length=500)
    groups: dict[Name, Name] = Field(
        default={}, max_length=60, description="names of its groups of fighters, by hangar: HGRa"
    )

    @model_validator(mode="after")
    def _fields_agree(self) -> DesignFile:
        if self.profile == "FT2" and (self.hull is not None or self.rows is not None):
            given = "rows" if self.hull is None else "hull"
            raise at_field(given, "in the second edition hull and rows follow from the mass: leave them out")
        if self.profile != "FT2" and self.hull is None:
            raise at_field("mass", "the design does not say how many of its MASS are hull boxes: hull is missing")
        if self.armour and self.shell:
            raise at_field("shell", "a ship has armour or a shell in layers, not both")
        if self.tow and not self.ftl:
            raise at_field("tow", "only a ship with an FTL drive can tow another through FTL")
        hangars = {mount.key for mount in mounts_of(self) if mount.kind == "hangar"} if self.groups else set()
        if unknown := [key for key in self.groups if key not in hangars]:
            raise at_field("groups", f"the ship has no hangar {brief(unknown[0])}")
        return self

    @property
    def boxes(self) -> int:
        """The hull boxes: as bought, or half the MASS, a quarter for a merchant, rounded up (full-thrust-base/5.1)."""
        return self.hull if self.hull is not None else -(-self.mass // (4 if self.merchant else 2))

    @property
    def row_count(self) -> int:
        """The number of rows of hull boxes (full-thrust-base/5.1)."""
        return self.rows or row_count(self.mass, self.profile)


def field_of(data: DesignFile, at: Steps) -> Steps:
    """Return the path in the file of `at` in the design: the nth mount is inside one of the lines of `systems`. Drives
    and core systems have no line: their path is `systems`."""
    if at[:1] != ("systems",) or len(at) < 2:
        return at
    lines = [n for n, line in enumerate(data.systems) for _ in range(line.count)]
    nth = int(at[1])
    return ("systems", lines[nth], *at[2:]) if nth < len(lines) else ("systems",)


def mounts_of(data: DesignFile) -> tuple[Mount, ...]:
    """Return every system with its key and title: as listed, then main drive, FTL drive and the three core systems."""
    listed = [mount_of(line, data.profile) for line in data.systems for _ in range(line.count)]
    if data.drive.thrust:
        listed.append(Mount("", "drive", data.drive.thrust, mode="advanced" if data.drive.advanced else ""))
    if data.ftl:
        listed.append(Mount("", "ftl", size=data.tow))
    listed += [Mount("", kind) for kind in CORE_KINDS]
    return keyed_mounts(listed)


def mount_of(line: SystemFile, profile: str) -> Mount:
    """Return one mount of a line, with defaults for everything the line leaves out."""
    chosen = line.mode or MODES.get(line.kind, ("",))[0]
    size = line.mass or (line.mines if line.kind == "minelayer" else 6 if line.kind == "hangar" else 1)
    return Mount("", line.kind, line.level, _bearing(line, profile), chosen, size=size)


def _bearing(line: SystemFile, profile: str) -> tuple[str, ...]:
    """Return the arcs of a line, clockwise from F. Class-1 guns bear all round by default (full-thrust-base/4.2)."""
    order = QUARTERS if profile == "FT2" else ARCS
    small = line.level == 1 and line.kind in ("beam", "kgun") and profile != "FT2"
    arcs = line.arcs or (ARCS if small else SYSTEM_KINDS[line.kind].arcs or ())
    if profile == "FT2" and (arcs == ("all",) or line.kind == "pds"):
        return QUARTERS if line.kind == "pds" else ("F", "S", "P")  # no offensive fire through A (4.4)
    if len(arcs) == 1:
        arcs = WORDS.get(arcs[0], arcs)
    return tuple(sorted(arcs, key=lambda arc: (order.index(arc) if arc in order else len(order), arc)))
