"""Fire at sea on the screen: hull or rigging by a button, the blasts that threaten, and all of both sheets in sight."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygame import Rect

from game.core.display import Ring
from game.ui.battle import screen as battle_screen
from game.ui.battle.orders.fire_panel import does
from game.ui.board.layers.fire_lines import aim_words
from game.ui.board.legend import samples
from game.ui.board.model.scene import Aim
from game.ui.games.full_sail.broadsides import SideCell
from game.ui.ship_sheet.sheet import SheetHead
from game.ui.ship_sheet.system_cells import SystemCell
from game.ui.ship_sheet.tracks import TileTrack
from game.ui.toolkit.blocks import ColumnHeading, Pair
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import Seated

BATTLE = """
version: 1
title: Within hail
system: full-sail
seed: 5
turn: 3
house: {premeasure: true}
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 16, wind_from: 12}
ships:
  halcyon: {side: merrow, design: halcyon, at: [20, 22], course: 3, velocity: 2}
  aiglette: {side: auvrac, design: aiglette, at: [22, 27], course: 3, velocity: 2}
  martinet: {side: auvrac, design: martinet, at: [40, 22], course: 3, anchored: true, burning: 1}
victory: {kind: last-side, turns: 20}
"""
GRAPPLED = BATTLE.replace("victory:", "grapples:\n- {ships: [halcyon, aiglette]}\nvictory:").replace(
    "velocity: 2", "velocity: 0"
)
SIZES = [(1280, 800), (1920, 1080)]


def firing(folder: Path, size: tuple[int, int] = (1280, 800), battle: str = BATTLE) -> Seated:
    """Halcyon is asked, and trains on Aiglette."""
    seat = Seated(folder, battle, size)
    seat.enter_until("Ships fire", "halcyon")
    seat.click(seat.pixel("aiglette"))
    return seat


def test_guns_are_aimed_at_hull_or_rigging_by_a_button(still: None, tmp_path: Path) -> None:
    seat = firing(tmp_path)
    assert not seat.widget("aim Hull").enabled and "no gun" in seat.widget("aim Hull").why_not
    seat.key("v")
    assert str(seat.screen.model.order) == "fire port>aiglette" and seat.widget("aim Hull", Button).on
    seat.press("aim Rigging")
    assert str(seat.screen.model.order) == "fire port>aiglette:rigging"
    assert seat.widget("aim Rigging", Button).on and not seat.widget("aim Hull", Button).on
    seat.press("aim Hull")
    assert str(seat.screen.model.order) == "fire port>aiglette"


def test_guns_are_not_picked_also_where_their_dice_are_not_told(still: None, tmp_path: Path) -> None:
    model = firing(tmp_path, battle=BATTLE.replace("premeasure: true", "premeasure: false")).screen.model
    shot = next(one for one in model.fire.shots("halcyon", "aiglette") if not one.why_not)
    assert not shot.dice and does(model, shot, None)[0] == "not picked"


@pytest.mark.parametrize("size", SIZES)
def test_the_sheet_of_the_target_is_seen_whole_below_the_guns(
    still: None, tmp_path: Path, size: tuple[int, int]
) -> None:
    seat = firing(tmp_path, size)
    seat.key("v")
    assert not seat.screen.panels.upper.scroll.most
    kinds = [one for one in seat.screen.focus.widgets if isinstance(one, (TileTrack, SideCell))]
    assert len(kinds) == 3 + 4 and all(seat.screen.layout.sheet.contains(one.rect) for one in kinds)


def test_the_side_that_has_fired_is_marked_and_counted_as_it_was_picked(still: None, tmp_path: Path) -> None:
    seat = firing(tmp_path)
    seat.key("v", "RETURN")
    seat.settle()
    cells = [one for one in seat.screen.focus.widgets if isinstance(one, SystemCell) and one.name.startswith("gun ")]
    assert {one.system.key: one.pick for one in cells} == {
        "port": "picked",
        "starboard": "idle",
        "bow": "idle",
        "stern": "idle",
    }
    assert "1 fired" in [one.right for one in seat.screen.focus.widgets if isinstance(one, ColumnHeading)]


@pytest.mark.parametrize("size", SIZES)
def test_guns_of_a_ship_that_was_hit_stand_by_side_unless_each_has_a_die(
    still: None, tmp_path: Path, size: tuple[int, int]
) -> None:
    weak = BATTLE.replace("at: [20, 22],", "at: [20, 22], lost: [port1, port2, port4],").replace(", burning: 1", "")
    seat = Seated(tmp_path, weak, size)
    seat.enter_until("Ships fire", "halcyon")
    seat.click(seat.pixel("aiglette"))
    seat.key("v", "RETURN")
    seat.settle()
    assert any(line.kind == "fire" and line.who == "halcyon" for line in seat.battle.log)
    assert not any(line.kind == "damage_check" for line in seat.battle.log)
    sides = [one.side.name for one in seat.screen.focus.widgets if isinstance(one, SideCell)]
    assert sides == ["port", "starboard", "bow", "stern"]
    assert not [
        one for one in seat.screen.focus.widgets if isinstance(one, SystemCell) and not one.name.startswith("gun ")
    ]


def test_blasts_of_others_are_ringed_and_explained(still: None, tmp_path: Path) -> None:
    seat = firing(tmp_path)
    scene = seat.screen.scene
    rings = [one for one in scene.hand.overlays if isinstance(one, Ring)]
    assert [(one.at, one.radius) for one in rings] == [((40.0, 22.0), 10.0), ((40.0, 22.0), 20.0)]
    assert "explodes on" in rings[0].label
    assert "Blast if it explodes" in [one.words for one in samples(scene)]
    seat.battle.state.ships["martinet"].fire_from = 0
    quiet = Seated(tmp_path, BATTLE.replace(", burning: 1", ""))
    quiet.screen.commands.choose("halcyon")
    assert "Blast if it explodes" not in [one.words for one in samples(quiet.screen.scene)]


@pytest.mark.parametrize("size", SIZES)
def test_two_ships_that_fight_stand_under_one_another(still: None, tmp_path: Path, size: tuple[int, int]) -> None:
    """All of both sheets is seen, and the blast that may come."""
    seat = Seated(tmp_path, GRAPPLED, size)
    seat.enter_until("Board", "halcyon")
    seat.press("target Aiglette")
    heads = [one.sheet.title for one in seat.screen.focus.widgets if isinstance(one, SheetHead)]
    masts = [one for one in seat.screen.focus.widgets if isinstance(one, TileTrack)]
    assert heads == ["Halcyon", "Aiglette"] and len(masts) == 6
    assert not seat.screen.panels.upper.scroll.most
    assert [one.radius for one in seat.screen.scene.hand.overlays if isinstance(one, Ring)] == [10.0, 20.0]
    seat.press("target nobody")
    assert [one.sheet.title for one in seat.screen.focus.widgets if isinstance(one, SheetHead)] == [
        "Halcyon",
        "Aiglette",
    ]


def test_what_fires_is_told_in_words(still: None, tmp_path: Path) -> None:
    """On the button, on the plate of the fire and on the chip of the plot; letters of arcs say nothing to a
    newcomer."""
    seat = firing(tmp_path)
    seat.key("v")
    assert seat.widget("main", Button).label == "Fire port guns"
    (volley,) = seat.screen.scene.asked.volleys
    assert [shot.where for shot in volley.shots] == ["port guns"]
    ships = seat.battle.state.ships
    words = aim_words(
        Aim("halcyon", "aiglette", seat.screen.model.fire.shots("halcyon", "aiglette")), seat.screen.board.camera.board
    )
    assert "port guns" in words and "FP" not in words and ships["aiglette"].in_play


@pytest.mark.parametrize("size", SIZES)
def test_the_hint_of_a_target_lies_off_the_plate_of_the_fire(
    still: None, tmp_path: Path, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[Rect] = []
    seat = firing(tmp_path, size)
    seat.key("v")
    monkeypatch.setattr(battle_screen, "hint", lambda *given, **named: kept.extend(named["kept"]))
    seat.point(seat.pixel("aiglette"))
    seat.look()
    plates = [word.rect for word in seat.screen.board._words]
    assert plates and all(one in kept for one in plates)


def test_what_a_hit_takes_is_told_as_what_it_no_longer_does(still: None, tmp_path: Path) -> None:
    seat = Seated(
        tmp_path, BATTLE.replace("course: 3, velocity: 2}\n  martinet", "course: 3, velocity: 2, row1: 1}\n  martinet")
    )
    seen: list[str] = []

    def lost(one: Seated) -> bool:
        pairs = [widget for widget in one.screen.focus.widgets if isinstance(widget, Pair)]
        seen.extend(widget.words[0] for widget in pairs if widget.words[0].startswith("no longer"))
        return bool(seen)

    assert seat.until(lost, seed=2, seen=True)
    ways = ("to port", "to starboard", "ahead", "astern")
    fire = {f"no longer {verb} {way}" for verb in ("fire", "fires") for way in ways}
    assert set(seen) <= {*fire, "no longer holds the ship"}


CLOSE_TO_LAND = """
version: 1
title: Between land and friends
system: full-sail
seed: 5
house: {premeasure: true}
sides: {merrow: {name: Merrow}, auvrac: {name: Auvrac}}
table: {wind_speed: 16, wind_from: 10, terrain: [{kind: island, name: Carrow Cay, at: [10, 38],
  outline: [[-5, -2], [-3, -5], [1, -4], [4, -4], [5, 1], [2, 4], [-2, 4], [-5, 2]]}]}
ships:
  halcyon: {side: merrow, design: halcyon, at: [25, 26], course: 2, velocity: 2}
  tern: {side: merrow, design: tern, at: [42, 34], course: 3}
  barley_wind: {side: merrow, design: barley_wind, at: [14, 16], course: 4, anchored: true}
  aiglette: {side: auvrac, design: aiglette, at: [29, 37], course: 1, velocity: 2}
  lutin: {side: auvrac, design: lutin, at: [42, 32], course: 3}
  martinet: {side: auvrac, design: martinet, at: [48, 24], course: 10, velocity: 2, burning: 1}
grapples:
- {ships: [tern, lutin]}
"""


@pytest.mark.parametrize("size", SIZES)
def test_what_is_fired_is_told_on_a_crowded_board_too(still: None, tmp_path: Path, size: tuple[int, int]) -> None:
    """A short line with land on one side and ships on the other: range, rake and dice still stand by it."""
    seat = Seated(tmp_path, CLOSE_TO_LAND, size)
    seat.enter_until("Ships fire", "halcyon")
    seat.click(seat.pixel("aiglette"))
    seat.key("v")
    seat.settle()
    (volley,) = seat.screen.scene.asked.volleys
    assert volley.shots[0].note == "raking"
    assert len(seat.screen.board._plan._areas) == 1, "the plate of the fire"


def test_the_broadside_stays_in_the_tray_beside_the_die_that_it_has_caused(still: None, tmp_path: Path) -> None:
    weak = "design: aiglette, row1: 0, row2: 0, row3: 0, row4: 1,"
    seat = Seated(tmp_path, BATTLE.replace("design: aiglette,", weak).replace("velocity: 2", "velocity: 0"))
    seat.enter_until("Ships fire", "halcyon")
    seat.settle()
    seat.click(seat.pixel("aiglette"))
    seat.key("v")
    seat.key("RETURN")
    seat.rest()
    rolled = [event for event in seat.battle.log if event.dice and event.kind in ("fire", "hazard")]
    thrown = [sum(len(group.dice) for group in lane.groups) for lane in seat.screen.bottom_panel.thrown.lanes]
    assert [event.kind for event in rolled][:2] == ["fire", "hazard"] and thrown == [
        len(event.dice) for event in rolled
    ]
