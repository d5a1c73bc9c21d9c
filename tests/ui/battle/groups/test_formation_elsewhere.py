"""One drag plots a fleet in formation in every game: at sea, on hexes in secret, and where ships move one after
another."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.board.boards import board_of
from game.core.orders import Id
from tests.support.ui.battle_driver import Seated

pytestmark = pytest.mark.usefixtures("still")
SECRET = ("full_sail/salt_road", "hex12/over_the_rows", "easyhex/great_drove", "full_thrust/free_fall")
OPEN = ("hexcess/wayhouse_round", "hexcess/kessarine_drift", "power_hex/torpedoes_away")


def at_the_plot(folder: Path, name: str) -> Seated:
    """Return the first moment of a battle at which several ships may be plotted together, all of them picked."""
    seat = Seated(folder, "seed: 7\n" + (ROOT / "scenarios" / f"{name}.yaml").read_text(encoding="utf-8"))
    assert seat.until(lambda now: now.screen.board_input.group.possible, seen=True)
    seat.key("ctrl+a")
    return seat


def farthest(seat: Seated, key: Id) -> tuple[float, float]:
    """Return the end of a ship in sight that lies farthest from it."""
    view = seat.screen.model.view
    here, clear = view.state.known_piece(key).at, seat.screen.board.rect.inflate(-60, -60)
    ends: list[tuple[float, float]]
    ends = [one.at for one in view.destinations(view.draft(key)) if clear.collidepoint(seat.xy(one.at))]
    return max(ends, key=lambda at: math.dist(at, here))


@pytest.mark.parametrize("name", (*SECRET, *OPEN))
def test_one_drag_gives_every_ship_the_legal_order_nearest_to_its_place(name: str, tmp_path: Path) -> None:
    seat = at_the_plot(tmp_path, name)
    model, lead = seat.screen.model, seat.screen.model.chosen
    group = model.picked
    assert len(group) > 1
    end, state = farthest(seat, lead), model.view.state
    seat.lift(lead, end)
    assert set(model.drafts) == set(group), "each of them has a plan while the leader is pulled"
    for key in group:
        asked = model.view.why_not(model.drafts[key]) is None or not model.askable(key)
        assert asked, (key, model.drafts[key])
    board, unit = board_of(state.table), 1.0
    at = state.known_piece(lead).at
    for key in set(group) - set(model.strays) - {lead}:
        x, y = state.known_piece(key).at
        straight = board.distance(model.poses[key].at, (x + end[0] - at[0], y + end[1] - at[1]))
        assert straight <= unit + board.distance(at, end), "it goes about as far as the leader"
    assert set(seat.screen.scene.hand.strays) == set(model.strays)


@pytest.mark.parametrize("name", SECRET)
def test_in_secret_all_that_keep_their_places_are_sealed_and_strays_come_to_hand_one_by_one(
    name: str, tmp_path: Path
) -> None:
    seat = at_the_plot(tmp_path, name)
    model, lead, group = seat.screen.model, seat.screen.model.chosen, seat.screen.model.picked
    end = farthest(seat, lead)
    seat.lift(lead, end)
    astray = set(model.strays)
    seat.drop(end)
    seat.settle()
    assert {key for key in group if key in model.view.state.sealed} == set(group) - astray
    while astray:
        assert model.chosen in astray and seat.screen.turn_flow.main.label.startswith("Seal ")
        astray.remove(model.chosen)
        seat.key("RETURN")
    assert set(group) <= set(model.view.state.sealed)


def test_strays_are_marked_on_hexes(tmp_path: Path) -> None:
    seat = at_the_plot(tmp_path, "easyhex/great_drove")
    seat.lift(seat.screen.model.chosen, farthest(seat, seat.screen.model.chosen))
    assert set(seat.screen.model.strays) == {"wether", "wedder"}
    assert all(one.words == "1 hex off" for one in seat.screen.model.strays.values())


def test_where_ships_move_one_after_another_those_asked_next_move_with_the_leader(tmp_path: Path) -> None:
    seat = at_the_plot(tmp_path, "hexcess/wayhouse_round")
    model, lead, group = seat.screen.model, seat.screen.model.chosen, seat.screen.model.picked
    assert not model.view.phase.secret and len(group) == 4
    end, before = farthest(seat, lead), len(seat.battle.records)
    seat.lift(lead, end)
    seat.drop(end)
    assert not model.strays
    seat.key("RETURN")
    seat.settle()
    moved = [record.order.by for record in seat.battle.records[before : before + 4]]
    assert moved == [lead, *(key for key in group if key != lead)]


def test_a_stray_is_not_moved_with_the_leader_but_keeps_its_plan(tmp_path: Path) -> None:
    seat = at_the_plot(tmp_path, "hexcess/kessarine_drift")
    model, lead, group = seat.screen.model, seat.screen.model.chosen, seat.screen.model.picked
    end, before = farthest(seat, lead), len(seat.battle.records)
    seat.lift(lead, end)
    astray = set(model.strays)
    assert astray
    seat.drop(end)
    seat.key("RETURN")
    seat.settle()
    assert not astray & {record.order.by for record in seat.battle.records[before:]}
    assert lead == seat.battle.records[before].order.by and set(group) >= astray


# -- held by grapples --------------------------------------------------------------------------------------------------


def test_a_ship_held_by_grapples_leads_nobody_and_says_so(tmp_path: Path) -> None:
    seat = at_the_plot(tmp_path, "full_sail/across_the_rail")
    x, y = seat.battle.state.ships["steadfast_oak"].at
    seat.lift("steadfast_oak", (x + 6, y - 1))
    assert "halcyon" not in seat.screen.model.drafts
    assert seat.screen.context.note.startswith("Steadfast Oak cannot leave its course")


def test_a_ship_held_by_grapples_follows_nobody_and_is_no_stray(tmp_path: Path) -> None:
    seat = at_the_plot(tmp_path, "full_sail/across_the_rail")
    seat.press("ship halcyon")
    x, y = seat.battle.state.ships["halcyon"].at
    seat.lift("halcyon", (x + 6, y - 1))
    seat.drop((x + 6, y - 1))
    seat.settle()
    sealed = seat.screen.model.view.state.sealed
    assert str(sealed["steadfast_oak"]) == "0" and str(sealed["halcyon"]) != "0" and not seat.screen.model.strays
