"""Sandboxes as battle files: opened from any of them, saved as a playable battle, written into a scenario.

Writing into an existing file keeps its author's comments: only changed lines are touched.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from game.battle.battle import Battle, Record
from game.battle.loader import Opened, entry_of, load_start, load_start_text, save_of
from game.battle.script import Script
from game.battle.seats import under_way
from game.core.values import Data, Entry
from game.formats import yaml_merge
from game.formats.atomic_file import CannotSave, is_there, make_folder, write_whole
from game.formats.user_folders import SAVES, free_path, home, note_played, saves_folder
from game.formats.validation import BadFile
from game.formats.yaml_source import bytes_of, decoded
from game.formats.yaml_writer import block, flow
from game.sandbox import start_editor as begin
from game.sandbox.branch_replay import (
    BranchOrder,
    BranchReplay,
    ForcedDice,
    SandboxBranch,
    begin_battle,
    free_letter,
    over,
    row_of,
)
from game.sandbox.sandbox import Sandbox

PLAYED = "As played"


# -- opening -----------------------------------------------------------------------------------------------------------


def open_sandbox(path: Path | str) -> Sandbox:
    """Open any battle file in the sandbox: its plans, and its script or save played as a plan too. Raises BadFile."""
    return sandbox_of(load_start(path), str(path))


def sandbox_of(opened: Opened, path: str = "") -> Sandbox:
    """Return a battle in the sandbox. Its orders so far (or, with none, its script) become a plan."""
    notices: tuple[str, ...] = ()
    battle, turn = opened.battle, opened.battle.state.turn
    if not battle.records and opened.file.script:
        battle, notices = _play_script(opened)
        turn = 0
    records = battle.records
    branches = [
        SandboxBranch(
            key,
            one.name,
            tuple(BranchOrder(o.turn, o.by, o.order, o.phase) for o in one.orders),
            {label: tuple(faces) for label, faces in one.dice.items()},
            one.hidden,
            one.table,
        )
        for key, one in opened.file.branches.items()
    ]
    chosen = next((branch.key for branch in branches if records and _agrees(opened, branch, records)), "")
    if records and not chosen:
        branches.insert(0, branch_from_records(opened, records, free_letter(opened.file.branches)))
    last = max((branch.last for branch in branches), default=opened.file.turn)
    sandbox = Sandbox(opened, tuple(branches), turn if turn > opened.file.turn else last, path)
    if chosen:
        sandbox.choose(chosen)
    sandbox.notices += notices
    sandbox.under_way = under_way(replace(opened, battle=battle))
    return sandbox


def _play_script(opened: Opened) -> tuple[Battle, tuple[str, ...]]:
    """Play a battle's script as far as it goes; return the battle and the script's failures."""
    fresh = load_start_text(block(opened.file.header()) + script_text(_plain_script(opened)), begin.NAME)
    script = Script(fresh)
    script.play()
    return fresh.battle, tuple(failure.text for failure in script.failures[:1])


def _plain_script(opened: Opened) -> list[Data]:
    return [entry.model_dump(exclude_defaults=True) for entry in opened.file.script]


def branch_from_records(opened: Opened, records: list[Record], key: str) -> SandboxBranch:
    """Return a plan that follows a battle's orders by turn; dice that differ from the seed's are set by hand."""
    told: dict[str, tuple[int, ...]] = {}
    faces: list[int] = []

    def dice(label: str, count: int, sides: int) -> tuple[int, ...]:
        rolled = tuple(faces[:count]) if len(faces) >= count else chance(label, count, sides)
        del faces[:count]
        if rolled != chance(label, count, sides):
            told[label] = rolled
        return rolled

    chance = ForcedDice(opened.battle.dice, {})
    battle, steps = begin_battle(opened, dice), []
    for record in records:
        faces[:] = record.faces
        idle = battle.phase.secret and _is_idle(battle, record)
        if not idle:
            by, text, row = record.order.by, str(record.order), battle.phase
            usual = row_of(battle, by, text) is row
            steps.append(BranchOrder(battle.state.turn, by, text, "" if usual else row.name))
        battle.play(record.order)
    return SandboxBranch(key, PLAYED, tuple(steps), dict(told))


def _is_idle(battle: Battle, record: Record) -> bool:
    """Return whether a record is an idle order: one with which a piece or side does nothing more in the phase."""
    idle = battle.phase.idle
    return idle is not None and any(idle(battle.state, prompt) == record.order for prompt in battle.prompts())


def _agrees(opened: Opened, branch: SandboxBranch, records: list[Record]) -> bool:
    """Return whether a plan leads to exactly these orders and dice."""
    played = BranchReplay(opened, branch).battle.records[: len(records)]
    return [(r.order, r.faces) for r in played] == [(r.order, r.faces) for r in records]


# -- saving ------------------------------------------------------------------------------------------------------------


def data_of(sandbox: Sandbox, plans: bool = True, key: str = "") -> Data:
    """Return the start as the plain data of a file that can be played anywhere: with its plans, or as only the plan in
    hand has it."""
    data = save_of(sandbox.opened if plans else sandbox.opened_for(sandbox.branch_named(key or sandbox.state.chosen)))
    data.pop("script", None)
    data.pop("branches", None)
    if plans:
        data["branches"] = {branch.key: _branch_data(branch) for branch in sandbox.branches}
    return data


def _branch_data(branch: SandboxBranch) -> Data:
    found: Data = {"name": branch.name}
    found |= {"hidden": True} if branch.hidden else {}
    found |= {"table": dict(branch.table)} if branch.table else {}
    found["orders"] = [
        {"turn": step.turn, "by": step.by, "order": step.order} | ({"phase": step.phase} if step.phase else {})
        for step in branch.steps
    ]
    found |= {"dice": {label: list(faces) for label, faces in branch.dice.items()}} if branch.dice else {}
    return found


def text_of(sandbox: Sandbox, plans: bool = True) -> str:
    """Return the sandbox as a battle file: the script is the plan in hand as it was played, with every die it rolled.
    Without `plans` it is an ordinary battle, played as far as the plan in hand goes."""
    course = sandbox.course()
    apart = plans and sandbox.branch.table  # it was not played from the start that the file has
    played = [] if over(sandbox.opened) or apart else course.battle.records[: course.length]
    return block(data_of(sandbox, plans)) + script_text([entry_of(record) for record in played])


def script_text(entries: list[Data]) -> str:
    return "script:\n" + "".join(f"- {flow(entry)}\n" for entry in entries)


def save(sandbox: Sandbox, path: Path | None = None, plans: bool = True) -> Path:
    """Save the sandbox at a path, or as a new file among the player's saves. Raises CannotSave."""
    path = path or free_path(saves_folder(), str(sandbox.state.start["title"]))
    text = text_of(sandbox, plans)
    _read_again(text, path.name)
    write_whole(path, text.encode())
    if path.parent == home() / SAVES:
        note_played(path)
    return path


def _read_again(text: str, name: str) -> None:
    """Check that a text to be written can be read. Raises CannotSave."""
    try:
        load_start_text(text, name)
    except BadFile as bad:
        raise CannotSave(f"It would not be read again: {bad.problems[0].message}.") from None


# -- writing into an existing file ---------------------------------------------------------------------------------


def write_scenario(sandbox: Sandbox, path: Path, words: tuple[str, str] | None = None) -> None:
    """Write the start (terrain, sides, ships, victory) into a battle file, keeping its comments and its script. Its
    title and sentence need not be the table's. A missing file is created. Raises CannotSave."""
    data = begin.plain(sandbox.opened)
    if words is not None:
        data = retitled(data, *words)
    if not is_there(path):
        data.pop("seed", None)
        _write_readable(path, block(data))
        return
    try:
        text = decoded(bytes_of(path), str(path))
    except BadFile as bad:
        raise CannotSave(str(bad.problems[0].message)) from None
    _write_readable(path, merged(text, data))


def retitled(data: Entry, title: str, about: str) -> Data:
    """Return the data of a file under another title and sentence."""
    rest = {name: value for name, value in data.items() if name not in ("title", "about")}
    return {"title": title} | ({"about": about} if about else {}) | rest


def rename_scenario(path: Path, title: str) -> None:
    """Write another title into a battle file, its comments kept. Raises BadFile, Illegal and CannotSave."""
    sandbox = open_sandbox(path)
    sandbox.entitle(title=title)
    write_scenario(sandbox, path)


def merged(text: str, data: Entry) -> str:
    """Return a file's text with another start in it: unchanged parts stay letter for letter. Raises CannotSave."""
    try:
        file = load_start_text(text, begin.NAME).file  # first, because it enforces limits
    except BadFile as why:
        raise CannotSave(f"The file cannot be read as it is: {str(why).splitlines()[0]}") from None
    new = type(file).model_validate({**data, "version": 1}, strict=False).header()
    old = file.header()
    new |= {"seed": old.get("seed"), "branches": old.get("branches")}  # not what a scenario is about
    made = yaml_merge.merged(
        text, _given_fields(old), _given_fields(new), lambda each: load_start_text(each, begin.NAME).file
    )
    if _unsown(_header(made)) != _unsown(new):  # a word that the two readers of the file read differently
        raise CannotSave(yaml_merge.OTHERWISE)
    return made


def _unsown(header: Entry) -> Data:
    """Return the header without the seed that reading a file without one adds."""
    return {name: value for name, value in _given_fields(header).items() if name != "seed"}


def _header(text: str) -> Data:
    """Read back a text that has just been written. Raises CannotSave."""
    try:
        return load_start_text(text, begin.NAME).file.header()
    except BadFile as bad:
        raise CannotSave(f"It would not be read again: {bad.problems[0].message}.") from None


def _given_fields(header: Entry) -> Data:
    return {name: value for name, value in header.items() if value is not None}


def _write_readable(path: Path, text: str) -> None:
    """Write a text that can be read again. Raises CannotSave."""
    _read_again(text, path.name)
    make_folder(path.parent)
    write_whole(path, text.encode())
