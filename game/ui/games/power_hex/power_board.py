"""The power of a reactor: its boxes by use, a line for each gun, and arrows from givers to receivers; no part of the
rules.

With an order in hand, a gun, or the spare boxes, can be dragged onto another gun to give it power. A press on a gun
that can gain cycles through all sufficient donors. The switch at the end of its line turns it off.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.names import join_words
from game.core.orders import Order
from game.systems.power_hex.parts import PowerLine, PowerTable
from game.ui.input_modes.choose import keys_of
from game.ui.render.lines import arrowheads, dashed_line, polyline
from game.ui.render.shapes import Vec, box, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import Colour, cached, theme
from game.ui.seat.seat_model import SeatModel
from game.ui.ship_sheet.painters import Edit, SheetLook
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still, Widget

# design pixels: a line, a low line, the reactor, the headings
ROW, LOW_ROW, BAR, HEADS = 27, 22, 14, 14
COLUMNS = ("gun", "arc", "draws", "charge", "given")  # columns with headings; the state has a column of its own
PLACES = (0.0, 0.33, 0.46, 0.6, 0.83)  # shares of a line's width where name, arc, draws, charge and arrows begin
STATE = 0.74  # share of the whole width where the state of a gun begins
INKS = {"own": "azure", "flank": "violet", "note": "yellow", "good": "green"}
TONES = {
    "ready": "green",
    "waits": "muted",
    "off": "red",
    "cools": "yellow",
    "keeps": "azure",
    "fired": "muted",
    "lost": "red",
}


@dataclass(frozen=True)
class PowerHands:
    """Actions on the order in hand: give a gun, named by its field, the power of a donor, cycle through donors, or
    switch a gun."""

    give: Callable[[str, str], object]
    step: Callable[[str], object]
    switch: Callable[[str], object]


class PowerChoices:
    """The actions through the fields of the order in hand."""

    def __init__(self, model: SeatModel, order: Order, edit: Edit) -> None:
        self.model, self.order, self.edit = model, order, edit
        self.hands = PowerHands(self.give, self.step, self.switch)

    def give(self, field: str, donor: str) -> None:
        """Add a donor for a gun."""
        self.edit(field, tuple(sorted({*keys_of(self.order.value(field)), donor})))

    def step(self, field: str) -> None:
        """Take the next sufficient set of donors; after the last, none."""
        able = [one.value for one in self.model.view.choices(self.order, field) if not one.why_not]
        now = self.order.value(field)
        if able:
            self.edit(field, able[(able.index(now) + 1) % len(able)] if now in able else able[0])

    def switch(self, key: str) -> None:
        """Switch a gun off, or on again."""
        self.edit("off", tuple(sorted({*keys_of(self.order.value("off"))} ^ {key})))


class Donor(Widget):
    """A donor that can be dragged onto a gun of the same table: another gun, or the reactor."""

    def __init__(
        self,
        rect: Rect,
        key: str,
        hands: PowerHands | None,
        *,
        rule: str,
        name: str,
        hint: str,
        press: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(rect, on_press=press, rule=rule, name=name, hint=hint)
        self.key_given, self.hands = key, hands
        self.takers: Sequence[GunLine] = ()

    @property
    def held(self) -> bool:
        """Return whether the donor is being dragged."""
        return self.pressed and bool(self.key_given) and self.hands is not None

    def handle(self, event: Event) -> bool:
        """Give power to the gun on which the donor is dropped, if that gun can gain."""
        if (
            event.type == pygame.MOUSEBUTTONUP
            and event.button == 1
            and self.held
            and not self.hit.collidepoint(event.pos)
        ):
            self.pressed = False
            taker = next((row.one for row in self.takers if row.hit.collidepoint(event.pos)), None)
            if taker is not None and taker.feed and self.hands is not None:
                self.hands.give(taker.feed, self.key_given)
            return True
        return super().handle(event)


@cached(16)
def power_sign(sign: str, colour: Colour) -> Surface:
    """Return the sign of a state: a tick for ready, a switch for off, a snowflake for cooling, a cross for kept, a
    stroke for lost."""
    v = Vec(16, 16, 4, theme.scale)
    if sign == "ready":
        v.lines([(2, 9), (6, 13), (14, 3)], colour, 2.2)
    elif sign in ("off", "lost"):
        v.lines([(4.2, 4.4), (2.6, 8), (4, 12), (8, 13.8), (12, 12), (13.4, 8), (11.8, 4.4)], colour, 1.8)
        v.line((8, 1.5), (8, 8), colour, 1.8)
    elif sign == "cools":
        for a, b in (((8, 1), (8, 15)), ((2, 4.5), (14, 11.5)), ((2, 11.5), (14, 4.5))):
            v.line(a, b, colour, 1.8)
    elif sign == "keeps":
        v.line((3, 3), (13, 13), colour, 2)
        v.line((3, 13), (13, 3), colour, 2)
    else:
        v.circ((8, 8), 5, colour, 255, 1.6)
    return v.done()


class ReactorBar(Donor):
    """A box for each unit of output, coloured by use. Dragged onto a gun, it gives its spare power."""

    def __init__(self, rect: Rect, table: PowerTable, hands: PowerHands | None) -> None:
        said = ", ".join(f"{points} {what}" for points, what, _ in table.boxes)
        drag = "; drag it onto a gun to give what is to spare" if table.spare else ""
        super().__init__(rect, table.spare, hands, rule=table.rule, name="reactor", hint=f"{table.note}: {said}{drag}")
        self.table = table
        self.focusable = False

    def draw(self, dst: Surface) -> None:
        """Draw used boxes from the left, then hollow spare ones."""
        p, r = theme.palette, self.rect
        inks = [getattr(p, INKS[tone]) for points, _, tone in self.table.boxes for _ in range(points)]
        output = self.table.output
        step = (r.w + theme.px(3)) / max(1, output, len(inks))
        for n in range(max(output, len(inks))):
            cell = Rect(round(r.x + n * step), r.y, round(step) - theme.px(3), r.h)
            if n >= output:
                box(dst, cell, p.red, 3, 255, p.red)
            elif n < len(inks):
                box(dst, cell, inks[n], 3)
            else:
                box(dst, cell, p.well, 3, 255, p.edge)


class GunLine(Donor):
    """A gun: its draw, its charge as pips, its state. Dropped on another line, it gives its power there."""

    def __init__(self, rect: Rect, one: PowerLine, hands: PowerHands | None, odd: bool, rule: str) -> None:
        able = hands is not None and (one.feed or one.gives)
        press = partial(hands.step, one.feed) if hands and one.feed else None
        gives = one.key if one.gives else ""
        super().__init__(
            rect, gives, hands, rule=rule, name=f"power {one.key}", hint=line_words(one, bool(able)), press=press
        )
        self.one, self.odd, self.focusable = one, odd, hands is not None
        self.able = bool(able)

    @property
    def hit(self) -> Rect:
        """The rect in which the line is drawn."""
        return self.rect.clip(self.window) if self.window else self.rect

    def draw(self, dst: Surface) -> None:
        """Draw name, arc, figure and pips."""
        p, px, r, one = theme.palette, theme.px, self.rect, self.one
        hot = self.hover and self.able
        fill = p.active if self.pressed and one.gives else p.raised if hot or self.odd else p.panel
        box(dst, r, fill, 4, 255, theme.accent if one.donors else None)
        quiet = one.sign in ("off", "lost")
        ink = p.faint if quiet else p.white
        x = [r.x + px(6) + round((r.w - px(6)) * share) for share in PLACES]
        fit_text(dst, one.label, (x[0], r.centery), x[1] - x[0] - px(4), (15, 14, 13), ink, "s", "midleft")
        text(dst, one.arcs, (x[1], r.centery), 13, p.muted, "r", "midleft")
        text(dst, str(one.draws), (x[2], r.centery), 14, ink, "s", "midleft")
        most = one.full if one.draws else 0
        wide = min(px(14), (x[4] - x[3] - px(6)) // max(1, most))
        for n in range(most):
            pip = Rect(x[3] + n * wide, r.centery - px(5), wide - px(3), px(10))
            now, then = n < one.charge, n < one.becomes
            fill = p.green if then and not now else theme.accent if then else p.well
            box(dst, pip, fill, 2, 255, p.red if now and not then else p.edge)


class ColumnHeads(Still):
    """The headings of the columns."""

    def __init__(self, rect: Rect, rule: str) -> None:
        super().__init__(rect, rule=rule, name="power columns", hint=", ".join((*COLUMNS, "state")))

    def draw(self, dst: Surface) -> None:
        """Draw small words, each over its column."""
        r, px, ink = self.rect, theme.px, theme.palette.faint
        wide = round(r.w * STATE) - px(6)
        for words, share in zip(COLUMNS, PLACES):
            text(dst, words, (r.x + px(6) + round(wide * share), r.centery), 12, ink, "r", "midleft")
        text(dst, "state", (r.x + round(r.w * STATE) + px(4), r.centery), 12, ink, "r", "midleft")


def line_words(one: PowerLine, able: bool) -> str:
    """Return a line in words, with its possible actions, or the reason it can gain nothing."""
    state = "charging" if one.sign == "waits" else one.words
    words = f"{one.label}: {one.hint}; draws {one.draws}, charge {one.becomes} of {one.full}, {state}"
    if one.gains_not:
        words += f"\nIt gains nothing from more power: {one.gains_not}."
    if not able:
        return words
    press = "Press to give it one more charge; press again to change who gives."
    return f"{words}\n{press if one.feed else 'Drag it onto a gun that gains.'}"


class GunSwitch(Widget):
    """The state of a gun at the end of its line; a press turns it off or on again."""

    def __init__(self, rect: Rect, one: PowerLine, hands: PowerHands | None, odd: bool, rule: str) -> None:
        press = partial(hands.switch, one.key) if hands and one.off else None
        verb = f"; press to switch it {'on' if one.sign == 'off' else 'off'}" if press else ""
        super().__init__(
            rect, on_press=press, rule=rule, name=f"switch {one.key}", hint=f"{one.label}: {one.words}{verb}"
        )
        self.one, self.odd, self.focusable = one, odd, press is not None

    @property
    def hit(self) -> Rect:
        """The rect in which the switch is drawn."""
        return self.rect.clip(self.window) if self.window else self.rect

    def draw(self, dst: Surface) -> None:
        """Draw sign and words."""
        p, px, r = theme.palette, theme.px, self.rect
        ink: Colour = getattr(p, TONES[self.one.sign])
        if self.odd or (self.hover and self.focusable):
            box(dst, r, p.raised, 4, 255, p.edge if self.hover and self.focusable else None)
        stamp(dst, power_sign(self.one.sign, ink), (r.x + px(10), r.centery))
        fit_text(dst, self.one.words, (r.x + px(23), r.centery), r.w - px(25), (14, 13, 12, 11), ink, "r", "midleft")


class PowerArrows(Still):
    """Arrows from guns and boxes that give power to the receiving gun, and the line of a drag, drawn over the lines."""

    def __init__(self, rect: Rect, table: PowerTable, rows: Sequence[GunLine], reactor: ReactorBar) -> None:
        super().__init__(rect, name="power arrows")
        self.table, self.rows, self.reactor = table, rows, reactor
        self.pointer: tuple[int, int] | None = None

    @property
    def hit(self) -> Rect:
        """An empty rect, because the pointer passes through."""
        return Rect(0, 0, 0, 0)

    def handle(self, event: Event) -> bool:
        """Follow a drag."""
        if event.type == pygame.MOUSEMOTION and any(one.held for one in (self.reactor, *self.rows)):
            self.pointer = event.pos
            return True
        return False

    def draw(self, dst: Surface) -> None:
        """Draw a bracket from every donor to the gun, its head at the gun."""
        p, px = theme.palette, theme.px
        places = {row.one.key: row.rect for row in self.rows}
        lane = 0
        for row in self.rows:
            if not row.one.donors:
                continue
            left = row.rect.x + px(6) + round((row.rect.w - px(6)) * PLACES[4])
            x = left + px(18 + 9 * (lane % 3))
            lane += 1
            y, guns = row.rect.centery, [places[key].centery for key in row.one.donors if key in places]
            ink = p.yellow if guns else p.green
            for other in guns:
                polyline(dst, [(left, other), (x, other), (x, y), (left + px(6), y)], ink, 1.8)
            if self.table.spare in row.one.donors:
                polyline(dst, [(x + px(8), y), (left + px(6), y)], p.green, 1.8)
            arrowheads(dst, [(left + px(3), y, 270.0)], ink, 6)
        held: Donor | None = next((one for one in (self.reactor, *self.rows) if one.held), None)
        if self.pointer is not None and held is not None:
            self._drag(dst, held, self.pointer)

    def _drag(self, dst: Surface, held: Donor, pointer: tuple[int, int]) -> None:
        """Draw a line from the dragged donor to the pointer. Guns that can gain are framed; over another gun the reason
        is shown."""
        p, px = theme.palette, theme.px
        for row in self.rows:
            if row.one.feed and row is not held:
                r = row.hit
                dashed_line(
                    dst, [r.topleft, r.topright, r.bottomright, r.bottomleft], p.green, 1.4, 5, 4, 255, closed=True
                )
        dashed_line(dst, [held.rect.center, pointer], p.yellow, 2, 6, 4)
        if words := self.refused:
            chip = Rect(0, 0, width(words, 14) + px(16), px(24))
            chip.midbottom = self.rect.centerx, pointer[1] - px(14)
            box(dst, chip, p.well, 4, 250, p.red)
            text(dst, words, chip.center, 14, p.red, "r", "center")

    @property
    def refused(self) -> str:
        """The reason the line under the pointer takes nothing; empty if it can, or if nothing is dragged."""
        held = next((one for one in (self.reactor, *self.rows) if one.held), None)
        at = self.pointer
        over = next((row for row in self.rows if held not in (None, row) and at and row.hit.collidepoint(at)), None)
        if over is None or over.one.feed:
            return ""
        return f"{over.one.label} gains nothing: {over.one.gains_not or 'it holds no charge'}"


def power_board(column: Column, table: PowerTable, look: SheetLook) -> None:
    """Add the power of the reactor, read-only."""
    lay_board(column, table)


def power_form(column: Column, table: PowerTable, look: SheetLook) -> set[str]:
    """Add the power of the reactor with the order in hand, if it has fields on its lines. Return the names of the
    fields, “” for a line without one."""
    names = {name for line in table.lines for name in (line.feed, line.off)}
    if any(names) and look.model is not None and look.edit is not None and look.model.order is not None:
        lay_board(column, table, PowerChoices(look.model, look.model.order, look.edit).hands)
    return names


def lay_board(column: Column, table: PowerTable, hands: PowerHands | None = None) -> None:
    """Add the reactor under its heading, then the guns. With `hands`, power can be given and guns switched."""
    column.heading(table.title, table.note, theme.palette.muted, table.rule)
    reactor = ReactorBar(column.row(BAR, 6), table, hands)
    column.add(ColumnHeads(column.row(HEADS, 1), table.rule))
    top, rows, switches = column.y, list[GunLine](), list[GunSwitch]()
    for n, one in enumerate(table.lines):
        r = column.row(LOW_ROW if column.low else ROW, 1)
        cut = r.x + round(r.w * STATE)
        rows.append(GunLine(Rect(r.x, r.y, cut - r.x, r.h), one, hands, n % 2 == 0, table.rule))
        switches.append(GunSwitch(Rect(cut, r.y, r.right - cut, r.h), one, hands, n % 2 == 0, table.rule))
    arrows = PowerArrows(Rect(column.x, top, column.wide, max(1, column.y - top)), table, rows, reactor)
    for donor in (reactor, *rows):
        donor.takers = rows
    for widget in (reactor, *(each for pair in zip(rows, switches) for each in pair), arrows):
        column.add(widget)
    feeds = [one.label for one in table.lines if one.feed]
    if hands and feeds and not any(one.donors for one in table.lines):
        column.space(4)
        column.paragraph(
            f"Drag a gun, or the boxes, onto {_either(feeds)}; or press that.", theme.palette.muted, 13, table.rule
        )
    column.space(6)


def _either(names: Sequence[str]) -> str:
    """Return names with “or” before the last. Of many, return the first two and the number of others."""
    if len(names) > 3:
        return f"{', '.join(names[:2])} or {len(names) - 2} others"
    return join_words(names, "or")
