"""The page on the study of point defence says what the lab finds, and its file is a study."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import BaseModel

from game.lab import exact
from game.lab.files import AttackersEntry, AxesEntry, DefenderEntry, LabFile, LabHouseEntry, read_lab, shipped_studies
from game.lab.setup import LabSetUp
from game.rules.defence.bands import Screens
from tests.repo.pages import block, section, text_of

PAGE = "point-defence-study"
WEAK = LabSetUp(pds=3, beams=2)


def test_damage_of_each_group_is_as_told() -> None:
    for row in section(PAGE, "| groups |"):
        count = int(row[0])
        found = []
        for level in (0, 1):
            setup = replace(WEAK, groups=(("standard", count),), screens=Screens(level))
            found += [f"{rules(setup).damage.mean / count:.3f}" for rules in (exact.old, exact.reformed)]
        assert found == row[1:]


def test_missiles_of_each_salvo_are_as_told() -> None:
    for row in section(PAGE, "| salvos |"):
        setup = replace(WEAK, salvos=int(row[0]))
        assert [f"{rules(setup).missiles.mean / setup.salvos:.2f}" for rules in (exact.old, exact.reformed)] == row[1:]


def test_levels_are_as_told() -> None:
    bands = exact.reformed(replace(WEAK, groups=(("standard", 12),))).bands
    told = section(PAGE, "| level |")
    assert [[one.title, f"{one.chance * 100:.1f} %", f"{one.mean:.1f}"] for one in bands[: len(told)]] == told


def test_its_file_is_a_study(tmp_path: Path) -> None:
    path = tmp_path / "flagship.yaml"
    path.write_text(block(PAGE, "yaml", "# flagship.yaml"), encoding="utf-8")
    assert len(read_lab(path).points) == 15


def test_every_field_is_told_and_no_other() -> None:
    parts: dict[str, type[BaseModel]] = {
        "attackers": AttackersEntry,
        "defender": DefenderEntry,
        "house": LabHouseEntry,
        "axes": AxesEntry,
    }
    told: dict[str, set[str]] = {"": set()}
    for fields, means in section(PAGE, "| field |"):
        names = re.findall("`([^`]+)`", fields)
        part, _, first = names[0].rpartition(": ")
        if part:
            told.setdefault(part, set()).update([first, *names[1:]])
        else:
            told[""].add(first)
            told |= {first: set(re.findall(r"`(\w+)`", means))} if first in parts else {}
    assert told.pop("") | {"attackers", "defender", "title", "about", "version"} == set(LabFile.model_fields)
    assert told == {name: set(model.model_fields) for name, model in parts.items()}


@pytest.mark.parametrize("name", sorted(shipped_studies()))
def test_every_study_is_named(name: str) -> None:
    assert f"python main.py lab {name}" in text_of(PAGE)
