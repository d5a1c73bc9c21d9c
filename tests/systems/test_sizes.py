"""A file that says what its game cannot do is refused with the field, and nothing of it is quietly left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.formats.validation import BadFile, document
from game.formats.yaml_writer import block
from game.systems import SYSTEMS
from tests.support.battles import SCENARIOS, laid

ONE_OF_EACH = list({path.parent.name: path for path in SCENARIOS}.values())
AT_SEA = """\
title: Test
system: full-sail
table: {wind_speed: 16, wind_from: 12%s}
sides: {a: {name: A}, b: {name: B}}
ships:
  x: {side: a, design: %s, at: [16, 22], course: 3, velocity: %d}
  y: {side: b, design: aiglette, at: [56, 22], course: 9, velocity: 8}
"""


def problems(folder: Path, text: str) -> list[str]:
    """Return every problem of a file: line and column, what is wrong, and the hint."""
    with pytest.raises(BadFile) as bad:
        laid(folder, text)
    return [f"{one.line}:{one.column} {one.path}: {one.message} {one.hint}" for one in bad.value.problems]


@pytest.mark.parametrize("path", ONE_OF_EACH, ids=lambda path: path.parent.name)
def test_a_table_is_as_large_as_its_game_measures(path: Path, tmp_path: Path) -> None:
    data = document(path).data
    on_hexes = SYSTEMS[data["system"]].files.on_hexes
    assert ("hexes" in data["table"]) is on_hexes
    sizes = {"width": 72, "height": 48} if on_hexes else {"hexes": [3, 3]}
    table = {name: value for name, value in data["table"].items() if name != "terrain"}
    told = problems(tmp_path, block({**data, "table": {**table, **sizes}}))
    hint = "Say hexes: [columns, rows]." if on_hexes else "Say width and height, in MU."
    game = f"this game is {'' if on_hexes else 'not '}played on hexes"
    assert [line.partition(" ")[2] for line in told] == [f"table.{name}: {game} {hint}" for name in sizes]


def test_a_table_at_sea_has_no_hexes(tmp_path: Path) -> None:
    (told,) = problems(tmp_path, AT_SEA % (", hexes: [3, 3]", "halcyon", 8))
    assert told == "3:40 table.hexes: this game is not played on hexes Say width and height, in MU."


@pytest.mark.parametrize(("design", "kind", "top"), [("halcyon", "ship", 24), ("barley_wind", "merchant", 18)])
def test_no_ship_begins_faster_than_any_wind_drives_it(design: str, kind: str, top: int, tmp_path: Path) -> None:
    assert laid(tmp_path, AT_SEA % ("", design, top)).battle.state.ships["x"].velocity == top
    told = problems(tmp_path, AT_SEA % ("", design, top + 1))[0]
    assert told.endswith(f"ships.x.velocity: no wind gives a {kind} more than {top} MU a turn Say {top} or less.")
    assert told.startswith("6:")
