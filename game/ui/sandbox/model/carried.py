"""What is carried over the table of a sandbox by the pointer; no part of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from game.board.terrain import Body
from game.ui.render.theme import Colour


@dataclass(frozen=True, slots=True)
class Carried:
    """What hangs on the pointer: a ship or a body that is put elsewhere (`key`), or a new one from the palette."""

    kind: str  # ship, body, design, terrain
    key: str
    glyph: str = ""
    degrees: float = 0.0
    colour: Colour = (255, 255, 255)
    body: Body | None = None
