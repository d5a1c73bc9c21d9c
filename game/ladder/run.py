"""Run a ladder: every finished battle is saved at once, and a stopped ladder continues where it stopped."""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import IO

from game.core.installation import PACKAGE
from game.core.values import Data
from game.formats.atomic_file import CannotSave, FileLock, is_there, make_folder, sentence, write_whole
from game.formats.problems import refusal
from game.lab.study import Progress
from game.lab.workers import Workers, in_this_process
from game.ladder.battles import fight, name_of
from game.ladder.plan import LadderPlan, write_plan
from game.ladder.standings import pair_scores
from game.ladder.statistics import Couple, verdict

KEPT = "battles.jsonl"  # in the folder of a ladder: a line per battle fought
NO_BATTLE = ("ui", "cli", "export", "pages", "lab", "demonstrations", "sandbox")  # packages without effect on battles
# modules that plan battles, or evaluate them
AFTERWARDS = ("plan", "run", "background", "standings", "statistics", "tables", "page")


class LadderRun:
    """A plan, and the battles fought so far: `rows`, in the order of the plan once it is finished. `others` is the
    number of battles in the folder by another version of the program; they do not count."""

    def __init__(self, plan: LadderPlan, folder: Path) -> None:
        self.plan, self.path = plan, folder / KEPT
        self.rows: list[Data] = []
        self.others = 0
        self._known: dict[str, Data] = {}

    def play(self, workers: Workers = in_this_process, progress: Progress = lambda done, total: None) -> None:
        """Fight the missing battles. Finished ones are kept, however it ends. It stops when the workers return fewer
        battles than they were given. Raises CannotSave, InUse and NoWorkers."""
        make_folder(self.path.parent)
        if not is_there(self.path):
            write_whole(self.path, b"")
        lock = FileLock(self.path)
        try:
            write_plan(self.plan, self.path.parent)
            self._read()
            with self._open() as kept:
                self._play(kept, workers, progress)
        except OSError as trouble:
            raise CannotSave(sentence(self.path, trouble)) from None
        finally:
            lock.release()

    def look(self, progress: Progress = lambda done, total: None) -> None:
        """Read the battles in the folder without fighting. Raises BadFile."""
        if is_there(self.path):
            try:
                self._read()
            except OSError as trouble:
                raise refusal(self.path, f"this file cannot be opened ({trouble.strerror or trouble})") from None
        self._play(BytesIO(), lambda task, pieces: iter(()), progress)

    @property
    def summary(self) -> str:
        """The progress in a sentence."""
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
            whole = len(self.rows) + len(missing)
            progress(len(self.rows), most)
            for _, row in workers(fight, list(enumerate(missing))) if missing else ():
                row["code"] = code_digest()
                kept.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")
                kept.flush()
                self.rows.append(row)
                progress(len(self.rows), most)
            places = {one.name: place for place, one in enumerate(wanted)}
            self.rows.sort(key=lambda row: places.get(battle_name(row), -1))
            if len(self.rows) < whole:
                return

    def _told(self, couple: Couple) -> bool:
        return bool(verdict(pair_scores(self.rows, couple)).told)

    def _open(self) -> IO[bytes]:
        """Return the file of battles, open for appending; an incomplete line at its end is skipped."""
        kept = self.path.open("ab")
        if self.path.stat().st_size and not self.path.read_bytes().endswith(b"\n"):
            kept.write(b"\n")
        return kept

    def _read(self) -> None:
        """Read the battles of earlier runs."""
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
    """Return the name of a fought battle. Raises KeyError and TypeError if it is not one."""
    return name_of(row["digest"], row["key"], row["players"])


@cache
def code_digest() -> str:
    """Return a digest of all code that can affect battles."""
    found = sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        top = path.relative_to(PACKAGE).parts[0]
        if top not in NO_BATTLE and not (top == "ladder" and path.stem in AFTERWARDS):
            found.update(path.read_bytes())
    return found.hexdigest()[:12]
