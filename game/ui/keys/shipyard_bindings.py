"""The keys of the shipyard and of its editor, in a table each, which binds them, carries them out, and fills the list
of keys and the key caps.

A part in hand handles its own keys, which are only listed here.
"""

from __future__ import annotations

from game.ui.keys.bindings import Binding, binding

YARD, DRAWING = "Shipyard", "Drawing"
BINDINGS = (
    binding(YARD, "new design", lambda c: c.begin_new(), "begin a new design", "N"),
    binding(YARD, "change design", lambda c: c.change(), "change the chosen design, or a copy of it", "C"),
    binding(YARD, "copy design", lambda c: c.duplicate(), "copy the chosen design", "D"),
    binding(YARD, "delete design", lambda c: c.delete(), "delete the chosen design of your own", "Delete"),
    binding(YARD, "restore design", lambda c: c.restore(), "take back the design that was deleted last", "Z"),
    binding(YARD, "print design", lambda c: c.print_it(), "write its sheet, for a game on paper", "Ctrl+P"),
    binding(YARD, "yard help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)
EDITOR = (
    binding(DRAWING, "find part", lambda c: c.search(), "search the parts; Enter takes the only one found", "Slash",
            "Ctrl+F"),
    binding(DRAWING, "next fault", lambda c: c.next_fault(), "go to the next thing that cannot be built", "F"),
    binding(DRAWING, "part port", lambda c: c.model.spin(-1), "turn the arcs of the part in hand to port", "Q"),
    binding(DRAWING, "part starboard", lambda c: c.model.spin(1), "turn them to starboard", "E"),
    binding(DRAWING, "mirror drawing", lambda c: c.model.mirror(), "make the other side of the ship as this one", "M"),
    binding(DRAWING, "undo drawing", lambda c: c.undo(), "take the last step back", "Z", "Ctrl+Z"),
    binding(DRAWING, "redo drawing", lambda c: c.redo(), "do it again", "Y", "Ctrl+Y"),
    binding(DRAWING, "compare drawing", lambda c: c.toggle_comparison(), "show it beside another design", "K"),
    binding(DRAWING, "try drawing", lambda c: c.try_it(), "open the sandbox with a ship of it", "F5"),
    binding(DRAWING, "save drawing", lambda c: c.save(), "save it among your designs", "Ctrl+S"),
    binding(DRAWING, "save drawing as new", lambda c: c.save_as_new(), "save it in a new file", "Ctrl+Shift+S"),
    binding(DRAWING, "print drawing", lambda c: c.print_it(), "write its sheet, for a game on paper", "Ctrl+P"),
    binding(DRAWING, "drawing help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)  # fmt: skip
ON_A_PART = tuple(Binding("", keys, words, "A part in hand") for keys, words in (
    (("1 to 9",), "set how many"), (("Delete",), "take it out"),
    (("Alt+Up", "Alt+Down"), "move it up or down among the parts"),
))  # fmt: skip
