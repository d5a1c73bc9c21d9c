"""Things each seat has of its own: tools, ruler, tab, camera, and the last note; no part of the rules.

A screen with one seat has one of these; where two sides share the machine each finds its own again when it sits down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from game.ui.board.view import SeatCamera
    from game.ui.session.log import Filter

Point = tuple[float, float]
USUAL = frozenset(("arcs", "range", "sight", "grid"))


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
    """An attribute of a screen that is the seat's own: `own("tools")` stands for `screen.own.tools`."""

    def read(screen: Any) -> Any:
        return getattr(screen.own, name)

    def write(screen: Any, value: Any) -> None:
        setattr(screen.own, name, value)

    return property(read, write)
