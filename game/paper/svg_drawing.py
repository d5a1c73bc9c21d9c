"""The SVG of a figure as shapes and words on paper: the same drawing as on a page for a browser.

It reads what the program itself writes: groups, uses, paths, circles, rectangles and words, with attributes and the
rules of a style sheet. A gradient becomes its middle colour.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import shapely
from shapely.geometry.base import BaseGeometry

from game.drawing.signs import Colour, Place, mix
from game.paper.canvas import CAPITALS, WHITE, Area, PaperShape, Pen, Words, printable, rounded_outline, width

Style = Mapping[str, str]
Matrix = tuple[float, float, float, float, float, float]  # a, b, c, d, e, f as in SVG
Way = list[Place]

PLAIN: Matrix = (1, 0, 0, 1, 0, 0)
START: Style = {"fill": "#000", "font-size": "13px", "font-weight": "400", "text-anchor": "start"}
# properties that are not inherited
OWN = ("opacity", "transform", "clip-path", "vector-effect", "class", "id", "d", "href", "x", "y", "dominant-baseline")
HAIR = 0.05  # of an alpha: fainter is left out
ROUND = 10  # degrees between the places of a curve
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
_MEDIA = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_PART = re.compile(r"([a-z]*)((?:\.[\w-]+)*)\Z")
_STEP = re.compile(r"([MLZA])|(-?[\d.]+(?:e-?\d+)?)")
_VAR = re.compile(r"var\((--[\w-]+)\)")
_CALL = re.compile(r"([a-z]+)\(([^)]*)\)")


# -- the style sheet ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Rule:
    parts: tuple[tuple[str, frozenset[str]], ...]  # tag and classes, from the outermost element in
    values: Style

    @property
    def weight(self) -> tuple[int, int]:
        return sum(len(classes) for _, classes in self.parts), sum(bool(tag) for tag, _ in self.parts)

    def fits(self, chain: Sequence[tuple[str, frozenset[str]]]) -> bool:
        """Return whether the rule applies to the last element of a chain."""
        left = [*self.parts]
        if not chain or not _is(left.pop(), chain[-1]):
            return False
        for one in reversed(chain[:-1]):
            if left and _is(left[-1], one):
                left.pop()
        return not left


def _is(part: tuple[str, frozenset[str]], one: tuple[str, frozenset[str]]) -> bool:
    return part[0] in ("", one[0]) and part[1] <= one[1]


class StyleSheet:
    """The rules of CSS that name elements by tag and class. Others, and those for one medium, are left out."""

    def __init__(self, css: str, named: Style) -> None:
        self.named = named
        self._rules = sorted(_rules(_MEDIA.sub("", css)), key=lambda rule: rule.weight)
        self._known: dict[tuple[tuple[str, frozenset[str]], ...], Style] = {}

    def of(self, chain: tuple[tuple[str, frozenset[str]], ...]) -> Style:
        """Return the style that the rules give to the last element of a chain."""
        if chain not in self._known:
            found: dict[str, str] = {}
            for rule in self._rules:
                found |= rule.values if rule.fits(chain) else {}
            self._known[chain] = found
        return self._known[chain]


def _rules(css: str) -> Iterator[_Rule]:
    for names, body in _RULE.findall(css):
        pairs = (one.partition(":") for one in body.split(";") if ":" in one)
        values = {name.strip(): value.strip() for name, _, value in pairs}
        for name in names.split(","):
            found = [_PART.match(part) for part in name.split()]
            if found and all(found):
                parts = tuple((one[1], frozenset(filter(None, one[2].split(".")))) for one in found if one)
                yield _Rule(parts, values)


# -- the reader --------------------------------------------------------------------------------------------------------


def draw_svg(svg: str, kind: str, box: Area, sheet: StyleSheet, pen: Pen) -> None:
    """Draw SVG elements at the origin of a pen, in its unit; what lies outside the box is cut off. `kind` is the class
    that the style sheet knows the drawing by."""
    whole = ElementTree.fromstring(f'<svg class="{kind}">{svg}</svg>')
    x, y, wide, high = box
    _SvgReader(
        pen, sheet, shapely.box(x, y, x + wide, y + high), {one.get("id", ""): one for one in whole.iter()}
    ).draw_element(whole, _Context(PLAIN, START, (), None))


@dataclass(frozen=True)
class _Context:
    """The matrix, style, chain of elements, clip and opacity that an element inherits."""

    matrix: Matrix
    style: Style
    chain: tuple[tuple[str, frozenset[str]], ...]
    clip: BaseGeometry | None
    alpha: float = 1.0


class _SvgReader:
    def __init__(self, pen: Pen, sheet: StyleSheet, box: BaseGeometry, ids: Mapping[str, Element]) -> None:
        self.pen, self.sheet, self.box, self.ids = pen, sheet, box, ids

    def draw_element(self, one: Element, around: _Context) -> None:
        """Draw an element and what is in it."""
        if one.tag in ("defs", "clipPath", "radialGradient", "linearGradient"):
            return
        inside = self._inside(one, around)
        if one.tag == "use":
            target = self.ids.get(one.get("href", "#")[1:])
            if target is not None:
                x, y = float(one.get("x", 0)), float(one.get("y", 0))
                matrix = times(inside.matrix, (1, 0, 0, 1, x, y))
                self.draw_element(target, replace(inside, matrix=matrix, chain=()))  # it has the looks of its own place
        elif one.tag == "text":
            self._write(one, inside)
        elif (ways := _ways(one)) is not None:
            self._draw(one, ways, inside)
        for child in one:
            self.draw_element(child, inside)

    def _inside(self, one: Element, around: _Context) -> _Context:
        chain = (*around.chain, (one.tag, frozenset(one.get("class", "").split())))
        taken = {name: value for name, value in around.style.items() if name not in OWN}
        style = {**self.sheet.named, **taken, **one.attrib, **self.sheet.of(chain)}
        for name, value in style.items():
            while "var(" in value:
                value = style[name] = _VAR.sub(lambda hit: style.get(hit[1], ""), value)
        matrix, clip = times(around.matrix, _matrix(one.get("transform", ""))), around.clip
        if named := one.get("clip-path", ""):
            shapes = [_enclosed_area(_ways(child) or [], matrix) for child in self.ids[named[5:-1]]]
            clip = shapely.intersection(around.clip or self.box, shapely.union_all(shapes))
        return _Context(matrix, style, chain, clip, around.alpha * float(style.get("opacity", 1)))

    def _draw(self, one: Element, ways: Sequence[tuple[Way, bool]], inside: _Context) -> None:
        style, k = inside.style, _scale(inside.matrix)
        colour, alpha = self._colour(style.get("fill", "none"))
        alpha *= inside.alpha * float(style.get("fill-opacity", 1))
        if colour and alpha >= HAIR:
            self._fill(_enclosed_area(ways, inside.matrix), colour, alpha, inside)
        colour, alpha = self._colour(style.get("stroke", "none"))
        alpha *= inside.alpha * float(style.get("stroke-opacity", 1))
        if colour and alpha >= HAIR:
            unit = 1.0 if style.get("vector-effect") else k
            wide = _length(style.get("stroke-width", "1")) * unit
            dash = tuple(float(n) * unit for n in re.findall(r"[\d.]+", style.get("stroke-dasharray", "")))
            lines = [[_at(inside.matrix, p) for p in (*way, *way[: int(closed)])] for way, closed in ways]
            self._stroke(lines, colour, alpha, wide, dash, inside)

    def _fill(self, area: BaseGeometry, colour: Colour, alpha: float, inside: _Context) -> None:
        ways = [
            tuple(self.pen.place(p) for p in ring.coords[:-1])
            for part in self._visible_parts(area, inside)
            if part.geom_type == "Polygon" and not part.is_empty
            for ring in (part.exterior, *part.interiors)
        ]
        if ways:
            self.pen.items.append(PaperShape(tuple(ways), colour, alpha=alpha))

    def _stroke(
        self, lines: list[Way], colour: Colour, alpha: float, wide: float, dash: tuple[float, ...], inside: _Context
    ) -> None:
        drawn = shapely.MultiLineString([line for line in lines if len(line) > 1])
        k = self.pen.k
        found = (
            tuple(self.pen.place(p) for p in part.coords)
            for part in self._visible_parts(drawn, inside)
            if part.geom_type == "LineString" and not part.is_empty
        )
        by_end: dict[bool, list[tuple[Place, ...]]] = {True: [], False: []}
        for way in found:
            closed = len(way) > 3 and way[0] == way[-1]
            by_end[closed].append(way[:-1] if closed else way)
        for closed, ways in by_end.items():
            if ways:
                shape = PaperShape(tuple(ways), colour, wide * k, closed, alpha, tuple(n * k for n in dash))
                self.pen.items.append(shape)

    def _visible_parts(self, shape: BaseGeometry, inside: _Context) -> Iterable[BaseGeometry]:
        """Return the parts of a shape within the box and the clip."""
        for clip in filter(None, (self.box, inside.clip)):
            shape = shape if clip.contains(shape) else shapely.intersection(shape, clip)
        return list(shapely.get_parts(shape))

    def _write(self, one: Element, inside: _Context) -> None:
        style, k = inside.style, _scale(inside.matrix) * self.pen.k
        words = printable((one.text or "").upper() if style.get("text-transform") == "uppercase" else one.text or "")
        colour, alpha = self._colour(style["fill"])
        if not words.strip() or not colour:
            return
        size, weight = _length(style["font-size"]), "s" if int(style["font-weight"]) > 500 else "r"
        wide = width(words, size, weight)
        x, y = float(one.get("x", 0)), float(one.get("y", 0))
        y += CAPITALS * size / 2 if one.get("dominant-baseline") else 0.0
        x, y = _at(inside.matrix, (x - wide * ANCHORS[style["text-anchor"]], y))
        left, top, right, bottom = self.box.bounds
        if not (left <= x + wide and x <= right and top + size * CAPITALS <= y <= bottom):
            return
        at = self.pen.place((max(left, min(x, right - wide)), y))
        edge = _length(style.get("stroke-width", "0")) if style.get("stroke", "none") != "none" else 0.0
        ink = mix(WHITE, colour, alpha * inside.alpha)
        self.pen.items.append(Words(words, at, size * k, weight, ink, wide * k, edge * k))

    def _colour(self, value: str) -> tuple[Colour | None, float]:
        """Return a colour and its opacity; for a gradient, the colour of its middle stop and the mean opacity."""
        if value.startswith("url("):
            stops = [self._stop(one) for one in self.ids[value[5:-1]]]
            return stops[len(stops) // 2][0] or stops[0][0], sum(alpha for _, alpha in stops) / len(stops)
        if not value.startswith("#"):
            return None, 0.0
        digits = value[1:] if len(value) == 7 else "".join(2 * one for one in value[1:])
        return (int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)), 1.0

    def _stop(self, one: Element) -> tuple[Colour | None, float]:
        return self._colour(one.get("stop-color", ""))[0], float(one.get("stop-opacity", 1))


# -- shapes ------------------------------------------------------------------------------------------------------------


def times(a: Matrix, b: Matrix) -> Matrix:
    """Return the movement that carries out `b`, then `a`."""
    (x, y), moved = (a[0] * b[0] + a[2] * b[1], a[1] * b[0] + a[3] * b[1]), _at(a, (b[4], b[5]))
    return x, y, a[0] * b[2] + a[2] * b[3], a[1] * b[2] + a[3] * b[3], *moved


def _matrix(words: str) -> Matrix:
    found = PLAIN
    for name, inner in _CALL.findall(words):
        values = [float(one) for one in re.findall(r"-?[\d.]+", inner)]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, values[0], values[1])
        elif name == "scale":
            step = (values[0], 0, 0, values[-1], 0, 0)
        else:
            c, s = math.cos(math.radians(values[0])), math.sin(math.radians(values[0]))
            step = (c, s, -s, c, 0, 0)
        found = times(found, step)
    return found


def _at(m: Matrix, p: Place) -> Place:
    return m[0] * p[0] + m[2] * p[1] + m[4], m[1] * p[0] + m[3] * p[1] + m[5]


def _scale(m: Matrix) -> float:
    return math.sqrt(abs(m[0] * m[3] - m[1] * m[2]))


def _length(value: str) -> float:
    return float(value.removesuffix("px"))


def _enclosed_area(ways: Iterable[tuple[Way, bool]], matrix: Matrix) -> BaseGeometry:
    """Return the area that closed lines enclose; an area inside two of them is a hole."""
    area: BaseGeometry = shapely.Polygon()
    for way, _ in ways:
        if len(way) > 2:
            area = shapely.symmetric_difference(
                area, shapely.make_valid(shapely.Polygon([_at(matrix, p) for p in way]))
            )
    return area


def _ways(one: Element) -> list[tuple[Way, bool]] | None:
    """Return the lines of an element, each with whether it is closed; None for one that has none."""
    if one.tag == "path":
        return list(_path(one.get("d", "")))
    if one.tag == "circle":
        x, y, r = (float(one.get(name, 0)) for name in ("cx", "cy", "r"))
        turns = (math.radians(ROUND * n) for n in range(360 // ROUND))
        return [([(x + r * math.cos(turn), y + r * math.sin(turn)) for turn in turns], True)]
    if one.tag == "rect":
        x, y, wide, high, r = (float(one.get(name, 0)) for name in ("x", "y", "width", "height", "rx"))
        return [(rounded_outline((x, y, wide, high), r), True)]
    return None


def _path(d: str) -> Iterator[tuple[Way, bool]]:
    """Yield the lines of the commands M, L, Z and A."""
    way, values, name = Way(), list[float](), ""
    for command, value in _STEP.findall(d):
        if command:
            if command in "MZ" and way:
                yield way, command == "Z"
                way = []
            name, values = command, []
            continue
        values.append(float(value))
        if len(values) == (7 if name == "A" else 2):
            way += _arc(way[-1], values) if name == "A" else [(values[0], values[1])]
            values = []
    if way:
        yield way, False


def _arc(a: Place, values: Sequence[float]) -> Iterator[Place]:
    """Yield the places of an arc of a circle from `a`: its radius twice, a turn, whether it is the larger arc, whether
    it goes clockwise, and its end."""
    r, large, clockwise, x, y = values[0], values[3] > 0, values[4] > 0, values[5], values[6]
    half = math.dist(a, (x, y)) / 2
    r = max(r, half)
    far = math.sqrt(r * r - half * half) * (1 if large != clockwise else -1)
    mx, my = (a[0] + x) / 2, (a[1] + y) / 2
    dx, dy = ((x - a[0]) / 2 / half, (y - a[1]) / 2 / half) if half else (0.0, 0.0)
    cx, cy = mx - dy * far, my + dx * far
    first, last = math.atan2(a[1] - cy, a[0] - cx), math.atan2(y - cy, x - cx)
    turn = (last - first) % math.tau if clockwise else -((first - last) % math.tau)
    steps = max(2, math.ceil(abs(math.degrees(turn)) / ROUND))
    for n in range(1, steps + 1):
        way = first + turn * n / steps
        yield cx + r * math.cos(way), cy + r * math.sin(way)
