"""The list of designs at the left of the fleets page, with search and filters; designs that fit come first."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.battle.designs import OWN
from game.core.game_files import ShipDesign
from game.ui.fleets.buying.model import BY, FleetsModel
from game.ui.render.hulls import badge_sprite
from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import fit_text, text, width
from game.ui.render.theme import mix, theme
from game.ui.shipyard.sheet import glyph_of_design, seat_of_shape
from game.ui.toolkit.column import Column, ColumnPane
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.value_fields import Segments
from game.ui.toolkit.widgets import Button, CheckRow, Widget

ROW, PLUS = 52, 40  # design pixels: height of a row, and width of the part that buys one
RULE = "table/fleets"


@dataclass(eq=False)
class BuyRow(Widget):
    """A design that can be bought. A press shows it, + or Enter buys one, and 1 to 9 buy that many."""

    design: ShipDesign
    _: KW_ONLY
    price: int
    about: str  # the size of the design
    over: int = 0  # points by which it costs more than are left
    chosen: bool = False
    on_buy: Callable[[int], object]

    @property
    def plus(self) -> Rect:
        """The part that buys one."""
        wide = theme.px(PLUS)
        return Rect(self.rect.right - wide, self.rect.y, wide, self.rect.h)

    def handle(self, event: Event) -> bool:
        """Buy on a press of the + or a digit key, and on + and − of the keyboard."""
        if (
            event.type == pygame.MOUSEBUTTONUP
            and event.button == 1
            and self.pressed
            and self.plus.collidepoint(event.pos)
        ):
            self.pressed = False
            self.on_buy(1)
            return True
        if event.type == pygame.KEYDOWN and self.focused and not event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            sign = getattr(event, "unicode", "")
            if sign in ("+", "-") or (sign.isascii() and sign.isdigit() and sign != "0"):
                self.on_buy({"+": 1, "-": -1}.get(sign) or int(sign))
                return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        """Draw silhouette, name, class, price and size, or the points by which it is too expensive."""
        p, px, r, one = theme.palette, theme.px, self.rect, self.design
        fill = p.active if self.chosen else p.raised if self.hover else p.panel
        box(dst, r, fill, 6, 255, theme.accent if self.chosen else p.line, 2 if self.chosen else 1)
        colour = theme.seat(seat_of_shape(one.glyph))
        stamp(
            dst,
            badge_sprite(glyph_of_design(one), mix(colour, p.panel, 0.45) if self.over else colour, 16),
            (r.x + px(24), r.centery),
        )
        plus = self.plus.inflate(-px(10), -px(14))
        box(dst, plus, p.panel if self.over else p.active, 5, 255, p.line if self.over else p.edge)
        stamp(dst, mark("plus", p.faint if self.over else p.white, 14), plus.center)
        right = self.plus.x - px(6)
        words = f"{self.over} too many" if self.over else self.about
        price = text(
            dst, f"{self.price:,}", (right, r.centery - px(10)), 16, p.muted if self.over else p.white, "s", "midright"
        )
        left = r.x + px(46)
        below = text(dst, words, (right, r.centery + px(11)), 13, p.faint if self.over else p.muted, "r", "midright")
        ink = p.muted if self.over else p.white
        fit_text(dst, one.name, (left, r.centery - px(10)), price.x - px(8) - left, (16, 15, 14), ink, "s", "midleft")
        fit_text(
            dst,
            one.ship_class,
            (left, r.centery + px(11)),
            below.x - px(8) - left,
            (14, 13, 12, 11),
            p.muted,
            "r",
            "midleft",
        )


class DesignList:
    """Search, filters and the list of designs for sale."""

    def __init__(self, model: FleetsModel) -> None:
        self.model = model
        self.pane = ColumnPane("designs", self._fill, (8, 6), even=True)
        self.field = TextField(
            Rect(0, 0, 1, 1),
            "",
            name="find",
            placeholder=f"name, class or system   {model.cap('find design')}",
            size=15,
            on_change=self._search,
            rule=RULE,
        )

    def _search(self, words: str) -> None:
        self.model.find = words
        self.model.changed()

    def lay_out(self, r: Rect) -> Iterable[Widget]:
        """Return search, filters and rows in a part of the page."""
        px, model = theme.px, self.model
        head = Column(Rect(r.x + px(10), r.y + px(12), r.w - px(20), r.h))
        head.heading("Designs", f"for {model.muster.side_names[model.seat]}", rule=RULE)
        self.field.rect = head.row(34, 8)
        head.add(self.field)
        labels = [(folder, model.muster.name_of(folder)) for folder in self._folders()]
        sized = (((folder, label), width(label, 14, "s") + px(20)) for folder, label in labels)
        for place, (folder, label) in head.flow(sized, 32, 6, 8):
            press, on = partial(self._filter, folder), folder in model.folders
            head.add(Button(place, label, on_press=press, on=on, size=14, name=f"from {folder}", rule=RULE))
        head.space(2)
        if model.sizes:
            names = [*model.sizes, "all"]
            chosen = names.index(model.size) if model.size in names else len(names) - 1
            plural = [f"{one}s" if one in ("escort", "cruiser", "capital", "flight") else one for one in names]
            head.add(
                Segments(head.row(34, 6), plural, chosen=chosen, on_change=self._choose_size, name="sizes", rule=RULE)
            )
        first, by = head.cells(2, 30, 8, 4)
        head.add(
            CheckRow(first, "What fits first", model.fits_first, on_press=self._fits, name="fits first", rule=RULE)
        )
        head.add(Button(by, f"by {model.sort}", on_press=self._sort, size=14, kind="quiet", name="sort", rule=RULE))
        return [*head.widgets, *self.pane.lay_out(Rect(r.x, head.y, r.w, r.bottom - head.y))]

    def _folders(self) -> list[str]:
        known = {one.fleet for one in self.model.muster.designs.values()}
        return [folder for folder in dict.fromkeys((*self.model.muster.names, *sorted(known))) if folder in known]

    def _filter(self, folder: str) -> None:
        shown = self.model.folders ^ {folder}
        self.model.folders = shown or {folder}
        self.model.changed()

    def _choose_size(self, index: int) -> None:
        self.model.size = self.model.sizes[index] if index < len(self.model.sizes) else ""
        self.model.changed()

    def _fits(self) -> None:
        self.model.fits_first = not self.model.fits_first
        self.model.changed()

    def _sort(self) -> None:
        self.model.sort = BY[(BY.index(self.model.sort) + 1) % len(BY)]
        self.model.changed()

    def _fill(self, column: Column) -> None:
        fits, rest = self.model.visible_designs()
        for one in fits:
            self._row(column, one)
        if rest:
            left = self.model.muster.points_left(self.model.seat) or 0
            column.paragraph(
                f"More than {max(0, left):,}" if left >= 0 else "Over the limit already", theme.palette.muted, 13
            )
            for one in rest:
                self._row(column, one)
        if not fits and not rest:
            column.paragraph(
                "No design is called so or has that." if self.model.find else "No design here.", theme.palette.muted
            )

    def _row(self, column: Column, one: ShipDesign) -> None:
        model, price = self.model, self.model.muster.price(one.key)
        left = model.muster.points_left(model.seat)
        size = model.system.files.figures(one)[0]
        over = 0 if left is None else max(0, price - max(0, left))
        row = BuyRow(
            column.row(ROW, 4),
            one,
            price=price,
            about=f"{size.label} {size.value}",
            over=over,
            chosen=one.key == model.design,
            on_buy=partial(self._buy, one.key),
            on_press=partial(self._press, one.key),
            name=f"design {one.key}",
            rule=model.system.files.price_rule or RULE,
            hint="One of your own designs" if one.fleet == OWN else "",
        )
        column.add(row)

    def _buy(self, key: str, count: int) -> None:
        self.model.add(key, count)

    def _press(self, key: str) -> None:
        """Show a design; press it again to buy one."""
        if key == self.model.design:
            self.model.add(key)
        else:
            self.model.look_at(key)
