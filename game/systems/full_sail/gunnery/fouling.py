"""Ships too near foul each other: after a last surprise broadside they are grappled (sail/3.6, 5.1)."""

from __future__ import annotations

from itertools import combinations

from game.board.geometry import span, within
from game.core.events import Die, Event, Score
from game.core.orders import Id
from game.core.state import PieceData
from game.core.umpire import Umpire, at_least
from game.core.values import frozen
from game.systems.full_sail.damage.dice import throw, told_chances
from game.systems.full_sail.damage.suffer import Blow, suffer
from game.systems.full_sail.gunnery.guns import facing_side, rakes
from game.systems.full_sail.ships.grapples import between, tie
from game.systems.full_sail.ships.ship import SailingShip, SailState

RULE = "sail/3.6"
NEAR = 1.0  # MU between the centres of two ships that may foul
FOULS = 4  # the lowest face with which they foul
FOUL_CHANCE = (7 - FOULS) / 6


@frozen
class Debt:
    """Damage that a ship takes after its own fire: points, the ship that did it, and whether it rakes."""

    points: int
    by: Id
    raking: bool


OWED = PieceData[tuple[Debt, ...]]("fouled", ())  # by ship, this turn


def foul(state: SailState, umpire: Umpire) -> None:
    """Roll for every pair of ungrappled ships within 1 MU (sail/3.6)."""
    if not state.house["fouling"]:
        return
    afloat = [ship for ship in state.ships.values() if ship.in_play]
    for one, other in combinations(afloat, 2):
        if not within(span(one.at, other.at), NEAR) or between(state, one.id, other.id):
            continue
        face = umpire.die(f"foul/{one.id}/{other.id}", worth=at_least(FOULS))
        fouls = face >= FOULS
        words, result = f"{{{one.id}}} and {{{other.id}}} come close", "they foul" if fouls else "they slip past"
        umpire.tell(
            Event(
                "contact",
                RULE,
                words,
                one.id,
                other.id,
                (Die(face, fouls),),
                result=result,
                tone="bad" if fouls else "good",
                at=one.at,
            )
        )
        if fouls:
            for ship, debt in exchange(state, umpire, one, other):
                OWED.set(state, ship.id, (*OWED.of(state, ship.id), debt))
            lash(state, one, other)
            if state.house["fouling_damage"] == "at_once":
                pay_all(state, umpire)


def exchange(
    state: SailState, umpire: Umpire, one: SailingShip, other: SailingShip
) -> tuple[tuple[SailingShip, Debt], ...]:
    """Roll, for each of two ships, gun dice equal to its standing masts at the other; return the damage of each."""
    found = []
    for firer, target in ((one, other), (other, one)):
        dice = (
            firer.standing if state.house["collision_dice"] == "masts" else len(firer.guns(facing_side(firer, target)))
        )
        thrown = throw(umpire, dice, f"collision/{firer.id}>{target.id}")
        raking = rakes(firer, target, state.house)
        umpire.tell(
            Event(
                "fire",
                RULE,
                f"{{{firer.id}}} fires as it strikes {{{target.id}}}",
                firer.id,
                target.id,
                thrown.dice,
                "raking" if raking else "",
                f"{thrown.points} damage",
                line=(firer.at, target.at),
                weapon="Guns in a collision",
                score=Score(thrown.points, told_chances(dice)),
            )
        )
        found.append((target, Debt(thrown.points, firer.id, raking)))
    return tuple(found)


def lash(state: SailState, one: SailingShip, other: SailingShip) -> None:
    """Grapple two ships, which then lie still."""
    tie(state, one.id, other.id)
    for ship in (one, other):
        ship.halt()
        ship.adrift = ship.zero


def pay(state: SailState, umpire: Umpire, ship: SailingShip) -> None:
    """Apply a ship's damage by fouling, after its own fire or when the phase of fire ends."""
    debts = OWED.of(state, ship.id)
    OWED.clear(state, ship.id)
    for debt in debts:
        if ship.in_play and debt.points:
            suffer(state, umpire, ship, Blow(debt.points, f"collision/{debt.by}", debt.by, debt.raking, rule=RULE))


def pay_all(state: SailState, umpire: Umpire) -> None:
    """Apply the damage by fouling to every ship that has not fired."""
    for key in list(OWED.all(state)):
        pay(state, umpire, state.ships[key])
