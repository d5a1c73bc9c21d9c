"""The keys of a lesson: those of the battle screen, and three of its own."""

from __future__ import annotations

from game.ui.keys.bindings import BINDINGS, binding

LESSON = "Lesson"
OWN = (
    binding(LESSON, "lesson on", lambda c: c.context.own_key("on"), "go on; show how it is done; try again",
            "D"),
    binding(LESSON, "lesson skip", lambda c: c.context.own_key("skip"), "skip the step; at the end, once more", "Y"),
    binding(LESSON, "lesson leave", lambda c: c.context.own_key("leave"), "go back to the menu, to go on later",
            "Q"),
)  # fmt: skip
LESSON_BINDINGS = (*BINDINGS, *OWN)
