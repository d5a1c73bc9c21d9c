"""What may come of a move, in exact chances: clouds, planetoids, hexes that are taken (hex/2.5, 2.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from game.board.hexes import Hex
from game.board.terrain import Body
from game.core.display import Risk
from game.rules.hex import drifting_rocks, terrain
from game.rules.hex.helm import base, half, lies
from game.rules.hex.terrain import STONY
from game.rules.odds.throws import FACES
from game.rules.ships.beam_dice import score
from game.rules.ships.ship import Ship
from game.rules.ships.terrain_hazards import DUSTY
from game.rules.ships.thrust_state import ThrustState
from game.systems.hexcess.movement import stacking
from game.systems.hexcess.movement.control import recovery
from game.systems.hexcess.movement.moving import run

if TYPE_CHECKING:
    from game.systems.hexcess.movement.order import HexMove


def risks(state: ThrustState, order: HexMove) -> tuple[Risk, ...]:
    """What may come of a move: what is met on the way, where it ends on the map, whether control comes back (hex/2.4 to 2.8)."""
    ship = state.ships[order.by]
    way = order.cells(ship)
    count, planet = run(state, ship, way)
    found = list(_clouds(state, ship, [one for one, _ in way[:count]]))
    if planet:
        found += _planet(ship, planet)
    elif count == len(way):
        end = way[-1][0] if way else lies(ship)
        found += [*_taken(state, ship, end), *_run_into(state, ship, end)]
    return (*found, *recovery(ship))


def _clouds(state: ThrustState, ship: Ship, cells: Sequence[Hex]) -> Iterator[Risk]:
    """Dust wears, debris strikes, once a move each."""
    rule, velocity = terrain.RULE, ship.velocity
    if terrain.dusted(state, velocity) and (met := terrain.entered(state, cells, DUSTY)):
        hurt = sum(score(face, 0) > 0 for face in FACES) / 6
        yield Risk(met[1].name, "one beam die, screens do not help: damaged", hurt, "bad", f"{rule}/dust")
    if (dice := terrain.pelted(state, velocity)) and (met := terrain.entered(state, cells, STONY)):
        yield Risk(met[1].name, f"{_dice(dice)} of damage to the hull", 1.0, "bad", f"{rule}/debris")


def _planet(ship: Ship, planet: Body) -> Iterator[Risk]:
    """It stops in time, or is lost."""
    safe = terrain.spared(ship.velocity, ship.thrust)
    if safe:
        yield Risk(planet.name, "stops before it", float(safe), "plain", f"{terrain.RULE}/planets")
    if safe < 1:
        yield Risk(planet.name, "flies into it", float(1 - safe), "bad", f"{terrain.RULE}/planets")


def _taken(state: ThrustState, ship: Ship, end: Hex) -> tuple[Risk, ...]:
    """The exact chance of the roll-off for a hex as it is taken now."""
    other = stacking.occupant(state, end, ship.id)
    return () if other is None else (_met(state, ship, other, "Hex taken"),)


def _run_into(state: ThrustState, ship: Ship, end: Hex) -> tuple[Risk, ...]:
    """What will come to where it ends, when bodies and bases move at the end of the turn."""
    other = drifting_rocks.comer(state, end)
    return () if other is None or other is ship else (_met(state, ship, other, "End of turn"),)


def _met(state: ThrustState, ship: Ship, other: Ship | Body, when: str) -> Risk:
    """One roll-off: what it suffers, or whether it must give way."""
    if isinstance(other, Body):
        return _struck(state, ship, other, when)
    gives = Fraction(1) if base(other) else stacking.beats(ship.thrust, other.thrust)
    return Risk(when, f"gives way to {other.name}", float(gives), "plain", stacking.RULE)


def _struck(state: ThrustState, ship: Ship, rock: Body, when: str) -> Risk:
    """The chance to lose the roll-off against an asteroid, and by option its life with it (hex/2.5, 2.7/asteroids)."""
    lost, rule = 1 - stacking.beats(ship.thrust, 0), f"{terrain.RULE}/asteroids"
    if state.house["asteroid_hit"] == "fatal":
        lost *= Fraction(sum(face < ship.velocity - ship.thrust for face in FACES), 6)
        words = f"wrecked by {rock.name}"
    else:
        words = f"{rock.name}: {_dice(max(1, half(ship.velocity)))} of damage"
    if not lost:
        return Risk(when, f"gives way to {rock.name}, unhurt", 1.0, "plain", rule)
    return Risk(when, words, float(lost), "bad", rule)


def _dice(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"
