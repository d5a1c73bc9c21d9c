"""Keys that stand for two things."""

from __future__ import annotations

from collections.abc import Mapping

from game.ui.keys.bindings import Binding, Chord, chord_of


def conflicts(bindings: Mapping[str, Binding]) -> list[tuple[str, str, str]]:
    """Keys that stand for two things: the key and both actions."""
    seen: dict[Chord, str] = {}
    every = [(key, one.action) for one in bindings.values() for key in one.keys]
    first = [(key, seen.setdefault(chord_of(key), action), action) for key, action in every]
    return [one for one in first if one[1] != one[2]]
