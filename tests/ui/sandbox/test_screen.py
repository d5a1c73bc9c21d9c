"""The sandbox on the screen: laid out at every size and scale, worked by mouse alone and by keys alone."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pygame
import pytest

from game.battle.loader import load_start, open_battle
from game.battle.script import run
from game.rules.ships.ship import Ship
from game.sandbox.comparison import gun_by_gun
from game.sandbox.storage import text_of
from game.ui.keys.bindings import chord_of
from game.ui.keys.sandbox_bindings import BINDINGS
from game.ui.render.theme import theme
from game.ui.sandbox.panels.blocks import RowTrackField
from tests.support.narrowing import narrow, present
from tests.support.ui.battle_driver import TURN, at_scale
from tests.support.ui.sandbox_driver import Sat, three_plans
from tests.support.ui.screen_driver import well_laid

pytestmark = pytest.mark.usefixtures("sitting")


SIZES = ((800, 500), (1280, 800), (1920, 1080))

SCALES = (1.0, 1.5, 3.0)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES)
def test_everything_is_laid_out_at_every_size_and_scale(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    at_scale(scale)
    sat = Sat(tmp_path, size=size)
    well_laid(sat, "as opened")
    three_plans(sat)
    sat.screen.context.choose("lancet")
    sat.settle()
    well_laid(sat, "three plans")
    for pane in sat.screen.panels.panes():
        pane.scroll.to_end()
        sat.screen.context.change()
    sat.settle()
    well_laid(sat, "scrolled to the end")
    sat.key("F4")
    well_laid(sat, "the foot folded or open")
    sat.screen.context.choose_body(0)
    sat.settle()
    well_laid(sat, "a body in hand")
    sat.screen.context.choose("")
    sat.settle()
    well_laid(sat, "the scenario")
    sat.key("l")
    well_laid(sat, "the whole palette")


def test_a_ghost_is_dragged_and_its_order_is_planned(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.click(sat.ship("lancet"))
    assert sat.screen.context.chosen == "lancet"
    wanted = sat.screen.context.model.view.pose(sat.screen.context.model.view.read("lancet", "S2+2"))
    sat.drag(sat.ghost("lancet"), sat.xy(wanted.at), drop=False)
    assert sat.screen.board_input.drag.active
    sat.up(sat.xy(wanted.at))
    assert present(sat.sandbox.course().view(1)).state.ships["lancet"].at == pytest.approx(wanted.at)
    assert sat.sandbox.done[0].startswith("turn 1, Lancet: ")


def test_a_ship_and_a_body_are_dragged_to_other_places(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.drag(sat.ship("halyard"), sat.xy((16, 30)))
    assert sat.sandbox.start.state.ships["halyard"].at == pytest.approx((16, 30), abs=0.1)
    sat.drag(sat.xy((30, 27)), sat.xy((33, 10)))
    assert sat.sandbox.start.state.table.bodies[0].at == pytest.approx((33, 10), abs=0.15)
    assert len(sat.sandbox.done) == 2
    sat.drag(sat.ship("halyard"), sat.xy((33, 10)))
    assert "inside a planet" in sat.screen.context.note and len(sat.sandbox.done) == 2, (
        "refused in words, and nothing is changed"
    )


def test_with_the_plan_tool_a_ship_itself_is_plotted(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.press("tool plan")
    wanted = sat.sandbox.start.state.ships["lancet"].at
    sat.drag(sat.ship("lancet"), sat.xy((wanted[0] + 8, wanted[1])))
    assert sat.sandbox.course().planned_move(1, "lancet") == "+2"
    assert sat.sandbox.start.state.ships["lancet"].at == wanted


def test_a_design_and_a_cloud_are_dragged_from_the_palette(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    before = set(sat.sandbox.start.state.ships)
    sat.drag(sat.widget("design lancet").rect.center, sat.xy((30, 36)))
    (new,) = set(sat.sandbox.start.state.ships) - before
    ship = sat.sandbox.start.state.ships[new]
    assert ship.at == pytest.approx((30, 36), abs=0.1) and ship.side == "azure" and sat.screen.context.chosen == new
    sat.palette("terrain")
    sat.drag(sat.widget("terrain dust").rect.center, sat.xy((22, 30)))
    assert sat.sandbox.start.state.table.bodies[1].kind == "dust" and sat.screen.context.body == 1
    sat.palette("amber")
    sat.press("design vesper")
    sat.click(sat.xy((38, 36)))
    assert sum(ship.side == "amber" for ship in sat.sandbox.start.state.ships.values()) == 3


def test_the_sheet_sets_velocity_hull_systems_drive_and_place(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.click(sat.ship("lancet"))
    stepper = sat.widget("velocity")
    sat.click((stepper.rect.right - 12, stepper.rect.centery))
    hull = sat.widget("track hull", RowTrackField)
    sat.click((hull.rect.x + theme.px(18 + hull.pitch() * 2.4), hull.rect.y + 8))
    sat.press("system PDSb")
    sat.screen.panels.sheet.scroll.to(0)
    sat.look()
    drive = sat.widget("drive")
    sat.click((drive.rect.right - 20, drive.rect.centery))
    attitude = sat.widget("attitude")
    sat.click((attitude.rect.right - 20, attitude.rect.centery))
    ship = narrow(sat.sandbox.start.state.ships["lancet"], Ship)
    assert (ship.velocity, ship.hull, ship.thrust, ship.inverted) == (7, 21, 0, True) and "PDSb" in ship.lost
    sat.press("system PDSb")
    assert "PDSb" in narrow(sat.sandbox.start.state.ships["lancet"], Ship).killed
    sat.press("place")
    sat.key("ctrl+a")
    sat.type("21.5, 18")
    sat.key("RETURN")
    assert sat.sandbox.start.state.ships["lancet"].at == (21.5, 18)
    by_hand = {name for name in ("velocity", "hull", "at", "course") if sat.sandbox.by_hand("lancet", name)}
    assert by_hand == {"velocity", "hull", "at"}


def test_dice_to_come_are_set_by_pressing_them(tmp_path: Path) -> None:
    sat = Sat(tmp_path, size=(1920, 1080))
    sat.click(sat.ship("lancet"))
    name = "die T1.2/initiative/amber 0"
    for _ in range(4):
        sat.press(name)
    assert dict(sat.sandbox.branch.dice) == {"T1.2/initiative/amber": (4,)}
    throws = {one.label: one.faces for one in sat.sandbox.course().throws()}
    assert throws["T1.2/initiative/amber"] == (4,)
    sat.send(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=3, pos=sat.widget(name).rect.center))
    assert sat.sandbox.branch.dice["T1.2/initiative/amber"] == (3,)


def test_by_keys_alone_two_plans_are_made_weighed_saved_and_written_out(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.key("s")
    assert sat.screen.context.chosen in sat.sandbox.start.state.ships
    while sat.screen.context.chosen != "lancet":
        sat.key("s")
    sat.key("RIGHT", "UP", "RETURN")
    assert sat.sandbox.course().planned_move(1, "lancet") == "S1+1"
    sat.key("PERIOD", "LEFT", "RETURN")
    assert sat.sandbox.turn == 2 and sat.sandbox.course().planned_move(2, "lancet") == "P1"
    sat.key("COMMA", "b", "LEFT", "RETURN")
    assert [branch.key for branch in sat.sandbox.branches] == ["A", "B"]
    assert (
        sat.sandbox.course("B").planned_move(1, "lancet") == "P1"
        and sat.sandbox.course("A").planned_move(1, "lancet") == "S1+1"
    )
    sat.key("shift+n")
    sat.key("ctrl+a")
    sat.type("Away")
    sat.key("RETURN")
    assert sat.sandbox.branch.name == "Away"
    sat.key("e", "v")
    assert sat.sandbox.course().further(1, "lancet") or sat.screen.context.note
    sat.key("ctrl+s", "RETURN")
    path = sat.screen.context.copies.paths["sandbox"]
    assert path is not None and open_battle(path).saved
    sat.key("x", "RETURN")
    sat.pushed.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_s, mod=pygame.KMOD_LCTRL, unicode=""))
    assert run(load_start(sat.screen.context.copies.paths["demonstration"])) == []
    done = len(sat.sandbox.done)
    sat.key("z", "z")
    assert len(sat.sandbox.done) == done - 2
    sat.key("y", "y")
    assert len(sat.sandbox.done) == done


def test_by_keys_alone_a_die_a_box_and_a_system_are_reached_with_tab(tmp_path: Path) -> None:
    sat = Sat(tmp_path, size=(1920, 1080))
    sat.key("s")

    def tab_to(name: str) -> None:
        for _ in range(400):
            sat.key("TAB")
            if sat.screen.focus.at and sat.screen.focus.at.name == name:
                return
        raise AssertionError(f"Tab never comes to {name}")

    chosen = sat.screen.context.chosen
    tab_to("track hull")
    sat.key("RIGHT")
    tab_to("die T1.2/initiative/azure 0")
    sat.key("6")
    assert sat.sandbox.branch.dice == {"T1.2/initiative/azure": (6,)}
    ship = narrow(sat.sandbox.start.state.ships[chosen], Ship)
    assert ship.hull == ship.design.hull - 1
    tab_to("design lancet")
    sat.key("RETURN")
    assert "lancet-2" in sat.sandbox.start.state.ships, "with the keyboard it is placed in the middle of what is seen"


def test_refusals_are_told_with_their_rule(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.key("z")
    assert sat.screen.context.note == "Nothing has been done yet." and sat.screen.rule_under((0, 0)) == "table/undo"
    sat.click(sat.ship("lancet"))
    sat.key("o")
    sat.type("P5+9")
    sat.key("RETURN")
    assert "thrust" in sat.screen.context.note and sat.screen.context.note_rule.startswith("full-thrust-base/")
    assert not sat.sandbox.done


def test_any_two_ghosts_are_weighed_gun_by_gun(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    three_plans(sat)
    sat.screen.context.choose("lancet")
    sat.settle()
    plan = [row[3].mean for row in sat.screen.context.ends]
    sat.click(sat.ghost("vesper", 1))
    here, there = sat.screen.context.pair
    assert (here.ship, here.turn, there.ship, there.turn) == ("lancet", 2, "vesper", 1)
    out, _ = sat.screen.context.blows()
    view = sat.sandbox.course().view(1)
    assert view is not None and len(sat.screen.context.ends) == 1 and len(plan) == 3
    guns = gun_by_gun(sat.sandbox, here, there)
    assert guns and sum(gun.mean for gun in guns) == pytest.approx(out.mean, rel=0.35), (
        "alone each does about its share"
    )
    assert all(gun.shot.why_not for gun in guns if not gun.shot.bears)
    sat.key("e")
    assert sat.screen.context.against is None


def test_another_file_is_opened_in_place_of_unsaved_work_when_chosen_once_more(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    other = tmp_path / "other.yaml"
    other.write_text(sat.path.read_text().replace("version: 1", "version: 1\n# another"), encoding="utf-8")
    sat.sandbox.move("lancet", (3.0, 3.0))
    was = sat.sandbox
    for _ in range(2):
        assert sat.sandbox is was
        sat.screen.commands.do("open")  # the list
        sat.screen.commands.files.open(other)  # and what is chosen there
    assert sat.sandbox is not was and sat.sandbox.path == str(other)


@pytest.mark.slow
def test_nothing_that_is_pressed_breaks_it(tmp_path: Path) -> None:
    """Keys, presses and drags at random; in the end everything is taken back, and is as it was."""
    rng = Random(5)
    sat = Sat(tmp_path)
    before = text_of(sat.sandbox)
    for _ in range(160):
        if (kind := rng.random()) < 0.4:
            away = ("play", "open", "write", "save", "save as", "demonstrate")
            binding = rng.choice([one for one in BINDINGS if one.action not in away])
            key, mod = chord_of(binding.keys[0])
            sat.send(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""))
            sat.send(pygame.event.Event(pygame.KEYUP, key=key, mod=mod))
        elif kind < 0.75:
            widget = rng.choice(
                [one for one in sat.screen.focus.widgets if one.rect.w and one.name not in ("play", "do write")]
            )
            sat.click(
                (rng.uniform(widget.rect.left, widget.rect.right), rng.uniform(widget.rect.top, widget.rect.bottom))
            )
        else:
            ends = [leg.pose.at for leg in sat.screen.context.legs] + [
                one.at for one in sat.sandbox.start.state.ships.values()
            ]
            sat.drag(sat.xy(rng.choice(ends)), (rng.uniform(0, 1280), rng.uniform(0, 800)))
        sat.look()
    assert len(sat.sandbox.done) > 15
    while sat.sandbox.done:
        sat.sandbox.undo()
    sat.sandbox.look_at(1)
    assert text_of(sat.sandbox) == before


@pytest.mark.parametrize(("house", "button", "notation"), [
    ("{man.CO: true}", "manoeuvre CO", "CO"), ("{}", "manoeuvre CO", "CO"),
    ("{movement: vector}", "turn TP1", "TP1"), ("{man.DR: true}", "switch roll", "ROLL"),
])  # fmt: skip
def test_buttons_of_the_form_plan_whatever_the_rules_offer(
    tmp_path: Path, house: str, button: str, notation: str
) -> None:
    sat = Sat(tmp_path, TURN.replace("seed: 11\n", f"seed: 11\nhouse: {house}\n"), (1920, 1080))
    sat.click(sat.ship("lancet"))
    sat.press(button)
    assert notation in sat.sandbox.course().planned_move(1, "lancet"), sat.screen.context.note
    assert sat.sandbox.course().fault(1, "lancet") is None


def test_what_is_let_go_beside_the_table_is_not_placed_and_says_so(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    before = sat.sandbox.version
    sat.drag(sat.widget("design lancet").rect.center, sat.screen.layout.sheet.center)
    assert sat.sandbox.version == before and sat.screen.context.note.startswith("Let go of it over the table")
    sat.drag(sat.widget("design lancet").rect.center, sat.xy((30, 36)))
    assert sat.sandbox.version > before and not sat.screen.context.note


def test_what_undo_and_redo_bring_back_is_taken_in_hand(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.click(sat.ship("lancet"))
    sat.key("DELETE")
    assert "lancet" not in sat.sandbox.start.state.ships and not sat.screen.context.chosen
    sat.key("z")
    assert sat.screen.context.chosen == "lancet" and sat.screen.context.note == "Taken back: Lancet deleted."
    sat.palette("terrain")
    sat.drag(sat.widget("terrain dust").rect.center, sat.xy((22, 30)))
    sat.key("DELETE")
    sat.key("z")
    assert sat.screen.context.body == 1 and not sat.screen.context.chosen
    sat.key("z")
    sat.key("y")
    assert sat.screen.context.body == 1 and sat.screen.context.note.startswith("Done again: dust placed")


def test_what_was_in_hand_stays_when_something_else_is_taken_back(tmp_path: Path) -> None:
    sat = Sat(tmp_path)
    sat.click(sat.ship("lancet"))
    sat.sandbox.set_fields("vesper", velocity=3)
    sat.screen.context.look_anew()
    sat.key("z")
    assert sat.screen.context.chosen == "lancet"
