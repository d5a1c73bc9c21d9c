"""Count the files of battles by file, played by random players over all scenarios for two sides, and print the tables
of docs/far.md: `python -m tests.support.players.files_a_turn`, or for some house rules `… plans=standing`."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import mean

from game.battle.designs import ROOT
from game.battle.loader import load_start
from game.far.far_battle import why_not_far
from tests.support.players.far_battles import begun, fight

TURNS, SEEDS = 12, (1, 2, 3)
TABLES: tuple[Mapping[str, object], ...] = (
    {},
    {"plans": "plans"},
    {"plans": "standing"},
    {"plotted": True},
    {"plans": "standing", "plotted": True},
)


def counted(path: Path, house: Mapping[str, object], seed: int) -> tuple[float, float]:
    """Return the files a turn of one battle without its beginning, and their mean size in KB."""
    duel = begun(path, seed, house, links=4096)
    fight(duel, TURNS, seed)
    state = next(iter(duel.tables.values())).battle.state
    sent = duel.texts[2:]
    return len(sent) / min(TURNS, state.turn), mean(map(len, sent)) / 1024


def table(house: Mapping[str, object]) -> None:
    """Print a row for each game that has these house rules."""
    found = defaultdict[str, list[tuple[float, float]]](list)
    for path in sorted((ROOT / "scenarios").glob("*/*.yaml")):
        if path.parent.name == "lessons":
            continue
        opened = load_start(path, seed=0)
        known = {rule.key for rule in opened.battle.system.house}
        if house.keys() <= known and len(opened.battle.state.sides) == 2 and not why_not_far(opened):
            found[opened.battle.system.title] += [counted(path, house, seed) for seed in SEEDS]
    print(", ".join(f"{key}: {value}" for key, value in house.items()) or "no house rules")
    for title, rows in found.items():
        files, sizes = zip(*rows)
        print(f"| {title} | {mean(files):.1f} | {max(files):.1f} | {mean(sizes):.1f} KB |", flush=True)


if __name__ == "__main__":
    given = {key: value == "True" or value for key, value in (one.split("=", 1) for one in sys.argv[1:])}
    for wanted in [given] if given else TABLES:
        table(wanted)
