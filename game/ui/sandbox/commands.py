"""What keys and buttons do to a sandbox screen beyond its sandbox: the hand, the typed lines, files; no part of the rules."""

from __future__ import annotations

from game.ui.host.screen import Push
from game.ui.keys.list_page import KeyList
from game.ui.sandbox.board_input import SandboxInput
from game.ui.sandbox.file_commands import Files
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.edits import SandboxEdits
from game.ui.sandbox.panels.text_entry import Lines


class SandboxActions(SandboxEdits):
    """Carries out the actions of the table of keys."""

    def __init__(self, context: SandboxContext, board_input: SandboxInput, lines: Lines) -> None:
        super().__init__(context)
        self.board_input, self.lines, self.files = board_input, lines, Files(context)

    def take(self) -> None:
        """Give what is in hand."""
        if self.board_input.drag.active:
            self.board_input.drag.accept()
            self.context.look_anew()

    def type_order(self) -> None:
        """The keyboard goes to the field of the order."""
        if self.context.chosen:
            self.context.focus_on("notation")

    def pick_tool(self, tool: str) -> None:
        """What dragging a ship means; the ruler is put away by its own key."""
        self.context.tool = "move" if tool == self.context.tool == "measure" else tool
        self.board_input.rule(self.context.tool == "measure")

    def switch(self, tool: str) -> None:
        """Something on the board is shown, or no longer."""
        self.context.tools ^= {tool}

    def help(self) -> None:
        """The list of keys."""
        self.context.answer = Push(KeyList(self.context.keys))

    def back(self) -> None:
        """Lay down what is in hand, then the choice, then leave; unsaved work asks once."""
        context = self.context
        if self.board_input.drop() or context.armed or context.naming:
            context.armed = context.naming = ""
        elif context.chosen or context.body is not None:
            context.choose("")
        elif self.files.unsaved and context.sure != "back":
            context.sure = "back"
            context.tell("not saved: Ctrl+S saves, Esc once more leaves", "table/saving")
        else:
            context.answer = context.leave()
