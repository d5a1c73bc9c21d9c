"""The dice of attacks that hit everything in an area, and ignore screens and armour (full-thrust-base/6.15, 6.16)."""

from __future__ import annotations

from game.core.events import Die, Event, score_of
from game.core.orders import Id
from game.core.umpire import Umpire
from game.rules.combat.damage_allocation import Harm, inflict
from game.rules.counters.counter import shot_at
from game.rules.odds.die_columns import DieColumn, die_chances, power
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState

POINTS_OF_FACE = DieColumn((1, 2, 3, 4, 5, 6))


def scorch(
    state: ThrustState,
    umpire: Umpire,
    by: Id,
    dice: int,
    target: Ship | Counter,
    cause: str,
    rule: str,
    weapon: str,
    what: str,
) -> None:
    """Roll for one ship or counter. A ship takes all points on its hull, and a counter loses up to its whole count.
    `weapon` names the weapon in tables, and `what` in the line of the log."""
    faces = umpire.roll(dice, f"{cause}>{target.id}")
    points = sum(faces)
    score = score_of(points, power(die_chances(POINTS_OF_FACE), dice)) if isinstance(target, Ship) else None
    umpire.tell(
        Event(
            "hazard",
            rule,
            f"{{{target.id}}} is caught by {what}",
            who=by,
            whom=target.id,
            dice=tuple(map(Die, faces)),
            reason="past screens and armour",
            result=f"{points} damage",
            figure=True,
            tone="bad",
            at=target.at,
            weapon=weapon,
            score=score,
        )
    )
    if isinstance(target, Counter):
        shot_at(state, umpire, target, points, rule)
    else:
        inflict(state, umpire, Harm(by, target.id, (("hull", points),), cause, rule=rule))
