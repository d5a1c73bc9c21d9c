"""Dice in their tray: they tumble for a moment and lie on the faces that were rolled. No window opens."""

from __future__ import annotations

import math
import os

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pytest
from pygame import Rect, Surface

from game.core.events import Die, Event
from game.ui.battle.panels.dice_panel import DicePanel
from game.ui.playback.animation import groups
from game.ui.render.dice_tray import LARGE, DiceGroup, DiceTray, groups_of, layout
from game.ui.render.text import width


@pytest.mark.parametrize("size", ((514, 106), (220, 90), (60, 40), (4, 4)))
def test_dice_come_to_rest_on_the_faces_that_were_rolled(size: tuple[int, int]) -> None:
    tray, dst = DiceTray(Rect(5, 5, *size), seed=4), Surface((540, 130))
    dice = (Die(6), Die(5), Die(2, False), Die(6, True, True), Die(17, sides=20))
    groups = (*groups_of("Beam 3", dice), DiceGroup("Torpedo", (Die(4),)))
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


FOOTS = ((728, 159), (1104, 159), (486, 159), (532, 132))  # design pixels of the dice in the foot, and on their plate


@pytest.mark.parametrize("size", FOOTS)
@pytest.mark.parametrize("guns", (4, 6, 10))
def test_the_dice_of_every_gun_are_seen_whole(size: tuple[int, int], guns: int) -> None:
    faces = (Die(6), Die(5), Die(2, False), Die(6, True, True), Die(1, False, True))
    events = [Event("fire", "", f"{{lancet}} fires gun {n}", "lancet", "vesper", faces, "12 MU, 3 dice", f"{n} damage")
              for n in range(guns)]  # fmt: skip
    tray = DiceTray(Rect(0, 0, 1, 1), seed=3)
    panel = DicePanel(Rect((24, 24), size), tray, events, {}, {"lancet": "Lancet"})
    tray.throw(groups(events, {}, {"lancet": "Lancet"}), still=True)
    inside, half = Rect((0, 0), tray.rect.size), tray._placed.die / 2
    assert panel.rect.contains(tray.rect) and len(tray.dice) == 5 * guns
    for n, one in enumerate(tray.dice):
        side = Rect(0, 0, 2 * half, 2 * half)
        side.center = round(one.rest[0]), round(one.rest[1])
        assert inside.contains(side), f"die {n} is cut"
        assert all(math.dist(one.rest, other.rest) > 2 * half for other in tray.dice[:n])
    assert all(inside.collidepoint(at[0], at[1] - 8) and inside.collidepoint(at[0], at[1] + 7) for at in tray._placed.captions)
    if guns == 4:
        assert tray._placed.die >= 18, "large enough to be read"
    assert len(panel.lines) == guns or panel.hint.count("\n") == guns - 1, "words that make way are read in the hint"


def test_the_name_of_a_gun_is_written_whole_where_there_is_room() -> None:
    dice, wide = Die(11, sides=20), Rect(0, 0, 630, 108)
    for count in (1, 4):
        placed = layout(wide.size, [DiceGroup("Sevenfold’s Plasma S", (dice,))] * count)
        assert width("Sevenfold’s Plasma S", 14, "s") <= placed.widest and placed.die == LARGE
    short = layout((220, 90), [DiceGroup("Sevenfold’s Plasma S", (dice,))] * 3)
    assert short.widest < width("Sevenfold’s Plasma S", 14, "s"), "three of them leave no room beside one another"


def test_initiative_rolled_twice_says_who_has_it() -> None:
    names = {"azure": "Azure League", "amber": "Amber Pact"}
    rolls = [Event("initiative", "", f"{{{side}}} rolls for initiative", side, dice=(Die(face),))
             for side, face in (("azure", 4), ("amber", 4), ("azure", 2), ("amber", 5))]  # fmt: skip
    events = [*rolls, Event("initiative", "", "{amber} has the initiative and fires first", "amber")]
    tray = DiceTray(Rect(0, 0, 1, 1), seed=3)
    panel = DicePanel(Rect(24, 24, 728, 159), tray, events, {}, names)
    assert panel.summary == "Amber Pact has the initiative and fires first"
    assert panel.lines == ["Azure League 4, Amber Pact 4: a tie, they roll again", "Azure League 2, Amber Pact 5"]
    found = groups(events, {}, names)
    assert [(one.caption, one.dice[0].again) for one in found] == [
        ("Azure", False), ("Amber", False), ("Azure", True), ("Amber", True),
    ]  # fmt: skip


def test_a_throw_can_be_skipped_or_lie_still() -> None:
    tray = DiceTray(Rect(0, 0, 400, 100), seed=1)
    tray.throw((DiceGroup("Beam", (Die(3), Die(4))),))
    tray.skip()
    assert not tray.busy and tray.faces == (3, 4)
    tray.throw((DiceGroup("Beam", (Die(1),)),), still=True)
    assert not tray.busy and tray.faces == (1,)
    tray.throw(())
    assert tray.faces == ()


def test_dice_at_rest_lie_in_the_tray_and_apart() -> None:
    tray = DiceTray(Rect(0, 0, 514, 106), seed=2)
    again, tubes = DiceGroup("again", (Die(5, again=True),)), DiceGroup("Torpedo", (Die(4), Die(5)))
    tray.throw((DiceGroup("Beam 3", (Die(6), Die(5), Die(4))), again, tubes), still=True)
    for n, one in enumerate(tray.dice):
        assert 12 < one.rest[0] < 502 and 12 < one.rest[1] < 94
        assert all(math.dist(one.rest, other.rest) > 30 for other in tray.dice[:n])
