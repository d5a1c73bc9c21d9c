"""The screen of Full Sail: the deck with its guns on the sheet."""

from __future__ import annotations

from game.systems.full_sail.parts import Deck
from game.ui.games.full_sail.deck import deck_in_yard, on_deck
from game.ui.ship_sheet.painters import Painter

PAINTERS = {Deck: Painter(systems=on_deck, yard=deck_in_yard, pictured=True)}
