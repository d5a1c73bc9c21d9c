"""`main.py far`: two players with a home of their own, who hand each other files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.cli.main import main
from game.formats.user_folders import HOME

LIGHT = ROOT / "scenarios" / "full_thrust" / "first_light.yaml"


class Player:
    """A player at a machine of his own."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.monkeypatch, self.capsys = folder, monkeypatch, capsys

    def __call__(self, *words: object, code: int = 0) -> str:
        """Run an act of `far`, and return what it prints."""
        self.monkeypatch.setenv(HOME, str(self.folder))
        self.capsys.readouterr()
        found = main(["far", *map(str, words)])
        printed = self.capsys.readouterr()
        assert found == code, printed
        return printed.out + printed.err


@pytest.fixture
def players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[Player, Player, Path]:
    """Return two players who have begun First Light, and the folder that both share."""
    azure, amber = (Player(tmp_path / name, monkeypatch, capsys) for name in ("azure", "amber"))
    shared = tmp_path / "shared"
    shared.mkdir()
    azure("invite", LIGHT, "--to", shared)
    amber("accept", next(shared.iterdir()), "--to", shared)
    azure("take", shared)
    return azure, amber, shared


def test_a_turn_is_played_by_files(players: tuple[Player, Player, Path], tmp_path: Path) -> None:
    azure, amber, shared = players
    assert "You decide." in azure("list")
    assert "Still without an order: Halyard." in azure("show")
    azure("hand", "halyard: P1+2", "azure: lock", "--to", shared, "--say", "Good hunting")
    told = amber("take", shared)
    assert "Azure League says: Good hunting" in told
    assert "Halyard" not in told, "her orders are sealed"
    amber("hand", "kiln: +2", "amber: lock", "--to", shared)
    assert "Halyard moves 8 MU" in azure("take", shared)
    azure("hand", "--to", shared)
    assert "Kiln moves 8 MU" in amber("take", shared)
    assert "dice in 2 steps" in azure("verify", shared)
    azure("export", "--out", tmp_path / "save.yaml")
    assert main(["replay", str(tmp_path / "save.yaml"), "--side", "azure"]) == 0


def test_orders_are_kept_until_they_are_locked_and_can_be_taken_back(players: tuple[Player, Player, Path]) -> None:
    azure, _, _ = players
    azure("hand", "halyard: P1", "--draft")
    assert "Not handed over yet: halyard: P1" in azure("show")
    azure("hand", "halyard: S1", "--take-back", 1, "--draft")
    assert "halyard: S1" in azure("show")
    assert "is not yours to order" in azure("hand", "kiln: P1", code=2)
    assert "no order such as" in azure("hand", "halyard", code=2)


def test_a_seat_moves_under_a_password(players: tuple[Player, Player, Path], tmp_path: Path) -> None:
    azure, _, _ = players
    (tmp_path / "password").write_text("long enough\n")
    (tmp_path / "other").write_text("another one\n")
    azure("seat", "--out", tmp_path / "seat.txt", "--password", tmp_path / "password")
    there = Player(tmp_path / "there", azure.monkeypatch, azure.capsys)
    assert "password" in there("seat", "--in", tmp_path / "seat.txt", "--password", tmp_path / "other", code=1)
    assert "You decide." in there("seat", "--in", tmp_path / "seat.txt", "--password", tmp_path / "password")


def test_what_cannot_be_taken_is_refused_with_a_sentence(players: tuple[Player, Player, Path], tmp_path: Path) -> None:
    azure, amber, shared = players
    strange = tmp_path / "strange.txt"
    strange.write_text("Good morning")
    assert "This is no file of a far battle." in azure("take", strange, code=1)
    assert "cannot be read" in azure("take", tmp_path / "nothing", code=2)
    invitation = next(path for path in shared.iterdir() if "azure" in path.name)
    assert "already" in amber("accept", invitation, code=2)
    assert "cloaked" in azure("invite", ROOT / "scenarios/full_thrust/molten_rain.yaml", code=1)
    assert "no far battle ffff" in azure("show", "--battle", "ffff", code=2)


def test_orders_are_given_as_plain_text_until_another_seat_comes_next(
    players: tuple[Player, Player, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    azure, _, shared = players
    monkeypatch.setattr("sys.stdin", io.StringIO("P1+1\nlock\n"))
    told = azure("play")
    assert "Halyard has its order: P1+1." in told
    assert told.endswith("Your orders are ready: hand them over.\n")
    azure("hand", "--to", shared)
    monkeypatch.setattr("sys.stdin", io.StringIO("P1\n"))
    assert azure("play").endswith("Waiting for Amber Pact to decide.\n")


def test_a_computer_player_gives_the_rest_of_the_orders(players: tuple[Player, Player, Path]) -> None:
    azure, amber, shared = players
    for _ in range(40):
        for player in (azure, amber):
            player("take", shared)
            if "You decide." in player("list"):
                player("hand", "--computer", "random", "--to", shared)
            elif "waits to be handed over" in player("list"):
                player("hand", "--to", shared)
        if "The battle is over" in azure("list"):
            break
    assert "The battle is over" in amber("verify", shared)
    assert "no computer player" in azure("hand", "--computer", "nobody", code=2)


def test_what_was_handed_over_is_taken_back_by_agreement(players: tuple[Player, Player, Path]) -> None:
    azure, amber, shared = players
    assert "Nothing that you have handed over can be taken back." in azure("back", code=2)
    assert "Nobody wishes to take anything back." in amber("back", "--agree", code=2)
    azure("hand", "halyard: P1+2", "azure: lock", "--to", shared)
    azure("back", "--to", shared)
    assert "Waiting for Amber Pact to answer the wish" in azure("hand", "halyard: S1", code=2)
    asked = "Azure League wishes to take back its file no. 1, and all since: agree, or not."
    assert asked in amber("take", shared) and asked in amber("list")
    amber("back", "--agree", "--to", shared)
    assert "You decide." in azure("take", shared)
    assert "Not handed over yet: halyard: P1+2" in azure("show")
    azure("hand", "halyard: S1", "azure: lock", "--to", shared)
    amber("take", shared)
    amber("hand", "amber: lock", "--to", shared)
    assert "Halyard moves 6 MU" in azure("take", shared)
    assert "Azure League took back its no. 1 by its no. 2; all agreed." in azure("verify", shared)
    azure("back", "--to", shared)
    amber("take", shared)
    amber("back", "--decline", "--to", shared)
    assert "halyard" not in azure("take", shared).lower()
