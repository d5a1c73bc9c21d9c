"""A table of bands with the pieces that roll in each, and rows of dice, on a sheet; no part of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from pygame import Rect, Surface

from game.core.display import Sheet
from game.core.events import DiceRow, Die, Ladder, LadderRow
from game.core.orders import Id
from game.ui.render.dice_faces import die
from game.ui.render.shapes import Vec, box, paste
from game.ui.render.text import fit_text, text
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.seat.seat_model import SeatModel
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

HIGH, LOW = 31, 26  # design pixels of a row, and where there is little height
SHARES = (0.15, 0.33, 0.36, 0.16)  # shares of the width, by column
DISC = 20  # design pixels of a piece
DIE = 18  # design pixels of a die
Kind = tuple[str, str, Id]  # letter, shape and side of a piece


def ladder(column: Column, model: SeatModel, sheet: Sheet) -> None:
    """Add the table under its heading, and the losses below, if the sheet has them."""
    if sheet.ladder:
        _table(column, model, sheet.ladder)
    if sheet.tallies:
        column.space(8)
        column.heading("Casualties", "a die a group", theme.palette.muted, sheet.ladder.rule if sheet.ladder else "")
        for row in sheet.tallies:
            column.add(TallyLine(column.row(LOW if column.low else HIGH, 2), row))


def _table(column: Column, model: SeatModel, table: Ladder) -> None:
    column.space(8)
    column.heading(table.label, table.note, theme.palette.muted, table.rule)
    column.add(LadderHead(column.row(20, 2), table.headings))
    seats = {side: one.seat for side, one in model.view.state.sides.items()}
    for index, row in enumerate(table.rows):
        colour = theme.palette.ramp[min(index, len(theme.palette.ramp) - 1)]
        column.add(
            LadderLine(column.row(LOW if column.low else HIGH, 2), row, colour, index == table.lit, seats, table.rule)
        )


def columns(r: Rect) -> list[Rect]:
    """Return the cells of a row."""
    found, x = [], float(r.x)
    for share in SHARES:
        found.append(Rect(round(x), r.y, round(r.w * share), r.h))
        x += r.w * share
    return found


@cached(64)
def piece(letter: str, shape: str, colour: Colour) -> Surface:
    """Return a letter on a small disc or lozenge."""
    v, half = Vec(DISC, DISC, 4, theme.scale), DISC / 2
    if shape == "disc":
        v.circ((half, half), half - 1, colour)
    else:
        v.poly([(half, 0), (DISC, half), (half, DISC), (0, half)], colour)
    out = v.done()
    text(out, letter[:2], (out.get_width() / 2, out.get_height() / 2), 13, theme.palette.ink, "b", "center")
    return out


class LadderHead(Still):
    """The headings of the columns."""

    def __init__(self, rect: Rect, headings: tuple[str, ...]) -> None:
        super().__init__(rect)
        self.headings = headings

    def draw(self, dst: Surface) -> None:
        """Draw small words over each column."""
        for cell, words in zip(columns(self.rect), self.headings):
            at, wide = (cell.x + theme.px(6), cell.centery), cell.w - theme.px(8)
            fit_text(dst, words, at, wide, 13, theme.palette.muted, "r", "midleft")


class LadderLine(Still):
    """One band: its name on its colour, the roll that each kind needs, and the pieces that roll in it."""

    def __init__(self, rect: Rect, row: LadderRow, colour: Colour, lit: bool, seats: dict[str, int], rule: str) -> None:
        super().__init__(rect, rule=rule, hint="\n".join(mark.hint for mark in row.marks))
        self.row, self.colour, self.lit, self.seats = row, colour, lit, seats

    def draw(self, dst: Surface) -> None:
        """Draw the band, pale if nobody rolls in it."""
        p, px, r = theme.palette, theme.px, self.rect
        used = bool(self.row.marks) or self.lit
        edge, stroke = (self.colour, 2) if self.lit else (p.line, 1)
        box(dst, r, mix(p.panel, self.colour, 0.16 if used else 0.06), 4, 255, edge, stroke)
        cells = columns(r)
        head = cells[0].inflate(-px(2), -px(4))
        box(dst, head, mix(p.panel, self.colour, 0.75 if used else 0.35), 3)
        fit_text(dst, self.row.cells[0], head.center, head.w - px(4), 14, p.white if used else p.muted, "b", "center")
        for index, (cell, words) in enumerate(zip(cells[1:], self.row.cells[1:]), 1):
            mine = Counter((mark.letter, mark.shape, mark.side) for mark in self.row.marks if mark.column == index)
            fit_text(
                dst,
                words,
                (cell.x + px(6), cell.centery),
                cell.w - px(10) - self._breadth(mine),
                (14, 13, 12),
                p.white if mine else p.muted if used else p.faint,
                "s" if mine else "r",
                "midleft",
            )
            self._marks(dst, cell, mine)

    def _breadth(self, marks: Mapping[Kind, int]) -> int:
        """Return the width of a cell's pieces, in real pixels."""
        return sum(theme.px(DISC) + theme.px(12) * (count > 1) for count in marks.values())

    def _marks(self, dst: Surface, cell: Rect, marks: Mapping[Kind, int]) -> None:
        """Draw a piece for each kind at the right of a cell, with its number before it."""
        x = cell.right - theme.px(2)
        for (letter, shape, side), count in reversed(list(marks.items())):
            picture = piece(letter, shape, theme.seat(self.seats.get(side, 2)))
            x -= picture.get_width()
            paste(dst, picture, (x, cell.centery - picture.get_height() / 2))
            if count > 1:
                text(dst, str(count), (x - theme.px(2), cell.centery), 14, theme.palette.white, "b", "midright")
                x -= theme.px(12)


class TallyLine(Still):
    """The roll for one kind: its name, the dice, the result."""

    def __init__(self, rect: Rect, row: DiceRow) -> None:
        super().__init__(rect)
        self.row = row

    def draw(self, dst: Surface) -> None:
        """Draw name, dice and words."""
        p, px, r = theme.palette, theme.px, self.rect
        fit_text(dst, self.row.label, (r.x, r.centery), px(96), 15, p.text, "s", "midleft")
        words = text(
            dst, self.row.words, (r.right, r.centery), 15, p.red if self.row.tone == "bad" else p.muted, "s", "midright"
        )
        draw_dice(dst, self.row.dice, Rect(r.x + px(104), r.y, words.left - r.x - px(112), r.h), DIE)


def draw_dice(dst: Surface, dice: tuple[Die, ...], r: Rect, size: float) -> None:
    """Draw dice in a row from the left, smaller if there are many."""
    if not dice:
        return
    step = min(size * 1.25 * theme.scale, r.w / len(dice))
    for index, one in enumerate(dice):
        kind = "again" if one.again else "scored" if one.scored else "missed"
        picture = die(one.face, min(size, step / theme.scale / 1.12), 0, kind, one.sides)
        x = r.x + (index + 0.5) * step
        paste(dst, picture, (x - picture.get_width() / 2, r.centery - picture.get_height() / 2))
