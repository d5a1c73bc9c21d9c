"""The left of the sandbox: plans, palette and what has been done; no part of the rules."""

from __future__ import annotations

from functools import partial

from pygame import Rect

from game.board.terrain import FREE, IN_A_HEX, Body
from game.core.game_files import ShipDesign
from game.ui.render.text import minus, number
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.model.edits import Carried, side_of
from game.ui.sandbox.panels.blocks import PaletteEntry, PlanRow, UndoRow, VisibilityButton
from game.ui.sandbox.panels.entry_fields import Lines
from game.ui.session.board_context import BattleLayout
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Button


def palette(column: Column, context: SandboxContext, small: bool) -> None:
    """Designs of every fleet, then every kind of terrain."""
    if not small:
        column.heading("Place", "drag onto the table", rule="table/sandbox")
    across = 1 if small else 3
    designs = shown_designs(context)
    high = 48 if small else 60 if column.low else 80
    for rect, (key, design) in column.grid(designs, across, high, 6, 6):
        one, what = Carried.of_design(context.sandbox, context.chosen, key), f"design {key}"
        column.add(PaletteEntry(
            rect, what, design.name, partial(context.take, one),
            partial(context.commands.arm, what), glyph=one.glyph, colour=one.colour, armed=context.armed == what,
            hint=f"{design.name}, {design.ship_class}, {size_of(context, design)}{design.points} points",
        ))  # fmt: skip
    kinds, cells = context.sandbox.files.terrain, context.sandbox.board.cells
    kinds = kinds if context.whole_palette or small else kinds[:3]
    for rect, (kind, radius) in column.grid(kinds, across, high, 6, 6):
        body, what = Body(kind, kind, "", (0, 0), IN_A_HEX if cells else radius, nature=FREE), f"terrain {kind}"
        size = "one hex, and as many more as you like" if cells else f"radius {body.radius:g} MU"
        column.add(PaletteEntry(
            rect, what, kind.capitalize(), partial(context.take, Carried("terrain", kind, body=body)),
            partial(context.commands.arm, what), body=body, armed=context.armed == what, hint=f"{kind}, {size}",
        ))  # fmt: skip
    if not small:
        count = len(context.sandbox.opened.designs)
        column.add(Button(
            column.row(36, 6), "Fewer" if context.whole_palette else f"All {count} designs, all terrain",
            on_press=context.unfold_palette, size=15, name="palette", rule="table/sandbox", cap=context.keys.cap("palette"),
        ))  # fmt: skip


def size_of(context: SandboxContext, design: ShipDesign) -> str:
    """The figure that tells large designs from small: "mass 80, "; nothing where that is the points."""
    first = context.sandbox.files.figures(design)[0]
    return "" if first.value == str(design.points) else f"{first.label.lower()} {first.value}, "


def shown_designs(context: SandboxContext) -> list[tuple[str, ShipDesign]]:
    """The designs the sandbox was opened with, then the others of each side, large ones first; six of them while it is folded.

    What is put down or taken away since changes neither what is shown nor its order.
    """
    known, origin, files = context.sandbox.opened.designs, context.sandbox.origin.start, context.sandbox.files
    used = {ship["design"] for ship in origin["ships"].values()}
    ranked = sorted(known, key=lambda key: (key not in used, -files.rank(known[key])))
    order = list(origin["sides"])
    sides: dict[int, list[str]] = {}
    for key in ranked:
        sides.setdefault(order.index(side_of(known, key, origin, order[0])), []).append(key)
    many = len(known) if context.whole_palette else 6 // max(1, min(2, len(sides)))
    several = sorted(sides)[: None if context.whole_palette else 2]
    return [(key, known[key]) for seat in several for key in sides[seat][:many]]


DEEDS = {  # what can be done with the plan in hand: the word on the button, and what it does
    "name": ("Name", "Name this plan"),
    "keep": ("Store", "Store this plan and delete the others"),
    "drop": ("Delete", "Delete this plan"),
    "here": ("Reset", "How things stand when the {} being planned begins becomes the start"),
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
            (f"{sandbox.turn_word} {turn}", minus(order), course.fault(turn, context.chosen) is not None)
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
        hint=f"A new plan that goes as this one does until the {context.sandbox.turn_word} being planned",
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
            rule="table/sandbox", hint=f"{hint.format(sandbox.turn_word)} ({context.keys.cap(action)})",
        ))  # fmt: skip


def done(column: Column, context: SandboxContext) -> None:
    """The last commands; pressing one takes back all that came after it."""
    listed = context.sandbox.done
    column.space(6)
    column.heading("Done so far", "undo without end" if listed else "nothing yet", rule="table/undo")
    for index, words in enumerate(listed[:MOST_DONE]):
        column.add(UndoRow(column.row(26), words, index, partial(context.commands.back_to, index)))
