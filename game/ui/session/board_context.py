"""What the parts of a screen with a board share, in place of the screen itself; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pygame import Rect

from game.ui.board.model.scene import Scene
from game.ui.board.view import BoardView, SeatCamera
from game.ui.host.screen import Answer
from game.ui.keys.bindings import Keys
from game.ui.session.layout import BattleLayout
from game.ui.session.log import Filter
from game.ui.toolkit.focus import Focus

Point = tuple[float, float]
USUAL = frozenset(("arcs", "range", "sight", "grid"))


def nothing(*_given: object, **_named: object) -> Any:
    """Do nothing: what a callback is before the screen sets it."""


@dataclass
class Seat:
    """One seat's own things. `eye` is how it looks at the board while others sit there; None: as one who comes anew."""

    tools: frozenset[str] = USUAL
    ruling: bool = False
    ruler: tuple[Point, Point] | None = None
    ruled: bool = False  # the ruler has both ends
    key_open: bool | None = None  # what the marks mean; None: where there is room
    foot_open: bool | None = None
    tab: int = 0
    filter: Filter | None = None  # which lines of the log are read
    eye: SeatCamera | None = None
    sure: bool = False  # the main button was pressed once and wants another press
    note: str = ""  # a sentence over the board until the next thing is done
    note_rule: str = ""

    def rise(self, eye: SeatCamera) -> None:
        """Others sit down: how the board was looked at is kept, what was said is not for them, and is over."""
        self.eye, self.sure, self.note, self.note_rule = eye, False, "", ""


def own(name: str) -> Any:
    """An attribute of a context that is the seat's own: `own("tools")` stands for `context.own.tools`."""

    def read(context: Any) -> Any:
        return getattr(context.own, name)

    def write(context: Any, value: Any) -> None:
        setattr(context.own, name, value)

    return property(read, write)


class BoardContext:
    """State and callbacks of one screen with a board.

    A screen with one seat has one `Seat` of its own things; where two sides share the machine each finds its own again when
    it sits down. `answer` is what is to lie over the screen next. `stale` says that everything must be laid out anew before
    the next frame. The callbacks do nothing until the screen sets them, so that a part can be built without any screen.
    """

    foot_open: bool | None = own("foot_open")
    note: str = own("note")
    note_rule: str = own("note_rule")

    def __init__(self, keys: Keys, make_scene: Callable[[], Scene], make_layout: Callable[[], BattleLayout]) -> None:
        self.keys, self.make_scene, self.make_layout = keys, make_scene, make_layout
        self.own = Seat()
        self.focus = Focus()
        self.board = BoardView(Rect(0, 0, 600, 400))
        self.size = (1280, 800)  # of the window when it was last drawn
        self.answer: Answer = None
        self.stale = True
        self.lay_now: Callable[[], object] = nothing  # lay out anew what has changed
        self.covers: Callable[[], Sequence[Rect]] = tuple  # what lies over the board

    @property
    def scene(self) -> Scene:
        """What the board shows."""
        return self.make_scene()

    @property
    def layout(self) -> BattleLayout:
        """Where everything stands."""
        return self.make_layout()

    def change(self) -> None:
        """Something looks different: everything is laid out anew before the next frame."""
        self.stale = True

    def tell(self, words: str, rule: str = "") -> None:
        """A sentence over the board until the next thing is done, and its rule."""
        self.note = f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")
        self.note_rule = rule
        self.change()

    def fold_foot(self) -> None:
        """Fold the foot to a line, or open it."""
        self.foot_open = self.layout.line

    def covered(self, at: tuple[int, int]) -> bool:
        """Does a widget lie over the board there?"""
        return any(rect.collidepoint(at) for rect in self.covers())
