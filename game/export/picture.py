"""One frame of the battle screen as a picture file, without a window."""

from __future__ import annotations

import os
from pathlib import Path

import pygame

from game.battle.loader import Opened
from game.core.orders import Id
from game.ui.battle.screen import BattleScreen
from game.ui.host.preferences import preferences


def picture(
    opened: Opened, step: int, size: tuple[int, int], scale: float, out: Path | str, side: Id | None = None
) -> Path:
    """Draw the battle screen after the first `step` orders, as `write_picture` does; later orders are dropped."""
    if step < len(opened.battle.records):
        opened.battle.back_to(step)
    return write_picture(opened, out, size, scale, side)


def prepare() -> None:
    """Let pygame draw on surfaces in memory; no window is opened."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    if pygame.display.get_surface() is None:
        pygame.display.set_mode((64, 64))


def write_picture(
    opened: Opened, out: Path | str, size: tuple[int, int], scale: float = 1.0, side: Id | None = None
) -> Path:
    """Write the battle screen as it is now as a PNG, `size` in real pixels; return its path. `side` is the seat that
    looks: by default the side that is asked, and everybody once the battle is over. Raises OSError where the file
    cannot be written."""
    out = Path(out)
    if not out.parent.is_dir():
        raise FileNotFoundError(2, "No such folder", str(out))
    prepare()
    before = preferences.settings
    preferences.settings = before.model_copy(update={"scale": scale})
    try:
        screen = BattleScreen(opened.battle)
        if side is not None:
            screen.turn_flow.hand_over(side)
        frame = pygame.Surface(size)
        for _ in range(2):  # after one second every glide has ended
            screen.draw(frame)
    finally:
        preferences.settings = before
    try:
        pygame.image.save(frame, str(out), "png")
    except pygame.error as trouble:
        raise OSError(5, str(trouble), str(out)) from None
    return out
