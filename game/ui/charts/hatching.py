"""Hatched areas, cached once drawn."""

from __future__ import annotations

from collections.abc import Sequence

from pygame import Rect, Surface

from game.ui.render.shapes import Place, Vec, paste
from game.ui.render.theme import Colour, cached, theme


@cached(64)
def _hatching(size: tuple[int, int], outline: tuple[Place, ...], colour: Colour, step: float, alpha: int) -> Surface:
    """Return diagonal strokes inside an outline, real pixels."""
    v = Vec(*size, 2)
    v.hatch(outline, colour, step * theme.scale, 1.2 * theme.scale, alpha)
    return v.done()


def hatch(
    dst: Surface, outline: Sequence[Place], area: Rect, colour: Colour, step: float = 7, alpha: int = 150
) -> None:
    """Hatch the inside of an outline in an area."""
    if area.w > 1 and area.h > 1:
        moved = tuple((x - area.x, y - area.y) for x, y in outline)
        paste(dst, _hatching(area.size, moved, colour, step, alpha), area.topleft)
