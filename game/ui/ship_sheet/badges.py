"""What stands for a ship or counter in lists and at the head of sheets: its silhouette, or the counter itself; no rules."""

from __future__ import annotations

from dataclasses import replace

from pygame import Surface

from game.core.display import Token
from game.core.orders import Id
from game.ui.board.layers.counters import token_picture
from game.ui.render.hulls import badge_sprite
from game.ui.render.theme import Colour, theme
from game.ui.session.seat_model import SeatModel


def token_of(model: SeatModel, key: Id) -> Token | None:
    """A counter as it lies on the board, pointing nowhere; None for a ship."""
    lying = model.view.tokens if key in model.view.state.counters else ()
    found = next((one for one in lying if isinstance(one, Token) and one.key == key), None)
    return replace(found, course=None) if found else None


def badge(token: Token | None, glyph: str, colour: Colour, half: float, gone: bool) -> Surface:
    """The picture, `half` as high in design pixels."""
    return token_picture(token, colour, half * theme.scale) if token else badge_sprite(glyph, colour, half, gone)
