"""The limits of drive and thrusters in vector movement, and why a ship cannot fly an order (full-thrust-base/3)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from game.core.orders import Illegal
from game.core.values import House
from game.rules.manoeuvres.archive import open_to
from game.rules.manoeuvres.framework.base import Manoeuvre
from game.rules.manoeuvres.framework.compatibility import clash
from game.rules.movement.thrust_limits import on_paper
from game.rules.ships.drive import Power
from game.rules.ships.ship import Ship

if TYPE_CHECKING:
    from game.rules.movement.vector_plot import VectorPlot


RULE = "full-thrust-base/3"
Step = tuple[str, int]  # an item and its points or MU: ("MD", 6), ("TP", 3), ("PS", 1), ("ROLL", 0)
ROLLS = "a ship rolls over once a turn"
TURNS, PUSHES = ("TP", "TS"), ("PP", "PS", "PR")
ABOUT = 6  # clock points of the widest rotation
SEQUENCES = {"TDP": "turn first", "DTP": "burn first", "PTD": "push first", "DPT": "turn last"}  # turn, drive and push


def order_steps(turn: int, burn: int, push: Step | None, roll: bool = False, sequence: str = "TDP") -> tuple[Step, ...]:
    """Return the items of an order that turns the bow, burns and pushes in a sequence, and then rolls."""
    items: dict[str, list[Step]] = {
        "T": [("TP" if turn < 0 else "TS", abs(turn))] if turn else [],
        "D": [("MD", burn)] if burn else [],
        "P": [push] if push else [],
    }
    return (*(item for part in sequence for item in items[part]), *[("ROLL", 0)] * roll)


def one_pool(house: House) -> bool:
    """Return whether the main drive pays for the thrusters, as the second book proposed (full-thrust-base/3/fb2)."""
    return bool(house["vector_form"] == "fb2")


def vector_manoeuvres(ship: Ship, house: House) -> tuple[Manoeuvre, ...]:
    """Return the manoeuvres open to a ship under vector movement."""
    return tuple(one for one in open_to(ship, house) if not one.by_vectors)


def pools(ship: Ship, plot: VectorPlot, house: House) -> Power:
    """Return the points of the main drive and of the thrusters for an order, with its manoeuvres. Redlining affects
    only the main drive: separate thrusters give their usual points (manoeuvres/redlined-engines)."""
    given = plot.power(ship, house)
    own = plot.rated_power(ship, house).turning
    return Power(given.thrust, own) if (plot.using("RL") or plot.using("YL")) and not one_pool(house) else given


def vector_fault(ship: Ship, plot: VectorPlot, house: House) -> Illegal | None:
    """Return why the ship cannot fly the order, or None (full-thrust-base/3)."""
    if ship.timer("bridge") is not None and plot.moves:
        return Illegal(f"{ship.name} is out of control and goes straight on", "full-thrust-base/5.4/bridge")
    if wrong := _use_fault(ship, plot, house) or _item_fault(plot, house):
        return wrong
    given, asked = pools(ship, plot, house), plot.power_needed(house)
    if ship.thrust == 0 and plot.steps:
        return Illegal(f"{ship.name}'s drive is dead: it goes straight on", "full-thrust-base/2.4")
    if asked.turning > given.turning and not one_pool(house):
        return Illegal(f"{asked.turning} thruster points asked, {ship.name} has {given.turning}", RULE)
    if asked.thrust > given.thrust:
        return Illegal(
            f"{asked.thrust} thrust asked, {ship.name} has {given.thrust}", f"{RULE}/fb2" if one_pool(house) else RULE
        )
    return None


def _use_fault(ship: Ship, plot: VectorPlot, house: House) -> Illegal | None:
    """Return why the manoeuvres of an order are illegal, or None."""
    for use in plot.uses:
        one = use.manoeuvre
        if wrong := one.why_not_for(ship):
            return wrong
        if not one.enabled(house):
            return Illegal(f"{one.title} is not played in this battle", one.rule)
        if wrong := one.fault(ship, use, plot, house):
            return wrong
    return clash(plot.codes)


def _item_fault(plot: VectorPlot, house: House) -> Illegal | None:
    """Return why the items of an order are illegal, or None. A turn has one rotation of at most half a circle, one push
    and one roll; in the second form the push is 1 MU."""
    names = [code for code, _ in plot.steps]
    if sum(code in TURNS for code in names) > 1 or abs(plot.turn) > ABOUT:
        many = abs(plot.turn) > ABOUT and sum(code in TURNS for code in names) == 1
        words = "six points to either side turn the bow anywhere" if many else "the bow is turned once a turn"
        return Illegal(words, f"{RULE}/rotation")
    if names.count("ROLL") > 1:
        return Illegal(ROLLS, RULE)
    if sum(code in PUSHES for code in names) > 1:
        return Illegal("thrusters push once a turn", f"{RULE}/push")
    if one_pool(house) and plot.push and plot.push[1] > 1:
        return Illegal("a push is worth 1 MU in all", f"{RULE}/fb2")
    return None


def flown_vector(ship: Ship, plot: VectorPlot, house: House) -> VectorPlot:
    """Return the order as it is carried out: illegal parts are dropped, or cut to fit from the left (1.3)."""
    if vector_fault(ship, plot, house) is None:
        return plot
    return (
        replace(plot, uses=()).trimmed(ship, house) if on_paper(house) == "clip" else replace(plot, steps=(), uses=())
    )
