"""Grapples: the ships that are tied to each other, and how (sail/5)."""

from __future__ import annotations

from dataclasses import replace

from game.core.orders import Id
from game.core.state import AnyState, PhaseData
from game.core.values import frozen


@frozen
class Grapple:
    """Two ships tied together, by their keys in alphabetical order. `fouled` means that their rigging is tangled.
    `since` is the turn in which they were tied. `fought` means that a boarding phase has passed. `winner` is the side
    that killed more in the last fight, empty if neither did."""

    one: Id
    other: Id
    since: int = 1
    fouled: bool = False
    fought: bool = False
    winner: Id = ""

    def partner(self, key: Id) -> Id:
        """Return the other ship."""
        return self.other if key == self.one else self.one

    def tangled(self) -> Grapple:
        """Return the grapple with fouled rigging."""
        return replace(self, fouled=True)

    def of_fight(self, winner: Id) -> Grapple:
        """Return the grapple after a boarding phase, with its winner, empty for none."""
        return replace(self, fought=True, winner=winner)


GRAPPLES = PhaseData[tuple[Grapple, ...]]("grapples", ())


def grapples_of(state: AnyState, key: Id) -> tuple[Grapple, ...]:
    """Return the grapples of a ship."""
    every = GRAPPLES.of(state)
    return tuple(one for one in every if key in (one.one, one.other)) if every else every


def partners(state: AnyState, key: Id) -> tuple[Id, ...]:
    """Return the ships that a ship is grappled to."""
    return tuple([one.partner(key) for one in grapples_of(state, key)])


def between(state: AnyState, a: Id, b: Id) -> Grapple | None:
    """Return the grapple of two ships, or None."""
    return next((one for one in grapples_of(state, a) if one.partner(a) == b), None)


def tie(state: AnyState, a: Id, b: Id) -> Grapple:
    made = Grapple(min(a, b), max(a, b), state.turn)
    GRAPPLES.set(state, (*GRAPPLES.of(state), made))
    return made


def untie(state: AnyState, grapple: Grapple) -> None:
    GRAPPLES.set(state, tuple(one for one in GRAPPLES.of(state) if one != grapple))


def alter(state: AnyState, grapple: Grapple, changed: Grapple) -> Grapple:
    """Replace a grapple by a changed one."""
    GRAPPLES.set(state, tuple(changed if one == grapple else one for one in GRAPPLES.of(state)))
    return changed


def cast_off(state: AnyState) -> None:
    """Remove the grapples of ships off the table."""
    afloat = {ship.id for ship in state.ships.values() if ship.in_play}
    GRAPPLES.set(state, tuple(one for one in GRAPPLES.of(state) if {one.one, one.other} <= afloat))
