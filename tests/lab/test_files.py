"""Files of the lab: what they mean, and every mistake in them at once with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.formats.validation import BadFile
from game.lab.files import read_lab, shipped_studies
from game.lab.setup import LabSetUp
from game.rules.defence.bands import LevelRules, Screens


def written(folder: Path, text: str) -> Path:
    path = folder / "lab.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_set_up(tmp_path: Path) -> None:
    study = read_lab(
        written(
            tmp_path,
            """
title: Mixed strike
attackers: {groups: {standard: 3, torpedo: 1}, craft: 5, salvos: 2, heavy_missiles: 1, assist: best}
defender: {screens: 1, advanced: true, pds: 3, beams: 2, kguns: 1, escorts: 2, lend: 2, screening: {interceptor: 4},
  hull: 20, armour: 4}
rules: old
house: {kinetic_reroll: true, salvo_pdl: none, rerolls: false}
""",
        )
    )
    assert study.axes == () and study.setup == LabSetUp(
        groups=(("standard", 3), ("torpedo", 1)),
        craft=5,
        salvos=2,
        heavy_missiles=1,
        assist="best",
        screens=Screens(1, True),
        pds=3,
        beams=2,
        kguns=1,
        escorts=2,
        lend=2,
        screening=(("interceptor", 4),),
        hull=20,
        armour=(4,),
        rules=("old",),
        level_rules=LevelRules(kinetic_reroll=True, salvo_pdl="none"),
        rerolls=False,
    )
    assert study.setup.words() == (
        "3 standard and 1 torpedo groups of 5, 2 salvos, 1 heavy missile at 2 class-1 beams, 3 PDS, 4 lent "
        "PDS, 1 class-1 K-gun, "
        "4 screening interceptor craft, advanced screens 1"
    )


def test_a_design_and_what_differs_from_it(tmp_path: Path) -> None:
    setup = read_lab(
        written(tmp_path, "title: A\nattackers: {salvos: 1}\ndefender: {design: polestar, pds: 1}\n")
    ).setup
    assert (setup.hull, setup.armour, setup.beams, setup.pds, setup.adfc) == (46, (5,), 2, 1, True)


def test_axes(tmp_path: Path) -> None:
    study = read_lab(
        written(
            tmp_path,
            """
title: Study
attackers: {groups: {standard: 1}}
axes: {groups: 1 to 3, type: [standard, heavy], screens: 1, rules: [old, both]}
""",
        )
    )
    assert study.axes == ("groups", "type", "screens", "rules") and len(study.points) == 12
    point, setup = study.points[-1]
    assert point == {"groups": 3, "type": "heavy", "screens": 1, "rules": "both"}
    assert (setup.groups, setup.screens.level, setup.rules) == ((("heavy", 3),), 1, ("reformed", "old"))


def test_every_mistake_at_once(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """title: Wrong
attackers: {groups: {standrad: 1, interceptor: 2}, craft: 7, assist: best, attacks: 2}
defender: {design: polestra, screening: {torpedo: 3}, pbs: 2}
axes: {groups: 5 to 1}
""",
    )
    with pytest.raises(BadFile) as caught:
        read_lab(path)
    told = {(one.line, one.column): f"{one.message} {one.hint}".strip() for one in caught.value.problems}
    assert told == {
        (2, 22): "there is no type of fighters 'standrad' Did you mean 'standard'?",
        (2, 35): "interceptor fighters never attack ships See “Groups and types” in the rules.",
        (2, 59): "7 is too large: at most 6",
        (2, 85): "best play is known for one attack only Leave out assist, or attacks.",
        (3, 20): "there is no design 'polestra' Did you mean 'polestar'?",
        (3, 42): "torpedo fighters may not screen a ship See “The point-defence level” in the rules.",
        (3, 55): "unknown field Did you mean 'pds'?",
        (4, 1): "an axis of groups or types needs exactly one type of fighters in attackers",
        (4, 16): "'5 to 1' is not a range from a smaller to a larger number",
    }


@pytest.mark.parametrize("text", [
    "", "[]", "title: A", "title: A\nattackers: 3", "title: A\nattackers: {groups: [1]}",
    "title: A\nattackers: {}\naxes: []",
    "title: A\nattackers: {}\naxes: {type: {}}", "title: A\nattackers: {}\ndefender: {design: [1]}",
    "title: A\nversion: 9\nattackers: {}",
    "title: A\nattackers: {groups: {standard: 1}}\naxes: {groups: 0 to 60, salvos: 0 to 60, pds: 0 to 30}",
    "title: A\nattackers: {}\naxes: {groups: []}", "title: A\nattackers: {}\nprecision: 0",
])  # fmt: skip
def test_bad_files_are_told(text: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile):
        read_lab(written(tmp_path, text))


@pytest.mark.parametrize(
    ("more", "sound"),
    [
        ("pds: 12, beams: 6, escorts: 4, lend: 6", True),
        ("pds: 30, beams: 30, kguns: 30", False),
        ("escorts: 30, lend: 30, beams: 9", False),
    ],
)
def test_set_ups_that_would_not_end_are_refused(more: str, sound: bool, tmp_path: Path) -> None:
    path = written(tmp_path, f"title: A\nattackers: {{salvos: 1}}\ndefender: {{{more}}}\n")
    if sound:
        assert read_lab(path).setup.lent == 24
        return
    with pytest.raises(BadFile, match="at most 4000 can be weighed"):
        read_lab(path)


def test_the_studies_of_the_program_are_sound() -> None:
    assert set(shipped_studies()) == {"assisting", "escort", "missile_storm", "scaling"}
    for path in shipped_studies().values():
        study = read_lab(path)
        assert study.points and study.about and len({setup for _, setup in study.points}) == len(study.points)
