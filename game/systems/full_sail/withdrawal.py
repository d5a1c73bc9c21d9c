"""A side at sea gives up the battle: its ships leave, and those that cannot strike (sail/9)."""

from __future__ import annotations

from typing import ClassVar

from game.core.display import Risk
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn.side_orders import Withdraw
from game.systems.full_sail.damage.fire import remove
from game.systems.full_sail.outcome import RULE, fights_on
from game.systems.full_sail.sea.convoy import LEFT, convoy
from game.systems.full_sail.ships.grapples import cast_off, partners
from game.systems.full_sail.ships.ship import SailingShip, SailState
from game.systems.full_sail.turn import strike


@frozen
class SailAway(Withdraw):
    """The order by which ships with a crew leave; grappled ones and those of the convoy strike instead."""

    rule: ClassVar[str] = RULE

    def risks(self, state: SailState) -> tuple[Risk, ...]:
        held = [ship for ship in filter(fights_on, state.fleet(self.by)) if _held(state, ship)]
        struck = (Risk(ship.name, f"{ship.name} cannot leave, and strikes", 1.0, rule="sail/8") for ship in held)
        return (*Withdraw.risks(self, state), *struck)

    def take_away(self, state: SailState, umpire: Umpire) -> None:
        for ship in filter(fights_on, state.fleet(self.by)):
            state.sealed.pop(ship.id, None)
            if _held(state, ship):
                strike(umpire, ship)
            else:
                remove(umpire, ship, LEFT, RULE)
        cast_off(state)


def _held(state: SailState, ship: SailingShip) -> bool:
    """Return whether a ship cannot leave the battle."""
    return bool(partners(state, ship.id)) or ship in convoy(state)
