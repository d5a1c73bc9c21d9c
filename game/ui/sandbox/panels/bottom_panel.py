"""The foot: plans compared after the planned turn, and the coming dice; no part of the rules."""

from __future__ import annotations

from collections import Counter
from functools import partial

from pygame import Rect

from game.board.boards import board_of
from game.board.place_names import with_names
from game.core.display import signed
from game.sandbox.branch_replay import SandboxBranch, free_letter
from game.sandbox.comparison import ComparisonRow, comparison_rows, dice_to_come, roll_words
from game.sandbox.results import ShipResult, results
from game.ui.render.text import minus, width
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.blocks import DieField, ResultRow, RollRow
from game.ui.sandbox.panels.entry_fields import Lines
from game.ui.sandbox.panels.plan_rows import NewPlan, PlanLine, PlanTitles, VisibilityButton
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button

MOST_ROLLS = 60  # most rolls that are listed
DIE = 28  # design pixels for a die


def plans(column: Column, context: SandboxContext, lines: Lines, beside: bool) -> None:
    """Add every plan: the chosen ship's orders, distance to its target, damage dealt and taken, and the boxes left.
    With `beside`, the coming dice are beside it; else a button leads to them."""
    sandbox = context.sandbox
    target = f"to {sandbox.name(context.target)}" if context.target else ""
    column.add(PlanTitles(column.row(20, 6), ("Plans", target, "deals", "takes", "margin")))
    weighed = bool(context.chosen and context.target)
    rows = context.once("rows", ask=lambda: comparison_rows(sandbox, context.chosen, context.target)) if weighed else []
    known = {one.branch: one for one in rows}
    for branch in sandbox.branches:
        if branch.key == context.naming:
            row = column.row(PlanLine.HIGH, 3)
            lines.name_field.rect = Rect(row.x, row.y, min(row.w, theme.px(320)), row.h)
            column.add(lines.name_field)
        else:
            plan(column, context, branch, known.get(branch.key))
    another(column, context)
    deeds(column, context, beside)
    fallen(column, context)


def plan(column: Column, context: SandboxContext, branch: SandboxBranch, row: ComparisonRow | None) -> None:
    """Add one plan in a row, with the eye that hides it."""
    sandbox, commands = context.sandbox, context.commands
    course, board = sandbox.course(branch.key), board_of(sandbox.start.state.table)
    orders = [
        (
            minus(with_names(board, course.planned_move(turn, context.chosen))) or "–",
            course.fault(turn, context.chosen) is not None,
        )
        for turn in range(sandbox.first, max(sandbox.turn, branch.last) + 1)
        if context.chosen
    ]
    cells = ("", "", "", "")
    if row is not None and row.end:
        cells = (board.format_distance(row.distance), f"{row.deals:.1f}", f"{row.takes:.1f}", signed(row.margin))
    why = row.why_not if row is not None else "" if context.chosen else "no ship in hand"
    rect = column.row(PlanLine.HIGH, 3)
    eye = Rect(rect.right - theme.px(34), rect.y, theme.px(34), rect.h)
    column.add(
        PlanLine(
            Rect(rect.x, rect.y, rect.w - theme.px(36), rect.h),
            branch.key,
            branch.name,
            orders,
            cells,
            why[:1].upper() + why[1:],
            branch.key == sandbox.branch.key,
            branch.hidden,
            partial(commands.choose_branch, branch.key),
            row.rule if row else "",
        )
    )
    column.add(VisibilityButton(eye, branch.key, branch.hidden, partial(commands.show, branch.key)))


def another(column: Column, context: SandboxContext) -> None:
    """Add the row that begins another plan."""
    sandbox = context.sandbox
    letter = free_letter(one.key for one in sandbox.branches)
    column.add(
        NewPlan(
            column.row(PlanLine.HIGH, 6),
            letter,
            context.keys.cap("branch"),
            partial(context.commands.do, "branch"),
            f"A new plan that goes as this one does until the {sandbox.turn_word} being planned",
        )
    )


DEEDS = {  # label and action of buttons for the present plan
    "name": ("Name", "Name this plan"),
    "keep": ("Store", "Store this plan and delete the others"),
    "drop": ("Delete", "Delete this plan"),
    "here": ("Reset", "How things stand when the {} being planned begins becomes the start"),
}


def deeds(column: Column, context: SandboxContext, beside: bool) -> None:
    """Add buttons to name, keep or discard the present plan, or to start again from its end."""
    sandbox, do = context.sandbox, context.commands.do
    why = {
        "keep": "there is no other" if len(sandbox.branches) < 2 else "",
        "drop": "one plan always stays" if len(sandbox.branches) < 2 else "",
        "here": "it begins there already" if sandbox.turn == sandbox.first else "",
    }
    listed = [(action, *words) for action, words in DEEDS.items()]
    listed += [] if beside else [("dice", "Dice to come", "The dice to come, in place of the plans")]
    sized = ((one, width(one[1], 14, "s") + theme.px(24)) for one in listed)
    for rect, (action, label, hint) in column.flow(list(sized), 30, 6, 10):
        column.add(
            Button(
                rect,
                label,
                on_press=partial(do, action),
                size=14,
                refused=why.get(action, ""),
                name=action,
                rule="table/sandbox",
                hint=f"{hint.format(sandbox.turn_word)} ({context.keys.cap(action)})",
            )
        )


def fallen(column: Column, context: SandboxContext) -> None:
    """Add the losses of every ship in the planned turn by the present plan's dice, beside the mean."""
    sandbox, p = context.sandbox, theme.palette
    found = context.once("results", ask=lambda: results(sandbox))
    if not found:
        return
    column.space(10)
    column.heading("As the dice fall", "hull lost, and the mean", p.faint, "table/sandbox")
    sides = sandbox.start.state.sides
    for one in found:
        boxes = f"−{one.boxes}" if one.boxes else "±0"
        mean = "" if one.mean is None else f"mean {one.mean:.1f}"
        seat = sides[sandbox.start.state.owner(one.ship)].seat
        column.add(
            ResultRow(
                column.row(ResultRow.HIGH, 2),
                sandbox.name(one.ship),
                seat,
                (boxes, mean),
                lost_words(one),
                partial(context.choose, one.ship),
            )
        )


def lost_words(one: ShipResult) -> str:
    """Return losses in words, as in `hull 24 → 17, row 2 gone; lost: beam, PDS`, or words for no loss."""
    parts = []
    for track in one.tracks:
        rows = f", row{'s' * (len(track.rows) > 1)} {', '.join(map(str, track.rows))} gone" if track.rows else ""
        parts.append(f"{track.label.lower()} {track.before} → {track.after}{rows}")
    alike = Counter(one.systems)
    named = [f"{count} × {name}" if count > 1 else name for name, count in alike.items()]
    systems = f"lost: {', '.join(named)}" if named else ""
    said = "; ".join(part for part in (one.gone, ", ".join(parts), systems) if part)
    return said[:1].upper() + said[1:] if said else "Nothing is lost"


def dice(column: Column, context: SandboxContext, beside: bool) -> None:
    """Add every roll of the present plan from the planned turn on. Each die can be set."""
    sandbox, p = context.sandbox, theme.palette
    throws = dice_to_come(sandbox)
    said = "click a die to set it, ? is chance" if column.wide > theme.px(340) else "click one to set it"
    column.heading("Dice to come", said if throws else "none", p.muted, "table/sandbox")
    if not beside:
        cap = context.keys.cap("dice")
        column.add(
            Button(
                column.row(30, 6),
                "Plans",
                on_press=partial(context.commands.do, "dice"),
                size=14,
                cap=cap,
                name="dice",
                hint="The plans, in place of the dice",
                rule="table/sandbox",
            )
        )
    for number, throw in enumerate(throws[:MOST_ROLLS], 1):
        state = "set" if all(throw.by_hand) else "part set" if any(throw.by_hand) else "chance"
        words = context.once("told", throw.label, ask=partial(roll_words, sandbox, throw.label))
        roll, places = laid_roll(column, words, len(throw.faces))
        column.add(RollRow(*roll, number, f"{throw.turn}.{throw.phase}", words, state))
        for index, (face, at) in enumerate(zip(throw.faces, places)):
            force, set_to = partial(context.commands.force, throw.label, index), face if throw.by_hand[index] else None
            column.add(DieField(at, set_to, face, throw.sides, force, f"die {throw.label} {index}"))
    if len(throws) > MOST_ROLLS:
        column.add(WordRow(column.row(22), [(f"and {len(throws) - MOST_ROLLS} more", p.faint, "r")], size=14))


def laid_roll(column: Column, words: str, many: int) -> tuple[tuple[Rect, int], list[Rect]]:
    """Return the line of a roll with the width of its dice, and the dice. They are beside the words if both fit, else
    below."""
    px, row, size = theme.px, column.row(32, 2), theme.px(DIE)
    free = row.w - px(RollRow.LEFT) - RollRow.right_of(row)
    beside = round(width(words, 15)) + px(10) + many * size <= free
    across = many if beside else max(1, min(many, (row.right - px(6) - row.x - px(RollRow.LEFT)) // size))
    left = row.right - RollRow.right_of(row) - many * size if beside else row.x + px(RollRow.LEFT)
    top = row.y + px(2 if beside else 32)
    if not beside:
        column.space(30 * -(-many // across))
    places = [Rect(left + (n % across) * size, top + (n // across) * px(30), size, px(28)) for n in range(many)]
    return (row, many * size if beside else 0), places


def folded_foot(rect: Rect, context: SandboxContext) -> Button:
    """Return the foot as one line that opens it."""
    branch = context.sandbox.branch
    words = f"Plan {branch.key}, {branch.name}: plans and dice"
    return Button(
        rect,
        words,
        on_press=partial(context.commands.do, "foot"),
        kind="quiet",
        cap=context.keys.cap("foot"),
        size=15,
        name="foot",
        hint="Plans compared, and the dice to come",
        rule="table/sandbox",
        rad=0,
    )
