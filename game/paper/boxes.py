"""Boxes to cross off, and the symbols of systems: the marks that blocks of a printed sheet are made of."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.boards import OPEN
from game.core.display import Icon, Track
from game.drawing.signs import SIGNS, Place, draw_sign, outline_of, section_entries
from game.drawing.symbols import NUMBERED, RINGED, SMALL, symbol_of
from game.paper.canvas import BLACK, MUTED, PALE, Area, Pen

STROKE = 0.3  # mm
SQUARE = 44  # the unit of symbols
ARC = "arc"  # the part that a piece of a ring stands for
UNKNOWN = "box-freighter"  # drawn for an unknown silhouette
INKS = {"line": BLACK, "lit": BLACK, "unlit": PALE}


def cross(pen: Pen, area: Area, wide: float = STROKE) -> None:
    """Cross a box off."""
    x, y, w, h = area
    i = 0.16 * min(w, h)
    pen.lines([(x + i, y + i), (x + w - i, y + h - i)], w=wide)
    pen.lines([(x + w - i, y + i), (x + i, y + h - i)], w=wide)


def box(pen: Pen, area: Area, lost: bool = False, dot: bool = False, hexagon: bool = False) -> None:
    """Draw an empty box, or one crossed off; a dot in it stands for a part of the crew."""
    x, y, w, h = area
    part, middle = "lost box" if lost else "box", (x + w / 2, y + h / 2)
    if hexagon:
        pen.hexagon(middle, min(w, h) / 2, STROKE, part)
    else:
        pen.rect(area, w=STROKE, part=part)
    if dot:
        pen.circ(middle, min(w, h) * 0.18, w=STROKE * 0.8)
    if lost:
        cross(pen, area)


def lines_of(track: Track, most: int) -> Iterator[tuple[list[tuple[int, bool, bool]], str]]:
    """Yield the boxes of a track line by line, at most `most` in each: number, whether it is lost, whether it has a
    dot. Yield also the words at the end of the line."""
    lost, number = sum(track.rows) - track.left, 0
    for index, many in enumerate(track.rows):
        row = [(n, n <= lost, n in track.dots) for n in range(number + 1, number + many + 1)]
        number += many
        parts = [row[n : n + most] for n in range(0, len(row), most)] or [[]]
        for part in parts:
            yield part, track.notes[index] if part is parts[-1] and index < len(track.notes) else ""


# -- systems -----------------------------------------------------------------------------------------------------------


def ring(pen: Pen, at: Place, size: float, arcs: tuple[str, ...], wide: float, inner: float = 15) -> None:
    """Draw the arcs of a ship as a ring, bow up, with those of a gun black. `inner` is its inner radius."""
    inside = pen.moved(at[0] - size / 2, at[1] - size / 2, size / SQUARE)
    for arc in OPEN.arc_set(wide):
        low, high = arc.low + 2.5, arc.low + arc.width - 2.5
        inside.arc((22, 22), inner, 20, low, high, BLACK if arc.name in arcs else PALE, part=ARC)


def symbol(pen: Pen, system: Icon, at: Place, size: float) -> None:
    """Draw the symbol of a system about a place; struck through once if it is lost, twice if for good."""
    sign, arcs, letter = symbol_of(system)
    ringed = sign in RINGED and bool(arcs)
    if ringed:
        ring(pen, at, size, arcs, system.wide)
    k = SMALL.get(sign, 1.0) if ringed else 1.0
    inside = pen.moved(at[0] - size * k / 2, at[1] - size * k / 2, size * k / SQUARE)
    draw_sign(inside, SIGNS.get(sign, SIGNS["box"]), INKS, system.level)
    label = (str(system.level) if system.level else "") if sign in NUMBERED else letter
    if label and not (ringed and sign in SMALL):
        large, drop = (15, 8) if sign == "kgun" else (19, 0)
        pen.words(label, (at[0], at[1] + drop * size / SQUARE), large * size / SQUARE, "b", anchor="middle")
    struck = pen.moved(at[0] - size / 2, at[1] - size / 2, size / SQUARE)
    if system.state in ("lost", "killed", "spent"):
        struck.lines([(4, 40), (40, 4)], w=2.6)
    if system.state == "killed":
        struck.lines([(4, 4), (40, 40)], w=2.6)


# -- ships -------------------------------------------------------------------------------------------------------------


def silhouette(pen: Pen, glyph: str, at: Place, high: float, half: float) -> None:
    """Draw the outline of a ship about a place, bow up, no higher than `high` and no wider than twice `half`."""
    entry = section_entries("hulls").get(glyph) or section_entries("hulls")[UNKNOWN]
    outline = outline_of(entry["outline"])
    yards = [((-reach, y), (reach, y)) for y, reach in entry.get("masts", ())]
    top = min(entry.get("bowsprit", 0.0), *(y for _, y in outline))
    bottom, side = max(y for _, y in outline), max(abs(x) for x, _ in (*outline, *(end for _, end in yards)))
    k = min(high / (bottom - top), half / side)
    inside = pen.moved(at[0], at[1] - (top + bottom) / 2 * k, k)
    inside.lines(outline, w=STROKE * 1.1 / k, closed=True)
    for yard in yards:
        inside.lines(yard, w=STROKE * 1.6 / k)
    if "bowsprit" in entry:
        inside.lines([(0, top), (0, min(y for _, y in outline))], w=STROKE * 1.1 / k)


def hull(pen: Pen, glyph: str, area: Area) -> None:
    """Draw a hull from above that fills an area."""
    entry = section_entries("hulls").get(glyph) or section_entries("hulls")[UNKNOWN]
    outline = outline_of(entry["outline"])
    (x, y, wide, high), top = area, min(y for _, y in outline)
    across, along = wide / 2 / max(px for px, _ in outline), high / (max(py for _, py in outline) - top)
    pen.lines([(x + wide / 2 + px * across, y + (py - top) * along) for px, py in outline], w=STROKE, closed=True)


def shield(pen: Pen, at: Place, number: int) -> None:
    """Draw a plate with the armour on it."""
    x, y = at
    pen.lines([(x, y), (x + 3.8, y), (x + 3.8, y + 2.8), (x + 1.9, y + 4.2), (x, y + 2.8)], w=STROKE, closed=True)
    pen.words(str(number), (x + 1.9, y + 1.8), 2.3, "s", anchor="middle")


def muted_rule(pen: Pen, wide: float, y: float) -> None:
    """Draw a thin line across."""
    pen.lines([(0, y), (wide, y)], MUTED, 0.12)
