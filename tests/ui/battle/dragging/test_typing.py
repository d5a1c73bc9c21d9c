"""The line in which orders are typed: Escape closes it and leaves the order in hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from tests.support.ui.battle_driver import Seated

PLOTTED = [
    "full_thrust/first_light", "full_thrust/free_fall", "hexcess/first_furrow", "easyhex/open_pasture",
    "hex12/over_the_rows", "power_hex/slow_answer", "full_sail/weather_gauge",
]  # fmt: skip

pytestmark = pytest.mark.usefixtures("still")


def _steered(folder: Path, scenario: str) -> Seated:
    """A seat with a ship steered by keys and not yet ordered to go there."""
    seat = Seated(folder, (ROOT / "scenarios" / f"{scenario}.yaml").read_text(encoding="utf-8"))
    assert seat.until(lambda now: now.screen.model.input_mode == "plot" and bool(now.screen.model.first))
    seat.screen.commands.choose(seat.screen.model.first)
    seat.look()
    seat.key("RIGHT")
    return seat


@pytest.mark.parametrize("scenario", PLOTTED)
@pytest.mark.parametrize("typed", ["", "0", "what?"])
def test_escape_closes_the_line_and_leaves_the_order_in_hand(tmp_path: Path, scenario: str, typed: str) -> None:
    seat = _steered(tmp_path, scenario)
    model, before = seat.screen.model, seat.screen.turn_flow.main
    steered, ghost = model.order, model.ghost
    assert steered is not None and steered in model.drafts.values()
    seat.key("o")
    seat.type(typed)
    seat.key("ESCAPE")
    assert not seat.screen.field.focused
    assert (model.order, model.ghost, seat.screen.turn_flow.main) == (steered, ghost, before)
    drag = seat.screen.board_input.drag
    assert not drag.active or (drag.end and drag.end.order == steered), "the board has no other order in hand"
    assert seat.screen.scene.ghosts[steered.by] == ghost
    seat.key("ESCAPE")
    assert model.order != steered and not drag.active, "the next one lays it down"
