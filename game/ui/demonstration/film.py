"""One step of a demonstration as it is seen: what moves and is rolled, act after act, and then the table at rest.

No part of the rules: everything was played before, and the film only walks from one kept view to the next.
"""

from __future__ import annotations

from pygame import Rect

from game.battle.battle import View
from game.demonstrations.demonstration import DemonstrationStep
from game.demonstrations.frames import flown
from game.ui.battle.animation import Showing
from game.ui.board.model.playback import AnimationFrame
from game.ui.host.preferences import chosen
from game.ui.render.dice_tray import DiceTray
from game.ui.session.outcomes import Act, cut


class Film:
    """Shows a step. `view` is the table as it is drawn just now; `done` is what has been shown of the step."""

    def __init__(self, step: DemonstrationStep, seed: int = 0) -> None:
        self.tray = DiceTray(Rect(0, 0, 10, 10), seed)
        self.showing = Showing(self.tray, self._opened, self._closed)
        self.step = step
        self.view: View = step.view
        self._views: list[tuple[View, View]] = []  # before and after every act that is not over

    @property
    def running(self) -> bool:
        """Is anything still being shown?"""
        return self.showing.active

    @property
    def moment(self) -> AnimationFrame | None:
        """Where the ships are drawn just now, while they move or fire."""
        return self.showing.moment

    @property
    def rolling(self) -> bool:
        """Do dice lie or tumble in the tray?"""
        return self.showing.act is not None and self.showing.act.dice

    def rest(self, step: DemonstrationStep) -> None:
        """Show how a step ends, at once."""
        self._drop()
        self.step, self.view = step, step.view

    def play(self, step: DemonstrationStep) -> None:
        """Show a step from its beginning."""
        self.rest(step)
        acts = acts_of(step) if chosen.animated else []
        if acts:
            self.view = step.start
            self._views = [(before, after) for _, before, after in acts]
            self.showing.show([act for act, _, _ in acts])

    def skip(self) -> None:
        """To the end of the step."""
        self.rest(self.step)

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        if not self.showing.active:
            return
        if self.showing.act is None:
            self.view = self._views[0][0]
        if self.showing.tick(seconds, self.view):
            self.rest(self.step)

    def _opened(self, act: Act) -> None:
        """An act begins: what lay in the tray is taken out."""
        if not act.dice:
            self.tray.clear()

    def _closed(self, act: Act) -> None:
        """An act has ended: what moved stays where it came to rest."""
        _, after = self._views.pop(0)
        if act.moves:
            self.view = after

    def _drop(self) -> None:
        self.showing.acts.clear()
        self.showing.act = self.showing.player = None
        self._views.clear()
        self.tray.clear()


def acts_of(step: DemonstrationStep) -> list[tuple[Act, View, View]]:
    """The acts of a step worth seeing, each with the view before and after its order.

    Who has the initiative is left out unless the step is about that, and so are ships that stay where they are.
    """
    found: list[tuple[Act, View, View]] = []
    before = step.start
    for frame in step.frames:
        for act in cut(frame.events):
            if act.kind == "initiative" and "initiative" not in step.rule:
                continue
            if act.dice or any(one.line for one in act.events) or any(map(flown, act.events)):
                found.append((act, before, frame.view))
        before = frame.view
    return found
