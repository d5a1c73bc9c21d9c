"""Fire aboard: its causes, the table of each turn, and how it is put out (sail/4.3, 6).

A ship whose fire reaches the powder is put in `BURSTING`. The code that did the damage resolves its explosion.
"""

from __future__ import annotations

from game.core.events import Die, Event
from game.core.orders import Id
from game.core.state import PhaseData
from game.core.umpire import Umpire, at_least, counting
from game.systems.full_sail.ships.ship import LOSS, SailingShip, SailState

RULE = "sail/6"
ADMIN = 8  # number of the phase with fire rolls
DOUSED = 2  # successes of damage control that put out a fire
BURSTING = PhaseData[tuple[Id, ...]]("bursting", ())  # ships that have exploded, whose blast has not been resolved
RESULTS = ("out", "burns", "explodes")
SUNK, EXPLODED = "sunk", "exploded"


def set_alight(state: SailState, umpire: Umpire, ship: SailingShip, cause: str) -> None:
    """Set a ship on fire, unless it burns already. Its first roll is in the next phase with fire rolls."""
    if not ship.burning:
        ship.fire_from = state.turn + (umpire.phase >= ADMIN)
        ship.doused = 0
        ship.fire_cause = cause
        umpire.tell(Event("hazard", RULE, f"{{{ship.id}}} catches fire", whom=ship.id, tone="bad", at=ship.at))


def put_out(ship: SailingShip) -> None:
    ship.fire_from = ship.doused = 0
    ship.fire_cause = ""


def fire_check(state: SailState, umpire: Umpire, ship: SailingShip, row: int, cause: str) -> None:
    """Roll for fire after catastrophic damage by a row, 1 to 3 (sail/4.3). A ship that catches fire rolls on the table
    immediately."""
    if ship.burning:
        return
    number = 7 - row
    face = umpire.die(f"catastrophe/{ship.id}/{number}/{cause}", worth=at_least(number))
    burns = face >= number
    umpire.tell(
        Event(
            "check",
            "sail/4.3",
            f"{{{ship.id}}} checks for fire at {number}",
            whom=ship.id,
            dice=(Die(face, burns),),
            result="on fire" if burns else "no fire",
            tone="bad" if burns else "good",
            at=ship.at,
        )
    )
    if burns:
        set_alight(state, umpire, ship, cause)
        roll_fire(state, umpire, ship)


def fire_bonus(state: SailState, ship: SailingShip) -> int:
    """Return the modifier of the die: one for every turn that the ship has burnt and, by option, one more after the
    first."""
    turns = max(0, state.turn - ship.fire_from)
    return turns + (turns > 0 and state.house["fire_growth"] == 2)


def fire_result(state: SailState, ship: SailingShip, face: int) -> str:
    """Return the table's result: out, burns or explodes. By option a natural 1 puts out any fire."""
    total = 1 if face == 1 and state.house["fire_ones"] == "natural" else face + fire_bonus(state, ship)
    return "out" if total <= 1 else "burns" if total <= 5 else "explodes"


def exploding(state: SailState, ship: SailingShip) -> tuple[int, ...]:
    """Return the faces with which a burning ship explodes at its next roll."""
    return tuple(face for face in range(1, 7) if fire_result(state, ship, face) == "explodes")


def roll_fire(state: SailState, umpire: Umpire, ship: SailingShip) -> None:
    """Roll on the fire table: a die, and one for every turn that it has burnt (sail/6)."""
    bonus = fire_bonus(state, ship)
    results = (RESULTS.index(fire_result(state, ship, face)) for face in range(1, 7))
    face = umpire.die(f"burning/{ship.id}", worth=counting(results, ordered=False))
    result = fire_result(state, ship, face)
    words = {"out": "burns out", "burns": "burns on", "explodes": "explodes"}[result]
    umpire.tell(
        Event(
            "hazard",
            RULE,
            f"{{{ship.id}}} {words}",
            whom=ship.id,
            dice=(Die(face, result == "explodes"),),
            reason=f"+{bonus} for turns on fire" if bonus else "",
            tone="good" if result == "out" else "bad",
            at=ship.at,
        )
    )
    if result == "explodes":
        remove(umpire, ship, EXPLODED, RULE)
        BURSTING.set(state, (*BURSTING.of(state), ship.id))
    elif result == "out":
        sinks = ship.fire_cause == LOSS
        put_out(ship)
        if sinks:
            remove(umpire, ship, SUNK, RULE)


def remove(umpire: Umpire, ship: SailingShip, reason: str, rule: str, wanted: bool = False) -> None:
    """Take a ship off the table. `wanted` means that it was to leave."""
    ship.removed_reason = reason
    ship.halt()
    put_out(ship)
    words = {
        SUNK: "sinks",
        EXPLODED: "is blown to pieces",
        "foundered": "founders",
        "scuttled": "is scuttled",
        "left": "leaves the battle",
    }
    umpire.tell(
        Event(
            "lost",
            rule,
            f"{{{ship.id}}} {words[reason]}",
            whom=ship.id,
            result=reason,
            fate=reason,
            tone="good" if wanted else "bad",
            leaves="battle" if reason == "left" else "",
            at=ship.at,
        )
    )
