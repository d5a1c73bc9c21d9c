"""Where nothing is measured before a target is named, no panel tells a range, a band, odds, or whether the line is
clear.

Two battles differ in nothing but how far the enemy is, or what lies in between: all but the board looks the same in
both.
"""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.core.display import Zone
from game.ui.board.layers.fire_lines import aim_words
from tests.support.ui.battle_driver import Seated

BATTLE = """
version: 1
title: By eye
system: full-sail
seed: 5
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 16, wind_from: 9%s}
ships:
  halcyon: {side: merrow, design: halcyon, at: [20, 24], course: 12, velocity: 4}
  tern: {side: merrow, design: tern, at: %s, course: 12, velocity: 4}
  aiglette: {side: auvrac, design: aiglette, at: [%s, 24], course: 12, velocity: 4}
victory: {kind: last-side, turns: 20}
"""
AWAY = "[22, 34]"
ISLAND = ", terrain: [{kind: island, name: Gull Holm, at: [28, 26], radius: 3}]"
NEAR, FAR, TOO_FAR = BATTLE % ("", AWAY, 29), BATTLE % ("", AWAY, 48), BATTLE % ("", AWAY, 57)
BEHIND_LAND, BEHIND_A_SHIP = BATTLE % (ISLAND, AWAY, 39), BATTLE % ("", "[28, 24]", 48)
OTHERS = {"far": FAR, "too far": TOO_FAR, "behind land": BEHIND_LAND, "behind a ship": BEHIND_A_SHIP}
PANELS = ("top", "left_panel", "sheet", "bottom_panel")


def panels(seat: Seated, but: str = "") -> dict[str, bytes]:
    """Return how every part of the window but the board looks, with nothing pointed at."""
    seat.point((2, seat.frame.get_height() - 2))
    seat.settle()
    frame, layout = seat.look(), seat.screen.layout
    return {one: pygame.image.tobytes(frame.subsurface(getattr(layout, one)), "RGB") for one in PANELS if one != but}


def trained(folder: Path, text: str, phase: str) -> Seated:
    """Halcyon is in hand, Aiglette its target."""
    folder.mkdir()
    seat = Seated(folder, text)
    seat.screen.context.foot_open = True
    seat.screen.context.change()
    if phase == "Write orders":
        seat.screen.commands.choose("halcyon")
    else:
        seat.enter_until(phase, "halcyon")
    seat.settle()
    seat.click(seat.pixel("aiglette"))
    if phase == "Ships fire":
        seat.key("v")
        assert str(seat.screen.model.order) == "fire starboard>aiglette"
    return seat


@pytest.mark.parametrize("name", OTHERS)
@pytest.mark.parametrize("phase", ["Write orders", "Ships fire"])
def test_no_panel_tells_how_far_or_whether_the_line_is_clear(
    still: None, tmp_path: Path, phase: str, name: str
) -> None:
    near, other = (trained(tmp_path / one, text, phase) for one, text in (("near", NEAR), ("other", OTHERS[name])))
    for press in ("", "foot tabs"):
        if press:
            for seat in (near, other):
                seat.press(press)
        one, two = panels(near), panels(other)
        assert [part for part in one if one[part] != two[part]] == [], press


@pytest.mark.parametrize(("text", "design"), [("GRAPPLE aiglette", "aiglette"), ("SUMMON aiglette", "belle_maree")])
def test_no_order_in_hand_tells_whether_its_target_is_near_enough(
    still: None, tmp_path: Path, text: str, design: str
) -> None:
    """A target is within 6 MU for grapples and 12 MU for a summons, within the second alone, or within none."""
    shown = []
    for x in (23, 29, 48):
        battle = (BATTLE % ("", AWAY, x)).replace("design: aiglette", f"design: {design}")
        seat = trained(tmp_path / f"{x}", battle, "Write orders")
        order = seat.battle.read("halcyon", text)
        assert seat.battle.why_not(order) is None
        seat.screen.model.set_draft(order)
        seat.screen.context.change()
        shown.append(panels(seat))
    assert shown[0] == shown[1] == shown[2]


@pytest.mark.parametrize("phase", ["Write orders", "Ships fire"])
def test_no_chip_line_hint_or_card_on_the_board_tells_a_range(still: None, tmp_path: Path, phase: str) -> None:
    said = []
    for name, text in (("near", NEAR), ("far", FAR), ("hidden", BEHIND_A_SHIP)):
        seat = trained(tmp_path / name, text, phase)
        scene = seat.screen.scene
        assert not any(isinstance(one, Zone) and one.tool == "sight" for one in scene.hand.overlays)
        shots = [(shot.distance, shot.dice, shot.bears) for aim in scene.aims for shot in aim.shots]
        words = [aim_words(aim, seat.screen.board.camera.board) for aim in scene.aims]
        assert not any("MU" in one for one in words) and not seat.screen.model.fire.weighed
        said.append((words, shots))
    assert said[0] == said[1] == said[2]
