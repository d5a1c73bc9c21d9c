"""Designs and their price: hull rows, crew, masses, points, refusals, and the fleets we ship (full-thrust-base/5,
8)."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import ValidationError

from game.battle.designs import ROOT, library
from game.formats.validation import BadFile, parse
from game.rules.ships.design import Design, crew_boxes, crew_factors, hull_rows, row_count, rows
from game.rules.shipyard.build_rules import adjacent, refusals
from game.rules.shipyard.design_schema import KINDS, DesignFile
from game.rules.shipyard.price_tables import share
from game.rules.shipyard.pricing import design_of, price
from game.systems import SYSTEMS
from tests.support.narrowing import narrow, present

HERE = ROOT / "tests"
FILES = SYSTEMS["full-thrust"].files
DESIGNS = HERE.parent / "assets" / "designs" / "full_thrust"
BUILT = {key: narrow(one, Design) for key, one in library(DESIGNS, FILES).items()}
PUBLISHED = yaml.safe_load((HERE / "data" / "published_designs.yaml").read_text(encoding="utf-8"))
CLASSES = {  # total MASS by class (full-thrust-base/8.1)
    "corvette": (8, 16), "frigate": (14, 26), "destroyer": (24, 36), "heavy destroyer": (30, 50),
    "light cruiser": (40, 60),
    "heavy cruiser": (60, 90), "battlecruiser": (80, 110), "battleship": (100, 140), "dreadnought": (140, 180),
    "light carrier": (50, 80),
    "escort carrier": (80, 140),
}  # fmt: skip


def drawn(**fields: Any) -> Design:
    """Return a design from the fields of its file; what is left out is a bare hull of 40 MASS that is all of it
    hull."""
    bare = {"name": "Trial", "class": "trial", "mass": 40, "hull": 40}
    return design_of(DesignFile.model_validate({**bare, **fields}), "trial", "test")


def test_manoeuvre_drives_built_apart() -> None:
    """They turn a ship no faster than they are rated, and are rated no higher than the main drive (MV-15.1)."""
    assert drawn(drive={"thrust": 4, "manoeuvre": 2}).manoeuvre == 2 and drawn(drive={"thrust": 4}).manoeuvre == 0
    with pytest.raises(ValidationError, match="no higher than the main drive"):
        drawn(drive={"thrust": 4, "manoeuvre": 5})


def fitted(*systems: dict[str, Any], **fields: Any) -> Design:
    """Return a design of 40 MASS with these systems and as much hull as fills it."""
    bare = drawn(hull=10, systems=list(systems), **fields)
    return drawn(systems=list(systems), hull=10 + bare.mass - price(bare).mass, **fields)


def cost(**system: Any) -> tuple[int, int]:
    """Return MASS and points of one line of systems on a ship of 100 MASS."""
    with_it, without = price(drawn(mass=100, systems=[system])), price(drawn(mass=100))
    return with_it.mass - without.mass, with_it.points - without.points


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: row["label"])
def test_published_designs_fill_their_mass_and_cost_what_is_printed(row: dict[str, Any]) -> None:
    """T-npv, and the other rows of 8.2: exact total MASS, exact NPV, and nothing the yard would refuse."""
    design = drawn(**row["design"], systems=row["systems"])
    assert price(design).mass == design.mass
    assert (price(design).points, design.points) == (row["points"], row["points"])
    assert refusals(design) == []


def test_the_bill_of_the_printed_example() -> None:
    """T-npv line by line: 80 + 48 hull + 10 armour + 48 drive + 16 FTL + 18 + 6 + 6 + 3 + 6 + 8 + 12 = 261."""
    row = next(row for row in PUBLISHED if "T-npv" in row["label"])
    bill = price(drawn(**row["design"], systems=row["systems"]))
    assert [line.points for line in bill.lines] == [80, 48, 10, 48, 16, 18, 6, 6, 3, 6, 8, 12]
    assert [str(line) for line in bill.lines][5:8] == ["Beam 3 forward", "Beam 2 port", "Beam 2 starboard"]
    assert bill.parts == {"hull": 24, "armour": 5, "drives": 32, "systems": 19}


@pytest.mark.parametrize(
    ("n", "expected"), [(15, (4, 4, 4, 3)), (2, (1, 1, 0, 0)), (26, (7, 7, 6, 6)), (14, (4, 4, 3, 3))]
)
def test_hull_rows(n: int, expected: tuple[int, ...]) -> None:
    """T-row1: rows as equal as can be, the longer ones first."""
    assert rows(n) == expected


def test_second_edition_rows_go_by_size_and_grow_downwards() -> None:
    assert [row_count(mass, "FT2") for mass in (18, 19, 36, 37, 100, 101, 150, 151)] == [2, 3, 3, 4, 4, 5, 5, 6]
    assert hull_rows(13, 3, "FT2") == (4, 4, 5)
    assert drawn(profile="FT2", mass=26, hull=None).track == (4, 4, 5)
    assert drawn(profile="FT2", mass=60, hull=None, merchant=True).track == (3, 4, 4, 4)


def test_crew_dots() -> None:
    """T-cf1 and T-cf2: one factor for every started 20 MASS, a dot on every step-th box and on the last."""
    assert (crew_factors(80), crew_boxes(24, 4)) == (4, (6, 12, 18, 24))
    assert (crew_factors(106), crew_boxes(32, 6)) == (6, (6, 12, 18, 24, 30, 32))
    assert (crew_factors(120, merchant=True), crew_factors(81), crew_factors(6)) == (3, 5, 1)
    assert crew_boxes(2, 3) == (1, 2, 2), "fewer boxes than factors: one box has two dots"


def test_keys_and_titles() -> None:
    lancet = BUILT["lancet"]
    assert [mount.key for mount in lancet.mounts] == [
        "B3",
        "B2a",
        "B2b",
        "B1",
        "PT",
        "FCSa",
        "FCSb",
        "PDSa",
        "PDSb",
        "PDSc",
        "DRV",
        "FTL",
        "BRIDGE",
        "LIFE",
        "CORE",
    ]
    titles = {mount.key: mount.title for mount in lancet.mounts}
    assert (titles["B3"], titles["B2a"], titles["B2b"], titles["PDSb"]) == (
        "Beam 3",
        "Beam 2 port",
        "Beam 2 starboard",
        "Point defence b",
    )
    assert present(lancet.mount("B2a")).arcs == ("F", "AP", "FP")
    assert {mount.key for mount in lancet.mounts if mount.core} == {"BRIDGE", "LIFE", "CORE"}
    assert [len(mount.arcs) for mount in lancet.of("beam", "pds")] == [3, 3, 3, 6, 6, 6, 6]
    many = drawn(mass=100, systems=[{"kind": "pds", "count": 28}])
    assert [mount.key for mount in many.of("pds")][-3:] == ["PDSz", "PDSaa", "PDSab"]


def test_shares_round_half_up_once_and_weigh_at_least_one() -> None:
    assert (share(50, 50), share(49, 50), share(6, 50), share(86, 75, 4), share(40, 75, 4)) == (3, 2, 1, 6, 4)
    assert price(drawn(mass=106, drive={"thrust": 5})).parts["drives"] == 27, "25% of 106, not five times 5% rounded"
    assert [cost(kind="screen", count=n)[0] for n in (1, 2, 3)] == [5, 10, 15]
    assert price(drawn(mass=30, systems=[{"kind": "screen", "count": 2}])).parts["systems"] == 6
    assert price(drawn(mass=110, systems=[{"kind": "screen", "count": 2}])).parts["systems"] == 11, "10%, not twice 5.5"


@pytest.mark.parametrize(
    ("system", "mass", "points"),
    [
        ({"kind": "beam", "class": 2, "arcs": "all"}, 3, 9),
        ({"kind": "beam", "class": 3, "arcs": "all"}, 9, 27),
        ({"kind": "beam", "class": 4, "arcs": "F3"}, 12, 36),
        ({"kind": "beam", "class": 5, "arcs": ["F"]}, 16, 48),
        ({"kind": "torpedo", "arcs": "F3"}, 6, 18),
        ({"kind": "needle"}, 2, 6),
        ({"kind": "kgun", "class": 2, "arcs": ["F"]}, 3, 12),
        ({"kind": "kgun", "class": 2, "arcs": ["FP", "F"]}, 4, 16),
        ({"kind": "kgun", "class": 5, "arcs": ["F"]}, 11, 44),
        ({"kind": "kgun", "class": 6, "arcs": ["F"]}, 14, 56),
        ({"kind": "pulser", "arcs": ["F"]}, 2, 10),
        ({"kind": "smr"}, 4, 12),
        ({"kind": "smr", "mode": "ER"}, 5, 15),
        ({"kind": "magazine", "mass": 9}, 9, 27),
        ({"kind": "missile"}, 2, 6),
        ({"kind": "hangar"}, 9, 27),
        ({"kind": "bay", "mass": 15}, 23, 69),
        ({"kind": "minelayer", "mines": 4}, 6, 14),
        ({"kind": "minesweeper"}, 5, 15),
        ({"kind": "ortillery"}, 3, 9),
        ({"kind": "nova"}, 20, 60),
        ({"kind": "wave_gun"}, 12, 36),
        ({"kind": "reflex"}, 10, 60),
        ({"kind": "cloak"}, 10, 100),
        ({"kind": "shroud"}, 5, 15),
        ({"kind": "cargo", "mass": 7, "mode": "troops"}, 7, 0),
        ({"kind": "scattergun"}, 1, 5),
        ({"kind": "adfc"}, 2, 8),
    ],
    ids=lambda value: " ".join(map(str, value.values())) if isinstance(value, dict) else None,
)
def test_the_price_list(system: dict[str, Any], mass: int, points: int) -> None:
    """The table of 8.1, item by item, on a ship of 100 MASS."""
    assert cost(**system) == (mass, points)


def test_what_hangs_on_the_size_of_the_ship() -> None:
    assert price(drawn(mass=60, systems=[{"kind": "reflex"}])).parts["systems"] == 10, "at least 10"
    assert price(drawn(mass=15, systems=[{"kind": "cloak"}])).parts["systems"] == 2, "at least 2"
    tug = price(drawn(mass=80, ftl=True, tow=52))
    assert (tug.parts["drives"], tug.points) == (18, 80 + 80 + 36), "8 of its own and 10.4 for the tow"
    for kind, mass in (("partial", 4), ("full", 8)):
        bill = price(drawn(streamlining=kind))
        assert (bill.parts["streamlining"], bill.points) == (mass, 40 + 80 + 2 * mass)


def test_layers_of_a_shell_cost_more_outwards() -> None:
    design = drawn(hull=10, shell=[4, 3, 2])
    assert (design.armour, design.shell, price(design).parts["armour"]) == (9, (4, 3, 2), 9)
    assert design.points == 40 + 20 + 8 + 12 + 12


def test_fighters_are_counted_apart() -> None:
    hangars = [
        {"kind": "hangar", "mode": "torpedo", "count": 2},
        {"kind": "hangar"},
        {"kind": "hangar", "mode": "empty"},
    ]
    bill = price(drawn(mass=100, hull=30, systems=hangars))
    assert (bill.points, bill.craft_points) == (100 + 60 + 4 * 27, 2 * 36 + 18)
    assert [str(line) for line in bill.craft] == ["2 × Torpedo fighters, six", "Standard fighters, six"]


def test_the_cross_dimensions_profile() -> None:
    """Advanced screens 7.5% a level, 4 points a MASS; cheaper scatterguns; heavy missiles; sensors; other hulls."""
    systems = [
        {"kind": "advanced_screen", "count": 2},
        {"kind": "scattergun"},
        {"kind": "heavy_missile"},
        {"kind": "heavy_missile", "mode": "ER"},
        {"kind": "sensors", "mode": "superior"},
        {"kind": "ecm"},
    ]
    bill = price(drawn(profile="XD", mass=80, hull=20, systems=systems))
    costs = [(line.mass, line.points) for line in bill.lines[2:]]
    assert costs == [(12, 48), (1, 4), (2, 6), (3, 9), (4, 16), (4, 16)]
    assert [drawn(profile="XD", hull=11, rows=n).points - 40 for n in (3, 4, 5, 6)] == [33, 22, 17, 11]


def test_the_second_edition_procedure() -> None:
    """The worked example of the second edition, 72 + 36 + 72 + 25 + 9 + 26 + 27 = 267 points, fills half its MASS."""
    systems = [{"kind": "fcs", "count": 2}, {"kind": "screen"}, {"kind": "pds", "count": 3},
               {"kind": "beam", "class": 3, "arcs": "all", "count": 2},
               {"kind": "beam", "class": 2, "arcs": ["P", "F", "S"], "count": 3}]  # fmt: skip
    design = drawn(profile="FT2", mass=36, hull=None, drive={"thrust": 4}, ftl=True, systems=systems)
    bill = price(design)
    assert [line.points for line in bill.lines] == [72, 72, 36, 0, 25, 9, 26, 27]
    assert (bill.points, bill.mass, bill.room, refusals(design)) == (267, 18, 18, [])
    more = drawn(profile="FT2", mass=36, hull=None, ftl=True, systems=[*systems, {"kind": "fcs"}])
    assert price(more).mass == 21, "a third fire control is no longer free"
    assert [fault.why for fault in refusals(more)] == [
        "The systems of Trial come to 21 MASS, 3 too much: a hull of 36 has room for 18."
    ]
    wide = {"kind": "torpedo", "arcs": ["P", "F"]}
    odd = drawn(profile="FT2", mass=20, hull=None, drive={"thrust": 9}, armour=2, systems=[wide])
    assert [fault.rule[-3:] for fault in refusals(odd)] == ["8.1", "8.1", "4.2"]


@pytest.mark.parametrize(
    ("mass", "merchant", "drive", "free"),
    [
        (18, False, 18, 1),
        (19, False, 38, 2),
        (36, False, 72, 2),
        (37, False, 148, 3),
        (100, False, 400, 3),
        (60, True, 240, 1),
    ],
)
def test_drive_and_free_fire_controls_of_the_second_edition_go_by_size(
    mass: int, merchant: bool, drive: int, free: int
) -> None:
    """Escorts to 18 MASS, cruisers to 36, capital ships above; a merchant's drive costs as a capital ship's (8.1)."""
    systems = [{"kind": "fcs", "count": free + 1}]
    bill = price(drawn(profile="FT2", mass=mass, hull=None, drive={"thrust": 4}, merchant=merchant, systems=systems))
    lines = {line.item: line for line in bill.lines}
    assert lines["Main drive, thrust 4"].points == drive
    assert [(line.count, line.points) for line in bill.lines if line.item == "Fire control"] == [(free, 0), (1, 10)]


REFUSED = [
    ({"hull": 41}, "Trial is to be 40 MASS, but its parts come to 41, 1 too much: hull 41.", "8.1"),
    ({"hull": 20, "armour": 5, "drive": {"thrust": 4}}, "come to 33, 7 left unfilled: hull 20, armour 5, drives 8.",
     "8.1"),
    ({"hull": 3, "armour": 37}, "needs at least 4 hull boxes, a tenth of it; Trial has 3, 1 too few.", "8.1"),
    ({"rows": 5}, "5 rows", "5.1"),
]  # fmt: skip
ILL_FITTED = [
    ([{"kind": "beam", "arcs": "F3"}], "Beam 1 (B1) always bears all round, not into 3", "4.2"),
    ([{"kind": "beam", "class": 2, "arcs": ["F", "FS"]}], "three adjacent arcs or all six, not 2", "4.2"),
    ([{"kind": "beam", "class": 2, "arcs": ["F", "AS", "AP"]}], "not side by side", "4.2"),
    (
        [{"kind": "beam", "class": 3, "arcs": ["F", "AS"]}],
        "Beam 3 (B3) bears into F AS, which are not side by side",
        "4.2",
    ),
    ([{"kind": "beam", "class": 3}], "names no fire arc", "4.2"),
    ([{"kind": "beam", "class": 3, "arcs": ["F", "S"]}], "bears into S, which is no arc of a ship with six", "4.2"),
    ([{"kind": "torpedo", "arcs": ["AP", "FP", "F", "FS"]}], "at most three arcs, not 4", "4.2"),
    ([{"kind": "needle", "arcs": ["F", "FS"]}], "one arc only", "4.2"),
    ([{"kind": "submunition", "arcs": ["A"]}], "may not point aft", "4.2"),
    ([{"kind": "kgun", "class": 3, "arcs": ["F", "FS"]}], "one arc only, not 2", "4.2"),
    ([{"kind": "kgun", "class": 2, "arcs": "F3"}], "one arc or two adjacent ones, not 3", "4.2"),
    ([{"kind": "pulser", "arcs": ["F", "FS"]}], "one, three or all six arcs, not 2", "4.2"),
    ([{"kind": "sml", "arcs": ["F"]}, {"kind": "magazine", "mass": 2}], "three adjacent arcs, not 1", "4.2"),
    ([{"kind": "screen"}, {"kind": "advanced_screen"}], "do not work together", "6.14"),
    ([{"kind": "advanced_screen"}], "Advanced screen (ASCR): not built in the Fleet Book profile (FB)", "8.1"),
    ([{"kind": "sml"}], "needs a magazine", "8.1"),
    ([{"kind": "magazine", "mass": 4}], "the design has none", "8.1"),
    ([{"kind": "smr"}, {"kind": "sml"}, {"kind": "magazine", "mass": 2, "mode": "ER"}], "holds no salvo", "8.1"),
]


@pytest.mark.parametrize(("fields", "sentence", "rule"), REFUSED)
def test_sums_that_fail_are_refused_with_the_difference(fields: dict[str, Any], sentence: str, rule: str) -> None:
    faults = refusals(drawn(**fields))
    assert [sentence in fault.why for fault in faults] == [True], [fault.why for fault in faults]
    assert faults[0].rule == f"full-thrust-base/{rule}"


@pytest.mark.parametrize(("systems", "sentence", "rule"), ILL_FITTED)
def test_systems_that_cannot_be_fitted_are_refused(systems: list[dict[str, Any]], sentence: str, rule: str) -> None:
    faults = {fault.why: fault.rule for fault in refusals(fitted(*systems))}
    assert [rule_of for why, rule_of in faults.items() if sentence in why] == [f"full-thrust-base/{rule}"], faults
    assert not any("MASS, but its parts" in why for why in faults), "the sums were right"


def test_spare_generators_and_wide_guns_are_allowed() -> None:
    wide = {"kind": "beam", "class": 3, "arcs": ["AS", "A", "AP", "FP"]}
    assert refusals(fitted({"kind": "screen", "count": 3}, wide, {"kind": "torpedo", "arcs": ["FP", "F"]})) == []
    assert adjacent(("F", "FP")) and adjacent(("A",)) and not adjacent(("F", "AS"))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("- {kind: beem, class: 2}", "the yard builds no 'beem'. Did you mean 'beam'?"),
        ("- {kind: pds, class: 2}", "a point defence has no class"),
        ("- {kind: pds, arcs: [F, FS, FP]}", "arcs: a point defence always bears all round: leave its arcs out"),
        ("- {kind: scattergun, arcs: all}", "arcs: a scattergun always bears all round: leave its arcs out"),
        ("- {kind: kgun, class: 7, arcs: [F]}", "class: K-guns end at class 6"),
        ("- {kind: fcs, arcs: all}", "a fire control has no fire arcs"),
        ("- {kind: cargo}", "a hold says its mass"),
        ("- {kind: beam, mass: 3}", "the mass of a beam is not chosen"),
        ("- {kind: pulser, arcs: all, mode: X}", "a pulser has no mode 'X': it may be M or L or C"),
        ("- {kind: beam, class: 3, arcs: [F, F]}", "the same arc is named twice"),
        ("- {kind: beam, class: 3, arcs: F4}", "there is no fire arc 'F4'"),
        ("- {kind: beam, class: 3, arcz: [F]}", "Did you mean 'arcs'?"),
        ("- {kind: minelayer, mines: 2, count: 0}", "0 is too small: at least 1"),
    ],
)
def test_slips_in_a_design_file_are_named_where_they_stand(line: str, message: str) -> None:
    text = f"name: Trial\nclass: trial\nmass: 40\nhull: 40\nsystems:\n{line}\n"
    with pytest.raises(BadFile) as bad:
        parse(text, DesignFile, "trial.yaml")
    assert message in str(bad.value)
    assert "trial.yaml:6:" in str(bad.value)


def test_fields_that_contradict_each_other() -> None:
    for fields in ({"hull": None}, {"armour": 2, "shell": [2]}, {"tow": 10}, {"profile": "FT2"}):
        with pytest.raises(ValidationError):
            drawn(**fields)


def test_a_library_tells_all_its_faults_at_once(tmp_path: Path) -> None:
    good = "name: Trial\nclass: trial\nmass: 40\nhull: 40\n"
    for name, text in {"a/trial": good, "b/trial": good, "a/first": "name: X\n", "b/second": good + "hul: 3\n"}.items():
        path = tmp_path / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as bad:
        library(tmp_path, FILES)
    said = str(bad.value)
    assert "first.yaml" in said and "second.yaml:5:" in said and "the fleet a has a design trial too" in said


def test_designs_of_a_fleet_are_judged_like_those_of_a_file(tmp_path: Path) -> None:
    """What no battle could bring along is refused with the game's own too: a save of it could not be opened."""
    heavy = "name: Trial\nclass: trial\nmass: 40\nhull: 39\n"
    for name, text in {
        "a/light": heavy,
        "a/far star": heavy.replace("39", "40"),
        "a/whole": heavy.replace("39", "40"),
    }.items():
        path = tmp_path / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    with pytest.raises(BadFile) as bad:
        library(tmp_path, FILES)
    light, star = sorted(bad.value.problems, key=lambda one: one.file, reverse=True)
    assert light.file.endswith("light.yaml") and "1 left unfilled" in light.message and light.line == 3
    assert star.file.endswith("far star.yaml") and "cannot be a key" in star.message


@pytest.mark.parametrize(
    "arcs", ("[[FP, F]]", "[{a: b}]", "[null]", "[7]", "[true]", "{F: F}", "[[[]]]", "7", "null", "['']")
)
def test_arcs_of_any_shape_are_answered(arcs: str) -> None:
    text = f"name: Trial\nclass: trial\nmass: 40\nhull: 40\nsystems: [{{kind: beam, arcs: {arcs}}}]\n"
    with pytest.raises(BadFile) as bad:
        parse(text, DesignFile, "trial.yaml")
    assert [(one.line, one.path) for one in bad.value.problems] == [(5, "systems.1.arcs")]


@pytest.mark.parametrize("design", BUILT.values(), ids=lambda design: f"{design.fleet}/{design.key}")
def test_every_design_we_ship_can_be_built(design: Design) -> None:
    assert [fault.why for fault in refusals(design)] == []
    assert price(design).mass == design.mass
    assert design.points == price(design).points > design.mass
    family = {"azure": "needle-", "amber": "fork-", "neutral": "box-"}[design.fleet]
    assert design.glyph.startswith(family) and design.about.endswith(".")
    assert design.merchant == (design.fleet == "neutral")
    if not design.merchant:
        low, high = CLASSES[design.ship_class]
        assert low <= design.mass <= high, "the class a book would give that MASS"
        assert design.of("fcs")


def test_two_fleets_from_corvette_to_dreadnought() -> None:
    ships = BUILT.values()
    for fleet in ("azure", "amber"):
        assert CLASSES.keys() == {ship.ship_class for ship in ships if ship.fleet == fleet}
    assert {ship.ship_class for ship in ships if ship.merchant} >= {"freighter", "tanker", "liner"}
    assert (BUILT["lancet"].mass, BUILT["lancet"].points) == (80, 262)


def test_every_direct_fire_weapon_flies_on_some_design() -> None:
    """Weapons of 6.1 to 6.4, 6.7, 6.8, 6.10 and 6.14; advanced screens only where the profile knows them."""
    ships = BUILT.values()
    mounted = Counter(mount.kind for ship in ships for mount in ship.mounts)
    assert {
        "beam",
        "torpedo",
        "needle",
        "submunition",
        "kgun",
        "mkp",
        "pulser",
        "screen",
        "advanced_screen",
    } <= mounted.keys()
    assert {ship.profile for ship in ships if ship.of("advanced_screen")} == {"XD"}
    assert any(ship.advanced for ship in ships if ship.profile == "FB")
    assert {mount.mode for ship in ships for mount in ship.of("pulser")} == {"L", "M", "C"}


def test_the_schema_lists_every_kind_of_system() -> None:
    schema = json.loads(json.dumps(DesignFile.model_json_schema()))
    assert tuple(schema["$defs"]["SystemFile"]["properties"]["kind"]["enum"]) == KINDS
    assert "class" in schema["$defs"]["SystemFile"]["properties"]


def test_a_carrier_has_one_price_that_names_ship_and_groups() -> None:
    carrier = BUILT["rookery"]
    table = FILES.cost(carrier)
    assert table.in_full == "mass 111 of 111, 461 points: ship 383 + groups 78"
    assert table.whole is not None and table.whole.figures == ("", "461")
    assert {one.label: one.value for one in FILES.figures(carrier)}["Points"] == str(FILES.price(carrier)) == "461"
    lone = FILES.cost(BUILT["lancet"])
    assert lone.whole is None and lone.in_full == lone.summary
