"""A rematch: the same start with other dice, with the same players or with sides exchanged."""

from __future__ import annotations

from dataclasses import replace

from game.battle.battle import Battle
from game.battle.loader import Opened, fresh_seed
from game.core.names import HUMAN
from game.core.state import Side


def rematch(opened: Opened, swapped: bool = False, seed: int | None = None) -> Opened:
    """Return a new battle from the start of another; its seed is new unless one is given. `swapped`: each player gets
    the next side, and the last player the first side. Fleets keep their colours."""
    file, system = opened.file, opened.battle.system
    players = [side.player for side in file.sides.values()]
    if swapped:
        players = players[-1:] + players[:-1]
    sides = {key: side.model_copy(update={"player": one}) for (key, side), one in zip(file.sides.items(), players)}
    seed = fresh_seed() if seed is None else seed
    again = file.model_copy(update={"seed": seed, "sides": sides, "script": []})
    state = system.files.set_up(again, opened.designs, system.settings(again.house))
    return replace(opened, battle=Battle(system, state, seed, again.title), file=again, saved=False, notices=())


def places_words(sides: dict[str, Side]) -> str:
    """Return a sentence on who plays which side after an exchange of sides; empty if only one person plays."""
    people = [side.name for side in sides.values() if side.player == HUMAN]
    return f"Change places: whoever had {people[0]} has {people[1]} now." if len(people) == 2 else ""
