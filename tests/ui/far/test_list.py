"""The list of battles by file: what is not under way is taken off it, and comes back; a seat leaves by its page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.battle.loader import open_battle
from game.far import moving, store
from game.far.store import REMOVED, SEAT
from game.formats.atomic_file import CannotSave
from game.formats.user_folders import HOME, home
from game.ui.far.share import SeatOutPage
from tests.support.ui.page_driver import FIRST, plain
from tests.ui.far.far_hand import FarHand, last_text, pair


@pytest.fixture(autouse=True)
def usual(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))
    with plain():
        yield


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The folder of the player elsewhere."""
    return tmp_path / "elsewhere"


def test_a_battle_that_cannot_be_opened_is_taken_off_the_list_and_comes_back(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    mine.close()
    seat = mine.path / SEAT
    whole = seat.read_bytes()
    seat.write_bytes(b"{}")
    hand = FarHand(tmp_path / "saves")
    hand.open()
    assert hand.desk.chosen and "harmed" in hand.desk.chosen.trouble and hand.desk.removable
    hand.press("far decline")
    hand.rest()
    removed = home() / "far" / REMOVED / mine.path.name
    assert not hand.desk.entries and (removed / SEAT).exists() and not store.battles()
    (removed / SEAT).write_bytes(whole)
    file = tmp_path / "again.txt"
    file.write_text(last_text(theirs), encoding="utf-8")
    hand.drop(file)
    assert [one.path for one in hand.desk.entries] == [mine.path] and not removed.exists()
    assert hand.desk.open is not None and hand.desk.open.counts() == mine.counts()
    theirs.close()


def test_a_battle_under_way_stays_until_it_is_broken_off(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    theirs.take(mine.hand_over().text())
    mine.close()
    hand = FarHand(tmp_path / "saves")
    hand.open()
    assert hand.desk.open is not None and not hand.desk.removable
    hand.key(pygame.K_x)
    hand.rest()
    assert len(hand.desk.entries) == 1
    hand.desk.claim()
    hand.top.relay()
    hand.rest()
    hand.press("far decline")
    hand.rest()
    assert not hand.desk.entries and (home() / "far" / REMOVED / mine.path.name / SEAT).exists()
    theirs.close()


def test_what_was_taken_off_is_not_brought_again_by_the_shared_folder_nor_accepted_anew(
    tmp_path: Path, other: Path
) -> None:
    theirs = store.invite(open_battle(FIRST), "azure", folder=other)
    invited = last_text(theirs)
    mine = store.accept(invited)
    mine.close()
    store.take_off(mine.path)
    hand = FarHand(tmp_path / "saves")
    hand.open()
    hand.desk.take(invited, "invitation.txt", asked=False)
    assert not hand.desk.entries
    with pytest.raises(CannotSave, match="off your list"):
        store.accept(invited)
    theirs.close()


def test_a_seat_leaves_under_a_password(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    theirs.take(mine.hand_over().text())
    mine.close()
    hand = FarHand(tmp_path / "saves")
    hand.open()
    hand.key(pygame.K_m)
    page = hand.top
    assert isinstance(page, SeatOutPage)
    hand.drop(tmp_path)
    assert Path(page.path).parent == tmp_path
    page.password = "short"
    page._write()
    assert "8 characters at least" in page.told and not Path(page.path).exists()
    page.password = "open sesame"
    page._write()
    assert page.path in page.told
    text = Path(page.path).read_text(encoding="utf-8")
    assert mine.table.secrets.seed.hex() not in text
    hand.key(pygame.K_ESCAPE)
    theirs.close()
    hand.desk.close()
    store.take_off(mine.path)
    with moving.unpacked(text, "open sesame", tmp_path / "second") as again:
        assert again.counts() == mine.counts()


def test_another_person_takes_a_seat_over(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    theirs.take(mine.hand_over().text())
    file = tmp_path / "seat.txt"
    file.write_text(moving.packed(theirs, "open sesame"), encoding="utf-8")
    former = theirs.table.secrets.verify_key
    theirs.close()
    mine.close()
    store.take_off(mine.path)
    (home() / "far" / REMOVED / mine.path.name).rename(tmp_path / mine.path.name)
    hand = FarHand(tmp_path / "saves")
    hand.open()
    hand.drop(file)
    hand.top.password = "open sesame"
    hand.press("take over")
    hand.rest()
    one = hand.desk.open
    assert one is not None and one.table.secrets.verify_key != former
    assert hand.desk.shown.out and "the seat, handed to another person" in hand.desk.shown.out.contents
    with store.StoredBattle(tmp_path / mine.path.name) as azure:
        azure.take(last_text(one))
        assert azure.table.far.handed() == [("amber", 1)]
