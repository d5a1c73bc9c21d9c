"""The keys of the page on which fleets are bought, in one table that binds them, carries them out, and fills the list
of keys and the key caps.

A row or a card handles its own keys, which are only listed here.
"""

from __future__ import annotations

from game.ui.keys.bindings import Binding, binding

FLEET, PAGE = "Fleet in hand", "Fleets"
BINDINGS = (
    binding(FLEET, "find design", lambda c: c.find(), "search the designs; Enter goes to the first found", "Slash",
            "Ctrl+F"),
    binding(FLEET, "deal fleet", lambda c: c.deal_in_hand(), "buy a random fleet; again, another one", "R"),
    binding(FLEET, "load fleet", lambda c: c.load_in_hand(), "show the saved fleets", "Ctrl+O"),
    binding(FLEET, "save fleet", lambda c: c.save_in_hand(), "save the fleet as a file", "Ctrl+S"),
    binding(FLEET, "other fleet", lambda c: c.other(), "take the fleet of the other side in hand", "O"),
    binding(FLEET, "fleet player", lambda c: c.ask_player(), "choose who plays it", "P"),
    binding(FLEET, "print fleet", lambda c: c.print_in_hand(), "write the sheets of its ships, for a game on paper",
            "Ctrl+P"),
    binding(PAGE, "undo buying", lambda c: c.undo(), "take the last step back", "Z", "Ctrl+Z"),
    binding(PAGE, "redo buying", lambda c: c.redo(), "do it again", "Y", "Ctrl+Y"),
    binding(PAGE, "fleets terms", lambda c: c.terms(), "open terrain and victory", "V"),
    binding(PAGE, "fleets house", lambda c: c.house_rules(), "open the house rules", "H"),
    binding(PAGE, "compare fleets", lambda c: c.compare(), "show designs or balance, where both do not fit", "B"),
    binding(PAGE, "place fleets", lambda c: c.place(), "place the ships", "Ctrl+Enter"),
    binding(PAGE, "fleets help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)  # fmt: skip
ON_A_ROW = tuple(Binding("", keys, words, "A design in the ring") for keys, words in (
    (("Enter", "Plus"), "buy one; = does the same as +"), (("Minus",), "give one back"),
    (("1 to 9",), "buy so many; in a fleet, have so many"), (("Delete",), "give all of a fleet's back"),
    (("Alt+Up", "Alt+Down"), "move it up or down in its fleet"),
))  # fmt: skip
