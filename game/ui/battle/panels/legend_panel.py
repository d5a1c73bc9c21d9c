"""The key of the board in the lower left: the meaning of its marks, folded or open; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence

from pygame import Rect, Surface

from game.ui.board.layers.ground import FOOT
from game.ui.board.model.legend_entry import LegendEntry
from game.ui.render.shapes import mark, stamp
from game.ui.render.text import caps, fit_text
from game.ui.render.theme import mix, theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.parts import plate
from game.ui.toolkit.widgets import Still, Widget

HEAD, LINE, AFTER, WIDE = 28, 28, 18, 300  # design pixels


class Fold(Widget):
    """The heading, which folds and opens the key."""

    def __init__(self, rect: Rect, is_open: bool, cap: str, on_press: Callable[[], object]) -> None:
        super().__init__(
            rect, on_press=on_press, rule="table/overlays", hint=f"what the marks mean ({cap})", name="key fold"
        )
        self.is_open = is_open

    def draw(self, dst: Surface) -> None:
        p, r = theme.palette, self.rect
        caps(dst, "On this board", r.midleft, p.white if self.hover else p.muted, "midleft")
        picture = mark("down" if self.is_open else "right", mix(p.muted, p.white, 0.5 if self.hover else 0.0), 14)
        stamp(dst, picture, (r.right - theme.px(8), r.centery))


class LegendLine(Still):
    """One mark and its words."""

    def __init__(self, rect: Rect, sample: LegendEntry) -> None:
        super().__init__(rect, rule="table/overlays")
        self.sample = sample

    @property
    def look(self) -> Hashable:
        """Everything its picture depends on."""
        return self.sample.words, self.sample.look

    def draw(self, dst: Surface) -> None:
        r, px = self.rect, theme.px
        self.sample.draw(dst, Rect(r.x, r.y, px(44), r.h))
        fit_text(
            dst, self.sample.words, (r.x + px(58), r.centery), r.w - px(58), 15, theme.palette.muted, "r", "midleft"
        )


class KeyGround(Still):
    """The background of a key on the board."""

    def draw(self, dst: Surface) -> None:
        plate(dst, self.rect)


def key_on_board(board: Rect, samples: Sequence[LegendEntry], cap: str, on_fold: Callable[[], object]) -> list[Widget]:
    """Return the key over the lower left of the board, for a left panel without room for words."""
    px = theme.px
    high = px(HEAD + LINE * len(samples) + 16)
    ground = Rect(board.x + px(12), max(board.y, board.bottom - high - px(FOOT)), min(px(WIDE), board.w - px(24)), high)
    column = Column(Rect(ground.x + px(14), ground.y + px(8), ground.w - px(28), high))
    board_key(column, samples, True, cap, on_fold)
    return [KeyGround(ground, rule="table/overlays", name="key"), *column.widgets] if samples else []


def room(samples: Sequence[LegendEntry]) -> int:
    """Return the height in real pixels of the open key."""
    return theme.px(HEAD + LINE * len(samples) + AFTER)


def board_key(
    column: Column, samples: Sequence[LegendEntry], is_open: bool, cap: str, on_fold: Callable[[], object]
) -> None:
    """Add the heading, and while it is open a line for each mark."""
    if not samples:
        return
    column.add(Fold(column.row(HEAD), is_open, cap, on_fold))
    for sample in samples if is_open else ():
        column.add(LegendLine(column.row(LINE), sample))
    column.space(AFTER)
