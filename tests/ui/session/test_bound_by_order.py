"""What a ship has ordered decides what its guns can do: rows, board and badges say so."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from game.core.display import Cause, Fan, Limit
from game.rules.manoeuvres.archive import BY_CODE
from game.rules.manoeuvres.framework.base import ManoeuvreOrder
from game.rules.ships.ship import Ship
from game.ui.battle.panels.ship_list import note_of
from game.ui.board.layers.ships import looks
from game.ui.board.plotting.hand import Plan
from game.ui.input_modes.fire import BRIEF
from game.ui.input_modes.modes import scene_of
from game.ui.seat.seat_model import SeatModel
from tests.support.battles import laid, paper
from tests.support.narrowing import narrow

EXOTIC = paper(
    "Exotic",
    """\
  cupola: {side: amber, design: cupola, at: [36, 20], course: 9, velocity: 4}
  heliograph: {side: azure, design: heliograph, at: [16, 20], course: 3, velocity: 4}
  petrel: {side: azure, design: petrel, at: [20, 14], course: 3, velocity: 6}
""",
)


def asked(folder: Path, side: str, key: str, order: str) -> SeatModel:
    """Return what that side sees as it is asked who fires, one ship with an order."""
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


ARCS = frozenset({"arcs", "range"})


def plotting(folder: Path, key: str, order: str, text: str = EXOTIC) -> SeatModel:
    """Return a ship in hand while orders are written, with an order that is not sealed yet."""
    battle = laid(folder, text).battle
    model = SeatModel(battle.view(battle.state.owner(key)))
    model.choose(key)
    if order:
        model.plan(Plan(model.view.read(key, order)))
    return model


@pytest.mark.parametrize(
    ("key", "order", "signs"),
    [
        ("cupola", "", ["1"]),
        ("cupola", "NOVA", ["–"]),
        ("petrel", "", []),
        ("petrel", "SHROUD", ["V"]),
        ("heliograph", "REFLEX", ["R"]),
    ],
)
def test_what_an_order_in_hand_forbids_is_not_drawn(tmp_path: Path, key: str, order: str, signs: list[str]) -> None:
    model = plotting(tmp_path, key, order)
    scene = scene_of(model, ARCS)
    assert any(isinstance(one, Fan) for one in scene.hand.overlays) is not bool(order)
    assert [one.sign for one in looks(scene)[key].badges] == [one.sign for one in model.sheet(key).badges] == signs
    view = model.view
    there = narrow(view.posed(model.poses).state.ships[key], Ship)
    assert there.status_flags == narrow(model.foresight.ahead.state.ships[key], Ship).status_flags, (
        "planned and foretold alike"
    )
    assert narrow(view.state.ships[key], Ship).status_flags == frozenset(), "and now nothing is so yet"


def test_sealed_and_carried_out_such_an_order_draws_no_arcs_either(tmp_path: Path) -> None:
    model = asked(tmp_path, "amber", "cupola", "NOVA")
    model.choose("cupola")
    scene = scene_of(model, ARCS)
    assert not any(isinstance(one, Fan) for one in scene.hand.overlays)
    assert [one.sign for one in looks(scene)["cupola"].badges] == ["–"]


CLOAKED = paper(
    "Cloak",
    """\
  shearwater: {side: azure, design: shearwater, at: [14, 18], course: 3, velocity: 8}
  cinder: {side: amber, design: cinder, at: [50, 24], course: 9, velocity: 4}
""",
)


@pytest.mark.parametrize(("order", "fires"), [("", True), ("0", True), ("CLOAK1", True), ("CLOAK2", False)])
def test_a_ship_that_is_off_the_table_when_ships_fire_has_no_arcs_and_aims_at_nobody(
    tmp_path: Path, order: str, fires: bool
) -> None:
    scene = scene_of(plotting(tmp_path, "shearwater", order, CLOAKED), ARCS)
    assert any(isinstance(one, Fan) for one in scene.hand.overlays) is fires
    assert bool(scene.aims) is (fires and bool(order))


CROOK = paper(
    "Hexes",
    """\
  crook: {side: azure, design: crook, at: [4, 11], course: 2, velocity: 5}
  shale: {side: amber, design: shale, at: [10, 4], course: 8, velocity: 2}
""",
    "hex12",
)


def test_on_hexes_a_ship_that_may_not_fire_has_no_arcs(tmp_path: Path) -> None:
    view = laid(tmp_path, CROOK).battle.view("azure")
    crook = view.state.ships["crook"]
    assert isinstance(crook, Ship)
    for manoeuvres in ((), (ManoeuvreOrder(BY_CODE["SHROUD"]),)):
        crook.begin(manoeuvres)
        drawn = [one for one in view.overlays("crook") if isinstance(one, Limit) or getattr(one, "tool", "") == "arcs"]
        assert bool(drawn) is not bool(manoeuvres)
