"""The keys of the page of battles by file and of their table, in one table each that binds them, carries them out, and
fills the list of keys and the key caps."""

from __future__ import annotations

from game.ui.keys.bindings import BINDINGS as BATTLE
from game.ui.keys.bindings import binding

BINDINGS = (
    binding("Battle by file", "far table", lambda c: c.to_table(), "go to the table, to give orders", "E", "Space"),
    binding("Battle by file", "far save", lambda c: c.save(), "write the file, which hands it over", "S"),
    binding("Battle by file", "far copy", lambda c: c.copy_text(), "copy the file as text, which hands it over", "C"),
    binding("Battle by file", "far folder", lambda c: c.open_folder(), "open the folder of what was handed over", "F"),
    binding("Battle by file", "far again", lambda c: c.resend(), "write all of its files again", "R"),
    binding("Battle by file", "far paste", lambda c: c.paste_text(), "take in the text on the clipboard", "Ctrl+V"),
    binding("Battle by file", "far look", lambda c: c.look(), "look into the shared folder", "L"),
    binding(
        "Battle by file",
        "far claim",
        lambda c: c.claim(),
        "give up waiting: the battle is broken off, and nobody wins",
        "K",
    ),
    binding("Battle by file", "far decline", lambda c: c.decline(), "decline, or take the battle off the list", "X"),
    binding("Battle by file", "far seat", lambda c: c.move_seat(), "move the seat to another machine", "M"),
    binding("Battle by file", "far direct", lambda c: c.direct(), "play directly: listen, call, or end it", "D"),
    binding("Battle by file", "far back", lambda c: c.wish_back(), "ask to take back what you decided last", "T"),
    binding("Battle by file", "far agree", lambda c: c.agree(), "agree to take back", "Y"),
    binding("All battles by file", "far begin", lambda c: c.begin(), "begin a battle by file", "N"),
    binding("All battles by file", "far share", lambda c: c.share(), "choose the shared folder", "H"),
    binding("All battles by file", "far help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)
PAGE = "far page"  # the action that leads from the table back to the page
TALK = "far talk"  # the action that opens the words of both
AT_TABLE = (
    *BATTLE,
    binding("By file", TALK, lambda c: c.context.own_key(TALK), "write a line to the other player", "Y"),
    binding(
        "By file",
        PAGE,
        lambda c: c.context.own_key(PAGE),
        "go to its page: hand over the file, or read theirs",
        "Ctrl+J",
    ),
)
