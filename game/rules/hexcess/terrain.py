"""Terrain on hexes: what ships meet as they move, and bodies that move at the end of the turn (hex/2.7)."""

from __future__ import annotations

from collections.abc import Sequence

from game.board import hexes
from game.board.hexes import Hex
from game.board.terrain import Body
from game.core.events import Die, Event
from game.core.state import State
from game.core.umpire import Umpire
from game.rules.hexcess.drive import H, began, half
from game.rules.hull import Ship, cross_off, ruin, strike

RULE = f"{H}/2.7"


def body_in(state: State, one: Hex, *kinds: str) -> Body | None:
    """The body of one of these kinds that fills a hex."""
    return next((body for body in state.table.bodies if body.kind in kinds and hexes.hex_at(body.at) == one), None)


def passage(state: State, umpire: Umpire, ship: Ship, cells: Sequence[Hex], velocity: int) -> bool:
    """A ship has entered these hexes, in order, in one move that began at a velocity; False if it ended on the way.

    She stands in the last of them by then, and her velocity is that of the next turn. Whoever is stopped on the way is put
    where she stops.
    """
    return ship.in_play


def drift(state: State, umpire: Umpire) -> None:
    """In the end phase bodies and bases move and turn; whatever they run into is a matter of `stacking.set_down` (hex/2.7)."""


def clouds(state: State, umpire: Umpire) -> None:
    """In the end phase clouds shrink and grow (hex/2.7)."""


def struck(state: State, umpire: Umpire, ship: Ship, body: Body) -> None:
    """A ship has lost a hex to an asteroid: half her velocity in dice straight to the hull; or, by option, one die for her
    life, which she keeps on her velocity less her thrust, or more (hex/2.7).
    """
    velocity = began(state, ship)
    fatal = state.house["asteroid_hit"] == "fatal"
    faces = umpire.roll(1 if fatal else max(1, half(velocity)), f"asteroid/{ship.id}/{body.key}")
    points, safe = sum(faces), fatal and faces[0] >= velocity - ship.thrust
    if fatal:
        why, result = f"velocity {velocity}, thrust {ship.thrust}", "unhurt" if safe else "wrecked"
    else:
        why, result = f"velocity {velocity}, a die for each 2", f"{points} damage"
    wound = cross_off(ship.copy(), [] if fatal else [("hull", points)])
    umpire.tell(
        Event("hazard", RULE, f"{{{ship.id}}} strikes {body.name}", who=ship.id, whom=body.key,
              dice=tuple(Die(face, not safe) for face in faces), reason=why, result=result, tone="good" if safe else "bad",
              at=ship.at, time=1.0, hull=wound.hull, armour=wound.armour)
    )  # fmt: skip
    if fatal and not safe:
        ruin(state, umpire, ship, RULE)
    elif not fatal:
        strike(state, umpire, ship, [("hull", points)], f"asteroid/{body.key}", RULE)
