"""The check of a lesson: its solution is played as at the table, and every step must be fulfilled by it and by nothing
before; and no step by the deed that is given as wrong."""

from __future__ import annotations

from collections.abc import Iterator

from game.battle.battle import fingerprint
from game.battle.idling import passed_over
from game.battle.loader import Opened
from game.core.orders import Id, Illegal
from game.formats.battle_schema import LessonStep
from game.formats.problems import Problem, Steps
from game.formats.validation import BadFile
from game.lessons.lesson import Lesson
from game.lessons.rehearsal import TaughtStep
from game.players.match import Match


def is_lesson(opened: Opened) -> bool:
    """Return whether a file has lesson steps, which wait for a deed."""
    return any(isinstance(entry, LessonStep) for entry in opened.file.script)


def check_lesson(opened: Opened) -> None:
    """Raise BadFile for steps of a lesson that its orders do not fulfil, or that its wrong deeds do."""
    if problems := tuple(Performance(Lesson(opened)).faults()):
        raise BadFile(problems)


class Performance:
    """A lesson played by its own solution, against the sides that follow its script."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.battle = lesson, lesson.battle
        self.match: Match = lesson.match()
        self.others()

    def others(self) -> None:
        """Play everything that the learner does not decide: other sides, and pieces that can do nothing."""
        while True:
            if order := passed_over(self.battle):
                self.battle.play(order)
            elif self.match.step() is None:
                return

    def faults(self) -> Iterator[Problem]:
        """Play the whole lesson; yield what is wrong, up to the first step that cannot be fulfilled."""
        problem = self.lesson.opened.document.problem
        for number, step in enumerate(self.lesson.steps):
            here: Steps = ("script", step.index)
            if self.lesson.index != number:
                yield problem((*here, "done"), "this step is fulfilled before its own orders are given")
                return
            yield from (problem((*here, "wrong"), why) for why in self._wrong(step))
            why = self.fulfil(step)
            if why or self.lesson.index <= number:
                yield problem((*here, "done"), why or "the orders after this step do not fulfil it")
                return

    def fulfil(self, step: TaughtStep) -> str:
        """Do what a step asks for; return why that is impossible."""
        deed = step.entry.done
        for place, entry in enumerate(step.solution):
            if why := self.give(entry.by, entry.order):
                return why
            if place < len(step.solution) - 1 and self.lesson.step is not step:
                return f"this step is fulfilled before “{step.solution[-1].order}” is given"
        if self.lesson.step is step and (deed.ship or deed.target):
            if why := self._cannot_choose(deed.ship, deed.target):
                return why
            self.lesson.look(deed.ship or "", deed.target or "")
        if self.lesson.step is step and deed.read:
            self.lesson.read()
        return ""

    def give(self, by: Id, notation: str) -> str:
        """Give an order of the learner's; return why that is impossible."""
        try:
            self.battle.play(self.battle.read(by, notation))
        except Illegal as why:
            asked = sorted(key for one in self.battle.prompts() if one.side == self.lesson.seat for key in one.ids)
            row = self.battle.phase.name
            now = f"; in “{row}” {', '.join(asked)} is asked, and no step says what to do" if asked else ""
            return f"{by}: “{notation}” is refused at the table: {why.why}{now}"
        self.others()
        return ""

    def _cannot_choose(self, ship: Id | None, target: Id | None) -> str:
        state = self.battle.state
        for key, mine in ((ship, True), (target, False)):
            if key and (not state.known_piece(key).in_play or (state.owner(key) == self.lesson.seat) is not mine):
                return f"{key} is out of play" if not state.known_piece(key).in_play else f"{key} is on the other side"
        return ""

    def _wrong(self, step: TaughtStep) -> Iterator[str]:
        """Try the wrong deed of a step, which changes nothing; yield what is wrong about it."""
        wrong, length = step.entry.wrong, len(self.battle.records)
        if wrong is None:
            return
        if not wrong.order:
            if self.lesson.look(wrong.ship or "", wrong.target or ""):
                yield "the wrong choice fulfils this step too"
            return
        before = fingerprint(self.battle.state)
        refusal = self.give(wrong.by or "", wrong.order)
        if self.lesson.step is not step:
            yield f"the wrong deed, “{wrong.order}”, fulfils this step too"
        if wrong.why and (not refusal or wrong.why not in refusal):
            yield f"the wrong deed, “{wrong.order}”, is {refusal or 'accepted'}, and not refused with “{wrong.why}”"
        if refusal and not wrong.why:
            yield f"the wrong deed cannot be done: {refusal}"
        if len(self.battle.records) > length:
            self.battle.back_to(length)
        assert fingerprint(self.battle.state) == before
