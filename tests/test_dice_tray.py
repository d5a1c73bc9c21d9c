"""Dice in their tray: they tumble for a moment and lie on the faces that were rolled. No window opens."""

from __future__ import annotations

import math
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pytest
from pygame import Rect, Surface

from game.core.events import Die
from game.ui.effects import DiceTray, Group, groups_of


@pytest.mark.parametrize("size", ((514, 106), (220, 90), (60, 40), (4, 4)))
def test_dice_come_to_rest_on_the_faces_that_were_rolled(size: tuple[int, int]) -> None:
    tray, dst = DiceTray(Rect(5, 5, *size), seed=4), Surface((540, 130))
    dice = (Die(6), Die(5), Die(2, False), Die(6, True, True), Die(17, sides=20))
    groups = (*groups_of("Beam 3", dice), Group("Torpedo", (Die(4),)))
    assert [group.caption for group in groups] == ["Beam 3", "again", "Torpedo"]
    tray.throw(groups)
    assert tray.busy and 0.5 <= tray.length <= 0.9
    passed = 0.0
    while tray.busy:
        tray.draw(dst)
        assert tray.tick(0.05)
        passed += 0.05
    assert passed <= 0.95
    assert tray.faces == (6, 5, 2, 17, 6, 4)
    for one in tray.dice:
        assert one.way[-1][:2] == pytest.approx(one.rest, abs=1.5) and one.faces[-1] == one.face
    tray.draw(dst)


def test_a_throw_can_be_skipped_or_lie_still() -> None:
    tray = DiceTray(Rect(0, 0, 400, 100), seed=1)
    tray.throw((Group("Beam", (Die(3), Die(4))),))
    tray.skip()
    assert not tray.busy and tray.faces == (3, 4)
    tray.throw((Group("Beam", (Die(1),)),), still=True)
    assert not tray.busy and tray.faces == (1,)
    tray.throw(())
    assert tray.faces == ()


def test_dice_at_rest_lie_in_the_tray_and_apart() -> None:
    tray = DiceTray(Rect(0, 0, 514, 106), seed=2)
    again, tubes = Group("again", (Die(5, again=True),)), Group("Torpedo", (Die(4), Die(5)))
    tray.throw((Group("Beam 3", (Die(6), Die(5), Die(4))), again, tubes), still=True)
    for n, one in enumerate(tray.dice):
        assert 12 < one.rest[0] < 502 and 12 < one.rest[1] < 94
        assert all(math.dist(one.rest, other.rest) > 30 for other in tray.dice[:n])
