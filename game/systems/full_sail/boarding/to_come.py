"""What may still happen to a ship this turn besides a fight: it breaks away, or something near it explodes (sail/5.3, 6)."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.geometry import span, within
from game.core.display import Risk
from game.systems.full_sail.boarding.breakaway import RULE as LEAVES
from game.systems.full_sail.boarding.breakaway import contested_chance, free_chance, let_go
from game.systems.full_sail.damage.fire import exploding
from game.systems.full_sail.damage.suffer import BLAST
from game.systems.full_sail.ships.grapples import between, partners
from game.systems.full_sail.ships.ship import SailingShip, SailState

FIRE = "sail/6"


def still_to_come(state: SailState, ship: SailingShip) -> tuple[Risk, ...]:
    """The exact chances that a ship gets free of each partner that holds it, and that it or a ship near it explodes."""
    return (*_leaving(state, ship), *_blasts(state, ship))


def _leaving(state: SailState, ship: SailingShip) -> Iterator[Risk]:
    for key in partners(state, ship.id):
        other, grapple = state.ships[key], between(state, ship.id, key)
        if grapple is None or let_go(ship, other):
            continue
        yield Risk("Break away", f"from {other.name}, held", contested_chance(state, grapple, ship), "muted", LEAVES)
        yield Risk("Break away", f"from {other.name}, let go", free_chance(fouled=grapple.fouled, agreed=True), "muted", LEAVES)


def _blasts(state: SailState, ship: SailingShip) -> Iterator[Risk]:
    for other in state.ships.values():
        faces = exploding(state, other) if other.in_play and other.burning else ()
        near = next((dice for far, dice in BLAST if within(span(ship.at, other.at), far)), 0)
        if not faces or not near:
            continue
        words = "explodes" if other.id == ship.id else f"explodes, {near} dice at {ship.name}"
        yield Risk(other.name, words, len(faces) / 6, "bad", FIRE)
