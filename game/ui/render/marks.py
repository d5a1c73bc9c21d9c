"""Small marks and the emblems of the rule families: each a shape of its own, never colour alone; no part of the rules.

`mark("done", colour)` is drawn on a 16 pixel square, `emblem("thrust", colour)` on a 40 pixel one; sizes are design pixels.
"""

from __future__ import annotations

from collections.abc import Callable

from pygame import Surface

from game.ui.render.shapes import Place, Vec, arc_points, polar
from game.ui.render.theme import Colour, cached, mix, theme

Sign = Callable[[Vec, Colour], None]


def _tick(v: Vec, c: Colour) -> None:
    v.lines([(2.5, 8.5), (6.3, 12.2), (13.5, 3.8)], c, 2.2)


def _todo(v: Vec, c: Colour) -> None:
    v.lines([(8, 1.2), (14.8, 8), (8, 14.8), (1.2, 8)], c, 1.7, 255, True)
    v.line((8, 4.6), (8, 8.8), c, 1.9)
    v.circ((8, 11.2), 1.1, c)


def _dead(v: Vec, c: Colour) -> None:
    v.line((3, 3), (13, 13), c, 2.2)
    v.line((13, 3), (3, 13), c, 2.2)


def _lock(v: Vec, c: Colour) -> None:
    v.rect((3, 7, 10, 7.5), c, 255, 0, 1.6)
    v.arc((8, 6), 2.7, 4.3, -90, 90, c)
    v.rect((3.7, 6, 1.6, 2), c)
    v.rect((10.7, 6, 1.6, 2), c)


def _unlock(v: Vec, c: Colour) -> None:
    v.rect((1, 7, 10, 7.5), c, 255, 0, 1.6)
    v.arc((12, 5.2), 2.7, 4.1, -90, 90, c)
    v.rect((7.9, 5.2, 1.4, 2.8), c)
    v.rect((14.7, 5.2, 1.4, 1.8), c)


def _fired(v: Vec, c: Colour) -> None:
    v.circ((8, 8), 6.6, c, 255, 1.5)
    v.circ((8, 8), 2.6, c)


def _eye(v: Vec, c: Colour) -> None:
    v.arc((8, 15), 10.2, 11.8, -42, 42, c)
    v.arc((8, 1), 10.2, 11.8, 138, 222, c)
    v.circ((8, 8), 2.4, c)


def _hidden(v: Vec, c: Colour) -> None:
    _eye(v, c)
    v.line((2.5, 14), (13.5, 2), c, 1.8)


def _play(v: Vec, c: Colour) -> None:
    v.poly([(4, 2), (14, 8), (4, 14)], c)


def _pause(v: Vec, c: Colour) -> None:
    v.rect((3.4, 2, 3.2, 12), c, 255, 0, 0.8)
    v.rect((9.4, 2, 3.2, 12), c, 255, 0, 0.8)


def _next(v: Vec, c: Colour) -> None:
    v.poly([(2, 2), (10, 8), (2, 14)], c)
    v.rect((11, 2, 2.4, 12), c)


def _back(v: Vec, c: Colour) -> None:
    v.poly([(14, 2), (6, 8), (14, 14)], c)
    v.rect((2.6, 2, 2.4, 12), c)


def _skip(v: Vec, c: Colour) -> None:
    v.poly([(0.8, 3), (7, 8), (0.8, 13)], c)
    v.poly([(7, 3), (13.2, 8), (7, 13)], c)
    v.rect((13.2, 3, 2, 10), c)


def _sound(v: Vec, c: Colour) -> None:
    v.poly([(1.2, 5.6), (4, 5.6), (8, 2.2), (8, 13.8), (4, 10.4), (1.2, 10.4)], c)
    v.arc((7.4, 8), 3.6, 4.9, 45, 135, c)
    v.arc((7.4, 8), 6.6, 7.9, 45, 135, c)


def _mute(v: Vec, c: Colour) -> None:
    v.poly([(1.2, 5.6), (4, 5.6), (8, 2.2), (8, 13.8), (4, 10.4), (1.2, 10.4)], c)
    v.line((10.2, 5.6), (15, 10.4), c, 1.6)
    v.line((15, 5.6), (10.2, 10.4), c, 1.6)


def _undo(v: Vec, c: Colour) -> None:
    v.lines([(4, 6), *arc_points((9, 9), 4.6, -30, 200, 8)], c, 1.8)
    v.poly([(1, 6.2), (7.4, 1.6), (7.8, 9)], c)


def _search(v: Vec, c: Colour) -> None:
    v.circ((6.6, 6.6), 5.4, c, 255, 1.8)
    v.line((10.2, 10.2), (14.6, 14.6), c, 2.3)


def _filter(v: Vec, c: Colour) -> None:
    v.poly([(1.4, 2.4), (14.6, 2.4), (9.6, 8.4), (9.6, 14.4), (6.4, 12.2), (6.4, 8.4)], c)


def _gear(v: Vec, c: Colour) -> None:
    for k in range(8):
        v.line(polar(4, 45 * k, (8, 8)), polar(7.4, 45 * k, (8, 8)), c, 2.6)
    v.circ((8, 8), 5.6, c)
    v.circ((8, 8), 2.3, (0, 0, 0), 0)


def _fit(v: Vec, c: Colour) -> None:
    for x, across in ((2, 1), (14, -1)):
        for y, down in ((2, 1), (14, -1)):
            v.lines([(x + 4 * across, y), (x, y), (x, y + 4 * down)], c, 1.8)
    v.circ((8, 8), 2.2, c)


def _help(v: Vec, c: Colour) -> None:
    v.circ((8, 8), 7.2, c, 255, 1.5)
    v.lines([*arc_points((8, 6.2), 2.2, -80, 120, 12), (8, 9.2)], c, 1.6)
    v.circ((8, 11.8), 1.1, c)


def _close(v: Vec, c: Colour) -> None:
    v.line((4, 4), (12, 12), c, 1.7)
    v.line((12, 4), (4, 12), c, 1.7)


def _plus(v: Vec, c: Colour) -> None:
    v.rect((7.1, 3, 1.8, 10), c)
    v.rect((3, 7.1, 10, 1.8), c)


def _minus(v: Vec, c: Colour) -> None:
    v.rect((3, 7.1, 10, 1.8), c)


def _left(v: Vec, c: Colour) -> None:
    v.lines([(10, 3), (5, 8), (10, 13)], c, 1.9)


def _right(v: Vec, c: Colour) -> None:
    v.lines([(6, 3), (11, 8), (6, 13)], c, 1.9)


def _up(v: Vec, c: Colour) -> None:
    v.lines([(3, 10), (8, 5), (13, 10)], c, 1.9)


def _down(v: Vec, c: Colour) -> None:
    v.lines([(3, 6), (8, 11), (13, 6)], c, 1.9)


def _pointer(v: Vec, c: Colour) -> None:
    v.poly([(4, 3), (12, 8), (4, 13)], c)


def _disk(v: Vec, c: Colour) -> None:
    v.lines([(2, 2), (11, 2), (14, 5), (14, 14), (2, 14)], c, 1.6, 255, True)
    v.rect((5, 2.4, 5, 3.6), c)
    v.rect((4.6, 9, 6.8, 5), c)


MARKS: dict[str, Sign] = {
    "done": _tick, "todo": _todo, "dead": _dead, "lock": _lock, "unlock": _unlock, "fired": _fired,
    "eye": _eye, "hidden": _hidden, "play": _play, "pause": _pause, "next": _next, "back": _back, "skip": _skip,
    "sound": _sound, "mute": _mute, "undo": _undo, "search": _search, "filter": _filter, "gear": _gear, "help": _help,
    "fit": _fit,
    "close": _close, "plus": _plus, "minus": _minus, "left": _left, "right": _right, "up": _up, "down": _down,
    "pointer": _pointer, "save": _disk,
}  # fmt: skip


@cached(512)
def mark(kind: str, colour: Colour, size: float = 16) -> Surface:
    """One of `MARKS`, premultiplied."""
    v = Vec(16, 16, 5, size * theme.scale / 16)
    MARKS[kind](v, colour)
    return v.done()


def _hexagon(r: float, at: Place) -> list[Place]:
    return [polar(r, 30 + 60 * i, at) for i in range(6)]


def _thrust(v: Vec, c: Colour) -> None:
    v.lines([(5, 32), (16, 24), (30, 11)], c, 2.2)
    v.poly([(36, 5), (32.5, 17.5), (23.5, 8.5)], c)
    v.dasharc((5, 32), 30, 22, 78, c, 1.6, 3, 3)


def _defence(v: Vec, c: Colour) -> None:
    v.circ((20, 20), 16, c, 255, 1.8)
    v.circ((20, 20), 3, c)
    for k in range(8):
        v.line(polar(6.5, 45 * k, (20, 20)), polar(12, 45 * k, (20, 20)), c, 2)


def _hexes(v: Vec, c: Colour) -> None:
    for at in ((20, 11), (12, 24.6), (28, 24.6)):
        v.lines(_hexagon(8.6, at), c, 1.9, 255, True)


def _sail(v: Vec, c: Colour) -> None:
    v.poly([(21, 3), (21, 26), (35, 26)], c)
    v.poly([(18, 9), (18, 26), (8, 26)], mix(c, theme.palette.panel, 0.4))
    v.lines([(4, 30), (9, 36), (31, 36), (36, 30)], c, 2.2, 255, True)


def _power(v: Vec, c: Colour) -> None:
    v.lines(_hexagon(17, (20, 20)), c, 1.9, 255, True)
    v.poly([(23, 9), (13, 22.5), (19, 22.5), (17, 31), (27, 17.5), (21, 17.5)], c)


EMBLEMS: dict[str, Sign] = {"thrust": _thrust, "defence": _defence, "hex": _hexes, "sail": _sail, "power": _power}


@cached(32)
def emblem(kind: str, colour: Colour, size: float = 40) -> Surface:
    """The sign of a family of rules, one of `EMBLEMS`; course and fan stands in for an unknown one."""
    v = Vec(40, 40, 5, size * theme.scale / 40)
    EMBLEMS.get(kind, _thrust)(v, colour)
    return v.done()
