"""The open curtain: the events since a side last looked, and its present task; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame
from pygame import Rect, Surface

from game.core.events import Event
from game.core.orders import Id
from game.seating.heading import numbered_rows, when_words
from game.seating.outcomes import craft_left
from game.seating.summary import SummaryItem, boxes, boxes_left, condition
from game.ui.board.model.playback import AnimationFrame
from game.ui.board.model.scene import Scene
from game.ui.handover.context import HandoverContext
from game.ui.handover.item_cards import ItemCard, PartRow
from game.ui.render.backdrop import cloth, shade
from game.ui.render.hulls import sprite
from game.ui.render.shapes import bar, box, mark, paste, stamp
from game.ui.render.text import caps, fit_text, text, width
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.column import Column
from game.ui.toolkit.parts import key_cap, key_width
from game.ui.toolkit.widgets import Button, Still, Widget

ASIDE: tuple[Colour, Colour] = (9, 10, 14), (21, 23, 31)


class ShipLine(Still):
    """A ship of the side: its condition, and whether it has its order."""

    def __init__(self, rect: Rect, context: HandoverContext, key: Id, waiting: bool, asked: bool) -> None:
        super().__init__(rect, name=f"now {key}")
        self.sheet, self.waiting, self.asked = context.view.sheet(key), waiting, asked
        self.idles = waiting and context.view.idles_only(key)
        self.writes = context.view.phase.secret  # other phases ask for something other than an order
        self.colour = theme.seat(context.view.state.sides[context.side].seat)

    def draw(self, dst: Surface) -> None:
        """Draw silhouette, name, condition and mark."""
        px, p, r = theme.px, theme.palette, self.rect
        stamp(dst, sprite(self.sheet.glyph, 90, self.colour, 0.6, look=self.sheet.look), (r.x + px(22), r.centery))
        at = text(dst, self.sheet.title, (r.x + px(54), r.centery), 17, p.text, "s", "midleft")
        right = r.right
        if self.asked:
            open_ = "no order" if self.writes else "still asked"
            words, colour, sign = (open_, p.yellow, "todo") if self.waiting else ("done", p.green, "done")
            if self.idles:
                words, colour, sign = "no choice", p.muted, "done"
            stamp(dst, mark(sign, colour, 16), (right - px(10), r.centery))
            right = text(dst, words, (right - px(26), r.centery), 15, colour, "s", "midright").x
        left = max(at.right + px(12), r.x + px(150))
        room = right - px(12) - left
        words = condition(self.sheet, width(condition(self.sheet), 16) > room)
        fit_text(dst, words, (left, r.centery), room, (16, 15, 14, 13, 12), p.muted, "r", "midleft")


class StrengthLine(Still):
    """The share of a side's ships, or of their systems, that is left; None if unknown."""

    def __init__(
        self, rect: Rect, context: HandoverContext, side: Id, left: tuple[int, int] | None, what: str = "strength"
    ) -> None:
        super().__init__(rect, rule="", name=f"{what} {side}")
        self.side, self.left = context.view.state.sides[side], left

    def draw(self, dst: Surface) -> None:
        """Draw name, bar and figures."""
        px, p, r, colour = theme.px, theme.palette, self.rect, theme.seat(self.side.seat)
        fit_text(dst, self.side.name, (r.x, r.centery), px(122), 16, colour, "s", "midleft")
        if self.left is None:
            text(dst, "not known", r.midright, 16, p.muted, "r", "midright")
            return
        left, whole = self.left
        figures = text(dst, f"{left} of {whole}", r.midright, 16, p.text, "r", "midright")
        start = r.x + px(130)
        bar(
            dst,
            start,
            r.centery - px(4),
            min(figures.x, r.right - px(84)) - px(16) - start,
            left / whole if whole else 0,
            colour,
            8,
        )


class Caps(Still):
    """A heading of the open curtain, with words at its right."""

    def __init__(self, rect: Rect, words: str, right: str = "", colour: Colour | None = None) -> None:
        super().__init__(rect)
        self.words, self.right, self.colour = words, right, colour

    def draw(self, dst: Surface) -> None:
        """Draw both on one line."""
        p, y = theme.palette, self.rect.y + theme.px(2)
        at = caps(dst, self.words, (self.rect.x, y), self.colour or p.muted, size=14)
        room = self.rect.right - at.right - theme.px(16)
        fit_text(dst, self.right, (self.rect.right, y), room, 15, p.muted, "r", "topright")


class Open:
    """The open curtain: the list at the left, the board at the right. `take_seat` goes on to the battle. `look_again`
    shows an item, by its number, or a part of it, at its place."""

    def __init__(
        self, context: HandoverContext, area: Rect, take_seat: Callable[[], object], look_again: Callable[..., object]
    ) -> None:
        self.context, self.area, self.view, self._look_again = context, area, context.view, look_again
        px = theme.px
        self.wide = min(px(560), max(px(400), round(area.w * 0.33)))
        self.inset = px(40 if self.wide >= px(500) else 24)
        self.board = Rect(self.wide, 0, area.w - self.wide, area.h)
        inner = Rect(self.inset, px(124), self.wide - 2 * self.inset, area.h - px(124) - px(120))
        items = self._items(inner)
        below = items[-1].rect.bottom + px(24)
        high = self._now(inner, 0)[-1].rect.bottom
        if high <= 0.42 * inner.h:  # the task always stays at the foot, and only the list scrolls
            top = min(inner.bottom - high, below)
            seen = Rect(inner.x, inner.y, inner.w, top - px(16) - inner.y)
            rows = [*context.pane.fill(seen, items), *self._now(inner, top)]
        else:
            every = [*items, *self._now(inner, below)]
            rows = context.pane.fill(_with_whole_rows(inner, every), every, 12)
        label = self.view.phase.name
        go = Button(
            Rect(inner.x, area.h - px(104), inner.w, px(64)),
            label,
            on_press=take_seat,
            kind="main",
            cap="Enter",
            size=22,
            rad=8,
            key=pygame.K_RETURN,
            name="go on",
        )
        self.widgets: list[Widget] = [*rows, go]
        count = sum(item.event is not None for item in context.items)
        self.hint = (
            Rect(area.w - px(308), area.h - px(68), px(284), px(44)) if count and area.w - self.wide > px(420) else None
        )

    def _items(self, inner: Rect) -> list[Widget]:
        """Return the widgets of the events."""
        context = self.context
        column = Column(inner, 14)
        column.add(Caps(column.row(20, 10), "Since you last looked", self._when(), theme.accent))
        for n, item in enumerate(context.items or [self._first()], 1):
            open_ = context.shown == n and not context.part
            unfolded = item.ship in context.unfolded if item.parts else None
            r = column.take(ItemCard.high(item, column.wide), 4 if unfolded else 10)
            column.add(ItemCard(r, item, n, self._colour(item), open_, partial(self._look_again, n), unfolded))
            for k, part in enumerate(item.parts if unfolded else (), 1):
                r = column.take(PartRow.high(part, column.wide), 10 if k == len(item.parts) else 2)
                open_ = (context.shown, context.part) == (n, k)
                column.add(
                    PartRow(r, part, f"{n} part {k}", self._colour(part), open_, partial(self._look_again, n, k))
                )
        return column.widgets

    def _now(self, inner: Rect, y: int) -> list[Widget]:
        """Return the widgets of the task and of the hull left, from a y down."""
        context, mine = self.context, self.view.mine()
        column = Column(Rect(inner.x, y, inner.w, inner.h), 14)
        column.add(Caps(column.row(20, 6), "Now"))
        for ship in self.view.state.fleet(context.side):
            asked = bool(mine and ship.id in mine.ids)
            column.add(ShipLine(column.row(32, 2), context, ship.id, bool(mine and ship.id in mine.waiting), asked))
        column.space(14)
        words = (boxes(self.view.sheet(key))[2] for key in self.view.state.ships)
        column.add(Caps(column.row(20, 6), f"{next(filter(None, words), '')} left".strip().capitalize()))
        for side in self.view.state.sides:
            read = all(self.view.sheet(ship.id).read for ship in self.view.state.fleet(side))
            column.add(StrengthLine(column.row(26, 4), context, side, boxes_left(self.view, side) if read else None))
        craft = {side: craft_left(self.view, side) for side in self.view.state.sides}
        if any(whole for _, whole in craft.values()):
            column.space(14)
            column.add(Caps(column.row(20, 6), "Craft left"))
            for side, counted in craft.items():
                column.add(StrengthLine(column.row(26, 4), context, side, counted, "craft"))
        return column.widgets

    def _when(self) -> str:
        """Return the turn and phase of the last event shown."""
        events = [event for item in self.context.items for event in item.events]
        if not events:
            return ""
        last = max(events, key=lambda event: (event.turn, event.phase))
        rows, at = numbered_rows(self.view, last.phase)
        return f"{self.view.system.turn_word} {last.turn}: {rows[at][0].name.lower()}"

    def _first(self) -> SummaryItem:
        """Return the item shown while nothing has happened yet."""
        aim = self.view.system.objective(self.view.state)
        return SummaryItem(
            "The battle begins" if not self.view.length else "Nothing has changed", aim or self.view.title
        )

    def _colour(self, item: SummaryItem) -> Colour:
        p = theme.palette
        if item.tone in ("good", "enemy") and item.event is not None:
            side = self.view.state.sides.get(self.view.state.owner(item.event.who))
            return theme.seat(side.seat) if side else p.muted
        return p.red if item.tone == "bad" else p.muted

    def with_moment(self, scene: Scene, moment: AnimationFrame) -> Scene:
        """Return the scene while an item plays again, without pins."""
        return scene.but(moment=moment, pins=())

    def with_focus(self, scene: Scene, event: Event | None) -> Scene:
        """Return the scene while an item is looked at."""
        return scene.but(focus=event)

    def paint(self, dst: Surface, share: float) -> None:
        """Draw the cloth beside the board. While the curtain opens, the cloth covers more."""
        px, p, area = theme.px, theme.palette, dst.get_rect()
        eased = 1 - (1 - share) ** 2
        edge = round(area.w + (self.wide - area.w) * eased)
        dst.blit(cloth((area.w, area.h), px(80), *ASIDE, 0.7), (0, 0), (0, 0, edge, area.h))
        paste(dst, shade(px(64), area.h), (edge, 0))
        dst.fill(theme.accent, (edge - max(1, px(1)), 0, max(1, px(1)), area.h))
        if share < 1:
            return
        name = self.view.state.sides[self.context.side].name
        room = self.wide - 2 * self.inset
        fit_text(dst, name, (self.inset, px(44)), room, 34, p.white, "b")
        text(dst, when_words(self.view), (self.inset, px(82)), 16, p.muted)
        if self.hint:
            self._keys(dst, self.hint)

    def _keys(self, dst: Surface, r: Rect) -> None:
        """Draw the digits that show the events again."""
        px, p = theme.px, theme.palette
        count = min(9, len(self.context.items))
        words, keys = "see that moment again", ["1"] if count == 1 else ["1", str(count)]
        joined = round(width("to", 15)) + px(16) if count > 1 else 0
        wide = sum(key_width(one) for one in keys) + joined + round(width(words, 16)) + px(3 * 12)
        r = Rect(r.right - wide, r.y, wide, r.h)
        box(dst, r, p.panel, 6, 240, p.edge)
        x: float = key_cap(dst, (r.x + px(12), r.centery), keys[0], "midleft").right
        if count > 1:
            x = text(dst, "to", (x + px(8), r.centery), 15, p.muted, "r", "midleft").right + px(8)
            x = key_cap(dst, (x, r.centery), keys[1], "midleft").right
        text(dst, words, (x + px(12), r.centery), 16, p.text, "r", "midleft")


def _with_whole_rows(seen: Rect, widgets: Sequence[Widget]) -> Rect:
    """Return a pane that ends below a row or heading that it would cut; a card may be cut."""
    cut = next((one for one in widgets if one.rect.bottom > seen.bottom), None)
    if cut is None or isinstance(cut, ItemCard):
        return seen
    ends = (one.rect.bottom for one in widgets if one.rect.bottom <= seen.bottom and not isinstance(one, Caps))
    return Rect(seen.x, seen.y, seen.w, max(ends) - seen.y)
