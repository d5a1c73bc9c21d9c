"""A lesson that was left is taken up where it was: its orders are kept in a save of its own, away from the battles."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from game.battle.idling import Stuck
from game.battle.loader import Opened, Recorder, load_start, new_save, saves_same
from game.core.orders import Illegal
from game.core.umpire import OutOfStep
from game.formats.atomic_file import make_folder
from game.formats.user_folders import home, stem_of
from game.formats.validation import BadFile
from game.lessons.catalogue import FOLDER
from game.lessons.lesson import Lesson, Remark

RESUMED = "You are back where you left off."


def taken_up(lesson: Lesson, folder: Path | None = None) -> Recorder:
    """Play a lesson up to where it was left, and record it from there; one that was finished begins anew. Raises
    CannotSave."""
    path = make_folder(folder or home() / FOLDER) / f"{stem_of(lesson.opened.file.title)}.yaml"
    with suppress(BadFile):
        if saves_same(lesson.opened, path):
            try:
                lesson.take(load_start(path).file.script)
            except (Illegal, OutOfStep, Stuck):  # the rules have changed since
                lesson.begin_again()
    if all(step.entry.done.read for step in lesson.steps[lesson.index :]):
        lesson.begin_again()
    elif lesson.battle.records:
        lesson.remark = Remark("praise", RESUMED)
    return new_save(as_battle(lesson), path=path)


def as_battle(lesson: Lesson) -> Opened:
    """Return a lesson as a battle, to be played on against the players that its file names."""
    return replace(lesson.opened, battle=lesson.battle)
