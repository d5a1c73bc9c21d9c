"""A lane of dice that is pointed at lights its shot on the board: the line, and both pieces."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from game.ui.battle.dice.dice_panel import DicePanel
from game.ui.battle.dice.volley_panel import ShotRow
from tests.support.battles import DUEL
from tests.support.ui.battle_driver import Seated
from tests.ui.battle.sections.test_power_sheet import CLOSE

pytestmark = pytest.mark.usefixtures("still")
AIMED = DUEL.replace("[44, 20]", "[34, 20]")
SIZES = [(1280, 800), (1920, 1080)]


def rolled(folder: Path, text: str, size: tuple[int, int]) -> Seated:
    """Somebody has fired all that bears, and the dice lie."""
    seat = Seated(folder, text, size)

    def fired(one: Seated) -> bool:
        return any(event.kind == "fire" and event.dice for event in one.battle.log) and bool(
            one.screen.bottom_panel.thrown.events
        )

    for _ in range(400):
        seat.rest()
        if fired(seat):
            break
        model = seat.screen.model
        if seat.screen.flow.result:
            seat.key("RETURN")
            continue
        volley = next(
            (
                found
                for key in model.waiting
                for foe in model.enemies()
                if model.input_mode == "fire" and (found := model.view.volley(key, foe.id))
            ),
            None,
        )
        order = volley or (model.view.phase.idle and model.view.phase.idle(seat.battle.state, model.prompt))
        assert order is not None and seat.screen.turn_flow.give(order), seat.screen.context.note
    seat.screen.bottom_panel.open_tab(1)
    seat.settle()
    return seat


@pytest.mark.parametrize("size", SIZES)
def test_a_lane_lights_its_line_and_both_ships(tmp_path: Path, size: tuple[int, int]) -> None:
    seat = rolled(tmp_path, AIMED, size)
    (panel,) = [one for one in seat.screen.focus.widgets if isinstance(one, DicePanel)]
    seat.point(seat.screen.layout.top.center)
    plain = seat.look().copy()
    assert seat.screen.scene.hand.focus is None
    panel.tray.scroll(len(panel.tray.lanes))
    for n, lane in enumerate(panel.tray.lanes):
        while not panel.tray.visible_rect(n):
            assert panel.tray.scroll(-1)
        seat.point(panel.tray.visible_rect(n).center)
        lit = seat.look().copy()
        focus = seat.screen.scene.hand.focus
        assert focus is not None and focus is lane.event and focus.dice
        both = [seat.pixel(key) for key in (focus.who, focus.whom) if key]
        for x, y in (*both, [(a + b) / 2 for a, b in zip(*both)] if len(both) == 2 else both[0]):
            around = [(round(x) + dx, round(y) + dy) for dx, dy in product(range(-60, 61, 2), repeat=2)]
            assert any(lit.get_at(one) != plain.get_at(one) for one in around), (focus.text, x, y)
    seat.point(seat.screen.layout.top.center)
    assert seat.screen.scene.hand.focus is None, "what is left is lit no longer"


def test_a_shot_of_the_list_and_a_step_of_it_light_it_too(tmp_path: Path) -> None:
    seat = rolled(tmp_path, CLOSE, SIZES[0])
    rows = [one for one in seat.screen.focus.widgets if isinstance(one, ShotRow) and one.shot.die]
    assert rows
    for row in rows:
        seat.point(row.rect.center)
        focus = seat.screen.scene.hand.focus
        assert focus is not None and (focus.shot, focus.who, focus.whom) == (
            row.shot.key,
            row.shot.firer,
            row.shot.target,
        )
    tray = seat.screen.bottom_panel.thrown.tray
    seat.point(tray._placed.lanes[0].rect.move(tray.rect.topleft).center)
    assert seat.screen.scene.hand.focus is not None and seat.screen.scene.hand.focus.shot
