"""A draft in the yard: changes, undo, and a file that keeps its author's words and has one writer."""

from __future__ import annotations

import subprocess
import sys

import pytest

from game.battle.designs import ROOT, design_data, designs_of, own_folder
from game.battle.loader import load_start_text
from game.core.names import key_fault
from game.core.orders import Illegal
from game.core.system import RuleSystem
from game.formats.atomic_file import CannotSave, InUse
from game.formats.yaml_merge import merged
from game.formats.yaml_source import document, document_of, mapping
from game.formats.yaml_writer import block
from game.sandbox.start_editor import with_design
from game.systems import SYSTEMS
from game.yard.draft import Draft

SYSTEM = SYSTEMS["full-thrust"]


pytestmark = pytest.mark.usefixtures("own_home")


def a_new_one(system: RuleSystem = SYSTEM) -> Draft:
    return Draft(system, dict(system.files.new_design()))


def put(draft: Draft, key: str) -> None:
    offer = next(one for one in draft.now.form.offers if one.key == key)
    draft.change(f"{key} aboard", offer.added(""))


def test_changes_are_taken_back_and_made_again() -> None:
    draft = a_new_one()
    before = dict(draft.now.entry)
    put(draft, "torpedo")
    assert [fault.at for fault in draft.now.faults] == [("mass",)]
    assert draft.undo() == "torpedo aboard" and draft.now.entry == before and not draft.now.faults
    assert draft.redo() == "torpedo aboard" and draft.now.entry != before
    draft.undo()
    with pytest.raises(Illegal, match="Nothing has been changed"):
        draft.undo()
    draft.change("armour", {"armour": 1})
    with pytest.raises(Illegal, match="Nothing was taken back"):
        draft.redo()


def test_names_of_files_stay_keys_however_many_ships_are_called_alike() -> None:
    names = set()
    for _ in range(12):
        draft = Draft(SYSTEM, {**SYSTEM.files.new_design(), "name": "Heron of the Lantern Reach " * 4})
        names.add(draft.save_as_new().stem)
        draft.close()
    assert len(names) == 12 and not any(map(key_fault, names))


def test_a_drag_is_one_step() -> None:
    draft = a_new_one()
    for boxes in (12, 13, 14):
        draft.change("hull", {"hull": boxes}, "field hull")
    draft.settle()
    draft.change("hull", {"hull": 15}, "field hull")
    draft.undo()
    assert draft.now.entry["hull"] == 14
    draft.undo()
    assert draft.now.entry["hull"] == SYSTEM.files.new_design()["hull"]


def test_what_could_not_be_read_is_refused_and_changes_nothing() -> None:
    draft = a_new_one()
    before = draft.now
    for change in ({"mass": 0}, {"name": None}, {"systems": [{"kind": "deathray"}]}):
        with pytest.raises(Illegal):
            draft.change("nonsense", change)
    assert draft.now is before and not draft.undoes


def test_what_is_saved_is_read_again_and_may_be_taken_into_battle() -> None:
    draft = a_new_one()
    draft.change("name", {"name": "Kittiwake"})
    path = draft.save()
    assert path == own_folder(SYSTEM) / "kittiwake.yaml" and not draft.unsaved
    assert mapping(document(path).data) == draft.now.entry
    assert designs_of(SYSTEM)["kittiwake"].name == "Kittiwake"
    put(draft, "torpedo")
    draft.save()
    assert "kittiwake" not in designs_of(SYSTEM), "a draft that cannot be built is kept, but no battle takes it"
    draft.undo()
    draft.save()
    start = with_design(SYSTEM, "kittiwake", {}, draft.now.design) | {"designs": {}}
    battle = load_start_text(block(start), "battle").battle
    assert "Kittiwake" in {ship.design.name for ship in battle.state.ships.values()}
    draft.close()


def test_a_name_that_is_taken_gets_another_file() -> None:
    names = set()
    for _ in range(3):
        draft = Draft(SYSTEM, design_data(SYSTEM, "lancet"))
        names.add((draft.save().name, draft.now.design.name))
        draft.close()
    assert names == {(f"lancet-{n}.yaml", f"Lancet {n}") for n in (2, 3, 4)}


def test_comments_of_the_file_survive() -> None:
    folder = own_folder(SYSTEM)
    folder.mkdir(parents=True)
    path = folder / "skerry.yaml"
    text = block(SYSTEM.files.new_design()).replace("hull: 11", "hull: 11  # a tenth and more\n# drives")
    path.write_text(text, encoding="utf-8")
    draft = Draft.open(SYSTEM, path)
    put(draft, "fcs")
    draft.change("armour", {"armour": 1})
    draft.save()
    saved = path.read_text(encoding="utf-8")
    assert "# a tenth and more" in saved and "# drives" in saved
    assert mapping(document(path).data) == draft.now.entry and not draft.now.faults
    draft.close()


COMMENTED = """\
# my ship
name: Corbel   # named after a stone
class: frigate
mass: 60  # tight
hull: 12
drive: {thrust: 4}   # slow
# what it carries
systems:
# the big gun
- {kind: beam, class: 4, arcs: [FP, F, FS]}   # too much
# small one
- {kind: beam, arcs: [F, FS, AS, A, AP, FP]}
- kind: pds   # in two lines
  count: 2    # two
# last one
- {kind: fcs}
# the end
"""
OWNERS = {"# too much": (0, "class: 4"), "# small one": (1, "arcs: [F, FS"),
          "# in two lines": (2, "pds"), "# two": (2, "count: 2"), "# last one": (3, "fcs")}  # fmt: skip


def owner(comment: str, text: str) -> str:
    """Return the line of a file to which a comment belongs: its own, or else the next that is no comment."""
    lines = text.splitlines()
    at = next(n for n, line in enumerate(lines) if comment in line)
    return next((line for line in lines[at:] if line.split("#")[0].strip()), "")


def comments(text: str) -> list[str]:
    return sorted(line[line.index("#") :].strip() for line in text.splitlines() if "#" in line)


@pytest.mark.parametrize(
    "order", [(0, 2, 3), (0, 1, 3), (1, 2, 3), (0, 1, 2), (3, 2, 1, 0), (1, 2, 0, 3), (2, 4, 0, 3), (3,)]
)
def test_comments_stay_with_their_parts_whatever_is_dropped_moved_or_added(order: tuple[int, ...]) -> None:
    path = own_folder(SYSTEM) / "corbel.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(COMMENTED, encoding="utf-8")
    draft = Draft.open(SYSTEM, path)
    assert draft.now.faults, "it is too heavy, and kept all the same"
    systems = [*draft.now.entry["systems"], {"kind": "screen"}]
    draft.change("systems", {"systems": [systems[n] for n in order]})
    draft.save()
    draft.close()
    text = path.read_text(encoding="utf-8")
    assert mapping(document(path).data)["systems"] == [systems[n] for n in order]
    assert comments(text) == comments(COMMENTED)
    for comment, (part, words) in OWNERS.items():
        assert part not in order or words in owner(comment, text), (comment, text)


@pytest.mark.parametrize(
    "left_out", [("systems",), ("drive", "systems", "groups"), ("groups", "ftl"), ("mass", "hull")]
)
def test_comments_of_a_list_that_is_taken_out_stand_before_the_next_key(left_out: tuple[str, ...]) -> None:
    text = COMMENTED.replace("# the end", "# after the last\n# craft\ngroups:\n  HGRa: Aces  # by day\nftl: true # far")
    path = own_folder(SYSTEM) / "corbel.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    old = mapping(document(path).data)
    new = {name: value for name, value in old.items() if name not in left_out}
    made = merged(text, old, new, lambda each: dict(mapping(document_of(each, "it").data)))
    assert comments(made) == comments(text) and mapping(document_of(made, "it").data) == new
    order = [line[line.index("#") :] for line in text.splitlines() if "#" in line]
    assert order == [line[line.index("#") :] for line in made.splitlines() if "#" in line], (
        "as they followed one another"
    )
    if left_out == ("systems",):
        assert owner("# the big gun", made) == owner("# after the last", made) == "groups:"
    if left_out == ("groups", "ftl"):
        assert made.endswith("# craft\n# by day\n# far\n")


def test_a_list_that_is_emptied_leaves_a_file_that_can_be_read() -> None:
    old = mapping(document_of(COMMENTED, "it").data)
    made = merged(COMMENTED, old, {**old, "systems": []}, lambda each: dict(mapping(document_of(each, "it").data)))
    assert mapping(document_of(made, "it").data)["systems"] == [] and comments(made) == comments(COMMENTED)


def test_a_second_process_is_told_and_loses_nothing() -> None:
    draft = a_new_one()
    path = draft.save()
    before = path.read_text(encoding="utf-8")
    second = (
        "import sys; from pathlib import Path; from game.systems import SYSTEMS; from game.yard.draft import Draft;"
        "from game.formats.atomic_file import CannotSave;"
        f"\ntry: Draft.open(SYSTEMS['full-thrust'], Path({str(path)!r}))"
        "\nexcept CannotSave as why: print(why)"
    )
    told = subprocess.run([sys.executable, "-c", second], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert path.name in told.stdout and told.stderr == "" and path.read_text(encoding="utf-8") == before
    draft.close()
    told = subprocess.run([sys.executable, "-c", second], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert told.stdout == told.stderr == "", "once it is closed another program may have it"


def test_a_file_has_one_writer_and_is_never_overwritten_unseen() -> None:
    draft = a_new_one()
    path = draft.save()
    with pytest.raises(InUse):
        Draft.open(SYSTEM, path)
    draft.change("armour", {"armour": 1, "hull": 12})
    path.write_text(path.read_text(encoding="utf-8") + "# by an editor\n", encoding="utf-8")
    with pytest.raises(CannotSave, match="changed by another program"):
        draft.save()
    assert "# by an editor" in path.read_text(encoding="utf-8")
    assert draft.save_as_new() != path
    draft.close()
    Draft.open(SYSTEM, path).close()


def test_a_part_of_the_bar_keeps_its_colour_whatever_comes_aboard() -> None:
    draft, shades = Draft(SYSTEM, design_data(SYSTEM, "dunlin")), dict[str, int]()
    for change in ({}, {"armour": 2}, {"streamlining": "full"}, {"systems": [{"kind": "hangar"}]}):
        draft.change("a change", change)
        room = draft.now.form.room
        assert room is not None and len({one.shade for one in room.parts}) == len(room.parts)
        for one in room.parts:
            assert shades.setdefault(one.name, one.shade) == one.shade
    assert len(shades) >= 6
