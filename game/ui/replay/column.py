"""The column of a replay: the steps of the present turn, and the log of this step; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pygame import Rect

from game.core.events import Event
from game.demonstrations.reel import Reel
from game.seating.why import Explanations
from game.ui.battle.panels.why_panel import why_panel
from game.ui.demonstration.column import StepRow
from game.ui.render.text import minus
from game.ui.render.theme import theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Widget

WHY = 320  # design pixels of height for the reasons of a computer player
LINES = 40  # most log lines for one step, enough for all moves of a fleet


def build(column: Column, reel: Reel, go: Callable[[int], object], why: Explanations | None) -> list[Widget]:
    """Return the log lines of this step, or the reasons for its orders, then the steps of its turn."""
    step = reel.step
    column.space(4)
    (number, phase), turn = step.phase, step.view.system.turn_word
    column.heading(
        f"{turn.capitalize()} {step.turn}", f"phase {number}: {phase.lower()}", theme.palette.text, rule=step.rule
    )
    if why is not None:
        why_panel(column, Rect(column.x, column.y, column.wide, theme.px(WHY)), why)
        column.y = column.widgets[-1].rect.bottom
    for event in step.events[:LINES] if why is None else ():
        column.paragraph(minus(log_line(event, step.view.state.names)), _ink(event), 15, event.rule, 3)
    column.space(8)
    column.rule(14)
    inside = [one for one in reel.steps if one.turn == step.turn]
    column.heading(f"Steps of this {turn}", f"{inside.index(step) + 1} of {len(inside)}", theme.palette.text)
    for one in inside:
        r = column.row(34, 4).inflate(theme.px(12), 0)
        column.add(StepRow(r, one, step.index, partial(go, one.index), column.wide < theme.px(270)))
    return column.widgets


def log_line(event: Event, names: dict[str, str]) -> str:
    """Return a line of the log: event, dice, reason and result."""
    faces = " ".join(("→" if die.again else "") + str(die.face) for die in event.dice)
    parts = [event.words(names), faces, event.reason_words(names), event.result_words(names)]
    return " · ".join(part for part in parts if part)


def _ink(event: Event) -> tuple[int, int, int]:
    p = theme.palette
    return {"good": p.green, "bad": p.red}.get(event.tone, p.text)
