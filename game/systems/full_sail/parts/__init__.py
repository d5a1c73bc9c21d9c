"""What the sheet is given of this game alone: the deck with its guns; plain values."""

from __future__ import annotations

from game.core.values import frozen


@frozen
class Deck:
    """Where the guns of a ship stand as it is seen from above: keys of icons of its sheet, from the bow to the stern; and
    what is stowed on deck, with what has become of it. It stands in place of a list of systems."""

    port: tuple[str, ...] = ()
    starboard: tuple[str, ...] = ()
    bow: tuple[str, ...] = ()
    stern: tuple[str, ...] = ()
    stowed: str = ""
    words: str = ""
    title: str = "On deck"
    rule: str = "table/sheet"
