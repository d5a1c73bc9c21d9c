"""The account of a battle as a picture, without a window."""

from __future__ import annotations

import io
import os

import pygame

from game.account.account import Account
from game.ui.account.poster import poster
from game.ui.render.theme import NIGHT, theme


def account_picture(account: Account) -> bytes:
    """Return all of an account as the bytes of a PNG file, in the colours of the night."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    if pygame.display.get_surface() is None:
        pygame.display.set_mode((64, 64))
    palette, scale, backdrop = theme.palette, theme.scale, theme.backdrop
    theme.palette, theme.scale, theme.backdrop = NIGHT, 1.0, ""
    try:
        out = io.BytesIO()
        pygame.image.save(poster(account), out, "account.png")
        return out.getvalue()
    finally:
        theme.palette, theme.scale, theme.backdrop = palette, scale, backdrop
