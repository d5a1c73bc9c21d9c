"""The column at the left: plans, what can be placed, what was done so far; no part of the rules."""

from __future__ import annotations

from functools import partial

from pygame import Rect

from game.ui.render.text import minus, number
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.blocks import PlanRow, UndoRow, VisibilityButton
from game.ui.sandbox.panels.palette import palette
from game.ui.sandbox.panels.text_entry import Lines
from game.ui.session.board_context import BattleLayout
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button

DEEDS = {  # what can be done with the plan in hand: the word on the button, and what it does
    "name": ("Name", "Name this plan"),
    "keep": ("Store", "Store this plan and delete the others"),
    "drop": ("Delete", "Delete this plan"),
    "here": ("Reset", "How things stand when the turn being planned begins becomes the start"),
}
MOST_DONE = 40  # lines of what was done that are listed


def fill(column: Column, context: SandboxContext, lines: Lines, layout: BattleLayout) -> None:
    """All three parts."""
    small, column.low = layout.folded, layout.low
    plans(column, context, lines, small)
    column.space(8)
    palette(column, context, small)
    if not small:
        done(column, context)


def plans(column: Column, context: SandboxContext, lines: Lines, small: bool) -> None:
    """Every plan as a card; the one in hand with what can be done to it."""
    sandbox, px = context.sandbox, theme.px
    count = len(sandbox.branches)
    if not small:
        column.heading("Branches", f"{number(count)} plan{'s' if count != 1 else ''}", theme.palette.text, "table/sandbox")
    for branch in sandbox.branches:
        chosen = branch.key == sandbox.branch.key
        course = sandbox.course(branch.key)
        listed = [
            (turn, minus(order), course.fault(turn, context.chosen) is not None)
            for turn in range(sandbox.first, max(sandbox.turn, branch.last) + 1)
            if context.chosen and (order := course.planned(turn, context.chosen))
        ]
        row = column.row(44 if small else PlanRow.LOW if column.low else PlanRow.HIGH, 6)
        press = partial(context.commands.choose_branch, branch.key)
        if small:
            column.add(PlanRow(row, branch.key, branch.name, listed, chosen, branch.hidden, press, True))
            continue
        rect = Rect(row.x, row.y, row.w - px(40), row.h)
        column.add(PlanRow(rect, branch.key, branch.name, listed, chosen, branch.hidden, press))
        eye = Rect(row.right - px(40), row.y + px(6), px(36), px(36))
        column.add(VisibilityButton(eye, branch.key, branch.hidden, partial(context.commands.show, branch.key)))
    if not small:
        of_plan(column, context, lines)
    cap = context.keys.cap("branch")
    column.add(Button(
        column.row(38, 10), cap if small else "New branch from here", on_press=partial(context.commands.do, "branch"),
        cap="" if small else cap, size=15, name="new branch", rule="table/sandbox",
        hint="A new plan that goes as this one does until the turn being planned",
    ))  # fmt: skip


def of_plan(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Name, keep or throw away the plan in hand, or begin anew where it has come to."""
    sandbox, do = context.sandbox, context.commands.do
    if context.naming:
        field = lines.name_field
        field.rect = column.row(38, 8)
        column.add(field)
        return
    alone, first = len(sandbox.branches) < 2, sandbox.turn == sandbox.first
    why = {"keep": "there is no other" if alone else "", "drop": "one plan always stays" if alone else "",
           "here": "it begins there already" if first else ""}  # fmt: skip
    for rect, (action, (label, hint)) in zip(column.cells(len(DEEDS), 36, 5, 8), DEEDS.items()):
        refused = why.get(action, "")
        column.add(Button(
            rect, label, on_press=partial(do, action), size=14, refused=refused, name=action,
            rule="table/sandbox", hint=f"{hint} ({context.keys.cap(action)})",
        ))  # fmt: skip


def done(column: Column, context: SandboxContext) -> None:
    """The last commands; pressing one takes back all that came after it."""
    listed = context.sandbox.done
    column.space(6)
    column.heading("Done so far", "undo without end" if listed else "nothing yet", rule="table/undo")
    for index, words in enumerate(listed[:MOST_DONE]):
        column.add(UndoRow(column.row(26), words, index, partial(context.commands.back_to, index)))
