"""The one player of steps: forward and back, jump, autoplay, faster and slower; no part of the rules.

A demonstration and a replay each own one. It chooses the step and lets its `Animation` show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.battle.view import View
from game.demonstrations.steps import DemonstrationStep, StepCursor
from game.seating.outcomes import Act
from game.ui.board.model.playback import SPEEDS
from game.ui.host.preferences import preferences
from game.ui.playback.animation import Animation
from game.ui.render.dice_tray import DiceTray

Acts = Callable[[DemonstrationStep], Iterable[tuple[Act, View, View]]]


class StepPlayer:
    """Shows the steps of `show`. `acts` returns the acts of a step, `reading` the seconds for which a step stays in
    autoplay. `changed` is called when the parts beside the board must change, and `entered` when another step begins.
    `over` is called at the end of autoplay, and returns whether something else follows."""

    def __init__(
        self,
        show: StepCursor,
        tray: DiceTray,
        acts: Acts,
        reading: Callable[[DemonstrationStep], float],
        changed: Callable[[], object],
        entered: Callable[[], object] = lambda: None,
        over: Callable[[], bool] = lambda: False,
    ) -> None:
        self.show, self.tray, self.acts, self.reading = show, tray, acts, reading
        self.changed, self.entered, self.over = changed, entered, over
        self.animation = Animation(tray, opened=self._on_act_begin, ended=self.rest)
        self.playing, self.speed, self._waited = False, 1.0, 0.0

    @property
    def moving(self) -> bool:
        """Return whether anything is shown, or waiting."""
        return self.animation.active or self.playing

    def enter(self, animated: bool = True) -> None:
        """Begin the present step, as a film or at its end."""
        self._waited = 0.0
        self.entered()
        self.rest()
        for act, before, after in self.acts(self.show.step) if animated and preferences.animated else ():
            self.animation.show([act], before, after)

    def rest(self) -> None:
        """Show the end of the step at once."""
        self.animation.clear()
        self.tray.clear()
        self.changed()

    def _on_act_begin(self, act: Act) -> None:
        """Begin an act: empty the tray."""
        if act.moves or not act.dice:
            self.tray.clear()

    def go(self, index: int) -> None:
        """Show a step: the next one, or this one again, as a film, and any other at its end."""
        was = self.show.index
        self.show.go(index)
        self.playing = False
        self.enter(self.show.index in (was, was + 1))

    def forward(self) -> None:
        """Go to the end of the film, or to the next step."""
        self.playing = False
        if self.animation.active:
            self.rest()
        elif self.show.forward():
            self.enter()

    def backward(self) -> None:
        """Go to the step before, or show this one without its film."""
        self.playing = False
        if self.show.back() or self.animation.active:
            self.enter(False)

    def jump(self, index: int) -> None:
        """Show a step at its end."""
        self.go(index)
        self.rest()

    def again(self) -> None:
        """Play the film of this step again."""
        self.playing = False
        self.enter()

    def play(self) -> None:
        """Start or stop autoplay; at the end, start from the beginning."""
        self.playing = not self.playing
        self._waited = 0.0
        if self.playing and self.show.last and not self.animation.active:
            self.show.go(0)
            self.enter()

    def hurry(self, by: int) -> None:
        """Change the speed by a number of steps."""
        at = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[min(len(SPEEDS) - 1, max(0, at))]

    def tick(self, seconds: float) -> None:
        """Let the film run. In autoplay, go on once there was time to read the caption."""
        if self.animation.active:
            self.animation.tick(seconds * self.speed)
        elif self.playing:
            self._waited += seconds * self.speed
            if self._waited >= self.reading(self.show.step):
                self._go_on()

    def _go_on(self) -> None:
        if self.show.forward():
            self.enter()
        elif not self.over():
            self.playing = False
            self.changed()
