"""The keys of the gallery and of a demonstration, in two tables that bind them, carry them out, and fill the list of
keys."""

from __future__ import annotations

from game.ui.keys.bindings import binding

BINDINGS = (
    binding("Gallery", "search", lambda c: c.search_words(), "search by words and by rules", "Slash", "Ctrl+F"),
    binding(
        "Gallery", "play chapter", lambda c: c.play_on(), "play the chapter through, from the card with the ring", "P"
    ),
    binding("Gallery", "film card", lambda c: c.write_film(), "write the demonstration with the ring as a film", "V"),
    binding("Gallery", "rename", lambda c: c.do_with_own("rename"), "give one of your own another title", "R"),
    binding("Gallery", "edit", lambda c: c.do_with_own("edit"), "open one of your own in the sandbox", "E"),
    binding("Gallery", "delete", lambda c: c.do_with_own("delete"), "delete one of your own; it asks", "Delete"),
    binding("Gallery", "help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)
DEMONSTRATION = (
    binding("Demonstration", "play", lambda c: c.player.play(), "play or stop", "Space"),
    binding("Demonstration", "back", lambda c: c.player.backward(), "go a step back", "Left"),
    binding("Demonstration", "next", lambda c: c.player.forward(), "go a step on", "Right"),
    binding("Demonstration", "first", lambda c: c.player.jump(0), "go to the beginning", "Home"),
    binding("Demonstration", "last", lambda c: c.player.jump(len(c.show.steps) - 1), "go to the end", "End"),
    binding("Demonstration", "faster", lambda c: c.player.hurry(1), "play faster; = does the same", "Plus"),
    binding("Demonstration", "slower", lambda c: c.player.hurry(-1), "play slower", "Minus"),
    binding("Demonstration", "earlier", lambda c: c.turn(-1), "open the demonstration before", "PageUp"),
    binding("Demonstration", "later", lambda c: c.turn(1), "open the next demonstration", "PageDown"),
    binding("Demonstration", "over", lambda c: c.play_on(), "take the battle over in the sandbox", "T"),
    binding("Demonstration", "film", lambda c: c.write_film(), "write it as a film", "V"),
    binding("Demonstration", "letters", lambda c: c.letters(), "show large captions, for a projector", "L"),
    binding("Demonstration", "fit", lambda c: c.fit(), "show every ship", "F"),
    binding("Demonstration", "help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)
