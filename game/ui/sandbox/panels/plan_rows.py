"""Rows of the table of plans: headings, a plan with orders and figures, the row that begins another; no part of the
rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect, Surface

from game.ui.render.lines import dashed_line
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import caps, fit, fit_text, text, width
from game.ui.render.theme import mix, theme
from game.ui.sandbox.panels.trails import colour_of
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.parts import badge, key_cap
from game.ui.toolkit.widgets import Widget

Deed = Callable[[], object]
EYE = 36  # design pixels of the eye at the right of a row


class PlanLine(Widget):
    """A plan: letter, name, the chosen ship's orders turn by turn, and figures. A press chooses it."""

    HIGH = 36  # design pixels
    pictured = True

    def __init__(
        self,
        rect: Rect,
        letter: str,
        name: str,
        orders: Sequence[tuple[str, bool]],
        cells: tuple[str, str, str, str],
        why: str,
        chosen: bool,
        hidden: bool,
        on_press: Deed,
        rule: str = "",
    ) -> None:
        said = ", then ".join(words for words, _ in orders)
        hint = f"{letter}, {name}" + "".join(f"; {part}" for part in (said, why) if part)
        super().__init__(rect, on_press=on_press, rule=rule or "table/odds", name=f"plan {letter}", hint=hint)
        self.letter, self.title, self.orders, self.cells, self.why = letter, name, tuple(orders), cells, why
        self.chosen, self.hidden = chosen, hidden

    def draw(self, dst: Surface) -> None:
        """Draw a line, with a reason where there are no figures."""
        p, px, r = theme.palette, theme.px, self.rect
        if self.chosen or self.hover:
            box(
                dst,
                r,
                p.active if self.chosen else p.raised,
                5,
                255,
                mix(p.edge, theme.accent, 0.3) if self.chosen else None,
            )
        badge(dst, (r.x + px(19), r.centery), self.letter, p.faint if self.hidden else colour_of(self.letter), 18)
        columns = places(r)
        left = columns[0] - px(76)
        if self.why and not self.cells[0]:
            left = columns[3] - px(8) - round(min(width(self.why, 15), r.w * 0.4))
        x = r.x + px(38)
        ink = p.muted if self.hidden else p.white
        named = fit_text(dst, self.title, (x, r.centery), min(px(160), left - x), 15, ink, "s", "midleft")
        x = max(named.right + px(14), r.x + px(154))
        for n, (words, bad) in enumerate(self.orders):
            x = x if not n else text(dst, " · ", (x, r.centery), 14, p.faint, "r", "midleft").right
            cut = fit(words, left - x, 14)
            if x >= left - px(10) or not cut:
                break
            x = text(dst, cut, (x, r.centery), 14, p.red if bad else p.muted, "r", "midleft").right
        text(dst, self.cells[0], (columns[0], r.centery), 15, p.text, "r", "midright")
        if self.why:
            room = columns[3] - (columns[0] if self.cells[0] else left) - px(14)
            fit_text(dst, self.why, (columns[3], r.centery), room, (15, 14), p.muted, "r", "midright")
            return
        for at, words in zip(columns[1:], self.cells[1:]):
            margin = at == columns[3]
            tint = (
                (p.green if words.startswith("+") else p.red if words.startswith("−") else p.text)
                if margin
                else p.white
            )
            text(dst, words, (at, r.centery), 15, tint, "s", "midright")


class VisibilityButton(Widget):
    """Shows a plan on the table or hides it."""

    def __init__(self, rect: Rect, letter: str, hidden: bool, on_press: Deed) -> None:
        words = "show it on the table" if hidden else "hide it"
        super().__init__(
            rect, on_press=on_press, rule="table/sandbox", hint=f"Plan {letter}: {words}", name=f"eye {letter}"
        )
        self.hidden = hidden

    @property
    def hit(self) -> Rect:
        """Its own rect, without a margin."""
        return self.rect.clip(self.window) if self.window else self.rect

    def draw(self, dst: Surface) -> None:
        """Draw the eye, struck out while the plan is hidden."""
        p = theme.palette
        stamp(dst, mark("hidden" if self.hidden else "eye", p.white if self.hover else p.muted, 17), self.rect.center)


class NewPlan(Widget):
    """The row that begins another plan from here."""

    pictured = True

    def __init__(self, rect: Rect, letter: str, cap: str, on_press: Deed, hint: str) -> None:
        super().__init__(rect, on_press=on_press, rule="table/sandbox", name="new branch", hint=hint)
        self.letter, self.cap = letter, cap

    def draw(self, dst: Surface) -> None:
        """Draw the row dashed, with the letter of the next plan."""
        p, px, r = theme.palette, theme.px, self.rect
        if self.hover:
            box(dst, r, p.raised, 5)
        inner = r.inflate(-px(2), -px(2))
        corners = [inner.topleft, inner.topright, inner.bottomright, inner.bottomleft, inner.topleft]
        dashed_line(dst, corners, p.edge, 1.2, 5, 4, 255)
        badge(dst, (r.x + px(19), r.centery), self.letter[:1], mix(colour_of(self.letter), p.panel, 0.5), 18)
        fit_text(dst, "another plan from here", (r.x + px(38), r.centery), r.w - px(90), 15, p.muted, "r", "midleft")
        key_cap(dst, (r.right - px(8), r.centery), self.cap)


def places(r: Rect) -> tuple[int, int, int, int]:
    """Return the right edges of the columns of figures."""
    step = min(theme.px(76), round(r.w * 0.13))
    right = r.right - theme.px(8)
    return right - 3 * step, right - 2 * step, right - step, right


class PlanTitles(WordRow):
    """The headings of the table's columns."""

    def __init__(self, rect: Rect, names: tuple[str, str, str, str, str]) -> None:
        super().__init__(rect, (), rule="table/odds", hint="Means of all guns that bear, after the movement")
        self.names = names

    def draw(self, dst: Surface) -> None:
        """Draw them over their columns."""
        r, p, px = self.rect, theme.palette, theme.px
        caps(dst, self.names[0], (r.x, r.centery), p.text, "midleft")
        columns = places(Rect(r.x, r.y, r.w - px(EYE), r.h))
        for index, (x, words) in enumerate(zip(columns, self.names[1:])):
            room = x - (r.x + px(90) if index == 0 else columns[index - 1]) - px(6)
            fit_text(dst, words, (x, r.centery), room, 14, p.faint, "r", "midright")
