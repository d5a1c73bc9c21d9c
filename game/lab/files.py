"""Files of the lab: a set-up, and the values a study varies. All mistakes of a file are reported at once, with line and
column."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from game.battle.designs import designs_of
from game.core.installation import data_root
from game.core.names import Name, Text
from game.core.values import Data
from game.formats.atomic_file import files_in
from game.formats.validation import (
    BadFile,
    Document,
    Strict,
    Versioned,
    document,
    known_words,
    refuse_foreign,
    validate,
)
from game.formats.yaml_source import mapping
from game.lab.setup import BOTH, GROUP, LabSetUp, Rules
from game.rulebook.book import title
from game.rules.defence.bands import LevelRules, Screens
from game.rules.defence.fighter_types import FIGHTER_TYPES
from game.rules.defence.old_split import shares
from game.rules.ships.design import Design
from game.systems import SYSTEMS

MANY, DICE, BOXES = 60, 30, 1000  # groups or salvos; systems of a kind; boxes of hull or armour
POINTS = 20_000  # set-ups of one study
# of dice of point defence that one attacker may be given, in one attack and in several
SHARES, PLAYED_SHARES = 4000, 120
ENDURANCE = 6  # attacks that a group can make
RANGE = re.compile(r"(\d{1,6}) to (\d{1,6})\Z")

Number = Annotated[int, Field(ge=0, le=MANY)]
Systems = Annotated[int, Field(ge=0, le=DICE)]
Level = Annotated[int, Field(ge=0, le=2)]
RulesName = Literal["old", "reformed", "both"]


def _range(value: object) -> object:
    """Return `1 to 12` as the list of these numbers; one value as a list of it; anything else as it is."""
    if isinstance(value, str) and (found := RANGE.match(value)):
        first, last = int(found[1]), int(found[2])
        if last < first or last - first > MANY:
            raise ValueError(f"'{value}' is not a range from a smaller to a larger number")
        return list(range(first, last + 1))
    return value if isinstance(value, list) else [value]


def _one_or_range(schema: Data) -> None:
    """Let the JSON Schema of an axis take one value or a range beside a list, as `_range` does."""
    whole = dict(schema)
    schema.clear()
    schema["anyOf"] = [whole, whole["items"], {"type": "string", "pattern": RANGE.pattern.replace(r"\Z", "$")}]


LENGTH = Field(min_length=1, max_length=MANY + 1, json_schema_extra=_one_or_range)
Numbers = Annotated[list[Number], BeforeValidator(_range), LENGTH]
SystemCounts = Annotated[list[Systems], BeforeValidator(_range), LENGTH]


class AttackersEntry(Strict):
    """The attackers. `groups` are numbers by type of fighter, `craft` those of each group."""

    groups: dict[Name, Number] = Field(default={})
    craft: Annotated[int, Field(ge=1, le=GROUP)] = GROUP
    assist: Literal["none", "best"] = "none"
    salvos: Number = 0
    heavy_missiles: Number = 0
    attacks: Annotated[int, Field(ge=1, le=ENDURANCE)] = 1


class DefenderEntry(Strict):
    """The ship attacked: a design of the program, numbers, or a design and the numbers that differ from it."""

    design: str = ""
    screens: Level | None = None
    advanced: bool | None = None
    pds: Systems | None = None
    beams: Systems | None = None
    kguns: Systems | None = None
    scatterguns: Systems | None = None
    adfc: bool | None = None
    escorts: Systems = 0
    lend: Systems = 0
    screening: dict[Name, Number] = Field(default={})
    hull: Annotated[int, Field(ge=0, le=BOXES)] | None = None
    armour: Annotated[int, Field(ge=0, le=BOXES)] | None = None


class LabHouseEntry(Strict):
    """House rules of both rules of point defence, with the values of the books."""

    reroll_unscreened: Literal["band0", "band1"] = "band0"
    kinetic_reroll: bool = False
    salvo_pdl: Literal["reduce", "none"] = "reduce"
    advanced_missiles: bool = False
    shifted_rerolls: bool = False
    torpedo_reroll: bool = False
    shift_floor: bool = True
    advanced_screens: bool = True
    rerolls: bool = True


class AxesEntry(Strict):
    """The axes of a study: the values of each. `groups` and `type` are those of the one type that attacks."""

    groups: Numbers | None = None
    type: Annotated[list[Name], BeforeValidator(_range), LENGTH] | None = None
    assist: Annotated[list[Literal["none", "best"]], BeforeValidator(_range), LENGTH] | None = None
    salvos: Numbers | None = None
    heavy_missiles: Numbers | None = None
    screens: Annotated[list[Level], BeforeValidator(_range), LENGTH] | None = None
    advanced: Annotated[list[bool], BeforeValidator(_range), LENGTH] | None = None
    pds: SystemCounts | None = None
    beams: SystemCounts | None = None
    scatterguns: SystemCounts | None = None
    escorts: SystemCounts | None = None
    lend: SystemCounts | None = None
    rules: Annotated[list[RulesName], BeforeValidator(_range), LENGTH] | None = None


class LabFile(Versioned):
    """One set-up; with `axes`, a study."""

    title: Name
    about: Text = ""
    attackers: AttackersEntry
    defender: DefenderEntry = DefenderEntry()
    rules: RulesName = "both"
    house: LabHouseEntry = LabHouseEntry()
    precision: Annotated[float, Field(ge=0.001, le=0.5)] = 0.01
    axes: AxesEntry | None = None


@dataclass(frozen=True)
class LabStudy:
    """A file of the lab as it was read: a set-up, and every point of a study: its values by axis, and its set-up."""

    title: str
    about: str
    setup: LabSetUp
    axes: tuple[str, ...] = ()
    points: tuple[tuple[Mapping[str, object], LabSetUp], ...] = ()


def shipped_studies() -> dict[str, Path]:
    """Return the studies that come with the program, by name."""
    return {path.stem: path for path in files_in(data_root() / "assets" / "studies")}


def read_lab(path: Path) -> LabStudy:
    """Read a set-up or a study. Raises BadFile with everything that is wrong with it."""
    doc = document(path)
    refuse_foreign(doc)
    file = validate(doc, LabFile)
    _check(doc)
    axes = file.axes.model_dump(exclude_none=True) if file and file.axes else {}
    if (count := math.prod(map(len, axes.values()))) > POINTS:
        doc.complain(("axes",), f"this study has {count} set-ups; at most {POINTS} fit", key=True)
    doc.settle()
    if file is None:
        raise BadFile((doc.problem((), "this file cannot be read"),))
    setup = _setup(file)
    values = [dict(zip(axes, given)) for given in product(*axes.values())] if axes else []
    points = tuple((point, _at_point(setup, point)) for point in values)
    _refuse_endless(doc, [one for _, one in points] or [setup])
    return LabStudy(file.title, file.about, setup, tuple(axes), points)


def _refuse_endless(doc: Document, setups: Iterable[LabSetUp]) -> None:
    """Raise BadFile if the defender can divide its dice in too many ways to weigh them all."""
    for setup in setups:
        most = SHARES if setup.attacks == 1 else PLAYED_SHARES
        if "old" in setup.rules and (found := shares(setup.systems)) > most:
            why = f"each attacker can be given these systems in {found} ways, of which at most {most} can be weighed"
            doc.complain(("defender",), why, "Take fewer systems, or the reformed rules alone.", key=True)
            doc.settle()


# -- checks that need more than one field ------------------------------------------------------------------------------


def _check(doc: Document) -> None:
    """Complain of types that do not exist or do not fit, of unknown designs, and of impossible studies."""
    attackers, defender, axes = (mapping(doc.at((key,))) for key in ("attackers", "defender", "axes"))
    groups, screening = mapping(attackers.get("groups")), mapping(defender.get("screening"))
    for key in groups:
        _check_type(doc, ("attackers", "groups", key), key, True)
    for key in screening:
        _check_type(doc, ("defender", "screening", key), key, False)
    kinds = axes.get("type")
    for place, key in enumerate(kinds if isinstance(kinds, list) else ()):
        _check_type(doc, ("axes", "type", place), key, True)
    design = defender.get("design", "")
    if isinstance(design, str) and design and design not in library():
        doc.complain(("defender", "design"), f"there is no design '{design}'", partial(known_words, design, library()))
    if attackers.get("assist") == "best" and attackers.get("attacks", 1) != 1:
        doc.complain(
            ("attackers", "attacks"), "best play is known for one attack only", "Leave out assist, or attacks."
        )
    if ("groups" in axes or "type" in axes) and len(groups) != 1:
        doc.complain(("axes",), "an axis of groups or types needs exactly one type of fighters in attackers", key=True)


def _check_type(doc: Document, at: tuple[str | int, ...], key: object, attacks: bool) -> None:
    """Complain if there is no such type of fighters, or if it can do neither what is asked."""
    kind = FIGHTER_TYPES.get(str(key))
    is_key = isinstance(at[-1], str)
    if kind is None:
        doc.complain(
            at, f"there is no type of fighters '{key}'", partial(known_words, str(key), FIGHTER_TYPES), key=is_key
        )
    elif attacks and not kind.attacks_ships:
        doc.complain(at, f"{key} fighters never attack ships", _rule_named("full-thrust-base/7.1"), key=is_key)
    elif not attacks and not kind.screens_as:
        doc.complain(
            at, f"{key} fighters may not screen a ship", _rule_named("point-defence-and-fighters/2"), key=is_key
        )


def _rule_named(address: str) -> str:
    """Return the hint that points to a rule, by its title."""
    return f"See “{title(address)}” in the rules."


# -- values ------------------------------------------------------------------------------------------------------------


def library() -> Mapping[str, Design]:
    """Return the designs that can be attacked, by key."""
    return {key: design for key, design in designs_of(SYSTEMS["full-thrust"]).items() if isinstance(design, Design)}


def _setup(file: LabFile) -> LabSetUp:
    """Return the set-up of a file: numbers that are given replace those of the design."""
    attackers, defender, house = file.attackers, file.defender, file.house
    base = of_design(defender.design)
    given = {name: getattr(defender, name) for name in ("pds", "beams", "kguns", "scatterguns", "adfc", "hull")}
    base = replace(base, **{name: value for name, value in given.items() if value is not None})
    return replace(
        base,
        groups=tuple(attackers.groups.items()),
        craft=attackers.craft,
        salvos=attackers.salvos,
        heavy_missiles=attackers.heavy_missiles,
        assist=attackers.assist,
        attacks=attackers.attacks,
        screens=_screens(base.screens, defender),
        escorts=defender.escorts,
        lend=defender.lend,
        screening=tuple(defender.screening.items()),
        armour=base.armour if defender.armour is None else (defender.armour,) if defender.armour else (),
        rules=_rules(file.rules),
        precision=file.precision,
        rerolls=house.rerolls,
        level_rules=LevelRules(
            house.reroll_unscreened,
            house.kinetic_reroll,
            house.salvo_pdl,
            house.advanced_missiles,
            house.shifted_rerolls,
            house.torpedo_reroll,
            house.shift_floor,
            house.advanced_screens,
        ),
    )


def _screens(base: Screens, defender: DefenderEntry) -> Screens:
    """Return those of the design, or what the file says instead."""
    level, advanced = defender.screens, defender.advanced
    return Screens(base.level if level is None else level, base.advanced if advanced is None else advanced)


def of_design(key: str) -> LabSetUp:
    """Return the defences of a design of the program."""
    if not key:
        return LabSetUp()
    design = library()[key]
    armour = design.shell or ((design.armour,) if design.armour else ())
    beams, kguns = (sum(mount.level == 1 for mount in design.of(kind)) for kind in ("beam", "kgun"))
    screens = design.of("screen", "advanced_screen")
    return LabSetUp(
        design=key,
        hull=design.hull,
        armour=armour,
        pds=len(design.of("pds")),
        beams=beams,
        kguns=kguns,
        scatterguns=len(design.of("scattergun")),
        adfc=bool(design.of("adfc")),
        screens=Screens(min(2, len(screens)), bool(design.of("advanced_screen"))),
    )


def _rules(name: str) -> tuple[Rules, ...]:
    return BOTH if name == "both" else ("old",) if name == "old" else ("reformed",)


def _at_point(setup: LabSetUp, point: Mapping[str, Any]) -> LabSetUp:
    """Return the set-up with the values of one point of a study."""
    special: dict[str, Callable[[LabSetUp, Any], LabSetUp]] = {
        "groups": lambda one, value: replace(one, groups=((one.groups[0][0], value),)),
        "type": lambda one, value: replace(one, groups=((value, one.groups[0][1]),)),
        "screens": lambda one, value: replace(one, screens=replace(one.screens, level=value)),
        "advanced": lambda one, value: replace(one, screens=replace(one.screens, advanced=value)),
        "rules": lambda one, value: replace(one, rules=_rules(value)),
    }
    for axis, value in point.items():
        setup = special[axis](setup, value) if axis in special else replace(setup, **{axis: value})
    return setup
