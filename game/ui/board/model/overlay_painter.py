"""Overlays that only one game has, drawn by that game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pygame import Rect, Surface

from game.core.display import OwnOverlay
from game.ui.board.label_engine.pictures import Placer, Word
from game.ui.board.model.camera import Camera
from game.ui.board.model.memo import by_identity
from game.ui.board.model.scene import Scene
from game.ui.games import painter_of
from game.ui.render.shapes import Place

Draw = Callable[[Surface, Camera, Scene, Any], object]


@dataclass(frozen=True)
class OverlayPainter:
    """Draws an overlay on some layers of the board; each may be empty.

    From below: `floor` under others' envelopes, `areas` with arcs and zones, `lines` over lines of fire, `above` over
    pieces, `pinned` over all words. Labels avoid rects that are `taken`, and the overlay's own `words` are placed after
    them. With a `ring`, its radius in pixels, it replaces the compass round the ship in hand. The pointer finds it
    where it is `met`, or else where it is `taken`.
    """

    floor: Draw | None = None
    areas: Draw | None = None
    lines: Draw | None = None
    above: Draw | None = None
    pinned: Draw | None = None
    taken: Callable[[Camera, Scene, Any], list[Rect]] | None = None
    words: Callable[[Placer, Camera, Scene, Any], list[Word | None]] | None = None
    ring: Callable[[Camera], float] | None = None
    met: Callable[[Camera, Any, Place], bool] | None = None


@by_identity(4)
def own_overlays(scene: Scene) -> tuple[tuple[OwnOverlay, OverlayPainter], ...]:
    """Return the shown overlays of one game only, each with its painter. While a film is shown, only
    permanent ones."""
    held, tools = scene.hand.overlays if not scene.playing else (), scene.tools | {""}
    own = (one for one in (*held, *scene.view.tokens) if isinstance(one, OwnOverlay) and one.tool in tools)
    return tuple((one, by) for one in own if (by := painter_of(type(one), "OVERLAYS")))


def _in(scene: Scene, place: str) -> Iterator[tuple[OwnOverlay, Any]]:
    """Yield the overlays that have something for a layer."""
    return ((one, found) for one, by in own_overlays(scene) if (found := getattr(by, place)) is not None)


def draw_own(dst: Surface, camera: Camera, scene: Scene, layer: str) -> None:
    """Draw the overlays' parts of a layer, in order."""
    for one, draw in _in(scene, layer):
        draw(dst, camera, scene, one)


def own_taken(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the rects that labels must avoid."""
    return [rect for one, taken in _in(scene, "taken") for rect in taken(camera, scene, one)]


def own_pinned(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the rects of overlays pinned to the window."""
    pinned = (one for one, _ in _in(scene, "pinned"))
    return [rect for one in pinned for rect in painter_of(type(one), "OVERLAYS").taken(camera, scene, one)]


def own_words(placer: Placer, camera: Camera, scene: Scene) -> list[Word | None]:
    """Return the words of overlays, placed where there is room."""
    return [word for one, place in _in(scene, "words") for word in place(placer, camera, scene, one)]


def own_rule(camera: Camera, scene: Scene, pixel: Place) -> str:
    """Return the rule of the overlay pointed at; empty if there is none."""
    for one, by in own_overlays(scene):
        rects = by.taken(camera, scene, one) if by.taken else []
        if by.met(camera, one, pixel) if by.met else any(rect.collidepoint(pixel) for rect in rects):
            return one.rule
    return ""


def own_ring(camera: Camera, scene: Scene) -> float:
    """Return the radius in pixels of the ring round the ship in hand; 0 if there is none."""
    return max((ring(camera) for _, ring in _in(scene, "ring")), default=0.0)
