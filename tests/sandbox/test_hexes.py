"""The sandbox on hexes: things snap to them, places have the names of the map, terrain is made of them, files are read
again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.loader import load_start, load_start_text
from game.battle.script import run
from game.board import hexes
from game.board.boards import HexBoard
from game.board.terrain import entry_number
from game.core.orders import Illegal
from game.core.system import RuleSystem
from game.core.values import Data
from game.demonstrations.demonstration import Demonstration
from game.formats.yaml_writer import block
from game.rules.counters.kinds import Flight
from game.rules.scenario.thrust_files import ThrustFiles
from game.rules.ships.ship import OUT, PORT
from game.sandbox.comparison import roll_words
from game.sandbox.export import story_of, story_text
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import blank, moved_cells, of_state, open_start, plain
from game.sandbox.storage import open_sandbox, sandbox_of, text_of, write_scenario
from game.systems import SYSTEMS
from game.ui.toolkit.text_field import TextField
from tests.support.ui.sandbox_driver import Sat
from tests.support.ui.screen_driver import well_laid

pytestmark = pytest.mark.usefixtures("still")
HEXED = [system for system in SYSTEMS.values() if system.files.folder == "hexes"]
FILE = """\
# a comment of the author
title: On hexes
system: hexcess
seed: 3
table:
  hexes: [30, 24]
  terrain:
  - {kind: dust, name: The Fleece, hexes: [[14, 4], [15, 4]]}  # a cloud
  - {kind: asteroid, hexes: [[20, 0]]}
sides: {azure: {name: Tessera League}, amber: {name: Kessarine Levy}}
ships:
  bellwether: {side: azure, design: drover, at: [6, 10], course: 2, velocity: 4}  # the first
  gabbro: {side: amber, design: gabbro, at: [24, -4], course: 8, velocity: 4}
victory: {turns: 8}
"""


@pytest.fixture(params=[(1280, 800), (1920, 1080)], ids=["low", "high"])
def sat(request: pytest.FixtureRequest, tmp_path: Path) -> Sat:
    return Sat(tmp_path, FILE, request.param)


def near(sat: Sat, q: int, r: int) -> tuple[float, float]:
    """Return a pixel in a hex, off its middle."""
    x, y = sat.xy(hexes.at((q, r)))
    return x + 0.2 * sat.screen.board.camera.scale, y - 0.1 * sat.screen.board.camera.scale


def more(sat: Sat, name: str) -> None:
    """Press the plus of a stepper."""
    rect = sat.widget(name).rect
    sat.click((rect.right - 12, rect.centery))


def entry(sat: Sat, key: str) -> Data:
    found: Data = sat.sandbox.state.start["ships"][key]
    return found


def test_a_ship_is_carried_to_a_hex_and_copied_beside_herself(sat: Sat) -> None:
    sat.drag(sat.ship("bellwether"), near(sat, 9, 7))
    assert list(entry(sat, "bellwether")["at"]) == [9, 7] and sat.sandbox.done == ["Bellwether moved to 1012"]
    assert sat.sandbox.start.state.ships["bellwether"].at == hexes.at((9, 7))
    sat.key("c")
    twin = sat.sandbox.start.state.ships["bellwether-2"]
    assert hexes.distance(hexes.hex_at(twin.at), (9, 7)) == 1
    sat.key("c")
    assert len({one.at for one in sat.sandbox.start.state.ships.values()}) == 4, "no two lie in one hex"


def test_she_is_put_a_hex_further_by_keys_and_her_place_is_typed(sat: Sat) -> None:
    sat.screen.context.choose("bellwether")
    for key, place in (
        ("shift+UP", [6, 9]),
        ("shift+RIGHT", [7, 9]),
        ("shift+RIGHT", [8, 8]),
        ("shift+LEFT", [7, 9]),
        ("shift+DOWN", [7, 10]),
    ):
        sat.key(key)
        assert list(entry(sat, "bellwether")["at"]) == place, key
    sat.press("place")
    place_field = sat.widget("place", TextField)
    assert place_field.value == "0814" and "the name of a hex" in place_field.hint
    for typed in ("1304", "13, 4"):
        sat.press("place")
        sat.key("ctrl+a")
        sat.type(typed)
        sat.key("RETURN")
        assert list(entry(sat, "bellwether")["at"]) == [12, -3] and sat.sandbox.done[0] == "Bellwether moved to 1304"
        sat.sandbox.undo()
        sat.screen.context.look_anew()
    sat.key("SPACE")
    sat.screen.lines.typed_place("12", lambda at: pytest.fail("that is no place"))
    assert "the name of a hex" in sat.screen.context.note


def test_courses_go_by_what_the_board_allows(sat: Sat) -> None:
    sat.screen.context.choose("bellwether")
    sat.look()
    more(sat, "course")
    assert entry(sat, "bellwether")["course"] == entry(sat, "bellwether")["facing"] == 4
    assert sat.sandbox.done[0].endswith("course SE, facing SE"), "and courses are told by name"
    sat.sandbox.turn_ship("bellwether", -2)
    assert sat.sandbox.done[0] == "Bellwether turned to course N"
    assert sat.sandbox.opened.file.ships["bellwether"].course == 12
    key = sat.sandbox.place("drover", "azure", hexes.at((3, 3)), 3)
    assert sat.sandbox.opened.file.ships[key].course == 2


def test_attitudes_are_offered_where_ships_roll_and_files_say_them_nowhere_else(tmp_path: Path) -> None:
    for system, files in [(one, one.files) for one in SYSTEMS.values()]:
        if not isinstance(files, ThrustFiles):
            continue
        data = blank(system)
        key = next(iter(data["ships"]))
        for size in ((1280, 800), (1920, 1080)):
            sat = Sat(tmp_path, block({"version": 1, **data}), size)
            sat.screen.context.choose(key)
            sat.look()
            assert ("attitude" in sat.names()) is files.rolls and "drive" in sat.names(), (system.key, size)
            well_laid(sat, system.key)
        data["ships"][key]["inverted"] = True
        if files.rolls:
            assert open_start(data).battle.state.ships[key].inverted, system.key
        else:
            with pytest.raises(Illegal, match="do not roll over"):
                open_start(data)


def test_a_new_starbase_moves_and_one_at_rest_is_refused(sat: Sat) -> None:
    """A base keeps one velocity, from 1 to 6 (hex/2.7/starbases)."""
    base = sat.sandbox.place("wayhouse", "amber", hexes.at((3, 3)), 3)
    ship = sat.sandbox.place("drover", "azure", hexes.at((5, 3)), 3)
    assert [sat.sandbox.opened.file.ships[key].velocity for key in (base, ship)] == [1, 0]
    with pytest.raises(Illegal, match=r"never lies still.*from 1 to 6"):
        sat.sandbox.set_fields(base, velocity=0)


def test_terrain_is_carried_whole_and_drawn_hex_by_hex(sat: Sat) -> None:
    box = sat.sandbox
    sat.drag(near(sat, 15, 4), near(sat, 12, 6))
    assert [list(cell) for cell in box.state.start["table"]["terrain"][0]["hexes"]] == [[11, 6], [12, 6]]
    assert sat.screen.context.body == 0
    sat.press("cells")
    for cell in ((12, 5), (11, 6)):
        sat.click(near(sat, *cell))
    assert [list(cell) for cell in box.state.start["table"]["terrain"][0]["hexes"]] == [[12, 6], [12, 5]]
    assert {body.key for body in box.start.state.table.bodies} == {"dust1-1", "dust1-2", "asteroid2"}
    sat.key("ESCAPE")
    assert sat.screen.context.armed == "" and sat.screen.context.body == 0
    box.change_cell(0, hexes.at((12, 5)))
    with pytest.raises(Illegal, match="one hex at least"):
        box.change_cell(0, hexes.at((12, 6)))
    sat.screen.context.look_anew()
    sat.screen.lines.typed_cells("0913, 913", lambda cells: pytest.fail("one of them is no hex"))
    assert "hexes are named" in sat.screen.context.note.lower()
    sat.screen.lines.typed_cells("0913, 1013", lambda cells: box.set_body(0, hexes=cells))
    assert box.done[0] == "dust: hexes 0913, 1013"
    assert [list(cell) for cell in box.state.start["table"]["terrain"][0]["hexes"]] == [[8, 8], [9, 8]]
    sat.screen.context.choose_body(1)
    sat.key("shift+UP")
    assert [list(cell) for cell in box.state.start["table"]["terrain"][1]["hexes"]] == [[20, -1]]
    sat.key("DELETE")
    assert len(box.state.start["table"]["terrain"]) == 1


def test_dice_to_come_name_clouds_and_say_what_is_contested() -> None:
    box = sandbox_of(load_start_text(FILE, "test"))
    cloud = box.start.state.table.bodies[0].part_of
    assert cloud and roll_words(box, f"T1.7/cloud/{cloud}") == "Cloud, The Fleece"
    assert roll_words(box, "T1.3/hex/bellwether/gabbro") == "Hex taken, Bellwether, Gabbro"


def test_terrain_from_the_palette_fills_a_hex(sat: Sat) -> None:
    sat.palette("terrain")
    sat.press("terrain planet")
    sat.click(near(sat, 10, 2))
    placed = sat.sandbox.state.start["table"]["terrain"][-1]
    assert (
        placed["kind"] == "planet"
        and [list(cell) for cell in placed["hexes"]] == [[10, 2]]
        and sat.screen.context.body == 2
    )


def test_the_table_is_so_many_columns_and_rows(sat: Sat) -> None:
    sat.screen.context.choose("")
    sat.look()
    more(sat, "table columns")
    board = sat.sandbox.board
    assert isinstance(board, HexBoard) and (board.columns, board.rows) == (31, 24)


def test_moves_in_the_open_are_planned(sat: Sat) -> None:
    """Where nothing is written, a ship is planned for when it is its turn to move."""
    sat.screen.context.choose("bellwether")
    sat.settle()
    model = sat.screen.context.model
    assert model is not None and model.input_mode == "plot" and model.destinations()
    assert sat.screen.commands.give("bellwether", "f f S f f")
    course = sat.sandbox.course()
    assert course.planned_move(1, "bellwether") and not course.further(1, "bellwether") and not course.faults
    after = course.view(1)
    assert after is not None and after.state.ships["bellwether"].course == 4
    assert (1, "bellwether") not in course.again
    row = next(widget for widget in sat.screen.focus.widgets if widget.name == "plan A")
    assert row.cells[0] == sat.sandbox.board.format_distance(
        sat.sandbox.board.distance(after.state.ships["bellwether"].at, after.state.ships["gabbro"].at)
    )


def test_the_start_is_written_back_in_hexes_with_its_comments(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(FILE, encoding="utf-8")
    box = open_sandbox(path)
    box.move("bellwether", hexes.at((8, 8)))
    box.move_body(0, hexes.at((16, 3)), hexes.at((15, 4)))
    write_scenario(box, path)
    text = path.read_text(encoding="utf-8")
    assert "# a comment of the author" in text and "# a cloud" in text and "# the first" in text
    assert "at: [8, 8]" in text and "[[15, 3], [16, 3]]" in text
    assert load_start(path).battle.state.ships["bellwether"].at == hexes.at((8, 8))
    assert load_start_text(text_of(box), "save").battle.state.table.bodies == box.start.state.table.bodies


def test_a_plan_is_written_out_as_a_demonstration_that_checks() -> None:
    box = sandbox_of(load_start_text(FILE, "test"))
    box.give("bellwether", "f f S f f")
    text = story_text(box, story_of(box))
    opened = load_start_text(text, "demonstration")
    assert run(opened) == [] and "at: [10, 8]" in text
    assert run(load_start_text(text.replace("at: [10, 8]", "at: [10, 7]"), "demonstration"))


@pytest.mark.parametrize("label", ["T1.7/cloud/dust1", "T1.7/cloud/dust1-2/side", "T2.1/initiative/azure"])
def test_a_die_that_falls_as_a_turn_ends_may_be_set_in_a_plan_that_is_written_out(label: str) -> None:
    box = sandbox_of(load_start_text(FILE, "test"))
    box.give("bellwether", "f f S f f")
    throw = next(one for one in box.course().loaded.throws if one.label == label)
    box.force(label, 0, throw.faces[0] % 6 + 1)
    opened = load_start_text(story_text(box, story_of(box)), "demonstration")
    assert run(opened) == [] and opened.battle.log == box.course().battle.log


@pytest.mark.parametrize(
    "path",
    sorted((ROOT / "scenarios" / "demonstrations" / "hexcess").glob("[a-m]*.yaml"))[::4],
    ids=lambda path: path.stem,
)
def test_a_demonstration_on_hexes_is_taken_over(path: Path) -> None:
    show = Demonstration(load_start(path))
    show.go(len(show.steps) - 1)
    taken = show.taken_over()
    box = sandbox_of(taken)
    assert box.board.cells and box.course().view(box.first, "opens") is not None
    here = open_start(of_state(taken.battle, taken.battle.state, plain(taken))[0]).battle.state
    for key, one in taken.battle.state.ships.items():
        if one.in_play:
            now = here.ships[key]
            assert (now.at, now.course, now.facing, now.velocity) == (one.at, one.course, one.facing, one.velocity)
    assert sorted(body.at for body in here.table.bodies) == sorted(body.at for body in taken.battle.state.table.bodies)


@pytest.mark.parametrize("system", HEXED, ids=lambda system: system.key)
def test_an_empty_table_of_every_game_is_offered(system: RuleSystem, tmp_path: Path) -> None:
    box = Sandbox(open_start(blank(system)))
    assert box.board.cells and all(box.board.holds(ship.at) for ship in box.start.state.ships.values())
    sat = Sat(tmp_path)
    sat.key("ctrl+o")
    sat.pushed.draw(sat.frame)
    name = f"table {system.key}"
    offered = next(widget for widget in sat.pushed.focus.widgets if widget.name == name)
    offered.press()
    sat.screen.heard(sat.pushed.answer.word)
    sat.settle()
    assert sat.sandbox.opened.battle.system is system


def test_cells_keep_their_shape_and_bodies_know_their_entry() -> None:
    box = sandbox_of(load_start_text(FILE, "test"))
    assert moved_cells([[1, 2], [3, -1]], (1, 2), (0, 5)) == [[0, 5], [2, 2]]
    assert [entry_number(body) for body in box.start.state.table.bodies] == [1, 1, 2]


def test_a_start_on_hexes_holds_zig_zags_lost_control_counters_and_a_window_that_has_moved() -> None:
    opened = load_start_text(FILE.replace("design: gabbro", "design: doline"), "hexes")
    state, data = opened.battle.state, plain(opened)
    assert of_state(opened.battle, state, data)[1] == []
    state.ships["bellwether"].status_flags |= {PORT}
    state.ships["gabbro"].status_flags |= {OUT}
    state.table = replace(state.table, board=replace(state.table.board, west=2))
    called = state.ships["gabbro"].groups["HGRa"]
    flight = Flight(
        "gabbro.HGRa", called, "amber", "gabbro", "HGRa", hexes.at((9, 2)), 8, 8, mode="attack", count=4, total=6
    )
    state.counters[flight.id] = flight
    found, missing = of_state(opened.battle, state, data)
    again = open_start(found).battle.state
    assert missing == [] and again.counters == {flight.id: flight} and again.table.board == state.table.board
    assert PORT in again.ships["bellwether"].status_flags and OUT in again.ships["gabbro"].status_flags
