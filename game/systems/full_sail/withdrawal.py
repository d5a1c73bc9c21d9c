"""A side at sea gives up the battle: its ships leave, and those that cannot strike (sail/9)."""

from __future__ import annotations

from typing import ClassVar

from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn.side_orders import Withdraw
from game.systems.full_sail.damage.fire import remove
from game.systems.full_sail.outcome import RULE, fights_on
from game.systems.full_sail.sea.convoy import LEFT, convoy
from game.systems.full_sail.ships.grapples import cast_off, partners
from game.systems.full_sail.ships.ship import SailState
from game.systems.full_sail.turn import strike


@frozen
class SailAway(Withdraw):
    """All ships with a crew leave. Grappled ships and those of the convoy strike instead."""

    rule: ClassVar[str] = RULE

    def take_away(self, state: SailState, umpire: Umpire) -> None:
        for ship in filter(fights_on, state.fleet(self.by)):
            state.sealed.pop(ship.id, None)
            if partners(state, ship.id) or ship in convoy(state):
                strike(umpire, ship)
            else:
                remove(umpire, ship, LEFT, RULE)
        cast_off(state)
