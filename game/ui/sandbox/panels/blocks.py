"""Widgets of the sandbox's panels: the palette, dice, rows of a sheet; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.board.terrain import Body
from game.core.display import Track
from game.ui.board.layers.bodies import one_body
from game.ui.render.dice_faces import die
from game.ui.render.hulls import badge_sprite
from game.ui.render.shapes import bar, box, stamp
from game.ui.render.text import caps_width, fit_text, text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.ship_sheet.tracks import LEAD, PITCH, POINTER, BoxTrack, HexagonTrack, RowTrack, became
from game.ui.toolkit.widgets import PRESSING, Still, Widget

Deed = Callable[[], object]


class PaletteEntry(Widget):
    """A design or kind of terrain to drag onto the table. A press arms it, and the next press on the table places
    it."""

    pictured = True

    def __init__(
        self,
        rect: Rect,
        name: str,
        on_lift: Callable[[], object],
        on_press: Deed,
        *,
        glyph: str = "",
        colour: Colour | None = None,
        body: Body | None = None,
        armed: bool = False,
        hint: str = "",
    ) -> None:
        super().__init__(rect, on_press=on_press, rule="table/sandbox", name=name, hint=hint)
        self.glyph, self.colour, self.body, self.armed, self.on_lift = glyph, colour, body, armed, on_lift

    def handle(self, event: Event) -> bool:
        """Begin to drag the thing when a drag leaves the cell."""
        if event.type == pygame.MOUSEMOTION and self.pressed and not self.hit.collidepoint(event.pos):
            self.pressed = self.hover = False
            self.on_lift()
            return True
        return super().handle(event)

    def draw(self, dst: Surface) -> None:
        self._plate(dst)
        self._picture(dst, self.rect.center)

    def _plate(self, dst: Surface) -> None:
        p = theme.palette
        fill = p.active if self.armed else mix(p.raised, p.edge, 0.3) if self.hover else p.raised
        box(dst, self.rect, fill, 6, 255, theme.accent if self.armed else p.line, 2 if self.armed else 1)

    def _picture(self, dst: Surface, at: tuple[int, int]) -> None:
        if self.body is not None:
            clip = dst.get_clip()
            dst.set_clip(self.rect.clip(clip))
            one_body(dst, self.body, at, theme.px(11))
            dst.set_clip(clip)
        elif self.colour:
            stamp(dst, badge_sprite(self.glyph, self.colour, 15), at)


class PaletteRow(PaletteEntry):
    """A design in a row: picture, name, class and points."""

    HIGH, LOW = 46, 42  # design pixels

    def __init__(
        self,
        rect: Rect,
        name: str,
        label: str,
        kind: str,
        points: str,
        on_lift: Callable[[], object],
        on_press: Deed,
        *,
        glyph: str = "",
        colour: Colour | None = None,
        body: Body | None = None,
        armed: bool = False,
        hint: str = "",
    ) -> None:
        super().__init__(rect, name, on_lift, on_press, glyph=glyph, colour=colour, body=body, armed=armed, hint=hint)
        self.label, self.kind, self.points = label, kind, points

    def draw(self, dst: Surface) -> None:
        """Draw name over class, points at the right."""
        p, px, r = theme.palette, theme.px, self.rect
        self._plate(dst)
        self._picture(dst, (r.x + px(21), r.centery))
        right = r.right - px(10)
        if self.points:
            right = text(dst, self.points, (right, r.centery), 15, p.white, "s", "midright").x - px(6)
        x = r.x + px(42)
        fit_text(dst, self.label, (x, r.centery - px(9)), right - x, (15, 14), p.white, "s", "midleft")
        fit_text(dst, self.kind, (x, r.centery + px(10)), right - x, (14, 13), p.muted, "r", "midleft")


class SideTotal(Still):
    """A side's forces on the table: its name, ships and points over a bar. `share`, 0 to 1, is relative to the
    strongest side."""

    pictured = True

    def __init__(self, rect: Rect, name: str, seat: int, ships: int, points: int, share: float) -> None:
        words = f"{ships} ship{'s' * (ships != 1)}"
        super().__init__(
            rect, rule="table/sandbox", name=f"total {name}", hint=f"{name}: {words}, {points} points on the table"
        )
        self.title, self.seat, self.ships, self.points, self.share = name, seat, words, points, share

    def draw(self, dst: Surface) -> None:
        """Draw a line with the bar below."""
        px, r = theme.px, self.rect
        p, y = theme.palette, r.y + px(9)
        right = text(dst, str(self.points), (r.right, y), 17, p.white, "s", "midright").x - px(8)
        right = text(dst, self.ships, (right, y), 14, p.muted, "r", "midright").x - px(8)
        fit_text(dst, self.title, (r.x, y), right - r.x, 15, theme.seat(self.seat), "s", "midleft")
        bar(dst, r.x, r.bottom - px(6), r.w, self.share, theme.seat(self.seat), 4)


class UndoRow(Widget):
    """A past command. A press undoes everything after it."""

    pictured = True

    def __init__(self, rect: Rect, words: str, index: int, on_press: Deed) -> None:
        back = "Press to take back all that came after it." if index else "The last thing done."
        super().__init__(rect, on_press=on_press, rule="table/undo", name=f"done {index}", hint=f"{words}. {back}")
        self.words, self.index = words, index

    def draw(self, dst: Surface) -> None:
        """Draw a dot on a line, and the words."""
        p, px, r, now = theme.palette, theme.px, self.rect, self.index == 0
        x = r.x + px(9)
        dst.fill(p.line, (x, r.y if not now else r.centery, max(1, px(1)), r.h if not now else r.h // 2))
        side = px(7 if now else 5)
        box(dst, (x - side // 2, r.centery - side // 2, side, side), theme.accent if now else p.edge, 4)
        ink = p.white if now or self.hover else p.muted
        fit_text(dst, self.words, (r.x + px(26), r.centery), r.w - px(28), 15, ink, "r", "midleft")


class TrackField(BoxTrack):
    """A track whose boxes can be crossed and restored, by a press or with the arrows. `on_change` gets the number
    left."""

    focusable = True
    on_change: Callable[[int], object]

    def box_at(self, pos: tuple[int, int]) -> int:
        """Return the number, from 1, of the box at a place; 0 for none."""
        return 0

    def handle(self, event: Event) -> bool:
        """Restore the last crossed box if it is pressed; otherwise cross the pressed box and all before it."""
        full, left = sum(self.track.rows), self.track.left
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            if number := self.box_at(event.pos):
                self.on_change(full - (number - 1 if number == full - left else number))
            return True
        if event.type == pygame.KEYDOWN and self.focused and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self.on_change(left + (1 if event.key == pygame.K_LEFT else -1))
            return True
        return super().handle(event) if not (event.type == pygame.KEYDOWN and event.key in PRESSING) else False


class RowTrackField(TrackField, RowTrack):
    """The hull with boxes that can be crossed."""

    def __init__(self, rect: Rect, track: Track, on_change: Callable[[int], object], lead: float = LEAD) -> None:
        RowTrack.__init__(self, rect, track, 0, lead)
        self.on_change, self.name = on_change, f"track {track.field}"
        self.hint = f"{track.left} of {sum(track.rows)} boxes left: press a box, or Left and Right"

    def pitch(self) -> float:
        """Return design pixels from box to box, as drawn."""
        words = max((width(note, 14, "s") for note in self.track.notes), default=0) / theme.scale
        return round(min(PITCH, (self.rect.w / theme.scale - POINTER - words - 14) / max(self.track.rows)), 1)

    def box_at(self, pos: tuple[int, int]) -> int:
        """Return the number of the box at a place."""
        x, y = (pos[0] - self.rect.x) / theme.scale - POINTER, (pos[1] - self.rect.y) / theme.scale
        row, column = int(y // self.lead), int(x // self.pitch())
        if x < 0 or y < 0 or row >= len(self.track.rows) or column >= self.track.rows[row]:
            return 0
        return sum(self.track.rows[:row]) + column + 1


class HexagonTrackField(TrackField, HexagonTrack):
    """A layer of armour whose boxes can be crossed."""

    def __init__(self, rect: Rect, track: Track, on_change: Callable[[int], object]) -> None:
        super().__init__(rect, track)
        self.on_change, self.name = on_change, f"track {track.label}"
        self.hint = f"{track.left} of {sum(track.rows)} boxes left: press one, or Left and Right"

    def box_at(self, pos: tuple[int, int]) -> int:
        """Return the number of the hexagon at a place."""
        full = sum(self.track.rows)
        x = max(theme.px(92), caps_width(self.track.label) + theme.px(12))
        words = width(became(self.track, 0), 15)
        pitch = min(28.0, (self.rect.w - x - words - theme.px(8)) / theme.scale / max(1, full))
        number = int((pos[0] - self.rect.x - x) / theme.scale // pitch) + 1
        return number if 1 <= number <= full else 0


class DieField(Widget):
    """A coming die. A press or Up steps through its faces and back to chance; a digit sets it, and 0 leaves it to
    chance."""

    def __init__(
        self,
        rect: Rect,
        face: int | None,
        rolled: int,
        sides: int,
        on_change: Callable[[int | None], object],
        name: str,
    ) -> None:
        said = f"set to {face}" if face else f"left to chance; it would show {rolled}"
        hint = f"This die is {said}. Press it; or Tab to it and type a face, 0 for chance."
        super().__init__(rect, rule="table/sandbox", name=name, hint=hint)
        self.face, self.rolled, self.sides, self.on_change = face, rolled, sides, on_change

    def press(self) -> None:
        """Set the next face, and after the last chance again."""
        self.step(1)

    def step(self, by: int) -> None:
        """Step by a number of faces, with chance as one of them."""
        now = ((self.face or 0) + by) % (self.sides + 1)
        self.on_change(now or None)

    def handle(self, event: Event) -> bool:
        """Handle digits, Up and Down with the focus. The right button steps back."""
        if event.type == pygame.KEYDOWN and self.focused:
            number = event.key - pygame.K_0 if pygame.K_0 <= event.key <= pygame.K_9 else -1
            if 0 <= number <= self.sides:
                self.on_change(number or None)
                return True
            if event.key in (pygame.K_UP, pygame.K_DOWN):
                self.step(1 if event.key == pygame.K_UP else -1)
                return True
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3 and self.rect.collidepoint(event.pos):
            self.step(-1)
            return True
        return super().handle(event)

    @property
    def hit(self) -> Rect:
        """The rect of the die itself, because the next one is close."""
        return self.rect.clip(self.window) if self.window else self.rect

    def draw(self, dst: Surface) -> None:
        """Draw it yellow when set, with a question mark when left to chance."""
        if self.hover:
            box(dst, self.rect, theme.palette.active, 5)
        stamp(dst, die(self.face or self.rolled, 20, 0, "set" if self.face else "chance", self.sides), self.rect.center)


class RollRow(Still):
    """A coming roll: its number, phase and purpose, and whether any die is set. `dice` is the width of the dice."""

    pictured = True

    LEFT, NARROW = 72, 420  # design pixels: left edge of the words, and the width below which the state is left out

    def __init__(self, rect: Rect, dice: int, number: int, phase: str, words: str, state: str, rule: str = "") -> None:
        super().__init__(rect, rule=rule or "table/sandbox", hint=words, name=f"roll {number}")
        self.number, self.phase, self.words, self.state, self.dice = number, phase, words, state, dice

    @classmethod
    def right_of(cls, rect: Rect) -> int:
        """Return the real pixels at the right that dice leave free."""
        return theme.px(6 if rect.w < theme.px(cls.NARROW) else 72)

    def draw(self, dst: Surface) -> None:
        """Draw a line, over which the dice lie."""
        p, px, r = theme.palette, theme.px, self.rect
        hand = self.state == "set"
        if hand:
            box(dst, r, mix(p.yellow, p.panel, 0.92), 4)
        text(dst, str(self.number), (r.x + px(8), r.centery), 14, p.faint, "r", "midleft")
        text(dst, self.phase, (r.x + px(34), r.centery), 14, p.faint, "r", "midleft")
        narrow = r.w < px(self.NARROW)
        room = r.w - px(self.LEFT) - self.right_of(r) - (self.dice + px(10) if self.dice else 0)
        fit_text(
            dst, self.words, (r.x + px(self.LEFT), r.centery), room, 15, p.white if hand else p.muted, "r", "midleft"
        )
        if narrow:
            return
        text(
            dst,
            self.state,
            (r.right - px(8), r.centery),
            15,
            p.yellow if hand else p.faint,
            "s" if hand else "r",
            "midright",
        )


class ResultRow(Widget):
    """A ship's losses as the dice fall: boxes lost beside their mean, details below. A press chooses the ship."""

    pictured = True
    HIGH = 44  # design pixels

    def __init__(self, rect: Rect, name: str, seat: int, lost: tuple[str, str], words: str, on_press: Deed) -> None:
        hint = f"{name}: {', '.join(part for part in (*lost, words) if part)}"
        super().__init__(rect, on_press=on_press, rule="table/sandbox", name=f"result {name}", hint=hint)
        self.title, self.seat, self.lost, self.words = name, seat, lost, words

    def draw(self, dst: Surface) -> None:
        """Draw two lines, the mean muted and the result white."""
        p, px, r = theme.palette, theme.px, self.rect
        if self.hover:
            box(dst, r, p.raised, 4)
        y, (boxes, mean) = r.y + px(13), self.lost
        right = r.right - px(8)
        if mean:
            right = text(dst, mean, (right, y), 14, p.muted, "r", "midright").x - px(10)
        if boxes:
            right = text(dst, boxes, (right, y), 15, p.white, "s", "midright").x - px(10)
        fit_text(dst, self.title, (r.x + px(8), y), right - r.x - px(8), 15, theme.seat(self.seat), "s", "midleft")
        fit_text(dst, self.words, (r.x + px(8), r.y + px(32)), r.w - px(16), 14, p.text, "r", "midleft")
