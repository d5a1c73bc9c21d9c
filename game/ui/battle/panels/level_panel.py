"""A total built from dice: its sources from left to right, the sum, and a ruler of bands; no part of the rules."""

from __future__ import annotations

from pygame import Rect, Surface

from game.core.events import Buildup, DiceSum
from game.ui.render.shapes import box
from game.ui.render.text import caps, caps_width, fit_text, text, width
from game.ui.render.theme import mix, theme
from game.ui.ship_sheet.ladder import draw_dice
from game.ui.toolkit.widgets import Still

HEAD, BOX, RULER, LEAD = 24, 54, 20, 18  # design pixels: heading, a source, the ruler, a line of words below it
TOTAL = 150  # design pixels of the sum
PLUS = 18  # design pixels between two sources
LINE = 20  # design pixels between two lines of words beside the sum
SIZES = (14, 13, 12)  # sizes of the words over a source; the first that fits is used
LAST = 4  # width, in values, of the last band, which has no end


def shorter(words: str, room: int) -> str:
    """Return words that fit, if necessary without the last of three or more. As in `2 class-1` for `2 class-1
    beams`."""
    first, _, last = words.rpartition(" ")
    return first if last and " " in first and width(words, SIZES[-1]) > room else words


class BuildupPanel(Still):
    """Heading, a box for each source, the sum, and below them the ruler with its pointers."""

    def __init__(self, rect: Rect, card: Buildup) -> None:
        super().__init__(
            rect, rule=card.rule, name="level", hint=f"{card.label}: {', '.join((str(card.total), *card.words))}"
        )
        self.card = card

    def draw(self, dst: Surface) -> None:
        p, px, r, card = theme.palette, theme.px, self.rect, self.card
        caps(dst, card.label, (r.x, r.y))
        left = r.x + caps_width(card.label) + px(16)
        right = self._steps(dst, Rect(left, r.y, r.right - left, px(HEAD - 4)))
        if width(card.note, 14) <= right - left:
            text(dst, card.note, (left, r.y), 14, p.muted, "r", "topleft")
        self._sources(dst, Rect(r.x, r.y + px(HEAD), r.w, px(BOX)))
        self._ruler(dst, Rect(r.x, r.y + px(HEAD + BOX + 12), r.w, px(RULER)))

    def _steps(self, dst: Surface, r: Rect) -> int:
        """Draw the steps of the total at the right of a row, the next one framed. Return their left edge in pixels.
        Finished steps are only letters if there is no room."""
        p, px, card = theme.palette, theme.px, self.card
        short = [chr(ord("a") + n) for n in range(len(card.steps))]
        long = [f"{letter} {words}" for letter, words in zip(short, card.steps)]
        for cut in (0, card.at, len(long)):
            names = [*short[:cut], *long[cut:]]
            wide = [round(width(name, 13, "s")) + px(14) for name in names]
            if sum(wide) + px(6) * len(wide) <= r.w:
                break
        else:
            return r.right
        x = r.right - sum(wide) - px(6) * (len(wide) - 1)
        begin = x
        for n, (name, breadth) in enumerate(zip(names, wide)):
            cell, now = Rect(x, r.y - px(3), breadth, r.h), n == card.at
            box(
                dst,
                cell,
                mix(p.panel, theme.accent, 0.35) if now else p.raised,
                4,
                255,
                theme.accent if now else p.line,
            )
            text(dst, name, cell.center, 13, p.white if now else p.muted if n < card.at else p.text, "s", "center")
            x += breadth + px(6)
        return begin - px(10)

    def _sources(self, dst: Surface, r: Rect) -> None:
        """Draw the sources, as wide as their dice need if there is room, and the sum at the right."""
        p, px, card = theme.palette, theme.px, self.card
        colour = p.ramp[min(card.lit, len(p.ramp) - 1)]
        total = Rect(r.right - px(TOTAL), r.y, px(TOTAL), r.h)
        free, plus = r.w - total.w, px(PLUS)
        needs = [max(len(part.dice) * 22 + 44, 104) for part in card.parts]
        share = min(float(theme.scale), (free - plus * len(needs)) / sum(needs)) if needs else 0.0
        x = float(r.x)
        for index, (part, need) in enumerate(zip(card.parts, needs)):
            cell = Rect(round(x), r.y, round(need * share), r.h)
            self._source(dst, cell, part)
            sign = "=" if index == len(needs) - 1 else "+"
            text(dst, sign, (cell.right + plus / 2, r.centery), 16, p.muted, "s", "center")
            x = cell.right + plus
        total = Rect(round(x), r.y, min(total.w, r.right - round(x)), r.h)
        box(dst, total, mix(p.panel, colour, 0.3), 6, 255, colour, 2)
        figure = text(dst, str(card.total), (total.x + px(14), total.centery), 26, p.white, "b", "midleft")
        left = figure.right + px(10)
        for n, words in enumerate(card.words):
            y = total.centery + px(LINE) * (n - (len(card.words) - 1) / 2)
            ink = mix(colour, p.white, 0.35) if n else p.text
            fit_text(
                dst,
                words,
                (left, y),
                total.right - left - px(6),
                (15, 14, 13, 12, 11),
                ink,
                "s" if n else "r",
                "midleft",
            )

    def _source(self, dst: Surface, cell: Rect, part: DiceSum) -> None:
        """Draw one source: its name, its dice and their total."""
        p, px = theme.palette, theme.px
        box(dst, cell, p.raised, 6, 255, p.line)
        room = cell.w - px(14)
        fit_text(
            dst, shorter(part.label, room), (cell.x + px(8), cell.y + px(13)), room, SIZES, p.muted, "r", "midleft"
        )
        figure = text(dst, str(part.total), (cell.right - px(10), cell.y + px(37)), 20, p.white, "b", "midright")
        draw_dice(dst, part.dice, Rect(cell.x + px(8), cell.y + px(26), figure.left - cell.x - px(14), px(22)), 17)

    def _ruler(self, dst: Surface, r: Rect) -> None:
        """Draw the bands to scale, each in its colour, with a triangle and words for each pointer below."""
        p, px, card = theme.palette, theme.px, self.card
        starts = [least for least, _ in card.bands]
        end = starts[-1] + LAST
        unit = r.w / end
        for index, (least, name) in enumerate(card.bands):
            after = starts[index + 1] if index + 1 < len(starts) else end
            cell = Rect(round(r.x + least * unit), r.y, round((after - least) * unit) - px(3), r.h)
            lit, colour = index == card.lit, p.ramp[min(index, len(p.ramp) - 1)]
            box(dst, cell, mix(p.panel, colour, 0.6 if lit else 0.28), 4, 255, colour, 2 if lit else 1)
            fit_text(dst, name, cell.center, cell.w - px(2), (14, 13, 12), p.white if lit else p.text, "s", "center")
        self._pointers(dst, r, unit, end)

    def _pointers(self, dst: Surface, r: Rect, unit: float, end: int) -> None:
        """Draw pointers in the order of their places. Words that would overlap are moved a line down."""
        p, px = theme.palette, theme.px
        taken = [r.x - px(8)] * 3
        for pointer in sorted(self.card.pointers, key=lambda one: one.place):
            x = r.x + (min(pointer.place, end - 1) + 0.5) * unit
            text(dst, "▲", (x, r.bottom + px(8)), 11, p.white, "r", "center")
            wide = width(pointer.label, 14, "s")
            left = min(max(r.x, x - wide / 2), r.right - wide)
            line = next((n for n, past in enumerate(taken) if left > past + px(8)), len(taken) - 1)
            taken[line] = int(left + wide)
            text(dst, pointer.label, (left, r.bottom + px(16 + LEAD * line)), 14, p.white, "s")
