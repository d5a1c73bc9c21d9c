"""The board comes close to a fight in every phase in which a ship meets its attackers; who helps it is seen too."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.core.display import Ring
from tests.support.narrowing import present
from tests.support.ui.battle_driver import Seated

pytestmark = pytest.mark.usefixtures("still")
SIZES = ((1280, 800), (1920, 1080))
PDL = "{pd_rules: pdl}"
FILE = """
version: 1
title: Close
system: full-thrust
house: {house}
seed: 4
sides: {{azure: {{name: Azure League}}, amber: {{name: Amber Pact}}}}
ships:
  anvil: {{side: azure, design: anvil, at: [22, 24], course: 3, velocity: 0}}
  tongs: {{side: azure, design: tongs, at: [24, 20], course: 3, velocity: 0}}
  bellows: {{side: amber, design: bellows, at: [66, 40], course: 9, velocity: 0}}
counters:
  bellows.HGRa: {{at: [28, 24], course: 9}}
  bellows.HGRb: {{at: [18, 21], course: 3}}
"""


def at_phase(folder: Path, house: str, phase: str, size: tuple[int, int]) -> Seated:
    """Two groups go for Anvil; whoever is asked in a phase sits."""
    seat = Seated(folder, FILE.format(house=house), size)
    battle = seat.battle
    while battle.phase.name != phase:
        waiting = [key for prompt in battle.prompts() for key in prompt.waiting]
        if battle.phase.name == "Allocate attacks":
            order = battle.read(waiting[0], "attack anvil")
        else:
            idle = (present(battle.phase.idle)(battle.state, each) for each in battle.prompts())
            order = next(one for one in idle if not battle.why_not(one))
        battle.play(order)
    seat.screen.flow.acts = []
    seat.screen.sit(battle.prompts()[0].side)
    seat.screen.turn_flow.refresh()
    seat.settle()
    return seat


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("house", "phase"), [("{}", "Point defence"), (PDL, "Area defence"), (PDL, "Commit defence"), (PDL, "Actions")]
)
def test_all_who_fight_are_seen_large_and_within_the_ring(
    tmp_path: Path, size: tuple[int, int], house: str, phase: str
) -> None:
    seat = at_phase(tmp_path, house, phase, size)
    while not seat.screen.board.camera.still:
        seat.screen.tick(0.1)
        seat.look()
    model, camera = seat.screen.model, seat.screen.board.camera
    assert model.order is not None
    keys = set(model.order.zoom_pieces(model.view.state))
    assert keys >= {"anvil", "bellows.HGRa", "bellows.HGRb"} and "bellows" not in keys
    assert ("tongs" in keys) == (phase == "Area defence"), "who may lend is seen with it"
    assert all(camera.shows(model.view.state.known_piece(key).at) for key in keys)
    assert not camera.shows(model.view.state.ships["bellows"].at)
    ring = next(one for one in seat.screen.scene.hand.overlays if isinstance(one, Ring))
    assert ring.label == "6 MU" and ring.at == model.view.state.ships["anvil"].at
    assert seat.screen.scene.hand.focus is None, "arrows tell of all attackers, no ring of the last"
