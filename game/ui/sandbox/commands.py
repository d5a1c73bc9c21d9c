"""What keys, buttons and the hand do to a sandbox; every refusal is told in words with its rule; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.board.terrain import entry_number
from game.core.display import Icon
from game.core.orders import Id, Illegal
from game.sandbox.branch_replay import row_of
from game.sandbox.comparison import told
from game.ui.host.screen import Push
from game.ui.keys.list_page import KeyList
from game.ui.sandbox.board_input import SandboxInput
from game.ui.sandbox.file_commands import Files
from game.ui.sandbox.key_bindings import BINDINGS
from game.ui.sandbox.model.carried import Carried
from game.ui.sandbox.model.context import SandboxContext
from game.ui.sandbox.panels.palette import look_of, seat_for, side_for
from game.ui.sandbox.panels.text_entry import Lines
from game.ui.toolkit.focus import Focus
from game.ui.toolkit.text_field import TextField

DO = {one.action: one.do for one in BINDINGS if one.do}


class SandboxActions:
    """Carries out actions by the names of the table of keys."""

    def __init__(self, context: SandboxContext, hand: SandboxInput, lines: Lines) -> None:
        self.context, self.hand, self.lines, self.files = context, hand, lines, Files(context)

    @property
    def sandbox(self) -> Any:
        """The sandbox that is worked on."""
        return self.context.sandbox

    def do(self, action: str) -> None:
        """Carry out an action; what was told before is wiped away."""
        self.context.note = self.context.note_rule = ""
        if action != self.context.sure:
            self.context.sure = ""
        DO[action](self)
        self.context.change()

    # -- trying ----------------------------------------------------------------------------------------------------------

    def tried(self, deed: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Do it, or say why it cannot be done; returns what it returned, or None."""
        try:
            found = deed(*given, **named)
        except Illegal as why:
            self.context.tell(why.why, why.rule)
            return None
        self.context.look_anew()
        return found

    def told(self, words: str, deed: Callable[..., str]) -> None:
        """Do what returns its own words, and say them."""
        found = self.tried(deed)
        if found:
            self.context.tell(words.format(found))

    def with_ship(self, deed: Callable[..., Any], *given: Any) -> None:
        """Do something to the ship in hand."""
        if self.context.chosen:
            self.tried(deed, self.context.chosen, *given)
        else:
            self.context.tell("choose a ship first", "table/sandbox")

    # -- ships and bodies --------------------------------------------------------------------------------------------------

    def put(self, carried: Carried, at: tuple[float, float]) -> None:
        """Something that hung on the pointer is put down."""
        if carried.kind == "ship":
            ship = self.sandbox.start.state.ships[carried.key]
            course = self.sandbox.board.course_at(carried.degrees)
            self.tried(self.sandbox.move, carried.key, at)
            if course != ship.facing:
                self.tried(self.sandbox.turn_ship, carried.key, (course - ship.facing) % 12 // self.sandbox.board.grain)
        elif carried.kind == "body":
            self.tried(self.sandbox.move_body, int(carried.key), at, carried.body.at if carried.body else None)
        elif carried.kind == "design":
            key = self.tried(self.sandbox.place, carried.key, side_for(self.context, carried.key), at,
                             self.sandbox.board.course_at(carried.degrees))  # fmt: skip
            if key:
                self.context.choose(key)
        else:
            index = self.tried(self.sandbox.add_body, carried.key, at)
            if index is not None:
                self.context.choose_body(index)

    def place_armed(self, at: tuple[float, float]) -> None:
        """What is armed in the palette is placed, and stays armed no longer."""
        kind, key = self.context.armed.split(" ", 1)
        if kind == "cells":  # one after another, until Esc
            self.tried(self.sandbox.change_cell, int(key), at)
            return
        self.context.armed = ""
        glyph, _ = look_of(self.context, key) if kind == "design" else ("", 0)
        self.put(Carried(kind, key, glyph, 90.0 if seat_for(self.context, key) == 0 else 270.0), at)

    def arm(self, what: str) -> None:
        """Arm a thing of the palette; with the keyboard it is placed at once, in the middle of what is seen."""
        if self.context.focus.visible or self.context.armed == what:
            self.context.armed = what
            self.place_armed(self.context.board.camera.centre)
        else:
            self.context.armed = what
            self.context.tell("press on the table where it shall lie")
        self.context.change()

    def draw_cells(self, index: int) -> None:
        """Presses on the table fill and clear cells for a body of terrain, or no longer do."""
        on = self.context.armed != f"cells {index}"
        self.context.armed = f"cells {index}" if on else ""
        if on:
            self.context.tell("press on hexes to fill or clear them; Esc when it is done", "table/files")
        self.context.change()

    def copy(self) -> None:
        """The ship in hand again, and that one in hand."""
        if not self.context.chosen:
            self.context.tell("choose a ship first", "table/sandbox")
        elif twin := self.tried(self.sandbox.copy, self.context.chosen):
            self.context.choose(twin)

    def delete(self) -> None:
        """The ship or body in hand goes."""
        if self.context.body is not None:
            body, self.context.body = self.context.body, None
            self.context.armed = ""
            self.tried(self.sandbox.remove_body, body)
        elif self.context.chosen:
            self.tried(self.sandbox.delete, self.context.chosen)
        else:
            self.context.tell("nothing is chosen", "table/sandbox")

    def shift(self, right: int, up: int) -> None:
        """Put the ship or body in hand so many steps of the board further."""
        state, board, index = self.sandbox.start.state, self.sandbox.board, self.context.body
        if index is not None:
            held = next(body.at for body in state.table.bodies if entry_number(body) == index + 1)
            self.tried(self.sandbox.move_body, index, board.beside(held, right, up), held)
        elif self.context.chosen:
            self.tried(self.sandbox.move, self.context.chosen, board.beside(state.ships[self.context.chosen].at, right, up))

    def set(self, **values: Any) -> None:
        """Set fields of the ship in hand."""
        self.with_ship(lambda key: self.sandbox.set(key, **values))

    def cycle(self, icon: Icon) -> None:
        """A system of the ship in hand goes to the next state that the loader lets it be in."""
        key, reason = self.context.chosen, None
        entry = self.sandbox.state.start["ships"][key]
        for words, values in self.sandbox.files.system_changes(entry, icon.key, icon.kind, icon.label):
            try:
                self.sandbox.set(key, words, **values)
                self.context.look_anew()
                return
            except Illegal as why:
                reason = reason or why
        if reason:
            self.context.tell(reason.why, reason.rule)

    # -- orders ------------------------------------------------------------------------------------------------------------

    def give(self, by: Id, text: str) -> bool:
        """Plan an order; False, with its reason told, if it cannot be given."""
        row = row_of(self.sandbox.opened.battle, by, text)
        side = self.sandbox.start.state.owner(by) if row is not None and not row.secret else by
        reason: Illegal | None = None
        for giver in dict.fromkeys((by, side)):  # some orders are the side's, not the ship's
            try:
                self.sandbox.give(giver, text)
            except Illegal as why:
                reason = reason or why
                continue
            self.context.look_anew()
            return True
        if reason:
            self.context.tell(reason.why, reason.rule)
        self.context.change()
        return False

    def take(self) -> None:
        """Give what is in hand."""
        drag = self.hand.drag
        if drag.active:
            drag.accept()
            self.context.look_anew()

    def type_order(self) -> None:
        """The keyboard goes to the field of the order."""
        if self.context.chosen:
            self.context.focus_on("notation")

    def edit(self, name: str, value: Any) -> None:
        """A button of the order form: the order is given with that value, or kept in hand with the reason why it cannot be."""
        desk = self.context.desk
        if desk is None or desk.order is None:
            return
        order = desk.order.with_value(name, value)
        if desk.view.why_not(order) is None:
            self.give(order.by, str(order))
        else:
            desk.set_draft(order)
            self.context.change()

    def clear(self) -> None:
        """The ship in hand has no order this turn."""
        self.with_ship(self.sandbox.take_back)

    def fire(self) -> None:
        """All that bears from the ghost in hand at the target's is fired this turn."""
        context = self.context
        view = self.sandbox.course().view(self.sandbox.turn)
        if not context.chosen or not context.target or view is None:
            context.tell("choose a ship, and its target with E", "table/odds")
            return
        volley = view.volley(context.chosen, context.target)
        if volley is None:
            out = context.blows()[0]
            context.tell(out.why_not or "nothing bears", out.rule)
            return
        self.give(context.chosen, str(volley))

    def force(self, label: str, index: int, face: int | None) -> None:
        """Set a die to come."""
        self.tried(self.sandbox.force, label, index, face, said=told(self.sandbox, label))

    # -- plans -------------------------------------------------------------------------------------------------------------

    def next_branch(self) -> None:
        """The next plan, round and round."""
        keys = [branch.key for branch in self.sandbox.branches]
        self.choose_branch(keys[(keys.index(self.sandbox.branch.key) + 1) % len(keys)])

    def choose_branch(self, key: str) -> None:
        """Take a plan in hand."""
        self.sandbox.choose(key)
        self.context.look_anew()

    def show(self, key: str) -> None:
        """Show a plan, or hide it."""
        self.tried(self.sandbox.show_branch, key, self.sandbox.named(key).hidden)

    def name_branch(self) -> None:
        """The keyboard goes to the name of the plan in hand."""
        self.context.naming = self.sandbox.branch.key
        self.lines.name_field.write(self.sandbox.branch.name)
        self.lines.name_field.anchor = 0
        self.context.focus_on("plan name")

    def named(self) -> None:
        """The name that was typed is taken."""
        if self.context.naming:
            key, self.context.naming = self.context.naming, ""
            self.tried(self.sandbox.name_branch, key, self.lines.name_field.value)
            self.context.focus.focus(None)

    def look_at(self, turn: int) -> None:
        """Plan another turn."""
        self.sandbox.look_at(turn)
        self.context.look_anew()

    def begin_here(self) -> None:
        """The turn being planned becomes the start."""
        missing = self.tried(self.sandbox.begin_here)
        if missing:
            self.context.tell(f"begun anew; not carried over: {', '.join(missing)}")

    def back_to(self, steps: int) -> None:
        """Take so many deeds back."""
        if steps:
            self.tried(self.sandbox.undo, steps)

    # -- choosing ----------------------------------------------------------------------------------------------------------

    def next_ship(self, by: int) -> None:
        """The next ship of the start, round and round."""
        ships = list(self.sandbox.start.state.ships)
        at = ships.index(self.context.chosen) if self.context.chosen in ships else -1 if by > 0 else 0
        self.context.choose(ships[(at + by) % len(ships)])

    def next_target(self, by: int) -> None:
        """The next ship of another side."""
        state = self.sandbox.start.state
        if self.context.chosen not in state.ships:
            self.context.tell("choose a ship first", "table/sandbox")
            return
        others = [ship.id for ship in state.enemies(state.ships[self.context.chosen].side)]
        if others:
            at = others.index(self.context.target) if self.context.target in others else -1 if by > 0 else 0
            self.context.aim(others[(at + by) % len(others)])

    def pick_tool(self, tool: str) -> None:
        """What dragging a ship means; the ruler is put away by its own key."""
        self.context.tool = "move" if tool == self.context.tool == "measure" else tool
        self.hand.rule(self.context.tool == "measure")

    def toggle(self, tool: str) -> None:
        """Something on the board is shown, or no longer."""
        self.context.tools ^= {tool}

    # -- files and other screens ---------------------------------------------------------------------------------------------

    def help(self) -> None:
        """The list of keys."""
        self.context.answer = Push(KeyList(self.context.keys))

    def back(self) -> None:
        """Lay down what is in hand, then the choice, then leave; unsaved work asks once."""
        context = self.context
        if self.hand.drop() or context.armed or context.naming:
            context.armed = context.naming = ""
        elif context.chosen or context.body is not None:
            context.choose("")
        elif self.files.unsaved and context.sure != "back":
            context.sure = "back"
            context.tell("not saved: Ctrl+S saves, Esc once more leaves", "table/saving")
        else:
            context.answer = context.leave()


def field_at(focus: Focus, name: str) -> TextField | None:
    """The text field of that name, if it is on the context."""
    return next((one for one in focus.widgets if one.name == name and isinstance(one, TextField)), None)
