"""The sandbox: place anything, compare plans, set the dice; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable

from game.battle.loader import Opened
from game.ui.host.screen import Answer, Screen


def sandbox_screen(opened: Opened, leave: Callable[[], Answer]) -> Screen:
    """Return the sandbox with a battle in it, whose orders become its first plan. `leave` returns the next screen."""
    from game.ui.sandbox.screen import SandboxScreen

    return SandboxScreen(opened, leave)
