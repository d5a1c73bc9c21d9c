"""A design being drawn in the yard: its data, what its game makes of it, every change so far, and its file."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count
from pathlib import Path

from pydantic import BaseModel, ValidationError

from game.battle.designs import OWN, design_data, design_folder, designs_of, library, own_folder
from game.core.forms import Mend, YardForm
from game.core.game_files import AnyFiles, BuildFault, CostTable, ShipDesign
from game.core.names import LONGEST_KEY
from game.core.orders import Illegal
from game.core.system import RuleSystem
from game.core.values import Data, Entry
from game.formats.atomic_file import CannotSave, FileLock, files_in, is_there, make_folder, remove, write_new
from game.formats.user_folders import DESIGNS, home, stem_of
from game.formats.validation import BadFile, parse
from game.formats.yaml_merge import OTHERWISE, means_same, merged
from game.formats.yaml_source import bytes_of, decoded, document_of, mapping
from game.formats.yaml_writer import block

RULE = "table/shipyard"
UNNAMED = "New ship"
NUMBER = re.compile(r" \d+\Z")  # at the end of a name


@dataclass(frozen=True, eq=False)
class Drawn:
    """A design as it stands. Its form, faults, notices and cost are computed on first use."""

    files: AnyFiles
    entry: Entry
    model: BaseModel
    design: ShipDesign

    @cached_property
    def form(self) -> YardForm:
        return self.files.yard_form(self.entry, self.model, self.design)

    @cached_property
    def faults(self) -> tuple[BuildFault, ...]:
        return tuple(self.files.faults(self.design))

    @cached_property
    def notices(self) -> tuple[BuildFault, ...]:
        return tuple(self.files.notices(self.design))

    @cached_property
    def cost(self) -> CostTable:
        return self.files.cost(self.design)


def draw_design(system: RuleSystem, entry: Entry, key: str = "draft") -> Drawn:
    """Return a design given as plain data. Raises BadFile where it cannot be read."""
    model = _model(system, entry)
    return Drawn(system.files, entry, model, system.files.build_design(model, key, OWN))


def _model(system: RuleSystem, entry: Entry) -> BaseModel:
    try:
        return system.files.design.model_validate(entry)
    except ValidationError:
        return parse(block(entry), system.files.design, "the design")  # which says why, in sentences


def patterns(system: RuleSystem) -> list[Data]:
    """Return files to begin a new ship with: one that can be built, and a bare hull of each class; for a game without
    such, a ship of each class that comes with it. Raises BadFile."""
    files = system.files
    found = [dict(one) for one in (files.new_design(), *files.hull_classes()) if one]
    if found:
        return found
    shipped = sorted(library(design_folder(system), files).values(), key=files.rank)
    classes = {one.ship_class: one.key for one in reversed(shipped)}
    return [{**design_data(system, key), "name": UNNAMED} for key in reversed(classes.values())]


def copy_of(system: RuleSystem, key: str) -> Data:
    """Return the data of another ship like a design, which is named as its pattern. Raises BadFile."""
    data = design_data(system, key)
    return {**data, "pattern": key} if "pattern" in system.files.design.model_fields else data


def is_named(key: str) -> bool:
    """Return whether any file of the player names a design: a fleet, a scenario or a saved battle."""
    word = re.compile(rb"(?<![\w-])" + re.escape(key).encode() + rb"(?![\w-])")
    folders = (folder for folder in files_in(home(), "*") if folder.is_dir() and folder.name != DESIGNS)
    files = (path for folder in folders for path in files_in(folder, "**/*"))
    try:
        return any(path.is_file() and word.search(bytes_of(path)) for path in files)
    except BadFile:
        return True  # it may


def content(path: Path) -> bytes:
    """Return the bytes of a design file that is to be written or moved. Raises CannotSave."""
    try:
        return bytes_of(path)
    except BadFile as bad:
        raise CannotSave(f"{path.name}: {bad.problems[0].message}.") from None


def changed(entry: Entry, change: Entry) -> Data:
    """Return data after a change: None leaves a field out."""
    return {name: value for name, value in {**entry, **change}.items() if value is not None}


class Draft:
    """A design of a player, with undo and its file. `path` is its file, None until it is first saved. While a draft has
    a file, no other program may write it."""

    def __init__(self, system: RuleSystem, entry: Entry, path: Path | None = None) -> None:
        """Begin with a design. Raises BadFile where it cannot be read."""
        self.system, self.path = system, path
        self._done: list[tuple[str, str, Drawn]] = [
            ("", "", draw_design(system, entry, path.stem if path else "draft"))
        ]
        self._at = 0
        self._saved: Entry = {} if path is None else entry
        self._raw = b""
        self._lock: FileLock | None = None

    @classmethod
    def open(cls, system: RuleSystem, path: Path) -> Draft:
        """Open the design of a file. Raises BadFile, CannotSave, and InUse if another program has it."""
        lock = FileLock(path)
        try:
            raw = bytes_of(path)
            draft = cls(system, dict(mapping(document_of(decoded(raw, path.name), path.name).data)), path)
        except BaseException:
            lock.release()
            raise
        draft._lock, draft._raw = lock, raw
        return draft

    def close(self) -> None:
        """Let other programs write the file."""
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    # -- what it is ----------------------------------------------------------------------------------------------------

    @property
    def now(self) -> Drawn:
        return self._done[self._at][2]

    @property
    def undoes(self) -> str:
        """The change that undo would take back, in words; empty if there is none."""
        return self._done[self._at][0]

    @property
    def redoes(self) -> str:
        """The change that redo would make again, in words; empty if there is none."""
        return self._done[self._at + 1][0] if self._at + 1 < len(self._done) else ""

    @property
    def unsaved(self) -> bool:
        """Return whether the file differs from the design as it stands."""
        return dict(self._saved) != dict(self.now.entry)

    def mends(self, fault: BuildFault) -> tuple[Mend, ...]:
        """Return the buttons that mend a fault, the likeliest first."""
        now = self.now
        return tuple(self.system.files.mends(now.entry, now.model, now.design, fault))

    def preview(self, change: Entry) -> Drawn:
        """Return the design after a change that is not made. Raises Illegal where it could not be read."""
        try:
            return draw_design(self.system, changed(self.now.entry, change), self.now.design.key)
        except BadFile as bad:
            raise Illegal(bad.problems[0].message, RULE) from None

    # -- changes -------------------------------------------------------------------------------------------------------

    def change(self, words: str, change: Entry, gesture: str = "") -> None:
        """Make a change, described in words. Changes that follow one another in one gesture, such as a drag of a
        slider, are undone together. Raises Illegal where the design could not be read."""
        after = self.preview(change)
        if dict(after.entry) == dict(self.now.entry):
            return
        del self._done[self._at + 1 :]
        if gesture and self._at and self._done[self._at][1] == gesture:
            self._done[self._at] = (words, gesture, after)
        else:
            self._done.append((words, gesture, after))
            self._at += 1

    def settle(self) -> None:
        """End a gesture: the next change is a step of its own."""
        words, _, now = self._done[self._at]
        self._done[self._at] = (words, "", now)

    def undo(self) -> str:
        """Take the last change back; return its words. Raises Illegal if there is none."""
        if not self._at:
            raise Illegal("Nothing has been changed yet.", "table/undo")
        self.settle()
        words = self.undoes
        self._at -= 1
        return words

    def redo(self) -> str:
        """Make the change again that was taken back; return its words. Raises Illegal if there is none."""
        if not self.redoes:
            raise Illegal("Nothing was taken back.", "table/undo")
        self._at += 1
        return self.undoes

    # -- its file ------------------------------------------------------------------------------------------------------

    @property
    def file_text(self) -> str:
        """The design as its file would say it now, with the comments of the file it came from. Raises CannotSave."""
        if not self._raw:
            order = [field.alias or name for name, field in self.system.files.design.model_fields.items()]
            return block(dict(sorted(self.now.entry.items(), key=lambda pair: order.index(pair[0]))))
        before = decoded(self._raw, self.path.name if self.path else "")
        made = merged(before, self._saved, self.now.entry, self._read)
        if not means_same(made, block(self.now.entry), self._read):
            raise CannotSave(OTHERWISE)
        return made

    def _read(self, text: str) -> BaseModel:
        return parse(text, self.system.files.design, "it")

    def save(self) -> Path:
        """Write the design, buildable or not, into its file, or into a new one named after it in the player's folder.
        It gets a number where another design has its name. Raises CannotSave, InUse."""
        before, folder = self.path, own_folder(self.system)
        if before is not None and is_there(before) and content(before) != self._raw:
            raise CannotSave(f"{before.name} has been changed by another program. Give the design another name.")
        name = self.now.design.name
        if before is None or (before.parent == folder and name != self._saved.get("name")):
            name = free_name(self.system, name, folder, before)
            self.change(f"called {name}", {} if name == self.now.design.name else {"name": name})
        data = self.file_text.encode()
        path = before
        if path is None or self._follows_name(path):
            path = folder / f"{stem_of(name)}.yaml"
        make_folder(path.parent)
        self.close()
        self._lock = write_new(path, data)
        self.path, self._raw, self._saved = path, data, dict(self.now.entry)
        if before is not None and path != before:
            remove(before)
        return path

    def _follows_name(self, path: Path) -> bool:
        """Return whether the file is to be renamed with the ship. It is if it is in the player's folder, was named
        after the ship, and no other file of the player names the design."""
        was, name = (stem_of(str(entry.get("name") or "")) for entry in (self._saved, self.now.entry))
        named = re.fullmatch(rf"{re.escape(was)}(-\d+)?", path.stem) and was != name
        return bool(named) and path.parent == own_folder(self.system) and not is_named(path.stem)

    def save_as_new(self) -> Path:
        """Write it into a new file: the old one stays as it is. Raises CannotSave."""
        self.close()
        self.path, self._raw = None, b""
        return self.save()


def free_name(system: RuleSystem, name: str, folder: Path, mine: Path | None = None) -> str:
    """Return a name for a design that none of its game has, nor a file of the folder except for `mine`: Lancet, or
    Lancet 2."""
    shipped = library(design_folder(system), system.files)
    names = {one.name.casefold() for key, one in designs_of(system).items() if mine is None or key != mine.stem}
    base = NUMBER.sub("", name)[: LONGEST_KEY - len(" 9999")]

    def is_free(words: str) -> bool:
        path = folder / f"{stem_of(words)}.yaml"
        return words.casefold() not in names and path.stem not in shipped and (path == mine or not is_there(path))

    return next(filter(is_free, chain((name,), (f"{base} {n}" for n in count(2)))))
