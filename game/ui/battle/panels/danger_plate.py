"""The plate under the main button: each order that may cost its piece, why, and the nearest end that is out of danger; no part
of the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.core.forecast import Fate
from game.core.orders import Id, Order
from game.ui.board.layers.danger import tone
from game.ui.render.shapes import box, rule
from game.ui.render.text import fit_text, minus, run
from game.ui.render.theme import theme
from game.ui.session.dangers import is_grave, plate_words
from game.ui.session.seat_model import SeatModel
from game.ui.toolkit.widgets import Button, Still, Widget

WIDE, ROW, FOOT, PAD = 380, 58, 44, 14  # design pixels
WAY = 180  # of the button with the nearest end out of danger


class DangerPlate(Still):
    """The ground of the plate: names, what happens, and what the keys do."""

    def __init__(self, rect: Rect, rows: Sequence[tuple[str, Fate]], more: int, does: str, first: str) -> None:
        super().__init__(rect, rule=rows[0][1].risks[0].rule if rows and rows[0][1].risks else "", name="danger plate")
        self.rows, self.more, self.does, self.first = tuple(rows), more, does, first

    def draw(self, dst: Surface) -> None:
        """Rows, a rule, and the keys."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, p.well, 8, 252, p.red)
        room = r.w - px(WAY + 3 * PAD)
        for n, (name, fate) in enumerate(self.rows):
            x, y, ink = r.x + px(16), r.y + px(PAD + ROW * n), tone(is_grave(fate))
            fit_text(dst, name, (x, y + px(12)), room, (16, 15, 14), p.white, "s", "midleft")
            fit_text(dst, plate_words(fate), (x, y + px(34)), room, (15, 14, 13, 12), ink, "r", "midleft")
        y = r.bottom - px(FOOT)
        if self.more:
            fit_text(dst, f"and {self.more} more", (r.x + px(16), y - px(12)), room, 14, p.muted, "r", "midleft")
        rule(dst, r.x + px(12), r.right - px(12), y)
        words = [("Enter", p.white, "s"), (f"{self.does} all the same,", p.muted, "r"), ("Esc", p.white, "s")]
        run(dst, (r.x + px(16), y + px(FOOT // 2)), [*words, (f"goes back to {self.first}", p.muted, "r")], 15, 5)


def danger_plate(
    model: SeatModel, under: Rect, foot: int, lost: Sequence[Id], on_way_out: Callable[[Order], object]
) -> list[Widget]:
    """The plate under a button, no lower than `foot`, and a button for each way out that has been found."""
    px, fates = theme.px, model.known_fates
    wide = max(under.w, px(WIDE))
    most = max(1, (foot - under.bottom - px(FOOT + 2 * PAD)) // px(ROW))
    shown = [key for key in lost if key in fates][:most]
    more = len(lost) - len(shown)
    high = px(PAD + ROW * len(shown) + FOOT + (22 if more else 0))
    plate = Rect(under.right - wide, under.bottom + px(14), wide, high)
    names = model.view.state.names
    does = "locks" if model.view.phase.secret else "goes"
    rows = [(names[key], fates[key]) for key in shown]
    found: list[Widget] = [DangerPlate(plate, rows, more, does, names[shown[0]] if shown else "")]
    for n, key in enumerate(shown):
        order = model.order_of(key)
        if order is None or not (way := model.ways_out.get(order)):
            continue
        words = f"{minus(model.view.written(way[0]))} instead"
        place = Rect(plate.right - px(WAY + 12), plate.y + px(PAD + 2 + ROW * n), px(WAY), px(44))
        found.append(Button(
            place, words, on_press=partial(on_way_out, way[0]), sub=way[1], size=15, name=f"way out {key}", rule="table/plotting",
        ))  # fmt: skip
    return found
