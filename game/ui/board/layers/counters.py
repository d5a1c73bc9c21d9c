"""Counters beside ships on a board of cells, pieces other than ships, and ships out of control; no part of the rules.

The pieces are velocity counters, markers, flights and missiles. A disc can return, a lozenge cannot. A card looks the
same whatever is on its face. A broken ring means out of control.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import pygame
from pygame import BLEND_PREMULTIPLIED, Rect, Surface

from game.core.display import Melee, Pose, Token, UncontrolledPath
from game.seating.memo import Memo
from game.ui.board.label_engine.pictures import Name, Word
from game.ui.board.label_engine.placement import PlacementTable, lay_out
from game.ui.board.label_engine.positions import LabelForm, LabelRequest, LabelSurroundings
from game.ui.board.layers import ships
from game.ui.board.layers.hexgrid import hexagon
from game.ui.board.model.camera import Camera
from game.ui.board.model.scene import Scene
from game.ui.board.model.spreading import spread_counters
from game.ui.render.lines import dashed_line, kept_line, kept_ring, polyline, strokes
from game.ui.render.shapes import Place, Vec, between, centred, heading, polar, rot, square, stamp
from game.ui.render.text import minus, text, width
from game.ui.render.theme import Colour, cached, mix, theme

Id = str
FULL = 46.0  # design pixels from cell to cell at which counters have full size
COUNTER, CARD, ROW = 46, (24, 32), 14  # design pixels: sides, and the letters on a card
TOKEN = 0.44  # the radius of a counter in its cell, as a share of the way to the next cell
# radius of a counter on an open table in MU, with its limits in design pixels
OPEN, LEAST, MOST = 2.6, 13.0, 25.0
BERTH = 30.0  # least design pixels taken by a ship
# design pixels: the least radius at which craft are drawn one by one, and the least size of a letter
CRAFTED, LETTER = 20, 13
# places of six craft in a disc of 27 design pixels
CRAFT = ((0, -15), (-13, -6), (13, -6), (-14, 10), (14, 10), (0, 17))
# six missiles in a lozenge of 27
DARTS = ((0, -13.5), (-11.7, -6.8), (11.7, -6.8), (-11.7, 6.8), (11.7, 6.8), (0, 13.5))
COUNTED, CARDED, SHRUNK = "velocity:", "card:", 0.75  # prefixes of a ship's key, and the smallest scale of a counter
_ASIDE = Memo[dict[Id, Place]]()  # cached, because they are asked for several times in a frame
POINTED = 1.15  # scale of a counter that is pointed at
AWAY = (1.0, 1.4)  # distances from a ship at which its counter is tried, in radii of both together


@cached(256)
def velocity_picture(velocity: int, turn: float | None, colour: Colour, lost: bool, k: float = 1.0) -> Surface:
    """Return a ship's speed in a small hex, with a nib on the side of its course. It is red inside if the ship is out
    of control."""
    p = theme.palette
    v, c = Vec(COUNTER, COUNTER, 4, theme.scale * k), (COUNTER / 2, COUNTER / 2)
    if turn is not None:
        v.poly([polar(21, turn, c), polar(14, turn - 26, c), polar(14, turn + 26, c)], colour)
    v.poly(hexagon(c, 15), colour)
    v.poly(hexagon(c, 13.2), (58, 20, 22) if lost else p.well)
    out = v.done()
    text(
        out,
        str(velocity).replace("-", "−"),
        (out.get_width() / 2, out.get_height() / 2),
        17 * k,
        p.white,
        "s",
        "center",
    )
    return out


@cached(64)
def card_picture(colour: Colour, letter: str, k: float = 1.0) -> Surface:
    """Return a marker, face down and hatched in the colour of its side, or face up with its text: turn over speed."""
    wide, high = CARD
    v = Vec(wide, high, 4, theme.scale * k)
    v.rect((0, 0, wide, high), colour, 255, 0, 4)
    v.rect((1.4, 1.4, wide - 2.8, high - 2.8), mix(theme.palette.well, colour, 0.16), 255, 0, 3)
    if not letter:
        v.hatch([(5, 5), (wide - 5, 5), (wide - 5, high - 5), (5, high - 5)], colour, 5, 1, 120)
    out = v.done()
    rows = re.split(r"(?=[+-])", minus(letter), maxsplit=1) if letter else []
    # a blank one has no text
    rows = [row for row in rows if row and width(row, ROW * k, "b") <= out.get_width() - theme.px(2)]
    for n, row in enumerate(rows):
        y = out.get_height() * (n + 0.5) / len(rows) + theme.px(3) * k * (len(rows) - 1) * (0.5 - n)
        text(out, row, (out.get_width() / 2, y), ROW * k, theme.palette.white, "b", "center")
    return out


def token_picture(one: Token, colour: Colour, r: float, turn: float = 0.0, planned: bool = False) -> Surface:
    """Return the picture of a counter; equal ones share one."""
    drawn = _Drawn(one.shape == "disc", one.letter, one.count, one.lost, bool(one.course), _crafted(one, r))
    return _token_picture(drawn, colour, r, turn, planned)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The fields of a counter that its picture depends on, as a key."""

    disc: bool
    letter: str
    count: int
    lost: int
    flies: bool
    crafted: bool


@cached(256)
def _token_picture(one: _Drawn, colour: Colour, r: float, turn: float, planned: bool) -> Surface:
    """Return a disc for a flight, or a lozenge for one that cannot return. It has a letter and, if large enough, its
    craft one by one, with lost ones hollow. `turn` is the direction of its course, if it has one. A planned one has a
    broken rim and hollow craft."""
    side = math.ceil(2 * r + 14 * theme.scale)
    v, c, p = Vec(side, side, 4, stroke=theme.scale), (side / 2, side / 2), theme.palette
    k, fill, disc = r / 27, mix(p.well, colour, 0.18), one.disc
    _plate(v, c, r, fill, colour, disc, planned)
    if one.flies:
        across, up = math.sin(math.radians(turn)), math.cos(math.radians(turn))
        foot = r if disc else r / (abs(across) + abs(up))  # distance to the side of the shape in this direction
        v.poly([polar(foot + 7 * theme.scale, turn, c), *(polar(foot, turn + way, c) for way in (14, -14))], colour)
    craft = (
        [(0, -5.4), (4.3, 4.4), (0, 2.4), (-4.3, 4.4)]
        if disc
        else [(0, -5.4), (1.9, -1), (1.9, 5), (-1.9, 5), (-1.9, -1)]
    )
    for n, place in enumerate((CRAFT if disc else DARTS)[: one.count if one.crafted else 0]):
        shape = rot(craft, turn, rot([place], turn, c, k)[0], k)
        if planned:
            v.lines(shape, colour, 1, 220, True)
        elif n < one.count - one.lost:
            v.poly(shape, colour)
        else:
            v.lines(shape, p.red, 1, 220, True)
    out = v.done()
    if one.letter:
        size = max(15 * k / theme.scale, min(LETTER, 1.1 * r / theme.scale))
        text(out, one.letter, (out.get_width() / 2, out.get_height() / 2), size, p.white, "b", "center")
    return out


def _plate(v: Vec, c: Place, r: float, fill: Colour, colour: Colour, disc: bool, planned: bool) -> None:
    """Draw the plate of a counter and its rim."""
    corners = [polar(r, way, c) for way in (0, 90, 180, 270)]
    if disc:
        v.circ(c, r, fill, 120 if planned else 255)
        wide = 0.9 * theme.scale
        for way in range(0, 360, 30) if planned else ():
            v.arc(c, r - wide, r + wide, way, way + 18, colour)
        if not planned:
            v.circ(c, r, colour, 255, 1.7)
        return
    v.poly(corners, fill, 120 if planned else 255)
    if not planned:
        v.lines(corners, colour, 1.7, 255, True)
    for a, b in pairwise([*corners, corners[0]]) if planned else ():
        v.lines([a, between(a, b, 0.3)], colour, 1.7)
        v.lines([between(a, b, 0.6), between(a, b, 0.9)], colour, 1.7)


def _crafted(one: Token, r: float) -> bool:
    """Return whether the craft of a counter are drawn one by one at a radius in real pixels."""
    return r >= CRAFTED * theme.scale or not one.letter


# -- counters in their cells -------------------------------------------------------------------------------------------


def tokens_of(scene: Scene) -> list[Token]:
    """Return the counters on the board."""
    lying = (*scene.view.tokens, *scene.others.counters)
    return [one for one in lying if isinstance(one, Token) and one.shape != "card"]


def radius(camera: Camera) -> float:
    """Return the radius of a counter in real pixels. On an open table its craft stay distinct except from far away."""
    if not camera.board.cells:
        return round(theme.scale * min(MOST, max(LEAST, OPEN * camera.scale / theme.scale)), 1)
    return max(7 * theme.scale, min(27 * theme.scale, round(TOKEN * camera.scale, 1)))


def places(camera: Camera, scene: Scene) -> list[tuple[Token, Place]]:
    """Return every counter with its place. It is moved aside where it would hide a ship or another counter. Moving ones
    are at their present place."""
    moved = scene.over.moment.places if scene.over.moment else {}
    lying = [(one, moved[one.key].at if one.key in moved else one.at) for one in tokens_of(scene)]
    aside = _ASIDE.get(
        (
            scene.view,
            scene.view.tokens,
            scene.others.counters,
            frozenset(moved),
            camera.board,
            camera.scale,
            theme.scale,
        ),
        lambda: _offsets(camera, scene, {one.key: at for one, at in lying if one.key not in moved}),
    )
    found = []
    for one, at in lying:
        (x, y), (dx, dy) = camera.xy(at), aside.get(one.key, (0.0, 0.0))
        found.append((one, (x + dx, y + dy)))
    return found


def _offsets(camera: Camera, scene: Scene, lying: Mapping[Id, tuple[float, float]]) -> dict[Id, Place]:
    """Return the pixels by which counters are drawn off their places. They do not depend on the view's position."""
    spots = {key: camera.xy(at) for key, at in lying.items()}
    melees = [one.keys for one in scene.view.tokens if isinstance(one, Melee)]
    found = spread_counters(spots, _berths(camera, scene), melees, radius(camera), camera.board.cells) if spots else {}
    return {key: (found[key][0] - x, found[key][1] - y) for key, (x, y) in spots.items()}


def _berths(camera: Camera, scene: Scene) -> list[tuple[Place, float]]:
    """Return the places of ships with their radius, in pixels."""
    k, seen = ships.grown(camera), ships.looks(scene)
    afloat = [(key, ship.at) for key, ship in scene.view.state.ships.items() if ship.in_play]
    return [(camera.xy(at), max(BERTH * theme.scale * k, ships.reach_of(seen[key].glyph, k))) for key, at in afloat]


def draw_fans(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw a spoke from a counter's place to its picture beside it, and a dotted ring round a ship that it would
    hide."""
    lying, r, rings = places(camera, scene), radius(camera), set[Place]()
    berths = _berths(camera, scene) if lying else []
    moved = scene.over.moment.places if scene.over.moment else {}
    for one, at in lying:
        home = camera.xy(one.at)
        far = math.dist(home, at)
        if one.key in moved or far < r / 2 or not camera.rect.collidepoint(home):
            continue
        colour = mix(scene.colour(one.side), theme.palette.space, 0.45)
        ship = next((berth for berth in berths if math.dist(berth[0], home) < 1), None)
        inner = min(ship[1] if ship else 0.0, far - r)
        if far - r > inner:
            spoke = between(home, at, inner / far), between(home, at, (far - r) / far)
            dst.blit(*kept_line(*spoke, colour, 1.3, 220), special_flags=BLEND_PREMULTIPLIED)
        if ship:
            rings.add(home)
        else:
            pygame.draw.circle(dst, colour, home, max(2, theme.px(2.5)))
    for home in rings:
        reach = next(reach for at, reach in berths if math.dist(at, home) < 1)
        dst.blit(*kept_ring(home, reach, theme.palette.muted, 1.3, (2, 5), 220), special_flags=BLEND_PREMULTIPLIED)


def draw_tokens(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw all counters in view, the one pointed at on top and a little larger."""
    r = radius(camera)
    near = [(one, at) for one, at in places(camera, scene) if camera.rect.inflate(2 * r, 2 * r).collidepoint(at)]
    laid = []
    for one, at in sorted(near, key=lambda pair: pair[0].key == scene.over.hovered):
        turn = camera.board.direction(one.course) if one.course else 0.0
        size = round(r * POINTED, 1) if one.key == scene.over.hovered else r
        laid.append(centred(token_picture(one, scene.colour(one.side), size, turn), at))
    dst.fblits(laid, BLEND_PREMULTIPLIED)


def draw_ghosts(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw the ghosts of counters with an order. Those with equal places are drawn side by side, like counters."""
    r, laid = radius(camera), []
    for one, pose, at in ghost_places(camera, scene) if scene.ghosts and not scene.playing else ():
        turn = camera.board.direction(pose.facing) if one.course else 0.0
        laid.append(centred(token_picture(one, scene.colour(one.side), r, turn, True), at))
    dst.fblits(laid, BLEND_PREMULTIPLIED)


def ghost_places(camera: Camera, scene: Scene) -> list[tuple[Token, Pose, Place]]:
    """Return counters with an order to move, their destinations, and where these are drawn."""
    asked = ((one, scene.ghost(one.key)) for one in tokens_of(scene))
    going = [(one, pose) for one, pose in asked if pose is not None and pose.at != one.at]
    if not going:
        return []
    spots = {one.key: camera.xy(pose.at) for one, pose in going}
    found = spread_counters(spots, _berths(camera, scene), (), radius(camera), camera.board.cells)
    return [(one, pose, found[one.key]) for one, pose in going]


def counters_at(camera: Camera, scene: Scene, pixel: Place) -> list[Id]:
    """Return the counters under a pixel, the topmost first, then those of its cell that are drawn aside."""
    r, board = max(radius(camera), theme.px(14)), camera.board
    lying = places(camera, scene)[::-1]
    found = [one.key for one, at in lying if math.dist(at, pixel) <= r]
    cell = board.file_coordinates(camera.mu(pixel)) if board.cells else None
    return [
        *found,
        *(one.key for one, _ in lying if one.key not in found and cell and board.file_coordinates(one.at) == cell),
    ]


# -- ships that nobody steers ------------------------------------------------------------------------------------------


def forced_paths(scene: Scene) -> dict[Id, UncontrolledPath]:
    """Return the forced paths of ships out of control."""
    return {one.ship: one for one in scene.view.tokens if isinstance(one, UncontrolledPath)}


def draw_tracks(dst: Surface, camera: Camera, scene: Scene) -> None:
    """Draw the forced paths of ships out of control: dots, an arrowhead in every cell, an empty cell at the end."""
    for one in forced_paths(scene).values() if not scene.playing else ():
        colour, way = scene.colour(one.ship), camera.many(one.path)
        if len(way) < 2:
            continue
        dashed_line(dst, way, colour, 2.2, 3, 6, 220)
        size = min(6 * theme.scale, camera.scale * 0.14)
        for a, b in pairwise(way[:-1]):
            turn = heading(a, b)
            tip = polar(size * 0.7, turn, b)
            strokes(dst, [(polar(size * 1.6, turn + off, tip), tip) for off in (135, 225)], colour, 2.0, 200)
        polyline(dst, hexagon(way[-1], camera.scale * 0.8 / math.sqrt(3)), colour, 1.8, 230, True)


@cached(32)
def helmless_picture(r: int, colour: Colour) -> Surface:
    """Return a broken ring with arrowheads, for a ship out of control."""
    side = 2 * r + theme.px(14)
    v, c = Vec(side, side, 4, stroke=theme.scale), (side / 2, side / 2)
    wide = 1.4 * theme.scale
    for turn in range(8, 368, 72):
        v.arc(c, r - wide, r + wide, turn, turn + 40, colour)
        v.poly([polar(r, turn + 50, c), *(polar(r + off * theme.scale, turn + 38, c) for off in (5, -5))], colour)
    return v.done()


@cached(128)
def facing_picture(r: int, facing: float, course: float, colour: Colour) -> Surface:
    """Return a solid nib for the facing and an open chevron for the course."""
    side, k = 2 * r + theme.px(32), theme.scale
    v, c = Vec(side, side, 4, stroke=k), (side / 2, side / 2)
    v.poly(
        [polar(r + 9 * k, facing, c), *(polar(6.5 * k, facing + off, polar(r, facing, c)) for off in (90, -90))], colour
    )
    wings = [polar(8 * k, course + off, polar(r + k, course, c)) for off in (90, -90)]
    v.lines([wings[0], polar(r + 10 * k, course, c), wings[1]], theme.palette.white, 2.4)
    return v.done()


def bearings(
    camera: Camera, scene: Scene, seen: Mapping[Id, ships.ShipLook]
) -> Iterator[tuple[Id, Place, int, float, float]]:
    """Yield ships on cells whose facing is not their course: place in pixels, radius of their marks, facing and
    course."""
    for key, ship in scene.view.state.ships.items():
        at = camera.xy(ship.at)
        near = camera.rect.inflate(80, 80).collidepoint(at)
        if near and ship.facing != ship.course and camera.board.cells and ships.in_play(scene, key):
            r = round(ships.ring_radius(seen[key].glyph, ships.grown(camera))) + theme.px(4)
            yield key, at, r, camera.board.direction(ship.facing), camera.board.direction(ship.course, ship.heading)


def bearing_rects(camera: Camera, scene: Scene, seen: Mapping[Id, ships.ShipLook]) -> list[Rect]:
    """Return the rects of nibs and chevrons in pixels, which no name covers."""
    if scene.playing:
        return []
    return [
        square(polar(r + 5 * theme.scale, turn, at), 8 * theme.scale)
        for _, at, r, *turns in bearings(camera, scene, seen)
        for turn in turns
    ]


def draw_bearings(dst: Surface, camera: Camera, scene: Scene, seen: Mapping[Id, ships.ShipLook]) -> None:
    """Draw the marks round ships on cells: out of control, and a facing that is not the course."""
    if scene.playing:
        return
    for key in forced_paths(scene):
        at = camera.xy(scene.view.state.ships[key].at)
        if ships.in_play(scene, key) and camera.rect.inflate(80, 80).collidepoint(at):
            r = round(ships.ring_radius(seen[key].glyph, ships.grown(camera)))
            stamp(dst, helmless_picture(r + theme.px(2), theme.palette.red), at)
    for key, at, r, facing, course in bearings(camera, scene, seen):
        stamp(dst, facing_picture(r, facing, course, scene.colour(key)), at)


# -- beside ships ------------------------------------------------------------------------------------------------------


def beside(
    ground: LabelSurroundings, camera: Camera, scene: Scene, seen: Mapping[Id, ships.ShipLook], rects: Mapping[Id, Rect]
) -> list[Word]:
    """Place velocity counters and cards by their ships, clear of everything else, before names, which can move farther.
    Without room for one, its text is written below the name."""
    if not camera.board.cells or camera.scale < 14 * theme.scale:
        return []
    cards = {one.ship: one for one in scene.view.tokens if isinstance(one, Token) and one.shape == "card"}
    lost, wanted, pictures = forced_paths(scene), list[LabelRequest](), dict[tuple[str, str], Surface]()
    k = min(1.0, max(0.7, round(camera.scale / theme.scale / FULL, 1)))
    for key in rects:
        ship, colour = scene.view.state.ships[key], scene.colour(key)
        if not ship.in_play:
            continue
        turn = camera.board.direction(ship.course, ship.heading)
        for name in (COUNTED, CARDED) if key in cards else (COUNTED,):
            forms = []
            for kind, size in (("whole", k), ("small", SHRUNK * k)):
                if name == COUNTED:
                    tint = theme.palette.red if key in lost else colour
                    one = velocity_picture(ship.velocity, turn, tint, key in lost, size)
                else:
                    one = card_picture(scene.colour(cards[key].side), cards[key].letter, size)
                pictures[name + key, kind] = one
                spots = _quarters(camera, scene, key, seen[key].glyph, one, turn)
                forms.append(LabelForm(kind, one.get_size(), 0 if kind == "whole" else 1, busy=6, spots=spots))
            wanted.append(
                LabelRequest((name + key, key), rects[key], (*forms, replace(forms[-1], busy=math.inf, level=2)))
            )
    found = lay_out(PlacementTable(ground), wanted)
    laid = [(pictures[key, one.form.kind], one.spot.rect, one.wanted) for key, one in found.items()]
    return [Word(picture, rect, rect.topleft, key=one.keys[1]) for picture, rect, one in laid]


def _quarters(
    camera: Camera, scene: Scene, key: Id, glyph: str, picture: Surface, turn: float
) -> tuple[tuple[int, Rect], ...]:
    """Return places for a small picture near a ship: its quarters first, and never its path."""
    at, r = camera.xy(scene.view.state.ships[key].at), ships.reach_of(glyph, ships.grown(camera)) * 0.8
    half, offs = max(picture.get_size()) / 2, (150, -150, 110, -110, 180, 70, -70)
    offered = [polar((r + half) * away, turn + off, at) for away in AWAY for off in offs]
    return tuple((0, picture.get_rect(center=(round(x), round(y)))) for x, y in offered)


@dataclass(frozen=True, slots=True)
class Said:
    """The words by a counter, or at the end of a forced path: all of them, then fewer. `name` is that of a counter with
    more than one line, `called` that of any counter."""

    key: str
    owner: Id
    home: Rect
    words: tuple[str, ...]
    called: str = ""
    name: Name | None = None


def counter_labels(camera: Camera, scene: Scene) -> Iterator[Said]:
    """Yield the names of counters in view with their contents, and the certain ends of forced paths."""
    r = radius(camera)
    for one, (x, y) in places(camera, scene):
        left = f"{one.count - one.lost} of {one.count}" if one.lost and not _crafted(one, r) else ""
        parts = [part for part in (one.name, left, one.note) if part]
        if one.kind and camera.rect.collidepoint(x, y):
            name = Name(one.name, one.kind, scene.colour(one.side), one.key in scene.waiting, one.pips)
            yield Said(one.key, one.side, square((x, y), r), (one.name,), one.name, name)
        elif parts and camera.rect.collidepoint(x, y):
            shorter = (parts[0],) if len(parts) > 1 else ()
            yield Said(one.key, one.side, square((x, y), r), (" · ".join(parts), *shorter), one.name)
    for key, drift in forced_paths(scene).items() if not scene.playing else ():
        if drift.label and len(drift.path) > 1 and camera.rect.collidepoint(camera.xy(drift.path[-1])):
            home = square(camera.xy(drift.path[-1]), 0.45 * camera.scale)
            yield Said(f"drift:{key}", key, home, (f"ends here: {drift.label}", "ends here"))


def ground_of(camera: Camera, scene: Scene) -> dict[str, Rect]:
    """Return the rects of counters in pixels, by key."""
    r = round(radius(camera))
    return {one.key: Rect(round(x) - r, round(y) - r, 2 * r, 2 * r) for one, (x, y) in places(camera, scene)}
