"""The parts of the number to hit: each term in its cell, the ranges of the gun, the chance as steps of the die, and the
sides; no part of the rules."""

from __future__ import annotations

from pygame import Rect, Surface

from game.core.display import percent
from game.systems.power_hex.parts import HitCard, PartChance, ShotBreakdown
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, text
from game.ui.render.theme import mix, theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

CARD, SIDES, WIDE = 330, 130, 640  # design pixels: the card of a shot, its sides, the width for both
TERMS, RANGES, STEPS, GAP = 40, 30, 12, 6  # design pixels of the three rows, and the gap
SIDE = 24  # design pixels of a line of a side


class HitPanel(Still):
    """The card of one gun on one target. The sides are in a line below, if they have no panel of their own."""

    def __init__(self, rect: Rect, card: HitCard, *, sides: bool = False) -> None:
        said = ", ".join(f"{words} {figure}" for words, figure in card.terms)
        self.sides = (
            f"side, d10: {', '.join(f'{one.faces} {one.label}' for one in card.sides)}" if sides and card.sides else ""
        )
        hint = f"{card.label}: {said}; {needs(card)}, {percent(card.chance)}" + (
            f"\n{self.sides}" if self.sides else ""
        )
        super().__init__(rect, rule=card.rule, name="to hit", hint=hint)
        self.card = card

    def draw(self, dst: Surface) -> None:
        """Draw the rows from the top down."""
        px, r = theme.px, self.rect
        y = r.y
        self._terms(dst, Rect(r.x, y, r.w, px(TERMS)))
        y += px(TERMS + GAP)
        self._ranges(dst, Rect(r.x, y, r.w, px(RANGES)))
        y += px(RANGES + GAP + 2)
        self._steps(dst, Rect(r.x, y, r.w, px(STEPS)))
        p, y = theme.palette, y + px(STEPS + 15)
        chance = text(dst, percent(self.card.chance), (r.right, y), 20, p.yellow, "b", "midright")
        words = f"{self.card.label} {needs(self.card)} of a {self.card.die}"
        fit_text(dst, words, (r.x, y), chance.x - r.x - px(10), (15, 14, 13, 12), p.text, "r", "midleft")
        fit_text(dst, self.sides, (r.x, y + px(22)), r.w, (13, 12, 11, 10), p.muted, "r", "midleft")

    def _terms(self, dst: Surface, r: Rect) -> None:
        """Draw words over figures: bonuses green, penalties red."""
        p, px, count = theme.palette, theme.px, len(self.card.terms)
        for n, (words, figure) in enumerate(self.card.terms):
            cell = part_of(r, n, count, px(5))
            box(dst, cell, p.raised, 5, 255, p.line)
            fit_text(
                dst, words, (cell.centerx, cell.y + px(11)), cell.w - px(6), (13, 12, 11, 10), p.muted, "r", "center"
            )
            ink = p.green if figure.startswith("+") else p.red if figure[:1] in "-−" else p.white
            text(dst, figure.replace("-", "−"), (cell.centerx, cell.y + px(28)), 17, ink, "b", "center")

    def _ranges(self, dst: Surface, r: Rect) -> None:
        """Draw the gun's bonus at each range, with a frame round the present one."""
        p, px, count = theme.palette, theme.px, len(self.card.ranges)
        for n, figure in enumerate(self.card.ranges):
            cell, on = part_of(r, n, count, px(2)), n == self.card.lit
            box(
                dst,
                cell,
                mix(p.panel, p.yellow, 0.3) if on else p.well,
                4,
                255,
                p.yellow if on else p.line,
                2 if on else 1,
            )
            ink = p.white if on else p.muted
            fit_text(dst, str(n), (cell.centerx, cell.y + px(8)), cell.w, (11, 10), p.faint, "r", "center")
            said = f"{figure:+d}".replace("-", "−")
            fit_text(dst, said, (cell.centerx, cell.y + px(21)), cell.w, (13, 12, 11, 10), ink, "s", "center")

    def _steps(self, dst: Surface, r: Rect) -> None:
        """Draw a step for each face of the die."""
        p, card = theme.palette, self.card
        lit = round(card.chance * card.faces)
        for n in range(card.faces):
            box(
                dst,
                part_of(r, n, card.faces, theme.px(2)),
                p.yellow if n < lit else p.well,
                2,
                255,
                None if n < lit else p.line,
            )


class SidePanel(Still):
    """The side on which a hit lands: a line for each side with its faces, and a bar as long as its chance."""

    def __init__(self, rect: Rect, sides: tuple[PartChance, ...], rule: str) -> None:
        super().__init__(rect, rule=rule, name="sides", hint=", ".join(f"{one.label} on {one.faces}" for one in sides))
        self.sides = sides

    def draw(self, dst: Surface) -> None:
        """Draw the sides, the likeliest in white."""
        p, px, r = theme.palette, theme.px, self.rect
        text(dst, "side, d10", (r.x, r.y + px(8)), 13, p.muted, "r", "midleft")
        for n, one in enumerate(self.sides):
            line = Rect(r.x, r.y + px(20 + SIDE * n), r.w, px(SIDE))
            bar = Rect(line.x, line.y + px(2), max(2, round(line.w * one.chance)), line.h - px(4))
            box(dst, bar, mix(p.panel, theme.accent, 0.4), 3)
            ink = p.white if n == 0 else p.text
            fit_text(
                dst,
                one.label,
                (line.x + px(6), line.centery),
                line.w - px(46),
                14,
                ink,
                "s" if n == 0 else "r",
                "midleft",
            )
            text(dst, one.faces, (line.right - px(4), line.centery), 13, p.muted, "r", "midright")


def needs(card: HitCard) -> str:
    """Return the roll that hits, in words."""
    if card.chance <= 0:
        return "cannot hit"
    return "always hits" if card.chance >= 1 else f"hits on {min(card.needed, card.faces)} or less"


def part_of(r: Rect, n: int, count: int, gap: int) -> Rect:
    """Return the n-th of `count` equal cells of a row."""
    wide = (r.w + gap) / max(1, count)
    x = round(r.x + n * wide)
    return Rect(x, r.y, round(r.x + (n + 1) * wide) - gap - x, r.h)


def hit_cards(column: Column, shot: ShotBreakdown, r: Rect) -> Rect:
    """Add the card of the first shot at the left, and the sides that it may strike. Return the rect left for the
    chart."""
    px, card = theme.px, shot.hit
    wide, aside = min(px(CARD), round(r.w * 0.42)), px(SIDES) if card.sides and r.w >= px(WIDE) else 0
    column.add(HitPanel(Rect(r.x, r.y, wide, r.h), card, sides=not aside))
    if aside:
        column.add(SidePanel(Rect(r.x + wide + px(20), r.y, aside, r.h), card.sides, card.rule))
    left = r.x + wide + px(20) + (aside + px(20) if aside else 0)
    return Rect(left, r.y, r.right - left, r.h)
