"""The keys of a replay, in one table that binds them, carries them out, and fills the list of keys and the key caps."""

from __future__ import annotations

from game.ui.keys.bindings import binding

BINDINGS = (
    binding("Replay", "play", lambda c: c.player.play(), "play or stop", "Space"),
    binding("Replay", "back", lambda c: c.player.backward(), "go a step back", "Left"),
    binding("Replay", "next", lambda c: c.player.forward(), "go a step on", "Right"),
    binding("Replay", "again", lambda c: c.player.again(), "play this step again", "A"),
    binding("Replay", "turn back", lambda c: c.turn(-1), "go a turn back", "PageUp"),
    binding("Replay", "turn on", lambda c: c.turn(1), "go a turn on", "PageDown"),
    binding("Replay", "first", lambda c: c.player.jump(0), "go to the beginning", "Home"),
    binding("Replay", "last", lambda c: c.player.jump(len(c.reel.steps) - 1), "go to the end", "End"),
    binding("Replay", "faster", lambda c: c.player.hurry(1), "play faster, up to eight times; = does the same", "Plus"),
    binding("Replay", "slower", lambda c: c.player.hurry(-1), "play slower, down to half", "Minus"),
    binding("Replay", "why", lambda c: c.show_why(), "show why the computer gave its orders, or no longer", "F9"),
    binding("Replay", "advise", lambda c: c.advise(), "show what every end was worth against a perfect enemy", "I"),
    binding("Replay", "advised worth", lambda c: c.adviser.show("worth"), "show what each end was worth", "U"),
    binding(
        "Replay", "advised answers", lambda c: c.adviser.show("theirs"), "show where the enemy was likely to end", "T"
    ),
    binding("Replay", "advised next", lambda c: c.adviser.next_piece(1), "choose the next ship to ask about", "N"),
    binding("Replay", "advised previous", lambda c: c.adviser.next_piece(-1), "choose the ship before it", "Shift+N"),
    binding(
        "Replay", "advised target", lambda c: c.adviser.next_target(), "choose the next enemy to weigh it against", "E"
    ),
    binding("Replay", "fit", lambda c: c.fit(), "show every ship", "F"),
    binding("Replay", "film", lambda c: c.write_film(), "write a film of the battle", "V"),
    binding("Replay", "help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)
