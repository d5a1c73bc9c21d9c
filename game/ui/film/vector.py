"""A canvas that records SVG elements instead of painting, so that the window's code draws ships on a page too."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pygame import Surface

from game.ui.render.shapes import Area, Place, Vec, dashes
from game.ui.render.theme import Colour


def number(value: float, digits: int = 1) -> str:
    """Return a number in its shortest form."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{value:.0f}"
    return "0" if text in ("-0", "") else text


def hex_colour(colour: Colour) -> str:
    """Return a colour in hexadecimal, as in `#5cc8fa`."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def path(points: Iterable[Place], closed: bool = True, digits: int = 1) -> str:
    """Return the path commands through points."""
    whole = "L".join(f"{number(x, digits)} {number(y, digits)}" for x, y in points)
    return f"M{whole}{'Z' if closed else ''}"


class VectorSheet(Vec):
    """Elements in the units in which they are drawn; `svg` returns them. `done` has no meaning here."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    @property
    def svg(self) -> str:
        """All elements, from the lowest up."""
        return "".join(self.parts)

    def _fill_style(self, colour: Colour, alpha: float) -> str:
        return f'fill="{hex_colour(colour)}"' + (f' fill-opacity="{number(alpha / 255, 2)}"' if alpha < 255 else "")

    def _stroke_style(self, colour: Colour, alpha: float, wide: float) -> str:
        see_through = f' stroke-opacity="{number(alpha / 255, 2)}"' if alpha < 255 else ""
        return f'fill="none" stroke="{hex_colour(colour)}" stroke-width="{number(wide, 2)}"{see_through}'

    def poly(self, points: Iterable[Place], c: Colour, a: float = 255) -> None:
        """Add a filled polygon. One that would erase the ground below in a picture is drawn dark."""
        colour, alpha = (c, a) if a else ((4, 7, 13), 255)
        self.parts.append(f'<path d="{path(points)}" {self._fill_style(colour, alpha)}/>')

    def circ(self, p: Place, r: float, c: Colour, a: float = 255, w: float = 0) -> None:
        """Add a disc, or a ring."""
        look = self._stroke_style(c, a, w) if w else self._fill_style(c, a)
        self.parts.append(f'<circle cx="{number(p[0])}" cy="{number(p[1])}" r="{number(r, 2)}" {look}/>')

    def rect(self, r: Area, c: Colour, a: float = 255, w: float = 0, rad: float = 0) -> None:
        """Add a rounded rectangle, or its frame."""
        x, y, wide, high = (number(one) for one in r)
        look = self._stroke_style(c, a, w) if w else self._fill_style(c, a)
        self.parts.append(f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="{number(rad)}" {look}/>')

    def line(self, a: Place, b: Place, c: Colour, w: float = 1.0, al: float = 255) -> None:
        """Add a straight line."""
        self.lines((a, b), c, w, al)

    def lines(self, points: Iterable[Place], c: Colour, w: float = 1.0, al: float = 255, closed: bool = False) -> None:
        """Add a line through points."""
        self.parts.append(f'<path d="{path(points, closed)}" {self._stroke_style(c, al, w)} stroke-linejoin="round"/>')

    def dash(
        self, points: Sequence[Place], c: Colour, w: float = 1.0, on: float = 6, off: float = 4, al: float = 255
    ) -> None:
        """Add a dashed line."""
        ends = "".join(path(pair, False) for pair in dashes(points, on, off))
        self.parts.append(f'<path d="{ends}" {self._stroke_style(c, al, w)}/>')

    def hatch(self, points: Iterable[Place], c: Colour, step: float = 8, w: float = 1.0, al: float = 90) -> None:
        """Add a tint in place of the hatching of a picture."""
        self.poly(points, c, al / 3)

    def done(self) -> Surface:
        """Raise: there is no picture."""
        raise TypeError("a sheet of SVG elements is no picture")
