"""The yard opens where the player is, and shows what was read in."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.battle.designs import OWN, ROOT, design_data
from game.formats.user_folders import HOME
from game.systems import SYSTEMS
from game.ui.shipyard.page import Shipyard
from game.ui.shipyard.rows import DesignRow
from game.yard.draft import Draft
from tests.support.ui.page_driver import read


@pytest.mark.parametrize("key", SYSTEMS)
def test_the_yard_opens_at_the_designs_of_the_game_of_the_menu(key: str) -> None:
    yard = Shipyard(SYSTEMS, SYSTEMS[key])
    own = [one for one in yard.designs if yard.builders[one.fleet, one.key] is SYSTEMS[key]]
    assert yard.chosen is (own[0] if own else yard.designs[0]) and yard.chosen in yard.shown
    words = [one.string for one in read(yard, (1280, 800))]
    assert not [one for one in words if one.endswith("…")], "figures are named whole"


def test_a_design_that_was_read_in_is_seen_in_the_list(tmp_path: Path) -> None:
    source = (ROOT / "assets" / "designs" / "power" / "halden" / "bastion.yaml").read_text(encoding="utf-8")
    file = tmp_path / "overdrawn.yaml"
    file.write_text(
        source.replace("name: Bastion", "name: Overdrawn").replace("\nreactor: 20", "\nreactor: 9"), encoding="utf-8"
    )
    yard = Shipyard(SYSTEMS, SYSTEMS["power-hex"])
    yard.handle(Event(pygame.DROPFILE, file=str(file)))
    words = " ".join(one.string for one in read(yard, (1280, 800)))
    assert "draw 16 power" in words
    listed = [one for one in yard.focus.widgets if isinstance(one, DesignRow) and one.design is yard.chosen]
    assert listed and all(one.rect.bottom <= 720 for one in listed)


def test_own_designs_of_one_name_are_told_apart_by_their_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    source = (ROOT / "assets" / "designs" / "sail" / "merrow" / "halcyon.yaml").read_text(encoding="utf-8")
    folder = tmp_path / "designs" / "sail"
    folder.mkdir(parents=True)
    for name, hull in (("halcyon", 20), ("old", 24)):
        (folder / f"{name}.yaml").write_text(source.replace("hull: 20", f"hull: {hull}"), encoding="utf-8")
    (folder / "tern.yaml").write_text(source.replace("name: Halcyon", "name: Swift"), encoding="utf-8")
    yard = Shipyard(SYSTEMS, SYSTEMS["full-sail"])
    yard.fleet = yard.fleets.index(OWN)
    read(yard, (1280, 800))
    told = {one.told for one in yard.focus.widgets if isinstance(one, DesignRow)}
    assert told == {"frigate, halcyon.yaml", "frigate, old.yaml", "frigate"}


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_a_ship_of_sides_lies_in_the_yard_as_on_its_sheet(size: tuple[int, int]) -> None:
    yard = Shipyard(SYSTEMS, SYSTEMS["power-hex"])
    words = {one.string for one in read(yard, size)}
    assert {"FORE", "PORT", "STBD", "AFT", "PRIMARY"} <= words and "WHERE A HIT LANDS: FORE, D20" in words
    names = {one.name for one in yard.focus.widgets}
    assert {"system side port", "power railgun_1"} <= names, "sides and guns"
    next(one for one in yard.focus.widgets if one.name == "system side port").press()
    assert "WHERE A HIT LANDS: PORT, D20" in {one.string for one in read(yard, size)}


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080), (800, 500)])
def test_the_lists_leave_room_for_the_message_that_a_design_is_open_elsewhere(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME, str(tmp_path))
    system = SYSTEMS["full-thrust"]
    draft = Draft(system, {**design_data(system, "lancet"), "name": "Overweight", "hull": 40})
    path = draft.save()
    yard = Shipyard(SYSTEMS, system)
    yard.heard(path)
    yard.change()
    said = next(one for one in read(yard, size) if one.string.startswith(f"{path.name} is open in another"))
    rows = [one.told for one in yard.focus.widgets if isinstance(one, DesignRow) and one.design is yard.chosen]
    assert rows == ["heavy cruiser, a draft"]
    assert all(pane.rect.bottom <= said.box.top for pane in yard.panes)
    draft.close()
