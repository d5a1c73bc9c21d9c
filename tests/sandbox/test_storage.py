"""Sandboxes as files: saved and read again, written back into a scenario with its comments, written out as a
demonstration."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.loader import load_start, load_start_text, open_battle, play_saved
from game.battle.script import run
from game.core.orders import Illegal
from game.formats.atomic_file import CannotSave
from game.formats.battle_schema import Say
from game.formats.yaml_writer import block
from game.sandbox import start_editor as begin
from game.sandbox.export import story_of, story_text
from game.sandbox.sandbox import Sandbox
from game.sandbox.storage import data_of, merged, open_sandbox, sandbox_of, save, text_of, write_scenario
from game.systems import SYSTEMS
from tests.support.narrowing import present
from tests.support.ui.sandbox_driver import START, fresh


def planned() -> Sandbox:
    box = fresh()
    for by, text in (
        ("lancet", "S2+3"),
        ("vesper", "S1+1"),
        ("lancet", "fire B2b>vesper"),
        ("vesper", "fire B3>lancet"),
    ):
        box.give(by, text)
    box.look_at(2)
    box.give("lancet", "P1-3")
    box.force("T1.2/initiative/amber", 0, 6)
    box.force("T1.2/initiative/azure", 0, 1)
    box.begin_branch(turn=2)
    box.name_branch("B", "Away: “fast”")
    box.give("lancet", "S3", 2)
    box.show_branch("A", False)
    return box


def test_a_saved_sandbox_is_read_again_as_it_was(tmp_path: Path) -> None:
    box = planned()
    path = save(box, tmp_path / "box.yaml")
    again = open_sandbox(path)
    assert again.branches == box.branches and again.branch == box.branch and again.turn == box.turn
    assert text_of(again) == text_of(box) == path.read_text(encoding="utf-8")


def test_a_saved_sandbox_is_a_save_that_can_be_played_on_and_a_file_that_check_passes(tmp_path: Path) -> None:
    box = planned()
    path = save(box, tmp_path / "box.yaml")
    opened = open_battle(path)
    assert opened.saved and opened.battle.state.turn == 2
    assert next(record.faces for record in opened.battle.records if record.faces)[:2] == (1, 6), (
        "the dice that were set"
    )
    ghost = present(box.course().view(2)).state.ships["lancet"]
    assert opened.battle.state.ships["lancet"].at == ghost.at
    assert run(load_start(path)) == []


def test_the_battle_of_any_file_is_a_plan_of_its_sandbox(tmp_path: Path) -> None:
    path = save(planned(), tmp_path / "box.yaml")
    text = path.read_text(encoding="utf-8")
    plain = text.split("branches:")[0] + "script:" + text.split("script:")[1]
    box = sandbox_of(load_start_text(plain, "plain"))
    assert [branch.name for branch in box.branches] == ["As played"]
    opened = load_start_text(plain, "plain")
    play_saved(opened)
    played = box.course().battle
    count = len(opened.battle.records)
    assert [(r.order, r.faces) for r in played.records[:count]] == [(r.order, r.faces) for r in opened.battle.records]
    assert box.branch.dice == {"T1.2/initiative/amber": (6,), "T1.2/initiative/azure": (1,)} or set(
        box.branch.dice
    ) <= {"T1.2/initiative/amber", "T1.2/initiative/azure"}


@pytest.mark.parametrize("path", sorted((ROOT / "scenarios").rglob("*.yaml")), ids=lambda path: path.stem)
def test_every_scenario_and_demonstration_opens(path: Path) -> None:
    box = open_sandbox(path)
    box.course()
    load_start_text(text_of(box), "again")
    assert merged(path.read_text(encoding="utf-8"), begin.plain(box.opened)) == path.read_text(encoding="utf-8")


def test_a_plan_written_out_is_a_demonstration_that_check_passes() -> None:
    box = planned()
    text = story_text(box, story_of(box, "A"), "A")
    opened = load_start_text(text, "demonstration")
    kinds = [type(entry).__name__ for entry in opened.file.script]
    assert kinds[:2] == ["CameraEntry", "Say"]
    assert kinds.count("Say") == 5, "the start; in each turn what is written, and what comes"
    said = [entry for entry in opened.file.script if isinstance(entry, Say)]
    assert [one.step for one in said] == ["The start", "Turn 1, the orders", "Turn 1", "Turn 2, the orders", "Turn 2"]
    assert [kinds[n - 1] for n, kind in enumerate(kinds) if kind == "Say"][2::2] == ["Expect"] * 2
    assert kinds.count("Expect") == 2, "while orders are only written nothing is expected: that would carry them out"
    assert run(opened) == []
    moved = text.replace("velocity: 11", "velocity: 10", 1)
    assert moved != text and run(load_start_text(moved, "demonstration")), "what it expects is held to"


VECTORS = START.replace("seed:", "house: {movement: vector}\nseed:", 1)


def test_the_heading_of_a_ship_that_moves_by_vectors_is_carried() -> None:
    """In degrees, at the start and from a turn of a plan; others keep moving in clock points."""
    opened = load_start_text(VECTORS.replace("lancet: {", "lancet: {heading: 52.5, ", 1), "test")
    assert opened.battle.state.ships["lancet"].heading == 52.5
    box = sandbox_of(opened)
    assert box.start.state.ships["lancet"].heading == 52.5
    box.give("lancet", "MD2", turn=1)
    flown = box.course(through=2).view(2, "opens")
    assert flown is not None
    heading = flown.state.ships["lancet"].heading
    box.look_at(2)
    box.begin_here()
    assert box.start.state.ships["lancet"].heading == heading


def test_an_empty_table_has_a_ship_a_side() -> None:
    for system in SYSTEMS.values():
        opened = begin.open_start(begin.blank(system))
        assert len({one.side for one in opened.battle.state.ships.values()}) == len(opened.battle.state.ships) == 2


COMMENTED = """\
# Who wrote this, and why.
version: 1
title: A commented file   # its title
system: full-thrust
table:
  width: 72    # an ordinary table
  terrain:
  # the planet
  - {kind: planet, name: Tavira, at: [36, 26], radius: 3}  # with a moon, not shown
  - {kind: dust, at: [20, 40], radius: 2}
# the sides
sides:
  azure: {name: Azure League}   # ours
  amber: {name: "Amber Pact"}
ships:
  # the hero
  lancet: {side: azure, design: lancet, at: [12, 20], course: 2, velocity: 8}   # fast
  vesper:
    side: amber   # theirs
    design: vesper
    at: [40.0, 12.0]
    course: 9
victory: {turns: 12}  # long enough
"""


def test_writing_a_scenario_back_changes_the_lines_that_changed_and_keeps_all_comments(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(COMMENTED, encoding="utf-8")
    box = open_sandbox(path)
    box.set_fields("vesper", velocity=4)
    box.set_part("victory", turns=9)
    box.set_body(0, at=(30, 30))
    box.remove_body(1)
    box.place("kiln", "amber", (50, 20))
    write_scenario(box, path)
    text = path.read_text(encoding="utf-8")
    for comment in (line.split("#")[1] for line in COMMENTED.splitlines() if "#" in line):
        assert f"#{comment}" in text, f"“{comment.strip()}” is gone"
    kept = [line for line in COMMENTED.splitlines() if line in text.splitlines()]
    assert len(kept) >= len(COMMENTED.splitlines()) - 4
    again = open_sandbox(path)
    assert block(begin.plain(again.opened)) == block(begin.plain(box.opened) | {"seed": again.opened.file.seed})


def test_a_file_that_is_not_a_battle_any_more_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(COMMENTED, encoding="utf-8")
    box = open_sandbox(path)
    path.write_text("title: [broken\n", encoding="utf-8")
    with pytest.raises(CannotSave):
        write_scenario(box, path)
    assert path.read_text(encoding="utf-8") == "title: [broken\n"


def test_a_script_stays_in_a_file_whose_start_is_written_back(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(COMMENTED + 'script:\n- {by: lancet, order: "S1"}   # the turn\n', encoding="utf-8")
    box = open_sandbox(path)
    box.set_fields("lancet", velocity=9)
    write_scenario(box, path)
    assert path.read_text(encoding="utf-8").endswith('script:\n- {by: lancet, order: "S1"}   # the turn\n')


def test_a_plan_that_names_nobody_is_a_mistake_of_the_file() -> None:
    data = data_of(fresh())
    data["branches"] = {"A": {"name": "x", "orders": [{"turn": 1, "by": "nobody", "order": "S1"}]}}
    with pytest.raises(Illegal, match="no ship or side 'nobody'"):
        begin.open_start(data)


def test_dice_set_by_hand_are_written_out_with_the_orders_that_roll_them() -> None:
    box = fresh()
    box.give("lancet", "S2+3")
    box.give("lancet", "fire B2b>vesper")
    for side, face in (("azure", 1), ("amber", 6)):
        box.force(f"T1.2/initiative/{side}", 0, face)
    opened = load_start_text(story_text(box, story_of(box)), "demonstration")
    assert run(opened) == []
    assert opened.battle.state.initiative[0] == "amber"


def test_a_fleet_alone_on_the_table_is_planned_for_and_saved_but_no_demonstration(tmp_path: Path) -> None:
    alone = START.split("  vesper")[0] + "victory: {}\n"
    box = fresh(alone)
    box.give("lancet", "S2+3")
    box.look_at(2)
    assert box.course().turns == [1, 2]
    again = open_sandbox(save(box, tmp_path / "alone.yaml"))
    assert again.branches == box.branches
    with pytest.raises(Illegal, match="another side"):
        story_text(box, story_of(box))


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def test_what_was_played_becomes_a_plan_of_its_own_beside_plans_of_every_letter(tmp_path: Path) -> None:
    plans = "".join(f"  {letter}: {{name: Plan {letter}}}\n" for letter in ALPHABET)
    played = START + "branches:\n" + plans + 'script:\n- {by: lancet, order: "S2+3"}\n'
    box = sandbox_of(load_start_text(played, "test"))
    assert [one.key for one in box.branches] == ["AA", *ALPHABET] and box.branch.name == "As played"
    with pytest.raises(Illegal, match="twenty-six plans"):
        box.begin_branch()
    again = open_sandbox(save(box, tmp_path / "box.yaml"))
    assert {one.key for one in again.branches} == {"AA", *ALPHABET}


def test_dice_of_no_turn_are_kept_and_stop_nothing() -> None:
    text = (
        START
        + "branches: {A: {name: Odd, dice: {foo: [6], T: [1], Tx.1/y: [2], T99999999999999999999.1/z: [3]}}}\nscript:\n"
    )
    box = sandbox_of(load_start_text(text, "test"))
    box.look_at(2)
    assert set(box.branch_named(box.begin_branch()).dice) == {"foo", "T", "Tx.1/y", "T99999999999999999999.1/z"}
    assert box.begin_here(2) == []


def test_a_plan_is_called_what_a_file_can_hold() -> None:
    box = planned()
    for name in ("x" * 121, "tab\tbed", "\u202edrawkcab"):
        with pytest.raises(Illegal):
            box.name_branch("B", name)


@pytest.mark.parametrize("depth", [30, 900, 5000])
def test_writing_into_a_file_that_nests_without_end_is_refused(depth: int) -> None:
    start = begin.plain(fresh().opened)
    with pytest.raises(CannotSave, match="cannot be read as it is"):
        merged(START + "house: {x: " + "[" * depth + "]" * depth + "}\n", start)


LIKE_NUMBERS = ("2026-13-45", "2026-01-31", "12:30:99", "0b2", "0o9", "1_000", "=", "<<", "~x", "0x_", "1e5", "+.inf")


@pytest.mark.parametrize("title", LIKE_NUMBERS)
def test_a_word_that_other_readers_take_for_a_date_or_a_number_is_written_round(title: str) -> None:
    text = START.replace("title: A test", f"title: {title}")
    data = begin.plain(load_start_text(text, "test"))
    data["ships"]["lancet"]["velocity"] = 9
    try:
        found = merged(text, data)
    except CannotSave as why:
        assert "comments of the file cannot be kept" in str(why)
    else:
        assert load_start_text(found, "again").file.title == title and "velocity: 9" in found
