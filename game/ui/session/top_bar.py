"""The bar across the top: the battle, its phases, the turn, and the main button; no part of the rules."""

from __future__ import annotations

from pygame import Rect, Surface

from game.battle.battle import View
from game.core.names import number as in_words
from game.seating.heading import agreed_rules, subtitle
from game.ui.render.shapes import gradient, paste, rule
from game.ui.render.text import caps, text, width
from game.ui.render.theme import mix, theme
from game.ui.session.board_context import BattleLayout
from game.ui.session.phase_bar import phase_bar
from game.ui.toolkit.blocks import TitleLines
from game.ui.toolkit.widgets import Still

BAR = 48  # design pixels: height of the cells of the phases with the line below them
SIZES = (15, 14, 13, 12)  # text sizes of the line under the title; the first that fits is used


class Turn(Still):
    """The turn, and the number of turns."""

    pictured = True

    def __init__(self, rect: Rect, word: str, turn: int, last: int) -> None:
        super().__init__(
            rect, rule="table/phases", hint=f"{word} {turn}" + (f" of {last}, then the battle ends" if last else "")
        )
        self.word, self.turn, self.last = word.capitalize(), turn, last

    def draw(self, dst: Surface) -> None:
        """Draw label over figures."""
        p, px, r = theme.palette, theme.px, self.rect
        caps(dst, self.word, (r.x, r.y + px(17)))
        at = text(dst, str(self.turn), (r.x, r.y + px(48)), 24, p.white, "b", "bottomleft")
        if self.last:
            text(dst, f"of {self.last}", (at.right + px(6), r.y + px(48)), 15, p.muted, "r", "bottomleft")


def ground(dst: Surface, r: Rect) -> None:
    """Draw the bar itself."""
    p = theme.palette
    paste(dst, gradient(r.w, r.h, mix(p.raised, p.active, 0.2), p.panel), r.topleft)
    rule(dst, r.x, r.right, r.bottom - max(1, theme.px(1)), p.edge)  # inside the bar, because its picture is cached


def pieces(view: View, layout: BattleLayout, number: int = 0, turn: int = 0) -> list[Still]:
    """Return title, phases and turn (those shown, if any), as far as they fit. The main button belongs to the
    screen."""
    px, top, sheet = theme.px, layout.top, layout.sheet
    title = 0 if layout.wide < 1180 else layout.left_panel.w - px(28) if not layout.folded else px(208)
    found: list[Still] = []
    if title:
        game, others = subtitle(view), agreed_rules(view)
        longer = f"{game}, {in_words(len(others))} changed"
        under = longer if others and width(longer, SIZES[-1]) <= title else game
        hint = "\n".join((f"{view.title}: {game}", *others))
        place, sizes = Rect(px(16), 0, title, top.h), ((22, 20, 18, 16, 15), SIZES)
        found.append(TitleLines(place, view.title, under, sizes=sizes, rule="table/house-rules", hint=hint))
    left = max(layout.bottom_panel.x, px(16) + title) + px(16) if title else px(16)
    found += phase_bar(Rect(left, px(10), sheet.x - px(16) - left, px(BAR)), view, number)
    turns = view.state.victory.get("turns") or 0
    found.append(Turn(Rect(sheet.x + px(16), 0, px(88), top.h), view.system.turn_word, turn or view.state.turn, turns))
    return found


def button_rect(layout: BattleLayout) -> Rect:
    """Return the rect of the main button."""
    px, sheet = theme.px, layout.sheet
    wide = min(px(296), sheet.w - px(120))
    return Rect(sheet.right - px(16) - wide, px(8), wide, px(48))
