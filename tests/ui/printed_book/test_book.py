"""The rule book on paper: `illustrate OUT.pdf` has every page and figure of a chapter, whole, with its links."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from pypdf.generic import Destination

from game.cli import main, progress
from game.demonstrations.catalogue import CatalogueEntry, of_page
from game.export.book_page import BookFile, book_pdf
from game.formats.validation import BadFile, Problem
from game.paper.canvas import Disc, Item, Outline, PaperPage, PaperShape, Words, printable
from game.paper.flow import FOOT, HEAD
from game.paper.layout import PAPERS
from game.paper.pdf import pdf_of
from game.rulebook.book import RuleEntry, level, numbered_title, part_of_book, rulebook
from game.ui.printed_book import book as module
from game.ui.printed_book.book import PaperBook, paper_book
from game.ui.render.text import minus

CHAPTERS = ("full-thrust-base/5", "sail/3", "hex/2", "power/4", "manoeuvres")


def quiet(done: int, of: int) -> None:
    """Say nothing."""


@pytest.fixture(scope="module", params=CHAPTERS)
def chapter(request: pytest.FixtureRequest) -> tuple[PaperBook, PdfReader, list[RuleEntry]]:
    """A chapter on paper, as a reader opens it, and its pages."""
    pages = part_of_book(request.param)
    made = paper_book(pages)
    return made, PdfReader(BytesIO(pdf_of(made.pages, made.title))), pages


def plain(text: str) -> str:
    """Return a text without marks and blanks."""
    return re.sub(r"\s", "", printable(text.replace("**", "").replace("\n- ", "\n").removeprefix("- ")))


def area_of(item: Item) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of an item."""
    if isinstance(item, Words):
        x, y, wide, high = item.area
        return x, y, x + wide, y + high
    if isinstance(item, Disc):
        return (item.at[0] - item.radius, item.at[1] - item.radius, item.at[0] + item.radius, item.at[1] + item.radius)
    points = [p for way in item.ways for p in way] if isinstance(item, PaperShape) else list(item.points)
    return min(x for x, _ in points), min(y for _, y in points), max(x for x, _ in points), max(y for _, y in points)


def figures(page: PaperPage) -> Iterator[Outline]:
    """Yield the frames of figures."""
    return (one for one in page.items if isinstance(one, Outline) and one.part == "figure")


def test_every_page_of_the_chapter_is_in_it_with_its_words(
    chapter: tuple[PaperBook, PdfReader, list[RuleEntry]],
) -> None:
    made, reader, pages = chapter
    said = plain("".join(page.extract_text() for page in reader.pages))
    for page in pages:
        for part in (page.title, page.text, page.reading, *(cell for row in page.table for cell in row)):
            for line in part.split("\n"):
                assert all(plain(word) in said for word in line.split()), page.address
    told = {word for page in made.pages for one in page.items if isinstance(one, Words) for word in one.text.split()}
    shown = {one.name: one for page in pages for one in of_page(page)}
    assert sorted(made.figures) == sorted(shown) and not made.bad  # each once
    for one in shown.values():
        assert {*printable(one.title).split()} <= told
        assert {*printable(minus(one.open().steps[0].large)).split()} <= told  # the captions of its steps


def test_contents_and_bookmarks_lead_to_the_pages(chapter: tuple[PaperBook, PdfReader, list[RuleEntry]]) -> None:
    made, reader, pages = chapter
    places = {one.target: number for number, page in enumerate(made.pages, 1) for one in page.headings}
    assert {page.address for page in pages} <= {*places}
    for page in made.pages[: places[pages[0].address] - 1]:
        for one in page.numbers:
            assert str(places[one.target]) in [word.text for word in page.items if isinstance(word, Words)]
    listed: list[Destination] = []

    def walk(outline: list[Any]) -> None:
        for one in outline:
            if isinstance(one, list):
                walk(one)
            else:
                listed.append(one)

    walk(reader.outline)
    assert [str(one.title) for one in listed] == ["Contents", *map(numbered_title, pages)]
    at = [1 + (reader.get_destination_page_number(one) or 0) for one in listed[1:]]
    assert at == [places[page.address] for page in pages]
    assert {link.target for page in made.pages for link in page.links} <= {*places}
    count = sum(len(page.get("/Annots", ())) for page in reader.pages)
    assert count == sum(len(page.links) for page in made.pages) > len(pages)


def test_nothing_is_outside_of_its_page_and_no_figure_is_cut(
    chapter: tuple[PaperBook, PdfReader, list[RuleEntry]],
) -> None:
    made, _, pages = chapter
    for page in made.pages:
        for item in page.items:
            left, top, right, bottom = area_of(item)
            assert left >= 19.5 and right <= page.wide - 19.5 and top >= 8 and bottom <= page.high - FOOT + 0.5, item
        frames = [area_of(one) for one in figures(page)]
        assert all(top >= HEAD - 0.5 and bottom <= page.high - FOOT for _, top, _, bottom in frames)
    drawn = sum(bool(page.drawn) for page in pages)
    assert sum(1 for page in made.pages for _ in figures(page)) == len(made.figures) + drawn


def test_a_figure_is_drawn_with_its_rule_and_other_pages_name_the_page_of_it(
    chapter: tuple[PaperBook, PdfReader, list[RuleEntry]],
) -> None:
    made, _, pages = chapter
    there, places = {page.address for page in pages}, [one.target for page in made.pages for one in page.headings]
    for page in pages:
        for one in of_page(page):
            name = f"figure:{one.name}"
            before = [target for target in places[: places.index(name)] if target in there]
            assert before[-1] == one.rule or one.rule not in there
            if one.rule != page.address and one.rule in there:
                assert any(link.target == name for sheet in made.pages for link in sheet.links), (page.address, name)


def test_no_page_begins_with_its_related_rules(chapter: tuple[PaperBook, PdfReader, list[RuleEntry]]) -> None:
    made, _, _ = chapter
    for page in made.pages:
        words = [one for one in page.items if isinstance(one, Words) and one.at[1] > HEAD]
        assert min(words, key=lambda one: one.at[1]).text != "See also"


def test_every_page_names_its_chapter_and_its_number(chapter: tuple[PaperBook, PdfReader, list[RuleEntry]]) -> None:
    made, _, pages = chapter
    game = rulebook()[pages[0].group].title
    for number, page in enumerate(made.pages, 1):
        head = [one.text for one in page.items if isinstance(one, Words) and one.at[1] < HEAD - 7]
        assert str(number) in head and any(one.startswith(game) for one in head)


@pytest.mark.parametrize("paper", PAPERS)
def test_paper_and_fonts(paper: str) -> None:
    made = book_pdf(part_of_book("sail/3.1"), paper, quiet, quiet)
    reader = PdfReader(BytesIO(made.content))
    for page in reader.pages:
        box = page.mediabox
        assert tuple(round(float(side) / 72 * 25.4, 1) for side in (box.width, box.height)) == PAPERS[paper]
        fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]  # type: ignore[index]
        used = [font for font in fonts if "SourceSansPro" in font["/BaseFont"]]
        assert used and all("/FontFile2" in font["/FontDescriptor"].get_object() for font in used)
        assert b"/Image" not in page.get_contents().get_data()  # type: ignore[union-attr]
    assert made.content == book_pdf(part_of_book("sail/3.1"), paper, quiet, quiet).content


def test_a_single_page_has_no_contents() -> None:
    made = paper_book([rulebook()["sail/3.1"]])
    assert [one.target for one in made.pages[0].headings][:1] == ["sail/3.1"] and level(rulebook()["sail/3.1"]) == 3


def test_long_tables_go_on_under_their_heading() -> None:
    rows = (("Name", "Meaning"), *((f"row {n}", "of many") for n in range(120)))
    made = paper_book([RuleEntry("sail/99", "Long", "Text.", rows)])
    said = [[one.text for one in page.items if isinstance(one, Words)] for page in made.pages]
    assert len(said) > 2 and all("Name" in page for page in said)
    assert [word for page in said for word in page if word.startswith("row ")] == [row[0] for row in rows[1:]]


def test_a_demonstration_with_mistakes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = BadFile((Problem("wrong.yaml", 1, 1, "", "it has a mistake"),))
    monkeypatch.setattr(module, "of_page", lambda page: [CatalogueEntry(Path("wrong.yaml"), bad=bad), *of_page(page)])
    made = book_pdf([rulebook()["sail/3.1"]], "a4", quiet, quiet)
    assert made.bad == (bad,) and made.figures == len(of_page(rulebook()["sail/3.1"]))
    assert isinstance(made, BookFile) and made.sheets == len(PdfReader(BytesIO(made.content)).pages)


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "OFTEN", 0)
    out = tmp_path / "sail.pdf"
    assert main.main(["illustrate", str(out), "--chapter", "sail/3.1", "--paper", "letter"]) == 0
    said = capsys.readouterr()
    assert re.match(r"1 page and \d+ figures? on \d sheets?, 0\.\d MB: ", said.out)
    assert "\n1 of 1 pages\n1 of " in said.err
    assert round(float(PdfReader(out).pages[0].mediabox.width) / 72 * 25.4, 1) == PAPERS["letter"][0]


def test_paper_lacks_no_letter_of_the_book() -> None:
    for page in rulebook().values():
        rows = (*page.table, *(page.grid.table if page.grid else ()), *(page.grid.meanings if page.grid else ()))
        for words in (page.title, page.text, page.reading, *(str(cell) for row in rows for cell in row)):
            assert printable(words).count("?") == words.count("?"), (page.address, words)
