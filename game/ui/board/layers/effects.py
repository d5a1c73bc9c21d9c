"""The pictures of effects: light, sparks, shards and foam at ships; drives and wakes; no part of the rules."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence

import pygame
from pygame import BLEND_RGB_ADD, Surface

from game.core.orders import Id
from game.ui.board.layers import ships
from game.ui.board.model.camera import Camera
from game.ui.board.model.effects import LASTS, PieceEffect, at_sea
from game.ui.board.model.playback import AnimationFrame, BeamShot
from game.ui.board.model.scene import DrawnPose, Scene
from game.ui.render.arcs import glow
from game.ui.render.hulls import DARK, DrawnHull, hull_of
from game.ui.render.lines import circle, polyline
from game.ui.render.shapes import Place, arc_points, centred, polar, rot, stamp
from game.ui.render.theme import Colour, cached, mix, theme

FIRE: Colour = (255, 140, 52)
HOT: Colour = (255, 232, 184)
ARC: Colour = (176, 200, 255)
FOAM: Colour = (206, 230, 232)
SMOKE: Colour = (150, 152, 150)
WOOD: Colour = (168, 124, 82)
COUNTER = 16  # design pixels: the size of a counter, and of an effect without a piece
# the steps in which pictures are cached: of strength 0..255, of pixels of a light's radius, of degrees of a screen
BRIGHT, ROOM, TURN = 12, 4, 5


def light(dst: Surface, at: Place, r: float, colour: Colour, strength: float) -> None:
    """Add a soft light of `r` pixels' radius; `strength` is 0 to 255."""
    wide, bright = round(r / ROOM) * ROOM, round(strength / BRIGHT) * BRIGHT
    if wide > 0 and bright > 0:
        stamp(dst, _light(wide, colour, bright), at, BLEND_RGB_ADD)


@cached(256)
def _light(r: int, colour: Colour, strength: int) -> Surface:
    return glow(r, colour, strength, 1.7)


class _Spot:
    """The place of an effect: the middle of its piece in pixels, its reach, scale, heading and colour."""

    def __init__(
        self,
        camera: Camera,
        scene: Scene,
        seen: Mapping[Id, ships.ShipLook],
        places: Mapping[Id, DrawnPose],
        one: PieceEffect,
    ) -> None:
        stance, look = places.get(one.piece), seen.get(one.piece)
        self.k, self.look = ships.grown(camera), look
        self.at = camera.xy(stance.at if stance else one.at)
        self.degrees = stance.degrees if stance else 0.0
        self.reach = ships.reach_of(look.glyph, self.k) if look else COUNTER * theme.scale
        self.colour, self.sea = scene.colour(one.piece), at_sea(scene.view)
        self.dice = random.Random(one.seed)


def draw_effects(
    dst: Surface, camera: Camera, scene: Scene, seen: Mapping[Id, ships.ShipLook], places: Mapping[Id, DrawnPose]
) -> None:
    """Draw the effects of the moment over all ships."""
    moment = scene.over.moment
    if moment is None or moment.effects is None:
        return
    for beam in moment.beams if at_sea(scene.view) else ():
        _smoke(dst, camera, beam)
    for one, age in moment.effects.current:
        spot = _Spot(camera, scene, seen, places, one)
        if camera.rect.inflate(theme.px(200), theme.px(200)).collidepoint(spot.at):
            PAINTERS[one.kind](dst, spot, one, age)


def _share(age: float, start: float, seconds: float) -> float:
    """Return the share of a part that is over, 0 to 1."""
    return (age - start) / seconds if start <= age < start + seconds else 1.0


def _out(share: float) -> float:
    """Return a share that grows fast at first and slowly at the end."""
    return 1 - (1 - share) ** 3


# -- of ships ----------------------------------------------------------------------------------------------------------


def _burst(dst: Surface, spot: _Spot, one: PieceEffect, age: float) -> None:
    """Draw a flash, a ball of fire with smaller ones round it, a ring, and shards."""
    r, at = spot.reach * one.size, spot.at
    light(dst, at, 2.6 * r, theme.palette.white, 255 * (1 - _share(age, 0.0, 0.16)))
    fire = _share(age, 0.0, 0.8)
    light(dst, at, r * (1.1 + 1.1 * _out(fire)), FIRE, 240 * (1 - fire) ** 1.2)
    light(dst, at, r * (0.7 + 0.4 * fire), HOT, 255 * (1 - fire) ** 2)
    for number in range(6 if one.shards else 0):
        place = polar(spot.dice.uniform(0.2, 0.9) * r, spot.dice.uniform(0, 360), at)
        late = _share(age, 0.08 + 0.09 * number, 0.34)
        light(dst, place, 0.6 * r * (0.5 + late), HOT if number % 2 else FIRE, 235 * (1 - late))
    ring = _share(age, 0.02, 0.55)
    if ring < 1:
        circle(dst, at, r * (0.6 + 1.9 * _out(ring)), HOT, 2.2 * (1 - ring) + 0.4, 210 * (1 - ring))
    _shards(dst, spot, one, age, mix(spot.colour, DARK, 0.6), FIRE)


def _shards(dst: Surface, spot: _Spot, one: PieceEffect, age: float, colour: Colour, rim: Colour) -> None:
    """Draw flying shards, which cool and then shrink."""
    if one.shards is None:
        return
    left = min(1.0, (one.end - one.start - age) / 0.5)
    edge = mix(rim, mix(colour, spot.colour, 0.5), min(1.0, age / 0.8))
    (x0, y0), reach = spot.at, spot.reach
    for outline, (x, y, turn) in zip(one.shards.outlines, one.shards.at(age)):
        ((dx, dy),) = rot([(x, -y)], spot.degrees, (0, 0), reach)
        points = rot(outline, turn + spot.degrees, (x0 + dx, y0 + dy), reach * left)
        pygame.draw.polygon(dst, colour, points)
        pygame.draw.aalines(dst, edge, True, points)


def _sinking(dst: Surface, spot: _Spot, one: PieceEffect, age: float) -> None:
    """Draw rings of foam, bubbles, and floating spars."""
    r = spot.reach
    for number in range(3):
        ring = _share(age, 0.25 * number, 0.9)
        if ring < 1:
            circle(dst, spot.at, r * (0.4 + 1.2 * _out(ring)), FOAM, 1.6, 190 * (1 - ring))
    for _ in range(16):
        place = polar(spot.dice.uniform(0, 0.9) * r, spot.dice.uniform(0, 360), spot.at)
        bubble = _share(age, spot.dice.uniform(0, 1.1), 0.5)
        if bubble < 1:
            circle(dst, place, (1.2 + 3 * bubble) * theme.scale, FOAM, 1.0, 220 * (1 - bubble))
    _shards(dst, spot, one, age, WOOD, WOOD)


def _strike(dst: Surface, spot: _Spot, one: PieceEffect, age: float) -> None:
    """Draw a flash where a shot hits, and sparks that fly back, or splinters at sea."""
    at, scale = polar(0.5 * spot.reach, one.heading, spot.at), theme.scale
    first, size = _share(age, 0.0, 0.2), 0.4 + 0.6 * one.size
    hot = mix(theme.palette.yellow, theme.palette.white, 0.5)
    light(dst, at, (18 + 18 * size) * scale, hot, 250 * (1 - first))
    light(dst, at, 20 * size * scale, FIRE, 220 * (1 - _share(age, 0.0, 0.45)))
    gone = age / 0.45
    for _ in range(4 + round(9 * one.size)):
        turn = one.heading + spot.dice.gauss(0, 38)
        far = spot.dice.uniform(26, 74) * size * _out(gone) * scale
        long = spot.dice.uniform(4, 11) * (1 - gone) * scale
        colour = WOOD if spot.sea else mix(HOT, FIRE, gone)
        pygame.draw.line(
            dst, colour, polar(far, turn, at), polar(far + long, turn, at), max(1, round(1.6 * scale * (1 - gone)))
        )


def _splash(dst: Surface, spot: _Spot, one: PieceEffect, age: float) -> None:
    """Draw water thrown up by a shot that falls short of the ship."""
    gone, scale = age / 0.6, theme.scale
    turn = one.heading + spot.dice.uniform(-40, 40)
    at = polar(spot.reach + spot.dice.uniform(4, 14) * scale, turn, spot.at)
    light(dst, at, 14 * scale, FOAM, 200 * (1 - _share(age, 0.0, 0.35)))
    circle(dst, at, (3 + 10 * _out(gone)) * scale, FOAM, 1.4, 220 * (1 - gone))
    for _ in range(6):
        drop = polar(spot.dice.uniform(4, 13) * _out(gone) * scale, spot.dice.uniform(0, 360), at)
        pygame.draw.circle(dst, FOAM, drop, max(1.0, 1.6 * scale * (1 - gone)))


def _screen(dst: Surface, spot: _Spot, one: PieceEffect, age: float) -> None:
    """Draw a screen that lights up towards the shot."""
    left, colour = 1 - age / 0.5, mix(spot.colour, theme.palette.white, 0.55)
    if (bright := round(230 * left / BRIGHT) * BRIGHT) > 0:
        stamp(dst, _arcs(round(spot.reach), round(one.heading / TURN) * TURN, colour, bright), spot.at)
    light(dst, polar(spot.reach, one.heading, spot.at), 26 * theme.scale, colour, 150 * left)


@cached(256)
def _arcs(reach: int, heading: int, colour: Colour, strength: int) -> Surface:
    """Return three arcs, fainter from the hull outwards, round the middle of a picture."""
    radii = [reach + (4 + 3.2 * number) * theme.scale for number in range(3)]
    middle = math.ceil(radii[-1]) + 4
    picture = Surface((2 * middle, 2 * middle), pygame.SRCALPHA)
    for number, (r, half) in enumerate(zip(radii, (58, 44, 28))):
        points = arc_points((middle, middle), r, heading - half, heading + half, 6)
        polyline(picture, points, colour, 1.6, strength * (230 - 60 * number) / 230)
    return picture


def _break(dst: Surface, spot: _Spot, one: PieceEffect, age: float) -> None:
    """Draw arcs that jump over the hull, or use the game's own painter."""
    own = spot.look.own if spot.look else None
    if spot.look and own and (painter := hull_of(spot.look.glyph).painter):
        ship = DrawnHull(hull_of(spot.look.glyph), spot.at, spot.degrees, spot.k, own)
        painter.broken(dst, ship, one.parts, age / LASTS["break"])
        return
    if age >= 0.5:
        return
    dice = random.Random(one.seed + int(age / 0.06))  # a new seed every 0.06 s, so that the arcs jump
    for _ in range(1 + round(2 * one.size)):
        a = polar(dice.uniform(0.2, 0.8) * spot.reach, dice.uniform(0, 360), spot.at)
        b = polar(dice.uniform(0.2, 0.8) * spot.reach, dice.uniform(0, 360), spot.at)
        points = [
            (a[0] + (b[0] - a[0]) * n / 5 + dice.uniform(-4, 4) * theme.scale, a[1] + (b[1] - a[1]) * n / 5)
            for n in range(6)
        ]
        pygame.draw.aalines(dst, ARC, False, points)
        light(dst, b, 12 * theme.scale, ARC, 170)


PAINTERS: dict[str, Callable[[Surface, _Spot, PieceEffect, float], None]] = {
    "burst": _burst, "sinking": _sinking, "strike": _strike, "splash": _splash, "screen": _screen, "break": _break,
}  # fmt: skip


# -- on the way --------------------------------------------------------------------------------------------------------


def draw_under_way(
    dst: Surface, camera: Camera, scene: Scene, seen: Mapping[Id, ships.ShipLook], places: Mapping[Id, DrawnPose]
) -> None:
    """Draw drives or wakes of moving ships, below their hulls."""
    moment = scene.over.moment
    if moment is None or moment.effects is None or not 0 < moment.share < 1:
        return
    sea, k = at_sea(scene.view), ships.grown(camera)
    # swells at the start of the move and dies away at its end
    strength = min(1.0, moment.share / 0.12, (1 - moment.share) / 0.12)
    jets = list[ships.PlacedPicture]()
    for key, speed in _speeds(moment):
        if key not in seen or not ships.in_play(scene, key):
            continue
        at, degrees = camera.xy(places[key].at), places[key].degrees
        hull = hull_of(seen[key].glyph)
        if sea:
            _wake(dst, at, degrees, hull.length * k * theme.scale, speed * camera.scale, strength)
            continue
        flicker, colour = 0.85 + 0.15 * math.sin(moment.time * 55 + len(key)), scene.colour(key)
        tail = [mix(theme.palette.white, colour, 0.25 + 0.75 * n / 3) for n in range(4)]
        for engine in rot(hull.engines, degrees, at, k * theme.scale):
            jets += _drive(engine, degrees + 180, k * theme.scale, speed, strength * flicker, tail)
    dst.fblits(jets, BLEND_RGB_ADD)


def _speeds(moment: AnimationFrame) -> Iterator[tuple[Id, float]]:
    """Yield the moving pieces with the length of their moves, in MU."""
    for key, flight in moment.flights.items():
        far = sum(math.dist(a, b) for a, b in zip(flight.path, flight.path[1:]))
        if far > 0 and moment.share < flight.until:
            yield key, far


def _drive(
    at: Place, astern: float, unit: float, speed: float, strength: float, tail: Sequence[Colour]
) -> Iterator[ships.PlacedPicture]:
    """Yield the lights of one engine's jet: a hot spot and a tail, longer for fast ships."""
    long = (7 + 2.2 * min(speed, 12)) * unit * strength
    for number, colour in enumerate(tail):
        share = number / (len(tail) - 1)
        wide = max(1, round((10 - 5 * share) * unit / ROOM)) * ROOM
        bright = round(230 * strength * (1 - 0.7 * share) / BRIGHT) * BRIGHT
        yield centred(_light(wide, colour, bright), polar(long * share, astern, at))


def _wake(dst: Surface, at: Place, degrees: float, length: float, far: float, strength: float) -> None:
    """Draw foam at the bow, and two lines of it astern."""
    stern, bow = polar(-0.8 * length, degrees, at), polar(0.85 * length, degrees, at)
    long = min(far * 0.35, 2.4 * length)
    for side in (-1, 1):
        foam = polar(0.12 * length, degrees + side * 90, stern)
        for part in range(3):
            after = polar(long / 3, degrees + 180 - side * 8, foam)
            polyline(dst, [foam, after], FOAM, 1.6 - 0.3 * part, (130 - 38 * part) * strength)
            foam = after
        wave = polar(0.7 * length, degrees + 180 + side * 28, bow)
        polyline(dst, [bow, wave], FOAM, 1.4, 150 * strength)


def _smoke(dst: Surface, camera: Camera, beam: BeamShot) -> None:
    """Draw the smoke of a broadside, which drifts towards its target."""
    a, b = camera.xy(beam.start), camera.xy(beam.end)
    turn = math.degrees(math.atan2(b[0] - a[0], a[1] - b[1]))
    dice, unit = random.Random(beam.event.who), ships.grown(camera) * theme.scale
    for _ in range(7):
        along, aside = dice.uniform(8, 20), dice.uniform(-15, 15)
        place = polar((along + 10 * beam.grown) * unit, turn, polar(aside * unit, turn + 90, a))
        light(dst, place, dice.uniform(7, 12) * unit * (0.5 + 0.5 * beam.grown), SMOKE, 120)
    if beam.grown < 1:
        light(dst, polar(10 * unit, turn, a), 14 * unit, FIRE, 220 * (1 - beam.grown))
