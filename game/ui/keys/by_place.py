"""Keys by position, for layouts without Latin letters: each key counts as the US key in the same place."""

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
PLACES = LETTERS | DIGITS | SIGNS  # scancodes and their US characters
MEANT = frozenset({*LETTERS.values(), *DIGITS.values(), *SIGNS.values(), pygame.K_PLUS, pygame.K_SPACE})
LAST = 0x10FFFF  # the last character; higher codes are keys that type nothing


def by_place(event: Event) -> Event:
    """Return a key event as the US key in the same place, if its own character is no key name. The text that it types
    (`unicode`) stays."""
    if event.type not in (pygame.KEYDOWN, pygame.KEYUP) or event.key in MEANT or not pygame.K_SPACE < event.key <= LAST:
        return event
    there = PLACES.get(getattr(event, "scancode", 0))
    return Event(event.type, {**event.dict, "key": there}) if there else event
