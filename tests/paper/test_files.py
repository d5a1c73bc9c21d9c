"""Printed pages as files: a PDF that a reader opens with its words and the program's font, SVG, and the verb."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from pypdf import PdfReader

from game.battle.battle import NOBODY
from game.battle.designs import SHIP, design_folder, designs_of, laid_up
from game.battle.loader import open_battle
from game.cli.main import main
from game.core.paper import GunTable, TrackRows
from game.fleets.fleet import read_fleet
from game.paper.canvas import Outline, Words
from game.paper.layout import PAPERS, PrintedShip, pages_of
from game.paper.pdf import pdf_of
from game.paper.sources import battle_to_print, design_to_print, files_to_print
from game.paper.svg import svg_of
from game.rules.ships.ship import SALVOS_FIRED
from game.systems import SYSTEMS, scenario_folder

GAMES = tuple(SYSTEMS)
BATTLE = """\
version: 1
title: {title}
system: full-thrust
sides: {{azure: {{name: {side}}}, amber: {{name: Amber Pact}}}}
ships:
  one: {{side: azure, design: lancet, name: "{name}", at: [10, 10], course: 12{more}}}
  two: {{side: amber, design: vesper, name: Vesper, at: [40, 30], course: 6}}
"""
SIDES = ("azure", "amber", NOBODY)  # the last are passers-by


def words_of(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(pdf)).pages]


def two(game: str) -> list[PrintedShip]:
    system = SYSTEMS[game]
    return [design_to_print(system, one) for one in list(designs_of(system).values())[:2]]


def battle(folder: Path, name: str = "Lancet", more: str = "", title: str = "A duel", side: str = "Azure") -> Path:
    path = folder / "battle.yaml"
    path.write_text(BATTLE.format(name=name, more=more, title=title, side=side), encoding="utf-8")
    return path


@pytest.mark.parametrize("game", GAMES)
def test_a_reader_finds_the_words_of_a_pdf(game: str) -> None:
    ships = two(game)
    pages = pages_of(ships, "Two ships")
    found = words_of(pdf_of(pages, "Two ships"))
    assert len(found) == len(pages)
    for ship in ships:
        assert sum(ship.paper.title in page for page in found) == 1
    assert "Two ships" in found[0] and SYSTEMS[game].title in found[0] and "Sequence" in found[0]


@pytest.mark.parametrize("paper", PAPERS)
def test_a_pdf_has_its_paper_and_its_fonts(paper: str) -> None:
    reader = PdfReader(BytesIO(pdf_of(pages_of(two("full-thrust"), "Two", paper), "Two")))
    assert reader.metadata is not None and reader.metadata.title == "Two"
    page = reader.pages[0]
    millimetres = tuple(round(float(side) / 72 * 25.4, 1) for side in (page.mediabox.width, page.mediabox.height))
    assert millimetres == PAPERS[paper]
    fonts = [font.get_object() for font in page["/Resources"]["/Font"].values()]  # type: ignore[index]
    assert len(fonts) == 3 and all("SourceSansPro" in font["/BaseFont"] for font in fonts), "no other font is named"
    assert all("/FontFile2" in font["/FontDescriptor"].get_object() for font in fonts)
    assert b"/Image" not in page.get_contents().get_data()  # type: ignore[union-attr]


def test_equal_pages_are_equal_files() -> None:
    pages = pages_of(two("full-sail"), "Two")
    assert pdf_of(pages, "Two") == pdf_of(pages, "Two") and svg_of(pages[0], "Two") == svg_of(pages[0], "Two")


def test_an_svg_has_the_page_in_millimetres_and_the_font() -> None:
    page = pages_of(two("power-hex"), "Two & more")[0]
    root = ElementTree.fromstring(svg_of(page, "Two & more").decode())
    space = {"s": "http://www.w3.org/2000/svg"}
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    texts = [one.text for one in root.findall("s:text", space)]
    assert texts == [one.text for one in page.items if isinstance(one, Words)]
    assert root.findtext("s:style", "", space).count("base64,") == 3
    assert not root.findall(".//s:image", space)


# -- what is printed ---------------------------------------------------------------------------------------------------


def lost_boxes(ships: list[PrintedShip]) -> int:
    pages = pages_of(ships, "Now")
    return sum(isinstance(one, Outline) and one.part == "lost box" for page in pages for one in page.items)


def test_a_damaged_ship_is_printed_whole_or_with_its_losses(tmp_path: Path) -> None:
    opened = open_battle(battle(tmp_path, more=", hull: 20, armour: 1, lost: [PT]"))
    view = opened.battle.view(None)
    whole, now = (battle_to_print(view, "A duel", as_now) for as_now in (False, True))
    assert lost_boxes(whole) == 0
    assert lost_boxes(now) == 4 + 3
    strokes = [len(pages_of(ships, "")[0].items) for ships in (whole, now)]
    assert strokes[1] == strokes[0] + 2 * 7 + 1  # two strokes for each box, one for the torpedo


def salvo_boxes(ships: list[PrintedShip]) -> list[tuple[int, int]]:
    """Return the salvos built and left of each ship with magazines."""
    rows = [one for ship in ships for one in ship.paper.blocks if isinstance(one, TrackRows)]
    return [(sum(one.rows), one.left) for row in rows for one in row.tracks if one.label == "ER salvos"]


def test_salvos_are_boxes_and_those_launched_are_crossed_off(tmp_path: Path) -> None:
    path = battle(tmp_path, more=f", clocks: {{{SALVOS_FIRED['ER']}: 2}}")
    path.write_text(path.read_text(encoding="utf-8").replace("lancet", "osprey"), encoding="utf-8")
    view = open_battle(path).battle.view(None)
    whole, now = (battle_to_print(view, "A duel", as_now) for as_now in (False, True))
    assert (salvo_boxes(whole), salvo_boxes(now)) == ([(4, 4)], [(4, 2)])
    words = {one.text for page in pages_of(now, "") for one in page.items if isinstance(one, Words)}
    assert not any("salvos left" in one for one in words)


def test_shots_left_are_printed() -> None:
    system = SYSTEMS["power-hex"]
    state: Any = laid_up(system, designs_of(system)["citadel"])
    state.ships[SHIP].ammunition |= dict.fromkeys(state.ships[SHIP].ammunition, 5)
    guns = next(one for one in system.paper_sheet(state, SHIP).blocks if isinstance(one, GunTable)).guns
    assert {one.figures[3] for one in guns} == {"–", "5 of 8"}


def test_shots_have_a_column_only_where_a_gun_has_some() -> None:
    system = SYSTEMS["power-hex"]
    for key, design in designs_of(system).items():
        for table in system.paper_sheet(laid_up(system, design), SHIP).blocks:
            if isinstance(table, GunTable):
                shots = {one.figures[3] for one in table.guns if len(one.figures) > 3}
                assert ("shots" in table.heads) == bool(shots) and shots != {"–"}, key
                assert {len(one.figures) + 3 for one in table.guns} == {len(table.heads)}, key


def test_a_flight_aboard_has_its_guns_until_it_is_lost() -> None:
    system = SYSTEMS["power-hex"]
    state: Any = laid_up(system, designs_of(system)["gadfly"])
    flight = state.ships[SHIP]

    def struck() -> set[bool]:
        guns = next(one for one in system.paper_sheet(state, SHIP).blocks if isinstance(one, GunTable)).guns
        return {one.lost for one in guns}

    flight.removed_reason = "aboard"
    assert not flight.in_play and struck() == {False}
    flight.craft = (0,) * len(flight.craft)
    assert struck() == {True}


def test_names_that_are_too_long_are_cut(tmp_path: Path) -> None:
    long = "The Unquestionably Magnificent and Rather Long-Winded Flagship of Them All, and of Some That Are Not Here"
    path = battle(tmp_path, long, title=f'"{long}"', side=f'"{long}"')
    printing = files_to_print([path], SYSTEMS.values())
    pages = pages_of(printing.ships, printing.title)
    inside = [one for page in pages for one in page.items if isinstance(one, Words)]
    assert all(one.at[0] + one.wide <= 200.05 for one in inside)
    assert any(one.text.startswith("The Unquestionably") and one.text.endswith("…") for one in inside)
    assert pdf_of(pages, printing.title)


def test_letters_that_the_font_lacks_are_question_marks(tmp_path: Path) -> None:
    printing = files_to_print([battle(tmp_path, "Ærø 北 Ж")], SYSTEMS.values())
    texts = [one.text for one in pages_of(printing.ships, "")[0].items if isinstance(one, Words)]
    assert "Ærø ? Ж" in texts


def test_no_seat_prints_what_it_may_not_know() -> None:
    """Unscanned ships and dummies are not printed for the other side, nor for passers-by, nor counted."""
    battle = open_battle(scenario_folder(SYSTEMS["full-thrust"]) / "dark_passage.yaml").battle
    for side in SIDES:
        own = [ship.name for ship in battle.state.ships.values() if ship.side == side]
        for as_now in (False, True):
            assert [one.sheet.title for one in battle_to_print(battle.view(side), "t", as_now)] == own, side


def test_the_ships_of_a_battle_carry_their_names_and_sides() -> None:
    printing = files_to_print([Path("docs/battles/tavira_passage.yaml")], SYSTEMS.values())
    assert printing.title == "The Tavira Passage"
    assert {one.side for one in printing.ships} == {"Azure League", "Amber Pact"}


def test_a_fleet_is_printed_for_the_game_whose_folder_it_is_in() -> None:
    folder = design_folder(SYSTEMS["hexcess"]) / "kessar"
    printing = files_to_print([folder], SYSTEMS.values())
    assert {one.system.key for one in printing.ships} == {"hexcess"}
    assert len(printing.ships) == len([*folder.glob("*.yaml")]) and printing.title == "Kessarine Levy"


def test_a_sheet_of_a_game_without_an_answer_shows_all_that_its_sheet_says() -> None:
    system = SYSTEMS["full-thrust"].amended("plain", "Plain", paper=None)
    ship = design_to_print(system, designs_of(system)["lancet"])
    rows = next(one for one in ship.paper.blocks if isinstance(one, TrackRows))
    assert [one.label for one in rows.tracks] == ["Armour", "Hull"] and ship.paper.lines == ("order", "velocity")


# -- the verb ----------------------------------------------------------------------------------------------------------


def test_the_verb_writes_pdf_and_svg(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(design_folder(SYSTEMS["full-sail"]) / "merrow")
    out = tmp_path / "fleet.pdf"
    assert main(["sheets", source, "--out", str(out), "--paper", "letter", "--a-page", "2"]) == 0
    assert capsys.readouterr().out == f"{out}\n"
    assert len(words_of(out.read_bytes())) == 3
    assert main(["sheets", source, "--out", str(tmp_path / "fleet.svg")]) == 0
    assert capsys.readouterr().out.split() == [str(tmp_path / f"fleet-{n}.svg") for n in (1, 2)]


@pytest.mark.parametrize(
    ("files", "out", "code", "said"),
    [
        (["docs/battles/first_shots.yaml"], "x.png", 2, "must end in .pdf or .svg"),
        (["nowhere.yaml"], "x.pdf", 1, "there is no such file"),
        (["pyproject.toml"], "x.pdf", 1, ""),
        (["docs/battles/first_shots.yaml"], "no/such/x.pdf", 2, "no/such"),
        (["game"], "x.pdf", 2, "no ship"),
        (["tests/data/fleet.yaml"], "x.png", 2, "must end in"),
        (["docs/battles/first_shots.yaml", "--side", "nobody"], "x.pdf", 2, "There is no side"),
    ],
)
def test_the_verb_says_why_not(
    files: list[str], out: str, code: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sheets", *files, "--out", str(tmp_path / out)]) == code
    err = capsys.readouterr().err
    assert said in err and err and not re.search("Traceback", err)
    assert not (tmp_path / out).exists()


def test_the_verb_prints_a_fleet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "fleet.pdf"
    assert main(["sheets", "tests/data/fleet.yaml", "--out", str(out)]) == 0
    fleet = read_fleet("tests/data/fleet.yaml", SYSTEMS).fleet
    said = " ".join(words_of(out.read_bytes()))
    assert fleet.name in said and all(ship.name in said for ship in fleet.ships)


def test_the_file_that_is_printed_is_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = battle(tmp_path)
    held = path.rename(tmp_path / "battle.pdf")
    before = held.read_bytes()
    assert main(["sheets", str(held), "--out", str(held)]) == 2
    assert held.read_bytes() == before and "Name another file" in capsys.readouterr().err
