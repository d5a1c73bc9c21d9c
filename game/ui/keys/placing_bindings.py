"""The keys of the page on which fleets are placed, in one table that binds them, carries them out, and fills the list
of keys.

The page itself handles Tab, which takes the next ship in hand.
"""

from __future__ import annotations

from game.ui.keys.bindings import binding

SHIP, FLEET, PAGE = "Ship in hand", "Fleet", "Placing"
BINDINGS = (
    binding(SHIP, "ship left", lambda c: c.step(-1, 0), "move it to the left", "Left"),
    binding(SHIP, "ship right", lambda c: c.step(1, 0), "move it to the right", "Right"),
    binding(SHIP, "ship up", lambda c: c.step(0, 1), "move it up", "Up"),
    binding(SHIP, "ship down", lambda c: c.step(0, -1), "move it down", "Down"),
    binding(SHIP, "ship left other", lambda c: c.step(-1, 0, True), "move it to the left by a tenth or three hexes",
            "Shift+Left"),
    binding(SHIP, "ship right other", lambda c: c.step(1, 0, True), "move it to the right by a tenth or three hexes",
            "Shift+Right"),
    binding(SHIP, "ship up other", lambda c: c.step(0, 1, True), "move it up by a tenth or three hexes", "Shift+Up"),
    binding(SHIP, "ship down other", lambda c: c.step(0, -1, True), "move it down by a tenth or three hexes",
            "Shift+Down"),
    binding(SHIP, "turn port", lambda c: c.turn(-1), "turn it to port", "Q"),
    binding(SHIP, "turn starboard", lambda c: c.turn(1), "turn it to starboard", "E"),
    binding(SHIP, "ship faster", lambda c: c.speed_up(1), "raise its velocity; = does the same", "Plus"),
    binding(SHIP, "ship slower", lambda c: c.speed_up(-1), "lower its velocity", "Minus"),
    binding(SHIP, "type place", lambda c: c.type_place(), "type its place", "P"),
    binding(SHIP, "lift ship", lambda c: c.lift(), "put it back into the tray", "Delete", "Backspace"),
    binding(FLEET, "line abreast", lambda c: c.line_abreast(), "put all that is left in line abreast", "L"),
    binding(FLEET, "place rest", lambda c: c.rest(), "put the ships in the tray where there is room", "R"),
    binding(FLEET, "undo placing", lambda c: c.undo(), "take the last step back", "Z", "Ctrl+Z"),
    binding(FLEET, "redo placing", lambda c: c.redo(), "do it again", "Y", "Ctrl+Y"),
    binding(FLEET, "placing secretly", lambda c: c.other_way(), "place in turn or in secret", "T"),
    binding(PAGE, "set down", lambda c: c.press(), "set down; when all stand, begin the battle", "Enter"),
    binding(PAGE, "begin placed", lambda c: c.begin_now(), "begin the battle when all stand", "Space"),
    binding(PAGE, "save placed", lambda c: c.save(), "save the battle as a scenario when all stand", "Ctrl+S"),
    binding(PAGE, "placed sandbox", lambda c: c.open_sandbox(), "open it in the sandbox when all stand", "O"),
    binding(PAGE, "fit placing", lambda c: c.fit(), "show the whole table", "F"),
    binding(PAGE, "placing help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)  # fmt: skip
