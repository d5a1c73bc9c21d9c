"""Events since a side last looked, as cards: one for each ship fired at, with a row for each attack on it."""

from __future__ import annotations

from pygame import Rect, Surface

from game.seating.summary import SummaryItem
from game.ui.render.dice_faces import dice_row, dice_width
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import fit_text, lines, text, width, wrap
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.parts import pin
from game.ui.toolkit.widgets import Press, Widget

FOLD = 22  # design pixels beside the title of an item that can be unfolded
INSET, SMALL = 40, 15  # design pixels: indent of a part, and size of its dice


class ItemCard(Widget):
    """One item with its number; a press shows it on the board. `unfolded` is true if its parts are shown below it, and
    None if it has none."""

    def __init__(
        self,
        rect: Rect,
        item: SummaryItem,
        n: int,
        colour: Colour,
        open_: bool,
        on_press: Press,
        unfolded: bool | None = None,
    ) -> None:
        super().__init__(rect, on_press=on_press, rule=item.rule, name=f"item {n}")
        self.item, self.n, self.colour, self.open, self.unfolded = item, n, colour, open_, unfolded
        self.hint = "" if unfolded is None else "fold it again" if unfolded else f"show each of the {len(item.parts)}"
        self.focusable = item.event is not None  # an item without a place on the board cannot be shown again

    @staticmethod
    def high(item: SummaryItem, wide: int) -> int:
        """Return its height for a width, in real pixels."""
        px, inner = theme.px, wide - theme.px(86)
        rows = len(lines(item.line, inner, 16)) if item.line else 0
        titled = inner - px(FOLD if item.parts else 0)
        high = px(40) + px(24) * len(lines(item.title, titled, 19, "s")) + px(22) * rows
        if item.dice or item.result:
            high += px(44)
            beside = dice_width(item.dice, 20) + width(item.result, 16, "s") + px(16) <= inner
            high += 0 if beside or not item.dice or not item.result else px(26)
        return high

    def draw(self, dst: Surface) -> None:
        """Draw number, title, sentence, dice and result."""
        px, p, r, item = theme.px, theme.palette, self.rect, self.item
        box(dst, r, p.active if self.open or self.hover else p.raised, 8, 255, self.colour if self.open else p.line)
        if self.focusable:
            pin(dst, (r.x + px(34), r.y + px(32)), self.n, self.colour)
        else:
            stamp(dst, mark("eye", p.muted, 20), (r.x + px(34), r.y + px(32)))
        x, inner = r.x + px(68), r.w - px(86)
        y = wrap(dst, item.title, (x, r.y + px(24)), inner - px(FOLD if item.parts else 0), 19, p.white, "s", 24)
        if item.line:
            y = wrap(dst, item.line, (x, y + px(5)), inner, 16, p.muted, lead=22)
        colour = p.red if item.tone == "bad" else p.green if item.tone == "good" else p.text
        if self.unfolded is not None:
            stamp(dst, mark("down" if self.unfolded else "right", p.muted, 16), (r.right - px(24), r.y + px(32)))
        y += px(20)
        if item.dice:
            shown = list(item.dice)
            while len(shown) > 1 and dice_width(shown, 20) > inner:
                shown.pop()
            end = dice_row(dst, (x, y), shown, 20)
            if item.result and r.right - px(18) - end < width(item.result, 16, "s") + px(12):
                fit_text(dst, item.result, (x, y + px(26)), inner, 16, colour, "s", "midleft")
                return
        if item.result:
            at = ((r.right - px(18), y), "midright") if item.dice else ((x, y), "midleft")
            fit_text(dst, item.result, at[0], inner, 16, colour, "s", at[1])


class PartRow(Widget):
    """One attack of several on a ship, below the card of that ship; a press shows it on the board."""

    def __init__(
        self, rect: Rect, item: SummaryItem, number: str, colour: Colour, open_: bool, on_press: Press
    ) -> None:
        super().__init__(rect, on_press=on_press, rule=item.rule, name=f"item {number}")
        self.item, self.colour, self.open = item, colour, open_
        self.focusable = item.event is not None

    @staticmethod
    def _inner(wide: int) -> int:
        """Return the width of its words, in real pixels."""
        return wide - theme.px(INSET + 30)

    @staticmethod
    def high(item: SummaryItem, wide: int) -> int:
        """Return its height for a width, in real pixels."""
        px, inner = theme.px, PartRow._inner(wide)
        high = px(14) + px(20) * len(lines(item.title, inner, 16, "s"))
        high += px(19) * len(lines(item.line, inner, 14)) if item.line else 0
        high += px(20) * len(lines(item.result, inner, 14, "s")) if item.result else 0
        return high + (px(24) if item.dice else 0)

    def draw(self, dst: Surface) -> None:
        """Draw a rail in the colour of the attacker, title, sentence, dice and result."""
        px, p, r, item = theme.px, theme.palette, self.rect, self.item
        left = r.x + px(INSET)
        plate = Rect(left, r.y, r.right - left, r.h)
        box(dst, plate, p.active if self.open or self.hover else p.panel, 6, 255, self.colour if self.open else p.line)
        dst.fill(self.colour, Rect(left, r.y + px(6), max(2, px(3)), r.h - px(12)))
        x, inner = left + px(16), self._inner(r.w)
        y = wrap(dst, item.title, (x, r.y + px(16)), inner, 16, p.white, "s", 20)
        if item.line:
            y = wrap(dst, item.line, (x, y), inner, 14, p.muted, lead=19)
        if item.dice:
            shown, y = list(item.dice), y + px(2)
            more = width("+99", 14) + px(8)
            while len(shown) > 1 and dice_width(shown, SMALL) > inner - more:
                shown.pop()
            end = dice_row(dst, (x, y + px(2)), shown, SMALL)
            if len(shown) < len(item.dice):
                text(dst, f"+{len(item.dice) - len(shown)}", (end + px(6), y + px(2)), 14, p.muted, "r", "midleft")
            y += px(22)
        if item.result:
            colour = p.red if item.tone == "bad" else p.green if item.tone == "good" else p.text
            wrap(dst, item.result, (x, y), inner, 14, colour, "s", 20)
