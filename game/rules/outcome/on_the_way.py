"""Pieces that can still harm the last fleet when no other side has a ship that can fight (full-thrust-base/9.2)."""

from __future__ import annotations

from game.core.orders import Id
from game.core.state import AnyState, PhaseData
from game.rules.ships.thrust_state import ThrustState

TURNS = 3  # turns that a battle waits for fighters and mines; ordnance runs out by itself
SINCE = PhaseData[int]("on the way since", 0)  # the turn in which a battle first went on for them


def threatened(state: ThrustState, side: Id) -> bool:
    """Return whether anything can still harm the ships of a side. Called when no other side can fight on."""
    if not goes_on(state):
        return False
    ships = [ship for ship in state.ships.values() if ship.side == side and ship.in_play]
    flying = (one for one in state.counters.values() if one.in_play and one.side != side)
    found = [one for one in flying if one.harms(state, ships)]
    return any(not one.lasting for one in found) or (bool(found) and waits(state))


def goes_on(state: AnyState) -> bool:
    """Return whether a battle goes on because of such pieces."""
    return bool(state.house["in_flight"] == "waits")


def waits(state: AnyState) -> bool:
    """Return whether a battle still waits for pieces that may stay away for ever, which it does only for `TURNS`
    turns."""
    SINCE.set(state, SINCE.of(state) or state.turn)
    return state.turn < SINCE.of(state) + TURNS
