"""What the columns and the foot of the sandbox say, where there is little room too."""

from __future__ import annotations

from pathlib import Path

import pytest
from pygame import Rect

from game.core.display import Shot
from game.ui.render.text import width
from game.ui.render.theme import theme
from game.ui.sandbox.panels.blocks import DieField, ResultRow, RollRow, UndoRow
from game.ui.sandbox.panels.left import shown_designs
from game.ui.seat.fire_ahead import tally
from game.ui.toolkit.value_fields import Segments, Stepper
from tests.sandbox.test_results import AT_SEA
from tests.support.battles import paper
from tests.support.narrowing import present
from tests.support.ui.battle_driver import TURN
from tests.support.ui.own_overlays import wind_over
from tests.support.ui.sandbox_driver import Sat

BACKFIRE = TURN.replace("seed: 11\n", "seed: 11\nhouse: {man.GB: true}\n")

pytestmark = pytest.mark.usefixtures("sitting")


def test_house_rules_stand_in_the_list_of_deeds_by_their_titles(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.sandbox.set_part("house", **{"man.GB": True})
    sat.sandbox.set_part("house", **{"man.GB": None})
    sat.sandbox.set_fields("lancet", velocity=7)
    sat.screen.context.look_anew()
    sat.settle()
    listed = [one.words for one in sat.screen.focus.widgets if isinstance(one, UndoRow)]
    assert listed == ["Lancet: velocity 7", "Grav backfire: as usual", "Grav backfire: on"]


def test_another_ship_is_shown_from_the_top_of_her_sheet(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.screen.context.choose("lancet")
    sat.settle()
    scroll = sat.screen.panels.sheet.scroll
    scroll.to(200)
    sat.screen.context.choose("lancet")
    assert scroll.offset == 200, "the same ship stays as it was"
    sat.screen.context.choose("vesper")
    assert scroll.offset == 0


def test_the_palette_keeps_its_order_whatever_is_put_down_or_taken_away(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    for whole in (False, True):
        sat.screen.context.whole_palette = whole
        before = shown_designs(sat.screen.context)
        new = sat.sandbox.place("halberd", "azure", (10, 10))
        assert shown_designs(sat.screen.context) == before
        sat.sandbox.delete("vesper")
        assert shown_designs(sat.screen.context) == before
        sat.sandbox.delete(new)
        sat.sandbox.undo(2)


def test_what_a_roll_is_for_can_be_read_beside_or_above_its_dice(tmp_path: Path) -> None:
    sat = Sat(tmp_path, BACKFIRE)
    ship = next(key for key, one in sat.sandbox.start.state.ships.items() if one.in_play)
    other = next(key for key in sat.sandbox.start.state.ships if key != ship)
    x, y = sat.sandbox.start.state.ships[ship].at
    sat.sandbox.set_fields(ship, course=12, facing=12)
    sat.sandbox.move(other, (x, y - 2))
    sat.sandbox.give(ship, "BACKFIRE")
    sat.screen.context.choose(ship)
    sat.screen.context.look_anew()
    sat.key("F6")
    rolls = [one for one in sat.screen.panels.dice.widgets if isinstance(one, RollRow)]
    dice = [one for one in sat.screen.panels.dice.widgets if isinstance(one, DieField)]
    assert any("Backfire" in one.words and " at " in one.words for one in rolls)
    for roll in rolls:
        room = roll.rect.w - theme.px(RollRow.LEFT) - RollRow.right_of(roll.rect) - roll.dice
        assert width(roll.words, 15) <= room, roll.words
        words = Rect(roll.rect.x + theme.px(RollRow.LEFT), roll.rect.y, round(width(roll.words, 15)), roll.rect.h)
        assert words.collidelist([die.rect for die in dice]) < 0, roll.words
    assert all(sat.screen.panels.dice.scroll.rect.right >= die.rect.right for die in dice)


def test_segments_give_a_long_name_more_room_than_a_short_one() -> None:
    field = Segments(Rect(0, 0, 250, 36), ("none", "top", "right", "bottom", "left"), label_width=0)
    assert all(width(name, 15, "s") <= cell.w - theme.px(10) for name, cell in zip(field.names, field.cells))
    assert [field.part_at(cell.center) for cell in field.cells] == [0, 1, 2, 3, 4]
    assert field.cells[0].x == field.frame.x and field.cells[-1].right == field.frame.right
    even = Segments(Rect(0, 0, 600, 36), ("a", "b", "c"), label_width=0)
    assert max(cell.w for cell in even.cells) - min(cell.w for cell in even.cells) <= 1


def test_two_torpedoes_are_two_torpedoes() -> None:
    def shot(label: str, dice: str) -> Shot:
        return Shot(label, label, "vesper", 12.0, ("F",), dice)

    shots = [
        shot("Beam 3", "2 dice"),
        shot("Pulse torpedo a", "hits on 4 or more"),
        shot("Pulse torpedo b", "hits on 4 or more"),
    ]
    assert tally(shots) == "2 dice and 2 torpedoes"
    assert tally(shots[1:2]) == "a torpedo"
    assert tally([shot("Bow bolts", "hits on 4 or more")]) == "bow bolts"
    assert tally([shot("K-gun 3", "hits on 2 or more")]) == "a K-gun"
    assert tally([shot("Pulse heavy 1", "hits on 9 or less")]) == "a pulse heavy"


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_what_the_dice_come_to_stands_under_the_plans_and_follows_a_die(tmp_path: Path, size: tuple[int, int]) -> None:
    near = paper(
        "Near",
        """\
  lancet: {side: azure, design: lancet, at: [20, 20], course: 12, velocity: 0}
  vesper: {side: amber, design: vesper, at: [20, 26], course: 6, velocity: 0, armour: 0}
""",
        seed=7,
    )
    sat = Sat(tmp_path, near, size)
    assert sat.screen.context.commands.give("lancet", "fire B3>vesper")
    sat.settle()
    for die in range(3):
        sat.screen.context.commands.force("T1.9/fire/lancet/B3>vesper", die, 5)
    sat.settle()
    row = next(one for one in sat.screen.panels.table.widgets if isinstance(one, ResultRow))
    assert (
        row.title == "Vesper"
        and row.lost[0] == "−3"
        and row.lost[1].startswith("mean ")
        and row.words.startswith("Hull")
    )
    sat.screen.context.commands.force("T1.9/fire/lancet/B3>vesper", 0, 1)
    sat.settle()
    row = next(one for one in sat.screen.panels.table.widgets if isinstance(one, ResultRow))
    assert row.lost[0] == "−2"
    sat.screen.panels.table.scroll.to(10**6)
    sat.look()
    row.press()
    assert sat.screen.context.chosen == "vesper"


def test_a_plan_is_given_a_wind_of_its_own_by_press(tmp_path: Path) -> None:
    """The board shows it while the plan is in hand; the other plan keeps the wind of the start."""
    sat = Sat(tmp_path, AT_SEA)
    sat.sandbox.begin_branch()
    sat.screen.context.choose("")
    sat.look()

    def holds_for() -> Segments:
        return next(one for one in sat.screen.focus.widgets if isinstance(one, Segments) and one.label == "Holds for")

    assert holds_for().chosen == 0
    present(holds_for().on_change)(1)
    sat.look()
    assert dict(sat.sandbox.branch.table) == {"wind_speed": 16, "wind_from": 12} and holds_for().chosen == 1
    speed = next(one for one in sat.screen.focus.widgets if isinstance(one, Stepper) and one.label == "Wind speed")
    present(speed.on_change)(8)
    sat.look()
    assert wind_over(sat.screen.scene.view) == "Wind 8 from course 12"
    sat.sandbox.choose("A")
    sat.screen.context.look_anew()
    sat.look()
    assert wind_over(sat.screen.scene.view) == "Wind 16 from course 12" and holds_for().chosen == 0
