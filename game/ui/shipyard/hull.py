"""The middle of the yard's editor: the hull in its clock of arcs, with each part in its arc.

For a ship of sections, it is the sections as they lie.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial

from pygame import Rect, Surface

from game.core.display import Sheet
from game.core.forms import PartAboard, Steps, YardForm
from game.drawing.symbols import short_name, symbol_of
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import box, polar, stamp
from game.ui.render.text import fit_text, lines, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.ship_sheet.painters import YardSides
from game.ui.ship_sheet.sheet import tracks
from game.ui.shipyard.clock import Clock
from game.ui.shipyard.form import YARD, Form, row_name
from game.ui.shipyard.model import EditorModel
from game.ui.shipyard.range_chart import RangeChart, range_unit
from game.ui.shipyard.rows import name_within, symbol
from game.ui.shipyard.sheet import Figures, Refused, laid_up, part_rows, seat_of_shape, sheet_rows
from game.ui.shipyard.sheet import glyph_of_design as glyph_of
from game.ui.toolkit.column import Column, ColumnPane
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, Still, Widget
from game.yard.draft import Drawn
from game.yard.reach import reach

CELL, AWAY, BELOW = 40, 28, 46  # design pixels: a symbol, from the clock to its middle, a row of symbols below it
HEAD, FOOT = 98, 52  # design pixels above the clock, and below everything for the last message
NARROW = 420  # design pixels of a middle without room for symbols
MENDS = 3  # most buttons side by side that correct a fault
HEAD_LOW = 46  # design pixels above the clock without a choice of hulls
DECK = 0.5  # share of the clock's radius for a hull with guns on its deck
PORT = 28  # design pixels of a gun on deck
SMALL = 168  # design pixels of a clock at the head of a sheet


@dataclass(eq=False)
class PartSymbol(Widget):
    """A part aboard, in the direction in which it bears. A press takes it in hand, and it may be dragged. `beside` are
    words, and the side of the symbol at which they stand."""

    part: PartAboard
    chosen: bool
    wrong: bool
    beside: tuple[str, int] = ("", 1)
    _: KW_ONLY
    alone: bool = False  # true for one of several parts, each of which has its own symbol

    def draw(self, dst: Surface) -> None:
        """Draw the symbol, its number, and its name."""
        p, px, r = theme.palette, theme.px, self.rect
        if self.alone:
            ink = p.red if self.wrong else theme.accent
            if self.wrong or self.chosen or self.hover or self.focused:
                box(dst, r, mix(ink, p.ink, 0.7), 5, 255, ink if self.chosen or self.wrong else p.line)
            stamp(dst, symbol(self.part.icon, 25), r.center)
            return
        place = Rect(r.x if self.beside[1] > 0 else r.right - px(CELL), r.centery - px(CELL) // 2, px(CELL), px(CELL))
        if self.wrong or self.chosen or self.hover or self.focused:
            ink = p.red if self.wrong else theme.accent
            box(dst, place, mix(ink, p.ink, 0.8), 6, 255, ink if self.chosen or self.wrong else p.line)
        stamp(dst, symbol(self.part.icon, 30), place.center)
        count = self.part.count.value if self.part.count else 1
        ink = p.red if self.wrong else p.white if self.chosen else p.text
        if words := self.beside[0]:
            left = self.beside[1] > 0
            x = place.right + px(4) if left else place.x - px(4)
            room = r.w - place.w - px(4)
            words = name_within(words, room, 12)
            fit_text(dst, words, (x, r.centery), room, (14, 13, 12), ink, "r", "midleft" if left else "midright")
        elif count > 1:
            text(dst, f"×{count}", (place.right + px(2), place.bottom - px(2)), 12, ink, "s", "bottomright")


@dataclass(eq=False)
class ClockKey(Still):
    """The key of the clock's rim: a sample for arcs that may be turned on, and one for arcs that break a rule."""

    open_: bool
    wrong: bool

    def draw(self, dst: Surface) -> None:
        """Draw a sample of each with its words."""
        p, px, r = theme.palette, theme.px, self.rect
        rows: list[tuple[str, Colour | None]] = [("bears", theme.accent)]
        rows += [("may bear too: click", None)] if self.open_ else []
        rows += [("against the rules", p.red)] if self.wrong else []
        for n, (words, ink) in enumerate(rows[:2]):
            sample = Rect(r.x, r.y + px(24 * n + 4), px(22), px(12))
            if ink is not None:
                box(dst, sample, ink, 2)
            else:
                dashed_line(
                    dst,
                    [sample.topleft, sample.topright, sample.bottomright, sample.bottomleft],
                    theme.accent,
                    1.4,
                    closed=True,
                )
            text(dst, words, (sample.right + px(8), sample.centery), 13, p.muted, "r", "midleft")


class HullView:
    """The layout of the middle. `pane` scrolls the sheet of a ship of sections."""

    def __init__(self, model: EditorModel, fields: Callable[[], Form]) -> None:
        self.model, self.fields = model, fields
        self.target = 0  # index of the hull against which volleys are counted
        self.pane = ColumnPane("drawing", self.fill_sheet, (20, 12), even=True)
        self.rect = Rect(0, 0, 1, 1)
        self.clock: Clock | None = None
        self.ports: list[Widget] = []  # guns on deck
        self._sheet: tuple[Drawn, Sheet] | None = None
        self.sides = YardSides(model.move_seam, self._fill_side, self._chart)

    def lay_out(self, r: Rect) -> list[Widget]:
        """Return the clock with its symbols and presets, or the sheet."""
        self.rect, self.clock = r, None
        if not self.model.now.form.bands:
            return [*self.pane.lay_out(Rect(r.x, r.y, r.w, r.h - theme.px(FOOT)))]
        self.pane.take(Rect(r.x, r.y, 1, 1), (), 0)
        wrong = self._wrong(r)
        low = wrong[0].rect.y - theme.px(6) if wrong else r.bottom - theme.px(FOOT)
        return [*self._presets(r), *self._clock(Rect(r.x, r.y, r.w, low - r.y)), *wrong]

    @property
    def sheet(self) -> Sheet:
        """The sheet of an undamaged ship of the design."""
        now = self.model.now
        if self._sheet is None or self._sheet[0] is not now:
            self._sheet = now, laid_up(self.model.draft.system, now.design)
        return self._sheet[1]

    def place_at(self, pos: tuple[int, int]) -> str | None:
        """Return the place of the ship at a place of the screen. It is an arc, a section, or empty for the ship as a
        whole; None beside it."""
        if not self.rect.collidepoint(pos):
            return None
        if self.clock is not None and self.model.now.form.bands:
            ports = (one.place for one in self.ports if one.rect.collidepoint(pos))
            return next(ports, "") or self.clock.bearing_at(pos)
        under = (one.place for one in self.pane.widgets if one.place and one.hit.collidepoint(pos))
        return next(under, "")

    # -- the clock -----------------------------------------------------------------------------------------------------

    def _presets(self, r: Rect) -> list[Widget]:
        """Return sets of arcs for a part in hand that has arcs to choose, or else the hulls against which volleys are
        counted."""
        px, form, part = theme.px, self.model.now.form, self.model.part
        row = Rect(r.x + px(20), r.y + px(50), r.w - px(40), px(34))
        if part is not None and part.turned is not None:
            return self.arc_sets(Column(row), part)
        if len(form.targets) < 2:
            return []
        row.w = min(row.w, px(330))
        words = [words for words, _ in form.targets]
        return [Segments(row, words, chosen=self.target, on_change=self._aim, name="target")]

    def arc_sets(self, column: Column, part: PartAboard) -> list[Widget]:
        """Return a button for each set of arcs that has a name."""
        assert part.turned is not None
        sets = self.model.now.form.arc_sets
        for cell, (words, arcs) in column.even_grid(sets, 58, 34, 8) if sets else ():
            press = partial(self.model.change, f"{part.label} {words}", part.turned(arcs))
            on = set(arcs) == {*part.arcs}
            column.add(Button(cell, words, on_press=press, on=on, size=15, name=f"arcs {words}"))
        return column.widgets

    def _aim(self, index: int) -> None:
        self.target = index
        self.model.relay()

    def _clock(self, r: Rect) -> list[Widget]:
        """Return the clock with symbols round it, and below it those of parts without arcs."""
        px, now = theme.px, self.model.now
        narrow = min(r.w, r.h) < px(NARROW)
        aboard = () if narrow else now.form.aboard
        ringed = [one for one in aboard if symbol_of(one.icon)[1]]
        decked = now.form.decked and not narrow
        others = [one for one in aboard if one not in ringed]
        across = max(1, round((r.w - px(40)) // px(150)))
        rows = min(3, -(-len(others) // across))
        lines = self._tracks(Rect(r.x + px(20), r.y, r.w - px(40), r.h)) if decked else []
        high = px(BELOW * rows) + (r.bottom - lines[0].rect.y if lines else 0)
        foot = Rect(r.x + px(20), r.bottom - high, r.w - px(40), high)
        top = px(HEAD_LOW if decked else HEAD)
        space = Rect(r.x + px(6), r.y + top, r.w - px(12), foot.y - r.y - top - px(6))
        size = min(space.w, space.h) - (0 if narrow or decked else 2 * px(AWAY + CELL // 2))
        square = Rect(0, 0, size, size)
        square.center = space.center
        found = reach(self.model.draft.system, now, self.target)
        self.clock = self.clock_in(square)
        self.clock.means, self.clock.bands = found.points, found.bands
        wide = min(px(190), foot.w // max(1, min(len(others), across)))
        below = [
            self._symbol(one, Rect(foot.x + wide * (n % across), foot.y + px(BELOW) * (n // across), wide, px(CELL)),
                         (_words(one), 1))
            for n, one in enumerate(others[: across * rows])
        ]  # fmt: skip
        key = Rect(space.x + px(14), space.bottom - px(48), px(160), px(48))
        keys = (
            [ClockKey(key, bool(self.clock.open_), bool(self.clock.refused))]
            if self.clock.on_turn and not narrow
            else []
        )
        self.ports = self._on_deck(ringed) if decked else []
        return [self.clock, *keys, *(self.ports or self._round(ringed, space)), *below, *lines]

    def _tracks(self, r: Rect) -> list[Widget]:
        """Return the rows of the hull at the foot of a part of the page, with a dot for each of the crew."""
        column = Column(Rect(r.x, 0, r.w, 0))
        column.low = True
        tracks(column, self.sheet)
        for one in column.widgets:
            one.rect.y += r.bottom - column.y
        return column.widgets

    def _on_deck(self, parts: Sequence[PartAboard]) -> list[Widget]:
        """Return a symbol for each gun, at its port on the hull."""
        assert self.clock is not None
        half, (x, y), made = self.clock.half, self.clock.rect.center, list[Widget]()
        for part in parts:
            for n, (place, across, ahead) in enumerate(part.stands):
                r = Rect(0, 0, theme.px(PORT), theme.px(PORT))
                r.center = round(x + across * half), round(y - ahead * half)
                gun = self._symbol(part, r, ("", 1))
                gun.alone, gun.place = True, place
                gun.name += " again" * n
                made.append(gun)
        return made

    def _wrong(self, r: Rect) -> list[Widget]:
        """Return the faults of the part in hand, with buttons that correct them."""
        model, px = self.model, theme.px
        fault = next((one for one in model.now.faults if model.hand and model.place_of(one) == model.hand), None)
        if fault is None or min(r.w, r.h) < px(NARROW):
            return []
        said = px(20) + px(23) * len(lines(fault.why, r.w - px(72), 16, "s"))
        column = Column(Rect(r.x + px(20), r.bottom - said - px(54), r.w - px(40), 0))
        column.add(Refused(column.take(said, 6), fault.why, False, rule=fault.rule))
        mends = model.draft.mends(fault)[:MENDS]
        for cell, mend in zip(column.cells(MENDS, 34, 6), mends):
            press = partial(model.change, mend.words, mend.change)
            column.add(Button(cell, mend.words, on_press=press, size=14, name=f"at hand {mend.words}", rule=fault.rule))
        return column.widgets

    def paint(self, dst: Surface) -> None:
        """Draw the head of the clock."""
        now, part = self.model.now, self.model.part
        if not now.form.bands:
            return
        p, px, r = theme.palette, theme.px, self.rect
        bears = part is not None and part.turned is not None
        head = f"{part.label}: {' '.join(part.arcs)}" if bears and part is not None else "What bears where"
        means = f"mean points of a volley, by arc and range in {range_unit(self.model.draft.system)}"
        about = "click an arc; Q and E turn all" if bears else now.notices[0].why if now.notices else means
        x, y, room = r.x + px(20), r.y + px(24), r.w - px(40)
        at = fit_text(dst, head, (x, y), room, 18, p.white, "b", "midleft")
        if width(about, 14) <= room - at.w - px(20):
            ink = p.yellow if now.notices and not bears else p.muted
            text(dst, about, (r.right - px(20), y), 14, ink, "r", "midright")

    def clock_in(self, square: Rect) -> Clock:
        """Return the clock of the ship with the arcs of the part in hand."""
        model, now = self.model, self.model.now
        form, held = now.form, model.held
        colour = theme.seat(seat_of_shape(now.design.glyph))
        clock = Clock(square, glyph_of(now.design), colour, form.arcs, form.wide, name="clock", rule=YARD)
        clock.first = form.first
        if form.decked:
            clock.hole, clock.rim = DECK, False
        guns = [one for one in form.aboard if symbol_of(one.icon)[1]]
        clock.bearers = {arc: ", ".join(_words(one) for one in guns if arc in one.arcs) for arc in form.arcs}
        part = model.part if held is None else held.part(now)
        if part is not None:
            clock.lit = part.arcs
        if part is not None and part.turned is not None and held is None:
            clock.open_, clock.refused = model.legal_arcs(part)
            clock.on_turn, clock.rule = model.turn, part.rule
        return clock

    def _round(self, parts: Sequence[PartAboard], space: Rect) -> list[Widget]:
        """Return symbols outside the clock at the middle of their arcs. They are spread if several have the same
        arcs."""
        assert self.clock is not None
        px, form = theme.px, self.model.now.form
        away, at = self.clock.radius + px(AWAY), self.clock.rect.center
        shown = [(part, way) for part in parts for way in middles(part, form)]
        ways = spread([way for _, way in shown], math.degrees(px(CELL + 2) / away))
        places = [polar(away, way, at) for way in ways]
        cells = [Rect(0, 0, px(CELL), px(CELL)) for _ in shown]
        for cell, (x, y) in zip(cells, places):
            cell.center = round(x), round(y)
        made: list[Widget] = []
        taken = list(cells)
        for (part, _), cell, (x, _) in zip(shown, cells, places):
            side, words = (1 if x >= at[0] - 1 else -1), _words(part)
            wide = round(width(words, 14)) + px(6)
            whole = Rect(cell.x if side > 0 else cell.x - wide, cell.y, cell.w + wide, cell.h)
            fits = space.contains(whole) and len(whole.collidelistall(taken)) == 1
            if fits:
                taken[taken.index(cell)] = whole
            symbol = self._symbol(part, whole if fits else cell, (words if fits else "", side))
            symbol.name += " again" * any(one.name == symbol.name for one in made)  # a part on each side
            made.append(symbol)
        return made

    def _symbol(self, part: PartAboard, r: Rect, beside: tuple[str, int]) -> PartSymbol:
        model = self.model
        wrong = any(model.place_of(fault) == part.at for fault in model.now.faults)
        name = row_name(part.at).replace("part", "symbol", 1)
        made = PartSymbol(r, part, part.at == model.hand, wrong, beside, name=name, rule=part.rule, hint=part.label)
        made.on_press = partial(model.take, part.at)
        return made

    # -- the sheet -----------------------------------------------------------------------------------------------------

    def fill_sheet(self, column: Column, drawn: bool = True) -> None:
        """Add the sheet. `drawn`: it is in the middle, for a ship of sections. If its guns have arcs, the clock is at
        its head."""
        model = self.model
        now, system = model.now, model.draft.system
        sheet = self.sheet
        if not (drawn and now.form.arcs):
            sheet_rows(column, now.design, system.files, sheet, "Your own", model.side, model.open_side)
            return
        narrow = column.wide < theme.px(NARROW)
        row = column.row(SMALL, 14)
        self.clock = self.clock_in(Rect(row.x, row.y, row.h, row.h))
        column.add(self.clock)
        left = row.h + theme.px(20)
        beside = column if narrow else Column(Rect(row.x + left, row.y + theme.px(4), row.w - left, row.h))
        part = model.part
        if part is not None and part.turned is not None:
            beside.heading(f"{part.label}", "click the clock; Q and E turn")
            self.arc_sets(beside, part)
        else:
            beside.heading("What bears where")
            beside.paragraph("Take a gun in hand to turn its arc. Drag parts to a section.")
        files, high = system.files, theme.px(58)
        if not narrow:
            plate = Rect(beside.x, row.bottom - high, beside.wide, high)
            beside.add(Figures(plate, files.figures(now.design), rule=files.price_rule))
            column.widgets += beside.widgets
        side = (model.held and model.held.place) or model.side
        part_rows(column, sheet, now.design, side, model.open_side, self.sides if now.form.seam else None)

    def _fill_side(self, column: Column, side: str) -> None:
        self.fields().fill_side(column, side, partial(self._take_on, side))

    def _chart(self, r: Rect) -> RangeChart:
        """Return the means of a volley by range."""
        now = self.model.now
        unit, (target, _) = range_unit(self.model.draft.system), now.form.targets[self.target]
        curve = self.model.curve(now, self.target)
        said = ", ".join(f"{end:g}: {mean:.1f}" for end, mean in curve if mean)
        hint = f"Mean points of a volley where most guns bear, on a {target}. By {unit}:\n{said or 'no guns'}"
        title, names = f"mean points by {unit}", (now.design.name,)
        return RangeChart(r, title, names, (curve,), unit, note=target, name="means by range", hint=hint, rule=YARD)

    def _take_on(self, side: str, at: Steps) -> None:
        """Take a part on a side in hand, or put it down, and open that side."""
        self.model.side = side
        self.model.take(at)


def middles(part: PartAboard, form: YardForm) -> list[float]:
    """Return the bearing in degrees of the middle of each run of arcs of a part. For a part that bears all round it is
    astern."""
    arcs, mine = form.arcs, [one in part.arcs for one in form.arcs]
    if all(mine) or not any(mine):
        return [180.0]
    found = []
    for start in (n for n in range(len(arcs)) if mine[n] and not mine[n - 1]):
        long = next(n for n in range(1, len(arcs)) if not mine[(start + n) % len(arcs)])
        found.append((form.first + (start + (long - 1) / 2) * form.wide) % 360)
    return found


def spread(ways: Sequence[float], apart: float) -> list[float]:
    """Return bearings moved as little as needed to lie `apart` degrees apart, in their order."""
    order = sorted(range(len(ways)), key=lambda n: ways[n])
    found, apart = [ways[n] for n in order], min(apart, 360 / max(1, len(ways)))
    for _ in range(80 if len(ways) > 1 else 0):
        for n in range(len(found)):
            last = n + 1 == len(found)
            gap = found[0] + 360 - found[n] if last else found[n + 1] - found[n]
            if gap < apart:
                found[n] -= (apart - gap) / 2
                found[0 if last else n + 1] += (apart - gap) / 2
    return [way for _, way in sorted(zip(order, found))]


def _words(part: PartAboard) -> str:
    count = part.count.value if part.count else 1
    return f"{short_name(part.icon)} ×{count}" if count > 1 else short_name(part.icon)
