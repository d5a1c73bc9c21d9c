"""The keys of the battle screen, in one table that binds them, carries them out, and fills the list of keys and the key
caps; no part of the rules.

The player's own keys come from the settings as action -> key name. An unreadable key, or one with two meanings, is
refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pygame
from pygame.event import Event

Chord = tuple[int, int]  # a pygame key and its Ctrl, Shift and Alt modifiers
MODS = {"Ctrl": pygame.KMOD_CTRL, "Shift": pygame.KMOD_SHIFT, "Alt": pygame.KMOD_ALT}
NAMED = {
    "Enter": pygame.K_RETURN, "Space": pygame.K_SPACE, "Esc": pygame.K_ESCAPE, "Left": pygame.K_LEFT,
    "Right": pygame.K_RIGHT,
    "Up": pygame.K_UP, "Down": pygame.K_DOWN, "PageUp": pygame.K_PAGEUP, "PageDown": pygame.K_PAGEDOWN,
    "Home": pygame.K_HOME,
    "End": pygame.K_END, "Plus": pygame.K_PLUS, "Minus": pygame.K_MINUS, "Comma": pygame.K_COMMA,
    "Period": pygame.K_PERIOD,
    "Slash": pygame.K_SLASH, "Backspace": pygame.K_BACKSPACE, "LeftBracket": pygame.K_LEFTBRACKET,
    "RightBracket": pygame.K_RIGHTBRACKET,
}  # fmt: skip
# names of all keys
NAMES = {getattr(pygame, name): name[2:].capitalize() for name in dir(pygame) if name.startswith("K_")}
SAME = {
    pygame.K_KP_ENTER: pygame.K_RETURN,
    pygame.K_KP_PLUS: pygame.K_PLUS,
    pygame.K_EQUALS: pygame.K_PLUS,
    pygame.K_KP_MINUS: pygame.K_MINUS,
    pygame.K_KP_DIVIDE: pygame.K_SLASH,
}
PRINTED = {
    "LeftBracket": "[",
    "RightBracket": "]",
    "Plus": "+",
    "Minus": "−",
    "Comma": ",",
    "Period": ".",
    "Slash": "/",
}
RESERVED = ("Tab", "Shift+Tab", "F1", "F11", "Ctrl+Plus", "Ctrl+Minus", "Ctrl+0")  # keys used by the window


@dataclass(frozen=True, slots=True)
class Binding:
    """One action of a key. `do` gets the commands of the screen; it is None if the window handles the key on every
    screen."""

    action: str
    keys: tuple[str, ...]
    words: str
    group: str
    do: Callable[[Any], object] | None = None


def binding(group: str, action: str, do: Callable[[Any], object], words: str, *keys: str) -> Binding:
    """Return a row of a table of keys."""
    return Binding(action, keys, words, group, do)


def _gun(n: int) -> Binding:
    return binding(
        "Fire and repairs", f"gun {n}", lambda c: c.aiming.choose_nth(n), f"choose gun or lost system {n}", str(n)
    )


SPEEDS = (
    binding("Orders", "faster", lambda c: c.board_input.nudge(0, 1), "make the ghost one faster", "Up"),
    binding("Orders", "slower", lambda c: c.board_input.nudge(0, -1), "make the ghost one slower", "Down"),
)
CAMERA = (
    binding("Board", "zoom in", lambda c: c.context.board.camera.zoom(1.4), "zoom in; = does the same", "Plus"),
    binding("Board", "zoom out", lambda c: c.context.board.camera.zoom(1 / 1.4), "zoom out", "Minus"),
    binding("Board", "pan left", lambda c: c.context.board.camera.nudge(-0.2, 0), "look further left", "Ctrl+Left"),
    binding("Board", "pan right", lambda c: c.context.board.camera.nudge(0.2, 0), "look further right", "Ctrl+Right"),
    binding("Board", "pan up", lambda c: c.context.board.camera.nudge(0, 0.2), "look further up", "Ctrl+Up"),
    binding("Board", "pan down", lambda c: c.context.board.camera.nudge(0, -0.2), "look further down", "Ctrl+Down"),
)
BINDINGS = (
    binding("Battle", "press", lambda c: c.press(), "press the main button: lock, roll, go on", "Enter"),
    binding("Battle", "next", lambda c: c.next(), "choose the next ship that needs an order", "N"),
    binding("Battle", "previous", lambda c: c.next(-1), "choose the previous ship that needs an order", "Shift+N"),
    binding("Battle", "group all", lambda c: c.board_input.group.pick_all(), "take all ships of the side in hand",
            "Ctrl+A"),
    binding("Battle", "group next", lambda c: c.board_input.group.pick_next(), "take one more ship in hand", "J"),
    binding("Orders", "as before", lambda c: c.as_before(), "order as last turn: the ship in hand, or all with it",
            "B"),
    binding("Orders", "all as before", lambda c: c.as_before(True), "order as last turn: all ships without an order",
            "Shift+B"),
    binding("Orders", "standing", lambda c: c.turn_flow.turn_to_plans(), "write standing orders, or the moves again",
            "D"),
    binding("Battle", "undo", lambda c: c.undo(), "take the last order back", "U", "Ctrl+Z"),
    binding("Battle", "back", lambda c: c.back(), "take back what is in hand, then the menu", "Esc"),
    binding("Battle", "menu", lambda c: c.menu(), "open the menu: settings, save and leave", "F10"),
    binding("Battle", "help", lambda c: c.help(), "show this list", "F2", "Shift+Slash"),
    binding("Battle", "skip", lambda c: c.skip(), "skip what is being shown", "Space"),
    binding("Battle", "skip ship", lambda c: c.skip_ship(), "skip what this ship throws", "Shift+Space"),
    binding("Battle", "again", lambda c: c.turn_flow.again(), "show the last movement again", "W"),
    binding("Battle", "replay", lambda c: c.replay(), "show the whole battle once more", "Shift+W"),
    binding("Battle", "film", lambda c: c.film(), "write the battle as a film", "Ctrl+W"),
    binding("Battle", "print", lambda c: c.print(), "write the sheets of the ships, for a game on paper", "Ctrl+P"),
    binding("Battle", "unlock", lambda c: c.unlock(), "unlock orders that have been locked", "K"),
    binding("Battle", "pass", lambda c: c.pass_all(), "pass: my other ships do nothing more in this phase", "P"),
    binding("Battle", "hand over", lambda c: c.hand_over(), "give the seat to the other side", "H"),
    binding("Orders", "port", lambda c: c.board_input.nudge(-1, 0), "turn the ghost to port, then slip", "Left"),
    binding("Orders", "starboard", lambda c: c.board_input.nudge(1, 0), "turn the ghost to starboard, then slip",
            "Right"),
    *SPEEDS,
    binding("Orders", "swing port", lambda c: c.board_input.nudge(0, 0, -1), "point one side further to port",
            "LeftBracket", "Alt+Left"),
    binding("Orders", "swing starboard", lambda c: c.board_input.nudge(0, 0, 1), "point one side further to starboard",
            "RightBracket", "Alt+Right"),
    binding("Orders", "pace on", lambda c: c.writing.pace(1, 0), "go to the next step of the way", "Shift+Up"),
    binding("Orders", "pace back", lambda c: c.writing.pace(-1, 0), "go to the step before it", "Shift+Down"),
    binding("Orders", "pace port", lambda c: c.writing.pace(0, -1), "turn to port in this step, or back", "Shift+Left"),
    binding("Orders", "pace starboard", lambda c: c.writing.pace(0, 1), "turn to starboard in this step, or back",
            "Shift+Right"),
    binding("Orders", "write", lambda c: c.writing.begin(), "type the order", "O"),
    binding("Fire and repairs", "target", lambda c: c.aiming.next_target(1), "choose the next enemy as target", "E"),
    binding("Fire and repairs", "last target", lambda c: c.aiming.next_target(-1), "choose the enemy before it",
            "Shift+E"),
    binding("Fire and repairs", "all", lambda c: c.aiming.all(),
            "aim all that bears; set every party to work as the crews would", "V"),
    binding("Fire and repairs", "at once", lambda c: c.at_once(),
            "aim all that bears at the best target, or repair, and roll", "Shift+V"),
    *map(_gun, range(1, 10)),
    binding("Board", "arcs", lambda c: c.switch("arcs"), "show arcs of fire", "A"),
    binding("Board", "range", lambda c: c.switch("range"), "show range bands", "R"),
    binding("Board", "threat", lambda c: c.threat(), "show where the enemy can end: one, all, none", "T"),
    binding("Board", "sight", lambda c: c.switch("sight"), "show what bodies hide", "S"),
    binding("Board", "ruler", lambda c: c.ruler(), "measure with the ruler", "M"),
    binding("Board", "grid", lambda c: c.switch("grid"), "show the grid", "G"),
    binding("Board", "compass", lambda c: c.switch("compass"), "show courses", "C"),
    binding("Board", "names", lambda c: c.switch("names"), "show what hexes are called", "L"),
    binding("Board", "key", lambda c: c.key(), "show what the marks mean", "F3"),
    binding("Board", "fit", lambda c: c.context.board.fit(c.context.scene), "show every ship", "F"),
    binding("Board", "table", lambda c: c.context.board.fit(None, everything=True), "show the whole table", "Shift+F"),
    binding("Board", "centre", lambda c: c.centre(), "centre on the chosen ship", "X"),
    *CAMERA,
    binding("Log", "log", lambda c: c.open(0), "open the log", "F5"),
    binding("Log", "dice", lambda c: c.open(1), "open the dice", "F6"),
    binding("Log", "odds", lambda c: c.open(2), "open the odds", "F7"),
    binding("Log", "account", lambda c: c.account(), "open the account: by ship, by turn, by weapon", "F8"),
    binding("Log", "why", lambda c: c.why(), "show why the computer gave its orders, or no longer", "F9"),
    binding("Log", "advise", lambda c: c.advise(), "show what every end is worth, where the house rule allows it", "I"),
    binding("Log", "foot", lambda c: c.context.fold_foot(), "fold or open the foot", "F4"),
    binding("Log", "search", lambda c: c.search(), "search the log", "Slash", "Ctrl+F"),
    binding("Log", "earlier", lambda c: c.earlier(), "go one order back in time", "Comma", "PageUp"),
    binding("Log", "later", lambda c: c.later(), "go one order on in time", "Period", "PageDown"),
    binding("Log", "now", lambda c: c.now(), "show all at once; go back to now", "Backspace", "End"),
)  # fmt: skip


def chord_of(name: str) -> Chord:
    """Return the key and modifiers of a name such as `Ctrl+Z`. Raises ValueError for an unknown name."""
    *mods, key = name.split("+") if not name.endswith("++") else [*name[:-2].split("+"), "+"]
    bits = 0
    for mod in mods:
        if mod.capitalize() not in MODS:
            raise ValueError(f"there is no key “{mod}” to hold down; there are Ctrl, Shift and Alt")
        bits |= MODS[mod.capitalize()]
    found = next((code for label, code in NAMED.items() if label.lower() == key.lower()), 0)
    found = found or getattr(pygame, f"K_{key.lower()}", 0) or getattr(pygame, f"K_{key.upper()}", 0)
    if not found:
        raise ValueError(f"there is no key “{key}”")
    return found, bits


def chord_in(event: Event) -> Chord:
    """Return the key of an event with its modifiers, the left and right ones alike. On layouts that type plus with
    Shift, = is the same key."""
    mod = getattr(event, "mod", 0)
    bits = sum(mask for name, mask in MODS.items() if mod & mask and (event.key, name) != (pygame.K_EQUALS, "Shift"))
    return SAME.get(event.key, event.key), bits


def name_of(event: Event) -> str:
    """Return a press as a name for `chord_of`, such as `Ctrl+Z`. A key without a name, such as Ctrl alone, is empty."""
    code, bits = chord_in(event)
    key = next((label for label, named in NAMED.items() if named == code), NAMES.get(code, ""))
    alone = key[1:] in ("ctrl", "shift", "alt", "meta", "gui", "super") or key in (
        "Mode",
        "Capslock",
        "Numlock",
        "Unknown",
    )
    return "" if alone or not key else "+".join([*(mod for mod, mask in MODS.items() if bits & mask), key])


class Keys:
    """A table of keys (the battle's by default) with the player's own. `troubles` are sentences about refused ones."""

    def __init__(self, own: Mapping[str, str] | None = None, table: Sequence[Binding] = BINDINGS) -> None:
        self.table = table
        self.renew(own)

    def run(self, event: Event, page: object) -> bool:
        """Carry out an event's key on a page. Return False for a key without a binding."""
        found = self.bindings.get(self.action(event))
        if found is None or found.do is None:
            return False
        found.do(page)
        return True

    def renew(self, own: Mapping[str, str] | None) -> None:
        """Take the player's keys in place of the previous ones."""
        self.bindings = {one.action: one for one in self.table}
        self.troubles: list[str] = []
        for action, name in (own or {}).items():
            self._take(action, name)
        self._actions = {chord_of(key): one.action for one in self.bindings.values() for key in one.keys}

    def _take(self, action: str, name: str) -> None:
        if action not in self.bindings:
            return  # a key of another screen
        try:
            chord = chord_of(name)
        except ValueError as why:
            self.troubles.append(f"The key for “{self.bindings[action].words}” was not taken: {why}.")
            return
        taken = next(
            (one for one in self.bindings.values() if one.action != action and chord in map(chord_of, one.keys)), None
        )
        if taken or chord in map(chord_of, RESERVED):
            what = f"“{taken.words}”" if taken else "the window itself"
            self.troubles.append(
                f"{name} already stands for {what}, so “{self.bindings[action].words}” keeps its own key."
            )
            return
        self.bindings[action] = replace(self.bindings[action], keys=(name,))

    def action(self, event: Event) -> str:
        """Return the action of a key press; empty if none."""
        return self._actions.get(chord_in(event), "")

    def cap(self, action: str) -> str:
        """Return the key of an action as printed on the keyboard; empty if it has none."""
        return printed_name(self.bindings[action].keys[0]) if action in self.bindings else ""

    def groups(self) -> dict[str, list[Binding]]:
        """Return the table by group for the list of keys, with numbered guns in one line."""
        found: dict[str, list[Binding]] = {}
        for one in self.bindings.values():
            if one.action.startswith("gun ") and one.action != "gun 1":
                continue
            if one.action == "gun 1":
                last = self.bindings["gun 9"].keys[0]
                one = replace(
                    one, keys=(f"{one.keys[0]} to {last}",), words="choose the gun or lost system of that number"
                )
            found.setdefault(one.group, []).append(one)
        return found


def printed_name(key: str) -> str:
    """Return a key's name as printed on the keyboard."""
    head, _, last = key.rpartition("+") if "+" in key else ("", "", key)
    return f"{head}+{PRINTED.get(last, last)}" if head else PRINTED.get(last, last)
