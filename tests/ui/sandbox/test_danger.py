"""What the orders of a plan may cost is shown in the sandbox as it is in a battle: on the way, on the plate, at every
end."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.ui.board.layers.danger import UNKNOWN
from tests.support.ui.page_driver import reader
from tests.support.ui.sandbox_driver import START, Sat

AT_TAVIRA = START.replace("at: [12, 20], course: 2, velocity: 8", "at: [25, 24], course: 3, velocity: 10")
FRAME = 0.02


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_way_through_a_planet_is_told_before_any_die_is_rolled(tmp_path: Path, size: tuple[int, int]) -> None:
    sat = Sat(tmp_path, AT_TAVIRA, size)
    context = sat.screen.context
    context.choose("lancet")
    context.commands.give("lancet", "P1-1")
    sat.settle()
    doom = sat.screen.scene.dooms["lancet"]
    assert doom.words == "Tavira: lost 33 %" and doom.grave
    with reader(sat.frame) as written:
        sat.screen.draw(sat.frame)
    assert [one for one in written if one.string == doom.words and one.seen == one.box]
    context.commands.give("lancet", "S3-3")
    sat.settle()
    assert "lancet" not in sat.screen.scene.dooms


def test_ends_at_which_a_ship_may_be_lost_are_red(tmp_path: Path) -> None:
    sat = Sat(tmp_path, AT_TAVIRA)
    context = sat.screen.context
    context.tools |= {"reach"}
    context.choose("lancet")
    sat.settle()
    while sat.screen.board_input.ends.behind:
        sat.screen.tick(FRAME)
    scene = sat.screen.scene
    lost = {str(one.order): chance for one, chance in zip(scene.asked.destinations, scene.hand.hazards, strict=True)}
    assert lost["0"] == pytest.approx(1 / 2) and lost["S3-3"] == 0 and UNKNOWN not in lost.values()


def test_the_order_that_is_pulled_along_is_told_too(tmp_path: Path) -> None:
    sat = Sat(tmp_path, AT_TAVIRA)
    sat.screen.context.choose("lancet")
    sat.settle()
    sat.screen.board_input.nudge(0, -1)
    assert sat.screen.scene.dooms["lancet"].grave
    sat.screen.board_input.drag.cancel()
