"""A counter in the list and on its sheet: its kind, how much of it is left, and its age (hex/3.1, 3.4, 3.5)."""

from __future__ import annotations

from game.board.boards import board_of
from game.core.display import Sheet, Stat, Track
from game.core.orders import Id
from game.rules.counters.counter import address
from game.rules.counters.kinds import Mine, Ordnance
from game.rules.ships.thrust_state import ThrustState

GLYPH = "needle-corvette"  # the smallest hull in the game


def counter_sheet(state: ThrustState, key: Id) -> Sheet:
    """Return the sheet of fighters, a missile or nova plasma."""
    counter = state.counters[key]
    home = state.ships.get(counter.home)
    rule = address(state, counter.section)
    stats = [Stat("Last move", board_of(state.table).format_distance(counter.velocity), "", rule)]
    if isinstance(counter, Mine):
        stats = []
    if isinstance(counter, Ordnance):
        stats.append(Stat("Age", str(counter.age), "turn" if counter.age == 1 else "turns", rule))
    tracks = (Track(counter.unit.capitalize(), (counter.total,), counter.count, rule=rule),)
    return Sheet(
        title=counter.name,
        kind=counter.title,
        note=f"from {home.name}" if home else "",
        side=counter.side,
        glyph=GLYPH,
        stats=tuple(stats),
        tracks=tracks if counter.total > 1 else (),
        icons=(),
        health=counter.count / max(1, counter.total),
        state=counter.removed_reason,
        rule=rule,
    )
