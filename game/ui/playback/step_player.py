"""The one player of steps: forward and back, jump, play by itself, faster and slower; no part of the rules.

A demonstration and the replay of a battle own one each. It decides which step is shown and lets its `Animation` show
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.battle.view import View
from game.demonstrations.steps import DemonstrationStep, StepCursor
from game.ui.board.model.playback import SPEEDS
from game.ui.host.preferences import chosen
from game.ui.playback.animation import Animation
from game.ui.render.dice_tray import DiceTray
from game.ui.session.outcomes import Act

Acts = Callable[[DemonstrationStep], Iterable[tuple[Act, View, View]]]


class StepPlayer:
    """Shows the steps of `show`. `acts` gives the acts of a step, `reading` the seconds that one stands when it plays
    by itself.

    `changed` is called when what is to be seen beside the board has changed, `entered` when another step begins, and
    `over` when it has played by itself to the end: it says whether something else goes on from there.
    """

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
        self.animation = Animation(tray, opened=self._opened, ended=self.rest)
        self.playing, self.speed, self._waited = False, 1.0, 0.0

    @property
    def moving(self) -> bool:
        """Is anything shown, or waited for?"""
        return self.animation.active or self.playing

    def enter(self, animated: bool = True) -> None:
        """The present step begins: played, or as it ends."""
        self._waited = 0.0
        self.entered()
        self.rest()
        for act, before, after in self.acts(self.show.step) if animated and chosen.animated else ():
            self.animation.show([act], before, after)

    def rest(self) -> None:
        """Show how the step ends, at once."""
        self.animation.clear()
        self.tray.clear()
        self.changed()

    def _opened(self, act: Act) -> None:
        """An act begins: what lay in the tray is taken out."""
        if act.moves or not act.dice:
            self.tray.clear()

    def go(self, index: int) -> None:
        """Show a step: the next one, or this one again, as a film; any other as it ends."""
        was = self.show.index
        self.show.go(index)
        self.playing = False
        self.enter(self.show.index in (was, was + 1))

    def forward(self) -> None:
        """To the end of what is shown, or the next step."""
        self.playing = False
        if self.animation.active:
            self.rest()
        elif self.show.forward():
            self.enter()

    def backward(self) -> None:
        """The step before, or this one without its film."""
        self.playing = False
        if self.show.back() or self.animation.active:
            self.enter(False)

    def jump(self, index: int) -> None:
        """A step as it ends."""
        self.go(index)
        self.rest()

    def again(self) -> None:
        """The film of this step once more."""
        self.playing = False
        self.enter()

    def play(self) -> None:
        """Play or stop; from the end, from the beginning."""
        self.playing = not self.playing
        self._waited = 0.0
        if self.playing and self.show.last and not self.animation.active:
            self.show.go(0)
            self.enter()

    def hurry(self, by: int) -> None:
        """That many speeds up or down."""
        at = SPEEDS.index(self.speed) + by
        self.speed = SPEEDS[min(len(SPEEDS) - 1, max(0, at))]

    def tick(self, seconds: float) -> None:
        """Let the film run; when it rests and plays by itself, go on after the caption has been read."""
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
