"""The commands of a screen that its parts use.

A part is given a screen that implements them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from pygame import Rect, Surface

from game.core.orders import Id, Order
from game.ui.board.model.scene import Scene

if TYPE_CHECKING:
    from game.ui.session.board_context import BattleLayout
    from game.ui.session.history_view import Past


class BoardCommands(Protocol):
    """The commands of any screen with a board."""

    @property
    def scene(self) -> Scene:
        """The scene on the board."""

    @property
    def layout(self) -> BattleLayout:
        """The layout of all parts."""

    def covers(self) -> Sequence[Rect]:
        """Return the rects over the board."""

    def reserved(self) -> Sequence[Rect]:
        """Return the rects that words on the board avoid."""

    def lay_now(self) -> None:
        """Lay out again what has changed."""


class Commands(BoardCommands, Protocol):
    """The commands of the screen of a battle."""

    def do(self, action: str) -> None:
        """Carry out an action of the table of keys."""

    def give(self, *orders: Order) -> bool:
        """Give orders, and show their results together. If one was refused, show the reason and return False."""

    def give_alike(self, order: Order) -> bool:
        """Give an order, and the same in words to all pieces selected with its piece."""

    def choose(self, key: Id) -> None:
        """Choose a piece."""

    def click(self, key: Id, centre: bool = False) -> None:
        """Use a click on a piece: an enemy becomes the target, any other is chosen. `centre` scrolls to it."""

    def drop(self) -> bool:
        """Drop the order being plotted. Return whether there was one."""

    def keep(self) -> None:
        """Finish plotting in the way of the phase."""

    def look_at(self, past: Past | None) -> None:
        """Show a past moment, or the present."""

    def measure(self) -> None:
        """Compute the odds in the foot again."""

    def lay_part(self, part: str) -> None:
        """Lay out one part of the panels again."""

    def keep_in_view(self) -> None:
        """Show all ships if one has left the board's view."""

    def sit(self, side: Id) -> int | None:
        """Seat a side. Return the number of lines of its log that it had read; None if it never looked."""

    def draw_plain(self, dst: Surface) -> object:
        """Draw the battle under the screens over it, without ring and hint."""
