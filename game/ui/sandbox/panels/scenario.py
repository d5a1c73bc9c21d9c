"""The inspector without a chosen ship: a body of terrain, or the scenario with its sides and victory conditions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from game.core.display import OwnOverlay
from game.core.forms import EntryField
from game.core.values import Entry
from game.sandbox.start_editor import format_place
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.entry_fields import Lines, add_fields, add_text_field, label_options
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.value_fields import Stepper
from game.ui.toolkit.widgets import Button


def body(column: Column, context: SandboxContext, lines: Lines, index: int) -> None:
    """Add a body: kind, place, size, motion."""
    one, commands, named = context.sandbox.opened.file.table.terrain[index], context.commands, label_options(column)
    entitled = one.name or one.kind.capitalize()
    column.add(WordRow(column.row(34, 4), [(entitled, theme.palette.white, "b")], size=28, rule="table/files"))
    column.add(WordRow(column.row(18, 14), [(one.kind, theme.palette.muted, "r")], size=15))

    def change(**values: object) -> None:
        commands.attempt(context.sandbox.set_body, index, **values)

    add_text_field(lines, f"body {index} name", "Name", one.name, lambda words: change(name=words.strip()), column)
    if one.at is not None and one.radius is not None:  # a disc, which has no hexes
        add_text_field(
            lines,
            f"body {index} place",
            "Place",
            format_place(context.sandbox.board, one.at),
            lambda words: lines.typed_place(words, lambda at: commands.attempt(context.sandbox.move_body, index, at)),
            column,
        )
        column.add(
            Stepper(
                column.row(36, 7),
                one.radius,
                low=0.5,
                high=30,
                on_change=lambda n: change(radius=n),
                label="Radius",
                step=0.5,
                show="{:g} MU".format,
                name="radius",
                **named,
            )
        )
    else:
        cells(column, context, lines, index)
    add_fields(column, context, lines, context.sandbox.files.body_fields(one), lambda values: change(**values))
    column.space(8)
    gone = partial(commands.do, "delete")
    column.add(Button(column.row(40, 8), "Take it away", on_press=gone, cap="Del", size=15, name="delete"))


def cells(column: Column, context: SandboxContext, lines: Lines, index: int) -> None:
    """Add the hexes of a body, which are typed, or pressed on the table one by one."""
    one, armed = context.sandbox.opened.file.table.terrain[index], context.armed == f"cells {index}"
    named = ", ".join(format_place(context.sandbox.board, cell) for cell in one.hexes)
    add_text_field(
        lines,
        f"body {index} hexes",
        "Hexes",
        named,
        lambda words: lines.typed_cells(
            words, lambda found: context.commands.attempt(context.sandbox.set_body, index, hexes=found)
        ),
        column,
    )
    column.add(
        Button(
            column.row(38, 7),
            "Add and remove hexes",
            on_press=partial(context.commands.draw_cells, index),
            on=armed,
            size=15,
            name="cells",
            rule="table/files",
            hint="Press on hexes of the table, one after another; Esc when it is done",
        )
    )


def ship_name(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Add the name of the chosen ship."""
    key, commands = context.chosen, context.commands

    def take(words: str) -> None:
        if words.strip():
            commands.set_fields(name=words.strip())

    column.space(6)
    add_text_field(lines, f"ship name {key}", "Name", context.sandbox.name(key), take, column)


def scenario(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Add title, table, sides, victory and files."""
    file, commands, sandbox = context.sandbox.opened.file, context.commands, context.sandbox
    add_text_field(
        lines,
        "title",
        "Title",
        file.title,
        lambda words: commands.attempt(sandbox.entitle, title=words.strip()),
        column,
    )
    add_text_field(
        lines,
        "about",
        "About",
        file.about,
        lambda words: commands.attempt(sandbox.entitle, about=words.strip()),
        column,
        empty="no sentence yet",
    )
    column.rule(10)
    table(column, context, lines)
    column.space(5)
    victory(column, context, lines)
    sides(column, context, lines)
    column.heading("Table", rule="table/files")
    size(column, context)
    column.space(7)
    files(column, context)


def table(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Add the other fields of the table. Below them are the fields that a plan may override, such as the wind, for the
    plans to which they apply."""
    sandbox, commands = context.sandbox, context.commands
    branch, alone = sandbox.branch, sandbox.files.plan_fields()
    fields = sandbox.files.table_fields(sandbox.opened_for(branch).file.table)

    def change(values: Entry) -> None:
        if branch.table and values.keys() <= {*alone}:
            commands.attempt(sandbox.set_for_branch, **values)
        else:
            commands.attempt(sandbox.set_part, "table", **values)

    add_fields(column, context, lines, fields, change)
    if not alone:
        return
    tokens = sandbox.opened_for(branch).battle.view(None).tokens
    said = next((one.words for one in tokens if isinstance(one, OwnOverlay) and one.words), "")
    if said and any(one.name in alone and one.value is None for one in fields):
        column.paragraph(
            f"diced as the battle begins; the board shows one throw: {said.lower()}", theme.palette.yellow, 14
        )
    now = {one.name: int(one.first if one.value is None else one.value) for one in fields if one.name in alone}
    own = EntryField(
        "plan table",
        "Holds for",
        int(bool(branch.table)),
        lambda n: now if n else dict.fromkeys(alone),
        "choice",
        choices=(("every plan", "all plans"), (f"plan {branch.key} alone", f"plan {branch.key}")),
        hint="For which plans these values hold: two plans under two winds stand side by side",
    )
    add_fields(column, context, lines, (own,), lambda values: commands.attempt(sandbox.set_for_branch, **values))


def size(column: Column, context: SandboxContext) -> None:
    """Add width and height of the table, in MU, or in columns and rows of cells."""
    table, board, named = context.sandbox.opened.file.table, context.sandbox.board, label_options(column)
    if board.cells:
        columns, rows = (round(most) + 1 for most in board.size)
        column.add(
            Stepper(
                column.row(36, 7),
                columns,
                low=2,
                high=200,
                on_change=lambda n: _table(context, "hexes", [int(n), rows]),
                label="Columns",
                name="table columns",
                **named,
            )
        )
        column.add(
            Stepper(
                column.row(36, 7),
                rows,
                low=2,
                high=200,
                on_change=lambda n: _table(context, "hexes", [columns, int(n)]),
                label="Rows",
                name="table rows",
                **named,
            )
        )
        return
    for name, label in (("width", "Wide"), ("height", "High")):
        column.add(
            Stepper(
                column.row(36, 7),
                getattr(table, name),
                low=12,
                high=480,
                on_change=partial(_table, context, name),
                label=label,
                step=6,
                show="{:g} MU".format,
                name=f"table {name}",
                **named,
            )
        )


def _table(context: SandboxContext, name: str, value: object) -> None:
    context.commands.attempt(context.sandbox.set_part, "table", **{name: value})


def _side(context: SandboxContext, key: str, name: str) -> None:
    context.commands.attempt(context.sandbox.set_side, key, name=name.strip())


def _set_side(context: SandboxContext, key: str, values: Entry) -> None:
    context.commands.attempt(context.sandbox.set_side, key, **values)


def sides(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Add every side: its name, and its other settable fields."""
    column.heading("Sides", rule="table/files")
    sandbox = context.sandbox
    for key, side in sandbox.opened.file.sides.items():
        add_text_field(lines, f"side {key}", key.capitalize(), side.name, partial(_side, context, key), column)
        found = [replace(one, name=f"{one.name} {key}") for one in sandbox.files.side_fields(side)]
        add_fields(column, context, lines, found, partial(_set_side, context, key))
    column.space(5)


def victory(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Add the end of the battle."""
    sandbox, commands = context.sandbox, context.commands
    column.heading("End", "what wins, and when", rule="table/files")
    add_fields(
        column,
        context,
        lines,
        sandbox.files.victory_fields(sandbox.opened.file),
        lambda values: commands.attempt(sandbox.set_part, "victory", **values),
    )
    column.space(5)


def files(column: Column, context: SandboxContext) -> None:
    """Add its files, and the keys."""
    column.heading("Files", "", rule="table/saving")
    do, cap = context.commands.do, context.keys.cap
    for label, action, hint in (
        ("Open", "open", "A scenario, a demonstration, a save, or any battle file"),
        ("Save", "save", "The sandbox with all its plans"),
        (
            "Save as scenario",
            "write",
            "The start, for the menu to list under Yours; back into your own file, comments and all",
        ),
        ("Keys", "help", "Every key of this screen"),
        ("Leave", "back", ""),
    ):
        column.add(
            Button(
                column.row(38, 6),
                label,
                on_press=partial(do, action),
                cap=cap(action),
                size=15,
                name=f"do {action}",
                hint=hint,
                rule="table/saving",
            )
        )
