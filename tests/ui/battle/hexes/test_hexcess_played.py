"""A battle of Hexcess Thrust at the screen, from its first frame to its outcome: by keys alone, and by the mouse
alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from game.battle.battle import fingerprint
from game.battle.designs import ROOT
from game.battle.loader import open_battle
from tests.support.ui.battle_driver import Seated

FIRST = (ROOT / "scenarios" / "hexcess" / "first_furrow.yaml").read_text(encoding="utf-8")
MOST = 500  # moments of a battle of eight turns, of which each asks for one thing


def by_keys(seat: Seated, chance: Random) -> None:
    """What the moment asks for, with keys."""
    input_mode = seat.screen.model.input_mode
    if input_mode == "plot":
        seat.key(*(chance.choice(("LEFT", "RIGHT", "UP", "DOWN")) for _ in range(chance.randrange(3))))
    elif input_mode == "fire":
        seat.key("e", "v")
    elif input_mode == "assign":
        seat.key("v")
    seat.key("RETURN")


def by_mouse(seat: Seated, chance: Random) -> None:
    """The same, with the mouse: a drag to an end, an enemy and a volley, and the main button."""
    model = seat.screen.model
    if model.input_mode == "plot" and model.waiting:
        ship = model.chosen or model.waiting[0]
        ends = [one for one in model.destinations() if not one.aside]
        if ends and ship:
            end = chance.choice(ends)
            seat.press("corner fit")
            seat.settle()
            seat.lift(ship, end.at)
            seat.drop(end.at)
    elif model.input_mode == "fire" and model.enemies():
        seat.press(f"ship {model.enemies()[0].id}")
        if any(one.name == "volley" and one.enabled for one in seat.screen.focus.widgets):
            seat.press("volley")
    seat.press("main")
    if seat.screen.context.sure:  # the end may cost the ship
        seat.press("main")


def read_on(seat: Seated, keys: bool) -> None:
    """What only waits to be read."""
    if keys:
        seat.key("RETURN")
    else:
        seat.press("main")


@pytest.mark.slow
@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("hand", [by_keys, by_mouse])
def test_a_battle_is_played_to_its_outcome(hand: Callable[[Seated, Random], None], tmp_path: Path) -> None:
    seat, chance = Seated(tmp_path, FIRST.replace("system: hexcess\n", "system: hexcess\nseed: 4\n")), Random(1)
    for _ in range(MOST):
        if seat.battle.state.outcome:
            break
        seat.settle()
        if seat.screen.flow.result:
            read_on(seat, hand is by_keys)
        else:
            hand(seat, chance)
    kinds = {type(record.order).__name__ for record in seat.battle.records}
    assert seat.battle.state.outcome is not None and {"HexMove", "Fire", "Declare"} <= kinds
    assert any(record.order.turns for record in seat.battle.records if hasattr(record.order, "turns"))
    assert any(record.faces for record in seat.battle.records) and seat.battle.verify() == []
    again = open_battle(tmp_path / "battle.yaml", seed=4).battle
    for record in seat.battle.records:
        again.play(again.read(record.order.by, str(record.order)), record.faces)
    assert fingerprint(again.state) == fingerprint(seat.battle.state)


@pytest.mark.parametrize("scenario", ["hexcess/kessarine_drift", "full_thrust/escort_screen", "power_hex/slow_answer"])
def test_a_ghost_at_the_edge_of_a_close_view_takes_the_view_along_to_the_table_and_no_farther(
    tmp_path: Path, scenario: str
) -> None:
    seat = Seated(tmp_path, (ROOT / "scenarios" / f"{scenario}.yaml").read_text(encoding="utf-8"))
    assert seat.until(lambda now: now.screen.model.input_mode == "plot" and bool(now.screen.model.chosen))
    key, camera, board = seat.screen.model.chosen, seat.screen.board.camera, seat.screen.board.rect
    camera.zoom(2.5, seat.pixel(key), glide=False)
    camera.look_at(seat.battle.state.ships[key].at, glide=False)
    seat.look()
    before, at = camera.centre, (board.right - 4, board.centery)
    seat.pull(seat.pixel(key), at)
    assert seat.screen.board_input.pulling
    seat.screen.tick(0.1)
    assert camera.centre[0] > before[0] and seat.screen.moving
    seat.settle()
    west, _, wide, _ = camera.extent
    edge = camera.xy((west + wide, 0))[0]
    assert not seat.screen.moving and board.right - 60 <= edge <= board.right
    assert seat.screen.board_input.pulling
