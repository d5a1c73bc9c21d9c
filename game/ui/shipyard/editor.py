"""The yard's editor: the parts on offer, the hull with its parts, the form that is also the bill, and the faults."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.forms import PartOffer, RoomPart, Steps
from game.formats.atomic_file import CannotSave
from game.paper.sources import Printing, design_to_print
from game.sandbox.sandbox import sandbox_with
from game.ui.host.screen import Answer, Pop, Push
from game.ui.keys.bindings import chord_in
from game.ui.keys.list_page import KeyedPage
from game.ui.keys.shipyard_bindings import EDITOR, ON_A_PART
from game.ui.render.shapes import box
from game.ui.render.text import fit_text, lines
from game.ui.render.theme import mix, theme
from game.ui.shipyard.compare import HIGH, Compare
from game.ui.shipyard.drag import PartDrag
from game.ui.shipyard.form import YARD, Form, row_name
from game.ui.shipyard.hull import HullView
from game.ui.shipyard.model import EditorModel
from game.ui.shipyard.rows import Built, OfferRow
from game.ui.toolkit.blocks import Paragraph
from game.ui.toolkit.column import Column, ColumnPane
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Widget
from game.yard.draft import Draft

TABS = ("Form and bill", "Sheet", "File", "Compare")
COMPARED = TABS.index("Compare")
WIDE = 1500  # least width in design pixels of a window with a foot below the hull
TOP = 64  # design pixels of the bar


class Editor(KeyedPage):
    """A design in the yard, drawn by hand."""

    key_table = EDITOR
    part_keys = ON_A_PART
    subject = YARD

    def __init__(self, draft: Draft) -> None:
        self.model = EditorModel(draft, self.relay)
        self.hull = HullView(self.model, lambda: self.fields)
        self.offers = ColumnPane("offers", self._fill_offers, (8, 8), even=True)
        self.form = ColumnPane("form", self._fill_form, even=True)
        super().__init__(self.offers, self.form, self.hull.pane)
        self.fields = Form(self.model, self.focus, self.go_to_part)
        self.compare = Compare(self.model, lambda: self.hull.target)
        self.drag = PartDrag(self.model, self.hull, self.form, self.focus)
        self._shown: Steps = ()  # path of the part to which the form was scrolled
        self.tab = 0
        self._wide = False  # true if the other design is shown in the foot, not in a tab
        self.find = ""
        self._sought = ""  # name of a field to scroll to
        self._asked = ""  # key of the part that changes the edition if it is pressed again

    @property
    def draft(self) -> Draft:
        return self.model.draft

    # -- files ---------------------------------------------------------------------------------------------------------

    def save_as_new(self) -> None:
        """Save the design in a new file; the old one stays unchanged."""
        self.save(self.draft.save_as_new)

    def save(self, write: Callable[[], object] | None = None) -> None:
        """Save the design among the player's own, buildable or not. If another design has its name, use another
        name."""
        name = self.draft.now.design.name
        if self.model.attempt(write or self.draft.save) and self.draft.path is not None:
            faults = len(self.draft.now.faults)
            words, now = f"Saved as {self.draft.path.name}", self.draft.now.design.name
            words = words if now == name else f"There is another {name}, so it is called {now}. {words}"
            self.model.say(f"{words}: a draft, which no battle takes yet." if faults else f"{words}.", True)

    def try_it(self) -> None:
        """Open the sandbox with a ship of this design."""
        now, system = self.draft.now, self.draft.system
        if now.faults:
            self.model.say("The sandbox takes it once it can be built.")
            return

        def opened() -> None:
            from game.ui.sandbox.screen import SandboxScreen

            self.answer = Push(SandboxScreen(sandbox_with(system, dict(now.entry), now.design), Pop))

        self.model.attempt(opened)

    def print_it(self) -> None:
        """Open the page that prints its sheet."""
        from game.ui.paper.screen import PrintScreen

        one = design_to_print(self.draft.system, self.draft.now.design)
        printing = Printing(self.draft.now.design.name, [one])
        self.answer = Push(PrintScreen((("this ship", lambda: printing),)))

    def back(self) -> Answer:
        """Empty the search, put down the part in hand, or leave."""
        if self.find:
            self._on_find("")
            return None
        if self.model.hand:
            self.model.take(self.model.hand)
            return None
        return self.leave()

    def close(self) -> None:
        """Leave at once by the button, whatever is in hand."""
        self.answer = self.leave()

    def leave(self) -> Answer:
        """Leave the editor; unsaved work is kept as a draft."""
        if self.draft.undoes and self.draft.unsaved and not self.model.attempt(self.draft.save):
            return None
        self.draft.close()
        return Pop(self.draft.path)

    def closing(self) -> None:
        """Keep unsaved work as a draft when the window is closed."""
        self.focus.focus(None)
        with suppress(CannotSave):
            if self.draft.undoes and self.draft.unsaved:
                self.draft.save()
        self.draft.close()

    def next_fault(self) -> None:
        """Go to the next fault."""
        self._walk_to(self.model.next_fault())

    def go_to_part(self, part: RoomPart) -> None:
        """Go to the part that takes a share of the room. Another call goes to the next of several."""
        self._walk_to(self.model.next_of(part.takes))

    def _walk_to(self, at: Steps | None) -> None:
        """Scroll to a field, or to the part in hand, and focus its row."""
        if at is None:
            return
        self._shown = ("nowhere",)
        named = next((one.field.name for one in self.draft.now.form.fields if one.at == at), "")
        self.tab, self._sought = 0, f"field {named}" if named and not self.model.hand else ""
        self.form.scroll.to(0)
        name = self._sought or row_name(at)
        self.relay()
        self.fresh()
        self._focus(name)

    # -- the page ------------------------------------------------------------------------------------------------------

    def handle(self, event: Event) -> Answer:
        """Handle an event. A drag of a slider ends when the button is let go, and a word when its field is left."""
        self.fresh()
        if self.drag.handle(event):
            return None
        before = self.focus.at
        answer = super().handle(event)
        if event.type == pygame.MOUSEBUTTONUP or (self.focus.at and before and self.focus.at.name != before.name):
            self.draft.settle()
        if event.type == pygame.MOUSEBUTTONUP and self.fields.dragged:
            self.relay()
        return answer

    def key(self, event: Event) -> bool:
        """Use the keys of the editor."""
        if self.focus.at:
            self.focus.at.on_blur()  # the names and figures that are being typed belong to what the key does
        if self.keys.run(event, self):
            return True
        part, (code, held) = self.model.part, chord_in(event)
        if part is None or held:
            return False
        if code == pygame.K_DELETE:
            self.model.remove(part)
        elif pygame.K_1 <= code <= pygame.K_9:
            self.model.count(part, code - pygame.K_0)
        else:
            return False
        return True

    def search(self) -> None:
        """Focus the search."""
        self._focus("find")

    def undo(self) -> None:
        self.model.attempt(self.draft.undo)

    def redo(self) -> None:
        self.model.attempt(self.draft.redo)

    def _focus(self, name: str) -> None:
        self.focus.focus(next((one for one in self.focus.widgets if one.name == name), None), True)

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return the bar, the offers at the left, the clock in the middle and the form at the right."""
        px = theme.px
        self._wide = area.w >= px(WIDE)
        left = px(280 if self._wide else 230 if area.w >= px(1200) else 190)
        right = px(470 if self._wide else 430 if area.w >= px(1200) else 380)
        body = Rect(0, px(TOP), area.w, area.h - px(TOP))
        middle = Rect(left, body.y, area.w - left - right, body.h)
        find = Rect(px(12), body.y + px(12), left - px(24), px(36))
        made: list[Widget] = [*self._bar(area)]
        search = self.fields.line("find", find, self.find, 60)
        search.placeholder = f"find a {'design' if self.compare.choosing else 'part'}   {self.cap('find part')}"
        search.on_change, search.on_enter = self._on_find, self._choose_found
        made.append(search)
        made += self.offers.lay_out(Rect(0, find.bottom + px(6), left, area.h - find.bottom - px(6)))
        self.foot = Rect(middle.x, middle.bottom, middle.w, 0)
        if self._wide and self.compare.on:
            middle.h -= px(HIGH)
            self.foot = Rect(middle.x, middle.bottom, middle.w, px(HIGH))
            made += self.compare.lay_out(self.foot)
        made += self.hull.lay_out(middle)
        made += self._tabs(Rect(area.w - right + px(16), body.y + px(10), right - px(32), px(36)))
        top = body.y + px(52)
        made += self.form.lay_out(Rect(area.w - right, top, right, area.h - top - px(78)))
        self._reveal()
        made += self._verdict(Rect(area.w - right + px(16), area.h - px(70), right - px(32), px(58)))
        return made

    def _reveal(self) -> None:
        """Scroll to a part that has just been taken in hand, and to the fields below it."""
        if self.model.held:
            self.form.show(next((one for one in self.form.widgets if one.name == "if let go"), None))
            return
        if (self.model.hand == self._shown and not self._sought) or self.tab:
            return
        name = self._sought or row_name(self.model.hand)
        self._shown, self._sought = self.model.hand, ""
        row = next((one for one in self.form.widgets if one.name == name), None)
        if row is not None and not self.form.rect.contains(row.rect.inflate(0, theme.px(420))):
            self.form.scroll.to(self.form.scroll.offset + row.rect.y - self.form.rect.y - theme.px(48))
            self.form.place()

    def _bar(self, area: Rect) -> list[Widget]:
        px, draft = theme.px, self.draft
        faults = len(draft.now.faults)
        made: list[Widget] = []
        wide = area.w >= px(1200)
        low = area.w < px(1000)  # keys of buttons are left out
        x, cap = px(150 if low else 232), self.cap
        buttons = (
            ("Undo", cap("undo drawing"), 96, self.undo, draft.undoes, not draft.undoes),
            ("Redo", cap("redo drawing"), 96, self.redo, draft.redoes, not draft.redoes),
            *(
                (
                    (
                        "Compare",
                        cap("compare drawing"),
                        124,
                        self.toggle_comparison,
                        "Beside another design of its game",
                        False,
                    ),
                )
                if wide
                else ()
            ),
            *(
                (("Print", cap("print drawing"), 128, self.print_it, "Its sheet, on paper", False),)
                if area.w >= px(1260)
                else ()
            ),
            ("Sandbox", cap("try drawing"), 124, self.try_it, "Try a ship of it in the sandbox", bool(faults)),
        )
        for label, key, wide, deed, hint, off in buttons:
            place = Rect(x, px(12), px(wide - 32 * low), px(40))
            made.append(
                Button(place, label, on_press=deed, cap="" if low else key, hint=hint, enabled=not off, rule=YARD)
            )
            x = place.right + px(8)
        back = Rect(area.right - px(92 if low else 136), px(12), px(80 if low else 124), px(40))
        save = Rect(back.x - px(188 if low else 238), px(8), px(180 if low else 230), px(48))
        sub = f"{faults} thing{'s' * (faults > 1)} cannot be built: a draft" if faults else draft.now.cost.summary
        kind, hint = "plain" if faults else "main", f"{cap('save drawing as new')} saves it in a new file"
        words, deed = "Save to your designs", self.save
        made.append(
            Button(
                save,
                words,
                on_press=deed,
                cap="" if low else cap("save drawing"),
                sub=sub,
                kind=kind,
                hint=hint,
                rule=YARD,
            )
        )
        made.append(Button(back, "Back", on_press=self.close, cap="" if low else "Esc"))
        return made

    def _on_find(self, words: str) -> None:
        self.find = words
        if not words:
            self.fields.line("find", Rect(0, 0, 1, 1), "", 60).write("")
        self.relay()

    def _choose_found(self) -> None:
        """Choose the one part or design that the search has found, or go to the first of several."""
        found = [one for one in self.offers.widgets if one.on_press]
        if len(found) == 1:
            found[0].press()
            if not self._asked:
                self.focus.focus(None)
                self._on_find("")
        elif found:
            self.focus.focus(found[0], True)

    def toggle_comparison(self) -> None:
        """Show another design beside this one, or hide it. It is in the foot of a wide window, else in a tab."""
        if self._wide:
            self.tab = 0 if self.tab == COMPARED else self.tab
            self.compare.toggle()
        else:
            self._open_tab(0 if self.tab == COMPARED else COMPARED)

    def _compare_with(self, key: str) -> None:
        self._on_find("")
        self.compare.choose(key)

    def _fill_designs(self, column: Column) -> None:
        """List the designs to compare with."""
        column.heading("Compare with", "points")
        files = self.draft.system.files
        for one in self.compare.designs:
            if self.find.lower() in one.name.lower():
                press, named = partial(self._compare_with, one.key), f"other {one.key}"
                on = one.key == self.compare.key
                button = Button(column.row(34, 3), one.name, on_press=press, on=on, name=named, rule=files.price_rule)
                button.note, button.size = str(files.price(one)), 15
                column.add(button)

    def _fill_offers(self, column: Column) -> None:
        if self.compare.choosing:
            self._fill_designs(column)
            return
        group, form = "", self.draft.now.form
        heads = "  ".join(form.columns if form.offered is None else form.offered)
        for offer in form.offers:
            if self.find.lower() not in offer.label.lower():
                continue
            if offer.group != group:
                column.space(12 if group else 4)
                column.heading(offer.group, "" if group else heads)
                group = offer.group
            press, named = partial(self._add, offer), f"offer {offer.key}"
            column.add(OfferRow(column.row(32, 1), offer, on_press=press, name=named, rule=offer.rule))
        if form.twin is not None:
            column.space(8)
            twin, alike = "With Shift a gun brings its twin on the other side.", self.cap("mirror drawing")
            column.paragraph(f"{twin} {alike} makes both sides alike.", theme.palette.muted, 14)

    def _add(self, offer: PartOffer) -> None:
        """Put a part aboard. One that only another edition builds must be pressed twice."""
        asks = bool(offer.refused) and offer.instead is not None and self._asked != offer.key
        self._asked = offer.key if asks else ""
        if asks:
            self.model.say(f"{offer.label} is built {offer.refused}. Press it again to change the edition.", True)
            return
        self.model.add(offer, twin=bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def _tabs(self, r: Rect) -> list[Widget]:
        names = TABS[:COMPARED] if self._wide else TABS
        self.tab = min(self.tab, len(names) - 1)
        return [Segments(r, names, chosen=self.tab, on_change=self._open_tab, name="tabs", rule=YARD)]

    def _open_tab(self, index: int) -> None:
        self.tab = index
        self.compare.choosing = False
        self.form.scroll.to(0)
        self.relay()

    def _verdict(self, r: Rect) -> list[Widget]:
        faults = len(self.draft.now.faults)
        if not faults:
            return [Built(r, self.draft.now.cost.in_full, name="verdict", rule=YARD)]
        words = f"{faults} thing{'s' * (faults > 1)} cannot be built"
        return [
            Button(
                r,
                words,
                on_press=self.next_fault,
                sub=f"{self.draft.now.cost.summary} · go to the next",
                kind="danger",
                cap=self.cap("next fault"),
                name="verdict",
            )
        ]

    # -- the form ------------------------------------------------------------------------------------------------------

    def _fill_form(self, column: Column) -> None:
        """Fill the form, the sheet, or the text of the file."""
        if self.tab == 0 or self.model.held:
            self.fields.fill(column)
        elif self.tab == 1:
            self.hull.fill_sheet(column, False)
        elif self.tab == COMPARED and not self._wide:
            self.compare.fill(column)
        else:
            self._fill_file(column)

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

    # -- drawing -------------------------------------------------------------------------------------------------------

    def paint(self, dst: Surface) -> None:
        """Draw grounds, and the heads of the columns."""
        px, p, area = theme.px, theme.palette, dst.get_rect()
        now = self.draft.now
        dst.fill(p.ink)
        box(dst, (0, 0, area.w, px(TOP)), p.panel, 0, 255, p.line)
        if self.foot.h:
            box(dst, self.foot, p.panel, 0, 255, p.line)
        for pane in (self.offers, self.form):
            box(dst, (pane.rect.x, px(TOP), pane.rect.w, area.h - px(TOP)), p.panel, 0, 255, p.line)
        name = px(126 if area.w < px(1000) else 206)
        fit_text(dst, now.design.name, (px(16), px(22)), name, 20, p.white, "b", "midleft")
        game = f"{self.draft.system.title} · {'not saved' if self.draft.unsaved else 'saved'}"
        fit_text(dst, game, (px(16), px(46)), name, (14, 13, 12), p.muted, "r", "midleft")
        self.hull.paint(dst)
        x = self.offers.rect.right + px(20)
        room = self.form.rect.x - x - px(20)
        if self.model.said and not self.drag.on:
            ink = p.green if self.model.well else p.red
            plate = Rect(x - px(8), self.foot.y - px(48), room + px(16), px(38))
            box(dst, plate, mix(ink, p.panel, 0.86), 6, 255, mix(ink, p.panel, 0.4))
            fit_text(dst, self.model.said, plate.center, plate.w - px(20), (15, 14, 13, 12), ink, "s", "center")

    def paint_over(self, dst: Surface) -> None:
        """Draw what is dragged."""
        self.drag.paint(dst)
