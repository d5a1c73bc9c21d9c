"""Printed pages as PDF: vectors, and the program's own font inside the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any

from game.drawing.signs import Place
from game.pages.fonts import FILES
from game.paper.canvas import FACES, Disc, Item, Outline, PaperPage, Words

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINTS = 72 / 25.4  # in a millimetre


def pdf_of(pages: Sequence[PaperPage], title: str, say: Callable[[int, int], object] = lambda done, of: None) -> bytes:
    """Return the pages as a PDF file; equal pages are equal bytes. `say` is called after each."""
    from reportlab import rl_config  # late, so that the menu opens at once
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name in FACES.values():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(FILES / f"SourceSansPro-{name}.ttf")))
    rl_config.useA85 = 0  # bytes as they are: a fifth smaller than as letters
    out = BytesIO()
    first: Any = next(iter(FACES.values()))  # a name, which the stubs say is a number; else each page names Helvetica
    canvas = Canvas(out, invariant=1, pageCompression=1, lang="en", initialFontName=first)
    canvas.setTitle(title)
    canvas.setCreator("Dead Reckoning")
    deep = -1
    for number, page in enumerate(pages, 1):
        canvas.setPageSize((page.wide * POINTS, page.high * POINTS))
        canvas.setLineJoin(0)
        canvas.translate(0, page.high * POINTS)
        canvas.scale(POINTS, POINTS)
        for item in page.items:
            _draw_item(canvas, item)
        for heading in page.headings:
            top = (page.high - heading.y) * POINTS
            canvas.bookmarkPage(heading.target, fit="XYZ", left=0, top=top, zoom=0)
            if heading.title:
                deep = min(heading.level, deep + 1)
                canvas.addOutlineEntry(heading.title, heading.target, deep, closed=deep > 0)
        for link in page.links:
            x, y, wide, high = link.area
            canvas.linkRect("", link.target, (x, -y - high, x + wide, -y), relative=1, Border="[0 0 0]")
        canvas.showPage()
        say(number, len(pages))
    canvas.save()
    return out.getvalue()


def _draw_item(canvas: Canvas, item: Item) -> None:
    """Draw one item; the origin is at the upper left corner, and y counts up."""
    red, green, blue = (part / 255 for part in item.colour)
    if isinstance(item, Words):
        _write(canvas, item)
        return
    if item.wide:
        canvas.setStrokeColorRGB(red, green, blue)
        canvas.setLineWidth(item.wide)
    else:
        canvas.setFillColorRGB(red, green, blue)
    stroke, fill = int(item.wide > 0), int(not item.wide)
    if isinstance(item, Disc):
        canvas.circle(item.at[0], -item.at[1], item.radius, stroke=stroke, fill=fill)
        return
    if isinstance(item, Outline):
        _draw(canvas, (item.points,), item.closed, stroke, fill)
        return
    canvas.saveState()
    (canvas.setStrokeAlpha if stroke else canvas.setFillAlpha)(item.alpha)
    if item.dash:
        canvas.setDash(list(item.dash))
    canvas.setLineJoin(1)
    _draw(canvas, item.ways, item.closed, stroke, fill)
    canvas.restoreState()


def _write(canvas: Canvas, item: Words) -> None:
    """Write a line of text, over its edge of white."""
    red, green, blue = (part / 255 for part in item.colour)
    canvas.setFont(FACES[item.weight], item.size)
    if item.halo:
        canvas.saveState()
        canvas.setStrokeColorRGB(1, 1, 1)
        canvas.setLineWidth(item.halo)
        canvas.setLineJoin(1)
        canvas.drawString(item.at[0], -item.at[1], item.text, mode=1)
        canvas.restoreState()
    canvas.setFillColorRGB(red, green, blue)
    canvas.drawString(item.at[0], -item.at[1], item.text, mode=0 if item.halo else None)


def _draw(canvas: Canvas, ways: Iterable[Sequence[Place]], closed: bool, stroke: int, fill: int) -> None:
    """Draw lines or polygons as one path."""
    whole = canvas.beginPath()
    for way in ways:
        for n, (x, y) in enumerate(way):
            (whole.lineTo if n else whole.moveTo)(x, -y)
        if closed:
            whole.close()
    canvas.drawPath(whole, stroke=stroke, fill=fill, fillMode=0)
