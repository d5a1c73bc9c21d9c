"""The requests of a screen's parts: no part can be made without a screen that serves them all."""

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
        """Where everything stands."""

    def covers(self) -> Sequence[Rect]:
        """Return what lies over the board."""

    def lay_now(self) -> None:
        """Lay out again what has changed."""


class Commands(BoardCommands, Protocol):
    """The commands of the screen of a battle."""

    def do(self, action: str) -> None:
        """Carry out an action of the table of keys."""

    def give(self, *orders: Order) -> bool:
        """Give orders, and show together what they bring about; False, with its reason shown, if one was refused."""

    def give_alike(self, order: Order) -> bool:
        """Give an order, and the same in words to all that are picked with its piece."""

    def choose(self, key: Id) -> None:
        """Take a piece in hand."""

    def click(self, key: Id, centre: bool = False) -> None:
        """A piece was clicked: an enemy becomes the target, all else is chosen; `centre` brings it into view."""

    def drop(self) -> bool:
        """Lay down what is being plotted; True if there was something."""

    def keep(self) -> None:
        """Let go of what is being plotted as its phase wants it."""

    def look_at(self, past: Past | None) -> None:
        """Show a moment, or now."""

    def measure(self) -> None:
        """Reckon the odds in the foot again."""

    def lay_part(self, part: str) -> None:
        """Lay out one part of the panels again."""

    def keep_in_view(self) -> None:
        """Show all ships if one has left the board's view."""

    def sit(self, side: Id) -> int | None:
        """Let a side take the seat; return how many lines of its log it had read, None for never."""

    def draw(self, dst: Surface) -> None:
        """Paint the battle under what lies over it."""
