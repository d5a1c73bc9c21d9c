"""The sandbox: place anything, try plans beside one another, set the dice; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable

from game.battle.loader import Opened
from game.ui.host.screen import Answer, Screen


def sandbox_screen(opened: Opened, leave: Callable[[], Answer]) -> Screen:
    """Return the sandbox with a battle in it: what was played there becomes its first plan. `leave` says what comes
    after it."""
    from game.ui.sandbox.screen import SandboxScreen

    return SandboxScreen(opened, leave)
