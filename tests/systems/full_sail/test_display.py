"""What the screen is given of a sailing ship: its sheet, its arcs, the wedges of a rake, the wind."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import shapely

from game.battle.designs import designs_of
from game.battle.loader import open_battle
from game.core.display import Fan, Ring, Zone
from game.core.game_files import CostLine
from game.formats.validation import BadFile
from game.systems import SYSTEMS
from game.systems.full_sail.damage.suffer import BLAST
from game.systems.full_sail.display import overlays, sheet, tokens
from game.systems.full_sail.files import SailFiles
from game.systems.full_sail.orders.sail_order import SailOrder
from game.systems.full_sail.parts import Lashing
from game.systems.full_sail.sea.board import SeaBoard
from game.systems.full_sail.sea.terrain import hiding
from game.systems.full_sail.sea.wind_shown import course_wheel, rig_of, wind_mark
from game.systems.full_sail.ships.design import SailingDesign, battery
from game.systems.full_sail.ships.grapples import tie
from game.systems.full_sail.system import FULL_SAIL
from game.systems.full_sail.wind.rose import Wind
from game.systems.full_sail.wind.weather import set_wind
from tests.support.battles import laid
from tests.support.narrowing import narrow
from tests.systems.full_sail.ships_at_sea import at_sea, body, sailer

TABLE = {  # points, and dice of a broadside by band (sail/9)
    "tern": (60, "6/1/1"), "sanderling": (73, "6/2/2"), "halcyon": (113, "10/6/6"), "steadfast_oak": (166, "17/13/4"),
    "queen_ysolde": (246, "29/21/6"), "barley_wind": (52, "2/1/1"), "lutin": (56, "4/2/2"), "martinet": (73, "4/4/4"),
    "aiglette": (115, "8/8/8"), "vaillance": (166, "15/15/6"), "roi_solene": (236, "23/23/8"),
    "belle_maree": (55, "2/1/1"),
}  # fmt: skip
ALONE = """\
version: 1
title: Alone
system: full-sail
sides:
  merrow: {name: Merrow}
  auvrac: {name: Auvrac}
ships:
  tern: {side: merrow, design: tern, at: [10, 10], course: 3, velocity: 4, row1: 1, mizzen: 2, lost: [port1],
    burning: 2}
  lutin: {side: auvrac, design: lutin, at: [60, 10], course: 9}
"""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is named where all games are."""
    monkeypatch.setitem(SYSTEMS, FULL_SAIL.key, FULL_SAIL)


@pytest.mark.parametrize(("fate", "wreck"), [("foundered", True), ("exploded", True), ("left", False), ("", False)])
def test_nothing_is_left_of_a_wreck_however_it_was_lost(fate: str, wreck: bool) -> None:
    state = at_sea(sailer("halcyon", "one"))
    state.ships["one"].removed_reason = fate
    found = sheet(state, "one")
    assert (found.health == 0.0) is wreck and (sum(track.left for track in found.tracks) == 0) is wreck


def test_the_twelve_ships_are_worth_what_is_printed() -> None:
    found = {key: narrow(design, SailingDesign) for key, design in designs_of(FULL_SAIL).items()}
    files = SailFiles()
    told = {key: {one.label: one.value for one in files.figures(design)} for key, design in found.items()}
    assert {key: (found[key].points, stats["Broadside"]) for key, stats in told.items()} == TABLE
    assert all(files.faults(design) == [] for design in found.values())
    assert {design.fleet for design in found.values()} == {"merrow", "auvrac"}


def test_a_bill_adds_up_and_what_cannot_be_built_is_refused() -> None:
    files, design = SailFiles(), narrow(designs_of(FULL_SAIL)["halcyon"], SailingDesign)
    bill = files.cost(design)
    assert sum(int(line.figures[0]) for line in bill.lines) == design.points == 113
    assert bill.lines[0] == CostLine("Hull", ("40",), "sail/9")
    odd = SailingDesign("odd", "Odd", "hulk", "merrow", 2, 10, 4, 12, 0, battery("L"))
    assert [fault.at for fault in files.faults(odd)] == [("hull",), ("crew",)]


def test_a_sheet_has_rows_masts_guns_and_crew() -> None:
    state = at_sea(sailer(crossed=(5, 1, 0, 0), masts=(1, 0, 2), lost=frozenset({"port1"}), velocity=6, fire_from=1))
    set_wind(state, Wind(16, 12))
    found = sheet(state, "halcyon", SailOrder("halcyon", change=2))
    assert [track.left for track in found.tracks] == [0, 4, 5, 5, 1, 2, 0]
    assert [track.pointer for track in found.tracks[:4]] == [False, True, False, False] and found.tracks[0].dots == {5}
    assert {icon.key for icon in found.icons if icon.state == "lost"} == {"port1"} and len(found.icons) == 15
    assert (found.stats[0].value, found.stats[0].becomes, found.note) == ("6", "8", "113 points, beam reach")
    assert found.cover == "on fire"
    assert found.strips[0].cells == (("10", "8"), ("20", "4"), ("30", "4"))


def test_arcs_wedges_and_blasts_are_drawn() -> None:
    state = at_sea(sailer(fire_from=1), premeasure=True)
    drawn = overlays(state, "halcyon")
    assert {fan.arcs for fan in drawn if isinstance(fan, Fan)} == {("FP", "AP"), ("FS", "AS"), ("F",), ("A",)}
    assert sum(isinstance(one, Zone) for one in drawn) == 2
    assert [ring.radius for ring in drawn if isinstance(ring, Ring)] == [10.0, 20.0]
    assert [fan.arcs for fan in overlays(state, "halcyon", systems=("bow1",)) if isinstance(fan, Fan)] == [("F",)]


def test_no_range_is_drawn_where_nothing_is_measured_first() -> None:
    fans = [one for one in overlays(at_sea(sailer()), "halcyon") if isinstance(one, Fan)]
    assert fans and all(not fan.bands and fan.reach < 10 for fan in fans), "FS-68"


@pytest.mark.parametrize("kind", ["island", "fog", "reef"])
def test_what_land_and_fog_hide_is_drawn_as_it_is_tested(kind: str) -> None:
    """A place on the table is in the shadow that is drawn where a line to it is refused; outlines count, not their
    discs."""
    land = body(kind, (12.0, 3.0), ((-4.0, -1.0), (4.0, -1.0), (4.0, 1.0), (0.0, 0.5), (-4.0, 4.0)))
    state = at_sea(sailer(), bodies=(land,), premeasure=True)
    drawn = [one for one in overlays(state, "halcyon") if isinstance(one, Zone) and one.tool == "sight"]
    assert [one.label for one in drawn] == ([] if kind == "reef" else [f"behind {kind.capitalize()}"])
    ground = shapely.Polygon(drawn[0].outline) if drawn else shapely.Polygon()
    rng, hidden = Random(4), 0
    for _ in range(400):
        place = rng.uniform(0.0, 72.0), rng.uniform(0.0, 48.0)
        if ground.boundary.distance(shapely.Point(place)) > 0.1:
            refused = hiding((0.0, 0.0), place, (land,)) is not None
            assert ground.contains(shapely.Point(place)) == refused, place
            hidden += refused
            assert (
                SeaBoard.under(72, 48, state.house).obstacle_between((0.0, 0.0), place, (land,)) is not None
            ) == refused
    assert bool(hidden) == (kind != "reef")


@pytest.mark.parametrize("rules", [{"premeasure": False}, {"premeasure": True, "sight": False}])
def test_nothing_is_hidden_before_a_target_is_named_or_where_nothing_blocks(rules: dict[str, bool]) -> None:
    land = body("island", (6.0, 0.0))
    state = at_sea(sailer(), bodies=(land,), **rules)
    assert not [one for one in overlays(state, "halcyon") if isinstance(one, Zone) and one.tool == "sight"]
    assert SeaBoard.under(72, 48, state.house).obstacle_between((0.0, 0.0), (12.0, 0.0), (land,)) is None


def test_the_wind_has_a_rose_and_the_ship_a_wheel() -> None:
    state = at_sea(sailer())
    ship = state.ships["halcyon"]
    assert wind_mark(state) is None and course_wheel(state, ship, None) is None
    set_wind(state, Wind(16, 12))
    mark, wheel = wind_mark(state), course_wheel(state, ship, None)
    assert mark and (mark.toward, mark.label) == (180.0, "Wind 16 from course 12")
    assert wheel and wheel.becomes is None and wheel.heading == 30.0 * (ship.course % 12)
    assert [(one.figure, one.band) for one in wheel.sectors] == [
        ("8", 2),
        *[("16", 5)] * 3,
        ("18", 4),
        ("16", 6),
        ("18", 4),
        *[("16", 5)] * 3,
        ("8", 2),
        ("16", 0),
    ]


def test_sails_are_furled_on_a_ship_that_lies_still_and_ropes_hold_it_to_another() -> None:
    state = at_sea(sailer(velocity=6), sailer("tern", "aiglette", "auvrac"))
    ship = state.ships["halcyon"]
    assert not rig_of(state, ship).furled and tokens(state) == ()
    tie(state, "halcyon", "aiglette")
    assert rig_of(state, ship).furled and tokens(state) == (Lashing(("aiglette", "halcyon")),)


def test_the_blast_of_a_ship_on_fire_names_the_faces_that_set_it_off() -> None:
    state = at_sea(sailer())
    ship = state.ships["halcyon"]
    ship.fire_from, state.turn = 2, 4
    labels = [one.label for one in overlays(state, "halcyon") if isinstance(one, Ring)]
    assert labels[0].endswith("explodes on 4, 5, 6") and len(labels) == len(BLAST), labels


def test_a_start_from_the_middle_is_the_battle(tmp_path: Path) -> None:
    opened = laid(tmp_path, ALONE, seed=4)
    ship = opened.battle.state.ships["tern"]
    assert (ship.row_left, ship.masts, ship.lost, ship.thrust) == ((1, 2, 2, 2), (0, 0, 2), {"port1"}, 5)
    opened.battle.prompts()
    start, lost = FULL_SAIL.files.start_of(opened.battle.state, opened.file.header())
    assert lost == [] and start["table"]["wind_speed"] >= 10 and start["table"]["wind_from"] in range(1, 13)
    entry = start["ships"]["tern"]
    assert (entry["row1"], entry["mizzen"], entry["lost"], entry["velocity"]) == (1, 2, ["port1"], 4)


def test_what_was_not_built_is_complained_of(tmp_path: Path) -> None:
    bad = ALONE.replace("row1: 1", "row1: 9").replace("lost: [port1]", "lost: [keel1], anchor: false, anchored: true")
    path = tmp_path / "bad.yaml"
    path.write_text(bad + "grapples:\n- {ships: [tern, nobody]}\n", encoding="utf-8")
    with pytest.raises(BadFile, match="nobody"):
        open_battle(path)
    path.write_text(bad, encoding="utf-8")
    with pytest.raises(BadFile, match="row 1 of Tern has 2 boxes"):
        open_battle(path)


def test_one_die_is_called_a_die() -> None:
    state = at_sea(sailer("tern", course=3), premeasure=True)
    said = [words for one in overlays(state, "tern") if isinstance(one, Fan) for _, words in one.bands]
    assert "1 die" in said and "1 dice" not in said
