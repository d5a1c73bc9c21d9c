"""Steps of a demonstration or a reel: a caption and its events; and a cursor that moves through them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from game.battle.battle import View
from game.core.events import Event
from game.core.orders import Id
from game.demonstrations.frames import Frame, Held, RefusedOrder, telling
from game.formats.battle_schema import CameraView as Look
from game.formats.battle_schema import Say
from game.rulebook.book import RuleEntry as Page
from game.rulebook.book import entry as page_at

LONGEST = 60  # longest caption that serves as the name of its step


def page_of(address: str) -> Page | None:
    """Return the rule book page at an address, or of the nearest section above it; None without one."""
    if not address:
        return None
    try:
        return page_at(address)
    except LookupError:
        return None


@dataclass(frozen=True, slots=True)
class DemonstrationStep:
    """A caption and the events since the one before. `before` and `after` are lengths of the journal."""

    index: int
    say: Say
    rule: str
    camera: Look
    start: View  # the table before the step
    frames: tuple[Frame, ...]
    before: int
    after: int
    entries: int  # script entries that have been played by the end of the step
    held: tuple[Held, ...] = ()
    refusals: tuple[RefusedOrder, ...] = ()
    asked: View | None = None  # the view of its side, if the adviser is asked about a ship

    @property
    def view(self) -> View:
        """The table at the end of the step."""
        return self.frames[-1].view if self.frames else self.start

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the step."""
        return tuple(event for frame in self.frames for event in frame.events)

    @property
    def large(self) -> str:
        """The large line of the caption."""
        return self.say.say

    @property
    def small(self) -> str:
        """The small line of the caption, or an empty text."""
        return self.say.more

    @property
    def name(self) -> str:
        """The name of the step in the list of steps."""
        if self.say.step or len(self.large) <= LONGEST:
            return self.say.step or self.large.rstrip(".")
        parts = (self.large.split(mark)[0] for mark in (". ", ": ", "; ", ", "))
        return next((part for part in parts if len(part) < LONGEST), self.large)

    @property
    def page(self) -> Page | None:
        """The rule book page for this step."""
        return page_of(self.rule)

    @property
    def phase(self) -> tuple[int, str]:
        """The printed number and the name of the phase of the last notable event."""
        seen = [one for one in self.events if one.kind == "lost"] or telling(self.events) or self.events
        number = seen[-1].phase if seen else self.view.phase.number
        printed = self.view.system.printed
        rows = {row.number: printed.get(row.number, row.name) for row, present in reversed(self.view.phases) if present}
        return number, rows.get(number, self.view.phase.name)

    @property
    def turn(self) -> int:
        """The number of its turn."""
        return self.events[-1].turn if self.events else self.view.state.turn


class StepCursor:
    """A sequence of steps and the index of the one shown."""

    def __init__(self) -> None:
        self.steps: list[DemonstrationStep] = []
        self.index = 0

    @property
    def title(self) -> str:
        """The title of the battle or demonstration."""
        return ""

    @property
    def side(self) -> Id | None:
        """The side whose view is shown; None for everything."""
        return None

    @property
    def step(self) -> DemonstrationStep:
        """The step that is shown."""
        return self.steps[self.index]

    @property
    def last(self) -> bool:
        """Return whether the last step is shown."""
        return self.index == len(self.steps) - 1

    @property
    def progress(self) -> float:
        """The share of steps already shown, 0 to 1."""
        return self.index / (len(self.steps) - 1) if len(self.steps) > 1 else 1.0

    def go(self, index: int) -> bool:
        """Show the step with this number, or the nearest one. Return whether it is a different step."""
        was, self.index = self.index, min(len(self.steps) - 1, max(0, index))
        return was != self.index

    def forward(self) -> bool:
        """Show the next step. Return False at the end."""
        return self.go(self.index + 1)

    def back(self) -> bool:
        """Show the previous step. Return False at the beginning."""
        return self.go(self.index - 1)


class Excerpt(StepCursor):
    """Some steps of another sequence one after another, with numbers of their own."""

    def __init__(self, whole: StepCursor, first: int, last: int) -> None:
        super().__init__()
        self._whole = whole
        self.steps = [replace(step, index=n) for n, step in enumerate(whole.steps[first : last + 1])]

    @property
    def title(self) -> str:
        return self._whole.title

    @property
    def side(self) -> Id | None:
        return self._whole.side
