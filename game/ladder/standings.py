"""The standings: figures of players, of each pair of them, and of the battle files, from the battles fought."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import fmean

from game.core.values import Data
from game.ladder.statistics import Couple, Interval, mean_interval, ratings, verdict, wilson

ALL = "all battles"


def pair_scores(rows: Iterable[Data], couple: Couple) -> list[float]:
    """Return the first player's score of each pair of battles, in which both players had either seat."""
    return _pairs(rows, couple, score_of)


def pair_leads(rows: Iterable[Data], couple: Couple) -> list[float]:
    """Return the first player's lead in points left after each pair of battles, as a share."""
    return _pairs(rows, couple, lambda row, seat: row["left"][seat] - row["left"][1 - seat])


def _pairs(rows: Iterable[Data], couple: Couple, figure: Callable[[Data, int], float]) -> list[float]:
    """Return the mean of a figure over both battles of each pair, in the order of the dice."""
    found: dict[tuple[int, str], dict[str, float]] = {}
    for row in rows:
        if {*row["players"]} == {*couple} and couple[0] != couple[1]:
            pair = found.setdefault((row["key"], row["file"]), {})
            pair[row["players"][0]] = figure(row, row["players"].index(couple[0]))
    return [fmean(found[name].values()) for name in sorted(found) if len(found[name]) == 2]


def score_of(row: Data, seat: int) -> float:
    """Return 1 if a seat won the battle, half for a draw, 0 otherwise."""
    return 0.5 if row["won"] is None else float(row["won"] == seat)


# -- players -----------------------------------------------------------------------------------------------------------


def player_rows(rows: Sequence[Data], names: Sequence[str]) -> list[Data]:
    """Return a row of figures for each player, the strongest first."""
    couples = [(one, other) for place, one in enumerate(names) for other in names[place + 1 :]]
    by_couple = _by_couple(rows)
    scores = {couple: pair_scores(by_couple.get(frozenset(couple), ()), couple) for couple in couples}
    found = []
    for name, rating in zip(names, ratings(names, scores)):
        seats = [(row, seat) for row in rows for seat in (0, 1) if row["players"][seat] == name]
        met = [one for couple, pairs in scores.items() if name in couple for one in _seen_from(name, couple, pairs)]
        costs = [row["cost"][seat] for row, seat in seats]
        moves = sum(one["moves"] for one in costs)
        found.append(
            {
                "player": name,
                **_interval("elo", rating),
                "battles": len(seats),
                **_results(seats),
                "left": _mean(row["left"][seat] for row, seat in seats),
                **_interval("score", wilson(fmean(met) if met else 0.5, len(met))),
                "ms_a_move": 1000 * sum(one["move_seconds"] for one in costs) / moves if moves else 0.0,
                "ms_worst_move": 1000 * max((one["worst"] for one in costs), default=0.0),
                "seconds_a_battle": _mean(one["seconds"] for one in costs),
                **_mishaps(seats),
            }
        )
    return sorted(found, key=lambda one: -one["elo"])


def _seen_from(name: str, couple: Couple, scores: Sequence[float]) -> list[float]:
    return [one if couple[0] == name else 1 - one for one in scores]


def _results(seats: Sequence[tuple[Data, int]]) -> Data:
    """Return the numbers of battles won, drawn and lost."""
    scores = [score_of(row, seat) for row, seat in seats]
    return {"won": scores.count(1.0), "drawn": scores.count(0.5), "lost": scores.count(0.0)}


def _mishaps(seats: Sequence[tuple[Data, int]], who: str = "") -> Data:
    """Return ships lost in all, over an edge, and without a shot, and battles in which the player failed."""
    found: Data = {
        f"ships_{name}{who}": sum(row[name][seat] for row, seat in seats) for name in ("lost", "edge", "wrecked")
    }
    return found | {f"failed{who}": sum(row.get("failed") == seat for row, seat in seats)}


def _interval(name: str, one: Interval) -> Data:
    return {name: one.value, f"{name}_low": one.low, f"{name}_high": one.high}


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return fmean(found) if found else 0.0


# -- every two of them -------------------------------------------------------------------------------------------------


def couple_rows(rows: Sequence[Data], couples: Sequence[Couple], games: Mapping[str, str]) -> list[Data]:
    """Return a row of figures for each pair of players over all battles, over each game, and over each file. `games`
    has the game of each file."""
    found = []
    by_game, met = dict.fromkeys(games.values()), _by_couple(rows)
    for couple in couples:
        if couple[0] == couple[1]:
            continue
        scopes: list[tuple[str, str, list[str] | None]] = [("all", ALL, None)]
        scopes += [("game", one, [file for file in games if games[file] == one]) for one in by_game]
        scopes += [("file", one, [one]) for one in games]
        for kind, name, files in scopes:
            over = [row for row in met.get(frozenset(couple), ()) if files is None or row["file"] in files]
            found.append(_couple_row(over, couple, kind, name))
    return found


def _by_couple(rows: Iterable[Data]) -> Mapping[frozenset[str], list[Data]]:
    """Return the battles of each pair of players, to avoid a search through all of them."""
    found: dict[frozenset[str], list[Data]] = {}
    for row in rows:
        found.setdefault(frozenset(row["players"]), []).append(row)
    return found


def _couple_row(met: Sequence[Data], couple: Couple, kind: str, name: str) -> Data:
    """Return the figures of two players over their battles."""
    one, other = couple
    first = [(row, row["players"].index(one)) for row in met]
    second = [(row, 1 - seat) for row, seat in first]
    scores = pair_scores(met, couple)
    told = verdict(scores)
    words = {"first": f"{one} is stronger", "second": f"{other} is stronger", "level": "level", "": "not told yet"}
    return {
        "first": one,
        "second": other,
        "over": kind,
        "battles_of": name,
        "pairs": len(scores),
        **_results(first),
        **_interval("score", wilson(_mean(scores) if scores else 0.5, len(scores))),
        "told": words[told.told],
        "evidence_first": told.first,
        "evidence_second": told.second,
        **_interval("lead", mean_interval(pair_leads(met, couple), -1, 1)),
        "left_first": _mean(row["left"][seat] for row, seat in first),
        "left_second": _mean(row["left"][seat] for row, seat in second),
        "scores_first": _mean(row["scores"][seat] for row, seat in first),
        "scores_second": _mean(row["scores"][seat] for row, seat in second),
        **_mishaps(first, "_first"),
        **_mishaps(second, "_second"),
    }


# -- files -------------------------------------------------------------------------------------------------------------


def file_rows(rows: Sequence[Data], games: Mapping[str, str]) -> list[Data]:
    """Return a row of figures for each file: whether it is fair to both seats, whether it is fought out, and its
    duration."""
    found = []
    for file, game in games.items():
        met = [row for row in rows if row["file"] == file]
        score = _mean(score_of(row, 0) for row in met) if met else 0.5
        dice = {(row["key"], *sorted(row["players"])) for row in met}
        found.append(
            {
                "file": file,
                "game": game,
                "battles": len(met),
                **_results([(row, 0) for row in met]),
                **_interval("seat", wilson(score, len(dice))),
                "last_turn": _mean(row["last_turn"] for row in met),
                "turns": _mean(row["turns"] for row in met),
                "ships_lost": _mean(sum(row["lost"]) / (sum(row["ships"]) or 1) for row in met),
                "ships_edge": sum(sum(row["edge"]) for row in met),
                "ships_wrecked": sum(sum(row["wrecked"]) for row in met),
                "seconds_a_battle": _mean(row["seconds"] for row in met),
            }
        )
    return found
