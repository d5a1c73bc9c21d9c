"""The gallery: from the menu through a demonstration into the sandbox and back, at every size, with one's own at its
end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest
from pygame import Surface

from game.battle.battle import fingerprint
from game.core.display import Token
from game.demonstrations.catalogue import CatalogueEntry, exhibits, find_demonstration, of_game
from game.systems import SYSTEMS
from game.ui.board.layers import counters
from game.ui.demonstration.gallery import Gallery
from game.ui.demonstration.gallery_cards import ExhibitCard
from game.ui.demonstration.picture.preview import preview, still
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.host.screen import Push
from game.ui.menu.screen import Menu
from game.ui.render.theme import theme
from game.ui.rulebook.page import RulePage
from tests.support.battles import DUEL
from tests.support.ui.demonstration_driver import ALL
from tests.support.ui.page_driver import SCALES, SIZES, Hand, faults, overlaps, read

pytestmark = pytest.mark.usefixtures("as_it_comes")
GAMES = {key: of_game(ALL, system) for key, system in SYSTEMS.items()}
FIRST = GAMES["full-thrust"]


def at_gallery(hand: Hand) -> Gallery:
    """Return the gallery, at which the hand is now."""
    assert isinstance(hand.top, Gallery)
    return hand.top


def test_a_picture_shows_counters_and_also_those_that_did_not_come_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fighters on their way, and a missile that is shot down in the step of the picture."""
    laid: list[Token] = []

    def noted(one: Token, *_: object) -> Surface:
        laid.append(one)
        return Surface((4, 4))

    monkeypatch.setattr(counters, "token_picture", noted)
    for name, letter in (("guns_against_flights", "A"), ("shot_out_of_the_sky", "S"), ("steered_missile", "S")):
        laid.clear()
        preview(next(one for one in ALL if one.name == name).steps, (280, 120))
        assert [one.letter for one in laid][:1] == [letter], name


# -- from the menu, and taken over -------------------------------------------------------------------------------------


def test_keys_alone_lead_from_the_menu_through_a_demonstration_into_the_sandbox_and_back(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_d)
    assert isinstance(hand.top, Gallery)
    hand.key(pygame.K_DOWN, pygame.K_RETURN)
    show = hand.top
    assert isinstance(show, DemonstrationScreen) and show.place == (1, len(FIRST)) and show.playing
    hand.key(pygame.K_RIGHT)
    assert not show.playing
    step = show.show.step
    hand.key(pygame.K_t)
    taken = hand.top
    assert taken is not show
    hand.window.stack[-1].draw(hand.surface)
    assert fingerprint(show.show.taken_over().battle.state) == fingerprint(step.view.state)
    for _ in range(3):  # a ship in hand is laid down first
        if hand.top is not show:
            hand.key(pygame.K_ESCAPE)
    assert hand.top is show and show.show.step is step
    hand.key(pygame.K_PAGEDOWN)
    assert show.place[0] == 2 and show.show.index == 0
    hand.key(pygame.K_PAGEUP)
    assert show.place[0] == 1
    hand.key(pygame.K_ESCAPE)
    assert isinstance(hand.top, Gallery)
    hand.key(pygame.K_ESCAPE)
    assert isinstance(hand.top, Menu)


def test_the_pointer_alone_leads_from_the_menu_through_a_demonstration(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.press("Demonstrations")
    gallery = at_gallery(hand)
    hand.press("chapter Weapons and systems")
    card = next(w for w in gallery.cards.widgets if isinstance(w, ExhibitCard) and gallery.cards.rect.contains(w.rect))
    assert card.exhibit.chapter[1] == "Weapons and systems"
    hand.click(card.rect.center)
    assert isinstance(hand.top, DemonstrationScreen) and hand.top.show.title == card.exhibit.title
    hand.press("next")
    assert hand.top.show.index == 1
    hand.press("later")
    assert hand.top.show.index == 0 and hand.top.show.title != card.exhibit.title
    hand.press("leave")
    assert at_gallery(hand) is gallery


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_the_gallery_fits_every_window(size: tuple[int, int], scale: float, tmp_path: Path) -> None:
    gallery = Hand(tmp_path).program.gallery()
    assert isinstance(gallery, Gallery)
    assert not faults(read(gallery, size, scale), size)
    assert not overlaps([w for w in gallery.focus.widgets if w.window is None], size)
    assert carded(gallery) == {one.name for one in FIRST}


def carded(gallery: Gallery) -> set[str]:
    """Return the demonstrations that have a card just now."""
    return {w.exhibit.name for w in gallery.cards.widgets if isinstance(w, ExhibitCard)}


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_every_card_says_its_title_and_what_it_shows_uncut(size: tuple[int, int], tmp_path: Path) -> None:
    gallery = Hand(tmp_path).program.gallery()
    assert isinstance(gallery, Gallery)
    cut = list[str]()
    for system in gallery.systems:
        gallery.choose(system)
        read(gallery, size)
        cut += [one.exhibit.name for one in gallery.cards.widgets if isinstance(one, ExhibitCard) and not one.whole]
    assert not cut, f"{len(cut)} are too long for their card"


def test_every_demonstration_is_under_its_game_and_under_no_other() -> None:
    assert sorted(one.name for shown in GAMES.values() for one in shown) == sorted(one.name for one in ALL)
    assert all(one.path.parent.name == key.replace("-", "_") for key, shown in GAMES.items() for one in shown)


def test_keys_choose_the_game_and_pages_turn_within_it(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_d)
    gallery = at_gallery(hand)
    for number, shown in enumerate(GAMES.values()):
        hand.key(pygame.K_1 + number)
        assert carded(gallery) == {one.name for one in shown}
        assert f"{len(shown)} rules at work, with the dice set beforehand" in {
            word.string for word in read(gallery, (1280, 800))
        }
    hand.key(pygame.K_DOWN, pygame.K_RETURN, pygame.K_END, pygame.K_PAGEDOWN)
    assert hand.top.place == (2, len(shown)) and hand.top.show.title == shown[1].title
    hand.key(pygame.K_ESCAPE)
    assert hand.top is gallery and gallery.exhibits == shown


def test_the_pointer_chooses_the_game(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.press("Demonstrations")
    gallery = at_gallery(hand)
    hand.press("system easyhex")
    assert carded(gallery) == {one.name for one in GAMES["easyhex"]}
    assert not gallery.index.widgets and gallery.cards.rect.x < 60, "one chapter needs no list of chapters"
    hand.press(f"demonstration {GAMES['easyhex'][1].name}")
    assert hand.top.place == (2, len(GAMES["easyhex"]))


def test_the_gallery_begins_with_the_game_of_the_menu_and_with_that_of_a_file(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.press("system hex12")
    hand.key(pygame.K_d)
    assert carded(hand.top) == {one.name for one in GAMES["hex12"]}
    answer = hand.program.demonstration(find_demonstration("front_and_sides"))
    assert isinstance(answer, Push) and isinstance(answer.screen, DemonstrationScreen)
    names = [one.name for one in GAMES["hexcess"]]
    assert answer.screen.place == (names.index("front_and_sides") + 1, len(names))


def test_ones_own_demonstrations_come_last_in_the_gallery(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "demonstrations"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(DUEL + "script:\n- say: Mine.\n", encoding="utf-8")
    hand = Hand(tmp_path)
    hand.key(pygame.K_d)
    last = [w for w in at_gallery(hand).cards.widgets if isinstance(w, ExhibitCard)][-1]
    assert isinstance(last, ExhibitCard) and last.exhibit.name == "mine" and last.exhibit.chapter[1] == "Your own"
    assert find_demonstration("mine") == folder / "mine.yaml" and not [one for one in exhibits() if one.own]
    hand.press("chapter Your own")
    hand.press("demonstration mine")
    assert isinstance(hand.top, DemonstrationScreen) and hand.top.place == (len(FIRST) + 1, len(FIRST) + 1)


def test_a_broken_file_opens_its_mistakes(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(DUEL.replace("lancet, at", "lancit, at"), encoding="utf-8")
    answer = Hand(tmp_path).program.demonstration(bad)
    assert isinstance(answer, Push) and type(answer.screen).__name__ == "Problems"


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_pictures_show_something(one: CatalogueEntry) -> None:
    steps = one.steps
    theme.scale = 1.0
    for picture in (preview(steps, (280, 120)), still(steps[-1], steps, (640, 360))):
        some = pygame.surfarray.array3d(picture)[::3, ::3].reshape(-1, 3)
        assert len(np.unique(some, axis=0)) > 40


@pytest.mark.parametrize("place", [Gallery, RulePage])
def test_esc_ends_a_search_and_its_field_takes_no_more_keys(tmp_path: Path, place: type) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_d if place is Gallery else pygame.K_r)
    assert isinstance(hand.top, place)
    page: Any = hand.top
    hand.key(pygame.K_SLASH)
    page.focus.at.insert("torpedo")
    assert page.words == "torpedo"
    hand.key(pygame.K_ESCAPE)
    assert not page.words and (page.focus.at is None or not page.focus.at.wants_text) and hand.top is page


def test_each_hit_of_a_search_says_its_game(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_d)
    gallery = at_gallery(hand)
    assert {one.game for one in cards(gallery)} == {""}, "they are all of the game that is lit"
    gallery.search.insert("turn")
    hand.wait()
    found = {one.exhibit.path: one.game for one in cards(gallery)}
    assert len({*found.values()}) > 2
    for key, system in SYSTEMS.items():
        assert {path for path, game in found.items() if game == system.title} <= {one.path for one in GAMES[key]}


def cards(gallery: Gallery) -> list[ExhibitCard]:
    """Return the cards that are laid out."""
    return [one for one in gallery.focus.widgets if isinstance(one, ExhibitCard)]
