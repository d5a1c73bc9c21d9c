"""Results as text for the terminal, and as CSV and JSON with every digit and the whole set-up."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from game.core.display import percent
from game.core.values import Data
from game.formats.csv_writer import csv_text
from game.lab.files import LabStudy
from game.lab.result import Distribution, LabResult
from game.lab.setup import LabSetUp

Results = Sequence[LabResult]
Row = tuple[Mapping[str, object], LabSetUp, Results]  # values by axis, set-up, results


def figures(setup: LabSetUp, result: LabResult) -> Data:
    """Return the figures of a result, by name. What does not apply is None."""
    low, high = result.damage.nine_in_ten
    groups, salvos = setup.group_count, setup.salvos
    return {
        "rules": result.rules,
        "damage_mean": result.damage.mean,
        "damage_spread": result.damage.spread,
        "damage_low": low,
        "damage_high": high,
        "damage_per_group": result.damage.mean / groups if groups and not salvos and not setup.heavy_missiles else None,
        "destroyed": result.destroyed,
        "lost_mean": result.lost.mean,
        "lost_spread": result.lost.spread,
        "points_a_loss": result.points_a_loss,
        "missiles_mean": result.missiles.mean,
        "missiles_per_salvo": result.missiles.mean / salvos if salvos else None,
        "heavy_mean": result.heavy.mean,
        "trials": result.trials,
        "margin": result.margin,
    }


# -- CSV and JSON ------------------------------------------------------------------------------------------------------


def as_csv(rows: Iterable[Row]) -> str:
    """Return a line for each set-up and rule: the values of the axes, the figures, and the whole set-up."""
    lines = [
        {
            **dict(point),
            **figures(setup, result),
            **{f"setup_{key}": _cell(value) for key, value in setup.as_data().items()},
        }
        for point, setup, results in rows
        for result in results
    ]
    return _csv(lines)


def chances_csv(results: Results) -> str:
    """Return a line for each value of each distribution."""
    return _csv(
        {"rules": one.rules, "quantity": name, "value": value, "chance": chance}
        for one in results
        for name in ("damage", "lost", "missiles", "heavy")
        for value, chance in enumerate(getattr(one, name).chances)
    )


def _csv(lines: Iterable[Mapping[str, object]]) -> str:
    rows = list(lines)
    return csv_text(list(rows[0]) if rows else [], rows)


def _cell(value: object) -> object:
    """Return a value of a set-up in one cell."""
    return json.dumps(value) if isinstance(value, dict | list | tuple) else value


def as_json(study: LabStudy, rows: Iterable[Row]) -> str:
    """Return everything: title, each set-up with the values of its axes, and each result with every chance."""
    data = {
        "title": study.title,
        "about": study.about,
        "axes": list(study.axes),
        "points": [
            {"axes": dict(point), "setup": setup.as_data(), "results": [result.as_data() for result in results]}
            for point, setup, results in rows
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


# -- text --------------------------------------------------------------------------------------------------------------


def as_text(study: LabStudy, results: Results) -> str:
    """Return one set-up as a table for the terminal, a column for each of the rules."""
    setup = study.setup
    lines = [study.title, setup.words(), "", _line("", (one.rules for one in results))]
    for label, read in _readings(setup):
        cells = [read(one) for one in results]
        if any(cells):
            lines.append(_line(label, cells))
    for one in results:
        if one.bands:
            shares = "   ".join(f"{band.title}: {percent(band.chance)}" for band in one.bands)
            lines += ["", f"the level   {shares}"]
    if any(one.trials for one in results):
        played = " and ".join(f"{one.trials} battles ({one.rules})" for one in results)
        lines += ["", f"{played} were played by dice; 95 times in 100 the mean lies within the margin"]
    return "\n".join(lines) + "\n"


def _readings(setup: LabSetUp) -> list[tuple[str, Callable[[LabResult], str]]]:
    """Return the rows of the table: their labels, and the function for their cells, which may be empty."""

    def missiles(spread: Distribution, count: int, digits: int = 1) -> str:
        return f"{spread.mean:.{digits}f} of {count}" if count else ""

    def each(result: LabResult) -> str:
        found = figures(setup, result)["damage_per_group"]
        return "" if found is None else f"{found:.3f}"

    return [
        ("damage, mean", lambda one: f"{one.damage.mean:.1f}" + (f" ± {one.margin:.1f}" if one.trials else "")),
        ("  of each group", each),
        ("  spread", lambda one: f"{one.damage.spread:.1f}"),
        ("  nine in ten", lambda one: "{}–{}".format(*one.damage.nine_in_ten)),
        ("destroyed", lambda one: "" if one.destroyed is None else percent(one.destroyed)),
        ("craft lost, mean", lambda one: f"{one.lost.mean:.1f}" if setup.group_count else ""),
        ("  spread", lambda one: f"{one.lost.spread:.1f}" if setup.group_count else ""),
        ("  points a loss", lambda one: f"{one.points_a_loss:.1f}" if one.points_a_loss and setup.group_count else ""),
        ("missiles that hit", lambda one: missiles(one.missiles, setup.salvos * 6)),
        ("  of each salvo", lambda one: f"{one.missiles.mean / setup.salvos:.2f}" if setup.salvos else ""),
        ("heavy missiles that hit", lambda one: missiles(one.heavy, setup.heavy_missiles, 2)),
    ]


def _line(label: str, cells: Iterable[str]) -> str:
    return (f"{label:<26}" + "".join(f"{cell:>16}" for cell in cells)).rstrip()


def study_text(rows: Sequence[Row]) -> str:
    """Return a study as a table for the terminal: the values of the axes and the figures that matter most."""
    wanted = ["damage_mean", "damage_spread", "damage_per_group", "destroyed", "lost_mean", "missiles_per_salvo"]
    told = [(point, figures(setup, result)) for point, setup, results in rows for result in results]
    names = [name for name in wanted if any(found[name] for _, found in told)]
    axes = [name for name in (rows[0][0] if rows else {}) if name != "rules"]
    table = [[*axes, "rules", *(name.replace("_", " ") for name in names)]]
    for point, found in told:
        table.append([*(str(point[axis]) for axis in axes), found["rules"], *(_figure(found[name]) for name in names)])
    widths = [max(len(row[place]) for row in table) for place in range(len(table[0]))]
    return "\n".join("  ".join(cell.rjust(width) for cell, width in zip(row, widths)) for row in table) + "\n"


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
