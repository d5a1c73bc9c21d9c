"""Dangers to a ship besides a fight, and the outlook of a pair that does not fight now (sail/3.6, 5, 6).

The dangers of this turn and the next are explosions, and ships that foul or grapple it.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.board.geometry import span, within
from game.core.display import Risk
from game.systems.full_sail.boarding.breakaway import (
    FOULED,
    FREE,
    HELD,
    agreed_chances,
    contested_chances,
    holds_nobody,
)
from game.systems.full_sail.boarding.breakaway import RULE as LEAVES
from game.systems.full_sail.boarding.capture import defenceless
from game.systems.full_sail.boarding.grappling import FASTER, REACH, accepts, throw_chances
from game.systems.full_sail.boarding.grappling import RULE as GRAPPLES_BY
from game.systems.full_sail.boarding.melee import RULE as BOARDS_BY
from game.systems.full_sail.boarding.melee import BoardingParty, defenders, marines_fall, odds
from game.systems.full_sail.damage.fire import exploding
from game.systems.full_sail.damage.suffer import BLAST
from game.systems.full_sail.gunnery.fouling import FOUL_CHANCE, NEAR
from game.systems.full_sail.gunnery.fouling import RULE as FOULS_BY
from game.systems.full_sail.gunnery.honour import dishonour
from game.systems.full_sail.parts import Outlook
from game.systems.full_sail.sea.after_move import pose_after, poses_after
from game.systems.full_sail.sea.sail_plan import legal_moves
from game.systems.full_sail.ships.grapples import between, partners
from game.systems.full_sail.ships.ship import SailingShip, SailState

FIRE = "sail/6"
TONES = {FREE: "good", FOULED: "note", HELD: "bad"}


def still_to_come(state: SailState, ship: SailingShip) -> tuple[Risk, ...]:
    """Return the exact chances that a ship, or one near it, explodes this turn, and that others foul or grapple it next
    turn."""
    return (*_blasts(state, ship), *_others(state, ship))


def _blasts(state: SailState, ship: SailingShip) -> Iterator[Risk]:
    for other in state.ships.values():
        faces = exploding(state, other) if other.in_play and other.burning else ()
        near = next((dice for far, dice in BLAST if within(span(ship.at, other.at), far)), 0)
        if not faces or not near:
            continue
        words = "explodes" if other.id == ship.id else f"explodes, {near} dice at {ship.name}"
        yield Risk(other.name, words, len(faces) / 6, "bad", FIRE)


def _others(state: SailState, ship: SailingShip) -> Iterator[Risk]:
    """Yield risks by third ships while a ship lies grappled. They are those that stay within 1 MU, and enemies that can
    come and throw grapples."""
    if not partners(state, ship.id):
        return
    for other in state.ships.values():
        if other.id == ship.id or not other.in_play or between(state, ship.id, other.id):
            continue
        if state.house["fouling"] and within(span(pose_after(state, other).at, ship.at), NEAR):
            yield Risk(other.name, f"fouls {ship.name} next turn if it holds on", FOUL_CHANCE, "bad", FOULS_BY)
        if _can_grapple(state, other, ship):
            chances = throw_chances(state, other, ship)
            holds = 1.0 if accepts(ship) else chances.clean + chances.collision
            yield Risk(other.name, f"grapples {ship.name} next turn if it throws", holds, "bad", GRAPPLES_BY)


def _can_grapple(state: SailState, other: SailingShip, ship: SailingShip) -> bool:
    """Return whether a ship may throw grapples next turn at one that lies still, because a move ends near and slow
    enough."""
    able = other.side != ship.side and other.commanded and not other.struck
    if not able or not within(span(other.at, ship.at), other.velocity + other.design.thrust + 2 + REACH):
        return False
    poses = (pose_after(state, other), *poses_after(state, other, legal_moves(state, other)))
    near = any(within(span(pose.at, ship.at), REACH) and pose.velocity <= FASTER for pose in poses)
    return near and dishonour(state, other, ship, grapple=True) is None


# -- a pair that does not fight now ------------------------------------------------------------------------------------


def outlooks(state: SailState, ship: SailingShip, other: SailingShip) -> tuple[Outlook, ...]:
    """Return the alternatives to boarding the partner, with exact chances: to leave, be let go, or stay."""
    grapple = between(state, ship.id, other.id)
    if grapple is None:
        return ()
    parting = Outlook("Part by consent", "one die", _parts(agreed_chances(grapple.fouled)))
    if holds_nobody(ship, other):
        return (parting,)
    words = f"2D6+{ship.thrust} against 2D6+{other.thrust}"
    return (
        Outlook("Break away", words, _parts(contested_chances(state, grapple, ship))),
        parting,
        _stay(state, ship, other),
    )


def _parts(found: dict[str, float]) -> tuple[Risk, ...]:
    return tuple(Risk("Breakaway", result, found[result], TONES[result], LEAVES) for result in (FREE, FOULED, HELD))


def _stay(state: SailState, ship: SailingShip, other: SailingShip) -> Outlook:
    """Return the outlook of staying, if the partner sends everybody."""
    sent = BoardingParty(other.crew, other.marines)
    if defenceless(state, ship):
        chances = (1.0, 0.0, 0.0)
    else:
        found = odds(sent, defenders(ship), marines_fall(state.house))
        chances = (found.captured, found.both, found.repelled + found.undecided)
    words = (("taken", "bad"), ("both die", "note"), ("kept", "good"))
    return Outlook(
        "Stay aboard",
        f"if {other.name} boards with all",
        tuple(Risk("Boarding", said, chance, tone, BOARDS_BY) for (said, tone), chance in zip(words, chances)),
    )
