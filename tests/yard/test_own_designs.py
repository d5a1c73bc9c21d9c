"""The player's design files: deleted and brought back, duplicated, renamed; and what a new ship begins with."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import design_data, designs_of, own_folder
from game.formats.atomic_file import CannotSave, InUse
from game.formats.yaml_source import document, mapping
from game.systems import SYSTEMS
from game.yard.draft import Draft, draw_design, patterns
from game.yard.own_designs import KEPT, bring_back, duplicate, put_away

SYSTEM = SYSTEMS["full-thrust"]


pytestmark = pytest.mark.usefixtures("own_home")


def named(name: str) -> Draft:
    draft = Draft(SYSTEM, {**SYSTEM.files.new_design(), "name": name})
    draft.save()
    return draft


def test_a_deleted_design_is_kept_and_brought_back() -> None:
    draft = named("Skerry")
    path = draft.path
    assert path is not None
    with pytest.raises(InUse):
        put_away(path)
    draft.close()
    text = path.read_bytes()
    kept = put_away(path)
    assert not path.exists() and kept == own_folder(SYSTEM) / KEPT / "skerry.yaml" and kept.read_bytes() == text
    assert "skerry" not in designs_of(SYSTEM)
    assert bring_back(SYSTEM, kept) == path and path.read_bytes() == text and not kept.exists()
    kept = put_away(path)
    named("Skerry").close()
    again = put_away(path)
    assert again != kept and again.parent == kept.parent, "none is overwritten"
    named("Skerry").close()
    back = bring_back(SYSTEM, kept)
    assert back.stem == "skerry-2" and designs_of(SYSTEM)["skerry-2"].name == "Skerry 2"


def test_a_design_is_duplicated_under_the_next_name() -> None:
    first = duplicate(SYSTEM, design_data(SYSTEM, "lancet"))
    second = duplicate(SYSTEM, dict(mapping(document(first).data)))
    names = [mapping(document(path).data)["name"] for path in (first, second)]
    assert names == ["Lancet 2", "Lancet 3"] and [first.stem, second.stem] == ["lancet-2", "lancet-3"]
    assert {"lancet-2", "lancet-3"} <= {*designs_of(SYSTEM)}


def test_a_renamed_ship_takes_its_file_along() -> None:
    draft = named("Skerry")
    draft.change("name", {"name": "Holm"})
    assert draft.save() == own_folder(SYSTEM) / "holm.yaml"
    assert [path.name for path in own_folder(SYSTEM).glob("*.yaml")] == ["holm.yaml"]
    draft.change("mass", {"mass": 31})
    assert draft.save().name == "holm.yaml"
    draft.close()


def test_a_file_that_something_else_names_keeps_its_name(tmp_path: Path) -> None:
    draft = named("Skerry")
    fleet = tmp_path / "fleets" / "full_thrust" / "mine.yaml"
    fleet.parent.mkdir(parents=True)
    fleet.write_text("ships: [skerry, lancet]\n", encoding="utf-8")
    draft.change("name", {"name": "Holm"})
    assert draft.save().name == "skerry.yaml"
    fleet.write_text("ships: [skerry-2, lancet]\n", encoding="utf-8")
    draft.change("name", {"name": "Ness"})
    assert draft.save().name == "skerry.yaml", "it is not named after the ship any more"
    draft.close()
    draft = named("Voe")
    draft.close()
    again = Draft.open(SYSTEM, own_folder(SYSTEM) / "voe.yaml")
    again.change("name", {"name": "Lancet"})
    assert again.save().name == "lancet-2.yaml", "a design of the game has the name"
    again.close()


def test_what_cannot_be_read_is_said_and_no_fault_of_the_program(tmp_path: Path) -> None:
    folder = own_folder(SYSTEM) / "skerry.yaml"
    folder.mkdir(parents=True)
    with pytest.raises(CannotSave):
        put_away(folder)
    draft = named("Holm")
    assert draft.path is not None
    draft.close()
    draft.path.unlink()
    draft.path.mkdir()
    with pytest.raises(CannotSave):
        draft.save()


@pytest.mark.parametrize("key", SYSTEMS)
def test_every_hull_class_is_a_ship(key: str) -> None:
    found = patterns(SYSTEMS[key])
    ships = [draw_design(SYSTEMS[key], entry) for entry in found]
    assert not ships[0].faults and len({one.design.ship_class for one in ships}) >= 5
    for one in ships:
        assert one.form.fields and one.design.name == "New ship" and one.design.points > 0
        if key == "full-thrust" and one is not ships[0]:
            assert one.entry["drive"] == {"thrust": 4} and one.entry["ftl"]
            assert one.entry["hull"] == max(1, round(one.entry["mass"] / 10))
