"""The key of the marks now on the board, of cells and of groups of fighters; no rules.

Each mark is drawn by the code that draws it on the board. A sample is a picture of 44 x 26 design pixels; the key
beside the board adds words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import pygame
from pygame import Rect, Surface

from game.board.boards import board_of
from game.core.display import Limit, Melee, Ring, Token, Zone
from game.ui.board.groups import marks
from game.ui.board.label_engine.pictures import pips_picture
from game.ui.board.layers import counters, hex_envelopes
from game.ui.board.model.legend_entry import LegendEntry
from game.ui.board.model.scene import Scene
from game.ui.games import drawn_by
from game.ui.render.lines import dashed_line
from game.ui.render.shapes import Vec, stamp
from game.ui.render.theme import theme

MOST = 8
SHOWN = 24.0  # design pixels from hex to hex in a sample


def samples(scene: Scene) -> tuple[LegendEntry, ...]:
    """Return the marks now on the board, those of the order in hand first. On an open table they are those of groups
    and of its game."""
    if scene.playing:
        return ()
    cells = board_of(scene.view.state.table).cells
    own = drawn_by(scene.view.system, "LEGEND")
    marks = (*_order(scene), *_rings(scene), *_guns(scene), *_pieces(scene)) if cells else tuple(_groups(scene))
    return (*(own(scene) if own else ()), *marks)[:MOST]


def _order(scene: Scene) -> Iterator[LegendEntry]:
    """Yield destinations, the thrust left there, and changes of heading."""
    if scene.asked.destinations:
        ends = hex_envelopes.ends_of(scene.asked.destinations)
        yield LegendEntry(
            "Can stop, and face so", lambda dst, r: hex_envelopes.draw_sample(dst, r.center, SHOWN, (0.0,), 1, 2)
        )
        lefts = sorted({max(there.values()) for there in ends.cells.values()}, reverse=True)[:3]
        if len(lefts) > 1:
            unit = scene.view.meter(scene.asked.destinations[0].order).unit
            words = f"{unit.capitalize()} left: {', '.join(map(str, lefts))}"
            yield LegendEntry(words, lambda dst, r: _shades(dst, r, lefts, ends.most), (ends.most,))
    pose, direction = scene.ghosts.get(scene.chosen), board_of(scene.view.state.table).direction
    if scene.openings:
        way = direction(scene.openings[0].courses[0])
        tip = hex_envelopes.tip(theme.px(SHOWN), way)
        yield LegendEntry("Could turn there", lambda dst, r: stamp(dst, tip, r.center), (way,))
    if pose and pose.counts:
        words, colour = pose.counts[-1][1], scene.colour(scene.chosen)
        cell = hex_envelopes.count_picture(words, colour, theme.px(SHOWN) * 1.2)
        said = "Hexes until it turns" if words.isdigit() else "Slides aside"
        yield LegendEntry(said, lambda dst, r: stamp(dst, cell, r.center), (words, colour))
    if pose and pose.bends:
        look = direction(pose.bends[0].course), direction(pose.bends[0].becomes), scene.colour(scene.chosen)
        bend = hex_envelopes.bend_picture(*look, 0.9)
        yield LegendEntry("Heading change", lambda dst, r: stamp(dst, bend, r.center), look)


def _shades(dst: Surface, r: Rect, lefts: list[int], most: int) -> None:
    for n, left in enumerate(lefts):
        at = r.centerx + (n - (len(lefts) - 1) / 2) * theme.px(15), r.centery
        hex_envelopes.draw_sample(dst, at, SHOWN * 0.62, (), left, most)


def _guns(scene: Scene) -> Iterator[LegendEntry]:
    """Yield point blank, hidden hexes, and forbidden shots."""
    near = [one for one in scene.hand.overlays if isinstance(one, Limit) and one.edge == "dashed"]
    if near and "range" in scene.tools:
        colour = scene.tone(near[0].tone)
        yield LegendEntry(
            f"Point blank: {near[0].label}", lambda dst, r: _line(dst, r, colour, near[0].stroke, 7, 5), (colour,)
        )
    if "sight" in scene.tools and any(isinstance(one, Zone) and one.tool == "sight" for one in scene.hand.overlays):
        yield LegendEntry("Out of its sight", _draw_hatching)
    if scene.asked.refusals:
        yield LegendEntry("May not fire", lambda dst, r: _line(dst, r, theme.palette.red, 2, 9, 6))


def _line(dst: Surface, r: Rect, colour: tuple[int, int, int], w: float, on: float, off: float) -> None:
    dashed_line(dst, [(r.left + 1, r.centery), (r.right - 1, r.centery)], colour, w, on, off)


def _draw_hatching(dst: Surface, r: Rect) -> None:
    v = Vec(34, 20, 4, theme.scale)
    corners = [(1, 1), (33, 1), (33, 19), (1, 19)]
    v.hatch(corners, theme.palette.muted, 6, 1, 110)
    v.dash([*corners, corners[0]], theme.palette.muted, 1.2, 5, 4)
    stamp(dst, v.done(), r.center)


def _pieces(scene: Scene) -> Iterator[LegendEntry]:
    """Yield marks beside ships and in cells."""
    ships = [ship for ship in scene.view.state.ships.values() if ship.in_play]
    if counters.forced_paths(scene):
        ring = counters.helmless_picture(theme.px(18), theme.palette.red)
        yield LegendEntry("Nobody steers it", lambda dst, r: _small(dst, r, ring))
    if ships:
        velocity, colour = ships[0].velocity, scene.colour(ships[0].id)
        counter = counters.velocity_picture(velocity, 90.0, colour, False)
        words = f"{scene.view.system.speed_word.capitalize()}, heading"
        yield LegendEntry(words, lambda dst, r: _small(dst, r, counter), (velocity, colour))
    if any(ship.facing != ship.course for ship in ships):
        marks = counters.facing_picture(theme.px(1), 270.0, 90.0, theme.accent)
        yield LegendEntry("Points to, goes to", lambda dst, r: stamp(dst, marks, r.center), (theme.accent,))
    shapes = {one.shape: one for one in scene.view.tokens if isinstance(one, Token)}
    for shape, words in (("disc", "Flight, comes back"), ("lozenge", "Missiles"), ("card", "Marker")):
        if shape in shapes:
            yield LegendEntry(words, _token(scene, shapes[shape]), (shapes[shape], scene.colour(shapes[shape].side)))


def _groups(scene: Scene) -> Iterator[LegendEntry]:
    """Yield marks round groups in flight, and beside them."""
    groups = [one for one in scene.view.tokens if isinstance(one, Token) and one.kind]
    discs = [one for one in groups if one.pips[1]]
    yield from _rings(scene)
    if discs:
        colour = scene.colour(discs[0].side)
        yield LegendEntry("Endurance left, spent", lambda dst, r: _small(dst, r, pips_picture(2, 4, colour)), (colour,))
    if any(one.lost for one in discs):
        yield LegendEntry("Fighter lost", lambda dst, r: stamp(dst, marks.lost_picture(), r.center))
    if any(one.screens for one in discs):
        ring = marks.screen_picture(theme.px(13), theme.accent, 0.0)
        yield LegendEntry("Screens this ship", lambda dst, r: _small(dst, r, ring), (theme.accent,))
    if any(isinstance(one, Melee) for one in scene.view.tokens):
        yield LegendEntry("Dogfight", lambda dst, r: stamp(dst, marks.blades_picture(), r.center))
    if marker := next((one for one in groups if one.shape == "lozenge"), None):
        yield LegendEntry("Salvo or missile", _token(scene, marker), (marker, scene.colour(marker.side)))


def _rings(scene: Scene) -> Iterator[LegendEntry]:
    """Yield rings round a group in hand, and those of enemy groups."""
    if scene.chosen not in scene.view.state.counters:
        return
    tones = {one.tone for one in (*scene.hand.overlays, *scene.others.grounds) if isinstance(one, Ring | Zone)}
    named = (("own", "Flies or attacks so far"), ("note", "Second move, costs one"))
    enemies = ((side, "Enemy groups come so far") for side in scene.view.state.sides)
    for tone, words in (*named, *enemies):
        if tone in tones:
            colour = scene.tone(tone)
            yield LegendEntry(words, partial(_line, colour=colour, w=1.3, on=6, off=5), (colour,))


def _token(scene: Scene, one: Token) -> Callable[[Surface, Rect], object]:
    colour = scene.colour(one.side)
    if one.shape == "card":
        return lambda dst, r: _small(dst, r.inflate(0, -theme.px(4)), counters.card_picture(colour, ""))
    turn = board_of(scene.view.state.table).direction(one.course) if one.course else 0.0
    return lambda dst, r: stamp(dst, counters.token_picture(one, colour, 11 * theme.scale, turn), r.center)


def _small(dst: Surface, r: Rect, picture: Surface) -> None:
    """Draw a picture scaled down to fit."""
    k = min(1.0, r.h * 1.15 / picture.get_height())
    wide, high = picture.get_size()
    stamp(dst, pygame.transform.smoothscale(picture, (round(wide * k), round(high * k))), r.center)
