"""What happened is shown before anybody decides again: ships move, guns fire, dice tumble; all of it can be skipped.

No part of the rules: the battle is already where it ends.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from game.battle.battle import View
from game.board.boards import board_of
from game.core.display import Icon, Overlay
from game.core.events import Event
from game.core.orders import Id
from game.ui.battle.panels.dice_panel import groups
from game.ui.board.model.playback import AnimationFrame, Playback, Player
from game.ui.host.preferences import chosen
from game.ui.render.dice_tray import DiceTray
from game.ui.session.outcomes import LINGER, Act
from game.ui.ship_sheet.system_cells import gun_name


class Showing:
    """Acts one after another. `opened` is called with each act as it begins, `closed` with it when it ends."""

    def __init__(self, tray: DiceTray, opened: Callable[[Act], object], closed: Callable[[Act], object]) -> None:
        self.tray, self.opened, self.closed = tray, opened, closed
        self.acts: list[Act] = []
        self.act: Act | None = None
        self.player: Player | None = None
        self.areas: tuple[Overlay, ...] = ()  # where ships are struck in what is shown
        self._now = 0.0
        self._rest = 0.0  # seconds the dice still lie there

    @property
    def active(self) -> bool:
        """Is anything being shown?"""
        return self.act is not None or bool(self.acts)

    @property
    def moment(self) -> AnimationFrame | None:
        """Where the ships are drawn just now."""
        return self.player.moment if self.player else None

    @property
    def struck(self) -> float:
        """How much of what the act struck has been struck, 0 to 1: nothing while dice tumble, then box by box."""
        if self.act is None or self.tray.busy or (self.player is not None and not self.player.done):
            return 0.0
        whole = LINGER.get(self.act.kind, 0.0)
        return min(1.0, (whole - self._rest) / Popping.MOST) if whole and chosen.animated else 1.0

    def show(self, acts: list[Act]) -> None:
        """Queue acts."""
        self.acts += acts

    def reached(self, lines: Sequence[Event]) -> int:
        """How many of these lines have come to pass: not those of acts to come, of a film as far as it has run, and what dice
        brought only when they lie."""
        coming = {id(event) for act in self.acts for event in act.events}
        now = {id(event) for event in self.act.events} if self.act else set()
        ahead = next((n for n, event in enumerate(lines) if id(event) in coming), len(lines))
        first = next((n for n, event in enumerate(lines) if id(event) in now), ahead)
        if self.act is None or first >= ahead:
            return min(first, ahead)
        if self.tray.busy:
            return first
        share = self.player.share if self.player and self.act.moves else 1.0
        return first + math.floor((ahead - first) * share)

    def tick(self, seconds: float, view: View) -> bool:
        """Go on; True when the last act has ended with this."""
        self._now += seconds * 1000
        if self.act is None:
            if not self.acts:
                return False
            self._begin(self.acts.pop(0), view)
        if self.player:
            self.player.tick(self._now)
        self.tray.tick(seconds * chosen.speed)
        if (self.player is None or self.player.done) and not self.tray.busy:
            self._rest -= seconds * chosen.speed
            if self._rest <= 0:
                return self._end()
        return False

    def _begin(self, act: Act, view: View) -> None:
        self.act = act
        self.opened(act)
        before = {key: ship.facing for key, ship in view.state.ships.items()}
        self.player = player_of(act.events, view, self._now, before)
        if act.dice:
            self.lay_out(act, view, not chosen.tumbling)
        self._rest = LINGER.get(act.kind, 0.0) if act.dice and chosen.animated else 0.0

    def lay_out(self, act: Act, view: View, still: bool = True) -> None:
        """An act's dice in the tray, thrown or lying there."""
        short = {icon.key: gun_name(icon) for icon in acting(view, act)}
        self.tray.throw(groups(act.events, short, view.state.names), still=still)

    def _end(self) -> bool:
        act, self.act, self.player = self.act, None, None
        assert act is not None
        self.closed(act)
        return not self.acts

    def skip(self) -> None:
        """To the end of this act; of all of them when nothing more would move."""
        self.tray.skip()
        self._rest = 0.0
        if self.player:
            self.player.skip()

    def skip_all(self) -> None:
        """To the end of everything."""
        self.skip()
        if self.act:
            self._end()
        for act in self.acts:
            self.opened(act)
            self.closed(act)
        self.acts.clear()


def player_of(events: Iterable[Event], view: View, now: float, before: Mapping[Id, int] | None = None) -> Player:
    """A player of events, from a moment in ms on, at the speed of the settings: at its end at once where nothing moves.

    `before` gives the facings with which ships began.
    """
    table = view.state.table
    player = Player(Playback(events, before, {body.key for body in table.bodies}, board_of(table)), now, chosen.speed)
    if not chosen.animated:
        player.skip()
    return player


class Popping:
    """Boxes that were crossed pop one after another: 80 ms each, at most 600 ms in all."""

    EACH, MOST = 0.08, 0.6  # seconds

    def __init__(self) -> None:
        self.seconds = self.length = 0.0

    @property
    def busy(self) -> bool:
        """Are some still to come?"""
        return self.seconds < self.length

    @property
    def share(self) -> float:
        """How many have popped, 0 to 1."""
        return self.seconds / self.length if self.busy else 1.0

    def begin(self, boxes: int) -> None:
        """So many boxes, from the first; none of them where nothing is to move."""
        self.seconds, self.length = 0.0, min(self.MOST, self.EACH * boxes) if chosen.animated else 0.0

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        self.seconds += seconds * chosen.speed

    def skip(self) -> None:
        """All at once."""
        self.seconds = self.length


def acting(view: View, act: Act) -> tuple[Icon, ...]:
    """The systems of the ship that acts."""
    ship = next((event.who for event in act.events if event.who in view.state.ships), "")
    return view.sheet(ship).icons if ship else ()


def labels(view: View, act: Act) -> dict[str, str]:
    """Names of the systems of the ship that acts, by key."""
    return {icon.key: icon.label for icon in acting(view, act)}
