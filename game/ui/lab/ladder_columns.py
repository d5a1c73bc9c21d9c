"""The columns of the page of ladders: the plan, the standings of the players, and the results of every pair."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from pygame import Rect

from game.core.names import STYLES, STYLES_OF, with_capital
from game.core.values import Data
from game.lab.running import cores
from game.ladder.plan import MOST, LadderFile
from game.ladder.tables import verdict_words
from game.players import PLAYERS, RUNGS
from game.systems import SYSTEMS
from game.ui.lab.ladder_board import LadderBoard
from game.ui.lab.ladder_lines import CoupleCard, StandingHead, StandingLine, scale_of
from game.ui.render.text import lines
from game.ui.render.theme import Colour, theme
from game.ui.toolkit.blocks import ColumnHeading, Paragraph
from game.ui.toolkit.column import Column
from game.ui.toolkit.value_fields import Segments, Stepper
from game.ui.toolkit.widgets import Button, CheckRow

RULE = "table/ladder"
Act = Callable[..., None]  # changes the plan, and has the page laid out again
EVEN = "even"  # style of a player whose name has none


def plan_column(column: Column, board: LadderBoard, changed: Callable[[], object]) -> None:
    """Add players, battles and dice. `changed` is called after every change of the plan."""

    def act(do: Callable[..., object], *what: object) -> None:
        do(*what)
        changed()

    def take(name: str, value: object) -> None:
        board.plan = replace(board.plan, **{name: value})  # type: ignore[arg-type]
        changed()

    _players(column, board, act)
    column.space(8)
    _openings(column, board, act)
    column.space(10)
    column.add(ColumnHeading(column.row(24), "How many", f"{board.battles} battles", rule=RULE))
    plan = board.plan

    def take_jobs(value: float) -> None:
        board.jobs = int(value)

    hint = "For every two players and opening; each is fought twice, with seats swapped"
    for label, value, low, high, step_to, words in (
        ("Dice", plan.games, 1, MOST, lambda value: take("games", int(value)), hint),
        ("First dice", plan.seed, 0, 10**9, lambda value: take("seed", int(value)), "The others follow"),
        ("Jobs at once", board.jobs, 1, cores(), take_jobs, f"Processes; this machine has {cores()} processors"),
    ):
        r = column.row(36, 6)
        field = Stepper(r, value, low=low, high=high, label=label, on_change=step_to, hint=words, rule=RULE)
        column.add(field)

    def switch_told() -> None:
        take("until_told", not plan.until_told)

    told = "Until told who is stronger"
    column.add(CheckRow(column.row(32), told, plan.until_told, on_press=switch_told, rule=RULE, name="until told"))
    column.space(4)


def _players(column: Column, board: LadderBoard, act: Act) -> None:
    many = len(board.plan.names)
    column.add(ColumnHeading(column.row(24), "Players", f"{many} chosen", rule=RULE))
    for title, names in _groups(board.plan.names):
        if title:
            column.add(Paragraph(column.row(20), title, rule="table/computer"))
        cells = column.even_grid(names, 58, 34, 6) if title in STYLES_OF else column.grid(names, 3, 34, 6, 6)
        for cell, name in cells:
            label = (name.partition(":")[2] or EVEN) if title in STYLES_OF else name
            do = partial(act, board.switch_player, name)
            on = name in board.plan.names
            chip = Button(cell, label, on_press=do, on=on, size=13, name=f"player {name}", hint=name, rule=RULE)
            column.add(chip)
        column.space(2)


def _openings(column: Column, board: LadderBoard, act: Act) -> None:
    chosen = len(board.plan.files)
    column.add(ColumnHeading(column.row(24), "Openings", f"{chosen} of {len(board.offered)}", rule=RULE))
    for game, files in _by_game(board.offered):
        many = sum(one in board.plan.files for one in files)
        do, name = partial(act, board.switch_files, files), f"game {game}"
        row = CheckRow(column.row(32), game_title(game), many == len(files), on_press=do, rule=RULE, name=name)
        row.note = f"{many} of {len(files)}"
        column.add(row)
        for file in files if len(files) > 1 else ():
            r = column.row(30)
            r = Rect(r.x + theme.px(30), r.y, r.w - theme.px(30), r.h)
            words = with_capital(file.name.rpartition("/")[2].replace("_", " "))
            do, lit = partial(act, board.switch_files, [file]), file in board.plan.files
            named = f"file {file.name} {file.digest}"
            column.add(CheckRow(r, words, lit, on_press=do, rule=RULE, name=named))


def _groups(extra: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return every player by heading, with those of one level in the order of the risks that they take."""
    leveled = [kind for kind in PLAYERS if STYLES_OF.get(kind)]
    found = [("", [name for name in PLAYERS if name not in leveled and name not in RUNGS])]
    for kind in leveled:
        found.append((kind, [kind if style == EVEN else f"{kind}:{style}" for style in STYLES]))
    listed = {name for _, names in found for name in names} | {*RUNGS}
    others = [name for name in extra if name not in listed]
    return [*found, ("opponents to be measured against", [*RUNGS]), *([("others", others)] if others else [])]


def _by_game(files: Sequence[LadderFile]) -> list[tuple[str, list[LadderFile]]]:
    games: dict[str, list[LadderFile]] = {}
    for one in files:
        games.setdefault(one.game, []).append(one)
    return list(games.items())


def game_title(key: str) -> str:
    return SYSTEMS.titled[key].title if key in SYSTEMS else key


def standings_column(column: Column, board: LadderBoard, choose: Callable[[int], object], cap: str) -> None:
    """Add the filter by game, a line for each player with its rating, the verdicts, and the problems."""
    px, p = theme.px, theme.palette
    games = ["", *board.games]
    if board.shown and len(games) > 2:
        names = ["all games", *(game_title(one) for one in games[1:])]
        at = games.index(board.game) if board.game in games else 0
        hint = f"Whose battles count: {cap}"
        column.add(Segments(column.row(36, 12), names, chosen=at, on_change=choose, name="game", rule=RULE, hint=hint))
    if board.shown:
        rows = board.standings.players
        scale = scale_of(rows)
        column.add(StandingHead(column.row(30), scale, rule=RULE))
        for row in rows:
            column.add(StandingLine(column.row(40), row, scale, rule=RULE, name=f"standing {row['player']}"))
        column.space(12)
        for words, colour in verdicts(board.standings.couples):
            _sentence(column, words, colour)
        if len(rows) == 1:
            _sentence(column, "One player alone meets itself, which shows whether a battle is fair.", p.muted)
    else:
        _sentence(column, empty_words(board), p.muted)
    for words in board.warnings:
        _sentence(column, words, p.yellow)
    column.y += px(4)


def _sentence(column: Column, words: str, colour: Colour) -> None:
    count = len(lines(words, column.wide, 16))
    column.add(Paragraph(column.row(22 * count, 4), words, colour=colour, size=16, lead=22, rule=RULE))


def empty_words(board: LadderBoard) -> str:
    """Return what to do, or what is being done, while no battle can be shown."""
    if board.open is None:
        return "Choose players and openings at the left, and begin. Every finished battle is kept."
    if board.open.running:
        return "The first battles are being fought."
    return "Being read." if board.open.busy or board.standings.busy else "No battle has been fought yet."


def verdicts(couples: Sequence[Data]) -> list[tuple[str, Colour]]:
    """Return a sentence on every pair of players, with all undecided pairs in one sentence."""
    p = theme.palette
    told = [row for row in couples if row["told"] != "not told yet"]
    found: list[tuple[str, Colour]] = [(verdict_words(row), p.white) for row in told]
    left = len(couples) - len(told)
    if left == 1:
        return [*found, *((verdict_words(row), p.muted) for row in couples if row not in told)]
    return [*found, (f"{left} of {len(couples)} couples are not told apart yet.", p.muted)] if left else found


def couples_column(column: Column, board: LadderBoard) -> None:
    """Add a card for every pair of players."""
    couples = board.standings.couples if board.shown else ()
    words = f"{len(couples)} couples" if len(couples) != 1 else "1 couple"
    column.add(ColumnHeading(column.row(30), "Every two players", words if couples else "", rule=RULE))
    for row in couples:
        name = f"couple {row['first']} {row['second']}"
        column.add(CoupleCard(column.row(72, 8), row, rule=RULE, name=name))
