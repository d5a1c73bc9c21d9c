"""The sandbox screen; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Surface

from game.battle import Battle
from game.store import Opened
from game.ui.app import Answer
from game.ui.page import Page, title
from game.ui.theme import theme


class SandboxScreen(Page):
    """A battle laid open."""

    subject = "table/menu"

    def __init__(self, opened: Opened | Battle, leave: Callable[[], Answer]) -> None:
        super().__init__()
        self.opened, self.leave = opened, leave

    def back(self) -> Answer:
        """Esc leaves."""
        return self.leave()

    def paint(self, dst: Surface) -> None:
        """Its title."""
        dst.fill(theme.palette.panel)
        title(dst, dst.get_rect(), "Sandbox")
