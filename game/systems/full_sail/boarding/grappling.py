"""Throwing grapples: the ships that may, the roll, and how the two ships lie (sail/5.1)."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from game.board.geometry import ahead, clock, rounded_point, span
from game.core.events import Die, Event, Score, score_of
from game.core.orders import Illegal
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.full_sail.damage.suffer import Blow, suffer
from game.systems.full_sail.gunnery.fouling import exchange, lash
from game.systems.full_sail.gunnery.honour import dishonour
from game.systems.full_sail.sea.board import out_of_reach
from game.systems.full_sail.ships.grapples import between, partners
from game.systems.full_sail.ships.ship import SailingShip, SailState

RULE = "sail/5.1"
REACH, FASTER = 6.0, 6  # the most MU between two ships, and the most difference of their speeds
CLEAN, COLLISION, NOTHING = "clean", "collision", "nothing"


@frozen
class GrappleChances:
    """Exact chances of a throw of grapples."""

    clean: float
    collision: float
    nothing: float


def why_not_grapple(
    state: SailState, attacker: SailingShip, target: SailingShip, named: bool = False
) -> Illegal | None:
    """Return why one ship may not throw grapples at another now, or None. `named` means that the order has named the
    target."""
    if between(state, attacker.id, target.id):
        return Illegal(f"{attacker.name} and {target.name} are grappled already", RULE)
    if not attacker.commanded or attacker.struck:
        return Illegal(f"{attacker.name} has nobody to throw grapples", RULE)
    if not target.in_play:
        return Illegal(f"{target.name} is gone", RULE)
    if far := out_of_reach(state.table, span(attacker.at, target.at), REACH, named):
        return Illegal(far, RULE)
    if abs(attacker.velocity - target.velocity) > FASTER:
        speeds = f"{attacker.name} makes {attacker.velocity}, {target.name} {target.velocity}"
        return Illegal(f"{speeds}: their speeds may be {FASTER} apart at most", RULE)
    return dishonour(state, attacker, target, grapple=True)


def resistance(state: SailState, target: SailingShip) -> tuple[int, int]:
    """Return the dice that a target rolls and the thrust that it adds (sail/5.1). It rolls only one die if it drifts or
    lies at anchor."""
    if not (target.adrift or target.anchored):
        return 2, target.thrust
    return 1, target.thrust if state.house["grapple_adrift"] == "thrust" else 0


def accepts(target: SailingShip) -> bool:
    """Return whether a ship accepts grapples without a roll, because it has struck or nobody is aboard."""
    return target.struck or target.zero or not target.crew


def result(attack: int, defence: int, equal_clean: bool = False) -> str:
    """Return the result of two totals. Equal ones are a collision or, by option, clean."""
    if attack == defence:
        return CLEAN if equal_clean else COLLISION
    return CLEAN if attack > defence else NOTHING


def equal_is_clean(state: SailState) -> bool:
    """Return whether equal totals are a clean grapple, by option."""
    return state.house["grapple_equal"] == "clean"


def throw_grapples(
    state: SailState, umpire: Umpire, attacker: SailingShip, target: SailingShip, accepted: bool = False
) -> str:
    """Throw grapples from one ship at another, and return the result. `accepted` means that the target wants them
    too."""
    text = f"{{{attacker.id}}} throws grapples at {{{target.id}}}"
    dice: tuple[Die, ...] = ()
    score: Score | None = None
    if accepted or accepts(target):
        outcome, words = CLEAN, "accepted"
    else:
        thrown = umpire.roll(2, f"grapple/{attacker.id}>{target.id}")
        number, thrust = resistance(state, target)
        held = umpire.roll(number, f"grapple/{attacker.id}>{target.id}/against")
        totals = sum(thrown) + attacker.thrust, sum(held) + thrust
        outcome, missed = result(*totals, equal_is_clean(state)), throw_chances(state, attacker, target).nothing
        score = score_of(outcome != NOTHING, (missed, 1 - missed), "grapples")
        dice, words = (
            (*map(Die, thrown), *(Die(face, by=target.id) for face in held)),
            f"{totals[0]} against {totals[1]}",
        )
    said = {CLEAN: "grappled", COLLISION: "they collide", NOTHING: "the grapples miss"}[outcome]
    umpire.tell(
        Event(
            "contact",
            RULE,
            text,
            attacker.id,
            target.id,
            dice,
            words,
            said,
            tone="bad" if outcome == COLLISION else "plain",
            line=(attacker.at, target.at),
            weapon="Grapples",
            score=score,
        )
    )
    if outcome == NOTHING:
        return outcome
    debts = exchange(state, umpire, attacker, target) if outcome == COLLISION else ()
    lie_together(state, attacker, target)
    for ship, debt in debts:
        suffer(state, umpire, ship, Blow(debt.points, f"collision/{debt.by}", debt.by, debt.raking, rule=RULE))
    return outcome


def lie_together(state: SailState, attacker: SailingShip, target: SailingShip) -> None:
    """Place the attacker beside its target, on the side where it is, with the target's heading. Both stop. An attacker
    held by other ships already stays where it is."""
    if not partners(state, attacker.id):
        port, starboard = (_beside(attacker, target, quarter) for quarter in (-3, 3))
        attacker.at = min((starboard, port), key=lambda place: span(attacker.at, place))
        attacker.point(target.course)
    lash(state, attacker, target)


def _beside(attacker: SailingShip, target: SailingShip, quarter: int) -> tuple[float, float]:
    """Return the place on one side of a target at which the bases touch."""
    return rounded_point(ahead(target.at, clock(target.course + quarter), attacker.base_radius + target.base_radius))


def throw_chances(state: SailState, attacker: SailingShip, target: SailingShip) -> GrappleChances:
    """Return the exact chances of a throw that the target resists."""
    dice, thrust = resistance(state, target)
    return chances(attacker.thrust, thrust, dice, equal_is_clean(state))


@lru_cache(maxsize=1024)
def chances(attack_thrust: int, defence_thrust: int, dice: int = 2, equal_clean: bool = False) -> GrappleChances:
    """Return the exact chances of a throw: two dice and thrust against `dice` dice and thrust."""
    counted = {CLEAN: 0, COLLISION: 0, NOTHING: 0}
    for faces in product(range(1, 7), repeat=2 + dice):
        counted[result(sum(faces[:2]) + attack_thrust, sum(faces[2:]) + defence_thrust, equal_clean)] += 1
    cases = 6 ** (2 + dice)
    return GrappleChances(counted[CLEAN] / cases, counted[COLLISION] / cases, counted[NOTHING] / cases)
