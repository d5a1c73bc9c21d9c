"""A manoeuvre drive on hexes: the cost of turning, the share of thrust for it, and ships out of control (hex/2.1, 2.3,
2.4). All fractions are rounded up."""

from __future__ import annotations

from fractions import Fraction

from game.board import hexes
from game.board.hexes import Hex
from game.core.state import PieceData
from game.rules.ships.ship import OUT, Ship
from game.rules.ships.thrust_state import ThrustState

H = "hex"
Step = tuple[Hex, int]  # a hex entered, and the heading after it
EXCESS = "excess"
NEEDED = 6  # on two dice, to keep control and to recover it
ADVANCED = 2  # an advanced drive's bonus to every control roll
TIRED = -2  # a recovery's modifier for Excess Thrust in the same turn
CREWS = {"green": -1, "regular": 0, "veteran": 1, "elite": 2}  # added to every control roll
BEGAN = PieceData[int | None]("began", None)  # velocity of a ship before its move of this turn; None: it has not moved


def half(number: int) -> int:
    """Return half of a number, rounded up (hex/2.1)."""
    return (number + 1) // 2


def side_cost(velocity: int) -> int:
    """Return the thrust points for one hex side of heading (hex/2.3). It is half the velocity at the start of the move,
    or one at rest."""
    return half(velocity) if velocity else 1


def limit(ship: Ship) -> int:
    """Return the thrust points that may turn a ship: half its thrust, or all of it under Excess Thrust (hex/2.3)."""
    return ship.thrust if EXCESS in ship.status_flags else half(ship.thrust)


def base(ship: Ship) -> bool:
    """Return whether a ship is a starbase, built without a drive, so that it never steers (hex/2.7)."""
    return ship.design.thrust == 0


def helmless(ship: Ship) -> bool:
    """Return whether nobody steers a ship, because it is out of control or its bridge is lost (hex/2.4,
    full-thrust-base/5.4/bridge)."""
    return OUT in ship.status_flags or (bool(ship.timers) and ship.timer("bridge") is not None)


def lies(ship: Ship) -> Hex:
    return hexes.hex_at(ship.at)


def heading(ship: Ship) -> int:
    """Return the direction 0 to 5 in which it moves."""
    return hexes.direction(ship.course)


def began(state: ThrustState, ship: Ship) -> int:
    """Return a ship's velocity before its move of this turn, by which terrain counts; the present one before it moves
    (hex/2.3)."""
    velocity = BEGAN.of(state, ship.id)
    return ship.velocity if velocity is None else velocity


def plotted(state: ThrustState) -> bool:
    """Return whether moves are written in secret and made simultaneously, by option (hex/7)."""
    return bool(state.house["plotted"])


# -- control rolls -----------------------------------------------------------------------------------------------------


def steadiness(ship: Ship, recovering: bool = False) -> int:
    """Return the modifier of a control roll: crew, drive, and Excess Thrust for a recovery (hex/2.4)."""
    tired = TIRED if recovering and EXCESS in ship.status_flags else 0
    return CREWS[ship.quality] + ADVANCED * ship.design.advanced + tired


def control_chance(ship: Ship, recovering: bool = False) -> Fraction:
    """Return the exact chance of a control roll (hex/2.4)."""
    least = NEEDED - steadiness(ship, recovering)
    return Fraction(sum(a + b >= least for a in range(1, 7) for b in range(1, 7)), 36)
