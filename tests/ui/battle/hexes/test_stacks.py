"""Of pieces that lie on each other a click takes the uppermost, and each further click on the same spot the next one
below."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.battles import paper
from tests.support.ui.battle_driver import Seated

pytestmark = pytest.mark.usefixtures("still")
SHIPS = """\
  one: {{side: azure, design: {0}, at: [20, 10], course: {2}, velocity: 0}}
  two: {{side: azure, design: {0}, at: [20, 10], course: {2}, velocity: 0}}
  foe: {{side: amber, design: {1}, at: [20, 10], course: {2}, velocity: 0}}
  far: {{side: amber, design: {1}, at: [26, 8], course: {2}, velocity: 0}}
"""
HEXES = "{hexes: [36, 24]}"
TEXTS = {
    "full-thrust": paper("Stacks", SHIPS.format("lancet", "vesper", 3)),
    "hex12": paper("Stacks", SHIPS.format("esker", "esker", 2), "hex12", table=HEXES),
    "easyhex": paper("Stacks", SHIPS.format("pinfold", "doline", 2), "easyhex", table=HEXES),
    "power-hex": paper("Stacks", SHIPS.format("bastion", "helix", 2), "power-hex", table=HEXES),
}


def clicked(seat: Seated, times: int) -> list[set[str]]:
    """Return what is in hand and what is aimed at after each click on the stack."""
    found = []
    for _ in range(times):
        seat.click(seat.screen.board.camera.xy(seat.screen.model.view.state.ships["foe"].at))
        seat.settle()
        found.append({seat.screen.model.chosen, seat.screen.model.target})
    return found


def asked_in(seat: Seated) -> Iterator[str]:
    """Yield every phase in which somebody is asked while the stack lies there, each once; nobody does anything in
    any."""
    seen = set[str]()
    for _ in range(40):
        seat.rest()
        model, phase = seat.screen.model, seat.battle.phase
        if seat.screen.flow.result:
            seat.key("RETURN")
            continue
        ships = model.view.state.ships.values()
        if len({ship.at for ship in ships if ship.id != "far" and ship.in_play}) > 1 or not model.prompt:
            return
        if phase.name not in seen and any(key in model.waiting for key in ("one", "two")):
            seen.add(phase.name)
            seat.settle()
            yield phase.name
        order = phase.idle(seat.battle.state, model.prompt) if phase.idle else None
        assert order is not None and seat.screen.turn_flow.give(order), seat.screen.context.note


@pytest.mark.parametrize("game", TEXTS)
def test_each_click_takes_the_next_one_below_in_every_phase(tmp_path: Path, game: str) -> None:
    seat, tried = Seated(tmp_path, TEXTS[game]), 0
    for phase in asked_in(seat):
        hint = seat.screen.board_input
        seat.point(seat.pixel("foe"))
        assert "Click again for the next." in hint.hint() and "Also here" in hint.hint(), phase
        found = clicked(seat, 3)
        assert found[0] != found[1] != found[2] and {"one", "two", "foe"} <= set.union(*found), (phase, found)
        tried += 1
    assert tried > 1, "orders and fire at least"


def test_a_piece_that_lies_alone_is_clicked_as_before(tmp_path: Path) -> None:
    seat = Seated(tmp_path, TEXTS["full-thrust"])
    for _ in range(2):
        seat.click(seat.pixel("far"))
        assert "far" in (seat.screen.model.chosen, seat.screen.model.target)
    assert "Also here" not in seat.screen.board_input.hint()
