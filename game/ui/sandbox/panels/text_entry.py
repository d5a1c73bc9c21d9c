"""The lines of the sandbox that are typed in: an order, a place, the name of a plan; no part of the rules."""

from __future__ import annotations

import re
from collections.abc import Callable

from pygame import Rect

from game.board.boards import Board
from game.sandbox.branch_replay import row_of
from game.ui.sandbox.model.context import SandboxContext
from game.ui.toolkit.text_field import TextField


def numbers(words: str) -> list[float]:
    """Every number that is typed, with a minus of either kind."""
    return [float(one.replace("−", "-")) for one in re.findall(r"[-−]?\d+(?:\.\d+)?", words)]


def named_by(board: Board) -> str:
    """How a place is typed."""
    return "the name of a hex, such as 0512" if board.cells else "x and y in MU"


class Lines:
    """Fields that live as long as the context, so that what is being typed stays while panels are laid out anew."""

    def __init__(self, context: SandboxContext) -> None:
        self.context = context
        self.field = TextField(
            Rect(0, 0, 1, 1), "", on_change=self._typing, name="notation", placeholder="type it, drag it or press it", size=22,
            weight="b", rule="table/plotting", hint="type the order as the rules write it", on_enter=self._typed,
            on_leave=self._untyped,
        )  # fmt: skip
        self.name_field = TextField(
            Rect(0, 0, 1, 1), "", name="plan name", on_enter=self._named, on_leave=self._unnamed, most=60, rule="table/sandbox"
        )
        self.place_field = TextField(
            Rect(0, 0, 1, 1), "", label="Place", name="place", on_enter=self._placed, on_leave=self._unnamed, most=30,
            rule="table/sandbox",
        )  # fmt: skip
        self.second = TextField(
            Rect(0, 0, 1, 1), "", name="second order", on_leave=self._unnamed, size=20, weight="b", rule="table/plotting",
            hint="Enter gives it",
        )  # fmt: skip
        self.texts: dict[str, TextField] = {}  # lines to type in of the scenario, by name

    def _typing(self, text: str) -> None:
        if self.context.model is not None and text.strip():
            row = row_of(self.context.sandbox.opened.battle, self.context.chosen, text)
            if row is None or row in self.context.sandbox.course().flown:  # an order for a later phase is judged when it is given
                self.context.model.read(text)
            else:
                self.context.model.forget()
        self.context.change()

    def _typed(self) -> None:
        """Enter in the field of the order: it is given."""
        if self.context.chosen and self.context.commands.give(self.context.chosen, self.field.value.strip() or "0"):
            self.context.focus.focus(None)
        self.context.change()

    def _untyped(self) -> None:
        if self.context.model is not None:
            self.context.model.forget()
        self.context.focus.focus(None)
        self.context.change()

    def _placed(self) -> None:
        """Enter in the field of a ship's place."""
        context = self.context
        self.typed_place(self.place_field.value, lambda at: context.commands.tried(context.sandbox.move, context.chosen, at))
        self.context.focus.focus(None)
        self.context.change()

    def again(self, rect: Rect, phase: str) -> None:
        """The line of an order for another phase than the first: where it lies, and what Enter does."""

        def enter() -> None:
            context = self.context
            context.commands.tried(context.sandbox.give, context.chosen, self.second.value.strip() or "0", phase=phase)
            context.focus.focus(None)
            context.change()

        self.second.rect, self.second.on_enter = rect, enter

    def typed_place(self, words: str, take: Callable[[tuple[float, float]], object]) -> None:
        """A place by two numbers, x and y in MU, or by the name of a hex."""
        found, board = numbers(words), self.context.sandbox.board
        if board.cells:
            at = board.called(words)
        else:
            at = board.place((found[0], found[1])) if len(found) == 2 else None
        if at is None:
            self.context.tell(f"a place is {named_by(board)}", "table/files")
            return
        take(at)

    def typed_cells(self, words: str, take: Callable[[list[list[int]]], object]) -> None:
        """Hexes by their names, one after another."""
        board = self.context.sandbox.board
        places = [board.called(name) for name in re.split(r"[,;\s]+", words.strip())]
        if None in places:
            self.context.tell("hexes are named one after another: 0512, 0612", "table/files")
            return
        take([[round(n) for n in board.written(at)] for at in places if at is not None])

    def name_plan(self) -> None:
        """The keyboard goes to the name of the plan in hand."""
        branch = self.context.sandbox.branch
        self.context.naming = branch.key
        self.name_field.write(branch.name)
        self.name_field.anchor = 0
        self.context.focus_on("plan name")

    def _named(self) -> None:
        """The name that was typed is taken."""
        context = self.context
        if context.naming:
            key, context.naming = context.naming, ""
            context.commands.tried(context.sandbox.name_branch, key, self.name_field.value)
            context.focus.focus(None)

    def _unnamed(self) -> None:
        self.context.naming = ""
        self.context.focus.focus(None)
        self.context.change()
