"""The table of figures: what it is measured by stands first, and each row's figure is also given in blits or in
loops."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from tests.tools import bench

FIGURE = re.compile(r"[\d.]+ / [\d.]+")


def refused(ships: int) -> bench.Timed:
    """Something that cannot be measured here."""
    raise ModuleNotFoundError("nothing")


def printed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *rows: bench.Row) -> list[str]:
    """Return the lines printed for these rows, with as few repeats as there can be."""
    monkeypatch.setattr(bench, "LONGEST", 0.0)
    monkeypatch.setattr(bench, "ROWS", rows)
    monkeypatch.setattr(sys, "argv", ["bench"])
    bench.main()
    return capsys.readouterr().out.splitlines()


def test_the_blit_and_the_loop_are_printed_before_the_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = printed(monkeypatch, capsys, bench.Row("a loop", "1 s", 0, lambda ships: bench.loop))
    first = [n for n, line in enumerate(lines) if line.startswith("- ")]
    said = [re.sub(FIGURE, "x", lines[n]) for n in first]
    assert said == ["- a full-screen blit, 1920x1080: x", "- a loop of a million additions: x"]
    assert first[-1] < next(n for n, line in enumerate(lines) if line.startswith("| what"))


@pytest.mark.slow
def test_each_row_has_a_cell_for_every_head(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (
        bench.Row("drawn", "1 ms", 24, lambda ships: bench.blit(), yard="blits"),
        bench.Row("fought", "50 a second", 12, lambda ships: bench.loop, "/s"),
        bench.Row("once", "1 s", 0, lambda ships: bench.loop),
        bench.Row("not here", "1 s", 24, refused),
    )
    lines = printed(monkeypatch, capsys, *rows)
    heads, ruled, *table = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    heads, *table = ([cell.strip() for cell in cells] for cells in (heads, *table))
    assert heads[2:4] == ["at the budget's size", "in blits or loops"] and len(ruled) == len(heads)
    assert {len(cells) for cells in table} == {len(heads)} and [cells[0] for cells in table] == [
        row.what for row in rows
    ]
    drawn, fought, once, missing = table
    assert re.fullmatch(r"[\d.]+ / [\d.]+ \(24 ships\)", drawn[2]) and re.fullmatch(r"[\d.]+ blits", drawn[3])
    assert re.fullmatch(r"[\d.]+ \(12 ships\)", fought[2]) and re.fullmatch(r"[\d.]+ loops", fought[3])
    assert re.fullmatch(FIGURE, once[2]) and once[4:] == ["", "", ""]
    assert missing[2:] == ["– (24 ships)", "–", "–", "–", "–"]


@pytest.mark.parametrize(
    ("times", "shown"),
    [
        ([8.0, 8.5, 9.0], "17 blits"),
        ([0.45], "0.9 blits"),
        ([0.00001], "0.00002 blits"),
        ([700.0], "1400 blits"),
        ([], "–"),
    ],
)
def test_a_multiple_is_the_median_in_two_digits(times: list[float], shown: str) -> None:
    assert bench.multiple(times, [0.4, 0.5, 7.0], "blits") == shown
    assert bench.multiple(times, [], "blits") == "–"


def test_what_draws_is_given_in_blits_and_all_else_in_loops() -> None:
    draws = [row for row in bench.ROWS if row.what.startswith("frame") or "at rest" in row.what]
    assert len(draws) == 12 and all(row.yard == ("blits" if row in draws else "loops") for row in bench.ROWS)
    assert {row.yard for row in bench.ROWS} == bench.YARDS.keys()


def test_the_loop_makes_a_million_additions_and_the_blit_fills_the_screen() -> None:
    import pygame

    assert bench.loop() == sum(range(1_000_000))
    assert bench.blit()() == pygame.Rect((0, 0), bench.SCREEN)


def test_rows_are_chosen_by_words_and_written_down_as_data(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rows = tuple(
        bench.Row(what, "1 s", 0, lambda ships: bench.loop) for what in ("loop by sail", "loop on hexes", "third")
    )
    monkeypatch.setattr(bench, "LONGEST", 0.0)
    monkeypatch.setattr(bench, "ROWS", rows)
    monkeypatch.setattr(sys, "argv", ["bench", "sail", "hexes", "--json", str(tmp_path / "found.json")])
    bench.main()
    assert [one.split(" | ")[0] for one in capsys.readouterr().out.splitlines()[-2:]] == [
        "| loop by sail",
        "| loop on hexes",
    ]
    first, second = json.loads((tmp_path / "found.json").read_text(encoding="utf-8"))["rows"]
    assert (first["what"], second["what"], first["ships"]) == ("loop by sail", "loop on hexes", 0)
    assert (
        0 < first["median"] <= first["p99"]
        and bench.FEW <= first["repeats"] <= bench.LEAST
        and 0.1 < first["loops"] < 10
    )


@pytest.mark.parametrize(
    ("times", "enough"),
    [
        ([5.0] * bench.ENOUGH, True),
        ([5.0] * (bench.ENOUGH - 1), False),
        ([1.0, 9.0] * (bench.ENOUGH // 2), False),
        ([3000.0, 3010.0, 3100.0], True),
        ([3000.0, 3010.0, 3200.0], False),
        ([5.0, 5.0, 5.0], False),
    ],
)
def test_repeats_end_where_the_spread_is_small(times: list[float], enough: bool) -> None:
    assert bench.settled(times) is enough


def test_the_program_opens_and_begins_a_battle_to_be_measured() -> None:
    """A row whose program fails would only be a dash in the table."""
    bench.menu(0)()  # raises if the program fails
    found = bench.first_battle(0, "full-thrust")()
    assert isinstance(found, bench.Milliseconds) and found > 0
