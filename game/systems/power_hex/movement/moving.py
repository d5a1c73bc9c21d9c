"""The carrying out of a move: hexes entered, turns that take effect, pivots, slides and rolls (power/4)."""

from __future__ import annotations

from collections.abc import Sequence

from game.board import hexes
from game.board.boards import board_of
from game.board.hexes import NAMES, Hex, course_of
from game.core.events import Event
from game.core.umpire import Umpire
from game.core.values import House
from game.systems.power_hex.movement.plan import MovedWay, MovePlan, burn_words, carried_turn, fault, fly
from game.systems.power_hex.ships.ship import PowerShip, PowerState

LEFT = "left"


def move(state: PowerState, umpire: Umpire, ship: PowerShip, plan: MovePlan, roll: bool) -> None:
    """Carry out a plan, log it, and check whether the ship left the map."""
    start, way, burn = ship.at, fly(ship, plan, state.house), burn_words(ship, plan)
    lapsed = ship.carried[1] != 0 and carried_turn(ship, plan, state.house) is None
    stays = on_map(state, way.cells)
    entered = way.cells[:stays]
    ship.path = (start, *(hexes.at(one) for one in entered))
    ship.at = ship.path[-1]
    ship.facing, ship.vector, ship.carried = course_of(way.towards), way.vector, way.carried
    bows = tuple(course_of(one) for one in way.bows[:stays]) or (ship.facing,)
    reason = _reason(way, plan, burn, lapsed)
    umpire.tell(
        Event(
            "move",
            "power/4",
            f"{{{ship.id}}} moves",
            ship.id,
            reason=reason,
            result=_result(ship),
            path=ship.path,
            facings=bows,
            at=ship.at,
        )
    )
    if roll:
        ship.rolling = ship.has_rolled = True
        umpire.tell(Event("note", "power/4.6", f"{{{ship.id}}} begins to roll", ship.id, at=ship.at))
    if stays < len(way.cells):
        ship.removed_reason = LEFT
        umpire.tell(
            Event(
                "lost",
                "power/1",
                f"{{{ship.id}}} leaves the map",
                ship.id,
                tone="bad",
                leaves="map",
                at=ship.at,
                fate=LEFT,
            )
        )


def toward(hand: int) -> str:
    """Return the direction of a turn in words: `to port` or `to starboard`."""
    return "to port" if hand < 0 else "to starboard"


def declared_turns(ship: PowerShip, plan: MovePlan, house: House) -> list[str]:
    """Return each turn of a plan in words: `turns to port in hex 5`, by the hex of its effect, or `begins a turn to
    port`."""
    answers: tuple[tuple[int, int], ...] = ()
    if fault(ship, plan, house) is None:
        earlier = 1 if carried_turn(ship, plan, house) else 0  # a turn from an earlier round takes effect before these
        answers = fly(ship, plan, house).answers[earlier:]
    begun = plan.turns[len(answers) :]
    said = [f"turns {toward(hand)} in hex {n}" for n, hand in answers]
    return [*said, *(f"begins a turn {toward(hand)}" for _, hand in begun)]


def roll_fault(ship: PowerShip) -> str:
    """Return why a ship may not roll, in words; empty if it may (power/4.6)."""
    if ship.flight:
        return "fighters have no sides to exchange"
    return f"{ship.name} has rolled in this round" if ship.has_rolled else ""


def on_map(state: PowerState, cells: Sequence[Hex]) -> int:
    """Return the number of these hexes that are on the map."""
    board = board_of(state.table)
    if board.floating:
        return len(cells)
    return next((n for n, one in enumerate(cells) if not board.holds(hexes.at(one))), len(cells))


def _reason(way: MovedWay, plan: MovePlan, burn: str, lapsed: bool) -> str:
    """Return the orders and their effects. `burn` is in words, and `lapsed` says that a turn from an earlier round
    lapsed."""
    said = [burn] if burn and not plan.first else []
    said += ["gives up its turn"] if lapsed else []
    said += [f"turns {toward(hand)} in hex {n}" for n, hand in way.answers]
    said += [
        f"pivots {60 * abs(sides)}° in hex {at}" if at else f"pivots {60 * abs(sides)}°" for at, sides in way.swings
    ]
    said += [burn] if burn and plan.first else []
    said += [f"a turn is under way: {way.carried[0]} of {way.wait} hexes"] if way.carried[1] else []
    return ", ".join(said)


def _result(ship: PowerShip) -> str:
    words = f"speed {ship.velocity} {NAMES[hexes.direction(ship.course)]}" if ship.velocity else "lies still"
    return words if ship.facing == ship.course else f"{words}, points {NAMES[ship.towards]}"


def finish_rolls(state: PowerState, umpire: Umpire) -> None:
    """Complete rolls when all have moved (power/2, 4.6)."""
    for ship in state.ships.values():
        if ship.rolling:
            ship.rolling, ship.rolled = False, not ship.rolled
            umpire.tell(
                Event(
                    "note",
                    "power/4.6",
                    f"{{{ship.id}}} has rolled",
                    ship.id,
                    at=ship.at,
                    result="upside down" if ship.rolled else "upright",
                )
            )
