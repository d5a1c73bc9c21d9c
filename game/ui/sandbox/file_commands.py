"""Actions of keys and buttons outside the sandbox itself: pointer, text fields, searches, files; no part of the
rules."""

from __future__ import annotations

from game.ui.host.screen import Push
from game.ui.keys.list_page import KeyList
from game.ui.render.theme import theme
from game.ui.sandbox.board_input import SandboxInput
from game.ui.sandbox.files import Files
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.edits import SandboxEdits
from game.ui.sandbox.panels.entry_fields import Lines
from game.ui.sandbox.panels.search import SearchField


class SandboxActions(SandboxEdits):
    """Carries out the actions of the table of keys."""

    def __init__(self, context: SandboxContext, board_input: SandboxInput, lines: Lines) -> None:
        super().__init__(context)
        self.board_input, self.lines, self.files = board_input, lines, Files(context, lines)

    def give_in_hand(self) -> None:
        """Give the order in hand; if it is refused, give it with the suggested change."""
        if self.context.refusal is not None and self.switch_on():
            return
        if self.board_input.drag.active:
            self.board_input.accept()
            self.context.look_anew()

    def type_order(self) -> None:
        """Focus the order field."""
        if self.context.chosen:
            self.context.screen.focus_on("notation")

    def pick_tool(self, tool: str) -> None:
        """Choose the effect of dragging a ship. The ruler has a key of its own that puts it away."""
        self.context.tool = "move" if tool == self.context.tool == "measure" else tool
        self.board_input.rule(self.context.tool == "measure")

    def switch(self, tool: str) -> None:
        """Show something on the board, or hide it."""
        self.context.tools ^= {tool}

    def toggle_dice(self) -> None:
        """Show the coming dice in place of the plans, or the plans again."""
        self.context.dice_open = not self.context.dice_open

    def next_palette(self) -> None:
        """Show the next page of the palette. If it has only pictures, switch between all designs and the usual ones."""
        context = self.context
        if context.layout.folded:
            context.unfold_palette()
            return
        if tabs := next((one for one in context.focus.widgets if one.name == "palette"), None):
            tabs.press()

    def find(self) -> None:
        """Focus the search of the part with the focus or the pointer, or else the first search."""
        context = self.context
        lines = [one for one in context.focus.widgets if isinstance(one, SearchField)]
        at = context.focus.at if context.focus.visible else None
        place = at.rect.center if at is not None else context.screen.pointer_place()
        near = next(
            (one for one in lines if place and context.part_of(one.rect.center) == context.part_of(place)), None
        )
        if found := near or next(iter(lines), None):
            context.screen.focus_on(found.name)

    def page(self, by: int) -> None:
        """Scroll the part with the focus or the pointer by its visible height."""
        context = self.context
        at = context.focus.at if context.focus.visible else None
        pane = context.screen.pane_at(at.rect.center if at is not None else context.screen.pointer_place())
        if pane is not None:
            pane.scroll.to(pane.scroll.offset + by * (pane.rect.h - theme.px(pane.scroll.step)))
            pane.place()

    def help(self) -> None:
        """Open the list of keys."""
        self.context.answer = Push(KeyList(self.context.keys))

    def back(self) -> None:
        """Cancel one of these, in this order: the order in hand, the adviser, the choice, the sandbox. With unsaved
        work, ask once."""
        context = self.context
        if context.saving:
            context.saving = ""
        elif self.board_input.drop() or context.armed or context.naming:
            context.armed = context.naming = ""
        elif context.adviser.open:
            context.adviser.turn_on()
        elif context.chosen or context.body is not None:
            context.choose("")
        elif (unsaved := context.copies.unsaved) and context.sure != "back":
            context.sure = "back"
            context.tell(f"{unsaved} not saved: Ctrl+S saves, Esc once more leaves", "table/saving")
        else:
            context.answer = context.leave()
