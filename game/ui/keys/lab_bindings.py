"""The keys of the odds lab and of its page of ladders, in a table each that binds them, carries them out, and fills the
list of keys and the key caps."""

from __future__ import annotations

from game.ui.keys.bindings import Binding, binding


def _beginning(number: int, title: str) -> Binding:
    return binding("Set-up", f"set-up {number}", lambda c: c.begin_with(number - 1), title, f"F{number + 3}")


BINDINGS = (
    _beginning(1, "begin with a lone group"),
    _beginning(2, "begin with a strike of four groups"),
    _beginning(3, "begin with a swarm of twelve groups"),
    _beginning(4, "begin with a missile storm"),
    _beginning(5, "begin with the set-up last made by hand"),
    binding("Set-up", "assist", lambda c: c.next_assist(), "change groups that assist: none, best play", "A"),
    binding("Set-up", "rules", lambda c: c.next_rules(), "change the rules: both, old, reformed", "R"),
    binding("Set-up", "next design", lambda c: c.step_design(1), "choose the next design to attack", "D"),
    binding("Set-up", "last design", lambda c: c.step_design(-1), "choose the design before it", "Shift+D"),
    binding("Set-up", "store", lambda c: c.store(), "store this set-up", "Ctrl+S"),
    binding("Set-up", "battle", lambda c: c.battle(), "fight this set-up on the table", "B"),
    binding("Results", "tab", lambda c: c.next_tab(), "show damage or scaling, where both do not fit", "S"),
    binding("Results", "png", lambda c: c.export_png(), "write this page as a picture", "P"),
    binding("Results", "csv", lambda c: c.export_csv(), "write its figures as CSV", "C"),
    binding("Results", "json", lambda c: c.export_json(), "write everything as JSON", "J"),
    binding("Studies", "study", lambda c: c.study(), "run a study of this set-up", "G"),
    binding("Studies", "hold", lambda c: c.hold(), "run or hold the first study", "H"),
    binding("Studies", "list", lambda c: c.next_list(), "show studies, finished ones, stored set-ups", "T"),
    binding("Lab", "ladders", lambda c: c.ladders(), "open the ladder of computer players", "L"),
    binding("Lab", "help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
)
LADDER = (
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
