"""The adviser's answer in a step, computed while the screen goes on, or at once for a picture; no rules."""

from __future__ import annotations

from collections.abc import Callable

from game.demonstrations.steps import DemonstrationStep
from game.ui.advice.model import LiveAdviser, Subject
from game.ui.board.model.advice_picture import AdvicePicture
from game.ui.board.model.memo import by_identity

NOTHING = "This step asks the adviser nothing."


class StepAdviser(LiveAdviser):
    """Asks the question of the caption. `change` is called when the answer, or its display, has changed."""

    def __init__(self, change: Callable[[], object] = lambda: None) -> None:
        super().__init__()
        self._change = change
        self._step: DemonstrationStep | None = None

    def enter(self, step: DemonstrationStep) -> None:
        """Ask the question of another step."""
        self.drop()
        asked = step.say.advise
        self._step, self.open, self.advice = step, asked is not None and step.asked is not None, None
        if asked is not None:
            self.turns, self.boxes, self.every = asked.turns, asked.counts == "boxes", not self._against(step)
            self.worth, self.theirs = "worth" in asked.show, "ends" in asked.show

    @staticmethod
    def _against(step: DemonstrationStep) -> str:
        asked, state = step.say.advise, step.view.state
        foe = (asked.against or step.say.target or "") if asked else ""
        return foe if foe in state.ships and asked and state.owner(foe) != state.owner(asked.ship) else ""

    def subject(self) -> Subject | str:
        """Return the ship of the caption, or a sentence why there is nothing to weigh."""
        step = self._step
        if step is None or step.say.advise is None or step.asked is None:
            return NOTHING
        return Subject(step.asked, step.say.advise.ship, self._against(step), id(step))

    def redraw(self) -> None:
        """Report that the step looks different."""
        self._change()


@by_identity(8)
def advice_of(step: DemonstrationStep) -> AdvicePicture | None:
    """Return the adviser's answer in a step, computed at once; None if the step asks none."""
    adviser = StepAdviser()
    adviser.enter(step)
    adviser.finish()
    return adviser.picture
