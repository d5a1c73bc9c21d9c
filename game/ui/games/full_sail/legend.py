"""Legend entries for the wind and for lashed ships, drawn by the code that draws them on the board; no part of the
rules."""

from __future__ import annotations

from collections.abc import Iterator

from pygame import Rect, Surface

from game.battle.view import View
from game.core.display import Ring, Zone
from game.systems.full_sail.parts import CourseWheel, Lashing, Rig, WindMark
from game.ui.board.model.legend_entry import LegendEntry
from game.ui.board.model.memo import by_identity
from game.ui.board.model.overlay_painter import own_overlays
from game.ui.board.model.scene import Scene
from game.ui.games.full_sail.afloat.hulls_afloat import draw_sample_flames
from game.ui.games.full_sail.end_marks import draw_mark
from game.ui.games.full_sail.lashings import draw_sample_ropes
from game.ui.games.full_sail.wheel import draw_sample
from game.ui.render.lines import arrowheads
from game.ui.render.shapes import Vec, stamp
from game.ui.render.theme import Colour, theme

MARKS = (("cut", "Wind cuts the speed"), ("stopped", "Stopped by the wind"), ("aground", "Runs aground"))


def sea_samples(scene: Scene) -> Iterator[LegendEntry]:
    """Yield the marks now on the board, those of the order in hand first. There are none on a table without wind."""
    shown = {type(one) for one, _ in own_overlays(scene)}
    if CourseWheel in shown:
        yield LegendEntry("Top speed by course", draw_sample)
    marks = {one.mark for one in scene.asked.destinations}
    for mark, words in MARKS:
        if mark in marks or (mark == "aground" and marks - {"", "cut", "stopped"}):
            yield LegendEntry(words, lambda dst, r, mark=mark: _mark(dst, r, mark), (mark,))  # type: ignore[misc]
    wedge = next((one for one in scene.hand.overlays if isinstance(one, Zone) and one.tool == "arcs"), None)
    if "arcs" in scene.tools and wedge:
        colour = scene.tone(wedge.tone)
        yield LegendEntry("Raked from here", lambda dst, r: _wedge(dst, r, colour), (colour,))
    blast = next((one for one in scene.hand.overlays if isinstance(one, Ring) and one.tone == "bad"), None)
    if blast and _burning(scene.view):
        red = scene.tone(blast.tone)
        yield LegendEntry("Blast if it explodes", lambda dst, r: _dashes(dst, r, red), (red,))
    if Lashing in shown:
        yield LegendEntry("Held by grapples", lambda dst, r: draw_sample_ropes(dst, r.center))
    if WindMark in shown and _burning(scene.view):
        yield LegendEntry("On fire", lambda dst, r: draw_sample_flames(dst, r.center))


@by_identity(4)
def _burning(view: View) -> bool:
    """Return whether any ship in play burns. Cached, because sheets are slow."""
    looks = (view.sheet(key).look for key, ship in view.state.ships.items() if ship.in_play)
    return any(isinstance(one, Rig) and one.burns for one in looks)


def _mark(dst: Surface, r: Rect, mark: str) -> None:
    at, unit = (r.centerx, r.centery), theme.scale
    if mark == "cut":
        arrowheads(dst, [(*at, 90.0)], theme.palette.ramp[2], 5.5, 1.7, 220)
    draw_mark(dst, mark, at, 90.0, unit)


def _dashes(dst: Surface, r: Rect, colour: Colour) -> None:
    """Draw part of a dashed ring."""
    v = Vec(36, 8, 4, theme.scale)
    v.dash([(1, 4), (35, 4)], colour, 1.8, 6, 4)
    stamp(dst, v.done(), r.center)


def _wedge(dst: Surface, r: Rect, colour: Colour) -> None:
    """Draw part of a hatched wedge."""
    v = Vec(34, 20, 4, theme.scale)
    corners = [(1, 10), (33, 1), (33, 19)]
    v.hatch(corners, colour, 5, 1, 150)
    v.dash([*corners, corners[0]], colour, 1.2, 5, 4)
    stamp(dst, v.done(), r.center)
