"""Demonstrations at sea on the screen: a rake is shown on the ship that suffers it."""

from __future__ import annotations

import pytest
import shapely

from game.core.display import Zone
from game.ui.demonstration.picture import scenes
from tests.support.ui.demonstration_driver import screen_of

pytestmark = pytest.mark.usefixtures("as_it_comes")


def test_the_wedge_of_a_rake_stands_at_its_target() -> None:
    steps = screen_of("across_the_stern").show.steps
    before, aimed = scenes.scene_of(steps[0]), scenes.scene_of(steps[1])
    at = shapely.Point(aimed.view.state.ships["aiglette"].at)
    for scene in (before, aimed):
        wedges = [one for one in scene.hand.overlays if isinstance(one, Zone) and one.tool == "arcs"]
        assert len(wedges) == 2 and all(shapely.Polygon(one.outline).distance(at) < 0.01 for one in wedges)
    assert {shot.note for aim in aimed.aims for shot in aim.shots if shot.bears} == {"raking"}
