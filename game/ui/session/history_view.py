"""Looking back: the board at a past moment, and the bar that leads back to the present; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from game.battle.battle import View
from game.core.events import Event
from game.seating.heading import numbered_rows
from game.seating.seat_flow import SeatFlow
from game.ui.board.layers.ground import FOOT
from game.ui.render.text import fit, width
from game.ui.render.theme import theme
from game.ui.seat.seat_model import SeatModel
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.parts import plate
from game.ui.toolkit.widgets import Button, Still, Widget


class Past:
    """A moment of the battle, counted from the start. `line` is a line of the log, or -1."""

    def __init__(self, flow: SeatFlow, moment: int, line: int = -1) -> None:
        self.flow, self.moment, self.line = flow, moment, line
        self.view: View = flow.view_at(moment)
        self.model = SeatModel(self.view)
        self.model.frozen = True

    @property
    def event(self) -> Event | None:
        """The line of the log that led here, or the last one written by the order before."""
        if 0 <= self.line < len(self.view.log):
            return self.view.log[self.line]
        written = self.flow.lines_before(self.moment)
        return written[-1] if written else None

    def words(self) -> str:
        """Return the name of the moment. An order without a log line stays secret."""
        rows, at = numbered_rows(self.view, self.phase)
        when = f"{self.view.system.turn_word.capitalize()} {self.turn}, {rows[at][0].name.lower()}"
        return f"{when}: {self.event.words(self.view.state.names)}" if self.event else when

    @property
    def phase(self) -> int:
        """The printed number of the moment's phase, or 0 for that of the view."""
        return self.event.phase if self.event else 0

    @property
    def turn(self) -> int:
        """The turn of this moment."""
        return self.event.turn if self.event else self.view.state.turn


def of_line(flow: SeatFlow, view: View, line: int) -> Past:
    """Return the moment just after a line of the log."""
    moments = flow.moments_of_lines(view)
    return Past(flow, moments[line] if line < len(moments) else view.length, line)


def step(flow: SeatFlow, past: Past | None, by: int) -> Past | None:
    """Return the moment a number of steps earlier or later; None for the present. Sealed orders make no moments."""
    last = len(flow.moments) - 1
    at = max(0, min(last, (past.moment if past else last) + by))
    return Past(flow, at) if at < last else None


def bar(
    board: Rect, past: Past, go: Callable[[int], object], now: Callable[[], object], caps: tuple[str, str, str]
) -> list[Widget]:
    """Return the buttons earlier and later, the words, and back to the present, above the scale of the board."""
    px = theme.px
    wide = min(board.w - px(24), px(760))
    frame = Rect(board.centerx - wide // 2, board.bottom - px(FOOT + 52), wide, px(52))
    last = len(past.flow.moments) - 1
    y, high = frame.y + px(8), px(36)

    def arrow(x: int, by: int, name: str, hint: str, why_not: str) -> Button:
        return Button(
            Rect(x, y, px(40), high),
            "",
            on_press=lambda: go(by),
            sign="left" if by < 0 else "right",
            name=name,
            enabled=0 <= past.moment + by <= last,
            why_not=why_not,
            hint=hint,
            rule="table/log",
        )

    earlier = arrow(frame.x + px(8), -1, "earlier", f"one order back ({caps[0]})", "this is where it began")
    later = arrow(earlier.rect.right + px(6), 1, "later", f"one order on ({caps[1]})", "nothing has happened since")
    back = Button(
        Rect(frame.right - px(8) - px(150), y, px(150), high),
        "Back to now",
        on_press=now,
        kind="on",
        name="now",
        rule="table/log",
    )
    room = Rect(later.rect.right + px(12), y, back.rect.x - later.rect.right - px(24), high)
    words, shown = past.words(), fit(past.words(), room.w, 16, "s")
    row = WordRow(room, [(shown, theme.palette.yellow, "s")], hint=words if width(words, 16, "s") > room.w else "")
    return [HistoryPlate(frame), earlier, later, row, back]


class HistoryPlate(Still):
    """The plate of the bar."""

    def draw(self, dst: Surface) -> None:
        """Draw the plate with a yellow edge, as a sign that this is not the present."""
        plate(dst, self.rect, theme.palette.yellow)
