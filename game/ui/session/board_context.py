"""What the parts of a screen with a board share, in place of the screen itself; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pygame import Rect

from game.ui.board.view import BoardView
from game.ui.host.screen import Answer
from game.ui.keys.bindings import Keys
from game.ui.session.seat_settings import Seat, own
from game.ui.toolkit.focus import Focus


def shared(name: str) -> Any:
    """An attribute of a screen that stands in its context: `shared("desk")` reads and writes `screen.context.desk`."""

    def read(screen: Any) -> Any:
        return getattr(screen.context, name)

    def write(screen: Any, value: Any) -> None:
        setattr(screen.context, name, value)

    return property(read, write)


def nothing(*_given: Any, **_named: Any) -> None:
    """Do nothing: what a callback is before the screen sets it."""


class BoardContext:
    """State and callbacks of one screen with a board.

    `answer` is what is to lie over the screen next. `stale` says that everything must be laid out anew before the next frame.
    The callbacks do nothing until the screen sets them, so that a part can be built without any screen.
    """

    foot_open: bool | None = own("foot_open")
    note: str = own("note")
    note_rule: str = own("note_rule")

    def __init__(self, keys: Keys) -> None:
        self.keys = keys
        self.own = Seat()
        self.focus = Focus()
        self.board = BoardView(Rect(0, 0, 600, 400))
        self.size = (1280, 800)  # of the window when it was last drawn
        self.answer: Answer = None
        self.stale = True
        self.lay_now: Callable[[], object] = nothing  # lay out anew what has changed
        self.covers: Callable[[], Sequence[Rect]] = tuple  # what lies over the board

    def change(self) -> None:
        """Something looks different: everything is laid out anew before the next frame."""
        self.stale = True

    def tell(self, words: str, rule: str = "") -> None:
        """A sentence over the board until the next thing is done, and its rule."""
        self.note = f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")
        self.note_rule = rule
        self.change()

    def covered(self, at: tuple[int, int]) -> bool:
        """Does a widget lie over the board there?"""
        return any(rect.collidepoint(at) for rect in self.covers())
