"""What is pressed in the order form stays under the pointer, whatever else comes into the form by it."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import Seated, at_scale

pytestmark = pytest.mark.usefixtures("still")


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
@pytest.mark.parametrize("scenario", ["full_thrust/stern_chase", "hexcess/first_furrow"])
def test_no_button_of_a_form_moves_from_under_the_pointer(tmp_path: Path, scenario: str, size: tuple[int, int]) -> None:
    at_scale(1.0)
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{scenario}.yaml").read_text(encoding="utf-8"), size)
    assert seat.until(lambda now: now.screen.model.input_mode == "plot" and bool(now.screen.model.waiting))
    seat.screen.commands.choose(seat.screen.model.first)
    seat.settle()
    seat.look()
    panels, begun = seat.screen.panels, seat.screen.model.hand

    def laid() -> dict[str, Button]:
        return {one.name: one for one in panels.sheet if isinstance(one, Button) and one.on_press}

    pressed = 0
    for name in laid():
        seat.screen.model.put(begun)
        seat.screen.context.change()
        seat.point((5, 5))
        seat.look()
        before = laid().get(name)
        if before is None or not before.enabled or not seat.screen.layout.sheet.contains(before.rect):
            continue
        at = before.rect.y
        seat.press(name)
        seat.settle()
        seat.look()
        assert name not in laid() or laid()[name].rect.y == at, name
        pressed += 1
    assert pressed > 2
