"""Every key of the battle screen in one table: it binds the keys, fills the key list, and names the caps on buttons.

No part of the rules. A player's own keys come from the settings as action -> key name; what cannot be read or would press
two things at once is not taken, and a sentence says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pygame
from pygame.event import Event

Chord = tuple[int, int]  # a pygame key, and which of Ctrl, Shift and Alt are down with it
MODS = {"Ctrl": pygame.KMOD_CTRL, "Shift": pygame.KMOD_SHIFT, "Alt": pygame.KMOD_ALT}
NAMED = {
    "Enter": pygame.K_RETURN, "Space": pygame.K_SPACE, "Esc": pygame.K_ESCAPE, "Left": pygame.K_LEFT, "Right": pygame.K_RIGHT,
    "Up": pygame.K_UP, "Down": pygame.K_DOWN, "PageUp": pygame.K_PAGEUP, "PageDown": pygame.K_PAGEDOWN, "Home": pygame.K_HOME,
    "End": pygame.K_END, "Plus": pygame.K_PLUS, "Minus": pygame.K_MINUS, "Comma": pygame.K_COMMA, "Period": pygame.K_PERIOD,
    "Slash": pygame.K_SLASH, "Backspace": pygame.K_BACKSPACE,
}  # fmt: skip
SAME = {
    pygame.K_KP_ENTER: pygame.K_RETURN,
    pygame.K_KP_PLUS: pygame.K_PLUS,
    pygame.K_EQUALS: pygame.K_PLUS,
    pygame.K_KP_MINUS: pygame.K_MINUS,
}
PRINTED = {"LeftBracket": "[", "RightBracket": "]", "Plus": "+", "Minus": "−", "Comma": ",", "Period": ".", "Slash": "/"}
RESERVED = ("Tab", "Shift+Tab", "F1", "F11", "Ctrl+Plus", "Ctrl+Minus", "Ctrl+0")  # the window's own


@dataclass(frozen=True, slots=True)
class Binding:
    """One thing a key does."""

    action: str
    keys: tuple[str, ...]
    words: str
    group: str


def _b(group: str, action: str, words: str, *keys: str) -> Binding:
    return Binding(action, keys, words, group)


BINDINGS = (
    _b("Battle", "press", "the main button: lock, roll, go on", "Enter"),
    _b("Battle", "next", "next ship that needs an order", "N"),
    _b("Battle", "previous", "previous ship that needs an order", "Shift+N"),
    _b("Battle", "undo", "take the last order back", "U", "Ctrl+Z"),
    _b("Battle", "back", "take back what is in hand, then the menu", "Esc"),
    _b("Battle", "menu", "menu: settings, save and leave", "F10"),
    _b("Battle", "help", "this list", "F2", "Shift+Slash"),
    _b("Battle", "skip", "skip what is being shown", "Space"),
    _b("Battle", "unlock", "unlock orders that have been locked", "K"),
    _b("Battle", "pass", "none of my ships does anything after moving", "P"),
    _b("Battle", "hand over", "give the seat to the other side", "H"),
    _b("Orders", "port", "ghost one turn to port, then slips", "Left"),
    _b("Orders", "starboard", "ghost one turn to starboard, then slips", "Right"),
    _b("Orders", "faster", "ghost one faster", "Up"),
    _b("Orders", "slower", "ghost one slower", "Down"),
    _b("Orders", "swing port", "point one side further to port", "LeftBracket"),
    _b("Orders", "swing starboard", "point one side further to starboard", "RightBracket"),
    _b("Orders", "pace on", "the next step of the way", "Shift+Up"),
    _b("Orders", "pace back", "the step before it", "Shift+Down"),
    _b("Orders", "pace port", "turn to port in this step, or back", "Shift+Left"),
    _b("Orders", "pace starboard", "turn to starboard in this step, or back", "Shift+Right"),
    _b("Orders", "write", "type the order", "O"),
    _b("Fire and repairs", "target", "next enemy as target", "E"),
    _b("Fire and repairs", "last target", "previous enemy as target", "Shift+E"),
    _b("Fire and repairs", "all", "all that bears; parties as the crew would", "V"),
    *(_b("Fire and repairs", f"gun {n}", f"gun or lost system {n}", str(n)) for n in range(1, 10)),
    _b("Board", "arcs", "arcs of fire", "A"),
    _b("Board", "range", "range bands", "R"),
    _b("Board", "threat", "where the enemy can end: one, all, none", "T"),
    _b("Board", "sight", "what bodies hide", "S"),
    _b("Board", "ruler", "ruler", "M"),
    _b("Board", "grid", "grid", "G"),
    _b("Board", "compass", "courses", "C"),
    _b("Board", "names", "what hexes are called", "L"),
    _b("Board", "key", "what the marks mean", "F3"),
    _b("Board", "fit", "show every ship", "F"),
    _b("Board", "table", "show the whole table", "Shift+F"),
    _b("Board", "centre", "centre on the chosen ship", "X"),
    _b("Board", "zoom in", "nearer", "Plus"),
    _b("Board", "zoom out", "farther", "Minus"),
    _b("Board", "pan left", "look further left", "Ctrl+Left"),
    _b("Board", "pan right", "look further right", "Ctrl+Right"),
    _b("Board", "pan up", "look further up", "Ctrl+Up"),
    _b("Board", "pan down", "look further down", "Ctrl+Down"),
    _b("Log", "minutes", "log", "F5"),
    _b("Log", "dice", "dice", "F6"),
    _b("Log", "odds", "odds", "F7"),
    _b("Log", "foot", "fold or open the foot", "F4"),
    _b("Log", "search", "search the log", "Slash", "Ctrl+F"),
    _b("Log", "earlier", "one order back in time", "Comma", "PageUp"),
    _b("Log", "later", "one order on in time", "Period", "PageDown"),
    _b("Log", "now", "back to now", "Backspace", "End"),
)  # fmt: skip


def chord_of(name: str) -> Chord:
    """`Ctrl+Z` as a key and its modifiers; raises ValueError for a name no key has."""
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
    """The key of an event with its modifiers; left and right ones are the same."""
    mod = getattr(event, "mod", 0)
    bits = sum(mask for mask in MODS.values() if mod & mask)
    return SAME.get(event.key, event.key), bits


class Keys:
    """A table of keys (the battle's, unless another is given) with the player's own in it. `troubles` are sentences about
    those that were not taken."""

    def __init__(self, own: Mapping[str, str] | None = None, table: Sequence[Binding] = BINDINGS) -> None:
        self.bindings = {one.action: one for one in table}
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
        taken = next((one for one in self.bindings.values() if one.action != action and chord in map(chord_of, one.keys)), None)
        if taken or chord in map(chord_of, RESERVED):
            what = taken.words if taken else "the window itself"
            self.troubles.append(f"{name} already stands for {what}, so “{self.bindings[action].words}” keeps its own key.")
            return
        self.bindings[action] = replace(self.bindings[action], keys=(name,))

    def action(self, event: Event) -> str:
        """What a key press means; empty if nothing."""
        return self._actions.get(chord_in(event), "")

    def cap(self, action: str) -> str:
        """What stands on the key cap of an action."""
        return self.bindings[action].keys[0] if action in self.bindings else ""

    def groups(self) -> dict[str, list[Binding]]:
        """The table as a list for players, by group; the numbered guns in one line."""
        found: dict[str, list[Binding]] = {}
        for one in self.bindings.values():
            if one.action.startswith("gun ") and one.action != "gun 1":
                continue
            if one.action == "gun 1":
                last = self.bindings["gun 9"].keys[0]
                one = Binding(one.action, (f"{one.keys[0]} to {last}",), "gun or lost system of that number", one.group)
            found.setdefault(one.group, []).append(one)
        return found


def conflicts(bindings: Mapping[str, Binding]) -> list[tuple[str, str, str]]:
    """Keys that stand for two things: the key and both actions."""
    seen: dict[Chord, str] = {}
    found = []
    for one in bindings.values():
        for key in one.keys:
            other = seen.setdefault(chord_of(key), one.action)
            if other != one.action:
                found.append((key, other, one.action))
    return found


def printed(key: str) -> str:
    """A key's name as it stands on the keyboard."""
    head, _, last = key.rpartition("+") if "+" in key else ("", "", key)
    return f"{head}+{PRINTED.get(last, last)}" if head else PRINTED.get(last, last)
