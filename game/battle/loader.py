"""Open and save battles: set up a battle file, play a save to where it was left, and write saves.

All faults of a file (its form, its names, house rules, designs that cannot be built) are reported in one BadFile.
"""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from game.battle.battle import Battle, Record
from game.battle.designs import design_data, designs_of, is_fleet, own_designs
from game.battle.idling import Stuck, reach
from game.core.game_files import ShipDesign
from game.core.names import brief
from game.core.orders import Id, Illegal, Prompt, Unreadable
from game.core.state import Conceals
from game.core.system import RuleSystem, never
from game.core.umpire import OutOfStep
from game.core.values import Data, HouseValue, Value
from game.formats import save_digest
from game.formats.atomic_file import CannotSave, InUse
from game.formats.battle_references import Systems, battle_model, check_battle, files_of
from game.formats.battle_schema import BattleFile, Entry, Given, Undo
from game.formats.problems import refusal
from game.formats.save_journal import Journal, by_newer, notices, sound_part, text_of, whole_lines
from game.formats.user_folders import free_path, named_path, saves_folder
from game.formats.validation import BadFile, Document, document_of, known_words, refuse_foreign, validate
from game.formats.yaml_source import bytes_of, decoded
from game.systems import SYSTEMS

TOLD = 50  # orders of a save played between two reports of progress


@dataclass(frozen=True)
class Opened:
    """A battle and the file it came from. `saved`: the file is a save, and has been played to its last line."""

    battle: Battle
    file: BattleFile
    document: Document
    designs: Mapping[str, ShipDesign]
    saved: bool = False
    notices: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every name given by the file's author: the title, sides, ships and bodies."""
        state = self.battle.state
        named = (*state.sides.values(), *state.ships.values(), *state.table.bodies)
        return (self.file.title, *(one.name for one in named))

    def line(self, index: int) -> int:
        """Return the line number of an entry of the script in the file."""
        return self.document.place(("script", index))[0]


# -- opening -----------------------------------------------------------------------------------------------------------


def open_battle(
    path: Path | str,
    *,
    seed: int | None = None,
    house: Mapping[str, object] | None = None,
    players: Mapping[str, str] | None = None,
    systems: Systems = SYSTEMS,
) -> Opened:
    """Return the battle of a file. A save is played to where it was left; any other file is at its start, with its
    script not yet played. `house`, `players` (side -> human, captain:bold) and `seed` override the file. A scenario
    without a seed gets a new one. A save with orders keeps its seed and rules. Raises BadFile."""
    opened = load_start(path, seed=seed, house=house, players=players, systems=systems)
    if opened.saved:
        play_saved(opened)
    return opened


def load_start(
    path: Path | str,
    *,
    seed: int | None = None,
    house: Mapping[str, object] | None = None,
    players: Mapping[str, str] | None = None,
    systems: Systems = SYSTEMS,
) -> Opened:
    """Return the battle of a file at its start, with nothing of its script played. Raises BadFile."""
    doc, told = _document(Path(path))
    try:
        opened = _build_battle(doc, systems, seed, house or {}, players or {})
    except BadFile as bad:
        if newer := by_newer(doc.text.encode(), doc.name):
            raise BadFile((*bad.problems, *refusal(path, newer).problems), bad.more) from None
        raise
    return replace(opened, notices=told) if opened.saved else opened


def load_start_text(text: str, name: str, systems: Systems = SYSTEMS) -> Opened:
    """Return the battle of a text at its start. Raises BadFile, in which `name` stands for the file."""
    return _build_battle(document_of(text, name), systems, None, {}, {})


def play_saved(opened: Opened, entries: int | None = None, told: Callable[[float], None] | None = None) -> None:
    """Play the first entries of a save, or all. Raises BadFile, with the line, where the rules disagree with it. `told`
    is called from time to time with the share played so far, 0 to 1. In a script written by hand, everybody without an
    order idles."""
    script, by_hand = opened.file.script[:entries], not _by_program(opened.document)
    # a save with any recorded faces has them for every order
    strict = not by_hand and any(isinstance(entry, Given) and entry.dice for entry in script)
    given: list[int] = []  # the number of orders played before each order of the save
    for index, entry in enumerate(script):
        if told is not None and index % TOLD == 0:
            told(index / len(script))
        try:
            if isinstance(entry, Given):
                faces = entry.dice or () if strict else entry.dice
                given.append(len(opened.battle.records))
                if by_hand:
                    reach(opened.battle, entry.by, entry.order)
                else:
                    _pass_over(opened.battle, script[index:])
                opened.battle.play(opened.battle.read(entry.by, entry.order), faces)
            elif isinstance(entry, Undo):
                opened.battle.back_to(given[-entry.undo])
                del given[-entry.undo :]
        except (Illegal, OutOfStep, Stuck) as reason:
            hint = (*opened.notices, "If you delete this line and all below it, the battle can be taken up from here.")
            raise BadFile((opened.document.problem(("script", index), str(reason), " ".join(hint)),)) from None
    if script == opened.file.script and not save_digest.promised(opened.document.text.encode()):
        _catch_up(opened.battle)


def _catch_up(battle: Battle) -> None:
    """Go on to the next decision, past pieces that the older version of a save did not ask."""
    while battle.phase.idle and not battle.phase.secret:
        waiting = [(one.side, key) for one in battle.prompts() for key in one.waiting]
        hidden = (isinstance(battle.state.reserves.get(key), Conceals) for _, key in waiting)
        if not waiting or not all(hidden) or not all(battle.phase.unsaid(battle.state, key) for _, key in waiting):
            return
        side, key = waiting[0]
        battle.play(battle.phase.idle(battle.state, Prompt(side, (key,), (key,))), ())


def _pass_over(battle: Battle, script: Sequence[Entry]) -> None:
    """Play the idle orders that an older save leaves out, until the next entry of its script can be played."""
    while battle.phase.unsaid is not never and (idle := battle.phase.idle) and not _asks_for(battle, script[:1]):
        later = _givers(battle, script)
        pieces = (
            Prompt(one.side, (key,), (key,)) for one in battle.prompts() for key in one.waiting if key not in later
        )
        left_out = next((one for one in pieces if battle.phase.unsaid(battle.state, one.ids[0])), None)
        if left_out is None:
            return
        battle.play(idle(battle.state, left_out), ())


def _givers(battle: Battle, script: Sequence[Entry]) -> set[Id]:
    """Return the pieces and sides with the next orders of a script, as far as they can be read in this phase."""
    found = set[Id]()
    for entry in script:
        if not isinstance(entry, Given) or not _reads(battle, entry):
            break
        found.add(entry.by)
    return found


def _asks_for(battle: Battle, script: Sequence[Entry]) -> bool:
    """Return whether the giver of a script's first order is asked for an order of its kind."""
    return any(by == one.side or by in one.ids for by in _givers(battle, script) for one in battle.prompts())


def _reads(battle: Battle, entry: Given) -> bool:
    try:
        battle.read(entry.by, entry.order)
    except Unreadable:
        return False
    return True


def fresh_seed() -> int:
    return secrets.randbelow(2**32)


def _document(path: Path) -> tuple[Document, tuple[str, ...]]:
    """Return the document at a path. Also return warnings for a save whose last line was torn off, or that was changed
    by hand."""
    raw = bytes_of(path)
    kept = whole_lines(raw) if save_digest.carries(raw) or raw.endswith((b"\n-", b"\n- ")) else len(raw)
    try:
        doc = document_of(decoded(raw[:kept], str(path)), str(path))
    except BadFile as whole:
        try:
            doc, kept = sound_part(raw, str(path))
        except BadFile:
            raise whole from None
    return doc, notices(raw, kept, path.name)


def _build_battle(
    doc: Document, systems: Systems, seed: int | None, house: Mapping[str, object], players: Mapping[str, str]
) -> Opened:
    """Check the form of a document and then the rules of its game, and build the battle. Raises BadFile with all faults
    at once."""
    if is_design(doc.data):
        raise BadFile((doc.problem((), "this is the design of a ship, not a battle; the shipyard opens it"),))
    if is_fleet(doc.data):
        raise BadFile((doc.problem((), "this is a fleet, not a battle; two fleets are placed for one"),))
    refuse_foreign(doc)
    file = validate(doc, battle_model(doc, systems))
    check_battle(doc, systems, lambda key: designs_of(systems[key]))
    system = systems.get(str(doc.at(("system",))))
    files = files_of(doc, systems)
    own = own_designs(doc, files) if files else {}
    if system is not None:
        judge_house(doc, system)
    known = {**(designs_of(system) if system else {}), **own}
    if file is not None and system is not None:
        chosen = {} if is_save(file, doc) and file.script else house
        asked = file.model_copy(update={"house": {**file.house, **chosen}})
        for path, why, hint in system.files.unsupported_entries(asked, known):
            doc.complain(path, why, hint)
    doc.settle()
    if file is None or system is None:
        raise BadFile((doc.problem((), "this is not a battle file"),))
    saved = is_save(file, doc)
    file = file.model_copy(update={"house": {**_newer_rules(file, doc, system), **file.house}})
    file = (
        _with_overrides(file, None, {}, players)
        if saved and file.script
        else _with_overrides(file, seed, house, players)
    )
    state = system.files.set_up(file, known, system.settings(file.house))
    battle = Battle(system, state, file.seed or 0, file.title)
    used = () if saved else dict.fromkeys(ship.design for ship in file.ships.values())
    told = (remark for name in used for remark in system.files.remarks(known[name], state.house))
    return Opened(battle, file, doc, known, saved, tuple(told))


def is_design(data: Value) -> bool:
    """Return whether a file describes a ship's design of any game, and nothing of a battle, a fleet or a course."""
    others = {"title", "system", "sides", "ships", "script", "fleet", "course"}
    if not isinstance(data, dict) or "name" not in data or others & data.keys():
        return False
    models = (system.files.design.model_fields for system in SYSTEMS.values())
    needed = ({field.alias or name for name, field in one.items() if field.is_required()} for one in models)
    return "class" in data or any(names <= data.keys() for names in needed)


def _with_overrides(
    file: BattleFile, seed: int | None, house: Mapping[str, object], players: Mapping[str, str]
) -> BattleFile:
    """Return the file with the choices of the set-up in place of its own values."""
    if seed is None:
        seed = file.seed if file.seed is not None else 0 if file.script else fresh_seed()
    sides = {key: side.model_copy(update={"player": players.get(key, side.player)}) for key, side in file.sides.items()}
    return file.model_copy(update={"seed": seed, "house": {**file.house, **house}, "sides": sides})


def is_save(file: BattleFile, doc: Document) -> bool:
    """Return whether the file is a record of play, with a script of nothing but orders."""
    return "script" in (doc.data or ()) and all(map(is_play, file.script))


def is_play(entry: Entry) -> bool:
    """Return whether a line of a script is an order, or an order taken back."""
    return isinstance(entry, Given | Undo)


def _newer_rules(file: BattleFile, doc: Document, system: RuleSystem) -> dict[str, HouseValue]:
    """Return the house rules newer than a save, with the values that applied before they existed. Only saves written by
    the program get them: those name their version and every such rule it knew."""
    rules = [rule for rule in system.house if rule.older is not None] if any(map(is_play, file.script)) else []
    return {rule.key: rule.older if _by_program(doc) and rule.older is not None else rule.default for rule in rules}


def _by_program(doc: Document) -> bool:
    """Return whether the program wrote a file: it always names its version, which other authors omit."""
    return "version" in (doc.data or ())


def judge_house(doc: Document, system: RuleSystem) -> None:
    """Report every house rule that the system lacks, and every value that a rule cannot take."""
    rules = [rule.key for rule in system.house]
    chosen = doc.at(("house",))
    for key, value in chosen.items() if isinstance(chosen, dict) else ():
        if key not in rules and key not in system.shorthands:
            doc.complain(
                ("house", key), f"there is no house rule {brief(key)}", partial(known_words, key, rules), key=True
            )
            continue
        try:
            system.settings({key: value})
        except ValueError as why:
            doc.complain(("house", key), str(why))


# -- saving ------------------------------------------------------------------------------------------------------------


@dataclass
class Recorder:
    """Writes down a battle as it is played: one line for every order and for every order taken back. `trouble` is a
    sentence for the player while lines cannot be written. They are kept, and tried again with the next line."""

    battle: Battle
    journal: Journal
    trouble: str = ""
    _waiting: list[Data] = field(default_factory=list)
    _turn: int = 0

    def __post_init__(self) -> None:
        self._turn = self.battle.state.turn
        self.battle.listeners.append(self)

    def __call__(self, played: Record | int) -> None:
        """Write down an order that was played, or the number of orders taken back."""
        self._waiting.append(entry_of(played) if isinstance(played, Record) else {"undo": played})
        try:
            while self._waiting:
                self.journal.append(self._waiting[0])
                del self._waiting[0]
            if self._turn != self.battle.state.turn:
                self._turn = self.battle.state.turn
                self.journal.note_turn(self._turn)
            self.trouble = ""
        except CannotSave as why:
            self.trouble = str(why)

    def public_text(self) -> str:
        """Return the public part of the save, for a report: without sealed orders."""
        played = [entry_of(record) for record in self.battle.records[: self.battle.shown]]
        return text_of({**self.journal.battle.header(), "script": played})

    def close(self) -> None:
        """Stop recording, and release the file."""
        if self in self.battle.listeners:
            self.battle.listeners.remove(self)
        self.journal.close()


def new_save(opened: Opened, folder: Path | None = None, path: Path | None = None) -> Recorder:
    """Start a save of a battle with everything played so far. Raises CannotSave. It is written to a path, or to a
    folder (by default the player's saves). The file holds everything the battle needs, including the designs of its
    ships, so that it can be played anywhere."""
    data = save_of(opened)
    if path is not None:
        return Recorder(opened.battle, Journal.create(path, data, type(opened.file)))
    folder = folder or saves_folder()
    try:
        return Recorder(opened.battle, Journal.create(free_path(folder, opened.file.title), data, type(opened.file)))
    except InUse:  # another program has just taken that name
        return Recorder(opened.battle, Journal.create(free_path(folder, opened.file.title), data, type(opened.file)))


def left_at_once(opened: Opened, folder: Path, systems: Systems = SYSTEMS) -> Path | None:
    """Return a save of this battle, with any seed, in which nothing has been done yet; None if there is none."""
    ours = {**save_of(opened), "seed": 0}
    for path in sorted(folder.glob(f"{named_path(folder, opened.file.title).stem}*.yaml")):
        with contextlib.suppress(BadFile, OSError):
            if b"\n- " not in path.read_bytes().partition(b"\nscript:")[2]:
                there = load_start(path, systems=systems)
                if there.saved and {**save_of(there), "seed": 0} == ours:
                    return path
    return None


def saves_same(opened: Opened, path: Path, systems: Systems = SYSTEMS) -> bool:
    """Return whether a file is a save of this battle, with the same seed and house rules, played to its end."""
    try:
        there = load_start(path, systems=systems)
    except BadFile:
        return False
    ours, theirs = save_of(opened), save_of(there)
    return there.saved and {**ours, "script": ()} == {**theirs, "script": ()}


def save_of(opened: Opened) -> Data:
    """Return a battle as the plain data of its save."""
    header = opened.file.header()
    inline, system = dict(header.pop("designs", {})), opened.battle.system
    for name in {ship.design for ship in opened.file.ships.values()} - inline.keys():
        inline[name] = design_data(system, name)
    used = {ship["design"] for ship in header["ships"].values()}
    header["designs"] = {name: inline[name] for name in sorted(used)}
    dated = {rule.key: opened.battle.state.house[rule.key] for rule in system.house if rule.older is not None}
    if house := {**dated, **header.get("house", {})}:
        header["house"] = house
        order = list(type(opened.file).model_fields)  # the order in which it is read
        header = dict(sorted(header.items(), key=lambda entry: order.index(entry[0])))
    return {**header, "script": [entry_of(record) for record in opened.battle.records]}


def resume(
    path: Path | str, systems: Systems = SYSTEMS, told: Callable[[float], None] | None = None
) -> tuple[Opened, Recorder]:
    """Continue a save where it was left. Raises BadFile, InUse or CannotSave. `told` is called with the share played so
    far, from 0 to 1."""
    try:
        journal = Journal.open(path, systems, lambda key: designs_of(systems[key]))
    except BadFile:
        load_start(path, systems=systems)  # slower, but reports all faults
        raise
    try:
        opened = replace(_build_battle(journal.document, systems, None, {}, {}), notices=journal.notices)
        play_saved(opened, told=told)
    except BaseException:
        journal.close()
        raise
    return opened, Recorder(opened.battle, journal)


def entry_of(record: Record) -> Data:
    """Return an order's entry in a save, with the faces it rolled."""
    plain: Data = {"by": record.order.by, "order": str(record.order)}
    return plain | {"dice": list(record.faces)} if record.faces else plain
