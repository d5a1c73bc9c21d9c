"""Demonstrations at sea on the screen: a rake is shown on the ship that suffers it."""

from __future__ import annotations

import pytest
import shapely

from game.core.display import Zone
from game.ui.board.layers import ships
from game.ui.demonstration.picture import scenes
from tests.support.ui.demonstration_driver import screen_of, settled

pytestmark = pytest.mark.usefixtures("as_it_comes")


def test_the_wedge_of_a_rake_stands_at_its_target() -> None:
    steps = screen_of("across_the_stern").show.steps
    before, aimed = scenes.scene_of(steps[0]), scenes.scene_of(steps[1])
    at = shapely.Point(aimed.view.state.ships["aiglette"].at)
    for scene in (before, aimed):
        wedges = [one for one in scene.hand.overlays if isinstance(one, Zone) and one.tool == "arcs"]
        assert len(wedges) == 2 and all(shapely.Polygon(one.outline).distance(at) < 0.01 for one in wedges)
    assert {shot.note for aim in aimed.aims for shot in aim.shots if shot.bears} == {"raking"}


@pytest.mark.parametrize("name", ["helm_and_sails", "fire_aboard", "firing_high"])
def test_no_name_lies_over_an_anchor(name: str) -> None:
    screen = screen_of(name)
    settled(screen)
    scene, _ = screen.stage.picture()
    look = ships.looks(scene)
    anchors = ships.beyond_hulls(screen.board.camera, scene, look)
    assert anchors and all(word.rect.collidelist(anchors) < 0 for word in screen.board._plan.names)
