"""The blocks of a printed sheet: each is drawn at the origin of a pen, so wide, and says how high it is (mm)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from game.core.display import Track
from game.core.paper import (
    Block,
    ChargedGun,
    DeckPlan,
    DeckPort,
    GunTable,
    Plate,
    PlatePart,
    SymbolLine,
    SystemSymbols,
    TrackRows,
)
from game.drawing.symbols import short_name
from game.paper.boxes import STROKE, box, cross, hull, lines_of, ring, shield, symbol
from game.paper.canvas import MUTED, Pen, width, wrapped

TEXT, SMALLER = 2.6, 2.2  # sizes of type
LEAD, PITCH, BOX = 5.2, 4.75, 4.0  # from row to row, from box to box, and a box
LEAST = 2.5  # from box to box
CELL, SIGN, CELL_HIGH = 11.0, 8.0, 14.0  # a system with its name, its symbol
GAP = 2.0


def draw(block: Block, pen: Pen, wide: float) -> float:
    """Draw a block; return its height."""
    return DRAWN[type(block)](block, pen, wide)


# -- rows of boxes -----------------------------------------------------------------------------------------------------


def _rows(block: TrackRows, pen: Pen, wide: float) -> float:
    start = min(26.0, max([12.3, *(width(one.label, TEXT, "s") + 2 for one in block.tracks)]))
    right, high = _beside(block, pen, wide) if block.beside else (wide, 0.0)
    aside = width(block.aside, TEXT, "s") + 2 if block.aside else 0.0
    below = _goes_below(block, right - start - aside, high)
    notes = max([0.0, *(width(note, TEXT, "s") + 2 for one in block.tracks for note in one.notes)])
    y = 0.0
    if block.aside:
        line, place = (sum(len(one.rows) for one in block.tracks), 0.0) if below else (0, right)
        told, anchor = block.aside[:1].upper() + block.aside[1:], "left" if below else "right"
        pen.words(told, (place, (line + 0.5) * LEAD), TEXT, "s", room=right, anchor=anchor)
    for index, one in enumerate(block.tracks):
        first = width(one.notes[0], TEXT, "s") + 2 if one.notes else 0.0
        room = right - start - max(notes if one.notes else 0.0, 0.0 if index or below else first + aside)
        y = _track(one, pen.moved(0, y), start, room) + y
    return max(y, high)


def _goes_below(block: TrackRows, room: float, high: float) -> bool:
    """Return whether the words beside the first row leave it too little room, and a line is free below the last."""
    rows = [many for one in block.tracks for many in one.rows]
    note = max((width(one, TEXT, "s") + 2 for one in block.tracks[0].notes[:1]), default=0.0)
    return rows[0] * PITCH + note > room and len(rows) * LEAD < high


def _track(track: Track, pen: Pen, start: float, room: float) -> float:
    """Draw the rows of a track after its name; return their height."""
    pen.words(track.label, (0, LEAD / 2), TEXT, "s", room=start - 1)
    most = max(1, int(room / LEAST))
    longest = min(most, max(track.rows, default=1))
    pitch = min(PITCH, room / longest)
    side, y = pitch - 0.75 if pitch > 3 else pitch - 0.5, 0.0
    high = min(BOX, side * 1.25)
    for boxes, note in lines_of(track, most):
        for n, (_, lost, dot) in enumerate(boxes):
            area = (start + n * pitch, y + (LEAD - high) / 2, side, high)
            box(pen, area, lost, dot, track.shape == "hexagon")
        pen.words(note, (start + longest * pitch + 1.2, y + LEAD / 2), TEXT, "s")
        y += LEAD
    return y


def _beside(block: TrackRows, pen: Pen, wide: float) -> tuple[float, float]:
    """Draw the tracks at the right, below their heading; return where the room left of them ends, and their height."""
    most = max(sum(one.rows) for one in block.beside)
    names = max(width(one.label, TEXT, "s") for one in block.beside)
    pen.words(block.heading, (wide, LEAD / 2), SMALLER, colour=MUTED, anchor="right")
    y = LEAD if block.heading else 0.0
    for one in block.beside:
        pen.words(one.label, (wide - most * PITCH - 1, y + LEAD / 2), TEXT, "s", anchor="right")
        for boxes, _ in lines_of(one, most):
            for n, (_, lost, dot) in enumerate(boxes):
                box(pen, (wide - (most - n) * PITCH + 0.75, y + (LEAD - BOX) / 2, BOX, BOX), lost, dot)
            y += LEAD
    return wide - max(most * PITCH + 1 + names, width(block.heading, SMALLER)) - 3, y


# -- systems -----------------------------------------------------------------------------------------------------------


def _symbols(block: SystemSymbols, pen: Pen, wide: float) -> float:
    across = max(1, int((wide + 0.5) / CELL))
    for n, one in enumerate(block.icons):
        x, y = (n % across + 0.5) * wide / across, n // across * CELL_HIGH
        symbol(pen, one, (x, y + SIGN / 2), SIGN)
        name = short_name(one)
        if width(name, SMALLER) > wide / across - 0.6:
            name = name.replace("FireCon", "FC")
        room = wide / across - 0.4
        size = next((size for size in (SMALLER, 2.0, 1.8) if width(name, size) <= room), 1.6)
        pen.words(name, (x, y + SIGN + 2.2), size, anchor="middle", room=room)
    return -(-len(block.icons) // across) * CELL_HIGH - 2.2


def _line(block: SymbolLine, pen: Pen, wide: float) -> float:
    start = pen.words(block.label, (0, 2.5), TEXT, colour=MUTED) + 3 if block.label else -0.5
    place, anchor = ((wide, 2.5), "right") if block.icons else ((start, 2.5), "left")
    end = pen.words(block.words, place, TEXT, "s", anchor=anchor) if block.words else 0.0
    step = (wide - end - start) / max(1, len(block.icons))
    for n, one in enumerate(block.icons):
        x = start + n * step
        symbol(pen, one, (x + 2.5, 2.5), 5)
        pen.words(one.label, (x + 5.6, 2.5), TEXT, room=max(1.0, step - 6))
    return 5.0


# -- sides -------------------------------------------------------------------------------------------------------------


def _plate(block: Plate, pen: Pen, wide: float) -> float:
    pen.words(block.label, (0, 2.1), TEXT, "s", room=14)
    shield(pen, (15.2, 0), block.armour)
    pitch, high, start, y = 3.7, 2.6, 21.0, 0.0
    for boxes, _ in lines_of(block.structure, int((wide - start) / pitch)):
        for n, (_, lost, dot) in enumerate(boxes):
            box(pen, (start + n * pitch, y, pitch - 0.6, high), lost, dot)
        y += high + 0.5
    y = _parts(block.parts, pen, wide, max(y, 4.8) + 0.6)
    return _strip(block, pen, wide, y + 0.2)


def _parts(parts: tuple[PlatePart, ...], pen: Pen, wide: float, y: float) -> float:
    """Draw the parts of a plate one after another, in as many lines as they need; return the end of the last."""
    pitch, lead, x = 2.1, 3.3, 0.0
    for one in parts:
        name = width(one.label, 2.3, "s") + 1.2
        if x and x + name + one.boxes * pitch > wide:
            x, y = 0.0, y + lead
        pen.words(one.label, (x, y + 1.2), 2.3, "s")
        x += name
        for n in range(one.boxes):
            if x + pitch > wide:
                x, y = name, y + lead
            box(pen, (x, y, pitch - 0.35, 2.4), n < one.boxes - one.left)
            x += pitch
        x += 3.0
    return y + lead


def _strip(block: Plate, pen: Pen, wide: float, y: float) -> float:
    """Draw which faces hit which part, each as wide as its chance. Names too long for that are written in lines
    below."""
    high, told = 3.6, list[str]()
    pen.rect((0, y, wide, high), w=STROKE)
    for words, low, last in block.strip:
        x, w = (low - 1) * wide / block.faces, (last - low + 1) * wide / block.faces
        if low > 1:
            pen.lines([(x, y), (x, y + high)], w=STROKE)
        faces = f"{low}–{last}" if last > low else str(low)
        sizes = ((text, size) for text in (f"{words} {faces}", faces) for size in (SMALLER, 2.0, 1.8))
        text, size = next((one for one in sizes if width(*one) <= w - 0.8), (faces, 1.5))
        pen.words(text, (x + w / 2, y + high / 2), size, anchor="middle")
        told += [f"{faces} {words}"] if text == faces else []
    for line in wrapped(", ".join(told), 2.0, "r", wide):
        pen.words(line, (0, y + high + 1.7), 2.0)
        y += 2.8
    return y + high


# -- guns --------------------------------------------------------------------------------------------------------------


def _guns(block: GunTable, pen: Pen, wide: float) -> float:
    places, lead = _columns(block, wide), 4.0
    for x, head in zip(places, block.heads):
        pen.words(head, (x, 1.6), SMALLER, colour=MUTED)
    y = 3.4
    for gun in block.guns:
        _gun(gun, pen.moved(0, y), places, lead)
        y += lead
    return y


def _columns(block: GunTable, wide: float) -> list[float]:
    """Return where each column of a table of guns begins: as wide as its longest words, and the rest shared out."""
    cells = [
        (
            width(gun.label, 2.4, "s"),
            width(gun.arc, 2.4) + 4.4,
            *(width(one, 2.4) for one in gun.figures),
            gun.charges * 3.2,
        )
        for gun in block.guns
    ]
    needs = [max(width(head, SMALLER), *column) for head, column in zip(block.heads, zip(*cells))]
    spare = max(0.6, (wide - sum(needs)) / max(1, len(needs) - 1))
    return [sum(needs[:n]) + n * min(spare, 8.0) for n in range(len(needs))]


def _gun(gun: ChargedGun, pen: Pen, places: list[float], lead: float) -> None:
    middle = lead / 2
    pen.words(gun.label, (places[0], middle), 2.4, "s")
    ring(pen, (places[1] + 1.7, middle), 3.6, gun.arcs, 60.0, inner=9)
    pen.words(gun.arc, (places[1] + 4.2, middle), 2.4)
    for x, figure in zip(places[2:], gun.figures):
        pen.words(figure, (x, middle), 2.4)
    for n in range(gun.charges):
        at = (places[-1] + 1.3 + n * 3.2, middle)
        pen.circ(at, 1.2, w=STROKE, part="charge")
        if n < gun.charged:
            pen.circ(at, 0.6)
    if gun.lost:
        pen.lines([(0, middle), (places[-1], middle)], w=STROKE)


# -- decks -------------------------------------------------------------------------------------------------------------


def _deck(block: DeckPlan, pen: Pen, wide: float) -> float:
    step, side, middle, beam = 5.2, 4.2, wide / 2, 11.0
    most = max(len(block.port), len(block.starboard))
    high = max(30.0, most * step + 6, (len(block.bow) + len(block.stern)) * step + 7)
    hull(pen, block.glyph, (middle - beam / 2, 0, beam, high))
    for ports, x, way in (
        (block.port, middle - beam / 2 - 2.2 - side, -1),
        (block.starboard, middle + beam / 2 + 2.2, 1),
    ):
        first = (high - len(ports) * step) / 2 + 1
        for n, gun in enumerate(ports):
            y = first + n * step
            _port(gun, pen, x, y, side)
            pen.rect((x - 1.2 if way < 0 else x + side + 0.2, y + side / 2 - 0.6, 1.0, 1.2))
    ends = [(gun, 4.5 + n * step) for n, gun in enumerate(block.bow)]
    ends += [(gun, high - 1.6 - (n + 1) * step) for n, gun in enumerate(reversed(block.stern))]
    for gun, y in ends:
        _port(gun, pen, middle - side / 2, y, side)
    for (heading, cells), (x, y) in zip(block.tables, _corners(wide, high, middle - beam / 2 - 10)):
        if cells:
            _dice(heading, cells, pen.moved(x, y), middle - beam / 2 - 10)
    pen.words(block.note, (0, high + 3.4), SMALLER, colour=MUTED, room=wide)
    return high + 5


def _port(gun: DeckPort, pen: Pen, x: float, y: float, side: float) -> None:
    pen.rect((x, y, side, side), w=STROKE, rad=0.7, part="lost box" if gun.lost else "box")
    pen.words(gun.letter, (x + side / 2, y + side / 2), TEXT, "s", anchor="middle")
    if gun.lost:
        cross(pen, (x, y, side, side))


def _corners(wide: float, high: float, room: float) -> Iterator[tuple[float, float]]:
    """Yield the upper left corners of the tables of port, starboard, bow and stern."""
    for y in (0.0, high - 12.5):
        yield from ((0.0, y), (wide - room, y))


def _dice(heading: str, cells: tuple[tuple[str, str], ...], pen: Pen, room: float) -> None:
    pen.words(heading, (0, 1.5), 2.4, "s", room=room)
    step = min(10.0, room / len(cells))
    for n, (head, figure) in enumerate(cells):
        x = n * step
        pen.rect((x, 3.6, step - 0.8, 8.0), w=STROKE)
        pen.words(head, (x + step / 2 - 0.4, 5.6), 2.0, colour=MUTED, anchor="middle", room=step - 1.2)
        pen.words(figure, (x + step / 2 - 0.4, 9.2), 3.0, "s", anchor="middle")


DRAWN: dict[type[Any], Callable[[Any, Pen, float], float]] = {
    TrackRows: _rows,
    SystemSymbols: _symbols,
    SymbolLine: _line,
    Plate: _plate,
    GunTable: _guns,
    DeckPlan: _deck,
}
