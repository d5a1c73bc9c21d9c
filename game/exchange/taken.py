"""Designs taken over from the files of other programs: built, priced, and held beside what their source says."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from game.board.geometry import ARCS, QUARTERS
from game.core.names import LONGEST_NAME, LONGEST_TEXT, name_fault, without_hidden
from game.core.system import RuleSystem
from game.core.values import Data, Value
from game.exchange.foreign_object import ForeignObject
from game.formats.problems import BadFile, Problem, Steps
from game.formats.validation import parse
from game.formats.yaml_writer import block
from game.rules.ships.design import Design
from game.rules.shipyard.design_schema import DesignFile, SystemFile
from game.rules.shipyard.pricing import figures_by_field
from game.rules.shipyard.system_lines import clockwise
from game.systems import SYSTEMS
from game.yard.draft import Drawn, draw_design

SYSTEM: RuleSystem = SYSTEMS["full-thrust"]
MOST_ALIKE = 60  # mounts of one line
SILHOUETTES = (  # the largest MASS of each, by the Fleet Books; a hull of the second edition has half of it
    (16, "corvette"), (26, "frigate"), (40, "destroyer"), (60, "light-cruiser"), (90, "heavy-cruiser"),
    (110, "battlecruiser"), (140, "battleship"),
)  # fmt: skip


@dataclass(frozen=True)
class Line:
    """A line of systems, the path of what it was made from, and the MASS and points that stand there for one mount."""

    data: Data
    at: Steps
    said: tuple[Value, Value] | None = None


@dataclass(frozen=True, eq=False)
class Taken:
    """A design taken over, and what could not be, or is not as it was."""

    drawn: Drawn
    notes: tuple[Problem, ...]

    @property
    def design(self) -> Design:
        design = self.drawn.design
        assert isinstance(design, Design)
        return design


@dataclass(frozen=True, eq=False)
class TakenFleet:
    """The ships of a fleet in their order: the design of each, or the name of one in another file, and its name as it
    stands there."""

    name: str
    ships: tuple[tuple[Taken | str, str], ...]


@dataclass(frozen=True, eq=False)
class Imported:
    """The contents of a file: the program that wrote it, its designs, notes about what became no design, and their
    fleet."""

    program: str
    designs: tuple[Taken, ...]
    notes: tuple[Problem, ...] = ()
    fleet: TakenFleet | None = None

    @property
    def every_note(self) -> tuple[Problem, ...]:
        return (*self.notes, *(note for one in self.designs for note in one.notes))


def gather_designs(
    program: str,
    notes: Iterable[Problem],
    parts: Sequence[ForeignObject],
    design: Callable[[ForeignObject], list[Taken]],
) -> Imported:
    """Return the designs of the parts of a file, and the notes about the file and the parts that became no design."""
    made = [design(part) for part in parts]
    failed = [note for part, one in zip(parts, made) if not one for note in part.notes]
    return Imported(program, tuple(each for one in made for each in one), (*notes, *failed))


def line(part: ForeignObject, data: Data, said: tuple[Value, Value] | None = None) -> list[Line]:
    """Return a line of systems made from a part, or none with a note why the yard cannot read it."""
    try:
        parse(block(data), SystemFile, "it")
    except BadFile as bad:
        part.note(f"{bad.problems[0].message}: left out")
        return []
    return [Line(data, part.at, said)]


def in_order(arcs: Sequence[str], profile: str) -> list[str]:
    """Return arcs as designs are written: clockwise, each once; arcs that no ship has stay where they are."""
    order, once = QUARTERS if profile == "FT2" else ARCS, list(dict.fromkeys(arcs))
    return clockwise(once, order) if set(once) <= {*order} else once


def valid_name(part: ForeignObject, found: str, usual: str) -> str:
    """Return a text as a name, cut and cleaned where it is none, with a note."""
    if not found.strip() or not (fault := name_fault(found)):
        return found.strip() or usual
    name = without_hidden(found)[:LONGEST_NAME].strip() or usual
    part.note(f"{fault}: the name is now '{name}'")
    return name


def fleet_of(found: Value, ships: Iterable[tuple[Taken | str, str]]) -> TakenFleet:
    """Return a fleet by its name as it stands there, or by a usual one."""
    named = isinstance(found, str) and not name_fault(found.strip())
    return TakenFleet(found.strip() if named else "Taken over", tuple(ships))


def remarks(part: ForeignObject, *words: str) -> str:
    """Return texts as the remark of a design, cut to what it may have with a note."""
    text = "\n".join(filter(None, words))
    if len(text) > LONGEST_TEXT:
        part.note(f"its remarks have {len(text)} letters: the first {LONGEST_TEXT} are taken over")
    return text[:LONGEST_TEXT]


def silhouette(mass: int, profile: str, family: str) -> str:
    """Return the silhouette of a ship of that MASS."""
    size = 2 * mass if profile == "FT2" else mass
    return f"{family}-{next((name for most, name in SILHOUETTES if size <= most), 'dreadnought')}"


def import_design(
    part: ForeignObject, entry: Data, lines: Sequence[Line], points: tuple[int, str] | None = None
) -> list[Taken]:
    """Return the design of an entry without systems, and of its lines; none, with a note, if the yard cannot read it.
    `points` are those that the source says, and the field that says them."""
    given = {name: value for name, value in entry.items() if value not in (None, "", [], {}, False)}
    given |= {"systems": [one.data for one in lines]} if lines else {}
    try:
        now = draw_design(SYSTEM, given)
    except BadFile as bad:
        why = "; ".join(dict.fromkeys(problem.message for problem in bad.problems))
        part.note(f"not taken over: {why}", key=True)
        return []
    design, model = now.design, now.model
    assert isinstance(design, Design) and isinstance(model, DesignFile)
    _compare_lines(part, design, lines)
    if points and points[0] != design.points:
        part.note(f"{design.name} has {points[0]} points there; the yard counts {design.points}", *points[1].split("."))
    for fault in now.faults:
        at = SYSTEM.files.field_of(model, fault.at)
        where = lines[int(at[1])].at[len(part.at) :] if at[:1] == ("systems",) and len(at) > 1 else ()
        part.note(f"taken over, but it cannot be built as it is: {fault.why}", *where, key=True)
    written = given | {"systems": together(lines)} if lines else given
    return [Taken(draw_design(SYSTEM, written), tuple(in_place(part.notes)))]


def in_place(notes: Iterable[Problem]) -> list[Problem]:
    """Return notes in the order of the file."""
    return sorted(notes, key=lambda note: (note.line, note.column))


def _compare_lines(part: ForeignObject, design: Design, lines: Sequence[Line]) -> None:
    """Note where MASS and points of a system differ from what its source says of it."""
    costs = figures_by_field(design, [one.data.get("count", 1) for one in lines])
    for nth, one in enumerate(lines):
        ours, theirs = costs.get(("systems", nth)), one.said and tuple(f"{value:g}" for value in one.said)
        if ours and theirs and ours != theirs:
            words = f"{theirs[0]} MASS and {theirs[1]} points there; the yard counts {ours[0]} and {ours[1]}"
            part.note(words, *one.at[len(part.at) :], key=True)


def together(lines: Sequence[Line]) -> list[Data]:
    """Return lines as a file has them, with neighbours that are alike as one line."""
    made: list[Data] = []
    for one in lines:
        many = one.data.get("count", 1)
        if made and made[-1] | {"count": 1} == one.data | {"count": 1}:
            before = made[-1].get("count", 1)
            if before + many <= MOST_ALIKE:
                made[-1] = made[-1] | {"count": before + many}
                continue
        made.append(one.data)
    return made
