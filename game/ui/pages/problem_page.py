"""A page with all mistakes in a file, and a page with one sentence for any other problem."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface

from game.core.names import number
from game.formats.validation import BadFile
from game.formats.yaml_source import Problem
from game.ui.render.backdrop import night
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import fit_text, lines, width, wrap
from game.ui.render.theme import mix, theme
from game.ui.toolkit.blocks import Paragraph
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.text_field import copy
from game.ui.toolkit.widgets import Button, Still, Widget

NEAR = 60  # characters of a long line that are shown before the mistake
MOST = 200  # problems shown; the rest are counted


class ProblemCard(Still):
    """One problem: its place, the message, the source line with a mark under the place, and a hint."""

    focusable = True

    def __init__(self, rect: Rect, problem: Problem, nth: int) -> None:
        super().__init__(rect, rule="table/files", name=f"problem {nth}")
        self.problem, self.nth = problem, nth

    @staticmethod
    def high(problem: Problem, wide: int) -> int:
        """Return the height of a card for a width, in real pixels."""
        px = theme.px
        inner = wide - px(84)
        rows = len(lines(problem_sentence(problem), inner, 17, "s"))
        rows += len(lines(problem.hint, inner, 16)) if problem.hint else 0
        return px(46) + rows * px(24) + (px(52) if problem.source.strip() else 0)

    def draw(self, dst: Surface) -> None:
        """Draw number, place, message, source line and hint."""
        px, p, r, one = theme.px, theme.palette, self.rect, self.problem
        box(dst, r, p.raised, 8, 255, mix(p.red, p.panel, 0.55))
        stamp(dst, mark("dead", p.red, 14), (r.x + px(26), r.y + px(25)))
        x, inner = r.x + px(52), r.w - px(84)
        fit_text(dst, place(one), (x, r.y + px(20)), inner, 15, p.muted)
        y = wrap(dst, problem_sentence(one), (x, r.y + px(42)), inner, 17, p.white, "s", 24)
        if one.source.strip():
            y = self._source(dst, x, y - px(2), inner)
        if one.hint:
            wrap(dst, one.hint, (x, y + px(2)), inner, 16, p.green, lead=24)

    def _source(self, dst: Surface, x: int, y: float, wide: int) -> float:
        """Draw the source line, cut to the part around the mistake, with a mark under it. Return the y below it."""
        px, p, one = theme.px, theme.palette, self.problem
        well = box(dst, (x, round(y), wide, px(42)), p.well, 5, 255, p.line)
        start = (
            max(0, one.column - 1 - NEAR) if len(one.source) > 2 * NEAR else len(one.source) - len(one.source.lstrip())
        )
        line = one.source[start:].rstrip().replace("\t", " ")
        at = fit_text(dst, line, (well.x + px(14), well.y + px(13)), wide - px(28), 16, p.text)
        before = one.source[start : max(start, one.column - 1)].replace("\t", " ")
        spot = min(at.x + round(width(before, 16)) + px(4), at.right)
        foot = well.bottom - px(5)
        pygame.draw.polygon(dst, p.red, [(spot, foot - px(8)), (spot - px(5), foot), (spot + px(5), foot)])
        return y + px(52)


def place(problem: Problem) -> str:
    """Return the place as file:line:column, as editors write it."""
    spot = f", line {problem.line}" if problem.line else ""
    return f"{problem.file}{spot}{f', column {problem.column}' if problem.column else ''}"


def problem_sentence(problem: Problem) -> str:
    """Return the problem as a sentence that begins with its field."""
    return f"{problem.path}: {problem.message}" if problem.path else problem.message


class Problems(Page):
    """All problems in a file that cannot be used. No part of the file has been loaded."""

    subject = "table/files"

    def __init__(self, bad: BadFile) -> None:
        self.pane = ScrolledPane("problems")
        super().__init__(self.pane)
        self.bad = bad
        self.copied = False

    @property
    def text(self) -> str:
        """All problems as plain text, for the clipboard."""
        rest = [f"… and {self.bad.more} more."] if self.bad.more else []
        return "\n".join([*(str(one) for one in self.bad.problems), *rest])

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return Back, Copy, and the problems."""
        px, m = theme.px, margin(area)
        close = self.close_button(area, kind="main")
        again = Button(
            Rect(close.rect.x - px(172), px(24), px(160), px(44)),
            "Copied" if self.copied else "Copy all",
            on_press=self._copy,
            cap="C",
            key=pygame.K_c,
            name="copy",
            hint="Puts every line on the clipboard.",
        )
        inner = Rect(m, px(132), area.w - 2 * m, area.h - px(156))
        column = Column(Rect(inner.x, inner.y + px(4), min(inner.w - px(16), px(1100)), inner.h))
        for nth, one in enumerate(self.bad.problems[:MOST]):
            column.add(ProblemCard(column.take(ProblemCard.high(one, column.wide), 12), one, nth))
        return [again, close, *self.pane.fill(inner, column.widgets, 8)]

    def _copy(self) -> None:
        copy(self.text)
        self.copied = True
        self.relay()

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the title, and an explanation."""
        return "This file cannot be used", ""

    @property
    def explained(self) -> str:
        """The line below the title: the number of mistakes, and what to do."""
        count = self.bad.count
        words = f"{number(count).capitalize()} mistake{'s' if count != 1 else ''}; nothing of it has been loaded. "
        return words + (f"The first {MOST} are shown." if count > MOST else "Mend the file, then open it again.")

    def paint(self, dst: Surface) -> None:
        """Draw the background, the heading and the line below it."""
        super().paint(dst)
        area, m = dst.get_rect(), margin(dst.get_rect())
        fit_text(dst, self.explained, (m, theme.px(92)), area.w - 2 * m, 17, theme.palette.muted)


class Sentence(Page):
    """A page with a message, and choices as (label, key cap, key, callback)."""

    def __init__(
        self,
        heading: str,
        words: Sequence[str],
        choices: Sequence[tuple[str, str, int, object]] = (),
        subject: str = "",
    ) -> None:
        self.pane = ScrolledPane("sentence")
        super().__init__(self.pane)
        self.heading, self.words, self.choices, self.subject = heading, tuple(words), tuple(choices), subject

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the paragraphs and the buttons under them."""
        px = theme.px
        plate = self._plate(area)
        inner = Rect(plate.x + px(36), plate.y + px(86), plate.w - px(72), plate.h - px(86) - px(92))
        column = Column(inner, 16)
        for words in self.words:
            rows = len(lines(words, column.wide, 18))
            column.add(Paragraph(column.take(rows * px(26), 12), words, colour=theme.palette.text, size=18, lead=26))
        found = self.pane.fill(inner, column.widgets)
        x = plate.right - px(36)
        buttons: list[Widget] = []
        for nth, (label, cap, key, press) in enumerate(self.choices or (("Back", "Esc", 0, self.close),)):
            wide = round(width(label, 17, "s")) + px(110)
            x -= wide
            call = press if callable(press) else self.close
            at = Rect(x, plate.bottom - px(36) - px(44), wide, px(44))
            buttons.append(
                Button(
                    at,
                    label,
                    on_press=partial(self._do, call),
                    kind="main" if nth == 0 else "plain",
                    cap=cap,
                    key=key,
                    size=17,
                )
            )
            x -= px(12)
        return [*found, *buttons]

    def _plate(self, area: Rect) -> Rect:
        px = theme.px
        wide = min(area.w - px(48), px(820))
        rows = sum(len(lines(paragraph, wide - px(88), 18)) for paragraph in self.words)
        high = min(area.h - px(48), px(190) + rows * px(26) + px(12) * len(self.words))
        return Rect((area.w - wide) // 2, (area.h - high) // 2, wide, high)

    def _do(self, call: object) -> None:
        answer = call() if callable(call) else None
        if self.answer is None:
            self.answer = answer

    def enter(self) -> bool:
        """Press the first button on Enter."""
        if first := next((w for w in self.focus.widgets if isinstance(w, Button)), None):
            first.press()
        return True

    def paint(self, dst: Surface) -> None:
        area, p = dst.get_rect(), theme.palette
        dst.blit(night(area.size, area.w // 2, area.h // 2), (0, 0))
        plate = box(dst, self._plate(area), p.panel, 10, 255, p.edge)
        at = (plate.x + theme.px(36), plate.y + theme.px(38))
        fit_text(dst, self.heading, at, plate.w - theme.px(72), 26, p.white, "b")
