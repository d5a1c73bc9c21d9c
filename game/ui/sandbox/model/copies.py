"""The files that hold a sandbox, and their titles, which may differ from the table's; no part of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game.battle.designs import ROOT
from game.core.names import join_words
from game.core.values import Entry
from game.formats.user_folders import DEMONSTRATIONS, home
from game.sandbox.branch_replay import SandboxBranch
from game.sandbox.sandbox import Sandbox
from game.sandbox.start_editor import UNTITLED

Words = tuple[str, str]  # a title, and a sentence about it


@dataclass(frozen=True)
class Copy:
    """The content of a file: the start, plans, and its name. `whole`: the file has everything."""

    start: Entry
    branches: tuple[SandboxBranch, ...]
    words: Words
    whole: bool


class Copies:
    """The files from which a sandbox was read and into which it was written. `paths` are the last ones by kind:
    sandbox, scenario, demonstration."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self.paths = _read_from(sandbox)
        self._held = {Path(sandbox.path): Copy(*sandbox.substance, self._table, True)}

    def add(self, kind: str, path: Path, words: Words | None = None) -> None:
        """Record a written file. A sandbox has everything, a scenario no plans, and a demonstration the present
        plan."""
        start, branches = self._sandbox.substance
        held = {"sandbox": branches, "scenario": ()}.get(kind, (self._sandbox.branch,))
        self.paths[kind] = path
        self._held.pop(path, None)  # move the last written file to the end
        self._held[path] = Copy(start, held, words or self._table, kind == "sandbox")

    def heading(self, kind: str) -> Words:
        """Return the title of the file of a kind, or the table's if that has been changed since. A table without a
        title takes that of the last file written."""
        now = self._table
        if kind in self.paths:
            own = self._held[self.paths[kind]]
            return own.words if _words(own.start) == now else now
        return [*self._held.values()][-1].words if now[0] == UNTITLED else now

    @property
    def unsaved(self) -> str:
        """The parts that are in no file, as a sentence's subject and verb; empty if all are saved."""
        start, branches = self._sandbox.substance
        held = [copy for copy in self._held.values() if copy.start == start]
        if any(copy.whole and copy.branches == branches for copy in held):
            return ""
        parts = [copy.branches for copy in held if not copy.whole]
        if not parts:
            return "the sandbox is"
        begun = [one for one in branches if one.steps or one.dice or one.table]
        names = [one.name for one in begun if not any(one in part for part in parts)]
        return f"{join_words(names)} {'is' if len(names) == 1 else 'are'}" if names else ""

    @property
    def _table(self) -> Words:
        return _words(self._sandbox.state.start)


def _words(start: Entry) -> Words:
    return str(start["title"]), str(start.get("about") or "")


def _read_from(sandbox: Sandbox) -> dict[str, Path]:
    """Return the file from which a sandbox was read, by the kinds that may be written into it again. The program's own
    files are not overwritten."""
    path = Path(sandbox.path)
    if not sandbox.path or path.resolve().is_relative_to(ROOT / "scenarios"):
        return {}
    if sandbox.own_file:
        return {"sandbox": path}
    found = {} if sandbox.opened_save else {"scenario": path}
    shown = path.suffix == ".yaml" and path.resolve().is_relative_to((home() / DEMONSTRATIONS).resolve())
    return found | ({"demonstration": path} if shown else {})
