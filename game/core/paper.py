"""Printed sheets and the quick reference as values, and the defaults for a game: all that its sheets say.

They name no game; `game/paper` lays them out.

Tracks, icons and figures are those of the screen (`core.display`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from game.core.display import Bay, Icon, Sheet, Stat, Track
from game.core.values import frozen

if TYPE_CHECKING:
    from game.core.state import AnyState
    from game.core.system import RuleSystem

MOST_FIGURES = 4  # at the head of a sheet
PLACES = ("forward", "port", "starboard", "aft", "broad")  # that distinguish systems of a kind


@frozen
class TrackRows:
    """Rows of boxes, with what the end of each row brings. Tracks `beside` them stand at the right, one box a step,
    under a `heading`; `aside` is a word on protection."""

    tracks: tuple[Track, ...]
    beside: tuple[Track, ...] = ()
    heading: str = ""
    aside: str = ""


@frozen
class SystemSymbols:
    """Systems by their symbols, each with its short name; a ring shows its arcs, bow up."""

    icons: tuple[Icon, ...]


@frozen
class SymbolLine:
    """A row of small symbols with their names, and words at its end."""

    label: str
    icons: tuple[Icon, ...] = ()
    words: str = ""


@frozen
class PlatePart:
    """A part of a plate: its name, and its boxes."""

    label: str
    boxes: int
    left: int


@frozen
class Plate:
    """A side of a ship: its armour, the boxes of its structure and of its parts, and the strip that says which face of
    a die hits what: cells (words, lowest face, highest face)."""

    label: str
    armour: int
    structure: Track
    parts: tuple[PlatePart, ...]
    faces: int
    strip: tuple[tuple[str, int, int], ...]


@frozen
class DeckPort:
    """A gun on a deck plan: the letter of its kind."""

    letter: str
    lost: bool = False


@frozen
class DeckPlan:
    """A hull from above with its guns at their ports, and at each side a table (heading, cells of (head, figure))."""

    glyph: str
    port: tuple[DeckPort, ...]
    starboard: tuple[DeckPort, ...]
    bow: tuple[DeckPort, ...]
    stern: tuple[DeckPort, ...]
    tables: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]  # port, starboard, bow, stern; no cells: no guns
    note: str = ""


@frozen
class ChargedGun:
    """A gun in a table: its arcs on a ring and in words, its figures, and a ring for each charge it holds."""

    label: str
    arcs: tuple[str, ...]
    arc: str
    figures: tuple[str, ...]
    charges: int
    charged: int = 0
    lost: bool = False


@frozen
class GunTable:
    """Guns line by line; the heads are those of gun, arc, each figure, and charges."""

    heads: tuple[str, ...]
    guns: tuple[ChargedGun, ...]


Block = TrackRows | SystemSymbols | SymbolLine | Plate | DeckPlan | GunTable


@frozen
class PaperSheet:
    """A ship's sheet on paper: figures at its head, blocks below each other, and the rows of its table of turns."""

    title: str
    kind: str
    glyph: str
    figures: tuple[Stat, ...]
    blocks: tuple[Block, ...]
    lines: tuple[str, ...]
    state: str = ""  # why it is out of play, if it is


@frozen
class Reference:
    """A part of the quick reference: rows of a table below their `head`, sentences each after a word in bold, and a
    wheel of arcs, each so many degrees."""

    title: str
    rows: tuple[tuple[str, ...], ...] = ()
    head: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    arcs: float = 0.0


# -- games without answers of their own --------------------------------------------------------------------------------


def usual_sheet(sheet: Sheet, figures: Sequence[Stat], speed_word: str) -> PaperSheet:
    """Return a sheet with its tracks, the groups in its bays, and its systems."""
    return paper_of(sheet, figures[:MOST_FIGURES], blocks_of(sheet), ("order", speed_word))


def paper_of(sheet: Sheet, figures: Sequence[Stat], blocks: Iterable[Block], lines: tuple[str, ...]) -> PaperSheet:
    """Return a printed sheet with the head of a sheet of the screen."""
    return PaperSheet(sheet.title, sheet.kind, sheet.glyph, tuple(figures), tuple(blocks), lines, sheet.state)


def blocks_of(sheet: Sheet, besides: Iterable[Icon] = ()) -> tuple[Block, ...]:
    """Return the tracks of a sheet, armour first, and its systems, but not those `besides`."""
    left_out = {one.key for one in besides}
    rows = [one for one in sheet.tracks if one.shape == "hexagon"]
    rows += [one for one in sheet.tracks if one.shape == "box"]
    rows += [track for bay in sheet.bays if (track := _crew_of(bay)).rows]
    tiles = tuple(one for one in sheet.tracks if one.shape == "tile")
    icons = tuple(one for one in sheet.icons if one.key not in left_out)
    return (TrackRows(tuple(rows), tiles, aside=sheet.cover), *((SystemSymbols(icons),) if icons else ()))


def _crew_of(bay: Bay) -> Track:
    """Return the craft of a group as boxes."""
    group = bay.group
    return Track(group.name, (group.count,) if group.count else (), group.count - group.lost, inline=True)


def unmarked(paper: PaperSheet) -> PaperSheet:
    """Return a sheet on which no charge is filled in."""
    blocks = tuple(
        replace(one, guns=tuple(replace(gun, charged=0) for gun in one.guns)) if isinstance(one, GunTable) else one
        for one in paper.blocks
    )
    return replace(paper, blocks=blocks)


def reference_of(system: RuleSystem, state: AnyState, sheets: Sequence[Sheet]) -> tuple[Reference, ...]:
    """Return the quick reference for ships of a battle: the sequence, and what the game says."""
    parts = (sequence_of(system, state), *system.reference(state, sheets))
    return tuple(one for one in parts if one.rows or one.notes)


def sequence_of(system: RuleSystem, state: AnyState) -> Reference:
    """Return the phases of a battle in their order, those of one number in one row."""
    names: dict[int, list[str]] = {}
    for one in system.phases:
        if one.present(state):
            names.setdefault(one.number, []).append(one.name)
    rows = [
        (str(number), system.printed[number] if number in system.printed and len(every) > 1 else ", ".join(every))
        for number, every in names.items()
    ]
    return Reference("Sequence", tuple(rows))


def usual_reference(state: AnyState, sheets: Sequence[Sheet]) -> tuple[Reference, ...]:
    """Return the list of systems aboard."""
    return (systems_aboard(sheets),)


def systems_aboard(
    sheets: Iterable[Sheet], besides: Iterable[str] = (), told: Mapping[str, str] | None = None
) -> Reference:
    """Return what each kind of system aboard does, in the words `told` for it or else as the sheets say it, but not the
    kinds `besides`."""
    left_out, words, rows = set(besides), told or {}, dict[str, str]()
    for one in (icon for sheet in sheets for icon in sheet.icons):
        if one.kind not in left_out and one.hint and one.state == "ok":
            rows.setdefault(kind_of(one), words.get(one.kind, one.hint))
    return Reference("Aboard", notes=tuple(rows.items()))


def kind_of(system: Icon) -> str:
    """Return the name of a kind of system: `Beam 3 forward a` is Beam 3."""
    words = system.label.split()
    while len(words) > 1 and (words[-1] in PLACES or (len(words[-1]) == 1 and words[-1].isalpha())):
        words.pop()
    return " ".join(words)
