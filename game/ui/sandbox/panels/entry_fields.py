"""Fields of the sandbox: values of a ship or a scenario, and text fields; no part of the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

from pygame import Rect

from game.board.boards import Board, board_of
from game.board.place_names import without_names
from game.core.forms import EntryField
from game.core.values import Data, Entry, Value
from game.sandbox.branch_replay import row_of
from game.sandbox.start_editor import UNTITLED, format_place, to_file_place
from game.ui.render.theme import theme
from game.ui.sandbox.model.context import SandboxContext
from game.ui.toolkit.column import Column
from game.ui.toolkit.entry_fields import entry_widget
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Stepper


def numbers(words: str) -> list[float]:
    """Return every number typed, with either kind of minus."""
    return [float(one.replace("−", "-")) for one in re.findall(r"[-−]?\d+(?:\.\d+)?", words)]


def named_by(board: Board) -> str:
    """Return a description of how to type a place on a board."""
    return "the name of a hex, such as 0512" if board.cells else "x and y in MU"


class Lines:
    """Fields that live as long as the context, so that typed text survives a new layout of the panels."""

    def __init__(self, context: SandboxContext) -> None:
        self.context = context
        self.field = TextField(
            Rect(0, 0, 1, 1),
            "",
            on_change=self._typing,
            name="notation",
            placeholder="type it, drag it or press it",
            size=22,
            weight="b",
            rule="table/plotting",
            on_enter=self._give_order,
            on_leave=self._cancel_order,
        )
        self.name_field = TextField(
            Rect(0, 0, 1, 1),
            "",
            name="plan name",
            on_enter=self._name_branch,
            on_leave=self._cancel_naming,
            most=60,
            rule="table/sandbox",
        )
        self.set_field = TextField(
            Rect(0, 0, 1, 1),
            "",
            name="set name",
            on_leave=self._cancel_naming,
            most=60,
            rule="table/house-rules",
            placeholder="a name for these rules",
            hint="Enter keeps the rules as they are now",
        )
        self.save_title, self.save_about = (
            TextField(
                Rect(0, 0, 1, 1),
                "",
                name=f"save {name.lower()}",
                label=name,
                on_leave=self._cancel_saving,
                most=most,
                placeholder=words,
                on_change=lambda _: context.change(),
                rule="table/saving",
                label_width=60,
            )
            for name, most, words in (
                ("Title", 80, "what it is called"),
                ("About", 200, "what it is about, in a sentence"),
            )
        )
        self.second = TextField(
            Rect(0, 0, 1, 1),
            "",
            name="second order",
            on_leave=self._cancel_naming,
            size=20,
            weight="b",
            rule="table/plotting",
            hint="Enter gives it",
        )
        self.texts: dict[str, TextField] = {}  # text fields of ships and the scenario, by name

    def _typing(self, text: str) -> None:
        self.context.refused, self.context.note, self.context.note_rule = None, "", ""
        if self.context.model is not None and text.strip():
            table = self.context.sandbox.start.state.table
            row = row_of(self.context.sandbox.opened.battle, self.context.chosen, without_names(board_of(table), text))
            # an order for a later phase is checked when it is given
            if row is None or row in self.context.sandbox.course().flown:
                self.context.model.read(text)
            else:
                self.context.model.untype()
        self.context.change()

    def _give_order(self) -> None:
        """Give the order typed into its field on Enter. A refused one that has a remedy is given with it."""
        context, text = self.context, self.field.value.strip() or "0"
        refused = context.refusal
        if refused is not None and refused.text.strip() == text and context.commands.switch_on():
            return
        if context.chosen and context.commands.give(context.chosen, text):
            context.focus.focus(None)
        context.change()

    def _cancel_order(self) -> None:
        self.context.refused = None
        if self.context.model is not None:
            self.context.model.untype()
        self.context.focus.focus(None)
        self.context.change()

    def again(self, rect: Rect, phase: str) -> None:
        """Set up the order field for a later phase: its rect, and its action on Enter."""

        def enter() -> None:
            context = self.context
            text = without_names(board_of(context.sandbox.start.state.table), self.second.value.strip() or "0")
            context.commands.attempt(context.sandbox.give, context.chosen, text, phase=phase)
            context.focus.focus(None)
            context.change()

        self.second.rect, self.second.on_enter = rect, enter

    def typed_place(self, words: str, take: Callable[[tuple[float, float]], object]) -> None:
        """Take a place typed as two numbers, x and y in MU, or as the name of a hex."""
        found, board = numbers(words), self.context.sandbox.board
        if board.cells:
            at = board.place_named(words)
        else:
            at = board.place((found[0], found[1])) if len(found) == 2 else None
        if at is None:
            self.context.tell(f"a place is {named_by(board)}", "table/files")
            return
        take(at)

    def typed_cells(self, words: str, take: Callable[[list[list[int]]], object]) -> None:
        """Take hexes typed by name, one after another."""
        board = self.context.sandbox.board
        places = [board.place_named(name) for name in re.split(r"[,;\s]+", words.strip())]
        if None in places:
            self.context.tell("hexes are named one after another: 0512, 0612", "table/files")
            return
        take([[round(n) for n in board.file_coordinates(at)] for at in places if at is not None])

    def _cancel_saving(self) -> None:
        self.context.saving = ""
        self.context.focus.focus(None)
        self.context.change()

    def ask_save(self, words: tuple[str, str]) -> None:
        """Fill in the present title and sentence, which typing replaces."""
        title, about = words
        self.save_title.write("" if title == UNTITLED else title)
        self.save_about.write(about)

    def name_plan(self) -> None:
        """Focus the name of the present plan."""
        branch = self.context.sandbox.branch
        self.context.naming = branch.key
        self.name_field.write(branch.name)
        self.name_field.anchor = 0
        self.context.screen.focus_on("plan name")

    def _name_branch(self) -> None:
        """Take the name that was typed."""
        context = self.context
        if context.naming:
            key, context.naming = context.naming, ""
            context.commands.attempt(context.sandbox.name_branch, key, self.name_field.value)
            context.focus.focus(None)

    def _cancel_naming(self) -> None:
        self.context.naming = ""
        self.context.naming_set = False
        self.context.focus.focus(None)
        self.context.change()


WAYS = (
    "up",
    "up, a little right",
    "up and right",
    "right",
    "down and right",
    "down, a little right",
    "down",
    "down, a little left",
    "down and left",
    "left",
    "up and left",
    "up, a little left",
)
BROAD, CLOSE = 320, 54  # design pixels: width at which two fields share a row, and width of their labels
TIGHT = 52  # design pixels of a short label
SHORT_WORDS = 370  # design pixels: width below which choices have short labels

Change = Callable[[Entry], object]


def label_options(column: Column) -> Data:
    """Return the label options of fields."""
    return {"label_width": 84 if column.wide < theme.px(360) else 100, "rule": "table/sandbox"}


def add_fields(
    column: Column,
    context: SandboxContext,
    lines: Lines,
    fields: Iterable[EntryField],
    change: Change,
    edited: Callable[[EntryField], bool] = lambda field: False,
    dense: bool = False,
) -> None:
    """Add every field in a row of its own. With `dense`, for little height, two fields share a row if they can.
    `change` gets the file's fields that a new value changes, and `edited` returns which were set by hand."""
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
    """Return a row for two fields."""
    row, between = column.row(high, gap), theme.px(10)
    first = row.w // 2 - between // 2
    return Rect(row.x, row.y, first, row.h), Rect(row.x + first + between, row.y, row.w - first - between, row.h)


def add_field(
    column: Column,
    row: Rect,
    context: SandboxContext,
    lines: Lines,
    field: EntryField,
    change: Change,
    edited: bool,
    close: bool,
) -> None:
    """Add one field at its place. `close`: there is little room, and labels are narrow."""
    options = {**label_options(column), "name": field.name, "edited": edited, "rule": field.rule}
    if field.kind in ("place", "text"):
        board, name, value = context.sandbox.board, field.name, field.value
        hint = f"{field.hint}; Enter takes it" if field.hint else "Enter takes it"
        take: Callable[[str], object] = partial(_write, field, change)
        if field.kind == "place":
            name, hint = "place", f"Where it stands: {named_by(board)}; Enter takes it"
            value = format_place(board, to_file_place(board, board.place(value)))
            take = partial(
                lines.typed_place, take=partial(context.commands.attempt, context.sandbox.move, context.chosen)
            )
        line = add_text_field(lines, name, field.label, value, take, column, row)
        line.edited, line.rule, line.hint = edited, field.rule, hint
        return
    label = "" if close and field.bare else field.label
    if close or field.tight:
        options["label_width"] = CLOSE if close else TIGHT
    if field.hint:
        options["hint"] = field.hint
    if field.kind == "course":
        column.add(_course(row, context.sandbox.board, field, change, label, close, options))
        return
    short = column.low or column.wide < theme.px(SHORT_WORDS)
    column.add(entry_widget(row, field, partial(_write, field, change), label, options, short=short))


def _write(field: EntryField, change: Change, value: Value) -> None:
    change(field.writes(value))


def _course(
    row: Rect, board: Board, field: EntryField, change: Change, label: str, close: bool, options: Data
) -> Stepper:
    """Return a field that steps round the courses of the board, and shows the direction."""
    grain, ends, show = board.grain, board.courses, partial(plain_way if close else way, board)
    return Stepper(
        row,
        field.value,
        low=ends[0] - grain,
        high=ends[-1] + grain,
        label=label,
        step=grain,
        show=show,
        on_change=lambda n: change(field.writes(board.turned(int(n), 0))),
        **options,
    )


def plain_way(board: Board, n: float) -> str:
    """Return a course as its figure, or as its name if the board names courses."""
    return board.format_course(board.turned(int(n), 0))


def way(board: Board, n: float) -> str:
    """Return a course in the same form, with its direction on the screen."""
    return f"{plain_way(board, n)}, {WAYS[round(board.direction(int(n)) / 360 * len(WAYS)) % len(WAYS)]}"


def add_text_field(
    lines: Lines,
    name: str,
    label: str,
    value: str,
    take: Callable[[str], object],
    column: Column,
    row: Rect | None = None,
    empty: str = "",
) -> TextField:
    """Return a text field, taken with Enter, which keeps typed text through a new layout. `empty` is shown in a dashed
    frame while it has no text."""
    context = lines.context
    line = lines.texts.get(name)
    if line is None:
        line = lines.texts[name] = TextField(
            Rect(0, 0, 1, 1),
            value,
            label=label,
            name=name,
            on_leave=partial(context.focus.focus, None),
            rule="table/files",
            hint="Enter takes it",
            placeholder=empty,
            may_lack=bool(empty),
        )
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
