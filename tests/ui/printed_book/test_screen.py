"""The page that prints a rule: from the rule book by key and button, alone or with its chapter, into a file."""

from __future__ import annotations

import shutil
import subprocess
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from game.formats import user_folders
from game.paper.canvas import Words
from game.rulebook.book import part_of_book, rulebook
from game.systems import SYSTEMS
from game.ui.app.program import Program
from game.ui.printed_book.screen import BookPrintScreen, chapter_of
from game.ui.rulebook.page import RulePage
from tests.support.narrowing import narrow
from tests.support.ui.page_driver import faults, overlaps, read
from tests.support.ui.screen_driver import Sitting

SIZES = [(1280, 800), (1920, 1080)]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    return tmp_path


def printing(address: str = "sail/3.1", size: tuple[int, int] = SIZES[0]) -> Sitting:
    """Sit at the page that prints a rule."""
    return Sitting(BookPrintScreen(rulebook()[address]), size)


def titles(screen: BookPrintScreen) -> set[str]:
    return {one.title for page in screen.pages for one in page.headings if one.title}


@pytest.mark.parametrize("by", ["key", "button"])
def test_the_rule_book_prints_its_page(by: str) -> None:
    book = Sitting(narrow(Program(SYSTEMS).rule("sail/3.1"), RulePage), SIZES[0])
    if by == "key":
        book.key("ctrl+p")
    else:
        book.click(book.widget("print page").rect.center)
    screen = narrow(book.pushed, BookPrintScreen)
    assert screen.page is book.screen.page and screen.moving
    Sitting(screen, SIZES[0])
    assert titles(screen) == {"3.1 Helm and sails"}


def test_a_book_that_cannot_print_says_so() -> None:
    book = Sitting(RulePage("sail/3.1"), SIZES[0])
    book.key("ctrl+p")
    assert book.screen.answer is None and not book.widget("print page").enabled


def test_the_chapter_is_printed_instead_and_on_other_paper() -> None:
    sitting = printing()
    screen = narrow(sitting.screen, BookPrintScreen)
    alone = len(screen.pages)
    sitting.click(sitting.widget("Print").rect.move(-4, 0).midright)
    sitting.settle()
    assert len(screen.pages) > alone and len(titles(screen)) == len(part_of_book("sail/3")) + 1
    sitting.click(sitting.widget("Paper").rect.move(-4, 0).midright)
    sitting.settle()
    assert screen.pages[0].high == 279.4
    sitting.key("RIGHT")
    assert screen.number == 1


def test_its_progress_is_shown_while_it_is_put_on_paper() -> None:
    screen = BookPrintScreen(rulebook()["sail/3.1"])
    screen.choice = 1
    screen.set_out()
    assert screen.moving and screen.why_not()
    assert f"0 of {len(part_of_book('sail/3'))} rules" in [one.string for one in read(screen, SIZES[0])]


def test_it_is_written_into_the_players_folder_which_can_be_opened(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = printing()
    screen = narrow(sitting.screen, BookPrintScreen)
    sitting.key("p")
    (pdf,) = (home / "sheets").glob("*.pdf")
    assert pdf.name.startswith("full-sail-3-1-helm-and-sails-2")
    assert "Helm and sails" in PdfReader(BytesIO(pdf.read_bytes())).pages[0].extract_text()
    assert pdf.name in [one.string for one in read(screen, (1920, 1080))]
    opened: list[list[str]] = []
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(subprocess, "Popen", lambda command, **more: opened.append(command))
    sitting.key("f")
    assert opened[0][1:] == [str(pdf.parent)] and not screen.trouble
    monkeypatch.setattr(shutil, "which", lambda name: None)
    sitting.click(sitting.widget("open folder").rect.center)
    assert screen.trouble


def test_the_chapter_of_a_page() -> None:
    book = rulebook()
    assert chapter_of(book["full-thrust-base/5.3"]) == part_of_book("full-thrust-base/5")
    assert chapter_of(book["full-thrust-base/5"]) == part_of_book("full-thrust-base/5")
    assert chapter_of(book["sail"]) == [book["sail"]]
    for page in book.values():
        assert page in chapter_of(page)


@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_well_laid_out(size: tuple[int, int]) -> None:
    sitting = printing(size=size)
    for key in ("", "p"):
        if key:
            sitting.key(key)
        assert faults(read(sitting.screen, size), size) == []
        assert overlaps(list(sitting.screen.focus.widgets), size) == []
    pages = narrow(sitting.screen, BookPrintScreen).pages
    assert any(isinstance(one, Words) and one.halo for one in pages[0].items)
