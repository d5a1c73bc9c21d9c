"""The words of both players of a far battle, over the table, with a line to write in; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pygame import Rect, Surface

from game.core.names import sentence
from game.core.orders import Illegal
from game.far.store import StoredBattle
from game.formats.atomic_file import CannotSave
from game.ui.far.parts import RULE
from game.ui.host.screen import Answer
from game.ui.render.text import fit_text, lines, text
from game.ui.render.theme import theme
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Widget

MOST_SAID = 500  # letters of a line
LEAD = 26  # design pixels from one line to the next


class TalkPage(Page):
    """The words of the battle, the last ones at the foot. `say` hands words over; `work` takes in what has come."""

    subject = RULE

    def __init__(self, stored: StoredBattle, say: Callable[[str], object], work: Callable[[], bool]) -> None:
        super().__init__()
        self.stored, self._say, self._work = stored, say, work
        self.words, self.trouble = "", ""
        self.field = Rect(0, 0, 1, 1)
        self.fresh()
        self.focus.focus(next(one for one in self.focus.widgets if one.wants_text))

    @property
    def moving(self) -> bool:
        line = self.stored.direct
        return bool(line and line.waiting)

    def tick(self, seconds: float) -> Answer:
        if self._work():
            self.relay()
        return None

    def titles(self, area: Rect) -> tuple[str, str]:
        return "Words", self.stored.table.far.title

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        px, m = theme.px, margin(area)
        self.field = Rect(m, area.h - px(72), area.w - 2 * m, px(44))
        yield self.close_button(area)
        yield TextField(
            self.field,
            self.words,
            placeholder="a line to the other player, and Enter",
            on_change=self._write,
            on_enter=self._send,
            name="say",
            most=MOST_SAID,
            rule=RULE,
        )

    def _write(self, words: str) -> None:
        self.words = words

    def _send(self) -> None:
        self.trouble = ""
        if words := self.words.strip():
            try:
                self._say(words)
                self.words = ""
            except Illegal as why:
                self.trouble = sentence(why.why)
            except CannotSave as why:
                self.trouble = str(why)
        self._laid = ()

    def paint(self, dst: Surface) -> None:
        super().paint(dst)
        px, p, m = theme.px, theme.palette, margin(dst.get_rect())
        table, far = self.stored.table, self.stored.table.far
        y, wide = self.field.y - px(20 + LEAD), self.field.w - px(220)
        if self.trouble:
            fit_text(dst, self.trouble, (m, y), self.field.w, (16, 15, 14), p.red)
            y -= px(LEAD)
        said = far.replica.said if far.replica else []
        if not said:
            text(dst, "Nothing has been said yet.", (m, px(110)), 17, p.muted)
        for seat, words in reversed(said):
            rows = lines(words, wide, 17)
            y -= px(LEAD) * (len(rows) - 1)
            if y < px(96):
                break
            colour = theme.seat(far.start.battle.state.sides[seat].seat)
            fit_text(
                dst, "you" if seat == table.seat else far.name(seat), (m, y), px(205), (17, 16, 15, 14), colour, "s"
            )
            for n, row in enumerate(rows):
                text(dst, row, (m + px(220), y + n * px(LEAD)), 17, p.text)
            y -= px(LEAD)
