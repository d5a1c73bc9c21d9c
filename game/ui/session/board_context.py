"""The state the parts of a screen with a board share, in place of the screen itself; no part of the rules.

`arranged` says where the parts stand at every size of window and every scale. Breadths are judged in design pixels, so
a large scale folds the screen as a small window does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pygame import Rect

from game.ui.board.model.scene import Scene
from game.ui.board.plotting.hand import Hand
from game.ui.board.view import BoardView, SeatCamera
from game.ui.host.screen import Answer
from game.ui.keys.bindings import Keys
from game.ui.render.theme import theme
from game.ui.session.commands import BoardCommands
from game.ui.session.log import Filter
from game.ui.toolkit.focus import Focus

TOP, LEFT, NAMED, FOLDED, FOOT, LINE, TOOLS = 64, 288, 164, 72, 216, 36, 50
BESIDE = 424, 640  # design pixels of breadth of a panel beside the board, at least and at most
LOW = 960  # design pixels of height below which sheets are set closer
FULL, NAMES = 1440, 1180  # design pixels of breadth from which the list of ships is whole, and from which it has names


@dataclass(frozen=True, slots=True)
class BattleLayout:
    """Rects in real pixels. `folded` says the ship list is narrow, `named` that it has names even so, `line` that the
    foot is one line, `low` that sheets must be short. `tools` is the strip of buttons above the board, empty where they
    lie on it, and `beside` a panel at the left of the board, empty without one."""

    window: Rect
    top: Rect
    left_panel: Rect
    board: Rect
    bottom_panel: Rect
    sheet: Rect
    folded: bool
    line: bool
    low: bool = False
    named: bool = False
    tools: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))
    beside: Rect = field(default_factory=lambda: Rect(0, 0, 0, 0))

    @property
    def wide(self) -> float:
        """Breadth of the window in design pixels."""
        return self.window.w / theme.scale


def arranged(
    size: tuple[int, int], foot_open: bool | None = None, quiet: bool = False, tall: bool = False, beside: bool = False
) -> BattleLayout:
    """Return the parts for a window of that size in real pixels; `foot_open` overrules the folding of the foot, which
    is a line too while it is `quiet`: nothing has happened that could be read there. It is `tall` where more stands in
    it than usual.

    A panel stands `beside` the board where the window is broad enough; in a low one the foot gives it its height.
    """
    px, (wide, high) = theme.px, size
    across, down = wide / theme.scale, high / theme.scale
    folded, low = across < FULL, down < LOW
    named = folded and across >= NAMES
    beside = beside and across >= NAMES
    line = (across < 1280 or down < 700 or quiet or (beside and low)) if foot_open is None else not foot_open
    left = px(NAMED if named else FOLDED if folded else LEFT)
    sheet = px(432 if across >= 1180 else 368 if across >= 1000 else 328)
    top, foot = px(TOP), px(LINE if line else FOOT)
    if tall and not line:
        foot = min(px(TALL), round((high - top) * TALL_SHARE))
    tools = Rect(left, top, wide - left - sheet, px(TOOLS) if folded or low else 0)
    board = Rect(left, tools.bottom, tools.w, high - tools.bottom - foot)
    panel = Rect(
        board.x, board.y, min(px(BESIDE[1]), max(px(BESIDE[0]), round(board.w * 0.54))) if beside else 0, board.h
    )
    board.x, board.w = panel.right, board.w - panel.w
    return BattleLayout(
        Rect(0, 0, wide, high),
        Rect(0, 0, wide, top),
        Rect(0, top, left, high - top),
        board,
        Rect(left, high - foot, tools.w, foot),
        Rect(wide - sheet, top, sheet, high - top),
        folded,
        line,
        low,
        named,
        tools,
        panel,
    )


Point = tuple[float, float]
TALL, TALL_SHARE = 348, 0.45  # design pixels of a foot that needs more than usual, and its share of the window at most
USUAL = frozenset(("arcs", "range", "sight", "grid"))


@dataclass
class Seat:
    """One seat's own things. `eye` is how it looks at the board while others sit there; None: as one who comes
    again."""

    tools: frozenset[str] = USUAL
    ruling: bool = False
    ruler: tuple[Point, Point] | None = None
    ruled: bool = False  # the ruler has both ends
    key_open: bool | None = None  # what the marks mean; None: where there is room
    foot_open: bool | None = None
    tab: int = 0
    pace: int = 0  # how dice are thrown that are many: one by one, by ship, all
    filter: Filter | None = None  # which lines of the log are read
    eye: SeatCamera | None = None
    sure: bool = False  # the main button was pressed once and wants another press
    passing: bool = False  # that the rest do nothing is what it asks about, as long as it asks
    note: str = ""  # a sentence over the board until the next thing is done
    note_rule: str = ""
    announced: bool = False  # the sentence is shown in the line of the phases, and covers nothing of the board
    # with plans of pieces that wait for their turn, as it was before others moved
    hand: Hand = field(default_factory=Hand)

    def rise(self, eye: SeatCamera) -> None:
        """Others sit down: how the board was looked at is kept, what was said is not for them, and is over."""
        self.eye, self.sure, self.note, self.note_rule = eye, False, "", ""


def own(name: str) -> Any:
    """Return an attribute of a context that is the seat's own: `own("tools")` stands for `context.own.tools`."""

    def read(context: Any) -> Any:
        return getattr(context.own, name)

    def write(context: Any, value: Any) -> None:
        setattr(context.own, name, value)

    return property(read, write)


class BoardContext:
    """State and callbacks of one screen with a board.

    A screen with one seat has one `Seat` of its own things; where two sides share the machine each finds its own again
    when it sits down. `answer` is what is to lie over the screen next. `stale` says that everything must be laid out
    again before the next frame.
    """

    foot_open: bool | None = own("foot_open")
    note: str = own("note")
    note_rule: str = own("note_rule")
    announced: bool = own("announced")

    def __init__(self, screen: BoardCommands, keys: Keys) -> None:
        self.screen, self.keys = screen, keys
        self.own = Seat()
        self.focus = Focus()
        self.board = BoardView(Rect(0, 0, 600, 400))
        self.size = (1280, 800)  # of the window when it was last drawn
        self.answer: Answer = None
        self.stale = True

    @property
    def scene(self) -> Scene:
        """The scene on the board."""
        return self.screen.scene

    @property
    def layout(self) -> BattleLayout:
        """Where everything stands."""
        return self.screen.layout

    def change(self) -> None:
        """Something looks different: everything is laid out again before the next frame."""
        self.stale = True

    def tell(self, words: str, rule: str = "") -> None:
        """A sentence over the board until the next thing is done, and its rule."""
        self.note = f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")
        self.note_rule, self.announced = rule, False
        self.change()

    def announce(self, words: str) -> None:
        """The like in the line of the phases: who decides now."""
        self.tell(words)
        self.announced = True

    def fold_foot(self) -> None:
        """Fold the foot to a line, or open it."""
        self.foot_open = self.layout.line

    def covered(self, at: tuple[int, int]) -> bool:
        """Does a widget lie over the board there?"""
        return any(rect.collidepoint(at) for rect in self.screen.covers())
