"""Widgets: anything that can be pressed, by mouse or keyboard; no part of the rules.

A widget has a `rect` in real pixels, draws itself, and returns from `handle` whether it used an event; then the screen
is drawn again. A disabled widget shows the reason as its second line if there is room, otherwise in its hint. `rule` is
the address that F1 opens. `Focus` moves over widgets with Tab and the arrows, and draws the ring round them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import KW_ONLY, dataclass, field, fields
from operator import attrgetter

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.render.shapes import box, mark, stamp
from game.ui.render.text import fit_text, width
from game.ui.render.theme import Colour, mix, theme
from game.ui.toolkit.parts import key_cap, key_width

PRESSING = (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE)
LOUD = ("main", "danger")  # kinds of button for the one main action
DOUBLE = 450  # ms between the two presses of a double click
TWO = 42  # least height in design pixels of a button with a second line
SMALL = (13, 12, 11)  # sizes of that line, the first that fits
LEAST_HIT = 36  # least size in design pixels of a rect for the pointer
# fields no picture depends on, or only that of a widget that lights up
UNSEEN = frozenset({"rect", "window", "name", "rule", "hint", "key", "focused", "hover", "pressed"})

PLACED = frozenset({"rect", "window"})  # fields for the place of a widget

Press = Callable[[], object]
Reader = Callable[["Widget"], tuple[object, ...]]

_readers: dict[tuple[type, int], Reader] = {}  # readers by class, and number of fields set
_all_readers: dict[tuple[type, int], Reader] = {}


def _reader(widget: Widget, but: frozenset[str] = UNSEEN) -> Reader:
    """Return a function that reads those fields of a widget on which a picture may depend. They are all but callables
    and those in `but`. A field that was never set has the value of its class."""
    declared = {one.name: "Callable" in str(one.type) or "Press" in str(one.type) for one in fields(widget)}
    plain = [name for name, value in vars(widget).items() if name not in declared and not callable(value)]
    names = [*(name for name, called in declared.items() if not called), *plain]
    return attrgetter(*(name for name in names if name not in but), *(("hover", "pressed") if widget.lights else ()))


@dataclass(eq=False)
class Widget:
    """Anything that can be pointed at or focused.

    `name` stays the same when a screen is rebuilt. `key` is a pygame key that presses it while nothing else wants the
    keyboard. `window` is the part of the screen through which it is seen, if it is in something that scrolls. A class
    is `pictured` if its picture is cached by its hashable fields, and `live` if its look changes without them.
    """

    focusable = True
    wants_text = False
    pictured = live = False
    lights = True  # true if it looks different while hovered or pressed
    place = ""  # the part of a ship that it shows, on which a part can be dropped

    rect: Rect
    _: KW_ONLY
    on_press: Press | None = None
    enabled: bool = True
    why_not: str = ""
    rule: str = ""
    hint: str = ""
    name: str = ""
    key: int = 0
    window: Rect | None = field(default=None, init=False)
    scrolled: bool = field(default=False, init=False)  # true if its pane has more than fits
    hover: bool = field(default=False, init=False)
    pressed: bool = field(default=False, init=False)
    focused: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        self.rect = Rect(self.rect)

    @property
    def hit(self) -> Rect:
        """The rect for the pointer: the widget's own, grown to at least 36 design pixels each way, cut to its visible
        part."""
        least = theme.px(LEAST_HIT)
        grown = self.rect.inflate(max(0, least - self.rect.w), max(0, least - self.rect.h))
        return grown.clip(self.window) if self.window else grown

    @property
    def hint_by(self) -> Rect:
        """The rect below which the hint is shown, or beside which if there is no room."""
        return self.rect

    @property
    def hint_now(self) -> str:
        """The text of its hint, computed only while it is shown."""
        return self.hint

    @property
    def reason_to_hint(self) -> str:
        """Why it is disabled, unless it shows that itself."""
        return "" if self.enabled else self.why_not

    @property
    def look(self) -> Hashable | None:
        """Everything on which its picture depends besides its size. None if that is unknown and it is drawn every
        time."""
        if not self.pictured:
            return None
        kind = type(self), len(vars(self))
        read = _readers.get(kind)
        if read is None:
            read = _readers[kind] = _reader(self)
        return read(self)

    @property
    def seen(self) -> object:
        """Everything on which its look depends, for comparison: its place, and every field that is not callable. None
        for a live one."""
        if self.live:
            return None
        kind = type(self), len(vars(self))
        read = _all_readers.get(kind)
        if read is None:
            read = _all_readers[kind] = _reader(self, PLACED)
        return (*self.rect,), read(self)

    def draw(self, dst: Surface) -> None: ...

    def on_focus(self) -> None:
        """Handle the focus."""

    def on_blur(self) -> None:
        """Handle the loss of the focus."""

    def press(self) -> None:
        """Carry out its action, if enabled."""
        if self.enabled and self.on_press:
            self.on_press()

    def handle(self, event: Event) -> bool:
        """Use an event. Return True if it was used or the look has changed."""
        if event.type == pygame.MOUSEMOTION:
            was, self.hover = self.hover, self.hit.collidepoint(event.pos)
            return was != self.hover
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.hit.collidepoint(event.pos):
            self.pressed = True
            return True
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self.pressed:
            self.pressed = False
            if self.hit.collidepoint(event.pos):
                self.press()
            return True
        if event.type == pygame.KEYDOWN and self.focused and event.key in PRESSING:
            self.press()
            return True
        return False

    def shortcut(self, event: Event) -> bool:
        """Press the widget if the event is its own key, without Ctrl or Alt."""
        if event.type != pygame.KEYDOWN or not self.key or not self.enabled:
            return False
        if event.key != self.key or getattr(event, "mod", 0) & (pygame.KMOD_CTRL | pygame.KMOD_ALT):
            return False
        self.press()
        return True


def shades(kind: str, enabled: bool, hover: bool, pressed: bool) -> tuple[Colour, Colour, Colour]:
    """Return fill, edge and text colours of a kind of button. Kinds are plain, main (the main action), danger (the same
    at a possible cost), on (chosen) and quiet (no plate)."""
    p, accent = theme.palette, theme.accent
    if not enabled:
        return p.panel, p.line, p.faint
    if kind == "danger":
        fill = mix(p.red, p.panel, 0.7)
        return mix(fill, p.ink, 0.3) if pressed else mix(p.red, p.panel, 0.6) if hover else fill, p.red, p.white
    fill, edge, ink = {
        "main": (mix(accent, p.ink, 0.72), accent, p.white),
        "on": (p.active, accent, p.white),
        "quiet": (p.panel, p.panel, p.text),
    }.get(kind, (p.raised, p.edge, p.text))
    if pressed:
        return mix(fill, p.ink, 0.35), edge, p.white
    if hover:
        lift = mix(accent, p.ink, 0.62) if kind == "main" else mix(fill, p.edge, 0.38)
        return lift, edge if kind in ("main", "on") else mix(p.edge, p.muted, 0.35), p.white
    return fill, edge, ink


@dataclass(eq=False)
class Button(Widget):
    """A plate with a label. `sub` is a second line, `note` muted words at the right, `cap` the key that presses it.
    `kind` is `plain`, `main`, `danger`, `on` or `quiet`; the field `on` chooses that kind. Without cap, sub and note
    the label is centred. `sign` names a mark at the left. `refused` is the reason it cannot be pressed."""

    pictured = True

    label: str
    _: KW_ONLY
    kind: str = "plain"
    on: bool = False
    refused: str = ""
    sub: str = ""
    cap: str = ""
    note: str = ""
    sign: str = ""
    size: float = 16
    rad: float = 6

    def __post_init__(self) -> None:
        super().__post_init__()
        self.name = self.name or self.label
        if self.on:
            self.kind = "on"
        if self.refused:
            self.enabled, self.why_not = False, self.refused

    @property
    def reason_to_hint(self) -> str:
        """Why it is disabled, unless that stands whole on its second line."""
        lower = type(self).draw is Button.draw and self.rect.h >= theme.px(TWO)
        left, right = self._room()
        return "" if lower and width(self.why_not, SMALL[-1]) <= right - left else super().reason_to_hint

    def _room(self) -> tuple[int, int]:
        """Return where its words begin and end: between sign and key cap."""
        px, r = theme.px, self.rect
        left = r.x + (px(16) if r.w > px(140) else px(12)) + px(26) * bool(self.sign and (self.label or self.cap))
        return left, r.right - px(8) - (key_width(self.cap) + px(4) if self.cap else 0)

    def draw(self, dst: Surface) -> None:
        """Draw the plate, the label, and its other parts."""
        px, r, p = theme.px, self.rect, theme.palette
        fill, edge, ink = shades(self.kind, self.enabled, self.hover, self.pressed)
        strong = self.kind == "danger" or (self.kind == "main" and r.h >= px(56))
        box(dst, r, fill, self.rad, 255, edge, 2 if strong else 1)
        left, right = self._room()
        if self.cap:
            loud = self.kind in LOUD and self.enabled
            key_cap(dst, (r.right - px(8), r.centery), self.cap, "midright", loud, not self.enabled)
        sub = self.sub if self.enabled or not self.why_not else self.why_not
        two = bool(sub) and r.h >= px(TWO)
        if self.sign and (self.label or self.cap):
            stamp(dst, mark(self.sign, p.red if self.kind == "danger" else ink), (left - px(18), r.centery))
        elif self.sign:
            stamp(dst, mark(self.sign, ink), r.center)
        if two:
            self._two_lines(dst, left, right, sub, ink)
        elif self.cap or self.note or self.sign:
            at = fit_text(dst, self.label, (left, r.centery), right - left, self.size, ink, "s", "midleft")
            if self.note:
                fit_text(
                    dst, self.note, (right - px(4), r.centery), right - at.right - px(20), 15, p.muted, "r", "midright"
                )
        else:
            fit_text(dst, self.label, r.center, r.w - px(8), self.size, ink, "s", "center")

    def _two_lines(self, dst: Surface, left: float, right: float, sub: str, ink: Colour) -> None:
        """Draw the label over a smaller line, both centred in height. A refusal is red."""
        px, p, r = theme.px, theme.palette, self.rect
        small = SMALL[0] if r.h < px(60) else 15
        cap = 0.66 * (self.size + small)
        top = r.centery - px((cap + small * 0.75) / 2)
        sizes, weight = tuple(self.size - n for n in range(4)), "b" if r.h >= px(60) else "s"
        fit_text(dst, self.label, (left, top), right - left, sizes, ink, weight, "topleft")
        refused = not self.enabled and self.why_not
        loud = {"main": mix(p.white, p.muted, 0.5), "danger": mix(p.red, p.white, 0.35)}
        colour = p.red if refused else loud.get(self.kind, p.muted)
        fit_text(
            dst, sub, (left, top + px(cap + small * 0.75)), right - left, (small, *SMALL[1:]), colour, "r", "bottomleft"
        )


@dataclass(eq=False)
class HoldButton(Button):
    """A button that acts once it has been held for `seconds`, by pointer or key. Releasing it earlier cancels."""

    seconds = 0.6

    held: float = field(default=0.0, init=False)
    holding: bool = field(default=False, init=False)

    def handle(self, event: Event) -> bool:
        """Start and stop holding."""
        if event.type == pygame.MOUSEMOTION:
            return super().handle(event)
        down = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and self.hit.collidepoint(event.pos)
        if (
            down
            or (event.type == pygame.KEYDOWN and self.focused and event.key in PRESSING)
            or self._own(event, pygame.KEYDOWN)
        ):
            self.holding = self.pressed = self.enabled
            return True
        if event.type in (pygame.MOUSEBUTTONUP, pygame.KEYUP) and self.holding:
            self.holding = self.pressed = False
            self.held = 0.0
            return True
        return False

    def shortcut(self, event: Event) -> bool:
        """Start holding on its own key."""
        return self._own(event, pygame.KEYDOWN) and self.handle(event)

    def _own(self, event: Event, kind: int) -> bool:
        return event.type == kind and bool(self.key) and event.key == self.key

    def tick(self, seconds: float) -> bool:
        """Let time pass while it is held. Return True if it must be drawn again."""
        if not self.holding:
            return False
        self.held += seconds
        if self.held >= self.seconds:
            self.holding = self.pressed = False
            self.held = 0.0
            self.press()
        return True

    def draw(self, dst: Surface) -> None:
        """Draw the button, filling from the left along its foot."""
        super().draw(dst)
        if self.held:
            share = min(1.0, self.held / self.seconds)
            wide, high = self.rect.w - theme.px(12), max(2, theme.px(4))
            dst.fill(
                theme.accent, (self.rect.x + theme.px(6), self.rect.bottom - theme.px(8), round(wide * share), high)
            )


def check_box(dst: Surface, at: tuple[float, float], on: bool, hover: bool = False, enabled: bool = True) -> Rect:
    """Draw the box of a check row with its upper left corner at a place. Return its rect."""
    p, side = theme.palette, theme.px(22)
    edge = theme.accent if on else mix(p.edge, p.muted, 0.4) if hover else p.edge
    if not enabled:
        edge = mix(edge, p.panel, 0.55)
    fill = mix(theme.accent, p.ink, 0.6) if on and enabled else p.well
    r = box(dst, (round(at[0]), round(at[1]), side, side), fill, 5, 255, edge, 2)
    if on:
        stamp(dst, mark("done", p.white if enabled else p.faint, 15), r.center)
    return r


@dataclass(eq=False)
class CheckRow(Widget):
    """A check box with words, and muted words at the right."""

    pictured = True

    words: str
    on: bool
    _: KW_ONLY
    note: str = ""

    def draw(self, dst: Surface) -> None:
        """Draw box, words and note."""
        p, px, r = theme.palette, theme.px, self.rect
        side = check_box(dst, (r.x, r.centery - px(11)), self.on, self.hover, self.enabled)
        right = r.right
        if self.note:
            right = fit_text(dst, self.note, (right, r.centery), px(60), 14, p.muted, "r", "midright").x - px(8)
        left, ink = side.right + px(8), p.faint if not self.enabled else p.text if self.on else p.muted
        fit_text(dst, self.words, (left, r.centery), right - left, (15, 14, 13), ink, "r", "midleft")


@dataclass(eq=False)
class Still(Widget):
    """Something to look at, with a rule and a hint, which cannot be pressed."""

    focusable = lights = False

    @property
    def hit(self) -> Rect:
        """The rect that is drawn."""
        return self.rect.clip(self.window) if self.window else self.rect
