"""A player with its rating as a line with whiskers, and a pair of players with their score on a bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pygame import Rect, Surface

from game.core.values import Data
from game.ladder.tables import COUPLES, verdict_words
from game.ladder.tables import PLAYERS as COLUMNS
from game.pages.scale import nice
from game.ui.render.shapes import box, rule
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.widgets import Still

NAME, LEAST = 140, 150  # design pixels: width of a player's name, and of the narrowest chart
# figures at the right of a rating, with their widths; the last are left out first
FIGURES = (("Elo", 128), ("won-drawn-lost", 116), ("over an edge", 96), ("ms a move", 84))
PLAYER, COUPLE = dict(COLUMNS), dict(COUPLES)


@dataclass(frozen=True)
class EloScale:
    """The ratings at both ends of the chart, and the step between its marks."""

    low: float
    high: float
    step: float

    def x(self, chart: Rect, elo: float) -> int:
        """Return the x of a rating, in pixels."""
        return round(chart.x + (elo - self.low) / (self.high - self.low) * chart.w)

    @property
    def marks(self) -> list[float]:
        """The ratings that are marked."""
        first = -(-self.low // self.step)
        return [self.step * (first + nth) for nth in range(int((self.high - first * self.step) // self.step) + 1)]


def scale_of(rows: Sequence[Data]) -> EloScale:
    """Return the scale that holds all intervals."""
    low, high = min(row["elo_low"] for row in rows), max(row["elo_high"] for row in rows)
    spare = max(10.0, 0.04 * (high - low))
    return EloScale(low - spare, high + spare, nice(high - low + 2 * spare, 6))


def _places(r: Rect) -> tuple[Rect, list[tuple[str, int]]]:
    """Return the chart, and the right edge of each figure for which there is room."""
    px = theme.px
    figures = list(FIGURES)
    while figures and r.w - px(NAME + sum(wide for _, wide in figures)) < px(LEAST):
        figures.pop()
    left = r.right - px(sum(wide for _, wide in figures))
    chart, edges = Rect(r.x + px(NAME), r.y, left - r.x - px(NAME + 10), r.h), []
    for name, wide in figures:
        left += px(wide)
        edges.append((name, left))
    return chart, edges


@dataclass(eq=False)
class StandingHead(Still):
    """The marks of the scale, and the names of the figures."""

    scale: EloScale

    def draw(self, dst: Surface) -> None:
        """Draw marks and names over a line."""
        p, r = theme.palette, self.rect
        chart, edges = _places(r)
        text(dst, "player", (r.x, r.centery), 14, p.muted, "r", "midleft")
        end = float(chart.x)
        for mark in self.scale.marks:
            x, words = self.scale.x(chart, mark), f"{mark:+.0f}".replace("-", "−") if mark else "0"
            half = width(words, 14) / 2
            if x - half > end and x + half <= chart.right:
                text(dst, words, (x, r.centery), 14, p.faint, "r", "center")
                end = x + half + theme.px(8)
        for name, right in edges:
            text(dst, name, (right, r.centery), 14, p.muted, "r", "midright")
        rule(dst, r.x, r.right, r.bottom - 1)


class StandingLine(Still):
    """A player: name, rating with its interval as whiskers, and figures. Its hint has the figures that do not fit."""

    def __init__(self, rect: Rect, row: Data, scale: EloScale, *, rule: str, name: str) -> None:
        wanted = ("score", "points left", "worst", "ships lost", "over an edge", "wrecked", "failed", "ms a move")
        hint = " · ".join(f"{one} {PLAYER[one](row)}" for one in wanted)
        super().__init__(rect, rule=rule, name=name, hint=hint)
        self.row, self.scale = row, scale

    def draw(self, dst: Surface) -> None:
        """Draw a line between two ends, with a round mark on it."""
        px, p, r, row = theme.px, theme.palette, self.rect, self.row
        if self.hover:
            box(dst, r, p.raised, 5)
        chart, edges = _places(r)
        for mark in self.scale.marks:
            dst.fill(p.line, (self.scale.x(chart, mark), r.y, max(1, px(1)), r.h))
        colour = p.red if row["failed"] else p.white
        fit_text(dst, row["player"], (r.x, r.centery), px(NAME - 12), (16, 15, 14, 13), colour, "s", "midleft")
        low, at, high = (self.scale.x(chart, row[name]) for name in ("elo_low", "elo", "elo_high"))
        thick = max(2, px(3))
        dst.fill(p.azure, (low, r.centery - thick // 2, high - low, thick))
        for end in (low, high):
            dst.fill(p.azure, (end - 1, r.centery - px(6), max(2, px(2)), px(12)))
        box(dst, (at - px(6), r.centery - px(6), px(12), px(12)), p.white, 6)
        for name, right in edges:
            words = PLAYER[name](row).replace("-", "–" if name == "won-drawn-lost" else "−")
            ink = p.muted if name in ("ms a move", "over an edge") else p.text
            ink = p.yellow if name == "over an edge" and row["ships_edge"] else ink
            fit_text(dst, words, (right, r.centery), px(dict(FIGURES)[name] - 8), (15, 14, 13), ink, "s", "midright")


class CoupleCard(Still):
    """A pair of players: the verdict, won-drawn-lost, and the first one's score with its interval from 0 to 1."""

    def __init__(self, rect: Rect, row: Data, *, rule: str, name: str) -> None:
        wanted = ("pairs", "score of the first", "lead in points", "points left", "over an edge", "wrecked")
        super().__init__(rect, rule=rule, name=name, hint=" · ".join(f"{one} {COUPLE[one](row)}" for one in wanted))
        self.row = row

    @property
    def colour(self) -> Colour:
        """Green if the whole interval is above a half, amber if it is below, and grey if it includes the half."""
        p = theme.palette
        return p.green if self.row["score_low"] > 0.5 else p.amber if self.row["score_high"] < 0.5 else p.muted

    def draw(self, dst: Surface) -> None:
        """Draw sentence and results over the bar and the score."""
        px, p, r, row = theme.px, theme.palette, self.rect, self.row
        box(dst, r, p.raised if self.hover else p.panel, 6, 255, p.line)
        upper, lower = r.y + px(20), r.y + px(48)
        words = COUPLE["won-drawn-lost"](row).replace("-", "–")
        right = text(dst, words, (r.right - px(12), upper), 16, p.white, "s", "midright").x - px(12)
        told = row["told"] != "not told yet"
        left, ink = r.x + px(12), p.white if told else p.muted
        fit_text(dst, verdict_words(row), (left, upper), right - left, (16, 15, 14, 13), ink, "s", "midleft")
        share = COUPLE["score of the first"](row)
        wide = max(px(130), round(width(share, 15, "s")))
        text(dst, share, (r.right - px(12), lower), 15, p.text, "s", "midright")
        self._bar(dst, Rect(left + px(12), lower - px(9), r.w - px(52) - wide, px(18)))

    def _bar(self, dst: Surface, r: Rect) -> None:
        px, p, row = theme.px, theme.palette, self.row
        thin = max(1, px(1))
        box(dst, (r.x, r.centery - px(3), r.w, px(6)), p.well, 2, 255, p.line)
        low, at, high = (round(r.x + row[name] * r.w) for name in ("score_low", "score", "score_high"))
        box(
            dst,
            (low, r.y + px(2), max(2, high - low), r.h - px(4)),
            mix(self.colour, p.panel, 0.45),
            3,
            255,
            self.colour,
        )
        for share in (0.0, 0.5, 1.0):
            x = round(r.x + share * r.w)
            dst.fill(p.faint if share != 0.5 else p.white, (x, r.y - px(3), thin, r.h + px(6)))
        dst.fill(p.white, (at - px(1), r.y, max(2, px(3)), r.h))
        text(dst, "0.5", (r.centerx, r.bottom + px(8)), 13, p.muted, "r", "center")
