"""Fire that a whole side holds at a word: of its other ships, or of all where nobody could fire (full-thrust-base/1.4)."""

from __future__ import annotations

from collections.abc import Callable

from game.core.events import Event
from game.core.orders import Id
from game.core.umpire import Umpire
from game.rules.combat.targeting import armed
from game.rules.movement import post_movement
from game.rules.ships.ship import B, Ship
from game.rules.ships.thrust_state import ThrustState

FIRING = f"{B}/1.4/firing"


def hold_the_rest(state: ThrustState, umpire: Umpire, side: Id, bears: Callable[[Id], bool]) -> None:
    """No ship of a side that waits fires this turn; where none of any side could, that is said once, and nobody is asked more.

    `bears` says whether a ship could fire at anything.
    """
    waiting = {key: _waiting(state, key) for key in state.sides}
    held = waiting[side]
    idle = not any(bears(ship.id) for ship in held)
    others = [ship for key, ships in waiting.items() if key != side for ship in ships]
    nobody = idle and not state.acted and not any(bears(one.id) or post_movement.choices(state, one) for one in others)
    state.acted |= {ship.id for ship in ((*held, *others) if nobody else held)}
    state.last_side = side
    # neither who holds its fire nor how many do: a bogey that is asked would be known for a ship (6.19)
    said = f"{{{side}}} has nothing more to fire at" if idle else f"The rest of {{{side}}} hold fire"
    umpire.tell(Event("note", FIRING, "No ship has anything to fire at" if nobody else said, who=side))


def _waiting(state: ThrustState, side: Id) -> list[Ship]:
    """Ships of a side that have a gun to fire and have not had their turn."""
    return [ship for ship in state.fleet(side) if armed(state, ship)]
