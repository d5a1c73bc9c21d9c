"""The page of a finished study of the odds lab: its table, and the place of its files; no part of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pygame import Rect, Surface

from game.core.display import percent
from game.lab.export import Row
from game.lab.files import LabStudy
from game.ui.lab.charts.inks import TITLES, ink
from game.ui.render.shapes import rule
from game.ui.render.text import fit_text, wrap
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.widgets import Still, Widget

LINE = 30  # design pixels
HEADS = ("rules", "damage", "spread", "destroyed", "craft lost", "missiles")


@dataclass(eq=False)
class TableLine(Still):
    """Cells of equal width over a thin rule, with the name in the colour of its rule."""

    cells: Sequence[str]
    rules: str = ""

    def draw(self, dst: Surface) -> None:
        """Draw each cell from its left edge."""
        r, p = self.rect, theme.palette
        rule(dst, r.x, r.right, r.bottom - 1)
        wide = r.w / len(self.cells)
        for number, cell in enumerate(self.cells):
            named = bool(self.rules) and cell == TITLES[self.rules]
            colour = ink(self.rules) if named else p.text if self.rules else p.muted
            fit_text(
                dst, cell, (r.x + number * wide, r.centery), wide - theme.px(6), (15, 14, 13), colour, "r", "midleft"
            )


def table(rows: Sequence[Row]) -> list[tuple[str, tuple[str, ...]]]:
    """Return the lines of a study: the rule and the cells of each, after a line of headings."""
    axes = tuple(rows[0][0]) if rows else ()
    found = [("", (*(axis.replace("_", " ") for axis in axes), *HEADS))]
    for point, _, results in rows:
        for one in results:
            gone = "–" if one.destroyed is None else percent(one.destroyed)
            cells = (
                TITLES[one.rules],
                f"{one.damage.mean:.3f}",
                f"± {one.damage.spread:.2f}",
                gone,
                f"{one.lost.mean:.2f}",
                f"{one.missiles.mean:.2f}",
            )
            found.append((one.rules, (*(str(value) for value in point.values()), *cells)))
    return found


class StudyPage(Page):
    """The table of a finished study."""

    subject = "table/odds-lab"

    def __init__(self, study: LabStudy, folder: Path, rows: Sequence[Row]) -> None:
        self.pane = ScrolledPane("results")
        super().__init__(self.pane)
        self.study, self.folder, self.lines = study, folder, table(rows)

    def titles(self, area: Rect) -> tuple[str, str]:
        return self.study.title, ""

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return a line for each set-up and rule."""
        px, m = theme.px, margin(area)
        frame = Rect(m, px(150), area.w - 2 * m, area.h - px(166))
        column = Column(Rect(frame.x, frame.y, frame.w - px(18), frame.h))
        for rules, cells in self.lines:
            column.add(TableLine(column.row(LINE), cells, rules))
        return [*self.pane.fill(frame, column.widgets, 8), self.close_button(area)]

    def paint(self, dst: Surface) -> None:
        """Draw ground, heading, the subject, and the place of the files."""
        super().paint(dst)
        area, px, m = dst.get_rect(), theme.px, margin(dst.get_rect())
        wide = area.w - 2 * m
        below = (
            wrap(dst, self.study.about, (m, px(82)), wide, 15, theme.palette.muted, most=2)
            if self.study.about
            else px(82)
        )
        fit_text(dst, f"CSV and JSON are in {self.folder}", (m, below + px(4)), wide, (15, 14, 13), theme.palette.text)
