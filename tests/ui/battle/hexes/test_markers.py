"""Salvos and missiles on rows of hexes at the battle screen: thrown by a drag and by keys (hex/2.2/ordnance)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.idling import nothing_more
from game.board.hexes import at, hex_at
from game.core.display import Meter
from game.ui.board.plotting.card import left_words
from tests.support.ui.battle_driver import Seated

pytestmark = pytest.mark.usefixtures("still")
STONES = (ROOT / "scenarios" / "hexcess" / "stones_in_flight.yaml").read_text(encoding="utf-8")
MOVED = (
    ("sling: {side: azure, design: sling, at: [6, 8]", "sling: {side: azure, design: sling, at: [8, 6]"),
    ("tuff: {side: amber, design: tuff, at: [24, -1]", "tuff: {side: amber, design: tuff, at: [22, 0]"),
)


def _pass(seat: Seated) -> None:
    order = nothing_more(seat.battle)
    assert order is not None
    seat.battle.play(order)


def throwing(folder: Path, size: tuple[int, int] = (1280, 800), ship: str = "sling") -> Seated:
    """Return the moment in which a ship is asked what it launches; all have moved straight on."""
    text = STONES
    for old, new in MOVED:
        assert old in text
        text = text.replace(old, new)
    seat = Seated(folder, text.replace("system:", "seed: 5\nsystem:"), size)
    while (battle := seat.battle).phase.name != "Launch ordnance" or ship not in battle.prompts()[0].waiting:
        _pass(seat)
    seat.screen.flow.acts = []
    seat.screen.sit(battle.prompts()[0].side)
    seat.screen.turn_flow.refresh()
    seat.settle()
    seat.press(f"ship {ship}")
    return seat


def test_a_drag_throws_a_salvo_at_the_hex_of_the_pointer(tmp_path: Path) -> None:
    seat = throwing(tmp_path)
    seat.lift("sling", at((17, 0)))
    seat.drop(at((17, 0)))
    assert str(seat.screen.model.drafts["sling"]) == "place SMRa 17,0"
    seat.lift("sling", at((18, 1)))
    seat.drop(at((18, 1)))
    assert str(seat.screen.model.drafts["sling"]) == "place SMRa 17,0 SMRb 18,1"
    seat.key("RETURN")
    assert seat.orders[-1] == "sling: place SMRa 17,0 SMRb 18,1"


def test_keys_throw_one_at_an_enemy_in_reach(tmp_path: Path) -> None:
    seat = throwing(tmp_path)
    seat.key("RIGHT")
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1].startswith("sling: place SMRa ")


def test_a_missile_is_dragged_to_the_end_of_its_flight(tmp_path: Path) -> None:
    seat = throwing(tmp_path, ship="tuff")
    q, r = hex_at(seat.battle.state.ships["tuff"].at)
    seat.battle.play(seat.battle.read("tuff", f"place MTa {q},{r}"))
    while "tuff.MTa" not in seat.battle.prompts()[0].waiting:
        _pass(seat)
    seat.screen.sit("amber")
    seat.screen.turn_flow.refresh()
    seat.settle()
    seat.lift("tuff.MTa", at((q - 7, r + 7)))
    seat.drop(at((q - 7, r + 7)))
    seat.key("RETURN")
    assert seat.orders[-1] == "tuff.MTa: fly 7"


def test_a_marker_that_is_planned_is_seen_by_its_own_seat_alone(tmp_path: Path) -> None:
    """full-thrust-base/6.5: until it is placed the other seat knows neither the plan nor its ring."""
    seat = throwing(tmp_path)
    seat.lift("sling", at((17, 0)))
    seat.drop(at((17, 0)))
    assert "sling" in seat.screen.model.drafts
    assert any(getattr(one, "tone", "") == "ordnance" for one in seat.screen.scene.hand.overlays)
    seat.screen.sit("amber")
    seat.screen.turn_flow.refresh()
    seat.settle()
    assert not seat.screen.model.drafts and not seat.screen.scene.ghosts
    assert not any(getattr(one, "tone", "") == "ordnance" for one in seat.screen.scene.hand.overlays)
    assert not seat.battle.view("amber").state.sealed


def test_what_is_left_is_counted_in_the_singular_where_there_is_one() -> None:
    assert left_words(Meter(2, ((1, "placed", "solid"),), "", "", "launchers"))[0] == "1 launcher left"
    assert left_words(Meter(3, ((1, "placed", "solid"),), "", "", "launchers"))[0] == "2 launchers left"
