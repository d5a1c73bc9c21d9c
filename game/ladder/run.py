"""Run a ladder: every finished battle is written at once, and a ladder that was stopped goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import IO

from game.battle.loader import set_up
from game.core.installation import PACKAGE
from game.core.values import Data
from game.formats.atomic_file import CannotSave, FileLock, files_in, is_there, made, sentence, write_whole
from game.formats.yaml_source import refusal
from game.lab.study import Progress
from game.lab.workers import Workers, in_this_process
from game.ladder.battles import LadderBattle, fight, name_of
from game.ladder.standings import pair_scores
from game.ladder.statistics import Couple, verdict
from game.players import player

KEPT = "battles.jsonl"  # in the folder of a ladder: a line for each battle that was fought
NO_BATTLE = ("ui", "cli", "export", "pages", "lab", "demonstrations", "sandbox")  # packages that decide none
AFTERWARDS = ("run", "standings", "statistics", "tables", "page")  # modules that look at those that were fought


@dataclass(frozen=True)
class LadderFile:
    """A battle file of a ladder: its name there, its game, and its text."""

    name: str
    game: str
    text: str

    @property
    def digest(self) -> str:
        """What tells its text from any other."""
        return sha256(self.text.encode()).hexdigest()[:12]


@dataclass(frozen=True)
class LadderPlan:
    """What is to be fought: every two players over every file, with so many keys of dice from the seed on.

    `until_told`: two players meet no more once it is known who is stronger, or that they are level.
    """

    files: tuple[LadderFile, ...]
    players: tuple[str, ...]
    games: int = 10
    seed: int = 0
    until_told: bool = False

    @property
    def names(self) -> list[str]:
        """Every player once."""
        return list(dict.fromkeys(self.players))

    @property
    def couples(self) -> list[Couple]:
        """Every two players; who is named twice, or alone, meets itself."""
        selves = [one for one in self.names if self.players.count(one) > 1 or len(self.names) == 1]
        return [*combinations(self.names, 2), *((one, one) for one in selves)]

    @property
    def keys(self) -> range:
        """The keys of the dice."""
        return range(self.seed, self.seed + self.games)

    def battles(self, couples: Iterable[Couple], keys: Iterable[int]) -> Iterator[LadderBattle]:
        """Each of two players sits in either seat once with every key of every file; who meets itself sits in both."""
        for key in keys:
            for file in self.files:
                for one, other in couples:
                    for seats in dict.fromkeys(((one, other), (other, one))):
                        yield LadderBattle(file.name, file.digest, file.text, key, seats)


def ladder_plan(
    paths: Sequence[Path], players: Sequence[str], games: int = 10, seed: int = 0, until_told: bool = False
) -> LadderPlan:
    """A plan from what was asked for; a folder stands for all files in it. Raises BadFile and LookupError."""
    for name in players:
        player(name)
    found: dict[str, LadderFile] = {}
    for path in paths:
        for one in files_in(path, "**/*.yaml") if path.is_dir() else [path]:
            name = f"{one.resolve().parent.name}/{one.stem}"
            found[name if name not in found else str(one)] = _ladder_file(one, name if name not in found else str(one))
        if not found:
            raise refusal(path, "there is no battle file in this folder")
    return LadderPlan(tuple(found.values()), tuple(players), games, seed, until_told)


def _ladder_file(path: Path, name: str) -> LadderFile:
    opened = set_up(path)
    if len(opened.file.sides) != 2 or opened.saved:
        why = "a ladder is fought by two sides" if not opened.saved else "this is a save, not a battle to be fought"
        raise refusal(path, why)
    return LadderFile(name, opened.battle.system.key, opened.document.text)


class LadderRun:
    """A plan, and what has been fought of it: `rows`, in the order of the plan once it is finished.

    `others`: battles that another version of the program has left in the folder; they are not counted.
    """

    def __init__(self, plan: LadderPlan, folder: Path) -> None:
        self.plan, self.path = plan, folder / KEPT
        self.rows: list[Data] = []
        self.others = 0
        self._known: dict[str, Data] = {}

    def play(self, workers: Workers = in_this_process, progress: Progress = lambda done, total: None) -> None:
        """Fight what is missing; what is finished stays, however it ends. Raises CannotSave, InUse and NoWorkers."""
        made(self.path.parent)
        if not is_there(self.path):
            write_whole(self.path, b"")
        lock = FileLock(self.path)
        try:
            self._read()
            with self._open() as kept:
                self._play(kept, workers, progress)
        except OSError as trouble:
            raise CannotSave(sentence(self.path, trouble)) from None
        finally:
            lock.release()

    @property
    def summary(self) -> str:
        """How much has been fought, in a sentence."""
        plan = self.plan
        many = ((self.rows, "battle"), (plan.names, "player"), (plan.files, "file"))
        battles, players, files = (f"{len(what)} {word}{'' if len(what) == 1 else 's'}" for what, word in many)
        return f"{battles} of {players} over {files}, dice {plan.keys[0]} to {plan.keys[-1]}."

    def _play(self, kept: IO[bytes], workers: Workers, progress: Progress) -> None:
        plan = self.plan
        rounds = [[key] for key in plan.keys] if plan.until_told else [list(plan.keys)]
        for number, keys in enumerate(rounds):
            couples = [one for one in plan.couples if not (plan.until_told and self._told(one))]
            wanted = list(plan.battles(couples, keys))
            known = {one.name: self._known[one.name] for one in wanted if one.name in self._known}
            self.rows += known.values()
            missing = [one for one in wanted if one.name not in known]
            later = plan.keys[number + 1 :] if plan.until_told else ()
            most = len(self.rows) + len(missing) + sum(1 for _ in plan.battles(couples, later))
            progress(len(self.rows), most)
            for _, row in workers(fight, list(enumerate(missing))) if missing else ():
                row["code"] = code_digest()
                kept.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
                kept.flush()
                self.rows.append(row)
                progress(len(self.rows), most)
            places = {one.name: place for place, one in enumerate(wanted)}
            self.rows.sort(key=lambda row: places.get(battle_name(row), -1))

    def _told(self, couple: Couple) -> bool:
        return bool(verdict(pair_scores(self.rows, couple)).told)

    def _open(self) -> IO[bytes]:
        """The file of battles, to be written on; a line that was torn off is left behind."""
        kept = self.path.open("ab")
        if self.path.stat().st_size and not self.path.read_bytes().endswith(b"\n"):
            kept.write(b"\n")
        return kept

    def _read(self) -> None:
        """Take what earlier runs have written."""
        for line in self.path.read_bytes().splitlines():
            try:
                row = json.loads(line)
                name, code = battle_name(row), row["code"]
            except (ValueError, KeyError, TypeError, RecursionError):
                continue  # the line at which a run was killed
            if code == code_digest():
                self._known[name] = row
            else:
                self.others += 1


def battle_name(row: Data) -> str:
    """What a battle that was fought is known by. Raises KeyError and TypeError for what is none."""
    return name_of(row["digest"], row["key"], row["players"])


@cache
def code_digest() -> str:
    """What tells this version of the program from any other by which battles may go otherwise."""
    found = sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        top = path.relative_to(PACKAGE).parts[0]
        if top not in NO_BATTLE and not (top == "ladder" and path.stem in AFTERWARDS):
            found.update(path.read_bytes())
    return found.hexdigest()[:12]
