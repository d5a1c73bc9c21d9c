"""Every part of the sandbox by itself: built from a context, with no screen round it; and that the screen binds
them."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame import Rect, Surface
from pygame.event import Event

from game.core.orders import Id
from game.rules.ships.ship import Ship
from game.ui.host.screen import Pop, Push
from game.ui.rulebook.page import RulePage
from game.ui.sandbox.board_input import SandboxInput
from game.ui.sandbox.file_commands import SandboxActions
from game.ui.sandbox.files import Files
from game.ui.sandbox.model.context import SandboxCommands, SandboxContext
from game.ui.sandbox.model.edits import Carried, seat_for, side_for
from game.ui.sandbox.model.legs import legs_of
from game.ui.sandbox.open_page import Openings
from game.ui.sandbox.panels import bottom_panel, inspector, left, scenario
from game.ui.sandbox.panels.blocks import PaletteEntry, TrackField
from game.ui.sandbox.panels.entry_fields import Lines
from game.ui.sandbox.panels.panels import SandboxPanels
from game.ui.sandbox.panels.trails import Plans
from game.ui.sandbox.scenes import scene_of
from game.ui.sandbox.screen import SandboxScreen
from game.ui.toolkit.column import Column
from game.ui.toolkit.value_fields import Stepper
from game.ui.toolkit.widgets import Button, Widget
from tests.support.narrowing import narrow, present
from tests.support.ui.part_samples import Asked, asks_of, sandbox_context, screen_of

pytestmark = pytest.mark.usefixtures("still")
TABLE = Rect(0, 0, 800, 600)


def parts_of(context: SandboxContext) -> tuple[SandboxInput, Lines, SandboxActions]:
    """Input, lines and commands, bound as the screen binds them."""
    pointer, lines = SandboxInput(context), Lines(context)
    commands = context.commands = SandboxActions(context, pointer, lines)
    screen = screen_of(context)
    screen.take, screen.let_go = pointer.take, pointer.forget
    screen.make_scene = lambda: pointer.scene(scene_of(context))
    context.board.resize(TABLE)
    context.board.draw(Surface(TABLE.size), context.scene, 0.0)
    context.fit(glide=False)
    return pointer, lines, commands


def pixel(context: SandboxContext, at: tuple[float, float]) -> tuple[int, int]:
    x, y = context.board.camera.xy(at)
    return round(x), round(y)


def column() -> Column:
    return Column(Rect(0, 0, 400, 2000))


def named(widgets: list[Widget]) -> dict[str, Widget]:
    return {widget.name: widget for widget in widgets}


# -- the context itself ------------------------------------------------------------------------------------------------


def test_choosing_a_ship_aims_at_the_nearest_enemy_and_asks_everything_anew() -> None:
    context = sandbox_context()
    assert (context.target, context.body) == ("vesper", None) and present(context.model).chosen == "lancet"
    assert {leg.ship for leg in context.legs} == {leg.ship for leg in legs_of(context.sandbox)} and context.ends
    before, counted = context.once("one", ask=lambda: object()), context.asked
    assert context.once("one", ask=lambda: object()) is before
    context.choose("kiln")
    assert context.once("one", ask=lambda: object()) is not before and context.asked > counted
    assert context.target == "lancet"
    context.choose_body(0)
    assert (context.chosen, context.body, context.model) == (
        "",
        0,
        None,
    ) and context.no_order() == "choose a ship first"


def test_another_sandbox_is_taken_up_without_what_was_chosen_in_the_last() -> None:
    context, other = sandbox_context("kiln"), sandbox_context().sandbox
    context.armed, context.sure = "design lancet", "open"
    context.copies.add("scenario", Path("old.yaml"))
    context.take_up(other)
    assert context.sandbox is other and context.chosen == "lancet"
    assert (context.armed, context.sure, context.copies.paths, context.fitted) == ("", "", {}, False)


# -- commands ----------------------------------------------------------------------------------------------------------


def test_commands_do_and_take_back_and_tell_every_refusal_with_its_rule() -> None:
    context = sandbox_context()
    _, _, commands = parts_of(context)
    assert commands.give("lancet", "P1") and context.sandbox.course().planned_move(1, "lancet") == "P1"
    commands.do("undo")
    assert not context.sandbox.course().planned_move(1, "lancet") and context.note.startswith("Taken back: ")
    assert not commands.give("lancet", "P9") and context.note.endswith(".") and context.note_rule
    commands.do("swap")
    assert context.sandbox.start.state.ships["lancet"].side == "amber" and context.note == "", (
        "what was told is wiped away"
    )
    commands.do("back")
    assert context.chosen == ""
    commands.do("copy")
    assert context.note == "Choose a ship first."


def test_a_press_on_the_palette_places_a_ship_where_the_table_is_pressed() -> None:
    context, before = sandbox_context(), sandbox_context().sandbox.start.state.ships
    pointer, _, commands = parts_of(context)
    commands.arm("design vesper")
    assert context.armed == "design vesper" and context.note
    pointer.handle(Event(pygame.MOUSEBUTTONDOWN, pos=pixel(context, (30, 38)), button=1))
    (new,) = set(context.sandbox.start.state.ships) - set(before)
    ship = context.sandbox.start.state.ships[new]
    assert ship.at == pytest.approx((30, 38), abs=0.2) and ship.side == "amber"
    assert context.chosen == new and context.armed == ""


def test_commands_ask_once_before_unsaved_work_is_left() -> None:
    context = sandbox_context("")
    _, _, commands = parts_of(context)
    context.leave = Pop
    commands.attempt(context.sandbox.move, "lancet", (14.0, 21.0))
    commands.do("back")
    assert context.sure == "back" and context.answer is None and "not saved" in context.note.lower()
    commands.do("back")
    assert isinstance(context.answer, Pop)


# -- files -------------------------------------------------------------------------------------------------------------


def test_files_save_the_sandbox_and_know_what_is_unsaved() -> None:
    context = sandbox_context()
    files = Files(context, Lines(context))
    context.sandbox.move("lancet", (14.0, 21.0))
    assert context.copies.unsaved
    files.save()
    assert context.saving == "sandbox" and not context.copies.paths, "a title is asked for first"
    files.carry_out(False)
    path = context.copies.paths["sandbox"]
    assert not context.copies.unsaved and path.exists()
    assert context.note == f"Saved as {path}."


def test_files_open_an_empty_table_only_when_unsaved_work_may_go() -> None:
    context = sandbox_context()
    files, system, held = Files(context, Lines(context)), context.sandbox.opened.battle.system, context.sandbox
    context.sandbox.move("lancet", (14.0, 21.0))
    files.open(system)
    assert context.sandbox is held and context.sure == "open" and "once more" in context.note
    files.open(system)
    assert context.sandbox is not held and context.sure == ""
    files.openings()
    assert isinstance(context.answer, Push) and isinstance(context.answer.screen, Openings)


# -- the input on the board --------------------------------------------------------------------------------------------


def test_a_drag_carries_a_ship_elsewhere() -> None:
    context = sandbox_context("")
    pointer, _, _ = parts_of(context)
    start, end = pixel(context, (7, 9)), pixel(context, (16, 30))
    pointer.handle(Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    assert context.chosen == "halyard"
    pointer.handle(Event(pygame.MOUSEMOTION, pos=end, rel=(1, 1), buttons=(1, 0, 0)))
    assert (
        pointer.carried is not None
        and (pointer.carried.kind, pointer.carried.key) == ("ship", "halyard")
        and pointer.busy
    )
    pointer.handle(Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    assert pointer.carried is None and context.sandbox.start.state.ships["halyard"].at == pytest.approx(
        (16, 30), abs=0.2
    )


def test_plotting_keys_change_the_order_in_hand_and_the_inspector_alone() -> None:
    context = sandbox_context()
    pointer, _, commands = parts_of(context)
    context.stale = context.stale_sheet = False
    pointer.nudge(1, 0)
    assert context.model is not None and str(context.model.drafts["lancet"]) == "S1"
    assert context.stale_sheet and not context.stale
    commands.give_in_hand()
    assert context.sandbox.course().planned_move(1, "lancet") == "S1" and not pointer.drag.active


def test_what_hangs_on_the_pointer_turns_with_the_wheel_and_is_laid_down() -> None:
    context = sandbox_context()
    pointer, _, _ = parts_of(context)
    pointer.take(Carried("design", "lancet", degrees=90.0))
    pointer.handle(Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert pointer.carried is not None and pointer.carried.degrees == 120
    assert pointer.drop() and pointer.carried is None and not pointer.drop()


# -- typed lines -------------------------------------------------------------------------------------------------------


def test_a_typed_place_is_read_or_refused_in_words() -> None:
    context, taken = sandbox_context(), list[tuple[float, float]]()
    lines = Lines(context)
    lines.typed_place("21.5, 18", taken.append)
    assert taken == [(21.5, 18)] and context.note == ""
    lines.typed_place("somewhere", taken.append)
    assert len(taken) == 1 and context.note == "A place is x and y in MU." and context.note_rule == "table/files"


def test_enter_gives_the_order_that_was_typed_and_the_name_of_a_plan() -> None:
    context = sandbox_context()
    _, lines, commands = parts_of(context)
    asked = Asked()
    screen_of(context).focus_on = asked.noting("focus")
    lines.field.write("P1+1")
    present(lines.field.on_enter)()
    assert context.sandbox.course().planned_move(1, "lancet") == "P1+1"
    commands.do("name")
    assert asked.calls == [("focus", "plan name")] and context.naming == "A"
    lines.name_field.write("Round the planet")
    present(lines.name_field.on_enter)()
    assert context.sandbox.branch.name == "Round the planet" and context.naming == ""


# -- panels ------------------------------------------------------------------------------------------------------------


def test_the_palette_lifts_designs_and_arms_them() -> None:
    context, asked = sandbox_context(), Asked()
    parts_of(context)
    screen_of(context).take = asked.noting("take")
    filled = column()
    context.palette_page = "amber"
    left.palette(filled, context)
    sample = narrow(named(filled.widgets)["design vesper"], PaletteEntry)
    sample.on_lift()
    carried = asked.calls[0][1]
    assert (carried.kind, carried.key, carried.degrees) == ("design", "vesper", 270.0)
    sample.press()
    assert context.armed == "design vesper"
    sandbox = context.sandbox
    assert side_for(sandbox, context.chosen, "vesper") == "amber" and seat_for(sandbox, context.chosen, "vesper") == 1


def test_the_table_of_plans_begins_another_and_hides_one() -> None:
    context = sandbox_context()
    _, lines, _ = parts_of(context)
    filled = column()
    bottom_panel.plans(filled, context, lines, beside=True)
    found = named(filled.widgets)
    found["new branch"].press()
    assert [branch.key for branch in context.sandbox.branches] == ["A", "B"]
    found["eye A"].press()
    assert context.sandbox.branch_named("A").hidden
    assert not found["drop"].enabled, "it was laid out when there was one plan"


def test_the_inspector_sets_the_ship_in_hand() -> None:
    context = sandbox_context()
    _, lines, _ = parts_of(context)
    filled = column()
    inspector.ship(filled, context, lines)
    found = named(filled.widgets)
    narrow(found["track hull"], TrackField).on_change(9)
    assert narrow(context.sandbox.start.state.ships["lancet"], Ship).hull == 9
    found["system PDSa"].press()
    assert "PDSa" in narrow(context.sandbox.start.state.ships["lancet"], Ship).lost
    assert lines.texts["place"] in filled.widgets and lines.texts["place"].value == "12.0, 20.0"


def test_the_scenario_is_entitled_by_typing() -> None:
    context = sandbox_context("")
    _, lines, _ = parts_of(context)
    filled = column()
    scenario.scenario(filled, context, lines)
    lines.texts["title"].write("Another title")
    present(lines.texts["title"].on_enter)()
    assert context.sandbox.opened.file.title == "Another title"
    named(filled.widgets)["do help"].press()
    assert isinstance(context.answer, Push)


def test_the_foot_compares_plans_and_sets_dice() -> None:
    context = sandbox_context()
    _, lines, _ = parts_of(context)
    filled = column()
    bottom_panel.plans(filled, context, lines, beside=True)
    assert "plan A" in named(filled.widgets)
    bottom_panel.dice(filled, context, beside=True)
    die = next(widget for widget in filled.widgets if widget.name.startswith("die "))
    label, index = die.name.removeprefix("die ").rsplit(" ", 1)
    die.press()
    assert context.sandbox.branch.dice[label][int(index)] == 1


def test_the_panels_name_every_button_and_lay_out_the_inspector_alone() -> None:
    context = sandbox_context()
    _, lines, _ = parts_of(context)
    panels = SandboxPanels(context, lines)
    first = panels.lay_out(context.layout)
    found = named(first)
    assert {"undo", "file save", "play", "tool plan", "plan A", "velocity", "notation", "design lancet"} <= found.keys()
    undo = found["undo"]
    assert isinstance(undo, Button) and not undo.enabled
    context.commands.set_fields(velocity=3)
    again = named(panels.lay_sheet())
    assert again["undo"] is undo and again["velocity"] is not found["velocity"]
    velocity = again["velocity"]
    assert isinstance(velocity, Stepper) and velocity.value == 3 and velocity.edited, "yellow, for it was set by hand"


def test_plans_leave_out_the_order_that_is_being_dragged() -> None:
    context = sandbox_context()
    dragged: list[Id] = [""]
    parts_of(context)
    plans = Plans(context, lambda: dragged[0])
    assert context.commands.give("lancet", "P1")
    scene = plans.with_room(context.scene)
    assert scene.over.reserved, "plates and ghosts keep their ground"
    drawn = Surface(TABLE.size)
    plans.draw(drawn, scene)
    whole = pygame.image.tobytes(drawn, "RGB")
    dragged[0] = "lancet"
    drawn = Surface(TABLE.size)
    plans.draw(drawn, plans.with_room(context.scene))
    assert pygame.image.tobytes(drawn, "RGB") != whole


def test_the_scene_shows_arcs_and_ends_only_when_their_tools_are_on() -> None:
    context = sandbox_context()
    assert scene_of(context).hand.overlays and not scene_of(context).asked.destinations
    context.tools = frozenset({"reach"})
    assert not scene_of(context).hand.overlays and scene_of(context).asked.destinations
    assert scene_of(context).asked.targets == ("vesper",)


# -- the screen that owns them -----------------------------------------------------------------------------------------


def test_the_parts_ask_the_screen_that_made_them() -> None:
    screen = SandboxScreen(sandbox_context().sandbox, lambda: None, {})
    assert screen.context.screen is screen and screen.context.commands is screen.commands
    assert [name for name in asks_of(SandboxCommands) if not hasattr(screen, name)] == []


@pytest.mark.parametrize(("address", "order"), [("power/4.2", "+1 S@0"), ("hex/2.3", "f P f P")])
def test_the_form_begins_with_the_planned_order_of_a_ship_that_moves_in_the_open(address: str, order: str) -> None:
    page = RulePage(address)
    page.try_it()
    assert isinstance(page.answer, Push)
    context = page.answer.screen.context  # type: ignore[attr-defined]
    model = present(context.model)
    assert str(model.order) == order == context.sandbox.course().planned_move(1, model.chosen)
    meter = present(model.meter())
    assert meter.left < meter.total
    field = "burn" if address.startswith("power") else "dv"
    context.commands.edit(field, 2)
    now = context.sandbox.course().planned_move(1, model.chosen)
    assert all(part in now for part in order.replace("+1 ", "").split()) and "+2" in now, "the rest of the order stays"
