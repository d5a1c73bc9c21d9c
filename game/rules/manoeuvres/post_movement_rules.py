"""Manoeuvres after ships have moved, with unspent thrust, and the moments at which they may begin
(manoeuvres/post-movement).

There are three windows: when all ships have moved, when the ship is about to fire, and when it is named as a target.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.core.orders import Illegal
from game.core.values import House, number
from game.rules.manoeuvres.cover.extreme import OPTIONS, pending_use, reactive
from game.rules.manoeuvres.framework.base import SWITCH, manoeuvre_rule, setting
from game.rules.manoeuvres.framework.compatibility import MATRIX, NAMES
from game.rules.ships.drive import STRAINED
from game.rules.ships.ship import Ship

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/post-movement"
MOVED, FIRING, TARGET = "when all ships have moved", "as it fires", "when it is named as a target"
THRUST, TURNING, TIMES = "thrust kept", "turning kept", "after moving"  # timers of a ship, until the turn ends

SETTINGS = (
    manoeuvre_rule("PM", "After moving", "Thrust that was not plotted may be used after ships have moved.", RULE),
    setting("pm.allowed", "What after moving", "Which manoeuvres may be begun after ships have moved.",
            (("both", "jinks and skids"), ("EM", "jinks"), ("SK", "skids")), "both", RULE, "PM"),
    setting("pm.max_per_turn", "How often after moving", "Times a turn that a ship does so.",
            ((1, "once"), (2, "twice")), 1, RULE, "PM", "EM", "HA"),
    setting("em.after_move", "Extreme after moving", "Thrust left over may jink once all have moved.", SWITCH, False,
            OPTIONS, "EM"),
    setting("em.reaction", "Extreme when fired at", "Thrust left over may jink when the ship is named as a target.",
            SWITCH, False, OPTIONS, "EM"),
    setting("ha.after_move", "Hard about after moving", "Thrust left over may turn a ship as it fires.", SWITCH, False,
            "manoeuvres/hard-about", "HA"),
)  # fmt: skip


def windows(house: House, code: str) -> frozenset[str]:
    """Return the windows in which a manoeuvre may begin after moving. For manoeuvres of other rules those rules
    decide."""
    if not house.get(f"man.{code}"):
        return frozenset()
    if code == "EM" and reactive(house):
        return frozenset((TARGET,))
    found = {MOVED} if house["em.after_move"] else set()
    found |= {TARGET} if house["em.reaction"] else set()
    if code == "HA":
        return frozenset((FIRING,) if house["ha.after_move"] else ())
    listed = bool(house["man.PM"]) and house["pm.allowed"] in ("both", code)
    if code == "EM":
        return frozenset(found | ({FIRING} if listed else set()))
    return frozenset(found | {FIRING}) if code == "SK" and listed else frozenset()


def most(house: House) -> int:
    """Return how often a turn a ship may begin a manoeuvre after moving."""
    return int(number(house, "pm.max_per_turn"))


def keep(ship: Ship, plot: MovementOrder, house: House) -> None:
    """Record the thrust and turning that a ship's order leaves."""
    if not any(windows(house, code) for code in ("EM", "SK", "HA")) and not pending_use(ship, house):
        return
    given, asked = plot.power(ship, house), plot.power_needed(house)
    ship.set_timer(THRUST, max(0, given.thrust - asked.thrust))
    ship.set_timer(TURNING, max(0, given.turning - asked.turning))


def forget(ship: Ship) -> None:
    """Clear the records of `keep` at the end of the turn."""
    for name in (THRUST, TURNING, TIMES) if ship.timers else ():
        ship.set_timer(name, None)
    ship.status_flags -= {STRAINED}


def clashes(code: str, with_codes: list[str]) -> Illegal | None:
    """Return why codes in a ship's order exclude this one after moving (manoeuvres/compatibility), or None."""
    for other in with_codes:
        cell = MATRIX.get((other, "PM"), "y")
        if cell == "-" or (cell == "e" and code != "EM") or (other == code == "SK"):
            return Illegal(
                f"{NAMES[other]} and {NAMES[code]} after moving do not go together", "manoeuvres/compatibility"
            )
    return None
