"""Demonstrations: battle files that show a rule step by step, with preset dice and expected results.

The whole script is played once and the table after every order is kept, so that any step can be shown at once. A step
is a caption and the events since the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache

from game.battle.battle import Battle, Record, View
from game.battle.loader import Opened
from game.battle.script import Failure, Script
from game.battle.seats import under_way
from game.core.installation import command
from game.core.system import HouseRule
from game.core.values import Value
from game.demonstrations.frames import (
    Frame,
    Held,
    RefusedOrder,
    expectations,
    refusal_of,
    split_at_phase,
    spoken,
    telling,
)
from game.demonstrations.steps import DemonstrationStep, StepCursor, page_of
from game.formats.battle_schema import CameraEntry, Expect, Refuse, Say
from game.formats.battle_schema import CameraView as Look
from game.formats.validation import BadFile
from game.rulebook.book import RuleEntry as Page
from game.rulebook.book import rulebook

SEALED = "this battle is under way, and a demonstration would show what both sides have sealed"
WHOSE = f"To see it as one side knows it: {command()} demo FILE --side SIDE."


@dataclass(slots=True)
class _Draft:
    """A step while it is being played."""

    start: View
    before: int
    frames: list[Frame] = field(default_factory=list)
    held: list[Held] = field(default_factory=list)
    refusals: list[RefusedOrder] = field(default_factory=list)


class Demonstration(StepCursor):
    """A battle file as steps. `index` is the step shown; `failures` are those of the script. Raises BadFile for a
    battle in progress, because a demonstration shows everything."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        super().__init__()
        self.failures: list[Failure] = []
        self._camera = Look()
        self._play()
        if under_way(opened):
            raise BadFile((opened.document.problem((), SEALED, WHOSE),))
        self.rule = opened.file.rule or next((step.rule for step in self.steps if step.rule), "")
        self.steps = [replace(step, index=index, rule=step.rule or self.rule) for index, step in enumerate(self.steps)]

    # -- identity ------------------------------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """Its title."""
        return self.opened.file.title

    @property
    def about(self) -> str:
        """Its description in a sentence or two."""
        return self.opened.file.about

    @property
    def page(self) -> Page | None:
        """The rule book page for its rule."""
        return page_of(self.rule)

    @property
    def settings(self) -> tuple[tuple[str, str, str], ...]:
        """The house rules it is played with: title, value in words, address."""
        rules, written = self.opened.battle.system.house, self.opened.document.at(("house",))
        chosen = {
            key: value for key, value in self.opened.file.house.items() if isinstance(written, dict) and key in written
        }
        known = {one.key for one in rules}
        lists = [(key, _rule_titles(rules, chosen[key]), "") for key in chosen if key not in known]
        found = [(one.title, _value_words(one.values, chosen[one.key]), one.rule) for one in rules if one.key in chosen]
        return (*((key.replace("_", " ").capitalize(), words, rule) for key, words, rule in lists), *found)

    def taken_over(self, step: DemonstrationStep | None = None) -> Opened:
        """Return a copy of the battle at the end of a step, for playing on."""
        script = Script(fresh(self.opened))
        step = step or self.step
        script.play(step.entries)
        if len(script.battle.records) > step.after:
            script.battle.back_to(step.after)
        return script.opened

    # -- playing it once -----------------------------------------------------------------------------------------------

    def _play(self) -> None:
        script = Script(self.opened)
        battle = script.battle
        self._draft = _Draft(battle.view(None), 0)
        battle.listeners.append(self._note)
        try:
            while not script.done:
                self._entry(script)
        finally:
            battle.listeners.remove(self._note)
        self._without_words(script)
        self.failures = script.failures

    def _without_words(self, script: Script) -> None:
        """Make a step with the words of the log for every order with an effect, for a script without captions."""
        draft = self._draft
        frames, draft.frames = draft.frames, []
        for index, frame in enumerate(frames):
            draft.frames.append(frame)
            rest = any(telling(later.events) for later in frames[index + 1 :])
            if telling(frame.events) and rest:
                self._close(spoken(draft.frames, ""), script.index, draft.before + len(draft.frames), ())
                draft = replace(self._draft, held=draft.held, refusals=draft.refusals)
                self._draft = draft
        if any(telling(frame.events) for frame in draft.frames) or not self.steps:
            self._close(spoken(draft.frames, self.title), script.index)
        elif draft.held or draft.refusals:
            self._add_to_last(script.index)

    def _note(self, news: Record | int) -> None:
        """Store the table after an order, or after an undo."""
        battle = self.opened.battle
        if isinstance(news, Record):
            self._draft.frames.append(Frame(news.order, news.log, battle.view(None)))
        else:
            self._draft.frames.append(Frame(None, (), battle.view(None)))

    def _entry(self, script: Script) -> None:
        known = len(script.failures)
        entry = script.step()
        draft = self._draft
        if isinstance(entry, CameraEntry):
            self._camera = entry.camera
        elif isinstance(entry, Expect):
            if not draft.frames and self.steps:
                self._add_to_last(script.index, expectations(entry, self.steps[-1].start, script, known))
            else:
                draft.held += expectations(entry, draft.start, script, known)
        elif isinstance(entry, Refuse):
            draft.refusals.append(refusal_of(script.battle, entry))
        elif isinstance(entry, Say):
            self._close(entry, script.index)

    def _close(self, say: Say, entries: int, after: int | None = None, held: tuple[Held, ...] | None = None) -> None:
        """End a step with a caption. For a script without captions, `after` may be earlier than the end of the
        journal, and `held` is empty."""
        draft = self._draft
        after = len(self.opened.battle.records) if after is None else after
        found = (tuple(draft.held), tuple(draft.refusals)) if held is None else (held, ())
        frames, rest = split_at_phase(draft.frames, draft.start, say.phase)
        everything = frames[-1].view if frames else draft.start
        if say.seat:
            last = frames[-1] if frames else Frame(None, (), everything)
            frames = [*frames[:-1], replace(last, view=self.opened.battle.view(say.seat))]
        step = DemonstrationStep(
            len(self.steps),
            say,
            say.rule,
            self._camera,
            draft.start,
            tuple(frames),
            draft.before,
            after,
            entries,
            *found,
            asked=self._advised_view(say),
        )
        self.steps.append(step)
        self._draft = _Draft(everything, after, rest)

    def _advised_view(self, say: Say) -> View | None:
        """Return the view for the adviser that a caption asks about; None if the ship has no choice."""
        if say.advise is None:
            return None
        battle = self.opened.battle
        view = battle.view(battle.state.owner(say.advise.ship))
        return view if len(view.ends(say.advise.ship)) > 1 else None

    def _add_to_last(self, entries: int, found: Iterable[Held] = ()) -> None:
        """Add expectations that follow a caption to its step."""
        last, draft = self.steps[-1], self._draft
        self.steps[-1] = replace(
            last, entries=entries, held=(*last.held, *draft.held, *found), refusals=(*last.refusals, *draft.refusals)
        )
        self._draft = _Draft(last.view, last.after)


def fresh(opened: Opened) -> Opened:
    """Return a new battle from an opened file, at its start."""
    system, file = opened.battle.system, opened.file
    start = system.files.set_up(file, opened.designs, system.settings(file.house))
    return replace(opened, battle=Battle(system, start, file.seed or 0, file.title))


@cache
def chapter_of(address: str) -> tuple[str, str]:
    """Return the family and chapter of a rule, as in the contents of the rule book. A family without sections is one
    chapter."""
    group, _, rest = address.partition("/")
    book = rulebook()
    family = book[group].title if group in book else group.replace("-", " ").capitalize()
    sections = any(re.search(r"/\d+[./]", key) for key in book if key.startswith(f"{group}/"))
    chapter = book.get(f"{group}/{re.split('[./]', rest)[0]}") if rest[:1].isdigit() and sections else None
    return family, chapter.title if chapter else family


def _value_words(values: tuple[tuple[Value, str], ...], chosen: object) -> str:
    """Return the words of a house rule for a value."""
    if isinstance(chosen, list):
        return ", ".join(map(str, chosen)) or "none"
    alike = (
        words for value, words in values if value == chosen and isinstance(value, bool) == isinstance(chosen, bool)
    )
    return next(alike, str(chosen))


def _rule_titles(rules: Iterable[HouseRule], chosen: object) -> str:
    """Return the rules that a combined setting switches on, by title; those without a title by code."""
    codes = chosen if isinstance(chosen, list) else [chosen]
    titles = {one.key.rpartition(".")[2]: one.title for one in rules}
    return ", ".join(titles.get(str(code), str(code)) for code in codes) or "none"
