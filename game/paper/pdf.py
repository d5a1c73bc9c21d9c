"""Printed pages as PDF: vectors, and the program's own font inside the file."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import TYPE_CHECKING

from game.pages.fonts import FILES
from game.paper.canvas import FACES, Disc, Item, PaperPage, Words

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINTS = 72 / 25.4  # in a millimetre


def pdf_of(pages: Sequence[PaperPage], title: str) -> bytes:
    """Return the pages as a PDF file; equal pages are equal bytes."""
    from reportlab.pdfbase import pdfmetrics  # late, so that the menu opens at once
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    for name in FACES.values():
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, str(FILES / f"SourceSansPro-{name}.ttf")))
    out = BytesIO()
    canvas = Canvas(out, invariant=1, pageCompression=1, lang="en")
    canvas.setTitle(title)
    canvas.setCreator("Dead Reckoning")
    for page in pages:
        canvas.setPageSize((page.wide * POINTS, page.high * POINTS))
        canvas.setLineJoin(0)
        canvas.translate(0, page.high * POINTS)
        canvas.scale(POINTS, POINTS)
        for item in page.items:
            _put(canvas, item)
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def _put(canvas: Canvas, item: Item) -> None:
    """Draw one item; the origin is at the upper left corner, and y counts up."""
    red, green, blue = (part / 255 for part in item.colour)
    if isinstance(item, Words):
        canvas.setFillColorRGB(red, green, blue)
        canvas.setFont(FACES[item.weight], item.size)
        canvas.drawString(item.at[0], -item.at[1], item.text)
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
    way = canvas.beginPath()
    for n, (x, y) in enumerate(item.points):
        (way.lineTo if n else way.moveTo)(x, -y)
    if item.closed:
        way.close()
    canvas.drawPath(way, stroke=stroke, fill=fill)
