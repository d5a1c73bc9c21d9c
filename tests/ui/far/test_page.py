"""The page of battles by file: it is played by keys, pointer and files dropped; what is wrong changes nothing."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from pygame import Rect
from pygame.event import Event

from game.battle.designs import ROOT
from game.battle.loader import open_battle
from game.far import moving, sharing, store
from game.systems import SYSTEMS
from game.ui.far.begin import BeginFarPage, FarStart
from game.ui.far.model import FarDesk
from game.ui.far.page import FarPage
from game.ui.far.share import SeatOutPage, SeatPage, SharePage
from game.ui.host.screen import Push
from game.ui.menu.screen import Menu
from game.ui.pages.problem_page import Sentence
from game.ui.toolkit.page import Page
from game.ui.toolkit.text_field import copy, paste
from tests.support.ui.page_driver import FIRST, SCALES, SIZES, SYSTEM, TAVIRA, faults, overlaps, plain, read
from tests.ui.far.far_hand import FarHand, last_text, pair, until, write_orders

pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """The folder of the player elsewhere."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    return folder


def test_a_battle_is_begun_and_played_with_enter(tmp_path: Path, other: Path) -> None:
    hand = FarHand(tmp_path / "saves")
    hand.open()
    hand.key(pygame.K_RETURN)
    assert isinstance(hand.top, BeginFarPage) and hand.top.offer is not None
    assert hand.top.offer.title == "First Light"
    hand.key(pygame.K_RETURN)
    hand.rest()
    mine = hand.desk.open
    assert mine is not None and hand.desk.shown.awaited == "Waiting for Amber Pact to accept the invitation."
    sent = hand.desk.shown.stands_in
    assert sent is not None
    theirs = store.accept(next(sent.iterdir()).read_text("utf-8"), folder=other)
    hand.drop(theirs.own[0])
    assert hand.desk.shown.step == 1 and hand.desk.shown.words
    assert hand.desk.in_note is not None and hand.desk.in_note.tone == "done"
    write_orders(mine, ("halyard", "P1+2"))
    hand.top.uncovered()
    assert [(one.name, one.order, one.done) for one in hand.desk.shown.pieces] == [("Halyard", "P1+2", True)]
    assert hand.desk.shown.step == 2 and hand.desk.shown.out is not None and hand.desk.shown.out.due
    size = hand.desk.shown.out.size
    hand.press("say")
    for letter in "Ho":
        hand.window.give(Event(pygame.TEXTINPUT, text=letter))
    hand.key(pygame.K_RETURN)
    assert hand.desk.shown.step == 3 and hand.desk.shown.out.size == len(last_text(mine)) > size
    theirs.take(last_text(mine))
    assert theirs.table.far.replica is not None and theirs.table.far.replica.said == [("azure", "Ho")]
    assert theirs.table.far.words == hand.desk.shown.words != ""
    write_orders(theirs, ("kiln", "+2"))
    theirs.hand_over("Good hunting")
    copy(last_text(theirs))
    hand.key(pygame.K_RETURN)
    assert hand.desk.shown.said == "Amber Pact: “Good hunting”"
    assert mine.table.far.replica is not None and len(mine.table.far.replica.battle.records) > 0
    theirs.close()


def test_text_goes_by_the_clipboard(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    write_orders(mine, ("halyard", "+2"))
    mine.close()
    hand = FarHand(tmp_path / "saves")
    hand.open()
    hand.key(pygame.K_c)
    theirs.take(paste())
    assert theirs.table.far.words and hand.desk.shown.step == 3
    write_orders(theirs)
    theirs.hand_over()
    copy("> " + last_text(theirs).replace("\n", "\n> "))
    hand.key(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert hand.desk.in_note is not None and hand.desk.in_note.words == "fits this battle"
    hand.window.give(Event(pygame.DROPTEXT, text=last_text(theirs)))
    assert "read already" in hand.desk.in_note.words
    theirs.close()


def test_what_was_handed_over_is_taken_back_if_the_other_agrees(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    write_orders(mine, ("halyard", "P1+2"))
    mine.close()
    hand = FarHand(tmp_path / "saves")
    hand.open()
    hand.key(pygame.K_s)
    assert hand.desk.open is not None and hand.desk.shown.may_wish
    hand.press("far back")
    theirs.take("\n".join(path.read_text("utf-8") for path in hand.desk.open.own[1:]))
    assert theirs.table.to_answer and not hand.desk.shown.may_wish
    theirs.answer_back(True)
    copy(last_text(theirs))
    hand.key(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert [(one.name, one.order) for one in hand.desk.shown.pieces] == [("Halyard", "P1+2")]
    assert hand.desk.shown.step == 1 and hand.desk.open.table.decides
    write_orders(theirs)
    theirs.hand_over()
    theirs.wish_back()
    copy("\n".join(path.read_text("utf-8") for path in theirs.own[-2:]))
    hand.key(pygame.K_v, mod=pygame.KMOD_CTRL)
    assert hand.desk.shown.wish.startswith("Amber Pact wishes to take back its file no. 2")
    shown = " ".join(one.string for one in read(hand.top, (1280, 800)))
    assert "Amber Pact wishes to take back" in shown and "asked to take back" in shown
    hand.key(pygame.K_x)
    assert not hand.desk.shown.wish and "Amber Pact" not in hand.desk.shown.wish
    theirs.take(last_text(hand.desk.open))
    assert not theirs.table.far.wishes.open and len(theirs.table.far.wishes.granted) == 1
    theirs.close()


def test_what_is_refused_stands_at_the_field_and_changes_nothing(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    stranger, another = pair(other, path=TAVIRA)
    for one in (stranger, another):
        one.close()
    write_orders(mine)
    mine.hand_over()
    theirs.take(last_text(mine))
    mine.close()
    hand = FarHand(tmp_path / "saves")
    hand.open()
    hand.choose(mine.path)
    write_orders(theirs)
    theirs.hand_over()
    text = last_text(theirs)
    before = hand.disk(mine.path)
    for words, bad in {
        "no file of a far battle": "Good morning",
        "its last line is missing": text[: len(text) // 2],
        "was changed": text[:400] + text[460:],
        "form 7": text.replace("RECKONING 1", "RECKONING 7"),
    }.items():
        file = tmp_path / "bad.txt"
        file.write_text(bad, "utf-8")
        hand.drop(file)
        note = hand.desk.in_note
        assert note is not None and (note.tone, note.name) == ("refused", "bad.txt") and words in note.words
        shown = " ".join(one.string for one in read(hand.top, (1280, 800)))
        assert "refused; nothing has changed" in shown and "bad.txt" in shown
        assert {name: data for name, data in hand.disk(mine.path).items() if "evidence" not in name} == before
    hand.drop(theirs.own[-1])
    assert hand.desk.in_note is not None and hand.desk.in_note.tone == "done"
    theirs.close()


def test_a_battle_that_is_open_elsewhere_says_so(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    hand = FarHand(tmp_path / "saves")
    hand.open()
    assert "open in another program" in [one.string for one in read(hand.top, (1280, 800))]
    entry = hand.desk.chosen
    assert entry is not None and entry.title == "First Light" and hand.desk.open is None
    mine.close()
    hand.key(pygame.K_RETURN)
    assert hand.desk.open is not None
    theirs.close()


def test_an_invitation_dropped_on_the_menu_is_asked_about(tmp_path: Path, other: Path) -> None:
    theirs = store.invite(open_battle(TAVIRA), "amber", folder=other)
    hand = FarHand(tmp_path / "saves")
    hand.window.give(Event(pygame.DROPFILE, file=str(theirs.own[0])))
    assert isinstance(hand.top, FarPage)
    hand.rest()
    assert hand.desk.open is None and not store.battles(), "it is only shown"
    shown = " ".join(one.string for one in read(hand.top, (1280, 800)))
    for words in ("The Tavira Passage", "Azure League", "House rules", "7 days", "Made by"):
        assert words in shown
    hand.press("far decline")
    assert hand.desk.entries == [] and store.declined() == {theirs.path.name}
    hand.desk.take(last_text(theirs), asked=False)
    assert hand.desk.entries == [], "the shared folder does not bring it again"
    hand.drop(theirs.own[0])
    hand.press("accept azure")
    hand.rest()
    mine = hand.desk.open
    assert mine is not None and mine.table.seat == "azure"
    theirs.take(last_text(mine))
    assert theirs.table.begun
    hand.key(pygame.K_ESCAPE)
    assert isinstance(hand.top, Menu)
    store.StoredBattle(mine.path).close()
    theirs.close()


def test_a_shared_folder_does_the_rest(tmp_path: Path, other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "EVERY", 0.01)
    shared = tmp_path / "shared"
    shared.mkdir()
    mine, theirs = pair(other)
    mine.close()
    hand = FarHand(tmp_path / "saves")
    hand.open()
    hand.key(pygame.K_h)
    assert isinstance(hand.top, SharePage)
    hand.window.give(Event(pygame.DROPFILE, file=str(shared)))
    hand.rest()
    one = hand.desk.open
    assert one is not None and hand.desk.shared == sharing.shared_folder() == shared
    write_orders(one, ("halyard", "P1"))
    assert isinstance(hand.top, FarPage)
    hand.top.uncovered()
    hand.key(pygame.K_RETURN)
    begun, sent = sorted(shared.iterdir())  # it begins by itself, once a folder is shared
    theirs.take(begun.read_text("utf-8"))
    theirs.take(sent.read_text("utf-8"))
    write_orders(theirs, ("kiln", "+2"))
    theirs.hand_over()
    (shared / "notes.txt").write_text("Good morning", "utf-8")
    (shared / "theirs.txt").write_text(last_text(theirs), "utf-8")
    until(lambda: len(list(shared.iterdir())) > 4, lambda: hand.wait(1))
    assert len(one.own) == 4, "the locked orders were opened by themselves"
    theirs.take(last_text(one))
    assert "Halyard" in theirs.table.battle.view("amber").state.names.values()
    hand.rest()
    theirs.close()


def test_a_harmed_file_in_the_shared_folder_is_listed(
    tmp_path: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "EVERY", 0.01)
    shared = tmp_path / "shared"
    shared.mkdir()
    mine, theirs = pair(other)
    foreign = store.invite(open_battle(TAVIRA), "amber", folder=tmp_path / "third")
    theirs.take(mine.about(mine.hand_over_due()))  # type: ignore[arg-type]
    theirs.hand_over("Good morning")
    text = last_text(theirs)
    mine.close()
    (shared / "a.txt").write_text(text.replace(text[300:320], "A" * 20), "utf-8")
    (shared / theirs.sent_name(1)).write_text("torn", "utf-8")
    invited = last_text(foreign)
    (shared / "b.txt").write_text(invited.replace(invited[900:920], "A" * 20), "utf-8")
    (shared / "notes.txt").write_text("Buy milk", "utf-8")
    sharing.share(shared)
    hand = FarHand(tmp_path / "saves")
    hand.open()
    until(lambda: set(hand.desk.refusals) == {"a.txt", "b.txt", theirs.sent_name(1)}, lambda: hand.wait(1))
    hand.rest()
    shown = " ".join(one.string for one in read(hand.top, (1280, 800)))
    assert shown.count("Refused:") == 3
    (shared / theirs.sent_name(1)).write_text(text, "utf-8")
    until(lambda: theirs.sent_name(1) not in hand.desk.refusals, lambda: hand.wait(1))
    assert hand.desk.shown.said
    for one in (theirs, foreign):
        one.close()


def test_what_could_not_be_written_is_written_once_the_folder_is_back(
    tmp_path: Path, other: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "EVERY", 0.01)
    shared = tmp_path / "shared"
    shared.mkdir()
    mine, theirs = pair(other)
    mine.close()
    theirs.close()
    sharing.share(shared)
    hand = FarHand(tmp_path / "saves")
    hand.open()
    hand.rest()
    one = hand.desk.open
    assert one is not None
    write_orders(one, ("halyard", "P1"))
    assert isinstance(hand.top, FarPage)
    hand.top.uncovered()
    shared.rename(tmp_path / "away")
    until(lambda: hand.desk.in_note is not None and hand.desk.in_note.tone == "refused", lambda: hand.wait(1))
    hand.key(pygame.K_RETURN)
    assert hand.desk.out_note is not None and "no copy could be written" in hand.desk.out_note.words
    (tmp_path / "away").rename(shared)
    until(lambda: (shared / one.sent_name(2)).exists() and hand.desk.out_note is None, lambda: hand.wait(1))
    until(lambda: hand.desk.in_note is None or hand.desk.in_note.tone != "refused", lambda: hand.wait(1))


def test_whoever_does_not_answer_may_be_left(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    write_orders(mine)
    mine.hand_over()
    mine.close()
    hand = FarHand(tmp_path / "saves")
    hand.open()
    hand.key(pygame.K_k, pygame.K_k)
    assert len(mine.own) == 2
    hand.key(pygame.K_ESCAPE)
    long_ago = time.time() - 8 * 86_400
    for path in [mine.path / store.SEAT, *mine.messages]:
        os.utime(path, (long_ago, long_ago))
    hand.open()
    hand.press("far claim")
    assert len(mine.own) == 2, "it asks first"
    hand.press("far claim")
    assert len(mine.own) == 2, "a double click does not answer"
    hand.key(pygame.K_k)
    assert len(mine.own) == 3
    hand.rest()
    assert hand.desk.chosen is not None and hand.desk.chosen.summary is not None
    assert hand.desk.chosen.summary.you.words == "broken off"
    hand.key(pygame.K_r)
    sent = hand.desk.shown.stands_in
    assert sent is not None and len(list(sent.iterdir())) == 3
    theirs.close()


def test_orders_are_given_at_the_table(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    mine.close()
    asked = list[FarDesk]()

    def table(one: FarDesk) -> Sentence:
        asked.append(one)
        return Sentence("Table", ())

    page = FarPage(FarStart(SYSTEMS, SYSTEM), table)
    read(page, (1280, 800))
    while page.moving:
        page.tick(0.05)
        read(page, (1280, 800))
    answer = page.handle(Event(pygame.KEYDOWN, key=pygame.K_SPACE, mod=0, unicode=" "))
    assert isinstance(answer, Push) and isinstance(answer.screen, Sentence) and asked == [page.desk]
    page.desk.close()
    theirs.close()


def test_files_dropped_over_the_page_open_no_second_one(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    mine.close()
    hand = FarHand(tmp_path / "saves")
    hand.open()
    hand.key(pygame.K_F2)
    hand.window.give(Event(pygame.DROPFILE, file=str(theirs.own[0])))
    assert isinstance(hand.top, Sentence) and sum(isinstance(one, FarPage) for one in hand.window.stack) == 1
    hand.window.give(Event(pygame.QUIT))
    store.StoredBattle(mine.path).close()
    theirs.close()


def test_the_list_is_walked_by_arrows(tmp_path: Path, other: Path) -> None:
    for path in (TAVIRA, FIRST):
        for one in pair(other, path=path):
            one.close()
    hand = FarHand(tmp_path / "saves")
    hand.open()
    names = [entry.title for entry in hand.desk.entries]
    assert sorted(names) == ["First Light", "The Tavira Passage"]
    hand.key(pygame.K_DOWN)
    hand.key(pygame.K_DOWN)
    hand.rest()
    assert hand.desk.chosen is not None and hand.desk.chosen.title == names[1]
    assert hand.desk.open is not None and hand.desk.open.table.far.title == names[1]
    hand.key(pygame.K_ESCAPE)


def test_a_battle_that_cannot_be_played_by_file_says_why(tmp_path: Path) -> None:
    path = ROOT / "scenarios" / "full_thrust" / "molten_rain.yaml"
    page = BeginFarPage(FarStart(SYSTEMS, SYSTEM, path), lambda *_: None)
    assert page.offer is not None and page.offer.path == path
    assert "Battles with cloaked ships cannot be played by file yet." in [one.string for one in read(page, (1280, 800))]
    assert page.enter() and page.answer is None


def test_the_second_press_of_a_double_click_is_not_for_the_next_screen(tmp_path: Path, other: Path) -> None:
    for one in pair(other):
        one.close()
    hand = FarHand(tmp_path / "saves")
    by_file = hand.widget("By file").rect.center
    hand.click(by_file)
    page = hand.top
    assert isinstance(page, FarPage)
    close = page.close_button
    page.close_button = lambda area, **named: replace(close(area, **named), rect=Rect(by_file, (9, 9)))  # type: ignore[method-assign]
    page.relay()
    hand.click(by_file)
    assert hand.top is page, "what would stand there is not pressed with it"
    hand.click(by_file)
    assert isinstance(hand.top, Menu)


def test_the_menu_tells_what_waits(tmp_path: Path, other: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "EVERY", 0.01)
    shared = tmp_path / "shared"
    shared.mkdir()
    mine, theirs = pair(other)
    theirs.take(mine.about(mine.hand_over_due()))  # type: ignore[arg-type]
    write_orders(mine)
    theirs.take(mine.about(mine.hand_over()))
    mine.close()
    sharing.share(shared)
    hand = FarHand(tmp_path / "saves")
    hand.rest()
    assert hand.top.news is not None and hand.top.news.words == ""
    write_orders(theirs)
    theirs.hand_over()
    name = shared / theirs.sent_name(1)
    name.write_text(last_text(theirs), "utf-8")
    until(lambda: hand.top.news.words == "a file has come", lambda: hand.wait(2))
    hand.wait(2)
    assert "a file has come" in [one.string for one in read(hand.top, (1920, 1080))]
    assert hand.widget("By file").hint == "a file has come"
    hand.open()
    until(lambda: hand.desk.open and len(hand.desk.open.table.battle.records) > 0, lambda: hand.wait(1))
    hand.rest()
    hand.key(pygame.K_ESCAPE)
    hand.rest()
    assert hand.top.news.words == ("your turn in 1" if store.is_due(mine.path) else "")
    theirs.close()


def test_a_moved_seat_is_taken_up_with_its_password(tmp_path: Path, other: Path) -> None:
    mine, theirs = pair(other)
    file = tmp_path / "seat.txt"
    file.write_text(moving.packed(theirs, "open sesame"), "utf-8")
    theirs.close()
    mine.close()
    shutil.rmtree(mine.path)
    hand = FarHand(tmp_path / "saves")
    hand.window.give(Event(pygame.DROPFILE, file=str(file)))
    hand.rest()
    assert isinstance(hand.top, SeatPage)
    for words, told in (("open saysame", "password is another one"), ("open sesame", "")):
        hand.top.password = words
        hand.press("take up")
        assert told in (hand.top.told if told else "")
    assert isinstance(hand.top, FarPage)
    hand.rest()
    assert hand.desk.open is not None and hand.desk.open.table.seat == "amber"
    assert hand.desk.open.counts() == theirs.counts()


# -- every size --------------------------------------------------------------------------------------------------------


def shown(page: Page) -> Page:
    """Return a page once nothing moves on it."""
    read(page, (1280, 800))
    while page.moving:
        page.tick(0.05)
        page.fresh()
    return page


def pages(tmp_path: Path, other: Path) -> Iterator[Page]:
    """Yield the page in every state, and those that it opens."""
    start = FarStart(SYSTEMS, SYSTEM)

    def made() -> FarPage:
        page = FarPage(start, lambda one: Sentence("", ()))
        shown(page)
        return page

    page = made()
    yield page
    yield SharePage(page.desk)
    yield SeatPage(page.desk)
    yield shown(BeginFarPage(start, lambda *_: None))
    foreign = store.invite(open_battle(TAVIRA), "amber", folder=other)
    page.desk.take(last_text(foreign), asked=False)
    yield page
    page.desk.close()
    mine, theirs = pair(other, path=TAVIRA)
    mine.close()
    page = made()
    yield page
    one = page.desk.open
    assert one is not None
    yield SeatOutPage(one)
    write_orders(one, ("lancet", "+2"), ("sextant", "S1+2"), ("halyard", "P1"))
    page.uncovered()
    yield page
    page.save()
    yield page
    page.desk.take_path(tmp_path / "a-rather-long-name-of-a-file-that-nobody-has-ever-handed-over-before.txt")
    page.relay()
    yield page
    theirs.take(last_text(one))
    write_orders(theirs)
    theirs.hand_over("The wind is with you. " * 4)
    page.desk.take(last_text(theirs))
    page._follow()
    yield page
    page.desk.close()
    theirs.close()
    foreign.close()


def is_about(page: Page, words: str) -> bool:
    """Return whether words are part of what a scenario says of itself, which cards cut as in the menu."""
    offers = page.offers if isinstance(page, BeginFarPage) else []
    return any(words.removesuffix("…") in one.about for one in offers)


@pytest.mark.parametrize("size", [*SIZES, (1024, 600)])
def test_nothing_is_cut_or_covered_at_any_size(tmp_path: Path, other: Path, size: tuple[int, int]) -> None:
    for number, page in enumerate(pages(tmp_path, other)):
        for scale in SCALES:
            stages = (1, 2, 3) if isinstance(page, FarPage) else (1,)
            for stage in stages:
                if isinstance(page, FarPage):
                    page.stage = stage
                page.relay()
                found = read(page, size, scale)
                where = f"state {number}, scale {scale}, column {stage}"
                assert not faults(found, size), where
                assert not overlaps(page.focus.widgets, size), where
                assert not [one.string for one in found if "…" in one.string and not is_about(page, one.string)], where
