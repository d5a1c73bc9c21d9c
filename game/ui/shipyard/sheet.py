"""A design's sheet in the yard: description, tracks, systems, and the bill line by line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass, replace

from pygame import Surface

from game.battle.designs import SHIP
from game.battle.designs import laid_up as state_laid_up
from game.core.display import Sheet, Stat, Track
from game.core.game_files import AnyFiles, CostLine, ShipDesign
from game.core.system import RuleSystem
from game.ui.render.hulls import FAMILIES, badge_sprite, glyph_of, hulls, seal
from game.ui.render.shapes import box, rule, stamp
from game.ui.render.text import fit, fit_text, lines, text, wrap
from game.ui.render.theme import mix, theme
from game.ui.ship_sheet.painters import SheetLook, YardSides, paint
from game.ui.ship_sheet.system_cells import HIGH, SystemCell
from game.ui.ship_sheet.tracks import HexagonTrack, RowTrack
from game.ui.toolkit.blocks import Paragraph, RuledHeading
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still

YARD = "table/shipyard"


def laid_up(system: RuleSystem, design: ShipDesign) -> Sheet:
    """Return the sheet of an undamaged ship of a design, in the form of its game."""
    return system.sheet(state_laid_up(system, design), SHIP, None)


@dataclass(eq=False)
class DesignHead(Still):
    """Silhouette, name, class, fleet and the author's note."""

    design: ShipDesign
    fleet: str

    def draw(self, dst: Surface) -> None:
        """Draw the hull at the left, words at the right."""
        px, p, r, one = theme.px, theme.palette, self.rect, self.design
        colour = theme.seat(seat_of_shape(one.glyph))
        plate = box(dst, (r.x, r.y, px(124), px(128)), p.well, 8, 255, p.line)
        shape = one.glyph if one.glyph in hulls() else "box-freighter"
        size = 108 * (0.55 + 0.45 * min(1.0, hulls()[shape].length / 32))
        stamp(
            dst,
            badge_sprite(shape, colour, 56) if hulls()[shape].painter else seal(shape, colour, round(size)),
            plate.center,
        )
        x = r.x + px(148)
        fit_text(dst, one.name, (x, r.y + px(8)), r.right - x, 30, p.white, "b")
        text(dst, fit(f"{one.ship_class} · {self.fleet}", r.right - x, 16), (x, r.y + px(42)), 16, colour, "s")
        if one.about:
            wrap(dst, one.about, (x, r.y + px(68)), r.right - x, 16, p.muted, lead=23)


@dataclass(eq=False)
class Figures(Still):
    """The numbers of a ship, side by side."""

    figures: tuple[Stat, ...]

    def draw(self, dst: Surface) -> None:
        """Draw a plate for each."""
        px, p, r = theme.px, theme.palette, self.rect
        step = (r.w + px(8)) / len(self.figures)
        for k, (label, value) in enumerate((one.label, one.value) for one in self.figures):
            plate = box(dst, (round(r.x + k * step), r.y, round(step) - px(8), r.h), p.raised, 6, 255, p.line)
            fit_text(
                dst,
                label,
                (plate.centerx, plate.y + px(14)),
                plate.w - px(4),
                (14, 13, 12, 11, 10),
                p.muted,
                "r",
                "center",
            )
            at, sizes = (plate.centerx, plate.bottom - px(21)), (22, 20, 18, 16, 14)
            fit_text(dst, value, at, plate.w - px(4), sizes, p.white, "s", "center")


COLUMN = 80  # design pixels from one column of figures to the next


@dataclass(eq=False)
class BillRow(Still):
    """One line of the bill; `bold` for its sum."""

    line: CostLine
    _: KW_ONLY
    bold: bool = False
    band: bool = False

    def draw(self, dst: Surface) -> None:
        """Draw item, then figures, the last at the right."""
        px, p, r = theme.px, theme.palette, self.rect
        if self.band or self.hover:
            box(dst, r, p.raised, 4)
        if self.bold:
            rule(dst, r.x, r.right, r.y, p.edge)
        weight, ink = ("s", p.white) if self.bold else ("r", p.text)
        right = r.right - px(12)
        for figure in reversed(self.line.figures):
            text(dst, figure if figure not in ("", "0") else "–", (right, r.centery), 16, ink, weight, "midright")
            right -= px(COLUMN)
        room = right + px(COLUMN - 60) - r.x - px(12)
        fit_text(dst, self.line.item, (r.x + px(12), r.centery), room, (16, 15, 14, 13), ink, weight, "midleft")


@dataclass(eq=False)
class Refused(Still):
    """A reason why a design cannot be built, or if `built` a remark on one that can."""

    words: str
    built: bool

    def draw(self, dst: Surface) -> None:
        """Draw the reason on a red plate, or a remark on a yellow one."""
        p, px, r = theme.palette, theme.px, self.rect
        ink = p.yellow if self.built else p.red
        box(dst, r, mix(ink, p.panel, 0.86), 6, 255, mix(ink, p.panel, 0.35))
        wrap(dst, self.words, (r.x + px(16), r.y + px(17)), r.w - px(32), 16, ink, "s", 23)


@dataclass(eq=False)
class BillHead(Still):
    """The headings of the bill's columns."""

    columns: tuple[str, ...]

    def draw(self, dst: Surface) -> None:
        """Draw them small and muted."""
        px, p, r = theme.px, theme.palette, self.rect
        for nth, words in enumerate(reversed(self.columns)):
            text(dst, words, (r.right - px(12 + nth * COLUMN), r.centery), 14, p.muted, "r", "midright")


def sheet_rows(
    column: Column,
    design: ShipDesign,
    files: AnyFiles,
    sheet: Sheet,
    fleet: str,
    side: str = "",
    open_side: Callable[[str], object] = lambda side: None,
) -> None:
    """Add the rows of a ship: heading, figures, tracks, systems. A ship with sides has these as they lie, with the
    chart of the open `side`."""
    px, wide = theme.px, column.wide
    column.space(4)
    about = lines(design.about, wide - px(150), 16) if design.about else []
    column.add(DesignHead(column.take(max(px(136), px(74) + px(23) * len(about)), 16), design, fleet, rule=YARD))
    column.add(Figures(column.take(px(62), 20), files.figures(design), rule=files.price_rule))
    part_rows(column, sheet, design, side, open_side)


def part_rows(
    column: Column,
    sheet: Sheet,
    design: ShipDesign,
    side: str = "",
    open_side: Callable[[str], object] = lambda side: None,
    sides: YardSides | None = None,
) -> None:
    """Add tracks and systems, or the sides as they lie."""
    px, wide = theme.px, column.wide
    if paint(column, SheetLook(sheet, seat_of_shape(design.glyph), side, open_side, sides=sides), "yard"):
        return
    for track in sheet.tracks:
        _track(column, track)
    column.add(RuledHeading(column.take(px(34), 6), "Systems", str(len(sheet.icons)), rule="table/sheet"))
    for r, system in column.grid(sheet.icons, max(3, wide // px(78)), HIGH, 4, 6):
        column.add(SystemCell(r, system))


def glyph_of_design(design: ShipDesign) -> str:
    """Return the silhouette of a design, or the box of its kind."""
    return design.glyph if design.glyph in hulls() else glyph_of(2, design.glyph)


def seat_of_shape(glyph: str) -> int:
    """Return the seat whose colour a silhouette has in the yard."""
    family = glyph.split("-")[0]
    return FAMILIES.index(family) if family in FAMILIES else 2


def _track(column: Column, track: Track) -> None:
    """Add rows of boxes under their heading, or one layer of hexagons."""
    if track.shape == "hexagon":
        column.add(HexagonTrack(column.take(theme.px(HexagonTrack.HIGH), 18), track))
        return
    words = f"{sum(track.rows)} boxes" + (", a dot for each of the crew" if track.dots else "")
    column.add(RuledHeading(column.take(theme.px(34), 8), track.label, words, rule=track.rule))
    column.add(RowTrack(column.take(theme.px(RowTrack.high(track)), 18), track))


def bill_rows(column: Column, design: ShipDesign, files: AnyFiles) -> None:
    """Add the price of a ship, line by line, and why it cannot be built, then everything else aboard, and the note."""
    px, p, wide = theme.px, theme.palette, column.wide
    table, faults = files.cost(design), list(files.faults(design))
    verdict, colour = ("cannot be built", p.red) if faults else ("built as drawn", p.green)
    column.space(4)
    column.add(RuledHeading(column.take(px(34), 6), "Bill of the yard", verdict, colour=colour, rule=files.price_rule))
    for one, built in [*((one, False) for one in faults), *((one, True) for one in files.notices(design))]:
        high = px(24) + px(23) * len(lines(one.why, wide - px(32), 16, "s"))
        column.add(Refused(column.take(high, 8), one.why, built, rule=one.rule))
    column.add(BillHead(column.row(28), table.columns))
    rows = [*((line, False) for line in table.lines), (table.total, True)]
    for k, (line, bold) in enumerate(rows):
        column.add(BillRow(column.row(30), line, bold=bold, band=k % 2 == 0 and not bold, rule=line.rule))
    column.space(10)
    for line in table.besides:
        column.add(BillRow(column.row(30), replace(line, item=f"+ {line.item}"), rule=line.rule))
    if table.whole is not None:
        column.add(BillRow(column.row(30), table.whole, bold=True, rule=table.whole.rule))
    column.space(6)
    column.add(
        Paragraph(column.take(px(22) * len(lines(table.note, wide, 15))), table.note, lead=22, rule=files.price_rule)
    )
