"""Edits of a sandbox by keys, panels and pointer; refusals are shown with their rule; no part of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from game.board.terrain import Body, entry_number
from game.core.display import Icon
from game.core.game_files import ShipDesign
from game.core.orders import Id, Illegal
from game.core.values import Entry
from game.sandbox.comparison import roll_words
from game.sandbox.sandbox import Sandbox
from game.ui.render.theme import Colour, theme
from game.ui.sandbox.model.order_edits import OrderEdits
from game.ui.seat.seat_model import next_of

if TYPE_CHECKING:
    from game.ui.sandbox.model.context import SandboxContext


class SandboxEdits(OrderEdits):
    """Changes the sandbox of a context, its plans and the choices in it."""

    def __init__(self, context: SandboxContext) -> None:
        self.context = context

    @property
    def sandbox(self) -> Sandbox:
        return self.context.sandbox

    def do(self, action: str) -> None:
        """Carry out an action of the table of keys. Earlier messages are removed."""
        self.context.note = self.context.note_rule = ""
        if action != "take":
            self.context.refused = None
        if action != self.context.sure:
            self.context.sure = ""
        if do := self.context.keys.bindings[action].do:
            do(self)
        self.context.change()

    # -- trying --------------------------------------------------------------------------------------------------------

    def attempt(self, deed: Callable[..., Any], *given: object, **named: object) -> Any:
        """Call `deed`, or show why it is refused. Return its result, or None."""
        try:
            found = deed(*given, **named)
        except Illegal as why:
            self.context.tell(why.why, why.rule)
            return None
        self.context.look_anew()
        return found

    def first(self, commands: Iterable[Callable[[], object]]) -> bool:
        """Carry out the first command that is allowed. If none is, show the reason of the first and return False."""
        reason: Illegal | None = None
        for deed in commands:
            try:
                deed()
            except Illegal as why:
                reason = reason or why
                continue
            self.context.look_anew()
            return True
        if reason:
            self.context.tell(reason.why, reason.rule)
        return False

    def with_ship(self, deed: Callable[..., Any], *given: object) -> Any:
        """Call `deed` with the chosen ship; return its result, or None."""
        if self.context.chosen:
            return self.attempt(deed, self.context.chosen, *given)
        return self.context.tell("choose a ship first", "table/sandbox")

    # -- ships and bodies ----------------------------------------------------------------------------------------------

    def drop_carried(self, carried: Carried, at: tuple[float, float]) -> None:
        """Put down what was dragged."""
        context, sandbox = self.context, self.sandbox
        course = sandbox.board.course_at(carried.degrees)
        if carried.kind == "ship":
            facing = sandbox.start.state.ships[carried.key].facing
            self.attempt(sandbox.move, carried.key, at)
            if course != facing:
                self.attempt(sandbox.turn_ship, carried.key, (course - facing) // sandbox.board.grain)
        elif carried.kind == "body":
            self.attempt(sandbox.move_body, int(carried.key), at, carried.body.at if carried.body else None)
        elif carried.kind == "design":
            if key := self.attempt(
                sandbox.place, carried.key, side_for(sandbox, context.chosen, carried.key), at, course
            ):
                context.choose(key)
        elif (index := self.attempt(sandbox.add_body, carried.key, at)) is not None:
            context.choose_body(index)

    def place_armed(self, at: tuple[float, float]) -> None:
        """Place the armed entry of the palette and disarm it. Cells are placed one after another, until Esc."""
        kind, key = self.context.armed.split(" ", 1)
        if kind == "cells":
            self.attempt(self.sandbox.change_cell, int(key), at)
            return
        self.context.armed = ""
        self.drop_carried(
            Carried.of_design(self.sandbox, self.context.chosen, key) if kind == "design" else Carried(kind, key), at
        )

    def arm(self, what: str) -> None:
        """Arm an entry of the palette. By keyboard it is placed at once, in the middle of the view."""
        at_once = self.context.focus.visible or self.context.armed == what
        self.context.armed = what
        if at_once:
            self.place_armed(self.context.board.camera.centre)
        else:
            self.context.tell("press on the table where it shall lie")
        self.context.change()

    def draw_cells(self, index: int) -> None:
        """Begin or end filling and clearing cells of a body of terrain by presses on the table."""
        on = self.context.armed != f"cells {index}"
        self.context.armed = f"cells {index}" if on else ""
        if on:
            self.context.tell("press on hexes to fill or clear them; Esc when it is done", "table/files")
        self.context.change()

    def copy(self) -> None:
        """Copy the chosen ship, and choose the copy."""
        if twin := self.with_ship(self.sandbox.copy):
            self.context.choose(twin)

    def delete(self) -> None:
        """Delete the chosen ship or body."""
        context, body = self.context, self.context.body
        if body is not None:
            context.body, context.armed = None, ""
            self.attempt(self.sandbox.remove_body, body)
        elif context.chosen:
            self.attempt(self.sandbox.delete, context.chosen)
        else:
            context.tell("nothing is chosen", "table/sandbox")

    def shift(self, right: int, up: int) -> None:
        """Move the chosen ship or body by a number of steps of the board."""
        state, board, chosen, index = (
            self.sandbox.start.state,
            self.sandbox.board,
            self.context.chosen,
            self.context.body,
        )
        if index is not None:
            held = next(body.at for body in state.table.bodies if entry_number(body) == index + 1)
            self.attempt(self.sandbox.move_body, index, board.beside(held, right, up), held)
        elif chosen:
            self.attempt(self.sandbox.move, chosen, board.beside(state.ships[chosen].at, right, up))

    def set_fields(self, **values: Any) -> None:
        """Set fields of the chosen ship."""
        self.with_ship(lambda key: self.sandbox.set_fields(key, **values))

    def cycle(self, icon: Icon) -> None:
        """Set a system of the chosen ship to the next state that the loader accepts."""
        key = self.context.chosen
        entry = self.sandbox.state.start["ships"][key]
        changes = self.sandbox.files.system_changes(entry, icon.key, icon.kind, icon.label)
        self.first(partial(self.sandbox.set_fields, key, words, **values) for words, values in changes)

    # -- orders --------------------------------------------------------------------------------------------------------

    def fire(self) -> None:
        """Fire everything that bears from the present ghost at the target's ghost this turn."""
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
        """Set a coming die to a face."""
        self.attempt(self.sandbox.force, label, index, face, said=roll_words(self.sandbox, label))

    # -- plans ---------------------------------------------------------------------------------------------------------

    def next_branch(self) -> None:
        """Choose the next plan, cyclically."""
        keys = [branch.key for branch in self.sandbox.branches]
        self.choose_branch(next_of(keys, self.sandbox.branch.key, 1))

    def choose_branch(self, key: str) -> None:
        self.attempt(self.sandbox.choose, key)

    def show(self, key: str) -> None:
        """Show a plan, or hide it."""
        self.attempt(self.sandbox.show_branch, key, self.sandbox.branch_named(key).hidden)

    def look_at(self, turn: int) -> None:
        """Plan another turn."""
        self.attempt(self.sandbox.look_at, turn)

    def begin_here(self) -> None:
        """Make the planned turn the start."""
        if missing := self.attempt(self.sandbox.begin_here):
            self.context.tell(f"new start; dropped: {', '.join(missing)}")

    def back_to(self, steps: int) -> None:
        """Undo a number of commands."""
        if steps:
            self._restore("Taken back", partial(self.sandbox.undo, steps))

    def redo(self) -> None:
        """Redo the last undone command."""
        self._restore("Done again", self.sandbox.redo)

    def _restore(self, words: str, deed: Callable[[], str]) -> None:
        """Undo or redo, report it, and choose the ship or body that is on the table again."""
        before = self.sandbox.opened.file
        if not (found := self.attempt(deed)):
            return
        now = self.sandbox.opened.file
        if ship := next((key for key in now.ships if key not in before.ships), ""):
            self.context.choose(ship)
        elif len(bodies := now.table.terrain) > len(there := before.table.terrain):
            self.context.choose_body(next(n for n, body in enumerate(bodies) if body not in there[n : n + 1]))
        self.context.tell(f"{words}: {found}")

    # -- choosing ------------------------------------------------------------------------------------------------------

    def next_ship(self, by: int) -> None:
        """Choose the next ship of the start, cyclically."""
        self.context.choose(next_of(list(self.sandbox.start.state.ships), self.context.chosen, by))

    def next_target(self, by: int) -> None:
        """Target the next ship of another side."""
        context, state = self.context, self.sandbox.start.state
        if not context.chosen:
            context.tell("choose a ship first", "table/sandbox")
        elif others := [ship.id for ship in state.enemies(state.ships[context.chosen].side)]:
            context.aim(next_of(others, context.target, by))


@dataclass(frozen=True, slots=True)
class Carried:
    """A thing being dragged: a ship or a body on the table (`key`), or a new one from the palette."""

    kind: str  # ship, body, design, terrain
    key: str
    glyph: str = ""
    degrees: float = 0.0
    colour: Colour = (255, 255, 255)
    body: Body | None = None

    @classmethod
    def of_design(cls, sandbox: Sandbox, chosen: Id, design: str) -> Carried:
        """Return a new ship of a design, in the colour of its side, heading for the middle of the table."""
        seat = seat_for(sandbox, chosen, design)
        glyph = sandbox.opened.designs[design].glyph
        return cls("design", design, glyph, 90.0 if seat == 0 else 270.0, theme.seat(seat))


def seat_for(sandbox: Sandbox, chosen: Id, design: str) -> int:
    """Return the seat of the side that gets a ship of a design, given the chosen ship."""
    return sandbox.start.state.sides[side_for(sandbox, chosen, design)].seat


def side_for(sandbox: Sandbox, chosen: Id, design: str) -> Id:
    """Return the side that gets a ship of a design. It is the side for which its fleet fights already, else the chosen
    ship's."""
    data = sandbox.state.start
    usual = str(data["ships"][chosen]["side"]) if chosen else next(iter(data["sides"]))
    return side_of(sandbox.opened.designs, design, data, usual)


def side_of(designs: Mapping[str, ShipDesign], design: str, data: Entry, usual: Id) -> Id:
    """Return the side at a start for which a design's fleet fights. Otherwise it is the side of that name, one without
    ships, or the usual one."""
    fleet = designs[design].fleet
    known = {
        designs[ship["design"]].fleet: ship["side"] for ship in data["ships"].values() if ship["design"] in designs
    }
    if fleet in known:
        return str(known[fleet])
    empty = [side for side in data["sides"] if side not in known.values()]
    if fleet in data["sides"] or empty:
        return fleet if fleet in data["sides"] else str(empty[0])
    return usual
