"""The verbs that need no window: check, battle, replay, cost, schema, book, and picture with a pencil handed in.

Each takes the parsed command line and returns the exit code.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pydantic import BaseModel

from game.battle.designs import FLEETS, NAMES, designs_of, is_fleet, read_design, read_names
from game.battle.loader import Opened, is_design, load_start, new_save, open_battle, play_saved, saves_same
from game.battle.script import Script, run
from game.battle.seats import NoSeat, seat, seen_by
from game.cli.exit_codes import verb
from game.cli.streams import refuse
from game.core.game_files import AnyFiles, ShipDesign
from game.core.orders import Id
from game.core.values import Data
from game.demonstrations.course import CourseFile, is_course, read_course
from game.exchange.plain_text import bill_of
from game.fleets.fleet import FleetFile, read_fleet
from game.formats.atomic_file import CannotSave, files_in, is_there, remove
from game.formats.battle_schema import json_schema
from game.formats.validation import BadFile, did_you_mean, document
from game.formats.yaml_source import Steps, path_text, refusal
from game.lab.files import LabFile
from game.ladder.statistics import wilson
from game.lessons.checks import check_lesson, is_lesson
from game.players import player
from game.players.match import Match
from game.seating.outcomes import ships_by_state
from game.systems import SYSTEMS

Pencil = Callable[[Opened, Path, tuple[int, int], float, Id | None], None]


def check(asked: Namespace) -> int:
    """Run the scripts of files and folders: a line for each failure with file and line, and the sum."""
    passed = failed = 0
    for path in files_of(asked.files):
        found = faults(path)
        passed, failed = passed + (not found), failed + bool(found)
        for fault in found:
            print(fault)
    if not passed + failed:
        return refuse("There is no YAML file to check there.")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def files_of(paths: Iterable[Path]) -> list[Path]:
    """Return the files named, and those of the folders named, in order."""
    found: list[Path] = []
    for path in paths:
        found += files_in(path, "**/*.yaml") if os.path.isdir(path) else [path]
    return found


def faults(path: Path) -> list[str]:
    """Return everything wrong with one battle file, and every failure of its script; empty if it passes."""
    try:
        opened = open_battle(path)
    except BadFile as bad:
        return faults_of_other(path, bad)
    tell(opened)
    if unreadable := strange_letters(opened.names):
        print(f"{path}: {unreadable}", file=sys.stderr)
    if opened.saved:
        return []
    try:
        if is_lesson(opened):
            check_lesson(opened)
    except BadFile as bad:
        return [str(bad)]
    return [f"{path}:{failure.line}: {failure.text}" for failure in run(opened)]


def faults_of_other(path: Path, bad: BadFile) -> list[str]:
    """Return what is wrong with a file that is no battle, which may be a design, a fleet or a course; tell on standard
    error which designs of a fleet have changed."""
    try:
        data = document(path).data
        if is_course(data):
            read_course(path)
            return []
        if path.name in (FLEETS, NAMES):
            read_names(path)
            return []
        if is_design(data):
            design, files, place = design_called(str(path))
            return [f"{path}: cannot be built: {one.why} ({one.rule}){place(one.at)}" for one in files.faults(design)]
        if not is_fleet(data):
            return [str(bad)]
        for change in read_fleet(path, SYSTEMS).changes():
            print(change, file=sys.stderr)
    except BadFile as faults:
        return [str(faults)]
    return []


def strange_letters(names: Sequence[str]) -> str:
    """Return the sentence about names that no font of this machine can draw; empty if all can be drawn, or without a
    window."""
    if all(map(str.isascii, names)):
        return ""  # and the fonts are not loaded
    try:
        from game.ui.render.fonts import lacking_words
    except ImportError:
        return ""
    return lacking_words(names)


def tell(opened: Opened) -> None:
    """Print the notices about an opened file: a dropped line, lines that differ from what was written."""
    for notice in opened.notices:
        print(notice, file=sys.stderr)


@verb
def battle(asked: Namespace) -> int:
    """Let computer players fight, and print how each battle ended as one line of JSON; after several, how often each
    side has won, on standard error."""
    if why := unlike(asked):
        return refuse(why)
    if asked.fleets:
        from game.cli.fleets import place

        return place(asked)
    asked.players, asked.seed, asked.games = asked.players or ["random"], asked.seed or 0, asked.games or 1
    ended: list[Data] = []
    try:
        for name in asked.players:
            player(name)
    except LookupError as strange:
        return refuse(str(strange))
    try:
        for game in range(asked.games):
            spare(asked, asked.seed + game)
        for game in range(asked.games):
            ended.append(fought(asked, asked.seed + game))
            print(json.dumps(ended[-1], ensure_ascii=False))
    finally:
        if len(ended) > 1:
            print("\n".join(tally(ended, asked.players)), file=sys.stderr)
    return 0


def unlike(asked: Namespace) -> str:
    """Return why the words after `battle` do not go together; empty if they do."""
    fights, places = (asked.file, asked.games, asked.turns, asked.save), (asked.points, asked.table, asked.edges)
    if not asked.fleets and asked.file is None:
        return "Name a battle file to fight, or two fleets to place: --fleets FLEET FLEET --out BATTLE."
    if not asked.fleets and (asked.out is not None or any(one is not None for one in places)):
        return "--points, --table, --edges and --out go with --fleets."
    if asked.fleets and any(one is not None for one in fights):
        return "--fleets writes a battle file and fights nothing: leave out FILE, --games, --turns and --save."
    return "Say where the battle is written: --out BATTLE." if asked.fleets and asked.out is None else ""


def tally(ended: Sequence[Data], players: Sequence[str]) -> list[str]:
    """Return a line for each side: its wins, its score with Wilson's interval, and its score by the rules."""
    lines = []
    for number, side in enumerate(ended[0]["ships"]):
        won, drawn = (sum(one["winner"] in winners for one in ended) for winners in ((side,), ("", None)))
        score = wilson((won + drawn / 2) / len(ended), len(ended))
        points = sum(one["scores"].get(side, 0.0) for one in ended) / len(ended)
        lines.append(
            f"{side} ({players[number % len(players)]}): won {won}, drawn {drawn}, lost {len(ended) - won - drawn}; "
            f"score {score.value:.2f} [{score.low:.2f}, {score.high:.2f}]; points {points:.4g} on average"
        )
    return lines


def spare(asked: Namespace, seed: int) -> None:
    """Raise CannotSave where a save would overwrite a file that is not a save of the same battle, unless forced to."""
    path = _save_path(asked, seed) if asked.save else None
    if path is None or asked.force or not os.path.isfile(path) or saves_same(open_battle(asked.file, seed=seed), path):
        return
    raise CannotSave(
        f"{path} is there already and is no save of this battle. Name another file, or add --force to replace it."
    )


def fought(asked: Namespace, seed: int) -> Data:
    """Fight a battle out; return its end as plain data."""
    opened = open_battle(asked.file, seed=seed)
    names = players_of_sides(asked, opened)
    path = _save_path(asked, seed) if asked.save else None
    new = path is not None and not os.path.lexists(path)
    recorder = new_save(opened, path=path) if path else None
    try:
        Match(opened.battle, dict(zip(opened.file.sides, names)), seed).play(asked.turns)
    finally:
        if recorder:
            recorder.close()
    if recorder and recorder.trouble:
        if new:
            remove(recorder.journal.path)  # half a battle is not a save
        raise CannotSave(recorder.trouble)
    return ending(opened) | ({"save": str(recorder.journal.path)} if recorder else {})


def players_of_sides(asked: Namespace, opened: Opened) -> list[str]:
    """Return the player of each side; a single player plays every side. Raises NoSeat if there are not as many players
    as sides."""
    sides = len(opened.file.sides)
    names: list[str] = asked.players * sides if len(asked.players) == 1 else asked.players
    if len(names) != sides:
        raise NoSeat(f"{len(names)} players are named for {sides} sides.")
    return names


def ending(opened: Opened) -> Data:
    """Return the state of a battle as plain data: winner, reason, score and ships that still fight."""
    state, view = opened.battle.state, opened.battle.view(None)
    over = state.outcome
    return {
        "title": opened.file.title,
        "seed": opened.battle.seed,
        "winner": over.winner if over else None,
        "why": over.why if over else f"still undecided in turn {state.turn}",
        "turns": state.turn,
        "orders": len(opened.battle.records),
        "scores": dict(over.scores) if over else {},
        "ships": {side: ships_by_state(view, side)[1][""] for side in state.sides},
    }


@verb
def replay(asked: Namespace) -> int:
    """Print a saved battle, or verify it: the recorded faces and the seed must give the same battle. For a battle in
    progress, print only the lines that everybody, or the side given by `--side`, may read."""
    opened = open_battle(asked.file)
    view = seen_by(opened, asked.side)
    tell(opened)
    if not opened.saved:
        return refuse(f"{asked.file} is not a saved battle: its script is more than orders, or there is none.")
    if not asked.verify:
        for event in view.log:
            print(f"{event.turn}.{event.phase:<3} {event.log_line(view.state.names)}")
        return 0
    wrong = opened.battle.verify()
    for sentence in wrong:
        print(sentence)
    orders, turn = len(opened.battle.records), opened.battle.state.turn
    if not wrong:
        print(f"{orders} orders to turn {turn}: the recorded faces and the seed give the same battle")
    return 1 if wrong else 0


@verb
def picture(asked: Namespace, pencil: Pencil) -> int:
    """Draw the battle screen after some entries of a script; for a battle in progress as seen by the side given by
    `--side`."""
    side = seat(open_battle(asked.file), asked.side)
    opened = load_start(asked.file)
    tell(opened)
    total = len(opened.file.script)
    steps = total if asked.step is None else asked.step
    if not 0 <= steps <= total:
        return refuse(f"{asked.file} has {total} steps; {steps} is none of them.")
    if opened.saved:
        play_saved(opened, steps)
    else:
        Script(opened).play(steps)
    try:
        pencil(opened, asked.out, asked.size, asked.scale, side)
    except OSError as trouble:
        return refuse(f"{asked.out} cannot be written: {trouble.strerror or trouble}.")
    return 0


def cost(asked: Namespace) -> int:
    """Print mass and points of each design with its bill, or why it cannot be built."""
    wrong = 0
    for index, name in enumerate(asked.designs):
        if index:
            print()
        try:
            design, files, place = design_called(name)
        except BadFile as bad:
            print(bad)
            wrong += 1
            continue
        print("\n".join(bill_of(design, files.cost(design))))
        for note in files.notices(design):
            print(f"Note: {note.why} ({note.rule})")
        why = files.faults(design)
        for reason in why:
            print(f"Cannot be built: {reason.why} ({reason.rule}){place(reason.at)}")
        wrong += bool(why)
    return 1 if wrong else 0


def schema(asked: Namespace) -> int:
    """Write the JSON Schemas, so that editors complete and check the files."""
    try:
        asked.out.mkdir(parents=True, exist_ok=True)
        for name, model in schemas().items():
            path = asked.out / f"{name}.schema.json"
            path.write_text(json.dumps(json_schema(model), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
            print(path)
    except OSError as trouble:
        return refuse(f"{asked.out} cannot be written: {trouble.strerror or trouble}.")
    return 0


def schemas() -> dict[str, type[BaseModel]]:
    """Return the models of files by the stems of the names of their schemas: a battle and a design of each game,
    courses, fleets, and the lab's."""
    kinds = (("battle", "battle"), ("design", "design"))
    found = {f"{system.key}.{stem}": getattr(system.files, kind) for system in SYSTEMS.values() for stem, kind in kinds}
    return found | {"course": CourseFile, "fleet": FleetFile, "lab": LabFile}


def design_called(name: str) -> tuple[ShipDesign, AnyFiles, Callable[[Steps], str]]:
    """Return a design by the path of its file or by its name in the game, the files of that game, and a function that
    gives the line of text for a part of it, empty for a design of the game. Raises BadFile."""
    known = {key: (design, system.files) for system in SYSTEMS.values() for key, design in designs_of(system).items()}
    if name.lower() in known and not is_there(Path(name)):
        return *known[name.lower()], lambda at: ""
    path = Path(name)
    if not is_there(path):
        raise refusal(path, "there is no such file", did_you_mean(name, known))
    found = read_design(path, SYSTEMS.values())
    doc, files = found.document, found.system.files

    def place(at: Steps) -> str:
        steps = files.field_of(found.model, at)
        line, column = doc.place(steps, key=isinstance(doc.at(steps), list))
        return f"\n  {path}:{line}:{column}: {path_text(steps)}"

    return found.design, files, place


def _save_path(asked: Namespace, seed: int) -> Path:
    """Return where one of several battles is saved."""
    out: Path = asked.save
    return out if asked.games <= 1 else out.with_name(f"{out.stem}-{seed}{out.suffix}")
