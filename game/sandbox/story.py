"""The steps of a demonstration made from a plan: captions, each at a moment of the plan, in an order of their own.

Every change makes a new story and leaves the old as it was. A moment is how much of the plan has been given by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from game.core.orders import Illegal
from game.core.values import Data

RULE = "table/demonstrations"
MOST = 200  # steps of a story


@dataclass(frozen=True)
class StoryStep:
    """A caption: the moment it stands at, its name in the list, its large and its small line, and the ship and target
    it points at. `more` fields of a caption that nobody edits here are kept as they are."""

    moment: int
    name: str
    say: str
    small: str = ""
    ship: str = ""
    others: Data = field(default_factory=dict)

    def entry(self) -> Data:
        """Return the caption as a battle file has it."""
        found: Data = {"say": self.say, "step": self.name} if self.name else {"say": self.say}
        found |= {"more": self.small} if self.small else {}
        return found | ({"ship": self.ship} if self.ship else {}) | self.others

    @classmethod
    def of(cls, moment: int, entry: Data) -> StoryStep:
        """Return a caption of a battle file."""
        others = {key: value for key, value in entry.items() if key not in ("say", "step", "more", "ship")}
        name, say, small, ship = (str(entry.get(name) or "") for name in ("step", "say", "more", "ship"))
        return cls(moment, name, say, small, ship, others)


@dataclass(frozen=True)
class Story:
    """Title, a sentence, the entries of the script that are not captions, and the steps in the order they are shown. An
    act that expects something carries out sealed orders; its expectations are filled in as it is written."""

    title: str
    about: str
    acts: tuple[Data, ...]
    steps: tuple[StoryStep, ...]
    words: tuple[str, ...] = ()  # of each moment

    def entries(self) -> list[Data]:
        """Return the script: every caption at its moment."""
        found: list[Data] = []
        for moment in range(len(self.acts) + 1):
            found += [step.entry() for step in self.steps if step.moment == moment]
            found += [dict(self.acts[moment])] if moment < len(self.acts) else []
        return found

    def edited(self, index: int, **values: object) -> Story:
        """Return the story with other words, or another ship, in a step."""
        step = replace(self.steps[index], **values)  # type: ignore[arg-type]
        return replace(self, steps=(*self.steps[:index], step, *self.steps[index + 1 :]))

    def added(self, index: int) -> tuple[Story, int]:
        """Return the story with one more step after another, at the next free moment, or at the same; and its index."""
        if len(self.steps) >= MOST:
            raise Illegal(f"a demonstration has {MOST} steps at most", RULE)
        here = self.steps[index].moment if self.steps else 0
        after = self.steps[index + 1].moment if index + 1 < len(self.steps) else len(self.acts)
        moment = next((one for one in range(here + 1, after + 1) if one < after or after == len(self.acts)), here)
        step = StoryStep(min(moment, len(self.acts)), "New step", "What is to be seen here.")
        return replace(
            self, steps=(*self.steps[: index + 1], step, *self.steps[index + 1 :])
        ), index + 1 if self.steps else 0

    def removed(self, index: int) -> Story:
        """Return the story without a step; one always stays."""
        if len(self.steps) < 2:
            raise Illegal("a demonstration has one step at least", RULE)
        return replace(self, steps=(*self.steps[:index], *self.steps[index + 1 :]))

    def moved(self, index: int, by: int) -> tuple[Story, int]:
        """Return the story with a step one place earlier or later, and its index: it takes the moment of the one it
        passes, because none is shown before its time."""
        to = index + by
        if not 0 <= to < len(self.steps):
            return self, index
        steps = list(self.steps)
        one, other = steps[index], steps[to]
        first, last = sorted((one.moment, other.moment))
        steps[index], steps[to] = (
            replace(other, moment=last if by < 0 else first),
            replace(one, moment=first if by < 0 else last),
        )
        return replace(self, steps=tuple(steps)), to

    def at_moment(self, index: int, moment: int) -> tuple[Story, int]:
        """Return the story with a step at another moment, and its index: it keeps its place among those of that
        moment."""
        moment = max(0, min(len(self.acts), moment))
        rest = [*self.steps[:index], *self.steps[index + 1 :]]
        earlier = moment < self.steps[index].moment
        to = sum(one.moment <= moment if earlier else one.moment < moment for one in rest)
        rest.insert(to, replace(self.steps[index], moment=moment))
        return replace(self, steps=tuple(rest)), to


def story_from_script(title: str, about: str, entries: Sequence[Data], words: Sequence[str] = ()) -> Story:
    """Return the story of a script."""
    acts, steps = list[Data](), list[StoryStep]()
    for entry in entries:
        if "say" in entry:
            steps.append(StoryStep.of(len(acts), entry))
        else:
            acts.append(entry)
    return Story(title, about, tuple(acts), tuple(steps), tuple(words))
