"""No input on the page ends in a traceback, and no ship ever stands where it may not."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.formats.user_folders import HOME
from game.systems import SYSTEMS
from game.ui.host.screen import Pop
from tests.support.ui.page_driver import plain
from tests.ui.fleets.placing_hand import PlacingHand

KEYS = (
    *(getattr(pygame, f"K_{name}") for name in (
        "LEFT", "RIGHT", "UP", "DOWN", "q", "e", "PLUS", "MINUS", "DELETE", "l", "r", "z", "y", "t", "RETURN", "SPACE",
        "TAB", "p", "ESCAPE", "f", "F2", "1", "9",
    )),
)  # fmt: skip
BUTTONS = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(HOME, str(tmp_path))
    with plain():
        yield


def do_anything(hand: PlacingHand, dice: random.Random) -> None:
    kind = dice.choice(("key", "key", "move", "button", "wheel", "time"))
    pos = dice.randrange(1280), dice.randrange(800)
    if dice.random() < 0.5 and hand.page.curtain is None and hand.page.focus.widgets:
        pos = dice.choice(hand.page.focus.widgets).rect.center
    if kind == "key":
        mod = dice.choice((0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL))
        hand.give(pygame.KEYDOWN, key=dice.choice(KEYS), mod=mod, unicode="")
        hand.give(pygame.TEXTINPUT, text=dice.choice("0123456789,.-a"))
    elif kind == "move":
        hand.move(pos)
    elif kind == "button":
        hand.give(dice.choice(BUTTONS), pos=pos, button=dice.choice((1, 1, 2, 3)))
    elif kind == "wheel":
        hand.give(pygame.MOUSEWHEEL, x=0, y=dice.choice((-1, 1)), precise_y=1.0)
    else:
        hand.page.tick(1.0)


@pytest.mark.parametrize("order", ["in turn", "in secret"])
@pytest.mark.parametrize("key", SYSTEMS)
def test_any_input_is_taken(key: str, order: str) -> None:
    dice = random.Random(f"{key} {order}")
    hand = PlacingHand(key, order=order)
    for _ in range(150):
        do_anything(hand, dice)
        spots = hand.placing.state.spots
        assert all(not hand.placing.why_not(one, spot) for one, spot in spots.items())
        assert hand.placing.due is None or hand.hand in [one.key for one in hand.placing.waiting]
        seen = set(hand.page.board.scene.view.state.ships)
        assert hand.placing.due is None or seen <= set(hand.placing.seen_by(hand.placing.due))
    assert isinstance(hand.page.back(), Pop)
