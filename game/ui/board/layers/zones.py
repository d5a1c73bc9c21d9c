"""Fire arcs with their bands, zones and rings on the board, as the rules report them.

Nothing here decides a shot: fans are given as arcs and reach, zones as outlines, and both are only drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pygame
import shapely
from pygame import Rect, Surface

from game.board.boards import Board
from game.core.display import Arrow, Fan, Limit, Overlay, Ring, Zone
from game.ui.board.layers import cell_areas, hexgrid
from game.ui.board.layers.cell_areas import hatch
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.lines import circle, dashed, layer, line, polyline, strokes
from game.ui.render.sectors import fire_arc
from game.ui.render.shapes import Place, dashes, pm, polar
from game.ui.render.text import text
from game.ui.render.theme import Colour, theme

Point = tuple[float, float]
Premultiplied = tuple[int, int, int, int]
HATCH: Colour = (150, 170, 195)
LINE = 18  # design pixels from the edge of a small zone to the middle of a name below it
SLIM = 16  # design pixels to either side of a strip that is too narrow for its name
LONG_SIDE = 2.5  # MU: sides of a zone longer than this are straight edges and are dashed; shorter ones are a curve


def spans(board: Board, arcs: Sequence[str], facing: int, wide: float = 60.0) -> list[tuple[float, float]]:
    """Arcs of `wide` degrees taken together: from and to, degrees clockwise from up; the whole circle as one span."""
    held = [arc for arc in board.arc_set(wide) if arc.name in arcs]
    if sum(arc.width for arc in held) >= 360.0:
        return [(0.0, 360.0)]
    bow, found = board.direction(facing), []
    follows = {arc: next((one for one in held if (one.low - arc.low - arc.width) % 360.0 == 0), None) for arc in held}
    for first in (arc for arc in held if arc not in follows.values()):
        low, last = bow + first.low, first
        high = low + first.width
        while after := follows[last]:
            last, high = after, high + after.width
        found.append((low, high))
    return found


def draw_fan(dst: Surface, camera: Camera, scene: Scene, fan: Fan, lead: bool) -> None:
    """One fan: filled from the ship outward, its bands inside; the leading one is brighter."""
    at, m = camera.xy(fan.at), camera.scale
    bands = tuple(far * m for far, _ in fan.bands if far < fan.reach) if "range" in scene.tools else ()
    near, rim, edge = (56, 7, 96) if lead else (20, 3, 52)
    for low, high in spans(camera.board, fan.arcs, fan.facing, fan.wide):
        if "arcs" in scene.tools:
            fire_arc(dst, at, fan.reach * m, low, high, scene.tone(fan.tone), near, rim, edge, 1.3, bands)
        else:
            for far in (*bands, fan.reach * m):
                circle(dst, at, far, scene.tone(fan.tone), 1.2, edge)


def band_places(camera: Camera, fan: Fan, far: float) -> list[Place]:
    """Where a band's chip may stand: on its rim, first an eighth of a circle to port of the bow, then all along."""
    found: list[Place] = []
    for low, high in spans(camera.board, fan.arcs, fan.facing, fan.wide):
        bow = camera.board.direction(fan.facing)
        turns = [bow - 45, bow + 45, bow - 20, bow + 20, bow - 70, bow + 70, bow - 8, bow + 8]
        turns += [low + (high - low) * share for share in (0.5, 0.25, 0.75, 0.12, 0.88)]
        for turn in turns:
            off = (turn - low) % 360
            if 5 <= off <= high - low - 5 or high - low >= 360:
                found.append(polar((far - 0.2) * camera.scale, turn, camera.xy(fan.at)))
    return found


def draw_rings(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Dashed circles; their words are placed with the others."""
    for one in scene.overlays:
        if isinstance(one, Ring):
            circle(dst, camera.xy(one.at), one.radius * camera.scale, scene.tone(one.tone), 1.3, 170, (6, 5))


def draw_arrows(dst: Surface, camera: Camera, scene: Scene, overlays: Sequence[Overlay]) -> None:
    """The arrows among some overlays."""
    for one in overlays:
        if isinstance(one, Arrow):
            _draw_arrow(dst, camera, scene, one)


def _draw_arrow(dst: Surface, camera: Camera, scene: Scene, arrow: Arrow) -> None:
    """A shaft with a filled head about its place, and its words behind the tail."""
    at, half, colour = camera.xy(arrow.at), arrow.length * camera.scale / 2, scene.tone(arrow.tone)
    tip, tail, size = polar(half, arrow.direction, at), polar(-half, arrow.direction, at), 13 * theme.scale
    line(dst, tail, polar(-0.6 * size, arrow.direction, tip), colour, 2.2, 220)
    pygame.draw.polygon(dst, colour, [tip, *(polar(size, arrow.direction + turn, tip) for turn in (152, -152))])
    if arrow.label:
        text(dst, arrow.label, polar(-half - 12 * theme.scale, arrow.direction, at), 14, colour, "s", "center")


def merged(areas: Sequence[Zone]) -> list[Zone]:
    """Hatched areas of one tone and density taken together, so that where two overlap the hatch does not thicken."""
    found = [zone for zone in areas if not zone.hatched]
    for kind in dict.fromkeys(_kind(zone) for zone in areas if zone.hatched):
        alike = [zone for zone in areas if zone.hatched and _kind(zone) == kind]
        if len(alike) == 1:
            found += alike
            continue
        whole = shapely.union_all([shapely.Polygon(zone.outline, zone.holes).buffer(0) for zone in alike])
        for part in shapely.get_parts(whole):
            holes = tuple(tuple(ring.coords) for ring in part.interiors)
            found.append(replace(alike[0], outline=tuple(part.exterior.coords), label="", holes=holes, spots=()))
    return found


def _kind(zone: Zone) -> tuple[object, ...]:
    """All that two hatched areas must have in common to be drawn as one."""
    return zone.tone, zone.density, zone.edge, zone.fill, zone.stroke, zone.tool


def shown(scene: Scene) -> list[Zone]:
    """The areas to draw: shadows with the tool for sight, those of another tool with that, all others always."""
    areas = [one for one in scene.overlays if isinstance(one, Zone)]
    return [one for one in areas if not (tool := one.tool or ("sight" if one.tone == "muted" else "")) or tool in scene.tools]


def draw_areas(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Areas and the ends of bands, all on one sheet as large as they are."""
    limits = [one for one in scene.overlays if isinstance(one, Limit)] if "range" in scene.tools else []
    areas = shown(scene)
    lines = [one.outline for one in areas] + [line for one in limits for line in one.lines]
    if not lines:
        return
    kept = ("arcs", "sight") if camera.board.cells else ()
    with layer(dst, _round(camera, lines)) as sheet:
        draw_zones(sheet, camera, scene, [one for one in areas if one.tool not in kept])
        for tool in reversed(kept):
            cell_areas.draw(sheet, camera, [_look(scene, one) for one in areas if one.tool == tool])
        for limit in limits:
            draw_limit(sheet, camera, scene, limit)
        if camera.board.cells:
            hexgrid.cut(sheet, camera)


def _look(scene: Scene, zone: Zone) -> cell_areas.AreaLook:
    """How an area of cells is drawn: the same colours as any other."""
    muted, tone = zone.tone == "muted", scene.tone(zone.tone)
    fill = _fill(zone, tone)
    lines = _over(pm(HATCH if muted else tone, 46 if muted else 90), fill) if zone.hatched else None
    edge = theme.palette.muted if muted else tone
    return cell_areas.AreaLook(fill, lines, edge, zone.edge, zone.stroke, (zone.outline, *zone.holes))


def _fill(zone: Zone, tone: Colour) -> Premultiplied:
    if zone.tone == "muted" and zone.hatched:
        return pm(theme.palette.space, 130)
    return pm(tone, round(22 * zone.density * zone.fill))


def _round(camera: Camera, lines: Sequence[Sequence[Point]]) -> Rect:
    """The pixels round some lines."""
    xs, ys = [x for line in lines for x, _ in line], [y for line in lines for _, y in line]
    (left, top), (right, low) = camera.xy((min(xs), max(ys))), camera.xy((max(xs), min(ys)))
    return Rect(math.floor(left), math.floor(top), math.ceil(right - left) + 1, math.ceil(low - top) + 1).inflate(16, 16)


def draw_zones(sheet: Surface, camera: Camera, scene: Scene, areas: Sequence[Zone]) -> None:
    """Areas: darkened and hatched or tinted, and their edges. On a clear sheet only."""
    every = merged(areas)
    for zone in every:
        outlines = [camera.many(zone.outline), *(camera.many(hole) for hole in zone.holes)]
        if len(outlines[0]) < 3:
            continue
        muted = zone.tone == "muted"
        tone = scene.tone(zone.tone)
        fill = _fill(zone, tone)
        pygame.draw.polygon(sheet, fill, outlines[0])
        for hole in outlines[1:]:
            pygame.draw.polygon(sheet, (0, 0, 0, 0), hole)
        if zone.hatched:
            hatch(sheet, outlines, _over(pm(HATCH if muted else tone, 46 if muted else 90), fill), 10 / zone.density, 1.0)
    for zone in every:  # over all fills: areas may lie side by side
        if len(zone.outline) > 2:
            _edges(sheet, camera, zone, theme.palette.muted if zone.tone == "muted" else scene.tone(zone.tone))


def _over(line: Premultiplied, fill: Premultiplied) -> Premultiplied:
    """A see-through line on a see-through fill as one colour, since a line on a sheet replaces what is below."""
    r, g, b, a = (upper + lower * (255 - line[3]) // 255 for upper, lower in zip(line, fill))
    return r, g, b, a


def _edges(dst: Surface, camera: Camera, zone: Zone, edge: Colour) -> None:
    """The outline as the area asks: of a dashed one straight sides, and if there are none all of it."""
    outline = camera.many(zone.outline)
    if zone.edge == "solid":
        for one in (outline, *(camera.many(hole) for hole in zone.holes)):
            polyline(dst, one, edge, zone.stroke, 200, closed=True)
        return
    if zone.edge != "dashed":
        if zone.edge == "dotted":
            dashed(dst, outline, edge, zone.stroke, 2, 4, 190, closed=True)
        return
    closed = [*zone.outline, zone.outline[0]]
    sides = [(a, b) for a, b in pairwise(closed) if math.dist(a, b) > LONG_SIDE]
    if sides:
        on, view = 5 * theme.scale, dst.get_clip().inflate(20, 20)
        cut = [view.clipline(camera.xy(a), camera.xy(b)) for a, b in sides]
        strokes(dst, [dash for side in cut if side for dash in dashes(side, on, on)], edge, 1.2, 120)
    else:
        dashed(dst, outline, edge, zone.stroke, 5, 5, 150, closed=True)


def draw_limit(dst: Surface, camera: Camera, scene: Scene, limit: Limit) -> None:
    """The far end of a band of range along the sides of cells. On a clear sheet only."""
    ways, solid, scale = [camera.many(one) for one in limit.lines], limit.edge == "solid", theme.scale
    pieces = [piece for way in ways for piece in (pairwise(way) if solid else dashes(way, 7 * scale, 5 * scale))]
    strokes(dst, pieces, scene.tone(limit.tone), limit.stroke, 95 if solid else 235)


def name_places(camera: Camera, outline: Sequence[Point], view: Rect, wide: float = 0.0) -> list[Place]:
    """Places inside a zone and in view where its name, `wide` pixels broad, may stand, the roomiest first; round a zone that
    it would cover."""
    area = shapely.Polygon(camera.many(outline)).buffer(0)
    seen = area.intersection(shapely.box(view.left, view.top, view.right, view.bottom))
    if seen.is_empty or seen.area < 400:
        return []
    largest = max(shapely.get_parts(seen), key=lambda part: part.area)
    left, top, right, bottom = largest.bounds
    if max(right - left, bottom - top) < wide:
        x, y, aside, above = (left + right) / 2, (top + bottom) / 2, (right - left + wide) / 2, (bottom - top) / 2
        near = above + LINE * theme.scale
        level = [(x + dx, y) for dx in (aside, -aside)]
        return [(x, y + near), (x, y - near), *level, *((at, y + dy) for at, _ in level for dy in (above, -above))]
    middle = shapely.maximum_inscribed_circle(largest, 24.0).coords[0]
    found = [middle, (largest.centroid.x, largest.centroid.y)]
    if seen.buffer(-SLIM * theme.scale).is_empty:  # no word fits into it: beside it
        return [*found, *(polar(far * theme.scale, turn, middle) for far in (36, 60) for turn in range(0, 360, 45))]
    for far in (60, 30, 95, 130):
        found += [polar(far * theme.scale, turn, middle) for turn in range(0, 360, 45)]
    return [place for place in found if shapely.intersects_xy(largest, *place)]
