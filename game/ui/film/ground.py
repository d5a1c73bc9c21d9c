"""The table of a film as SVG: grid or hexes, edge and terrain, in units of the board with y down; no part of the
rules."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from game.board import hexes
from game.board.boards import HexBoard
from game.board.look import Look
from game.board.protocol import Board
from game.board.terrain import Body
from game.ui.board.layers.bodies import HAZE, PLANET, STONE, TINTS, corners_of, seed_of
from game.ui.board.layers.hexgrid import border
from game.ui.board.layers.terrain import SMALL, TerrainGroup, disc_radius, groups
from game.ui.board.planet_edge import FLAT, SIDES
from game.ui.film.vector import hex_colour, number, path
from game.ui.render.shapes import polar
from game.ui.render.theme import Colour, mix, theme

Point = tuple[float, float]
Frame = tuple[float, float, float, float]  # west, south, width, height
FINE = 2  # decimals of a place in units of the board
GAP, PUFFS = 0.15, 6  # units between the outermost hexes and a planet's rim; discs in a hex of haze
GRID = 6  # MU between the lines of an open table
STARS = 150
LAND: tuple[Colour, Colour] = ((96, 118, 74), (214, 190, 132))  # an island and its beach
SHOAL: Colour = (72, 160, 148)


def flipped(points: Iterable[Point]) -> list[Point]:
    """Return places with y down."""
    return [(x, -y) for x, y in points]


def _line(points: Iterable[Point], colour: Colour, closed: bool = False, wide: float = 1.0) -> str:
    d, look = path(flipped(points), closed, FINE), f'stroke="{hex_colour(colour)}" stroke-width="{number(wide)}"'
    return f'<path d="{d}" fill="none" {look} vector-effect="non-scaling-stroke"/>'


def _look(board: Board) -> Look:
    """Return the look of a table in the palette in use."""
    return theme.palette.ground or board.look


def table(board: Board, frame: Frame) -> str:
    """Return grid and edge. Of a map without an edge, return the part within a frame."""
    if isinstance(board, HexBoard):
        return _hexes(board, frame)
    west, south, wide, high = board.extent
    east, north = west + wide, south + high
    lines = [((x, south), (x, north)) for x in _steps(west, east)] + [
        ((west, y), (east, y)) for y in _steps(south, north)
    ]
    d = "".join(path(flipped(ends), False, FINE) for ends in lines)
    grid = (
        f'<path d="{d}" fill="none" stroke="{hex_colour(_look(board).lines[1])}" vector-effect="non-scaling-stroke"/>'
    )
    return grid + _line([(west, south), (east, south), (east, north), (west, north)], _look(board).edge, True, 1.4)


def _steps(low: float, high: float) -> list[float]:
    return [float(n) for n in range(math.ceil(low / GRID) * GRID, math.floor(high) + 1, GRID)]


def _hexes(board: HexBoard, frame: Frame) -> str:
    """Return three sides of every hex, so that each line is drawn once."""
    cells = list(board.every())
    if board.floating:
        west, south, wide, high = frame
        cells = list(
            {
                hexes.hex_at((west + x * 0.5, south + y * 0.5))
                for x in range(int(wide * 2) + 1)
                for y in range(int(high * 2) + 1)
            }
        )
    d = "".join(path(flipped(hexes.corners(one)[:4]), False, FINE) for one in cells)
    colour = mix(_look(board).edge, theme.palette.space, 0.45)
    stroke = f'stroke="{hex_colour(colour)}" stroke-width=".7" vector-effect="non-scaling-stroke"'
    grid = f'<path d="{d}" fill="none" {stroke}/>'
    return grid if board.floating else _planet_beyond(board) + grid + _line(border(board), _look(board).edge, True, 1.4)


def _planet_beyond(board: HexBoard) -> str:
    """Return the limb of a planet beyond an edge of the board, if there is one. It lies off the table."""
    if board.planet not in SIDES:
        return ""
    (dx, dy), (west, south, wide, high) = SIDES[board.planet], board.extent
    radius, far = FLAT * (wide if dy else high), max(wide, high)
    x, y = west + wide / 2 + dx * (wide / 2 + GAP + radius), -south - high / 2 + dy * (high / 2 + GAP + radius)
    left, top = west + wide if dx > 0 else west - far, -south if dy > 0 else -south - high - far
    box = [number(one, FINE) for one in (left, top, far if dx else wide + 2 * far, far if dy else high + 2 * far)]
    land, air = TINTS[0][0], TINTS[0][3]
    rim, inner = 1 - 0.02 / FLAT, 1 - 0.12 / FLAT
    stops = (
        (inner, mix(land, theme.palette.space, 0.9)),
        (rim, mix(land, air, 0.3)),
        (1, mix(air, theme.palette.space, 0.7)),
    )
    shades = "".join(f'<stop offset="{number(at, 4)}" stop-color="{hex_colour(colour)}"/>' for at, colour in stops)
    words = x - dx * (radius - 0.5), y - dy * (radius - 0.5)
    return (
        f'<defs><clipPath id="beyond"><rect x="{box[0]}" y="{box[1]}" width="{box[2]}" height="{box[3]}"/></clipPath>'
        f'<radialGradient id="limb">{shades}</radialGradient></defs>'
        f'<g clip-path="url(#beyond)"><circle cx="{number(x, FINE)}" cy="{number(y, FINE)}" r="{number(radius, FINE)}" '
        f'fill="url(#limb)"/></g><text x="{number(words[0], FINE)}" y="{number(words[1], FINE)}" font-size=".4" '
        f'text-anchor="middle" dominant-baseline="middle" fill="{hex_colour(air)}">PLANET</text>'
    )


def bounds(points: Sequence[Point], margin: float) -> Frame:
    """Return the frame round places, with a margin."""
    west, east = min(x for x, _ in points) - margin, max(x for x, _ in points) + margin
    south, north = min(y for _, y in points) - margin, max(y for _, y in points) + margin
    return west, south, east - west, north - south


def standing(board: Board, bodies: Sequence[Body]) -> str:
    """Return terrain on hexes: each group outlined, with haze, rocks or stones in every hex, or as a disc."""
    if not board.cells:
        return ""
    shown = groups(tuple(bodies))
    return _gradients({group.kind for group in shown}) + "".join(
        _group(group, number) for number, group in enumerate(shown)
    )


def _group(group: TerrainGroup, nth: int) -> str:
    """Return one group; `nth` makes its clip path unique."""
    fill = _fill(group.bodies[0])
    d = "".join(path(flipped(line), True, FINE) for line in group.outlines)
    kind, dots = (
        group.kind,
        ' stroke-dasharray="2 4"' if group.kind in HAZE or group.kind in ("debris", "meteors") else "",
    )
    if kind in HAZE:
        clip = f'<clipPath id="cloud{nth}"><path d="{d}" clip-rule="evenodd"/></clipPath>'
        inside = f'{clip}<g clip-path="url(#cloud{nth})">{"".join(map(_puffs, group.bodies))}</g>'
        ground = (fill, 0.12)
    elif kind in STONE:
        inside = "".join(map(_stones, group.bodies))
        ground = (theme.palette.space, 0.3)
    elif kind == "planet":
        inside, ground = (
            _set_down(replace(group.bodies[0], radius=disc_radius(group)), group.heart),
            (theme.palette.space, 0.0),
        )
    else:
        inside, ground = "", (fill, 0.85 if group.bodies[0].solid else 0.35)
    edge = f'stroke="{hex_colour(_rim(fill))}" vector-effect="non-scaling-stroke"{dots}'
    return (
        f'<path d="{d}" fill="{hex_colour(ground[0])}" fill-opacity="{ground[1]}" fill-rule="evenodd" {edge}/>{inside}'
    )


def _set_down(one: Body, at: Point) -> str:
    """Return a body at its place."""
    return f'<g transform="translate({number(at[0], FINE)} {number(-at[1], FINE)})">{body(one)}</g>'


def _stones(one: Body) -> str:
    """Return a rock in a hex, or a few stones for smaller ones."""
    if one.kind == "asteroid":
        return _set_down(replace(one, radius=SMALL), one.at)
    dice = random.Random(seed_of(one))
    places = [(polar(0.34, 72 * n + dice.uniform(-20, 20), one.at), dice.uniform(0.07, 0.15)) for n in range(5)]
    return "".join(
        _set_down(replace(one, key=f"{one.key}/{n}", kind="asteroid", radius=r), at)
        for n, (at, r) in enumerate([(one.at, 0.13), *places])
    )


def _gradients(kinds: Iterable[str]) -> str:
    """Return the gradients of haze: dense in the middle, gone at the rim."""
    clouds = sorted(kind for kind in kinds if kind in HAZE)
    return "".join(
        f'<radialGradient id="puff-{kind}"><stop offset="0" stop-color="{hex_colour(HAZE[kind])}" stop-opacity=".42"/>'
        f'<stop offset="1" stop-color="{hex_colour(HAZE[kind])}" stop-opacity="0"/></radialGradient>'
        for kind in clouds
    )


def _puffs(one: Body) -> str:
    """Return the haze of a hex: soft discs that overlap with the next hex."""
    dice = random.Random(seed_of(one))
    found = []
    for _ in range(PUFFS):
        r = dice.uniform(0.3, 0.62)
        x, y = polar(dice.uniform(0, 0.45), dice.uniform(0, 360), (one.at[0], -one.at[1]))
        place = f'cx="{number(x, FINE)}" cy="{number(y, FINE)}" r="{number(r, FINE)}"'
        found.append(f'<circle {place} fill="url(#puff-{one.kind})"/>')
    return "".join(found)


def body(one: Body) -> str:
    """Return a body of an open table, about its own middle."""
    fill, r = _fill(one), number(one.radius, FINE)
    edge = f'stroke="{hex_colour(_rim(fill))}" vector-effect="non-scaling-stroke"'
    if one.outline:
        shape = path(flipped(one.outline), True, FINE)
        inner = path([(0.82 * x, -0.82 * y) for x, y in one.outline], True, FINE)
        if not one.blocks:
            return f'<path d="{shape}" fill="{hex_colour(SHOAL)}" fill-opacity=".4" stroke-dasharray="3 4" {edge}/>'
        return (
            f'<path d="{shape}" fill="{hex_colour(LAND[1])}" {edge}/><path d="{inner}" fill="{hex_colour(LAND[0])}"/>'
        )
    if one.kind == "planet":
        dark, far = hex_colour(mix(fill, theme.palette.space, 0.75)), number(one.radius * 1.7, FINE)
        night = f"M0 -{r}A{r} {r} 0 0 1 0 {r}A{far} {far} 0 0 0 0 -{r}Z"
        return (
            f'<circle r="{number(one.radius * 1.12, FINE)}" fill="{hex_colour(fill)}" fill-opacity=".14"/>'
            f'<circle r="{r}" fill="{hex_colour(fill)}"/>'
            f'<path d="{night}" fill="{dark}" fill-opacity=".8" transform="rotate(35)"/>'
        )
    if one.kind == "asteroid":
        dice = random.Random(seed_of(one))
        rim = [polar(one.radius * dice.uniform(0.85, 1.0), 360 * n / 11, (0.0, 0.0)) for n in range(11)]
        lit = [(0.6 * x - 0.18 * one.radius, 0.6 * y - 0.18 * one.radius) for x, y in rim]
        return (
            f'<path d="{path(rim, True, FINE)}" fill="{hex_colour(mix(fill, theme.palette.space, 0.5))}" {edge}/>'
            f'<path d="{path(lit, True, FINE)}" fill="{hex_colour(fill)}" fill-opacity=".7"/>'
        )
    if one.kind in HAZE or one.kind in STONE:
        return f'<circle r="{r}" fill="{hex_colour(fill)}" fill-opacity=".32" stroke-dasharray="2 4" {edge}/>'
    return (
        f'<path d="{path([(x, y) for x, y in corners_of(one, (0, 0), one.radius)], True, FINE)}" '
        f'fill="{hex_colour(fill)}" {edge}/>'
    )


def _fill(one: Body) -> Colour:
    if one.kind == "planet":
        return PLANET
    return HAZE.get(one.kind) or STONE.get(one.kind) or (LAND[0] if one.blocks else SHOAL)


def _rim(fill: Colour) -> Colour:
    return mix(fill, theme.palette.white, 0.35)


def sky(backdrop: str) -> str:
    """Return stars over the whole picture, or waves, in shares of its size."""
    dice = random.Random(11)
    if backdrop == "sea":
        places = ((number(dice.uniform(0, 2400), 0), number(dice.uniform(0, 1500), 0)) for _ in range(110))
        waves = (f'<use href="#wave" x="{x}" y="{y}"/>' for x, y in places)
        shape = "M0 0q4 -4 8 0t8 0t8 0M6 6q4 -4 8 0t8 0"
        return (
            f'<defs><path id="wave" d="{shape}" fill="none" stroke="#d2e8f0" '
            f'stroke-opacity=".13"/></defs>{"".join(waves)}'
        )
    if backdrop != "sky":
        return ""
    return "".join(
        f'<circle cx="{number(dice.uniform(0, 100))}%" cy="{number(dice.uniform(0, 100))}%" '
        f'r="{number(dice.uniform(0.4, 1.1))}" '
        f'fill="#cfe0f4" fill-opacity="{number(dice.uniform(0.12, 0.5), 2)}"/>'
        for _ in range(STARS)
    )
