"""Parts of the page of battles by file: the heads of its columns, pieces with their orders, files, rows of the list; no
part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass

import pygame
from pygame import Rect, Surface

from game.ui.far.model import ELSEWHERE, FarEntry
from game.ui.far.summary import AskedPiece, FarStand, long_ago
from game.ui.render.hulls import badge_sprite
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import Vec, box, mark, paste, rule, stamp
from game.ui.render.text import fit_text, lines, minus, text, width, wrap
from game.ui.render.theme import Colour, cached, mix, theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still, Widget

RULE = "table/by-file"
SIGNS = {"due": "todo", "done": "done", "refused": "dead"}  # marks of tones
ICON = 76  # design pixels for the picture of a file, beside its words
LEAD = 1.32  # the distance of lines, as a share of their size


def tone_colour(tone: str) -> Colour:
    """Return the colour of a tone: due, done, waits, refused or over."""
    p = theme.palette
    return {"due": p.yellow, "done": p.green, "refused": p.red, "over": p.white}.get(tone, p.muted)


@dataclass(eq=False)
class StepHead(Still):
    """The head of a column: its number in a disc, or a tick once it is done; its title over a line in the colour of its
    tone. `now` if the column is due."""

    number: int
    title: str
    words: str
    tone: str
    now: bool

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        at = r.x + px(20), r.y + px(22)
        done = self.tone == "done" and not self.now
        stamp(dst, _disc(theme.accent if self.now else p.green if done else p.edge, self.now, done), at)
        if done:
            stamp(dst, mark("done", p.green, 18), at)
        else:
            text(dst, str(self.number), at, 17, p.ink if self.now else p.muted, "b", "center")
        x, wide = r.x + px(50), r.w - px(50)
        fit_text(dst, self.title, (x, r.y + px(5)), wide, (20, 18, 16), p.white, "b")
        ink = theme.accent if self.now and self.tone == "waits" else tone_colour(self.tone)
        wrap(dst, self.words, (x, r.y + px(29)), wide, 15, ink, lead=19)

    @staticmethod
    def high(words: str, wide: int) -> int:
        """Return its height in real pixels for a width."""
        return theme.px(31) + theme.px(19) * max(1, len(lines(words, wide - theme.px(50), 15)))


@cached(8)
def _disc(colour: Colour, now: bool, done: bool) -> Surface:
    p, v = theme.palette, Vec(40, 40, 4, theme.scale)
    if now:
        v.circ((20, 20), 16, colour)
    else:
        v.circ((20, 20), 16, mix(colour, p.panel, 0.75) if done else p.panel)
        v.circ((20, 20), 16, colour, 255, 2)
    return v.done()


@dataclass(eq=False)
class AskedRow(Still):
    """A piece with its order so far, and a tick once it has one."""

    piece: AskedPiece
    seat: int

    def draw(self, dst: Surface) -> None:
        p, px, r, one = theme.palette, theme.px, self.rect, self.piece
        box(dst, r, p.raised, 6, 255, p.line)
        colour = theme.seat(self.seat)
        if one.glyph:
            stamp(dst, badge_sprite(one.glyph, colour, 15), (r.x + px(22), r.centery))
        sign, ink = ("done", p.green) if one.done else ("todo", p.faint)
        stamp(dst, mark(sign, ink, 16), (r.right - px(20), r.centery))
        left, right = r.x + px(46), r.right - px(40)
        room = right - left - width(one.name, 13, "s") - px(14)
        order = minus(one.order)
        if order and width(order, 12, "s") > room:
            order = "ordered"
        if order:
            right = fit_text(dst, order, (right, r.centery), room, (16, 15, 14, 13, 12), colour, "s", "midright").x
            right -= px(12)
        fit_text(dst, one.name, (left, r.centery), right - left, (16, 15, 14, 13), p.text, "s", "midleft")

    @property
    def hint_now(self) -> str:
        """The whole order."""
        return minus(self.piece.order)


Line = tuple[str, float, Colour, str]  # words, size, colour, weight


class FileField(Still):
    """A file: its picture, lines beside it, and below a rule words that stand for themselves, with a remark. A dashed
    one takes files that are dropped."""

    def __init__(
        self,
        column: Column,
        said: Sequence[Line],
        colour: Colour,
        *,
        dashed: bool = False,
        foot: tuple[str, str, str] = ("", "", ""),
        name: str = "",
    ) -> None:
        px = theme.px
        self.colour, self.dashed, self.foot = colour, dashed, foot
        wide = column.wide - px(ICON + 14)
        self.rows = [
            (row, size, ink, weight) for words, size, ink, weight in said for row in lines(words, wide, size, weight)
        ]
        self.body = max(px(68), sum(px(size * LEAD) for _, size, *_ in self.rows) + px(8))
        label, words, aside = foot
        beside = width(label, 15) + width(words, 15, "s") + width(aside, 15) + px(28 + 20)
        self.two = bool(words) and beside > column.wide
        below = px(62 if self.two else 36) if words else 0
        super().__init__(column.take(px(26) + self.body + below, 10), name=name, rule=RULE)

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        if self.dashed:
            box(dst, r, p.well, 6)
            around = (r.topleft, (r.right - 1, r.y), (r.right - 1, r.bottom - 1), (r.x, r.bottom - 1))
            dashed_line(dst, around, self.colour, 2, 7, 5, closed=True)
        else:
            box(dst, r, p.well, 6, 255, p.edge)
        paste(dst, _file_sign(self.colour), (r.x + px(20), r.y + px(18)))
        y: float = r.y + px(20)
        for row, size, ink, weight in self.rows:
            text(dst, row, (r.x + px(ICON), y), size, ink, weight)
            y += px(size * LEAD)
        label, words, aside = self.foot
        if words:
            top = r.y + px(20) + self.body
            rule(dst, r.x + px(14), r.right - px(14), top, p.edge)
            y = top + px(19)
            at = text(dst, label, (r.x + px(14), y), 15, p.muted, "r", "midleft")
            room = r.right - px(14) - at.right - px(10)
            fit_text(dst, words, (at.right + px(10), y), room, (15, 14, 13, 12), p.white, "s", "midleft")
            end = (r.x + px(14), y + px(25)) if self.two else (r.right - px(14), y)
            text(dst, aside, end, 15, p.muted, "r", "midleft" if self.two else "midright")


@cached(8)
def _file_sign(colour: Colour) -> Surface:
    """Return a sheet of paper with a folded corner and a seal."""
    p, v = theme.palette, Vec(38, 50, 4, theme.scale)
    outline = [(2, 2), (25, 2), (35, 12), (35, 48), (2, 48)]
    v.poly(outline, mix(colour, p.well, 0.84))
    v.lines(outline, colour, 2, closed=True)
    v.lines([(25, 2), (25, 12), (35, 12)], colour, 2)
    v.circ((18.5, 29), 9, colour)
    v.circ((18.5, 29), 5.4, mix(colour, p.well, 0.84))
    v.circ((18.5, 29), 2.6, colour)
    return v.done()


# -- the list ----------------------------------------------------------------------------------------------------------

# where the columns of the list begin, as shares of its width: turn, you, they, last file
PLACES = (0.27, 0.40, 0.555, 0.80)
HEADS = ("turn", "you", "they", "last file")
ROW, LOW_ROW = 46, 62  # design pixels


def list_heads(dst: Surface, r: Rect) -> None:
    """Write the heads of the list's columns into a strip."""
    text(dst, "battle", (r.x + theme.px(54), r.centery), 15, theme.palette.muted, "r", "midleft")
    for share, words in zip(PLACES, HEADS):
        text(dst, words, (r.x + r.w * share, r.centery), 15, theme.palette.muted, "r", "midleft")


@dataclass(eq=False)
class FarRow(Widget):
    """A battle in the list, on one line, or on two where it is `narrow`."""

    entry: FarEntry
    _: KW_ONLY
    chosen: bool = False
    narrow: bool = False

    @property
    def hint_now(self) -> str:
        """Why it cannot be opened, or why its last file was refused."""
        return "" if self.narrow and self.chosen else self.entry.trouble or self.entry.refused

    @property
    def hint_by(self) -> Rect:
        return Rect(self.rect.x + round(self.rect.w * PLACES[2]), self.rect.y, theme.px(60), self.rect.h)

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        fill = p.active if self.chosen else p.raised if self.hover else p.panel
        box(dst, r, fill, 6, 255, theme.accent if self.chosen else p.line, 2 if self.chosen else 1)
        one = self.entry.summary
        if one is not None:
            stamp(dst, badge_sprite(one.glyph, theme.seat(one.seat), 16), (r.x + px(28), r.centery))
        (self._two_lines if self.narrow else self._one_line)(dst)

    def _stands(self) -> tuple[FarStand, FarStand]:
        one = self.entry
        if one.trouble:
            elsewhere = one.trouble == ELSEWHERE
            return FarStand("waits" if elsewhere else "refused", ELSEWHERE if elsewhere else "cannot be opened"), _NONE
        if one.summary is None:
            return FarStand("waits", "not read yet"), _NONE
        they = FarStand("refused", "file refused", one.refused) if one.refused else one.summary.they
        return one.summary.you, they

    def _one_line(self, dst: Surface) -> None:
        p, px, r, one = theme.palette, theme.px, self.rect, self.entry.summary
        turn, you, they, last = (r.x + round(r.w * share) for share in PLACES)
        x, y = r.x + px(54), r.centery
        at = fit_text(dst, self.entry.title, (x, y), turn - x - px(10), (17, 16, 15, 14, 13), p.white, "s", "midleft")
        stands = self._stands()
        if one is not None:
            foes = f"with {one.foes}"
            if at.right + px(12) + width(foes, 15) <= turn - px(12):
                text(dst, foes, (at.right + px(12), y), 15, p.muted, "r", "midleft")
            short = one.turn if width(one.turn, 13) <= you - turn - px(10) else one.turn.partition(",")[0]
            fit_text(dst, short, (turn, y), you - turn - px(10), (15, 14, 13), p.text, "r", "midleft")
            if one.last:
                text(dst, long_ago(one.last), (last, y), 15, p.muted, "r", "midleft")
        limits = (last if stands[1] is _NONE else they), last
        for stand, left, right in zip(stands, (you, they), limits):
            _stand(dst, stand, (left, y), right - left - px(10))
        stamp(dst, mark("right", p.muted, 14), (r.right - px(20), y))

    def _two_lines(self, dst: Surface) -> None:
        p, px, r, one = theme.palette, theme.px, self.rect, self.entry.summary
        x, wide = r.x + px(54), r.w - px(54 + 12)
        fit_text(dst, self.entry.title, (x, r.centery - px(13)), wide, (16, 15, 14, 13, 12), p.white, "s", "midleft")
        you, they = self._stands()
        shown = they if they.tone == "refused" else you
        at = _stand(dst, shown, (x, r.centery + px(13)), wide)
        if one and x + wide - at > px(14) + width(turn := one.turn.partition(",")[0], 14):
            text(dst, f"{turn}", (r.right - px(12), r.centery + px(13)), 14, p.muted, "r", "midright")


_NONE = FarStand("waits", "")


def _stand(dst: Surface, stand: FarStand, at: tuple[int, int], room: int) -> int:
    """Draw how a seat stands, and why if there is room. Return where the words end."""
    px, colour, (x, y) = theme.px, tone_colour(stand.tone), at
    if sign := SIGNS.get(stand.tone, ""):
        stamp(dst, mark(sign, colour, 15), (x + px(7), y))
        x += px(24)
    right = fit_text(dst, stand.words, (x, y), at[0] + room - x, (15, 14, 13, 12), colour, "s", "midleft").right
    if stand.why and right + px(12) + width(stand.why, 14) <= at[0] + room:
        right = text(dst, stand.why, (right + px(12), y), 14, colour, "r", "midleft").right
    return right


def open_row(rect: Rect, entry: FarEntry, chosen: bool, narrow: bool, on_press: Callable[[], object]) -> FarRow:
    """Return the row of a battle."""
    return FarRow(
        rect, entry, chosen=chosen, narrow=narrow, on_press=on_press, name=f"far {entry.path.name}", rule=RULE
    )


def frame(dst: Surface, r: Rect, now: bool) -> None:
    """Draw the frame of a column."""
    box(dst, r, theme.palette.panel, 8, 255, theme.accent if now else theme.palette.line, 2 if now else 1)


def arrow(dst: Surface, at: tuple[int, int], on: bool) -> None:
    """Draw the arrow between two columns."""
    colour = theme.palette.green if on else theme.palette.faint
    half = theme.px(4)
    points = [(at[0] - half // 2, at[1] - half), (at[0] + half // 2, at[1]), (at[0] - half // 2, at[1] + half)]
    pygame.draw.lines(dst, colour, False, points, max(1, theme.px(2)))
