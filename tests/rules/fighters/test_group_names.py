"""Names of groups of fighters: by the battle file, by the design, or by a list of the side and type; steady, and none
twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.battle.designs import ROOT
from game.battle.loader import Opened, open_battle
from game.formats.yaml_source import BadFile
from game.rules.counters.group_names import group_names
from game.rules.scenario.current_start import start_of
from game.rules.ships.thrust_state import ThrustState

SHIP = "  {key}: {{side: {side}, design: {design}, at: [{x}, 20], course: 3{more}}}\n"
HEAD = "title: Names\nsystem: full-thrust\nsides: {azure: {name: A}, amber: {name: B}}\nships:\n"


def opened(folder: Path, *ships: tuple[str, str, str, str]) -> Opened:
    path = folder / "names.yaml"
    lines = (
        SHIP.format(key=key, side=side, design=design, x=10 + 5 * n, more=more)
        for n, (key, side, design, more) in enumerate(ships)
    )
    path.write_text(HEAD + "".join(lines), encoding="utf-8")
    return open_battle(path)


def names(opened: Opened) -> dict[str, str]:
    state: ThrustState = opened.battle.state
    return {f"{ship.id}.{mount}": name for ship in state.ships.values() for mount, name in ship.groups.items()}


ROOKERIES = tuple((key, "azure", "rookery", "") for key in ("rookery", "second", "third"))
BELLOWS = ("bellows", "amber", "bellows", "")


def test_each_group_of_a_battle_has_a_name_of_its_own(tmp_path: Path) -> None:
    many = [(f"rookery{n}", "azure", "rookery", "") for n in range(9)]
    found = names(opened(tmp_path, *many, BELLOWS))
    assert len(found) == 40 and len(set(found.values())) == 40


def test_names_follow_from_ship_side_and_type_alone(tmp_path: Path) -> None:
    first = names(opened(tmp_path, *ROOKERIES, BELLOWS))
    assert first == names(opened(tmp_path, *ROOKERIES, BELLOWS))
    alone = names(opened(tmp_path, ROOKERIES[0], BELLOWS))
    assert alone["rookery.HGRa"] == first["rookery.HGRa"] and alone["bellows.HGRa"] == first["bellows.HGRa"]
    birds, blades = group_names()[:2]
    assert {alone["rookery.HGRa"], alone["rookery.HGRb"]} <= set(birds["standard"])
    assert alone["rookery.HGRc"] in birds["attack"] and alone["rookery.HGRd"] in birds["interceptor"]
    assert alone["bellows.HGRa"] in blades["standard"]


def test_a_name_in_the_battle_file_comes_first(tmp_path: Path) -> None:
    plain = names(opened(tmp_path, *ROOKERIES[:2]))
    taken = plain["second.HGRa"]
    found = names(opened(tmp_path, ("rookery", "azure", "rookery", f", groups: {{HGRb: {taken}}}"), *ROOKERIES[1:2]))
    assert found["rookery.HGRb"] == taken and len(set(found.values())) == 8


def test_a_group_is_called_by_its_name_on_the_table_and_after_a_battle_is_taken_up(tmp_path: Path) -> None:
    battle = opened(tmp_path, ("rookery", "azure", "rookery", ", groups: {HGRa: Old Bones}"), BELLOWS)
    state: ThrustState = battle.battle.state
    assert start_of(state, battle.file.header())[0]["ships"]["rookery"]["groups"] == {"HGRa": "Old Bones"}


def test_a_name_for_a_hangar_that_the_ship_has_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as refused:
        opened(tmp_path, ("rookery", "azure", "rookery", ", groups: {HGRz: Old Bones}"))
    assert "has no hangar" in str(refused.value)


def test_no_name_of_the_list_stands_in_it_twice_or_is_that_of_a_ship() -> None:
    listed = [name for side in group_names() for kind in side.values() for name in kind]
    assert len(listed) == len(set(listed)) > 100
    designs = (path.read_text(encoding="utf-8") for path in (ROOT / "assets" / "designs").rglob("*.yaml"))
    ships = {line.removeprefix("name: ") for text in designs for line in text.splitlines() if line.startswith("name: ")}
    assert not ships & set(listed)
