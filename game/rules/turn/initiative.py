"""Initiative: a die for each side, and the highest fires first (full-thrust-base/1.4)."""

from __future__ import annotations

from game.core.events import Die, Event
from game.core.orders import Id
from game.core.state import AnyState
from game.core.umpire import Umpire
from game.rules.ships.ship import BOOK


def roll_initiative(state: AnyState, umpire: Umpire, brings: str = "and fires first") -> None:
    """Roll one die for each side with ships on the table. The highest wins, and ties are rolled again (1.4/initiative).
    `brings` are the words for the winner's advantage."""
    rule = f"{BOOK}/1.4/initiative"
    order: list[Id] = []
    groups = [[side for side in state.sides if state.fleet(side)] or list(state.sides)]
    while groups:
        group = groups.pop(0)
        if len(group) == 1:
            order += group
            continue
        faces = {side: umpire.die(f"initiative/{side}") for side in group}
        for side in group:
            umpire.tell(
                Event("initiative", rule, f"{{{side}}} rolls for initiative", who=side, dice=(Die(faces[side]),))
            )
        groups = [
            [side for side in group if faces[side] == face] for face in sorted(set(faces.values()), reverse=True)
        ] + groups
    state.initiative = tuple(order)
    umpire.tell(Event("initiative", rule, f"{{{order[0]}}} has the initiative {brings}", who=order[0]))
