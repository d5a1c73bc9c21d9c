"""Marks round groups of fighters: the frame of a dogfight, and the ring round a screened ship."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import pygame
from pygame import Rect, Surface

from game.core.display import Link, Melee, Pose, Token
from game.ui.board.label_engine.pictures import Placer, Word, chip_size, place_chip
from game.ui.board.layers import counters, danger, envelopes, ships
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.render.lines import dashed_line, line
from game.ui.render.shapes import Place, Vec, arc_points, bounds, heading, polar, square, stamp
from game.ui.render.theme import Colour, cached, theme

Id = str
ROOM = 8  # design pixels between discs in a dogfight and their frame
HELD = 21  # design pixels from a picked ship to the corners round it
SCREEN = 12  # design pixels between a ship and the ring of its screen
BLADE = 8  # design pixels: half a blade


@cached(32)
def screen_picture(r: int, colour: Colour, turn: float) -> Surface:
    """Return a broken ring with three craft on it."""
    k = theme.scale
    side = 2 * r + theme.px(20)
    v, c = Vec(side, side, 4, stroke=k), (side / 2, side / 2)
    for step in (0, 120, 240):
        v.lines(arc_points(c, r, turn + step + 18, turn + step + 102, 6), colour, 1.7, 220)
        at = polar(r, turn + step, c)
        v.poly([polar(7 * k, turn + step, at), *(polar(6 * k, turn + step + way, at) for way in (140, -140))], colour)
    return v.done()


@cached(4)
def blades_picture() -> Surface:
    """Return two crossed blades on a dark disc."""
    p, k = theme.palette, theme.scale
    side = theme.px(2 * BLADE + 6)
    v, c = Vec(side, side, 4, stroke=k), (side / 2, side / 2)
    v.circ(c, (BLADE + 1) * k, p.well)
    v.circ(c, (BLADE + 1) * k, p.white, 220, 1.1)
    for turn in (45, 135):
        v.lines([polar(BLADE * 0.72 * k, turn, c), polar(BLADE * 0.72 * k, turn + 180, c)], p.white, 1.8)
    return v.done()


@cached(4)
def lost_picture() -> Surface:
    """Return a lost fighter as drawn in the disc of its group."""
    v = Vec(16, 16, 4, theme.scale)
    v.lines([(8, 1.5), (14, 14), (8, 10.5), (2, 14)], theme.palette.red, 1.3, 235, True)
    return v.done()


def screens(scene: Scene) -> set[Id]:
    """Return ships that groups screen."""
    return {one.screens for one in scene.view.tokens if isinstance(one, Token) and one.screens}


def ringed(rect: Rect) -> Rect:
    """Return a ship's rect with the ring round it."""
    return rect.inflate(2 * theme.px(SCREEN - 4), 2 * theme.px(SCREEN - 4))


def draw_screens(dst: Surface, camera: Camera, scene: Scene, seen: Mapping[Id, ships.ShipLook]) -> None:
    """Draw a ring round every screened ship, while nothing moves."""
    if scene.playing:
        return
    for key in sorted(screens(scene)):
        ship = scene.view.state.ships.get(key)
        if ship is None or not ship.in_play or key not in seen:
            continue
        r = round(ships.reach_of(seen[key].glyph, ships.grown(camera)) + theme.px(SCREEN))
        stamp(dst, screen_picture(r, scene.colour(key), camera.board.direction(ship.facing)), camera.xy(ship.at))


def draw_attacks(dst: Surface, camera: Camera, scene: Scene, seen: Mapping[Id, ships.ShipLook]) -> None:
    """Draw an arrow from each counter to its target, from rim to rim. It is in the colour of its side, or of its band
    if it has one. A double line joins two pieces of which one helps the other."""
    if scene.playing:
        return
    lying = counters.places(camera, scene)
    at, r = {one.key: place for one, place in lying}, counters.radius(camera)
    for link in (one for one in scene.view.tokens if isinstance(one, Link)):
        ends = [at.get(key) or camera.xy(scene.view.state.known_piece(key).at) for key in (link.key, link.helped)]
        _link(dst, ends[0], ends[1], r + theme.px(2), scene.colour(link.key))
    ramp = theme.palette.ramp
    for one, start in lying:
        piece = scene.view.state.piece(one.target) if one.target else None
        if piece is None or not piece.in_play:
            continue
        end = at.get(one.target) or camera.xy(piece.at)
        clear = (
            r
            if one.target in at or one.target not in seen
            else ships.reach_of(seen[one.target].glyph, ships.grown(camera))
        )
        _arrow(
            dst,
            start,
            end,
            r + theme.px(2),
            clear + theme.px(3),
            ramp[one.band] if one.band >= 0 else scene.colour(one.side),
        )


def _link(dst: Surface, a: Place, b: Place, leave: float, colour: Colour) -> None:
    """Draw a double line from rim to rim."""
    turn, far = heading(a, b), math.dist(a, b)
    if far <= 2 * leave:
        return
    for side in (-90, 90):
        start = polar(theme.px(2.5), turn + side, a)
        line(dst, polar(leave, turn, start), polar(far - leave, turn, start), colour, 1.6, 235)


def _arrow(dst: Surface, a: Place, b: Place, leave: float, stop: float, colour: Colour) -> None:
    """Draw an arrow that starts `leave` pixels from one place and ends `stop` pixels from another. If they are close,
    draw only a head."""
    turn, far = heading(a, b), math.dist(a, b)
    size = 10 * theme.scale
    tip = polar(max(far - stop, min(far, leave + size)), turn, a)
    tail, neck = polar(leave, turn, a), polar(-0.7 * size, turn, tip)
    if math.dist(tail, tip) > size and far > leave + stop:
        line(dst, tail, neck, colour, 2.2, 235)
    pygame.draw.polygon(dst, colour, [tip, *(polar(size, turn + way, tip) for way in (155, -155))])


def draw_planned(
    sheet: Surface, camera: Camera, scene: Scene, seen: Mapping[Id, ships.ShipLook], poses: Mapping[Id, Pose]
) -> None:
    """Draw ghosts of ships that are not in hand, and the paths to all of them."""
    for key, pose in poses.items():
        doom = scene.dooms.get(key)
        if doom:
            danger.draw_way(sheet, camera, doom, strong=False)
        else:
            envelopes.draw_path(sheet, camera, pose.path, scene.colour(key), 1.6, 130, ticks=False)
        if key in seen:
            ships.draw_ghost(
                sheet, camera, seen[key], pose, danger.tone(doom.grave) if doom else scene.colour(key), False
            )
    for key in (key for key in scene.dooms if key not in scene.ghosts and key != scene.chosen):
        danger.draw_way(sheet, camera, scene.dooms[key], strong=False)


def draw_group(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw the marks of ships selected together, and of those that cannot keep their place among them."""
    _draw_picked(dst, camera, scene)
    _draw_strays(dst, camera, scene)


def _draw_picked(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw the selection box, or its picks: a frame round counters, four corners round each ship."""
    white = theme.palette.white
    if scene.over.box:
        pygame.draw.rect(dst, white, scene.over.box, max(1, theme.px(1.2)))
    here = [at for one, at in counters.places(camera, scene) if one.key in scene.over.picked]
    pad, knob = round(2 * (counters.radius(camera) + theme.px(ROOM))), theme.px(5)
    if here:
        frame = bounds(here).inflate(pad, pad)
        pygame.draw.rect(dst, white, frame, max(1, theme.px(1.2)))
        for x, y in (frame.topleft, frame.topright, frame.bottomleft, frame.bottomright):
            dst.fill(white, (x - knob // 2, y - knob // 2, knob, knob))
    afloat, wide = scene.view.state.ships, max(1, theme.px(1.6))
    for key in (key for key in scene.over.picked if key in afloat and not scene.playing):
        r = square(camera.xy(afloat[key].at), theme.px(HELD))
        for (x, y), right, down in zip(
            (r.topleft, r.topright, r.bottomleft, r.bottomright), (1, -1, 1, -1), (1, 1, -1, -1)
        ):
            pygame.draw.lines(dst, white, False, [(x + right * knob, y), (x, y), (x, y + down * knob)], wide)


def _draw_strays(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw a dashed line from the ghost of each ship that cannot keep its place to that place, with a hollow diamond
    there."""
    yellow, r = theme.palette.yellow, theme.px(7)
    for key, stray in scene.hand.strays.items():
        if key in scene.ghosts and not scene.playing:
            start, (x, y) = camera.xy(scene.ghosts[key].at), camera.xy(stray.at)
            dashed_line(dst, [start, (x, y)], yellow, 1.5, 6, 4, 235)
            pygame.draw.polygon(dst, yellow, [(x, y - r), (x + r, y), (x, y + r), (x - r, y)], max(1, theme.px(1.6)))


def plan_chips(placer: Placer, camera: Camera, scene: Scene) -> list[Word | None]:
    """Place chips by the ghosts of waiting counters with their distance, and of ships out of formation with their
    deviation."""
    found: list[Word | None] = []
    state, board, far = scene.view.state, camera.board, counters.radius(camera) + theme.px(18)
    for key, pose in scene.ghosts.items():
        stray = scene.hand.strays.get(key)
        if scene.playing or (stray is None and (key == scene.chosen or key not in state.counters)):
            continue
        x, y = camera.xy(pose.at)
        flown = board.distance(state.known_piece(key).at, pose.at)
        words = f"{state.names[key]} planned   {board.format_distance(round(flown, 1))}"
        words = f"{state.names[key]} {stray.words}" if stray else words
        aside = far + chip_size(words, 14)[0] / 2
        spots = [(x, y + far), (x, y - far), (x + aside, y), (x - aside, y)]
        found.append(place_chip(placer, words, theme.palette.yellow if stray else scene.colour(key), spots, 14))
    return found


def fights(camera: Camera, scene: Scene) -> Iterator[tuple[Melee, Place, Place]]:
    """Yield every dogfight in view, with the two ends of the line through its counters."""
    if scene.playing:
        return
    at = {one.key: place for one, place in counters.places(camera, scene)}
    for one in scene.view.tokens:
        if isinstance(one, Melee) and all(key in at for key in one.keys):
            spots = [at[key] for key in one.keys]
            a, b = max(((p, q) for p in spots for q in spots), key=lambda ends: math.dist(*ends))
            yield one, a, b


def draw_fights(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw a dashed frame round each dogfight, with crossed blades in the middle."""
    for _, a, b in fights(camera, scene):
        middle = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
        stamp(dst, blades_picture(), middle)


def draw_frames(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw only the frames, which lie below the discs."""
    r = counters.radius(camera) + theme.px(ROOM)
    for _, a, b in fights(camera, scene):
        turn = math.degrees(math.atan2(b[0] - a[0], a[1] - b[1]))
        outline = [*arc_points(a, r, turn + 90, turn + 270, 12), *arc_points(b, r, turn - 90, turn + 90, 12)]
        dashed_line(dst, outline, theme.palette.text, 1.5, 5, 4, 230, closed=True)


def frame_rects(camera: Camera, scene: Scene) -> list[Rect]:
    """Return the rects of the frames."""
    r, found = round(counters.radius(camera) + theme.px(ROOM)), []
    for _, a, b in fights(camera, scene):
        left, top = min(a[0], b[0]) - r, min(a[1], b[1]) - r
        found.append(Rect(round(left), round(top), round(abs(a[0] - b[0])) + 2 * r, round(abs(a[1] - b[1])) + 2 * r))
    return found


def fight_chips(placer: Placer, camera: Camera, scene: Scene) -> list[Word | None]:
    """Place a label with the result of each dogfight, below it or above it."""
    found: list[Word | None] = []
    far = counters.radius(camera) + theme.px(ROOM + 18)
    for one, a, b in fights(camera, scene):
        x, low, high = (a[0] + b[0]) / 2, max(a[1], b[1]), min(a[1], b[1])
        steps = [far + theme.px(step) for step in (0, 22, 44)]
        spots = [*((x, low + step) for step in steps), *((x, high - step) for step in steps)]
        found.append(place_chip(placer, one.label, theme.palette.text, spots, 14))
    return found
