"""The verbs `lab` and `ladder`: studies of the odds lab, and computer players measured against each other."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from game.cli.exit_codes import verb
from game.cli.progress import progress_bar
from game.cli.streams import refuse
from game.core.installation import command
from game.formats.atomic_file import is_there, make_folder, write_whole
from game.formats.validation import did_you_mean
from game.lab.calculate import calculate
from game.lab.export import Row, as_csv, as_json, as_text, chances_csv, study_text
from game.lab.files import LabStudy, read_lab, shipped_studies
from game.lab.study import run_study
from game.lab.workers import workers
from game.ladder.openings import openings_folder
from game.ladder.page import failures, other_versions, write_tables
from game.ladder.plan import ladder_plan
from game.ladder.run import LadderRun


@verb
def lab(asked: Namespace) -> int:
    """Calculate a set-up or run a study, print it and write it; without a file, list the studies."""
    if asked.file is None:
        print(_help(), end="")
        return 0
    path, known = Path(asked.file), shipped_studies()
    if not is_there(path) and path.suffix == "" and asked.file not in known:
        return refuse(f"There is no file and no study '{asked.file}'. {did_you_mean(asked.file, known)}".rstrip())
    study = read_lab(path if is_there(path) or asked.file not in known else known[asked.file])
    if study.axes:
        return _study(study, asked.out or Path(f"{path.stem}-results"), path.stem, asked)
    return _set_up(study, asked.out, path.stem, asked)


def _help() -> str:
    lines = ["Studies of the program, by name:"]
    for name, path in shipped_studies().items():
        study = read_lab(path)
        lines.append(f"  {name:<15} {study.title} ({len(study.points)} set-ups)")
    lines += ["", f"To run one: {command()} lab NAME [--out FOLDER] [--csv] [--json] [--jobs N | --dask ADDRESS]"]
    return "\n".join(lines) + "\n"


def _set_up(study: LabStudy, out: Path | None, stem: str, asked: Namespace) -> int:
    """Calculate one set-up; print it as a table, or as CSV or JSON if asked for without a folder."""
    results = calculate(study.setup)
    rows: list[Row] = [({}, study.setup, results)]
    if out is None and (asked.csv or asked.json):
        print(as_csv(rows) if asked.csv else as_json(study, rows), end="")
        return 0
    print(as_text(study, results), end="")
    if out is not None:
        _write(study, rows, out, stem, asked)
        if asked.csv or not asked.json:
            write_whole(out / f"{stem}-chances.csv", chances_csv(results).encode())
    return 0


def _study(study: LabStudy, out: Path, stem: str, asked: Namespace) -> int:
    """Run a study in its folder, print its table and write its files."""
    found = run_study(study, out, workers(asked.jobs, asked.dask), progress_bar("set-ups"))
    rows: list[Row] = [(point, setup, results) for (point, setup), results in zip(study.points, found)]
    _write(study, rows, out, stem, asked)
    print(study_text(rows), end="")
    return 0


def _write(study: LabStudy, rows: list[Row], out: Path, stem: str, asked: Namespace) -> None:
    """Write CSV and JSON into a folder, or only the format asked for."""
    make_folder(out)
    if asked.csv or not asked.json:
        write_whole(out / f"{stem}.csv", as_csv(rows).encode())
    if asked.json or not asked.csv:
        write_whole(out / f"{stem}.json", as_json(study, rows).encode())


@verb
def ladder(asked: Namespace) -> int:
    """Fight the missing battles, print the standings, and write them into the folder; return 1 if a player failed."""
    files = asked.files or [openings_folder()]
    try:
        plan = ladder_plan(files, asked.players, asked.games, asked.seed, asked.until_told)
    except LookupError as why:
        return refuse(str(why))
    run = LadderRun(plan, asked.out)
    stopped = False
    try:
        run.play(workers(asked.jobs, asked.dask), progress_bar("battles"))
    except KeyboardInterrupt:
        stopped = True
        print(file=sys.stderr)  # the line of the bar is left unchanged
    _tell_ladder(run, asked.out)
    if stopped:
        print("\nStopped. The same command goes on with what is missing.", file=sys.stderr)
        return 130
    return 1 if any("fault" in row for row in run.rows) else 0


def _tell_ladder(run: LadderRun, out: Path) -> None:
    """Print the tables and the failures, and write them as CSV and as a page."""
    print("\n".join(one.as_text() for one in write_tables(run)), end="")
    print(f"\n{run.summary} The figures are in {out}.")
    for words in (other_versions(run.others, run.path), *failures(run)):
        if words:
            print(words, file=sys.stderr)
