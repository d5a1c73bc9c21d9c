"""The form of a design, which is also its bill: every field and part with its figures, and with its faults below it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from pygame import Rect

from game.core.forms import EntryField, FormField, FormTable, PartAboard, RoomPart, Steps
from game.core.game_files import BuildFault
from game.core.values import Value
from game.ui.render.hulls import hull_of, hulls
from game.ui.render.text import lines
from game.ui.render.theme import theme
from game.ui.shipyard.model import CarriedPart, EditorModel
from game.ui.shipyard.rows import FIGURE, AboardRow, BillFigures, LetGoRow, RoomBar, TableRow
from game.ui.shipyard.sheet import Refused
from game.ui.toolkit.blocks import Capitals, Paragraph
from game.ui.toolkit.column import Column
from game.ui.toolkit.entry_fields import entry_widget
from game.ui.toolkit.focus import Focus
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Slider, Stepper
from game.ui.toolkit.widgets import Button

YARD = "table/drawing-ships"
LABEL = 104
PLATE_LABEL, PLATE_FIGURE = 72, 30  # design pixels: widths of a label and of a figure on the plate of a side
TEXTS = (("name", "Name", 60), ("class", "Class", 60), ("about", "About", 200))


class Form:
    """Fills the column of the form."""

    def __init__(self, model: EditorModel, focus: Focus, go_to: Callable[[RoomPart], object]) -> None:
        self.model, self.focus, self.go_to = model, focus, go_to
        self._lines: dict[str, TextField] = {}  # text fields by name
        self._rooms: dict[Steps | None, int] = {}  # heights of the faults by place, and at None of the bar
        self.dragged = False  # a slider is dragged: what is above it keeps its height, so that no row moves

    def line(self, name: str, r: Rect, value: str, most: int) -> TextField:
        """Return the text field of a name. It keeps text being typed while the form is filled again."""
        field = self._lines.get(name)
        if field is None:
            field = self._lines[name] = TextField(r, value, name=name, most=most, rule=YARD)
        field.rect, field.on_leave = Rect(r), partial(self._give_up, field, value)
        if not field.focused:
            field.write(value)
        return field

    def _give_up(self, field: TextField, value: str) -> None:
        field.write(value)
        self.focus.focus(None)

    def fill(self, column: Column) -> None:
        """Add the texts, the room, every field, every part aboard, and the sum."""
        model = self.model
        self.dragged = any(isinstance(one, Slider) and one.pressed for one in self.focus.widgets)
        now, held = model.now, model.held
        after = held.after if held and held.after else now
        known = {field.alias or name for name, field in type(now.model).model_fields.items()}
        for name, label, most in (one for one in TEXTS if one[0] in known):
            self._text(column, name, label, str(now.entry.get(name) or ""), most)
        if "glyph" in known:
            self._silhouette(column)
        if after.form.room is not None:
            column.space(6)
            room = after.form.room
            if not self.dragged:
                self._rooms[None] = RoomBar.high(room, column.wide)
            column.add(RoomBar(column.take(self._rooms[None], 8), room, self.go_to, name="room", rule=YARD))
        self._faults(column, ())
        column.space(4)
        column.heading("Frame", "   ".join(now.form.columns))
        for one in now.form.fields:
            self._field(column, one)
        if now.form.aboard or held:
            column.space(8)
            column.heading("Aboard", "Del takes out, 1 to 9 how many")
        self._add_parts(column, held)
        column.rule(6)
        row = column.row(34, 2)
        column.add(Capitals(row, after.cost.total.item, rule=YARD))
        column.add(BillFigures(row, after.cost.total.figures, True))
        if whole := after.cost.whole:
            row = column.row(26, 2)
            column.add(Paragraph(row.move(0, theme.px(3)), whole.item, rule=whole.rule))
            column.add(BillFigures(row, whole.figures, True))
        for notice in now.notices:
            self._add_fault(column, notice, True)
        for table in after.form.tables:
            self._table(column, table)

    def _table(self, column: Column, table: FormTable) -> None:
        """Add a table of what follows from the design."""
        column.space(12)
        column.heading(table.title, table.note)
        for row in (("", "", table.heads), *table.rows):
            column.add(TableRow(column.row(26 if row[0] else 20, 2), *row, rule=table.rule))

    def _add_parts(self, column: Column, held: CarriedPart | None) -> None:
        """Add every part, and the dashed row of a held part in its future place."""
        parts = self.model.now.form.aboard
        where = held.row(self.model.now) if held else -1
        for n, part in enumerate(parts):
            if held and n == where:
                self._if_let_go(column, held)
            if not (held and n == where and held.item is part):
                self._part(column, part)
        if held and where == len(parts):
            self._if_let_go(column, held)

    def _if_let_go(self, column: Column, held: CarriedPart) -> None:
        row = column.row(34, 3)
        now = self.model.now
        new = held.part(now)
        icon = new.icon if new else held.item.icon
        column.add(LetGoRow(row, icon, held.title(now), held.figures(now), name="if let go", rule=YARD))

    def _text(self, column: Column, name: str, label: str, value: str, most: int) -> None:
        def write(words: str) -> None:
            self.model.change(f"{label.lower()} {words}", {name: " ".join(words.split()) or None}, f"type {name}")

        field = self.line(f"text {name}", column.row(36, 6), value, most)
        field.label, field.label_width, field.on_change = label, LABEL, write
        field.on_enter = partial(self.focus.focus, None)
        column.add(field)

    def _silhouette(self, column: Column) -> None:
        """Add the choice of a silhouette among those of its game."""
        now = self.model.now.design.glyph
        shapes = silhouettes(now)
        if not shapes:
            return

        def write(index: float) -> None:
            self.model.change("silhouette", {"glyph": shapes[int(index)]}, "silhouette")

        def show(index: float) -> str:
            return shapes[int(index)].replace("-", " ").capitalize()

        at, last = shapes.index(now) if now in shapes else 0, len(shapes) - 1
        field = Stepper(
            column.row(36, 6), at, low=0, high=last, on_change=write, show=show, label="Silhouette", rule=YARD
        )
        field.label_width, field.name = LABEL, "silhouette"
        column.add(field)

    def _field(self, column: Column, one: FormField) -> None:
        """Add a field with its figures and its faults."""
        row = column.row(34, 6)
        control = Rect(row.x, row.y, row.w - theme.px(2 * FIGURE + 4), row.h)
        self._control(column, control, one.field, one.slides)
        beside = Rect(control.right, row.y, row.right - control.right, row.h)
        column.add(BillFigures(beside, one.figures or ("",) * len(self.model.now.form.columns)))
        self._faults(column, one.at)

    def _faults(self, column: Column, at: Steps) -> None:
        """Add the faults at a place; while a slider is dragged, those for which there has been room since it began."""
        top, room = column.y, self._rooms.get(at, 0)
        for fault in self.model.now.faults:
            if self.model.place_of(fault) == at and (room or not self.dragged):
                self._fault(column, fault, top + room if self.dragged else None)
        column.y = max(column.y, top + room) if self.dragged else column.y
        self._rooms[at] = column.y - top

    def fill_side(self, column: Column, side: str, take: Callable[[Steps], object]) -> None:
        """Add the contents of a side's plate: its own fields, and its parts. A press on a part takes it in hand."""
        for one in (one for one in self.model.now.form.fields if one.place == side):
            self._control(column, column.row(26), replace(one.field, label=one.short), one.slides, "plate", PLATE_LABEL)
        column.space(4)
        for part in (one for one in self.model.now.form.aboard if one.place == side):
            line = column.add(self._row(column.row(26), part, f"plate {row_name(part.at)}"))
            line.label, line.on_press = part.short, partial(take, part.at)

    def _control(
        self,
        column: Column,
        r: Rect,
        field: EntryField,
        slides: bool = False,
        named: str = "field",
        label_width: float = LABEL,
    ) -> None:
        """Add the control of a field."""
        name = f"{named} {field.name}"

        def write(value: Value) -> None:
            self.model.change(
                field.name if named == "plate" else field.label.strip().lower(), field.writes(value), name
            )

        if field.kind == "text":
            line = self.line(name, r, str(field.value), 60)
            line.on_enter, line.on_done = partial(self.focus.focus, None), write
            line.label, line.label_width, line.rule, line.hint = field.label, LABEL, field.rule, field.hint
            column.add(line)
            return
        options = {"label_width": label_width, "name": name, "rule": field.rule, "hint": field.hint}
        made = entry_widget(r, field, write, field.label, options, short=True, slides=slides, typing=True)
        if isinstance(made, Slider) and named == "plate":
            made.figure = PLATE_FIGURE
        column.add(made)

    def _part(self, column: Column, part: PartAboard) -> None:
        """Add a line of parts, with its faults. Below the part in hand are its fields."""
        model = self.model
        name = row_name(part.at)
        out, moved = partial(model.remove, part), partial(model.move, part)
        if column.add(self._row(column.row(34, 3), part, name)).chosen:
            for field in (*((part.count,) if part.count else ()), *part.fields):
                self._control(column, column.row(34, 4), field, named=name)
            first, up, down = column.cells(3, 32, 6, 6)
            column.add(Button(first, "Take out", on_press=out, size=14, name=f"{name} out"))
            column.add(Button(up, "Up", on_press=partial(moved, -1), size=14, name=f"{name} up"))
            column.add(Button(down, "Down", on_press=partial(moved, 1), size=14, name=f"{name} down"))
        self._faults(column, part.at)

    def _row(self, r: Rect, part: PartAboard, name: str) -> AboardRow:
        """Return the line of equal parts. A press takes them in hand."""
        model = self.model
        wrong = any(model.place_of(fault) == part.at for fault in model.now.faults)
        row = AboardRow(
            r,
            part,
            part.at == model.hand,
            wrong,
            on_count=partial(model.count, part),
            on_remove=partial(model.remove, part),
            on_move=partial(model.move, part),
            name=name,
            rule=part.rule,
        )
        row.on_press = partial(model.take, part.at)
        return row

    def _fault(self, column: Column, fault: BuildFault, end: int | None = None) -> None:
        """Add the sentence of a fault, and the buttons that correct it, as far as there is room."""
        self._add_fault(column, fault, False)
        mends = self.model.draft.mends(fault)
        if end is not None:
            mends = mends[: 2 * max(0, (end - column.y) // theme.px(34 + 6))]
        for at in range(0, len(mends), 2):
            for cell, mend in zip(column.cells(2, 34, 6, 6), mends[at : at + 2]):
                press = partial(self.model.change, mend.words, mend.change)
                column.add(
                    Button(cell, mend.words, on_press=press, size=14, name=f"mend {mend.words}", rule=fault.rule)
                )

    def _add_fault(self, column: Column, fault: BuildFault, built: bool) -> None:
        high = theme.px(20) + theme.px(23) * len(lines(fault.why, column.wide - theme.px(32), 16, "s"))
        column.add(Refused(column.take(high, 6), fault.why, built, rule=fault.rule))


def silhouettes(glyph: str) -> list[str]:
    """Return the silhouettes that a ship may have instead of its own. A flight has none, because it has a counter."""
    game, counter = hull_of(glyph).game, glyph in hulls() and "-" not in glyph
    return [key for key, hull in hulls().items() if hull.game == game and "-" in key and not counter]


def row_name(at: Steps) -> str:
    """Return the name of the row of a part with this path."""
    return "part " + " ".join(map(str, at))
