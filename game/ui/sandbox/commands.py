"""What keys, buttons and the hand do to a sandbox; every refusal is told in words with its rule; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from game.core.display import Icon
from game.core.orders import Id, Illegal
from game.sandbox.branch_replay import row_of
from game.sandbox.comparison import told
from game.sandbox.start_editor import entry_number
from game.ui.host.screen import Push
from game.ui.keys.list_page import KeyList
from game.ui.sandbox.board_input import Carried
from game.ui.sandbox.file_commands import Files
from game.ui.sandbox.panels.palette import CLOUD, RADII, look_of, seat_for, side_for
from game.ui.toolkit.text_field import TextField

if TYPE_CHECKING:
    from game.ui.sandbox.screen import SandboxScreen

STEPS = ("ok", "lost", "killed", "spent")  # what pressing a system goes through, as far as the rules let it
TOGGLES = ("arcs", "reach", "grid")
TOOLS = ("plan", "move", "measure")


class Deeds:
    """Carries out actions by the names of the table of keys."""

    def __init__(self, screen: SandboxScreen) -> None:
        self.screen, self.files = screen, Files(screen)
        files = self.files
        self._table: dict[str, Callable[[], object]] = {
            "undo": lambda: self.told("Taken back: {}", self.sandbox.undo),
            "redo": lambda: self.told("Done again: {}", self.sandbox.redo),
            "open": files.openings, "save": files.save, "write": files.write, "play": files.play,
            "demonstrate": files.demonstrate,
            "back": self.back, "help": self.help, "foot": screen.fold_foot,
            "branch": lambda: self.tried(self.sandbox.begin_branch), "next branch": self.next_branch,
            "name": self.name_branch, "hide": lambda: self.show(self.sandbox.branch.key),
            "keep": lambda: self.tried(self.sandbox.keep_branch, self.sandbox.branch.key),
            "drop": lambda: self.tried(self.sandbox.delete_branch, self.sandbox.branch.key),
            "earlier": lambda: self.look_at(self.sandbox.turn - 1), "later": lambda: self.look_at(self.sandbox.turn + 1),
            "here": self.begin_here,
            "port": lambda: screen.hand.nudge(-1, 0), "starboard": lambda: screen.hand.nudge(1, 0),
            "faster": lambda: screen.hand.nudge(0, 1), "slower": lambda: screen.hand.nudge(0, -1),
            "take": self.take, "type": self.type_order, "clear": self.clear, "fire": self.fire,
            "target": lambda: self.next_target(1), "last target": lambda: self.next_target(-1),
            "next ship": lambda: self.next_ship(1), "last ship": lambda: self.next_ship(-1),
            "copy": self.copy, "swap": lambda: self.with_ship(self.sandbox.swap), "delete": self.delete,
            "turn port": lambda: self.with_ship(self.sandbox.turn_ship, -1),
            "turn starboard": lambda: self.with_ship(self.sandbox.turn_ship, 1),
            "move left": lambda: self.shift(-1, 0), "move right": lambda: self.shift(1, 0),
            "move up": lambda: self.shift(0, 1), "move down": lambda: self.shift(0, -1),
            "palette": screen.unfold_palette, "fit": screen.fit, "table": lambda: screen.board.fit(screen.scene, everything=True),
            "zoom in": lambda: screen.board.camera.zoom(1.39), "zoom out": lambda: screen.board.camera.zoom(1 / 1.39),
            "pan left": lambda: screen.board.camera.nudge(-0.2, 0), "pan right": lambda: screen.board.camera.nudge(0.2, 0),
            "pan up": lambda: screen.board.camera.nudge(0, 0.2), "pan down": lambda: screen.board.camera.nudge(0, -0.2),
            **{tool: partial(self.pick_tool, tool) for tool in TOOLS},
            **{tool: partial(self.toggle, tool) for tool in TOGGLES},
        }  # fmt: skip

    @property
    def sandbox(self) -> Any:
        """The sandbox of the screen."""
        return self.screen.sandbox

    def do(self, action: str) -> None:
        """Carry out an action; what was told before is wiped away."""
        self.screen.note = self.screen.note_rule = ""
        if action != self.screen.sure:
            self.screen.sure = ""
        self._table[action]()
        self.screen.change()

    # -- trying ----------------------------------------------------------------------------------------------------------

    def tried(self, deed: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Do it, or say why it cannot be done; returns what it returned, or None."""
        try:
            found = deed(*given, **named)
        except Illegal as why:
            self.screen.tell(why.why, why.rule)
            return None
        self.screen.look_anew()
        return found

    def told(self, words: str, deed: Callable[..., str]) -> None:
        """Do what returns its own words, and say them."""
        found = self.tried(deed)
        if found:
            self.screen.tell(words.format(found))

    def with_ship(self, deed: Callable[..., Any], *given: Any) -> None:
        """Do something to the ship in hand."""
        if self.screen.chosen:
            self.tried(deed, self.screen.chosen, *given)
        else:
            self.screen.tell("choose a ship first", "table/sandbox")

    # -- ships and bodies --------------------------------------------------------------------------------------------------

    def put(self, carried: Carried, at: tuple[float, float]) -> None:
        """Something that hung on the pointer is put down."""
        if carried.kind == "ship":
            ship = self.sandbox.start.state.ships[carried.key]
            course = round(carried.degrees / 30) % 12 or 12
            self.tried(self.sandbox.move, carried.key, at)
            if course != ship.facing:
                self.tried(self.sandbox.turn_ship, carried.key, (course - ship.facing) % 12 // self.sandbox.board.grain)
        elif carried.kind == "body":
            self.tried(self.sandbox.move_body, int(carried.key), at, carried.body.at if carried.body else None)
        elif carried.kind == "design":
            key = self.tried(self.sandbox.place, carried.key, side_for(self.screen, carried.key), at,
                             round(carried.degrees / 30) % 12 or 12)  # fmt: skip
            if key:
                self.screen.choose(key)
        else:
            index = self.tried(self.sandbox.add_body, carried.key, at, RADII.get(carried.key, CLOUD))
            if index is not None:
                self.screen.choose_body(index)

    def place_armed(self, at: tuple[float, float]) -> None:
        """What is armed in the palette is placed, and stays armed no longer."""
        kind, key = self.screen.armed.split(" ", 1)
        if kind == "cells":  # one after another, until Esc
            self.tried(self.sandbox.change_cell, int(key), at)
            return
        self.screen.armed = ""
        glyph, _ = look_of(self.screen, key) if kind == "design" else ("", 0)
        self.put(Carried(kind, key, glyph, 90.0 if seat_for(self.screen, key) == 0 else 270.0), at)

    def arm(self, what: str) -> None:
        """Arm a thing of the palette; with the keyboard it is placed at once, in the middle of what is seen."""
        if self.screen.focus.visible or self.screen.armed == what:
            self.screen.armed = what
            self.place_armed(self.screen.board.camera.centre)
        else:
            self.screen.armed = what
            self.screen.tell("press on the table where it shall lie")
        self.screen.change()

    def draw_cells(self, index: int) -> None:
        """Presses on the table fill and clear cells for a body of terrain, or no longer do."""
        on = self.screen.armed != f"cells {index}"
        self.screen.armed = f"cells {index}" if on else ""
        if on:
            self.screen.tell("press on hexes to fill or clear them; Esc when it is done", "table/files")
        self.screen.change()

    def copy(self) -> None:
        """The ship in hand again, and that one in hand."""
        if not self.screen.chosen:
            self.screen.tell("choose a ship first", "table/sandbox")
        elif twin := self.tried(self.sandbox.copy, self.screen.chosen):
            self.screen.choose(twin)

    def delete(self) -> None:
        """The ship or body in hand goes."""
        if self.screen.body is not None:
            body, self.screen.body = self.screen.body, None
            self.screen.armed = ""
            self.tried(self.sandbox.remove_body, body)
        elif self.screen.chosen:
            self.tried(self.sandbox.delete, self.screen.chosen)
        else:
            self.screen.tell("nothing is chosen", "table/sandbox")

    def shift(self, right: int, up: int) -> None:
        """Put the ship or body in hand so many steps of the board further."""
        state, board, index = self.sandbox.start.state, self.sandbox.board, self.screen.body
        if index is not None:
            held = next(body.at for body in state.table.bodies if entry_number(body) == index)
            self.tried(self.sandbox.move_body, index, board.beside(held, right, up), held)
        elif self.screen.chosen:
            self.tried(self.sandbox.move, self.screen.chosen, board.beside(state.ships[self.screen.chosen].at, right, up))

    def set(self, **values: Any) -> None:
        """Set fields of the ship in hand."""
        self.with_ship(lambda key: self.sandbox.set(key, **values))

    def cycle(self, icon: Icon) -> None:
        """A system goes from sound to knocked out, to destroyed, to spent, and round again, as far as the loader lets it."""
        key, data = self.screen.chosen, self.sandbox.papers.start["ships"][self.screen.chosen]
        now = next((state for state in STEPS[1:] if icon.key in data.get(state, ())), "ok")
        reason: Illegal | None = None
        for step in range(1, len(STEPS) + 1):
            state = STEPS[(STEPS.index(now) + step) % len(STEPS)]
            values: dict[str, Any] = {
                name: [one for one in data.get(name, ()) if one != icon.key] + [icon.key] * (name == state) or None
                for name in STEPS[1:]
            }
            if icon.kind == "drive" and state == "ok":
                values["drive_hits"] = None
            said = {"ok": "restored", "lost": "knocked out", "killed": "destroyed", "spent": "spent"}[state]
            try:
                if state == now:
                    break
                self.sandbox.set(key, f"{icon.label} {said}", **values)
                self.screen.look_anew()
                return
            except Illegal as why:
                reason = reason or why
        if reason:
            self.screen.tell(reason.why, reason.rule)

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
            self.screen.look_anew()
            return True
        if reason:
            self.screen.tell(reason.why, reason.rule)
        self.screen.change()
        return False

    def take(self) -> None:
        """Give what is in hand."""
        drag = self.screen.hand.drag
        if drag.active:
            drag.accept()
            self.screen.look_anew()

    def type_order(self) -> None:
        """The keyboard goes to the field of the order."""
        if self.screen.chosen:
            self.screen.focus_on("notation")

    def edit(self, name: str, value: Any) -> None:
        """A button of the order form: the order is given with that value, or kept in hand with the reason why it cannot be."""
        desk = self.screen.desk
        if desk is None or desk.order is None:
            return
        order = desk.order.changed(name, value)
        if desk.view.why_not(order) is None:
            self.give(order.by, str(order))
        else:
            desk.hold(order)
            self.screen.change()

    def clear(self) -> None:
        """The ship in hand has no order this turn."""
        self.with_ship(self.sandbox.take_back)

    def fire(self) -> None:
        """All that bears from the ghost in hand at the target's is fired this turn."""
        screen = self.screen
        view = self.sandbox.course().view(self.sandbox.turn)
        if not screen.chosen or not screen.target or view is None:
            screen.tell("choose a ship, and its target with E", "table/odds")
            return
        volley = view.volley(screen.chosen, screen.target)
        if volley is None:
            out = screen.blows()[0]
            screen.tell(out.why_not or "nothing bears", out.rule)
            return
        self.give(screen.chosen, str(volley))

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
        self.screen.look_anew()

    def show(self, key: str) -> None:
        """Show a plan, or hide it."""
        self.tried(self.sandbox.show_branch, key, self.sandbox.named(key).hidden)

    def name_branch(self) -> None:
        """The keyboard goes to the name of the plan in hand."""
        self.screen.naming = self.sandbox.branch.key
        self.screen.lines.name_field.write(self.sandbox.branch.name)
        self.screen.lines.name_field.anchor = 0
        self.screen.focus_on("plan name")

    def named(self) -> None:
        """The name that was typed is taken."""
        if self.screen.naming:
            key, self.screen.naming = self.screen.naming, ""
            self.tried(self.sandbox.name_branch, key, self.screen.lines.name_field.value)
            self.screen.focus.focus(None)

    def look_at(self, turn: int) -> None:
        """Plan another turn."""
        self.sandbox.look_at(turn)
        self.screen.look_anew()

    def begin_here(self) -> None:
        """The turn being planned becomes the start."""
        missing = self.tried(self.sandbox.begin_here)
        if missing:
            self.screen.tell(f"begun anew; not carried over: {', '.join(missing)}")

    def back_to(self, steps: int) -> None:
        """Take so many deeds back."""
        if steps:
            self.tried(self.sandbox.undo, steps)

    # -- choosing ----------------------------------------------------------------------------------------------------------

    def next_ship(self, by: int) -> None:
        """The next ship of the start, round and round."""
        ships = list(self.sandbox.start.state.ships)
        at = ships.index(self.screen.chosen) if self.screen.chosen in ships else -1 if by > 0 else 0
        self.screen.choose(ships[(at + by) % len(ships)])

    def next_target(self, by: int) -> None:
        """The next ship of another side."""
        state = self.sandbox.start.state
        if self.screen.chosen not in state.ships:
            self.screen.tell("choose a ship first", "table/sandbox")
            return
        others = [ship.id for ship in state.enemies(state.ships[self.screen.chosen].side)]
        if others:
            at = others.index(self.screen.target) if self.screen.target in others else -1 if by > 0 else 0
            self.screen.aim(others[(at + by) % len(others)])

    def pick_tool(self, tool: str) -> None:
        """What dragging a ship means; the ruler is put away by its own key."""
        self.screen.tool = "move" if tool == self.screen.tool == "measure" else tool
        self.screen.hand.rule(self.screen.tool == "measure")

    def toggle(self, tool: str) -> None:
        """Something on the board is shown, or no longer."""
        self.screen.tools ^= {tool}

    # -- files and other screens ---------------------------------------------------------------------------------------------

    def help(self) -> None:
        """The list of keys."""
        self.screen.answer = Push(KeyList(self.screen.keys))

    def back(self) -> None:
        """Lay down what is in hand, then the choice, then leave; unsaved work asks once."""
        screen = self.screen
        if screen.hand.drop() or screen.armed or screen.naming:
            screen.armed = screen.naming = ""
        elif screen.chosen or screen.body is not None:
            screen.choose("")
        elif self.files.unsaved and screen.sure != "back":
            screen.sure = "back"
            screen.tell("not saved: Ctrl+S saves, Esc once more leaves", "table/saving")
        else:
            screen.answer = screen.leave()


def field_at(screen: SandboxScreen, name: str) -> TextField | None:
    """The text field of that name, if it is on the screen."""
    return next((one for one in screen.focus.widgets if one.name == name and isinstance(one, TextField)), None)
