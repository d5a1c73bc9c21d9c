"""The plate under the main button: each order that may cost its piece, why, and the nearest safe destination; no part
of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.core.forecast import Fate
from game.core.orders import Id, Order
from game.seating.dangers import is_grave, plate_words
from game.ui.board.layers.danger import tone
from game.ui.render.shapes import box, rule
from game.ui.render.text import Piece, fit_text, minus, run, width
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel
from game.ui.toolkit.blocks import shortened
from game.ui.toolkit.widgets import Button, Still, Widget

WIDE, ROW, FOOT, PAD = 380, 58, 44, 14  # design pixels
WAY, WIDEST = 180, 620  # least width of the button with the nearest safe destination, and greatest width of the plate
# size of letters, size of small ones, and distance from the edge of the plate or of a button
WORDS, SMALL, EDGE = 15, 13, 16


class DangerPlate(Still):
    """The plate: names, dangers, and the effects of the keys."""

    def __init__(
        self, rect: Rect, rows: Sequence[tuple[str, Fate]], way: float, more: int, foot: Sequence[Piece]
    ) -> None:
        super().__init__(rect, rule=rows[0][1].risks[0].rule if rows and rows[0][1].risks else "", name="danger plate")
        self.rows, self.way, self.more, self.foot = tuple(rows), way, more, tuple(foot)

    @property
    def room(self) -> float:
        """The width for words beside the buttons, in real pixels."""
        return self.rect.w - 2 * theme.px(EDGE) - self.way

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, p.well, 8, 252, p.red)
        room = self.room
        for n, (name, fate) in enumerate(self.rows):
            x, y, ink = r.x + px(EDGE), r.y + px(PAD + ROW * n), tone(is_grave(fate))
            fit_text(dst, name, (x, y + px(12)), room, (16, 15, 14), p.white, "s", "midleft")
            fit_text(dst, plate_words(fate), (x, y + px(34)), room, (15, 14, 13, 12), ink, "r", "midleft")
        y = r.bottom - px(FOOT)
        if self.more:
            fit_text(dst, f"and {self.more} more", (r.x + px(EDGE), y - px(12)), room, 14, p.muted, "r", "midleft")
        rule(dst, r.x + px(12), r.right - px(12), y)
        run(dst, (r.x + px(EDGE), y + px(FOOT // 2)), shortened(self.foot, r.w - 2 * px(EDGE), WORDS, 5), WORDS, 5)


def danger_plate(
    model: SeatModel,
    under: Rect,
    foot: int,
    lost: Sequence[Id],
    on_way_out: Callable[[Order], object],
    press: str,
    back: str,
) -> list[Widget]:
    """Return the plate under a button, no lower than `foot`, and a button for each safe destination found. The plate is
    as wide as its words need. `press` and `back` are the keys to go on and back."""
    px, p, fates, names = theme.px, theme.palette, model.foresight.known_fates, model.view.state.names
    most = max(1, (foot - under.bottom - px(FOOT + 2 * PAD)) // px(ROW))
    shown = [key for key in lost if key in fates][:most]
    more = len(lost) - len(shown)
    known = model.foresight.ways_out
    ways = {key: way for key in shown if (order := model.order_of(key)) and (way := known.get(order))}
    broad = max([px(WAY), *(round(width(told, SMALL)) + 2 * px(EDGE) for _, told in ways.values())]) if ways else 0
    words = max([0.0, *(width(plate_words(fates[key]), WORDS) for key in shown)]) + (broad + px(PAD) if broad else 0)
    wide = min(max(under.w, px(WIDE), round(words) + 2 * px(EDGE)), px(WIDEST), under.right - px(8))
    high = px(PAD + ROW * len(shown) + FOOT + (22 if more else 0))
    plate = Rect(under.right - wide, under.bottom + px(14), wide, high)
    does = "locks" if model.view.phase.secret else "goes"
    told = [
        (press, p.white, "s"),
        (f"{does} all the same,", p.muted, "r"),
        (back, p.white, "s"),
        (f"goes back to {names[shown[0]] if shown else ''}", p.muted, "r"),
    ]
    rows = [(names[key], fates[key]) for key in shown]
    found: list[Widget] = [DangerPlate(plate, rows, broad + px(PAD) if broad else 0, more, told)]
    for key, (order, sub) in ways.items():
        place = Rect(plate.right - px(12) - broad, plate.y + px(PAD + 2 + ROW * shown.index(key)), broad, px(44))
        found.append(
            Button(
                place,
                f"{minus(model.briefly(order))} instead",
                on_press=partial(on_way_out, order),
                sub=sub,
                size=WORDS,
                name=f"way out {key}",
                rule="table/plotting",
            )
        )
    return found
