"""Ground on which others strike with what they fly or launch: in sight while something is dragged, as a picture that is
kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from game.battle.designs import ROOT
from game.battle.idling import nothing_more
from game.ui.input_modes.scenes import EVERY
from tests.support.ui.battle_driver import Seated
from tests.support.ui.group_battles import GROUPS, flying

pytestmark = pytest.mark.usefixtures("still")
TOOLS = {"threat", EVERY}


def of_scenario(folder: Path, name: str, phase: str) -> Seated:
    """Return a scenario as soon as a phase asks for orders."""
    text = (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8")
    seat = Seated(folder, text.replace("system:", "seed: 5\nsystem:"))
    while seat.battle.phase.name != phase:
        order = nothing_more(seat.battle)
        assert order is not None
        seat.battle.play(order)
        seat.screen.sit(seat.battle.prompts()[0].side)
        seat.screen.turn_flow.refresh()
    seat.look()
    seat.press(f"ship {seat.screen.model.waiting[0]}")
    return seat


def groups(folder: Path) -> Seated:
    seat = flying(folder, text=GROUPS)
    seat.press("ship bellows.HGRa")
    return seat


def missiles(folder: Path) -> Seated:
    return of_scenario(folder, "full_thrust/missile_ambush", "Write orders")


def on_rows(folder: Path) -> Seated:
    return of_scenario(folder, "hexcess/stones_in_flight", "Move")


def as_bytes(picture: pygame.Surface, area: pygame.Rect) -> bytes:
    return pygame.image.tobytes(picture.subsurface(area), "RGB")


@pytest.mark.parametrize(
    ("begin", "said"), [(groups, " to attack"), (missiles, "missiles of "), (on_rows, "missiles of ")]
)
def test_threatened_ground_stays_in_sight_while_something_is_dragged(
    tmp_path: Path, begin: Callable[[Path], Seated], said: str
) -> None:
    seat = begin(tmp_path)
    context, board, model = seat.screen.context, seat.screen.board, seat.screen.model
    ends = [one.at for one in model.destinations()]
    context.tools -= TOOLS
    assert not seat.screen.scene.others.grounds
    context.tools |= TOOLS
    seat.settle()
    found = seat.screen.scene.others.grounds
    named = [one for one in found if said in one.label]
    assert named and (begin is not groups or len(named) == 1), "of all groups the nearest has its words"
    layers, area = board.layers, seat.screen.layout.board
    assert as_bytes(layers.floor.picture, area) != as_bytes(layers.ground.picture, area)
    seat.lift(model.chosen, min(ends))
    floors = list[object]()
    for at in (max(ends), min(ends), max(ends)):
        seat.point(seat.xy(at), True)
        for _ in range(8):
            seat.take(seat.screen.tick(0.02))
            seat.look()
        assert seat.screen.scene.others.grounds == found and seat.screen.scene.hand.destination is not None
        floors.append(layers.floor.key)
    assert all(one is floors[0] for one in floors), "it is not drawn again for another place of what is dragged"
