"""The verb `play --text`: a battle at the terminal, with the saves of the window."""

from __future__ import annotations

import contextlib
import sys
from argparse import Namespace
from io import TextIOWrapper
from pathlib import Path

from game.battle.loader import Opened, Recorder, left_at_once, load_start, new_save, open_battle, resume
from game.battle.seats import NoSeat
from game.cli.exit_codes import verb
from game.core.names import HUMAN
from game.core.orders import Id
from game.formats.atomic_file import CannotSave, InUse
from game.formats.user_folders import note_played, read_settings, saves_folder
from game.formats.validation import BadFile
from game.players import player
from game.seating.fault_report import report
from game.text.commands import obey
from game.text.table import YES, PlainTable
from game.text.terminal import Terminal, plain_word

ASK = "Play without saving? yes or no"


@verb
def play_text(asked: Namespace) -> int:
    """Play a battle in plain text until it is left or the input ends."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    terminal = Terminal(sys.stdin, sys.stdout)
    opened, recorder, trouble = taken_up(asked.file, asked.players)
    try:
        if trouble:
            terminal.say(trouble, ASK)
            if plain_word(terminal.ask("yes or no") or "") not in YES:
                return 1
        terminal.say(*opened.notices)
        settings, why = read_settings()
        terminal.say(*([why] if why else []))
        PlainTable(opened.battle, terminal, recorder, lambda: float(settings.thinking)).play(obey)
    except BrokenPipeError:  # nobody reads the output any more
        raise
    except Exception as fault:  # whatever it is, the battle is kept, and no trace of the program is printed
        terminal.say(*broken(fault, recorder))
        return 1
    finally:
        if recorder:
            recorder.close()
    return 0


def broken(fault: Exception, recorder: Recorder | None) -> list[str]:
    """Write a report of a fault of the program; return what happened, and where the battle and the report are."""
    words = [f"The program has made a mistake it did not expect: {type(fault).__name__}."]
    if recorder:
        words.append(f"The battle is safe in {recorder.journal.path.name}, up to the last order that was given.")
    try:
        words.append(f"What happened is written down in {report(fault, recorder, saves_folder())}.")
    except (CannotSave, OSError) as why:
        words.append(f"A report could not be written: {why}")
    return words


def taken_up(path: Path, players: list[str] | None) -> tuple[Opened, Recorder | None, str]:
    """Return the battle of a file with its save: a save goes on where it was left, any other file begins; and a
    sentence if it cannot be saved. Raises BadFile, NoSeat or InUse."""
    head = load_start(path)
    if head.file.branches:
        raise BadFile((head.document.problem((), "this is a sandbox with its plans; the window opens it"),))
    if head.saved:
        return _resume(path)
    opened = open_battle(path, players=_player_of_sides(head, players) if players else None)
    try:
        folder = saves_folder()
        if same := left_at_once(opened, folder):
            return _resume(same)
        recorder = new_save(opened, folder)
    except CannotSave as why:
        return opened, None, str(why)
    note_played(recorder.journal.path)
    return opened, recorder, ""


def _resume(path: Path) -> tuple[Opened, Recorder | None, str]:
    try:
        opened, recorder = resume(path)
    except InUse:
        raise
    except CannotSave as why:
        return open_battle(path), None, str(why)
    with contextlib.suppress(CannotSave, OSError):
        if path.parent.samefile(saves_folder()):
            note_played(path)
    return opened, recorder, ""


def _player_of_sides(opened: Opened, players: list[str]) -> dict[Id, str]:
    """Return the player of each side, in the file's order. Raises NoSeat if there are not as many, or one is
    unknown."""
    sides = list(opened.file.sides)
    if len(players) != len(sides):
        raise NoSeat(f"{len(players)} players are named for {len(sides)} sides.")
    try:
        for name in players:
            if name != HUMAN:
                player(name)
    except LookupError as why:
        raise NoSeat(str(why)) from None
    return dict(zip(sides, players))
