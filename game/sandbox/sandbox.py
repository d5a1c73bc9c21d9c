"""The sandbox: one start that can be changed in any way, and several plans played from it; no rules of its own.

All content is one value, `SandboxState`; every command makes a new one and keeps the old, so that anything can be
undone and redone exactly. Anything the loader or the rules refuse raises Illegal and changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from game.battle.battle import View
from game.battle.loader import Opened
from game.board.boards import OPEN, Board, board_of
from game.core.game_files import AnyFiles, ShipDesign
from game.core.names import name_fault
from game.core.orders import Id, Illegal
from game.core.system import HouseRule, Phase, RuleSystem
from game.core.values import Data, Entry, HouseValue, Value
from game.formats.battle_schema import spoken
from game.formats.user_folders import stem_of
from game.sandbox import start_editor as begin
from game.sandbox.branch_replay import (
    MOST_TURNS,
    BranchOrder,
    BranchReplay,
    Faces,
    SandboxBranch,
    free_letter,
    row_of,
    unreadable,
)
from game.sandbox.history import History

RULE = begin.RULE
MOST_PLANS = 26  # a letter each
KEPT_COURSES = 64  # played plans that are cached
Point = tuple[float, float]


@dataclass(frozen=True)
class SandboxState:
    """Everything a command can change: the start as plain data, the plans, the chosen plan, and the turn being
    planned."""

    start: Entry
    branches: tuple[SandboxBranch, ...]
    chosen: str
    turn: int


class Sandbox(History[SandboxState]):
    """A start and its plans, with every command given to them. `path` is the file it came from, or empty."""

    def __init__(self, opened: Opened, branches: tuple[SandboxBranch, ...] = (), turn: int = 0, path: str = "") -> None:
        data = begin.plain(opened)
        self.branches_read = bool(opened.file.branches)
        self.opened_save = opened.saved
        # captions and acts of the demonstration it was read from, or last written to
        self.script_read = tuple(entry.model_dump(exclude_defaults=True) for entry in opened.file.script)
        self.under_way = False  # it came from a battle in progress, and shows its sealed orders
        branches = branches or (SandboxBranch("A", "First plan"),)
        first = data.get("turn", 1)
        self.path = path
        self.notices: tuple[str, ...] = opened.notices
        self._opened: tuple[Entry, Opened] | None = None
        # starts of plans with a table of their own
        self._under: dict[tuple[tuple[str, int], ...], tuple[Entry, Opened]] = {}
        self._courses: dict[tuple[int, int, int], tuple[Entry, SandboxBranch, BranchReplay]] = {}
        super().__init__(SandboxState(data, branches, branches[0].key, max(turn, first)))

    # -- contents -------------------------------------------------------------------------------------------------

    @property
    def substance(self) -> tuple[Entry, tuple[SandboxBranch, ...]]:
        """The content of a save: the start and the plans, whatever is shown."""
        return self.state.start, self.state.branches

    @property
    def own_file(self) -> Path | None:
        """The file it came from if that holds a sandbox already, to be saved into again."""
        return Path(self.path) if self.path and self.branches_read else None

    @property
    def opened(self) -> Opened:
        """The start as a battle that has been set up."""
        if self._opened is None or self._opened[0] is not self.state.start:
            self._opened = self.state.start, begin.open_start(dict(self.state.start))
        return self._opened[1]

    def opened_for(self, branch: SandboxBranch) -> Opened:
        """Return the start of a plan: with the table values that hold for it alone, as far as the game allows them."""
        own = {name: value for name, value in branch.table.items() if name in self.files.plan_fields()}
        if not own:
            return self.opened
        key, start = tuple(sorted(own.items())), self.state.start
        kept = self._under.get(key)
        if kept is None or kept[0] is not start:
            kept = self._under[key] = start, begin.with_table(start, own) or self.opened
        return kept[1]

    @property
    def files(self) -> AnyFiles:
        """The model of the game's battle files."""
        return self.opened.battle.system.files

    @property
    def turn_word(self) -> str:
        """The game's word for a turn."""
        return self.start.system.turn_word

    @property
    def start(self) -> View:
        """The start of the present plan, with everything visible."""
        return self.opened_for(self.branch).battle.view(None)

    @property
    def board(self) -> Board:
        """The board of the table."""
        return board_of(self.opened.battle.state.table)

    @property
    def branches(self) -> tuple[SandboxBranch, ...]:
        """All plans."""
        return self.state.branches

    @property
    def branch(self) -> SandboxBranch:
        """The present plan."""
        return self.branch_named(self.state.chosen)

    @property
    def turn(self) -> int:
        """The turn that is being planned."""
        return self.state.turn

    @property
    def first(self) -> int:
        """The turn of the start."""
        return int(self.state.start.get("turn", 1))

    def branch_named(self, key: str) -> SandboxBranch:
        """Return the plan of that letter."""
        return next(branch for branch in self.branches if branch.key == key)

    def course(self, key: str = "", through: int = 0) -> BranchReplay:
        """Return a plan (the present one, by default) played to the turn being planned and the end of its orders."""
        branch, through = self.branch_named(key or self.state.chosen), max(self.turn, through)
        return self._replay(self.state.start, self.opened_for(branch), branch, through)

    def _replay(self, start: Entry, opened: Opened, branch: SandboxBranch, through: int) -> BranchReplay:
        where = (id(start), id(branch), through)
        kept = self._courses.get(where)
        if kept is None or kept[0] is not start or kept[1] is not branch:
            if len(self._courses) >= KEPT_COURSES:
                self._courses.clear()
            kept = self._courses[where] = start, branch, BranchReplay(opened, branch, through)
        return kept[2]

    # -- shown state -----------------------------------------------------------------------------------------------

    def _begin(self, words: str, data: Entry, branches: tuple[SandboxBranch, ...] | None = None) -> None:
        """Carry out a command on the start, checked by the loader first. Raises Illegal."""
        opened = begin.open_start(dict(data))
        start = begin.plain(opened)
        self._opened = start, opened
        state = replace(self.state, start=start, branches=self.branches if branches is None else branches)
        self._do(words, replace(state, turn=max(state.turn, start.get("turn", 1))))

    def look_at(self, turn: int) -> None:
        """Plan another turn. This is not a command: undo skips it."""
        turn = min(max(turn, self.first), self.first + MOST_TURNS)
        self._pass(replace(self.state, turn=turn))

    def choose(self, key: str) -> None:
        """Choose another plan. This is not a command either."""
        self._pass(replace(self.state, chosen=self.branch_named(key).key))

    # -- ships ---------------------------------------------------------------------------------------------------------

    def name(self, key: Id) -> str:
        """Return the name of a ship or side."""
        return self.opened.battle.state.names.get(key, key)

    def place(self, design: str, side: Id, at: Point, course: int = 12) -> Id:
        """Place a new ship of a design; return its key."""
        to = begin.to_file_place(self.board, at)
        motion = {"course": begin.course_on(self.board, course), **self.files.new_ship(self.opened.designs[design])}
        data, key = begin.with_ship(self._data, design, side, to, **motion)
        self._begin(f"{spoken(key)} placed at {begin.format_place(self.board, to)}", data)
        return key

    def move(self, key: Id, at: Point) -> None:
        """Put a ship elsewhere."""
        to = begin.to_file_place(self.board, at)
        self._begin(
            f"{self.name(key)} moved to {begin.format_place(self.board, to)}", begin.with_value(self._data, key, at=to)
        )

    def turn_ship(self, key: Id, by: int) -> None:
        """Turn a ship by that many courses of the board to starboard, course and facing alike."""
        ship = self.opened.file.ships[key]
        course, facing = self.board.turned(ship.course, by), self.board.turned(ship.facing, by)
        data = begin.with_value(self._data, key, **self.files.course_fields(ship, course, facing))
        self._begin(f"{self.name(key)} turned to course {self.board.format_course(course)}", data)

    def copy(self, key: Id) -> Id:
        """Place the same ship again, beside it; return the new key."""
        data, twin = begin.with_copy(self._data, key, self.board)
        self._begin(f"{self.name(key)} copied", data)
        return twin

    def delete(self, key: Id) -> None:
        """Take a ship off the table and out of every plan."""
        branches = tuple(
            replace(one, steps=tuple(step for step in one.steps if step.by != key)) for one in self.branches
        )
        self._begin(f"{self.name(key)} deleted", begin.without_ship(self._data, key, self.files), branches)

    def swap(self, key: Id) -> None:
        """Give a ship to the next side."""
        sides = list(self.state.start["sides"])
        side = sides[(sides.index(self.state.start["ships"][key]["side"]) + 1) % len(sides)]
        self._begin(f"{self.name(key)} goes to {self.name(side)}", begin.with_value(self._data, key, side=side))

    def set_fields(self, key: Id, words: str = "", **values: object) -> None:
        """Set fields of a ship as in a battle file (velocity, course, hull, lost, …); None removes the field."""
        words = words or describe_fields(values, self.board)
        self._begin(f"{self.name(key)}: {words}", begin.with_value(self._data, key, **values))

    def by_hand(self, key: Id, name: str) -> bool:
        """Return whether this field of a ship has been changed since the sandbox was opened."""
        now, before = self.state.start["ships"].get(key, {}), self.origin.start["ships"].get(key)
        return bool(before is not None and now.get(name) != before.get(name))

    @property
    def _data(self) -> Data:
        return dict(self.state.start)

    @property
    def rules(self) -> tuple[HouseRule, ...]:
        """Every house rule of the game."""
        return self.opened.battle.system.house

    def settings(self, house: Entry) -> dict[str, HouseValue]:
        """Return every house rule with its value, some of them changed from the start's."""
        return self.opened.battle.system.settings({**self.state.start.get("house", {}), **house})

    # -- the table, the sides, what wins -------------------------------------------------------------------------------

    def add_body(self, kind: str, at: Point) -> int:
        """Add a body of terrain, in the game's size; return its index in the list."""
        to = begin.to_file_place(self.board, at)
        body = self.files.new_body(kind, to, self.board.cells)
        self._begin(f"{kind} placed at {begin.format_place(self.board, to)}", begin.with_body(self._data, body))
        return len(self.state.start["table"]["terrain"]) - 1

    def set_body(self, index: int, words: str = "", **values: object) -> None:
        """Set fields of a body of terrain."""
        kind = self._terrain(index)["kind"]
        self._begin(
            f"{kind}: {words or describe_fields(values, self.board)}",
            begin.with_body_value(self._data, index, **values),
        )

    def move_body(self, index: int, at: Point, held: Point | None = None) -> None:
        """Put a body elsewhere; on hexes all of it, by the hex that is dragged."""
        to, entry = begin.to_file_place(self.board, at), self._terrain(index)
        if "hexes" not in entry:
            self.set_body(index, f"moved to {begin.format_place(self.board, to)}", at=to)
            return
        by = self.board.file_coordinates(held) if held else entry["hexes"][0]
        self.set_body(
            index, f"moved to {begin.format_place(self.board, to)}", hexes=begin.moved_cells(entry["hexes"], by, to)
        )

    def change_cell(self, index: int, at: Point) -> None:
        """Let a body fill one more hex, or one less if it fills that one."""
        cell, cells = begin.to_file_place(self.board, at), [list(one) for one in self._terrain(index)["hexes"]]
        left = [one for one in cells if one != cell]
        if not left:
            raise Illegal("a body fills one hex at least; Del takes it away", RULE)
        fuller = len(left) == len(cells)
        words = f"{'with' if fuller else 'without'} {begin.format_place(self.board, cell)}"
        self.set_body(index, words, hexes=[*cells, cell] if fuller else left)

    def _terrain(self, index: int) -> Entry:
        entry: Entry = self.state.start["table"]["terrain"][index]
        return entry

    def remove_body(self, index: int) -> None:
        """Take a body of terrain off the table."""
        kind = self._terrain(index)["kind"]
        self._begin(f"{kind} taken away", begin.without_body(self._data, index))

    def set_part(self, part: str, **values: object) -> None:
        """Set fields of the table, of the victory or of the house rules; None removes a field."""
        said = describe_house(self.rules, values) if part == "house" else f"{part}: {describe_fields(values)}"
        self._begin(said, begin.with_part(self._data, part, **values))

    def set_house(self, chosen: Entry, words: str = "") -> None:
        """Replace all house rules."""
        words = words or describe_house(self.rules, chosen) or "house rules as usual"
        self._begin(words, {**self._data, "house": dict(chosen)})

    def set_side(self, key: Id, **values: object) -> None:
        """Set fields of a side; an unknown key makes a new side."""
        self._begin(f"{spoken(key)}: {describe_fields(values)}", begin.with_side(self._data, key, **values))

    def entitle(self, **words: str) -> None:
        """Give the file another title or another sentence about it."""
        fresh = [name for name, said in words.items() if said != self.state.start.get(name, "")]
        self._begin(f"{' and '.join(fresh or words)} written", {**self._data, **words})

    # -- plans ---------------------------------------------------------------------------------------------------------

    def begin_branch(self, key: str = "", turn: int = 0) -> str:
        """Begin a plan that follows another (by default the present one) until a turn (by default the one being
        planned); return its letter."""
        old, turn = self.branch_named(key or self.state.chosen), turn or self.turn
        if len(self.branches) >= MOST_PLANS:
            raise Illegal("there are twenty-six plans already", RULE)
        letter = free_letter(branch.key for branch in self.branches)
        steps = tuple(step for step in old.steps if step.turn < turn)
        dice = {label: faces for label, faces in old.dice.items() if _turn_of(label) < turn}
        new = SandboxBranch(letter, f"Plan {letter}", steps, dice, table=old.table)
        state = replace(self.state, branches=(*self.branches, new), chosen=letter, turn=turn)
        self._do(f"{new.name} begun", state)
        return letter

    def _with_branch(self, words: str, branch: SandboxBranch) -> None:
        branches = tuple(branch if one.key == branch.key else one for one in self.branches)
        self._do(words, replace(self.state, branches=branches))

    def name_branch(self, key: str, name: str) -> None:
        """Name a plan."""
        if fault := name_fault(name):
            raise Illegal(fault if name.strip() else "a plan needs a name", RULE)
        plan = self.branch_named(key)
        self._with_branch(f"{plan.name} named {name.strip()}", replace(plan, name=name.strip()))

    def show_branch(self, key: str, shown: bool) -> None:
        """Show a plan on the table, or hide it."""
        plan = self.branch_named(key)
        self._with_branch(f"{plan.name} {'shown' if shown else 'hidden'}", replace(plan, hidden=not shown))

    def set_for_branch(self, key: str = "", **values: int | None) -> None:
        """Set fields of the table for one plan (by default the present one) only; None restores the start's. Raises
        Illegal."""
        branch = self.branch_named(key or self.state.chosen)
        if strange := sorted(values.keys() - {*self.files.plan_fields()}):
            raise Illegal(f"a plan cannot have its own {strange[0]}", RULE)
        own = {name: value for name, value in {**branch.table, **values}.items() if value is not None}
        begin.open_start(begin.with_part(self._data, "table", **own))
        self._with_branch(f"{branch.name}: {describe_fields(own) or 'as the start'}", replace(branch, table=own))

    def delete_branch(self, key: str) -> None:
        """Delete a plan; the last one stays."""
        if len(self.branches) < 2:
            raise Illegal("one plan always stays", RULE)
        left = tuple(branch for branch in self.branches if branch.key != key)
        chosen = self.state.chosen if self.state.chosen != key else left[0].key
        self._do(f"{self.branch_named(key).name} deleted", replace(self.state, branches=left, chosen=chosen))

    def keep_branch(self, key: str) -> None:
        """Keep one plan and delete all others."""
        self._do(
            f"{self.branch_named(key).name} kept alone",
            replace(self.state, branches=(self.branch_named(key),), chosen=key),
        )

    def give(self, by: Id, text: str, turn: int = 0, key: str = "", phase: str = "") -> None:
        """Plan an order for a turn, replacing the one planned for the same phase; raises Illegal if it cannot be given.
        `phase` names the phase where it is not the first that takes such an order."""
        _, new = self._with_order(by, text, {}, turn, key, phase)
        self._with_branch(f"{self.turn_word} {turn or self.turn}, {self.name(by)}: {text}", new)

    def give_switching_on(self, by: Id, text: str, house: Entry, phase: str = "") -> None:
        """Plan an order and switch on the house rules it needs, as one command. If it raises Illegal, nothing
        changes."""
        opened, new = self._with_order(by, text, house, phase=phase)
        words = f"{self.turn_word} {self.turn}, {self.name(by)}: {text}; {describe_house(self.rules, house)}"
        self._begin(words, begin.plain(opened), tuple(new if one.key == new.key else one for one in self.branches))

    def would_refuse(self, by: Id, text: str, house: Entry, phase: str = "") -> Illegal | None:
        """Return why an order could not be planned for the present turn under other house rules, or None."""
        try:
            self._with_order(by, text, house, phase=phase)
        except Illegal as why:
            return why
        return None

    def course_under(self, house: Entry) -> BranchReplay:
        """Return the present plan as it would turn out under other house rules. Raises Illegal."""
        return BranchReplay(self._opened_under(house, self.branch), self.branch, self.turn)

    def _opened_under(self, house: Entry, branch: SandboxBranch) -> Opened:
        """Return the start of a plan under other house rules. Raises Illegal."""
        if not house:
            return self.opened_for(branch)
        own = {name: value for name, value in branch.table.items() if name in self.files.plan_fields()}
        data = begin.with_part(self._data, "house", **house)
        return begin.open_start(begin.with_part(data, "table", **own) if own else data)

    def _with_order(
        self, by: Id, text: str, house: Entry, turn: int = 0, key: str = "", phase: str = ""
    ) -> tuple[Opened, SandboxBranch]:
        """Return the start under other house rules, and a plan with one more order; raises Illegal if it cannot be
        given there."""
        branch, turn = self.branch_named(key or self.state.chosen), turn or self.turn
        under = self._opened_under(house, branch)
        row = row_of(under.battle, by, text, phase)
        if row is None:
            raise unreadable(under.battle, by, text, phase)
        same = [
            n
            for n, one in enumerate(branch.steps)
            if (one.turn, one.by) == (turn, by) and row_of(under.battle, by, one.order, one.phase) is row
        ]
        steps, step = list(branch.steps), BranchOrder(turn, by, text, phase)
        steps[(place := same[0] if same else len(steps)) : place + 1] = [step]
        new = replace(branch, steps=tuple(steps))
        course = BranchReplay(under, new, max(turn, self.turn))
        if fault := course.faults.get(steps.index(step)):
            raise fault
        return under, new

    def take_back(self, by: Id, turn: int = 0, key: str = "", row: Phase | None = None) -> None:
        """Drop a ship's or side's planned orders in a turn, in all phases or in one."""
        branch, turn, battle = self.branch_named(key or self.state.chosen), turn or self.turn, self.opened.battle
        left = tuple(
            step
            for step in branch.steps
            if (step.turn, step.by) != (turn, by)
            or (row is not None and row_of(battle, by, step.order, step.phase) is not row)
        )
        if left == branch.steps:
            raise Illegal("nothing is planned there", "table/plotting")
        self._with_branch(f"{self.turn_word} {turn}, {self.name(by)}: no order", replace(branch, steps=left))

    def force(self, label: str, index: int, face: int | None, key: str = "", said: str = "") -> None:
        """Set one die of a coming roll, by the roll's label; None leaves it to chance again. `said` is the roll in
        words."""
        branch = self.branch_named(key or self.state.chosen)
        throw = next((one for one in self.course(branch.key).throws() if one.label == label), None)
        if throw is None or not 0 <= index < len(throw.faces):
            raise Illegal("no such die will be rolled", RULE)
        if face is not None and not 1 <= face <= throw.sides:
            raise Illegal(f"a die with {throw.sides} sides has no {face}", RULE)
        old = branch.dice.get(label, ())
        faces = [old[n] if n < len(old) else None for n in range(max(len(old), index + 1))]
        faces[index] = face
        dice: dict[str, Faces] = {name: each for name, each in branch.dice.items() if name != label}
        if any(one is not None for one in faces):
            dice[label] = tuple(faces)
        die = f"{said or label}, die {index + 1}" if len(throw.faces) > 1 else said or label
        words = f"{die} {'left to chance' if face is None else f'set to {face}'}"
        self._with_branch(words, replace(branch, dice=dice))

    def begin_here(self, turn: int = 0) -> list[str]:
        """Make the state at the beginning of a turn of the present plan the new start; all plans continue from there.
        Return what a start cannot hold and was lost. Raises Illegal."""
        turn = turn or self.turn
        course = self.course(through=turn)
        view = course.view(turn, "opens")
        if view is None or turn == self.first:
            raise Illegal("it begins there already" if turn == self.first else "the battle is over by then", RULE)
        data, missing = begin.of_state(course.battle, view.state, self._data)
        ships = {*data["ships"], *data["sides"]}
        later = tuple(
            replace(
                branch,
                steps=tuple(step for step in branch.steps if step.turn >= turn and step.by in ships),
                dice={label: faces for label, faces in branch.dice.items() if _turn_of(label) >= turn},
                table={} if branch is self.branch else branch.table,
            )
            for branch in self.branches
        )
        self._begin(f"begun anew in {self.turn_word} {turn}", data, later)
        return missing


def _turn_of(label: str) -> int:
    """Return the turn in which a roll is made, by its label; 0 for a label without one, which a file may contain."""
    digits = label.removeprefix("T").partition(".")[0]
    return int(digits) if digits.isdecimal() and len(digits) < 10 else 0


WAYS = ("course", "facing")  # fields that hold a course


def of_value(value: object) -> str:
    """Return a value of a field in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple, set)):
        return ", ".join(map(of_value, value)) or "none"
    return "as built" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def describe_fields(values: Entry, board: Board = OPEN) -> str:
    """Return fields that were set, of a ship, a side, a body or a table: `velocity 8, course 3`, or NE where courses
    have names."""
    return ", ".join(
        f"{name.replace('_', ' ')} {_describe_field(name, value, board)}" for name, value in values.items()
    )


def _describe_field(name: str, value: Value, board: Board) -> str:
    if name in WAYS and isinstance(value, int):
        return board.format_course(value)
    return ", ".join(board.label(board.place(cell)) for cell in value) if name == "hexes" and value else of_value(value)


def describe_house(rules: Sequence[HouseRule], chosen: Entry) -> str:
    """Return house rules that were set, in words: `Grav Backfire: on`; None is the default."""
    known = {rule.key: rule for rule in rules}
    return ", ".join(
        f"{known[key].title}: {_house_word(known[key], value)}" for key, value in chosen.items() if key in known
    )


def _house_word(rule: HouseRule, value: object) -> str:
    return next((words for one, words in rule.values if one == value), "as usual")


def sandbox_with(system: RuleSystem, entry: Data, design: ShipDesign) -> Sandbox:
    """Return a new sandbox with a ship of a design that no file holds."""
    return Sandbox(begin.open_start(begin.with_design(system, stem_of(design.name), entry, design)))
