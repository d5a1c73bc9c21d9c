"""Every way a ship can turn in one move: which turns to declare, and after how many hexes (power/4.3)."""

from __future__ import annotations

from collections.abc import Iterator

from game.board.hexes import STEPS, Hex
from game.core.values import House, frozen
from game.systems.power_hex.movement.plan import MovePlan, Outset, carried_turn, first_turn, no_turns
from game.systems.power_hex.ships.ship import PowerShip

HANDS = (1, -1)
Turns = tuple[tuple[int, int], ...]
_Layer = dict[tuple[Hex, int], Turns]  # by hex and hex sides turned so far: the fewest turns that lead there


@frozen
class TurningMove:
    """Where a move leads without turns: the directions of its hexes, the delay of a turn, the first hex to declare one after."""

    ways: tuple[int, ...]
    wait: int
    first: int

    def along(self, here: Hex, start: int, end: int, sides: int) -> Hex:
        """The hex after so many of these hexes, from one, with so many sides turned."""
        q, r = here
        for way in self.ways[start:end]:
            x, y = STEPS[(way + sides) % 6]
            q, r = q + x, r + y
        return q, r


def turnings(ship: PowerShip, plan: MovePlan, begun: Outset, house: House) -> Iterator[MovePlan]:
    """A plan with every set of turns that answer this round; of those with the same hex and course at the end, the fewest.

    A search hex by hex: at each the ship goes on, or declares a turn and goes on until it answers.
    """
    if no_turns(ship, plan, house):
        return
    move = TurningMove(begun.push.ways, begun.wait, first_turn(ship, plan, begun, house))
    speed = len(move.ways)
    if move.first + move.wait > speed:
        return
    under_way = carried_turn(ship, plan, house)
    sides = under_way[1] if under_way else 0
    before = move.first if under_way else 0
    start = move.along(move.along((0, 0), 0, before, 0), before, move.first, sides)
    for turns in _search(move, start, sides):
        yield MovePlan(plan.burn, plan.towards, plan.pivots, plan.first, turns, plan.hold, plan.cancel)


def _search(move: TurningMove, start: Hex, sides: int) -> Iterator[Turns]:
    """Turns by the hex and course at the end."""
    speed = len(move.ways)
    layers: list[_Layer] = [{} for _ in range(speed + 1)]
    layers[move.first][start, sides] = ()
    for n in range(move.first, speed):
        for (here, turned), turns in layers[n].items():
            _reach(layers[n + 1], (move.along(here, n, n + 1, turned), turned), turns)
            if n + move.wait <= speed:
                there = move.along(here, n, n + move.wait, turned)
                for hand in HANDS:
                    _reach(layers[n + move.wait], (there, (turned + hand) % 6), (*turns, (n, hand)))
    yield from (turns for turns in layers[speed].values() if turns)


def _reach(layer: _Layer, key: tuple[Hex, int], turns: Turns) -> None:
    """Keep the fewest turns that lead somewhere."""
    if key not in layer or len(turns) < len(layer[key]):
        layer[key] = turns
