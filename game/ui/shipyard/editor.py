"""The yard's editor: what can be put aboard, the clock of arcs, the form that is also the bill, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.forms import EntryField, FormField, PartAboard, PartOffer, Steps
from game.core.game_files import BuildFault
from game.core.orders import Illegal
from game.core.values import Entry
from game.formats.atomic_file import CannotSave
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import judged, with_design
from game.ui.host.screen import Answer, Pop, Push
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, lines, text, width
from game.ui.render.theme import mix, theme
from game.ui.shipyard.clock import Clock
from game.ui.shipyard.rows import FIGURE, AboardRow, BillFigures, OfferRow, RoomBar
from game.ui.shipyard.sheet import Refused, glyph_of_design, laid_up, seat_of_shape, sheet_rows
from game.ui.toolkit.blocks import Capitals, Paragraph
from game.ui.toolkit.column import Column, ColumnPane
from game.ui.toolkit.page import Page
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Segments, Slider, Stepper, ValueField
from game.ui.toolkit.widgets import Button, Widget
from game.yard.draft import Draft
from game.yard.reach import Reach, reach

YARD = "table/drawing-ships"
TABS = ("Form and bill", "Sheet", "File")
TOP = 64  # design pixels of the bar
LABEL = 104


class Editor(Page):
    """A design in the yard, drawn by hand."""

    subject = YARD

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.offers = ColumnPane("offers", self._fill_offers, (8, 8), even=True)
        self.form = ColumnPane("form", self._fill_form)
        self.drawing = ColumnPane("drawing", self._fill_sheet, (20, 12), even=True)
        super().__init__(self.offers, self.form, self.drawing)
        self.hand: Steps = ()  # the path of the part in hand
        self._shown: Steps = ()  # the one that the form was scrolled to
        self._gone_to: Steps = ()  # the last place that was wrong
        self.tab = self.target = 0
        self.find, self.said, self.well = "", "", False
        self._lines: dict[str, TextField] = {}  # by name
        self._sought = ""  # the name of a field to scroll to
        self.side = ""  # the open side on the sheet, for a ship with sides

    # -- changes -------------------------------------------------------------------------------------------------------

    def change(self, words: str, change: Entry, gesture: str = "") -> None:
        """Make a change, or say why it cannot be made."""
        try:
            self.draft.change(words, change, gesture)
            self.said = ""
        except Illegal as why:
            self._say(str(why))
        self.relay()

    def _say(self, words: str, well: bool = False) -> None:
        self.said, self.well = words, well
        self.relay()

    def _tried(self, deed: Callable[[], object]) -> bool:
        try:
            deed()
        except (Illegal, CannotSave) as why:
            self._say(str(why))
            return False
        self._say("")
        return True

    @property
    def part(self) -> PartAboard | None:
        """The part in hand."""
        return next((one for one in self.draft.now.form.aboard if one.at == self.hand), None)

    def _count(self, part: PartAboard, many: int) -> None:
        if part.count is not None:
            self.change(f"{many} × {part.label}", part.count.writes(many), "part " + " ".join(map(str, part.at)))

    def take(self, at: Steps) -> None:
        """Take a part in hand, or put it down."""
        self.hand = () if at == self.hand else at
        self.relay()

    def add(self, offer: PartOffer, place: str = "") -> None:
        """Put a part aboard, on the open side of a ship with sides, and take it in hand. One of another edition brings
        that edition."""
        if offer.refused:
            if offer.instead is None:
                self._say(f"{offer.label} cannot be built here: {offer.refused}.")
            else:
                self.change(f"edition for {offer.label}", offer.instead)
                self._say(f"The edition is changed: {offer.label} is built {offer.refused}. Z takes it back.", True)
            return
        before = [_look(one) for one in self.draft.now.form.aboard]
        self.change(f"{offer.label} aboard", offer.added(place or self.side))
        after = self.draft.now.form.aboard
        new = (one.at for n, one in enumerate(after) if n >= len(before) or _look(one) != before[n])
        self.hand = next(new, ())

    def remove(self, part: PartAboard) -> None:
        """Take a part out."""
        self.hand = ()
        self.change(f"{part.label} out", part.removed)

    def move(self, part: PartAboard, by: int) -> None:
        """Move a part among those of its place."""
        alike = [one.at for one in self.draft.now.form.aboard if one.place == part.place]
        to = max(0, min(len(alike) - 1, alike.index(part.at) + by))
        self.change(f"{part.label} moved", part.moved(to))
        after = [one.at for one in self.draft.now.form.aboard if one.place == part.place]
        self.hand = after[min(to, len(after) - 1)]

    def turn(self, arc: str) -> None:
        """Turn an arc of the part in hand on or off."""
        part = self.part
        if part is not None and part.turned is not None:
            arcs = self.draft.now.form.arcs
            now = [one for one in arcs if (one in part.icon.arcs) != (one == arc)]
            self.change(f"{part.label} {arc}", part.turned(tuple(now)))

    def spin(self, by: int) -> None:
        """Turn all arcs of the part in hand by one."""
        part, arcs = self.part, self.draft.now.form.arcs
        if part is not None and part.turned is not None:
            now = tuple(arcs[(arcs.index(one) + by) % len(arcs)] for one in part.icon.arcs)
            self.change(f"{part.label} turned", part.turned(now))

    # -- files ---------------------------------------------------------------------------------------------------------

    def save_as_new(self) -> None:
        """Save it in a new file: the old one stays as it is."""
        self.save(self.draft.save_as_new)

    def save(self, write: Callable[[], object] | None = None) -> None:
        """Save it among the player's designs, buildable or not."""
        if self._tried(write or self.draft.save) and self.draft.path is not None:
            faults = len(self.draft.now.faults)
            words = f"Saved as {self.draft.path.name}"
            self._say(f"{words}: a draft, which no battle takes yet." if faults else f"{words}.", True)

    def try_it(self) -> None:
        """Open the sandbox with a ship of this design."""
        now, system = self.draft.now, self.draft.system
        if now.faults:
            self._say("The sandbox takes it once it can be built.")
            return

        def opened() -> None:
            start = with_design(system, "draft", dict(now.entry), now.design)
            from game.ui.sandbox.screen import SandboxScreen

            self.answer = Push(SandboxScreen(Sandbox(judged(start)), Pop))

        self._tried(opened)

    def back(self) -> Answer:
        """Empty the search, put the part in hand down, or leave: what was not saved is kept as a draft."""
        if self.find:
            self._lines["find"].write("")
            self._found("")
            return None
        if self.hand:
            self.take(self.hand)
            return None
        if self.draft.undoes and self.draft.unsaved and not self._tried(self.draft.save):
            return None
        self.draft.close()
        return Pop(self.draft.path)

    def closing(self) -> None:
        """Keep what was not saved as a draft when the window is closed."""
        with suppress(CannotSave):
            if self.draft.undoes and self.draft.unsaved:
                self.draft.save()
        self.draft.close()

    def next_fault(self) -> None:
        """Go to the next thing that is wrong."""
        places = list(dict.fromkeys(self._place(fault) for fault in self.draft.now.faults))
        if places:
            after = places.index(self._gone_to) + 1 if self._gone_to in places else 0
            self._gone_to = at = places[after % len(places)]
            aboard = any(part.at == at for part in self.draft.now.form.aboard)
            self.hand, self._shown = (at if aboard else ()), ("nowhere",)
            named = next((one.field.name for one in self.draft.now.form.fields if one.at == at), "")
            self.tab, self._sought = 0, f"field {named}" if named and not aboard else ""
            self.form.scroll.to(0)
            self.relay()

    def _place(self, fault: BuildFault) -> Steps:
        """Return the path of the row at which a fault stands; empty for the head of the form."""
        now = self.draft.now
        at = self.draft.system.files.field_of(now.model, fault.at)
        if part := next((part.at for part in now.form.aboard if at[: len(part.at)] == part.at), None):
            return part
        known = [one.at for one in now.form.fields]
        return next((one for one in known if one == at), next((one for one in known if one[:1] == at[:1]), ()))

    # -- the page ------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Answer:
        """Handle an event; a drag of a slider ends when the button is let go, and a word when its field is left."""
        before = self.focus.at
        answer = super().handle(event)
        if event.type == pygame.MOUSEBUTTONUP or (self.focus.at and before and self.focus.at.name != before.name):
            self.draft.settle()
        return answer

    def key(self, event: Event) -> bool:
        """Use the keys of the editor."""
        ctrl = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        deeds: dict[int, Callable[[], object]] = {
            pygame.K_z: lambda: self._tried(self.draft.undo), pygame.K_y: lambda: self._tried(self.draft.redo),
            pygame.K_F5: self.try_it, pygame.K_q: lambda: self.spin(-1), pygame.K_e: lambda: self.spin(1),
            pygame.K_SLASH: lambda: self._focus("find"),
        }  # fmt: skip
        if ctrl:
            save = self.save_as_new if event.mod & pygame.KMOD_SHIFT else self.save
            deeds = {pygame.K_s: save, pygame.K_z: deeds[pygame.K_z], pygame.K_y: deeds[pygame.K_y]}
        if (part := self.part) and not ctrl:
            deeds[pygame.K_DELETE] = partial(self.remove, part)
            deeds |= {pygame.K_0 + n: partial(self._count, part, n) for n in range(1, 10)}
        if event.key not in deeds:
            return False
        deeds[event.key]()
        return True

    def _focus(self, name: str) -> None:
        self.focus.focus(next((one for one in self.focus.widgets if one.name == name), None), True)

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the bar, the offers at the left, the clock in the middle and the form at the right."""
        px = theme.px
        left = px(230 if area.w >= px(1200) else 190)
        right = px(470 if area.w >= px(1500) else 430 if area.w >= px(1200) else 380)
        body = Rect(0, px(TOP), area.w, area.h - px(TOP))
        middle = Rect(left, body.y, area.w - left - right, body.h)
        find = Rect(px(12), body.y + px(12), left - px(24), px(36))
        made: list[Widget] = [*self._bar(area)]
        search = self._line("find", find, self.find, 60)
        search.placeholder, search.on_change = "find a part   /", self._found
        made.append(search)
        made += self.offers.lay_out(Rect(0, find.bottom + px(6), left, area.h - find.bottom - px(6)))
        made += self._middle(middle)
        made += self._tabs(Rect(area.w - right, body.y + px(10), right - px(16), px(36)))
        top = body.y + px(52)
        made += self.form.lay_out(Rect(area.w - right, top, right, area.h - top - px(78)))
        self._reveal()
        made += self._verdict(Rect(area.w - right + px(16), area.h - px(70), right - px(32), px(58)))
        return made

    def _reveal(self) -> None:
        """Scroll to a part that has just been taken in hand, with what stands below it."""
        if (self.hand == self._shown and not self._sought) or self.tab:
            return
        name = self._sought or "part " + " ".join(map(str, self.hand))
        self._shown, self._sought = self.hand, ""
        row = next((one for one in self.form.widgets if one.name == name), None)
        if row is not None and not self.form.rect.contains(row.rect.inflate(0, theme.px(420))):
            self.form.scroll.to(self.form.scroll.offset + row.rect.y - self.form.rect.y - theme.px(48))
            self.form.place()

    def _bar(self, area: Rect) -> list[Widget]:
        px, draft = theme.px, self.draft
        faults = len(draft.now.faults)
        made: list[Widget] = []
        low = area.w < px(1000)  # keys of buttons are left out
        x = px(150 if low else 232)
        buttons = (
            ("Undo", "Z", 96, lambda: self._tried(draft.undo), draft.undoes, not draft.undoes),
            ("Redo", "Y", 96, lambda: self._tried(draft.redo), draft.redoes, not draft.redoes),
            ("Sandbox", "F5", 124, self.try_it, "Try a ship of it in the sandbox", bool(faults)),
        )
        for label, cap, wide, deed, hint, off in buttons:
            place = Rect(x, px(12), px(wide - 32 * low), px(40))
            cap = "" if low else cap
            made.append(Button(place, label, on_press=deed, cap=cap, hint=hint, enabled=not off, rule=YARD))
            x = place.right + px(8)
        back = Rect(area.right - px(92 if low else 136), px(12), px(80 if low else 124), px(40))
        save = Rect(back.x - px(188 if low else 238), px(8), px(180 if low else 230), px(48))
        sub = f"{faults} thing{'s' * (faults > 1)} cannot be built: a draft" if faults else draft.now.cost.summary
        kind, hint = "plain" if faults else "main", "Ctrl+Shift+S saves it in a new file"
        words, deed = "Save to your designs", self.save
        made.append(
            Button(save, words, on_press=deed, cap="" if low else "Ctrl+S", sub=sub, kind=kind, hint=hint, rule=YARD)
        )
        made.append(Button(back, "Back", on_press=self.close, cap="" if low else "Esc"))
        return made

    def _found(self, words: str) -> None:
        self.find = words
        self.relay()

    def _fill_offers(self, column: Column) -> None:
        group, form = "", self.draft.now.form
        heads = "  ".join(form.columns if form.offered is None else form.offered)
        for offer in form.offers:
            if self.find.lower() not in offer.label.lower():
                continue
            if offer.group != group:
                column.space(12 if group else 4)
                column.heading(offer.group, "" if group else heads)
                group = offer.group
            press, named = partial(self.add, offer), f"offer {offer.key}"
            column.add(OfferRow(column.row(32, 1), offer, on_press=press, name=named, rule=offer.rule))

    def _middle(self, r: Rect) -> list[Widget]:
        """Return the clock with its presets, for a game whose parts have arcs; else the sheet."""
        now, px = self.draft.now, theme.px
        form, part = now.form, self.part
        if not form.arcs:
            return [*self.drawing.lay_out(Rect(r.x, r.y, r.w, r.h - px(56)))]  # ships without a clock
        self.drawing.take(Rect(r.x, r.y, 1, 1), (), 0)
        made: list[Widget] = []
        colour = theme.seat(seat_of_shape(now.design.glyph))
        if part is not None and part.turned is not None:
            cells = Column(Rect(r.x + px(20), r.y + px(44), r.w - px(40), 0)).cells(len(form.arc_sets), 34)
            for cell, (words, arcs) in zip(cells, form.arc_sets):
                press = partial(self.change, f"{part.label} {words}", part.turned(arcs))
                made.append(
                    Button(cell, words, on_press=press, on=set(arcs) == {*part.icon.arcs}, name=f"arcs {words}")
                )
        elif form.bands:
            wide = Rect(r.x + px(20), r.y + px(44), min(r.w - px(40), px(330)), px(34))
            made.append(
                Segments(
                    wide, [words for words, _ in form.targets], chosen=self.target, on_change=self._aim, name="target"
                )
            )
        space = Rect(r.x + px(10), r.y + px(92), r.w - px(20), r.h - px(128))
        size = min(space.w, space.h)
        square = Rect(0, 0, size, size)
        square.center = space.center
        found = reach(self.draft.system, now, self.target) if form.bands else Reach((), ())
        lit: tuple[str, ...] = part.icon.arcs if part is not None else ()
        legal = self._legal(part) if part is not None and part.turned is not None else (set[str](), set[str]())
        clock = Clock(square, glyph_of_design(now.design), colour, form.arcs, form.wide, name="clock", rule=YARD)
        clock.lit, (clock.open_, clock.refused) = lit, legal
        clock.means, clock.bands = found.points, found.bands
        if part is not None and part.turned is not None:
            clock.on_turn, clock.rule = self.turn, part.rule
        made.append(clock)
        return made

    def _aim(self, index: int) -> None:
        self.target = index
        self.relay()

    def _legal(self, part: PartAboard) -> tuple[set[str], set[str]]:
        """Return the arcs that one click may add, and those that the part bears into against the rules."""
        assert part.turned is not None
        arcs, now = self.draft.now.form.arcs, part.icon.arcs
        wrong = self._wrong_arcs(part.turned(now), part.at)
        open_, refused = set(), set()
        for arc in arcs:
            turned = tuple(one for one in arcs if (one in now) != (one == arc))
            legal = not self._wrong_arcs(part.turned(turned), part.at)
            if legal and arc not in now:
                open_.add(arc)
            if wrong and arc in now and legal:
                refused.add(arc)
        return open_, refused or (set(now) if wrong else set())

    def _wrong_arcs(self, change: Entry, at: Steps) -> bool:
        try:
            after = self.draft.preview(change)
        except Illegal:
            return True
        field_of = self.draft.system.files.field_of
        return any(fault.at[-1:] == ("arcs",) and field_of(after.model, fault.at)[:2] == at for fault in after.faults)

    def _tabs(self, r: Rect) -> list[Widget]:
        return [Segments(r, TABS, chosen=self.tab, on_change=self._open_tab, name="tabs", rule=YARD)]

    def _open_tab(self, index: int) -> None:
        self.tab = index
        self.form.scroll.to(0)
        self.relay()

    def _verdict(self, r: Rect) -> list[Widget]:
        faults = len(self.draft.now.faults)
        if not faults:
            about = self.draft.now.cost.summary
            return [Button(r, "Can be built as it stands", sub=about, name="verdict", rule=YARD)]
        words, key = f"{faults} thing{'s' * (faults > 1)} cannot be built", pygame.K_f
        return [
            Button(
                r,
                words,
                on_press=self.next_fault,
                sub="go to the next",
                kind="danger",
                cap="F",
                key=key,
                name="verdict",
            )
        ]

    # -- the form ------------------------------------------------------------------------------------------------------

    def _fill_form(self, column: Column) -> None:
        """Fill the form, the sheet, or the text of the file."""
        if self.tab == 1:
            self._fill_sheet(column)
            return
        if self.tab == 2:
            self._fill_file(column)
            return
        now = self.draft.now
        for name, label, most in (("name", "Name", 60), ("class", "Class", 60), ("about", "About", 200)):
            self._text(column, name, label, str(now.entry.get(name) or ""), most)
        if now.form.room is not None:
            column.space(6)
            column.add(RoomBar(column.row(68, 8), now.form.room, rule=YARD))
        for fault in now.faults:
            if self._place(fault) == ():
                self._fault(column, fault)
        column.space(4)
        column.heading("Frame", "   ".join(now.form.columns))
        for one in now.form.fields:
            self._field(column, one)
        if now.form.aboard:
            column.space(8)
            column.heading("Aboard", "Del takes out, 1 to 9 how many")
            for part in now.form.aboard:
                self._part(column, part)
        column.rule(6)
        total = now.cost.total
        row = column.row(34, 2)
        column.add(Capitals(row, total.item, rule=YARD))
        column.add(BillFigures(row, total.figures, True))
        for notice in now.notices:
            self._refused(column, notice, True)

    def _fill_sheet(self, column: Column) -> None:
        now, system = self.draft.now, self.draft.system
        sheet = laid_up(system, now.design)
        sheet_rows(column, now.design, system.files, sheet, "Your own", self.side, self._open_side)

    def _open_side(self, side: str) -> None:
        self.side = side
        self.relay()

    def _fill_file(self, column: Column) -> None:
        try:
            written = self.draft.file_text
        except CannotSave as why:
            written = str(why)
        path = self.draft.path
        column.paragraph(str(path) if path else "Not saved yet.", theme.palette.muted, 14)
        for line in written.splitlines():
            count = max(1, len(lines(line, column.wide, 14)))
            column.add(Paragraph(column.row(20 * count), line, size=14))

    def _text(self, column: Column, name: str, label: str, value: str, most: int) -> None:
        def write(words: str) -> None:
            self.change(f"{label.lower()} {words}", {name: " ".join(words.split()) or None}, f"type {name}")

        field = self._line(f"text {name}", column.row(36, 6), value, most)
        field.label, field.label_width, field.on_change = label, LABEL, write
        column.add(field)

    def _line(self, name: str, r: Rect, value: str, most: int) -> TextField:
        """Return the text field of that name, which keeps what is being typed while the form is filled again."""
        field = self._lines.get(name)
        if field is None:
            field = self._lines[name] = TextField(r, value, name=name, most=most, rule=YARD)
        field.rect, field.on_leave = Rect(r), partial(self.focus.focus, None)
        if not field.focused:
            field.write(value)
        return field

    def _taken(self, line: TextField, write: Callable[[object], object]) -> None:
        self.focus.focus(None)
        write(line.value)

    def _field(self, column: Column, one: FormField) -> None:
        """Add a field with its figures, and what is wrong with it."""
        row = column.row(34, 6)
        control = Rect(row.x, row.y, row.w - theme.px(2 * FIGURE + 4), row.h)
        column.add(self._control(control, one.field, one.slides))
        beside = Rect(control.right, row.y, row.right - control.right, row.h)
        column.add(BillFigures(beside, one.figures or ("",) * len(self.draft.now.form.columns)))
        for fault in self.draft.now.faults:
            if self._place(fault) == one.at and one.at:
                self._fault(column, fault)

    def _control(self, r: Rect, field: EntryField, slides: bool = False, named: str = "field") -> ValueField:
        """Return the control of a field."""
        name = f"{named} {field.name}"

        def write(value: object) -> None:
            self.change(field.label.lower(), field.writes(value), name)

        made: ValueField
        names = [short for _, short in field.choices]
        if field.kind == "text":
            line = made = self._line(name, r, str(field.value), 60)
            line.on_enter = partial(self._taken, line, write)
        elif field.kind == "choice":
            made = Segments(r, names, chosen=int(field.value), on_change=write, label=field.label, label_width=LABEL)
            if not made.fits:
                last = len(names) - 1
                made = Stepper(r, int(field.value), low=0, high=last, on_change=write, show=lambda n: names[int(n)])
        else:
            kind = Slider if slides else Stepper
            made = kind(r, field.value, low=field.low, high=field.high, step=field.step, on_change=write)
        made.label, made.label_width, made.name = field.label, LABEL, name
        made.rule, made.hint = field.rule, field.hint
        return made

    def _part(self, column: Column, part: PartAboard) -> None:
        """Add a line of parts; below the one in hand its fields; and what is wrong with it."""
        faults = [fault for fault in self.draft.now.faults if self._place(fault) == part.at]
        chosen = part.at == self.hand
        name = "part " + " ".join(map(str, part.at))

        out, moved = partial(self.remove, part), partial(self.move, part)
        count, below = partial(self._count, part), column.row(34, 3)
        row = AboardRow(below, part, chosen, bool(faults), on_count=count, on_remove=out, on_move=moved, name=name)
        row.on_press, row.rule = partial(self.take, part.at), part.rule
        column.add(row)
        if chosen:
            for field in (*((part.count,) if part.count else ()), *part.fields):
                column.add(self._control(column.row(34, 4), field, named=name))
            first, up, down = column.cells(3, 32, 6, 6)
            column.add(Button(first, "Take out", on_press=out, size=14, name=f"{name} out"))
            column.add(Button(up, "Up", on_press=partial(self.move, part, -1), size=14, name=f"{name} up"))
            column.add(Button(down, "Down", on_press=partial(self.move, part, 1), size=14, name=f"{name} down"))
        for fault in faults:
            self._fault(column, fault)

    def _fault(self, column: Column, fault: BuildFault) -> None:
        """Add the sentence of a fault, and the buttons that mend it."""
        self._refused(column, fault, False)
        mends = self.draft.mends(fault)
        for at in range(0, len(mends), 2):
            pair = mends[at : at + 2]
            for cell, mend in zip(column.cells(2, 34, 6, 6), pair):
                press = partial(self.change, mend.words, mend.change)
                column.add(
                    Button(cell, mend.words, on_press=press, size=14, name=f"mend {mend.words}", rule=fault.rule)
                )

    def _refused(self, column: Column, fault: BuildFault, built: bool) -> None:
        high = theme.px(20) + theme.px(23) * len(lines(fault.why, column.wide - theme.px(32), 16, "s"))
        column.add(Refused(column.take(high, 6), fault.why, built, rule=fault.rule))

    # -- drawing -------------------------------------------------------------------------------------------------------

    def paint(self, dst: Surface) -> None:
        """Draw grounds, and the heads of the columns."""
        px, p, area = theme.px, theme.palette, dst.get_rect()
        now = self.draft.now
        dst.fill(p.ink)
        box(dst, (0, 0, area.w, px(TOP)), p.panel, 0, 255, p.line)
        for pane in (self.offers, self.form):
            box(dst, (pane.rect.x, px(TOP), pane.rect.w, area.h - px(TOP)), p.panel, 0, 255, p.line)
        name = px(126 if area.w < px(1000) else 206)
        fit_text(dst, now.design.name, (px(16), px(22)), name, 20, p.white, "b", "midleft")
        game = f"{self.draft.system.title} · {'not saved' if self.draft.unsaved else 'saved'}"
        fit_text(dst, game, (px(16), px(46)), name, (14, 13, 12), p.muted, "r", "midleft")
        x, part = self.offers.rect.right + px(20), self.part
        room = self.form.rect.x - x - px(20)
        if now.form.arcs:
            bears = part is not None and part.turned is not None
            head = f"{part.label}: {' '.join(part.icon.arcs)}" if bears and part is not None else "What bears where"
            unit = "hexes" if self.draft.system.files.on_hexes else "MU"
            means = f"mean points of a volley, by arc and range in {unit}"
            about = "click an arc; Q and E turn all" if bears else means
            fit_text(dst, head, (x, px(TOP + 14)), room, 18, p.white, "b", "midleft")
            free = room - width(head, 18, "b") - px(20)
            if (bears or now.form.bands) and width(about, 14) <= free:
                text(dst, about, (self.form.rect.x - px(20), px(TOP + 14)), 14, p.muted, "r", "midright")
        if self.said:
            ink = p.green if self.well else p.red
            plate = Rect(x - px(8), area.h - px(48), room + px(16), px(38))
            box(dst, plate, mix(ink, p.panel, 0.86), 6, 255, mix(ink, p.panel, 0.4))
            fit_text(dst, self.said, plate.center, plate.w - px(20), (15, 14, 13, 12), ink, "s", "center")


def _look(part: PartAboard) -> tuple[object, ...]:
    """Return what tells a part from the others aboard."""
    return part.label, part.icon, part.place, part.count and part.count.value
