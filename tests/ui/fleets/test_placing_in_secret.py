"""Placing in secret: each side sits behind the curtain, and the second learns nothing of the first."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from pygame import Surface

from game.ui.fleets.placing_curtain import PlacingCurtain
from game.ui.fleets.placing_parts import strip_signs
from game.ui.host.screen import Pop
from tests.support.ui.page_driver import faults, plain, read
from tests.ui.fleets.placing_hand import PlacingHand


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    with plain():
        yield


def sitting_second(*steps: int) -> PlacingHand:
    """The second seat has just sat down, after the first has placed by these keys."""
    hand = PlacingHand(order="in secret")
    hand.hold_alone()
    hand.key(pygame.K_l, *steps, pygame.K_RETURN)
    hand.hold_alone()
    assert hand.placing.due == 1 and hand.page.curtain is None
    return hand


def picture(hand: PlacingHand) -> bytes:
    for _ in range(3):
        hand.draw()
    return pygame.image.tobytes(hand.window, "RGB")


def test_each_side_places_behind_the_curtain_and_then_all_is_shown() -> None:
    hand = PlacingHand(order="in secret")
    assert isinstance(hand.page.curtain, PlacingCurtain) and hand.page.curtain.name == hand.page.model.side(0)
    hand.key(pygame.K_r, pygame.K_RETURN)
    assert not hand.spots, "behind the curtain no key does anything"
    hand.hold_alone()
    hand.key(pygame.K_r, pygame.K_RETURN)
    assert hand.page.curtain is not None and hand.page.curtain.name == hand.page.model.side(1)
    hand.hold_alone()
    assert set(hand.page.board.scene.view.state.ships) == set()
    hand.key(pygame.K_r, pygame.K_RETURN)
    assert hand.page.curtain is None and hand.placing.due is None
    assert set(hand.page.board.scene.view.state.ships) == set(hand.placing.ships)


def test_the_second_seat_sees_the_same_whatever_the_first_did() -> None:
    """Not a pixel of curtain or page depends on the places of the first, at any step of the second's."""
    shown = []
    for steps in ((), (pygame.K_UP, pygame.K_UP, pygame.K_q, pygame.K_MINUS)):
        hand = PlacingHand(order="in secret")
        hand.hold_alone()
        hand.key(pygame.K_l, *steps, pygame.K_RETURN)
        found = [picture(hand)]
        hand.hold_alone()
        found.append(picture(hand))
        for key in (pygame.K_UP, pygame.K_l, pygame.K_DELETE, pygame.K_r, pygame.K_z):
            hand.key(key)
            found.append(picture(hand))
            found.append(repr([one.hint_now for one in hand.page.focus.widgets]).encode())
        shown.append(found)
    assert shown[0] == shown[1]


def test_undo_does_not_reach_back_across_the_curtain() -> None:
    hand = sitting_second()
    first = dict(hand.spots)
    for key in (pygame.K_z, pygame.K_y, pygame.K_z):
        hand.key(key)
        assert hand.placing.due == 1 and dict(hand.spots) == first
    assert hand.page.model.told
    hand.key(pygame.K_t)
    assert hand.placing.how == "in secret" and "in secret already" in hand.page.model.told


def test_once_all_is_shown_nothing_is_taken_back() -> None:
    hand = sitting_second()
    hand.key(pygame.K_r, pygame.K_RETURN)
    hand.key(pygame.K_z)
    assert hand.placing.due is None


def test_against_a_computer_there_is_no_curtain_and_its_ships_stay_hidden() -> None:
    hand = PlacingHand(order="in secret", players=("captain", "human"))
    assert hand.page.curtain is None and hand.placing.due == 1
    assert hand.placing.state.down and not hand.page.board.scene.view.state.ships
    assert "Placing in secret" in {one.string for one in read(hand.page, (1280, 800))}
    hand.key(pygame.K_r, pygame.K_RETURN)
    assert set(hand.page.board.scene.view.state.ships) == set(hand.placing.ships)


def test_what_stands_openly_stays_when_both_go_on_in_secret() -> None:
    hand = PlacingHand()
    hand.key(pygame.K_r, pygame.K_RETURN)
    hand.key(pygame.K_r, pygame.K_RETURN)
    hand.press("order")
    assert hand.placing.how == "in secret" and hand.page.curtain is not None
    hand.hold_alone()
    hand.key(pygame.K_r, pygame.K_RETURN)
    hand.hold_alone()
    assert {hand.placing.ships[key].seat for key in hand.page.board.scene.view.state.ships} == {0, 1}
    assert len([key for key in hand.page.board.scene.view.state.ships if hand.placing.ships[key].seat == 0]) == 1


def test_escape_leaves_from_behind_the_curtain() -> None:
    assert isinstance(PlacingHand(order="in secret").key(pygame.K_ESCAPE), Pop)


@pytest.mark.parametrize(("size", "scale"), [((1280, 800), 1.0), ((800, 500), 1.0), ((2560, 1440), 2.0)])
def test_the_curtain_fits(size: tuple[int, int], scale: float) -> None:
    hand = PlacingHand(order="in secret", size=size)
    assert hand.page.curtain is not None
    assert faults(read(hand.page, size, scale), size) == []
    hand.page.curtain.draw(Surface(size))


def test_the_curtain_lets_nobody_through_that_does_not_hold_the_button() -> None:
    hand = PlacingHand(order="in secret")
    assert hand.page.curtain is not None
    opened: list[int] = []
    curtain = PlacingCurtain(hand.page.model, 0, lambda: opened.append(1))
    curtain.draw(hand.window)
    curtain.tick(5.0)
    assert not opened and not curtain.moving


def test_the_strip_does_not_count_the_ships_of_a_secret_fleet() -> None:
    shown = []
    for count in (2, 7):
        hand = PlacingHand(fleets=({"lancet": 2}, {"cinder": count}), terms="free", order="in secret")
        shown.append(strip_signs(hand.placing))
    assert shown == [((0, 1), 0)] * 2
    hand = PlacingHand(fleets=({"lancet": 3}, {"vesper": 3}))
    hand.page.rest()
    hand.page.press()
    assert strip_signs(hand.placing) == ((0, 1, 0, 1, 0, 1), 1)
    hand.placing.switch("in secret")
    assert strip_signs(hand.placing) == ((0, 0, 1), 1)
