"""One side's guns at one target: the throw, and what it does (sail/4)."""

from __future__ import annotations

from game.board.geometry import span
from game.core.events import Event
from game.core.orders import Id
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.full_sail.damage.dice import throw
from game.systems.full_sail.damage.suffer import Blow, suffer
from game.systems.full_sail.gunnery.guns import rakes, side_dice
from game.systems.full_sail.gunnery.sight import blocked
from game.systems.full_sail.ships.grapples import partners
from game.systems.full_sail.ships.ship import SailingShip, SailState

RULE = "sail/4"


@frozen
class Volley:
    """The guns of one side and their target; `rigging` is fired high."""

    side: str
    target: Id
    rigging: bool = False


def grappled_range(state: SailState, firer: SailingShip, target: SailingShip) -> float:
    """The range in MU between two ships; none if they are grappled to each other."""
    return 0.0 if target.id in partners(state, firer.id) else span(firer.at, target.at)


def fire_volley(state: SailState, umpire: Umpire, firer: SailingShip, volley: Volley) -> None:
    """Fire: a line that is not clear wastes it, as a range beyond all guns does (sail/4)."""
    target = state.ships[volley.target]
    firer.fired |= {volley.side}
    firer.fired_at |= {target.id}
    line = (firer.at, target.at)
    text = f"{{{firer.id}}} fires {volley.side} guns at {{{target.id}}}"
    hidden = blocked(state, firer, target, partners(state, firer.id) if target.id in partners(state, firer.id) else ())
    dice = side_dice(firer, volley.side, grappled_range(state, firer, target))
    if hidden or not dice:
        why = f"{hidden.name} is in the way" if hidden else "out of range"
        umpire.tell(Event("fire", RULE, text, firer.id, target.id, reason=why, result="wasted", line=line))
        return
    thrown = throw(umpire, dice, f"fire/{firer.id}/{volley.side}>{target.id}")
    raking = rakes(firer, target, state.house)
    notes = [word for word, said in (("at the rigging", volley.rigging), ("raking", raking)) if said]
    mounts = tuple(gun.key for gun in firer.guns(volley.side))
    umpire.tell(Event("fire", RULE, text, firer.id, target.id, thrown.dice, ", ".join(notes), f"{thrown.points} damage",
                      line=line, mounts=mounts))  # fmt: skip
    blow = Blow(thrown.points, f"fire/{firer.id}/{volley.side}", firer.id, raking, volley.rigging, thrown.rerolls)
    suffer(state, umpire, target, blow)
