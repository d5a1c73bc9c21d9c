"""Fighters, missiles and markers at the battle screen: chosen, pulled, steered and listed like ships, by events
alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.battle.designs import ROOT
from game.board import hexes
from game.rules.counters.kinds import Plasma
from game.ui.battle.panels.ship_list import ShipRow
from game.ui.ship_sheet.sheet import SheetHead
from tests.support.ui.battle_driver import Seated, picture_of

SHEARING = (
    (ROOT / "scenarios" / "easyhex" / "shearing_time.yaml")
    .read_text(encoding="utf-8")
    .replace("system:", "seed: 5\nhouse: {ask_every_ship: true}\nsystem:")
)

pytestmark = pytest.mark.usefixtures("still")


def reached(folder: Path, phase: str, mover: str, seed: int = 4) -> Seated:
    """At the screen, in a phase in which something whose key ends so is asked."""
    seat = Seated(folder, SHEARING)

    def there(now: Seated) -> bool:
        return now.battle.phase.name == phase and any(mover in key for key in now.screen.model.waiting)

    assert seat.until(there, seed), f"nobody like {mover} is asked in “{phase}”"
    return seat


def test_fighters_are_pulled_from_hex_to_hex_and_fly_at_a_word(tmp_path: Path) -> None:
    seat = reached(tmp_path, "Move fighters", ".HG")
    model = seat.screen.model
    key = next(one for one in model.waiting if ".HG" in one)
    seat.press(f"ship {key}")
    counter = seat.battle.state.counters[key]
    there = hexes.plus(hexes.hex_at(counter.at), (3, -1))
    start = seat.screen.board.camera.xy(counter.at)
    found = seat.screen.board_input._piece_at((round(start[0]), round(start[1])))
    assert found == key, "of ship and counter in one hex, who is asked"
    seat.click(seat.screen.board.camera.xy(hexes.at(there)))
    assert model.ghost and hexes.hex_at(model.ghost.at) == there
    assert seat.screen.turn_flow.main.label == f"Fly {counter.name}"
    assert seat.screen.turn_flow.main.sub == f"to hex {seat.screen.board.camera.board.label(hexes.at(there))}"
    seat.key("RETURN")
    seat.settle()
    assert hexes.hex_at(seat.battle.state.counters[key].at) == there


@pytest.mark.parametrize(("phase", "mover"), [("Move fighters", ".HG"), ("Missiles move", ".MT")])
def test_ships_threaten_nothing_while_only_counters_move(tmp_path: Path, phase: str, mover: str) -> None:
    """The tool may be on, for the nearest or for all, with a counter or a ship in hand."""
    seat = reached(tmp_path, phase, mover)
    screen = seat.screen
    for key in (next(one for one in screen.model.waiting if mover in one), screen.model.enemies()[0].id):
        screen.commands.choose(key)
        for _ in range(3):
            screen.do("threat")
            picture_of(seat)
            assert screen.scene.others.threats == {}


@pytest.mark.parametrize(
    ("phase", "words"), [("Move fighters", "12 hexes to fly"), ("Move fighters again", "4 hexes to fly")]
)
def test_enemy_groups_threaten_with_the_moves_they_have_left(tmp_path: Path, phase: str, words: str) -> None:
    seat = reached(tmp_path, phase, ".HG")
    model = seat.screen.model
    state = model.view.state
    foe = replace(next(iter(state.counters.values())), id="foe", side=model.enemies()[0].side)
    state.counters[foe.id] = foe
    fly, attack = model.view.overlays(foe.id)
    assert fly.label == f"{foe.name} {words}" and attack.label == f"{int(words.split()[0]) + 2} hexes to attack"


def test_lists_and_sheets_show_counters_as_they_lie_on_the_board(tmp_path: Path) -> None:
    seat = reached(tmp_path, "Missiles move", ".MT")
    rows = {one.name: one.token for one in seat.screen.focus.widgets if isinstance(one, ShipRow)}
    for key, counter in seat.battle.state.counters.items():
        token = rows[f"ship {key}"]
        shape = "disc" if counter.kind == "fighters" else "lozenge"
        assert token and token.shape == shape and token.course is None
    assert all(rows[f"ship {key}"] is None for key in seat.battle.state.ships)
    head = next(one for one in seat.screen.focus.widgets if isinstance(one, SheetHead))
    assert head.token == rows[f"ship {seat.screen.model.chosen}"]


def test_a_missile_is_steered_by_keys(tmp_path: Path) -> None:
    seat = reached(tmp_path, "Missiles move", ".MT")
    key = seat.screen.model.chosen
    seat.key("RIGHT", "DOWN", "DOWN", "RETURN")
    seat.settle()
    assert seat.orders[-1] == f"{key}: steer 6S2", seat.orders[-1]


def test_of_missiles_in_one_hex_the_one_in_hand_is_pulled(tmp_path: Path) -> None:
    """And with another in hand, that one, from the same place."""
    seat = reached(tmp_path, "Missiles move", ".MT")
    model, counters = seat.screen.model, seat.battle.state.counters
    heap = [key for key in model.waiting if counters[key].at == counters[model.waiting[0]].at]
    assert len(heap) > 1
    x, y = seat.screen.board.camera.xy(counters[heap[0]].at)
    for key in (*heap, *reversed(heap)):
        seat.press(f"ship {key}")
        assert seat.screen.board_input._piece_at((round(x), round(y))) == key
    seat.point((x, y))
    seat.send(Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(round(x), round(y))))
    seat.point((x + 60, y), True)
    assert seat.screen.model.lifted == heap[0]


def test_whom_fighters_attack_is_chosen_by_name_and_the_result_is_shown(tmp_path: Path) -> None:
    seat = reached(tmp_path, "Fighters attack", ".HG")
    key = seat.screen.model.chosen
    names = {ship.name for ship in seat.battle.state.ships.values()}
    targets = [name for name in seat.names() if name.startswith("target ") and name.removeprefix("target ") in names]
    assert targets, seat.names()
    seat.press(targets[0])
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1].startswith(f"{key}: attack ") and "none" not in seat.orders[-1]
    assert seat.screen.flow.result and seat.screen.flow.result.by == key
    seat.look()


def test_markers_look_the_same_to_the_other_seat_whatever_is_on_them(tmp_path: Path) -> None:
    frames = []
    for marker in ("R+1", "L"):
        seat = Seated(tmp_path, SHEARING)
        seat.battle.play(seat.battle.read("wether", marker))
        seat.battle.play(seat.battle.read("azure", "lock"))
        seat.screen.turn_flow.settle()
        seat.settle()
        assert seat.screen.flow.seat == "amber" and "wether" not in seat.screen.model.view.state.sealed
        frames.append(picture_of(seat))
    assert frames[0] == frames[1]


def test_the_odds_of_a_flight_stand_beside_its_plot(tmp_path: Path) -> None:
    """At the place where it would fly: against whom it is pointed at, after point defence; nothing out of its reach."""
    seat = reached(tmp_path, "Move fighters", ".HG")
    screen, model = seat.screen, seat.screen.model
    key = next(one for one in model.waiting if ".HG" in one)
    seat.press(f"ship {key}")
    counter, state = seat.battle.state.counters[key], seat.battle.state
    foe = min(
        state.enemies(counter.side), key=lambda one: hexes.distance(hexes.hex_at(one.at), hexes.hex_at(counter.at))
    )
    assert screen.bottom_panel.odds == (), "too far for anybody"
    # it is there still when groups strike
    foe.at, foe.velocity = hexes.at(hexes.plus(hexes.hex_at(counter.at), (5, -3))), 0
    screen.turn_flow.refresh()
    seat.press(f"ship {key}")
    seat.click(screen.board.camera.xy(hexes.at(hexes.plus(hexes.hex_at(counter.at), (4, -2)))))
    seat.look()
    (found,) = screen.bottom_panel.odds
    assert found.target == foe.id and found.mean > 0
    assert screen.bottom_panel._names(model)[2] == f"Odds on {foe.name} from the ghost"
    lines = [line for line in model.fire.exchanges() if line.firer == key]
    assert lines[0].words == f"{counter.count} dice" and lines[0].mean == found.mean
    assert all("shot down first" in note for note in found.notes) and len(model.risks()) == 2 * bool(found.notes)


def test_whom_fighters_attack_is_pointed_at_and_clicked_on_the_board(tmp_path: Path) -> None:
    seat = reached(tmp_path, "Fighters attack", ".HG")
    screen, model = seat.screen, seat.screen.model
    key = model.chosen
    target = next(one.target for one in model.fire.weighed)
    assert [one.target for one in screen.bottom_panel.odds] == [target], (
        "before anybody is named, whom it would hurt most"
    )
    state, beside = seat.battle.state, hexes.step(hexes.hex_at(seat.battle.state.ships[target].at), 1, 2)
    state.counters[key] = replace(state.counters[key], at=hexes.at(beside))  # clear of the ships
    screen.turn_flow.refresh()
    seat.point(seat.pixel(target))
    assert model.over == target and screen.bottom_panel.odds[0].target == target
    seat.click(seat.pixel(target))
    assert str(model.order) == f"attack {target}" and screen.bottom_panel.odds[0].target == target
    seat.key("RETURN")
    seat.settle()
    assert seat.orders[-1] == f"{key}: attack {target}"


def test_a_launch_of_plasma_and_an_enemys_ball_have_their_odds(tmp_path: Path) -> None:
    seat = reached(tmp_path, "Launch", "caldera")
    screen = seat.screen
    seat.press("ship caldera")
    caldera, state = seat.battle.state.ships["caldera"], seat.battle.state
    foe = state.enemies("amber")[0]
    foe.at = hexes.at(hexes.step(hexes.hex_at(caldera.at), hexes.direction(caldera.facing), 2))
    screen.turn_flow.refresh()
    seat.press("ship caldera")
    screen.commands.writing.answer("mounts", ("NOVA",))
    seat.look()
    (found,) = screen.bottom_panel.odds
    assert found.target == foe.id and found.mean > 0
    ball = Plasma(
        "caldera.NOVA",
        "Caldera plasma",
        "amber",
        "caldera",
        "NOVA",
        caldera.at,
        caldera.facing,
        caldera.facing,
        count=4,
        total=4,
        age=2,
        flown=3.0,
    )
    state.counters[ball.id] = ball
    screen.turn_flow.refresh()
    screen.commands.choose(ball.id)
    seat.look()
    assert [one.target for one in screen.bottom_panel.odds] == [foe.id], "selected, it says what it will do"


def test_a_counter_is_aimed_at_only_where_the_rules_have_a_gun_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = Seated(tmp_path, SHEARING)
    assert seat.until(lambda now: now.screen.model.input_mode == "fire" and bool(now.screen.model.waiting), 4)
    model, (wing,) = seat.screen.model, seat.battle.state.counters
    enemies = [one.id for one in model.enemies()]
    assert wing not in [one.id for one in model.targets()], "no gun of this game fires at fighters in this phase"
    shot = model.fire.shots(model.chosen, enemies[0])[0]
    monkeypatch.setattr(model.fire, "shots", lambda firer, target: (replace(shot, target=target, why_not=""),))
    other = next(key for key in seat.battle.state.sides if key != seat.battle.state.counters[wing].side)
    monkeypatch.setattr(type(model), "side", property(lambda self: other))
    assert wing in [one.id for one in model.targets()]
    seat.screen.commands.click(wing)
    assert model.target == wing
    seat.look()
