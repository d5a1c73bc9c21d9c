"""The keys of the rule book, in one table that binds them, carries them out, and fills the list of keys."""

from __future__ import annotations

from game.ui.keys.bindings import binding

BINDINGS = (
    binding("Rule book", "search", lambda c: c.find(), "search by words and by rules", "Slash", "Ctrl+F"),
    binding("Rule book", "earlier page", lambda c: c.turn(-1), "go back to the page before", "Backspace", "Alt+Left"),
    binding("Rule book", "later page", lambda c: c.turn(1), "go forward again", "Alt+Right"),
    binding("Rule book", "next rule", lambda c: c.leaf(1), "open the next page of the book", "PageDown"),
    binding("Rule book", "rule before", lambda c: c.leaf(-1), "open the page of the book before", "PageUp"),
    binding("Rule book", "play", lambda c: c.figure.play(), "play the demonstration, or stop", "Space"),
    binding("Rule book", "back", lambda c: c.figure.backward(), "go a step back", "Left"),
    binding("Rule book", "next", lambda c: c.figure.forward(), "go a step on", "Right"),
    binding("Rule book", "first", lambda c: c.figure.jump(0), "go to the beginning", "Home"),
    binding("Rule book", "last", lambda c: c.figure.jump(-1), "go to the end", "End"),
    binding("Rule book", "other", lambda c: c.figure.other(), "show another demonstration of the page", "N"),
    binding("Rule book", "try", lambda c: c.try_it(), "open the position in the sandbox", "T"),
    binding("Rule book", "full", lambda c: c.widen(), "show the figure in the whole window", "F"),
    binding("Rule book", "play chapter", lambda c: c.play_chapter(), "play the chapter through, from this page", "P"),
    binding("Rule book", "print page", lambda c: c.print_page(), "write the page, or its chapter, for paper", "Ctrl+P"),
    binding("Rule book", "large", lambda c: c.letters(), "show large words, for a projector", "L", "F9"),
    binding("Rule book", "help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)
