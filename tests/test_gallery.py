"""The gallery: from the menu through a demonstration into the sandbox and back, at every size, with one's own at its end."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.battle import fingerprint
from game.gallery import Exhibit, exhibits, found
from game.ui.app import Push
from game.ui.demonstration.gallery import ExhibitCard, Gallery
from game.ui.demonstration.preview import preview
from game.ui.demonstration.screen import DemonstrationScreen
from game.ui.demonstration.still import still
from game.ui.menu.screen import Menu
from game.ui.theme import theme
from tests.demonstrated import ALL
from tests.laid import DUEL
from tests.pages import SCALES, SIZES, Hand, faults, overlaps, read

pytestmark = pytest.mark.usefixtures("as_it_comes")


# -- from the menu, and taken over ---------------------------------------------------------------------------------------


def test_keys_alone_lead_from_the_menu_through_a_demonstration_into_the_sandbox_and_back(tmp_path: Path) -> None:
    hand = Hand(tmp_path)
    hand.key(pygame.K_d)
    assert isinstance(hand.top, Gallery)
    hand.key(pygame.K_DOWN, pygame.K_RETURN)
    show = hand.top
    assert isinstance(show, DemonstrationScreen) and show.place == (1, len(ALL)) and show.playing
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
    gallery = hand.top
    assert isinstance(gallery, Gallery)
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
    assert hand.top is gallery


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("scale", SCALES)
def test_the_gallery_fits_every_window(size: tuple[int, int], scale: float, tmp_path: Path) -> None:
    gallery = Hand(tmp_path).program.gallery()
    assert isinstance(gallery, Gallery)
    assert not faults(read(gallery, size, scale), size)
    assert not overlaps([w for w in gallery.focus.widgets if w.window is None], size)
    assert {w.exhibit.name for w in gallery.cards.widgets if isinstance(w, ExhibitCard)} == {one.name for one in ALL}


def test_ones_own_demonstrations_come_last_in_the_gallery(tmp_path: Path) -> None:
    folder = tmp_path / "home" / "demonstrations"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(DUEL + "script:\n- say: Mine.\n", encoding="utf-8")
    hand = Hand(tmp_path)
    hand.key(pygame.K_d)
    assert isinstance(hand.top, Gallery)
    last = hand.top.cards.widgets[-1]
    assert isinstance(last, ExhibitCard) and last.exhibit.name == "mine" and last.exhibit.chapter[1] == "Your own"
    assert found("mine") == folder / "mine.yaml" and not [one for one in exhibits() if one.own]
    hand.press("chapter Your own")
    hand.press("demonstration mine")
    assert isinstance(hand.top, DemonstrationScreen) and hand.top.place == (len(ALL) + 1, len(ALL) + 1)


def test_a_broken_file_opens_its_mistakes(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(DUEL.replace("lancet, at", "lancit, at"), encoding="utf-8")
    answer = Hand(tmp_path).program.demonstration(bad)
    assert isinstance(answer, Push) and type(answer.screen).__name__ == "Problems"


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.name)
def test_pictures_show_something(one: Exhibit) -> None:
    steps = one.steps
    theme.scale = 1.0
    for picture in (preview(steps, (280, 120)), still(steps[-1], steps, (640, 360))):
        wide, high = picture.get_size()
        colours = {tuple(picture.get_at((x, y)))[:3] for x in range(0, wide, 3) for y in range(0, high, 3)}
        assert len(colours) > 40
