"""What the screen shows of a snap and of a launch before they are decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.display import Fan
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import Seated

SNAPS = """\
version: 1
title: Snaps
system: power-hex
seed: 4
sides: {halden: {name: Halden Concord}, oreth: {name: Oreth Lattice}}
table: {hexes: [40, 30]}
ships:
  warden: {side: halden, design: warden, at: [10, 10], course: 4, velocity: 4}
  helix: {side: oreth, design: helix, at: [24, 8], course: 10, velocity: 1}
victory: {kind: last-side, turns: 15}
"""
LAUNCH = SNAPS.replace("warden", "citadel")


def fan(seat: Seated) -> Fan:
    """Return the only fan on the board."""
    (found,) = [one for one in seat.screen.scene.hand.overlays if isinstance(one, Fan)]
    return found


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_snap_is_shown_with_the_arcs_that_it_gives(size: tuple[int, int], tmp_path: Path) -> None:
    seat = Seated(tmp_path, SNAPS, size)
    seat.look()
    assert seat.battle.phase.name == "Early snaps" and fan(seat).facing == 4 and not seat.screen.scene.ghosts
    seat.press("kind 60° to starboard")
    assert seat.screen.scene.ghosts["warden"].facing == 6 and fan(seat).facing == 6
    assert seat.screen.turn_flow.main.label == "Warden: snap to starboard"
    seat.press("kind roll")
    assert not seat.screen.scene.ghosts and fan(seat).facing == 4


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_launch_weighs_its_targets_and_shows_how_far_it_reaches(size: tuple[int, int], tmp_path: Path) -> None:
    seat = Seated(tmp_path, LAUNCH, size)
    seat.look()
    assert seat.battle.phase.name == "Ballistics" and fan(seat).reach == 12
    assert seat.widget("tube_1 Helix", Button).label == "Helix, too far: 13 of 12 hexes if it holds on"
    seat.press("tube_1 Helix")
    assert [one.words for one in seat.screen.model.risks()] == ["too far: 13 of 12 hexes"]
