"""Keys by their place, for layouts without a Latin letter on them: each is the one that a US keyboard has there."""

from __future__ import annotations

import pygame
from pygame.event import Event

LETTERS = {pygame.KSCAN_A + n: pygame.K_a + n for n in range(26)}
DIGITS = {pygame.KSCAN_1 + n: pygame.K_1 + n for n in range(9)} | {pygame.KSCAN_0: pygame.K_0}
SIGNS = {
    pygame.KSCAN_MINUS: pygame.K_MINUS, pygame.KSCAN_EQUALS: pygame.K_EQUALS,
    pygame.KSCAN_LEFTBRACKET: pygame.K_LEFTBRACKET,
    pygame.KSCAN_RIGHTBRACKET: pygame.K_RIGHTBRACKET, pygame.KSCAN_COMMA: pygame.K_COMMA,
    pygame.KSCAN_PERIOD: pygame.K_PERIOD, pygame.KSCAN_SLASH: pygame.K_SLASH,
}  # fmt: skip
PLACES = LETTERS | DIGITS | SIGNS  # scancodes, and what a US keyboard has there
MEANT = frozenset({*LETTERS.values(), *DIGITS.values(), *SIGNS.values(), pygame.K_PLUS, pygame.K_SPACE})
LAST = 0x10FFFF  # of the characters; what lies above are keys that write nothing


def by_place(event: Event) -> Event:
    """Return a press or release of a key, as the key of its place where its own character is none that keys are named
    by.

    What the key writes (`unicode`) stays as it is.
    """
    if event.type not in (pygame.KEYDOWN, pygame.KEYUP) or event.key in MEANT or not pygame.K_SPACE < event.key <= LAST:
        return event
    there = PLACES.get(getattr(event, "scancode", 0))
    return Event(event.type, {**event.dict, "key": there}) if there else event
