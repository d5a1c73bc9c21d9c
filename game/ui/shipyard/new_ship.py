"""The page that begins a new ship, by its game and one of that game's hull classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from pygame import Rect, Surface

from game.core.game_files import AnyFiles
from game.core.system import RuleSystem
from game.core.values import Data
from game.formats.validation import BadFile
from game.ui.host.screen import Push, Swap
from game.ui.pages.problem_page import Problems
from game.ui.render.hulls import badge_sprite
from game.ui.render.shapes import box, stamp
from game.ui.render.text import fit_text
from game.ui.render.theme import theme
from game.ui.shipyard.editor import Editor
from game.ui.shipyard.form import YARD
from game.ui.shipyard.sheet import glyph_of_design, seat_of_shape
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Widget
from game.yard.draft import Draft, Drawn, draw_design, patterns

CARD, WIDE = 76, 320  # design pixels of a card, and least width


@dataclass(eq=False)
class HullCard(Widget):
    """A hull class: its silhouette, its name, and its figures."""

    one: Drawn
    files: AnyFiles
    words: str

    def draw(self, dst: Surface) -> None:
        """Draw the card as a plate."""
        p, px, r, design = theme.palette, theme.px, self.rect, self.one.design
        lit = self.hover or self.focused
        box(dst, r, p.active if lit else p.panel, 8, 255, theme.accent if lit else p.line)
        colour = theme.seat(seat_of_shape(design.glyph))
        stamp(dst, badge_sprite(glyph_of_design(design), colour, 26), (r.x + px(42), r.centery))
        x, room = r.x + px(84), r.w - px(96)
        fit_text(
            dst,
            f"{self.words[:1].upper()}{self.words[1:]}",
            (x, r.y + px(26)),
            room,
            (18, 17, 16, 15),
            p.white,
            "s",
            "midleft",
        )
        figures = " · ".join(f"{one.label.lower()} {one.value}" for one in self.files.figures(design)[:4])
        fit_text(dst, figures, (x, r.y + px(51)), room, (15, 14, 13, 12), p.muted, "r", "midleft")


class NewShip(Page):
    """Games at the top, and below them the hull classes of the open one."""

    subject = YARD
    row_keys = (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT)

    def __init__(self, systems: Sequence[RuleSystem], system: RuleSystem) -> None:
        self.list = ScrolledPane("hulls")
        super().__init__(self.list)
        self.systems, self.system = systems, system
        self.bad: BadFile | None = None

    def _open(self, index: int) -> None:
        self.system = self.systems[index]
        self.list.scroll.to(0)
        self.relay()

    def _draw(self, entry: Data) -> None:
        try:
            self.answer = Swap(Editor(Draft(self.system, dict(entry))))
        except BadFile as bad:
            self.answer = Push(Problems(bad))

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the games, and a card for each hull class."""
        px, m = theme.px, margin(area)
        row = Rect(m, px(96), min(area.w - 2 * m, px(190) * len(self.systems)), px(44))
        names, chosen = [one.title for one in self.systems], self.systems.index(self.system)
        tabs = Segments(row, names, chosen=chosen, on_change=self._open, name="games", rule=YARD)
        body = Rect(m, row.bottom + px(24), area.w - 2 * m, area.h - row.bottom - px(48))
        column = Column(Rect(body.x + px(2), body.y + px(2), body.w - px(18), body.h))
        try:
            found = patterns(self.system)
        except BadFile as bad:
            column.paragraph(bad.problems[0].message, theme.palette.red)
            found = []
        armed = self.system.files.new_design()
        for place, entry in column.even_grid(found, WIDE, CARD, 12):
            one = draw_design(self.system, entry)
            words = one.design.ship_class + ", armed" * (entry == armed)
            card = HullCard(place, one, self.system.files, words, name=f"hull {words}", rule=YARD)
            card.on_press = partial(self._draw, entry)
            column.add(card)
        return [tabs, *self.list.fill(body, column.widgets, 12), self.close_button(area)]

    def titles(self, area: Rect) -> tuple[str, str]:
        return "A new ship", "its game and its hull class" if area.w > theme.px(900) else ""
