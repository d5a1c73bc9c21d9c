"""The design in the yard beside another of its game: figures, the parts that only one of them has, means by range."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.battle.designs import design_data, designs_of
from game.core.game_files import ShipDesign
from game.formats.validation import BadFile
from game.ui.render.text import fit_text, lines, text
from game.ui.render.theme import theme
from game.ui.shipyard.form import YARD
from game.ui.shipyard.model import EditorModel, signed
from game.ui.shipyard.range_chart import RangeChart, range_unit
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button, Still, Widget
from game.yard.draft import Drawn, draw_design

FIGURES = 4
ROW, ONLY, HIGH = 24, 18, 222  # design pixels of a row of figures, of a line below them, and of the foot


@dataclass(eq=False)
class FiguresBeside(Still):
    """Figures of two ships and their difference."""

    names: tuple[str, str]
    rows: Sequence[tuple[str, str, str]]
    only: Sequence[str]  # lines

    def draw(self, dst: Surface) -> None:
        """Draw a head, a row for each figure, and the parts that only one of them has."""
        p, px, r = theme.palette, theme.px, self.rect
        columns = [r.x + round(r.w * share) for share in (0.55, 0.78, 1.0)]
        heads = zip((*self.names, "more"), columns, (theme.accent, p.white, p.muted))
        for words, right, ink in heads:
            fit_text(dst, words, (right, r.y + px(10)), r.w * 0.22, (14, 13, 12), ink, "s", "midright")
        for n, (label, mine, other) in enumerate(self.rows):
            y = r.y + px(10 + ROW * (n + 1))
            fit_text(dst, label, (r.x, y), r.w * 0.3, (15, 14, 13), p.muted, "r", "midleft")
            more = signed(int(mine) - int(other)) if _whole(mine) and _whole(other) else ""
            words = more or ("same" if mine == other else "–")
            for figure, right, ink in zip(
                (mine, other, words), columns, (p.white, p.text, p.text if more else p.muted)
            ):
                fit_text(dst, figure, (right, y), r.w * 0.22, (16, 15, 14, 13, 12), ink, "s", "midright")
        y = r.y + px(14 + ROW * (len(self.rows) + 1))
        for n, words in enumerate(self.only):
            text(dst, words, (r.x, y + px(ONLY * n)), 13, p.muted, "r", "midleft")


class Compare:
    """The other design, and whether it is shown."""

    def __init__(self, model: EditorModel, target: Callable[[], int]) -> None:
        self.model, self.target = model, target
        self.on = self.choosing = False
        self.key = ""
        self._others: dict[str, Drawn] = {}

    @property
    def designs(self) -> list[ShipDesign]:
        """Every design of the game, fleet by fleet, the smallest first."""
        system = self.model.draft.system
        try:
            found = designs_of(system).values()
        except BadFile:
            return []
        fleets = list(dict.fromkeys(one.fleet for one in found))
        return sorted(found, key=lambda one: (fleets.index(one.fleet), system.files.rank(one)))

    def toggle(self) -> None:
        """Show the comparison, or hide it."""
        self.on, self.choosing = not self.on, False
        self.model.relay()

    def choose(self, key: str) -> None:
        """Choose another design to compare with."""
        self.key, self.choosing = key, False
        self.model.relay()

    def pick(self) -> None:
        """Open or close the list of designs."""
        self.choosing = not self.choosing
        self.model.relay()

    @property
    def other(self) -> Drawn | None:
        """The other design: the one chosen, the pattern of this one, or the nearest in points; None if the game has
        none."""
        now, draft = self.model.now, self.model.draft
        mine = draft.path.stem if draft.path else ""
        designs = self.designs
        if self.key not in {one.key for one in designs}:
            others, points = [one for one in designs if one.key != mine], now.design.points
            pattern = now.entry.get("pattern")
            near = min(others, key=lambda one: (one.key != pattern, abs(one.points - points)), default=None)
            self.key = near.key if near else ""
        if self.key and self.key not in self._others:
            try:
                self._others[self.key] = draw_design(draft.system, design_data(draft.system, self.key), self.key)
            except BadFile:
                return None
        return self._others.get(self.key)

    # -- widgets -------------------------------------------------------------------------------------------------------

    def lay_out(self, r: Rect) -> list[Widget]:
        """Return the foot below the hull: figures at the left, the chart at the right."""
        px = theme.px
        column = Column(Rect(r.x + px(20), r.y + px(8), round(r.w * 0.42), r.h))
        chart = Rect(column.right + px(28), r.y + px(12), r.right - column.right - px(40), r.h - px(16))
        self._figures(column)
        self._chart(column, chart)
        return column.widgets

    def fill(self, column: Column) -> None:
        """Add the figures and the chart one below the other."""
        self._figures(column)
        column.space(10)
        self._chart(column, column.row(210, 8))

    def _figures(self, column: Column) -> None:
        other, now = self.other, self.model.now
        if other is None:
            column.paragraph("There is no other design of this game.")
            return
        files = self.model.draft.system.files
        words = f"Compared with {other.design.name}"
        button = Button(column.row(32, 8), words, on_press=self.pick, on=self.choosing, name="compare with", rule=YARD)
        button.note, button.size, button.hint = "another", 15, "Choose it in the list at the left"
        column.add(button)
        theirs = {one.label: one.value for one in files.figures(other.design)}
        both = [(one.label, one.value, theirs[one.label]) for one in files.figures(now.design) if one.label in theirs]
        mine, their, names = _kinds_aboard(now), _kinds_aboard(other), (now.design.name, other.design.name)
        only = [one for one in mine if one not in their], [one for one in their if one not in mine]
        said = (f"Only {name}: {', '.join(words)}" for name, words in zip(names, only) if words)
        told = [line for words in said for line in lines(words, column.wide, 13)]
        rows = both[:FIGURES]
        row = column.row(24 + ROW * len(rows) + 8 + ONLY * len(told))
        column.add(FiguresBeside(row, names, rows, told, rule=files.price_rule))

    def _chart(self, column: Column, r: Rect) -> None:
        other, now = self.other, self.model.now
        if other is not None and now.form.far and other.form.far:
            unit = range_unit(self.model.draft.system)
            curves = tuple(self.model.curve(one, self.target()) for one in (now, other))
            names, title = (now.design.name, other.design.name), "mean points by range, where they bear best"
            column.add(RangeChart(r, title, names, curves, unit, name="means by range", rule=YARD))


def _kinds_aboard(one: Drawn) -> list[str]:
    """Return the kinds of parts aboard, in their order."""
    labels = (f"{part.icon.label} {part.icon.level or ''}".strip() for part in one.form.aboard)
    return list(dict.fromkeys(label[:1].upper() + label[1:] for label in labels))


def _whole(figure: str) -> bool:
    return figure.lstrip("+-").isdigit()
