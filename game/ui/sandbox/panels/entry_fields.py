"""Fields of a file as the sandbox shows them: a stepper, choices side by side, a line to type in, a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from pygame import Rect

from game.board.boards import Board
from game.core.game_files import EntryField
from game.core.values import Data, Entry
from game.sandbox.start_editor import format_place, to_file_place
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.text_entry import Lines, named_by
from game.ui.toolkit.column import Column
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Segments, Stepper

WAYS = ("up", "up, a little right", "up and right", "right", "down and right", "down, a little right", "down",
        "down, a little left", "down and left", "left", "up and left", "up, a little left")  # fmt: skip
BROAD, CLOSE = 320, 54  # design pixels: the breadth from which two fields share a row, and their labels then
TIGHT = 52  # design pixels of a short label
SHORT_WORDS = 370  # design pixels: the breadth below which choices are written in their short words

Change = Callable[[Entry], object]


def label_options(column: Column) -> Data:
    """How fields are labelled."""
    return {"label_width": 84 if column.wide < theme.px(360) else 100, "rule": "table/sandbox"}


def add_fields(
    column: Column, context: SandboxContext, lines: Lines, fields: Iterable[EntryField], change: Change,
    edited: Callable[[EntryField], bool] = lambda field: False, dense: bool = False,
) -> None:  # fmt: skip
    """Every field in a row of its own; where `dense` and there is little height, two that may share one do.

    `change` takes the fields of the file that a new value changes, `edited` says which were set by hand.
    """
    high, gap = (32, 5) if dense and column.low else (36, 7)
    pairs = dense and column.low and column.wide >= theme.px(BROAD)
    waiting: Rect | None = None
    for field in fields:
        close = waiting is not None or (field.half and pairs)
        if waiting is not None:
            row, waiting = waiting, None
        elif close:
            row, waiting = halves(column, high, gap)
        else:
            row = column.row(high, gap)
        add_field(column, row, context, lines, field, change, edited(field), close)


def halves(column: Column, high: float, gap: float) -> tuple[Rect, Rect]:
    """A row for two fields."""
    row, between = column.row(high, gap), theme.px(10)
    first = row.w // 2 - between // 2
    return Rect(row.x, row.y, first, row.h), Rect(row.x + first + between, row.y, row.w - first - between, row.h)


def add_field(
    column: Column, row: Rect, context: SandboxContext, lines: Lines, field: EntryField, change: Change, edited: bool, close: bool
) -> None:
    """One field at its place; `close`: there is little room, and labels are narrow."""
    options = {**label_options(column), "name": field.name, "edited": edited}
    if field.kind == "place":
        return add_place(column, row, context, lines, field, edited)
    if field.kind == "text":
        typed(lines, field.name, field.label, field.value, lambda words: change(field.writes(words)), column, row)
        return None
    label = "" if close and field.bare else field.label
    if close or field.tight:
        options["label_width"] = CLOSE if close else TIGHT
    if field.hint:
        options["hint"] = field.hint
    if field.kind == "choice":
        short = column.low or column.wide < theme.px(SHORT_WORDS)
        names = [one[short] for one in field.choices]
        column.add(Segments(
            row, names, chosen=int(field.value), on_change=lambda i: change(field.writes(i)), label=label, **options
        ))
        return None
    column.add(stepper(row, context.sandbox.board, field, change, label, close, options))
    return None


def stepper(
    row: Rect, board: Board, field: EntryField, change: Change, label: str, close: bool, options: Data
) -> Stepper:
    """A number; a course goes round the courses of the board, and says where it leads."""
    if field.kind == "course":
        grain, ends, show = board.grain, board.courses, partial(plain_way if close else way, board)
        return Stepper(
            row, field.value, low=ends[0] - grain, high=ends[-1] + grain, label=label, step=grain, show=show,
            on_change=lambda n: change(field.writes(board.turned(int(n), 0))), **options,
        )  # fmt: skip
    return Stepper(
        row, field.value, low=field.low, high=field.high, on_change=lambda n: change(field.writes(n)), label=label,
        step=field.step, show=field.shows or "{:g}".format, **options,
    )  # fmt: skip


def plain_way(board: Board, n: float) -> str:
    """A course as its figure, or its name where the board has names for them."""
    return board.format_course(board.turned(int(n), 0))


def way(board: Board, n: float) -> str:
    """The same, and which way that is on the screen."""
    return f"{plain_way(board, n)}, {WAYS[round(board.direction(int(n)) / 360 * len(WAYS)) % len(WAYS)]}"


def add_place(column: Column, row: Rect, context: SandboxContext, lines: Lines, field: EntryField, edited: bool) -> None:
    """Where a ship stands, which can be typed: x and y, or the name of its hex."""
    line, board = lines.place_field, context.sandbox.board
    line.hint = f"{named_by(board)}; Enter takes it"
    line.rect, line.edited, line.label_width = row, edited, label_options(column)["label_width"]
    if not line.focused:
        line.write(format_place(board, to_file_place(board, board.place(field.value))))
    column.add(line)


def typed(
    lines: Lines, name: str, label: str, value: str, take: Callable[[str], object], column: Column, row: Rect | None = None
) -> TextField:
    """A line to type in, taken with Enter; it keeps what is being typed while the panel is laid out anew."""
    context = lines.context
    line = lines.texts.get(name)
    if line is None:
        line = lines.texts[name] = TextField(
            Rect(0, 0, 1, 1), value, label=label, name=name, on_leave=partial(context.focus.focus, None), rule="table/files",
            hint="Enter takes it",
        )  # fmt: skip
    if not line.focused:
        line.write(value)
    found = line

    def enter() -> None:
        take(found.value)
        context.focus.focus(None)
        context.change()

    line.on_enter, line.rect, line.label_width = enter, row or column.row(36, 7), label_options(column)["label_width"]
    column.add(line)
    return line
