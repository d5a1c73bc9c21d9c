"""Steps that are shown one after another: the events of each, its caption, and which one is shown.

Demonstrations and the reel of a battle are made of them. No part of the rules; the pages they name are the rule book's.
"""

from __future__ import annotations

from dataclasses import dataclass

from game.battle.battle import View
from game.core.events import Event
from game.core.orders import Id
from game.demonstrations.frames import Frame, Held, RefusedOrder, telling
from game.formats.battle_schema import CameraView as Look
from game.formats.battle_schema import Say
from game.rulebook.book import RuleEntry as Page
from game.rulebook.book import entry as page_at

LONGEST = 60  # the longest caption that serves as its name in the list of steps


def page_of(address: str) -> Page | None:
    """Return the page at an address, or the section it belongs to; None without one."""
    if not address:
        return None
    try:
        return page_at(address)
    except LookupError:
        return None


@dataclass(frozen=True, slots=True)
class DemonstrationStep:
    """A caption and the events since the one before; `before` and `after` are lengths of the journal."""

    index: int
    say: Say
    rule: str
    camera: Look
    start: View  # the table before the step
    frames: tuple[Frame, ...]
    before: int
    after: int
    entries: int  # entries of the script played when the step has been shown
    held: tuple[Held, ...] = ()
    refusals: tuple[RefusedOrder, ...] = ()
    asked: View | None = None  # the table as the side of a ship saw it that the adviser is asked about

    @property
    def view(self) -> View:
        """The table when the step has been shown."""
        return self.frames[-1].view if self.frames else self.start

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened in it."""
        return tuple(event for frame in self.frames for event in frame.events)

    @property
    def large(self) -> str:
        """The large line of the caption."""
        return self.say.say

    @property
    def small(self) -> str:
        """The small line, or nothing."""
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
        """The page of the rule book this step is about."""
        return page_of(self.rule)

    @property
    def phase(self) -> tuple[int, str]:
        """Printed number and name of the phase in which the last notable thing happened."""
        seen = [one for one in self.events if one.kind == "lost"] or telling(self.events) or self.events
        number = seen[-1].phase if seen else self.view.phase.number
        printed = self.view.system.printed
        rows = {row.number: printed.get(row.number, row.name) for row, present in reversed(self.view.phases) if present}
        return number, rows.get(number, self.view.phase.name)

    @property
    def turn(self) -> int:
        """The turn it happens in."""
        return self.events[-1].turn if self.events else self.view.state.turn


class StepCursor:
    """Steps, and the index of the one shown."""

    def __init__(self) -> None:
        self.steps: list[DemonstrationStep] = []
        self.index = 0

    @property
    def title(self) -> str:
        """What it is called."""
        return ""

    @property
    def side(self) -> Id | None:
        """Whose eyes see it; None sees everything."""
        return None

    @property
    def step(self) -> DemonstrationStep:
        """The step that is shown."""
        return self.steps[self.index]

    @property
    def last(self) -> bool:
        """Is it the last one?"""
        return self.index == len(self.steps) - 1

    @property
    def progress(self) -> float:
        """How much has been shown, 0 to 1."""
        return self.index / (len(self.steps) - 1) if len(self.steps) > 1 else 1.0

    def go(self, index: int) -> bool:
        """Show a step, the nearest there is; return whether it is another one."""
        was, self.index = self.index, min(len(self.steps) - 1, max(0, index))
        return was != self.index

    def forward(self) -> bool:
        """Go to the next step; return False at the end."""
        return self.go(self.index + 1)

    def back(self) -> bool:
        """Go to the step before; return False at the beginning."""
        return self.go(self.index - 1)
