"""The page that prints: from the table and the yard, by key and button; pages turned by keys and mouse; its files."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pygame
import pytest
from pypdf import PdfReader

from game.formats import user_folders
from game.formats.atomic_file import CannotSave
from game.paper.canvas import BLACK, Outline, PaperPage, Pen, Words
from game.paper.layout import A_PAGE
from game.systems import SYSTEMS
from game.ui.pages import writing_page
from game.ui.paper.screen import PrintScreen, picture_of
from game.ui.shipyard.page import Shipyard
from game.ui.toolkit import text_field
from tests.support.narrowing import narrow
from tests.support.ui.battle_driver import Seated
from tests.support.ui.page_driver import faults, overlaps, read
from tests.support.ui.screen_driver import Sitting

SIZES = [(1280, 800), (1920, 1080)]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(user_folders.HOME, str(tmp_path))
    return tmp_path


def printing(size: tuple[int, int] = (1280, 800), game: str = "full-sail") -> Sitting:
    """Sit at the page that prints the fleet of the first ship in the yard of a game."""
    yard = Sitting(Shipyard(SYSTEMS, SYSTEMS[game]), size)
    yard.key("ctrl+p")
    sitting = Sitting(narrow(yard.pushed, PrintScreen), size)
    sitting.click(sitting.widget("Print").rect.move(-4, 0).midright)  # the last of the choices
    return sitting


def words_on(screen: PrintScreen) -> set[str]:
    return {one.text for one in screen.pages[screen.number].items if isinstance(one, Words)}


@pytest.mark.parametrize("by", ["key", "button"])
def test_the_yard_prints_the_chosen_ship_or_its_fleet(by: str) -> None:
    yard = Sitting(Shipyard(SYSTEMS, SYSTEMS["power-hex"]), (1280, 800))
    if by == "key":
        yard.key("ctrl+p")
    else:
        yard.click(yard.widget("Print").rect.center)
    screen = narrow(yard.pushed, PrintScreen)
    chosen = yard.screen.chosen
    assert [one.paper.title for one in screen.printing.ships] == [chosen.name]
    sitting = Sitting(screen, (1280, 800))
    sitting.click(sitting.widget("Print").rect.move(-4, 0).midright)
    fleet = [one.name for one in yard.screen.designs if one.fleet == chosen.fleet]
    assert [one.paper.title for one in screen.printing.ships] == fleet


def test_the_table_prints_ships_as_built_or_as_now(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.key("ctrl+p")
    screen = narrow(seat.pushed, PrintScreen)

    def crossed() -> int:
        return sum(isinstance(one, Outline) and one.part == "lost box" for page in screen.pages for one in page.items)

    sitting = Sitting(screen, (1280, 800))
    sitting.click(sitting.widget("Side").rect.move(-4, 0).midright)
    assert {one.paper.title for one in screen.printing.ships} == {one.name for one in seat.battle.state.ships.values()}
    assert crossed() == 0
    sitting.click(sitting.widget("Print").rect.move(-4, 0).midright)
    vesper = seat.battle.state.ships["vesper"]
    assert crossed() == vesper.design.hull - 19 + vesper.design.armour


def test_the_table_prints_ones_own_side_first(tmp_path: Path) -> None:
    seat = Seated(tmp_path)
    seat.key("ctrl+p")
    screen = narrow(seat.pushed, PrintScreen)
    state, own = seat.battle.state, seat.screen.model.view.side

    def names(side: str) -> set[str]:
        return {one.name for one in state.ships.values() if one.side == side}

    def printed() -> set[str]:
        return {one.paper.title for one in screen.printing.ships}

    assert own and printed() == names(own) and state.sides[own].name in screen.printing.title
    other = next(key for key in state.sides if key != own and names(key))
    sitting = Sitting(screen, (1280, 800))
    sitting.click(sitting.widget("Side").rect.center)
    assert printed() == names(other)
    assert faults(read(screen, (1280, 800)), (1280, 800)) == []


def test_pages_are_turned_by_keys_and_by_mouse() -> None:
    sitting = printing()
    screen = narrow(sitting.screen, PrintScreen)
    assert len(screen.pages) == 2 and screen.number == 0
    first = words_on(screen)
    sitting.key("RIGHT")
    assert screen.number == 1 and words_on(screen) != first
    sitting.key("RIGHT", "LEFT")
    assert screen.number == 0
    sitting.key("PAGEDOWN")
    assert screen.number == 1 and not sitting.widget("page on").enabled
    sitting.click(sitting.widget("page back").rect.center)
    assert screen.number == 0 and not sitting.widget("page back").enabled
    sitting.click(sitting.widget("page on").rect.center)
    assert screen.number == 1


def test_paper_and_ships_a_page_are_chosen() -> None:
    sitting = printing()
    screen = narrow(sitting.screen, PrintScreen)
    few = len(screen.pages)
    sitting.click(sitting.widget("A page").rect.move(-4, 0).midright)
    assert screen.a_page == A_PAGE[-1]
    at = sitting.widget("A page").rect
    sitting.click((at.x + 100, at.centery))
    assert screen.a_page == A_PAGE[0] and len(screen.pages) > few
    sitting.click(sitting.widget("Paper").rect.move(-4, 0).midright)
    assert screen.paper == "letter" and screen.pages[0].high == 279.4


def test_sheets_are_written_into_the_players_folder(home: Path) -> None:
    sitting = printing()
    screen = narrow(sitting.screen, PrintScreen)
    sitting.key("p")
    (pdf,) = (home / "sheets").glob("*.pdf")
    assert len(PdfReader(BytesIO(pdf.read_bytes())).pages) == len(screen.pages)
    words = [one.string for one in read(screen, (1280, 800))]
    assert pdf.name in words
    sitting.key("c")
    assert text_field.paste() == str(pdf)
    sitting.click(sitting.widget("write .svg").rect.center)
    assert len([*(home / "sheets").glob("*.svg")]) == len(screen.pages)


def test_sheets_of_which_one_cannot_be_written_leave_none(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = printing()
    screen = narrow(sitting.screen, PrintScreen)
    assert len(screen.pages) > 1

    def once(path: Path, content: bytes) -> None:
        if list(path.parent.iterdir()):
            raise CannotSave("the disk is full")
        path.write_bytes(content)

    monkeypatch.setattr(writing_page, "write_whole", once)
    sitting.key("s")
    assert "full" in screen.trouble and screen.written is None and list((home / "sheets").iterdir()) == []


def test_a_folder_that_cannot_be_written_is_told(home: Path) -> None:
    (home / "sheets").write_text("no folder", encoding="utf-8")
    sitting = printing()
    sitting.key("p")
    assert "sheets" in sitting.screen.trouble and sitting.screen.written is None


@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_well_laid_out(size: tuple[int, int], home: Path) -> None:
    sitting = printing(size)
    sitting.key("p")
    assert faults(read(sitting.screen, size), size) == []
    assert overlaps(list(sitting.screen.focus.widgets), size) == []


def test_the_picture_of_a_page_shows_its_ink() -> None:
    page = narrow(printing().screen, PrintScreen).pages[0]
    high = 600
    picture = picture_of(page, high)
    assert picture.get_size() == (round(page.wide * high / page.high + 0.499), high)
    assert min(picture.get_at((2, 2))[:3]) >= 250
    unit = high / page.high
    frame = next(one for one in page.items if isinstance(one, Outline) and one.part == "frame")
    x, y = frame.points[0]
    dark = [picture.get_at((round(x * unit) + dx, round(y * unit) + 30))[0] for dx in (-1, 0, 1)]
    assert min(dark) < 128
    assert pygame.transform.average_color(picture)[0] > 200


def test_an_arrow_that_leads_nowhere_says_so_in_its_hint_alone() -> None:
    screen = printing().screen
    assert not any("this is" in one.string or "…" in one.string for one in read(screen, SIZES[0]))


def test_words_on_a_drawing_keep_their_white_edge() -> None:
    shown = []
    for halo in (0.0, 1.0):
        page = PaperPage(40, 20)
        Pen(page.items).rect((0, 0, 40, 20))
        page.items.append(Words("Fulmar", (5, 12), 6, "s", BLACK, 20.0, halo))
        shown.append(pygame.transform.average_color(picture_of(page, 200))[0])
    assert shown[0] == 0 and shown[1] > 5
