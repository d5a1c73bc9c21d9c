"""The cards of the menu that show a battle: scenarios, the last battle, plates of the sides; no part of the rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.names import STYLES_OF
from game.ui.menu.library import Offer, Save, state_of
from game.ui.render.backdrop import empty_table
from game.ui.render.hulls import badge_sprite
from game.ui.render.shapes import box, paste, rule, stamp
from game.ui.render.text import Piece, fit, fit_text, lines, run, text, width, wrap
from game.ui.render.theme import mix, theme
from game.ui.toolkit.parts import key_cap, key_width
from game.ui.toolkit.widgets import Button, Widget, shades

if TYPE_CHECKING:
    from game.battle.view import View
    from game.core.state import Side

PLAYERS = {"human": "Person", "random": "By chance", "cadet": "Cadet", "captain": "Captain", "admiral": "Admiral"}
LEAST_WORDS = 12  # the least text size of a plate's player
_pictures: dict[tuple[object, ...], Surface] = {}


def _place(key: object, size: tuple[int, int]) -> tuple[object, ...]:
    """Return the cache key of a preview, by size, scale and palette."""
    return key, size, theme.scale, theme.palette.name


def cached_preview(key: object, make: Callable[[], Surface], size: tuple[int, int]) -> Surface:
    """Return a preview from the cache."""
    at = _place(key, size)
    if at not in _pictures:
        if len(_pictures) > 96:
            _pictures.clear()
        _pictures[at] = make()
    return _pictures[at]


def table_picture(key: object, view: View | None, size: tuple[int, int], played: bool = False) -> Surface:
    """Return the preview of a view's table; empty ground without a view."""

    def make() -> Surface:
        if view is None:
            return empty_table(size)
        from game.ui.board.previews import picture

        return picture(view, size, played)

    return cached_preview((key, view is None), make, size)


class TableCard(Widget):
    """A card with the preview of a table, shown once it is made."""

    @property
    @abstractmethod
    def frame(self) -> Rect:
        """The rect of the preview."""

    @property
    @abstractmethod
    def table(self) -> tuple[object, Callable[[], View | None] | None, bool]:
        """The preview's cache key, what makes its view, and whether the battle is under way. Without a view there is
        nothing to make."""

    @property
    def is_made(self) -> bool:
        """Return whether the preview is made, if there is one."""
        key, view, _ = self.table
        return not self.frame or view is None or _place((key, False), self.frame.size) in _pictures

    def make(self) -> Surface:
        """Return the preview, making it if necessary."""
        key, view, played = self.table
        return table_picture(key, view and view(), self.frame.size, played)

    def draw_table(self, dst: Surface) -> None:
        """Draw the preview, or empty ground until it is made."""
        paste(dst, self.make() if self.is_made else empty_table(self.frame.size), self.frame.topleft)


class ScenarioCard(TableCard):
    """A scenario: its picture over name, sentence, topics and size. Low cards leave out the topics."""

    def __init__(self, rect: Rect, offer: Offer, chosen: bool, on_press: Callable[[], object]) -> None:
        tags = f"Teaches: {', '.join(offer.teaches)}." if offer.teaches and rect.h < theme.px(290) else ""
        super().__init__(rect, on_press=on_press, name=f"scenario {offer.path.stem}", hint=tags)
        self.offer, self.chosen = offer, chosen

    @property
    def hint_by(self) -> Rect:
        """Its upper edge, so that the hint covers only its own picture."""
        return Rect(self.rect.x + theme.px(14), self.rect.y, self.rect.w - theme.px(28), theme.px(6))

    @property
    def words_high(self) -> int:
        """Room under the picture, in real pixels."""
        return theme.px(180) if self.rect.h >= theme.px(290) else theme.px(128)

    @property
    def frame(self) -> Rect:
        """The rect of the preview, over its words."""
        r, edge = self.rect, theme.px(6)
        return Rect(r.x + edge, r.y + edge, r.w - 2 * edge, r.h - edge - self.words_high)

    @property
    def table(self) -> tuple[object, Callable[[], View | None] | None, bool]:
        """The scenario at its start."""
        return self.offer.path, None if self.offer.bad else self.offer.view, False

    def draw(self, dst: Surface) -> None:
        px, r, p = theme.px, self.rect, theme.palette
        fill, edge, _ = shades("on" if self.chosen else "plain", True, self.hover, self.pressed)
        lit = self.chosen or self.hover
        box(dst, r, fill if lit else p.raised, 9, 255, edge if lit else p.line, 2 if self.chosen else 1)
        self.draw_table(dst)
        x, wide = r.x + px(16), r.w - px(32)
        full = self.words_high > px(150)
        size = 20 if full else 18
        y = self.frame.bottom + px(22 if full else 16)
        fit_text(dst, self.offer.title, (x, y), wide, size, p.white, "b")
        colour = p.red if self.offer.bad else p.text if self.chosen else p.muted
        large = full and len(lines(self.offer.about, wide, 16)) <= 2
        wrap(
            dst,
            self.offer.about,
            (x, y + px(30 if full else 25)),
            wide,
            16 if large else 15,
            colour,
            lead=22 if full else 20,
            most=2,
        )
        if full:
            self._tags(dst, x, r.bottom - px(82))
            rule(dst, x, r.right - px(16), r.bottom - px(46), p.edge if self.chosen else p.line)
        foot = r.bottom - px(24 if full else 19)
        text(dst, self.offer.fleets, (x, foot), 15, theme.accent if self.chosen else p.text, "s", "midleft")
        text(dst, self.offer.turns, (r.right - px(16), foot), 15, p.muted, "r", "midright")

    def _tags(self, dst: Surface, x: float, y: float) -> None:
        px, p = theme.px, theme.palette
        for tag in self.offer.teaches:
            wide = round(width(tag, 14, "s")) + px(18)
            if x + wide > self.rect.right - px(12):
                return
            plate = box(dst, (x, y, wide, px(26)), p.well if self.chosen else p.panel, 5, 255, p.edge)
            text(dst, tag, plate.center, 14, p.text if self.chosen else p.muted, "s", "center")
            x += wide + px(8)


def enter_as_key(event: Event, key: int) -> Event:
    """Return Enter as a press of a widget's own key; any other event unchanged."""
    if event.type == pygame.KEYDOWN and event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
        return Event(pygame.KEYDOWN, {**event.dict, "key": key})
    return event


class LastCard(TableCard):
    """The battle to continue, or if there is none the chosen scenario or the first lesson with its progress. C presses
    it, and so does Enter if it `enters`. `waits`: it was pressed and is being read."""

    def __init__(
        self,
        rect: Rect,
        save: Save | None,
        offer: Offer | None,
        on_press: Callable[[], object],
        enters: bool = True,
        waits: bool = False,
        lesson: str = "",
    ) -> None:
        super().__init__(rect, on_press=on_press, name="continue", key=pygame.K_c, enabled=bool(save or offer))
        self.save, self.offer, self.enters, self.waits, self.lesson = save, offer, enters, waits, lesson

    def shortcut(self, event: Event) -> bool:
        """Press the card on Enter too, unless that begins a scenario."""
        return super().shortcut(enter_as_key(event, self.key) if self.enters else event)

    def _lines(self) -> tuple[str, str, Sequence[Piece]]:
        """Return the heading, the battle, and the present task."""
        p = theme.palette
        if self.lesson and self.offer:
            if self.lesson.startswith("step"):
                return "Continue", self.offer.title, ((self.lesson, p.muted, "r"),)
            return "First time?", "Learn by doing, ten minutes", ((self.offer.title, p.muted, "r"),)
        if self.save is None:
            if self.offer is None:
                return "Nothing to begin", "No scenario was found", ()
            return "Begin here", self.offer.title, ((f"{self.offer.fleets}, {self.offer.turns}", p.muted, "r"),)
        battle = f"{self.save.opened.file.title if self.save.opened else self.save.recent.title}, {self.save.turn}"
        view = self.save.view
        if view is None:
            waiting = "Opening it…" if self.waits else ""
            return (
                "Continue",
                battle,
                (("This file has mistakes", p.red, "r") if self.save.bad else (waiting, p.muted, "r"),),
            )
        who, what = state_of(self.save)
        seat = next((side.seat for side in view.state.sides.values() if side.name == who), 2)
        named = ((f"{who}:", theme.seat(seat), "s"),) if who else ()
        return "Continue", battle, (*named, (what, p.muted, "r"))

    @property
    def table(self) -> tuple[object, Callable[[], View | None] | None, bool]:
        """The battle as it was left, or the scenario at its start."""
        if save := self.save:
            return (save.recent.path, save.recent.when), (lambda: save.view) if save.opened else None, True
        offer = None if self.offer is None or self.offer.bad else self.offer
        return (offer.path, offer.view, False) if offer else (None, None, False)

    @property
    def low(self) -> bool:
        """Return whether its words are beside the preview."""
        return self.rect.h < theme.px(160)

    @property
    def large(self) -> bool:
        """Return whether there is room for large words."""
        return self.rect.w >= theme.px(360) and not self.low

    @property
    def frame(self) -> Rect:
        """The rect of the preview, over its words or at their left. Empty if it would be too low."""
        px, r = theme.px, self.rect
        inset, words = px(14 if self.large else 8 if self.low else 10), px(124 if self.large else 104)
        if self.low:
            return Rect(r.x + inset, r.y + inset, round((r.h - 2 * inset) * 1.6), r.h - 2 * inset)
        high = r.h - inset - words
        return Rect(r.x + inset, r.y + inset, r.w - 2 * inset, high if high >= px(60) else 0)

    def draw(self, dst: Surface) -> None:
        """Draw preview and three lines."""
        px, r = theme.px, self.rect
        fill, edge, _ = shades("main" if self.enters else "plain", self.enabled, self.hover, self.pressed)
        box(dst, r, fill, 10, 255, edge, 2)
        low, large = self.low, self.large
        left = self.frame.right + px(14) if low else r.x + px(20 if large else 16)
        if self.frame:
            self.draw_table(dst)
        self._words(
            dst,
            left,
            r.right - px(20 if large else 16),
            (92, 59, 28) if large else (66, 42, 19) if low else (76, 47, 22),
            large,
        )

    def _words(self, dst: Surface, x: int, right: int, heights: tuple[int, int, int], large: bool) -> None:
        """Draw the three lines, each at its height in design pixels above the foot."""
        p, px, room = theme.palette, theme.px, right - x
        heading, battle, parts = self._lines()
        first, second, third = (self.rect.bottom - px(h) for h in heights)
        text(dst, heading, (x, first), 26 if large else 22, p.white, "b", "midleft")
        key_cap(dst, (right, first), "Enter" if self.enters else "C", on=self.enters)
        size = 17 if large else 16
        fit_text(dst, battle, (x, second), room, size, p.text, "r", "midleft")
        size = 16 if large else 15
        done: list[Piece] = []
        for string, colour, weight in parts:
            used = sum(width(s, size, w) + px(5) for s, _, w in done)
            done.append((fit(string, room - used, size, weight), colour, weight))
        run(dst, (x, third), done, size)


class SeatPlate(Widget):
    """The player of a side. A press opens the panel that changes it; while `open` the card is highlighted."""

    def __init__(
        self, rect: Rect, side: Side, glyph: str, player: str, on_press: Callable[[], object], is_open: bool = False
    ) -> None:
        super().__init__(
            rect,
            on_press=on_press,
            name=f"seat {side.id}",
            rule="table/computer",
            hint="" if is_open else "A person, or the computer: by chance, as a cadet, a captain or an admiral.",
        )
        self.side, self.glyph, self.player, self.is_open = side, glyph, player, is_open

    def draw(self, dst: Surface) -> None:
        """Draw silhouette, name and player."""
        px, r, p, colour = theme.px, self.rect, theme.palette, theme.seat(self.side.seat)
        fill, edge = (p.active, colour) if self.is_open else (p.raised, p.edge if self.hover else p.line)
        box(dst, r, mix(fill, p.edge, 0.38) if self.hover else fill, 8, 255, edge, 2 if self.is_open else 1)
        narrow, words = r.w < px(210), player_words(self.player)
        left, right = r.x + px(54 if narrow else 66), r.right - px(10 if narrow else 16)
        if width(words, LEAST_WORDS) <= right - left:
            if self.glyph:
                stamp(dst, badge_sprite(self.glyph, colour, 20), (r.x + px(28 if narrow else 34), r.centery))
        else:
            left = r.x + px(10)  # the player is shown in full
        sizes = (18, 16, 15, 14, LEAST_WORDS)
        fit_text(dst, self.side.name, (left, r.centery - px(12)), right - left, sizes, colour, "b", "midleft")
        below, ink = (15, 14, 13, LEAST_WORDS), p.text if self.is_open else p.muted
        fit_text(dst, words, (left, r.centery + px(12)), right - left, below, ink, "r", "midleft")


class BeginButton(Button):
    """The button that begins the chosen scenario. Space presses it. So does Enter if that is its cap, in which case it
    is bright."""

    def shortcut(self, event: Event) -> bool:
        """Press the button on Enter too, if its cap says so."""
        return super().shortcut(enter_as_key(event, self.key) if self.cap == "Enter" else event)

    def draw(self, dst: Surface) -> None:
        """Draw a bright plate with two lines."""
        px, r, p = theme.px, self.rect, theme.palette
        kind = "main" if self.cap == "Enter" else "plain"
        fill, edge, _ = shades(kind, self.enabled, self.hover, self.pressed)
        box(dst, r, fill, 8, 255, edge, 2)
        right = r.right - px(16)
        if width(self.label, 24, "b") + key_width(self.cap) + px(44) <= r.w:
            right = key_cap(dst, (right, r.centery), self.cap, "midright", True).x - px(8)
        x = r.x + px(20)
        sub = self.sub if width(self.sub, 14) <= right - x else self.note
        text(
            dst, self.label, (x, r.centery - px(11 if sub else 0)), 24 if r.h >= px(60) else 20, p.white, "b", "midleft"
        )
        fit_text(dst, sub, (x, r.centery + px(16)), right - x, (14, 13, 12, 11), p.text, "r", "midleft")


def player_words(player: str) -> str:
    """Return a player in words: for `captain:bold`, Captain, bold."""
    kind, _, style = player.partition(":")
    style = style or ("even" if STYLES_OF.get(kind) else "")
    return ", ".join(filter(None, (PLAYERS.get(kind, kind.capitalize()), style)))


def seats(offer: Offer) -> list[tuple[Side, str]]:
    """Return each side of a scenario with its silhouette; without one until the battle is set up."""
    return [(side, offer.flagships[side.id] if offer.is_set_up else "") for side in offer.sides]
