"""Terrain on hexes: its effect on ships as they move (hex/2.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from game.board import hexes
from game.board.boards import HexBoard
from game.board.hexes import Hex
from game.board.terrain import Body
from game.core.display import Zone
from game.core.events import Die, Event
from game.core.game_files import TerrainKind
from game.core.umpire import Umpire, at_least
from game.rules.hex.helm import H, began, half
from game.rules.ships.beam_dice import Rerolls, beam_volley
from game.rules.ships.damage import cross_off, ruin, strike
from game.rules.ships.ship import Ship
from game.rules.ships.terrain_hazards import (
    DUST_SPEED,
    DUSTY,
    LOST,
    SAFE,
    Meeting,
    avoid_number,
    avoids,
    hurt,
    or_more,
    pelting,
)
from game.rules.ships.thrust_state import ThrustState

RULE = f"{H}/2.7"
STONY = ("debris", "meteors")
DEEP = 2  # hexes, the depth of a planet's air as drawn
AIR_SPEED = 4  # most hexes a turn for a partly streamlined ship in a planet's air


def hex_terrain(kinds: Iterable[TerrainKind]) -> tuple[TerrainKind, ...]:
    """Return kinds of terrain with the pages on their effect on hexes, where there are any."""
    pages = {"planet": "planets", "asteroid": "asteroids", "dust": "dust", "debris": "debris"}
    return tuple(one._replace(rule=f"{RULE}/{pages[one.kind]}") if one.kind in pages else one for one in kinds)


def body_in(state: ThrustState, one: Hex, *kinds: str) -> Body | None:
    """Return the body of one of these kinds that fills a hex, or None."""
    bodies = state.table.bodies
    return (
        next((body for body in bodies if body.kind in kinds and hexes.hex_at(body.at) == one), None) if bodies else None
    )


@lru_cache(maxsize=64)
def planets(bodies: tuple[Body, ...]) -> frozenset[Hex]:
    """Return the hexes that planetoids fill, which nobody can fly through (hex/2.7/planets)."""
    return frozenset(hexes.hex_at(body.at) for body in bodies if body.kind == "planet")


# -- clouds ------------------------------------------------------------------------------------------------------------


def terrain_velocity(state: ThrustState, velocity: int) -> int:
    """Return a velocity as dust and debris count it, by house rule: once (V), twice (2V) or three times (3V) (hex/2.7,
    7)."""
    return velocity * int(str(state.house["terrain_velocity"]).removesuffix("V") or 1)


def too_fast_for_dust(state: ThrustState, velocity: int) -> bool:
    """Return whether a velocity is too high for dust (hex/2.7/dust)."""
    return terrain_velocity(state, velocity) > DUST_SPEED


def debris_dice(state: ThrustState, velocity: int) -> int:
    """Return the dice of damage by debris at a velocity (hex/2.7/debris)."""
    return pelting(terrain_velocity(state, velocity))


def first_cloud(state: ThrustState, cells: Sequence[Hex], kinds: Sequence[str]) -> tuple[int, Body] | None:
    """Return the number of hexes on a path before the first cloud of some kinds, and that cloud; None if there is
    none."""
    for count, one in enumerate(cells if state.table.bodies else (), 1):
        if found := body_in(state, one, *kinds):
            return count, found
    return None


def passage(state: ThrustState, umpire: Umpire, ship: Ship, cells: Sequence[Hex], velocity: int) -> None:
    """Damage a ship in the clouds among the hexes it entered, once in each move (hex/2.7). `velocity` is that before
    the move."""
    met = [(kinds, found) for kinds in (DUSTY, STONY) if (found := first_cloud(state, cells, kinds))]
    for kinds, (count, body) in sorted(met, key=lambda one: one[1][0]):
        meeting = Meeting(count / len(cells), ship, body, body.at)
        said, label = f"velocity {velocity}", f"hazard/{ship.id}/{body.key}"
        if kinds is DUSTY and ship.in_play and too_fast_for_dust(state, velocity):
            hits, dice = beam_volley(umpire, 1, 0, label, rerolls=Rerolls.NONE)
            hurt(
                state,
                umpire,
                meeting,
                hits,
                dice,
                f"{said}, over {DUST_SPEED // (terrain_velocity(state, 1))}",
                f"{RULE}/dust",
            )
        elif kinds is STONY and ship.in_play and (count := debris_dice(state, velocity)):
            faces = umpire.roll(count, label)
            each = f"{said}, a die for each {6 // terrain_velocity(state, 1)}"
            hurt(state, umpire, meeting, [("hull", sum(faces))], tuple(map(Die, faces)), each, f"{RULE}/debris")


# -- planetoids and planets --------------------------------------------------------------------------------------------


def meet_planetoid(
    state: ThrustState, umpire: Umpire, ship: Ship, body: Body, way: Sequence[Hex], velocity: int
) -> None:
    """Roll whether a ship stops in front of a planetoid or is lost in it. `way` is the rest of its path, into the
    planetoid."""
    needed = avoid_number(velocity, ship.thrust, advanced=False)
    stops, dice = avoids(umpire, ship, body, needed)
    words = {SAFE: "slow enough to stop", LOST: "too fast to stop"}.get(needed, f"stops on {needed} or more")
    path = () if stops else (ship.at, *(hexes.at(one) for one in way))
    umpire.tell(
        Event(
            "contact",
            f"{RULE}/planets",
            f"{{{ship.id}}} meets {body.name}",
            who=ship.id,
            whom=body.key,
            dice=dice,
            needs=or_more(needed),
            reason=f"velocity {velocity}, thrust {ship.thrust}: {words}",
            result="stops before it" if stops else "flies into it",
            tone="good" if stops else "bad",
            at=ship.at,
            time=1.0,
            path=path,
        )
    )
    ship.velocity = 0
    if not stops:
        ship.at, ship.path = body.at, (*ship.path, *path[1:])
        ruin(state, umpire, ship, f"{RULE}/planets")


def holds_together(state: ThrustState, ship: Ship) -> bool:
    """Return whether a ship can fly into a planet's air (hex/2.7/planets). It can if it is fully streamlined, or partly
    streamlined with a velocity up to 4."""
    built = ship.design.streamlining
    return built == "full" or (built == "partial" and began(state, ship) <= AIR_SPEED)


def burn(state: ThrustState, umpire: Umpire, ship: Ship) -> None:
    """Destroy a ship that has left the map over the edge with a planet, unless it is built for that
    (hex/2.7/planets)."""
    built = ship.design.streamlining
    why = "not streamlined" if built == "none" else f"partly streamlined, velocity {began(state, ship)}"
    umpire.tell(
        Event(
            "contact",
            f"{RULE}/planets",
            f"{{{ship.id}}} falls into the planet",
            who=ship.id,
            reason=why,
            result="burns up",
            tone="bad",
            at=ship.at,
            time=1.0,
        )
    )
    ruin(state, umpire, ship, f"{RULE}/planets")


@lru_cache(maxsize=8)
def air(board: HexBoard) -> tuple[Zone, ...]:
    """Return the planet's air beyond an edge of the map, as the board draws it."""
    cells = set[Hex]()
    for q, r in board.every() if board.planet else ():
        towards = {"top": (0, -DEEP), "bottom": (0, DEEP), "left": (-DEEP, DEEP // 2), "right": (DEEP, -DEEP // 2)}[
            board.planet
        ]
        cells.add((q + towards[0], r + towards[1]))
    beyond = {one for one in cells if not board.within(one)}
    return tuple(Zone(line, "planet", "bad", True, tuple(holes)) for line, *holes in hexes.outlines(beyond))


# -- asteroids ---------------------------------------------------------------------------------------------------------


def strike_by_asteroid(state: ThrustState, umpire: Umpire, ship: Ship, body: Body) -> None:
    """Damage a ship that an asteroid has pushed out of a hex (hex/2.7). It takes half its velocity in dice, straight to
    the hull. By option one die decides its survival: it needs its velocity less its thrust, or more."""
    velocity = began(state, ship)
    fatal, needed = state.house["asteroid_hit"] == "fatal", max(1, velocity - ship.thrust)
    dice, worth = (1, at_least(needed)) if fatal else (max(1, half(velocity)), None)
    faces = umpire.roll(dice, f"asteroid/{ship.id}/{body.key}", worth=worth)
    points, safe = sum(faces), fatal and faces[0] >= needed
    if fatal:
        result = "unhurt" if safe else "wrecked"
        why = f"velocity {velocity}, thrust {ship.thrust}: {needed} or more saves it"
    else:
        why, result = f"velocity {velocity}, a die for each 2{'' if velocity else ', at least one'}", f"{points} damage"
    wound = cross_off(ship.copy(), [] if fatal else [("hull", points)])
    umpire.tell(
        Event(
            "hazard",
            RULE,
            f"{{{ship.id}}} strikes {body.name}",
            who=ship.id,
            whom=body.key,
            dice=tuple(Die(face, not safe) for face in faces),
            reason=why,
            result=result,
            tone="good" if safe else "bad",
            at=ship.at,
            time=1.0,
            harm=wound.harm,
        )
    )
    if fatal and not safe:
        ruin(state, umpire, ship, RULE)
    elif not fatal:
        strike(state, umpire, ship, [("hull", points)], f"asteroid/{body.key}", RULE)
