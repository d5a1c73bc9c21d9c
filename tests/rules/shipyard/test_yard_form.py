"""The form of a design in the yard: its figures and arcs, and every fault mended by its buttons."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from game.battle.designs import design_folder
from game.core.values import Data, Entry
from game.formats.yaml_source import document
from game.rules.ships.design import Design
from game.systems import SYSTEMS
from tests.support.files.rebuilt import form_of, written

FILES = SYSTEMS["full-thrust"].files
GAMES = ("full-thrust", "hexcess")  # the hex games share their designs
SHIPPED = sorted(path for key in GAMES for path in design_folder(SYSTEMS[key]).glob("*/*.yaml"))


def shipped(path: Path) -> Data:
    found = document(path).data
    assert isinstance(found, dict)
    return found


def built(entry: Entry) -> Design:
    made: Design = FILES.build_design(FILES.design.model_validate(entry), "key", "fleet")
    return made


def test_a_new_ship_can_be_built() -> None:
    for system in SYSTEMS.values():
        if entry := system.files.new_design():
            model = system.files.design.model_validate(entry)
            assert not [*system.files.faults(system.files.build_design(model, "key", "fleet"))], system.key


def test_figures_of_the_form_are_the_bill() -> None:
    for path in SHIPPED:
        form, design = form_of(FILES, shipped(path)), built(shipped(path))
        figures = [one.figures for one in form.fields if one.figures] + [one.figures for one in form.aboard]
        assert sum(int(points) for _, points in figures) == design.points
        assert form.room is not None and sum(int(mass) for mass, _ in figures) == form.room.used


@pytest.mark.parametrize("profile", ["FB", "FT2"])
def test_a_part_says_into_which_arcs_it_may_bear_as_the_yard_does(profile: str) -> None:
    second = profile == "FT2"
    lines = [
        {"kind": "beam", "class": 2},
        {"kind": "beam", "class": 3},
        {"kind": "torpedo"},
        {"kind": "kgun", "class": 2},
        {"kind": "needle"},
        {"kind": "submunition"},
        {"kind": "pulser", "mode": "M"},
    ]
    entry = {**NEW, "profile": profile, "systems": lines[: 3 if second else None]}
    entry = {**entry, "hull": None, "armour": None} if second else entry
    entry = {name: value for name, value in entry.items() if value is not None}
    form = form_of(FILES, entry)
    for part in form.aboard:
        assert part.turned is not None and part.legal is not None
        for count in range(1, len(form.arcs) + 1):
            for arcs in combinations(form.arcs, count):
                turned = built({**entry, **part.turned(arcs)})
                wrong = [one for one in FILES.faults(turned) if one.at[-1:] == ("arcs",)]
                mine = [
                    one for one in wrong if FILES.field_of(turned_data(entry, part.turned(arcs)), one.at)[:2] == part.at
                ]
                assert part.legal(arcs) != bool(mine), (part.label, arcs)


def turned_data(entry: Entry, change: Entry) -> object:
    return FILES.design.model_validate({**entry, **change})


NEW = dict(FILES.new_design())
SECOND: Data = {"profile": "FT2", "hull": None, "armour": None}
FAULTY: dict[str, Data] = {
    "too much": {"armour": 5},
    "left over": {"hull": 8},
    "too little hull": {"hull": 2, "mass": 30},
    "no such arcs": {"systems": [{"kind": "beam", "class": 2, "arcs": ["F", "FS"]}]},
    "arcs apart": {"systems": [{"kind": "beam", "class": 3, "arcs": ["F", "A"]}]},
    "aft": {"systems": [{"kind": "submunition", "arcs": ["A"]}]},
    "another edition": {"systems": [{"kind": "ecm"}]},
    "no magazine": {"systems": [{"kind": "sml"}]},
    "no launcher": {"systems": [{"kind": "magazine", "mass": 4}]},
    "small magazine": {"systems": [{"kind": "sml"}, {"kind": "magazine", "mass": 1}]},
    "two kinds of screen": {"profile": "XD", "systems": [{"kind": "screen"}, {"kind": "advanced_screen"}]},
    "five rows": {"rows": 5},
    "parties": {"repair_parties": 3},
    "advanced without thrust": {"drive": {"advanced": True}},
    "second edition armour": {"profile": "FT2", "hull": None, "rows": None},
    "second edition thrust": {**SECOND, "drive": {"thrust": 9}},
    "second edition screens": {**SECOND, "systems": [{"kind": "screen", "count": 4}]},
    "second edition aft": {
        **SECOND, "systems": [{"kind": "beam", "class": 2, "arcs": ["A"]}]
    },
    "second edition room": {
        **SECOND, "systems": [{"kind": "beam", "class": 3, "arcs": ["F"], "count": 6}]
    },
}  # fmt: skip


@pytest.mark.parametrize("change", FAULTY.values(), ids=FAULTY)
def test_every_button_mends_its_fault(change: Data) -> None:
    entry = written(FILES, NEW, change)
    model, design = FILES.design.model_validate(entry), built(entry)
    faults = list(FILES.faults(design))
    assert faults
    for fault in faults:
        mends = list(FILES.mends(entry, model, design, fault))
        assert mends, fault.why
        for mend in mends:
            after = list(FILES.faults(built(written(FILES, entry, mend.change))))
            assert all(other.why != fault.why for other in after), (fault.why, mend.words)


def test_presets_of_arcs_are_legal_for_some_beam() -> None:
    edition = next(one.field for one in form_of(FILES, NEW).fields if one.field.name == "profile")
    for n in range(len(edition.choices)):
        entry = written(FILES, NEW, edition.writes(n))
        form = form_of(FILES, entry)
        for words, arcs in form.arc_sets:
            part = next(one for one in form.aboard if one.icon.kind == "beam" and one.icon.level == 2)
            assert part.turned is not None
            after = list(FILES.faults(built(written(FILES, entry, part.turned(arcs)))))
            assert not any(fault.at[-1:] == ("arcs",) for fault in after), words
