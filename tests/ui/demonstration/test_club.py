"""The gallery before an audience: searched, a chapter played through, large captions, one's own renamed, edited and
deleted."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.demonstrations.catalogue import of_game, ranked, rule_has
from game.demonstrations.own_files import retitle
from game.formats.atomic_file import CannotSave
from game.formats.user_folders import read_settings
from game.rulebook.book import stem, tokens
from game.systems import SYSTEMS
from game.ui.demonstration import caption
from game.ui.demonstration.gallery import Gallery
from game.ui.demonstration.gallery_cards import ChapterHeading, ExhibitCard, rule_words
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.film.screen import FilmPage
from game.ui.host.preferences import preferences
from game.ui.keys.list_page import KeyList
from game.ui.menu.buttons import SystemCard
from game.ui.sandbox.screen import SandboxScreen
from game.ui.sandbox.story.page import StoryPage
from game.ui.toolkit.blocks import TitleLines
from game.ui.toolkit.text_field import TextField
from game.ui.toolkit.widgets import Button
from tests.support.battles import DUEL
from tests.support.narrowing import narrow
from tests.support.ui.demonstration_driver import ALL, press, screen_of, settled
from tests.support.ui.page_driver import SCALES, SIZES, Hand, faults, overlaps, read

pytestmark = pytest.mark.usefixtures("as_it_comes")
COMMENTED = DUEL + "# by hand\nscript:\n- say: Mine.\n"


def at_gallery(hand: Hand) -> Gallery:
    hand.key(pygame.K_d)
    assert isinstance(hand.top, Gallery)
    return hand.top


def cards(gallery: Gallery) -> list[str]:
    """Return the demonstrations that have a card just now, in their order."""
    gallery.fresh()
    return [w.exhibit.name for w in gallery.cards.widgets if isinstance(w, ExhibitCard)]


def type_in(hand: Hand, words: str) -> None:
    """Type over what is chosen in the field that has the keyboard."""
    hand.window.give(Event(pygame.TEXTINPUT, text=words))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return a folder of one's own with two demonstrations and a broken file."""
    folder = tmp_path / "home" / "demonstrations"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(COMMENTED, encoding="utf-8")
    (folder / "other.yaml").write_text(
        DUEL.replace("title: ", "title: Other ") + "script:\n- say: Other.\n", encoding="utf-8"
    )
    (folder / "broken.yaml").write_text("title: [\n", encoding="utf-8")
    return folder


# -- searching ---------------------------------------------------------------------------------------------------------


def test_demonstrations_are_found_by_words_and_by_rules() -> None:
    raking = {one.name for one in ALL if one.system == "Full Sail" and one.matches("stern deck")}
    assert "across_the_stern" in raking and len(raking) < 8
    by_rule = {one.name for one in ALL if one.matches("sail/4.2")}
    assert by_rule == {one.name for one in ALL if one.rule.startswith("sail/4.2")} and len(by_rule) > 3
    assert all("4.2" in one.rule for one in ALL if one.matches("4.2"))
    assert rule_has("book/5.3/batched", "5") and rule_has("book/5.3/batched", "5.3") and rule_has("book/5.30", "5.30")
    assert not rule_has("book/5.30", "5.3") and not rule_has("book/5.3", "")


def test_one_of_ones_own_stands_under_its_own_title_with_the_rule_beside_it(tmp_path: Path, own: Path) -> None:
    ruled = COMMENTED.replace("- say: Mine.", "- {say: Mine., rule: full-thrust-base/5.3}").replace(
        "title: ", "rule: full-thrust-base/5.3\ntitle: Mine, ", 1
    )
    (own / "mine.yaml").write_text(ruled, encoding="utf-8")
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    hand.window.take(gallery.open_demonstration(own / "mine.yaml"))
    screen = hand.top
    assert isinstance(screen, DemonstrationScreen)
    screen.fresh()
    (head,) = (one for one in screen.focus.widgets if isinstance(one, TitleLines))
    assert head.title == screen.show.title and head.title.startswith("Mine, ")
    assert head.under.startswith("5.3  ") and head.rule == "full-thrust-base/5.3"


def test_the_search_narrows_the_cards_by_pointer_and_by_keys(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    every = cards(gallery)
    hand.key(pygame.K_SLASH)
    type_in(hand, "threshold")
    found = cards(gallery)
    assert 0 < len(found) < len(every) and gallery.titles(pygame.Rect(0, 0, 1280, 800))[1] == f"{len(found)} found"
    hand.key(pygame.K_p)  # a letter, while one types
    assert hand.top is gallery
    hand.key(pygame.K_RETURN)
    assert isinstance(hand.top, DemonstrationScreen) and hand.top.place == (1, len(found)), (
        "pages turn through what was found"
    )
    hand.key(pygame.K_ESCAPE)
    assert hand.top is gallery and gallery.words == "threshold"
    hand.key(pygame.K_ESCAPE)
    assert cards(gallery) == every and hand.top is gallery
    hand.click(gallery.search.rect.center)
    type_in(hand, "nothing at all like this")
    assert cards(gallery) == [] and "None has these words" in gallery._nothing()


@pytest.mark.parametrize("words", ["raking", "turn", "screen", "grapple", "point defence"])
def test_what_is_found_stands_under_its_game_the_plain_rule_before_its_variants(tmp_path: Path, words: str) -> None:
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    for system in gallery.systems:
        gallery.choose(system)
        gallery._search(words)
        hand.wait()
        groups = gallery.groups
        assert {title for (title, _), _ in groups} <= {one.title for one in gallery.systems}
        assert all(one.system in ("", title) for (title, _), members in groups for one in members)
        here = [title for (title, _), _ in groups]
        best = {title: members[0].rank(tokens(words))[0] for (title, _), members in groups}
        assert best.get(system.title, 2) > min(best.values()) or here[0] == system.title, "the chosen game comes first"
        for _, members in groups:
            ranks = [one.rank(tokens(words)) for one in members]
            assert ranks == sorted(ranks)
        heads = [one.chapter for one in gallery.cards.widgets if isinstance(one, ChapterHeading)]
        assert heads == here
        gallery.choose(system)
        assert system.title not in here or gallery.groups[0][0][0] == system.title, "a game that is pressed comes first"


def test_of_the_games_that_is_lit_which_comes_first_and_none_that_has_no_hit(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    lights = {"grapple": "full-sail", "broadside": "full-sail", "snapped": "power-hex", "mine": "full-thrust"}
    for words, lit in lights.items():
        gallery._search(words)
        gallery.fresh()
        here = {title for (title, _), _ in gallery.groups}
        games = [w for w in gallery.focus.widgets if isinstance(w, SystemCard)]
        assert [w.system.key for w in games if w.chosen] == [lit], words
        assert {w.system.title for w in games if w.enabled} == here, words


@pytest.mark.parametrize(
    ("game", "words", "first"),
    [
        ("full-thrust", "corkscrew", "corkscrew"), ("full-thrust", "rake", "raking"),
        ("full-thrust", "boarding", "boarding"), ("full-thrust", "mine", "mines"),
        ("full-thrust", "torpedo", "pulse_torpedo"), ("full-thrust", "thrust", "thrust_share"),
        ("full-thrust", "turn", "turning"), ("full-thrust", "roll", "rolling_over"),
        ("full-thrust", "fighter", "launch_fighters"), ("full-thrust", "area defence", "area_defence"),
        ("hexcess", "crew", "crews"), ("hexcess", "missile", "missiles_on_rows"),
        ("hexcess", "asteroid", "rock_in_the_way"), ("hexcess", "control", "overdriven"),
        ("hexcess", "turn", "dear_turns"),
        ("easyhex", "pivots", "pivot_and_fly"), ("easyhex", "screen", "hard_screens"),
        ("easyhex", "flotilla", "one_marker_for_all"),
        ("hex12", "spine", "along_the_spine"), ("hex12", "spines", "along_the_spine"),
        ("hex12", "side-slip", "slip_on_hexes"), ("hex12", "backfire", "backfire_on_hexes"),
        ("full-sail", "grapple", "grapples"), ("full-sail", "grappling", "grapples"),
        ("full-sail", "board", "over_the_rail"), ("full-sail", "raking", "across_the_stern"),
        ("full-sail", "breakaway", "against_their_will"), ("full-sail", "honour", "too_small"),
        ("full-sail", "turn", "a_turn_at_sea"),
        ("full-sail", "foul", "fouled"), ("full-sail", "anchor", "anchors"), ("full-sail", "wind", "points_of_sail"),
        ("full-sail", "broadside", "three_bands"), ("full-sail", "range", "three_bands"),
        ("power-hex", "turn", "a_turn_goes_on"),
        ("power-hex", "pivoting", "a_pivot_takes_time"), ("power-hex", "slide", "slid_aside"),
        ("power-hex", "snap", "snapped_round"), ("power-hex", "shield", "shields_take_a_point"),
    ],
)  # fmt: skip
def test_a_word_finds_the_plain_rule_of_that_name_first(game: str, words: str, first: str) -> None:
    assert ranked(of_game(ALL, SYSTEMS[game]), words)[0].name == first


def test_a_word_is_no_form_of_another() -> None:
    alike = (
        "spin spins spinning",
        "spine spines",
        "fire fired firing",
        "ram ramming",
        "grapple grappling",
        "box boxes",
    )
    assert [len({stem(word) for word in words.split()}) for words in alike] == [1] * len(alike)
    assert stem("spin") != stem("spines")


def test_the_plain_rule_is_found_first() -> None:
    sail = [one for one in ALL if one.system == "Full Sail"]
    found = [one for one in ranked(sail, "raking") if one.rule == "sail/4.2" and one.file]
    settings = [len(one.file.house) for one in found if one.file]
    assert (
        "across_the_stern" in [one.name for one in found[:2]] and settings == sorted(settings) and len({*settings}) > 1
    )


# -- a whole chapter ---------------------------------------------------------------------------------------------------


def played_through(screen: DemonstrationScreen, most: int = 4000) -> list[str]:
    """Return the titles of what is shown until it comes to rest."""
    titles = [screen.show.title]
    for _ in range(most):
        screen.draw(pygame.Surface((1280, 800)))
        screen.tick(5.0)
        if screen.show.title != titles[-1]:
            titles.append(screen.show.title)
        if not screen.playing and not screen.moving:
            return titles
    raise AssertionError("it never came to rest")


def test_a_chapter_is_played_one_demonstration_after_the_other(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    gallery.choose(SYSTEMS["full-sail"])
    hand.wait(1)
    hand.press("chapter Fire and explosions")
    hand.press("play Fire and explosions")
    show = hand.top
    assert isinstance(show, DemonstrationScreen) and show.onward and show.place == (1, 5) and show.playing
    expected = [one.title for one in gallery.exhibits if one.chapter[1] == "Fire and explosions"]
    assert played_through(show) == expected and show.place == (5, 5)


def test_by_keys_a_chapter_is_played_from_the_card_that_has_the_ring(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    hand.key(pygame.K_DOWN, pygame.K_RIGHT)
    at = gallery.focus.at
    assert isinstance(at, ExhibitCard)
    hand.key(pygame.K_p)
    assert isinstance(hand.top, DemonstrationScreen) and hand.top.show.title == at.exhibit.title and hand.top.onward


def test_one_that_was_opened_alone_stops_at_its_end(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    at_gallery(hand)
    hand.key(pygame.K_DOWN, pygame.K_RETURN)
    assert isinstance(hand.top, DemonstrationScreen)
    assert len(played_through(hand.top)) == 1


# -- large captions ----------------------------------------------------------------------------------------------------


def test_captions_are_large_by_a_key_a_button_and_the_settings(tmp_path: Path) -> None:
    screen = screen_of("threshold_check")
    settled(screen)
    usual = next(w for w in screen.focus.widgets if isinstance(w, caption.Caption)).sized_lines()[0][0]
    press(screen, pygame.K_l)
    settled(screen)
    large = next(w for w in screen.focus.widgets if isinstance(w, caption.Caption))
    assert large.sized_lines()[0][0] >= 1.3 * usual and large.high <= large.rect.h
    assert preferences.settings.large_captions
    hand = Hand(tmp_path)
    hand.window.take(hand.program.demonstration(ALL[0].path))
    hand.wait(1)
    hand.press("letters")
    assert not preferences.settings.large_captions


def test_the_settings_keep_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand(tmp_path)
    monkeypatch.setattr(preferences, "keeps", True)
    hand.key(pygame.K_t)
    hand.tab_to("captions")
    hand.key(pygame.K_RIGHT)
    assert preferences.settings.large_captions and read_settings()[0].large_captions


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_large_captions_fit_every_window(size: tuple[int, int], scale: float) -> None:
    preferences.settings = preferences.settings.model_copy(update={"large_captions": True})
    for name in ("threshold_check", "turning", "across_the_stern"):
        screen = screen_of(name)
        for index in range(len(screen.show.steps)):
            screen.player.jump(index)
            assert not faults(read(screen, size, scale), size), (name, index)
            words = next(w for w in screen.focus.widgets if isinstance(w, caption.Caption))
            assert words.high <= words.rect.h + 1, (name, index)
            assert screen.board.rect.h > 60


# -- one's own ---------------------------------------------------------------------------------------------------------


def test_one_is_renamed_by_its_button_and_by_a_key(tmp_path: Path, own: Path) -> None:
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    hand.press("chapter Your own")
    hand.press("rename mine")
    field = gallery.focus.at
    assert isinstance(field, TextField) and field.name == "new title"
    type_in(hand, "Crossed: the “T”")
    hand.key(pygame.K_RETURN)
    assert not (own / "mine.yaml").exists()
    renamed = own / "crossed-the-t.yaml"
    text = renamed.read_text(encoding="utf-8")
    assert "# by hand" in text and "- say: Mine." in text
    assert next(one.title for one in gallery.exhibits if one.own and one.file) == "Crossed: the “T”"
    card = next(w for w in gallery.cards.widgets if isinstance(w, ExhibitCard) and w.exhibit.path == renamed)
    gallery.focus.focus(card, True)
    hand.key(pygame.K_r)
    type_in(hand, "Something else")
    hand.key(pygame.K_ESCAPE)
    assert renamed.exists() and gallery.renamed is None and hand.top is gallery


def test_one_is_deleted_only_when_it_was_asked_for_twice(tmp_path: Path, own: Path) -> None:
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    hand.press("chapter Your own")
    hand.press("delete other")
    asked = next(w for w in gallery.focus.widgets if w.name == "delete other")
    assert (own / "other.yaml").exists() and isinstance(asked, Button) and asked.label == "Delete it?"
    hand.key(pygame.K_ESCAPE)
    assert gallery.sure is None and hand.top is gallery
    hand.press("delete other")
    hand.press("delete other")
    assert not (own / "other.yaml").exists() and "other" not in cards(gallery)
    card = next(w for w in gallery.cards.widgets if isinstance(w, ExhibitCard) and w.exhibit.name == "broken")
    gallery.focus.focus(card, True)
    hand.key(pygame.K_DELETE)
    assert (own / "broken.yaml").exists()
    card = next(w for w in gallery.cards.widgets if isinstance(w, ExhibitCard) and w.exhibit.name == "broken")
    gallery.focus.focus(card, True)
    hand.key(pygame.K_DELETE)
    assert not (own / "broken.yaml").exists() and "mine" in cards(gallery)


def test_one_is_edited_in_the_sandbox_and_written_back_into_its_file(tmp_path: Path, own: Path) -> None:
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    hand.press("chapter Your own")
    hand.press("edit mine")
    box = hand.top
    assert isinstance(box, SandboxScreen)
    hand.key(pygame.K_x, pygame.K_RETURN)
    page = hand.top
    assert isinstance(page, StoryPage) and page.path == (own / "mine.yaml", False)
    assert (own / "mine.yaml").read_text(encoding="utf-8") == COMMENTED
    hand.key(pygame.K_s, mod=pygame.KMOD_LCTRL)
    text = (own / "mine.yaml").read_text(encoding="utf-8")
    assert text != COMMENTED and "say:" in text and not [one for one in own.iterdir() if one.stem.startswith("mine-")]
    for _ in range(4):
        if hand.top is not gallery:
            hand.key(pygame.K_ESCAPE)
    assert hand.top is gallery
    assert next(one for one in gallery.exhibits if one.name == "mine").captions == text.count("say:")


def test_the_programs_own_cannot_be_changed(tmp_path: Path, own: Path) -> None:
    gallery = at_gallery(Hand(tmp_path))
    names = {
        w.name.partition(" ")[2] for w in gallery.cards.widgets if w.name.startswith(("rename ", "delete ", "edit "))
    }
    assert names == {"mine", "other", "broken"}


def test_a_title_that_cannot_be_changed_is_said(own: Path) -> None:
    with pytest.raises(CannotSave, match="needs a title"):
        retitle(own / "mine.yaml", "   ")
    folded = COMMENTED.replace("title: ", "title: >-\n  ", 1)
    (own / "mine.yaml").write_text(folded, encoding="utf-8")
    with pytest.raises(CannotSave, match="line of its own"):
        retitle(own / "mine.yaml", "Another")
    assert (own / "mine.yaml").read_text(encoding="utf-8") == folded


@pytest.mark.parametrize("size", SIZES)
def test_the_gallery_with_ones_own_fits_every_window(size: tuple[int, int], tmp_path: Path, own: Path) -> None:
    gallery = Hand(tmp_path).program.gallery()
    assert isinstance(gallery, Gallery)
    gallery.words = "mine"
    assert not faults(read(gallery, size), size)
    assert not overlaps([w for w in gallery.focus.widgets if w.window is None], size)


# -- its keys, and films -----------------------------------------------------------------------------------------------


def card_of(gallery: Gallery, name: str) -> ExhibitCard:
    gallery.fresh()
    return next(w for w in gallery.cards.widgets if isinstance(w, ExhibitCard) and w.exhibit.name == name)


def test_f2_lists_the_keys_of_the_gallery_and_of_a_demonstration(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    hand.key(pygame.K_F2)
    assert isinstance(hand.top, KeyList) and hand.top.keys is gallery.keys
    words = " ".join(one.string for one in read(hand.top, SIZES[0]))
    assert "large captions" not in words and "write the demonstration" in words
    hand.key(pygame.K_F2)
    assert narrow(hand.top, Gallery) is gallery
    hand.key(pygame.K_RIGHT)
    hand.key(pygame.K_RETURN)
    shown = hand.top
    assert isinstance(shown, DemonstrationScreen)
    hand.key(pygame.K_F2)
    assert isinstance(hand.top, KeyList) and hand.top.keys is shown.keys
    assert "large captions" in " ".join(one.string for one in read(hand.top, SIZES[0]))


def test_a_card_is_filmed_by_its_button_which_the_arrows_pass_over(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    card = next(w for w in gallery.cards.widgets if isinstance(w, ExhibitCard))
    hand.press(f"film {card.exhibit.name}")
    assert isinstance(hand.top, FilmPage) and hand.top.title == card.exhibit.title
    hand.key(pygame.K_ESCAPE)
    for key in (pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_DOWN):
        hand.key(key)
        assert isinstance(gallery.focus.at, ExhibitCard)


def test_a_card_is_filmed_by_its_key_and_a_demonstration_by_its_button(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    gallery = at_gallery(hand)
    hand.key(pygame.K_v)
    assert hand.top is gallery, "no card has the ring"
    hand.key(pygame.K_RIGHT)
    card = gallery.focus.at
    assert isinstance(card, ExhibitCard)
    hand.key(pygame.K_v)
    assert isinstance(hand.top, FilmPage) and hand.top.title == card.exhibit.title
    hand.key(pygame.K_ESCAPE)
    assert hand.top is gallery
    hand.key(pygame.K_RETURN)
    hand.press("film")
    page = hand.top
    assert isinstance(page, FilmPage) and page.title == card.exhibit.title
    hand.press("film .html")
    hand.press("make")
    assert page.written and card.exhibit.title.encode() in page.written.read_bytes()


def test_every_card_says_a_number_or_the_title_of_a_page() -> None:
    assert (
        rule_words("full-thrust-base/6.6/steered") == "6.6"
        and rule_words("manoeuvres/short-range-jump") == "Short-range jump"
    )
    assert not [one.name for one in ALL if one.rule and not re.fullmatch(r"\d+(\.\d+)?|[A-Z].*", rule_words(one.rule))]
