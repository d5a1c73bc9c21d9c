"""The verb `ladder`: computer players fight each other for a ranking."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from game.cli.exit_codes import verb
from game.cli.progress import progress_bar
from game.cli.streams import refuse
from game.lab.workers import workers
from game.ladder.openings import openings_folder
from game.ladder.page import failures, other_versions, write_tables
from game.ladder.plan import ladder_plan
from game.ladder.run import LadderRun


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
    _tell(run, asked.out)
    if stopped:
        print("\nStopped. The same command goes on with what is missing.", file=sys.stderr)
        return 130
    return 1 if any("fault" in row for row in run.rows) else 0


def _tell(run: LadderRun, out: Path) -> None:
    """Print the tables and the failures, and write them as CSV and as a page."""
    print("\n".join(one.as_text() for one in write_tables(run)), end="")
    print(f"\n{run.summary} The figures are in {out}.")
    for words in (other_versions(run.others, run.path), *failures(run)):
        if words:
            print(words, file=sys.stderr)
