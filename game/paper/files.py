"""The files of printed pages: one PDF, or an SVG for each page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from game.paper.canvas import PaperPage
from game.paper.pdf import pdf_of
from game.paper.svg import svg_of

KINDS = (".pdf", ".svg")


def files_of(pages: Sequence[PaperPage], title: str, out: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield each file with its content. Of several pages as SVG each has its number at the end of its name."""
    if out.suffix.lower() == ".pdf":
        yield out, pdf_of(pages, title)
        return
    for number, page in enumerate(pages, 1):
        path = out if len(pages) == 1 else out.with_name(f"{out.stem}-{number}{out.suffix}")
        yield path, svg_of(page, title)
