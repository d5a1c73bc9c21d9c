"""Groups of fighters as the list, the sheet and the board show them (full-thrust-base/7.1)."""

from __future__ import annotations

from dataclasses import replace

from game.core.display import Sheet, Stat, Token
from game.core.orders import Id, Order
from game.rules.counters.counter import flying, token
from game.rules.counters.kinds import Flight, Mine, Plasma
from game.rules.counters.sheet import counter_sheet
from game.rules.display.ship_sheet import sheet
from game.rules.fighters.groups import RULE, endurance, opponents, type_of
from game.rules.ships.thrust_state import ThrustState


def piece_sheet(state: ThrustState, key: Id, draft: Order | None = None) -> Sheet:
    """The sheet of a ship, a mine, plasma, or a group: its endurance besides, and whom it screens, fights or attacks."""
    one = state.counters.get(key)
    if isinstance(one, (Mine, Plasma)):
        return replace(counter_sheet(state, key), tracks=())
    if not isinstance(one, Flight):
        return sheet(state, key, draft)
    found, kind = counter_sheet(state, key), type_of(one)
    names, left = state.names, str(endurance(one))
    stats = [Stat("Flight", f"{kind.move} MU", "", f"{RULE}.3"), Stat("Endurance", left, f"of {kind.endurance}", f"{RULE}.3")]
    told = (("Screens", names.get(one.screening), "5/screens"), ("Attacks", names.get(one.target), "4"))
    stats += [Stat(what, name, "", f"{RULE}.{section}") for what, name, section in told if name]
    stats += [Stat("Fights", other.name, "", f"{RULE}.5") for other in opponents(state, one)]
    stats += [Stat("Torpedoes", "fired", "", f"{RULE}.1")] * one.fired
    return replace(found, kind=f"{kind.title} fighters", stats=(*found.stats, *stats))


def tokens(state: ThrustState) -> tuple[Token, ...]:
    """Every group in flight, beside it the endurance it has left; then mines and plasma."""
    groups = (token(one, f"{endurance(one)}") for one in flying(state, Flight))
    mines = (replace(token(one), course=None) for one in flying(state, Mine))
    return (*groups, *mines, *(replace(token(one), count=1, lost=0) for one in flying(state, Plasma)))
