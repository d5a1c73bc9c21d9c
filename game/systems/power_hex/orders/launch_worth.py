"""What a launch comes to if its targets go straight on: range, chance to hit and boxes, and how far tubes reach (power/5, 7)."""

from __future__ import annotations

from collections.abc import Iterable

from game.board.boards import board_of
from game.board.protocol import too_far
from game.core.display import Fan, Odds, Risk
from game.core.orders import Id
from game.systems.power_hex.combat.odds.fire_odds import odds_of
from game.systems.power_hex.combat.to_hit import ToHit, hexes_between, terms
from game.systems.power_hex.orders.move_order import PowerMove
from game.systems.power_hex.ships.design import ShipMount
from game.systems.power_hex.ships.naming import arc_names, gun_name
from game.systems.power_hex.ships.ship import PowerShip, PowerState

RULE = "power/5"
HELD = "straight on"


def gone_on(state: PowerState, targets: Iterable[Id]) -> PowerState:
    """Return the state with each target where it is struck if it goes straight on; who launches stays where it launches."""
    moves = 1 if state.house["ballistic_same_round"] else 2  # by house rule it strikes in the next round
    for _ in range(moves):
        state = state.posed({key: PowerMove(key).pose(state) for key in targets})
    return state


def launch_odds(state: PowerState, by: Id, shots: tuple[tuple[str, Id], ...]) -> tuple[Odds, ...]:
    """What each target loses if it goes straight on, one entry a target that is in reach then."""
    there = gone_on(state, dict.fromkeys(target for _, target in shots))
    ship = there.ships[by]
    return odds_of(there, ship, tuple((key, target) for key, target in shots if _terms(there, ship, key, target)))


def _terms(there: PowerState, ship: PowerShip, key: str, target: Id) -> ToHit | None:
    other, gun = there.ships[target], ship.design.mount(key).gun
    return terms(ship, other, gun, hexes_between(ship.hex, other.hex), there.house)


def launch_chances(state: PowerState, by: Id, shots: tuple[tuple[str, Id], ...]) -> tuple[Risk, ...]:
    """A line for each tube: how far its target will be if it goes straight on, and the chance to hit it there."""
    there = gone_on(state, dict.fromkeys(target for _, target in shots))
    ship, found, board = there.ships[by], list[Risk](), board_of(state.table)
    for key, target in shots:
        tube, other = ship.design.mount(key), there.ships[target]
        away, named = hexes_between(ship.hex, other.hex), f"{gun_name(ship, key)}, {other.name} {HELD}"
        by_terms = _terms(there, ship, key, target)
        chance = by_terms.chance(bool(there.house["naturals"])) if by_terms else 0.0
        words = f"{away} hexes, hits" if by_terms else too_far(board, away, tube.gun.reach)
        found.append(Risk(named, words, chance, "good" if by_terms else "cannot", RULE))
    return tuple(found)


def tube_fans(ship: PowerShip, tubes: Iterable[ShipMount]) -> tuple[Fan, ...]:
    """The ground that tubes reach, one fan for all of one arc and one reach."""
    known = {(one.arc, one.gun.reach): one.gun.name for one in tubes}
    return tuple(
        Fan(ship.at, ship.facing, arc_names(arc, ship.rolled), float(reach), ((float(reach), name),))
        for (arc, reach), name in known.items()
    )  # fmt: skip
