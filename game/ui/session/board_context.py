"""The state shared by the parts of a screen with a board, instead of the screen itself; no part of the rules.

`arranged` is the layout at every window size and scale. Widths are compared in design pixels, so a large scale folds
the screen as a small window does.
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
BESIDE = 424, 640  # design pixels: least and greatest width of a panel beside the board
LOW = 960  # height in design pixels below which sheets are set closer
FULL, NAMES = 1440, 1180  # least widths in design pixels at which the ship list is whole, and has names


@dataclass(frozen=True, slots=True)
class BattleLayout:
    """Rects in real pixels. `folded`: the ship list is narrow; `named`: it has names even so; `line`: the foot is one
    line; `low`: sheets must be short. `tools` is the strip of buttons above the board, empty if they lie on it.
    `beside` is a panel at the left of the board, empty if there is none."""

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
        """The width of the window in design pixels."""
        return self.window.w / theme.scale


def arranged(
    size: tuple[int, int], foot_open: bool | None = None, quiet: bool = False, tall: bool = False, beside: bool = False
) -> BattleLayout:
    """Return the layout for a window of the given size in real pixels.

    `foot_open` overrides the folding of the foot, which is also a line while `quiet`, because it has nothing to read
    yet. The foot is `tall` if it holds more than usual. A panel stands `beside` the board if the window is wide enough;
    in a low window it takes the height of the foot.
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
TALL, TALL_SHARE = 348, 0.45  # height of a tall foot in design pixels, and its largest share of the window
USUAL = frozenset(("arcs", "range", "sight", "grid"))


@dataclass
class Seat:
    """The state of one side on the screen. `eye` is its view of the board while others sit there; None for the default
    view."""

    tools: frozenset[str] = USUAL
    ruling: bool = False
    ruler: tuple[Point, Point] | None = None
    ruled: bool = False  # true once the ruler has both ends
    key_open: bool | None = None  # whether the key of the marks is shown; None: where there is room
    foot_open: bool | None = None
    tab: int = 0
    pace: int = 0  # how dice are thrown: one by one, by ship, all at once
    filter: Filter | None = None  # the filter of the log
    eye: SeatCamera | None = None
    sure: bool = False  # true if the main button was pressed once and needs another press
    passing: bool = False  # true if that press ends the part of all other ships
    note: str = ""  # a sentence over the board until the next action
    note_rule: str = ""
    announced: bool = False  # true if the sentence is shown in the line of phases, off the board
    planning: bool = False  # true while standing orders are written in place of moves
    planned: tuple[int, int] = (0, 0)  # turn and phase in which they were last looked at
    # the hand, including plans of pieces that wait, made before others moved
    hand: Hand = field(default_factory=Hand)

    def rise(self, eye: SeatCamera) -> None:
        """Store the view of the board, because others sit down, and remove messages."""
        self.eye, self.sure, self.note, self.note_rule = eye, False, "", ""


def own(name: str) -> Any:
    """Return a property for an attribute of the side's state. With `own("tools")`, `context.tools` stands for
    `context.own.tools`."""

    def read(context: Any) -> Any:
        return getattr(context.own, name)

    def write(context: Any, value: Any) -> None:
        setattr(context.own, name, value)

    return property(read, write)


class BoardContext:
    """State and callbacks of one screen with a board. A screen with one side has one `Seat`. If two sides share the
    machine, each gets its own back when it sits down. `answer` is the screen to show next. `stale` is true if
    everything must be laid out again before the next frame."""

    foot_open: bool | None = own("foot_open")
    note: str = own("note")
    note_rule: str = own("note_rule")
    announced: bool = own("announced")

    def __init__(self, screen: BoardCommands, keys: Keys) -> None:
        self.screen, self.keys = screen, keys
        self.own = Seat()
        self.focus = Focus()
        self.board = BoardView(Rect(0, 0, 600, 400))
        self.size = (1280, 800)  # size of the window when it was last drawn, in real pixels
        self.answer: Answer = None
        self.stale = True

    @property
    def scene(self) -> Scene:
        """The scene on the board."""
        return self.screen.scene

    @property
    def layout(self) -> BattleLayout:
        """The layout of all parts."""
        return self.screen.layout

    def change(self) -> None:
        """Lay out everything again before the next frame."""
        self.stale = True

    def tell(self, words: str, rule: str = "") -> None:
        """Show a sentence over the board until the next action, with its rule."""
        self.note = f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")
        self.note_rule, self.announced = rule, False
        self.change()

    def announce(self, words: str) -> None:
        """Show a sentence in the line of the phases, about the side that decides."""
        self.tell(words)
        self.announced = True

    def fold_foot(self) -> None:
        """Fold the foot to a line, or open it."""
        self.foot_open = self.layout.line

    def covered(self, at: tuple[int, int]) -> bool:
        """Return whether a widget covers the board at a place."""
        return any(rect.collidepoint(at) for rect in self.screen.covers())
