"""What is carried over the table of a sandbox by the pointer, and whose a new ship becomes; no part of the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.board.terrain import Body
from game.core.game_files import ShipDesign
from game.core.orders import Id
from game.core.values import Entry
from game.sandbox.sandbox import Sandbox
from game.ui.render.theme import Colour, theme


@dataclass(frozen=True, slots=True)
class Carried:
    """What hangs on the pointer: a ship or a body that is put elsewhere (`key`), or a new one from the palette."""

    kind: str  # ship, body, design, terrain
    key: str
    glyph: str = ""
    degrees: float = 0.0
    colour: Colour = (255, 255, 255)
    body: Body | None = None

    @classmethod
    def of_design(cls, sandbox: Sandbox, chosen: Id, design: str) -> Carried:
        """A new ship of a design, which heads for the middle of the table, in the colours of the side it goes to."""
        seat = seat_for(sandbox, chosen, design)
        glyph = sandbox.opened.designs[design].glyph
        return cls("design", design, glyph, 90.0 if seat == 0 else 270.0, theme.seat(seat))


def seat_for(sandbox: Sandbox, chosen: Id, design: str) -> int:
    """The seat of the side that a ship of a design goes to, while `chosen` is the ship in hand."""
    return sandbox.start.state.sides[side_for(sandbox, chosen, design)].seat


def side_for(sandbox: Sandbox, chosen: Id, design: str) -> Id:
    """The side that a ship of a design goes to: where its fleet fights already, else that of the ship in hand."""
    data = sandbox.state.start
    usual = str(data["ships"][chosen]["side"]) if chosen else next(iter(data["sides"]))
    return side_of(sandbox.opened.designs, design, data, usual)


def side_of(designs: Mapping[str, ShipDesign], design: str, data: Entry, usual: Id) -> Id:
    """The side at a start where a design's fleet fights; else the one of its name, one without ships, or the usual one."""
    fleet = designs[design].fleet
    known = {designs[ship["design"]].fleet: ship["side"] for ship in data["ships"].values() if ship["design"] in designs}
    if fleet in known:
        return str(known[fleet])
    empty = [side for side in data["sides"] if side not in known.values()]
    if fleet in data["sides"] or empty:
        return fleet if fleet in data["sides"] else str(empty[0])
    return usual
