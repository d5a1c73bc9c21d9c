"""Access to overlays of a single game, for tests."""

from __future__ import annotations

from typing import TypeVar

from game.battle.view import View
from game.systems.full_sail.parts import WindMark
from game.ui.board.model.overlay_painter import own_overlays
from game.ui.board.model.scene import Scene

T = TypeVar("T")


def shown(scene: Scene, kind: type[T]) -> T | None:
    """Return the overlay of this class in a scene, or None."""
    return next((one for one, _ in own_overlays(scene) if isinstance(one, kind)), None)


def wind_over(view: View) -> str:
    """Return the words for the wind."""
    return next((one.words for one in view.tokens if isinstance(one, WindMark)), "")
