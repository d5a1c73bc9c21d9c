"""A design's papers in the yard: what it is, its tracks and systems, and the bill line by line."""

from __future__ import annotations

from dataclasses import replace

from pygame import Rect, Surface

from game.core.display import Sheet, Stat, Track
from game.core.game_files import AnyFiles, CostLine, CostTable, ShipDesign
from game.core.system import RuleSystem
from game.ui.render.hulls import FAMILIES, hulls, seal
from game.ui.render.shapes import box, rule, stamp
from game.ui.render.text import fit, fit_text, lines, text, wrap
from game.ui.render.theme import mix, theme
from game.ui.ship_sheet.system_cells import HIGH, SystemCell
from game.ui.ship_sheet.tracks import ArmourTrack, HullTrack
from game.ui.toolkit.blocks import Paragraph, RuledHeading
from game.ui.toolkit.page import Still
from game.ui.toolkit.widgets import Widget

SIDE = "yard"
YARD = "table/shipyard"


def laid_up(system: RuleSystem, design: ShipDesign) -> Sheet | None:
    """The sheet of an undamaged ship of this design, as the game itself shows it; None where the game has none."""
    if system.sheet is None:
        return None
    ship = {"side": SIDE, "design": design.key, "name": design.name, "at": (36.0, 24.0), "course": 12}
    file = system.files.battle.model_validate(
        {"title": design.name, "system": system.key, "sides": {SIDE: {"name": "Yard"}}, "ships": {"ship": ship}}
    )
    known = {rule.key for rule in system.house}
    chosen = {key: value for key, value in system.files.yard_rules(design).items() if key in known}
    state = system.files.set_up(file, {design.key: design}, system.settings(chosen))
    return system.sheet(state, "ship", None)


class DesignHead(Still):
    """Silhouette, name, class, fleet and what the author says of it."""

    def __init__(self, x: int, y: int, wide: int, design: ShipDesign, fleet: str) -> None:
        self.design, self.fleet = design, fleet
        self.about = lines(design.about, wide - theme.px(150), 16) if design.about else []
        super().__init__(Rect(x, y, wide, max(theme.px(136), theme.px(74) + theme.px(23) * len(self.about))), rule=YARD)

    def draw(self, dst: Surface) -> None:
        """The hull at the left, words at the right."""
        px, p, r, one = theme.px, theme.palette, self.rect, self.design
        family = one.glyph.split("-")[0]
        colour = theme.seat(FAMILIES.index(family) if family in FAMILIES else 2)
        plate = box(dst, (r.x, r.y, px(124), px(128)), p.well, 8, 255, p.line)
        shape = one.glyph if one.glyph in hulls() else "box-freighter"
        size = 108 * (0.55 + 0.45 * min(1.0, hulls()[shape].length / 32))
        stamp(dst, seal(shape, colour, round(size)), plate.center)
        x = r.x + px(148)
        fit_text(dst, one.name, (x, r.y + px(8)), r.right - x, 30, p.white, "b")
        text(dst, fit(f"{one.ship_class} · {self.fleet}", r.right - x, 16), (x, r.y + px(42)), 16, colour, "s")
        if one.about:
            wrap(dst, one.about, (x, r.y + px(68)), r.right - x, 16, p.muted, lead=23)


class Figures(Still):
    """What a ship is in numbers, side by side."""

    def __init__(self, x: int, y: int, wide: int, figures: tuple[Stat, ...], rule_: str) -> None:
        super().__init__(Rect(x, y, wide, theme.px(62)), rule=rule_)
        self.figures = figures

    def draw(self, dst: Surface) -> None:
        """A plate each."""
        px, p, r = theme.px, theme.palette, self.rect
        step = (r.w + px(8)) / len(self.figures)
        for k, (label, value) in enumerate((one.label, one.value) for one in self.figures):
            plate = box(dst, (round(r.x + k * step), r.y, round(step) - px(8), r.h), p.raised, 6, 255, p.line)
            fit_text(dst, label, (plate.centerx, plate.y + px(14)), plate.w - px(8), 14, p.muted, "r", "center")
            text(dst, value, (plate.centerx, plate.bottom - px(21)), 22, p.white, "s", "center")


COLUMN = 80  # design pixels from one column of figures to the next


class BillRow(Still):
    """One line of the bill; `bold` for its sum."""

    def __init__(self, x: int, y: int, wide: int, line: CostLine, bold: bool = False, band: bool = False) -> None:
        super().__init__(Rect(x, y, wide, theme.px(30)), rule=line.rule)
        self.line, self.bold, self.band = line, bold, band

    def draw(self, dst: Surface) -> None:
        """Item, then its figures, the last at the right."""
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
        fit_text(dst, self.line.item, (r.x + px(12), r.centery), room, 16, ink, weight, "midleft")


class Refused(Still):
    """A reason why a design cannot be built; or, `built`, what the yard has to say of one that can."""

    def __init__(self, x: int, y: int, wide: int, words: str, address: str, built: bool = False) -> None:
        self.words, self.built = words, built
        high = theme.px(24) + theme.px(23) * len(lines(words, wide - theme.px(32), 16, "s"))
        super().__init__(Rect(x, y, wide, high), rule=address, hint="")

    def draw(self, dst: Surface) -> None:
        """On a red plate; on a yellow one what may stay as it is."""
        p, px, r = theme.palette, theme.px, self.rect
        ink = p.yellow if self.built else p.red
        box(dst, r, mix(ink, p.panel, 0.86), 6, 255, mix(ink, p.panel, 0.35))
        wrap(dst, self.words, (r.x + px(16), r.y + px(17)), r.w - px(32), 16, ink, "s", 23)


def sheet_rows(r: Rect, design: ShipDesign, files: AnyFiles, papers: Sheet | None, fleet: str) -> list[Widget]:
    """What a ship is: head, figures, tracks, systems."""
    px, x, wide = theme.px, r.x, r.w - theme.px(16)
    made: list[Widget] = [DesignHead(x, r.y + px(4), wide, design, fleet)]
    made.append(Figures(x, made[-1].rect.bottom + px(16), wide, files.figures(design), files.price_rule))
    y = made[-1].rect.bottom + px(20)
    if papers is None:
        return made
    for track in papers.tracks:
        made += _track(track, x, y, wide)
        y = made[-1].rect.bottom + px(18)
    icons = list(papers.icons)
    made.append(RuledHeading(Rect(x, y, wide, px(34)), "Systems", str(len(icons)), rule="table/sheet"))
    y = made[-1].rect.bottom + px(6)
    across = max(3, wide // px(78))
    step = wide / across
    for k, system in enumerate(icons):
        at = Rect(round(x + k % across * step), y + k // across * px(HIGH + 6), round(step) - px(4), px(HIGH))
        made.append(SystemCell(at, system))
    return made


def _track(track: Track, x: int, y: int, wide: int) -> list[Widget]:
    """Rows of boxes under their heading, or one layer of hexagons."""
    px = theme.px
    if track.shape == "hexagon":
        return [ArmourTrack(Rect(x, y, wide, px(ArmourTrack.HIGH)), track)]
    words = f"{sum(track.rows)} boxes" + (", a dot for each of the crew" if track.dots else "")
    head = RuledHeading(Rect(x, y, wide, px(34)), track.label, words, rule=track.rule)
    return [head, HullTrack(Rect(x, head.rect.bottom + px(8), wide, px(HullTrack.high(track))), track)]


def bill_rows(r: Rect, design: ShipDesign, files: AnyFiles) -> list[Widget]:
    """What a ship costs, line by line, and why it cannot be built."""
    px, p, x, wide, y = theme.px, theme.palette, r.x, r.w - theme.px(16), r.y + theme.px(4)
    table, faults = files.cost(design), list(files.faults(design))
    verdict = ("cannot be built", p.red) if faults else ("built as drawn", p.green)
    place = Rect(x, y, wide, px(34))
    made: list[Widget] = [RuledHeading(place, "Bill of the yard", verdict[0], colour=verdict[1], rule=files.price_rule)]
    y = made[-1].rect.bottom + px(6)
    for one, built in [*((one, False) for one in faults), *((one, True) for one in files.notices(design))]:
        made.append(Refused(x, y, wide, one.why, one.rule, built))
        y = made[-1].rect.bottom + px(8)
    made.append(BillHead(x, y, wide, table.columns))
    rows = [*((line, False) for line in table.lines), (table.total, True)]
    for k, (line, bold) in enumerate(rows):
        made.append(BillRow(x, made[-1].rect.bottom, wide, line, bold, k % 2 == 0 and not bold))
    return [*made, *_after(x, made[-1].rect.bottom + px(10), wide, table, files.price_rule)]


def _after(x: int, y: int, wide: int, table: CostTable, address: str) -> list[Widget]:
    """What is aboard besides, and the note below."""
    px = theme.px
    made: list[Widget] = []
    for line in table.besides:
        made.append(BillRow(x, y, wide, replace(line, item=f"{line.item}, besides")))
        y = made[-1].rect.bottom
    high = px(22) * len(lines(table.note, wide, 15))
    made.append(Paragraph(Rect(x, y + px(6), wide, high), table.note, lead=22, rule=address))
    return made


class BillHead(Still):
    """What the columns of the bill are."""

    def __init__(self, x: int, y: int, wide: int, columns: tuple[str, ...]) -> None:
        super().__init__(Rect(x, y, wide, theme.px(28)))
        self.columns = columns

    def draw(self, dst: Surface) -> None:
        """Small and muted."""
        px, p, r = theme.px, theme.palette, self.rect
        for nth, words in enumerate(reversed(self.columns)):
            text(dst, words, (r.right - px(12 + nth * COLUMN), r.centery), 14, p.muted, "r", "midright")
