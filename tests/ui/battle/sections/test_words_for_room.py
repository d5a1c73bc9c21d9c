"""What must be readable where there is little room, and which words are used: targets, chances, headings, orders."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.board.boards import HexBoard
from game.core.display import Shot
from game.core.events import Event, harm_words
from game.seating.outcomes import result_of
from game.systems.power_hex.orders.move_order import PowerMove
from game.ui.battle.orders.fire_panel import does, fresh_of
from game.ui.battle.orders.order_form import versus
from game.ui.board.layers.counters import bearing_rects
from game.ui.board.layers.fire_lines import aim_words
from game.ui.board.layers.ships import ShipLook, looks, second_line
from game.ui.board.model.scene import Aim
from game.ui.games.power_hex.sections import likeliest_words
from game.ui.render.text import run_width, width
from game.ui.toolkit.blocks import SMALLEST
from game.ui.toolkit.widgets import Button
from tests.support.ui.battle_driver import Seated
from tests.systems.power_hex.fleet import ship, state
from tests.ui.battle.sections.test_power_sheet import CLOSE


@pytest.fixture
def seat(tmp_path: Path) -> Seated:
    """Return two cruisers close to each other, in a low window."""
    found = Seated(tmp_path, CLOSE, (1280, 800))
    found.look()
    return found


def test_guns_are_cut_short_before_their_target(seat: Seated) -> None:
    there = seat.screen.model.view.state
    for room in (500, 320, 260, 180):
        parts = versus(there, "bastion", "2 lances, 2 railguns, a bolt and a guard", "helix", room)
        assert [one[0] for one in parts[::2]] == ["Bastion", "Helix"] and run_width(parts, SMALLEST) <= room
        assert parts[1][0].endswith(" at") and ("…" in parts[1][0]) is (room < 320)


def test_a_chance_is_never_cut_on_a_low_plate() -> None:
    for label, chance in (("thrusters", 0.044), ("thrusters", 0.22), ("shield generator", 0.0044)):
        words = likeliest_words(label, chance, 74)
        assert words.endswith(" %") and width(words, 10) <= 74


def test_a_gun_that_is_not_picked_is_told_as_one_that_is(seat: Seated) -> None:
    assert seat.until(lambda one: one.battle.phase.name == "Declare fire" and one.screen.model.chosen == "helix")
    model = seat.screen.model
    shot = next(shot for shot in model.fire.shots("helix", "bastion") if not shot.why_not)
    assert does(model, shot, None)[0] == f"not picked: {shot.dice}"


def test_the_card_of_a_shot_stands_beside_the_odds_whatever_lies_in_the_tray(seat: Seated) -> None:
    assert seat.until(lambda one: one.battle.phase.name == "Declare fire" and one.screen.model.chosen == "helix")
    seat.screen.bottom_panel.thrown.events = (Event("fire", "power/7", "an earlier volley"),)
    seat.key("v")
    seat.look()
    panel = seat.screen.bottom_panel
    assert panel.odds and panel.thrown.events and "to hit" in seat.names()
    panel.rolling = True
    seat.screen.context.change()
    seat.look()
    assert "to hit" not in seat.names(), "the dice of a volley need the room"


def test_where_a_ship_points_is_named_as_its_course_is(seat: Seated) -> None:
    scene = seat.screen.scene.but(notes={})
    scene.view.state.ships["bastion"].facing = 2
    assert second_line(scene, "bastion", ShipLook("", ""), bare=True) == "v 1 · SE · points NE"


def test_a_move_without_an_order_is_told_in_words() -> None:
    for speed, words in ((4, "goes on 4 hexes"), (0, "lies still")):
        there = state(ship("bastion", speed=speed))
        assert PowerMove("bastion").in_words(there, there.names) == words


def test_what_a_press_on_a_gun_does_is_told(seat: Seated) -> None:
    last = seat.widget("power lance_1").hint.splitlines()[-1]
    assert last == "Press to give it one more charge; press again to change who gives."


@pytest.mark.parametrize(
    "why, words",
    [
        ("it cools", "Lance 1 cools"),
        ("its charge is 1 of 2", "Lance 1's charge is 1 of 2"),
        ("Helix is out of its arc",) * 2,
    ],
)
def test_a_reason_beside_a_target_names_the_gun(why: str, words: str) -> None:
    aim = Aim("bastion", "helix", (Shot("lance_1", "Lance 1", "helix", 4.0, (), why_not=why),))
    assert aim_words(aim, HexBoard(40, 30)) == words


def test_one_of_a_track_is_told_as_one() -> None:
    lines = [
        Event("damage", "power/8.5", "", harm=(("boxes", 1),)),
        Event("damage", "power/12", "", harm=(("fighters", 2),)),
    ]
    assert harm_words(lines) == "1 box and 2 fighters" and harm_words(lines[1:] * 2) == "4 fighters"


def test_a_gun_that_could_not_fire_is_lost_as_well(seat: Seated) -> None:
    before = seat.screen.model.sheet("bastion")
    states = {one.key: one.state for one in before.icons}
    assert states["lance_1"] == "spent", "it has no charge"
    after = replace(
        before, icons=tuple(replace(one, state="killed") if one.key == "lance_1" else one for one in before.icons)
    )
    assert fresh_of(result_of("helix", (), 0), "bastion", before, after).lost == {"lance_1"}
    assert not fresh_of(result_of("helix", (), 0), "bastion", after, after).lost, "it was lost before"


def test_targets_that_were_harmed_come_first() -> None:
    events = [
        Event("fire", "power/7", "", "helix", "bastion"),
        Event("fire", "power/7", "", "marlin", "sliver"),
        Event("damage", "power/8.5", "", "marlin", "sliver", harm=(("boxes", 3),)),
    ]
    assert result_of("marlin", events, 0).targets == ("sliver", "bastion")


@pytest.mark.parametrize("seed", (5, 6, 13, 21))
def test_no_name_covers_where_a_ship_points_or_goes(seed: int, tmp_path: Path) -> None:
    dice, text = Random(seed), CLOSE[: CLOSE.index("ships:")] + "ships:\n"
    for key, side in (
        ("bastion", "halden"),
        ("marlin", "halden"),
        ("warden", "halden"),
        ("helix", "oreth"),
        ("sliver", "oreth"),
    ):
        course, facing = dice.choice(range(2, 14, 2)), dice.choice(range(2, 14, 2))
        at = [10 + dice.randrange(4), 10 + dice.randrange(4)]
        text += f"  {key}: {{side: {side}, design: {key}, at: {at}, course: {course}, facing: {facing}, velocity: 2}}\n"
    seat = Seated(tmp_path, text + "victory: {kind: last-side, turns: 15}\n", (1280, 800))
    seat.look()
    board, scene = seat.screen.board, seat.screen.scene
    marks = bearing_rects(board.camera, scene, looks(scene))
    assert marks and all(mark.collidelist(board._plan.labels.rects) < 0 for mark in marks)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_buttons_beside_a_speed_are_never_cut(tmp_path: Path, size: tuple[int, int]) -> None:
    """A turn under way and a gravitic drive bring six of them."""
    turning = CLOSE.replace("course: 10, velocity: 1", "course: 10, velocity: 6, carried: [1, 1]")
    seat = Seated(tmp_path, turning, size)
    assert seat.until(lambda one: one.battle.phase.name == "Move" and one.screen.model.chosen == "helix")
    seat.look()
    buttons = [
        one
        for one in seat.screen.focus.widgets
        if isinstance(one, Button) and one.name.split()[0] in ("switch", "pick")
    ]
    assert {"Give up the turn", "Hold the bow", "Push", "Pivot", "Turn"} <= {one.label for one in buttons}
    assert all(width(one.label, one.size, "s") < one.rect.w for one in buttons)
    rects = [one.rect for one in buttons]
    assert not any(a.colliderect(b) for n, a in enumerate(rects) for b in rects[:n])
