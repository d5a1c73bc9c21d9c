"""What the screen says of fire whose damage is done with that of all others, at the end of the turn. No window
opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.loader import load_start
from game.seating.heading import steps
from tests.support.ui.battle_driver import Seated

PASTURE = Path(__file__).resolve().parents[4] / "scenarios" / "easyhex" / "open_pasture.yaml"


@pytest.mark.usefixtures("still")
def test_no_column_is_ringed_while_damage_is_still_to_come(tmp_path: Path) -> None:
    seat = Seated(tmp_path, PASTURE.read_text(encoding="utf-8"))
    assert seat.until(lambda now: now.screen.model.input_mode == "fire" and bool(bearing(now)))
    target, panel = bearing(seat), seat.screen.bottom_panel
    seat.screen.commands.aiming.aim_at(target)
    seat.screen.commands.aiming.all()
    assert [one.target for one in panel.odds] == [target]
    seat.screen.commands.press()
    seat.rest()
    result = seat.screen.flow.result
    assert result is not None and not result.harm(target)
    assert any(one.score and one.score.rolled for one in result.events if one.whom == target), "it was hit"
    assert [one.target for one in panel.odds] == [target] and not panel.rolled


def bearing(seat: Seated) -> str:
    """Return an enemy at which a gun of the ship in hand bears."""
    model = seat.screen.model
    enemies = (one.id for one in model.enemies() if any(shot.bears for shot in model.fire.shots(model.chosen, one.id)))
    return next(enemies, "") if model.chosen else ""


def test_the_bar_names_the_step_that_is_shown_and_not_the_next_of_its_number() -> None:
    view = load_start(PASTURE).battle.view(None)
    view.state.phase = len(view.system.phases) - 1
    assert view.phase.name == "Asteroids drift"
    assert steps(view)[-1].name == "Asteroids drift" and steps(view, 13)[-1].name == "Damage"
