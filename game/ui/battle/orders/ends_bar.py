"""The results of the order in hand for all destinations of another ship, as words and a bar with a part for each
result; no rules."""

from __future__ import annotations

from pygame import Rect, Surface

from game.core.display import Prospects
from game.ui.battle.orders.share_bar import part_colour, share_bar, tone_colour, widths
from game.ui.render.shapes import box, paste
from game.ui.render.text import Piece, fit_text, run, run_width, text, width
from game.ui.render.theme import theme
from game.ui.toolkit.widgets import Still

BAR = 18  # design pixels


class EndsBar(Still):
    """A bar under its name, with words for every part and further results."""

    def __init__(self, rect: Rect, name: str, told: Prospects) -> None:
        said = [f"{words}: {count}" for words, count, _ in (*told.shares, *told.besides)]
        super().__init__(
            rect, rule="table/odds", hint=f"of {told.ends} ends of {name}'s move\n" + "\n".join(said), name="ends"
        )
        self.who, self.told = name, told

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        self.bar(dst, Rect(r.x, r.y, r.w, px(BAR)))
        y = r.y + px(BAR + 12)
        for said in self._words():
            if run_width(said, 14, 5) <= r.w:
                run(dst, (r.x, y), said, 14, 5)
                return
        fit_text(dst, f"of {self.told.ends} ends", (r.x, y), r.w, 14, p.muted, "r", "midleft")

    def bar(self, dst: Surface, r: Rect) -> None:
        """Draw a part for each share, with its figure if there is room."""
        p, px, shares = theme.palette, theme.px, self.told.shares
        paste(dst, share_bar(tuple((n, tone) for _, n, tone in shares), r.w / theme.scale, BAR), r.topleft)
        x = float(r.x)
        for (_, count, tone), w in zip(shares, widths([n for _, n, _ in shares], r.w)):
            if count and width(str(count), 14, "b") < w - px(6):
                ink = p.text if tone == "muted" else p.ink
                text(dst, str(count), (x + w / 2, r.y + px(BAR / 2)), 14, ink, "b", "center")
            x += w

    def _words(self) -> list[list[Piece]]:
        """Return the words in versions, each shorter than the one before."""
        p = theme.palette
        shares = [
            (f"{count} {words}", part_colour(tone) if tone != "muted" else p.muted, "s")
            for words, count, tone in self.told.shares
            if count
        ]
        besides = [
            (f"{count} {words}", tone_colour(tone), "s") for words, count, tone in self.told.besides if count and tone
        ]
        head: list[Piece] = [(f"of {self.told.ends} ends of {self.who}:", p.muted, "r")]
        short: list[Piece] = [(f"of {self.told.ends} ends:", p.muted, "r")]
        ends: list[Piece] = [("ends:", p.muted, "r")]
        return [
            [*head, *shares, *besides],
            [*short, *shares, *besides],
            [*ends, *shares, *besides],
            [*short, *shares],
            [*ends, *shares],
            [*shares],
        ]


class EndsPanel(EndsBar):
    """The same bar in the bottom panel: a heading, the bar, and a line for each part and further result."""

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        words: list[Piece] = [(self.who, p.white, "s"), (f"has {self.told.ends} possible ends; of these", p.muted, "r")]
        run(dst, (r.x, r.y + px(10)), words, 15, 5)
        self.bar(dst, Rect(r.x, r.y + px(26), r.w, px(BAR)))
        half = (r.w - px(24)) // 2
        for x, parts, marked in ((r.x, self.told.shares, True), (r.x + half + px(24), self.told.besides, False)):
            for n, (said, count, tone) in enumerate(parts):
                y = r.y + px(64 + 24 * n)
                if marked:
                    box(dst, Rect(x, y - px(6), px(12), px(12)), part_colour(tone), 3)
                left = x + px(20 if marked else 0)
                fit_text(dst, said, (left, y), half - px(50), 15, p.text, "r", "midleft")
                ink = p.red if tone == "bad" and count else p.white if count else p.faint
                text(dst, str(count), (x + half, y), 15, ink, "s", "midright")
