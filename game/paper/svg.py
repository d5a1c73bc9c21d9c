"""A printed page as SVG, with the program's own font inside the file."""

from __future__ import annotations

from html import escape

from game.drawing.signs import Colour
from game.pages.fonts import NAME, embedded_faces
from game.paper.canvas import FACES, Disc, Item, PaperPage, PaperShape, Words

WEIGHTS = {"r": 400, "s": 600, "b": 700}


def svg_of(page: PaperPage, title: str) -> bytes:
    """Return a page as an SVG file in millimetres."""
    wide, high = _number(page.wide), _number(page.high)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">',
        f"<title>{escape(title)}</title>",
        f"<style>\n{embedded_faces([(FACES[key], weight) for key, weight in WEIGHTS.items()])}"
        f'text {{ font-family: "{NAME}", sans-serif; white-space: pre; }}</style>',
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/>',
        *map(_element, page.items),
        "</svg>",
    ]
    return "\n".join(lines).encode()


def _element(item: Item) -> str:
    if isinstance(item, Words):
        x, y = map(_number, item.at)
        halo = f' paint-order="stroke" stroke="#ffffff" stroke-width="{_number(item.halo)}"' if item.halo else ""
        return (
            f'<text x="{x}" y="{y}" font-size="{_number(item.size)}" font-weight="{WEIGHTS[item.weight]}" '
            f'textLength="{_number(item.wide)}" lengthAdjust="spacingAndGlyphs" fill="{_colour(item.colour)}"{halo}>'
            f"{escape(item.text)}</text>"
        )
    look = (
        f'fill="none" stroke="{_colour(item.colour)}" stroke-width="{_number(item.wide)}"'
        if item.wide
        else f'fill="{_colour(item.colour)}"'
    )
    if isinstance(item, Disc):
        x, y = map(_number, item.at)
        return f'<circle cx="{x}" cy="{y}" r="{_number(item.radius)}" {look}/>'
    if isinstance(item, PaperShape):
        look += f' fill-rule="evenodd" opacity="{_number(item.alpha)}" stroke-linejoin="round"'
        look += f' stroke-dasharray="{" ".join(map(_number, item.dash))}"' if item.dash else ""
    ways = item.ways if isinstance(item, PaperShape) else (item.points,)
    close = "Z" if item.closed else ""
    d = "".join(f"M{'L'.join(f'{_number(x)} {_number(y)}' for x, y in way)}{close}" for way in ways)
    return f'<path d="{d}" {look}/>'


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _colour(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
