"""What the yard refuses, where in the file it points, what it builds with a notice, and superships
(full-thrust-base/8.1)."""

from __future__ import annotations

from typing import Any

import pytest

from game.formats.validation import BadFile, parse
from game.rules.combat.weapons import WEAPONS
from game.rules.display.ship_sheet import hull_track
from game.rules.ships.damage import strike
from game.rules.ships.design import Design, fails_at
from game.rules.ships.drive import level
from game.rules.shipyard.build_rules import GUIDED, notices, refusals, remarks
from game.rules.shipyard.design_schema import DesignFile, field_of
from game.rules.shipyard.pricing import design_of, free_controls, price
from tests.support.builders import house, ship, state, umpire


def drawn(**fields: Any) -> tuple[DesignFile, Design]:
    """Return a file and its design; what is left out is a bare hull of 40 MASS that is all of it hull."""
    data = DesignFile.model_validate({"name": "Trial", "class": "trial", "mass": 40, "hull": 40, **fields})
    return data, design_of(data, "trial", "test")


BARE = "name: Trial\nclass: trial\nmass: 40\nhull: 40\n"
CROSSED = [
    ("name: T\nclass: t\nprofile: FT2\nmass: 40\nhull: 20\n", "5:7: hull: in the second edition hull and rows follow"),
    ("name: T\nclass: t\nprofile: FT2\nmass: 40\nrows: 4\n", "5:7: rows: in the second edition hull and rows follow"),
    ("name: T\nclass: t\nmass: 40\n", "3:7: mass: the design does not say how many of its MASS are hull boxes"),
    (BARE + "armour: 2\nabout: X\nshell: [2, 1]\n", "7:8: shell: a ship has armour or a shell in layers, not both"),
    (BARE + "about: X\ntow: 10\n", "6:6: tow: only a ship with an FTL drive"),
    (BARE + "drive: {thrust: 2, manoeuvre: 3}\n", "5:31: drive.manoeuvre: manoeuvre drives are rated no higher"),
    (BARE + "systems:\n- {kind: fcs}\n- {kind: pds, arcs: all}\n",
     "7:21: systems.2.arcs: a point defence always bears"),
    (BARE + "systems:\n- {kind: kgun, class: 9, arcs: [F]}\n", "6:23: systems.1.class: K-guns end at class 6"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), CROSSED)
def test_fields_that_do_not_go_together_are_named_where_they_stand(text: str, said: str) -> None:
    with pytest.raises(BadFile) as bad:
        parse(text, DesignFile, "trial.yaml")
    assert [str(one).splitlines()[0].startswith(f"trial.yaml:{said}") for one in bad.value.problems] == [True], str(
        bad.value
    )


def test_several_faults_of_one_design_are_all_named() -> None:
    text = BARE + "tow: 3\nsystems:\n- {kind: pds, arcs: all}\n- {kind: kgun, class: 8, arcs: [F]}\n"
    with pytest.raises(BadFile) as bad:
        parse(text, DesignFile, "trial.yaml")
    assert [one.path for one in bad.value.problems] == ["systems.1.arcs", "systems.2.class"]


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"hull": 41}, ("mass",)),
        ({"hull": 3, "armour": 37}, ("hull",)),
        ({"rows": 5}, ("rows",)),
        (
            {"hull": 36, "systems": [{"kind": "pds", "count": 3}, {"kind": "beam", "arcs": ["F"]}]},
            ("systems", 1, "arcs"),
        ),
        ({"hull": 38, "systems": [{"kind": "fcs"}, {"kind": "magazine", "mass": 1}]}, ("systems", 1, "mass")),
        ({"hull": 37, "systems": [{"kind": "sml"}]}, ("systems", 0)),
    ],
)
def test_a_refusal_knows_its_field(fields: dict[str, Any], place: tuple[str | int, ...]) -> None:
    """By its line of systems, however many each line fits."""
    data, design = drawn(**fields)
    assert place in [field_of(data, fault.at) for fault in refusals(design)]


@pytest.mark.parametrize(
    ("mass", "mode", "words"),
    [
        (5, "", "Magazine (MAG): of its 5 MASS 1 is wasted: it holds 2 salvos of 2."),
        (3, "", "of its 3 MASS 1 is wasted: it holds 1 salvo of 2."),
        (8, "ER", "of its 8 MASS 2 is wasted: it holds 2 salvos of 3."),
        (4, "", ""),
        (6, "ER", ""),
        (1, "", ""),
    ],
)
def test_an_odd_magazine_is_built_with_a_notice(mass: int, mode: str, words: str) -> None:
    """Of what is less than a salvo there is a refusal instead."""
    magazine = {"kind": "magazine", "mass": mass} | ({"mode": mode} if mode else {})
    design = drawn(hull=37 - mass, systems=[{"kind": "sml"}, magazine])[1]
    assert [words in note.why for note in notices(design)] == [True] * bool(words)
    assert bool(refusals(design)) is (mass == 1)
    assert all(note.rule == "full-thrust-base/8.1" for note in notices(design))


def test_guns_without_a_fire_control_are_built_with_a_notice() -> None:
    unguided = drawn(hull=33, systems=[{"kind": "beam"}])[1]
    assert [note.why for note in notices(unguided)] == ["It has no fire control: its guns cannot fire."]
    assert {*GUIDED} == {*WEAPONS}
    for rest in ([{"kind": "fcs"}, {"kind": "beam"}], [{"kind": "pds"}]):
        assert not notices(drawn(hull=33, systems=rest)[1])


@pytest.mark.parametrize(("built_to", "said"), [("base", "8"), ("pdl", "")])
def test_a_battle_by_the_reform_says_that_a_control_is_too_light(built_to: str, said: str) -> None:
    """Of a ship of 300 MASS an ADFC weighs 8 under it (PD-35)."""
    heavier = 6 * (built_to == "pdl")
    design = drawn(name="Hulk", mass=300, hull=60 - heavier, point_defence=built_to, systems=[{"kind": "adfc"}])[1]
    words = f"Hulk: its ADFC of 2 MASS is too light for the reformed point defence, which wants {said}."
    assert remarks(design, house(pd_rules="pdl")) == [words] * bool(said)
    assert remarks(design, house()) == []


@pytest.mark.parametrize(
    ("mass", "rows_of", "room", "drive", "free"), [(101, 5, 51, 808, 3), (150, 5, 75, 1200, 4), (240, 7, 120, 1920, 5)]
)
def test_superships_of_the_second_edition_are_built(mass: int, rows_of: int, room: int, drive: int, free: int) -> None:
    """Over 100 MASS: a row more for every started 50, and no check below 2 in the last of them (5.1, 5.3)."""
    design = drawn(profile="FT2", mass=mass, hull=None, drive={"thrust": 4}, ftl=True)[1]
    bill = price(design)
    assert refusals(design) == [] and (bill.room, len(design.track), free_controls(design)) == (room, rows_of, free)
    assert {line.item: line.points for line in bill.lines} == {
        "Hull": 2 * mass,
        "Main drive, thrust 4": drive,
        "FTL drive": mass,
    }
    assert [fails_at(row) for row in range(1, 9)] == [6, 5, 4, 3, 2, 2, 2, 2]


def test_the_last_rows_of_a_supership_still_leave_a_hope() -> None:
    one = ship(built=drawn(profile="FT2", mass=240, hull=None, drive={"thrust": 2})[1])
    one.hull = one.design.track[-1] + 1
    strike(state(one), dice := umpire(1), one, [("hull", 1)], "test", "full-thrust-base/5.3")
    assert (one.rows_gone, dice.log[0].text, one.thrust) == (6, "{lancet} checks every system at 2", 2)
    assert hull_track(one).notes[3:] == ("row gone", "row gone", "row gone", "destroyed")
    assert level(one, house()) == 2
