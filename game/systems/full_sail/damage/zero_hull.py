"""A ship without a box of hull left: the loss table, and the rolls that more damage forces (sail/7)."""

from __future__ import annotations

from game.core.events import Die, Event
from game.core.umpire import Umpire, counting
from game.systems.full_sail.damage.fire import put_out, remove, set_alight
from game.systems.full_sail.ships.ship import LOSS, SailingShip, SailState

RULE = "sail/7"
AGAIN = 10  # points scored since zero that force another roll
FOUNDERED = "foundered"
RESULTS = ("adrift", "founders", "burns")


def loss_result(total: int) -> str:
    """What the table says: adrift, founders or burns."""
    return RESULTS[0] if total <= 3 else RESULTS[1] if total <= 5 else RESULTS[2]


def roll_loss(state: SailState, umpire: Umpire, ship: SailingShip) -> None:
    """One roll on the loss table: a die, and one for every earlier roll. Its result replaces an earlier one."""
    bonus = ship.losses
    results = (RESULTS.index(loss_result(face + bonus)) for face in range(1, 7))
    face = umpire.die(f"loss/{ship.id}", worth=counting(results, ordered=False))
    ship.losses += 1
    result = loss_result(face + bonus)
    words = {"adrift": "lies a wreck, adrift", "founders": "founders", "burns": "is adrift and on fire"}[result]
    umpire.tell(
        Event("hazard", RULE, f"{{{ship.id}}} {words}", whom=ship.id, dice=(Die(face),),
              reason=f"+{bonus} for earlier rolls" if bonus else "", tone="bad", at=ship.at)
    )  # fmt: skip
    ship.adrift, ship.anchored = True, False
    if result == "founders":
        remove(umpire, ship, FOUNDERED, RULE)
    elif result == "burns":
        set_alight(state, umpire, ship, LOSS)
        ship.fire_cause = LOSS
    elif ship.fire_cause == LOSS:
        put_out(ship)


def reach_zero(state: SailState, umpire: Umpire, ship: SailingShip, over: int) -> None:
    """The last box is gone, or more points were scored after it: roll, and once more for every full 10 points beyond (sail/7)."""
    first = not ship.losses
    rolls = int(first)
    ship.overkill += 0 if first and not state.house["overkill"] else over
    rolls += ship.overkill // AGAIN
    ship.overkill %= AGAIN
    for _ in range(rolls):
        if ship.in_play:
            roll_loss(state, umpire, ship)
