"""The bar of a thinking computer player: its stage, the seconds used of those allowed, and buttons to have its order
sooner or later; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from game.core.names import whole_percent as percent
from game.core.orders import Id
from game.core.state import Side
from game.seating.thinking import MORE, ComputerThinking
from game.ui.render.shapes import bar, mark, stamp
from game.ui.render.text import fit, fit_text, text, width
from game.ui.render.theme import theme
from game.ui.toolkit.parts import plate
from game.ui.toolkit.widgets import Button, Still, Widget

WIDE, HIGH, PAD = 392, 108, 12  # design pixels
BUTTON = 34
RULE = "table/computer"


class ThinkingBar(Still):
    """The thinking side, its stages, and the share of its time that is used."""

    live = True

    def __init__(self, rect: Rect, thinking: ComputerThinking, side: Side) -> None:
        super().__init__(
            rect, name="thinking", rule=RULE, hint=f"{side.name} sees what a person in its seat would see."
        )
        self.thinking, self.side = thinking, side

    def draw(self, dst: Surface) -> None:
        px, r, p, one = theme.px, self.rect, theme.palette, self.thinking
        colour = theme.seat(self.side.seat)
        plate(dst, r, colour)
        left, right = r.x + px(PAD), r.right - px(PAD)
        spent = min(one.spent, one.allowed)
        share = f"{spent:.1f} of {round(one.allowed, 1):g} s"
        said = text(dst, share, (right, r.y + px(18)), 15, colour, "b", "midright")
        words = f"{self.side.name} weighs its orders"
        fit_text(dst, words, (left, r.y + px(18)), said.x - px(12) - left, (16, 15, 14), p.white, "s", "midleft")
        bar(dst, left, r.y + px(32), right - left, spent / max(one.allowed, 0.1), colour)
        self._stages(dst, left, right, r.y + px(52))

    def _stages(self, dst: Surface, left: float, right: float, y: float) -> None:
        """Draw the stages: finished ones with a tick, the present one in white with its progress. The first are left
        out if not all fit."""
        px, p, one = theme.px, theme.palette, self.thinking
        share = f"{one.stage} {percent(one.share)}" if one.share else one.stage
        gone = list(one.stages[:-1])
        room = right - left - width(share, 14, "s")
        while gone and sum(width(word, 14) + px(34) for word in gone) > room:
            gone.pop(0)
        x = left
        for word in gone:
            stamp(dst, mark("done", p.green, 12), (x + px(6), y))
            x = text(dst, word, (x + px(17), y), 14, p.muted, "r", "midleft").right + px(16)
        text(dst, fit(share, right - x, 14, "s"), (x, y), 14, p.white, "s", "midleft")


def thinking_bar(
    board: Rect,
    top: int,
    thinking: ComputerThinking,
    sides: dict[Id, Side],
    enough: Callable[[], object],
    more: Callable[[], object],
    caps: tuple[str, str],
) -> list[Widget]:
    """Return the bar at the right of the board below `top`, and its two buttons."""
    px = theme.px
    wide = min(px(WIDE), board.w - px(24))
    r = Rect(board.right - px(12) - wide, top, wide, px(HIGH))
    inner = wide - px(2 * PAD + 8)
    first = Rect(r.x + px(PAD), r.bottom - px(PAD - 4 + BUTTON), inner * 11 // 20, px(BUTTON))
    second = Rect(first.right + px(8), first.y, inner - first.w, first.h)
    side = sides[thinking.side]
    return [
        ThinkingBar(r, thinking, side),
        Button(
            first,
            "Enough, move",
            on_press=enough,
            cap=caps[0],
            size=15,
            name="enough",
            rule=RULE,
            hint=f"{side.name} gives the best orders it has found so far.",
        ),
        Button(
            second,
            f"{MORE} s more",
            on_press=more,
            cap=caps[1],
            size=15,
            name="more time",
            rule=RULE,
            hint=f"{side.name} may think {MORE} seconds longer.",
        ),
    ]
