"""The first lesson in a real window, from the menu of a first start: by mouse and by keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.lessons.lesson import Lesson
from game.ui.lessons.screen import LessonScreen
from tests.support.narrowing import narrow
from tests.support.window.real_input import SIZE, playing, until
from tests.support.window.twin import Twin, settings

pytestmark = pytest.mark.window
KEYS = (  # the keys of each step
    ("d",), ("d",), ("Right", "Right", "Return"), ("Up", "Up", "Up", "Return"), ("Return",), ("e",), ("v", "Return"),
)  # fmt: skip
PRESSES = (  # and the widgets
    ("lesson on",), ("lesson on",), ("legs S2",), ("dv +1", "dv +1", "dv +1"), ("main",), ("ship vesper",),
    ("volley", "main"),
)  # fmt: skip


def lesson_of(twin: Twin) -> Lesson:
    return narrow(twin.top, LessonScreen).lesson


@pytest.mark.parametrize(("steps", "by_keys"), [(KEYS, True), (PRESSES, False)], ids=["keys", "mouse"])
def test_the_first_lesson_is_begun_and_learned(
    steps: tuple[tuple[str, ...], ...], by_keys: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DEAD_RECKONING_HOME", str(tmp_path / "ours"))
    with playing(tmp_path, settings=settings(SIZE)) as hand:
        twin = Twin(hand)
        twin.alike("continue")
        twin.key("Return") if by_keys else twin.click("continue")
        twin.alike("lesson")
        for number, inputs in enumerate(steps):
            assert lesson_of(twin).index == number
            for name in inputs:
                twin.key(name) if by_keys else twin.click(name)
            assert lesson_of(twin).index == number + 1, (lesson_of(twin).remark, twin.top.context.note)
            twin.alike("lesson", "main")
        twin.key("q") if by_keys else twin.click("lesson leave")
        kept = tmp_path / "home" / "settings.yaml"
        until(lambda: "step 8 of 14" in kept.read_text(encoding="utf-8"), "how far the lesson is")
