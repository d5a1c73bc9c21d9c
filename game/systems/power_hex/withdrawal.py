"""A side gives up the battle: all its ships and flights leave, and count as lost (power/1)."""

from __future__ import annotations

from typing import ClassVar

from game.core.events import Event
from game.core.umpire import Umpire
from game.core.values import frozen
from game.rules.turn.side_orders import Withdraw
from game.systems.power_hex.movement.moving import LEFT
from game.systems.power_hex.outcome import RULE
from game.systems.power_hex.ships.ship import PowerState


@frozen
class LeaveMap(Withdraw):
    """The order by which all ships and flights leave; they count as lost."""

    rule: ClassVar[str] = RULE
    counts: ClassVar[str] = "count as lost"

    def take_away(self, state: PowerState, umpire: Umpire) -> None:
        for ship in state.fleet(self.by):
            ship.removed_reason = LEFT
            words = f"{{{ship.id}}} leaves the battle"
            umpire.tell(Event("lost", RULE, words, ship.id, tone="bad", leaves="battle", at=ship.at, fate=LEFT))
