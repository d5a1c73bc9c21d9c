"""The computer players by name, as in battle files and in `--players`: `random`, `captain`, `captain:bold`."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from importlib import import_module

from game.core.names import style_fault
from game.players.player import ComputerPlayer, Unthinking
from game.players.random_player import random_order


def _load_player(literal: str, name: str, style: str) -> ComputerPlayer:
    """Return a player whose module is loaded when it is first needed. Raises LookupError for an unknown style."""
    module, _, kind = literal.rpartition(".")
    made: ComputerPlayer = getattr(import_module(f"{__name__}.{module}"), kind)(name, style)
    return made


# opponents of the ladder, to measure others against
RUNGS = ("greedy", "doctrine", "circler", "corner", "turtle", "edge-runner", "chaser", "rammer", "copycat")

# by name: makes a player of the style after the colon; empty without one
PLAYERS: dict[str, Callable[[str], ComputerPlayer]] = {
    "random": lambda style: Unthinking(random_order),
    **{name: partial(_load_player, "captain.captain.Captain", name) for name in ("cadet", "captain", "admiral")},
    **{name: partial(_load_player, "rungs.rungs.made", name) for name in RUNGS},
}


def player(name: str) -> ComputerPlayer:
    """Return a new player by its name, such as `captain:bold`. Raises LookupError with a sentence."""
    kind, _, style = name.partition(":")
    if kind not in PLAYERS:
        near = get_close_matches(kind, PLAYERS, 1)
        hint = f"Did you mean “{near[0]}”?" if near else f"There is {', '.join(PLAYERS)}."
        raise LookupError(f"There is no computer player “{name}”. {hint}")
    if fault := style_fault(name):
        raise LookupError(f"There is no computer player “{name}”: {fault}.")
    return PLAYERS[kind](style)
