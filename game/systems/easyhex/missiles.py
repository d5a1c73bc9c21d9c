"""Missiles, which their owner steers, and nova plasma, which flies straight on and fades (hex/3.4, 3.5)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from game.board import hexes
from game.board.boards import board_of, path_of
from game.board.geometry import clock
from game.board.hexes import Hex
from game.core.events import Die, Event, Score, score_of
from game.core.orders import Id
from game.core.umpire import Umpire
from game.core.values import House
from game.rules.combat.damage_allocation import Harm, inflict
from game.rules.counters.counter import C, flying, lose, move, update_counter
from game.rules.counters.fighter_attack import in_reach
from game.rules.counters.kinds import Missile, Ordnance, Plasma
from game.rules.odds.die_columns import Vector, power
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import Counter, ThrustState

if TYPE_CHECKING:
    from game.systems.easyhex.missile_orders import Steer

RULE, NOVA = "hex/3.4", "hex/3.5"
FLIGHT = 8  # hexes a missile flies each turn
ARMED, OLDEST = 2, 6  # the lowest and the highest age at which a missile can hit
DAMAGE = 4  # points of damage, whatever the target's screens
FLIGHTS = (3, 6, 3, 6)  # hexes of nova plasma on its four turns
WARHEADS = {  # dice and their faces on each turn; dice with one face are that many points
    "normal":  ((4, 6), (3, 6), (2, 6), (1, 6)),
    "mild":    ((4, 3), (3, 3), (2, 3), (1, 3)),
    "printed": ((2, 1), (3, 3), (2, 3), (2, 3)),
}  # fmt: skip


# -- step 10: they move ------------------------------------------------------------------------------------------------


def flight(counter: Counter, steer: Steer) -> tuple[tuple[Hex, ...], int]:
    """Return the hexes of a missile's flight, its own first, and its final facing."""
    facing = clock(counter.facing + 2 * steer.turn)
    near, far = hexes.direction(counter.facing), hexes.direction(facing)
    cells = [hexes.hex_at(counter.at)]
    for n in range(FLIGHT):
        cells.append(hexes.step(cells[-1], near if n < steer.after else far))
    return tuple(cells), facing


def fly(state: ThrustState, umpire: Umpire, counter: C, cells: Sequence[Hex], facing: int, rule: str, said: str) -> C:
    """Move a missile or warhead hex by hex. An obstacle or the edge of the table destroys it."""
    end, reason = lost_on(state, cells)
    moved = move(state, umpire, counter, path_of(cells[:end]), facing, rule, said)
    return lose(state, umpire, moved, reason, rule) if reason else moved


def lost_on(state: ThrustState, cells: Sequence[Hex]) -> tuple[int, str]:
    """Return the number of hexes of a path before an obstacle or the edge, and the reason for the loss there. The first
    hex counts."""
    board = board_of(state.table)
    for n, one in enumerate(cells[1:], 1):
        at = hexes.at(one)
        if rock := next((body for body in state.table.bodies if body.solid and body.holds(at)), None):
            return n, f"lost in {rock.name}"
        if not board.holds(at):
            return n, "lost beyond the edge"
    return len(cells), ""


def plasma_way(state: ThrustState, counter: Plasma) -> tuple[list[Hex], Ship | None]:
    """Return the hexes of nova plasma's next flight, its own first, up to the first ship it meets, and that ship
    (hex/3.5)."""
    cells = [hexes.hex_at(counter.at)]
    for _ in range(FLIGHTS[min(counter.age, len(FLIGHTS)) - 1]):
        cells.append(hexes.step(cells[-1], hexes.direction(counter.facing)))
        met = next((ship for ship in state.ships.values() if ship.in_play and hexes.hex_at(ship.at) == cells[-1]), None)
        if met:
            return cells, met if len(cells) == lost_on(state, cells)[0] else None
    return cells, None


def plasma_flies(state: ThrustState, umpire: Umpire) -> None:
    """Move nova plasma straight on, by 3, 6, 3 and 6 hexes (hex/3.5). It stops at the first ship it meets, of either
    side."""
    for counter in list(flying(state, Plasma)):
        cells, met = plasma_way(state, counter)
        moved = fly(state, umpire, counter, cells, counter.facing, NOVA, "straight on")
        if met and moved.in_play:
            update_counter(state, moved, target=met.id)


# -- step 11: they hit -------------------------------------------------------------------------------------------------


def armed(counter: Ordnance) -> bool:
    """Return whether a missile is old enough to hit."""
    return isinstance(counter, Missile) and counter.age >= ARMED


def choosing(state: ThrustState, side: Id) -> tuple[Id, ...]:
    """Return the armed missiles of a side with several ships in range, whose target has not been chosen."""
    found = (one for one in flying(state, Missile, side) if armed(one) and not one.target)
    return tuple(one.id for one in found if len(in_reach(state, one)) > 1)


def they_hit(state: ThrustState, umpire: Umpire) -> None:
    """Resolve and remove every warhead that has met a ship, and every armed missile with one in range (hex/3.4,
    3.5)."""
    for counter in list(flying(state, Ordnance)):
        reached = in_reach(state, counter) if armed(counter) else []
        target = state.ships.get(counter.target) or (reached[0] if reached else None)
        if target is not None:
            if isinstance(counter, Plasma):
                _burst(state, umpire, counter, target)
            else:
                _explode(state, umpire, counter, target)
            update_counter(state, state.counters[counter.id], removed_reason="used up")


def _explode(state: ThrustState, umpire: Umpire, counter: Ordnance, ship: Ship) -> None:
    _tell(umpire, counter, ship, (), RULE, Score(DAMAGE, (*(0.0,) * DAMAGE, 1.0)))
    inflict(state, umpire, Harm(counter.id, ship.id, (("normal", DAMAGE),), f"missile/{counter.id}"))


def _burst(state: ThrustState, umpire: Umpire, counter: Plasma, ship: Ship) -> None:
    dice, sides = warhead(state.house, counter)
    label = f"nova/{counter.id}>{ship.id}"
    faces = umpire.roll(dice, label, sides) if sides > 1 else (1,) * dice
    shown = tuple(Die(face, sides=sides) for face in faces) if sides > 1 else ()
    _tell(umpire, counter, ship, shown, NOVA, score_of(sum(faces), _warhead_chances(dice, sides)))
    inflict(state, umpire, Harm(counter.id, ship.id, (("normal", sum(faces)),), f"nova/{counter.id}"))


@cache
def _warhead_chances(dice: int, sides: int) -> Vector:
    """Return the chances of the points of some dice with these faces."""
    return power(np.array([0.0, *(1 / sides,) * sides]), dice)


def _tell(umpire: Umpire, counter: Ordnance, ship: Ship, dice: tuple[Die, ...], rule: str, score: Score) -> None:
    result, weapon = f"{score.rolled} damage", counter.word.capitalize()
    umpire.tell(
        Event(
            "fire",
            rule,
            f"{{{counter.id}}} hits {{{ship.id}}}",
            counter.id,
            ship.id,
            dice,
            "screens do not help",
            result,
            "good",
            line=(counter.at, ship.at),
            weapon=weapon,
            score=score,
        )
    )


def warhead(house: House, counter: Plasma) -> tuple[int, int]:
    """Return the dice of nova plasma and their faces, by the turn of its flight, and at most its strength."""
    dice, sides = WARHEADS[str(house["nova"])][min(counter.age, len(FLIGHTS)) - 1]
    return min(dice, counter.count), sides


# -- steps 8 and 12: they degrade, and age -----------------------------------------------------------------------------


def degrade(state: ThrustState, umpire: Umpire) -> None:
    """Subtract a point of strength for each point of damage from plasma, which is lost at 0 (hex/3.5)."""
    for counter in list(flying(state, Plasma)):
        if counter.wounds:
            left = update_counter(state, counter, count=max(0, counter.count - counter.wounds), wounds=0)
            umpire.tell(
                Event(
                    "note",
                    NOVA,
                    f"{{{left.id}}} degrades",
                    who=left.id,
                    reason=f"{counter.wounds} damage",
                    result=f"strength {left.count}",
                    at=left.at,
                )
            )
            if not left.count:
                lose(state, umpire, left, "dispersed", NOVA)


def clocks(state: ThrustState, umpire: Umpire) -> None:
    """Age missiles and plasma by a turn (hex/3.4, 3.5). Missiles older than 6 turns, and plasma after its fourth, are
    lost."""
    for counter in list(flying(state, Ordnance)):
        oldest, rule = (OLDEST, RULE) if isinstance(counter, Missile) else (len(FLIGHTS), NOVA)
        older = update_counter(state, counter, age=counter.age + 1)
        if older.age > oldest:
            lose(state, umpire, older, "burnt out", rule)
