"""Fire that a computer's order sets off: the results of the player's own guns wait to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.ui.battle_driver import Seated
from tests.ui.battle.sections.test_power_sheet import CLOSE

MEETS = CLOSE.replace("{name: Oreth Lattice}", "{name: Oreth Lattice, player: random}")


def sealed(seat: Seated) -> bool:
    """Return whether the player has declared fire that the computer is to set off."""
    return (
        seat.battle.phase.name == "Declare fire"
        and seat.screen.model.chosen == "bastion"
        and bool(seat.screen.model.waiting)
    )


@pytest.mark.parametrize("seed", range(4))
def test_own_fire_waits_to_be_read_whoever_spoke_last(seed: int, tmp_path: Path) -> None:
    seat, screen = (found := Seated(tmp_path, MEETS.replace("seed: 4", f"seed: {seed}"))), found.screen
    assert seat.until(sealed)
    seat.key("v")
    seat.look()
    seat.press("main")
    read = set[int]()
    while screen.flow.result or screen.flow.due().kind == "computer":
        seat.rest()
        if (result := screen.flow.result) is not None:
            assert result.by in seat.battle.state.ships
            read |= set(range(result.before, len(seat.battle.records)))
            seat.look()
            seat.key("RETURN")
            if seat.battle.phase.name == "Power":
                break
    own = [
        n
        for n, one in enumerate(seat.battle.records)
        for event in one.log
        if event.kind in ("fire", "damage") and event.dice and event.who == "bastion"
    ]
    assert own and set(own) <= read
