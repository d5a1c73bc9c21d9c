"""The right part of the fleets page: both fleets compared, the design in view, saved fleets, and the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial
from pathlib import Path

import pygame
from pygame import Rect, Surface

from game.core.values import Entry
from game.drawing.symbols import kind_name
from game.fleets.balance import Comparison
from game.fleets.fleet import SavedFleet
from game.fleets.muster import Muster, board_for, places_of
from game.ui.fleets.buying.designs import RULE
from game.ui.fleets.buying.model import FleetsModel, SymbolCount
from game.ui.render.hulls import badge_sprite
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import Vec, box, stamp
from game.ui.render.text import fit_text, lines, text
from game.ui.render.theme import Colour, mix, theme
from game.ui.shipyard.rows import symbol
from game.ui.shipyard.sheet import Figures, glyph_of_design, seat_of_shape
from game.ui.toolkit.column import Column
from game.ui.toolkit.widgets import Still, Widget

LABEL, FIGURE = 116, 52  # design pixels: width of the words of a measure, and of a figure
PLATE = 72  # design pixels: width of the plate with a silhouette


@dataclass(eq=False)
class MeasureRow(Still):
    """One measure of both fleets, as bars towards the middle with the larger figure white."""

    row: Comparison

    def draw(self, dst: Surface) -> None:
        """Draw words, figures and bars; the second side's is hatched."""
        p, px, r = theme.palette, theme.px, self.rect
        fit_text(dst, self.row.label, (r.x, r.centery), px(LABEL), (14, 13, 12, 11), p.muted, "r", "midleft")
        first, second = self.row.values
        figures = [f"{value:,.{self.row.places}f}" for value in (first, second)]
        left = Rect(r.x + px(LABEL + FIGURE), r.centery - px(6), 0, px(12))
        right = r.right - px(FIGURE)
        middle = (left.x + right) // 2
        text(dst, figures[0], (left.x - px(6), r.centery), 14, p.white if first >= second else p.muted, "s", "midright")
        text(dst, figures[1], (r.right, r.centery), 14, p.white if second >= first else p.muted, "s", "midright")
        most = max(first, second) or 1
        half = middle - left.x - px(2)
        wide = round(half * first / most)
        dst.fill(theme.seat(0), (middle - px(1) - wide, left.y, wide, left.h))
        wide = round(half * second / most)
        if wide > 1:
            self._draw_hatching(dst, Rect(middle + px(2), left.y, wide, left.h), theme.seat(1))

    def _draw_hatching(self, dst: Surface, r: Rect, colour: Colour) -> None:
        dst.fill(colour, r)
        clip = dst.get_clip()
        dst.set_clip(r.clip(clip))
        step, dark = theme.px(6), mix(colour, theme.palette.panel, 0.45)
        for x in range(r.x - r.h, r.right, step):
            pygame.draw.line(dst, dark, (x, r.bottom), (x + r.h, r.y), max(1, theme.px(1.4)))
        dst.set_clip(clip)


@dataclass(eq=False)
class DesignWords(Still):
    """Silhouette, class, fleet and the author's sentence of the design in view."""

    words: str
    glyph: str
    about: Sequence[str]
    colour: Colour

    def draw(self, dst: Surface) -> None:
        """Draw the hull on a plate, and the words beside it."""
        p, px, r = theme.palette, theme.px, self.rect
        plate = box(dst, (r.x, r.y, px(PLATE), px(82)), p.well, 6, 255, p.line)
        stamp(dst, badge_sprite(self.glyph, self.colour, 28), plate.center)
        x = plate.right + px(12)
        fit_text(dst, self.words, (x, r.y + px(10)), r.right - x, (15, 14, 13), self.colour, "s", "midleft")
        for n, line in enumerate(self.about):
            text(dst, line, (x, r.y + px(30) + n * px(19)), 14, p.muted, "r", "midleft")


@dataclass(eq=False)
class SymbolRow(Still):
    """The systems of a design with their names below, in lines."""

    WIDE, HIGH = 54, 54  # design pixels of one

    symbols: Sequence[SymbolCount]

    @classmethod
    def across(cls, wide: int) -> int:
        """Return how many symbols fit in a line `wide` real pixels long."""
        return max(1, wide // theme.px(cls.WIDE))

    def draw(self, dst: Surface) -> None:
        p, px, r = theme.palette, theme.px, self.rect
        step, across = px(self.WIDE), self.across(r.w)
        for n, (system, count) in enumerate(self.symbols):
            x, y = r.x + n % across * step + step // 2, r.y + n // across * px(self.HIGH)
            stamp(dst, symbol(system, 30), (x, y + px(18)))
            if count > 1:
                text(dst, f"×{count}", (x + px(14), y + px(29)), 11, p.text, "s", "midleft")
            fit_text(dst, kind_name(system), (x, y + px(46)), step - px(2), (12, 11, 10, 9), p.muted, "r", "center")


@dataclass(eq=False)
class TablePlan(Widget):
    """The table from above: bodies, and the zones of both sides."""

    table: Entry
    _: KW_ONLY
    muster: Muster

    def draw(self, dst: Surface) -> None:
        """Draw the table to scale on the plate."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, p.well, 6, 255, theme.accent if self.hover else p.line)
        board = board_for(self.muster.system, self.table, self.muster.state.house)
        west, south, wide, high = board.extent
        scale = min((r.w - px(8)) / wide, (r.h - px(8)) / high)
        place = Rect(0, 0, round(wide * scale), round(high * scale))
        place.center = r.center
        dst.fill(mix(p.well, p.edge, 0.25), place)

        def on(at: tuple[float, float]) -> tuple[float, float]:
            return place.x + (at[0] - west) * scale, place.bottom - (at[1] - south) * scale

        self._zones(dst, place, board.size)
        for body in self.table.get("terrain", ()):
            ink = mix(theme.seat(0) if body["kind"] == "planet" else p.muted, p.well, 0.35)
            for spot in places_of(board, body):
                radius = max(2, round((body.get("radius") or 0.5) * scale))
                v = Vec(2 * radius + 2, 2 * radius + 2, 2, 1)
                v.circ((radius + 1, radius + 1), radius, ink)
                stamp(dst, v.done(), on(spot))

    def _zones(self, dst: Surface, place: Rect, size: tuple[float, float]) -> None:
        state = self.muster.state
        across = state.edges == "left and right"
        share = min(0.5, state.depth / max(1.0, size[0 if across else 1]))
        for seat in (0, 1):
            if across:
                wide = round(place.w * share)
                zone = Rect(place.x if seat == 0 else place.right - wide, place.y, wide, place.h)
                edge = zone.right - 1 if seat == 0 else zone.x
                line = [(edge, zone.y), (edge, zone.bottom - 1)]
            else:
                high = round(place.h * share)
                zone = Rect(place.x, place.bottom - high if seat == 0 else place.y, place.w, high)
                edge = zone.y if seat == 0 else zone.bottom - 1
                line = [(zone.x, edge), (zone.right - 1, edge)]
            dst.fill(mix(theme.seat(seat), theme.palette.well, 0.72), zone)
            dashed_line(dst, line, theme.seat(seat), 1.2)


@dataclass(eq=False)
class SavedRow(Widget):
    """A saved fleet with a button that takes it."""

    saved: SavedFleet
    _: KW_ONLY
    label: str
    points: int
    glyph: str
    colour: Colour
    over: bool

    def draw(self, dst: Surface) -> None:
        """Draw silhouette, name, ships, points and Take."""
        p, px, r = theme.palette, theme.px, self.rect
        box(dst, r, p.raised if self.hover else p.panel, 6, 255, p.edge if self.hover else p.line)
        stamp(dst, badge_sprite(self.glyph, self.colour, 11), (r.x + px(16), r.centery))
        ink = p.faint if self.over else p.white
        word = text(
            dst,
            "too many" if self.over else "Take",
            (r.right - px(10), r.centery),
            14,
            p.red if self.over else theme.accent,
            "s",
            "midright",
        )
        points = text(dst, f"{self.points:,}", (word.x - px(12), r.centery), 15, ink, "s", "midright")
        count = len(self.saved.fleet.ships)
        ships = text(
            dst, f"{count} ship{'s' * (count != 1)}", (points.x - px(10), r.centery), 13, p.muted, "r", "midright"
        )
        left = r.x + px(34)
        fit_text(dst, self.label, (left, r.centery), ships.x - px(8) - left, (15, 14, 13), ink, "s", "midleft")


class ComparisonPanel:
    """The column at the right of the page."""

    def __init__(self, model: FleetsModel, terms: Callable[[], object]) -> None:
        self.model, self._terms = model, terms

    def fill(self, column: Column) -> None:
        """Fill a column of the page."""
        self._balance(column)
        self._design(column)
        self._fleets(column)
        self._table(column)

    def _balance(self, column: Column) -> None:
        column.heading("Balance", "as the fleets stand now", rule=RULE)
        rows = self.model.comparisons()
        if not rows:
            hidden = any(roster.hidden for roster in self.model.muster.state.rosters)
            column.paragraph(
                "A secret fleet is not compared." if hidden else "Nothing to compare yet.", theme.palette.muted
            )
        for row in rows:
            column.add(MeasureRow(column.row(22, 2), row, hint=self._strongest(row), rule=RULE))
        if rows:
            column.space(4)
            column.paragraph("Means: a volley of all guns that bear, in the best direction.", theme.palette.faint, 12)
        column.rule(12)

    def _strongest(self, row: Comparison) -> str:
        """Return in words the ships of both fleets that count most in a measure."""
        said = []
        for seat, shares in enumerate(row.shares):
            fleet = self.model.muster.fleet(seat)
            sums: dict[str, float] = {}
            for ship, share in zip(fleet.ships, shares):
                sums[ship.design] = sums.get(ship.design, 0) + share
            most = sorted(sums.items(), key=lambda pair: -pair[1])[:3]
            names = ", ".join(
                f"{self.model.muster.designs[key].name} {value:.{row.places}f}" for key, value in most if value
            )
            said.append(f"{fleet.name}: {names or 'none'}")
        return "\n".join(said)

    def _design(self, column: Column) -> None:
        model = self.model
        design = model.muster.designs.get(model.design)
        if design is None:
            return
        count = sum(model.muster.fleet(seat).count(design.key) for seat in (0, 1) if not model.hidden(seat))
        column.heading(design.name, f"one ship, {f'{count} bought' if count else 'not bought'}", rule=RULE)
        words = f"{design.ship_class} · {model.muster.name_of(design.fleet)}"
        colour = theme.seat(seat_of_shape(design.glyph))
        about = lines(design.about, column.wide - theme.px(PLATE + 12), 14)
        high = max(82, 24 + 19 * len(about))
        column.add(DesignWords(column.row(high, 10), words, glyph_of_design(design), about, colour, rule=RULE))
        column.add(Figures(column.row(58, 10), model.system.files.figures(design)[:5]))
        if symbols := model.symbols(design.key):
            rows = -(-len(symbols) // SymbolRow.across(column.wide))
            column.add(SymbolRow(column.row(SymbolRow.HIGH * rows, 8), symbols, rule=RULE))
        column.rule(12)

    def _fleets(self, column: Column) -> None:
        model = self.model
        limit = model.muster.limit(model.seat)
        column.heading("Saved fleets", "" if limit is None else f"{limit:,} points or less", rule=RULE)
        names = Counter(one.fleet.name for one in model.saved)
        for saved in model.saved:
            name = saved.fleet.name
            points = saved.fleet.points(model.muster.price)
            first = next(iter(saved.fleet.designs), "")
            design = model.muster.designs.get(first)
            glyph, colour = (
                (glyph_of_design(design), theme.seat(seat_of_shape(design.glyph)))
                if design
                else ("box-freighter", theme.palette.muted)
            )
            over = limit is not None and points > limit
            why = f"{saved.fleet.name} is {points - (limit or 0)} points over the limit" if over else ""
            column.add(
                SavedRow(
                    column.row(36, 4),
                    saved,
                    label=name if names[name] == 1 else f"{saved.path.stem}: {name}",
                    points=points,
                    glyph=glyph,
                    colour=colour,
                    over=over,
                    on_press=partial(model.take, saved),
                    enabled=not over,
                    why_not=why,
                    rule=RULE,
                    name=f"fleet {saved.path.stem}",
                    hint="It takes the place of the fleet in hand; undo returns that",
                )
            )
        if not model.saved and not model.bad:
            column.paragraph("None yet: “Save as” keeps a fleet.", theme.palette.muted, 14)
        for bad in model.bad:
            problem = bad.problems[0]
            column.paragraph(
                f"{Path(problem.file).name}, line {problem.line}: {problem.message}.", theme.palette.red, 13
            )
        column.rule(12)

    def _table(self, column: Column) -> None:
        muster = self.model.muster
        state, board = muster.state, muster.board
        wide, high = board.size
        words = f"{wide + 1:g} × {high + 1:g} hexes" if board.cells else f"{wide:g} × {high:g} {board.unit}"
        turns = state.victory.get("turns")
        column.heading("Table", f"{words}, {turns} turns" if turns else words, rule=RULE)
        place = column.row(112, 8)
        plan = Rect(place.x, place.y, min(theme.px(150), place.w // 2), place.h)
        column.add(
            TablePlan(
                plan,
                state.table,
                muster=muster,
                on_press=self._terms,
                name="table plan",
                rule=RULE,
                hint="Terrain, victory and zones",
            )
        )
        right = Rect(plan.right + theme.px(12), place.y, place.right - plan.right - theme.px(12), place.h)
        column.add(TermsWords(right, muster))


@dataclass(eq=False)
class TermsWords(Still):
    """Edges, placing, zones and speed in words."""

    muster: Muster

    def draw(self, dst: Surface) -> None:
        """Draw a line for each term."""
        p, px, r, state = theme.palette, theme.px, self.rect, self.muster.state
        zones = self.muster.board.format_distance(state.depth)
        rows: Mapping[str, str] = {
            "Table": state.table_name, "Edges": state.edges, "Placing": state.order, "Zones": f"{zones} deep",
            "Speed": f"0 to {state.speed}",
        }  # fmt: skip
        for n, (label, words) in enumerate(rows.items()):
            y = r.y + px(10) + n * px(23)
            at = text(dst, label, (r.x, y), 14, p.muted, "r", "midleft")
            fit_text(dst, words, (r.right, y), r.right - at.right - px(8), (14, 13, 12), p.white, "s", "midright")
