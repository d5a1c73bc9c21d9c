"""The window and its screens: a stack, an event loop that sleeps while nothing moves, and the keys of every screen."""

from __future__ import annotations

import gc
import math
import warnings
from collections.abc import Callable, Iterator

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.core.installation import TITLE, data_root
from game.ui.host.preferences import desktop, preferences, usual
from game.ui.host.screen import Answer, Leave, Push, Reset, Screen, Swap
from game.ui.keys.by_place import by_place
from game.ui.render.theme import LEAST, MOST, theme
from game.ui.toolkit.parts import hint, hint_size
from game.ui.toolkit.widgets import DOUBLE

SMALLEST = (800, 500)
FIRST_SIZE = (1280, 800)  # design pixels, if there is room for them
SHARE = 0.8  # share of a display's width and height for the first window, if that is larger
FRAME = (16, 72)  # real pixels of a display for a window's frame and title and the bar of the desktop
NEAR = 6  # real pixels between the two presses of a double click
STEP = 5  # milliseconds without an event after which a step of background work is done
AGAIN = frozenset((  # keys that repeat while they are held; any other key acts once
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_BACKSPACE,
    pygame.K_DELETE, pygame.K_TAB, pygame.K_PLUS, pygame.K_EQUALS, pygame.K_MINUS, pygame.K_KP_PLUS, pygame.K_KP_MINUS,
    pygame.K_COMMA, pygame.K_PERIOD,
))  # fmt: skip
STEPS = {
    pygame.K_PLUS: 0.25,
    pygame.K_EQUALS: 0.25,
    pygame.K_KP_PLUS: 0.25,
    pygame.K_MINUS: -0.25,
    pygame.K_KP_MINUS: -0.25,
}


def left_size(display: tuple[int, int] | None = None) -> tuple[int, int] | None:
    """Return the last size of the window in real pixels, limited to the display; None if there is none."""
    size, most = preferences.settings.window, display or desktop()
    if size is None:
        return None
    wide, high = (min(a, b or a) for a, b in zip(size, most))
    return max(wide, SMALLEST[0]), max(high, SMALLEST[1])


def first_size(display: tuple[int, int] | None = None) -> tuple[int, int]:
    """Return the initial size of the window, in real pixels. It is most of a large display, and all of a small one but
    the window's frame."""
    display = display or desktop()
    if not all(display):
        return FIRST_SIZE
    large = usual(display, display)
    wanted = (max(round(first * large), round(SHARE * whole)) for first, whole in zip(FIRST_SIZE, display))
    room = (whole - frame for whole, frame in zip(display, FRAME))
    wide, high = (max(least, min(size, most)) for least, size, most in zip(SMALLEST, wanted, room))
    return wide, high


class App:
    """The owner of the window. `on_rule(address)` makes the screen that shows a rule; `on_scale(scale)` is called with
    a new scale, or None for that of the display."""

    def __init__(
        self,
        first: Screen,
        on_rule: Callable[[str], Screen] | None = None,
        on_scale: Callable[[float | None], None] | None = None,
    ) -> None:
        self.stack: list[Screen] = [first]
        self.on_rule, self.on_scale = on_rule, on_scale
        self.dirty = True
        self.ahead: Iterator[object] | None = None  # advanced by a step whenever there is no input
        self.note = ""  # a sentence of the window's own over every screen, until something is pressed
        self.pressed = Pressed()
        self.maximised = False  # state of the window before full screen
        self._called = 0  # the key that opened a text field: its own letter is not typed
        self._led: tuple[int, tuple[int, int]] | None = None  # when and where a press led to another screen

    @property
    def top(self) -> Screen:
        return self.stack[-1]

    def run(self, size: tuple[int, int] = (1280, 800)) -> None:
        """Open the window unless it is open, and run until it is closed."""
        window = pygame.display.get_surface()
        if window is None or window.get_size() != tuple(size):  # reopening would move it by the width of its frame
            window = open_window(size, self.maximised)
        clock, shown = pygame.time.Clock(), None
        gc.enable()  # it was off while the program was loaded
        while self.stack:
            if self.dirty or self.top.moving:
                self.dirty = False
                self.draw(window)
                pygame.display.flip()
            # the screen above it received all motions, so this one must learn where the pointer is
            if shown is not self.top:
                shown = self.top
                pygame.event.post(where_it_points())
            busy = self.top.moving or getattr(self.top, "thinking", False)
            events = (
                pygame.event.get() if busy else [pygame.event.wait(STEP if self.ahead else 500), *pygame.event.get()]
            )
            if self.ahead and not busy and all(event.type == pygame.NOEVENT for event in events):
                self.ahead = self.ahead if next(self.ahead, None) else None
                if not (self.ahead or any(hasattr(screen, "battle") for screen in self.stack)):
                    gc.freeze()  # what has been loaded stays, and need not be examined when a screen is left
            for event in self.pressed.meant(squeezed([by_place(event) for event in events])):
                if event.type == pygame.VIDEORESIZE:
                    hold_open(event.size)
                if event.type != pygame.NOEVENT and self.stack:
                    self.give(event)
                    window = pygame.display.get_surface() or window
            if self.stack and self.top.moving:
                self.dirty = True  # draw even if this tick ends all motion
                self.take(self.top.tick(min(0.1, clock.tick(60) / 1000)))
            elif self.stack and getattr(self.top, "thinking", False):
                self.take(self.top.tick(min(0.1, clock.tick(60) / 1000)))
                self.dirty = True  # it may have found something to show
            else:
                clock.tick()

    def draw(self, window: Surface) -> None:
        """Draw the top screen, and over it the note in the middle of the upper edge, where nothing else is drawn."""
        window.set_clip(None)  # a screen that failed while drawing may have left a clip
        self.top.draw(window)
        if self.note:
            plate = hint_size(self.note)
            hint(window, Rect(window.get_width() // 2 - plate[0] // 2, 0, plate[0], 0), self.note)

    def give(self, event: Event) -> None:
        """Pass one event to the shared keys, then to the top screen. The second press of a double click is not for a
        screen to which the first one led."""
        if event.type == pygame.MOUSEBUTTONDOWN and self._is_second(event):
            return
        self.dirty, top = True, self.stack[-1] if self.stack else None
        self._pass_on(event)
        if event.type == pygame.MOUSEBUTTONUP and self.stack and self.top is not top:
            self._led = pygame.time.get_ticks(), event.pos

    def _is_second(self, event: Event) -> bool:
        led, self._led = self._led, None
        return led is not None and pygame.time.get_ticks() - led[0] <= DOUBLE and math.dist(led[1], event.pos) <= NEAR

    def _pass_on(self, event: Event) -> None:
        if event.type in (pygame.WINDOWMAXIMIZED, pygame.WINDOWRESTORED) and not pygame.display.is_fullscreen():
            self.maximised = event.type == pygame.WINDOWMAXIMIZED
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.note = ""
        if event.type == pygame.QUIT:
            for screen in self.stack:
                if closing := getattr(screen, "closing", None):
                    closing()
            self.stack.clear()
        elif event.type == pygame.KEYDOWN:
            typing, self._called = self.typing, 0
            if not self.shared_key(event):
                self.take(self.top.handle(event))
            self._called = event.key if self.typing and not typing else 0
        elif event.type != pygame.TEXTINPUT or not self._called:
            self._called = 0 if event.type == pygame.KEYUP and event.key == self._called else self._called
            self.take(self.top.handle(event))

    @property
    def typing(self) -> bool:
        """Return whether a text field is being typed in."""
        at = getattr(getattr(self.top, "focus", None), "at", None) if self.stack else None
        return bool(getattr(at, "wants_text", False))

    def shared_key(self, event: Event) -> bool:
        """Handle F1 for the rule, F11 for full screen, Ctrl with plus, minus or 0 (display default) for the scale."""
        if event.key == pygame.K_F1 and self.on_rule:
            address = self.top.rule_under(pygame.mouse.get_pos())
            if address:
                self.stack.append(self.on_rule(address))
                return True
        if event.key == pygame.K_F11:
            self.fill_screen()
            return True
        if event.mod & pygame.KMOD_CTRL and (event.key in STEPS or event.key == pygame.K_0):
            wanted = None if event.key == pygame.K_0 else min(MOST, max(LEAST, theme.scale + STEPS[event.key]))
            theme.scale = wanted or 1.0
            if self.on_scale:
                self.on_scale(wanted)
            return True
        return False

    def fill_screen(self) -> None:
        """Switch to full screen, or back to the window's place and size."""
        if not pygame.display.is_fullscreen():
            own_window().set_fullscreen(True)
            return
        own_window().set_windowed()
        if self.maximised:
            own_window().maximize()

    def take(self, answer: Answer) -> None:
        """Carry out a screen's answer."""
        if answer is None:
            return
        self.dirty = True
        if isinstance(answer, Push):
            self.stack.append(answer.screen)
        elif isinstance(answer, Swap):
            self.stack[-1] = answer.screen
        elif isinstance(answer, Reset):
            self.stack[:] = [answer.screen]
            # a battle's screen and its pictures, some 50 MB, are in reference cycles and would otherwise stay in memory
            gc.collect()
        elif isinstance(answer, Leave):
            self.stack.clear()
        else:
            self.stack.pop()
            if uncovered := getattr(self.top, "uncovered", None) if self.stack else None:
                uncovered()  # pages that show files must read them again
            heard = getattr(self.top, "heard", None) if self.stack else None
            if heard and answer.word is not None:
                self.take(heard(answer.word))


def open_window(size: tuple[int, int], maximised: bool = False) -> Surface:
    pygame.display.set_icon(window_icon())  # the icon and the title must be set before the window opens
    pygame.display.set_caption(TITLE)
    window = pygame.display.set_mode(size, pygame.RESIZABLE)
    if maximised:
        own_window().maximize()
    return window


def own_window() -> pygame.Window:
    """Return the window of `pygame.display` as an object, which keeps its place when it fills the screen."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        return pygame.Window.from_display_module()


def hold_open(size: tuple[int, int]) -> None:
    """Enlarge a window that is too small for its contents."""
    least = max(size[0], SMALLEST[0]), max(size[1], SMALLEST[1])
    if least != tuple(size) and not pygame.display.is_fullscreen():
        pygame.display.set_mode(least, pygame.RESIZABLE)


def where_it_points() -> Event:
    """Return a motion event at the pointer's present place."""
    return Event(
        pygame.MOUSEMOTION, pos=pygame.mouse.get_pos(), rel=(0, 0), buttons=pygame.mouse.get_pressed(), touch=False
    )


def squeezed(events: list[Event]) -> list[Event]:
    """Return events with only the last of several consecutive pointer motions, so that a drag never lags."""
    kept: list[Event] = []
    for event in events:
        if kept and event.type == pygame.MOUSEMOTION == kept[-1].type and event.buttons == kept[-1].buttons:
            kept.pop()
        kept.append(event)
    return kept


class Pressed:
    """The keys that are down, to distinguish presses from repetitions. Repetitions continue during a long frame, even
    for a key that was released: the Enter that takes a seat would also lock the orders. A thread makes them, so one may
    even come after the release. `held` tells whether a key is down now."""

    def __init__(self, held: Callable[[int], bool] = lambda key: bool(pygame.key.get_pressed()[key])) -> None:
        self.down, self.held = set[int](), held
        self.let_go: set[int] = set()  # keys that were released last

    def meant(self, events: list[Event]) -> list[Event]:
        """Return events without repetitions of keys that act once, that were released, or that came at the same
        time."""
        releases = {event.key: n for n, event in enumerate(events) if event.type == pygame.KEYUP}
        kept, repeated = [], set[int]()
        for n, event in enumerate(events):
            if event.type == pygame.KEYUP:
                self.down.discard(event.key)
                self.let_go.add(event.key)
            elif event.type == pygame.KEYDOWN and event.key in self.down:
                if event.key not in AGAIN or event.key in releases or event.key in repeated:
                    continue
                repeated.add(event.key)
            elif event.type == pygame.KEYDOWN:
                released = releases.get(event.key, -1) > n
                if event.key in self.let_go and not released and not self.held(event.key):
                    continue
                self.down.add(event.key)
                self.let_go.discard(event.key)
            kept.append(event)
        return kept


ICON = data_root() / "assets" / "desktop" / "dead-reckoning.svg"


def window_icon() -> Surface:
    return pygame.image.load_sized_svg(ICON, (64, 64))
