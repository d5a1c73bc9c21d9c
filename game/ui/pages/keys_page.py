"""The page of key bindings: press a row, then its new key."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import pygame
from pygame import Rect
from pygame.event import Event

from game.ui.host.preferences import preferences
from game.ui.host.screen import Answer
from game.ui.keys.account_bindings import BINDINGS as ACCOUNT
from game.ui.keys.bindings import Binding, Keys, name_of, printed_name
from game.ui.keys.far_bindings import AT_TABLE
from game.ui.keys.far_bindings import BINDINGS as FAR
from game.ui.keys.fleets_bindings import BINDINGS as FLEETS
from game.ui.keys.gallery_bindings import BINDINGS as GALLERY
from game.ui.keys.gallery_bindings import DEMONSTRATION
from game.ui.keys.lab_bindings import BINDINGS as LAB
from game.ui.keys.placing_bindings import BINDINGS as PLACING
from game.ui.keys.replay_bindings import BINDINGS as REPLAY
from game.ui.keys.rulebook_bindings import BINDINGS as RULE_BOOK
from game.ui.keys.sandbox_bindings import BINDINGS as SANDBOX
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column, ScrolledPane, side_by_side
from game.ui.toolkit.page import Page, margin
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Widget

TABLES = {
    "Battle": AT_TABLE, "Sandbox": SANDBOX, "Replay": REPLAY, "Demonstration": DEMONSTRATION, "Gallery": GALLERY,
    "Account": ACCOUNT, "Odds lab": LAB, "Fleets": FLEETS, "Placing": PLACING,
    "Rule book": RULE_BOOK, "By file": FAR,
}  # fmt: skip
ASKS, RULE = "press the new key", "table/keys"
HOW = "Press a row, then the key that is to do it. Esc leaves it as it is."


class KeysPage(Page):
    """The keys of one screen at a time, one row each. `waiting` is the action that waits for its new key."""

    subject = RULE

    def __init__(self) -> None:
        self.pane = ScrolledPane("keys")
        super().__init__(self.pane)
        self.shown, self.waiting, self.refusal = 0, "", ""

    @property
    def _table(self) -> tuple[Binding, ...]:
        return tuple(list(TABLES.values())[self.shown])

    def handle(self, event: Event) -> Answer:
        """Bind the next key press to the waiting action, whatever else the key does."""
        if self.waiting and event.type == pygame.KEYDOWN:
            if event.key == pygame.K_ESCAPE:
                self._wait_for("")
            elif name := name_of(event):
                self._bind_key(self.waiting, name)
            return None
        return super().handle(event)

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return a strip of screens, and below it the rows of the chosen one, in as many columns as fit."""
        px, m = theme.px, margin(area)
        head = Column(Rect(m, px(96), area.w - 2 * m, area.h))
        head.add(Segments(head.row(40, 14), list(TABLES), chosen=self.shown, name="tables", on_change=self._show))
        head.paragraph(self.refusal or HOW, theme.palette.red if self.refusal else None, 16, rule=RULE, after=14)
        frame = Rect(m, head.y, head.wide, area.h - head.y - px(16))
        columns = side_by_side(frame, 480, 40)
        keys = Keys(preferences.settings.keys, self._table)
        rows = [one for one in keys.bindings.values() if one.do]
        many = -(-len(rows) // len(columns))
        for n, one in enumerate(rows):
            self._row(columns[n // many], one)
        done = self.close_button(area, "Done", kind="main")
        return [done, *head.widgets, *self.pane.fill(frame, [one for column in columns for one in column.widgets], 16)]

    def _row(self, column: Column, one: Binding) -> None:
        """Add an action, its key, and a button that restores the default if the player has changed it."""
        row, usual = column.row(38, 6), theme.px(104)
        asks, own = self.waiting == one.action, one.action in preferences.settings.keys
        if own:
            place, give_back = Rect(row.right - usual, row.y, usual, row.h), partial(self._bind_key, one.action, "")
            column.add(
                Button(place, "usual key", on_press=give_back, kind="quiet", rule=RULE, name=f"usual {one.action}")
            )
            row.w -= usual + theme.px(8)
        keys, kind = ASKS if asks else " or ".join(map(printed_name, one.keys)), "on" if asks else "plain"
        ask = partial(self._wait_for, one.action)
        column.add(Button(row, one.words, on_press=ask, kind=kind, note=keys, rule=RULE, name=f"key {one.action}"))

    def _show(self, index: int) -> None:
        self.shown = index
        self._wait_for("")

    def _wait_for(self, action: str) -> None:
        self.waiting, self.refusal = action, ""
        self.relay()

    def _bind_key(self, action: str, name: str) -> None:
        """Bind a key to an action. An empty name restores the default. A key already in use is refused with a
        sentence."""
        kept = {other: key for other, key in preferences.settings.keys.items() if other != action}
        wanted = {**kept, action: name} if name else kept
        before, after = (Keys(own, self._table).troubles for own in (kept, wanted))
        self._wait_for("")
        self.refusal = next((words for words in after if words not in before), "")
        if not self.refusal:
            preferences.change(keys=wanted)

    def titles(self, area: Rect) -> tuple[str, str]:
        return "Keys", ""
