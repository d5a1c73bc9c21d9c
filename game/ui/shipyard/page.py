"""The shipyard: every design of every fleet with its sheet and its bill, and the reasons a design cannot be built.

A new design is begun from here, or a copy changed. The sums and refusals come from the yard of each game; nothing is
computed here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.designs import OWN, DesignOnFile, design_folder, designs_of, fleet_names, own_folder, read_design
from game.core.game_files import ShipDesign
from game.core.system import RuleSystem
from game.exchange.files import foreign
from game.formats.atomic_file import CannotSave, files_in, typed_path
from game.formats.validation import BadFile
from game.paper.sources import Printing, design_to_print
from game.ui.host.screen import Answer, Push
from game.ui.keys.list_page import KeyedPage
from game.ui.keys.shipyard_bindings import BINDINGS
from game.ui.pages.problem_page import Problems
from game.ui.pages.taken_over import take_over
from game.ui.render.text import fit_text, width
from game.ui.render.theme import theme
from game.ui.shipyard.editor import Editor
from game.ui.shipyard.new_ship import NewShip
from game.ui.shipyard.rows import DesignRow
from game.ui.shipyard.sheet import YARD, bill_rows, laid_up, seat_of_shape, sheet_rows
from game.ui.toolkit.column import Column, ScrolledPane
from game.ui.toolkit.page import margin
from game.ui.toolkit.text_field import path_row
from game.ui.toolkit.widgets import Button, Widget
from game.yard.draft import Draft, copy_of
from game.yard.own_designs import KEPT, bring_back, duplicate, put_away

SAID = 16  # design pixels of the last message, below the lists


class Shipyard(KeyedPage):
    """All designs at the left, the chosen one's sheet and bill at the right."""

    key_table = BINDINGS
    subject = YARD
    rows = DesignRow
    takes_files = True  # a file dropped on the window is read as a design

    def __init__(self, systems: Mapping[str, RuleSystem], played: RuleSystem | None = None) -> None:
        """Show the designs of these games. Start with the first fleet of `played` if it has designs of its own."""
        self.list, self.sheet, self.bill = ScrolledPane("designs"), ScrolledPane("sheet"), ScrolledPane("bill")
        super().__init__(self.list, self.sheet, self.bill)
        self.designs: list[ShipDesign] = []
        self.bad: BadFile | None = None
        self.systems = systems
        # the game of each design: the first one, if games share designs
        self.builders: dict[tuple[str, str], RuleSystem] = {}
        first: dict[Path, RuleSystem] = {}
        for system in systems.values():
            first.setdefault(design_folder(system), system)
        self.names = {"all": "All"}  # names of fleets
        self.own: dict[str, DesignOnFile] = {}  # the player's own designs and drafts, by key
        for system in first.values():
            self.names |= fleet_names(system)
            try:
                found = sorted(designs_of(system).values(), key=lambda one: (seat_of_shape(one.glyph), one.points))
            except BadFile as bad:
                self.bad = bad
                continue
            found = [one for one in found if one.fleet != OWN]
            self.designs += found
            self.builders |= {(one.fleet, one.key): system for one in found}
        self.shipped, self.games = tuple(self.designs), tuple(first.values())
        self._read_own()
        self.played = played if played in systems.values() else None
        self.fleet = 0
        self.chosen: ShipDesign | None = self.designs[0] if self.designs else None
        own = next((one for one in self.designs if self.builders[one.fleet, one.key] is played), None)
        if own is not None and own is not self.chosen:
            self.chosen, self.fleet = own, self.fleets.index(own.fleet)
        self.told, self.well = "", False  # the last action, or why it was refused
        self.deleted: list[tuple[RuleSystem, Path]] = []  # the designs deleted here: game, and path
        self.path = self.side = ""  # the side whose chart is open, for a ship with sides

    def _read_own(self) -> None:
        """List the player's own designs and drafts after those of the games."""
        self.own = {}
        for system in self.games:
            for path in files_in(own_folder(system)):
                try:
                    self.own[path.stem] = read_design(path, [system], OWN)
                except BadFile as bad:
                    self.bad = bad
        self._list_own()

    def _list_own(self) -> None:
        self.designs = [*self.shipped, *(one.design for one in self.own.values())]
        self.builders |= {(OWN, key): one.system for key, one in self.own.items()}

    def uncovered(self) -> None:
        """Read the player's designs again, because one may just have been drawn."""
        self.told = ""
        self._read_own()
        if self.chosen is not None and self.chosen.fleet == OWN:
            self.chosen = next((one.design for one in self.own.values() if one.design.key == self.chosen.key), None)
        self.relay()

    def heard(self, word: object) -> Answer:
        """Choose the design that was drawn."""
        if isinstance(word, Path) and word.stem in self.own:
            self._show_own(word.stem)
        return None

    def _show_own(self, key: str) -> None:
        self.fleet = self.fleets.index(OWN)  # a fleet that lists the design
        self.list.scroll.to(0)
        self._choose(self.own[key].design)

    def begin_new(self) -> None:
        """Begin a new design of the game that is shown, or of another."""
        shown = self._system_of(self.chosen) if self.chosen else None
        system = shown or self.played or next(iter(self.games), None)
        if system is not None:
            self.answer = Push(NewShip(self.games, system if system in self.games else self.games[0]))

    def _system_of(self, design: ShipDesign) -> RuleSystem:
        return self.builders[design.fleet, design.key]

    def duplicate(self) -> None:
        """Save a copy of the chosen design among the player's own, under another name."""
        if (design := self.chosen) is None:
            return
        on_file = self.own.get(design.key) if design.fleet == OWN else None
        system = self._system_of(design)
        try:
            path = duplicate(system, on_file.entry if on_file else copy_of(system, design.key))
        except BadFile as bad:
            self.answer = Push(Problems(bad))
        except CannotSave as why:
            self._tell(str(why))
        else:
            self._read_own()
            self._show_own(path.stem)
            self._tell(f"Saved as {self.own[path.stem].design.name}. C changes it.", True)

    @property
    def _mine(self) -> Path | None:
        """The file of the chosen design, if it lies among the player's own."""
        on_file = self.own.get(self.chosen.key) if self.chosen is not None and self.chosen.fleet == OWN else None
        path = Path(on_file.document.name) if on_file else None
        return path if on_file and path and path.parent == own_folder(on_file.system) else None

    def delete(self) -> None:
        """Move the player's chosen design to the deleted ones."""
        path, design = self._mine, self.chosen
        if path is None or design is None:
            return
        try:
            self.deleted.append((self.own[design.key].system, put_away(path)))
        except CannotSave as why:
            self._tell(str(why))
            return
        shown = self.shown
        at = shown.index(design)
        self._read_own()
        rest = self.shown
        self._choose(rest[min(at, len(rest) - 1)] if rest else None)
        self._tell(f"{design.name} is deleted, and kept in {path.parent / KEPT}. Z brings it back.", True)

    def restore(self) -> None:
        """Bring back the design that was deleted last."""
        if not self.deleted:
            return
        try:
            path = bring_back(*self.deleted[-1])
        except CannotSave as why:
            self._tell(str(why))
            return
        self.deleted.pop()
        self._read_own()
        if path.stem in self.own:
            self._show_own(path.stem)
            self._tell(f"{self.own[path.stem].design.name} is back.", True)

    def _tell(self, words: str, well: bool = False) -> None:
        self.told, self.well = words, well
        self.relay()

    def change(self) -> None:
        """Edit a copy of the chosen design or, if it is one of the player's own, the design itself."""
        design = self.chosen
        if design is None:
            return
        system = self.builders[design.fleet, design.key]
        on_file = self.own.get(design.key) if design.fleet == OWN else None
        try:
            if on_file is None:
                self._draw(Draft(system, copy_of(system, design.key)))
            else:
                path = Path(on_file.document.name)
                mine = path.parent == own_folder(system)
                entry = dict(on_file.entry)
                self._draw(Draft.open(system, path) if mine else Draft(system, entry))
        except BadFile as bad:
            self.answer = Push(Problems(bad))
        except CannotSave as why:
            self._tell(str(why))

    def _draw(self, draft: Draft) -> None:
        self.told = ""
        self.answer = Push(Editor(draft))

    @property
    def fleets(self) -> list[str]:
        """All, and then the name of each fleet."""
        return ["all", *dict.fromkeys(one.fleet for one in self.designs)]

    @property
    def shown(self) -> list[ShipDesign]:
        """The designs of the chosen fleet."""
        wanted = self.fleets[min(self.fleet, len(self.fleets) - 1)]
        return [one for one in self.designs if wanted in ("all", one.fleet)]

    def _choose(self, design: ShipDesign | None) -> None:
        self.chosen = design
        self.sheet.scroll.to(0)
        self.bill.scroll.to(0)
        self.relay()

    def _open_side(self, side: str) -> None:
        self.side = side
        self.relay()

    def _filter(self, index: int) -> None:
        self.fleet = index
        self.list.scroll.to(0)
        if self.chosen not in self.shown:
            self._choose(next(iter(self.shown), None))
        self.relay()

    def _set_path(self, path: str) -> None:
        self.path = path

    def _read(self) -> None:
        """Read a design file and list it, with every reason why it cannot be built."""
        given = self.path.strip().strip("'\"")
        if not given:
            return
        path = typed_path(given)
        if foreign(path):
            self._import(path)
            return
        try:
            found = read_design(path, self.systems.values(), OWN)
        except BadFile as bad:
            self.answer = Push(Problems(bad))
            return
        self.own[found.design.key] = found
        self._list_own()
        self._show_own(found.design.key)

    def _import(self, path: Path) -> None:
        """Import the designs of another program's file into the player's own, and list those that failed."""
        try:
            page = take_over(path)
        except BadFile as bad:
            self.answer = Push(Problems(bad))
            return
        except CannotSave as why:
            self.told = str(why)
            return
        self._read_own()
        if page.written and (key := page.written[0].path.stem) in self.own:
            self._show_own(key)
        if page.bad.problems:
            self.answer = Push(page)

    def on_row_focus(self, row: DesignRow) -> None:
        """Choose the focused design."""
        if row.design is not self.chosen:
            self._choose(row.design)

    def handle(self, event: Event) -> Answer:
        """Handle an event; a dropped file is read as a design."""
        if event.type != pygame.DROPFILE:
            return super().handle(event)
        self.path = event.file
        self._read()
        answer, self.answer = self.answer, None
        return answer

    def lay_out(self, area: Rect) -> Iterable[Widget]:
        """Return filter and list, sheet and bill. Sheet and bill are side by side, or one below the other if there is
        little room."""
        px, m = theme.px, margin(area)
        close = self.close_button(area)
        change = Rect(close.rect.x - px(176), close.rect.y, px(164), close.rect.h)
        new = Rect(change.x - px(152), close.rect.y, px(140), close.rect.h)
        own = self.chosen is not None and self.chosen.fleet == OWN
        words, hint = ("Change it", "") if own else ("Change a copy", "Designs of the games stay as they are")
        tools = [Button(new, "New", on_press=self.begin_new, cap=self.cap("new design"), rule=YARD)]
        if self.chosen is not None:
            tools.append(
                Button(change, words, on_press=self.change, cap=self.cap("change design"), hint=hint, rule=YARD)
            )
        left = px(340 if area.w >= px(1200) else 262)
        told = SAID if self.told or self.bad else 0  # room for the last message
        body = Rect(m, px(96), area.w - 2 * m, area.h - px(96 + 92 + told))
        filters = self._filters(body.x, body.y, left)
        top = filters[-1].rect.bottom + px(12)
        listed = Rect(body.x, top, left, body.bottom - top)
        made: list[Widget] = [*filters, *self.list.fill(listed, self._rows(listed), 8)]
        if self.chosen is not None:
            made += self._sheet(Rect(body.x + left + px(28), body.y, body.w - left - px(28), body.h), self.chosen)
        low = area.w < px(1000)
        wide = px(104 if low else 146)
        delete = Rect(area.w - m - wide, area.h - px(72), wide, px(44))
        twin = delete.move(-wide - px(10), 0)
        foot = Rect(m, delete.y, twin.x - m - px(16), px(44))
        none = "" if self.chosen else "no design is chosen"
        strange = "" if self._mine else "only designs of your own can be deleted"
        for r, label, press, action, why in (
            (twin, "Duplicate", self.duplicate, "copy design", none),
            (delete, "Delete", self.delete, "delete design", strange),
        ):
            tool = Button(r, label, on_press=press, cap="" if low else self.cap(action), enabled=not why, rule=YARD)
            tool.hint = why
            tools.append(tool)
        words = "path of a file" if low else "Type or paste the path of a design file"
        row = path_row(
            foot,
            self.path,
            self._set_path,
            self._read,
            label="A design of yours",
            label_width=142,
            placeholder=words,
            button="Read it",
            rule=YARD,
        )
        printed = Rect(new.x - px(138), close.rect.y, px(126), close.rect.h)
        sheets = Button(
            printed, "Print", on_press=self.print_it, cap=self.cap("print design"), refused=none, rule="table/paper"
        )
        return [*made, *row, sheets, *tools, close]

    def print_it(self) -> None:
        """Open the page that prints the chosen design, or its fleet."""
        from game.ui.paper.screen import PrintScreen

        if self.chosen is None:
            return
        fleet = [one for one in self.designs if one.fleet == self.chosen.fleet]
        named = self.names.get(self.chosen.fleet, "Designs")
        self.answer = Push(
            PrintScreen(
                (
                    ("this ship", partial(self._printing, self.chosen.name, [self.chosen])),
                    ("its fleet", partial(self._printing, named, fleet)),
                )
            )
        )

    def _printing(self, title: str, designs: Iterable[ShipDesign]) -> Printing:
        built = self.builders
        return Printing(
            title, [design_to_print(built[one.fleet, one.key], one, self.names.get(one.fleet, "")) for one in designs]
        )

    def _filters(self, left: int, y: int, wide: int) -> list[Widget]:
        """Return a button for each fleet, as wide as its name, in as many rows as needed."""
        column = Column(Rect(left, y, wide, 0))
        labels = [self.names.get(fleet, fleet.capitalize()) for fleet in self.fleets]
        sized = ((index, round(width(label, 15, "s")) + theme.px(22)) for index, label in enumerate(labels))
        for r, index in column.flow(sized, 34, 6, 6):
            column.add(
                Button(
                    r,
                    labels[index],
                    on_press=partial(self._filter, index),
                    on=index == self.fleet,
                    size=15,
                    name=f"fleet {self.fleets[index]}",
                )
            )
        return column.widgets

    def _rows(self, r: Rect) -> list[Widget]:
        column = Column(Rect(r.x + theme.px(2), r.y + theme.px(4), r.w - theme.px(18), r.h))
        alike = Counter((one.fleet, one.name) for one in self.shown)
        for one in self.shown:
            files = self.builders[one.fleet, one.key].files
            size = files.figures(one)[0]
            words = f"{size.label.lower()} {size.value}", str(files.price(one))
            row, press = column.take(theme.px(DesignRow.HIGH), 6), partial(self._choose, one)
            file = f"{one.key}.yaml" if one.fleet == OWN and alike[one.fleet, one.name] > 1 else ""
            draft = "a draft" if one.fleet == OWN and any(files.faults(one)) else ""
            column.add(DesignRow(row, one, words, one is self.chosen, press, ", ".join(filter(None, (file, draft)))))
        return column.widgets

    def _sheet(self, r: Rect, design: ShipDesign) -> list[Widget]:
        """Return the sheet and the bill of a design."""
        px = theme.px
        fleet = self.names.get(design.fleet, design.fleet.capitalize())
        system = self.builders[design.fleet, design.key]
        ship, files = laid_up(system, design), system.files
        if r.w >= px(800):
            wide = max(px(430), round(r.w * 0.46))
            sheet, bill = Rect(r.x, r.y, wide, r.h), Rect(r.x + wide + px(28), r.y, r.w - wide - px(28), r.h)
        else:
            sheet, bill = r, Rect(0, 0, 0, 0)
        first = Column(sheet, 16)
        sheet_rows(first, design, files, ship, fleet, self.side, self._open_side)
        second = Column(bill, 16) if bill.w else first
        if second is first:
            first.y = first.widgets[-1].rect.bottom + px(24)
        bill_rows(second, design, files)
        return [*self.sheet.fill(sheet, first.widgets, 16), *self.bill.fill(bill, second.widgets if bill.w else [], 16)]

    def titles(self, area: Rect) -> tuple[str, str]:
        """Return the title and the number of designs, where there is room."""
        return "Shipyard", f"{len(self.designs)} designs, each priced by the yard" if area.w > theme.px(1100) else ""

    def paint(self, dst: Surface) -> None:
        """Draw ground, heading and divider."""
        super().paint(dst)
        area, px, p = dst.get_rect(), theme.px, theme.palette
        x = self.sheet.rect.x - px(15)
        dst.fill(p.line, (x, px(96), max(1, px(1)), area.h - px(188)))
        if self.told or self.bad:
            ink = p.green if self.told and self.well else p.red
            words = self.told or (self.bad.problems[0].message if self.bad else "")
            fit_text(dst, words, (margin(area), area.h - px(97)), area.w - 2 * margin(area), (15, 14, 13), ink)
