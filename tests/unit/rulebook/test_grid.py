"""Grids of the rule book: read from an entry, drawn whole at any breadth, and what goes with what as the rules have
it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pygame import Rect, Surface

from game.export import pages
from game.rulebook import book
from game.rulebook.book import RuleBookError, entry
from game.rulebook.grid import Grid, Sign, read_grid
from game.rules.manoeuvres.framework.compatibility import MATRIX, NAMES, clash
from game.ui.render.theme import theme
from game.ui.rulebook.grid_table import GridTable
from game.ui.rulebook.page import RulePage
from tests.support.ui.page_driver import faults, plain, read, reader

CODES = tuple(NAMES)
REFUSED = 224  # dashes in the printed table
SMALL: dict[str, Any] = {
    "columns": "A B", "rows": "A . y\nB - .\nC s y", "names": {"A": "Anchor", "C": "Capstan"},
    "legend": [["y", "yes", "goes"], ["-", "no", "does not"], [".", "same", "itself"], ["s", "sign", "some days"]],
}  # fmt: skip


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


def compatibility() -> Grid:
    grid = entry("manoeuvres/compatibility").grid
    assert grid is not None
    return grid


def test_what_goes_with_what_is_what_the_rules_read() -> None:
    """The digest's table, as it is printed: the rules refuse exactly what stands there with a dash
    (manoeuvres/compatibility)."""
    grid = compatibility()
    assert grid.columns == CODES and tuple(name for name, _ in grid.rows) == CODES
    assert len(MATRIX) == len(CODES) ** 2 and sum(mark == "-" for mark in MATRIX.values()) == REFUSED
    for a in CODES:
        for b in CODES:
            if a != b:
                assert (clash([a, b]) is not None) == (grid.cells[a, b] == "-"), (a, b)


def test_what_goes_with_what_is_the_same_either_way_round() -> None:
    cells = compatibility().cells
    assert [(a, b) for a, b in cells if cells[a, b] != cells[b, a]] == []
    assert [code for code in CODES if cells[code, code] != "."] == []


def test_every_manoeuvre_of_the_grid_is_named() -> None:
    assert {short for short, _ in compatibility().names} == set(CODES) == set(NAMES)


def test_a_grid_knows_its_cells_and_names() -> None:
    grid = read_grid(SMALL)
    assert grid.cells == {
        ("A", "A"): ".",
        ("A", "B"): "y",
        ("B", "A"): "-",
        ("B", "B"): ".",
        ("C", "A"): "s",
        ("C", "B"): "y",
    }
    assert grid.name("C") == "Capstan" and grid.name("B") == ""
    assert grid.legend[0] == Sign("y", "yes", "goes")


def test_a_grid_can_be_told_in_words() -> None:
    grid = read_grid(SMALL)
    assert grid.table == (("", "A", "B"), ("A Anchor", "", "•"), ("B", "–", ""), ("C Capstan", "s", "•"))
    assert grid.meanings == (("•", "goes"), ("–", "does not"), ("s", "some days"))


def test_a_page_for_the_browser_has_the_grid_too() -> None:
    written = "".join(pages._rule_text(entry("manoeuvres/compatibility"), {}))
    assert written.count("<tr>") == len(CODES) + 1 and "<td>CO Corkscrew</td>" in written
    assert "• they go together; – they do not; s with strain on the hull;" in written


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"rows": "A . y\nB -"}, "a mark for every column"),
        ({"columns": ""}, "a mark for every column"),
        ({"rows": "A . x\nB - ."}, "does not say what x means"),
        ({"legend": [["y", "tick", "goes"]]}, "one of yes, no, same, sign"),
        ({"legend": [["y", "yes"]]}, "and its meaning"),
        ({"names": {"D": "Davit"}}, "names belong to rows and columns"),
        ({"colour": "red"}, "a grid has columns, rows, names, legend"),
    ],
)
def test_a_bad_grid_is_refused(change: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=re.escape(why)):
        read_grid(SMALL | change)


def test_a_bad_grid_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("x/1: {title: A, text: b, grid: {columns: A}}", encoding="utf-8")
    with pytest.raises(RuleBookError, match=r"a\.yaml: x/1: a grid has"):
        book.read(tmp_path)


@pytest.mark.parametrize("wide", [420, 560, 820, 1300])
def test_a_grid_keeps_to_its_breadth_and_says_everything(wide: int) -> None:
    grid = compatibility()
    table = GridTable(0, 0, wide, grid)
    assert table.rect.w <= wide
    window = Surface((wide, table.rect.h))
    with reader(window) as found:
        table.draw(window)
    shown = [one.string for one in found]
    for code in CODES:
        assert shown.count(code) == 2, "at the left and above"
    assert all(window.get_rect().contains(one.box) for one in found)
    if table.named:
        assert {words for _, words in grid.names} <= set(shown), "no name is cut short"
    assert shown.count("s") == sum(mark == "s" for mark in grid.cells.values()) + 1, "in its cells and in the legend"


def test_marks_are_told_apart_without_colour() -> None:
    table = GridTable(0, 0, 600, read_grid(SMALL))
    window = Surface((600, table.rect.h))
    table.draw(window)

    def cell(row: int, column: int) -> bytes:
        high = theme.px(21)
        at = Rect(
            table.side + column * table.step + 1, table.rect.bottom - high * (3 - row) + 1, table.step - 2, high - 2
        )
        part = window.subsurface(at).copy()
        return bytes(sum(part.get_at((x, y))[:3]) // 3 for x in range(at.w) for y in range(at.h))

    assert len({cell(0, 0), cell(0, 1), cell(1, 0), cell(2, 0)}) == 4, "itself, goes, does not, some days"


@pytest.mark.parametrize("scale", [1.5, 2.0])
def test_headings_stay_in_sight_while_rows_are(scale: float) -> None:
    page, size = RulePage("manoeuvres/compatibility"), (1280, 800)
    read(page, size, scale)
    table = next(w for w in page.text.widgets if isinstance(w, GridTable))
    page.text.scroll.to(table.rect.y - page.text.rect.y + table.top + theme.px(300))
    found = read(page, size, scale)
    row = next(one.box.y for one in found if one.string == "SRJ" and one.box.x > table.rect.x + table.side)
    assert page.text.rect.y <= row <= page.text.rect.y + theme.px(27)
    assert faults([one for one in found if one.string not in CODES], size) == []
