"""What a ship has ordered decides what its guns can do: rows, board and badges say so."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from game.core.display import Cause
from game.ui.battle.panels.ship_list import note_of
from game.ui.input_modes.fire import BRIEF
from game.ui.session.seat_model import SeatModel
from tests.support.battles import laid, paper

EXOTIC = paper(
    "Exotic",
    """\
  cupola: {side: amber, design: cupola, at: [36, 20], course: 9, velocity: 4}
  heliograph: {side: azure, design: heliograph, at: [16, 20], course: 3, velocity: 4}
  petrel: {side: azure, design: petrel, at: [20, 14], course: 3, velocity: 6}
""",
)


def asked(folder: Path, side: str, key: str, order: str) -> SeatModel:
    """What that side sees as it is asked who fires, one ship with an order."""
    battle = laid(folder, EXOTIC).battle
    for by, text in ((key, order), ("azure", "lock"), ("amber", "lock")):
        battle.play(battle.read(by, text))
    assert battle.phase.name == "Ships fire"
    if battle.prompts()[0].side != side:
        battle.play(battle.read(battle.prompts()[0].waiting[0], "hold"))
    return SeatModel(battle.view(side))


@pytest.mark.parametrize(
    ("key", "order", "side", "why"),
    [
        ("petrel", "SHROUD", "azure", "behind its vapour shroud Petrel fires nothing"),
        ("cupola", "NOVA", "amber", "Cupola's nova cannon takes all power: nothing else fires"),
    ],
)
def test_a_ship_that_its_order_silences_is_not_said_to_be_out_of_arc(
    tmp_path: Path, key: str, order: str, side: str, why: str
) -> None:
    note = note_of(asked(tmp_path, side, key, order), key)
    assert (note.words, note.brief, note.why) == ("cannot fire", "its order forbids it", why)


def test_every_cause_of_a_refusal_has_a_short_reason_of_its_own() -> None:
    assert set(BRIEF) == set(get_args(Cause)) - {""}
