"""The keys of the page of ladders, in one table that binds them, carries them out, and fills the list of keys and the
key caps."""

from __future__ import annotations

from game.ui.keys.bindings import binding

BINDINGS = (
    binding("Ladder", "ladder", lambda c: c.press(), "begin, hold, or go on with the ladder", "G"),
    binding("Ladder", "new ladder", lambda c: c.renew(), "begin another ladder", "N"),
    binding("Ladder", "next ladder", lambda c: c.next_ladder(), "open the next ladder", "O"),
    binding("Ladder", "write ladder", lambda c: c.write(), "write its tables as CSV, and its page", "C"),
    binding("Standings", "next game", lambda c: c.next_game(), "show the battles of the next game, or of all", "F"),
    binding(
        "Standings", "other standings", lambda c: c.next_tab(), "show players or couples, where both do not fit", "S"
    ),
    binding("Ladder page", "ladder help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)
