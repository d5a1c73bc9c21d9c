"""Every key of the sandbox in one table: it binds the keys, fills the key list, and names the caps on buttons."""

from __future__ import annotations

from game.ui.keys.bindings import Binding


def _b(group: str, action: str, words: str, *keys: str) -> Binding:
    return Binding(action, keys, words, group)


BINDINGS = (
    _b("Sandbox", "undo", "take the last deed back, as often as there are any", "Z", "Ctrl+Z"),
    _b("Sandbox", "redo", "do it again", "Y", "Ctrl+Y"),
    _b("Sandbox", "open", "open a scenario, a demonstration or a save here", "Ctrl+O"),
    _b("Sandbox", "save", "save the sandbox with all its plans", "Ctrl+S"),
    _b("Sandbox", "write", "save the start as a scenario, which the menu lists under Yours", "Ctrl+W"),
    _b("Sandbox", "play", "play a battle from here", "F5"),
    _b("Sandbox", "demonstrate", "write the plan in hand out as a demonstration", "X"),
    _b("Sandbox", "back", "lay down what is in hand, then leave", "Esc"),
    _b("Sandbox", "help", "this list", "F2", "Shift+Slash"),
    _b("Sandbox", "foot", "fold or open the foot", "F4"),
    _b("Plans", "branch", "a new plan from here", "B"),
    _b("Plans", "next branch", "the next plan", "N"),
    _b("Plans", "name", "name the plan in hand", "Shift+N"),
    _b("Plans", "hide", "show or hide the plan in hand", "H"),
    _b("Plans", "keep", "store the plan in hand and delete the others", "K"),
    _b("Plans", "drop", "delete the plan in hand", "Shift+Delete"),
    _b("Plans", "earlier", "plan one turn earlier", "Comma", "PageUp"),
    _b("Plans", "later", "plan one turn later", "Period", "PageDown"),
    _b("Plans", "here", "make the turn being planned the start", "Shift+B"),
    _b("Orders", "port", "ghost one turn to port", "Left"),
    _b("Orders", "starboard", "ghost one turn to starboard", "Right"),
    _b("Orders", "faster", "ghost one faster", "Up"),
    _b("Orders", "slower", "ghost one slower", "Down"),
    _b("Orders", "take", "give the order in hand", "Enter"),
    _b("Orders", "type", "type an order", "O"),
    _b("Orders", "clear", "no order for this turn", "Backspace"),
    _b("Orders", "fire", "fire all that bears at the target, this turn", "V"),
    _b("Orders", "target", "next target", "E"),
    _b("Orders", "last target", "previous target", "Shift+E"),
    _b("Ships", "next ship", "next ship", "S"),
    _b("Ships", "last ship", "previous ship", "Shift+S"),
    _b("Ships", "palette", "every design and kind of terrain, or the usual ones", "L"),
    _b("Ships", "copy", "copy the chosen ship", "C"),
    _b("Ships", "swap", "give it to the other side", "W"),
    _b("Ships", "delete", "delete the chosen ship or body", "Delete"),
    _b("Ships", "move left", "put it a step further left", "Shift+Left"),
    _b("Ships", "move right", "put it a step further right", "Shift+Right"),
    _b("Ships", "move up", "put it a step further up", "Shift+Up"),
    _b("Ships", "move down", "put it a step further down", "Shift+Down"),
    _b("Ships", "turn port", "turn it one point to port", "Q"),
    _b("Ships", "turn starboard", "turn it one point to starboard", "Shift+Q"),
    _b("Board", "plan", "drag ships to plot their orders", "P"),
    _b("Board", "move", "drag ships and bodies to other places", "D"),
    _b("Board", "measure", "ruler", "M"),
    _b("Board", "arcs", "arcs of the ghost in hand", "A"),
    _b("Board", "reach", "every place it can end", "R"),
    _b("Board", "grid", "grid", "G"),
    _b("Board", "fit", "show every ship and ghost", "F"),
    _b("Board", "table", "show the whole table", "Shift+F"),
    _b("Board", "zoom in", "nearer", "Plus"),
    _b("Board", "zoom out", "farther", "Minus"),
    _b("Board", "pan left", "look further left", "Ctrl+Left"),
    _b("Board", "pan right", "look further right", "Ctrl+Right"),
    _b("Board", "pan up", "look further up", "Ctrl+Up"),
    _b("Board", "pan down", "look further down", "Ctrl+Down"),
)
