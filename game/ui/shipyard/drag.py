"""Dragging in the yard's editor: a part from the palette over the ship or its form, or a symbol off the hull."""

from __future__ import annotations

import math

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.forms import PartAboard, PartOffer, Room
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import box, stamp
from game.ui.render.text import text, width
from game.ui.render.theme import theme
from game.ui.shipyard.hull import HullView, PartSymbol
from game.ui.shipyard.model import AWAY, FORM, HULL, CarriedPart, EditorModel
from game.ui.shipyard.rows import AboardRow, OfferRow, symbol
from game.ui.toolkit.column import ColumnPane
from game.ui.toolkit.focus import Focus
from game.ui.toolkit.parts import clearest

STARTS = 6  # design pixels that the pointer moves before a press is a drag


class PartDrag:
    """A drag in the yard's editor."""

    def __init__(self, model: EditorModel, hull: HullView, form: ColumnPane, focus: Focus) -> None:
        self.model, self.hull, self.form, self.focus = model, hull, form, focus
        self.item: PartOffer | PartAboard | None = None  # the part that was pressed
        self.at = (0, 0)  # place of the pointer
        self._began, self._origin, self._over = (0, 0), "", ("", "", False)
        self._port = ""  # place of the symbol that was pressed, if it is one of several of a part
        self._scrolled = 0  # scroll offset of the form before the drag

    @property
    def on(self) -> bool:
        return self.model.held is not None

    def handle(self, event: Event) -> bool:
        """Use an event of the pointer or Escape. Return True if nothing else may use it."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self.item, self._began = self._item_at(event.pos), event.pos
        elif event.type == pygame.MOUSEMOTION and self.item is not None:
            if event.buttons[0]:
                return self._move(event.pos)
            self._put_back()  # the button was let go outside the window
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.item is not None:
            self.item, dropped = None, self.on
            if dropped:
                self._back(self.model.held)
                self.model.drop()
            return dropped
        elif event.type in (pygame.KEYDOWN, pygame.KEYUP) and self.on:
            if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
                self._put_back()
            else:
                self._hold_at(self.at)  # Shift may have been pressed or let go
            return True
        return False

    def _put_back(self) -> None:
        if self.on:
            self._back(None)
        self.item = None
        self.model.let_be()

    def _item_at(self, pos: tuple[int, int]) -> PartOffer | PartAboard | None:
        under = next((one for one in reversed(self.focus.widgets) if one.focusable and one.hit.collidepoint(pos)), None)
        self._port = under.place if isinstance(under, PartSymbol) and under.alone else ""
        self._origin = HULL if isinstance(under, PartSymbol) or under in self.hull.pane.widgets else FORM
        if isinstance(under, OfferRow):
            return under.offer
        return under.part if isinstance(under, (AboardRow, PartSymbol)) else None

    def _move(self, pos: tuple[int, int]) -> bool:
        """Move the part along. A press that has not moved far is not a drag yet."""
        assert self.item is not None
        if not self.on:
            if math.dist(pos, self._began) < theme.px(STARTS):
                return False
            self._scrolled = self.form.scroll.offset
            for widget in self.focus.widgets:
                widget.pressed = widget.hover = False
            self._over = ("", "", False)
        self._hold_at(pos)
        return True

    def _hold_at(self, pos: tuple[int, int]) -> None:
        """Hold the part at a place of the screen. With Shift, a new part brings its twin."""
        assert self.item is not None
        self.at = pos
        place = self.hull.place_at(pos)
        where = HULL if place is not None else FORM if pos[0] >= self.form.rect.x else AWAY
        twin = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        if (where, place or "", twin) != self._over:
            self._over = where, place or "", twin
            self.model.hold(self.item, where, place or "", self._origin, self._port, twin)

    def _back(self, held: CarriedPart | None) -> None:
        """Scroll the form back, if the drag had no effect."""
        if held is None or held.after is None:
            self.form.scroll.to(self._scrolled)

    # -- drawing -------------------------------------------------------------------------------------------------------

    def paint(self, dst: Surface) -> None:
        """Draw the part at the pointer, and beside it the effect of letting it go."""
        held = self.model.held
        if held is None:
            return
        p, px, (x, y) = theme.palette, theme.px, self.at
        does = held.after is not None
        ring = Rect(0, 0, px(44), px(44))
        ring.center = x, y
        box(dst, ring, p.panel, 8, 230)
        corners = [ring.topleft, ring.topright, ring.bottomright, ring.bottomleft]
        dashed_line(dst, corners, theme.accent if does else p.faint, 1.6, closed=True)
        part = held.part(self.model.now)
        stamp(dst, symbol(part.icon if part else held.item.icon, 32), ring.center)
        rows = self._words(held)
        wide = max(sum(round(width(words, 15, "s")) + px(14) for words, _ in row) for row in rows) + px(18)
        size = wide, px(14 + 24 * len(rows))
        places = [(x + px(30), y - size[1] // 2), (x - px(30) - size[0], y - size[1] // 2), (x, y + px(34))]
        free = self.hull.rect if self._over[0] == HULL else dst.get_rect()
        plate = clearest(size, free.inflate(-px(8), -px(8)), places, [ring])
        over = any(ink == p.red for row in rows for _, ink in row)
        box(dst, plate, p.panel, 7, 245, p.red if over else theme.accent if does else p.edge)
        for n, row in enumerate(rows):
            left = float(plate.x + px(14))
            for words, ink in row:
                left = text(dst, words, (left, plate.y + px(19 + 24 * n)), 15, ink, "s", "midleft").right + px(14)

    def _words(self, held: CarriedPart) -> list[list[tuple[str, tuple[int, int, int]]]]:
        """Return lines of words with their colours."""
        p, now = theme.palette, self.model.now
        name = held.title(now)
        if held.after is None:
            away = self._over[0] == AWAY
            about = "drag it over the ship" if away else "nothing changes"
            about = "let go to change the edition" if held.edition else about
            return [[(name, p.white)], [(held.why, p.red) if held.why else (about, p.muted)]]
        columns = now.form.columns
        sums = [f"{sum_} {column}" for sum_, column in zip(held.figures(now), columns) if sum_]
        rows = [[(name, p.white), (" · ".join(sums) or "costs the same", theme.accent)]]
        room, before = held.after.form.room, now.form.room
        if room is not None and before is not None and room != before:
            rows.append([_fullness(room)])
        if {one.why for one in held.after.faults} - {one.why for one in now.faults}:
            rows.append([("Let go, and mend it afterwards", p.muted)])
        return rows


def _fullness(room: Room) -> tuple[str, tuple[int, int, int]]:
    """Return how full the room would be, in words with their colour."""
    p, over = theme.palette, room.used - room.total
    words = f"{room.used} of {room.total} {room.unit}"
    return (f"{over} too much: {words}", p.red) if over > 0 else (words, p.muted)
