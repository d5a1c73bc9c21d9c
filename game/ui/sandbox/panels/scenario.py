"""The inspector when no ship is in hand: a body of terrain, or the scenario itself with its sides and what wins it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, get_args

from pygame import Rect

from game.formats.battle_schema import Victory
from game.sandbox.start_editor import said, turned
from game.ui.menu.house_rules_page import PROFILE, House, rows
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.inspector import field_name, way
from game.ui.sandbox.panels.text_entry import Lines
from game.ui.toolkit.blocks import WordRow
from game.ui.toolkit.column import Column
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Segments, Stepper
from game.ui.toolkit.widgets import Button

EDGES = ("none", "top", "right", "bottom", "left")
KINDS = {"points": "score"}  # kinds of victory that are called otherwise than in the file: a score is a ratio


def typed(lines: Lines, name: str, label: str, value: str, take: Callable[[str], object], column: Column) -> TextField:
    """A line to type in, taken with Enter; it keeps what is being typed while the panel is laid out anew."""
    context = lines.context
    field = lines.texts.get(name)
    if field is None:
        field = lines.texts[name] = TextField(
            Rect(0, 0, 1, 1), value, None, label, name=name, on_leave=partial(context.focus.focus, None), rule="table/files",
            hint="Enter takes it",
        )  # fmt: skip
    if not field.focused:
        field.write(value)
    found = field

    def enter() -> None:
        take(found.value)
        context.focus.focus(None)
        context.change()

    field.on_enter, field.rect, field.label_width = enter, column.row(36, 7), field_name(column)["label_width"]
    column.add(field)
    return field


def body(column: Column, context: SandboxContext, lines: Lines, index: int) -> None:
    """A body: what it is, where, how large, how it moves."""
    one, deeds, named = context.sandbox.opened.file.table.terrain[index], context.deeds, field_name(column)
    entitled = one.name or one.kind.capitalize()
    column.add(WordRow(column.row(34, 4), [(entitled, theme.palette.white, "b")], size=28, rule="table/files"))
    column.add(WordRow(column.row(18, 14), [(one.kind, theme.palette.muted, "r")], size=15))

    def change(**values: Any) -> None:
        deeds.tried(context.sandbox.set_body, index, **values)

    typed(lines, f"body {index} name", "Name", one.name, lambda words: change(name=words.strip()), column)
    if one.at is not None and one.radius is not None:  # a disc, and no hexes
        typed(lines, f"body {index} place", "Place", said(context.sandbox.board, one.at), lambda words: lines.typed_place(
            words, lambda at: deeds.tried(context.sandbox.move_body, index, at)), column)  # fmt: skip
        column.add(Stepper(column.row(36, 7), one.radius, 0.5, 30, lambda n: change(radius=n), "Radius", step=0.5,
                           show="{:g} MU".format, name="radius", **named))  # fmt: skip
    else:
        cells(column, context, lines, index)
    if one.kind == "asteroid":
        column.add(Stepper(column.row(36, 7), one.velocity, 0, 40, lambda n: change(velocity=n, course=one.course), "Velocity",
                           name="body velocity", **named))  # fmt: skip
        board, grain = context.sandbox.board, context.sandbox.board.grain
        column.add(Stepper(column.row(36, 7), one.course, 1 - grain, 12 + grain, lambda n: change(course=turned(int(n), 0)),
                           "Course", step=grain, show=partial(way, board), name="body course", **named))  # fmt: skip
    column.space(8)
    column.add(Button(column.row(40, 8), "Take it away", partial(deeds.do, "delete"), cap="Del", size=15, name="delete"))


def cells(column: Column, context: SandboxContext, lines: Lines, index: int) -> None:
    """The hexes that a body fills: typed, or pressed on the table one by one."""
    one, armed = context.sandbox.opened.file.table.terrain[index], context.armed == f"cells {index}"
    named = ", ".join(said(context.sandbox.board, cell) for cell in one.hexes)
    typed(lines, f"body {index} hexes", "Hexes", named, lambda words: lines.typed_cells(
        words, lambda found: context.deeds.tried(context.sandbox.set_body, index, hexes=found)), column)  # fmt: skip
    column.add(Button(
        column.row(38, 7), "Add and remove hexes", partial(context.deeds.draw_cells, index), "on" if armed else "plain", size=15,
        name="cells", rule="table/files", hint="Press on hexes of the table, one after another; Esc when it is done",
    ))  # fmt: skip


def ship_name(column: Column, context: SandboxContext, lines: Lines) -> None:
    """What the ship in hand is called."""
    key, deeds = context.chosen, context.deeds

    def take(words: str) -> None:
        if words.strip():
            deeds.set(name=words.strip())

    column.space(6)
    typed(lines, f"ship name {key}", "Name", context.sandbox.name(key), take, column)


def scenario(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Title, table, sides, what wins, house rules, files."""
    file, deeds, sandbox, named = context.sandbox.opened.file, context.deeds, context.sandbox, field_name(column)
    column.add(WordRow(column.row(34, 10), [("The scenario", theme.palette.white, "b")], size=28, rule="table/files"))
    column.paragraph("Choose a ship or a body to change it, or drag one from the left onto the table.", after=10)
    typed(lines, "title", "Title", file.title, lambda words: deeds.tried(sandbox.entitle, title=words.strip()), column)
    typed(lines, "about", "About", file.about, lambda words: deeds.tried(sandbox.entitle, about=words.strip()), column)
    size(column, context)
    column.add(Segments(
        column.row(36, 14), ("edges", "floating"), int(file.table.floating),
        lambda i: deeds.tried(sandbox.set_part, "table", floating=bool(i) or None), "Table", name="floating", **named,
    ))  # fmt: skip
    sides(column, context, lines)
    victory(column, context, lines)
    house(column, context)
    files(column, context)


def size(column: Column, context: SandboxContext) -> None:
    """How broad and how high the table is, in MU, or in columns and rows of cells."""
    table, board, named = context.sandbox.opened.file.table, context.sandbox.board, field_name(column)
    if board.cells:
        columns, rows = (round(most) + 1 for most in board.size)
        column.add(Stepper(column.row(36, 7), columns, 2, 200, lambda n: _table(context, "hexes", [int(n), rows]), "Columns",
                           name="table columns", **named))  # fmt: skip
        column.add(Stepper(column.row(36, 7), rows, 2, 200, lambda n: _table(context, "hexes", [columns, int(n)]), "Rows",
                           name="table rows", **named))  # fmt: skip
        return
    for name, label in (("width", "Wide"), ("height", "High")):
        column.add(Stepper(
            column.row(36, 7), getattr(table, name), 12, 480, partial(_table, context, name), label, step=6,
            show="{:g} MU".format, name=f"table {name}", **named,
        ))  # fmt: skip


def _table(context: SandboxContext, name: str, value: Any) -> None:
    context.deeds.tried(context.sandbox.set_part, "table", **{name: value})


def _side(context: SandboxContext, key: str, name: str) -> None:
    context.deeds.tried(context.sandbox.set_side, key, name=name.strip())


def _edge(context: SandboxContext, key: str, index: int) -> None:
    context.deeds.tried(context.sandbox.set_side, key, edge=EDGES[index] if index else None)


def sides(column: Column, context: SandboxContext, lines: Lines) -> None:
    """Every side: her name and her edge of the table."""
    named = field_name(column)
    column.heading("Sides", rule="table/files")
    for key, side in context.sandbox.opened.file.sides.items():
        typed(lines, f"side {key}", key.capitalize(), side.name, partial(_side, context, key), column)
        column.add(Segments(
            column.row(36, 10), EDGES, EDGES.index(side.edge or "none"), partial(_edge, context, key), "Edge", name=f"edge {key}",
            **{**named, "label_width": 52},
        ))  # fmt: skip


def victory(column: Column, context: SandboxContext, lines: Lines) -> None:
    """How the battle ends."""
    won, deeds, sandbox, named = context.sandbox.opened.file.victory, context.deeds, context.sandbox, field_name(column)
    column.heading("Victory", rule="table/files")
    kinds = get_args(Victory.model_fields["kind"].annotation)

    def change(**values: Any) -> None:
        deeds.tried(sandbox.set_part, "victory", **values)

    def kind(i: int) -> None:
        """A kind that needs more gets the nearest thing to it."""
        first = next(iter(sandbox.papers.start["sides"]))
        needs: dict[str, dict[str, Any]] = {
            "points": {"turns": won.turns or 8}, "survive": {"turns": won.turns or 8, "side": won.side or first},
            "convoy": {"ships": list(won.ships) or [next(iter(sandbox.papers.start["ships"]))], "edge": won.edge or "right"},
        }  # fmt: skip
        change(kind=kinds[i], **needs.get(kinds[i], {}))

    titles = [KINDS.get(one, one.replace("-", " ")) for one in kinds]
    column.add(Segments(column.row(36, 7), titles, kinds.index(won.kind), kind, "Kind", name="victory kind", **named))
    column.add(Stepper(
        column.row(36, 12), won.turns or 0, 0, 60, lambda n: change(turns=int(n) or None), "Turns",
        show=lambda n: f"{n:g}" if n else "no limit", name="victory turns", **named,
    ))  # fmt: skip
    of_kind(column, context, lines, change)


def of_kind(column: Column, context: SandboxContext, lines: Lines, change: Callable[..., None]) -> None:
    """What a victory of the chosen kind asks besides."""
    won, named = context.sandbox.opened.file.victory, field_name(column)
    close = {**named, "label_width": 52}
    if won.kind in ("convoy", "survive"):
        def take(words: str) -> None:
            change(ships=re.findall(r"[\w-]+", words))

        typed(lines, "victory ships", "Ships", ", ".join(won.ships), take, column)
    if won.kind == "convoy":
        column.add(Segments(
            column.row(36, 12), EDGES[1:], EDGES.index(won.edge or "right") - 1, lambda i: change(edge=EDGES[i + 1]), "Edge",
            name="victory edge", **close,
        ))  # fmt: skip
    if won.kind == "survive":
        sides = list(context.sandbox.papers.start["sides"])
        column.add(Segments(
            column.row(36, 12), ("none", *sides), sides.index(won.side) + 1 if won.side else 0,
            lambda i: change(side=sides[i - 1] if i else None), "Side", name="victory side", **named,
        ))  # fmt: skip
    if won.kind == "points":
        column.add(Stepper(
            column.row(36, 12), won.limit or 0, 0, 10, lambda n: change(limit=round(n, 2) or None), "Limit", step=0.1,
            show=lambda n: f"score {n:.3g}" if n else "no limit", name="victory limit", **named,
        ))  # fmt: skip


def house(column: Column, context: SandboxContext) -> None:
    """Every house rule of the game, as the menu has them."""
    system, sandbox, deeds = context.sandbox.opened.battle.system, context.sandbox, context.deeds
    if not system.house:
        return
    own = dict(sandbox.papers.start.get("house", {}))
    column.heading("House rules", f"{len(own)} chosen", rule="table/house-rules")
    chosen = House(system, own)

    def take(key: str, value: Any) -> None:
        if key == PROFILE:  # an edition sets all others anew
            deeds.tried(sandbox.set_house, {key: value})
        else:
            deeds.tried(sandbox.set_part, "house", **{key: value})

    listed = rows(chosen, column.x, column.y, column.wide, take, chosen.asked)
    for widget in listed:
        column.add(widget)
    column.y = max((widget.rect.bottom for widget in listed), default=column.y) + theme.px(16)


def files(column: Column, context: SandboxContext) -> None:
    """Where it is written, and the keys."""
    column.heading("Files", "", rule="table/saving")
    do, cap = context.deeds.do, context.keys.cap
    for label, action, hint in (
        ("Open", "open", "A scenario, a demonstration, a save, or any battle file"),
        ("Save", "save", "The sandbox with all its plans"),
        ("Save as scenario", "write", "The start, for the menu to list under Yours; back into your own file, comments and all"),
        ("Keys", "help", "Every key of this screen"),
        ("Leave", "back", ""),
    ):
        column.add(Button(column.row(38, 6), label, partial(do, action), cap=cap(action), size=15, name=f"do {action}", hint=hint,
                          rule="table/saving"))  # fmt: skip
