"""A lesson's script, played once when the lesson is opened: its steps, every die it sets, and the orders of the other
sides, each for the turn and phase in which it was given.

The dice are kept by the label of their roll. So a player who does something else first, or takes an order back, rolls
the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from game.battle.battle import Battle
from game.battle.idling import Stuck, reach, rest_pass
from game.battle.loader import Opened
from game.core.names import HUMAN
from game.core.orders import Id, Illegal, Order, Prompt
from game.core.umpire import OutOfStep
from game.formats.battle_schema import Given, LessonStep, Undo
from game.formats.validation import BadFile
from game.players.random_player import random_order
from game.sandbox.branch_replay import ForcedDice, begin_battle

Moment = tuple[int, int]  # a turn, and the index of a phase
NEVER: Moment = (10_000, 0)


@dataclass(slots=True)
class TaughtStep:
    """A step of a lesson, and the player's orders that fulfil it. `index` is the number of its entry in the script.
    After the moment `until` it can no longer be fulfilled."""

    entry: LessonStep
    index: int
    solution: list[Given] = field(default_factory=list)
    until: Moment = NEVER


class Rehearsal:
    """The steps, dice and other sides' orders of a lesson. Raises BadFile if its script cannot be played."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        people = [key for key, side in opened.file.sides.items() if side.player == HUMAN]
        if len(people) != 1:
            why = "a lesson has one side without a player, which the learner plays"
            raise BadFile((opened.document.problem(("sides",), why, "Say player: random for the others."),))
        self.seat: Id = people[0]
        self.steps: list[TaughtStep] = []
        self.faces: dict[str, tuple[int, ...]] = {}
        self._others: dict[Moment, list[Given]] = {}
        self._preset: list[int] = []  # the faces of the order that is being played, as far as not yet rolled
        self._chance = ForcedDice(opened.battle.dice, {})
        self._battle = begin_battle(opened, self._roll)
        for index, entry in enumerate(opened.file.script):
            if isinstance(entry, LessonStep):
                self.steps.append(TaughtStep(entry, index))
            elif isinstance(entry, Given):
                self._give(index, entry)
            elif isinstance(entry, Undo):
                why = "a lesson takes nothing back; that is for the learner"
                raise BadFile((opened.document.problem(("script", index), why),))
        self._set_moments()

    def _roll(self, label: str, count: int, sides: int) -> tuple[int, ...]:
        preset, self._preset = self._preset[:count], self._preset[count:]
        faces = (*preset, *self._chance(label, count, sides)[len(preset) :])
        self.faces[label] = faces
        return faces

    def _give(self, index: int, entry: Given) -> None:
        """Play an order, after all that nobody orders before it, and keep it for its side."""
        battle = self._battle
        try:
            reach(battle, entry.by, entry.order)
            moment = battle.state.turn, battle.state.phase
            self._preset = list(entry.dice or ())
            order = battle.read(entry.by, entry.order)
            mine = battle.state.owner(entry.by) == self.seat
            entry = entry.model_copy(update={"order": str(order)})
            battle.play(order)
        except (Illegal, OutOfStep, Stuck) as fault:
            words = f"{entry.by}: “{entry.order}”: {fault}"
            raise BadFile((self.opened.document.problem(("script", index), words),)) from None
        finally:
            self._preset = []
        if not mine:
            self._others.setdefault(moment, []).append(entry)
        elif self.steps:
            self.steps[-1].solution.append(entry)
            self.steps[-1].until = moment
        else:
            why = "an order of the learner's side comes before the first step of the lesson"
            raise BadFile((self.opened.document.problem(("script", index), why),))

    def _set_moments(self) -> None:
        """Give each step without orders time until the next order of the player."""
        later = NEVER
        for step in reversed(self.steps):
            later = step.until if step.solution else later
            step.until = later

    def battle(self) -> Battle:
        """Return the battle at its start, with the dice of the lesson."""
        return begin_battle(self.opened, ForcedDice(self.opened.battle.dice, self.faces))

    def reply(self, battle: Battle, prompt: Prompt) -> Order:
        """Return the order that the lesson gives for another side that is asked; nothing at all if it says none."""
        state = battle.state
        begun_at, _ = battle.phase_span(len(battle.records) + 1)
        given = {(one.order.by, str(one.order)) for one in battle.records[begun_at:]}
        for entry in self._others.get((state.turn, state.phase), ()):
            if state.owner(entry.by) != prompt.side:
                continue
            try:
                order = battle.read(entry.by, entry.order)
            except Illegal:
                continue
            if (order.by, str(order)) not in given and battle.why_not(order) is None:
                return order
        # a piece that has to answer answers by chance, always the same
        return rest_pass(battle, prompt, whole=False) or random_order(battle.glance(prompt.side), prompt, Random(0))


def remaining(step: TaughtStep, battle: Battle, since: int) -> Sequence[Given]:
    """Return the orders of a step's solution that were not given after the first `since` orders."""
    given = {(one.order.by, str(one.order)) for one in battle.records[since:]}
    return [entry for entry in step.solution if (entry.by, entry.order) not in given]
