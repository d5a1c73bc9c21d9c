"""Orders that lie face down while all look on: no screen tells what they lead to, and none tells anything that is not
so."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.ui.battle.panels.ship_list import note_of, tally
from tests.support.ui.battle_driver import Seated
from tests.support.ui.danger_battles import MAP, PASTURE, PLANET

CARRIER = "  carrier: {{side: azure, design: {design}, at: [8, 6], course: {course}, velocity: 0}}\n"
GROUP = "counters: {{carrier.HGRa: {{at: [9, 6], course: {course}}}}}\n"


def with_carrier(text: str, design: str, course: int) -> str:
    """Return a battle with a carrier besides, whose group has been launched and moves before ships do."""
    return text.replace("ships:\n", "ships:\n" + CARRIER.format(design=design, course=course)) + GROUP.format(
        course=course
    )


BATTLES = {
    "full thrust": (with_carrier(PLANET, "rookery", 3), "lancet", "P3", "0", "Move fighters"),
    "easyhex": (with_carrier(PASTURE, "pinfold", 2), "shearling", "L", "blank", "Move fighters"),
    "hexcess": (
        with_carrier(MAP % "fixed", "pinfold", 2).replace("house: {", "house: {plotted: true, "), "stockman",
        "f P 4f", "5f", "Fighters first",
    ),
}  # fmt: skip


def face_down(folder: Path, text: str, ship: str, order: str, phase: str) -> Seated:
    """At the screen as fighters move before ships, with an order locked for a ship."""
    seat = Seated(folder, text)
    seat.screen.context.curtain = None
    while not (seat.screen.model.input_mode == "plot" and seat.screen.model.view.phase.secret):
        seat.key("RETURN")
        seat.settle()
    assert seat.screen.turn_flow.give(seat.screen.model.view.read(ship, order)), seat.screen.context.note
    seat.enter_until(phase, "carrier.HGRa")
    seat.settle()
    assert seat.battle.state.turn == 1
    return seat


@pytest.mark.parametrize("battle", BATTLES.values(), ids=BATTLES.keys())
def test_a_locked_order_out_of_danger_leaves_no_mark_until_the_ship_moves(
    tmp_path: Path, battle: tuple[str, str, str, str, str]
) -> None:
    text, ship, safe, _, phase = battle
    seat = face_down(tmp_path, text, ship, safe, phase)
    assert not note_of(seat.screen.model, ship).danger and ship not in seat.screen.scene.dooms
    seat.enter_until("Fire" if "hexcess" in text else "Ships fire", ship)
    assert seat.battle.state.turn == 1 and seat.battle.state.ships[ship].in_play


@pytest.mark.parametrize("battle", BATTLES.values(), ids=BATTLES.keys())
def test_what_lies_face_down_is_told_by_no_mark(tmp_path: Path, battle: tuple[str, str, str, str, str]) -> None:
    """All look on together as fighters move: a mark would tell the others where a ship was ordered to go."""
    text, ship, safe, lost, phase = battle
    seats = [face_down(tmp_path, text, ship, order, phase) for order in (safe, lost)]
    one, other = ({**seat.screen.model.foresight.known_fates} for seat in seats)
    assert (
        ship not in one
        and one == other
        and seats[0].screen.model.foresight.foretold_end == seats[1].screen.model.foresight.foretold_end
    )


def rows(seat: Seated) -> list[object]:
    """Return what the list of ships says of each of them and of each side."""
    model = seat.screen.model
    seen = [(key, note_of(model, key)) for key in model.view.state.ships]
    return [*seen, *((side, tally(model, side)) for side in model.view.state.sides)]


@pytest.mark.parametrize("battle", BATTLES.values(), ids=BATTLES.keys())
def test_the_list_of_ships_tells_nothing_of_what_lies_face_down(
    tmp_path: Path, battle: tuple[str, str, str, str, str]
) -> None:
    text, ship, safe, lost, phase = battle
    seats = [face_down(tmp_path, text, ship, order, phase) for order in (safe, lost)]
    for key in ("carrier.HGRa", ship):  # a group of which is asked, and the ship whose order lies face down
        for seat in seats:
            seat.screen.commands.choose(key)
            seat.settle()
        one, other = map(rows, seats)
        assert one == other and len(one) > 4
        assert not any(order in str(said) for said in one for order in (safe, lost) if len(order) > 1)


MISSILES = """\
title: Missiles first
system: full-thrust
seed: 7
table: {width: 72, height: 48}
sides: {azure: {name: Azure League}, amber: {name: Amber Pact}}
ships:
  ballista: {side: azure, design: ballista, at: [20, 24], course: 3, velocity: 6}
  lancet: {side: azure, design: lancet, at: [20, 14], course: 3, velocity: 6}
  vesper: {side: amber, design: vesper, at: [44, 24], course: 9, velocity: 4}
victory: {kind: last-side, turns: 8}
"""


def test_as_missiles_are_launched_no_row_tells_where_ships_were_ordered_to_go(tmp_path: Path) -> None:
    found = list[list[object]]()
    for order in ("P2+2", "S2-2"):
        seat = Seated(tmp_path, MISSILES)
        seat.screen.context.curtain = None
        while not seat.screen.model.view.phase.secret:
            seat.key("RETURN")
            seat.settle()
        for key in ("ballista", "lancet"):
            assert seat.screen.turn_flow.give(seat.screen.model.view.read(key, order)), seat.screen.context.note
        seat.enter_until("Launch ordnance", "ballista")
        seat.settle()
        assert seat.battle.state.sealed and seat.screen.model.view.face_down
        said = list[object]()
        for key in ("ballista", "lancet"):
            seat.screen.commands.choose(key)
            seat.settle()
            said += rows(seat)
        found.append(said)
    assert found[0] == found[1] and len(found[0]) == 10


def test_no_curtain_falls_between_groups_that_move_as_all_look_on(tmp_path: Path) -> None:
    """Orders lie face down meanwhile, and no screen shows them: nothing is secret until orders are written again."""
    strike = (ROOT / "scenarios" / "full_thrust" / "carrier_strike.yaml").read_text(encoding="utf-8")
    seat, asked = Seated(tmp_path, strike), set[str]()

    def moved(now: Seated) -> bool:
        asked.update({now.battle.phase.name + now.screen.flow.seat} if now.screen.model.waiting else ())
        return now.battle.state.turn > 1

    assert seat.until(moved, most=200)
    assert {"Move fightersazure", "Move fightersamber"} <= asked and seat.curtains == ["amber"]
