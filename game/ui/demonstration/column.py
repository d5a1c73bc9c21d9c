"""The right-hand column of a demonstration: its subject, its steps, the result of this one, and its settings.

No part of the rules. Parts that change from step to step keep their room, so that nothing below them moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.demonstrations.demonstration import Demonstration
from game.demonstrations.frames import Held
from game.demonstrations.steps import DemonstrationStep
from game.ui.advice.columns import best_orders
from game.ui.board.model.advice_picture import AdvicePicture
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import Piece, fit, lines, minus, run, run_width, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.blocks import Paragraph
from game.ui.toolkit.column import Column
from game.ui.toolkit.rich_text import Rich, TextTable
from game.ui.toolkit.widgets import Still, Widget

Line = tuple[str, float, Colour, str]  # words, size, colour, weight
MANY = 5  # most results of a step at which their lines are set wide apart
TABLE = 15  # text size of a rule's table


class StepRow(Widget):
    """A step in the list: past (tick), now (plate), or to come, with the number of its phase at the right."""

    def __init__(
        self, rect: Rect, step: DemonstrationStep, now: int, on_press: Callable[[], object], slim: bool
    ) -> None:
        number, phase = step.phase
        words = f"{step.view.system.turn_word} {step.turn}, phase {number}: {phase.lower()}"
        super().__init__(rect, on_press=on_press, rule=step.rule, hint=words, name=f"step {step.index + 1}")
        self.step, self.now, self.right = step, now, f"phase {number}" if not slim else ""
        if width(step.name, 16, "s") > self.room:
            self.hint = f"{step.name}\n{words}"

    @property
    def room(self) -> float:
        """The width for the name, in real pixels."""
        right = width(self.right, 15) + theme.px(10) if self.right else 0
        return self.rect.w - theme.px(44 + 10) - right

    def draw(self, dst: Surface) -> None:
        """Draw mark or number, name and phase."""
        p, px, r, index = theme.palette, theme.px, self.rect, self.step.index
        here, past = index == self.now, index < self.now
        if here or self.hover:
            box(dst, r, p.active if here else p.raised, 6, 255, theme.accent if here else p.edge)
        ink = p.white if here else p.text if past or self.hover else p.faint
        if past:
            stamp(dst, mark("done", p.green, 14), (r.x + px(20), r.centery))
        else:
            text(dst, str(index + 1), (r.x + px(20), r.centery), 16, p.white if here else p.faint, "b", "center")
        size = next((n for n in (16, 15, 14) if width(self.step.name, n, "s") <= self.room), 14)
        name = fit(self.step.name, self.room, size, "s")
        text(dst, name, (r.x + px(44), r.centery), size, ink, "s" if here else "r", "midleft")
        if self.right:
            text(dst, self.right, (r.right - px(10), r.centery), 15, p.text if here else p.faint, "r", "midright")


class Row(Still):
    """An expectation of a step. Its subject is at the left, the figure and a tick at the right, or below in `rows`."""

    def __init__(self, rect: Rect, parts: list[Piece], figure: str, rows: list[str], met: bool, rule: str) -> None:
        super().__init__(rect, rule=rule)
        self.parts, self.figure, self.below, self.met = parts, figure, rows, met

    @staticmethod
    def rows(parts: list[Piece], figure: str, room: float) -> list[str]:
        """Return the lines of a figure that does not fit beside its words; none if it fits."""
        beside = room - theme.px(24) - run_width(parts, 16)
        return [] if width(figure, 17, "s") <= beside else lines(figure, room, 16, "s")

    def draw(self, dst: Surface) -> None:
        """Draw plate, words and figure, with a tick or a cross, since it was checked."""
        p, px, r = theme.palette, theme.px, self.rect
        colour = p.white if self.met else p.red
        box(dst, r, p.raised, 5, 255, p.line)
        middle = r.y + px(18) if self.below else r.centery
        stamp(dst, mark("done" if self.met else "dead", p.green if self.met else p.red, 14), (r.right - px(19), middle))
        run(dst, (r.x + px(12), middle), self.parts, 16)
        if not self.below:
            text(dst, self.figure, (r.right - px(36), middle), 17, colour, "s", "midright")
        for index, row in enumerate(self.below):
            text(dst, row, (r.x + px(12), middle + px(23 + 22 * index)), 16, colour, "s", "midleft")


def build(
    column: Column, show: Demonstration, go: Callable[[int], object], advice: AdvicePicture | None = None
) -> list[Widget]:
    """Return all widgets of the column, from the top. `advice` is the adviser's answer in this step."""
    column.space(4)
    rows = lines(show.title, column.wide, 22, "b")
    place = column.row(28 * len(rows), 6)
    column.add(Paragraph(place, show.title, size=22, colour=theme.palette.white, weight="b", lead=28))
    if show.about:
        column.paragraph(show.about, size=16, rule=show.rule, after=12)
    _steps(column, show, go)
    top = column.y
    tallest = 0
    for step in show.steps:  # as high as the step with most words, so that nothing below moves
        trial = Column(Rect(column.x, top, column.wide, 1))
        _result(trial, step)
        tallest = max(tallest, trial.y - top)
    _result(column, show.step, advice)
    column.y = top + tallest
    _settings(column, show)
    _rule(column, show)
    return column.widgets


def _steps(column: Column, show: Demonstration, go: Callable[[int], object]) -> None:
    column.rule(14)
    column.heading("Steps", f"{show.index + 1} of {len(show.steps)}", theme.palette.text, rule=show.rule)
    for step in show.steps:
        r = column.row(34, 4).inflate(theme.px(12), 0)
        column.add(StepRow(r, step, show.index, partial(go, step.index), column.wide < theme.px(270)))
    column.space(10)


def _result(column: Column, step: DemonstrationStep, advice: AdvicePicture | None = None) -> None:
    """Add the adviser's answer, the figures that the file gives, the expectations of the step, and the refusals."""
    asked = step.say.advise
    if asked or step.say.figures or step.held or step.refusals:
        column.rule(14)
    if asked:
        best_orders(column, advice, asked.counts == "boxes")
        column.space(8)
    step_result(column, step)


def step_result(column: Column, step: DemonstrationStep, heading: str = "What it comes to") -> None:
    """Add the figures that a step gives, its expectations, and its refusals; nothing if it has none."""
    if not (step.say.figures or step.held or step.refusals):
        return
    if heading:
        column.heading(heading, rule=step.rule)
    for words, figure in step.say.figures.items():
        _figure(column, words, str(figure), step.rule)
    for one in step.held:
        parts, figure = _held_words(step, one)
        rows = Row.rows(parts, figure, column.wide - theme.px(36))
        single, gap = (36, 5) if len(step.held) <= MANY else (30, 3)
        r = column.row(single - 2 + 22 * len(rows) if rows else single, gap).inflate(theme.px(12), 0)
        column.add(Row(r, parts, figure, rows, one.met, step.rule))
    if step.refusals and step.held:
        column.space(6)
    for refusal in step.refusals:
        name = step.view.state.names.get(refusal.by, refusal.by)
        words = minus(f"{name}, {refusal.text}: refused. {refusal.why[:1].upper()}{refusal.why[1:]}.")
        column.paragraph(words, theme.palette.red, 15, refusal.rule)
    column.space(8)


def _figure(column: Column, words: str, figure: str, rule: str) -> None:
    """Add words that may take several lines, with a figure at their right."""
    p = theme.palette
    rows = lines(words, column.wide - width(figure, 18, "b") - theme.px(20), 16)
    found = [(row, 16, p.muted, "r") for row in rows]
    column.add(Rows(column.row(22 * len(rows), 6), found, (figure, 18, p.white, "b"), rule))


class Rows(Still):
    """Lines at the left, each with its size, colour and weight, and a value at the right, level with the first."""

    def __init__(self, rect: Rect, rows: Sequence[Line], value: Line, rule: str) -> None:
        super().__init__(rect, rule=rule)
        self.rows, self.value = rows, value

    def draw(self, dst: Surface) -> None:
        r, y = self.rect, self.rect.y
        for index, (words, size, colour, weight) in enumerate(self.rows):
            text(dst, words, (r.x, y + theme.px(11 + 22 * index)), size, colour, weight, "midleft")
        words, size, colour, weight = self.value
        text(dst, words, (r.right, y + theme.px(11)), size, colour, weight, "midright")


def _held_words(step: DemonstrationStep, one: Held) -> tuple[list[Piece], str]:
    """Return the subject of an expectation in its colour, and the figure with the one before."""
    p, state = theme.palette, step.view.state
    side = state.sides.get(state.owner(one.key))
    name: Piece = (state.names.get(one.key, one.key), theme.seat(side.seat if side else 2), "s")
    return [name, (one.name, p.muted, "r")], change_words(one)


def change_words(one: Held) -> str:
    """Return `26 → 21`, or the one figure if it has not changed."""
    return (
        f"{one.before} → {one.now}"
        if one.before not in ("", one.now) and len(one.before) + len(one.now) < 22
        else one.now
    )


def _rule(column: Column, show: Demonstration) -> None:
    """Add the first words of the rule's page in this game's own wording, and its table if it is narrow. If neither
    fits, add nothing, not even a heading."""
    page = show.page
    if page is None:
        return
    before, top = len(column.widgets), column.y
    column.rule(14)
    column.heading("The rule", "F1 reads it whole", rule=show.rule)
    headed = len(column.widgets)
    first = next((words for kind, words in page.blocks if kind == "paragraph"), "")
    sentences = re.findall(r"[^.]+(?:\.(?!\s)[^.]*)*\.?\s*", first)
    for count in range(len(sentences), 0, -1):  # as many sentences as can be seen at once
        rich = Rich(column.x, column.y, column.wide, "".join(sentences[:count]).strip(), 15)
        if rich.rect.bottom <= column.area.bottom:
            rich.rule = show.rule
            column.add(rich)
            column.y = rich.rect.bottom + theme.px(12)
            break
    if page.table and TextTable.narrowest(page.table, TABLE) <= column.wide:
        table = TextTable(column.x, column.y, column.wide, page.table, TABLE)
        if table.rect.bottom <= column.area.bottom:  # a table that would have to be scrolled is better read with F1
            table.rule = show.rule
            column.add(table)
            column.y = table.rect.bottom + theme.px(16)
    if len(column.widgets) == headed:
        del column.widgets[before:]
        column.y = top


def _settings(column: Column, show: Demonstration) -> None:
    """Add the house rules, each with its value beside it, or below if the name is long."""
    p = theme.palette
    soft = mix(p.muted, p.text, 0.3)
    column.rule(14)
    column.heading("Settings shown", "" if show.settings else "the usual ones", rule="table/house-rules")
    for title, value, rule in show.settings:
        beside = width(value, 15) <= column.wide / 2
        names = lines(title, column.wide - (width(value, 15) + theme.px(12) if beside else 0), 16, "s")
        below = [] if beside else lines(value, column.wide, 15)
        rows = [*((row, 16, p.white, "s") for row in names), *((row, 15, soft, "r") for row in below)]
        column.add(Rows(column.row(22 * len(rows), 4), rows, (value if beside else "", 15, soft, "r"), rule))
    column.space(4 if show.settings else 0)
