"""The log at the foot of the screen: its lines with filters, or its last line alone; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from pygame import Rect, Surface

from game.core.events import Event
from game.core.orders import Id
from game.ui.render.text import Piece, fit_text, run, run_width, text, width
from game.ui.render.theme import Colour, theme
from game.ui.seat.seat_model import SeatModel
from game.ui.session.board_context import Seat
from game.ui.session.log import HIGH, KINDS, Filter, LogLine, coloured_pieces, visible_lines
from game.ui.toolkit.blocks import SMALLEST, Paragraph, shortened
from game.ui.toolkit.column import Column, ColumnPane
from game.ui.toolkit.parts import key_cap
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Button, Widget


class LogPanel:
    """The lines of the log that pass the filter of the side at the machine. `moment` shows the moment of a line.
    `changed` and `left` report a change and the end of typing."""

    def __init__(
        self,
        moment: Callable[[int], object],
        changed: Callable[[], object],
        left: Callable[[], object],
        own: Callable[[], Seat],
    ) -> None:
        self._moment, self._changed, self._left, self._own = moment, changed, left, own
        self.at = -1  # the line that is looked at
        self.pane = ColumnPane("log", self._lines, (8, 0), even=True)
        self.search = TextField(
            Rect(0, 0, 1, 1),
            "",
            on_change=self._search,
            name="search",
            placeholder="search",
            size=15,
            weight="r",
            rule="table/log",
            on_enter=left,
            on_leave=self._leave,
        )
        self._model: SeatModel | None = None
        self._log: Sequence[Event] = ()
        self._was = -1  # the line looked at when it was last laid out
        self._length = -1

    @property
    def filter(self) -> Filter:
        return self._own().filter or Filter()

    @filter.setter
    def filter(self, wanted: Filter) -> None:
        self._own().filter = wanted

    def rise(self) -> None:
        """Reset for another player: its filter, and the end of its log."""
        self.search.write(self.filter.word)
        self.at, self._was, self._length = -1, -1, -1

    def _search(self, word: str) -> None:
        self.filter = Filter(self.filter.ship, self.filter.kind, word)
        self._length = -1
        self._changed()

    def _leave(self) -> None:
        """Clear the search at Escape, then leave the field."""
        if not self.search.value:
            self._left()
        self.search.value = ""
        self.search.cursor = self.search.anchor = 0
        self._search("")

    def next_kind(self) -> None:
        """Show the next group of kinds."""
        self.filter = Filter(self.filter.ship, (self.filter.kind + 1) % len(KINDS), self.filter.word)
        self._length = -1
        self._changed()

    def only(self, ship: str) -> None:
        """Show the lines of one ship, or of all again."""
        self.filter = Filter("" if ship == self.filter.ship else ship, self.filter.kind, self.filter.word)
        self._length = -1
        self._changed()

    def lay_out(self, body: Rect, model: SeatModel, log: Sequence[Event]) -> Sequence[Widget]:
        """Return the lines in view. A log with new lines is scrolled to its end."""
        px = theme.px
        self._model, self._log = model, log
        self.pane.scroll.unit = line = px(HIGH)
        lines = Rect(body.x, body.y + px(4), body.w, max(1, (body.h - px(4)) // line) * line)
        if len(log) != self._length:
            self.pane.lay_out(lines)
            self.pane.scroll.to_end()
            self._length = len(log)
        if self.at != self._was:
            self._was = self.at
            self._reveal(lines)
        return self.pane.lay_out(lines)

    def _reveal(self, lines: Rect) -> None:
        """Scroll to the line that is looked at."""
        self.pane.lay_out(lines)
        line = next((one for one in self.pane.widgets if one.name == f"log line {self.at}"), None)
        if line is not None:
            self.pane.show(line)
        elif self.at < 0:
            self.pane.scroll.to_end()

    def head(self, strip: Rect, left: int, model: SeatModel, chosen: Id) -> list[Widget]:
        """Return the filters for ship, kind and search in a strip, starting `left` pixels from its left edge. Empty if
        there is no room for them."""
        px = theme.px
        right, y, high = strip.right - px(12), strip.y + px(4), px(32)
        free = right - left - px(32)
        wide = min(px(180), free - px(190))
        if wide < px(90):
            return []
        self.search.rect = Rect(right - wide, y, wide, high)
        kind = Rect(self.search.rect.x - px(8) - px(80), y, px(80), high)
        ship = Rect(kind.x - px(8) - px(94), y, px(94), high)
        name = model.view.state.names.get(self.filter.ship, "any ship")
        chosen = chosen or self.filter.ship
        of_ship = Button(
            ship,
            name,
            on_press=lambda: self.only(chosen),
            on=bool(self.filter.ship),
            size=14,
            name="log ship",
            enabled=bool(chosen),
            why_not="choose a ship first",
            hint="only the lines of the chosen ship",
            rule="table/log",
        )
        of_kind = Button(
            kind,
            KINDS[self.filter.kind][0],
            on_press=self.next_kind,
            on=bool(self.filter.kind),
            size=14,
            name="log kind",
            hint="lines of one kind; press for the next",
            rule="table/log",
        )
        return [of_ship, of_kind, self.search]

    def _lines(self, column: Column) -> None:
        model = self._model
        assert model is not None
        lines = visible_lines(model.view, self.filter, self._log)
        for row, (index, event) in enumerate(lines):
            line = LogLine(
                column.row(HIGH),
                model.view,
                index,
                event,
                partial(self._moment, index),
                odd=row % 2 == 0,
                now=index == self.at,
            )
            if line.needs() > line.rect.w and (event.dice or event.reason):
                line.rect.h += column.row(HIGH).h
            column.add(line)
        if not lines:
            words = "nothing matches" if self.filter != Filter() else "nothing has happened yet"
            column.space(8)
            column.add(
                Paragraph(
                    Rect(column.x + theme.px(16), column.y, column.wide, theme.px(20)),
                    words,
                    colour=theme.palette.faint,
                )
            )


def thrown_before(log: Sequence[Event]) -> Event | None:
    """Return the throw that caused the last line, which is about the same piece as it and all lines between; None if
    there is none."""
    for event in reversed(log[:-1]):
        if not event.whom or event.whom != log[-1].whom:
            return None
        if event.dice:
            return event
    return None


class OneLine(Widget):
    """The last line of the log, under the throw that caused it; a press opens the panel."""

    def __init__(
        self, rect: Rect, model: SeatModel, log: Sequence[Event], on_press: Callable[[], object], cap: str
    ) -> None:
        super().__init__(rect, on_press=on_press, rule="table/log", name="foot line")
        self.cap = cap
        names, before = model.view.state.names, thrown_before(log)
        said = [one.log_line(names) for one in (before, *log[-1:]) if one]
        self.hint = "\n".join([*said, "Press to open log, dice and odds."])
        self.parts = (
            coloured_pieces(model.view, log[-1]) if log else [("nothing has happened yet", theme.palette.faint, "r")]
        )
        self.result = log[-1].result_words(names) if log else ""
        self.before: tuple[list[Piece], str] | None = None
        if before:
            faces = " ".join(str(die.face) for die in before.dice)
            thrown = [*coloured_pieces(model.view, before), (faces, theme.palette.muted, "r")]
            self.before = thrown, before.result_words(names)

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        right = r.right - px(16)
        if self.cap:
            right = key_cap(dst, (right, r.centery), self.cap).x - px(8)
            right = text(dst, "open", (right, r.centery), 15, p.muted, "r", "midright").x - px(16)
        ink, left = p.white if self.hover else p.text, r.x + px(16)
        wide = right - left - px(16)
        above, below = r.y + round(r.h * 0.3), r.y + round(r.h * 0.72)
        if self.before:
            self._row(dst, Rect(left, above, wide, 0), *self.before, ink, (13, 12, SMALLEST))
        y, sizes = (below, (13, 12, SMALLEST)) if self.before else (r.centery, (15, 14, 13))
        if self._row(dst, Rect(left, y, wide, 0), self.parts, self.result, ink, sizes):
            return
        if not self.before:  # the sentence over the result
            run(dst, (left, above), shortened(self.parts, wide, 13), 13)
        fit_text(dst, self.result, (left, below), wide, (13, 12, SMALLEST), ink, "s", "midleft")

    @staticmethod
    def _row(dst: Surface, at: Rect, parts: Sequence[Piece], result: str, ink: Colour, sizes: Sequence[float]) -> bool:
        """Draw a sentence, and the result at the right, in the first of these sizes in which both fit. Return False if
        none does."""
        gap = theme.px(10)
        for size in sizes:
            if run_width(parts, size) + gap + width(result, size, "s") <= at.w:
                text(dst, result, at.midright, size, ink, "s", "midright")
                run(dst, at.midleft, parts, size)
                return True
        return False
