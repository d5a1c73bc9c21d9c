"""Fire arcs with their bands, zones and rings on the board, as the rules report them; no part of the rules.

Fans are given as arcs and range, zones as outlines, and both are only drawn.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import pygame
import shapely
from pygame import Rect, Surface

from game.board.boards import Board
from game.core.display import Fan, Limit, Ring, Zone
from game.ui.board.layers import hexgrid
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.arcs import fire_arc
from game.ui.render.lines import circle, dashed_line, layer, polyline, strokes
from game.ui.render.shapes import Place, arc_points, bounds, dashes, paste, pm, polar, stamp
from game.ui.render.theme import Colour, cached, theme

Point = tuple[float, float]
Premultiplied = tuple[int, int, int, int]
HATCH: Colour = (150, 170, 195)
LINE = 18  # design pixels from the edge of a small zone to the centre of a name below it
RING: tuple[float, float, tuple[float, float]] = (1.3, 170, (6, 5))  # width, alpha and dashes of a ring
KEPT_RING = 420  # pixels of the radius from which a ring is drawn directly, without a cached picture
SLIM = 16  # design pixels to either side of a strip that is too narrow for its name
LARGEST = 2_500_000  # pixels of a cached picture of cells; larger ones are drawn directly
LONG_SIDE = 2.5  # MU: longer sides of a zone are straight edges and dashed; shorter ones belong to a curve


def spans(board: Board, arcs: Sequence[str], facing: int, wide: float = 60.0) -> list[tuple[float, float]]:
    """Return the union of arcs of `wide` degrees. Each span is from and to, in degrees clockwise from up; the whole
    circle is one span."""
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
    """Draw one fan, filled from the ship outwards with its bands inside. The `lead` one is brighter."""
    at, m = camera.xy(fan.at), camera.scale
    bands = tuple(far * m for far, _ in fan.bands if far < fan.reach) if "range" in scene.tools else ()
    near, rim, edge = (56, 7, 96) if lead else (20, 3, 52)
    for low, high in spans(camera.board, fan.arcs, fan.facing, fan.wide):
        if "arcs" in scene.tools:
            fire_arc(dst, at, fan.reach * m, low, high, scene.tone(fan.tone), near, rim, edge, 1.3, bands)
        else:
            for far in (*bands, fan.reach * m):
                circle(dst, at, far, scene.tone(fan.tone), 1.2, edge)


def arc_lines(camera: Camera, scene: Scene) -> list[Sequence[Place]]:
    """Return the edges of the displayed fire arcs and of their bands, pixels."""
    found: list[Sequence[Place]] = []
    for fan in (one for one in scene.hand.overlays if isinstance(one, Fan)):
        at, rims = camera.xy(fan.at), [fan.reach, *(far for far, _ in fan.bands if "range" in scene.tools)]
        for low, high in spans(camera.board, fan.arcs, fan.facing, fan.wide) if scene.tools & {"arcs", "range"} else ():
            found += [arc_points(at, far * camera.scale, low, high, 6) for far in rims]
            sides = (polar(fan.reach * camera.scale, turn, at) for turn in (low, high) if high - low < 360)
            found += [(at, end) for end in sides if "arcs" in scene.tools]
    limits = [one for one in scene.hand.overlays if isinstance(one, Limit)] if "range" in scene.tools else []
    arcs = [camera.many(one.outline) for one in visible_zones(scene) if one.tool == "arcs"]
    found += [(*outline, outline[0]) for outline in arcs if outline]
    return found + [camera.many(line) for one in limits for line in one.lines]


def band_places(camera: Camera, fan: Fan, far: float) -> list[Place]:
    """Return places for a band's chip: on its rim, first an eighth of a circle to port of the bow, then all along."""
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
    """Draw dashed circles. Their labels are placed with the others."""
    for one in scene.hand.overlays:
        if not isinstance(one, Ring):
            continue
        r, at, colour = one.radius * camera.scale, camera.xy(one.at), scene.tone(one.tone)
        if r < KEPT_RING:
            stamp(dst, _ring(round(r), colour), at)
        else:
            circle(dst, at, r, colour, *RING)


@cached(24)
def _ring(r: int, colour: Colour) -> Surface:
    """Return a dashed circle as a picture, which is faster to draw again."""
    side = 2 * r + 8
    out = Surface((side, side), pygame.SRCALPHA)
    circle(out, (side / 2, side / 2), r, colour, *RING)
    return out


def merged(areas: Sequence[Zone]) -> list[Zone]:
    """Return hatched areas of one tone and density merged, so that overlaps are not hatched twice."""
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
    """Return what two hatched areas must have in common to be drawn as one."""
    return zone.tone, zone.density, zone.edge, zone.fill, zone.stroke, zone.tool


def visible_zones(scene: Scene) -> list[Zone]:
    """Return the areas to draw. Shadows are drawn with the tool for sight, areas of another tool with that tool, and
    all others always."""
    areas = [one for one in scene.hand.overlays if isinstance(one, Zone)]
    return [
        one
        for one in areas
        if not (tool := one.tool or ("sight" if one.tone == "muted" else "")) or tool in scene.tools
    ]


class AreaLook(NamedTuple):
    """Everything that the picture of an area depends on."""

    fill: Premultiplied | None
    hatch: Premultiplied | None  # the colour of the strokes, `step` design pixels apart
    step: float
    edge: Colour
    kind: str  # the edge: solid, dashed, dotted or none; or an end of a band: solid limit, dashed limit
    stroke: float
    lines: tuple[tuple[Point, ...], ...]  # the outer one first, then holes
    edged: int  # number of lines that have the edge

    def transformed(self, place: Callable[[tuple[Point, ...]], Iterable[Point]]) -> AreaLook:
        """Return the same look with its lines elsewhere."""
        return self._replace(lines=tuple(tuple(place(line)) for line in self.lines))


def _look(scene: Scene, zone: Zone, every: bool = False) -> AreaLook:
    """Return the look of an area, with its lines in units of the board. `every` line of it has the edge, or only the
    outer one."""
    muted, tone = zone.tone == "muted", scene.tone(zone.tone)
    fill = pm(theme.palette.space, 130) if muted and zone.hatched else pm(tone, round(22 * zone.density * zone.fill))
    ruled = _over(pm(HATCH if muted else tone, 46 if muted else 90), fill) if zone.hatched else None
    edge, lines = theme.palette.muted if muted else tone, (zone.outline, *zone.holes)
    edged = len(lines) if every or zone.edge == "solid" else 1
    return AreaLook(fill, ruled, 10 / zone.density, edge, zone.edge, zone.stroke, lines, edged)


def _limit_look(scene: Scene, limit: Limit) -> AreaLook:
    """Return how the far end of a band of range is drawn along the sides of cells."""
    edge, lines = scene.tone(limit.tone), limit.lines
    return AreaLook(None, None, 0, edge, f"{limit.edge} limit", limit.stroke, lines, len(lines))


def _over(line: Premultiplied, fill: Premultiplied) -> Premultiplied:
    """Return a translucent line on a translucent fill as one colour. A line on a sheet replaces what is below it."""
    r, g, b, a = (upper + lower * (255 - line[3]) // 255 for upper, lower in zip(line, fill))
    return r, g, b, a


def draw_areas(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw areas and the ends of bands, all on one sheet."""
    limits = [one for one in scene.hand.overlays if isinstance(one, Limit)] if "range" in scene.tools else []
    areas = visible_zones(scene)
    places = [place for one in areas for place in one.outline] + [
        place for one in limits for line in one.lines for place in line
    ]
    if not places:
        return
    kept = ("arcs", "sight") if camera.board.cells else ()
    with layer(dst, bounds(camera.many(places)).inflate(16, 16)) as sheet:
        others = merged([one for one in areas if one.tool not in kept and len(one.outline) > 2])
        paint(sheet, camera.scale, [_look(scene, one).transformed(camera.many) for one in others])
        if camera.board.cells:
            sight, arcs = ([_look(scene, one, True) for one in areas if one.tool == tool] for tool in ("sight", "arcs"))
            _lay_cells(sheet, camera, sight)
            _lay_cells(sheet, camera, [*arcs, *(_limit_look(scene, limit) for limit in limits)])
            hexgrid.clip_to_table(sheet, camera)


def _lay_cells(sheet: Surface, camera: Camera, looks: Sequence[AreaLook]) -> None:
    """Draw related areas and ends of bands of cells from one cached picture. Only on a transparent sheet. They look the
    same from every cell."""
    if not looks:
        return
    start = looks[0].lines[0][0]
    near = tuple(
        look.transformed(lambda line: [(round(a - start[0], 2), round(b - start[1], 2)) for a, b in line])
        for look in looks
    )
    area = _extent(camera.scale, near)
    if area.w * area.h > LARGEST:
        paint(sheet, camera.scale, [look.transformed(camera.many) for look in looks])
        return
    x, y = camera.xy(start)
    paste(sheet, _cells(round(camera.scale, 2), near), (round(x) + area.x, round(y) + area.y))


def _extent(scale: float, looks: Sequence[AreaLook]) -> Rect:
    """Return the rect of a picture round the place from which its lines are seen, in pixels."""
    ends = ((x * scale, -y * scale) for look in looks for line in look.lines for x, y in line)
    return bounds(ends, 4 + theme.px(3))


@cached(20)
def _cells(scale: float, looks: tuple[AreaLook, ...]) -> Surface:
    area = _extent(scale, looks)
    out = Surface(area.size, pygame.SRCALPHA)
    paint(
        out,
        scale,
        [look.transformed(lambda line: [(x * scale - area.x, -y * scale - area.y) for x, y in line]) for look in looks],
    )
    return out


def paint(sheet: Surface, scale: float, looks: Sequence[AreaLook]) -> None:
    """Draw areas with lines in pixels. Only on a transparent sheet. All fills are drawn before all edges, because areas
    may be adjacent."""
    for look in looks:
        if look.fill is None:
            continue
        pygame.draw.polygon(sheet, look.fill, look.lines[0])
        for hole in look.lines[1:]:
            pygame.draw.polygon(sheet, (0, 0, 0, 0), hole)
        if look.hatch:
            hatch(sheet, look.lines, look.hatch, look.step, 1.0)
    for look in looks:
        for outline in look.lines[: look.edged]:
            if look.kind == "solid":
                polyline(sheet, outline, look.edge, look.stroke, 200, closed=True)
            elif look.kind == "dotted":
                dashed_line(sheet, outline, look.edge, look.stroke, 2, 4, 190, closed=True)
            elif look.kind == "dashed":
                _dash(sheet, outline, look, scale)
            elif look.kind == "solid limit":
                strokes(sheet, pairwise(outline), look.edge, look.stroke, 95)
            elif look.kind == "dashed limit":
                strokes(sheet, dashes(outline, 7 * theme.scale, 5 * theme.scale), look.edge, look.stroke, 235)


def _dash(sheet: Surface, outline: Sequence[Place], look: AreaLook, scale: float) -> None:
    """Draw a dashed edge along the straight sides of an area, or if there are none along all of it."""
    sides = [side for side in pairwise((*outline, outline[0])) if math.dist(*side) > LONG_SIDE * scale]
    if not sides:
        dashed_line(sheet, outline, look.edge, look.stroke, 5, 5, 150, closed=True)
        return
    on, view = 5 * theme.scale, sheet.get_clip().inflate(20, 20)
    cut = [view.clipline(*side) for side in sides]
    strokes(sheet, [dash for side in cut if side for dash in dashes(side, on, on)], look.edge, 1.2, 120)


def hatch(dst: Surface, outlines: Sequence[Sequence[Place]], shade: Premultiplied, step: float, w: float) -> None:
    """Draw diagonal strokes inside outlines of any shape, with holes left free, only in view. Only on a transparent
    sheet. At 45 degrees, lines without smoothing are even and cost a tenth."""
    half = math.sqrt(0.5)
    gap = max(3.0, step * theme.scale * half)
    sides = [side for outline in outlines for side in pairwise([*outline, outline[0]])]
    view = dst.get_clip()
    spread = [(x - y) * half for x in (view.left, view.right) for y in (view.top, view.bottom)]
    ahead = [(p[0] - p[1]) * half for p, _ in sides]
    low, high = max(min(ahead), min(spread)) / gap, min(max(ahead), max(spread)) / gap
    cuts: dict[int, list[Place]] = {}
    for p, q in sides:
        s, t = (p[0] - p[1]) * half / gap, (q[0] - q[1]) * half / gap
        for n in range(math.ceil(max(low, min(s, t))), math.floor(min(high, max(s, t))) + 1):
            if s != t and (s <= n) != (t <= n):
                share = (n - s) / (t - s)
                cuts.setdefault(n, []).append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
    wide = max(1, theme.px(w))
    for found in cuts.values():
        found.sort()
        for a, b in zip(found[::2], found[1::2]):
            pygame.draw.line(dst, shade, a, b, wide)


def name_places(camera: Camera, outline: Sequence[Point], view: Rect, wide: float = 0.0) -> list[Place]:
    """Return places inside a zone and in view for its name, `wide` pixels wide, the roomiest first. They are round a
    zone that the name would cover."""
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
    if seen.buffer(-SLIM * theme.scale).is_empty:  # no word fits into a strip this narrow, so it goes beside it
        return [*found, *(polar(far * theme.scale, turn, middle) for far in (36, 60) for turn in range(0, 360, 45))]
    for far in (60, 30, 95, 130):
        found += [polar(far * theme.scale, turn, middle) for turn in range(0, 360, 45)]
    return [place for place in found if shapely.intersects_xy(largest, *place)]
