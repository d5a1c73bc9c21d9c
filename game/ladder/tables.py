"""The figures of a ladder as tables: text for the terminal, cells of a page, and CSV with every digit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.core.values import Data
from game.formats.csv_writer import csv_text
from game.ladder.run import LadderRun
from game.ladder.standings import couple_rows, file_rows, player_rows

Cell = Callable[[Data], str]


@dataclass(frozen=True)
class LadderTable:
    """A table: the stem of its file, its title, rows of figures by name, and the format of each column."""

    stem: str
    title: str
    rows: Sequence[Data]
    columns: Sequence[tuple[str, Cell]]

    def cells(self, brief: bool = False) -> list[list[str]]:
        """Return the table with its headings; `brief` leaves out rows of single files if there are several."""
        shown = [row for row in self.rows if not (brief and row.get("over") == "file")]
        return [[name for name, _ in self.columns], *([show(row) for _, show in self.columns] for row in shown)]

    def as_text(self) -> str:
        """Return lines for the terminal."""
        cells = self.cells(brief=True)
        widths = [max(len(row[place]) for row in cells) for place in range(len(cells[0]))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in cells]
        return "\n".join([self.title, *lines]) + "\n"

    def as_csv(self) -> str:
        """Return every figure of every row."""
        return csv_text(list(self.rows[0]) if self.rows else [], self.rows)


def ladder_tables(run: LadderRun) -> list[LadderTable]:
    """Return the tables of players, of pairs and of files, without empty ones."""
    games = {file.name: file.game for file in run.plan.files}
    tables = [
        LadderTable("players", "Players", player_rows(run.rows, run.plan.names), PLAYERS),
        LadderTable("couples", "Every two players", couple_rows(run.rows, run.plan.couples, games), COUPLES),
        LadderTable("files", "Battles", file_rows(run.rows, games), FILES),
    ]
    return [one for one in tables if one.rows]


def verdict_words(row: Data) -> str:
    """Return a sentence on which of two players is stronger, from their row of figures."""
    one, other = row["first"], row["second"]
    words = {
        f"{one} is stronger": f"{one} is stronger than {other}: told.",
        f"{other} is stronger": f"{other} is stronger than {one}: told.",
        "level": f"{one} and {other} are level: told.",
    }
    return words.get(row["told"], f"{one} and {other}: not told yet.")


def _text(name: str) -> Cell:
    return lambda row: str(row[name])


def _share(name: str) -> Cell:
    """Return the format of a share with its interval."""
    return lambda row: f"{row[name]:.2f} [{row[f'{name}_low']:.2f}, {row[f'{name}_high']:.2f}]"


def _results(row: Data) -> str:
    return f"{row['won']}-{row['drawn']}-{row['lost']}"


def _figure(name: str, digits: int) -> Cell:
    return lambda row: f"{row[name]:.{digits}f}"


def _both(*names: str) -> Cell:
    """Return the format of counts side by side."""
    return lambda row: " / ".join(f"{row[name]:g}" for name in names)


PLAYERS: tuple[tuple[str, Cell], ...] = (
    ("player", _text("player")),
    ("Elo", lambda row: f"{row['elo']:+.0f} [{row['elo_low']:+.0f}, {row['elo_high']:+.0f}]"),
    ("battles", _text("battles")),
    ("won-drawn-lost", _results),
    ("score", _share("score")),
    ("points left", lambda row: f"{row['left']:.0%}"),
    ("ms a move", _figure("ms_a_move", 1)),
    ("worst", _figure("ms_worst_move", 0)),
    ("s a battle", _figure("seconds_a_battle", 2)),
    ("ships lost", _text("ships_lost")),
    ("over an edge", _text("ships_edge")),
    ("wrecked", _text("ships_wrecked")),
    ("failed", _text("failed")),
)
COUPLES: tuple[tuple[str, Cell], ...] = (
    ("first", _text("first")),
    ("second", _text("second")),
    ("over", _text("battles_of")),
    ("pairs", _text("pairs")),
    ("won-drawn-lost", _results),
    ("score of the first", _share("score")),
    ("lead in points", lambda row: f"{row['lead']:+.0%} [{row['lead_low']:+.0%}, {row['lead_high']:+.0%}]"),
    ("points left", lambda row: f"{row['left_first']:.0%} / {row['left_second']:.0%}"),
    ("over an edge", _both("ships_edge_first", "ships_edge_second")),
    ("wrecked", _both("ships_wrecked_first", "ships_wrecked_second")),
    ("told", _text("told")),
)
FILES: tuple[tuple[str, Cell], ...] = (
    ("battle", _text("file")),
    ("battles", _text("battles")),
    ("won-drawn-lost of the first seat", _results),
    ("its score", _share("seat")),
    ("by the last turn", lambda row: f"{row['last_turn']:.0%}"),
    ("turns", _figure("turns", 1)),
    ("ships lost", lambda row: f"{row['ships_lost']:.0%}"),
    ("over an edge", _text("ships_edge")),
    ("wrecked", _text("ships_wrecked")),
    ("s a battle", _figure("seconds_a_battle", 2)),
)


def explanations() -> list[str]:
    """Return the meaning of the figures, a sentence or two each."""
    return [
        "Both battles of a pair are fought with the same dice and from the same places, with seats swapped. A pair is "
        "one observation: its score is the mean of the two battles, a draw being half a win.",
        "In brackets stand the ends between which a figure lies 95 times in 100: of a score by Wilson, of a rating "
        "from the spread of the pairs. Ratings have the mean 0.",
        "Two players are told apart by a sequential test: one is stronger by 40 Elo or more, or they are level, with "
        "an error of one in twenty either way.",
        "Points left are those of the ships that each has brought, by their boxes; of ships that are lost or have left "
        "nothing is left. The lead is how much more the first has left, over pairs.",
        "Wrecked are ships that were lost by nobody's shot: on rocks, in collisions, by fires or drives. A move's cost "
        "is that of the processor for one order of one ship.",
    ]
