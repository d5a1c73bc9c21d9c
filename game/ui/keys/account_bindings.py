"""The keys of the account, in one table that binds them, carries them out, and fills the list of keys and the
key caps."""

from __future__ import annotations

from game.ui.keys.bindings import binding

BINDINGS = (
    binding("Account", "by ship", lambda c: c.open_tab(0), "show what each ship dealt and took", "1"),
    binding("Account", "by turn", lambda c: c.open_tab(1), "show the turns as charts", "2"),
    binding("Account", "by weapon", lambda c: c.open_tab(2), "show the shots of each weapon", "3"),
    binding("Account", "tab", lambda c: c.open_tab(c.tab + 1), "show the next of these", "T"),
    binding("Account", "png", lambda c: c.export("png"), "write all of it as a picture", "P"),
    binding("Account", "csv", lambda c: c.export("csv"), "write every figure as CSV", "C"),
    binding("Account", "page", lambda c: c.export("page"), "write a page of its own, for a browser", "W"),
    binding("Account", "help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)
