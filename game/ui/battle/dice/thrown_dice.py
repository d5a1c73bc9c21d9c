"""The dice that were thrown last, with the tray in which they lie; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pygame import Rect

from game.battle.view import View
from game.core.events import Event
from game.ui.battle.dice.dice_panel import DicePanel, DicePlate
from game.ui.battle.dice.volley_panel import ToldShot, shots_of, volley_panel
from game.ui.board.layers.ground import FOOT
from game.ui.playback.lanes import lanes_of, one_shot, step_lanes
from game.ui.render.dice_tray import PACES, DiceLane, DiceTray
from game.ui.render.theme import theme
from game.ui.session.board_context import Seat
from game.ui.toolkit.column import Column
from game.ui.toolkit.value_fields import Segments

LANES = 3  # lanes of dice for which the panel usually has room


class ThrownDice:
    """Dice and the lines of the log that they belong to. `own` returns the seat with the player's choices; `changed`
    is called when other dice are shown, or thrown in another way."""

    def __init__(self, own: Callable[[], Seat], changed: Callable[[], object]) -> None:
        self._own, self._changed = own, changed
        self.tray = DiceTray(Rect(0, 0, 1, 1))
        self.events: tuple[Event, ...] = ()
        self.lanes: tuple[DiceLane, ...] = ()
        self.view: View | None = None  # of the board when the dice were thrown

    def lay(self, events: tuple[Event, ...], view: View, after: View | None = None) -> None:
        """Put lines in the tray whose dice have been or are about to be thrown, with the views before and after
        them."""
        self.events, self.view = events, after or view
        self.lanes = step_lanes(view, events) if one_shot(events) else lanes_of(view, events, after)
        self.tray.pace = PACES[self._own().pace]

    def empty(self) -> None:
        """Remove the dice from the tray."""
        self.events, self.lanes, self.view = (), (), None
        self.tray.clear()

    @property
    def deep(self) -> bool:
        """Return whether there are more lanes than usual."""
        return len(self.lanes) > LANES or bool(one_shot(self.events))

    @property
    def pointed(self) -> Event | None:
        """The line of the log whose dice the pointer is on."""
        lane, lanes = self.tray.pointed, self.tray.lanes
        return lanes[lane].event if 0 <= lane < len(lanes) else None

    def paces(self, strip: Rect) -> Segments:
        """Return the choice of how dice are thrown: one by one, ship by ship, or all at once."""
        px = theme.px
        place = Rect(strip.right - px(24) - px(276), strip.y + px(5), px(276), px(30))
        return Segments(place, PACES, chosen=self._own().pace, on_change=self._pace, name="pace", rule="table/dice")

    def _pace(self, index: int) -> None:
        self._own().pace = index
        self.tray.pace = PACES[index]
        self._changed()

    def fill(self, column: Column, r: Rect, log: Sequence[Event]) -> None:
        """Add the dice in a rect: the steps of one shot, or all lanes. `log` are the lines that can be read now."""
        view, key = self.view, one_shot(self.events)
        if view is None or not key:
            column.add(DicePanel(r, self.tray, self.events, self.lanes, view, log))
            return
        told = [event for event in self.events if event.shot == key]  # without lines logged before this shot
        shots = shots_of(view, told[0], log)
        volley_panel(column, r, self.tray, view, shots, told, None if self.tray.busy else self._read_shot)

    def _read_shot(self, shot: ToldShot) -> None:
        """Show the steps of a listed shot again."""
        if self.view:
            self.lay(shot.events, self.view)
            self.tray.throw(self.lanes, still=True)
            self._changed()

    def plate(self, board: Rect) -> DicePlate:
        """Return the dice low on the board, over its scale."""
        px = theme.px
        wide, high = min(board.w - px(32), px(560)), min(board.h - px(FOOT + 16), px(190))
        place = Rect(board.centerx - wide // 2, board.bottom - high - px(FOOT), wide, high)
        return DicePlate(place, self.tray, self.events, self.lanes, self.view)
