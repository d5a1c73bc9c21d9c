"""Corkscrew: a ship spins about its length, so that more arcs bear, and every die it throws loses one
(manoeuvres/corkscrew)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.board.geometry import mirrored
from game.core.events import Die, Event
from game.core.umpire import Umpire, counting
from game.core.values import House
from game.rules.manoeuvres.framework.base import SWITCH, Manoeuvre, ManoeuvreOrder, manoeuvre_rule, setting
from game.rules.ships.beam_dice import Modifier, beam_volley, reroll_rule
from game.rules.ships.damage import cross_off, strike
from game.rules.ships.ship import Ship
from game.rules.ships.thrust_state import ThrustState

if TYPE_CHECKING:
    from game.rules.manoeuvres.framework.movement_order import MovementOrder

RULE = "manoeuvres/corkscrew"
COST = 3  # points of the turn allowance
AIM = Modifier(-1, "corkscrewing")
SIDES = frozenset(("FP", "AP", "FS", "AS", "P", "S"))  # the side arcs, of six or of four
ABEAM = {"FP": SIDES & {"FP", "AP", "FS", "AS"}, "P": SIDES & {"P", "S"}}


class Corkscrew(Manoeuvre):
    """CO: one spin while the ship flies on."""

    by_vectors = "it is paid from the turn allowance of a plotted move, and has no price in thrusters"
    code, title, rule = "CO", "Corkscrew", RULE
    line = "more arcs bear, each die −1"
    about = "Guns on either side bear to both; each die of its fire loses 1"
    settings = (
        manoeuvre_rule("CO", "Corkscrew",
                       "A ship spins about its length: more arcs bear, and every die it throws loses one.", RULE),
        setting("co.arc_gain", "Corkscrew arcs", "What a side mount gains while it spins.",
                (("broad", "both sides"), ("mirror", "its mirror")), "broad", RULE, "CO"),
        setting("co.reroll", "Corkscrew re-rolls", "Whether a natural 6, or only a 6 after the -1, rolls again.",
                (("natural", "natural 6"), ("modified", "never")), "natural", RULE, "CO"),
        setting("co.stress_ignores_armour", "Corkscrew stress",
                "Turning while it spins strains the hull itself, past armour.", SWITCH, True, RULE, "CO"),
    )  # fmt: skip

    def cost(self, use: ManoeuvreOrder, house: House) -> tuple[int, int]:
        """Return three thrust points, all out of the turn allowance."""
        return COST, 0

    def modifiers(self, use: ManoeuvreOrder, house: House) -> tuple[Modifier, ...]:
        """Return -1 on each die of its fire."""
        return (AIM,)

    def rerolls(self, use: ManoeuvreOrder, house: House) -> bool:
        """Return whether a natural 6 is rolled again. By option the die must show a 6 after the -1, which none does."""
        return bool(house["co.reroll"] == "natural")

    def bearing_arcs(self, use: ManoeuvreOrder, arcs: frozenset[str], house: House) -> frozenset[str]:
        """Return the arcs that a side mount bears into: all side arcs, or only its own and their mirror."""
        if not arcs & SIDES:
            return arcs
        if house["co.arc_gain"] == "mirror":
            return arcs | {mirrored(arc) for arc in arcs & SIDES}
        return arcs | ABEAM["P" if arcs & ABEAM["P"] else "FP"]

    def after(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder, plot: MovementOrder) -> None:
        """Damage the hull for turns in the same order."""
        if points := points_turned(plot, state.house):
            strain_hull(state, umpire, ship, points)

    def late(self, state: ThrustState, umpire: Umpire, ship: Ship, use: ManoeuvreOrder) -> None:
        """Roll the attitude after the spin, whatever it was before: odd is upside down, even upright."""
        face = umpire.die(f"corkscrew/{ship.id}/attitude", worth=counting(face % 2 for face in range(1, 7)))
        ship.inverted = face % 2 == 1
        umpire.tell(
            Event(
                "note",
                RULE,
                f"{{{ship.id}}} comes out of its corkscrew",
                ship.id,
                dice=(Die(face),),
                reason="odd inverted, even upright",
                result="inverted" if ship.inverted else "upright",
                at=ship.at,
            )
        )


def points_turned(plot: MovementOrder, house: House) -> int:
    """Return the points turned in an order, with both halves of a side-slip and with a Hard About."""
    return plot.power_needed(house).turning - COST + sum(abs(use.n) for use in plot.uses if use.code == "HA")


def stress(mass: int, points: int) -> int:
    """Return the beam dice that a hull takes for turning: one a point for each 20 MASS, at least one."""
    return max(1, mass // 20) * points


def strain_hull(state: ThrustState, umpire: Umpire, ship: Ship, points: int) -> None:
    """Damage the ship from within. No screen helps and, by default, no armour."""
    count = stress(ship.design.mass, points)
    hits, dice = beam_volley(umpire, count, 0, f"stress/{ship.id}", reroll_rule(state.house))
    if state.house["co.stress_ignores_armour"]:
        hits = [("hull", sum(n for _, n in hits))] if hits else []
    lost, wound = sum(n for _, n in hits), cross_off(ship.copy(), hits)
    umpire.tell(
        Event(
            "damage",
            RULE,
            f"{{{ship.id}}} strains its hull: turned in a corkscrew",
            whom=ship.id,
            dice=dice,
            reason=f"{points} {'point' if points == 1 else 'points'} at mass {ship.design.mass}",
            result=f"{lost} damage" if lost else "no damage",
            tone="bad" if lost else "good",
            at=ship.at,
            harm=wound.harm,
        )
    )
    if hits:
        strike(state, umpire, ship, hits, f"stress/{ship.id}", RULE)
