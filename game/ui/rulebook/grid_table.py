"""A grid of marks in the rule book, as of manoeuvres that can be combined."""

from __future__ import annotations

from pygame import Rect, Surface

from game.rulebook.grid import Grid, Sign
from game.ui.render.lines import line
from game.ui.render.shapes import Place, Vec, box, rule, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import cached, theme
from game.ui.toolkit.widgets import Still

HIGH, HEAD, LEGEND = 21, 27, 25  # design pixels: heights of a row, of the headings, and of a line of the legend
BROAD, NARROW = 33, 17  # greatest and least width of a column
WORDS, CODE = 132, 48  # width of a row's full name, and of its short name
STRIPE = 4  # number of columns between guide lines


@cached(16)
def _disc(scale: float, colour: tuple[int, int, int]) -> Surface:
    v = Vec(12, 12, 5, scale)
    v.circ((6, 6), 4.6, colour)
    return v.done()


class GridTable(Still):
    """A grid with row names at the left and column names above, which stay in view. `wide` is its greatest width in
    real pixels."""

    def __init__(self, x: int, y: int, wide: int, grid: Grid) -> None:
        self.grid, px = grid, theme.px
        count = len(grid.columns)
        self.named = bool(grid.names) and wide >= px(WORDS + CODE) + count * px(26)
        self.code = px(CODE if self.named else CODE - 12)
        self.side = self.code + (px(WORDS) if self.named else 0)
        self.step = max(px(NARROW), min(px(BROAD), (wide - self.side) // count))
        self.wide = self.side + self.step * count
        self.type = min(14.0, 14.0 * (self.step - px(3)) / max(width(name, 14, "s") for name in grid.columns))
        self.broad = px(60) + max(round(width(sign.words, 15)) for sign in grid.legend)
        self.down = -(-len(grid.legend) // max(1, wide // self.broad))
        self.top = px(LEGEND) * self.down + px(12)
        super().__init__(Rect(x, y, wide, self.top + px(HEAD) + px(HIGH) * len(grid.rows)))

    def draw(self, dst: Surface) -> None:
        """Draw legend, plate, headings and marks."""
        p, px = theme.palette, theme.px
        self._legend(dst)
        x, y = self.rect.x, self.rect.y + self.top
        plate = Rect(x, y, self.wide, px(HEAD) + px(HIGH) * len(self.grid.rows))
        box(dst, plate, p.panel, 6, 255, p.line)
        for left in self._columns()[::STRIPE]:
            line(dst, (left, y + px(4)), (left, plate.bottom - px(4)), p.edge if left == x + self.side else p.line)
        for number, (name, marks) in enumerate(self.grid.rows):
            self._row(dst, y + px(HEAD) + px(HIGH) * number, number, name, marks)
        shown = y if self.window is None else max(y, min(self.window.y, plate.bottom - px(HEAD) - px(HIGH)))
        box(dst, (x, shown, self.wide, px(HEAD)), p.raised, 6, 255, p.line)
        for left, name in zip(self._columns(), self.grid.columns):
            text(dst, name, (left + self.step / 2, shown + px(HEAD) / 2), self.type, p.white, "s", "center")

    def _columns(self) -> list[int]:
        """Return the left edge of each column."""
        return [self.rect.x + self.side + number * self.step for number in range(len(self.grid.columns))]

    def _row(self, dst: Surface, y: int, number: int, name: str, marks: tuple[str, ...]) -> None:
        p, px, x = theme.palette, theme.px, self.rect.x
        if number:
            rule(dst, x + px(6), x + self.wide - px(6), y, p.edge if number % STRIPE == 0 else p.line)
        middle = y + px(HIGH) / 2
        text(dst, name, (x + px(10), middle), 14, p.white, "s", "midleft")
        if self.named:
            fit_text(dst, self.grid.name(name), (x + self.code, middle), px(WORDS) - px(8), 14, p.text, "r", "midleft")
        signs = {sign.mark: sign for sign in self.grid.legend}
        for column, mark in enumerate(marks):
            at = (x + self.side + (column + 0.5) * self.step, middle)
            cell = Rect(round(at[0] - self.step / 2) + 1, y + 1, self.step - 2, px(HIGH) - 2)
            self._mark(dst, signs[mark], at, cell)

    def _mark(self, dst: Surface, sign: Sign, at: Place, cell: Rect) -> None:
        """Draw a disc, a dash, a filled cell, or the mark itself on a tinted cell."""
        p, px = theme.palette, theme.px
        if sign.drawn == "yes":
            stamp(dst, _disc(theme.scale, p.green), at)
        elif sign.drawn == "no":
            line(dst, (at[0] - px(4), at[1]), (at[0] + px(4), at[1]), p.faint, 1.6)
        elif sign.drawn == "same":
            box(dst, cell, p.active, 3)
        else:
            box(dst, cell, p.raised, 3, 255, p.edge)
            text(dst, sign.mark, at, 14, p.yellow, "b", "center")

    def _legend(self, dst: Surface) -> None:
        """Draw each mark with its meaning."""
        px = theme.px
        for number, sign in enumerate(self.grid.legend):
            x = self.rect.x + self.broad * (number // self.down)
            y = self.rect.y + px(LEGEND) * (number % self.down) + px(LEGEND) / 2
            self._mark(dst, sign, (x + px(14), y), Rect(x + px(4), round(y - px(9)), px(20), px(18)))
            fit_text(
                dst, sign.words, (x + px(36), y), self.rect.right - x - px(36), 15, theme.palette.text, "r", "midleft"
            )
