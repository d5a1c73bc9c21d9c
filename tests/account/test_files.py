"""The account in files and on the command line: CSV that adds up, a page that needs nothing beside it, a picture."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pygame
import pytest

from game.account.account import Account, account_of
from game.account.page import page
from game.account.tables import as_csv, as_text, ship_table, turn_table
from game.battle.loader import new_save, open_battle
from game.cli.main import main
from game.players.match import Match
from tests.support.battles import SCENARIOS

BY_NAME = {path.stem: path for path in SCENARIOS}
OPEN = {"img", "meta", "br", "line", "rect"}  # elements that have no end of their own


@pytest.fixture(scope="module", params=["carrier_strike", "salt_road", "torpedoes_away"])
def account(request: pytest.FixtureRequest) -> Account:
    opened = open_battle(BY_NAME[request.param], seed=2)
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 2).play(9)
    return account_of(opened.battle.view(None))


def test_every_column_of_the_csv_adds_up(account: Account) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(account))))
    parts = {kind: [row for row in rows if row["part"] == kind] for kind in ("side", "ship", "turn", "weapon")}
    for column in ("dealt", "taken", "lost"):
        sums = {sum(int(row[column] or 0) for row in parts[kind]) for kind in ("side", "ship", "turn")}
        assert len(sums) == 1, column
    for column in ("shots", "rolled"):
        assert len({sum(int(row[column] or 0) for row in found) for found in parts.values()}) == 1, column
    whole = [row for row in rows if row["part"] == "side" and row["unit"] == account.unit]
    luck = [one for side in account.sides for one in side.luck if one.unit == account.unit]
    assert [float(row["chance_as_much"]) for row in whole] == [one.at_least for one in luck], "every digit"


class Elements(HTMLParser):
    """Elements that are open, and what is fetched from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [str(value) for name, value in attrs if name in ("src", "href", "srcset", "data")]
        if tag not in OPEN:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in OPEN:
            assert self.open.pop() == tag


def test_the_page_is_whole_and_fetches_nothing(account: Account) -> None:
    text = page(account)
    read = Elements()
    read.feed(text)
    assert not read.open and not read.fetched and "http" not in text and "@import" not in text
    spreads = sum(len(side.chances) > 1 for side in account.sides)
    assert text.count("<svg") == 2 + spreads == 2 + text.count('class="rolled"') and text.count("<table>") == 3
    for ship in account.ships:
        assert ship.name in text
    bars = len(re.findall(r'<rect class="seat', text))
    dealt = sum(one.dealt > 0 for turn in account.turns for _, one in turn.sides)
    assert bars == dealt + sum((ship.dealt > 0) + (ship.taken > 0) for ship in account.ships)


def test_names_of_ships_cannot_break_a_page(account: Account) -> None:
    odd = replace(account.ships[0], name="<b>&\"Bold'")
    text = page(replace(account, title="</title><b>", ships=(odd, *account.ships[1:])))
    assert "<b>" not in text and "&lt;b&gt;&amp;" in text


def test_the_text_has_every_ship_with_its_figures(account: Account) -> None:
    text = as_text(account)
    for row in ship_table(account).rows:
        line = next(line for line in text.splitlines() if line.startswith(row.cells[0]))
        assert all(cell in line for cell in row.cells)


# -- the verb ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Return the save of a battle of two turns."""
    opened = open_battle(BY_NAME["tavira_passage"], seed=2)
    recorder = new_save(opened, path=tmp_path / "passage.yaml")
    Match(opened.battle, dict.fromkeys(opened.file.sides, "random"), 2).play(2)
    recorder.close()
    return tmp_path / "passage.yaml"


def test_it_is_printed(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["account", str(save)]) == 0
    told = capsys.readouterr().out
    assert (
        told.startswith("The Tavira Passage\nSo far, in turn 3: ") and "By weapon" in told and "Luck is exact" in told
    )


def test_files_stand_beside_the_save_or_where_they_are_wanted(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = save.parent / "elsewhere.png"
    assert main(["account", str(save), "--csv", "--html", "--png", str(out)]) == 0
    assert capsys.readouterr().out.split() == [str(save.with_suffix(".csv")), str(save.with_suffix(".html")), str(out)]
    assert pygame.image.load(out).get_width() == 1400
    assert save.with_suffix(".csv").read_text().startswith("part,turn,side,name,unit")
    assert open_battle(save).battle.state.turn == 3, "the save is as it was"


def test_what_cannot_be_done_is_a_sentence(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["account", str(save), "--seat", "azur"]) == 2
    assert "Did you mean 'azure'?" in capsys.readouterr().err
    assert main(["account", str(save), "--csv", str(save)]) == 2
    assert "is the battle itself" in capsys.readouterr().err
    assert main(["account", str(save), "--csv", str(save.parent / "no" / "folder.csv")]) == 2
    assert "folder.csv" in capsys.readouterr().err
    assert main(["account", str(save.parent / "missing.yaml")]) == 1


def test_a_seat_may_be_named(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["account", str(save), "--seat", "amber"]) == 0
    assert "Amber Pact" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "turn", "armour", "sent"),
    [
        ("carrier_strike", "turn", True, "fighters and missiles"),
        ("salt_road", "turn", False, ""),
        ("torpedoes_away", "round", True, "flights and ballistic weapons"),
    ],
)
def test_an_account_speaks_in_the_words_of_its_game(name: str, turn: str, armour: bool, sent: str) -> None:
    """Nobody at sea has armour or fighters, and a game of rounds has no turns."""
    account = account_of(open_battle(BY_NAME[name], seed=2).battle.view(None))
    account = replace(account, unit="points")
    told = as_text(account) + page(account)
    assert (f"By {turn}" in told, ("armour" in told), "What " in told) == (True, armour, bool(sent))
    assert turn_table(account).headings[0] == turn.capitalize() and sent in told
    assert f"So far, in {turn} 1: " in told and f"in every {turn}; " in told
