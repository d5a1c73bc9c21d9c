"""The foot: plans compared after the turn that is planned, and the dice to come; no part of the rules."""

from __future__ import annotations

from collections import Counter
from functools import partial

from pygame import Rect

from game.board.boards import board_of
from game.sandbox.comparison import compared, dice_to_come, roll_words
from game.sandbox.results import ShipResult, results
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.blocks import Compared, DieField, ResultRow, RollRow, Titles
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button

MOST_ROLLS = 60  # that are listed
DIE = 28  # design pixels of a die's place


def table(column: Column, context: SandboxContext) -> None:
    """Every plan: how far to the target, what is dealt and taken, what is left of it."""
    sandbox, p = context.sandbox, theme.palette
    board = board_of(sandbox.start.state.table)
    column.heading(f"After {sandbox.turn_word} {sandbox.turn}", "mean points, all guns that bear", p.faint, "table/odds")
    if not context.chosen or not context.target:
        column.paragraph("Choose a ship and its target, and the plans stand here side by side.", rule="table/odds")
        fallen(column, context)
        return
    column.add(Titles(column.row(20, 2), ("branch", f"to {sandbox.name(context.target)}", "deals", "takes", "margin")))
    for row in context.once("rows", ask=lambda: compared(sandbox, context.chosen, context.target)):
        cells = (
            board.format_distance(row.distance) if row.end else "", f"{row.deals:.1f}", f"{row.takes:.1f}",
            f"{row.margin:+.1f}".replace("-", "−"),
        )  # fmt: skip
        why = row.why_not[:1].upper() + row.why_not[1:]
        column.add(Compared(
            column.row(34, 2), row.branch, sandbox.named(row.branch).name, cells, why, row.branch == sandbox.branch.key,
            partial(context.commands.choose_branch, row.branch), row.rule,
            f"ends at {row.end[0]:.1f}, {row.end[1]:.1f}" if row.end else "",
        ))  # fmt: skip
    fallen(column, context)


def fallen(column: Column, context: SandboxContext) -> None:
    """What every ship loses in the turn that is planned, by the dice of the plan in hand, beside the mean."""
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
        column.add(ResultRow(
            column.row(ResultRow.HIGH, 2), sandbox.name(one.ship), seat, (boxes, mean), lost_words(one),
            partial(context.choose, one.ship),
        ))  # fmt: skip


def lost_words(one: ShipResult) -> str:
    """`hull 24 → 17, row 2 gone; lost: beam, PDS`, or that nothing was."""
    parts = []
    for track in one.tracks:
        rows = f", row{'s' * (len(track.rows) > 1)} {', '.join(map(str, track.rows))} gone" if track.rows else ""
        parts.append(f"{track.label.lower()} {track.before} → {track.after}{rows}")
    alike = Counter(one.systems)
    named = [f"{count} × {name}" if count > 1 else name for name, count in alike.items()]
    systems = f"lost: {', '.join(named)}" if named else ""
    said = "; ".join(part for part in (one.gone, ", ".join(parts), systems) if part)
    return said[:1].upper() + said[1:] if said else "Nothing is lost"


def dice(column: Column, context: SandboxContext) -> None:
    """Every roll of the plan in hand from the turn that is planned on; each die can be set."""
    sandbox, p = context.sandbox, theme.palette
    throws = dice_to_come(sandbox)
    said = "click a die to set it, ? is chance" if column.wide > theme.px(340) else "click one to set it"
    column.heading("Dice to come", said if throws else "none", p.muted, "table/sandbox")
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
    """The line of a roll with how much of it its dice take, and the dice: beside the words if both fit, else below them."""
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


def folded(rect: Rect, context: SandboxContext) -> Button:
    """The foot as one line that opens it."""
    words = f"After {context.sandbox.turn_word} {context.sandbox.turn}, dice to come"
    return Button(
        rect, words, on_press=partial(context.commands.do, "foot"), kind="quiet", cap=context.keys.cap("foot"), size=15,
        name="foot", hint="Plans compared, and the dice to come", rule="table/sandbox", rad=0,
    )  # fmt: skip
