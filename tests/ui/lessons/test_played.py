"""Every lesson is played at its screen, by mouse and by keys; what its steps point at is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lessons.test_lesson import FILES
from tests.ui.lessons.learner import ByKeys, ByMouse, Learner, marks_missing


@pytest.mark.parametrize("learns", (ByKeys, ByMouse))
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_lesson_is_learned(path: Path, learns: type[Learner]) -> None:
    learner = learns(path)
    while (step := learner.lesson.step) is not None:
        learner.clear() if step.solution else None
        assert marks_missing(learner, step) == [], step.entry.lesson
        learner.step()
        learner.settle()
