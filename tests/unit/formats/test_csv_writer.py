"""A spreadsheet that opens our CSV works out nothing that stands in a name."""

from __future__ import annotations

import csv
import io

import pytest

from game.account.account import account_of
from game.account.tables import as_csv
from game.battle.loader import load_start_text
from game.formats.csv_writer import csv_text
from game.players.match import Match
from tests.support.battles import paper


@pytest.mark.parametrize("text", ["=1+1", "+7", "-2", "@SUM(A1)", "\t=1"])
def test_text_that_would_be_a_formula_is_told_as_text(text: str) -> None:
    (row,) = csv.DictReader(io.StringIO(csv_text(("name", "n"), [{"name": text, "n": -2}]), newline=""))
    assert row == {"name": f"'{text}", "n": "-2"}


def test_a_ship_with_the_name_of_a_formula_harms_no_account() -> None:
    opened = load_start_text(
        paper(
            "Formulas",
            """\
  lancet: {side: azure, design: lancet, name: "=HYPERLINK(1)", at: [20, 20], course: 3, velocity: 6}
  vesper: {side: amber, design: vesper, at: [40, 20], course: 9, velocity: 4}
""",
        ),
        "formulas.yaml",
    )
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 3).play(2)
    cells = [cell for row in csv.reader(io.StringIO(as_csv(account_of(opened.battle.view(None))))) for cell in row]
    assert "'=HYPERLINK(1)" in cells and not any(cell.startswith("=") for cell in cells)
