"""The page of ladders: players and battles are chosen at the left, they fight in the background, and their standings
are shown beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from pygame import Rect, Surface

from game.ladder.background import BackgroundLadder
from game.ui.host.screen import Answer, Pop
from game.ui.keys.lab_bindings import LADDER
from game.ui.keys.list_page import KeyedPage
from game.ui.lab.ladder_board import LadderBoard
from game.ui.lab.ladder_columns import RULE, couples_column, plan_column, standings_column
from game.ui.lab.layout import LINE, STRIP, LabLayout, draw_ground, lab_layout
from game.ui.lab.studies import StudyLine
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import theme
from game.ui.toolkit.blocks import Paragraph
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Widget

TABS = ("Standings", "Every two players")


class LadderPage(KeyedPage):
    """The page; `board` is the model of the ladders."""

    key_table = LADDER
    subject = RULE

    def __init__(self) -> None:
        self.left, self.middle = ScrolledPane("plan"), ScrolledPane("standings")
        self.right, self.lines = ScrolledPane("couples"), ScrolledPane("ladders")
        super().__init__(self.left, self.middle, self.right, self.lines)
        self.board = LadderBoard()
        self.tab = 0  # players or pairs, if there is room only for one of them
        self.plan: LabLayout | None = None

    # -- what keys and buttons do --------------------------------------------------------------------------------------

    def _do(self, act: Callable[[], object]) -> None:
        act()
        self.board.ask()
        self.relay()

    def press(self) -> None:
        """Begin, pause, or go on."""
        self._do(self.board.press)

    def renew(self) -> None:
        """Make another ladder with the plan in hand."""
        self._do(self.board.renew)

    def next_ladder(self) -> None:
        self._do(self.board.next_ladder)

    def write(self) -> None:
        """Write tables and page."""
        self._do(self.board.write)

    def next_game(self) -> None:
        """Count the battles of the next game, or of all."""
        self._do(self.board.next_game)

    def next_tab(self) -> None:
        """Show players or pairs."""
        self._open_tab(1 - self.tab)

    def _open_tab(self, number: int) -> None:
        self.tab = number
        self.relay()

    def _choose_game(self, number: int) -> None:
        self.board.game = ["", *self.board.games][number]
        self._do(self.board.ask)

    def back(self) -> Answer:
        """Pause the ladder, and close."""
        self.board.stop()
        return Pop()

    # -- time ----------------------------------------------------------------------------------------------------------

    @property
    def moving(self) -> bool:
        """Return whether something is being fought, read or counted."""
        return self.board.moving

    def tick(self, seconds: float) -> Answer:
        """Show new results."""
        if self.board.tick(seconds):
            self.relay()
        return None

    # -- laying out ----------------------------------------------------------------------------------------------------

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the head, the columns, and the ladders below."""
        px, plan = theme.px, lab_layout(area)
        self.plan = plan
        made = self._head(plan, area)
        column = Column(Rect(plan.left.x + px(16), plan.left.y + px(16), plan.left.w - px(42), plan.left.h))
        plan_column(column, self.board, self.relay)
        seen = Rect(plan.left.x, plan.left.y + px(8), plan.left.w - px(6), plan.left.h - px(8))
        made += self.left.fill(seen, column.widgets, 12)
        standings = partial(standings_column, board=self.board, choose=self._choose_game, cap=self.cap("next game"))
        couples = partial(couples_column, board=self.board)
        if not plan.folded:
            made += self._pane(self.middle, plan.middle, standings)
            made += self._pane(self.right, plan.right, couples)
        else:
            r = plan.middle
            place = Rect(r.x + px(22), r.y + px(10), min(px(420), r.w - px(44)), px(34))
            hint = f"The other one: {self.cap('other standings')}"
            tabs = Segments(place, TABS, chosen=self.tab, on_change=self._open_tab, name="tab", rule=RULE, hint=hint)
            made += [tabs, *self._pane(self.middle, r, couples if self.tab else standings, px(40))]
            self.right.fill(Rect(0, 0, 0, 0), [])
        return [*made, *self._ladders(plan)]

    def _head(self, plan: LabLayout, area: Rect) -> list[Widget]:
        """Return the ladder in hand with its progress, and the buttons."""
        px, board = theme.px, self.board
        right = area.right - px(8)
        made: list[Widget] = []
        for label, wide, do, action, kind, hint in (
            ("Back", 104, self.close, "", "plain", ""),
            (board.verb, 150, self.press, "ladder", "main", "Every finished battle is kept"),
            ("CSV and page", 158, self.write, "write ladder", "plain", "Written into the ladder's folder"),
            ("New", 92, self.renew, "new ladder", "plain", "Another ladder, in a folder of its own"),
        ):
            right -= px(wide + 8)
            cap = self.cap(action) if action else "Esc"
            place, name = Rect(right, px(12), px(wide), px(40)), action or "back"
            made.append(Button(place, label, on_press=do, kind=kind, cap=cap, rule=RULE, hint=hint, size=15, name=name))
        place = Rect(px(110), px(12), right - px(122), px(40))
        if plan.head.h > px(64):
            place = Rect(px(16), px(58), area.w - px(32), px(40))
        if board.open is not None:
            return [StudyLine(place, board.open, self._abouts(board.open), 0, rule=RULE), *made]
        words = board.refusal or f"A new ladder of {board.battles} battles"
        place.y += px(12)
        return [Paragraph(place, words, size=16, colour=theme.palette.yellow if board.refusal else None), *made]

    @staticmethod
    def _abouts(ladder: BackgroundLadder) -> tuple[str, str]:
        """Return the players and battles of a ladder, in full and in short."""
        if ladder.plan is None:
            return ladder.trouble, ladder.trouble
        names, files = ladder.plan.names, len(ladder.plan.files)
        over = f"over {files} opening{'' if files == 1 else 's'}"
        return f"{', '.join(names)} {over}", f"{len(names)} player{'' if len(names) == 1 else 's'} {over}"

    def _pane(self, pane: ScrolledPane, r: Rect, fill: Callable[[Column], None], top: int = 0) -> list[Widget]:
        """Return a column in a pane that scrolls if it does not fit."""
        px = theme.px
        seen = Rect(r.x + px(10), r.y + top + px(8), r.w - px(12), r.h - top - px(10))
        column = Column(Rect(r.x + px(22), r.y + top + px(16), r.w - px(44), seen.h))
        fill(column)
        return pane.fill(seen, column.widgets)

    def _ladders(self, plan: LabLayout) -> list[Widget]:
        """Return a line for each ladder, with its button."""
        px, board, made = theme.px, self.board, list[Widget]()
        r = plan.lines.union(plan.tools) if plan.tools.w else plan.lines
        r = Rect(r.x, plan.lines.y, plan.foot.right - px(12) - r.x, plan.lines.h)
        for number, ladder in enumerate(board.ladders):
            line = Rect(r.x, r.y + number * px(LINE), r.w - px(16), px(LINE - 6))
            made.append(StudyLine(line, ladder, self._abouts(ladder), 104, rule=RULE, hint=str(ladder.folder)))
            place = Rect(line.right - px(102), line.y + px(4), px(96), line.h - px(8))
            do = partial(self._do, partial(board.show, ladder))
            on, name = ladder is board.open, f"open {ladder.title}"
            made.append(Button(place, "Open", on_press=do, on=on, size=15, rule=RULE, name=name))
        return self.lines.fill(r, made)

    # -- drawing -------------------------------------------------------------------------------------------------------

    def paint(self, dst: Surface) -> None:
        """Draw ground, title, lines between the parts, and the last message."""
        px, p, plan = theme.px, theme.palette, self.plan
        assert plan is not None
        draw_ground(dst, plan, "Ladder")
        y, left = plan.foot.y + px(STRIP / 2 + 1), plan.foot.x + px(24)
        left = text(dst, f"Ladders {len(self.board.ladders)}", (left, y), 17, p.white, "s", "midleft").right + px(24)
        words = self.board.said or "kept as they run: close the program, go on later"
        room = plan.foot.right - px(16) - left
        if self.board.said or width(words, 15) < room:
            colour = p.yellow if self.board.said else p.muted
            fit_text(dst, words, (left, y), room, (15, 14, 13), colour, "r", "midleft")
