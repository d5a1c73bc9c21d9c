"""One side's guns at one target: legal shots, the roll, and its effect (sail/4, 5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from game.board.geometry import span
from game.core.display import Cause
from game.core.events import Event, Score
from game.core.orders import Id, Illegal
from game.core.state import PhaseData, PieceData
from game.core.umpire import Umpire
from game.core.values import frozen
from game.systems.full_sail.damage.dice import throw, told_chances
from game.systems.full_sail.damage.suffer import Blow, suffer
from game.systems.full_sail.gunnery.guns import bears, dice_words, facing_side, rakes, side_dice, side_reach
from game.systems.full_sail.gunnery.honour import dishonour
from game.systems.full_sail.gunnery.sight import Hidden, obstacle_between
from game.systems.full_sail.sea.board import out_of_reach
from game.systems.full_sail.ships.design import SIDES
from game.systems.full_sail.ships.grapples import partners
from game.systems.full_sail.ships.ship import SailingShip, SailState

RULE, GRAPPLED = "sail/4", "sail/5.1"
RIGGING = "rigging"
ATTEMPTS = PhaseData[tuple[tuple[Id, Id], ...]]("grapple_orders", ())  # (thrower, target) pairs of grapples this turn
NAMED = PieceData[Id]("named_partner", "")  # of a ship in several grapples: the partner it fights this turn


@frozen
class Broadside:
    """The guns of one side (`mount`), their target, and their aim: the hull or "rigging"."""

    mount: str
    target: Id
    aim: str = ""

    @property
    def system(self) -> str:
        """Empty, because no broadside picks a system of its target."""
        return ""

    @property
    def part(self) -> str:
        """The part of its target that it aims at; empty for the hull."""
        return "the rigging" if self.aim else ""

    def __str__(self) -> str:
        return f"{self.mount}>{self.target}" + (f":{self.aim}" if self.aim else "")


@frozen
class GunRefusal:
    """The refusal of a side's fire at a target: a sentence, its rule, and the cause for the board."""

    why: str
    rule: str
    cause: Cause


def gun_range(state: SailState, firer: SailingShip, target: SailingShip) -> float:
    """Return the range in MU between two ships; 0 if they are grappled to each other."""
    return 0.0 if target.id in partners(state, firer.id) else span(firer.at, target.at)


def enemy_partners(state: SailState, ship: SailingShip) -> tuple[Id, ...]:
    """Return the enemies that a ship is grappled to."""
    tied = partners(state, ship.id)
    if not tied:
        return ()
    others = (state.ships[key] for key in tied)
    return tuple(other.id for other in others if other.in_play and other.side != ship.side)


def hidden_by(
    state: SailState, firer: SailingShip, target: SailingShip, others: Sequence[SailingShip] | None = None
) -> Hidden | None:
    """Return the obstacle in the way, among all ships or `others`; None between ships grappled to each other."""
    tied = partners(state, firer.id)
    return None if tied and target.id in tied else obstacle_between(state, firer, target, others)


def silent(ship: SailingShip) -> GunRefusal | None:
    """Return why a ship cannot fire at all, or None."""
    if not ship.in_play or ship.zero:
        return GunRefusal(f"{ship.name} is a wreck", "sail/7", "lost")
    if ship.struck:
        return GunRefusal(f"{ship.name} has struck", "sail/8", "control")
    return None if ship.crew else GunRefusal(f"{ship.name} has nobody to serve its guns", "sail/5.2", "control")


def refusal(
    state: SailState, ship: SailingShip, side: str, target: SailingShip, others: Sequence[SailingShip] | None = None
) -> GunRefusal | None:
    """Return why the guns of a side may not fire at a target, or None. Range and sight count only where they are
    measured first. `others`, if given, are all ships that may be in the way."""
    if side not in SIDES or not ship.guns(side):
        return GunRefusal(f"no {side} gun works", RULE, "lost")
    if not target.in_play or target.side == ship.side:
        return GunRefusal(f"{target.name} is no enemy in sight", RULE, "side")
    held = enemy_partners(state, ship) if state.house["grappled_fire"] == "partner" else ()
    if held and target.id not in held:
        return GunRefusal(f"{ship.name} is grappled and fires at its partner alone", GRAPPLED, "control")
    named = NAMED.of(state, ship.id)
    if held and named and target.id != named:
        return GunRefusal(f"{ship.name} fights {state.ships[named].name} this turn", GRAPPLED, "control")
    if held and side != facing_side(ship, target):
        return GunRefusal(f"the {side} guns do not face {target.name}", GRAPPLED, "arc")
    if not held and not bears(ship, side, target):
        return GunRefusal(f"the {side} guns do not bear", RULE, "arc")
    if why := dishonour(state, ship, target):
        return GunRefusal(why.why, why.rule, "control")
    return _sight_refusal(state, ship, side, target, others) if state.house["premeasure"] else None


def _sight_refusal(
    state: SailState, ship: SailingShip, side: str, target: SailingShip, others: Sequence[SailingShip] | None
) -> GunRefusal | None:
    if far := out_of_reach(state.table, gun_range(state, ship, target), side_reach(ship, side)):
        return GunRefusal(far, RULE, "range")
    hidden = hidden_by(state, ship, target, others)
    return GunRefusal(f"{hidden.name} is in the way", RULE, "sight") if hidden else None


def one_broadside(state: SailState, ship: SailingShip) -> Illegal | None:
    """Return why a ship may fire only one side this turn: it is grappled, or throws grapples; or None (sail/4, 5.1)."""
    if enemy_partners(state, ship):
        return Illegal(f"{ship.name} is grappled and fires one broadside only", GRAPPLED)
    if any(ship.id == attacker for attacker, _ in ATTEMPTS.of(state)):
        return Illegal(f"{ship.name} throws grapples and fires one broadside only", GRAPPLED)
    return None


def fire(state: SailState, umpire: Umpire, firer: SailingShip, shot: Broadside) -> None:
    """Fire the guns of a side. The shot is wasted if the line is not clear, or beyond the range of all its guns
    (sail/4)."""
    target = state.ships[shot.target]
    firer.fired |= {shot.mount}
    firer.fired_at |= {target.id}
    line = (firer.at, target.at)
    text = f"{{{firer.id}}} fires {shot.mount} guns at {{{target.id}}}"
    hidden = hidden_by(state, firer, target)
    away = gun_range(state, firer, target)
    dice = side_dice(firer, shot.mount, away)
    if hidden or not dice or not target.in_play:
        far = out_of_reach(state.table, away, side_reach(firer, shot.mount), named=True)
        why = f"{hidden.name} is in the way" if hidden else far if target.in_play else "it is gone"
        umpire.tell(
            Event("fire", RULE, text, firer.id, target.id, reason=why, result="wasted", line=line, mounts=(shot.mount,))
        )
        return
    thrown = throw(umpire, dice, f"fire/{firer.id}/{shot.mount}>{target.id}")
    raking = rakes(firer, target, state.house)
    notes = [word for word, said in (("at the rigging", shot.aim), ("raking", raking)) if said]
    distance = f"{away:.1f} MU"
    reason = ", ".join((distance, dice_words(dice), *notes))
    umpire.tell(
        Event(
            "fire",
            RULE,
            text,
            firer.id,
            target.id,
            thrown.dice,
            reason,
            f"{thrown.points} damage",
            "good" if thrown.points else "plain",
            line=line,
            mounts=(shot.mount,),
            weapon="Guns at the rigging" if shot.aim else "Guns raking" if raking else "Guns",
            score=Score(thrown.points, told_chances(dice)),
            distance=distance,
        )
    )
    blow = Blow(thrown.points, f"fire/{firer.id}/{shot.mount}", firer.id, raking, shot.aim == RIGGING, thrown.rerolls)
    suffer(state, umpire, target, blow)
