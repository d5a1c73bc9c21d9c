"""The launch bays of a carrier on its sheet: the group of each, and its place; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect, Surface

from game.core.display import Bay, Sheet
from game.ui.board.label_engine.pictures import pips_picture
from game.ui.board.layers.counters import token_picture
from game.ui.render.shapes import box, paste, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Widget

HIGH, LOW = 44, 36  # design pixels of a row, and where there is little height
PIP = 9  # design pixels of a pip
Press = Callable[[Bay], Callable[[], object] | None]


def bays(column: Column, sheet: Sheet, seat: int, press: Press = lambda bay: None) -> None:
    """Add a row for each bay under a heading, if there are any. `press` returns the action of a click on one."""
    if not sheet.bays:
        return
    here, count = sum(not bay.away for bay in sheet.bays), len(sheet.bays)
    said = f"{count} bay{'s' * (count != 1)}, {here} group{'s' * (here != 1)} aboard"
    column.heading("Launch bays", said, theme.palette.text, sheet.bays[0].rule)
    for bay in sheet.bays:
        column.add(BayRow(column.row(LOW if column.low else HIGH, 4), bay, theme.seat(seat), press(bay)))


class BayRow(Widget):
    """One bay: its group in a berth, with name, type and endurance, and the place of the group."""

    def __init__(self, rect: Rect, bay: Bay, colour: Colour, press: Callable[[], object] | None) -> None:
        does = " Press to keep it aboard." if bay.tone == "own" else " Press to launch it." if press else ""
        hint = f"{bay.hint[:1].upper()}{bay.hint[1:]}.{does}"
        super().__init__(rect, on_press=press, rule=bay.rule, hint=hint, name=f"bay {bay.key}")
        self.bay, self.colour = bay, colour
        self.lights = self.focusable = press is not None

    @property
    def look(self) -> tuple[object, ...]:
        """Everything its picture depends on."""
        return self.bay, self.colour, self.hover, theme.scale

    def draw(self, dst: Surface) -> None:
        """Draw plate, berth and disc, two lines, and the words at the right."""
        p, px, r, bay = theme.palette, theme.px, self.rect, self.bay
        lit = bay.tone == "own"
        fill = p.active if lit else mix(p.raised, p.edge, 0.3) if self.hover and self.on_press else p.raised
        box(dst, r, fill, 6, 255, self.colour if lit else p.line, 2 if lit else 1)
        berth = Rect(r.x + px(10), r.y + px(5), r.h - px(10), r.h - px(10))
        box(dst, berth, p.well, 4, 255, p.edge, 1)
        shade = mix(self.colour, p.well, 0.62) if bay.away else self.colour
        stamp(dst, token_picture(bay.group, shade, berth.h / 2 - px(2)), berth.center)
        inks = {"own": p.white, "good": p.green, "note": p.yellow, "bad": p.red}
        words = text(dst, bay.words, (r.right - px(12), r.centery), 15, inks.get(bay.tone, p.muted), "s", "midright")
        left, right = berth.right + px(12), words.left - px(10)
        row = pips_picture(*bay.group.pips, shade, PIP) if bay.group.pips[1] else None
        if row and right - left - row.get_width() - px(10) > width(bay.group.kind, 14):
            right -= row.get_width()
            paste(dst, row, (right, r.centery - row.get_height() / 2))
            right -= px(10)
        name, kind = (r.y + px(13), r.y + px(31)) if r.h > px(40) else (r.y + px(11), r.y + px(26))
        ink = p.muted if bay.away else p.white
        fit_text(dst, bay.group.name, (left, name), right - left, (16, 15, 14, 13), ink, "s", "midleft")
        fit_text(dst, bay.group.kind, (left, kind), right - left, (14, 13), p.muted, "r", "midleft")
