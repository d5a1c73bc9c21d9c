"""Print the sheets of ships as PDF or SVG, the rule book as HTML or PDF, and demonstrations as pages."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path

from game.cli.exit_codes import verb
from game.cli.progress import counter
from game.cli.streams import refuse
from game.formats.atomic_file import CannotSave, write_whole
from game.formats.validation import did_you_mean
from game.paper.files import KINDS, files_of
from game.paper.layout import pages_of
from game.paper.sources import files_to_print
from game.rulebook.book import part_of_book, titles
from game.systems import SYSTEMS


@verb
def sheets(asked: Namespace) -> int:
    """Write the sheets, and print the path of each file."""
    if asked.out.suffix.lower() not in KINDS:
        return refuse(f"The name of the sheets must end in {' or '.join(KINDS)}: {asked.out} does not.")
    printing = files_to_print(asked.files, SYSTEMS.values(), asked.side, asked.as_now)
    if not printing.ships:
        return refuse("There is no ship in that whose sheet may be printed.")
    pages = pages_of(printing.ships, printing.title, asked.paper, asked.a_page)
    for path, content in files_of(pages, printing.title, asked.out):
        if any(path.resolve() == one.resolve() for one in asked.files):
            raise CannotSave(f"{path} is what is to be printed. Name another file.")
        write_whole(path, content)
        print(path)
    return 0


@verb
def book(asked: Namespace) -> int:
    """Write the rule book, or the part of it given by `--chapter`, as one page of HTML or as PDF."""
    from game.export.book_page import book_page, book_pdf  # it needs pygame

    pages = part_of_book(asked.chapter)
    if not pages:
        hint = did_you_mean(asked.chapter, titles())
        return refuse(f"The rule book has no chapter '{asked.chapter}'. {hint}".rstrip())
    paper = asked.out.suffix.lower() == ".pdf"
    say = counter("pages")
    made = book_pdf(pages, asked.paper, say, counter("sheets")) if paper else book_page(pages, say)
    write_whole(asked.out, made.content)
    for bad in made.bad:
        print(bad, file=sys.stderr)
    sheets = f" on {_count(made.sheets, 'sheet')}" if made.sheets else ""
    size = len(made.content) / 1e6
    print(f"{_count(made.pages, 'page')} and {_count(made.figures, 'figure')}{sheets}, {size:.1f} MB: {asked.out}")
    return 1 if made.bad else 0


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'s' if number != 1 else ''}"


def write_pages(asked: Namespace) -> int:
    """Write the rule book as a page, or the demonstrations as pages into a folder, and say how many there are."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    out: Path = asked.out
    if out.suffix.lower() in (".html", ".pdf") and not out.is_dir():
        return book(asked)
    if asked.chapter:
        return refuse(f"--chapter goes with the rule book: {out} ends neither in .html nor in .pdf.")
    from game.export.pages import illustrate

    try:
        written = illustrate(out, say=lambda words: print(words, flush=True))
    except OSError as trouble:
        return refuse(f"{trouble.filename or out} cannot be written: {trouble.strerror or trouble}.")
    for bad in written.bad:
        print(bad, file=sys.stderr)
    print(f"{written.pages} pages and {written.pictures} pictures in {out}: begin with {out / 'index.html'}")
    return 1 if written.bad else 0
